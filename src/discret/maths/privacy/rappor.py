r"""Answers in bits, as RAPPOR collects them: Bloom filters, a lie that stays, and one that changes.

A value is hashed into some bits, by functions that differ between cohorts of people. Each bit is
blurred once and for all (*permanently*: with a share f of chance), and what is told is blurred
again each time (*instantaneously*: a bit that is set is told as set with chance q, another with p).
Whoever sees all answers of a person for ever learns no more than the permanent bits:
:math:`ε_∞ = 2h \ln((1 - f/2) / (f/2))`; one answer tells :math:`ε_1 = h \ln(q^*(1-p^*) /
(p^*(1-q^*)))`. With one bit a value (*unary encoding*) h is 1 and both bits of two values differ.

Permanent bits must be the same whenever a person is asked again. They need not be stored: whoever
holds a secret draws them from it (`kept_words`), each time alike for the same person and value, and
unforeseeable for all others as long as the secret is.

References
----------
.. [1] Erlingsson Ú., Pihur V., Korolova A. (2014). RAPPOR: randomized aggregatable
   privacy-preserving ordinal response. CCS.
.. [2] Wang T., Blocki J., Li N., Jha S. (2017). Locally differentially private protocols for
   frequency estimation. USENIX Security.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from math import ceil, exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.privacy.chance import BITS, SYSTEM, Chance

Bits = NDArray[np.uint8]
Words64 = NDArray[np.uint64]
UPWARDS = 1 + 1e-14  # more than floating-point numbers round off
NOTHING = 1e-10  # of the largest eigenvalue: directions below it are not told by the bits


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
    cohorts = np.repeat(np.arange(settings.cohorts), len(values))
    every = [*values] * settings.cohorts
    return filtered(cohorts, every, settings).reshape(settings.cohorts, len(values), settings.bits)


def filtered(cohorts: Ints, values: Sequence[str], settings: Settings) -> Bits:
    """Return the bits that each value sets in its cohort: the Bloom filter of one value.

    Examples
    --------
    >>> filtered(np.array([0, 1]), ["a", "a"], Settings(bits=8, hashes=1)).sum(axis=1).tolist()
    [1, 1]
    """
    bits = np.zeros((len(values), settings.bits), dtype=np.uint8)
    pairs = zip(cohorts.tolist(), values, strict=True)
    places = np.array([_hashed(cohort, value, settings) for cohort, value in pairs], dtype=np.int64)
    np.put_along_axis(bits, places.reshape(len(values), settings.hashes), np.uint8(1), axis=1)
    return bits


def permanent(bits: Bits, f: float, drawn: Words64) -> Bits:
    """Blur bits once and for all: half of a share f is drawn either way.

    These bits belong to a person and a value, for all answers: drawn again, they would wear away.

    Examples
    --------
    >>> drawn = np.array([0, 2**63 - 1, 2**64 - 1], np.uint64)
    >>> permanent(np.array([0, 1, 1], np.uint8), 0.5, drawn).tolist()
    [1, 0, 1]
    """
    half = permanent_limit(f)
    low, high = np.uint64(half), np.uint64(min(2 * half, (1 << BITS) - 1))
    return np.where(drawn < low, 1, np.where(drawn < high, 0, bits)).astype(np.uint8)


def permanent_limit(f: float) -> int:
    """Return how many of 2 to the power of 64 draws make a bit set, and as many unset: at least f.

    Examples
    --------
    >>> permanent_limit(0.5) == 2**62, permanent_limit(3e-19)
    (True, 3)
    """
    return ceil(f / 2 * (1 << BITS))


def instantaneous(bits: Bits, p: float, q: float, chance: Chance = SYSTEM) -> Bits:
    """Draw one answer from the permanent bits of each person; chances are rounded to each other."""
    drawn = chance.words(bits.size).reshape(bits.shape)
    least = ceil(p * (1 << BITS))
    most = max(int(q * (1 << BITS)) - 1, least)  # a q of nothing more than p tells nothing
    limits = np.array([least, most], dtype=np.uint64)
    return np.asarray(drawn < limits[bits]).astype(np.uint8)


def kept_words(secret: bytes, owners: Iterable[str], number: int) -> Words64:
    """Draw so many whole numbers of 64 bits for each owner, always the same from one secret.

    By SHAKE128 behind the secret, whose digest must have a fixed length (a block): without it
    nobody tells these numbers from chance.

    Examples
    --------
    >>> one, other = (kept_words(bytes([place] * 64), ["a", "b", "a"], 2) for place in (1, 2))
    >>> one.shape, (one[0] == one[2]).all(), (one[0] == one[1]).any(), (one == other).any()
    ((3, 2), np.True_, np.False_, np.False_)
    """
    drawn = (hashlib.shake_128(secret + owner.encode()).digest(8 * number) for owner in owners)
    return np.frombuffer(b"".join(drawn), dtype="<u8").astype(np.uint64).reshape(-1, number)


def f_of(epsilon: float, hashes: int) -> float:
    r"""Return the share of chance in permanent bits for the ε of all answers of a person together.

    The inverse of `Settings.permanent`: :math:`f = 2 / (1 + e^{ε/2h})`, rounded towards privacy.

    Examples
    --------
    >>> round(Settings(hashes=1, f=f_of(log(3), 1)).permanent, 9) == round(log(3), 9)
    True
    """
    return 2 / (1 + exp(epsilon / (2 * hashes))) * UPWARDS


def counted(answers: Bits, cohorts: Ints, number: int) -> tuple[Ints, Ints]:
    """Count the bits that are set in each cohort, and its answers.

    Examples
    --------
    >>> bits = np.array([[1, 0], [1, 1], [0, 1]], np.uint8)
    >>> [own.tolist() for own in counted(bits, np.array([0, 1, 1]), 2)]
    [[[1, 0], [1, 2]], [1, 2]]
    """
    order = np.argsort(cohorts, kind="stable")
    sizes = np.bincount(cohorts, minlength=number)
    pieces = np.split(order, np.cumsum(sizes)[:-1])
    return np.array([answers[own].sum(axis=0, dtype=np.int64) for own in pieces]), sizes


def decoded(ones: Ints, number: Ints, known: Bits, settings: Settings) -> Decoded | None:
    r"""Estimate how many people have each candidate value, by regression over the bits.

    The bits that are set are estimated without bias in each cohort,
    :math:`t = (c - p^* N) / (q^* - p^*)`, and set beside those of the candidates; least squares
    weigh each bit by its variance. ``None`` where the bits do not tell the candidates apart.

    Parameters
    ----------
    ones, number
        How often each bit is told as set in each cohort, and how many answers it has.
    known
        The bits of the candidates: cohorts × candidates × bits.
    """
    told, also = settings.told
    size = number.astype(np.float64)[:, None]
    true = (ones - also * size) / (told - also)
    share = np.clip(ones / np.maximum(size, 1), also, told)
    spread = np.sqrt(size * share * (1 - share)) / (told - also)
    weights = np.where(size > 0, 1 / np.where(spread > 0, spread, 1.0), 0.0).ravel()
    shares = (size / max(float(size.sum()), 1.0))[:, :, None]
    design = (known * shares).transpose(0, 2, 1).reshape(-1, known.shape[1]) * weights[:, None]
    inverse = _inverted(design.T @ design)
    if inverse is None:
        return None
    answer = inverse @ (design.T @ (true.ravel() * weights))
    return Decoded(answer, np.sqrt(np.maximum(np.diag(inverse), 0.0)))


def _inverted(square: Floats) -> Floats | None:
    values, vectors = np.linalg.eigh(square)
    if not len(values) or values[0] <= NOTHING * max(values[-1], 0.0):
        return None
    return np.asarray((vectors / values) @ vectors.T)


def _hashed(cohort: int, value: str, settings: Settings) -> list[int]:
    """Return the bits that a value sets in a cohort."""
    keys = (f"{cohort}/{place}".encode() for place in range(settings.hashes))
    digests = (hashlib.blake2b(value.encode(), key=key, digest_size=8).digest() for key in keys)
    return [int.from_bytes(digest, "big") % settings.bits for digest in digests]
