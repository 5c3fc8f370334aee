"""What compiled templates call: fields and methods, checks of arguments, iteration, printing."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from werfpy.gostd.compare import length
from werfpy.gostd.fmt import sprint_value
from werfpy.gostd.kinds import GoError, GoStruct, Int64, StringList, StringMap
from werfpy.gostd.reflect import Uint8, kind_name, type_name
from werfpy.gotemplate.builtins import slice_item
from werfpy.gotemplate.errors import Failure, TemplateExecFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.literals import LiteralMismatch
from werfpy.gotemplate.signatures import (
    NilList,
    NilMap,
    NilStringList,
    assignable,
    can_be_nil,
    go_name,
    zero_of,
)

NO_VALUE = "<no value>"

_INT_KINDS = frozenset({"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64"})
_ANNOTATIONS = {
    "str": "string",
    "int": "int",
    "Int64": "int64",
    "float": "float64",
    "bool": "bool",
    "list": "[]any",
    "list[Any]": "[]any",
    "dict[str, Any]": "map[string]any",
    "StringList": "[]string",
    "StringMap": "map[string]string",
}


def fail(message: str, node: int = 0) -> Any:
    """Fail at a node; 0 is that of the calling line."""
    raise Failure(message, node=node)


def print_value(value: Any) -> str:
    """Return what an action writes for a value that is no plain string."""
    if value is None:
        return NO_VALUE
    if isinstance(value, GoFunction):
        raise Failure(f"can't print value of type {type_name(value)}")
    return sprint_value(value)


# Fields and methods.


def get_field(receiver: Any, name: str, boxed: object, node: int = 0, caller: int = 0) -> Any:
    """Return a field, a map's value, or what a method without arguments returns.

    Failures are at *node*, errors of the method at *caller*; 0 is the node of the calling line.
    """
    if isinstance(receiver, dict) and name not in getattr(receiver, "go_methods", ()):
        return receiver.get(name, "" if isinstance(receiver, StringMap) else None)
    if receiver is None:
        if boxed:
            raise Failure(f"nil pointer evaluating interface {{}}.{name}", node=node)
        return None
    method = _method(receiver, name)
    if method is not None:
        _check_count(name, method, (0, False), node)
        return _call(name, method, (), caller)
    return _own_field(receiver, name, boxed, node)


def get_next_field(receiver: Any, index: int, base: Any, names: Sequence[str], node: int = 0, caller: int = 0) -> Any:
    """Return the field ``names[index]`` of what the fields before it of *base* led to; see :func:`get_field`."""
    return get_field(receiver, names[index], is_boxed(base, names, index), node, caller)


def is_boxed(base: Any, names: Sequence[str], count: int) -> bool:
    """Tell whether the first *count* fields of *base* lead to an interface, not to a value of a type of its own."""
    boxed = False
    value = base
    for name in names[:count]:
        if value is None:
            return boxed
        method = name in getattr(type(value), "go_methods", ())
        boxed = isinstance(value, dict) and not isinstance(value, StringMap) and not method
        if method:
            value = getattr(value, type(value).go_methods[name])()
            boxed = value is None
        elif isinstance(value, dict):
            value = value.get(name)
        else:
            value = getattr(value, getattr(type(value), "go_fields", {}).get(name, ""), None)
            boxed = value is None
    return boxed


def _own_field(receiver: Any, name: str, boxed: object, node: int) -> Any:
    fields = getattr(type(receiver), "go_fields", None)
    if fields is not None and name in fields:
        return getattr(receiver, fields[name])
    raise Failure(f"can't evaluate field {name} in type {_static_type(receiver, boxed)}", node=node)


def _static_type(receiver: Any, boxed: object) -> str:
    return "interface {}" if boxed else type_name(receiver)


def _method(receiver: Any, name: str) -> GoFunction | None:
    methods = getattr(type(receiver), "go_methods", None)
    if methods is None or name not in methods:
        return None
    bound = getattr(receiver, methods[name])
    if isinstance(bound, GoFunction):
        return bound
    if not callable(bound):
        return GoFunction(lambda: bound)
    params, variadic = _signature(type(receiver), methods[name])
    return GoFunction(bound, params, variadic)


_KNOWN_SIGNATURES: dict[tuple[type, str], tuple[tuple[str, ...], str]] = {}


def _signature(cls: type, attribute: str) -> tuple[tuple[str, ...], str]:
    """Return the Go parameter types of a method, told by its annotations."""
    known = _KNOWN_SIGNATURES.get((cls, attribute))
    if known is None:
        known = _KNOWN_SIGNATURES[cls, attribute] = _read_signature(cls, attribute)
    return known


def _read_signature(cls: type, attribute: str) -> tuple[tuple[str, ...], str]:
    params: list[str] = []
    variadic = ""
    for parameter in list(inspect.signature(getattr(cls, attribute)).parameters.values())[1:]:
        annotation = parameter.annotation
        name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "any")
        typ = _ANNOTATIONS.get(name, "any")
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            variadic = typ
        elif parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            params.append(typ)
    return tuple(params), variadic


def _check_count(name: str, method: GoFunction, given: tuple[int, bool], node: int) -> None:
    count, wanted = sum(given), len(method.params)
    if method.variadic:
        if count < wanted:
            raise Failure(f"wrong number of args for {name}: want at least {wanted} got {given[0]}", node=node)
    elif count != wanted:
        raise Failure(f"wrong number of args for {name}: want {wanted} got {count}", node=node)


def _call(name: str, method: GoFunction, args: Sequence[Any], node: int = 0) -> Any:
    try:
        return method.call(*args)
    except (GoError, TemplateExecFault) as error:
        text = error.go_text if isinstance(error, TemplateExecFault) else str(error)
        raise Failure(f"error calling {name}: {text}", node=node, cause=error) from None


def find_method(receiver: Any, name: str, boxed: object, *given: int) -> tuple[str, GoFunction] | None:
    """Return the method that a field with arguments names; None where the receiver is an invalid value.

    *given*: how many arguments there are, whether a piped value follows, and the node of failures (0: the line's).
    """
    count, has_final = given[0], bool(given[1])
    node = given[2] if len(given) > 2 else 0
    if receiver is None:
        if boxed:
            raise Failure(f"nil pointer evaluating interface {{}}.{name}", node=node)
        return None
    method = _method(receiver, name)
    if method is not None:
        _check_count(name, method, (count, has_final), node)
        return name, method
    if isinstance(receiver, dict):
        raise Failure(f"{name} is not a method but has arguments", node=node)
    if isinstance(receiver, GoStruct) and name in receiver.go_fields:
        raise Failure(f"{name} has arguments but cannot be invoked as function", node=node)
    raise Failure(f"can't evaluate field {name} in type {_static_type(receiver, boxed)}", node=node)


def method_argument(
    found: tuple[str, GoFunction] | None, index: int, value: Any, shape: tuple[str, str, object, int]
) -> Any:
    """Return an argument for a method; *shape* says its sort, its source, whether it is boxed, and its node."""
    if found is None:
        return None
    method = found[1]
    typ = go_name(method.params[index] if index < len(method.params) else method.variadic)
    sort, source, boxed, node = shape
    if sort != "literal":
        return check(value, typ, boxed, node)
    try:
        return _convert_literal(value, typ, source)
    except LiteralMismatch as mismatch:
        raise Failure(str(mismatch), node=node) from None


def call_method(found: tuple[str, GoFunction] | None, args: Sequence[Any]) -> Any:
    """Call a method with checked arguments."""
    if found is None:
        return None
    return _call(*found, args)


def _convert_literal(value: Any, typ: str, source: str) -> Any:
    from werfpy.gotemplate.literals import literal_for
    from werfpy.gotemplate.nodes import BoolNode, NilNode, Node, NumberNode, StringNode
    from werfpy.gotemplate.numbers import parse_number

    node: Node
    if value is None:
        node = NilNode(0)
    elif isinstance(value, bool):
        node = BoolNode(0, value)
    elif isinstance(value, str):
        node = StringNode(0, source, value)
    else:
        kind = "charconst" if source.startswith("'") else "complex" if isinstance(value, complex) else "number"
        node = NumberNode(0, source, parse_number(source, kind))
    return literal_for(node, typ)


# Arguments.


def check(value: Any, typ: str, boxed: object, node: int = 0) -> Any:
    """Return a value for a parameter of a Go type, or fail as Go's validateType does."""
    if value is None:
        if boxed:
            if typ in ("interface {}", "reflect.Value"):
                return None
            raise Failure(f"wrong type for value; expected {typ}; got interface {{}}", node=node)
        if can_be_nil(typ):
            return zero_of(typ)
        raise Failure(f"invalid value; expected {typ}", node=node)
    if assignable(value, typ):
        return value
    raise Failure(f"wrong type for value; expected {typ}; got {type_name(value)}", node=node)


# Iteration.


def range_items(value: Any, node: int = 0) -> Sequence[Any]:
    """Return what a range without or with one variable goes over."""
    cls = type(value)
    if cls is list or cls is StringList:
        return value  # type: ignore[no-any-return]
    if value is None:
        return ()
    if isinstance(value, dict):
        return [value[key] for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, bytes):
        return [Uint8(byte) for byte in value]
    if not isinstance(value, bool) and kind_name(value) in _INT_KINDS:
        return range(value) if cls is int else [cls(index) for index in range(value)]
    raise Failure(f"range can't iterate over {sprint_value(value)}", node=node)


def range_pairs(value: Any, node: int = 0) -> Iterable[tuple[Any, Any]]:
    """Return what a range with two variables goes over."""
    if isinstance(value, dict):
        return [(key, value[key]) for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        return enumerate(value)
    if not isinstance(value, bool) and kind_name(value) in _INT_KINDS:
        raise Failure(f"can't use {sprint_value(value)} to iterate over more than one variable", node=node)
    return enumerate(range_items(value, node))


def items_are_boxed(container: Any) -> bool:
    """Tell whether the elements of a container are interfaces."""
    return isinstance(container, (list, dict)) and not isinstance(container, (StringList, StringMap))


# Functions that need more than their arguments.


def length_of(value: Any, boxed: object) -> int:
    """The builtin len; it tells a nil interface from an invalid value."""
    if value is None and not boxed:
        raise GoError("reflect: call of reflect.Value.Type on zero Value")
    return length(value)


def call_value(shown: str, function: Any, *args: Any) -> Any:
    """The builtin call: a function that is a value."""
    if function is None:
        raise GoError("call of nil")
    if not isinstance(function, GoFunction):
        raise GoError(f"non-function {shown or _reflect_string(function)} of type {type_name(function)}")
    name, wanted = shown, len(function.params)
    if function.variadic:
        if len(args) < wanted:
            raise GoError(f"wrong number of args for {name}: got {len(args)} want at least {wanted}")
    elif len(args) != wanted:
        raise GoError(f"wrong number of args for {name}: got {len(args)} want {wanted}")
    return function.call(*[_prepared(function, index, arg) for index, arg in enumerate(args)])


def _reflect_string(value: Any) -> str:
    return value if isinstance(value, str) else f"<{type_name(value)} Value>"


def _prepared(function: GoFunction, index: int, arg: Any) -> Any:
    typ = go_name(function.params[index] if index < len(function.params) else function.variadic)
    if arg is None:
        if not can_be_nil(typ):
            raise GoError(f"arg {index}: value is nil; should be of type {typ}")
        return zero_of(typ)
    if assignable(arg, typ):
        return arg
    if typ in _INT_KINDS and kind_name(arg) in _INT_KINDS:
        return Int64(arg) if typ == "int64" else int(arg)
    raise GoError(f"arg {index}: value has type {type_name(arg)}; should be {typ}")


def slice_value(args: Sequence[Any], boxed: Sequence[object]) -> Any:
    """The builtin slice; unlike index it does not look into interfaces for its bounds."""
    for position, is_interface in zip(args[1:], boxed[1:], strict=True):
        if is_interface and isinstance(args[0], (str, bytes, list, tuple)) and len(args) <= 4:
            slice_item(args[0], *args[1 : args.index(position)])
            raise GoError("cannot index slice/array with type interface {}")
    return slice_item(*args)


HELPERS: dict[str, Callable[..., Any] | type] = {
    "X": fail,
    "S": print_value,
    "F": get_field,
    "FN": get_next_field,
    "BX": is_boxed,
    "M": find_method,
    "MA": method_argument,
    "MC": call_method,
    "SL": slice_value,
    "CK": check,
    "R1": range_items,
    "R2": range_pairs,
    "EF": items_are_boxed,
    "LEN": length_of,
    "CALL": call_value,
    "Int64": Int64,
    "StringList": StringList,
    "StringMap": StringMap,
    "NilList": NilList,
    "NilMap": NilMap,
    "NilStringList": NilStringList,
}
