"""Sets of few people whose values are known without saying whose, put together from any groups.

Nobody published them: the values that such a set has are what is left once groups are added up and
subtracted. They are looked for among worlds that show the same. A set whose values are the same in
all of them stays the same in each that is at hand; those that do are asked about in whole numbers,
and whatever world contradicts is at hand from then on. So the answer is exact, or there is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from discret.maths.arrays import Bools, Ints
from discret.maths.releases.bounds import Bounds
from discret.maths.releases.histories import Histories
from discret.maths.releases.programs import Program, Truth, programs

WORLDS = 4  # that are drawn first
ASKED = 60  # sets that are asked about, of one program
LOOKS = 200_000  # at sets, for one program
STATE = 2007  # of the draws: the same releases give the same answer


class Few(NamedTuple):
    """What is known of kinds: that they are in a set of few, or that this was not found out."""

    apart: Bools
    undecided: Bools


def few(found: Bounds, kinds: Histories, true: Truth, asked: Bools, settled: Bools, k: int) -> Few:
    """Find the kinds that are in a set of fewer than `k` people whose values are known.

    Parameters
    ----------
    found, kinds, true
        What bounds say, who was in which groups, and what people have.
    asked
        The kinds that are asked about.
    settled
        Those whose values are known.
    k
        How many people a set may have that is known.
    """
    apart, undecided = (np.zeros(found.kinds, dtype=np.bool_) for _ in range(2))
    if not asked.any():
        return Few(apart, undecided)
    shown = _published(kinds, settled)
    undecided |= asked
    for program in programs(found, true, asked):
        within = np.unique(program.kind)
        sought = within[asked[within]]
        search = _Search.of(program, kinds, settled, k, shown)
        for kind in sought:
            if not apart[kind]:
                known = search.around(int(kind))
                apart[list(known.together)] = True
                undecided[kind] = not known.sure
    return Few(apart, undecided & ~apart)


def _published(kinds: Histories, settled: Bools) -> list[frozenset[int]]:
    """Return the kinds of each group that was published, where nothing of it is known beside."""
    found: list[frozenset[int]] = []
    for path in kinds.path.T:
        groups = defaultdict(list)
        for kind in np.flatnonzero(path >= 0):
            groups[int(path[kind])].append(int(kind))
        found += [
            frozenset(own)
            for own in groups.values()
            if not settled[own].any() and kinds.people[own].all()
        ]
    return found


class _Known(NamedTuple):
    together: frozenset[int]
    sure: bool


@dataclass
class _Search:
    """Sets of few in the kinds of one program."""

    program: Program = field(repr=False)
    number: Ints = field(repr=False)
    usable: Ints = field(repr=False)  # the kinds that may be in a set
    shown: dict[int, list[frozenset[int]]] = field(repr=False)  # published, by kind
    k: int
    trace: Ints = field(repr=False)  # kinds × worlds: what moved there, as a number
    rng: np.random.Generator = field(repr=False)
    asked: int = 0
    looks: int = 0

    @classmethod
    def of(
        cls,
        program: Program,
        kinds: Histories,
        settled: Bools,
        k: int,
        shown: Sequence[frozenset[int]],
    ) -> _Search:
        within = np.unique(program.kind)
        usable = within[kinds.people[within] & ~settled[within] & (kinds.number[within] < k)]
        by_kind: dict[int, list[frozenset[int]]] = defaultdict(list)
        for own in shown:
            for kind in own:
                by_kind[kind].append(own)
        none = np.zeros((program.kinds, 0), dtype=np.int64)
        rng = np.random.default_rng(STATE)
        made = cls(program, kinds.number, usable, by_kind, k, none, rng)
        strict = made.strict
        for _ in range(WORLDS):
            made.take(strict.world(rng.integers(0, 1000, len(program.kind)).astype(float))[0])
        return made

    @property
    def strict(self) -> Program:
        """The program in which whoever changed has what they have."""
        changed = self.program.changed
        return self.program.holding(changed) if changed.any() else self.program

    def take(self, world: Ints | None) -> None:
        """Take note of what moves in a world."""
        if world is None:
            return
        labels = self.rng.integers(1, 2**62, int(self.program.label.max(initial=0)) + 1)
        step = (world - self.program.true) * labels[self.program.label]
        moved = np.zeros(self.program.kinds, dtype=np.int64)
        np.add.at(moved, self.program.kind, step)
        self.trace = np.column_stack([self.trace, moved])

    def around(self, kind: int) -> _Known:
        """Look for a set around a kind: one that is known, or that there is none."""
        nothing = frozenset[int]()
        while self.asked < ASKED:
            candidate = next(self._candidates(kind), nothing)
            if self.looks > LOOKS:
                return _Known(nothing, sure=False)
            if not candidate:
                return _Known(nothing, sure=True)
            fixed = self._fixed(self.strict, candidate, learn=True)
            if fixed is None:
                return _Known(nothing, sure=False)
            if fixed:
                every = self.strict is self.program
                known = every or self._fixed(self.program, candidate, learn=False)
                return _Known(candidate, sure=True) if known else _Known(nothing, sure=False)
        return _Known(nothing, sure=False)

    def _fixed(self, program: Program, candidate: frozenset[int], *, learn: bool) -> bool | None:
        """Say whether a set has the same values in every world; nothing where that stays open."""
        own = np.isin(program.kind, list(candidate))
        for label in np.unique(program.label[own]):
            self.asked += 1
            of_it = own & (program.label == label)
            world, sure = program.world(of_it.astype(float))
            if world is not None and world[of_it].sum() > program.true[of_it].sum():
                if learn:
                    self.take(world)
                return False
            if world is None or not sure:
                return None
        return True

    def _candidates(self, kind: int) -> Iterator[frozenset[int]]:
        """Yield sets around a kind that stay the same in all worlds at hand, the smallest first."""
        self.by_trace: dict[bytes, list[int]] = defaultdict(list)
        for other in self.usable.tolist():
            self.by_trace[self.trace[other].tobytes()].append(other)
        own = int(self.number[kind])
        for size in range(1, self.k - own):
            yield from self._grown([kind], self.trace[kind], self.k - 1 - own, size)

    def _grown(
        self, held: list[int], trace: Ints, room: int, more: int
    ) -> Iterator[frozenset[int]]:
        """Yield sets with so many kinds more."""
        if more == 1:
            for other in self.by_trace.get((-trace).tobytes(), ()):
                self.looks += 1
                if other not in held and self.number[other] <= room:
                    found = frozenset([*held, other])
                    if not any(own <= found for kind in found for own in self.shown[kind]):
                        yield found
            return
        for other in self.usable.tolist():
            self.looks += 1
            if self.looks > LOOKS:
                return
            if self.number[other] < room and other not in held:
                yield from self._grown(
                    [*held, other],
                    trace + self.trace[other],
                    room - int(self.number[other]),
                    more - 1,
                )
