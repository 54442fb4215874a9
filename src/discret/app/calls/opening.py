"""Open a file or a plan: a first look, roles that are guessed, and the risk as it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from discret.app.calls.bench import READING, Bench, plan_of
from discret.app.calls.forms import catalogue
from discret.app.calls.telling import outline, told
from discret.app.forms.speaking import in_forms
from discret.app.stamps import stamp
from discret.data.codebook import Codebook
from discret.data.files.how_to_read import HowToRead
from discret.data.files.tables import Table
from discret.data.profiling import profile
from discret.parts import Progress
from discret.plan.examples import write_example
from discret.plan.plan import Plan
from discret.plan.start import starting_plan
from discret.words import Words


def open_file(
    bench: Bench, tell: Progress, *, path: str, seed: int, how: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Open a data file, or a plan with the file that it names."""
    tell(0.0, READING)
    given = Path(path).expanduser()
    if given.suffix == ".toml":
        plan = Plan.read(given)
    else:
        bare = Plan(file=given.absolute(), how_to_read=HowToRead(**(how or {})))
        plan = guessed(bare, bench.table(bare), tell)
    return began(bench, tell, plan, seed)


def open_example(
    bench: Bench, tell: Progress, *, folder: str, language: Any, seed: int
) -> dict[str, Any]:
    """Open the example survey, with a plan half done."""
    plan = Plan.read(write_example("survey", Path(folder), language))
    half = replace(plan, reduce=plan.reduce[:HALF], labels=plan.labels[:HALF])
    return began(bench, tell, half, seed)


def guessed(bare: Plan, table: Table, tell: Progress) -> Plan:
    """Guess the roles of a file; steps are left to whoever sees what they cost."""
    tell(0.0, LOOKING)
    frame, book = Codebook.told(table.frame, table.labels)
    start = starting_plan(profile(frame, book.columns), file=bare.file, table=frame)
    return replace(start, how_to_read=bare.how_to_read, reduce=(), labels=())


def began(bench: Bench, tell: Progress, plan: Plan, seed: int) -> dict[str, Any]:
    """Tell a plan that was opened, its source, and what comes of it so far."""
    single = replace(plan, variants=())
    stamped = stamp(plan.path)
    table = bench.table(single)
    tell(0.0, LOOKING)
    frame, book = Codebook.told(table.frame, table.labels)
    source = {
        "path": str(plan.path),
        "stamp": stamped,
        "name": plan.path.name,
        "records": len(frame),
        "format": table.format.kind,
        "how": plan.how_to_read.parameters(),
        "notes": [in_forms(note).to_dict() for note in (*plan.notes, *table.notes)],
        "columns": [
            {**column.to_dict(), "type": column.kind.to_dict()}
            for column in profile(frame, book.columns)
        ],
    }
    entries = [{"title": "", **carried(bench, tell, single, seed)}]
    if plan.variants:
        entries = [
            {"title": title, **carried(bench, tell, branch, seed)}
            for title, branch in plan.branches.items()
        ]
    return {"source": source, "entries": entries, "parts": catalogue()}


def carried(
    bench: Bench, tell: Progress, plan: Plan, seed: int, secret: bytes | None = None
) -> dict[str, Any]:
    """Run a plan, and tell it with what came of it.

    What is run is what the text says, which is all that later calls and `discret run` have: a
    hierarchy that was fitted while the plan was made is there as what it came to.
    """
    text = plan.to_toml()
    plan = plan_of(text)
    release = bench.release(plan, seed, tell, secret)
    tell(0.95, _JUDGING)
    return {
        "plan": text,
        "outline": outline(plan, release.original),
        "told": told(release),
    }


def again(bench: Bench, tell: Progress, *, plan: str, seed: int) -> dict[str, Any]:
    """Make the release of a plan again, after a worker was lost."""
    bench.release(plan_of(plan), seed, tell)
    return {}


HALF = 1  # steps of the example that are done already
LOOKING = Words("looking at the columns", fr="examen des colonnes")
_JUDGING = Words("judging what leaves", fr="examen de ce qui sort")
