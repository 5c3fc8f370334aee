"""Resource quantities in their canonical form: what the API server answers when it is sent ``1000m`` or ``0.5``."""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, Decimal
from typing import Final

_FORM: Final = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE])([+-]?\d+)|([A-Za-z]*))")
_BINARY: Final = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
_DECIMAL: Final = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_SUFFIX_OF: Final = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_SMALLEST: Final = Decimal("1e-9")
MISFORMED: Final = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


def canonical(text: str) -> str:
    """The canonical form: no fractions, the largest suffix that needs none, the kind of suffix kept.

    Source: apimachinery ``resource.Quantity.CanonicalizeBytes``.

    Raises:
        ValueError: It is no quantity.

    >>> [canonical(item) for item in ("0.5", "1024Mi", "1.5Gi", "1e3", "1000m", "0.5Ki")]
    ['500m', '1Gi', '1536Mi', '1e3', '1', '512']
    """
    matched = _FORM.fullmatch(text)
    if matched is None:
        raise ValueError(MISFORMED)
    number, exponent_mark, exponent, suffix = matched.groups()
    if exponent_mark:
        return _decimal(Decimal(number).scaleb(int(exponent)), is_exponent=True)
    if suffix in _BINARY:
        return _binary(Decimal(number) * (1 << (10 * _BINARY[suffix])))
    if suffix in _DECIMAL:
        return _decimal(Decimal(number).scaleb(_DECIMAL[suffix]), is_exponent=False)
    raise ValueError(MISFORMED)


def _binary(value: Decimal) -> str:
    if -1024 < value < 1024 or value != value.to_integral_value():
        return _decimal(value, is_exponent=False)
    number, power = int(value), 0
    while number % 1024 == 0 and power < len(_BINARY):
        number, power = number // 1024, power + 1
    return f"{number}{['', *_BINARY][power]}"


def _decimal(value: Decimal, *, is_exponent: bool) -> str:
    value = (value / _SMALLEST).to_integral_value(ROUND_CEILING if value > 0 else "ROUND_FLOOR") * _SMALLEST
    if value == 0:
        return "0"
    exponent = -9
    number = int(value.scaleb(9))
    while number % 1000 == 0 and exponent < 18:
        number, exponent = number // 1000, exponent + 3
    if is_exponent:
        return f"{number}e{exponent}" if exponent else str(number)
    return f"{number}{_SUFFIX_OF[exponent]}"
