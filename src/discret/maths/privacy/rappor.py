r"""Answers in bits, as RAPPOR collects them: Bloom filters, a lie that stays, and one that changes.

A value is hashed into some bits, by functions that differ between cohorts of people. Each bit is
blurred once and for all (*permanently*: with a share f of chance), and what is told is blurred
again each time (*instantaneously*: a bit that is set is told as set with chance q, another with p).
Whoever sees all answers of a person for ever learns no more than the permanent bits:
:math:`ε_∞ = 2h \ln((1 - f/2) / (f/2))`; one answer tells :math:`ε_1 = h \ln(q^*(1-p^*) /
(p^*(1-q^*)))`. With one bit a value (*unary encoding*) h is 1 and both bits of two values differ.

References
----------
.. [1] Erlingsson Ú., Pihur V., Korolova A. (2014). RAPPOR: randomized aggregatable
   privacy-preserving ordinal response. CCS.
.. [2] Wang T., Blocki J., Li N., Jha S. (2017). Locally differentially private protocols for
   frequency estimation. USENIX Security.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.chance import BITS, SYSTEM, Chance

Bits = NDArray[np.uint8]


class Settings(NamedTuple):
    """How answers are made: bits, hash functions, cohorts, and the three chances."""

    bits: int = 128
    hashes: int = 2
    cohorts: int = 8
    f: float = 0.5
    p: float = 0.5
    q: float = 0.75

    @property
    def permanent(self) -> float:
        """The ε of all answers of a person together (Erlingsson et al., theorem 1).

        Examples
        --------
        >>> round(Settings(hashes=2, f=0.5).permanent, 4)
        4.3944
        """
        return 2 * self.hashes * log((1 - self.f / 2) / (self.f / 2))

    @property
    def instantaneous(self) -> float:
        """The ε of one answer (Erlingsson et al., theorem 2).

        Examples
        --------
        >>> round(Settings(hashes=2, f=0.5, p=0.5, q=0.75).instantaneous, 4)
        1.0743
        """
        told, also = self.told
        return self.hashes * log(told * (1 - also) / (also * (1 - told)))

    @property
    def told(self) -> tuple[float, float]:
        """How often a bit is told as set that is, and that is not."""
        blurred = self.f / 2 * (self.p + self.q)
        return blurred + (1 - self.f) * self.q, blurred + (1 - self.f) * self.p


class Decoded(NamedTuple):
    """How many people have each candidate, and the standard errors of these counts."""

    counts: Floats
    errors: Floats


def patterns(values: Sequence[str], settings: Settings) -> Bits:
    """Return the bits of each value in each cohort: cohorts × values × bits.

    Examples
    --------
    >>> found = patterns(["a", "b"], Settings(bits=16, hashes=2, cohorts=3))
    >>> found.shape, int(found.sum(axis=2).max()) <= 2
    ((3, 2, 16), True)
    """
    found = np.zeros((settings.cohorts, len(values), settings.bits), dtype=np.uint8)
    for cohort in range(settings.cohorts):
        for place, value in enumerate(values):
            found[cohort, place, _hashed(cohort, value, settings)] = 1
    return found


def permanent(codes: Ints, cohorts: Ints, known: Bits, f: float, chance: Chance = SYSTEM) -> Bits:
    """Blur the bits of each person once and for all: half of a share f is drawn either way.

    These bits are kept by the person, for all answers: drawn again, they would wear away.
    """
    bits = known[cohorts, codes]
    drawn = chance.words(bits.size).reshape(bits.shape)
    half = int(f / 2 * (1 << BITS))
    low, high = np.uint64(half), np.uint64(min(2 * half, (1 << BITS) - 1))
    return np.where(drawn < low, 1, np.where(drawn < high, 0, bits)).astype(np.uint8)


def instantaneous(bits: Bits, p: float, q: float, chance: Chance = SYSTEM) -> Bits:
    """Draw one answer from the permanent bits of each person."""
    drawn = chance.words(bits.size).reshape(bits.shape)
    limits = np.array([int(p * (1 << BITS)), int(q * (1 << BITS)) - 1], dtype=np.uint64)
    return np.asarray(drawn < limits[bits]).astype(np.uint8)


def decoded(answers: Bits, cohorts: Ints, known: Bits, settings: Settings) -> Decoded:
    r"""Estimate how many people have each candidate value, by regression over the bits.

    The bits that are set are estimated without bias in each cohort,
    :math:`t = (c - p^* N) / (q^* - p^*)`, and set beside those of the candidates; least squares
    weigh each bit by its variance. Candidates that share all bits cannot be told apart.
    """
    told, also = settings.told
    number = np.bincount(cohorts, minlength=len(known)).astype(np.float64)
    ones = _by_cohort(answers, cohorts, len(known))
    true = (ones - also * number[:, None]) / (told - also)
    share = np.clip(ones / np.maximum(number[:, None], 1), 1e-6, 1 - 1e-6)
    spread = np.sqrt(number[:, None] * share * (1 - share)) / (told - also)
    weights = 1 / np.maximum(spread, 1e-9).ravel()
    shares = (number / max(number.sum(), 1.0))[:, None, None]
    design = (known * shares).transpose(0, 2, 1).reshape(-1, known.shape[1]) * weights[:, None]
    inverse = np.linalg.pinv(design.T @ design, hermitian=True)
    answer = inverse @ (design.T @ (true.ravel() * weights))
    return Decoded(answer, np.sqrt(np.maximum(np.diag(inverse), 0.0)))


def _by_cohort(answers: Bits, cohorts: Ints, number: int) -> Floats:
    """Count the bits that are set in each cohort."""
    order = np.argsort(cohorts, kind="stable")
    edges = np.searchsorted(cohorts[order], np.arange(number + 1))
    pieces = (answers[order[start:end]] for start, end in pairwise(edges))
    return np.array([piece.sum(axis=0, dtype=np.int64) for piece in pieces], dtype=np.float64)


def _hashed(cohort: int, value: str, settings: Settings) -> list[int]:
    """Return the bits that a value sets in a cohort."""
    keys = (f"{cohort}/{place}".encode() for place in range(settings.hashes))
    digests = (hashlib.blake2b(value.encode(), key=key, digest_size=8).digest() for key in keys)
    return [int.from_bytes(digest, "big") % settings.bits for digest in digests]
