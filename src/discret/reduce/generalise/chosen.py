"""The recoding that was chosen, and what is told of how it was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from discret.data.hierarchies.key_levels import Ladder
from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Node
from discret.maths.recoding.lattice import Found
from discret.model import Conjunction
from discret.parts.late import LateFacts
from discret.reduce.generalise.choices import LATER
from discret.reduce.suppress_records import kept
from discret.reduce.suppress_records.fewest import fewest_dropped


class Kept(NamedTuple):
    """The groups of a release that are kept, what is lost then, and what is told of it."""

    keep: Bools
    loss: float
    facts: dict[str, Any]


class Chosen(NamedTuple):
    """The node to apply, and how it was found."""

    node: Node
    loss: float
    dropped: int
    found: Found | None
    left: Callable[[], dict[str, Any]]
    loss_of: Callable[[KeyTable, Bools], float]

    def kept(self, keys: KeyTable, models: Conjunction, *, fewest: bool) -> Kept:
        """Return the groups of the release that are kept, where wished for as many as are found.

        What was foreseen is kept to, unless fewer records go, and no more of the weights.
        """
        keep, _ = kept(keys, models)
        if not fewest:
            return Kept(keep, self.loss, {})
        more, least = fewest_dropped(keys, models)
        better = bool(keys.count[more].sum() > keys.count[keep].sum())
        weight = keys.total_weight
        if better and (weight is None or weight[more].sum() >= weight[keep].sum()):
            return Kept(more, self.loss_of(keys, more), {"least": least})
        return Kept(keep, self.loss, {"least": least and not better})

    def facts(self, ladders: Sequence[Ladder]) -> dict[str, Any]:
        """Return what the search alone knows."""
        if self.found is None:
            return {"optimal": None}
        nodes = int(np.prod([ladder.height for ladder in ladders]))
        checked = len(self.found.checked)
        return {
            "optimal": self.found.optimal,
            "bound": self.found.bound,
            "nodes": nodes,
            "checked": checked,
            "pruned": nodes - checked,
        }

    def more(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Add what else could be chosen, once somebody asks for it."""
        if self.found is None:
            return facts
        return LateFacts(facts, LATER, self.left)
