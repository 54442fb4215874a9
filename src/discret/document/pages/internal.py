"""What the internal report shows: all of the record, put in the order of the four verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from discret.data.roles import Role
from discret.document.comparison import HEAD, TRUTH
from discret.document.figures.bar_rows import Bar, class_bars
from discret.document.figures.bars import bars
from discret.document.figures.trajectory import trajectory
from discret.document.pieces.analyses import analyses
from discret.document.pieces.area_maps import step_map
from discret.document.pieces.areas import account, rolled
from discret.document.pieces.criteria import criterion
from discret.document.pieces.draws import draws
from discret.document.pieces.margins import margin_bars
from discret.document.pieces.matrices import matrices
from discret.document.pieces.private_tables import private_view
from discret.document.pieces.recodings import SHOWN_HERE, choices, ladders, named_levels
from discret.document.pieces.side_by_side import Orders, Release
from discret.document.reading import (
    PART,
    Compared,
    compared,
    conditions,
    copies_of,
    data,
    finding,
    mapping,
    orders_of,
    sequence,
)
from discret.document.words.texts_criteria import NAMES
from discret.document.words.texts_gate import GATE
from discret.document.words.voice import Voice, is_number

PAIRS, SETS = 12, 20
_COPIED = (
    "title", "variant", "discret", "created", "source", "seed", "met", "schema", "environment",
)  # fmt: skip
HIT = ("categories", "touched", "emptied", "largest_share", "largest_weight_share")
_GAP = dict.fromkeys(("distance", "largest_gap", "categories_before", "categories_after"))
_PAIR = {"columns": (), **dict.fromkeys(("largest_gap", "cramers_v_before", "cramers_v_after"))}
_METHOD = {**PART, "usual": {}, "random": False, "proven": "formal"}
_DIFFERENCE = {"records_before": None, "records_after": None, "columns_dropped": (), "cells": None}


def internal_view(record: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return what the internal report shows, with its figures drawn.

    Examples
    --------
    >>> internal_view({"seed": 7}, Voice("en"))["seed"]
    7
    """
    every = enumerate(sequence(record.get("steps")), 1)
    steps = [{**_step(n, step, voice), "map": _map(step, record, voice)} for n, step in every]
    risks = compared(record.get("measures"), record.get("risk_before"), [s["risk"] for s in steps])
    losses = compared(record.get("losses"), None, [s["loss"] for s in steps])
    orders = orders_of(record)
    return {
        **{name: record.get(name) for name in _COPIED},
        "released": mapping(record.get("released")),
        "source_file": mapping(record.get("source_file")),
        "notices": sequence(record.get("notices")),
        "read_back": bool(mapping(record.get("passage"))),
        "closed": mapping(record.get("gate")).get("open") is False,
        "conditions": conditions(record),
        "hierarchies": ladders(record),
        "risks": risks,
        "losses": losses,
        "missed": [
            release.part["title"] for release in (*risks, *losses) if release.after["met"] is False
        ],
        "steps": steps,
        "cards": _cards(record, risks, losses, voice),
        "rules": [risk for risk in risks if risk.table("by_rule")[1]],
        "sets": [entry for entry in (_sets(risk) for risk in risks) if entry],
        "criteria": [criterion(name, record, risks, voice) for name in NAMES],
        "columns": _columns(record, losses),
        "weighted": any(loss.after["details"].get("weighted") is True for loss in losses),
        "gaps": _gaps(losses),
        "pairs": _pairs(losses),
        "rolled": rolled(losses),
        "analyses": analyses([Release(voice("after"), voice("after"), 0, losses)], orders, voice),
        "references": _references([*risks, *losses], steps),
        "draws": draws(record, risks, losses),
        "private": private_view(record, voice),
        "drawn": _figures(risks, losses, orders, voice),
    }


def _step(number: int, step: Any, voice: Voice) -> dict[str, Any]:
    one = mapping(step)
    difference = {**_DIFFERENCE, **mapping(one.get("difference"))}
    cells = difference["cells"]
    method = {**_METHOD, **mapping(one.get("method"))}
    method["parameters"] = {**mapping(method["parameters"]), **mapping(method["usual"])}
    facts, given = mapping(one.get("facts")), mapping(method["parameters"])
    changed = [(name, n) for name, n in mapping(cells).items() if is_number(n) and n > 0]
    return {
        "number": number,
        "label": one.get("label", ""),
        "method": method,
        "facts": {
            k: v
            for k, v in named_levels(facts, voice).items()
            if v is not None and k not in SHOWN_HERE and not _laid_out(k, method)
            if given.get(k, ...) != v
        },
        "said": sequence(one.get("said")),
        "matrices": matrices(one, voice),
        "account": account(one, voice),
        "hit": _hit(facts),
        "frontier": choices(facts, voice),
        "difference": difference,
        "tracked": cells is not None,
        "cells": sorted(changed, key=lambda pair: -pair[1]),
        "risk": [finding(found) for found in sequence(one.get("risk"))],
        "loss": [finding(found) for found in sequence(one.get("loss"))],
        "seconds": one.get("seconds"),
    }


def _map(step: Any, record: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    return step_map(mapping(step), record, voice)


def _laid_out(name: str, method: Mapping[str, Any]) -> bool:
    """Whether a fact is a table, which is not listed among the others."""
    return bool(mapping(mapping(method["tells"]).get(name)).get("unit") == "table")


def _hit(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return how the categories of each key were hit, where a method keeps account of it."""
    rows = mapping(facts.get("by_column")).items()
    return [{"column": name, **dict.fromkeys(HIT), **mapping(item)} for name, item in rows]


def _cards(
    record: Mapping[str, Any], risks: Sequence[Compared], losses: Sequence[Compared], voice: Voice
) -> list[dict[str, str]]:
    before, after = (data(record, when).get("records") for when in ("before", "after"))
    cards = [_card(voice("records"), voice.number(before), voice.number(after))]
    for loss in (release for release in losses if release.part["shows"] == HEAD):
        some = mapping(loss.part["parameters"]).get("columns")
        label = voice("detail_gone_some" if some else "detail_gone")
        cards.append(_card(label, "", voice.share(loss.after["value"]), voice("of_original")))
    for loss in (release for release in losses if release.part["shows"] == TRUTH):
        value = voice.share(loss.after["value"])
        cards.append(_card(voice("truth_gone"), "", value, voice("truth_note")))
    expected = [card for risk in risks for card in _expected_card(risk, voice)]
    return [*cards, *(card for risk in risks for card in _k_card(risk, voice)), *expected[:1]]


def _expected_card(risk: Compared, voice: Voice) -> list[dict[str, str]]:
    before, after = risk.detail("expected_reidentifications")
    if not is_number(after):
        return []
    note = f"{voice.title(risk.part['title'])}, {voice('expected_note')}"
    return [_card(voice("expected"), voice.number(before), voice.number(after), note)]


def _k_card(risk: Compared, voice: Voice) -> list[dict[str, str]]:
    if risk.part["shows"] != "smallest_group":
        return []
    before, after = (voice.number(found["value"]) for found in (risk.path[0], risk.after))
    target = risk.after["target"]
    goal = [f"{voice('target')} {voice.number(target)}"] if is_number(target) else []
    some = [voice("k_combined")] if risk.after["details"].get("combinations") else []
    return [_card(voice("k"), before, after, ", ".join([*goal, *some]))]


def _sets(risk: Compared) -> dict[str, Any]:
    """Return the smallest sets of columns that single people out, before and after."""
    before, after = (sequence(item) for item in risk.detail("minimal"))
    if not before and not after:
        return {}
    sets = list(dict.fromkeys(tuple(map(str, sequence(item))) for item in (*before, *after)))
    held = [{tuple(map(str, sequence(entry))) for entry in side} for side in (before, after)]
    rows = [
        {"columns": group_set, "before": group_set in held[0], "after": group_set in held[1]}
        for group_set in sets
    ]
    return {"part": risk.part, "rows": rows[:SETS], "more": max(len(rows) - SETS, 0)}


def _card(label: str, before: str, after: str, note: str = "") -> dict[str, str]:
    return {"label": label, "before": before, "after": after, "note": note}


def _columns(record: Mapping[str, Any], losses: Sequence[Compared]) -> list[dict[str, Any]]:
    before = mapping(data(record, "before").get("columns"))
    after = mapping(data(record, "after").get("columns"))
    states = mapping(mapping(record.get("gate")).get("columns"))
    lost = {row.label: row.after for row in _by_column(losses, HEAD)}
    anew = {name for name, state in states.items() if mapping(state).get("state") == "renumbered"}
    cells = {k: v for k, v in _counted_cells(record).items() if k not in anew}
    return [
        {
            "name": name,
            "role": mapping(after.get(name, before.get(name))).get("role"),
            "type": _type(mapping(after.get(name, before.get(name))).get("type")),
            "kept": name in after,
            "state": _state(mapping(states.get(name)).get("state")),
            "lost": lost.get(name),
            "changed": cells.get(name, (None, False))[0],
            "at_most": cells.get(name, (None, False))[1],
        }
        for name in [*before, *(name for name in after if name not in before)]
    ]


def _state(name: Any) -> str:
    """Return the sentence for a state at the gate; none for one that this version does not know."""
    return f"state_{name}" if f"state_{name}" in GATE else ""


def _type(name: Any) -> str:
    return str(name or "").split("(")[0]


def meaning(role: Any, voice: Voice) -> str:
    """Return what a role says, nothing for a role that this version does not know.

    Examples
    --------
    >>> meaning("weight", Voice("fr")), meaning("unheard of", Voice("fr"))
    ('combien de personnes de la population l’enregistrement représente', '')
    """
    return voice.said(Role(role).meaning) if role in set(Role) else ""


def _by_column(losses: Iterable[Compared], shows: str) -> list[Bar]:
    """Return the loss by column, of the first measure that is laid out so."""
    known = [loss.table("by_column")[1] for loss in losses if loss.part["shows"] == shows]
    return [
        Bar(name, None, float(value))
        for name, value in (known[0].items() if known else ())
        if is_number(value)
    ]


def _counted_cells(record: Mapping[str, Any]) -> dict[str, tuple[float, bool]]:
    """Return the share of cells gone or changed, as the runner counted them step by step.

    The second of each is whether it is that much at most: several steps changed the column, and
    may have changed the same cells.
    """
    steps = [mapping(mapping(step).get("difference")) for step in sequence(record.get("steps"))]
    if not steps or any(row.get("cells") is None for row in steps):
        return {}
    ends = steps[0].get("records_before"), steps[-1].get("records_after")
    if not all(is_number(item) for item in ends) or not ends[0]:
        return {}
    first, last = float(ends[0]), float(ends[1] or 0) / copies_of(record)
    found, left = {}, mapping(data(record, "after").get("columns"))
    for name in mapping(data(record, "before").get("columns")):
        many = [
            int(n) / (entry.get("copies") or 1)
            for entry in steps
            if is_number(n := mapping(entry["cells"]).get(name)) and n
        ]
        gone = name not in left
        share = 1.0 if gone else (first - last + min(sum(many), last)) / first
        found[name] = share, len(many) > 1 and not gone
    return found


def _gaps(losses: Iterable[Compared]) -> list[dict[str, Any]]:
    """Return the distances by column, of the first measure that has them."""
    for loss in losses:
        rows = {n: v for n, v in loss.table("by_column")[1].items() if "distance" in mapping(v)}
        if rows:
            return [{**_GAP, **row, "column": name} for name, row in rows.items()]
    return []


def _pairs(losses: Iterable[Compared]) -> list[dict[str, Any]]:
    every = [item for loss in losses for item in sequence(loss.after["details"].get("pairs"))]
    known = [{**_PAIR, **pair} for pair in map(mapping, every) if is_number(pair.get("distance"))]
    first: dict[tuple[str, ...], dict[str, Any]] = {}
    for pair in known:
        first.setdefault(tuple(map(str, sequence(pair["columns"]))), pair)
    return sorted(first.values(), key=lambda pair: -pair["distance"])[:PAIRS]


def _margins(losses: Iterable[Compared]) -> list[Any]:
    """Return the rows of the distributions, of the first measure that has those of a column."""
    told = [map(mapping, sequence(loss.after["details"].get("margins"))) for loss in losses]
    found, seen = list[Any](), set[Any]()
    for rows in map(list, told):
        found += [row for row in rows if row.get("column") not in seen]
        seen |= {row.get("column") for row in rows}
    return found


def _references(measures: Iterable[Compared], steps: Iterable[Mapping[str, Any]]) -> list[str]:
    parts = [*(measure.part for measure in measures), *(step["method"] for step in steps)]
    return sorted({str(text) for part in parts for text in sequence(part["references"])})


def _figures(
    risks: Sequence[Compared], losses: Sequence[Compared], orders: Orders, voice: Voice
) -> dict[str, list[tuple[str, Markup]]]:
    lost = bars(_by_column(losses, HEAD), voice=voice, title=voice("lost_detail"))
    away = bars(_by_column(losses, TRUTH), voice=voice, title=voice("lost_truth"))
    return {
        "risk": _trajectories(risks, voice),
        "loss": _trajectories(losses, voice),
        "groups": _classes(risks, "group_sizes", voice),
        "classes": _classes(risks, "risk_classes", voice),
        "contributions": _contributions(risks, voice),
        "detail": [
            (voice(name), figure)
            for name, figure in (("lost_detail", lost), ("lost_truth", away))
            if figure
        ],
        "margins": [
            (column, bars(rows, voice=voice, title=column))
            for column, rows in margin_bars(_margins(losses), orders, voice).items()
        ],
    }


def _trajectories(measures: Iterable[Compared], voice: Voice) -> list[tuple[str, Markup]]:
    drawn = [
        (voice.title(measure.part["title"]), _trajectory(measure, voice)) for measure in measures
    ]
    return [(title, figure) for title, figure in drawn if figure]


def _trajectory(one: Compared, voice: Voice) -> Markup:
    return trajectory(
        [found["value"] for found in one.path],
        voice=voice,
        title=voice.said(one.part["title"]),
        target=one.after["target"],
        met=[found["met"] for found in one.path],
        share=one.share,
        first=one.first,
    )


def _contributions(risks: Iterable[Compared], voice: Voice) -> list[tuple[str, Markup]]:
    """Draw the part that each column has in the scores of special uniques."""
    found = []
    for risk in risks:
        before, after = risk.table("contributions")
        rows = [Bar(name, before.get(name), after.get(name)) for name in after or before]
        if any(bar.before or bar.after for bar in rows):
            figure = bars(rows, voice=voice, title=voice("contributions"), left=0.24)
            found.append((voice.said(risk.part["title"]), figure))
    return found


def _classes(risks: Iterable[Compared], name: str, voice: Voice) -> list[tuple[str, Markup]]:
    tables = [(voice.said(risk.part["title"]), *risk.table(name)) for risk in risks]
    return [
        (
            title,
            bars(class_bars(before, after, voice), voice=voice, title=voice(name), left=0.24),
        )
        for title, before, after in tables
        if after
    ]
