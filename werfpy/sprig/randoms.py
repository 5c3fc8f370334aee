"""Random strings, numbers, orders and identifiers, all from the system's secure source."""

from __future__ import annotations

import base64
import secrets
import string
import uuid

from werfpy.gostd.kinds import GoPanic

_ASCII = "".join(map(chr, range(32, 127)))


def _drawn(alphabet: str, count: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(count))


def rand_alpha_num(count: int) -> str:
    """Return *count* letters and digits."""
    return _drawn(string.ascii_letters + string.digits, count)


def rand_alpha(count: int) -> str:
    """Return *count* letters."""
    return _drawn(string.ascii_letters, count)


def rand_ascii(count: int) -> str:
    """Return *count* printable ASCII characters."""
    return _drawn(_ASCII, count)


def rand_numeric(count: int) -> str:
    """Return *count* digits."""
    return _drawn(string.digits, count)


def rand_bytes(count: int) -> str:
    """Return *count* random bytes in base64.

    Raises:
        GoPanic: *count* is negative.
    """
    if count < 0:
        raise GoPanic("runtime error: makeslice: len out of range")
    return base64.b64encode(secrets.token_bytes(count)).decode("ascii")


def rand_int(low: int, high: int) -> int:
    """Return a number from *low* to before *high*.

    Raises:
        GoPanic: There is none.
    """
    if high <= low:
        raise GoPanic("invalid argument to Intn")
    return low + secrets.randbelow(high - low)


def shuffle(text: str) -> str:
    """Return the characters in a random order."""
    characters = list(text)
    secrets.SystemRandom().shuffle(characters)
    return "".join(characters)


def uuidv4() -> str:
    """Return a random UUID."""
    return str(uuid.uuid4())
