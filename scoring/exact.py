"""Exact numbers: points are fractions from the file to the place, rounded only to be shown."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isqrt

from scoring.errors import ScoringError

_NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,12})?")
_RATIO = re.compile(r"([+-]?\d{1,12})\s*/\s*(\d{1,12})")

MOST_DIGITS = 400
"""Digits before or after the point of a number in scientific notation: floats have fewer."""
ROOT_DIGITS = 40
"""Decimal digits of a square root: far more than tell two sums of points apart."""


def exact(value: str | int | float | Decimal | Fraction) -> Fraction:
    """Return a number exactly as it is written: 0.4 is 2/5, not the float nearest to it.

    Parameters
    ----------
    value
        A number, or a text such as ``"0.25"``, ``"0,25"``, ``"-2"`` or ``"6/5"``. A float is
        taken for the shortest decimal that it prints as.

    Raises
    ------
    ScoringError
        If it is no finite number.
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int):
        return Fraction(value)
    text = str(value).strip().replace("−", "-")
    ratio = _RATIO.fullmatch(text)
    if ratio and int(ratio[2]):
        return Fraction(int(ratio[1]), int(ratio[2]))
    if _NUMBER.fullmatch(text):
        return Fraction(text.replace(",", "."))
    try:
        number = Decimal(text)
        if abs(number.adjusted()) > MOST_DIGITS:  # 1e999999999 would fill the memory
            raise ValueError
        return Fraction(number)
    except (ArithmeticError, ValueError):
        raise ScoringError(f"{str(value)!r} is no number; write one such as 0.5 or -2.") from None


def rounded(value: Fraction, places: int) -> Fraction:
    """Return a number rounded to so many decimals, half away from zero ("half up")."""
    scale = 10**places
    scaled = abs(value) * scale
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if value >= 0 else -whole, scale)


def shown(value: Fraction, places: int = 2, *, comma: bool = False) -> str:
    """Return a number as people read it, rounded half up; ``comma`` writes it as in Russian.

    Zeros at the end are left out, so 2 stays "2" and 1.50 is "1.5".
    """
    number = rounded(value, places)
    scale = 10**places
    whole, rest = divmod(abs(number.numerator) * scale // number.denominator, scale)
    decimals = f"{rest:0{places}d}".rstrip("0") if places else ""
    sign = "-" if number < 0 else ""
    point = "," if comma else "."
    return f"{sign}{whole}{point + decimals if decimals else ''}"


def root(value: int) -> Fraction:
    """Return the square root of a whole number, cut after :data:`ROOT_DIGITS` decimals.

    Only scores that are divided by the root of the games need it; the same number always has the
    same root, so that equal scores stay equal.
    """
    scale = 10**ROOT_DIGITS
    return Fraction(isqrt(value * scale * scale), scale)
