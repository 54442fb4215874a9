"""Who is behind each record of a release, written beside its record: as secret as the original.

The next release of the same people needs it: `invariant` to keep them among the same values,
`releases` and `m_invariance` to judge both together.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import narwhals as nw

from discret.data.beside.past import NOBODY, PEOPLE, followed_by, records_of
from discret.data.engine import collected
from discret.data.entering.column_names import LINK, PLACE
from discret.data.refusals import without_numbers
from discret.plan.release import Release

_PERSON = "person"


def people_files(in_series: bool) -> tuple[str, ...]:
    """Return the name of the file that is written beside the release of a series.

    Examples
    --------
    >>> people_files(True), people_files(False)
    (('people.parquet',), ())
    """
    return (PEOPLE,) if in_series else ()


def in_one_order(release: Release) -> Release:
    """Return a release of a series whose records have an order: one that is held from here on.

    A lazy table has none, and two looks at it may differ: the file and who is behind its records
    are then made from one look. Records that cannot be followed are refused.
    """
    data = release.data
    if _follower(release) is None or PLACE in data.frame.collect_schema().names():
        return release
    if not data.numbered:
        raise without_numbers("releases")
    held = replace(release)
    known = nw.from_native(collected(data.frame).lazy())
    vars(held)["data"] = replace(data, frame=known)
    return held


def write_people(release: Release, out: Path) -> None:
    """Write who is behind each record, in the order of the file; nobody behind counterfeits.

    Who is behind a record is found by its number, whatever order the engine gives records in.
    """
    person, data = _follower(release), release.data
    if person is None or not data.numbered:
        return
    table, behind = records_of(release.inside, [LINK], person)
    if behind is None:
        return
    known = table.with_columns(behind.person.alias(_PERSON), behind.nobody.alias(NOBODY))
    known = known.unique(LINK)
    placed = [PLACE] if PLACE in data.frame.collect_schema().names() else []
    rows = collected(data.frame.select(LINK, *placed))
    rows = rows.sort(placed) if placed else rows
    found = rows.join(known, on=LINK, how="left", maintain_order="left")
    found.select(_PERSON, NOBODY).write_parquet(out / PEOPLE)


def _follower(release: Release) -> str | None:
    """Return the column by which people are followed, in a release of a series."""
    if not release.plan.in_series:
        return None
    named = [getattr(part, "individual", None) for _, part in release.plan.parts() if part.series]
    return followed_by(release.inside, next((name for name in named if name), None))
