"""A written release, judged again: what counts is what a reader of the file finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

import narwhals as nw

from discret.data.counting.whole import same_before
from discret.data.dataset import Dataset
from discret.data.engine import collected, ordered
from discret.data.entering.column_names import PLACE
from discret.data.files.passage import Passage
from discret.data.roles import HELD, Role
from discret.data.taken_for_one import run_together
from discret.errors import DiscretError
from discret.finding import Finding
from discret.parts import Part, RiskMeasure
from discret.words import Words

if TYPE_CHECKING:
    from discret.plan.release import Release

Found = tuple[Finding | None, ...]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a reader of a written release finds.

    Parameters
    ----------
    passage
        Which columns are others in the file than in the release.
    risk, loss
        The findings on the file as it is read; what was missed before stays missed.
    found
        The risk that a reader of the file finds, whatever was missed before; ``None`` for a measure
        that cannot judge the file. What other measures or losses make of it changes nothing here.
    missed
        The measures whose target held before the file was written, and no longer does.
    whole
        Whether the file has all records, and could be judged.
    alike
        The columns with values that people or programs take for one.
    missed_alike
        The measures whose target holds where these are told apart, and not where they are one.
    """

    passage: Passage
    risk: tuple[Finding, ...] = field(repr=False)
    loss: tuple[Finding, ...] = field(repr=False)
    found: Found = field(repr=False)
    missed: tuple[Words, ...] = ()
    whole: bool = True
    alike: tuple[str, ...] = ()
    missed_alike: tuple[Words, ...] = ()


def reading(release: Release, passage: Passage) -> Reading:
    """Judge a release by its file, and by what people and programs take for one value in it.

    Where the file has what was released, and nobody takes two of its values for one, nothing is
    done twice.
    """
    plan, risk, loss = release.plan, release.risk, release.loss
    losses = plan.quantify if release.steps else ()  # without a step nothing was measured
    try:
        data = release.inside if passage.same else _as_read(release.inside, passage)
    except DiscretError:  # it cannot even be judged
        none = (None,) * len(risk)
        return Reading(passage=passage, risk=risk, loss=loss, found=none, whole=False)
    read: Found = risk
    lost: Found = loss
    if not passage.same:
        read = tuple(_judged(part.assess, data) for part in plan.assess)
        lost = tuple(_judged(partial(part.compare, release.original), data) for part in losses)
    poorer, alike = _run_together(plan.assess, data, read)
    return Reading(
        passage=passage,
        risk=_worse(risk, poorer),
        loss=_worse(loss, lost),
        found=poorer,
        missed=_missed((*plan.assess, *losses), (*risk, *loss), (*read, *lost)),
        whole=all(found is not None for found in (*poorer, *lost)),
        alike=alike,
        missed_alike=_missed(plan.assess, read, poorer),
    )


def _judged(part: Callable[[Dataset], Finding], data: Dataset) -> Finding | None:
    """Return what one part finds, nothing where it refuses: others may find something all the same.

    What compares the file with the original may refuse it for what was dropped.
    """
    try:
        return part(data)
    except DiscretError:
        return None


def _run_together(
    measures: Sequence[RiskMeasure], data: Dataset, read: Found
) -> tuple[Found, tuple[str, ...]]:
    """Judge what groups show of their people as others see it, who take some values for one.

    Keys stay as they are: groups only grow where their values run together. What is told of the
    others is poorer than it was counted.
    """
    asked = [part for part in measures if Role.SENSITIVE in part.needs]
    shown = dict.fromkeys(name for part in asked for name in part.examines(data))
    known = {*data.columns(Role.KEY, Role.WEIGHT, *HELD)}
    tables = run_together(data, [name for name in shown if name not in known])
    if not tables:
        return read, ()
    theirs = {name: table for name, table in tables.items() if same_before(data, name)}
    merged = replace(data.with_values(tables), first=data.original.with_values(theirs))
    pairs = zip(measures, read, strict=True)
    poorer = (_judged(part.assess, merged) if part in asked else found for part, found in pairs)
    return tuple(map(_worst, read, poorer)), tuple(tables)


def _missed(parts: Sequence[Part], held: Found, read: Found) -> tuple[Words, ...]:
    """Return the titles of parts whose target held, and no longer does."""
    found = zip(parts, held, read, strict=True)
    return tuple(
        part.title
        for part, was, now in found
        if now is not None and now.met is False and not (was is not None and was.met is False)
    )


def _worse(held: Sequence[Finding], read: Found) -> tuple[Finding, ...]:
    """Keep what was missed before, and what could not be judged again."""
    found = zip(held, map(_worst, held, read), strict=True)
    return tuple(was if worst is None else worst for was, worst in found)


def _worst(was: Finding | None, now: Finding | None) -> Finding | None:
    """Keep what was missed before: that a reader takes a value for another mends nothing.

    The file has what was released, whatever one reader makes of it: the text NA, say, which some
    take for a gap and some do not.
    """
    if was is None or now is None:
        return None
    return was if was.met is False and now.met is not False else now


def _as_read(data: Dataset, passage: Passage) -> Dataset:
    """Return the data with the columns of the file in place of their own."""
    followed = PLACE in data.frame.collect_schema().names()
    if not followed or passage.records_before != passage.records_after:
        raise DiscretError(
            Words(
                "release: the records of the file cannot be told from each other",
                fr="release : les enregistrements du fichier ne peuvent être distingués",
            ),
            hint=Words(
                "hand over a table in memory, or name the column that numbers the records (row)",
                fr="donner une table en mémoire, ou nommer la colonne qui numérote les"
                " enregistrements (row)",
            ),
        )
    frame = collected(ordered(data.frame, PLACE, data.origin))
    names = _held(passage.columns, data)
    return data.with_frame(nw.from_native(frame.with_columns(passage.frame.select(names))).lazy())


def _held(names: Iterable[str], data: Dataset) -> list[str]:
    return [name for name in names if name in data.roles]
