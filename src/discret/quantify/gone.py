"""What the original had and the release lacks: a loss is over what there was."""

from __future__ import annotations

from collections.abc import Sequence

from discret.data.dataset import Dataset
from discret.data.roles import Role
from discret.errors import listed
from discret.words import Words, say

WEIGHTS_GONE = Words(
    "The release has no weights, which the original had: nothing is left to compare.",
    fr="Le fichier diffusé n’a pas les poids qu’avait l’original : il ne reste rien à comparer.",
)


def had(before: Dataset, after: Dataset, *roles: Role) -> tuple[str, ...]:
    """Return the columns of the original that have a role, but those others were made of."""
    return tuple(n for n in before.columns(*roles) if n in after.roles or not _shown(after, n))


def gone(after: Dataset, columns: Sequence[str]) -> list[str]:
    """Return which of some columns the release lacks."""
    return [name for name in columns if name not in after.roles]


def said(reads: Words, lost: Sequence[str]) -> Words:
    """Add to a sentence which columns are gone.

    Examples
    --------
    >>> said(Words("All moved.", fr="Tout a bougé."), ["age"])
    "All moved. Gone from the release: 'age'."
    """
    if not lost:
        return reads
    more = say(
        "Gone from the release: {names}.",
        "Absent du fichier diffusé : {names}.",
        names=listed(list(lost)),
    )
    return Words(f"{reads} {more}", fr=f"{reads.fr} {more.fr}")


def _shown(after: Dataset, name: str) -> bool:
    return bool(after.trail.shown_by(name))
