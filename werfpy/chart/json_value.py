"""One JSON document at the start of a text, as encoding/json's Decoder takes it."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from werfpy.gostd.kinds import GoError


def decode_prefix(text: str) -> tuple[Any, int]:
    """The JSON value that *text* starts with, and how many characters it takes. Numbers are floats.

    Raises:
        GoError: *text* starts with no JSON.
    """
    body = text.lstrip(" \t\r\n")
    try:
        value, length = _DECODER.raw_decode(body)
    except ValueError as error:
        raise GoError(f"invalid JSON: {error}") from error
    return value, length + len(text) - len(body)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_int=float, parse_constant=_refuse)
