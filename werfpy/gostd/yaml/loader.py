"""The ways to load YAML: what Helm makes of values, charts and manifests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes, to_bytes
from werfpy.gostd.yaml.builder import (
    Builder,
    NextEvent,
    ScalarTable,
    UnknownAnchor,
    UnusableKey,
    as_api_number,
    as_float,
    as_written,
    documents,
)
from werfpy.gostd.yaml.failures import go_error, libyaml_only
from werfpy.gostd.yaml.numbers import float32_text

_FLOATS = ScalarTable(as_float)
_TYPED = ScalarTable(as_written)
_API_NUMBERS = ScalarTable(as_api_number)

_PREFIX = "error converting YAML to JSON: "


@dataclass(frozen=True, slots=True)
class YAMLDocument:
    """One document of a stream.

    Args:
        value: The manifest; None where the document is empty.
        line: The line, from one, on which its first node stands.
    """

    value: Any
    line: int


def load(text: str | bytes, *, strict: bool = False) -> Any:
    """Load the first document of *text*: None, bool, float, str, list or dict of these.

    Every number is a float, every key a string; what stands after the first document is not read.

    Args:
        text: The YAML. A ``str`` may hold bytes that are no UTF-8 as surrogates (see ``gostd.utf8``).
        strict: Refuse duplicate keys.

    Raises:
        GoError: ``error converting YAML to JSON: …``, the text of sigs.k8s.io/yaml 1.6.
    """
    return _first(text, _FLOATS, strict=strict)


def load_typed(text: str | bytes, *, strict: bool = False) -> Any:
    """Load the first document with integers as ``int``: for decoding into Go structs with :func:`stringify`.

    Raises:
        GoError: As :func:`load`.
    """
    return _first(text, _TYPED, strict=strict)


def load_manifest(text: str | bytes) -> Any:
    """Load the first document as the API server would read it after Helm sent it as JSON.

    ``5`` and ``5.0`` are the int 5 (Go prints an integral float64 without its point, and an integral JSON number is
    an int64); ``1.5`` and integers beyond int64 are floats.

    Raises:
        GoError: As :func:`load`.
    """
    return _first(text, _API_NUMBERS)


def load_all_documents(text: str | bytes) -> list[YAMLDocument]:
    """Load every document of a stream as :func:`load_manifest` does.

    Raises:
        GoError: As :func:`load`; the line counts from the start of the stream.
    """
    next_event = _events(text)
    builder = Builder(next_event, _API_NUMBERS)
    loaded: list[YAMLDocument] = []

    def collect() -> None:
        for _, event in documents(next_event):
            loaded.append(YAMLDocument(builder.document(event), event.start_mark.line + 1))

    _guarded(collect, text)
    return loaded


def load_map(text: str | bytes) -> dict[str, Any]:
    """Load the first document where Go decodes into ``map[string]interface{}``; nothing and null give ``{}``.

    Raises:
        GoError: As :func:`load`, or ``error unmarshaling JSON: …`` where the document is no map.
    """
    value = load(text)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _wrong_target(value, "map[string]interface {}")
    return value


def load_list(text: str | bytes) -> list[Any]:
    """Load the first document where Go decodes into ``[]interface{}``; nothing and null give ``[]``.

    Raises:
        GoError: As :func:`load`, or ``error unmarshaling JSON: …`` where the document is no list.
    """
    value = load(text)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _wrong_target(value, "[]interface {}")
    return value


def stringify(value: Any) -> Any:
    """Return what a Go ``string`` field receives from a scalar of :func:`load_typed`; others come back as they are.

    ``appVersion: 1.10`` gives ``1.1``: floats go through 32 bits.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return float32_text(value) if isinstance(value, float) else value


def _wrong_target(value: Any, target: str) -> GoError:
    names: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "bool"}
    kind = names.get(type(value), "number")
    return GoError(
        f"error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {kind} into Go value of type {target}"
    )


def _events(text: str | bytes) -> NextEvent:
    from yaml._yaml import CParser

    next_event: NextEvent = CParser(to_bytes(text) if isinstance(text, str) else text).get_event
    return next_event


def _first(text: str | bytes, scalars: ScalarTable, *, strict: bool = False) -> Any:
    next_event = _events(text)
    builder = Builder(next_event, scalars, strict=strict)

    def build() -> Any:
        for _, event in documents(next_event):
            return _document(builder, event, next_event)
        return None

    value = _guarded(build, text)
    if builder.type_errors:
        raise GoError(_PREFIX + "yaml: unmarshal errors:\n  " + "\n  ".join(builder.type_errors))
    return value


def _document(builder: Builder, event: Any, next_event: NextEvent) -> Any:
    try:
        value = builder.document(event)
    except UnknownAnchor:
        raise
    except (GoError, UnusableKey):
        builder.read_on()
        raise
    next_event()
    return value


def _refuse_newer_syntax(text: str | bytes) -> None:
    """Raise what libyaml says of syntax that it knows and go-yaml does not."""
    altered = libyaml_only(from_bytes(text) if isinstance(text, bytes) else text)
    if altered is None:
        return
    Builder(_events(altered), _TYPED).read_on()


def _first_told(error: Exception, text: str | bytes) -> str:
    """Return what Go says first: bad keys are found before numbers that JSON cannot have."""
    if isinstance(error, GoError) and not str(error).startswith("json: "):
        return str(error)
    from werfpy.gostd.yaml.badkeys import bad_key_error

    try:
        return bad_key_error(text) or str(error)
    except GoError as other:
        return str(other)


def _guarded(work: Callable[[], Any], text: str | bytes) -> Any:
    """Run *work*, giving every failure Go's text."""
    from yaml.error import YAMLError

    try:
        _refuse_newer_syntax(text)
        return work()
    except (UnusableKey, GoError) as error:
        raise GoError(_PREFIX + _first_told(error, text)) from None
    except YAMLError as error:
        raise GoError(_PREFIX + str(go_error(error))) from None
    except RecursionError:
        raise GoError(_PREFIX + "yaml: exceeded max depth of 10000") from None
