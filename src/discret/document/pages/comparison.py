"""What the report on several releases shows, in the order of the four verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from discret.document.comparison import (
    Record,
    Row,
    aligned,
    compare,
    found_in,
    records_of,
    shared_notices,
)
from discret.document.figures import colours
from discret.document.figures.risk_and_loss import pictures
from discret.document.figures.styles import swatch
from discret.document.pages.environment import environment
from discret.document.pieces.analyses import analyses
from discret.document.pieces.area_maps import release_map
from discret.document.pieces.side_by_side import Release
from discret.document.pieces.steps import deed
from discret.document.reading import Compared, data, mapping, orders_of, sequence
from discret.document.words.voice import Voice
from discret.words import Language

ACROSS = 6  # releases that fit side by side, on paper too


def render_comparison(
    records: Sequence[Record], names: Sequence[str] = (), *, language: Language = "en"
) -> str:
    """Write the comparison of releases of one file as one HTML page, for those inside.

    Parameters
    ----------
    records
        The records of the releases.
    names
        How to call them; by default by their variants or titles.
    language
        ``"en"`` or ``"fr"``.

    Examples
    --------
    >>> page = render_comparison([{"title": "A & B"}, {"title": "C"}], language="fr")
    >>> "A &amp; B" in page, '<html lang="fr">' in page
    (True, True)
    """
    records, voice = records_of(records), Voice(language)
    view = comparison_view(records, names, voice)
    page = environment().get_template("comparison.html.j2")
    return page.render(v=voice, colours=colours, swatch=swatch, view=view)


def comparison_view(
    records: Sequence[Record], names: Sequence[str], voice: Voice
) -> dict[str, Any]:
    """Return what the comparison shows, with its figures drawn."""
    told = compare(records, names)
    releases = [
        {**release, "place": place, **_release(records[place], voice)}
        for place, release in enumerate(told["releases"])
    ]
    short = [
        Release(
            name=item["letter"],
            title=f"{item['letter']} · {item['name']}",
            place=place,
            losses=found_in(records[place], "losses"),
        )
        for place, item in enumerate(releases)
    ]
    orders = {name: order for record in records for name, order in orders_of(record).items()}
    letters = [entry["letter"] for entry in releases]
    risks, losses = (aligned(records, name) for name in ("measures", "losses"))
    return {
        **{name: told[name] for name in ("title", "discret", "created", "source", "records")},
        "source_file": mapping(told["source_file"]),
        "releases": releases,
        "notices": told["notices"],
        "bands": _bands(releases, ACROSS),
        "shared": shared_notices(releases),
        "risks": [_row(row, risks, letters) for row in risks],
        "losses": [_row(row, losses, letters) for row in losses],
        "worked_out": _worked_out(risks, releases),
        "blanks": _blanks(releases),
        "square_losses": _square_losses(losses),
        "pictures": pictures(risks, losses, letters, voice),
        "maps": _maps(records, releases, voice),
        "analyses": analyses(short, orders, voice),
        "references": _references(risks, losses, records),
    }


def _maps(
    records: Sequence[Record], releases: Sequence[Mapping[str, Any]], voice: Voice
) -> list[tuple[str, Any]]:
    """Return the maps of releases that have some, each with its letter and name."""
    drawn = [release_map(record, voice) for record in records]
    return [
        (f"{release['letter']} · {release['name']}", figure)
        for release, figure in zip(releases, drawn, strict=True)
        if figure is not None
    ]


T = TypeVar("T")


def _bands(every: Sequence[T], most: int) -> list[list[T]]:
    """Share out what would not fit beside each other over tables of about the same width.

    Examples
    --------
    >>> _bands("ABCDEFG", 6)
    [['A', 'B', 'C', 'D'], ['E', 'F', 'G']]
    """
    tables = max(1, -(-len(every) // most))
    wide = max(1, -(-len(every) // tables))
    return [list(every[start : start + wide]) for start in range(0, len(every), wide)]


def _row(row: Row, rows: Sequence[Row], letters: Sequence[str]) -> dict[str, Any]:
    """Return a measure with its findings; with its parameters where the name is not enough.

    What it says of several releases in the same words is said once.
    """
    same = [other for other in rows if other.part["name"] == row.part["name"]]
    shown = [] if len(same) < 2 else list(mapping(row.part["parameters"]).items())  # noqa: PLR2004
    ends = [None if release is None else release.after for release in row.found]
    return {
        "part": row.part,
        "parameters": shown,
        "share": row.share,
        "before": row.before,
        "found": ends,
        "said": _said(ends, letters),
        "target": next((end for end in ends if end), None),
    }


def _said(ends: Sequence[Mapping[str, Any] | None], letters: Sequence[str]) -> list[Any]:
    """Return the sentences of a measure, each with the letters of the releases it is about."""
    told: list[tuple[list[str], Any]] = []
    for letter, end in zip(letters, ends, strict=True):
        words = end["reads"] if end else None
        own = next((of for of, known in told if known == words), None)
        if own is not None:
            own.append(letter)
        elif words:
            told.append(([letter], words))
    return told


def _release(record: Record, voice: Voice) -> dict[str, Any]:
    both = [*found_in(record, "measures"), *found_in(record, "losses")]
    steps = [mapping(step) for step in sequence(record.get("steps"))]
    return {
        "missed": [release.part["title"] for release in both if release.after["met"] is False],
        "notices": sequence(record.get("notices")),
        "done": [deed(step, voice) for step in steps],
        "facts": [mapping(step.get("facts")) for step in steps],
        "seed": record.get("seed"),
        "before": data(record, "before").get("records"),
        "released": mapping(record.get("released")),
    }


def _worked_out(
    risks: Sequence[Row], releases: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the verdict of the attack on the blanks of each release."""
    rows = [row for row in risks if row.part["shows"] == "blanks"]
    return [
        {
            "letter": release["letter"],
            "name": release["name"],
            "place": place,
            "found": item.after,
            "details": item.after["details"],
        }
        for row in rows
        for place, (release, item) in enumerate(zip(releases, row.found, strict=True))
        if isinstance(item, Compared)
    ]


def _blanks(releases: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the blanked values and their costs by column, as figure 4.1 of Bergeat (2015)."""
    held = [
        (release, facts)
        for release in releases
        for facts in release["facts"]
        if mapping(facts.get("cells")) and mapping(facts.get("costs"))
    ]
    columns = dict.fromkeys(name for _, facts in held for name in mapping(facts.get("costs")))
    return [
        {
            "releases": [release for release, _ in band],
            "rows": [(name, [_cost(facts, name) for _, facts in band]) for name in columns],
            "totals": [(facts.get("cost"), facts.get("cells_blanked")) for _, facts in band],
        }
        for band in _bands(held, ACROSS // 2)
    ]


def _cost(facts: Mapping[str, Any], name: str) -> tuple[Any, Any]:
    return facts["costs"].get(name), facts["cells"].get(name)


def _square_losses(losses: Sequence[Row]) -> list[dict[str, Any]]:
    """Return what became of published squares, and of their observations, in each release."""
    found = []
    for row in (loss for loss in losses if loss.part["shows"] == "squares"):
        details = [{} if release is None else release.after["details"] for release in row.found]
        names = dict.fromkeys(name for detail in details for name in detail)
        rows = [(name, [item.get(name) for item in details]) for name in names]
        told = [(name, values) for name, values in rows if any(values)]
        column = mapping(row.part["parameters"]).get("square")
        found.append({"column": column, "rows": told, "tells": row.part["tells"]})
    return found


def _references(
    risks: Sequence[Row], losses: Sequence[Row], records: Sequence[Record]
) -> list[str]:
    steps = [mapping(step) for record in records for step in sequence(record.get("steps"))]
    parts = [row.part for row in (*risks, *losses)] + [mapping(s.get("method")) for s in steps]
    return sorted({str(text) for part in parts for text in sequence(part.get("references"))})
