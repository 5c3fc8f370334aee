"""What went wrong while rendering, in the words of each Helm, with the place in the template below.

Source: helm ``pkg/engine/engine.go`` (cleanupParseError, reformatExecErrorMsg).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from werfpy.errors import ResourceError, TemplateExecError, TemplateSyntaxError, WerfpyError
from werfpy.gotemplate.errors import Frame, TemplateExecFault, TemplateSyntaxFault

WARN_START: Final = "HELM_ERR_START"
WARN_END: Final = "HELM_ERR_END"

_WARNING: Final = re.compile(f"{WARN_START}(.*){WARN_END}", re.DOTALL)
_NIL_FIELD: Final = re.compile(r"nil pointer evaluating interface \{\}\.(\w+)")
_YAML_LINE: Final = re.compile(r"yaml: line (\d+):")
_SECRET_KIND: Final = re.compile(r"""["']?kind["']?\s*:\s*["']?Secret\b""")
_QUOTED: Final = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`""")
_HIDDEN: Final = "*****"

DEBUG_HINT: Final = "use --debug to print the invalid YAML"


class Trace(NamedTuple):
    """One block of Helm 4's error: where, what was executed there, what happened."""

    location: str
    executed: str
    message: str

    def text(self) -> str:
        """The block as printed; empty parts leave no line."""
        result = f"{self.location}\n  " if self.location else ""
        if self.executed:
            result += f"{self.executed}\n    "
        return f"{result}{self.message}\n" if self.message else result


def parse_failure(fault: TemplateSyntaxFault) -> TemplateSyntaxError:
    """The error of a template that does not parse."""
    tokens = fault.go_text.split(": ")
    place = fault.excerpt.carets() if fault.excerpt else ""
    return TemplateSyntaxError(f"parse error at ({tokens[1]}): {tokens[-1]}", at=place)


def exec_failure(fault: TemplateExecFault, compat: int) -> TemplateExecError:
    """The error of a template that failed while it ran."""
    reason = fault.root_cause.__cause__
    because = reason.because if isinstance(reason, WerfpyError) else ""
    return TemplateExecError(exec_text(fault, compat), at=_place(fault), because=because, hint=_hint(fault))


def exec_text(fault: TemplateExecFault, compat: int) -> str:
    """Helm's text for *fault*: its own line for ``fail`` and ``required``; blocks (4) or Go's one line (3) else."""
    tokens = fault.go_text.split(": ", 2)
    if len(tokens) == 3:
        warning = _WARNING.search(tokens[2])
        if warning is not None:
            return f"execution error at ({tokens[1]}): {warning.group(1)}"
    if compat == 3 or not fault.traced:
        return fault.go_text
    blocks: list[Trace] = []
    current: BaseException | None = fault
    while current is not None:
        trace = parse_trace(getattr(current, "go_text", "") or str(current))
        if trace is None:
            return fault.go_text
        if not blocks or blocks[-1] != trace:
            blocks.append(trace)
        current = getattr(current, "cause", None)
    return "".join(block.text() for block in blocks).strip()


def parse_trace(text: str) -> Trace | None:
    """Take apart one error text of Go's text/template; None where it is none."""
    if not text.startswith("template: "):
        return None
    rest = text.removeprefix("template: ")
    if rest.startswith("no template "):
        return Trace("", "", text)
    trace = _executing(rest)
    if trace is not None:
        return trace
    name, found, message = rest.rpartition(": ")
    return Trace(name, "", _first_link(message)) if found else None


def _executing(rest: str) -> Trace | None:
    name, found, after = rest.partition(": executing ")
    if not found or not after.startswith('"'):
        return None
    function, closed, after = after[1:].partition('"')
    if not closed or not after.startswith(" at <"):
        return None
    expression, found, message = after.removeprefix(" at <").partition(">: ")
    if not found:
        return None
    return Trace(name, f'executing "{function}" at <{expression}>:', _first_link(message))


def _first_link(message: str) -> str:
    """*message* without the errors that follow it in the chain."""
    return message.partition(" template:")[0]


def _place(fault: TemplateExecFault) -> str:
    for frame in reversed(_frames(fault)):
        if frame.excerpt is not None:
            return f"{frame.location}\n{frame.excerpt.carets()}"
    return ""


def _frames(fault: TemplateExecFault) -> tuple[Frame, ...]:
    """The frames of the innermost template error."""
    inner = fault.root_cause
    return inner.frames if isinstance(inner, TemplateExecFault) and inner.frames else fault.frames


def _hint(fault: TemplateExecFault) -> str:
    frames = _frames(fault)
    if not frames:
        return ""
    frame = frames[-1]
    missing = _NIL_FIELD.search(frame.message)
    if missing is not None and frame.expr.startswith((".Values.", "$.Values.")):
        path = frame.expr.partition("Values.")[2]
        above = path.partition(f".{missing.group(1)}")[0]
        return f"the values have no `{above}`; set it, e.g. --set {path}=..."
    return ""


class BadDocument(ResourceError):
    """A rendered document is no YAML or has a wrong head; ``files`` is everything that was rendered, by path."""

    files: Mapping[str, str] = MappingProxyType({})

    def rendered_text(self) -> str:
        """All files as one text, for the eyes of who looks for the fault."""
        return "".join(f"---\n# Source: {path}\n{text}\n" for path, text in sorted(self.files.items()) if text.strip())


def bad_document(path: str, text: str, problem: str) -> BadDocument:
    """The error of a rendered document that is no YAML or has a wrong head.

    Where *text* seems to state a Secret, neither the line nor what the parser quotes of it is shown.
    """
    at, is_secret = path, _SECRET_KIND.search(text) is not None
    found = _YAML_LINE.search(problem)
    if found is not None:
        number = int(found.group(1))
        lines = text.split("\n")
        if 1 <= number <= len(lines):
            line = f"rendered {path}, line {number} of the document"
            at = line if is_secret else f"{line}\n{lines[number - 1].rstrip()}"
    told = _QUOTED.sub(_HIDDEN, problem) if is_secret else problem
    return BadDocument(f"YAML parse error on {path}: {told}", at=at, hint=DEBUG_HINT)
