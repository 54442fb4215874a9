"""What a measure found: one shape for risk and for loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from discret.arguments.fitting import fitted
from discret.words import Words, number, spoken_here
from discret.words.rows import html_table

if TYPE_CHECKING:
    import polars as pl

Better = Literal["lower", "higher"]
ROUNDING = 1e-12  # of the target: what floating-point arithmetic may add to a value


def holds(value: float | None, target: float | None, better: Better) -> bool | None:
    """Say whether a value meets a target: here and in `misses` alone the two are compared.

    ``None`` where there is no target. A value that is not known, not a number or infinite meets
    none, whichever direction is better.

    Examples
    --------
    >>> holds(0.2, 0.25, "lower"), holds(0.1 + 0.2, 0.3, "lower"), holds(4, 5, "higher")
    (True, True, False)
    >>> holds(None, 0.25, "lower"), holds(float("inf"), 5, "higher"), holds(0.2, None, "lower")
    (False, False, None)
    """
    return None if target is None else not misses(np.array([value], float), target, better)[0]


def misses(values: NDArray[Any], target: float | None, better: Better) -> NDArray[np.bool_]:
    """Mark, of many values, those that miss a target; nothing without one.

    Examples
    --------
    >>> misses(np.array([0.1, 0.3, np.nan]), 0.2, "lower").tolist()
    [False, True, True]
    >>> misses(np.array([0.1, 0.3, np.nan]), None, "lower").tolist()
    [False, False, False]
    """
    if target is None:
        return np.zeros(len(values), dtype=np.bool_)
    slack = ROUNDING * (abs(target) or 1.0)
    held = values <= target + slack if better == "lower" else values >= target - slack
    return ~np.asarray(held & np.isfinite(values), dtype=np.bool_)


@fitted()
@dataclass(frozen=True, kw_only=True, repr=False)
class Finding:
    """A number, whether its target holds, and the sentence that says what it means.

    Parameters
    ----------
    name
        Name of the measure in the catalogue.
    value
        The number; for a model with a target (k, l, t...), the level that the file achieves.
        ``None`` where it cannot be computed, or is no number; `reads` then says why.
    met
        Whether the target holds, ``None`` where the measure was given none. What a measure says
        here can only be stricter than what `holds` says of the value: a target without a value is
        missed.
    reads
        What the number means, in a sentence (English, and French as ``reads.fr``).
    better
        Which direction is better.
    target
        The wanted level, ``None`` where there is none.
    details
        The smaller numbers behind the value: plain data, fit for JSON.
    per_key, per_record
        Optional tables: a row for each group, or for each record.

    Examples
    --------
    >>> Finding(name="k_anonymity", value=3, met=True, better="higher",
    ...         reads=Words("all is well", fr="tout va bien"), target=2)
    Finding(k_anonymity: 3, target 2 met)
    """

    name: str
    value: float | int | None
    met: bool | None = None
    reads: Words
    better: Better
    target: float | int | None = None
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)
    per_key: pl.DataFrame | None = field(default=None, repr=False, compare=False)
    per_record: pl.DataFrame | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        known = self.value is not None and isfinite(self.value)
        held = known if self.target is None else holds(self.value, self.target, self.better)
        judged = self.target is not None or self.met is not None
        object.__setattr__(self, "value", self.value if known else None)
        object.__setattr__(self, "met", bool(held and self.met is not False) if judged else None)

    @classmethod
    def at_most(cls, name: str, value: float | None, most: float | None, **rest: Any) -> Finding:
        """Return what was found where less is better and at most so much is allowed.

        Examples
        --------
        >>> reads = Words("a tenth was lost", fr="un dixième est perdu")
        >>> Finding.at_most("cells_changed", 0.1, 0.2, reads=reads).met
        True
        """
        return cls(name=name, value=value, target=most, better="lower", **rest)

    def __repr__(self) -> str:
        value = "–" if self.value is None else number(self.value, spoken_here())
        held = "" if self.met is None else _HELD[self.met].here
        said = held if self.target is None else _TARGET.filled(n=self.target, held=held).here
        return f"Finding({self.name}: {', '.join(text for text in (value, said) if text)})"

    def _repr_html_(self) -> str:
        return html_table((), [[self.reads.here]], title=repr(self))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record: everything but the two tables."""
        return {
            "name": self.name,
            "value": self.value,
            "met": self.met,
            "target": self.target,
            "better": self.better,
            "reads": self.reads.to_dict(),
            "details": dict(self.details),
        }


def worst_of(findings: Sequence[Finding], *, together: bool = False) -> Finding:
    """Return the worst of what was found on several copies of a file, and say that it is.

    `together` is whether the last was found on all of them at once.

    What misses its target is worse than what holds it, and what has no value is worst.

    Examples
    --------
    >>> reads = Words("So much.", fr="Tant.")
    >>> found = [Finding.at_most("linkage", value, 0.5, reads=reads) for value in (0.2, 0.4)]
    >>> worst_of(found).value, worst_of(found).reads
    (0.4, 'So much. This is the worst of the copies.')
    """

    def badness(found: Finding) -> tuple[bool, float]:
        value = inf if found.value is None else float(found.value)
        high = found.value is None or found.better == "lower"
        return found.met is False, value if high else -value

    worst = max(findings, key=badness)
    said = _AT_ONCE if together else _WORST
    reads = said.filled(reads=worst.reads)
    return replace(worst, reads=reads)


_WORST = Words("{reads} This is the worst of the copies.", fr="{reads} C’est la pire des copies.")
_AT_ONCE = Words(
    "{reads} This is the worst of the copies, each by itself and all together.",
    fr="{reads} C’est la pire des copies, chacune à part et toutes ensemble.",
)
_HELD = {True: Words("met", fr="atteint"), False: Words("MISSED", fr="NON ATTEINT")}
_TARGET = Words("target {n} {held}", fr="objectif {n} {held}")
