"""JSON as the API server reads and writes it."""

from __future__ import annotations

import json

import orjson

from werfpy.errors import KubeError
from werfpy.json_types import JSONValue


def encode(value: JSONValue) -> bytes:
    """*value* as JSON; numbers beyond 64 bits and lone surrogates, which orjson refuses, take the slow way."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode()


def decode(body: bytes, what: str) -> JSONValue:
    """The JSON in *body*.

    Raises:
        KubeError: *body*, the answer about *what*, is not JSON: something else than an API server answered.
    """
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise KubeError(
            f"the answer about {what} is not JSON",
            because=str(error),
            hint="check that the server's URL is that of a Kubernetes API server and not of a proxy's login page",
        ) from error
