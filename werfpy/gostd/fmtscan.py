"""The scanner of Go formats: flags, ``%[n]d``, ``%*d``, and the complaints that Sprintf writes into its output."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from werfpy.gostd.fmt import Printer, sprint_value
from werfpy.gostd.fmtspec import Spec
from werfpy.gostd.reflect import type_name

_FLAGS = {"#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space"}
_TOO_LARGE = 1_000_000


def run_format(template: str, args: Sequence[Any]) -> str:
    """Format as fmt.Sprintf does."""
    pieces = _simple_pieces(template)
    if pieces is not None and len(pieces) - 1 == len(args):
        return _run_simple(pieces, args)
    return _Run(template, args).run()


@lru_cache(maxsize=512)
def _simple_pieces(template: str) -> tuple[str, ...] | None:
    """Return the texts between plain %s and %v, or None where the format has anything else."""
    parts = template.split("%")
    texts = [parts[0]]
    index = 1
    while index < len(parts):
        part = parts[index]
        if part[:1] in ("s", "v"):
            texts.append(("s" if part[0] == "s" else "v") + part[1:])
        elif part == "" and index + 1 < len(parts):
            index += 1
            texts[-1] += "%" + parts[index]
        else:
            return None
        index += 1
    return tuple(texts)


def _run_simple(pieces: tuple[str, ...], args: Sequence[Any]) -> str:
    out = [pieces[0]]
    for piece, arg in zip(pieces[1:], args, strict=True):
        if type(arg) is str:
            out.append(arg)
        elif piece[0] == "v":
            out.append(sprint_value(arg))
        else:
            out.append(Printer(Spec()).arg(arg, "s"))
        out.append(piece[1:])
    return "".join(out)


class _Run:
    """One call of Sprintf: the place in the format and the number of the next operand."""

    def __init__(self, template: str, args: Sequence[Any]) -> None:
        self.template = template
        self.args = args
        self.pos = 0
        self.next_arg = 0
        self.reordered = False
        self.good = True
        self.after_index = False
        self.out: list[str] = []

    def run(self) -> str:
        end = len(self.template)
        while self.pos < end:
            percent = self.template.find("%", self.pos)
            if percent < 0:
                self.out.append(self.template[self.pos :])
                break
            self.out.append(self.template[self.pos : percent])
            self.pos = percent + 1
            if not self._conversion():
                break
        if not self.reordered and self.next_arg < len(self.args):
            self._extra()
        return "".join(self.out)

    def _peek(self) -> str:
        return self.template[self.pos] if self.pos < len(self.template) else ""

    def _conversion(self) -> bool:
        """Do one conversion; False at the end of the format."""
        spec = Spec()
        self.good, self.after_index = True, False
        while (flag := self._peek()) in _FLAGS and flag:
            setattr(spec, _FLAGS[flag], True)
            self.pos += 1
        self._index()
        self._width(spec)
        self._precision(spec)
        if not self.after_index:
            self._index()
        verb = self._peek()
        if not verb:
            self.out.append("%!(NOVERB)")
            return False
        self.pos += 1
        self.out.append(self._operand(spec, verb))
        return True

    def _operand(self, spec: Spec, verb: str) -> str:
        if verb == "%":
            return "%"
        if not self.good:
            return f"%!{verb}(BADINDEX)"
        if self.next_arg >= len(self.args):
            return f"%!{verb}(MISSING)"
        if verb in "vw":
            spec.sharp_v, spec.sharp = spec.sharp, False
            spec.plus_v, spec.plus = spec.plus, False
        self.next_arg += 1
        return Printer(spec).arg(self.args[self.next_arg - 1], verb)

    def _index(self) -> None:
        """Take an explicit operand number: ``[3]``."""
        self.after_index = False
        if self._peek() != "[":
            return
        self.reordered = True
        rest = self.template[self.pos :]
        close = rest.find("]")
        if len(rest) < 3 or close < 0:
            self.pos += 1
            self.good = False
            return
        self.pos += close + 1
        digits = rest[1:close]
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 0
        if 1 <= number <= len(self.args):
            self.next_arg = number - 1
            self.after_index = True
            return
        self.good = False
        self.after_index = bool(digits.isascii() and digits.isdigit())

    def _width(self, spec: Spec) -> None:
        if self._peek() == "*":
            self.pos += 1
            spec.width = self._int_operand()
            if spec.width is None:
                self.out.append("%!(BADWIDTH)")
            elif spec.width < 0:
                spec.width, spec.minus, spec.zero = -spec.width, True, False
            self.after_index = False
            return
        spec.width = self._number()
        if self.after_index and spec.width is not None:
            self.good = False

    def _precision(self, spec: Spec) -> None:
        if self._peek() != "." or self.pos + 1 >= len(self.template):
            return
        self.pos += 1
        if self.after_index:
            self.good = False
        self._index()
        if self._peek() != "*":
            spec.prec = self._number() or 0
            return
        self.pos += 1
        spec.prec = self._int_operand()
        if spec.prec is not None and spec.prec < 0:
            spec.prec = None
        if spec.prec is None:
            self.out.append("%!(BADPREC)")
        self.after_index = False

    def _number(self) -> int | None:
        start = self.pos
        while (char := self._peek()) and char in "0123456789":
            self.pos += 1
            if int(self.template[start : self.pos]) > _TOO_LARGE * 10:
                self.pos = len(self.template)
                return None
        return int(self.template[start : self.pos]) if self.pos > start else None

    def _int_operand(self) -> int | None:
        if self.next_arg >= len(self.args):
            return None
        value = self.args[self.next_arg]
        self.next_arg += 1
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _TOO_LARGE:
            return int(value)
        return None

    def _extra(self) -> None:
        shown = [
            "<nil>" if arg is None else f"{type_name(arg)}={Printer(Spec()).arg(arg, 'v')}"
            for arg in self.args[self.next_arg :]
        ]
        self.out.append("%!(EXTRA " + ", ".join(shown) + ")")
