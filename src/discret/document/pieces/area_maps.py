"""Maps of what became of areas, for the steps of a release that kept account of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from discret.document.figures.area_map import area_map
from discret.document.pieces.area_accounts import account_of
from discret.document.reading import mapping, sequence
from discret.document.words.voice import Voice


def step_map(step: Mapping[str, Any], record: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return the map of a step with what is said of it; nothing where it kept no account.

    Examples
    --------
    >>> row = {"area": "01", "zone": "zone 1", "facts": 4, "individuals": 3, "kept": 4}
    >>> told = step_map({"facts": {"account": [row]}}, {}, Voice("en"))
    >>> told["notes"][1][:22], step_map({}, {}, Voice("en"))
    ('No outlines were given', {})
    """
    outlines = mapping(record.get("outlines"))
    account = account_of(step, record, voice, list(mapping(outlines.get("shapes"))))
    if account is None or not account.areas:
        return {}
    return {
        "figure": area_map(account, outlines, voice, voice("areas_map")),
        "notes": [voice("areas_note"), *_notes(outlines, voice), voice("areas_only")],
    }


def release_map(record: Mapping[str, Any], voice: Voice) -> Markup | None:
    """Return the last map of a release, if it has one."""
    steps = [mapping(step) for step in sequence(record.get("steps"))]
    drawn = [told["figure"] for step in steps if (told := step_map(step, record, voice))]
    return drawn[-1] if drawn else None


def _notes(outlines: Mapping[str, Any], voice: Voice) -> list[str]:
    if not outlines.get("shapes"):
        return [voice("areas_schematic")]
    line = voice("areas_line")
    if not outlines.get("lacking"):
        return [line]
    counts = {
        name: voice.number(outlines.get(own)) for name, own in (("n", "lacking"), ("of", "areas"))
    }
    return [line, voice("areas_lacking", file=outlines.get("file", ""), **counts)]
