"""Noise with a proof: the mechanisms of OpenDP, on vectors of whole numbers.

What a mechanism costs is what OpenDP's own map says of it for the distance between neighbours that
is handed to it, never a formula of ours. What remains ours is that distance: see `contributions`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from math import inf, nextafter, sqrt
from typing import Any

import numpy as np

from discret.errors import ExtraError, InputError
from discret.maths.arrays import Ints
from discret.maths.privacy.composition import rho_of
from discret.words import Words

TRIES = 100  # until the map holds
FAR = 1 << 50  # a threshold that nothing passes


@dataclass(frozen=True)
class Guarantee:
    """An ε, an ε with a δ, or a ρ."""

    epsilon: float = 0.0
    delta: float = 0.0
    rho: float = 0.0

    @property
    def concentrated(self) -> float:
        """The ρ that Gaussian noise is drawn for; 0 where noise is Laplace's."""
        if self.rho:
            return self.rho
        return rho_of(self.epsilon, self.delta) * (1 - 1e-12) if self.delta else 0.0

    def shared(self, ways: int) -> Guarantee:
        """Return one of several equal parts of it, which together cost the whole.

        What is concentrated is shared out as ρ, and converted once: parts of an ε with its δ would
        each be converted by themselves, and take more noise.
        """
        if rho := self.concentrated:
            return Guarantee(rho=rho / ways)
        return Guarantee(self.epsilon / ways)


@dataclass(frozen=True)
class Distance:
    """How far neighbouring tables are apart: cells that differ, and by how much each, at most."""

    cells: int
    each: int

    @property
    def sum(self) -> int:
        """By how much all cells differ together."""
        return self.cells * self.each

    @property
    def length(self) -> float:
        """The root of the sum of the squares, rounded up: by the root, and by the product."""
        return nextafter(nextafter(sqrt(self.cells), inf) * self.each, inf)


@cache
def opendp() -> Any:
    """Load the library."""
    try:
        import opendp.prelude as library
    except ImportError:
        raise ExtraError(_PRIVATE, "dp") from None
    library.enable_features("contrib")
    return library


@contextmanager
def found() -> Iterator[None]:
    """Say in one sentence that there is no noise for a guarantee, where the library finds none."""
    from opendp.mod import OpenDPException

    try:
        yield
    except (OpenDPException, ArithmeticError, ValueError) as error:
        raise InputError(_NO_NOISE, hint=_USUAL) from error


def measurement(distance: Distance, guarantee: Guarantee) -> tuple[Any, float]:
    """Return the mechanism with the least noise that keeps a guarantee, and its scale."""
    library = opendp()
    with found():
        rho = guarantee.concentrated
        if not (rho or guarantee.epsilon) or (guarantee.delta and not rho):
            raise ValueError(guarantee)  # so small that it is none in floating-point numbers
        scale = library.binary_search_param(
            lambda tried: _made(tried, rho),
            d_in=distance.length if rho else distance.sum,
            d_out=rho or guarantee.epsilon,
            T=float,
        )
        return _made(scale, rho), float(scale)


def deviation(distance: Distance, guarantee: Guarantee) -> float:
    """Return the standard deviation of the noise on each cell."""
    _, scale = measurement(distance, guarantee)
    return scale if guarantee.concentrated else sqrt(2) * scale


def noisy(numbers: Ints, distance: Distance, guarantee: Guarantee) -> Ints:
    """Return numbers with noise."""
    mechanism, _ = measurement(distance, guarantee)
    return np.array(mechanism(numbers.tolist()), dtype=np.int64)


def above(counts: dict[int, int], distance: Distance, guarantee: Guarantee) -> dict[int, int]:
    """Return the cells whose noisy counts pass the threshold.

    Which cells there are is covered too: one that a single person makes appears with at most δ.
    """
    scale, threshold = passing(distance, guarantee)
    return dict(thresholded(scale, threshold)(counts))


def passing(distance: Distance, guarantee: Guarantee) -> tuple[float, int]:
    """Return the least noise, and the lowest threshold, that keep a guarantee."""
    apart = (distance.cells, distance.sum, distance.each)
    opendp()

    def lets(scale: float, threshold: int) -> Any:
        return thresholded(scale, threshold).map(apart)

    with found():
        about = distance.sum / guarantee.epsilon
        scale = _least(lambda tried: lets(tried, FAR)[0] <= guarantee.epsilon, about)
    if lets(scale, FAR)[1] > guarantee.delta:
        raise InputError(_TOO_FAR, hint=_MORE)
    places = range(distance.each + 1, FAR + 1)
    place = bisect_left(places, True, key=lambda tried: lets(scale, tried)[1] <= guarantee.delta)
    return scale, places[place]


def thresholded(scale: float, threshold: int) -> Any:
    """Return the mechanism that tells the cells whose noisy counts pass a threshold."""
    library = opendp()
    atoms = library.atom_domain(T=library.i64)
    metric = library.l01inf_distance(library.absolute_distance(T=library.i64))
    domain = library.map_domain(atoms, atoms)
    return library.m.make_laplace_threshold(domain, metric, scale=scale, threshold=threshold)


def _least(holds: Any, about: float) -> float:
    """Return a scale for which the map holds, hardly above the one that a formula says."""
    scale = about
    for _ in range(TRIES):
        if holds(scale):
            return scale
        scale *= 1 + 1e-9
    raise ValueError(about)


def _made(scale: float, rho: float) -> Any:
    library = opendp()
    cells = library.vector_domain(library.atom_domain(T=library.i64))
    if rho:
        return library.m.make_gaussian(cells, library.l2_distance(T=library.f64), scale=scale)
    return library.m.make_laplace(cells, library.l1_distance(T=library.i64), scale=scale)


_PRIVATE = Words("differential privacy", fr="confidentialité différentielle")
_NO_NOISE = Words(
    "private: no noise can be drawn for such a guarantee: it is too small or too large",
    fr="private : aucun bruit ne peut être tiré pour une telle garantie : trop petite ou trop"
    " grande",
)
_USUAL = Words(
    "take an ε from 0.001 to 1,000; nothing was spent",
    fr="prendre un ε de 0,001 à 1 000 ; rien n’a été dépensé",
)
_TOO_FAR = Words(
    "private_table: no count would pass the threshold that this ε and δ ask for",
    fr="private_table : aucun effectif ne passerait le seuil que demandent cet ε et ce δ",
)
_MORE = Words(
    "give more ε or more δ, or public categories, which need no threshold",
    fr="donner plus d’ε ou de δ, ou des modalités publiques, qui ne demandent aucun seuil",
)
