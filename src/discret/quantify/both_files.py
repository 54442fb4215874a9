"""What measures that compare two files share: which columns, which gap is none, what is said."""

from __future__ import annotations

from collections.abc import Sequence

from discret.data.dataset import Dataset
from discret.data.roles import ATTRIBUTES
from discret.quantify.gone import had
from discret.words import Words

NOTHING = Words("There was nothing to compare.", fr="Il n’y avait rien à comparer.")


def chosen(
    who: str, wanted: Sequence[str] | None, before: Dataset, after: Dataset
) -> tuple[str, ...]:
    """Return the columns to compare: those wanted, or the original's attributes."""
    if wanted is None:
        return had(before, after, *ATTRIBUTES)
    before.check_columns(who, wanted)
    return tuple(wanted)


def tidy(gap: float) -> float:
    """Drop the noise of floating sums: engines add in different orders."""
    return round(float(gap), 12)
