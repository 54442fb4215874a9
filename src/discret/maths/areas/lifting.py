"""Where facts are shown, once it is known which are kept: as low as can be without losing any."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from discret.maths.areas.cells import Asked, Cells, Ladders
from discret.maths.areas.covering import Pieces, cheapest
from discret.maths.areas.cuts import holding
from discret.maths.areas.exhaustive import improved
from discret.maths.areas.shown import COMBINATIONS, INDIVIDUALS, SHARE, SIBLINGS, Tested
from discret.maths.arrays import Bools, Ints

WAITS, LOST = -1, -2  # levels of what is not placed yet, and of what is given up


class Lifting:
    """Cells that must all be shown, with every key at its coarsest, and the level of each.

    Parameters
    ----------
    cells
        The cells, all of them live.
    tree
        The area at each level of each area.
    ladders, asked
        The keys, and what must hold.
    """

    def __init__(self, cells: Cells, tree: Ints, ladders: Ladders, asked: Asked) -> None:
        self.cells, self.asked, self.tree, self.ladders = cells, asked, tree, ladders
        self.lost = np.full(len(cells), -1, dtype=np.int64)  # the level where it was given up
        self.nodes = tree[:, cells.area]
        self.kinds = ladders.shown(cells.codes, ladders.coarsest(cells.codes))
        self.level = np.full(len(cells), WAITS, dtype=np.int64)
        self.tested: list[Tested] = []

    def climb(self) -> bool:
        """Place every cell; whether nothing better is possible, as far as levels go."""
        for here in range(len(self.nodes)):
            self._show(here)
        if self.asked.save < 1:
            self._start_again()
        self._sink()
        proven = self.asked.save >= 1 and self._improve()
        self.tested = [self._explained(here, own) for here, own in enumerate(self.tested)]
        return proven

    def split(self) -> bool:
        """Show areas as low as can be where none is shown beside what is left of the one around it.

        An area gives way to those just below it where all of these hold as a whole: what holds
        in parts holds as a whole, so no other choice shows anything lower.
        """
        self.level[:] = len(self.nodes) - 1
        for here in range(len(self.nodes) - 1, -1, -1):
            node, areas = np.unique(self.nodes[here], return_inverse=True)
            holds, people, smallest = holding(self.cells, areas, self.kinds, self.asked)
            why = np.where(holds, 0, self._why(people, smallest))
            self.tested.insert(0, Tested(node, people, smallest, why))
            if here + 1 < len(self.nodes):
                above = self.nodes[here + 1]
                stays = np.isin(above, above[~holds[areas]])
                self.level[(self.level == here + 1) & ~stays] = here
        self.tested = [self._explained(here, own) for here, own in enumerate(self.tested)]
        return self.asked.save >= 1 and self.asked.merges

    def _start_again(self) -> None:
        """Give up nothing below a root where what was given up leaves others alone."""
        root = self.nodes[-1]
        again = np.isin(root, root[self.level == WAITS])
        if again.any():
            all_kept = replace(self.asked, save=1.0)
            part = Lifting(self.cells.taken(again), self.tree, self.ladders, all_kept)
            part.climb()
            self.level[again] = part.level

    def _sink(self) -> None:
        """Show areas lower all of whose facts are in one area below: it would be told."""
        for here in range(len(self.nodes) - 1, 0, -1):
            shown = np.flatnonzero(self.level == here)
            node, below = self.nodes[here][shown], self.nodes[here - 1][shown]
            first = np.full(int(self.tree[here].max()) + 1, -1, dtype=np.int64)
            first[node] = below
            several = np.isin(node, node[first[node] != below])
            self.level[shown[~several]] = here - 1

    def _show(self, here: int) -> None:
        """Show what holds at a level of all that waits, and save what can be saved there."""
        waiting = self.level == WAITS
        node, areas = np.unique(self.nodes[here][waiting], return_inverse=True)
        part = self.cells.taken(waiting)
        holds, people, smallest = holding(part, areas, self.kinds[waiting], self.asked)
        places = np.flatnonzero(waiting)
        if self.asked.save < 1:
            gone, holds = self._given_up(part, areas, self.kinds[waiting], holds)
            self.level[places[gone]], self.lost[places[gone]] = LOST, here
        self.level[places[holds[areas] & (self.level[places] == WAITS)]] = here
        why = np.where(holds, 0, self._why(people, smallest))
        self.tested.append(Tested(node, people, smallest, why))
        if here > 0 and not holds.all():
            self._save(here, node[~holds])

    def _why(self, people: Ints, smallest: Ints) -> Ints:
        """Say why areas with so many people, and so few in their smallest class, fail."""
        why = np.where(smallest < self.asked.k, COMBINATIONS, SHARE)
        return np.where(people < self.asked.individuals, INDIVIDUALS, why)

    def _given_up(self, part: Cells, areas: Ints, kinds: Ints, holds: Bools) -> tuple[Bools, Bools]:
        """Mark the cells of classes that fail where areas can spare them, and what then holds."""
        size = len(holds)
        of, many = part.classes(areas, kinds)
        bad = part.failing(of, many, self.asked)[of]
        lost = np.bincount(areas[bad], part.records[bad], size)
        able = lost <= self.asked.spared(np.bincount(areas, part.records, size))
        able &= 2 * lost < np.bincount(areas, part.records, size)
        able &= part.people(np.where(bad, -1, areas), size) >= self.asked.individuals
        return bad & able[areas], holds | able

    def _save(self, here: int, failing: Ints) -> None:
        """Lift areas within those that fail, where these hold as a whole and it is worth it."""
        inside = np.flatnonzero(np.isin(self.nodes[here], failing) & (self.level != LOST))
        node, areas = np.unique(self.nodes[here][inside], return_inverse=True)
        mine = np.zeros(len(self.cells), dtype=np.bool_)
        mine[inside] = True
        whole = holding(self.cells.taken(mine), areas, self.kinds[inside], self.asked)[0]
        order = np.argsort(areas, kind="stable")
        ends = np.searchsorted(areas[order], np.arange(len(node) + 1))
        for place in np.flatnonzero(whole).tolist():
            self._save_one(here, inside[order[ends[place] : ends[place + 1]]])

    def _save_one(self, here: int, own: Ints) -> None:
        rest, placed = own[self.level[own] == WAITS], own[self.level[own] >= 0]
        if not len(placed):
            return
        pieces, of = self._pieces(here, rest, placed)
        chosen = cheapest(pieces)
        forced = here == len(self.nodes) - 1
        if not forced and pieces.cost[chosen].sum() > self.cells.records[rest].sum():
            return  # one level up costs less
        lifted = np.concatenate([rest, placed[np.isin(of, chosen)]])
        self.level[lifted if self._holds(lifted) else own] = here

    def _holds(self, some: Ints) -> bool:
        if self.asked.merges:
            return True
        mine = np.zeros(len(self.cells), dtype=np.bool_)
        mine[some] = True
        areas = np.zeros(len(some), dtype=np.int64)
        return bool(holding(self.cells.taken(mine), areas, self.kinds[mine], self.asked)[0].all())

    def _pieces(self, here: int, rest: Ints, placed: Ints) -> tuple[Pieces, Ints]:
        """Return the areas shown below one that fails, and the piece of each of their cells."""
        level = self.level[placed]
        pairs = np.column_stack([level, self.nodes[level, placed]])
        names, of = np.unique(pairs, axis=0, return_inverse=True)
        of = of.ravel()
        cost = np.bincount(of, self.cells.records[placed] * (here - level)).astype(np.float64)
        one = np.empty(len(names), dtype=np.int64)
        one[of] = placed
        return Pieces(cost, self._above(names, one, here), self._has(rest, placed, of)), of

    def _above(self, names: Ints, one: Ints, here: int) -> Ints:
        """Return the next piece around each."""
        places = {(level, node): place for place, (level, node) in enumerate(names.tolist())}
        above = np.full(len(names), -1, dtype=np.int64)
        for place, (level, _) in enumerate(names.tolist()):
            around = ((up, int(self.nodes[up, one[place]])) for up in range(level + 1, here))
            above[place] = next((places[name] for name in around if name in places), -1)
        return above

    def _has(self, rest: Ints, placed: Ints, of: Ints) -> Bools:
        """Say which kinds of classes that fail in the rest each piece has; any has enough people.

        Where nothing but people is lacking, any piece has that.
        """
        both = np.concatenate([rest, placed])
        names, kind = np.unique(self.kinds[both], axis=0, return_inverse=True)
        kind = kind.ravel()
        mine = np.zeros(len(self.cells), dtype=np.bool_)
        mine[rest] = True
        own = np.full(len(self.cells), -1, dtype=np.int64)
        own[both] = kind
        bad = self.cells.taken(mine).failing(own[mine], len(names), self.asked)
        lacking = np.flatnonzero(bad & np.isin(np.arange(len(names)), own[rest]))
        has = np.zeros((int(of.max()) + 1, len(names)), dtype=np.bool_)
        has[of, own[placed]] = True
        return has[:, lacking] if len(lacking) else np.ones((len(has), 1), dtype=np.bool_)

    def _improve(self) -> bool:
        """Try every choice of areas where there are few of them; say whether it is proven best."""
        lowest = np.full(len(self.cells), len(self.nodes) - 1, dtype=np.int64)
        able = []
        for here in range(len(self.nodes) - 1, -1, -1):
            holds = holding(self.cells, self.nodes[here], self.kinds, self.asked)[0]
            able.append(holds)
            lowest[holds[self.nodes[here]]] = here
        able.reverse()
        root = self.nodes[-1]
        lost = np.bincount(root, (self.level - lowest) * self.cells.records)
        proven = self.asked.merges
        for node in np.flatnonzero(lost > 0).tolist():
            proven &= self._improve_one(np.flatnonzero(root == node), able)
        return proven

    def _improve_one(self, own: Ints, able: list[Bools]) -> bool:
        mine = np.zeros(len(self.cells), dtype=np.bool_)
        mine[own] = True
        part = self.cells.taken(mine)
        found = improved(
            part, self.nodes[:, own], self.kinds[own], self.level[own], able, self.asked
        )
        if found is None:
            return False
        self.level[own] = found
        return True

    def _explained(self, here: int, tested: Tested) -> Tested:
        """Say why areas are not shown in the end, those that others needed included."""
        shown = np.isin(tested.node, self.nodes[here][self.level == here])
        gone = np.isin(tested.node, self.nodes[here][self.level > here])
        why = np.where(tested.why == 0, np.where(gone & ~shown, SIBLINGS, 0), tested.why)
        return Tested(tested.node, tested.people, tested.smallest, np.where(shown, 0, why))
