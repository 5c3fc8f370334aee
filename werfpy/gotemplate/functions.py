"""What the template runtime must know of a function to call it as Go's text/template does."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.gostd.kinds import GoCallable


@dataclass(frozen=True, slots=True)
class GoFunction:
    """A function that templates can call.

    Args:
        call: Gets its arguments by position, already checked and converted. It returns one value.
            It raises GoError for an error that the Go function returns, GoPanic where Go panics.
        params: The Go types of the fixed parameters: ``any``, ``string``, ``bool``, ``int``, ``int64``, ``float64``,
            ``[]any``, ``[]string``, ``map[string]any``, ``time.Duration``...
        variadic: The Go type of each further argument; empty where there is no variadic tail.

    The types decide the errors (``wrong type for value; expected string; got float64``) exactly as in Go's
    ``text/template/exec.go`` (validateType).
    """

    call: GoCallable
    params: tuple[str, ...] = ()
    variadic: str = ""
