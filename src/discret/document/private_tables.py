"""Private tables, written beside a release: a file each, in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from discret.data.files.tables import Format, write
from discret.plan.release import Release

TABLES = "private"


def private_file(number: int) -> str:
    """Return the name of the file of a table, from 1 on.

    Examples
    --------
    >>> private_file(1)
    'private/table_1.csv'
    """
    return f"{TABLES}/table_{number}.csv"


def write_private(release: Release, out: Path) -> None:
    """Write the tables that were told."""
    if not release.private:
        return
    (out / TABLES).mkdir(mode=0o700)
    form = Format("csv", escape_formulas=release.plan.release.escape_formulas)
    for number, told in enumerate(release.private, 1):
        write(told.table, out / private_file(number), format=form)


def private_record(release: Release) -> dict[str, Any]:
    """Tell what the record keeps of the tables, if there are any: no cell of them."""
    if not release.private:
        return {}
    return {
        "private": [
            told.to_dict(private_file(number)) for number, told in enumerate(release.private, 1)
        ],
        "tables_only": release.plan.tables_only,
    }
