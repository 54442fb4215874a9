"""What the steps of a release did, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.document.reading import mapping, sequence
from discret.document.words.voice import Voice, is_number


def deed(step: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return a step with its title, what it left, and sentences from its facts.

    Examples
    --------
    >>> step = {"method": {"name": "suppress_records"}, "facts": {"dropped": 3, "share": 0.5}}
    >>> deed(step, Voice("en"))["said"]
    ['Records dropped: 3 (50%).']
    """
    method, facts = mapping(step.get("method")), mapping(step.get("facts"))
    difference = mapping(step.get("difference"))
    cells = [n for n in mapping(difference.get("cells")).values() if is_number(n)]
    said = _TELL.get(str(method.get("name")), _nothing)
    return {
        "title": method.get("title") or method.get("name", ""),
        "label": step.get("label", ""),
        "before": difference.get("records_before"),
        "after": difference.get("records_after"),
        "cells": sum(cells),
        "said": [text for text in said(facts, voice) if text],
    }


def _nothing(_: Mapping[str, Any], __: Voice) -> list[str]:
    return []


def _filled(
    facts: Mapping[str, Any], voice: Voice, text: str, *names: str, shares: Sequence[str] = ()
) -> str:
    """Return a text with facts in its blanks; nothing where one is not there."""
    if not all(is_number(facts.get(name)) for name in names):
        return ""
    told = {n: voice.level(facts[n], share=n in shares) for n in names}
    return voice(text, **told)


def _blanked(facts: Mapping[str, Any], voice: Voice) -> list[str]:
    return [
        _filled(facts, voice, "said_blanked", "cells_blanked", "records_touched"),
        _filled(facts, voice, "said_cost", "cost", "lower_bound", "gap", shares=["gap"]),
    ]


def _dropped(facts: Mapping[str, Any], voice: Voice) -> list[str]:
    by_column = mapping(facts.get("by_column"))
    emptied = [mapping(one).get("emptied") for one in by_column.values()]
    lost = [mapping(one).get("largest_share") for one in by_column.values()]
    worst = max((float(v) for v in lost if is_number(v) and v is not None), default=None)
    more = {"emptied": sum(int(n) for n in emptied if is_number(n) and n), "worst": worst}
    return [
        _filled(facts, voice, "said_dropped", "dropped", "share", shares=["share"]),
        _filled(facts, voice, "said_weight", "weight_share", shares=["weight_share"]),
        _filled(more, voice, "said_emptied", "emptied", "worst", shares=["worst"]),
    ]


def _calibrated(facts: Mapping[str, Any], voice: Voice) -> list[str]:
    ratios = mapping(facts.get("ratios"))
    spread = {
        name: ratios.get(share)
        for name, share in (("low", "0"), ("first", "0.01"), ("last", "0.99"), ("high", "1"))
    }
    effects = {"before": facts.get("design_effect_before"), "after": facts.get("design_effect")}
    merged = sequence(facts.get("regrouped"))
    named = [one for row in merged for one in sequence(mapping(row).get("alphabetical"))]
    letters = list(dict.fromkeys(map(str, named)))
    return [
        _filled(facts, voice, "said_totals", "totals", "redundant"),
        voice("said_regrouped", n=len(merged)) if merged else "",
        voice("said_alphabetical", columns=", ".join(letters)) if letters else "",
        _filled(spread, voice, "said_ratios", "low", "first", "last", "high"),
        _filled(effects, voice, "said_effect", "before", "after"),
    ]


def _withheld(facts: Mapping[str, Any], voice: Voice) -> list[str]:
    return [
        _filled(facts, voice, "said_withheld", "cells_lost", "observations_lost"),
        _filled(facts, voice, "said_least", "cost", "bound", "gap", shares=["gap"]),
        _left(facts, voice),
    ]


def _merged(facts: Mapping[str, Any], voice: Voice) -> list[str]:
    names = "cells_merged", "observations_lost", "cells_lost"
    return [_filled(facts, voice, "said_merged", *names), _left(facts, voice)]


def _left(facts: Mapping[str, Any], voice: Voice) -> str:
    return _filled(facts, voice, "said_left", "at_risk_before", "at_risk_after")


_TELL = {
    "calibrate": _calibrated,
    "merge_cells": _merged,
    "suppress_cells": _blanked,
    "suppress_records": _dropped,
    "withhold_cells": _withheld,
}
