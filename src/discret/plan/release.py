"""What came of a plan: its steps, the risk and the loss after each, and the file that leaves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from discret.arguments.fitting import fitted, fitting
from discret.data.compare import Difference
from discret.data.dataset import Dataset
from discret.data.files.labels import Labels
from discret.data.files.passage import Passage
from discret.data.history.following import arrived
from discret.errors import InputError
from discret.finding import Finding
from discret.parts import Method, Progress, silent
from discret.plan.draws import Draws
from discret.plan.gate import Gate, leaving, passed
from discret.plan.gate.categories import lost_categories
from discret.plan.gate.notices import notices
from discret.plan.reading import Reading, reading
from discret.plan.steps import said_of, steps_table
from discret.plan.tables import ToldTable
from discret.words import Language, Words, spoken_here
from discret.words.rows import Rows, html_table

if TYPE_CHECKING:
    from discret.plan.plan import Plan


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of a release: what was done, and the risk and the loss after it."""

    label: str
    method: Method
    data: Dataset
    facts: Mapping[str, Any]
    difference: Difference
    risk: tuple[Finding, ...]
    loss: tuple[Finding, ...]
    seconds: float = field(compare=False)


@fitted(Words("plan.run(table) makes one", fr="plan.run(table) en fait une"))
@dataclass(frozen=True, kw_only=True, repr=False)
class Release:
    """What came of a plan; immutable.

    Parameters
    ----------
    plan
        The plan that was run.
    original
        The data before any step.
    risk_before
        The risk of the original.
    steps
        The steps, each with its data, facts, risk and loss.
    seed
        Start of all chance: internal, never to be published.
    asked
        The plan as it was handed over, without the measures that a run takes unasked.
    reading
        What the file gives that was written from it, read back; see `as_written`.
    draws
        How risk and loss vary over other seeds, where that was asked for; see `Plan.run_draws`.
    beside
        Whether it is one of several variants, which the same chance drew.
    private
        The private tables of the plan, told of the original and paid.

    Examples
    --------
    >>> from discret import Plan
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> from discret.reduce import ShuffleRecords
    >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    >>> release = Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()]).run(data, seed=1)
    >>> release.met, [finding.value for finding in release.risk]
    (False, [1])
    >>> release.gate.columns["Nom complet"].state, "Nom complet" in release.data.roles
    ('dropped', False)
    """

    plan: Plan
    original: Dataset = field(repr=False)
    risk_before: tuple[Finding, ...] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    seed: int = field(repr=False)
    asked: Plan = field(repr=False)
    reading: Reading | None = field(default=None, repr=False)
    draws: Draws | None = field(default=None, repr=False)
    beside: bool = field(default=False, repr=False)
    private: tuple[ToldTable, ...] = field(default=(), repr=False)

    @property
    def inside(self) -> Dataset:
        """The data after the last step, with what is held back at the gate."""
        if self.steps:
            return self.steps[-1].data
        return arrived(self.original, self.plan.release.follows)

    @cached_property
    def gate(self) -> Gate:
        """What leaves, and the account of every column."""
        return self._gate(None)

    def _gate(self, before: Gate | None) -> Gate:
        judged = list(zip(self.plan.assess, self.risk, strict=True))
        found = passed(
            self.original,
            self.inside,
            self.plan.release,
            judged,
            coded=self._coded,
            after=self.data,
            before=before,
        )
        return replace(found, recordless=True) if self.plan.tables_only else found

    @property
    def _coded(self) -> set[str]:
        """The columns whose values were replaced by pseudonyms."""
        return {name for step in self.steps for name in step.facts.get("pseudonymised", ())}

    @cached_property
    def emptied(self) -> tuple[dict[str, int], list[str]]:
        """The categories whose records are all gone, by column; and columns not counted."""
        return lost_categories(self.original, self.inside)

    @cached_property
    def data(self) -> Dataset:
        """The data that leaves: after the last step, without what is held back at the gate."""
        if self.plan.tables_only:
            return self.inside.without_columns(list(self.inside.roles))
        rng = stream(self.seed, "[release]")
        return leaving(self.inside, self.plan.release, self._coded, rng)

    @property
    def risk(self) -> tuple[Finding, ...]:
        """The risk after the last step, of the file as it is read where it was written."""
        if self.reading is not None:
            return self.reading.risk
        return self.steps[-1].risk if self.steps else self.risk_before

    @property
    def loss(self) -> tuple[Finding, ...]:
        """The loss after the last step, of the file as it is read where it was written."""
        if self.reading is not None:
            return self.reading.loss
        return self.steps[-1].loss if self.steps else ()

    @property
    def met(self) -> bool | None:
        """Whether the gate is open and all targets hold; ``None`` where none is stated of risk."""
        whole = self.reading is None or self.reading.whole
        missed = any(finding.met is False for finding in (*self.risk, *self.loss))
        if missed or not (self.gate.open and whole):
            return False
        return True if any(finding.met for finding in self.risk) else None

    @cached_property
    def notices(self) -> tuple[Words, ...]:
        """What whoever releases the file should look at, whatever the targets say."""
        return tuple(notices(self))

    def as_written(self, passage: Passage) -> Release:
        """Return the release judged on what a reader of the written file finds."""
        written = replace(self, reading=reading(self, passage))
        vars(written)["data"] = self.data
        same = all(now is was for now, was in zip(written.risk, self.risk, strict=True))
        gate = self.gate if same else written._gate(self.gate)
        vars(written)["gate"] = gate  # the data is the same: it is not searched again
        return written

    def table(self, language: Language = "en") -> Rows:
        """Return the steps with the records, the risk and the loss after each, to be looked at.

        Examples
        --------
        >>> from discret import Plan
        >>> from discret.assess import KAnonymity
        >>> from discret.data.examples import dishes
        >>> from discret.reduce import Recode
        >>> data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
        >>> merge = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"})
        >>> Plan(assess=[KAnonymity(k=2)], reduce=[merge]).run(data, seed=1).table()
        step      records    cells  k-anonymity  detail
                           changed                 lost
        original        9        –            1       –
        recode          9        9            3   41.4%
        """
        return steps_table(self, language)

    def to_dict(self) -> dict[str, Any]:
        """Return the record: plain data, fit for JSON. It is internal; the reports are made of it.

        Examples
        --------
        >>> from discret import Plan
        >>> from discret.data.examples import dishes
        >>> Plan().run(Dataset.of(dishes(), key="Sexe"), seed=1).to_dict()["schema"]
        'discret.record/2'
        """
        from discret.document.records import record

        return record(self)

    def report(self, language: Language = "en", *, public: bool = False) -> str:
        """Return the internal report, or the public one, as an HTML page.

        Examples
        --------
        >>> from discret import Plan
        >>> from discret.data.examples import dishes
        >>> release = Plan().run(Dataset.of(dishes(), key="Sexe"), seed=1)
        >>> '<html lang="fr">' in release.report("fr", public=True)
        True
        """
        from discret.document.writing import report

        return report(self, language=language, public=public)

    @fitting("release.write")
    def write(
        self,
        folder: str | Path,
        *,
        format: str | None = None,  # noqa: A002 (what it is)
        labels: Labels | None = None,
        language: Language = "en",
        force: bool = False,
        group: bool = False,
    ) -> Release:
        """Write the protected file, its record and two reports into a folder; see `document.write`.

        All is written or nothing; an earlier release is replaced with ``force=True`` alone, a file
        that was read never. The release is returned as it is read there: look at its `met`.
        """
        from discret.document.writing import write

        return write(
            self, folder, format=format, labels=labels, language=language, force=force, group=group
        )

    def __repr__(self) -> str:
        return f"Release({said_of(self)})"

    def _repr_html_(self) -> str:
        table = self.table(spoken_here())
        return html_table(table.columns, table.texts, title=repr(self))

    @fitting("release.then")
    def then(
        self,
        method: Method,
        *,
        label: str | None = None,
        secret: bytes | None = None,
        progress: Progress = silent,
    ) -> Release:
        """Return the release with one step more: as if the longer plan had been run.

        The steps that it has are not run again. The label, by default the name of the method,
        decides the chance of the step; the others are as for `Plan.run`.

        Examples
        --------
        >>> from discret import Plan
        >>> from discret.data.examples import dishes
        >>> from discret.reduce import ShuffleRecords, Subsample
        >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
        >>> half = Plan().run(data, seed=1).then(Subsample(share=0.5))
        >>> len(half.data), [step.label for step in half.then(ShuffleRecords()).steps]
        (5, ['subsample', 'shuffle_records'])
        """
        asked = self.asked
        named = asked.labels if label is None else (*asked.labels, label)
        longer = replace(asked, reduce=(*asked.reduce, method), labels=named)
        return longer.run(self.original, after=self, secret=secret, progress=progress)

    def undo(self) -> Release:
        """Return the release without its last step: as if the shorter plan had been run."""
        if not self.steps:
            raise InputError(
                Words(
                    "release: there is no step to undo",
                    fr="release : il n’y a pas d’étape à défaire",
                ),
                hint=Words("run a plan that has steps", fr="exécuter un plan qui a des étapes"),
            )
        number = len(self.steps) - 1
        asked = replace(
            self.asked, reduce=self.asked.reduce[:number], labels=self.asked.labels[:number]
        )
        plan = asked.with_attacks(self.original)
        return Release(
            plan=plan,
            original=self.original,
            risk_before=_kept(self.plan, plan, self.risk_before, self.original),
            steps=tuple(
                replace(step, risk=_kept(self.plan, plan, step.risk, step.data))
                for step in self.steps[:number]
            ),
            seed=self.seed,
            asked=asked,
            private=self.private,
        )


def _kept(
    long: Plan, short: Plan, found: tuple[Finding, ...], data: Dataset
) -> tuple[Finding, ...]:
    """Return the findings of the shorter plan: those at hand, or taken now."""
    known = list(zip(long.assess, found, strict=True))
    return tuple(
        next((finding for part, finding in known if part == measure), None) or measure.assess(data)
        for measure in short.assess
    )


def stream(seed: int, label: str) -> np.random.Generator:
    """Return the random numbers of one step: from the run's seed and the step's label alone.

    Examples
    --------
    >>> stream(1, "subsample").random() == stream(1, "subsample").random()
    True
    """
    digest = hashlib.blake2b(label.encode(), digest_size=16).digest()
    return np.random.default_rng([seed, int.from_bytes(digest, "little")])
