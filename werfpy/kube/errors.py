"""The border where answers of the API server become errors of werfpy.

Every status of 400 and above is mapped here and nowhere else. The API's own Status message becomes ``because``, except
for Secrets, whose messages may quote the data: there only what cannot hold a value is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import orjson

from werfpy.errors import (
    AlreadyExists,
    Conflict,
    Forbidden,
    Gone,
    Invalid,
    KubeError,
    NotFound,
    TooManyRequests,
    Unauthorized,
)
from werfpy.kube.transport import Response

_BY_STATUS: dict[int, tuple[type[KubeError], str]] = {
    400: (Invalid, "the request is not valid"),
    401: (Unauthorized, "the cluster does not accept the credentials"),
    403: (Forbidden, "forbidden"),
    404: (NotFound, "not found"),
    409: (Conflict, "the object has been modified"),
    410: (Gone, "the resource version is too old"),
    413: (Invalid, "the object is too large"),
    415: (Invalid, "the server does not know this kind of patch"),
    422: (Invalid, "invalid"),
    429: (TooManyRequests, "the server is too busy"),
}
_HINTS: dict[type[KubeError], str] = {
    Unauthorized: "log in again, or check the user of the kubeconfig's context (--kube-context) or --kube-token",
    TooManyRequests: "try again later, or send fewer requests at once (--qps)",
}


def error_of(response: Response, verb: str, what: str, *, holds_secrets: bool = False, at: str = "") -> KubeError:
    """The error that *response* (status 400 or above) stands for.

    Args:
        response: The answer; its body is a ``v1 Status`` or anything else.
        verb: What was being done: ``create``.
        what: To what: ``Deployment shop/web``.
        holds_secrets: The request or the object is a Secret: quote no values.
        at: Where the cluster and the credentials were found.
    """
    status = _status_body(response)
    reason = str(status.get("reason") or "")
    kind, told = _classify(response.status, reason)
    because = _secret_safe_message(status) if holds_secrets else _message(status, response)
    where = at if kind is Unauthorized else ""
    return kind(
        f"cannot {verb} {what}: {told}",
        status=response.status,
        reason=reason,
        at=where,
        because=because,
        hint=_hint(kind, because),
    )


def _hint(kind: type[KubeError], because: str) -> str:
    """What to do. A 403 of a quota or of admission is no question of rights."""
    if kind is Forbidden and " cannot " in because:
        return "ask for a Role that allows it, or use other credentials"
    return _HINTS.get(kind, "")


def raise_for_status(response: Response, verb: str, what: str, *, holds_secrets: bool = False, at: str = "") -> None:
    """Raise the error that *response* stands for; nothing for statuses below 400."""
    if response.status >= 400:
        raise error_of(response, verb, what, holds_secrets=holds_secrets, at=at)


def _classify(status: int, reason: str) -> tuple[type[KubeError], str]:
    if reason == "AlreadyExists":
        return AlreadyExists, "it already exists"
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return KubeError, f"the API server answered {status}"


def _status_body(response: Response) -> Mapping[str, Any]:
    try:
        body = orjson.loads(response.body)
    except orjson.JSONDecodeError:
        return {}
    return body if isinstance(body, dict) and body.get("kind") == "Status" else {}


def _message(status: Mapping[str, Any], response: Response) -> str:
    """The API's words; for an answer that is no Status (a proxy's page) only the status and its content type."""
    if status.get("message"):
        return str(status["message"])
    content_type = response.headers.get("content-type", "")
    if response.body and content_type.partition(";")[0] in ("text/plain", ""):
        return response.body[:500].decode("utf-8", "replace").strip()
    return f"HTTP {response.status} without an explanation ({content_type or 'no content type'})"


def _secret_safe_message(status: Mapping[str, Any]) -> str:
    """What can be told about a refused Secret without quoting it.

    The message of 400, 422 and 5xx, and of an admission webhook, may contain any part of the object. The other
    answers (404, 409, 403 by RBAC) name only the object and the user.
    """
    message, code = str(status.get("message") or ""), status.get("code")
    is_rbac = code == 403 and " cannot " in message and "admission webhook" not in message
    if is_rbac or code in (401, 404, 409, 410, 429):
        return message
    causes = (status.get("details") or {}).get("causes") or []
    told = [_safe_cause(cause) for cause in causes if isinstance(cause, dict)]
    webhook = re.match(r'admission webhook "[^"]*" denied the request', message)
    if webhook:
        told.insert(0, webhook.group())
    return "; ".join(told) or "the API server's message is withheld, because it may quote the Secret's data"


def _safe_cause(cause: Mapping[str, Any]) -> str:
    """The field and the kind of fault; the message of a cause quotes the value for most reasons."""
    if "field is immutable" in str(cause.get("message")):
        return f"{cause.get('field')}: field is immutable"
    return f"{cause.get('field')}: {cause.get('reason') or 'not accepted'}"
