"""Every way in which the server says no, as the API's Status object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from werfpy.json_types import Manifest


@dataclass(frozen=True, slots=True)
class Cause:
    """One field that is wrong. ``reason`` is FieldValueInvalid, FieldValueRequired and so on."""

    field: str
    message: str
    reason: str = "FieldValueInvalid"


class Refused(Exception):
    """The request is not done; ``status()`` is the answer's body."""

    def __init__(self, code: int, reason: str, message: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.details = details

    def status(self) -> Manifest:
        """The ``Status`` object."""
        return failure(self.code, self.reason, self.message, self.details)


@dataclass(slots=True)
class Findings:
    """Collects what is wrong with an object, so that all is told at once."""

    causes: list[Cause] = field(default_factory=list)

    def invalid(self, path: str, value: Any, why: str) -> None:
        """A value that is not allowed."""
        self.causes.append(Cause(path, f"Invalid value: {shown(value)}: {why}"))

    def required(self, path: str, why: str = "") -> None:
        """A value that must be there."""
        self.causes.append(Cause(path, f"Required value: {why}" if why else "Required value", "FieldValueRequired"))

    def forbidden(self, path: str, why: str) -> None:
        """A value that may not be given here."""
        self.causes.append(Cause(path, f"Forbidden: {why}", "FieldValueForbidden"))

    def duplicate(self, path: str, value: Any) -> None:
        """A value that occurs twice where it must be unique."""
        self.causes.append(Cause(path, f"Duplicate value: {shown(value)}", "FieldValueDuplicate"))

    def unsupported(self, path: str, value: Any, supported: Sequence[str]) -> None:
        """A value that is none of the few allowed."""
        names = ", ".join(f'"{item}"' for item in supported)
        message = f"Unsupported value: {shown(value)}: supported values: {names}"
        self.causes.append(Cause(path, message, "FieldValueNotSupported"))

    def not_found(self, path: str, value: Any) -> None:
        """A name that refers to nothing."""
        self.causes.append(Cause(path, f"Not found: {shown(value)}", "FieldValueNotFound"))


def shown(value: Any) -> str:
    """A value as the server's messages print it: JSON."""
    import orjson

    return orjson.dumps(value).decode()


def failure(code: int, reason: str, message: str, details: dict[str, Any] | None = None) -> Manifest:
    """A Status object of a refusal."""
    status: Manifest = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message}
    if reason:
        status["reason"] = reason
    if details is not None:
        status["details"] = details
    status["code"] = code
    return status


def bad_request(message: str) -> Refused:
    """400."""
    return Refused(400, "BadRequest", message)


def qualified(group: str, name: str) -> str:
    """``deployments.apps`` or ``pods``."""
    return f"{name}.{group}" if group else name


def _details(group: str, name: str, kind: str, **more: Any) -> dict[str, Any]:
    details: dict[str, Any] = {"name": name} if name else {}
    if group:
        details["group"] = group
    return {**details, "kind": kind, **more}


def not_found(group: str, plural: str, name: str) -> Refused:
    """404 for an object."""
    return Refused(404, "NotFound", f'{qualified(group, plural)} "{name}" not found', _details(group, name, plural))


def no_such_resource() -> Refused:
    """404 for a kind that the served version does not have."""
    return Refused(404, "NotFound", "the server could not find the requested resource", {})


def method_not_allowed() -> Refused:
    """405."""
    message = "the server does not allow this method on the requested resource"
    return Refused(405, "MethodNotAllowed", message, {})


def already_exists(group: str, plural: str, name: str) -> Refused:
    """409 on create."""
    message = f'{qualified(group, plural)} "{name}" already exists'
    return Refused(409, "AlreadyExists", message, _details(group, name, plural))


def conflict(group: str, plural: str, name: str, why: str = "") -> Refused:
    """409 on a write whose base is not the live object."""
    why = why or "the object has been modified; please apply your changes to the latest version and try again"
    message = f'Operation cannot be fulfilled on {qualified(group, plural)} "{name}": {why}'
    return Refused(409, "Conflict", message, _details(group, name, plural))


def forbidden(group: str, plural: str, name: str, why: str, causes: Sequence[Cause] = ()) -> Refused:
    """403; the sandbox authorises everybody, so this is only for what admission would stop."""
    details = _details(group, name, plural)
    if causes:
        details["causes"] = [_cause(item) for item in causes]
    return Refused(403, "Forbidden", f'{qualified(group, plural)} "{name}" is forbidden: {why}', details)


def invalid(group: str, kind: str, name: str, causes: Sequence[Cause]) -> Refused:
    """422 with all causes."""
    texts = list(dict.fromkeys(f"{item.field}: {item.message}" for item in causes))
    why = texts[0] if len(texts) == 1 else "[" + ", ".join(texts) + "]"
    details = _details(group, name, kind, causes=[_cause(item) for item in causes])
    return Refused(422, "Invalid", f'{qualified(group, kind)} "{name}" is invalid: {why}', details)


def _cause(item: Cause) -> dict[str, str]:
    return {"reason": item.reason, "message": item.message, "field": item.field}


def expired(message: str) -> Refused:
    """410."""
    return Refused(410, "Expired", message)


def not_offered(feature: str) -> Refused:
    """A thing that a real API server does and the sandbox does not; said by name."""
    message = f"the werfpy sandbox does not do {feature}; use a real cluster for that"
    return Refused(501, "NotImplemented", message, {})
