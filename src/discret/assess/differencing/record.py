"""What differencing found as plain data: what its page shows, in either language, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from discret import __version__
from discret.assess.differencing.components import components_at_risk
from discret.assess.differencing.deduced import Certificate, Deduced
from discret.assess.differencing.facts import TABLES
from discret.assess.differencing.pictures import close_up, merged_map, overview
from discret.data.zonings.outlines import Outlines
from discret.finding import Finding
from discret.words import Language

SCHEMA = "discret.differencing/2"
MOST_MAPS = 30
MOST_GRAPHS = 24
MOST_ROWS = 500
MOST_NAMES = 12


def differencing_record(
    found: Deduced,
    finding: Finding,
    *,
    outlines: Outlines | None = None,
    protections: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return the record of what was found, from which its page is made.

    Parameters
    ----------
    found, finding
        The groups, and what the measure says of them.
    outlines
        Where zones and squares lie. Without it, the graph of zones is kept.
    protections
        What each way to protect loses and leaves (`reduce.protections.told`).

    Notes
    -----
    It names zones and squares, as its page does: it is internal.

    Examples
    --------
    >>> from discret.assess import Differencing
    >>> from discret.data.dataset import Dataset
    >>> from discret.data.examples import communes
    >>> measure = Differencing(zone="commune", square="carreau", least=3)
    >>> found = Deduced.of(measure.crossing(Dataset.of(communes())), 3)
    >>> record = differencing_record(found, measure.finding(found))
    >>> record["groups"][0]
    {'group': 1, 'observations': 1, 'external': False, 'zones': ['A4'], 'zones_more': 0,\
 'left_in': ['B1'], 'left_in_more': 0}
    """
    told = [found.certificate(place) for place in range(1, min(len(found), MOST_ROWS) + 1)]
    return {
        "schema": SCHEMA,
        "discret": __version__,
        "finding": finding.to_dict(),
        "words": words_of_tables(),
        "threshold": found.threshold,
        "groups_found": len(found),
        "groups": [_group(found, certificate) for certificate in told],
        **_drawn(found, outlines, told),
        "protections": [dict(protection) for protection in protections],
    }


def words_of_tables() -> dict[str, dict[Language, str]]:
    """Return what tables among the details, and what stands inside them, are called."""
    return {name: words.to_dict() for name, words in TABLES.items()}


def _group(found: Deduced, one: Certificate) -> dict[str, Any]:
    zones, squares = one.zones.tolist(), np.unique(found.square[one.rows]).tolist()
    return {
        "group": one.number,
        "observations": one.observations,
        "external": one.external,
        "zones": [found.names[0][zone] for zone in zones[:MOST_NAMES]],
        "zones_more": max(0, len(zones) - MOST_NAMES),
        "left_in": [found.names[1][square] for square in squares[:MOST_NAMES]],
        "left_in_more": max(0, len(squares) - MOST_NAMES),
    }


def _drawn(
    found: Deduced, outlines: Outlines | None, told: Sequence[Certificate]
) -> dict[str, Any]:
    """Return maps where outlines are known, else the graph of zones."""
    if outlines is None:
        components, many = components_at_risk(found, MOST_GRAPHS)
        return {"maps": None, "components": components, "components_found": many}
    near = [close_up(found, outlines, certificate) for certificate in told[:MOST_MAPS]]
    return {
        "maps": {
            "whole": overview(found, outlines, told),
            "merged": merged_map(found, outlines),
            "groups": near,
        },
        "components": [],
        "components_found": 0,
    }
