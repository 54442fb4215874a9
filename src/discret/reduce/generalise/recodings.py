"""The recodings of the keys, level by level, as a lattice to search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, log, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from discret.data.beside.population import people_of
from discret.data.beside.register import Climbing, Register
from discret.data.hierarchies.key_levels import Ladder
from discret.data.keytable import KeyTable
from discret.maths import recoding
from discret.maths.arrays import Bools, Floats, Ints, Node
from discret.maths.matching import group_ids
from discret.maths.recoding.lattice import Below, Verdict
from discret.maths.recoding.loss import Codes, Loss, Shown
from discret.model import BySize, Conjunction, Merging
from discret.reduce.generalise.judging import Judging
from discret.reduce.generalise.rolled import Rolled
from discret.reduce.suppress_records import kept

if TYPE_CHECKING:
    from discret.maths.recoding.rollup import Packed, Roller
    from discret.maths.recoding.yardsticks import Table

KEPT = 2**27  # bytes of rolled-up tables that are kept for the nodes above them
RADIX = 2**62
LARGE, SMALLER = 1024, 4  # groups that are not read again and again, but a fourth of them
MOST = 2**31 - 1  # people that a table can count
LEEWAY = 1e-9  # of sums, for what rounding may do to them


class Recodings:
    """The recodings of a key table, judged by models and by a loss.

    Parameters
    ----------
    keys
        The key table.
    ladders
        The levels of each key, in the order of the key columns.
    models
        What a release must satisfy; the groups that fail are lost.
    loss
        What is to be made least.
    codes
        Those of the keys, from 1: see `codes_of`.
    price
        For each group of the key table, what it counts when it is lost; its records where
        ``None``.
    allowed
        How much may be lost so.
    """

    def __init__(
        self,
        keys: KeyTable,
        ladders: Sequence[Ladder],
        models: Conjunction,
        loss: Loss,
        codes: Codes,
        *,
        price: Floats | None,
        allowed: float,
    ) -> None:
        self.ladders, self.models, self.loss, self.allowed = ladders, models, loss, allowed
        self.threshold = models.plain_size(keys)
        self._by_size = None if self.threshold is not None else models.by_size(keys)
        people = keys.around.population
        self._register = people if isinstance(people, Register) else None
        self._judging = self._judging_of(keys)
        dropping = 0.0 if self._complete else allowed  # where one that is dropped fails all
        merging = Merging.NOTHING if keys.has_missing and dropping else models.kept_by(keys)
        self._lacking = keys.has_missing
        self._lasting = merging is Merging.EACH  # what is lost at a node is lost below it
        self.monotone = _monotone(merging, counted=price is None, allowed=dropping)
        same = self._judging is not None and self._judging.apart and price is None and not dropping
        self.settling = self.monotone or same  # one group that stays as it is fails all below
        self.records = keys.records
        self.suppressed: dict[Node, int] = {}
        self._none = np.zeros(len(ladders))
        base, self._finest = Rolled.of(keys, price), codes
        self._levels: Sequence[Sequence[Ints]] = [ladder.codes for ladder in ladders]
        self._climbs: Climbing | None = None
        if self._judging is not None:
            base = self._judged(base, self._judging)
        self._rolling = self._put_together()
        base = self._with_people(base)
        self._tables, self._held = [base], base.bytes
        self._last = self._nothing(base)  # what failed when it was looked at
        self._nodes = np.full((256, len(ladders)), -1, dtype=np.int16)  # the first is below all
        self._sizes = np.full(256, len(base.count))
        if self._register is not None and self.threshold is None and not self._holds_file(base):
            self.failing_at((0,) * len(ladders))  # refuses a population that lacks people of it

    def _judging_of(self, keys: KeyTable) -> Judging | None:
        """Prepare to judge groups by arrays, where that takes more than sizes and no more."""
        if self.threshold is not None or self._by_size is not None:
            return None
        judging = Judging.of(keys, self.models, self.allowed)
        lacking = judging is not None and judging.of_population and self._register is None
        return None if lacking else judging

    @property
    def bounds(self) -> Floats:
        """The least loss of every node."""
        return self.loss.bounds

    def raised(self, node: Node, spoilt: Floats) -> Floats:
        """Return the least loss of a node and of all below it, given what is spoilt there."""
        return self.loss.raised(node, spoilt)

    def check(self, node: Node) -> Verdict:
        """Roll the groups up to a node and judge them."""
        whole = self._rolled(node)
        table = whole if self._climbs is None else whole.released
        bad = self._bad(table, node)
        if self._complete:
            bad |= bad.any() or len(table.count) < len(whole.count)
        self._last = node, table, bad
        self.suppressed[node] = gone = int((table.count * bad).sum())
        lost = float(gone if table.price is None else table.price[bad].sum())
        excess, shown = log((1 + lost) / (1 + self.allowed)), Shown(self._finest, table.places)
        floor = self.loss.floor(node, shown, table.count, bad)
        if lost > self.allowed * (1 + 1e-12) or bad.all():
            return Verdict(False, inf, self._none, excess, floor)
        loss, spoilt = self.loss.of(node, shown, table.count, bad)
        if self.monotone and not self._lasting and gone:
            spoilt = self.loss.fewest(node, gone, self.records, spoilt)
        return Verdict(True, loss, spoilt, excess, floor)

    def looked_at(self, node: Node) -> tuple[float, int]:
        """Return what a node loses, whether it may be chosen or not, and its groups.

        The groups that fail are counted as lost.
        """
        self.check(node)
        _, table, bad = self._last
        shown = Shown(self._finest, table.places)
        return self.loss.of(node, shown, table.count, bad)[0], len(table.count)

    def loss_of(self, node: Node, keys: KeyTable, keep: Bools) -> float:
        """Return what is lost at a node where these groups of the release are kept.

        Labels have numbers in their order here and there: so do groups.
        """
        table = self._roll(self._own, node, with_keys=False)
        order = np.lexsort(self._labels(table, node).T[::-1])
        assert np.array_equal(table.count[order], keys.count)  # noqa: S101 (the same groups)
        bad = np.zeros(len(keep), dtype=np.bool_)
        bad[order] = ~keep
        return self.loss.of(node, Shown(self._finest, table.places), table.count, bad)[0]

    def below(self) -> Below:
        """Bound what all finer nodes lose: whether it is too much, and what of each key.

        Nothing is known where weights are counted.
        """
        node, table, bad = self._last
        if self._judging is None or table.price is not None or not bad.any():
            return Below(False, self._none, 0.0)
        same = table.count == self._tables[0].count[table.places]  # one of the finest groups, alone
        lost = self._judging.lost_below(table.count, table.tables, bad, same) * (1 - LEEWAY)
        total = float(lost.sum())
        part = total / max(self.suppressed[node], 1)
        hopeless = total > self.allowed * (1 + LEEWAY) + 1e-6
        shown = Shown(self._finest, table.places)
        return Below(hopeless, self.loss.spoilt_below(node, shown, table.count, lost), part)

    def _bad(self, table: Rolled, node: Node) -> Bools:
        """Mark the groups of a node that fail."""
        if self.threshold is not None:
            return np.asarray(table.count < self.threshold)
        if self._by_size is not None:
            return ~_left(self._by_size, table.count, self._labels(table, node))
        if self._judging is not None:
            return self._judging.failing(table.count, table.tables)
        assert table.keys is not None  # noqa: S101 (rolled up wherever models need it)
        return ~kept(table.keys, self.models)[0]

    def forget(self) -> None:
        """Let go of the rolled-up tables: what is looked at from now on starts from the finest."""
        del self._tables[1:]
        self._last = self._nothing(self._tables[0])
        self._held = self._tables[0].bytes

    def _nothing(self, table: Rolled) -> tuple[Node, Rolled, Bools]:
        return (0,) * len(self.ladders), table, np.zeros(len(table.count), dtype=np.bool_)

    def failing_at(self, node: Node) -> dict[str, int]:
        """Return, for each model alone, how many records fail at a node."""
        table = self._roll(self._own, node, with_keys=True)
        assert table.keys is not None  # noqa: S101 (asked for)
        return self.models.records_failing(table.keys)

    def _rolled(self, node: Node) -> Rolled:
        """Roll up from the smallest table below that is kept, and keep this one."""
        number = len(self._tables)
        place = recoding.chains.smallest_below(
            np.array(node, dtype=np.int16), self._nodes[:number], self._sizes[:number]
        )
        table, by_table = self._tables[place], self._rolling is None or self._by_table
        if not by_table and len(table.count) > LARGE and self._held < KEPT:
            table = self._on_the_way(place, node)
        return self._kept(node, self._roll(table, node, with_keys=by_table))

    @property
    def _by_table(self) -> bool:
        """Whether models ask for key tables."""
        return self.threshold is None and self._by_size is None and self._judging is None

    def _on_the_way(self, place: int, node: Node) -> Rolled:
        """Roll up to a node far below, from where others are reached too, if that is a small one.

        Most nodes have few groups, and most of the work would be to read large tables again.
        """
        table = self._tables[place]
        assert self._rolling is not None  # noqa: S101 (asked for)
        lower = self._rolling[0].lowered(node, self._nodes[place], len(table.count) // SMALLER)
        if lower is None:
            return table
        return self._kept(lower, self._roll(table, lower, with_keys=False))

    def _kept(self, node: Node, table: Rolled) -> Rolled:
        """Keep a table as long as there is room."""
        room = table.bytes
        if self._held + room <= KEPT:
            self._keep(node, table)
            self._held += room
        return table

    def _keep(self, node: Node, table: Rolled) -> None:
        number = len(self._tables)
        if number == len(self._sizes):
            self._nodes = np.concatenate([self._nodes, np.empty_like(self._nodes)])
            self._sizes = np.concatenate([self._sizes, np.empty_like(self._sizes)])
        self._nodes[number], self._sizes[number] = node, len(table.count)
        self._tables.append(table)

    def _roll(self, table: Rolled, node: Node, *, with_keys: bool) -> Rolled:
        places, count, ids, held = self._put(table, node, with_keys=with_keys)
        price, merged = table.price, None
        if price is not None:
            price = np.bincount(ids, price, len(count)).astype(np.float64)
        if self._judging is not None and len(held) < len(table.tables):
            more = self._judging.rolled(table.tables[len(held) :], ids, len(count))
            held = (*held, *more)
        found = Rolled(places, count, price, None, held)
        if with_keys and table.keys is not None:
            merged = table.keys.merged(ids, len(count), self._labels(found, node))
            around = replace(merged.around, population=self._register_at(node))
            found = replace(found, keys=replace(merged, around=around))
        return found

    def _put(
        self, table: Rolled, node: Node, *, with_keys: bool
    ) -> tuple[NDArray[np.int32], Ints, Ints, tuple[Table, ...]]:
        """Put groups together: a place in each, records, numbers, and the first of their tables."""
        if self._rolling is None:
            ids, size = group_ids(self._labels(table, node))
            places = table.places[np.unique(ids, return_index=True)[1]]
            return places, np.bincount(ids, table.count, size).astype(np.int64), ids, ()
        packed, roller = self._rolling
        first, numbers = table.tables[0] if table.tables else None, packed.numbers(node)
        alone = table.price is None and len(table.tables) <= 1 and not with_keys
        rows = roller.roll(table.places, table.count, numbers, first, numbered=not alone)
        return rows.places, rows.records, rows.ids, () if first is None else (rows.table,)

    @property
    def _own(self) -> Rolled:
        """The groups of the file as it is, without those of the population."""
        return self._tables[0].released

    def _put_together(self) -> tuple[Packed, Roller] | None:
        """Put keys together, several to a code, where the labels of a group can have one number."""
        if prod(_widths(self._levels)) >= RADIX:
            return None
        some = self._climbs is not None or self._lacking
        missing = (self._finest == 0).any(axis=0) if some else np.zeros(len(self.ladders))
        labels = [  # 0 is left out where nothing is missing: fewer numbers are soon looked up
            [level if lacks else np.maximum(level - 1, 0) for level in levels]
            for levels, lacks in zip(self._levels, missing, strict=True)
        ]
        width = 0 if self._judging is None else self._judging.width
        rollup, room = recoding.rollup, min(len(self._finest), recoding.rollup.ROOM)
        packed = rollup.Packed(self._finest, labels, room=room)
        return packed, rollup.Roller(packed.codes, width)

    def _judged(self, base: Rolled, judging: Judging) -> Rolled:
        """Add to the finest groups what is counted in them, and the population below them."""
        if not judging.of_population:
            return replace(base, tables=judging.tables)
        climbing = self._climbing(base.keys)
        people = people_of(self.models.names[0], climbing.base)
        levels = [
            [np.concatenate([mine, theirs[1:]]) for mine, theirs in zip(*pair, strict=True)]
            for pair in zip(self._levels, climbing.codes, strict=True)
        ]
        if prod(_widths(levels)) >= RADIX or people.sum() > MOST:
            self._judging = None
            return base
        judging.beside(people)
        own = [len(level[0]) for level in self._levels]
        self._levels = levels
        none = np.zeros(len(people), dtype=np.int64)
        others = climbing.base.codes + own
        self._finest = np.concatenate([self._finest, others], dtype=np.int32)
        return replace(
            base,
            places=np.arange(len(self._finest), dtype=np.int32),
            count=np.concatenate([base.count, none]),
            price=None if base.price is None else np.concatenate([base.price, none]),
            tables=judging.tables,
        )

    def _with_people(self, base: Rolled) -> Rolled:
        """Put groups of the population together with those of the file that have their keys."""
        if self._climbs is None or self._rolling is None:
            return base
        finest = (0,) * len(self.ladders)
        found = self._roll(base, finest, with_keys=False)
        order = np.argsort(found.places)  # those of the file first, as in its key table
        return Rolled(
            found.places[order],
            found.count[order],
            None if found.price is None else found.price[order],
            base.keys,
            tuple(np.ascontiguousarray(table[order]) for table in found.tables),
        )

    @property
    def _complete(self) -> bool:
        """Whether all groups fail as soon as one does."""
        return self._judging is not None and self._judging.complete

    def _holds_file(self, base: Rolled) -> bool:
        """Whether the population is known to have no fewer people in a group than the file."""
        if self._judging is None or self._climbs is None:
            return False
        return bool((self._judging.people(base.tables) >= base.count).all())

    def _register_at(self, node: Node) -> Callable[[], KeyTable] | None:
        """Return what recodes the population to a node, when a model asks for it; not kept."""
        if self._register is None:
            return None
        return lambda: self._climbing(self._tables[0].keys).at(node)

    def _climbing(self, keys: KeyTable | None) -> Climbing:
        """Return what recodes the population, made once."""
        if self._climbs is None:
            assert keys is not None and self._register is not None  # noqa: S101, PT018 (asked for)
            self._climbs = self._register.climbing(keys, self.ladders)
        return self._climbs

    def _labels(self, table: Rolled, node: Node) -> Ints:
        codes = self._finest[table.places].T
        pairs = zip(self._levels, node, codes, strict=True)
        return np.stack([levels[level][own] - 1 for levels, level, own in pairs], axis=1)


def _monotone(merging: Merging, *, counted: bool, allowed: float) -> bool:
    """Whether what fails at a node fails below it: by what is kept when groups merge.

    That no more records must be dropped tells nothing of their weights, if these are what counts.
    """
    if merging is Merging.FEWER and not counted:
        merging = Merging.WHOLE
    return merging >= Merging.FEWER or (allowed == 0 and merging is Merging.WHOLE)


def _left(marks: BySize, count: Ints, codes: Ints) -> Bools:
    """Return the groups left when those that fail are dropped, in rounds."""
    keep = np.ones(len(count), dtype=np.bool_)
    while keep.any():
        bad = marks(count[keep], codes[keep])
        if not bad.any():
            break
        keep[np.flatnonzero(keep)[bad]] = False
    return keep


def _widths(levels: Sequence[Sequence[Ints]]) -> list[int]:
    """Return how many labels each key has, in the largest of its levels, and one for missing."""
    return [max(int(codes.max()) for codes in own) + 1 for own in levels]
