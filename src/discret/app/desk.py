"""The state of the work: a list of plans for every variant, and a pointer into it.

Nothing is changed: every action makes a new desk. Undo moves the pointer of the shown variant back,
redo forth; what is done after an undo cuts what lay ahead. What a plan came to is kept beside it as
plain data, so that undo computes nothing and outlives the worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Told = Mapping[str, Any]  # plain data of the worker
Said = Mapping[str, str]  # a sentence in both languages


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One state of the work.

    Parameters
    ----------
    plan
        The plan, as TOML.
    outline
        What the plan says, as plain data: roles, hierarchies, measures, steps.
    told
        What came of it: the record of its release.
    did
        What was done last, in a few words: the name of what undo undoes.
    """

    plan: str
    outline: Told
    told: Told
    did: Said


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A variant: its states in order, and which of them is shown.

    Examples
    --------
    >>> first = Entry(plan="", outline={}, told={}, did={"en": "open"})
    >>> second = Entry(plan="k", outline={}, told={}, did={"en": "roles"})
    >>> branch = Branch(title="A", entries=(first,)).did(second)
    >>> branch.moved(-1).now.did["en"], branch.moved(-1).undone["en"]
    ('open', 'roles')
    """

    title: str
    entries: tuple[Entry, ...]
    at: int = 0

    @property
    def now(self) -> Entry:
        """The state that is shown."""
        return self.entries[self.at]

    @property
    def undoes(self) -> Said | None:
        """What undo would undo."""
        return self.now.did if self.at else None

    @property
    def undone(self) -> Said | None:
        """What redo would do again."""
        ahead = self.entries[self.at + 1 : self.at + 2]
        return ahead[0].did if ahead else None

    def did(self, entry: Entry) -> Branch:
        """Return the branch with a new state, which cuts what lay ahead."""
        kept = self.entries[: self.at + 1]
        return replace(self, entries=(*kept, entry), at=len(kept))

    def moved(self, by: int) -> Branch:
        """Return the branch with its pointer moved, as far as there is something."""
        return replace(self, at=min(max(self.at + by, 0), len(self.entries) - 1))


@dataclass(frozen=True, kw_only=True)
class Desk:
    """All of the work: the source, the variants, and what was refused last.

    Parameters
    ----------
    source
        What was found of the file: name, records, first look at its columns; ``None`` before one
        is opened.
    seed
        Start of all chance: in the record, never on a page.
    branches, shown
        The variants, and which of them is shown.
    version
        Grows with every change: a page that shows an older one draws itself again.
    faults
        What was refused last, until the next action.
    """

    source: Told | None = None
    seed: int = field(default=0, repr=False)
    branches: tuple[Branch, ...] = ()
    shown: int = 0
    version: int = 0
    faults: tuple[Told, ...] = ()

    @property
    def branch(self) -> Branch | None:
        """The variant that is shown."""
        return self.branches[self.shown] if self.branches else None

    @property
    def now(self) -> Entry | None:
        """The state that is shown."""
        return None if self.branch is None else self.branch.now

    def opened(self, source: Told, entry: Entry, seed: int) -> Desk:
        """Return a desk with another file, and nothing of the one before."""
        branch = Branch(title=FIRST, entries=(entry,))
        return Desk(source=source, seed=seed, branches=(branch,), version=self.version + 1)

    def did(self, entry: Entry, on: int | None = None) -> Desk:
        """Return the desk with a new state of a variant, by default the one that is shown."""
        return self._with(self.shown if on is None else on, lambda branch: branch.did(entry))

    def moved(self, by: int) -> Desk:
        """Undo (−1) or redo (1)."""
        return self._with(self.shown, lambda branch: branch.moved(by))

    def refused(self, *faults: Told) -> Desk:
        """Return the desk as it is, with what was refused."""
        return replace(self, faults=faults, version=self.version + 1)

    def cleared(self) -> Desk:
        """Return the desk as it is, with nothing that was refused."""
        return self._changed()

    def copied(self, title: str) -> Desk:
        """Return the desk with a copy of the shown variant, which is then shown."""
        assert self.branch is not None  # noqa: S101 (asked for where there is one)
        copy = replace(self.branch, title=title)
        return self._changed(branches=(*self.branches, copy), shown=len(self.branches))

    def joined(self, branches: tuple[Branch, ...]) -> Desk:
        """Return the desk with more variants; the one that is shown stays."""
        return self._changed(branches=(*self.branches, *branches))

    def dropped(self, place: int) -> Desk:
        """Return the desk without a variant; the last one stays."""
        left = tuple(branch for n, branch in enumerate(self.branches) if n != place)
        if not left:
            return self
        shown = self.shown - (self.shown > place or self.shown == len(left))
        return self._changed(branches=left, shown=max(shown, 0))

    def showing(self, place: int) -> Desk:
        """Return the desk with another variant shown."""
        return self._changed(shown=min(max(place, 0), len(self.branches) - 1))

    def _with(self, place: int, change: Any) -> Desk:
        branches = tuple(
            change(branch) if n == place else branch for n, branch in enumerate(self.branches)
        )
        return self._changed(branches=branches)

    def _changed(self, **values: Any) -> Desk:
        return replace(self, **values, version=self.version + 1, faults=())


FIRST = "A"
