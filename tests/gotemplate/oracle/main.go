// Renders templates with the functions and data of ../sample.py by Go itself: one JSON case a line in, one answer a line out.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/template"
)

type U struct {
	A string
	N any
}

func (u U) String() string { return "U<" + u.A + ">" }

type T struct {
	Name  string
	Num   float64
	Any   any
	Inner U
	M     map[string]any
	L     []string
}

func (t *T) Hello() string                  { return "hello" }
func (t *T) Add(a int, s string) string     { return fmt.Sprint(a, s) }
func (t *T) Fail(x any) (string, error)     { return "", errors.New("method failed") }
func (t *T) Var(p string, xs ...any) string { return p + fmt.Sprint(xs...) }
func (t *T) Nil() any                       { return nil }
func (t *T) String() string                 { return "T!" }

type Named map[string]any

func (n Named) Keys() int { return len(n) }

type VS []string

func (v VS) Has(s string) bool {
	for _, x := range v {
		if x == s {
			return true
		}
	}
	return false
}
func data() map[string]any {
	return map[string]any{"Values": map[string]any{
		"num": 5.0, "big": 1234567.0, "flt": 2.5, "str": "abc", "estr": "", "int": 3, "i64": int64(7), "z": 0.0, "bo": true, "bf": false, "nil": nil,
		"l": []any{1.0, "a", nil, []any{2.5, true}}, "el": []any{}, "m": map[string]any{"b": 1.0, "a": map[string]any{"x": "y", "n": nil}, "c": []any{"q"}}, "em": map[string]any{},
		"sl": []string{"p", "q"}, "sm": map[string]string{"k": "v", "j": "w"}, "by": []byte("hi"), "u": "héllo\n<&>"},
		"T": &T{Name: "tn", Num: 1.5, Inner: U{"in", nil}, M: map[string]any{"k": 1.0}, L: []string{"z"}}, "VS": VS{"v1", "v2"}, "Named": Named{"a": 1.0}}
}

type Case struct {
	Src   string
	Extra map[string]string
}

func fm(t **template.Template) template.FuncMap {
	return template.FuncMap{
		"upper": strings.ToUpper, "list": func(a ...any) []any { return a },
		"dict": func(a ...any) map[string]any {
			m := map[string]any{}
			for i := 0; i+1 < len(a); i += 2 {
				m[fmt.Sprint(a[i])] = a[i+1]
			}
			return m
		},
		"ternary": func(a, b any, c bool) any {
			if c {
				return a
			}
			return b
		},
		"default": func(d any, a ...any) any {
			if len(a) == 0 || a[0] == nil {
				return d
			}
			if t, _ := template.IsTrue(a[0]); !t {
				return d
			}
			return a[0]
		},
		"fail":    func(m string) (string, error) { return "", errors.New(m) },
		"set":     func(m map[string]any, k string, v any) map[string]any { m[k] = v; return m },
		"needI64": func(i int64) int64 { return i }, "needInt": func(i int) int { return i }, "needF": func(f float64) float64 { return f },
		"needL": func(l []any) int { return len(l) }, "needSL": func(l []string) int { return len(l) }, "needM": func(m map[string]any) int { return len(m) }, "needB": func(b bool) bool { return b },
		"nilany": func() any { return nil }, "niladic": func() string { return "nl" }, "ident": func(a any) any { return a }, "panicf": func(a any) string { panic("pan") },
		"two": func(a string, b any) string { return fmt.Sprintf("%v/%v", a, b) }, "vs": func(a string, b ...string) string { return a + strings.Join(b, "+") },
		"include": func(n string, d any) (string, error) {
			var b strings.Builder
			err := (*t).ExecuteTemplate(&b, n, d)
			return b.String(), err
		},
	}
}
func main() {
	sc := bufio.NewScanner(os.Stdin)
	sc.Buffer(make([]byte, 1<<20), 1<<26)
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for sc.Scan() {
		var c Case
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			panic(err)
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					enc.Encode(map[string]string{"panic": fmt.Sprint(r)})
				}
			}()
			t := template.New("gotpl")
			t.Option("missingkey=zero")
			t.Funcs(fm(&t))
			for _, k := range []string{"_h"} {
				if s, ok := c.Extra[k]; ok {
					if _, err := t.New(k).Parse(s); err != nil {
						enc.Encode(map[string]string{"err": err.Error()})
						return
					}
				}
			}
			if _, err := t.New("d/f.yaml").Parse(c.Src); err != nil {
				enc.Encode(map[string]string{"err": err.Error()})
				return
			}
			var b strings.Builder
			if err := t.ExecuteTemplate(&b, "d/f.yaml", data()); err != nil {
				enc.Encode(map[string]string{"err": err.Error()})
				return
			}
			enc.Encode(map[string]string{"out": b.String()})
		}()
	}
}
