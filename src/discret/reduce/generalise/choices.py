"""The recodings to choose from, as plain data: the finest that hold, and those nothing beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from discret.data.hierarchies.key_levels import Ladder
from discret.maths.arrays import Node
from discret.maths.recoding.frontier import Settled, as_found, minimal, settled
from discret.maths.recoding.lattice import CHECKED, Found
from discret.maths.recoding.loss import ROUNDING
from discret.reduce.generalise.recodings import Recodings

SHOWN = 40  # recodings of each kind
DRAWN = 60  # recodings of a lattice that is told in full
AGAIN = 1.0  # times as many looks as the search took may be taken, to tell what else there is...
EFFORT = 5_000_000  # ...or as many as this has groups in all
LATER = ("frontier", "frontier_complete", "lattice")


def frontier(
    found: Found, problem: Recodings, ladders: Sequence[Ladder], *, groups: int | None
) -> dict[str, Any]:
    """Tell what a search leaves to choose from, apart from its best.

    Parameters
    ----------
    found, problem, ladders
        The search, and what it searched.
    groups
        Number of groups of the key table, on which depends how long a look takes; ``None`` where
        no more may be looked at. Otherwise as many looks are taken as the search took, or a few
        seconds' worth.

    Returns
    -------
    dict
        ``frontier``: recodings with their levels, loss and records suppressed; *minimal* where no
        recoding that is finer holds, *unbeaten* where of those looked at none is better in
        both loss and records. ``frontier_complete``: whether all minimal ones are known; of these
        the 40 that lose least are listed. ``lattice``, if small: which recodings hold.
    """
    looks = 0 if groups is None else max(int(AGAIN * len(found.checked)), EFFORT // groups)
    known = settled(problem, found, looks=looks) if looks else as_found(found)
    told = _Told(known, problem, ladders)
    return {
        "frontier": told.rows(),
        "frontier_complete": bool(known.known.all()),
        **({"lattice": told.lattice()} if known.holds.size <= DRAWN else {}),
    }


def unrenamed(
    found: Found, node: Node, problem: Recodings, ladders: Sequence[Ladder]
) -> tuple[Found, Node]:
    """Bring the best node down as long as no value is told apart that was not: names stay.

    The groups are the same; the models are asked again, as a population may tell more apart.
    """
    lower = tuple(ladder.lowest(place) for ladder, place in zip(ladders, node, strict=True))
    if lower == node:
        return found, node
    verdict = problem.check(lower)
    if not verdict.holds or verdict.loss > found.loss * (1 + ROUNDING):
        return found, node
    status = found.status.copy()
    status[lower] = CHECKED
    loss = min(found.loss, verdict.loss)
    checked = {**found.checked, lower: verdict}
    return Found(lower, loss, min(found.bound, loss), checked, status), lower


class _Told:
    def __init__(self, known: Settled, problem: Recodings, ladders: Sequence[Ladder]) -> None:
        self.known, self.problem, self.ladders = known, problem, ladders

    def rows(self) -> list[dict[str, Any]]:
        """List the recodings of both kinds, the one that loses least first."""
        finest, unbeaten = self._minimal(), self._unbeaten()
        nodes = sorted({*finest, *unbeaten}, key=lambda node: (self._loss(node), node))
        return [
            {
                "levels": self._levels(node),
                "loss": self._loss(node),
                "suppressed": self.problem.suppressed[node],
                "minimal": node in finest,
                "unbeaten": node in unbeaten,
            }
            for node in nodes
        ]

    def lattice(self) -> dict[str, Any]:
        """Say of every recoding whether it holds, as far as it is known."""
        lowest = [ladder.first for ladder in self.ladders]
        holds, known = self.known.holds, self.known.known
        return {
            "keys": [ladder.column for ladder in self.ladders],
            "lowest": lowest,
            "highest": [ladder.first + ladder.height - 1 for ladder in self.ladders],
            "holding": (np.argwhere(holds) + lowest).tolist(),
            "unknown": (np.argwhere(~known) + lowest).tolist(),
        }

    def _minimal(self) -> set[Node]:
        places = np.argwhere(minimal(self.known.holds)).tolist()
        nodes = [tuple(place) for place in places]
        return set(sorted(nodes, key=lambda node: (self._loss(node), node))[:SHOWN])

    def _unbeaten(self) -> set[Node]:
        held = sorted(
            (self.problem.suppressed[node], verdict.loss, node)
            for node, verdict in self.known.checked.items()
            if verdict.holds
        )
        best, nodes = np.inf, []
        for _, loss, node in held:
            if loss < best:
                best = loss
                nodes.append(node)
        return set(nodes[-SHOWN:])

    def _loss(self, node: Node) -> float:
        return float(self.known.checked[node].loss)

    def _levels(self, node: Node) -> dict[str, int]:
        pairs = zip(self.ladders, node, strict=True)
        return {ladder.column: ladder.first + place for ladder, place in pairs}
