"""Models fitted to the original and to releases: estimates, intervals and what changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.data.reading_order import order_of
from discret.document.figures.forest import Estimates, forest, interval
from discret.document.pieces.side_by_side import Held, Orders, Release, details_of, grouped
from discret.document.reading import Compared, mapping, sequence
from discret.document.words.voice import Voice, is_number


def model_tables(releases: Sequence[Release], orders: Orders, voice: Voice) -> list[dict[str, Any]]:
    """Return the models, each with the releases that estimate the same coefficients.

    Examples
    --------
    >>> model_tables([], {}, Voice("en"))
    []
    """
    groups = grouped(details_of(releases, "models"), _model_key)
    return [_model(group, orders, voice) for group in groups]


def _model_key(details: Mapping[str, Any]) -> Any:
    rows = [mapping(row) for row in sequence(details.get("coefficients"))]
    names = tuple((row.get("term"), row.get("category")) for row in rows)
    return details.get("formula"), details.get("family"), names


_SUMMARY = (
    "records_after", "left_out_after", "compared", "lost", "median_length_ratio", "median_overlap",
    "sign_flips", "significance_lost", "significance_gained",
)  # fmt: skip


def _model(group: Sequence[Held], orders: Orders, voice: Voice) -> dict[str, Any]:
    first = group[0][1]
    names = [voice("original"), *(release.name for release, _ in group)]
    sides = [_ordered(details, orders) for _, details in group]
    rows = [_estimates(place, sides, voice) for place in range(len(sides[0]))]
    ratios = first.get("family") != "gaussian"
    return {
        "formula": first.get("formula", ""),
        "family": first.get("family", ""),
        "names": names,
        "titles": [release.title for release, _ in group],
        "places": [release.place for release, _ in group],
        "rows": rows,
        "flips": [[bool(mapping(s[n]).get("sign_flip")) for s in sides] for n in range(len(rows))],
        "tells": _tells(*group[0]),
        "summary": [
            (key, *(details.get(key) for _, details in group))
            for key in _SUMMARY
            if any(is_number(details.get(key)) for _, details in group)
        ],
        "median": [_value(release, details) for release, details in group],
        "records": first.get("records_before"),
        "figure": forest(
            rows[1:],
            names,
            voice=voice,
            title=voice("forest"),
            ratios=ratios,
            places=[-1, *(release.place for release, _ in group)],
        ),
    }


def _ordered(details: Mapping[str, Any], orders: Orders) -> list[Mapping[str, Any]]:
    """Return the coefficients, the categories of each term in their order."""
    terms: dict[str, list[Mapping[str, Any]]] = {}
    for row in map(mapping, sequence(details.get("coefficients"))):
        terms.setdefault(str(row.get("term")), []).append(row)
    return [row for term, rows in terms.items() for row in _by_category(rows, orders.get(term, ()))]


def _by_category(
    rows: Sequence[Mapping[str, Any]], order: Sequence[str]
) -> list[Mapping[str, Any]]:
    names = [None if row.get("category") is None else str(row["category"]) for row in rows]
    return [rows[place] for place in order_of(names, order)]


def _value(release: Release, details: Mapping[str, Any]) -> Any:
    return next((compared.after["value"] for compared in _of(release, details)), None)


def _tells(release: Release, details: Mapping[str, Any]) -> Any:
    return next((compared.part["tells"] for compared in _of(release, details)), {})


def _of(release: Release, details: Mapping[str, Any]) -> list[Compared]:
    return [loss for loss in release.losses if loss.after["details"] is details]


def _estimates(place: int, sides: Sequence[Sequence[Any]], voice: Voice) -> Estimates:
    row = sides[0][place]
    term = row.get("term")
    return Estimates(
        term=voice("constant") if term in (None, "") else str(term),
        category="" if row.get("category") is None else str(row["category"]),
        found=[interval(row, "before"), *(interval(side[place], "after") for side in sides)],
    )
