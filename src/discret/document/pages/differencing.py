"""The page about differencing: figures, maps or graphs, groups; from its record alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from discret.document.figures import colours
from discret.document.figures.protection_bars import loss_bars
from discret.document.figures.zone_graph import zone_graph
from discret.document.figures.zone_map import SET_COLOURS, zone_map
from discret.document.pages.environment import environment
from discret.document.pieces.protections import protection_table
from discret.document.pieces.zoning_tables import zoning_tables
from discret.document.words.texts_zonings import EXTERNAL, INTERNAL, PROTECTION, TEXTS
from discret.document.words.voice import Voice
from discret.words import Language, Words, number, say

CARDS = (
    "observations_at_risk", "intersections_at_risk", "groups", "threshold", "observations",
    "zones_below", "squares_below", "verified",
)  # fmt: skip


def differencing_page(record: Mapping[str, Any], *, language: Language = "en") -> str:
    """Write what differencing found as one HTML page.

    Parameters
    ----------
    record
        What was found: plain data, as `discret difference` writes it beside its page.
    language
        ``"en"`` or ``"fr"``.
    """
    voice, found, ways = Voice(language), record["finding"], record["protections"]
    maps, details = record["maps"], record["finding"]["details"]
    pictures, note = _pictures(record, voice)
    page = environment().get_template("differencing.html.j2")
    return page.render(
        language=language,
        colours=colours,
        set_colours=SET_COLOURS,
        t={name: voice.said(words) for name, words in TEXTS.items()},
        v=voice,
        reads=voice.said(found["reads"]),
        cards=[(number(details[name], language), voice.said(TEXTS[name])) for name in CARDS],
        whole=None if maps is None else _map(maps["whole"], "map", "o", language),
        pictures=pictures,
        note=note,
        tables=zoning_tables(details, record["words"], language),
        merged="" if maps is None else _map(maps["merged"], "merged_map", "m", language),
        p={name: voice.said(words) for name, words in PROTECTION.items()},
        protection=protection_table(ways, language),
        losses=loss_bars(ways, language),
        groups=[_row(group, language) for group in record["groups"]],
        more=_more(record, language),
    )


def _map(picture: Mapping[str, Any] | None, text: str, name: str, language: Language) -> Markup:
    return zone_map(picture, TEXTS[text].within(language), name)


def _more(record: Mapping[str, Any], language: Language) -> str:
    rest = record["groups_found"] - len(record["groups"])
    return number(rest, language) if rest else ""


def _pictures(record: Mapping[str, Any], voice: Voice) -> tuple[list[tuple[str, Markup]], str]:
    """Draw groups on maps, or components as graphs; say what is not drawn."""
    if record["maps"] is not None:
        both = zip(record["groups"], record["maps"]["groups"], strict=False)
        maps = [(voice.said(_caption(group)), group, near) for group, near in both]
        drawn = [
            (caption, zone_map(near, caption, f"g{group['group']}"))
            for caption, group, near in maps
            if near is not None
        ]
        lost = record["groups_found"] - len(drawn)
    else:
        captions = [
            (voice.said(_graph_caption(component)), component) for component in record["components"]
        ]
        drawn = [
            (text, zone_graph(component, record["threshold"], text)) for text, component in captions
        ]
        lost = record["components_found"] - len(drawn)
    note = say(
        "{n} more {n:is|are} not drawn.",
        "{n} de plus {n:n’est pas dessiné|ne sont pas dessinés}.",
        n=lost,
    )
    return drawn, voice.said(note) if lost else ""


def _caption(group: Mapping[str, Any]) -> Words:
    return say(
        "Group {g}: {n} left, {way}; {zones}",
        "Groupe {g} : reste {n}, {way} ; {zones}",
        g=group["group"],
        n=group["observations"],
        way=EXTERNAL if group["external"] else INTERNAL,
        zones=_named(group, "zones"),
    )


def _graph_caption(component: Mapping[str, Any]) -> Words:
    if component["hidden"]:
        return say(
            "{n} zones or sets of zones, {hidden} more not drawn",
            "{n} zones ou ensembles de zones, {hidden} de plus non dessinés",
            n=len(component["names"]),
            hidden=component["hidden"],
        )
    return say(
        "{n} zones or sets of zones",
        "{n} zones ou ensembles de zones",
        n=len(component["names"]),
    )


def _named(group: Mapping[str, Any], what: str) -> str:
    rest = group[f"{what}_more"]
    return ", ".join(group[what]) + (f" (+{rest})" if rest else "")


def _row(group: Mapping[str, Any], language: Language) -> tuple[str, ...]:
    return (
        number(group["group"], language),
        number(group["observations"], language),
        (EXTERNAL if group["external"] else INTERNAL).within(language),
        _named(group, "zones"),
        _named(group, "left_in"),
    )
