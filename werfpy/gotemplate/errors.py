"""What can be wrong with a template, with everything a report needs to point at the place."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.errors import TemplateExecError, TemplateSyntaxError


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of template source and the part of it that is meant; ``start`` and ``length`` count characters."""

    line: str
    start: int
    length: int

    def carets(self) -> str:
        """Return the line and a second one that underlines the part."""
        lead = "".join("\t" if char == "\t" else " " for char in self.line[: self.start])
        return f"{self.line}\n{lead}^{'~' * (self.length - 1)}"


@dataclass(frozen=True, slots=True)
class Frame:
    """One link of a chain of template errors.

    ``name`` is the file or define as parsed, ``line`` counts from 1, ``column`` from 0 in bytes, ``context`` is the
    template being executed, ``expr`` the node in its canonical form, ``message`` Go's text after it.
    An error without a place (a template that does not exist) has an empty name and line 0.
    """

    name: str
    line: int
    column: int
    context: str
    expr: str
    message: str
    excerpt: Excerpt | None = None

    @property
    def location(self) -> str:
        """``name:line:column`` as Go writes it."""
        return f"{self.name}:{self.line}:{self.column}" if self.line else self.name


class TemplateSyntaxFault(TemplateSyntaxError):
    """A template does not parse; ``go_text`` is Go's message (``template: name:line: ...``)."""

    def __init__(self, name: str, line: int, message: str, excerpt: Excerpt | None = None) -> None:
        self.go_text = f"template: {name}:{line}: {message}"
        super().__init__(self.go_text, at=excerpt.carets() if excerpt else "")
        self.name = name
        self.line = line
        self.message = message
        self.excerpt = excerpt


class TemplateExecFault(TemplateExecError):
    """A template failed while it ran.

    Args:
        go_text: Go's one line: ``template: F:L:C: executing "T" at <expr>: message``.
        frames: The chain from the outermost template to the one where it happened.
        traced: Whether every error in the chain is one of text/template's own; false where a function returned an
            error, whose text then ends the chain (Helm 4 prints the two kinds differently).
        cause: What the failing function raised, or None.
    """

    def __init__(
        self, go_text: str, frames: tuple[Frame, ...], *, traced: bool, cause: BaseException | None = None
    ) -> None:
        excerpt = frames[-1].excerpt if frames else None
        super().__init__(go_text, at=excerpt.carets() if excerpt else "")
        self.go_text = go_text
        self.frames = frames
        self.traced = traced
        self.cause = cause

    @property
    def root_cause(self) -> BaseException:
        """The innermost error of the chain."""
        error: BaseException = self
        while isinstance(error, TemplateExecFault) and error.cause is not None:
            error = error.cause
        return error


class Failure(Exception):
    """A failure of one node while it is executed; becomes a TemplateExecFault when the place is known.

    ``node`` overrides the node that the line of the compiled code stands for; ``cause`` is what a method raised.
    """

    def __init__(self, message: str, *, node: int = 0, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.node = node
        self.cause = cause
