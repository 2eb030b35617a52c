"""Strict JSON (RFC 8259): no NaN, no number beyond a double, no half surrogate pair (contract 10.problem.8)."""

import json
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Never

_DIGITS_OF_ANY_DOUBLE = 300


def _refuse_constant(name: str) -> Never:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _finite_integer(digits: str) -> int:
    # A double ends at 1.8e308; longer numbers are refused before they cost time.
    if len(digits) > _DIGITS_OF_ANY_DOUBLE:
        _finite(digits)
    return int(digits)


STRICTLY: Mapping[str, Any] = MappingProxyType(
    {"parse_constant": _refuse_constant, "parse_float": _finite, "parse_int": _finite_integer}
)
"""Arguments for the standard library's decoder. They raise ValueError."""


def refuse_half_surrogates(value: Any, source: str) -> None:
    """Raise ValueError if a text of the value, read from `source`, has half a surrogate pair."""
    if "\\u" in source:
        json.dumps(value, ensure_ascii=False).encode()
