"""The gate: every column of a release is accounted for, or the file does not pass.

`apart` finds columns that name people by themselves, `categories` those of which nobody is left;
`reasons` says why a file does not pass; `notices` are what should be looked at whatever the targets
say. What reports call its states is in document/words/texts_gate.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import polars as pl

from discret.assess import Redundancy
from discret.data.dataset import Dataset
from discret.data.history.following import arrived
from discret.data.roles import HELD, Role
from discret.finding import Finding
from discret.parts import RiskMeasure
from discret.plan.gate.apart import Alone, alone
from discret.plan.gate.reasons import (
    EMPTY,
    FAR,
    SINGLY,
    TELLING,
    UNCOUNTED,
    UNEXAMINED,
    UNJUDGED,
    read_from,
    stopped,
)
from discret.plan.terms import LINKS, Terms
from discret.words import Words

State = Literal[
    "key",
    "weight",
    "judged",
    "examined",
    "accepted",
    "dropped",
    "renumbered",
    "pseudonymised",
    "kept",
    "unexamined",
    "unjudged",
    "telling",
]
_LOOKED_AT = ("key", "judged", "examined")
_PLAIN = (Role.KEY, Role.AREA, Role.IGNORED)
Judged = Sequence[tuple[RiskMeasure, Finding]]


@dataclass(frozen=True, kw_only=True)
class Account:
    """What becomes of a column: its state at the gate, its role, and the measures that saw it.

    `alone` has how many people are alone with their value, where that was counted.
    """

    state: State
    role: Role
    by: tuple[str, ...] = ()
    alone: Alone | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        return {"state": self.state, "role": str(self.role), "by": list(self.by)}


@dataclass(frozen=True, kw_only=True)
class Gate:
    """What leaves, the account of every column, and what can be read from another column.

    Parameters
    ----------
    data
        The dataset as it leaves: without what is held back, or with its numbers drawn anew.
    columns
        Every column that the file had or has.
    redundancy
        What was hidden in a column and can be read from others that leave.
    readable
        The columns for which that was accepted by name.
    measures
        The measures that were taken, each of which supposes somebody who knows something.
    recordless
        Whether no record is meant to leave: private tables do, and nothing else.

    Notes
    -----
    A file passes if each of its columns is a key that a target counts, is sensitive and judged, is
    a number that a target judges by distance, was examined by a measure, or is accepted by name;
    if what is drawn several times, in copies, is judged by a target that looks at all at once;
    if none that was not accepted tells people apart by itself, as names and free text do, whatever
    measures say of it; and if nothing that was hidden in one column can be read from others. What
    can be read from keys alone does not count, unless it is sensitive, a number or tells which
    records belong together: the measures suppose an attacker who knows all keys, or the
    combinations of them that they judge. Where that cannot be looked for (a lazy table whose
    records have no number), a file of more than keys does not pass.
    """

    data: Dataset = field(repr=False)
    columns: Mapping[str, Account]
    redundancy: Finding
    readable: tuple[str, ...] = ()
    measures: tuple[RiskMeasure, ...] = field(default=(), repr=False)
    recordless: bool = False

    @property
    def open(self) -> bool:
        """Whether the file may pass."""
        return not self.reasons

    @property
    def readings(self) -> tuple[Mapping[str, Any], ...]:
        """What can be read from other columns: each with its column and where it is read."""
        return tuple(self.redundancy.details.get("readings", ()))

    @property
    def reasons(self) -> tuple[Words, ...]:
        """Why the file does not pass, each with the way out."""
        closed, unjudged = self.within("unexamined"), self.within("unjudged")
        telling = self.within("telling")
        accept = [*self.within("accepted"), *closed, *unjudged, *telling]
        keys = [name for name in closed if self.columns[name].role in (Role.KEY, Role.AREA)]
        numbers = [name for name in unjudged if self.columns[name].role is Role.NUMBER]
        unjudged = [name for name in unjudged if name not in numbers]
        singly = [n for n in unjudged if self.data.trail.exchanged(n) and self.data.trail.copies]
        unjudged = [name for name in unjudged if name not in singly]
        unexamined = [name for name in closed if name not in keys]
        read = [entry for entry in self.readings if not self.harmless(entry)]
        read = [row for row in read if row["column"] not in self.readable]
        known = list(dict.fromkeys([*self.readable, *(entry["column"] for entry in read)]))
        return (
            *([EMPTY] if not (self.data.roles or self.recordless) else []),
            *stopped(UNEXAMINED, unexamined, accept),
            *stopped(UNCOUNTED, keys, accept),
            *stopped(UNJUDGED, unjudged, accept),
            *stopped(FAR, numbers, accept),
            *stopped(SINGLY, singly, accept),
            *stopped(TELLING, telling, accept),
            *(read_from(reading, known) for reading in read),
            *([self.redundancy.reads] if self.unsearched else []),
        )

    @property
    def unsearched(self) -> bool:
        """Whether something was changed, may be read from what leaves, and cannot be looked for."""
        changed = self.data.original is not self.data
        return (
            self.redundancy.value is None
            and changed
            and set(self.columns) > set(self.within("key"))
        )

    def within(self, state: State) -> list[str]:
        """Return the columns in a state."""
        return [name for name, column in self.columns.items() if column.state == state]

    def harmless(self, reading: Mapping[str, Any]) -> bool:
        """Whether it is read from keys alone, and neither sensitive nor a link between records.

        The measures suppose an attacker who knows the keys together, and all that follows from
        them.
        """
        keys, column = set(self.within("key")), reading["column"]
        held = {*reading["from"], *({column} & keys)}
        known = [part.supposes(held, self.data) for part in self.measures] or [True]
        return held <= keys and any(known) and self.columns[column].role in _PLAIN

    def told_elsewhere(self, column: str) -> bool:
        """Whether it would matter that a column could be read from any others that leave."""
        others = [name for name in self.data.roles if name != column]
        known = column in self.readable or self.harmless({"column": column, "from": others})
        return bool(others) and not known

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record."""
        return {
            "open": self.open,
            "columns": {name: column.to_dict() for name, column in self.columns.items()},
            "reasons": [reason.to_dict() for reason in self.reasons],
            "redundancy": self.redundancy.to_dict(),
            "readings": [dict(reading) for reading in self.readings],
        }


def passed(
    original: Dataset,
    data: Dataset,
    terms: Terms,
    judged: Judged,
    *,
    after: Dataset,
    coded: Collection[str] = (),
    before: Gate | None = None,
) -> Gate:
    """Bring a dataset to the gate.

    Parameters
    ----------
    original, data
        The dataset before any step, and after the last.
    terms
        What the plan says of the release.
    judged
        The measures of the plan, each with what it found.
    after
        The dataset as it leaves: see `leaving`.
    coded
        Columns whose values were replaced by pseudonyms.
    before
        The gate that the same dataset has passed already, judged otherwise: what leaves, and what
        can be read from it, is the same.

    Examples
    --------
    >>> people = pl.DataFrame({"name": ["Ann", "Bob"], "sex": ["f", "m"], "note": ["a", "b"]})
    >>> data = Dataset.of(people, identifier="name", key="sex")
    >>> after = leaving(data, Terms(), (), np.random.default_rng(1))
    >>> gate = passed(data, data, Terms(), [], after=after)
    >>> {name: one.state for name, one in gate.columns.items()}, gate.open
    ({'sex': 'key', 'name': 'dropped', 'note': 'unexamined'}, False)
    """
    seen = {**original.roles, **data.roles}
    columns = {n: _account(n, role, after, terms, judged, coded) for n, role in seen.items()}
    columns |= _singly(columns, after, terms, judged)
    columns |= _weighed(columns, data, terms, judged)
    return Gate(
        data=after,
        columns=columns,
        redundancy=Redundancy().assess(after) if before is None else before.redundancy,
        readable=terms.readable,
        measures=tuple(part for part, _ in judged),
    )


def leaving(
    data: Dataset, terms: Terms, coded: Collection[str], rng: np.random.Generator
) -> Dataset:
    """Return the dataset without what is held back, or with new numbers in it.

    What follows a column that is held back shares its fate: it is dropped. What follows one that
    came changed, without any step, is blanked here.
    """
    data = arrived(data, terms.follows)
    held = [n for n in data.columns(*HELD) if n not in terms.keep and n not in coded]
    links = data.columns(*LINKS) if terms.link == "renumber" else ()
    renumbered = [name for name in held if name in links]
    for column in renumbered:
        values = data.values(column)
        numbers = rng.permutation(len(values)) + 1
        data = data.with_values({column: pl.DataFrame({"from": values, "to": numbers})})
    led = {follower for follower, leader in terms.follows if leader in held}
    return data.without_columns([*led, *(name for name in held if name not in renumbered)])


def _account(
    name: str,
    role: Role,
    after: Dataset,
    terms: Terms,
    judged: Judged,
    coded: Collection[str],
) -> Account:
    seen = [pair for pair in judged if name in after.roles and name in pair[0].examines(after)]
    counted = bool(_judging(seen)) or not any(found.met is not None for _, found in judged)
    state = _state(name, role, after, terms, seen, coded, counted=counted)
    return Account(state=state, role=role, by=tuple(part.name for part, _ in seen))


def _judging(judged: Judged) -> list[RiskMeasure]:
    """Return the measures that judge: whose target was met or missed, and could be missed."""
    return [part for part, found in judged if found.met is not None and part.demanding]


def _singly(
    columns: Mapping[str, Account], after: Dataset, terms: Terms, judged: Judged
) -> dict[str, Account]:
    """Stop what is drawn several times, in copies, if no target judges all copies at once."""
    if not after.trail.copies:
        return {}
    parts = [part for part in _judging(judged) if part.together]
    seen = {name for part in parts for name in part.examines(after)}
    stopped = [n for n in after.roles if after.trail.exchanged(n) and n not in seen]
    return {
        name: replace(columns[name], state="unjudged")
        for name in stopped
        if name not in terms.unexamined and columns[name].state in _LOOKED_AT
    }


def _weighed(
    columns: Mapping[str, Account], data: Dataset, terms: Terms, judged: Judged
) -> dict[str, Account]:
    """Count who is alone with what columns show, and stop those that may as well be names."""
    sized = [part for part in _judging(judged) if part.sizes]
    known = {name for part in sized for name in part.examines(data)} | {data.column(Role.WEIGHT)}
    looked = [n for n, column in columns.items() if column.state in _LOOKED_AT and n not in known]
    found = alone(data, looked)
    return {
        name: replace(
            columns[name], alone=people, state=_passing(name, columns[name], people, terms)
        )
        for name, people in found.items()
    }


def _passing(name: str, account: Account, found: Alone, terms: Terms) -> State:
    if not found.names:
        return account.state
    if name not in terms.unexamined:
        return "telling"
    return "key" if account.state == "key" else "accepted"


def _state(
    name: str,
    role: Role,
    after: Dataset,
    terms: Terms,
    seen: Judged,
    coded: Collection[str],
    *,
    counted: bool,
) -> State:
    """Say what becomes of a column; a key that no target counts is none, if there are any."""
    if name not in after.roles:
        return "dropped"
    if role in HELD:
        return _held(name, terms, coded)
    if name in after.columns(Role.KEY):
        told = counted or name == after.trail.copies  # the number of a copy is about nobody
        return "key" if told else _unseen(name, role, terms)
    judging = _judging(seen)
    if role is Role.NUMBER and not any(part.by_distance for part in judging):
        return _unseen(name, role, terms)
    if seen:
        return "judged" if judging else "examined"
    return _unseen(name, role, terms)


def _unseen(name: str, role: Role, terms: Terms) -> State:
    if role is Role.WEIGHT:
        return "weight"
    if name in terms.unexamined:
        return "accepted"
    return "unjudged" if role in (Role.SENSITIVE, Role.NUMBER) else "unexamined"


def _held(name: str, terms: Terms, coded: Collection[str]) -> State:
    if name in coded:
        return "pseudonymised"
    return "kept" if name in terms.keep else "renumbered"
