"""The protected file: written with the labels that may leave, and read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import narwhals as nw
import polars as pl

from discret.data.counting.arranged import narrowly_arranged
from discret.data.dataset import Dataset
from discret.data.engine import collected, tightened
from discret.data.entering.column_names import LINK
from discret.data.fetching import fetched_narrowly
from discret.data.files.labels import Labels
from discret.data.files.memory import limit
from discret.data.files.passage import Passage, passage
from discret.data.files.tables import Format, write
from discret.data.held import Held
from discret.data.roles import HELD
from discret.loading.meanwhile import meanwhile
from discret.loading.memory import handed_back
from discret.plan.release import Release


def stored(release: Release, path: Path, form: Format, labels: Labels) -> Passage:
    """Write the data of a release, and return what a reader of the file finds.

    Categories leave as the codes that they came as, with the labels of those that are left, where
    the file has room for labels; otherwise as the labels themselves. A category that no record has
    any more is not named, nor is what numbers or names people.
    """
    handed_back()  # the table is about to be held a third time, and its text
    book = release.data.codebook
    if not book.columns and not labels.values:  # there are neither labels nor codes to write
        if (narrow := _narrow(release.data, form)) is not None:
            return _stored_narrowly(narrow, path, form)
        arrange = narrowly_arranged(release.data.frame, release.data.origin)
        if form.kind == "csv" and arrange is not None:
            with meanwhile(lambda: release.gate, apart=limit() is None):  # it searches for long
                return _stored_narrowly(arrange(), path, form)
    shown = tightened(collected(release.data.visible()))
    frame, named = book.written(shown, form.kind)
    kept = labels.restricted(frame.columns).without_values([*book.columns, *_bare(release, labels)])
    held = release.data.columns(*HELD)  # the labels of people's numbers are their names
    kept = replace(kept, values={**kept.values, **named}).without_values(held).present(frame)
    write(frame, path, format=form, labels=kept)
    found = passage(frame, path, form)
    back = book.beside(nw.from_native(found.frame.lazy()), at_hand=True)
    return replace(found, frame=collected(back))


def _narrow(data: Dataset, form: Format) -> Held | None:
    """Return a tall table of DuckDB in narrow columns, where files are written from these."""
    if form.kind not in ("csv", "parquet") or data.origin.eager:
        return None
    return fetched_narrowly(data.visible(), len(data))


def _stored_narrowly(narrow: Held, path: Path, form: Format) -> Passage:
    write(narrow, path, format=form)
    handed_back()  # the text of the file, which is about to be read
    return passage(narrow, path, form)


def _bare(release: Release, labels: Labels) -> list[str]:
    """Return the columns of numbers some of which are others than the labels of the source name."""
    return [name for name in labels.values if name in release.data.roles if _other(release, name)]


def _other(release: Release, name: str) -> bool:
    """Whether a column has values that are not those of the source; blanks are none."""
    cells = [step.difference.cells for step in release.steps]
    if all(cell is not None and not cell.get(name) for cell in cells):
        return False
    tables = release.original, release.data
    if not all(dataset.numbered and name in dataset.roles for dataset in tables):
        return True
    old, new = (collected(table.frame.select(LINK, name)) for table in tables)
    if old.schema != new.schema:
        return True
    both = new.drop_nulls(name).join(old, on=LINK, how="left", suffix="_before")
    return not both.select((pl.col(name) == pl.col(f"{name}_before")).fill_null(False).all()).item()
