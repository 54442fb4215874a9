"""A written release, judged again: what counts is what a reader of the file finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.engine import collected, ordered
from discret.data.entering.column_names import PLACE
from discret.data.files.passage import Passage
from discret.errors import DiscretError
from discret.finding import Finding
from discret.words import Words

if TYPE_CHECKING:
    from discret.plan.release import Release


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
        The risk that a reader of the file finds, whatever was missed before.
    missed
        The measures whose target held before the file was written, and no longer does.
    whole
        Whether the file has all records, and could be judged.
    """

    passage: Passage
    risk: tuple[Finding, ...] = field(repr=False)
    loss: tuple[Finding, ...] = field(repr=False)
    found: tuple[Finding, ...] = field(repr=False)
    missed: tuple[Words, ...] = ()
    whole: bool = True


def reading(release: Release, passage: Passage) -> Reading:
    """Judge a release by its file; where the file has what was released, nothing is done twice."""
    plan, risk, loss = release.plan, release.risk, release.loss
    if passage.same:
        return Reading(passage=passage, risk=risk, loss=loss, found=risk)
    try:
        data = _as_read(release.inside, passage)
        read = tuple(measure.assess(data) for measure in plan.assess)
        losses = plan.quantify if release.steps else ()  # without a step nothing was measured
        lost = tuple(measure.compare(release.original, data) for measure in losses)
    except DiscretError:  # it cannot even be judged
        return Reading(passage=passage, risk=risk, loss=loss, found=risk, whole=False)
    missed = tuple(
        part.title
        for part, was, now in zip(
            (*plan.assess, *losses), (*risk, *loss), (*read, *lost), strict=True
        )
        if now.met is False and was.met is not False
    )
    return Reading(
        passage=passage,
        risk=_worse(risk, read),
        loss=_worse(loss, lost),
        found=read,
        missed=missed,
    )


def _worse(held: Sequence[Finding], read: Sequence[Finding]) -> tuple[Finding, ...]:
    """Keep what was missed before: that a reader takes a value for another mends nothing.

    The file has what was released, whatever one reader makes of it: the text NA, say, which some
    take for a gap and some do not.
    """
    return tuple(
        was if was.met is False and now.met is not False else now
        for was, now in zip(held, read, strict=True)
    )


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
