"""Drawings of the graph of zones, where nobody says where they lie, as inline SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from markupsafe import Markup, escape

from discret.maths.arrays import Floats, Ints

SIDE = 460.0
FEW = 3


def zone_graph(component: Mapping[str, Any], threshold: int, title: str) -> Markup:
    """Draw a component: each edge has its weight near the zone it starts from.

    Weights below the threshold are set off: they are what may be given away.

    Examples
    --------
    >>> part = {"names": ["A", "B"], "edges": [[0, 1, 3], [1, 0, 12]], "hidden": 0}
    >>> zone_graph(part, 11, "A and B").count('class="low"')
    1
    """
    lines_of = np.array(component["edges"], dtype=np.int64).reshape(-1, 3)
    where = _spread(len(component["names"]), lines_of[:, 0], lines_of[:, 1])
    lines, texts = [], []
    for i, j, weight in lines_of.tolist():
        a, b = where[i], where[j]
        if i < j:
            lines.append(f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"/>')
        x, y = a + 0.3 * (b - a)
        low = ' class="low"' if weight < threshold else ""
        texts.append(f'<text{low} x="{x:.1f}" y="{y:.1f}">{weight}</text>')
    nodes = [
        f'<g><circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
        f'<text class="node" x="{x:.1f}" y="{y - 11:.1f}">{escape(name)}</text></g>'
        for (x, y), name in zip(where.tolist(), component["names"], strict=True)
    ]
    head = f'<svg class="graph" role="img" viewBox="0 0 {SIDE:.0f} {SIDE:.0f}"'
    body = "".join([*lines, *texts, *nodes])
    return Markup(f'{head} aria-label="{escape(title)}">{body}</svg>')  # noqa: S704 (escaped)


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
