"""Errors as text: first what Helm prints, then labelled lines for the person who must act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from werfpy.errors import DeployFailed, Problems, WerfpyError
from werfpy.report.paint import paint, visible

_LABEL_WIDTH = len("because") + 2
_INDENT = "  "


def render_failure(error: BaseException, *, is_colored: bool = False, prefix: str = "") -> str:
    """
    An error as text that ends with a newline.

    The first line is ``Error: `` and the summary, as Helm prints it; ``at``, ``because``, ``hint`` and ``code``
    follow where they say something. Errors made of several (Problems, DeployFailed, an exception group) list
    their parts by number, each in the same form. Several lines of a value are indented alike.

    Args:
        error: Any exception; those that are not WerfpyError have only a summary.
        is_colored: Whether to colour by ANSI codes.
        prefix: Stands before the summary: Helm's ``INSTALLATION FAILED: ``.

    >>> from werfpy.errors import NotFound
    >>> print(render_failure(NotFound("Pod shop/web not found", status=404)), end="")
    Error: Pod shop/web not found
      code     kube-not-found
    """
    head = paint("Error:", "bold red", is_colored)
    lines = [f"{head} {prefix}{visible(_summary(error))}"]
    lines.extend(_INDENT + line if line else "" for line in _body(error, is_colored))
    return "\n".join(lines) + "\n"


def _summary(error: BaseException) -> str:
    if isinstance(error, WerfpyError):
        summary = error.summary
    elif isinstance(error, BaseExceptionGroup):
        summary = str(error.message)
    else:
        return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    only = _only_part(error)
    if only is None or _summary(only) in summary:
        return summary
    return f"{summary}: {_summary(only)}" if summary else _summary(only)


def _only_part(error: BaseException) -> BaseException | None:
    """The error that *error* merely wraps: a list of one is no list."""
    parts = parts_of(error)
    return parts[0] if len(parts) == 1 else None


def _body(error: BaseException, is_colored: bool) -> Iterator[str]:
    only = _only_part(error)
    if only is not None:
        yield from _body(only, is_colored)
        return
    # What holds for all of them comes last, as after the items of a list.
    for number, part in enumerate(parts_of(error), 1):
        yield from _numbered(f"{number}. ", part, is_colored)
    if isinstance(error, WerfpyError):
        yield from _labelled(error, is_colored)


def parts_of(error: BaseException) -> Sequence[BaseException]:
    """The errors of which *error* is made, in order; ``()`` for a single one."""
    if isinstance(error, Problems | DeployFailed):
        return error.problems
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()


def _numbered(number: str, part: BaseException, is_colored: bool) -> Iterator[str]:
    first, *rest = visible(_summary(part)).split("\n")
    yield number + first
    for line in [*rest, *_body(part, is_colored)]:
        yield " " * len(number) + line if line else ""


def _labelled(error: WerfpyError, is_colored: bool) -> Iterator[str]:
    values = (("at", error.at), ("because", error.because), ("hint", error.hint), ("code", error.code))
    for label, value in values:
        if not value:
            continue
        first, *rest = visible(value).rstrip("\n").split("\n")
        yield paint(label, "dim", is_colored) + " " * (_LABEL_WIDTH - len(label)) + first
        for line in rest:
            yield " " * _LABEL_WIDTH + line
