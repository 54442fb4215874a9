"""The warehouse form of a release, written beside it: facts, dimensions, bridges, totals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from discret.data.files.tables import Format, suffix_of, write
from discret.data.roles import Role
from discret.data.star.star import Star
from discret.data.star.sums import Sums
from discret.data.star.warehouse import facts_of, table_names, totals_of, warehouse
from discret.loading.memory import handed_back
from discret.plan.release import Release

FOLDER = "warehouse"
FACTS, TOTALS = "facts", "totals"


def warehouse_files(star: Star | None, form: Format) -> tuple[str, ...]:
    """Return the names of the files that are written beside the release of a star.

    Examples
    --------
    >>> star = Star(facts="f.csv", individual="who", area="place", dimensions={"place": {}})
    >>> warehouse_files(star, Format("csv"))[:2]
    ('warehouse/facts.csv', 'warehouse/totals.csv')
    """
    if star is None:
        return ()
    pairs = table_names(star.shown).values()
    names = [FACTS, TOTALS, *(name for pair in pairs for name in pair)]
    return tuple(f"{FOLDER}/{name}{suffix_of(form)}" for name in names)


def write_warehouse(release: Release, out: Path, form: Format) -> None:
    """Write the tables of a release whose plan has a star; all is made of what is released."""
    star = release.plan.star
    if star is None:
        return
    folder = out / FOLDER
    folder.mkdir(mode=0o700)
    for name, table in tables_of(release, star):
        write(table, folder / f"{name}{suffix_of(form)}", format=form)
        del table  # before the next one is made


def tables_of(release: Release, star: Star) -> Iterator[tuple[str, pl.DataFrame]]:
    """Return the tables by name, one after the other: facts are many, and gone once written.

    Of a dimension that does not leave there is none.
    """
    data = release.data
    found = {name: own for name, own in warehouse(data).items() if name in star.shown}
    names = table_names(star.shown)
    handed_back()  # what was held of the release, which is about to be held as facts
    yield FACTS, facts_of(data, found)
    area = data.column(Role.AREA)
    if area in found:
        kept = {n: own for n, own in star.measures.items() if n in data.roles}
        sums = Sums.of({n: o for n, o in kept.items() if o.weight in (None, "facts", *kept)})
        yield TOTALS, totals_of(data, found[area], sums)
    for name, own in found.items():
        yield from zip(names[name], (own.members, own.bridge), strict=True)
