"""The graph of zones in parts, where nobody says where they lie: what is drawn instead of maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from discret.assess.differencing.deduced import Deduced
from discret.maths.arrays import Ints
from discret.maths.zonings.graph import edges

MOST_NODES = 40


def components_at_risk(found: Deduced, most: int) -> tuple[list[dict[str, Any]], int]:
    """Return the components of the merged graph, the largest first, and how many there are.

    Each has the names of its nodes (zones, merged where no small group separates them), its edges
    (from, to and weight), and how many nodes are left out.
    """
    classes = found.simplification.classes
    source, target, weight = edges(classes[found.zone], found.square, found.count)
    nodes, ends = np.unique(np.stack([source, target]), return_inverse=True)
    ends = ends.reshape(2, -1)
    if not len(nodes):
        return [], 0
    part = _linked(ends, len(nodes))
    sizes = np.bincount(part)
    names = [_name(found, np.flatnonzero(classes == node)) for node in nodes]
    drawn = np.argsort(-sizes, kind="stable")[:most]
    return [_component(names, ends, weight, np.flatnonzero(part == array)) for array in drawn], len(
        sizes
    )


def _name(found: Deduced, zones: Ints) -> str:
    known = [int(zone) for zone in zones if zone < len(found.crossing.zones)]
    if not known:
        return "…"
    first = found.names[0][known[0]]
    return first if len(known) == 1 else f"{first} +{len(known) - 1}"


def _linked(ends: Ints, nodes: int) -> Ints:
    graph = csr_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(nodes, nodes))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def _component(names: Sequence[str], ends: Ints, weight: Ints, own: Ints) -> dict[str, Any]:
    """Take a part of the graph; of a large one the nodes with the lightest edges."""
    inside = np.isin(ends[0], own)
    lightest = np.full(len(names), np.iinfo(np.int64).max)
    np.minimum.at(lightest, ends[0][inside], weight[inside])
    kept = np.sort(own[np.argsort(lightest[own], kind="stable")][:MOST_NODES])
    shown = np.isin(ends, kept).all(axis=0)
    source, target = np.searchsorted(kept, ends[:, shown])
    return {
        "names": [names[node] for node in kept],
        "edges": np.stack([source, target, weight[shown]], axis=1).tolist(),
        "hidden": len(own) - len(kept),
    }
