"""The tables of Costemalle (2018) in words: shares, totals and distributions of two zonings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from discret.document.words.texts_zonings import TEXTS
from discret.document.words.voice import Voice
from discret.words import Language, say

Details = Mapping[str, Any]
Told = Mapping[str, Any]
SHARES = frozenset({"share", "share_below"})
TOLD = {
    "squares_by_side": "side",
    "squares_by_zones": "reach",
    "at_risk_by_size": "size",
    "groups_by_zones": "width",
    "component_sizes": "vertices",
}


class ZoningTable(NamedTuple):
    """A title, heads, rows of texts of which the first is a name, and what to add."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    note: str = ""


def zoning_tables(
    details: Details, told: Told, language: Language = "en", *, narrow: bool = False
) -> list[ZoningTable]:
    """Write the tables among the details of `Differencing`; those without rows are left out.

    Parameters
    ----------
    details
        The details of the finding.
    told
        What tables and all that stands inside them are called, in both languages.
    language
        ``"en"`` or ``"fr"``.
    narrow
        Whether there is little room: stages are then set side by side.

    Examples
    --------
    >>> rows = {"1": {"observations": 719, "share": 0.0686}}
    >>> from discret.assess.differencing.facts import TABLES
    >>> zoning_tables({"at_risk_by_size": rows}, TABLES)[0].rows
    [['1', '719', '6.9%']]
    """
    voice = Voice(language)
    named = [(name, head) for name, head in TOLD.items() if details.get(name)]
    tables = [_table(name, head, details, told, voice) for name, head in named]
    write = _narrow_stages if narrow else _stages
    stages = [write(details, told, voice)] if details.get("simplification") else []
    return [table for table in [*tables, *stages] if table.rows]


def _stages(details: Details, told: Told, voice: Voice) -> ZoningTable:
    """Write how the problem shrinks, a row for each stage (table 4)."""
    stages = details["simplification"]
    rows = [
        [
            voice.field(f"simplification.{name}", told),
            *(_cell(key, value, voice) for key, value in stage.items()),
        ]
        for name, stage in stages.items()
    ]
    names = next(iter(stages.values()))
    heads = [voice.said(TEXTS["stage"]), *(voice.field(name, told) for name in names)]
    return ZoningTable(voice.said(TEXTS["stages"]), heads, rows, _merged(details, voice))


def _narrow_stages(details: Details, told: Told, voice: Voice) -> ZoningTable:
    stages = details["simplification"]
    names = next(iter(stages.values()))
    rows = [
        [voice.field(key, told), *(_cell(key, stage[key], voice) for stage in stages.values())]
        for key in names
    ]
    heads = ["", *(voice.field(name, told) for name in stages)]
    return ZoningTable(voice.said(TEXTS["stages"]), heads, rows, _merged(details, voice))


def _table(name: str, head: str, details: Details, told: Told, voice: Voice) -> ZoningTable:
    rows = details[name]
    if not next(iter(rows.values())) or not any(next(iter(row.values())) for row in rows.values()):
        return ZoningTable("", [], [])
    columns = list(next(iter(rows.values())))
    texts = [
        [_name(label, told, voice), *(_cell(item, row[item], voice) for item in columns)]
        for label, row in rows.items()
    ]
    heads = [voice.field(head, told), *(voice.field(column, told) for column in columns)]
    note = _star(details, voice) if name == "component_sizes" else ""
    return ZoningTable(voice.field(name, told), heads, texts, note)


def _name(label: str, told: Told, voice: Voice) -> str:
    """Write a class of sizes: a number, from one to another, or so many and more."""
    if label == "total":
        return voice.field("total", told)
    if label.endswith("+"):
        return voice.said(say("{n} or more", "{n} ou plus", n=int(label[:-1])))
    return label.replace("-", "–")


def _cell(name: str, value: Any, voice: Voice) -> str:
    if name in SHARES:
        return voice.percent(value)
    return voice.fixed(value, 1) if name == "mean_component" else voice.number(value)


def _star(details: Details, voice: Voice) -> str:
    own = details.get("star") or {}
    if own.get("branches", 0) < 2:  # noqa: PLR2004 (a star has two branches at least)
        return ""
    return voice.said(
        say(
            "Largest component: vertices {vertices}; zones merged in the vertex with most links"
            " {centre_zones}; parts that are left without it {branches}, the largest with"
            " {largest_branch} of the vertices.",
            "La plus grande composante : sommets {vertices} ; zones fusionnées dans le sommet le"
            " plus relié {centre_zones} ; parties qui restent sans lui {branches}, dont la plus"
            " grande avec {largest_branch} des sommets.",
            **own,
        )
    )


def _merged(details: Details, voice: Voice) -> str:
    own = details.get("merged_zones") or {}
    if not own.get("sets"):
        return ""
    return voice.said(
        say(
            "Zones merged, as no small group separates them: {zones}; sets of them: {sets}; zones"
            " of the largest set: {largest}.",
            "Zones fusionnées, qu’aucun petit groupe ne sépare : {zones} ; ensembles qu’elles"
            " forment : {sets} ; zones du plus grand : {largest}.",
            **own,
        )
    )
