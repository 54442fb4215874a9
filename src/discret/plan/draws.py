"""Several draws of a plan with chance: how far its risk and its loss hang on the luck of one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from discret.arguments.fitting import needed
from discret.errors import InputError, ParameterError
from discret.finding import Finding
from discret.parts import Method
from discret.words import Words

if TYPE_CHECKING:
    from discret.plan.plan import Plan

FEWEST, MOST = 2, 10_000


@dataclass(frozen=True, kw_only=True)
class Dispersion:
    """What one measure found over several draws.

    Parameters
    ----------
    name
        The measure.
    values
        What it found of each draw, first of that of the release; ``None`` where there is no number.
    met
        The share of the draws that meet its target, ``None`` where it has none. A draw that came to
        no file meets nothing.

    Examples
    --------
    >>> found = Dispersion(name="k_anonymity", values=(3, 2, 4, None), met=0.5)
    >>> found.least, found.median, found.most, found.deviation
    (2.0, 3.0, 4.0, 1.0)
    """

    name: str
    values: tuple[float | None, ...] = field(repr=False)
    met: float | None

    @property
    def known(self) -> list[float]:
        """The numbers there are."""
        return [float(value) for value in self.values if value is not None]

    @property
    def least(self) -> float | None:
        """The least number."""
        return min(self.known, default=None)

    @property
    def median(self) -> float | None:
        """The number in the middle."""
        return float(np.median(self.known)) if self.known else None

    @property
    def most(self) -> float | None:
        """The largest number."""
        return max(self.known, default=None)

    @property
    def deviation(self) -> float | None:
        """The standard deviation over draws (n − 1), ``None`` of fewer than two numbers."""
        return float(np.std(self.known, ddof=1)) if len(self.known) >= FEWEST else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        names = ("name", "least", "median", "most", "deviation", "met")
        return {name: getattr(self, name) for name in names} | {"known": len(self.known)}


@dataclass(frozen=True, kw_only=True)
class Draws:
    """How risk and loss vary over draws of a plan that differ by their seed alone.

    Parameters
    ----------
    number
        How many draws there are; the first is that of the release.
    failed
        How many of them came to no file: a step refused what the steps before it had drawn.
    met
        The share of the draws whose gate is open and all of whose targets hold; ``None`` where the
        plan has no target.
    risk, loss
        What each measure found after the last step, before anything is written.

    Notes
    -----
    They say how much a plan leaves to luck, and are for those inside alone: what other draws of the
    same original show is not in the file that leaves. The release is that of the seed, whatever the
    other draws are: a file picked among many for meeting its targets is not the file that was
    judged.
    """

    number: int
    failed: int
    met: float | None
    risk: tuple[Dispersion, ...]
    loss: tuple[Dispersion, ...]

    @classmethod
    def of(cls, drawn: Sequence[Drawn | None]) -> Draws:
        """Put what was found of each draw together, nothing where it came to no file.

        Examples
        --------
        >>> reads = Words("a tenth was lost", fr="un dixième est perdu")
        >>> found = [Finding.at_most("loss", value, 0.2, reads=reads) for value in (0.1, 0.3)]
        >>> draws = Draws.of([Drawn((), (one,), one.met) for one in found])
        >>> draws.met, draws.loss[0].median
        (0.5, 0.2)
        """
        known = [draw for draw in drawn if draw is not None]
        judged = any(draw.met is not None for draw in known)
        return cls(
            number=len(drawn),
            failed=len(drawn) - len(known),
            met=sum(draw.met is True for draw in known) / len(drawn) if judged else None,
            risk=_spread([draw.risk for draw in known], len(drawn)),
            loss=_spread([draw.loss for draw in known], len(drawn)),
        )

    @property
    def reads(self) -> Words:
        """What they say of the plan, in a sentence."""
        met = None if self.met is None else round(self.met * self.number)
        told = _said(met, self.number).filled(n=self.number, met=met)
        if not self.failed:
            return told
        more = _FAILED.filled(n=self.failed)
        return Words(f"{told} {more}", fr=f"{told.fr} {more.fr}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        return {
            "number": self.number,
            "failed": self.failed,
            "met": self.met,
            "reads": self.reads.to_dict(),
            "risk": [found.to_dict() for found in self.risk],
            "loss": [found.to_dict() for found in self.loss],
        }


@dataclass(frozen=True)
class Drawn:
    """What is kept of a draw: its findings, and whether it could have been released."""

    risk: tuple[Finding, ...]
    loss: tuple[Finding, ...]
    met: bool | None


def _spread(found: Sequence[Sequence[Finding]], number: int) -> tuple[Dispersion, ...]:
    return tuple(
        Dispersion(
            name=own[0].name,
            values=tuple(finding.value for finding in own),
            met=_met_by(own, number),
        )
        for own in zip(*found, strict=True)
    )


def _met_by(found: Sequence[Finding], number: int) -> float | None:
    judged = any(finding.met is not None for finding in found)
    return sum(finding.met is True for finding in found) / number if judged else None


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a draw: that of the run for the first, others made from it.

    Examples
    --------
    >>> seed_of(7, 0), seed_of(7, 1) == seed_of(7, 1), seed_of(7, 1) == seed_of(8, 1)
    (7, True, False)
    """
    if number == 0:
        return seed
    digest = hashlib.blake2b(f"draw {number} of {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def by_chance(methods: Sequence[Method]) -> bool:
    """Whether one of some methods draws."""
    return any(method.random for method in methods)


def first_by_chance(methods: Sequence[Method]) -> int:
    """Return the place of the first method that draws."""
    return [method.random for method in methods].index(True)


def check_draws(plan: Plan, draws: Any) -> None:
    """Refuse draws of a plan without chance, in its steps and in those of all its variants."""
    check_number(draws)
    branches = [branch.reduce for branch in plan.branches.values()] or [plan.reduce]
    if not any(map(by_chance, branches)):
        raise InputError(_NO_CHANCE, hint=_ONCE)


def check_number(draws: Any) -> None:
    """Refuse a number of draws that is none.

    Examples
    --------
    >>> check_number(1)
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: plan.run_draws: 1 fault
      - draws: a whole number from 2 to 10,000 is needed
    Hint: 20 draws show the spread.
    """
    if not isinstance(draws, int) or isinstance(draws, bool):
        raise InputError(needed("plan.run_draws", _WHOLE, draws), hint=_MANY)
    if not FEWEST <= draws <= MOST:
        raise ParameterError("plan.run_draws", [_RANGE.filled(least=FEWEST, most=MOST)], hint=_MANY)


def _said(met: int | None, number: int) -> Words:
    if met is None:
        return _NO_TARGET
    return {number: _ALL, 0: _NO_DRAW}.get(met, _SOME)


_ALL = Words(
    "The gate is open and all targets hold in each of the {n} draws.",
    fr="La porte est ouverte et tous les objectifs sont atteints dans chacun des {n} tirages.",
)
_SOME = Words(
    "The gate is open and all targets hold in {met} of {n} draws: whether this plan protects is"
    " left to luck. Make it stronger; do not look for a seed that does.",
    fr="La porte est ouverte et tous les objectifs sont atteints dans {met} {met:tirage|tirages}"
    " sur {n} : que ce plan protège ou non est laissé au hasard. Le renforcer, et ne pas chercher"
    " une graine qui convienne.",
)
_NO_DRAW = Words(
    "In none of the {n} draws is the gate open with all targets met.",
    fr="Dans aucun des {n} tirages la porte n’est ouverte avec tous les objectifs atteints.",
)
_NO_TARGET = Words(
    "{n} draws; the plan states no target.", fr="{n} tirages ; le plan n’a pas d’objectif."
)
_FAILED = Words(
    "{n} {n:draw|draws} came to no file: a step refused what had been drawn before it.",
    fr="{n} {n:tirage n’a|tirages n’ont} donné aucun fichier : une étape a refusé ce qui avait été"
    " tiré avant elle.",
)
_NO_CHANCE = Words(
    "plan: none of its steps draws by chance, so that all draws would be the same file",
    fr="plan : aucune de ses étapes ne tire au hasard, et tous les tirages seraient le même"
    " fichier",
)
_ONCE = Words(
    "run it once: plan.run, or discret run without --draws",
    fr="l’exécuter une fois : plan.run, ou discret run sans --draws",
)
_WHOLE = Words("a whole number of draws", fr="un nombre entier de tirages")
_RANGE = Words(
    "draws: a whole number from {least} to {most} is needed",
    fr="draws : il faut un nombre entier de {least} à {most}",
)
_MANY = Words("20 draws show the spread", fr="20 tirages montrent la dispersion")
