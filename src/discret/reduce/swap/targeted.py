"""Targeted record swapping: households at risk exchange their areas with similar ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

import numpy as np

from discret.maths import perturbation
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import group_ids
from discret.parts.facts import filled
from discret.reduce.swap.households import Areas
from discret.words import Words

SLACK = 1e-9  # a share of households that is whole but for its last digits is whole


@dataclass(frozen=True)
class Exchange:
    """Households that may exchange their areas.

    Parameters
    ----------
    areas
        Where they are.
    counts
        For each level the fewest people that a member shares its keys and area with.
    profiles
        For each profile in turn, a number for each household: those with the same are similar.
    k
        Households with a member that fewer people are alike with are at risk.
    """

    areas: Areas = field(repr=False)
    counts: tuple[Ints, ...] = field(repr=False)
    profiles: tuple[Ints, ...] = field(repr=False)
    k: int

    @property
    def at_risk(self) -> Ints:
        """The widest level at which each household is at risk; the number of levels if at none."""
        never = np.ones(len(self.areas.known), dtype=np.bool_)
        risky = [own < self.k for own in self.counts]
        return np.asarray(np.stack([*risky, never], axis=1).argmax(axis=1))

    def drawn(self, share: float, rng: np.random.Generator) -> Drawn:
        """Pair households: at each level those at risk there, then others until the share is met.

        Partners are in another area of the level, and in the same area of the level above. A
        household at risk at a wide level that found no partner there looks for one farther down.
        """
        narrowest, profiles = len(self.areas.levels) - 1, range(len(self.profiles))
        drawn = Drawn.none(self.areas, self.at_risk)
        for level in range(narrowest + 1):
            for profile in profiles:
                wanted = drawn.free & (drawn.at_risk <= level)
                pairs = self._paired(drawn, level, profile, wanted, rng)
                drawn = drawn.further(pairs, level, profile)
        for profile in profiles:
            owed = (drawn.owed(share) + 1) // 2
            if owed:
                pairs = self._paired(drawn, narrowest, profile, drawn.free, rng)
                drawn = drawn.further(rng.permutation(pairs)[:owed], narrowest, profile)
        return drawn

    def _paired(
        self, drawn: Drawn, level: int, profile: int, wanted: Bools, rng: np.random.Generator
    ) -> Ints:
        """Return pairs of similar households of different areas, which were not exchanged yet."""
        if not wanted.any():
            return np.zeros((0, 2), dtype=np.int64)
        free = np.flatnonzero(drawn.free)
        both = np.stack([self.areas.parents(level), self.profiles[profile]], axis=1)[free]
        safe = drawn.at_risk[free] == len(self.areas.levels)
        rarest = np.where(safe, 0, self.counts[level][free])
        urgency = np.where(wanted[free], rarest, safe)  # partners are others at risk, if they can
        pairing = perturbation.area_pairs
        areas = self.areas.levels[level][free]
        units = pairing.Units(group_ids(both)[0], areas, wanted[free], urgency)
        return free[pairing.paired(units, rng)]


@dataclass(frozen=True)
class Drawn:
    """Who exchanges with whom.

    Parameters
    ----------
    at_risk
        The widest level at which each household is at risk; the number of levels if at none.
    partner
        The household that each has exchanged its areas with: itself if none.
    level, profile
        The level at which it was exchanged, and by which profile; −1 if it was not.
    free
        Which have an area, and were not exchanged yet.
    """

    at_risk: Ints = field(repr=False)
    partner: Ints = field(repr=False)
    level: Ints = field(repr=False)
    profile: Ints = field(repr=False)
    free: Bools = field(repr=False)

    @classmethod
    def none(cls, areas: Areas, at_risk: Ints) -> Drawn:
        """Begin with nobody exchanged."""
        places = np.arange(len(at_risk))
        return cls(at_risk, places, np.full_like(places, -1), np.full_like(places, -1), areas.known)

    @property
    def moved(self) -> int:
        """How many households were exchanged."""
        return int((self.level >= 0).sum())

    def owed(self, share: float) -> int:
        """Return how many more must be exchanged to make a share."""
        return max(ceil(share * len(self.partner) - SLACK) - self.moved, 0)

    def further(self, pairs: Ints, level: int, profile: int) -> Drawn:
        """Let pairs exchange too."""
        both, turned = pairs.ravel(), pairs[:, ::-1].ravel()

        def put(own: Ints | Bools, value: Any) -> Any:
            new = own.copy()
            new[both] = value
            return new

        return replace(
            self,
            partner=put(self.partner, turned),
            level=put(self.level, level),
            profile=put(self.profile, profile),
            free=put(self.free, False),
        )

    def facts(self, names: Sequence[str], profiles: int, share: float) -> dict[str, Any]:
        """Tell who was exchanged, and who was not that should have been."""
        risky = self.at_risk < len(names)
        left = risky & ((self.level < 0) | (self.level > self.at_risk))
        return {
            "households": len(self.partner),
            "swapped": self.moved,
            "swapped_share": self.moved / max(len(self.partner), 1),
            "swapped_at": _counted(self.level, names),
            "at_risk": int(risky.sum()),
            "at_risk_at": _counted(self.at_risk, names),
            "left": int(left.sum()),
            "short": self.owed(share),
            "profiles": _counted(self.profile, [str(place + 1) for place in range(profiles)]),
        }


def _counted(which: Ints, names: Sequence[str]) -> dict[str, int]:
    counts = np.bincount(which[which >= 0], minlength=len(names)).tolist()
    return dict(zip(names, counts, strict=False))  # those at no risk come last


def said(facts: Mapping[str, Any]) -> list[Words]:
    """Say how many exchanged, and what falls short."""
    told = filled(
        "Households that exchanged their areas: {swapped} of {households} ({swapped_share:%}).",
        "Ménages dont les lieux ont été échangés : {swapped} sur {households} ({swapped_share:%}).",
        facts,
    )
    if facts.get("left"):
        told += filled(
            "Of {at_risk} {at_risk:household|households} at risk {left} found no similar one in"
            " another area of the level where {left:it is|they are} rare, and {left:stays|stay} in"
            " {left:its|their} own.",
            "Sur {at_risk} {at_risk:ménage|ménages} à risque, {left} n’{left:a|ont} trouvé aucun"
            " ménage semblable dans un autre lieu du niveau où {left:il est rare|ils sont rares},"
            " et {left:reste dans le sien|restent dans le leur}.",
            facts,
        )
    if facts.get("short"):
        told += filled(
            "The share asked for is missed by {short} {short:household|households}.",
            "Il manque {short} {short:ménage|ménages} à la part demandée.",
            facts,
        )
    return told
