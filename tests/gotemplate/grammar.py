"""Random templates over the functions and data of sample.py: most of them wrong in some way."""

from __future__ import annotations

import random

_FIELDS = ["num", "big", "flt", "str", "estr", "int", "i64", "z", "bo", "bf", "nil", "l", "el", "m", "em", "sl", "sm"]
_FIELDS += ["by", "u", "missing"]
_DEEPER = [".T.Name", ".T.Num", ".T.Any", ".T.Inner", ".T.Inner.A", ".T.Nope", ".T.M.k", ".T.Hello", ".T.Nil.x", ".T.L"]
_DEEPER += [
    ".VS",
    ".Named.a",
    ".Named.Keys",
    ".T.Add",
    ".T.Hello.x",
    ".Values.m.a.x",
    ".Values.m.a.n.q",
    ".Values.sm.no",
]
_LITERALS = ['"a"', '"b c"', "`raw`", "1", "0", "-3", "2.5", "1e3", "0x1F", "'\\t'", "true", "nil", '""', "1_0", "1+2i"]
_ARITY = {"upper": 1, "ternary": 3, "set": 3, "needI64": 1, "needInt": 1, "needF": 1, "needL": 1, "needSL": 1}
_ARITY |= {"needM": 1, "needB": 1, "nilany": 0, "niladic": 0, "ident": 1, "panicf": 1, "two": 2, "not": 1, "len": 1}
_ARITY |= {"ne": 2, "lt": 2, "le": 2, "gt": 2, "ge": 2, "include": 2, "fail": 1}
_FREE = [
    "list",
    "dict",
    "default",
    "vs",
    "and",
    "or",
    "index",
    "call",
    "print",
    "printf",
    "println",
    "html",
    "js",
    "eq",
]
_METHODS = [".T.Add", ".T.Var", ".T.Fail", ".VS.Has", ".T.Hello", ".T.Name", ".Values.m.a", ".T.Nope"]
_RANGES = [
    ".Values.l",
    ".Values.m",
    ".Values.sl",
    ".Values.sm",
    ".Values.el",
    "3",
    ".Values.missing",
    '(list 1 nil "a")',
]


class Grammar:
    """Makes templates from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def template(self) -> str:
        """Return one template."""
        self.count = 0
        text = self.body([], 3, False) + self.body([], 2, False)
        if text and self.random.random() < 0.12:
            at = self.random.randrange(len(text))
            noise = self.random.choice(["{{", "}}", "(", "|", '"', "$", ".", " ", "\n", "-", "end", "é", ",", ":="])
            text = text[:at] + (noise if self.random.random() < 0.5 else "") + text[at + self.random.randint(0, 3) :]
        return text

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def field(self) -> str:
        text = self.random.choice(_DEEPER) if self.chance(0.4) else ".Values." + self.random.choice(_FIELDS)
        text = "." if self.chance(0.08) else text
        return "$" + text if text != "." and self.chance(0.25) else text

    def operand(self, names: list[str], depth: int) -> str:
        sort = self.random.random()
        if sort < 0.3 or depth < 0:
            return self.random.choice(_LITERALS)
        if sort < 0.65:
            return self.field()
        if sort < 0.8:
            return self.random.choice(names or ["$"]) + (self.random.choice([".a", ".x.y"]) if self.chance(0.3) else "")
        tail = self.random.choice([".a", ".x.y", ".Name"]) if self.chance(0.25) else ""
        return f"({self.pipe(names, depth - 1)}){tail}"

    def call(self, names: list[str], depth: int, piped: bool) -> str:
        if self.chance(0.12):
            words = [self.random.choice(_METHODS)]
            count = self.random.randint(0, 2)
        else:
            words = [self.random.choice([*_ARITY, *_FREE])]
            count = _ARITY.get(words[0], self.random.randint(0, 3)) - piped
            count += self.random.choice([-1, 1]) if self.chance(0.05) else 0
        words += [self.operand(names, depth - 1) for _ in range(max(count, 0))]
        if words[0] == "include" and len(words) > 1:
            words[1] = self.random.choice(['"h1"', '"h2"', '"h3"', '"nope"', '"rec"'])
        if words[0] == "printf" and len(words) > 1:
            words[1] = self.random.choice(['"%s"', '"%v-%v"', '"%5s|%q"', '"%T"'])
        return " ".join(words)

    def pipe(self, names: list[str], depth: int) -> str:
        text = self.operand(names, depth) if self.chance(0.35) else self.call(names, depth, False)
        while self.chance(0.25):
            text += " | " + self.call(names, depth - 1, True)
        return text

    def action(self, text: str) -> str:
        return self.random.choice(["{{ ", "{{", "{{- "]) + text + self.random.choice([" }}", "}}", " -}}"])

    def body(self, names: list[str], depth: int, in_loop: bool) -> str:
        return "".join([self.item(names, depth, in_loop) for _ in range(self.random.randint(0, 3))])

    def fresh(self, names: list[str]) -> str:
        self.count += 1
        names.append(f"$v{self.count}")
        return names[-1]

    def item(self, names: list[str], depth: int, in_loop: bool) -> str:
        sort = self.random.random()
        if sort < 0.25:
            return self.random.choice(["text", " a\n", "\n  k: ", "-", "{{/* c */}}"])
        if sort < 0.5 or depth <= 0:
            return self.action(self.pipe(names, 2))
        if sort < 0.6:
            if names and self.chance(0.3):
                return self.action(f"{self.random.choice(names)} = {self.pipe(names, 1)}")
            value = self.pipe(names, 1)
            return self.action(f"{self.fresh(names)} := {value}")
        if sort < 0.74:
            return self.branch(list(names), depth, in_loop)
        if sort < 0.88:
            return self.loop(list(names), depth, in_loop)
        if sort < 0.94:
            called = self.random.choice(["h1", "h2", "h3", "nope"])
            return self.action(f'template "{called}" {self.pipe(names, 1)}')
        if sort < 0.97:
            return self.action(self.random.choice(["break", "continue"])) if in_loop else ""
        head = self.action(f'block "b{self.count}" {self.pipe(names, 1)}')
        return head + self.body([], depth - 1, False) + self.action("end")

    def branch(self, names: list[str], depth: int, in_loop: bool) -> str:
        word = self.random.choice(["if", "if", "with"])
        value = self.pipe(names, 1)
        text = self.action(f"{word} " + (f"{self.fresh(names)} := " if self.chance(0.2) else "") + value)
        text += self.body(names, depth - 1, in_loop)
        while self.chance(0.2):
            text += self.action(f"else {word} {self.pipe(names, 1)}") + self.body(names, depth - 1, in_loop)
        if self.chance(0.4):
            text += self.action("else") + self.body(names, depth - 1, in_loop)
        return text + self.action("end")

    def loop(self, names: list[str], depth: int, in_loop: bool) -> str:
        over = self.pipe(names, 1) if self.chance(0.1) else self.random.choice(_RANGES)
        count = self.random.choice([0, 1, 2])
        declared = ", ".join([self.fresh(names) for _ in range(count)]) + (" := " if count else "")
        text = self.action(f"range {declared}{over}") + self.body(names, depth - 1, True)
        if self.chance(0.3):
            text += self.action("else") + self.body(names, depth - 1, in_loop)
        return text + self.action("end")
