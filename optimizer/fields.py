"""Finite fields as addition and multiplication tables, for the constructions."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int64]

# x**n = -(c0 + c1 x + ...): the low coefficients of an irreducible polynomial over Z_p
_IRREDUCIBLE: dict[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 1)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (2, 1)),
    27: (3, (1, 2, 0)),
    32: (2, (1, 0, 1, 0, 0)),
}

ORDERS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37)
"""Orders of the fields that :func:`field` knows."""


@cache
def field(order: int) -> tuple[Table, Table]:
    """Return the addition and multiplication tables of the field with ``order`` elements.

    Element 0 is zero; elements of an extension of Z_p are numbered by their digits to base p.
    """
    if order not in _IRREDUCIBLE:
        numbers = np.arange(order)
        return (numbers[:, None] + numbers) % order, (numbers[:, None] * numbers) % order
    prime, low = _IRREDUCIBLE[order]
    digits = np.array([[e // prime**n % prime for n in range(len(low))] for e in range(order)])
    powers = prime ** np.arange(len(low))
    add = ((digits[:, None, :] + digits) % prime) @ powers
    multiply = np.array(
        [[_product(a, b, prime, low) @ powers for b in digits] for a in digits], dtype=np.int64
    )
    return add, multiply


def _product(a: Table, b: Table, prime: int, low: tuple[int, ...]) -> Table:
    """Multiply two polynomials modulo the irreducible one."""
    product = np.convolve(a, b) % prime
    for top in range(len(product) - 1, len(low) - 1, -1):
        lead, product[top] = product[top], 0
        for n, coefficient in enumerate(low):
            product[top - len(low) + n] = (product[top - len(low) + n] - lead * coefficient) % prime
    return product[: len(low)]
