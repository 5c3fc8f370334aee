"""How Go values are kept in Python.

==========================  =======================================
Go                          Python
==========================  =======================================
nil                         ``None``
bool, string, float64       ``bool``, ``str``, ``float``
int                         ``int``
int64 (``--set``, sprig)    :class:`Int64`
[]byte                      ``bytes``
[]interface{}               ``list``
[]string                    :class:`StringList`
map[string]interface{}      ``dict``
map[string]string           :class:`StringMap`
a struct                    a class derived from :class:`GoStruct`
==========================  =======================================

All numbers that come from YAML or JSON are float64, as encoding/json decodes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar


class Int64(int):
    """An int64: prints like int, but typeOf and printf %T tell them apart."""

    __slots__ = ()


class StringList(list[str]):
    """A []string: splitList and toStrings make it; typeOf says so."""

    __slots__ = ()


class StringMap(dict[str, str]):
    """A map[string]string: split and Labels make it."""

    __slots__ = ()


class GoStruct:
    """A Go struct that templates can see: an unknown field is an error, as in Go.

    ``go_type`` is what ``%T`` prints. ``go_fields`` maps a Go field name to the Python attribute;
    ``go_methods`` maps a Go method name to the attribute that is called with the template's arguments.
    """

    go_type: ClassVar[str] = "struct"
    go_fields: ClassVar[Mapping[str, str]] = {}
    go_methods: ClassVar[Mapping[str, str]] = {}


class GoError(Exception):
    """An error that a Go function returned; ``str()`` is Go's text."""


class GoPanic(GoError):
    """A Go panic inside a template function; text/template turns it into an error of the call."""


GoCallable = Callable[..., Any]
