"""The recoding that was chosen, and what is told of how it was found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from discret.data.hierarchies.key_levels import Ladder
from discret.maths.arrays import Node
from discret.maths.recoding.lattice import Found
from discret.parts.late import LateFacts
from discret.reduce.generalise.choices import LATER


class Chosen(NamedTuple):
    """The node to apply, and how it was found."""

    node: Node
    loss: float
    dropped: int
    found: Found | None
    left: Callable[[], dict[str, Any]]

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
