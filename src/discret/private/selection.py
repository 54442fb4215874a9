"""One of several chosen by its score, with a proof: OpenDP's noisy maximum.

As for noise, what a choice costs is what OpenDP's own map says of it. What remains ours is that
scores are whole numbers, and how far those of neighbouring tables are apart.
"""

from __future__ import annotations

from typing import Any

from discret.private.mechanisms import Guarantee, found, opendp


def choice(apart: int, guarantee: Guarantee) -> tuple[Any, float]:
    """Return the mechanism that chooses the highest of several scores, and its scale.

    Parameters
    ----------
    apart
        By how much each score may differ between neighbouring tables, at most.
    """
    library = opendp()
    rho = guarantee.concentrated
    with found():
        scale = library.binary_search_param(
            lambda tried: _made(tried, rho),
            d_in=apart,
            d_out=rho or guarantee.epsilon,
            T=float,
        )
        return _made(scale, rho), float(scale)


def _made(scale: float, rho: float) -> Any:
    library = opendp()
    scores = library.vector_domain(library.atom_domain(T=library.i64))
    measure = library.zero_concentrated_divergence() if rho else library.max_divergence()
    return library.m.make_noisy_max(
        scores, library.linf_distance(T=library.i64), measure, scale=scale
    )
