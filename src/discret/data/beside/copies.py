"""What names people and stands in another column too: copied, written otherwise, or within it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from discret.data.beside.columns import originals
from discret.data.counting.arranged import picked
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.entering.column_names import LINK
from discret.data.record_places import places
from discret.data.roles import HELD
from discret.data.text import as_text
from discret.errors import HierarchyError
from discret.maths.arrays import Bools

LEAST = 4  # characters of what is looked for within a longer text
FEW = 5  # values beyond twice what chance gives, or all of them
HOLDS = 0.95  # share of those too short to be told from other numbers
PART = 32_768  # what stands in none of so many records, spread evenly, is not looked for in all
OFTEN = 4  # records that have a value, at the least, for each to be written once
APART = (2, 3, 5)  # records that far from each other, in parts of the file, tell what chance gives
_NOTHING = pl.Series([None], dtype=pl.String)


@dataclass(frozen=True)
class Copy:
    """A column whose values stand in another one.

    Parameters
    ----------
    column, source
        The column, and the one in which its values stand.
    hidden, read
        The records whose value the column itself no longer shows, and those whose the other does.
    """

    column: str
    source: str
    hidden: Bools = field(repr=False)
    read: Bools = field(repr=False)


def copies(data: Dataset) -> Iterator[Copy]:
    """Find what names or numbers people, was hidden, and stands in another released column.

    Looked for are the original values of identifiers, of person, household and row numbers.
    Compared are letters and digits alone; values of at least four are found within longer texts
    too.

    Examples
    --------
    >>> people = pl.DataFrame({"name": ["Ann Lee", "Bob Ray"], "mail": ["ann.lee@a", "bob.ray@b"]})
    >>> data = Dataset.of(people, identifier="name").without_columns(["name"])
    >>> list(copies(data))
    [Copy(column='name', source='mail')]
    """
    held = data.original.columns(*HELD)
    if not held:
        return
    step = max(-(-len(data) // PART), 1)
    few, shown = _few(data, held, step)
    letters = {role: _letters(shown[role]) for role in data.roles}
    for name in held:
        part = _wanted(few[name], shown, name)
        found = [role for role in data.roles if role != name and _told(part, letters[role])]
        yield from _copied(data, name, found)


def _few(data: Dataset, held: Sequence[str], step: int) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return records spread evenly, as they were and as they are: of tables at hand no others."""
    found = places(data.original, data)
    if found is None:
        before, after = _whole(data, held)
        return before.gather_every(step), after.gather_every(step)
    some = np.arange(len(data))[::step]
    at = some if found.at is None else found.at[::step]
    return picked(data.original.frame, held, at), picked(data.frame, [LINK, *data.roles], some)


def _whole(data: Dataset, held: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    after = collected(data.frame.select(LINK, *data.roles))
    return originals(data, after[LINK], *held), after


def _copied(data: Dataset, name: str, sources: Sequence[str]) -> Iterator[Copy]:
    """Mark the records in which the values of a column stand elsewhere, if there are any."""
    if not sources:
        return
    before, after = _whole(data, [name])
    wanted = _wanted(before[name], after, name)
    hidden = wanted.is_not_null().to_numpy()
    yield from (Copy(name, role, hidden, _marked(wanted, after[role])) for role in sources)


def _wanted(values: pl.Series, after: pl.DataFrame, name: str) -> pl.Series:
    """Return what is looked for: what is still released as it was is not hidden."""
    wanted = _letters(values)
    if name not in after.columns:
        return wanted
    return wanted.zip_with(wanted.ne_missing(_letters(after[name])), _NOTHING)


def _told(wanted: pl.Series, shown: pl.Series) -> bool:
    """Whether values stand in another column, and more of them than of other people's do."""
    if not _within(wanted, shown).any():  # as mostly: there is nothing to count
        return False
    long = wanted.zip_with(wanted.str.len_chars() >= LEAST, _NOTHING)
    return _beyond(long, shown, 0.0) or _beyond(wanted, shown, HOLDS)


def _beyond(wanted: pl.Series, shown: pl.Series, share: float) -> bool:
    """Whether at least a few values and this share of them do, beyond twice what chance gives."""
    known = wanted.filter(shown.is_not_null()).drop_nulls().n_unique()
    least = max(1, min(FEW, known), share * known)
    if _found(wanted, shown) < least:
        return False
    turned = (np.roll(np.arange(len(shown)), len(shown) // apart or 1) for apart in APART)
    chance = float(np.median([_found(wanted, shown.gather(places)) for places in turned]))
    return _found(wanted, shown) - 2 * chance >= least


def _found(wanted: pl.Series, shown: pl.Series) -> int:
    return wanted.filter(_within(wanted, shown)).n_unique()


def _marked(wanted: pl.Series, shown: pl.Series) -> Bools:
    return _within(wanted, _letters(shown)).to_numpy()


def _within(wanted: pl.Series, shown: pl.Series) -> pl.Series:
    """Mark the records where one text is the other, or stands within it."""
    both = pl.DataFrame({"wanted": wanted, "shown": shown})
    inside = pl.col("shown").str.contains(pl.col("wanted"), literal=True)
    long = pl.col("wanted").str.len_chars() >= LEAST
    found = (pl.col("wanted") == pl.col("shown")) | (long & inside)
    return both.select(found.fill_null(value=False))["wanted"]


def _letters(values: pl.Series) -> pl.Series:
    """Write values as small letters and digits alone; what has none is missing."""
    try:
        text = values if values.dtype == pl.String else as_text(values)
    except HierarchyError:  # lists, lengths of time: nothing that a name is written in
        return _NOTHING.new_from_index(0, len(values))
    known = text.drop_nulls().unique()
    if not len(known) or len(known) * OFTEN > len(text):
        return _bare(text)
    return text.replace_strict(known, _bare(known), default=None, return_dtype=pl.String)


def _bare(text: pl.Series) -> pl.Series:
    bare = text.str.to_lowercase().str.replace_all(r"[^\p{L}\p{N}]", "")
    return bare.replace("", None)
