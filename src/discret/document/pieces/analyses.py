"""What analysts would find: row percentages, models, ratios of weights and planes, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.document.figures.plane import Move, limits_of, plane
from discret.document.figures.ratio_lines import Ratios, ratio_lines
from discret.document.pieces.model_tables import model_tables
from discret.document.pieces.row_tables import row_tables
from discret.document.pieces.side_by_side import Orders, Release, details_of
from discret.document.reading import mapping, sequence
from discret.document.words.voice import Voice, is_number

QUANTILES = ("0", "0.01", "0.25", "0.5", "0.75", "0.99", "1")
FLAT = 2  # axes of a plane


def analyses(releases: Sequence[Release], orders: Orders, voice: Voice) -> dict[str, Any]:
    """Return the analyses that the losses of releases hold, each with all releases that have it.

    `orders` has the order of the categories of a column, where one is known.

    Examples
    --------
    >>> analyses([], {}, Voice("en"))
    {'tables': [], 'models': [], 'ratios': {}, 'planes': []}
    """
    return {
        "tables": row_tables(releases, orders),
        "models": model_tables(releases, orders, voice),
        "ratios": _ratios(releases, voice),
        "planes": _planes(releases, voice),
    }


def _ratios(releases: Sequence[Release], voice: Voice) -> dict[str, Any]:
    found = details_of(releases, "ratios")
    if not found:
        return {}
    series = []
    for release, details in found:
        drawn = mapping(details.get("histogram"))
        edges, counts = sequence(drawn.get("edges")), sequence(drawn.get("counts"))
        fine = all(map(is_number, (*edges, *counts))) and len(edges) == len(counts) + 1
        series.append((release, Ratios(release.name, edges, counts if fine else ())))
    return {
        "figure": ratio_lines(
            [values for _, values in series],
            voice=voice,
            title=voice("ratio_lines"),
            places=[release.place for release, _ in series],
        ),
        "titles": [release.title for release, _ in found],
        "places": [release.place for release, _ in found],
        "quantiles": [
            (share, [mapping(details.get("ratios")).get(share) for _, details in found])
            for share in QUANTILES
        ],
    }


def _planes(releases: Sequence[Release], voice: Voice) -> list[dict[str, Any]]:
    found = [(release, _moves(details)) for release, details in details_of(releases, "plane")]
    every = [move for _, moves in found for move in moves]
    limits = limits_of(every) if every else None
    return [
        {
            "title": release.title,
            "place": release.place,
            "figure": plane(
                moves,
                voice=voice,
                title=f"{voice('plane')} – {release.name}",
                place=release.place,
                limits=limits,
            ),
        }
        for release, moves in found
        if moves
    ]


def _moves(details: Mapping[str, Any]) -> list[Move]:
    """Return the supplementary categories placed before and after, on two axes."""
    rows = [mapping(row) for row in sequence(details.get("categories"))]
    return [
        Move(
            f"{row.get('column')} {row.get('category')}",
            (row["before"][0], row["before"][1]),
            (row["after"][0], row["after"][1]),
            float(row["displacement"]) if is_number(row.get("displacement")) else 0.0,
        )
        for row in rows
        if row.get("active") is False
        and all(len(sequence(row.get(when))) >= FLAT for when in ("before", "after"))
    ]
