"""A hierarchy as it is made: the form of its builder, values with their labels, groups by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import narwhals as nw
import polars as pl

from discret.app.calls.bench import Bench, plan_of
from discret.app.forms.fields import Sent, as_sent, fields, filled
from discret.app.forms.refusals import fault_told
from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.given import described
from discret.data.hierarchies.hierarchy import FORMS, Hierarchy
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import ColumnError, DiscretError, FaultsError
from discret.parts import Progress
from discret.words import Words

SHOWN = 100  # values that a page lists
BUILDERS = {**FORMS, Automatic.builder: Automatic}


def hierarchy(
    bench: Bench,
    tell: Progress,
    *,
    plan: str,
    seed: int,
    column: str,
    builder: str = "",
    sent: Sent | None = None,
    start: int = 0,
) -> dict[str, Any]:
    """Show the hierarchy of a column, or the one that a form would make."""
    now = plan_of(plan)
    data = bench.dataset(now)
    keys = data.columns(Role.KEY, Role.AREA)
    if column not in keys:
        raise ColumnError.missing(_WHO, [column], keys)
    wish = now.hierarchies.get(column)
    own = {} if wish is None else dict(wish.to_dict())
    kind = builder if builder in BUILDERS else str(own.get("from", Automatic.builder))
    given = own if own.get("from") == kind else {}
    form = fields(BUILDERS[kind], {name: v for name, v in given.items() if name != "from"})
    made, refused, written = _made(data, column, kind, sent, own)
    return {
        "columns": {
            name: (data.hierarchies[name].depth if name in data.hierarchies else 0) for name in keys
        },
        "builders": list(BUILDERS),
        "builder": kind,
        "fields": form if sent is None else as_sent(form, sent),
        "described": written,
        "refused": refused,
        **_shown(_counts(bench, data, column), column, made, start),
    }


def _made(
    data: Dataset, column: str, kind: str, sent: Sent | None, own: Mapping[str, Any]
) -> tuple[Hierarchy | None, Any, Any]:
    """Make what a form says, or take what the plan has; return why it cannot be made."""
    if sent is None:
        return data.hierarchies.get(column), None, dict(own) or None
    try:
        written = {"from": kind, **filled(_Named(BUILDERS[kind]), sent)}
        wish = described(written)
        made = wish.made(data, column) if isinstance(wish, Automatic) else wish
        made.levels(data.values(column))
    except DiscretError as error:
        faults = error.faults if isinstance(error, FaultsError) else [error.message]
        return None, [fault_told(fault, BUILDERS[kind]) for fault in faults], None
    return made, None, written


class _Named:
    """A builder under the name that messages have for it."""

    def __init__(self, form: Any) -> None:
        self.model_fields, self.name = form.model_fields, form.builder


def _counts(bench: Bench, data: Dataset, column: str) -> pl.DataFrame:
    """Return the values of a column with their counts, counted once."""

    def counted() -> pl.DataFrame:
        known = data.frame.filter(~nw.col(column).is_null())
        return collected(known.group_by(column).agg(nw.len().alias(COUNT))).sort(column)

    found: pl.DataFrame = bench.more.get(("values", id(data), column), counted)
    return found


def _shown(counts: pl.DataFrame, column: str, made: Hierarchy | None, start: int) -> dict[str, Any]:
    """Return values with their counts and labels, and how many groups each level has."""
    table = counts
    if made is not None:
        labels = made.levels(counts[column])
        named = labels.rename({name: f"{LEVEL}{n}" for n, name in enumerate(labels.columns)})
        table = counts.join(
            named, left_on=column, right_on=f"{LEVEL}0", how="left", maintain_order="left"
        )
    levels = [name for name in table.columns if name.startswith(LEVEL)]
    part = table.slice(start, SHOWN)
    texts = [as_text(part[name]).fill_null("").to_list() for name in (column, *levels)]
    return {
        "values": len(counts),
        "start": start,
        "size": SHOWN,
        "rows": [
            {"value": row[0], "count": count, "labels": list(row[1:])}
            for row, count in zip(zip(*texts, strict=True), part[COUNT].to_list(), strict=True)
        ],
        "names": [] if made is None else list(made.names),
        "levels": [_level(table, name) for name in (column, *levels)],
    }


def _level(table: pl.DataFrame, name: str) -> dict[str, int]:
    sizes = table.group_by(name).agg(pl.col(COUNT).sum())[COUNT]
    return {
        "groups": len(sizes),
        "smallest": int(sizes.min() or 0),  # type: ignore[arg-type]
        "alone": int((sizes == 1).sum()),
    }


_WHO = Words("keys", fr="clés")
COUNT, LEVEL = "__records__", "__level__"
