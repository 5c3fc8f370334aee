"""Go's fmt: the %v form of every value, Sprint, Sprintln and Sprintf with all verbs, flags and complaints."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from werfpy.gostd.fmtspec import Spec
from werfpy.gostd.kinds import GoError, GoPanic, Int64
from werfpy.gostd.quote import quote
from werfpy.gostd.reflect import Uint8, kind_name, stringer, type_name
from werfpy.gostd.strconv import format_float

__all__ = ["kind_name", "quote", "sprint", "sprint_value", "sprintf", "sprintln", "type_name"]

_INT_KINDS = frozenset({"int", "int8", "int16", "int32", "int64"})
_UINT_KINDS = frozenset({"uint", "uint8", "uint16", "uint32", "uint64", "uintptr"})
_WITHOUT_METHODS = frozenset({bool, int, Int64, Uint8, float, complex, str, bytes})
_STRINGABLE = frozenset("vsxXq")
_PLAIN_SPEC = Spec()


def sprint_value(value: Any) -> str:
    """Return the ``%v`` form of a value; nil is ``<nil>``."""
    kind = type(value)
    if kind is str:
        return str(value)
    writer = _WRITERS.get(kind)
    if writer is not None:
        return writer(value)
    return Printer(_PLAIN_SPEC).arg(value, "v")


def sprint(args: Sequence[Any]) -> str:
    """Join the ``%v`` forms; a space goes between two operands when neither is a string."""
    out = []
    previous_is_string = True
    for arg in args:
        is_string = isinstance(arg, str)
        if not is_string and not previous_is_string:
            out.append(" ")
        out.append(sprint_value(arg))
        previous_is_string = is_string
    return "".join(out)


def sprintln(args: Sequence[Any]) -> str:
    """Join the ``%v`` forms by spaces and end the line."""
    return " ".join([sprint_value(arg) for arg in args]) + "\n"


def sprintf(format: str, args: Sequence[Any]) -> str:
    """Format as fmt.Sprintf; what is wrong shows in the output (``%!d(string=x)``), nothing is raised."""
    from werfpy.gostd.fmtscan import run_format

    return run_format(format, args)


def _float_v(value: float) -> str:
    if -1e6 < value < 1e6 and value == int(value) and (value or math.copysign(1.0, value) > 0):
        return str(int(value))
    return format_float(value)


def _list_v(value: Sequence[Any]) -> str:
    return "[" + " ".join([_nested_v(item) for item in value]) + "]"


def _map_v(value: dict[str, Any]) -> str:
    return "map[" + " ".join([f"{key}:{_nested_v(value[key])}" for key in sorted_keys(value)]) + "]"


def _nested_v(value: Any) -> str:
    """Write an element; unlike at the top, a pointer to a struct prints as an address."""
    kind = type(value)
    if kind is str:
        return str(value)
    writer = _WRITERS.get(kind)
    return Printer(_PLAIN_SPEC).element(value) if writer is None else writer(value)


def sorted_keys(mapping: dict[str, Any]) -> list[str]:
    """Return the keys in Go's order: that of their bytes, which is that of their code points."""
    return sorted(mapping)


def _bytes_v(value: bytes) -> str:
    return "[" + " ".join([str(byte) for byte in value]) + "]"


_WRITERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: "<nil>",
    bool: lambda value: "true" if value else "false",
    int: str,
    float: _float_v,
    list: _list_v,
    dict: _map_v,
    bytes: _bytes_v,
}


class Printer:
    """Writes values under one conversion, as fmt's printArg and printValue do."""

    def __init__(self, spec: Spec, *, erroring: bool = False) -> None:
        self.spec = spec
        self.erroring = erroring

    def arg(self, value: Any, verb: str) -> str:
        """Write one operand."""
        if value is None:
            return self.spec.pad("<nil>") if verb in "Tv" else self._bad_verb(value, verb)
        if verb == "T":
            return self.spec.string(type_name(value), "s") or ""
        if verb == "p":
            return self._pointer(value, verb)
        return self._value(value, verb, 0)

    def element(self, value: Any) -> str:
        """Write an element of a list or map."""
        return self._value(value, "v", 1)

    def _value(self, value: Any, verb: str, depth: int) -> str:
        if value is None:
            return self._nil(verb)
        own = None if self.erroring else self._own_text(value, verb)
        if own is not None:
            return own
        text = self._basic(value, verb)
        if text is not None:
            return text
        kind = kind_name(value)
        if kind == "slice":
            return self._slice(value, verb, depth)
        if kind == "map":
            return self._map(value, verb, depth)
        if kind in ("struct", "ptr"):
            return self._struct(value, verb, depth, pointer=kind == "ptr")
        if kind == "func":
            return self._pointer(value, verb)
        return self._bad_verb(value, verb)

    def _nil(self, verb: str) -> str:
        if self.spec.sharp_v and verb == "v":
            return "interface {}(nil)"
        return "<nil>"

    def _own_text(self, value: Any, verb: str) -> str | None:
        if verb == "w":
            return None if type(value) in _WITHOUT_METHODS else self._bad_verb(value, verb)
        if verb not in _STRINGABLE or self.spec.sharp_v:
            return None
        method = stringer(value)
        if method is None:
            return None
        try:
            return self.spec.string(method(), verb)
        except GoPanic as panic:
            return f"%!{verb}(PANIC=String method: {panic})"

    def _basic(self, value: Any, verb: str) -> str | None:
        kind = kind_name(value)
        if kind == "string":
            text = self.spec.string(value, verb)
        elif kind == "bool":
            text = self.spec.boolean(value) if verb in "tv" else None
        elif kind in _INT_KINDS:
            text = self.spec.integer(int(value), verb)
        elif kind in _UINT_KINDS:
            text = self.spec.integer(int(value), verb, signed=False)
        elif kind == "float64":
            text = self.spec.float(value, verb)
        elif kind == "complex128":
            text = self._complex(value, verb)
        else:
            return None
        return self._bad_verb(value, verb) if text is None else text

    def _complex(self, value: complex, verb: str) -> str | None:
        real = self.spec.float(value.real, verb)
        if real is None:
            return None
        plus, self.spec.plus = self.spec.plus, True
        imaginary = self.spec.float(value.imag, verb)
        self.spec.plus = plus
        return f"({real}{imaginary}i)"

    def _bad_verb(self, value: Any, verb: str) -> str:
        if value is None:
            return f"%!{verb}(<nil>)"
        plain = Printer(self.spec, erroring=True)
        return f"%!{verb}({type_name(value)}={plain._value(value, 'v', 0)})"

    def _slice(self, value: Any, verb: str, depth: int) -> str:
        if isinstance(value, bytes):
            return self._bytes(value, verb)
        items = [self._value(item, verb, depth + 1) for item in value]
        if self.spec.sharp_v:
            return type_name(value) + "{" + ", ".join(items) + "}"
        return "[" + " ".join(items) + "]"

    def _bytes(self, value: bytes, verb: str) -> str:
        if verb in "sq":
            return self.spec.string(value.decode("utf-8", "surrogateescape"), verb) or ""
        if verb in "xX":
            return self.spec.hexadecimal(value, verb)
        items = [self._value(Uint8(byte), verb, 1) for byte in value]
        if self.spec.sharp_v:
            return ("[]uint8{" if verb == "w" else "[]byte{") + ", ".join(items) + "}"
        return "[" + " ".join(items) + "]"

    def _map(self, value: dict[str, Any], verb: str, depth: int) -> str:
        pairs = [
            self._value(key, verb, depth + 1) + ":" + self._value(value[key], verb, depth + 1)
            for key in sorted_keys(value)
        ]
        if self.spec.sharp_v:
            return type_name(value) + "{" + ", ".join(pairs) + "}"
        return "map[" + " ".join(pairs) + "]"

    def _struct(self, value: Any, verb: str, depth: int, *, pointer: bool) -> str:
        if isinstance(value, GoError):
            return f"&{{{self._value(str(value), verb, depth + 1)}}}"
        if pointer and depth > 0:
            return self._pointer(value, verb)
        fields = getattr(type(value), "go_fields", {})
        parts = []
        for name, attribute in fields.items():
            text = self._value(getattr(value, attribute), verb, depth + 1)
            parts.append(f"{name}:{text}" if self.spec.plus_v or self.spec.sharp_v else text)
        head = "&" if pointer else ""
        if self.spec.sharp_v:
            return head + type_name(value).lstrip("*") + "{" + ", ".join(parts) + "}"
        return head + "{" + " ".join(parts) + "}"

    def _pointer(self, value: Any, verb: str) -> str:
        if kind_name(value) not in ("func", "map", "slice", "ptr"):
            return self._bad_verb(value, verb)
        address = 0xC000000000 + (id(value) & 0xFFFFFFFF)
        if verb == "v" and self.spec.sharp_v:
            return f"({type_name(value)})(0x{address:x})"
        if verb in "vp":
            return self.spec.pad(f"{address:x}" if self.spec.sharp else f"0x{address:x}")
        return self.spec.integer(address, verb, signed=False) or self._bad_verb(value, verb)
