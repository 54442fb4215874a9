"""What the values of a column went through: which of them a released label may stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from discret.data.codes import named, numbered
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.history.draws import Draws
from discret.data.history.lineage import Recoding, lengthened, shortened
from discret.data.text import comparable
from discret.errors import DiscretError
from discret.maths.arrays import Floats

VALUE, LABEL, PLACE = "value", "label", "place"
COVERS, COUNT = "covers", "count"


@dataclass(frozen=True, eq=False)
class Moved:
    """A function of the value alone that is no recoding: rounding, top coding.

    Parameters
    ----------
    function
        What becomes of values, those that were gone before it included.
    """

    function: Callable[[pl.Series], pl.Series]

    def pairs(self, values: pl.Series) -> pl.DataFrame:
        """Return what each value became: columns value, label."""
        return pl.DataFrame({VALUE: values, LABEL: self.function(values)})


@dataclass(frozen=True, eq=False)
class Spread:
    """Labels that depend on more than the value: what each stood for when they were given.

    Parameters
    ----------
    seen
        The combinations of a value and a label that there were.
    levels
        Labels of the column's hierarchy, and the level that each is of: they stand for all below.
    hierarchy
        That hierarchy.
    groups
        Where labels stand for groups of records: for each label and how many values the group of a
        record has, the number of records. Columns label, covers, count.
    """

    seen: pl.DataFrame
    levels: pl.DataFrame | None = None
    hierarchy: Hierarchy | None = None
    groups: pl.DataFrame | None = None

    @classmethod
    def of(cls, seen: pl.DataFrame, hierarchy: Hierarchy | None = None) -> Spread:
        """Read the labels of some combinations, in a hierarchy where there is one.

        Examples
        --------
        >>> seen = pl.DataFrame({"value": ["a", "b", "c"], "label": ["n", "b", "c"]})
        >>> names = Hierarchy.from_groups({"n": ["a", "d"], "s": ["b", "c"]})
        >>> Spread.of(seen, names).pairs(pl.Series(["a", "d"]))["label"].to_list()
        ['n', 'n']
        """
        if hierarchy is None:
            return cls(seen)
        known = seen.drop_nulls()
        told = known[LABEL].cast(pl.String)
        labels, place = numbered(told)
        found = np.zeros(len(labels), dtype=np.int64)  # the lowest level that each is of
        for level in range(1, hierarchy.depth):
            wrong = told != Recoding(hierarchy, level).labels(known[VALUE])
            odd = wrong.fill_null(value=False) if wrong.null_count() else wrong
            failed = np.bincount(place[odd.to_numpy()], minlength=len(labels)) > 0
            found[(found == 0) & ~failed] = level
        fits = np.flatnonzero(found)
        fits = fits[np.argsort(found[fits], kind="stable")]
        levels = [named(labels, fits).alias(LABEL), pl.Series("level", found[fits])]
        return cls(seen, pl.DataFrame(levels), hierarchy)

    def pairs(self, values: pl.Series) -> pl.DataFrame:
        """Return the labels that each value may have been given: columns value, label."""
        own, met = comparable(values, self.seen[VALUE])
        asked = pl.DataFrame({VALUE: values, "same": own})
        seen = pl.DataFrame({"same": met, LABEL: self.seen[LABEL]}).drop_nulls()
        parts = [asked.join(seen, on="same").select(VALUE, LABEL)]
        parts += [asked.select(VALUE).join(self._wide(), how="cross")]
        for (level,), labels in [] if self.levels is None else self.levels.group_by("level"):
            names = Recoding(self._above(), int(str(level))).labels(values)
            all_ = pl.DataFrame({VALUE: values, LABEL: names})
            parts.append(all_.join(labels.select(LABEL), on=LABEL, how="semi"))
        return pl.concat(parts, how="vertical_relaxed").unique()

    @property
    def tabled(self) -> bool:
        """Whether each label that stands for several values is one of the hierarchy.

        Then `pairs` has all values that it stands for, be they neighbours or not.

        Examples
        --------
        >>> seen = pl.DataFrame({"value": [1, 3, 2], "label": ["odd", "odd", "2"]})
        >>> Spread.of(seen, Hierarchy.from_groups({"odd": [1, 3, 5]})).tabled
        True
        >>> Spread.of(seen).tabled
        False
        """
        if self.levels is None:
            return False
        several = self.seen.drop_nulls().group_by(LABEL).agg(pl.col(VALUE).n_unique() > 1)
        labels = several.filter(VALUE)[LABEL].cast(pl.String)
        return bool(labels.is_in(self.levels[LABEL].implode()).all())

    def _wide(self) -> pl.DataFrame:
        """Return the labels of an order that missing values were given too: they cover all."""
        kind = self.seen[VALUE].dtype
        none = self.seen.filter(pl.col(VALUE).is_null() & pl.col(LABEL).is_not_null())
        return (none if has_order(kind) else none.clear()).select(LABEL).unique()

    def _above(self) -> Hierarchy:
        assert self.hierarchy is not None  # noqa: S101 (there are levels)
        return self.hierarchy


class Chances(NamedTuple):
    """The chances by which values were exchanged.

    Parameters
    ----------
    values
        The values, each once.
    matrix
        The chance of each (a row) to be shown as each, over the records of the file.
    """

    values: pl.Series
    matrix: Floats


@dataclass(frozen=True, eq=False)
class Exchanged:
    """Values in the place of others: each shows as much as the value that it is, true or not.

    Parameters
    ----------
    chances
        By which they were exchanged, where that is known.
    source
        The numbers of the records that values were drawn from, where a model drew them.
    draws
        By which chances they were drawn, where they were.
    """

    chances: Chances | None = field(default=None, repr=False)
    source: pl.Series | None = field(default=None, repr=False)
    draws: Draws | None = field(default=None, repr=False)

    def pairs(self, values: pl.Series) -> pl.DataFrame:
        """Return the values as they are: columns value, label."""
        return pl.DataFrame({VALUE: values, LABEL: values})


Step = Recoding | Moved | Spread | Exchanged


@dataclass(frozen=True)
class Trail:
    """What each column went through, and what was made of which columns.

    Parameters
    ----------
    steps
        For each column, what its values went through, first to last.
    made
        For each column that was made of others, these, and what their values went through until
        they were its labels; ``None`` where it was not told.
    copies
        The column that numbers the copies of all records, where there are several.
    made_up
        Whether some records were made up, and nobody is behind them.
    """

    steps: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    made: Mapping[str, Mapping[str, tuple[Step, ...] | None]] = field(default_factory=dict)
    copies: str = ""
    made_up: bool = False

    def kept(self, columns: Sequence[str], made: Mapping[str, Sequence[str]]) -> Trail:
        """Return the trail of the columns that are left, and of those made of others."""
        new = {name: some for name, some in made.items() if list(some) != [name]}
        old = [name for name in columns if name not in new]
        told: dict[str, Mapping[str, tuple[Step, ...] | None]] = {
            name: self.made[name] for name in old if name in self.made
        }
        told |= {name: dict.fromkeys(self._first(some)) for name, some in new.items()}
        steps = {name: self.steps[name] for name in old if name in self.steps}
        return replace(self, steps=steps, made=told)

    def _first(self, sources: Sequence[str]) -> list[str]:
        """Return columns, and those that they were made of."""
        return [item for name in sources for item in (name, *self.made.get(name, ()))]

    def further(self, steps: Mapping[str, Step]) -> Trail:
        """Return the trail after another step of some columns."""
        new = {name: self._after(name, step) for name, step in steps.items()}
        return replace(self, steps={**self.steps, **new})

    def _after(self, column: str, step: Step) -> tuple[Step, ...]:
        done = self.steps.get(column, ())
        if isinstance(step, Recoding) and done and isinstance(done[-1], Recoding):
            return (*done[:-1], *lengthened((done[-1],), step))
        return (*done, step)

    def became(self, column: str, sources: Mapping[str, Step], before: Trail) -> Trail:
        """Return the trail where the values of each source became labels of a column."""
        told = {name: before._after(name, step) for name, step in sources.items()}
        return replace(self, made={**self.made, column: {**self.made[column], **told}})

    def exchanged(self, column: str) -> bool:
        """Whether values of a column stand in the place of others."""
        return any(isinstance(step, Exchanged) for step in self.steps.get(column, ()))

    def draws(self, column: str) -> Draws | None:
        """Return by which chances a column was exchanged, where nothing else befell it."""
        steps = self.steps.get(column, ())
        told = [step.draws for step in steps if isinstance(step, Exchanged)]
        return told[0] if len(steps) == 1 and told else None

    def shown_by(self, column: str) -> list[str]:
        """Return the columns that were made of a column."""
        return [name for name, sources in self.made.items() if column in sources]

    def since(self, before: Trail, column: str, shown: str) -> tuple[Step, ...] | None:
        """Return what a column of `before` went through to be what `shown` shows, if it is told."""
        through = self.made.get(shown, {}).get(column)
        steps = self.steps.get(shown, ())
        if shown in self.made:
            if through is None:
                return None
            steps = (*through, *steps)
        done = before.steps.get(column, ())
        return steps[len(done) :] if steps[: len(done)] == done else None


def labels_of(values: pl.Series, steps: Sequence[Step]) -> pl.DataFrame | None:
    """Return the labels that steps may give values: columns place, label; or that it is not told.

    Examples
    --------
    >>> labels_of(pl.Series([11, 18]), [Moved(lambda values: values // 10)])["label"].to_list()
    [1, 1]
    """
    table = pl.DataFrame(
        {PLACE: range(len(values)), LABEL: values}, schema_overrides={PLACE: pl.Int64}
    )
    try:
        for step in shortened(steps):
            found = _pairs(step, table[LABEL].unique())
            table = table.rename({LABEL: VALUE}).join(found, on=VALUE).select(PLACE, LABEL).unique()
    except (DiscretError, pl.exceptions.PolarsError):  # it does not take values of this kind
        return None
    return table.drop_nulls()


def _pairs(step: Step, values: pl.Series) -> pl.DataFrame:
    if isinstance(step, Recoding):
        return pl.DataFrame({VALUE: values, LABEL: step.labels(values)})
    return step.pairs(values)


def has_order(kind: pl.DataType) -> bool:
    """Whether the values of a column have an order of their own."""
    return kind.is_numeric() or kind.is_temporal() or isinstance(kind, pl.Enum)
