"""Functions and data that the tests of the template engine share; Go's twin is oracle/main.go."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.fmt import sprint, sprintf
from werfpy.gostd.kinds import GoError, GoPanic, GoStruct, Int64, StringList, StringMap
from werfpy.gotemplate.cache import CodeCache
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.template import TemplateSet


class Inner(GoStruct):
    go_type = "main.U"
    go_fields = {"A": "a", "N": "n"}
    go_methods = {"String": "text"}

    def __init__(self, a: str, n: object) -> None:
        self.a = a
        self.n = n

    def text(self) -> str:
        return f"U<{self.a}>"


class Thing(GoStruct):
    go_type = "*main.T"
    go_fields = {"Name": "name", "Num": "num", "Any": "any", "Inner": "inner", "M": "m", "L": "l"}
    go_methods = {"Hello": "hello", "Add": "add", "Fail": "fail", "Var": "var", "Nil": "nil", "String": "text"}

    def __init__(self) -> None:
        self.name = "tn"
        self.num = 1.5
        self.any = None
        self.inner = Inner("in", None)
        self.m = {"k": 1.0}
        self.l = StringList(["z"])

    def hello(self) -> str:
        return "hello"

    def add(self, a: int, b: str) -> str:
        return sprint([a, b])

    def fail(self, _x: Any) -> str:
        raise GoError("method failed")

    def var(self, p: str, *rest: Any) -> str:
        return p + sprint(rest)

    def nil(self) -> None:
        return None

    def text(self) -> str:
        return "T!"


class Named(dict[str, Any]):
    go_type = "main.Named"
    go_methods = {"Keys": "count"}

    def count(self) -> int:
        return len(self)


class Versions(StringList):
    go_type = "main.VS"
    go_methods = {"Has": "has"}

    def has(self, version: str) -> bool:
        return version in self


def data() -> dict[str, Any]:
    values = {
        "num": 5.0,
        "big": 1234567.0,
        "flt": 2.5,
        "str": "abc",
        "estr": "",
        "int": 3,
        "i64": Int64(7),
        "z": 0.0,
        "bo": True,
        "bf": False,
        "nil": None,
        "l": [1.0, "a", None, [2.5, True]],
        "el": [],
        "m": {"b": 1.0, "a": {"x": "y", "n": None}, "c": ["q"]},
        "em": {},
        "sl": StringList(["p", "q"]),
        "sm": StringMap(k="v", j="w"),
        "by": b"hi",
        "u": "héllo\n<&>",
    }
    return {"Values": values, "T": Thing(), "VS": Versions(["v1", "v2"]), "Named": Named(a=1.0)}


def _fail(message: str) -> str:
    raise GoError(message)


def _panic(_value: Any) -> str:
    raise GoPanic("pan")


def _set(mapping: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    mapping[key] = value
    return mapping


def _default(default: Any, *given: Any) -> Any:
    return given[0] if given and given[0] else default


def _dict(*args: Any) -> dict[str, Any]:
    return {sprint([args[i]]): args[i + 1] for i in range(0, len(args) - 1, 2)}


FUNCTIONS: dict[str, GoFunction] = {
    "upper": GoFunction(lambda s: s.upper(), ("string",)),
    "list": GoFunction(lambda *a: list(a), (), "any"),
    "dict": GoFunction(_dict, (), "any"),
    "ternary": GoFunction(lambda a, b, c: a if c else b, ("any", "any", "bool")),
    "default": GoFunction(_default, ("any",), "any"),
    "fail": GoFunction(_fail, ("string",)),
    "set": GoFunction(_set, ("map[string]any", "string", "any")),
    "needI64": GoFunction(Int64, ("int64",)),
    "needInt": GoFunction(lambda i: i, ("int",)),
    "needF": GoFunction(lambda f: f, ("float64",)),
    "needL": GoFunction(len, ("[]any",)),
    "needSL": GoFunction(len, ("[]string",)),
    "needM": GoFunction(len, ("map[string]any",)),
    "needB": GoFunction(lambda b: b, ("bool",)),
    "nilany": GoFunction(lambda: None),
    "niladic": GoFunction(lambda: "nl"),
    "ident": GoFunction(lambda a: a, ("any",)),
    "panicf": GoFunction(_panic, ("any",)),
    "two": GoFunction(lambda a, b: sprintf("%v/%v", (a, b)), ("string", "any")),
    "vs": GoFunction(lambda a, *b: a + "+".join(b), ("string",), "string"),
    "include": GoFunction(_fail, ("string", "any")),
}

HELPERS = (
    '{{define "h1"}}H1[{{.}}]{{end}}'
    '{{define "h2"}}\n x {{.Values.nope.z}}{{end}}'
    '{{define "h3"}}{{range $i, $e := .Values.l}}{{$i}}{{with $e}}={{.}}{{end}}{{end}}{{upper .Values.str}}{{end}}'
    '{{define "rec"}}{{include "h2" .}}{{end}}'
)


def template_set(cache: CodeCache | None = None) -> TemplateSet:
    """Return a set with the sample functions, whose include sees its own templates."""
    templates = TemplateSet(FUNCTIONS, cache=cache)
    templates.set_functions({"include": GoFunction(templates.execute, ("string", "any"))})
    return templates


def render(source: str, values: Any = None, *, helpers: str = HELPERS) -> str:
    """Render a source as the file d/f.yaml."""
    templates = template_set()
    templates.parse("_h", helpers)
    templates.parse("d/f.yaml", source)
    return templates.execute("d/f.yaml", data() if values is None else values)
