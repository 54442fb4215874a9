"""What a measure found: one shape for risk and for loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from discret.words import Words

if TYPE_CHECKING:
    import polars as pl

Better = Literal["lower", "higher"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A number, whether its target holds, and the sentence that says what it means.

    Parameters
    ----------
    name
        Name of the measure in the catalogue.
    value
        The number; for a model with a target (k, l, t...), the level that the file achieves.
        ``None`` where it cannot be computed; `reads` then says why.
    met
        Whether the target holds, ``None`` where the measure was given none.
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
    ...         reads=Words("all is well", fr="tout va bien")).to_dict()["value"]
    3
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

    @classmethod
    def at_most(cls, name: str, value: float | None, most: float | None, **rest: Any) -> Finding:
        """Return what was found where less is better and at most so much is allowed.

        Examples
        --------
        >>> reads = Words("a tenth was lost", fr="un dixième est perdu")
        >>> Finding.at_most("cells_changed", 0.1, 0.2, reads=reads).met
        True
        """
        met = None if most is None or value is None else value <= most
        return cls(name=name, value=value, target=most, met=met, better="lower", **rest)

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
