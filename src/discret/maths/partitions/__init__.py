"""Partitions of a table for local recoding: clusters of groups, and Mondrian's cuts.

`clusters` and `mondrian` begin; unions, rebuilds and part_cuts make them better. `meetings` and
`neighbours` tell what it costs to show groups alike, and whose neighbours cost least.
Those that compile or load much wait until they are asked for: `partitions.clusters` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.partitions import (
        cluster_needs,
        cluster_rebuilds,
        cluster_unions,
        clusters,
        mondrian,
        part_cuts,
    )

__all__ = [
    "cluster_needs",
    "cluster_rebuilds",
    "cluster_unions",
    "clusters",
    "mondrian",
    "part_cuts",
]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
