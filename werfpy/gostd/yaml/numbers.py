"""How go-yaml and sigs.k8s.io/yaml spell numbers: ``strconv.FormatFloat(x, 'g', -1, bits)``."""

from __future__ import annotations

import math

from werfpy.gostd.json import format_number
from werfpy.gostd.kinds import GoError
from werfpy.gostd.strconv import format_float

_NOT_FINITE = {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}
_EXACT = float(1 << 53)
_INT64_MIN, _UINT64_END = -(1 << 63), 1 << 64


def float64_text(value: float) -> str:
    """Spell a float64 as ``FormatFloat(value, 'g', -1, 64)``; infinities and NaN as go-yaml writes them."""
    return format_float(value, "g", -1, 64) if math.isfinite(value) else _NOT_FINITE[repr(value)]


def float32_text(value: float) -> str:
    """Spell a number as ``FormatFloat(value, 'g', -1, 32)``: a float that is a key or fills a string field.

    sigs.k8s.io/yaml uses 32 bits here, so that long fractions lose digits (``convertToJSONableObject``).
    """
    text = format_float(value, "g", -1, 32) if math.isfinite(value) else repr(value)
    return {"+Inf": ".inf", "-Inf": "-.inf", **_NOT_FINITE}.get(text, text)


def json_float_text(value: float) -> str:
    """Spell a float64 as go-yaml does after it read the number from JSON: integral ones up to uint64 are integers.

    Raises:
        GoError: The number is infinite or NaN, which JSON cannot say.
    """
    check_finite(value)
    if not value.is_integer():
        return float64_text(value)
    if -_EXACT < value < _EXACT:
        return str(int(value))
    digits = format_number(value)
    if "e" not in digits and _INT64_MIN <= int(digits) < _UINT64_END:
        return digits
    return float64_text(value)


def check_finite(value: float) -> None:
    """Refuse what JSON cannot say.

    Raises:
        GoError: The number is infinite or NaN.
    """
    if not math.isfinite(value):
        raise GoError(f"json: unsupported value: {'NaN' if value != value else '+Inf' if value > 0 else '-Inf'}")
