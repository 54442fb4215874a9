"""Drawings of the graph of zones, where nobody says where they lie, as inline SVG."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from markupsafe import Markup, escape

from discret.data.zonings.deduced import Deduced
from discret.maths.arrays import Floats, Ints
from discret.maths.zonings.graph import edges

SIDE = 460.0
MOST_NODES = 40
FEW = 3


@dataclass(frozen=True)
class Component:
    """Zones, merged where no small group separates them, and the edges between them.

    Parameters
    ----------
    names
        What to write at each node.
    source, target, weight
        The edges, between places in `names`.
    hidden
        Nodes that are left out of the drawing.
    """

    names: tuple[str, ...]
    source: Ints
    target: Ints
    weight: Ints
    hidden: int = 0


def components_at_risk(found: Deduced, most: int) -> tuple[list[Component], int]:
    """Return the components of the merged graph, the largest first, and how many there are."""
    classes = found.simplification.classes
    source, target, weight = edges(classes[found.zone], found.cell, found.count)
    nodes, ends = np.unique(np.stack([source, target]), return_inverse=True)
    ends = ends.reshape(2, -1)
    if not len(nodes):
        return [], 0
    part = _linked(ends, len(nodes))
    sizes = np.bincount(part)
    names = [_name(found, np.flatnonzero(classes == node)) for node in nodes]
    drawn = np.argsort(-sizes, kind="stable")[:most]
    return [_component(names, ends, weight, np.flatnonzero(part == one)) for one in drawn], len(
        sizes
    )


def drawing(component: Component, threshold: int, title: str) -> Markup:
    """Draw a component: each edge has its weight near the zone it starts from.

    Weights below the threshold are set off: they are what may be given away.
    """
    where = _spread(len(component.names), component.source, component.target)
    lines, texts = [], []
    for i, j, weight in zip(component.source, component.target, component.weight, strict=True):
        a, b = where[i], where[j]
        if i < j:
            lines.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"/>')
        x, y = a + 0.3 * (b - a)
        low = ' class="low"' if weight < threshold else ""
        texts.append(f'<text{low} x="{x:.1f}" y="{y:.1f}">{weight}</text>')
    nodes = [
        f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
        f'<text class="node" x="{x:.1f}" y="{y - 11:.1f}">{escape(name)}</text></g>'
        for (x, y), name in zip(where.tolist(), component.names, strict=True)
    ]
    head = f'<svg class="graph" role="img" viewBox="0 0 {SIDE:.0f} {SIDE:.0f}"'
    body = "".join([*lines, *texts, *nodes])
    return Markup(f'{head} aria-label="{escape(title)}">{body}</svg>')  # noqa: S704 (escaped)


def _name(found: Deduced, zones: Ints) -> str:
    known = [int(zone) for zone in zones if zone < len(found.crossing.zones)]
    if not known:
        return "…"
    first = found.names[0][known[0]]
    return first if len(known) == 1 else f"{first} +{len(known) - 1}"


def _linked(ends: Ints, nodes: int) -> Ints:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    graph = csr_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(nodes, nodes))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def _component(names: list[str], ends: Ints, weight: Ints, own: Ints) -> Component:
    """Take a part of the graph; of a large one the nodes with the lightest edges."""
    inside = np.isin(ends[0], own)
    lightest = np.full(len(names), np.iinfo(np.int64).max)
    np.minimum.at(lightest, ends[0][inside], weight[inside])
    kept = np.sort(own[np.argsort(lightest[own], kind="stable")][:MOST_NODES])
    shown = np.isin(ends, kept).all(axis=0)
    source, target = np.searchsorted(kept, ends[:, shown])
    return Component(
        tuple(names[node] for node in kept), source, target, weight[shown], len(own) - len(kept)
    )


def _spread(nodes: int, source: Ints, target: Ints) -> Floats:
    """Place nodes so that those linked are near and others are not (Fruchterman and Reingold)."""
    turn = 2 * np.pi * np.arange(nodes) / nodes + 0.3
    where = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    ideal = np.sqrt(4 / nodes)
    for step in np.linspace(0.2, 0.005, 300 if nodes > FEW else 0):
        apart = where[:, None] - where
        far = np.maximum(np.linalg.norm(apart, axis=2, keepdims=True), 1e-3)
        push = (apart / far * ideal**2 / far).sum(axis=1)
        along = where[source] - where[target]
        pull = along * np.linalg.norm(along, axis=1, keepdims=True) / ideal
        np.subtract.at(push, source, pull / 2)
        np.add.at(push, target, pull / 2)
        length = np.maximum(np.linalg.norm(push, axis=1, keepdims=True), 1e-9)
        where = where + push / length * np.minimum(length, step)
    low, high = where.min(axis=0), where.max(axis=0)
    room = np.maximum(high - low, 1e-9)
    return np.asarray(50 + (where - low) / room * (SIDE - 100))
