"""A small random generator that compiled kernels share, so that a seed means the same anywhere.

xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
ACM TOMS 42 (2016)); its state is one uint64 in an array of length one.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numba import njit
from numpy.typing import NDArray


def new_state(*seed: int | str) -> NDArray[np.uint64]:
    """Return a generator state from any seed numbers and words, the same on every machine."""
    digest = hashlib.sha256(repr(seed).encode()).digest()
    return np.array([int.from_bytes(digest[:8], "big") | 1], dtype=np.uint64)


@njit(inline="always", cache=True, nogil=True)
def next32(state):  # type: ignore[no-untyped-def]
    """Return the next 32 random bits as uint64."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return (x * np.uint64(2685821657736338717)) >> np.uint64(32)


@njit(inline="always", cache=True, nogil=True)
def below(state, n):  # type: ignore[no-untyped-def]
    """Return a whole number from 0 to ``n - 1`` (bias below n / 2**32)."""
    return np.int64((next32(state) * np.uint64(n)) >> np.uint64(32))
