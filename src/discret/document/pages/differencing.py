"""The page about differencing: figures, maps or graphs, groups; one file, read offline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from discret.data.zonings.deduced import Certificate, Deduced
from discret.data.zonings.outlines import Outlines
from discret.document.figures import canvas
from discret.document.figures.protection_bars import loss_bars
from discret.document.figures.zone_graph import components_at_risk, drawing
from discret.document.figures.zone_map import SET_COLOURS, close_up, merged_map, overview
from discret.document.pieces.protections import protection_table
from discret.document.pieces.zoning_tables import zoning_tables
from discret.document.words.texts_zonings import EXTERNAL, INTERNAL, PROTECTION, TEXTS
from discret.document.words.voice import Voice
from discret.words import Language, Words, number, say

MOST_MAPS = 30
MOST_GRAPHS = 24
MOST_ROWS = 500
MOST_NAMES = 12


def differencing_page(
    found: Deduced,
    details: Mapping[str, Any],
    reads: Words,
    *,
    outlines: Outlines | None = None,
    protections: Sequence[Mapping[str, Any]] = (),
    language: Language = "en",
) -> str:
    """Write what differencing found as one HTML page.

    Parameters
    ----------
    found, details, reads
        The groups, the figures of the measure, and its sentence.
    outlines
        Where zones and cells lie. Without it, the graph of zones is drawn.
    protections
        What each way to protect loses and leaves (`reduce.protections.told`).
    language
        ``"en"`` or ``"fr"``.
    """
    told = [found.certificate(place) for place in range(1, min(len(found), MOST_ROWS) + 1)]
    pictures, note = _pictures(found, outlines, told, language)
    page = _environment().get_template("differencing.html.j2")
    return page.render(
        language=language,
        colours=canvas,
        set_colours=SET_COLOURS,
        t={name: words.within(language) for name, words in TEXTS.items()},
        reads=reads.within(language),
        cards=_cards(details, language),
        whole=None if outlines is None else _whole(found, outlines, told, language),
        pictures=pictures,
        note=note,
        tables=zoning_tables(details, language),
        merged=""
        if outlines is None
        else merged_map(found, outlines, TEXTS["merged_map"].within(language)),
        p={name: Voice(language).said(words) for name, words in PROTECTION.items()},
        protection=protection_table(protections, language),
        losses=loss_bars(protections, language),
        groups=[_row(found, one, language) for one in told],
        more=number(len(found) - len(told), language) if len(found) > len(told) else "",
    )


def _pictures(
    found: Deduced, outlines: Outlines | None, told: list[Certificate], language: Language
) -> tuple[list[tuple[str, Any]], str]:
    """Draw groups on maps, or components as graphs; say what is not drawn."""
    if outlines is not None:
        captions = [_caption(found, one).within(language) for one in told[:MOST_MAPS]]
        maps = [
            (caption, close_up(found, outlines, one, caption))
            for caption, one in zip(captions, told, strict=False)
        ]
        drawn = [one for one in maps if one[1]]
        lost = len(found) - len(drawn)
    else:
        parts, many = components_at_risk(found, MOST_GRAPHS)
        texts = [_graph_caption(one).within(language) for one in parts]
        drawn = [
            (text, drawing(one, found.threshold, text))
            for text, one in zip(texts, parts, strict=True)
        ]
        lost = many - len(drawn)
    note = say("{n} more are not drawn.", "{n} de plus ne sont pas dessinés.", n=lost)
    return drawn, note.within(language) if lost else ""


def _whole(found: Deduced, outlines: Outlines, told: list[Certificate], language: Language) -> Any:
    return overview(found, outlines, told, TEXTS["map"].within(language))


def _caption(found: Deduced, one: Certificate) -> Words:
    way = EXTERNAL if one.external else INTERNAL
    return say(
        "Group {g}: {n} left, {way}; {zones}",
        "Groupe {g} : reste {n}, {way} ; {zones}",
        g=one.number,
        n=one.observations,
        way=way,
        zones=_named(found, one),
    )


def _graph_caption(component: Any) -> Words:
    if component.hidden:
        return say(
            "{n} zones or sets of zones, {hidden} more not drawn",
            "{n} zones ou groupes de zones, {hidden} de plus non dessinés",
            n=len(component.names),
            hidden=component.hidden,
        )
    return say(
        "{n} zones or sets of zones",
        "{n} zones ou groupes de zones",
        n=len(component.names),
    )


def _named(found: Deduced, one: Certificate) -> str:
    names = [found.names[0][int(zone)] for zone in one.zones[:MOST_NAMES]]
    rest = len(one.zones) - len(names)
    return ", ".join(names) + (f" (+{rest})" if rest else "")


def _cards(details: Mapping[str, Any], language: Language) -> list[tuple[str, str]]:
    wanted = [
        "observations_at_risk", "intersections_at_risk", "groups", "threshold", "observations",
        "zones_below", "cells_below", "verified",
    ]  # fmt: skip
    return [(number(details[name], language), TEXTS[name].within(language)) for name in wanted]


def _row(found: Deduced, one: Certificate, language: Language) -> tuple[str, ...]:
    cells = sorted({int(found.cell[row]) for row in one.rows})
    names = [found.names[1][cell] for cell in cells[:MOST_NAMES]]
    rest = len(cells) - len(names)
    way = EXTERNAL if one.external else INTERNAL
    return (
        number(one.number, language),
        number(one.observations, language),
        way.within(language),
        _named(found, one),
        ", ".join(names) + (f" (+{rest})" if rest else ""),
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("discret.document", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
