"""What a plan is about, opened: its file or the tables of its star, with their roles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discret.data.beside.past import PastRelease
from discret.data.dataset import Dataset
from discret.data.files.labels import Labels
from discret.data.files.tables import Opened, Table, opened, read
from discret.data.refusals import no_records
from discret.data.star.query import Joined

if TYPE_CHECKING:
    from discret.plan.plan import Plan


def opened_for(plan: Plan) -> Opened:
    """Open the file that a plan names, or the tables of its star."""
    if plan.star is None:
        return opened(plan.path, how=plan.how_to_read)
    row = plan.roles.get("row")
    return plan.star.query(plan.how_to_read).opened(row if isinstance(row, str) else None)


def dataset_of(plan: Plan, frame: Any) -> Dataset:
    """Give the columns of a table, or of what was opened, the roles and hierarchies of a plan."""
    given: dict[str, Any] = {**plan.roles, "hierarchies": plan.hierarchies}
    given["unexamined"] = plan.release.unexamined
    if plan.original is not None:
        given["original"] = _beside(plan.original)
    if plan.population is not None:
        people = _beside(plan.population)
        given["population"] = Dataset.of(people.frame, weight=plan.count, labels=people.labels)
    if isinstance(frame, Joined):
        given = frame.beside(given)
    again = None
    if isinstance(frame, Table | Opened):
        again, given["labels"] = frame.written, _as_counted(plan, frame.labels)
        frame = frame.frame
    data = Dataset.of(frame, **given)
    data = data if again is None else replace(data, origin=replace(data.origin, written=again))
    return replace(data, previous=_previous(plan, data)) if plan.previous else data


def _as_counted(plan: Plan, labels: Labels) -> Labels:
    """Return labels for private tables: what makes cells is of categories, whatever a file holds.

    Elsewhere codes are categories where most of the values that there are have a label, so that
    one person with another value decides for all.
    """
    cells = {name for table in plan.private for name in table.by if name in labels.values}
    more = sorted(cells - {*labels.numbers, *labels.categories})
    return replace(labels, categories=(*labels.categories, *more))


def _previous(plan: Plan, data: Dataset) -> tuple[PastRelease, ...]:
    """Read the earlier releases, each of which must have the columns of the data."""
    found = tuple(map(PastRelease.of, plan.previous))
    for number, past in enumerate(found, 1):
        past.check(data, number)
    return found


def _beside(file: Path) -> Table:
    """Read a file that goes with another; of one without records even the names may be a record."""
    table = read(file)
    if table.frame.is_empty():
        raise no_records(file.name)
    return table
