"""Row percentages of the original and of releases, as tables are printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.data.reading_order import in_order
from discret.document.pieces.side_by_side import Held, Orders, Release, details_of, grouped
from discret.document.reading import mapping, sequence
from discret.document.words.voice import is_number

ACROSS = 9  # shares that fit in a row; beyond, each file has a row of its own


def row_tables(releases: Sequence[Release], orders: Orders) -> list[dict[str, Any]]:
    """Return the tables of row percentages, each with the releases that have its categories.

    Examples
    --------
    >>> row_tables([], {})
    []
    """
    found = [
        (release, mapping(table))
        for release, details in details_of(releases, "row_tables")
        for table in sequence(details.get("tables"))
    ]
    groups = grouped(
        found, lambda details: (details.get("rows"), details.get("columns"), _categories(details))
    )
    return [_table(group, orders) for group in groups]


def _categories(table: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(map(str, sequence(table.get("categories"))))


def _table(group: Sequence[Held], orders: Orders) -> dict[str, Any]:
    """Lay out one table: the original and each release beside it, in the order of categories."""
    first = group[0][1]
    row, column = str(first.get("rows", "")), str(first.get("columns", ""))
    across = in_order(_categories(first), orders.get(column, ()))
    shares = [_shares(table) for _, table in group]
    lines = list(dict.fromkeys(line for entry in shares for line in entry))
    rows = []
    for line in in_order(lines, orders.get(row, ())):
        sides = [share.get(line, ({}, {})) for share in shares]
        before = next((old for old, _ in sides if old), {})
        after = [new for _, new in sides]
        rows.append({
            "category": line,
            "before": [before.get(name) for name in across],
            "after": [[_cell(before, new, name) for name in across] for new in after],
        })  # fmt: skip
    tops = [table.get("largest_gap") for _, table in group]
    return {
        "rows": row,
        "columns": column,
        "categories": across,
        "tall": len(across) * (len(group) + 1) > ACROSS,
        "titles": [release.title for release, _ in group],
        "lines": _marked(rows, tops),
        "largest": tops,
        "left_out": [table.get("left_out_after") for _, table in group],
        "left_out_before": first.get("left_out_before"),
    }


Shares = dict[str, tuple[dict[str, float], dict[str, float]]]


def _shares(table: Mapping[str, Any]) -> Shares:
    """Return the shares of each row before and after, by category; none where the row is empty."""
    names = _categories(table)
    rows = [mapping(row) for row in sequence(table.get("table"))]
    return {
        str(row.get("category")): (
            dict(zip(names, sequence(row.get("before")), strict=False)),
            dict(zip(names, sequence(row.get("after")), strict=False)),
        )
        for row in rows
    }


def _cell(before: Mapping[str, Any], after: Mapping[str, Any], name: str) -> dict[str, Any]:
    old, new = before.get(name), after.get(name)
    gap = abs(new - old) if is_number(old) and is_number(new) else None  # type: ignore[operator]
    return {"share": new, "gap": gap, "most": False}


def _marked(rows: list[dict[str, Any]], tops: Sequence[Any]) -> list[dict[str, Any]]:
    """Mark the cells that moved most in each release."""
    for row in rows:
        for cells, top in zip(row["after"], tops, strict=True):
            for cell in cells:
                moved = is_number(top) and cell["gap"] is not None and top >= 0.0005  # noqa: PLR2004
                cell["most"] = bool(moved and abs(cell["gap"] - top) < 1e-9)  # noqa: PLR2004
    return rows
