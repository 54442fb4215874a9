"""Who is behind each record of a release, written beside its record: as secret as the original.

The next release of the same people needs it: `invariant` to keep them among the same values,
`releases` and `m_invariance` to judge both together.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from discret.data.beside.past import PEOPLE, followed_by, records_of
from discret.data.entering.column_names import PLACE
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


def write_people(release: Release, out: Path) -> None:
    """Write who is behind each record, in the order of the file; nobody behind counterfeits."""
    data = release.inside
    named = [getattr(part, "individual", None) for _, part in release.plan.parts() if part.series]
    person = followed_by(data, next((name for name in named if name), None))
    if not release.plan.in_series or person is None:
        return
    places = [PLACE] if PLACE in data.frame.collect_schema().names() else []
    table, behind = records_of(data, places, person)
    if behind is None:
        return
    order = table[PLACE].arg_sort() if places else pl.int_range(len(behind), eager=True)
    behind[order].alias(_PERSON).to_frame().write_parquet(out / PEOPLE)
