"""The three criteria in the internal report: what the findings say, and what remains open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.document.reading import Compared, conditions, data, mapping, sequence
from discret.document.words.texts_criteria import UNSETTLED
from discret.document.words.voice import Voice, is_number

_UNSEEN = ("accepted", "unexamined", "unjudged")  # states of columns that nothing looked at


def criterion(
    name: str, record: Mapping[str, Any], risks: Sequence[Compared], voice: Voice
) -> dict[str, Any]:
    """Return what speaks to a criterion and what it leaves open; only a target judges.

    Examples
    --------
    >>> criterion("inference", {}, [], Voice("en"))["open"][0]
    'No measure of the plan speaks to this criterion.'
    """
    speaking = [risk for risk in risks if name in sequence(risk.part["criteria"])]
    doubts = [*_doubts(speaking, voice)] if speaking else [voice("open_silent")]
    if mapping(record.get("gate")).get("open") is False:
        doubts.append(voice("open_gate"))
    if name in UNSETTLED:
        doubts.append(voice(f"open_{name}"))
    own = {"singling_out": _keys, "linkability": _links, "inference": _inference}
    analysis = [voice("open_analysis"), look_again(record, voice)] if doubts else []
    return {
        "name": name,
        "findings": speaking,
        "open": [*doubts, *own[name](record, speaking, voice), *analysis],
    }


def look_again(record: Mapping[str, Any], voice: Voice) -> str:
    """Say when the risk is to be looked at again, or that a day is to be set.

    Examples
    --------
    >>> look_again({"release": {"review": "2028-01-01"}}, Voice("en"))
    'To be looked at again: 1 January 2028.'
    """
    day = conditions(record).get("review")
    return voice("review_on", day=voice.day(day)) if day else voice("review_unset")


def _doubts(speaking: Sequence[Compared], voice: Voice) -> list[str]:
    missed = [release for release in speaking if release.after["met"] is False]
    loose = [compared for compared in speaking if compared.after["met"] is None]
    exposed = [release for release in loose if _exposes(release)]
    quiet = [release for release in loose if release not in exposed]
    names = [voice.said(release.part["title"]) for release in missed]
    told = [
        ("open_missed", names),
        ("open_exposed", [_levelled(release, voice) for release in exposed]),
        ("open_unjudged", [voice.said(release.part["title"]) for release in quiet]),
    ]
    return [voice(text, names=", ".join(dict.fromkeys(some))) for text, some in told if some]


def _exposes(risk: Compared) -> bool:
    """Whether a measure without a target shows part of the file, or the worst level.

    Where less is better, a share of the file is shown, or a count: a whole number.
    """
    value = risk.after["value"]
    if not is_number(value):
        return False
    if risk.after["better"] == "higher":
        return bool(value <= 1)
    return (risk.share or isinstance(value, int)) and value > 0


def _levelled(risk: Compared, voice: Voice) -> str:
    level = voice.level(risk.after["value"], share=risk.share)
    return f"{voice.said(risk.part['title'])} ({level})"


def _keys(record: Mapping[str, Any], risks: Sequence[Compared], voice: Voice) -> list[str]:
    columns = mapping(mapping(record.get("gate")).get("columns"))
    unseen = [column for column in columns.values() if mapping(column).get("state") in _UNSEEN]
    found = [voice("open_keys" if unseen else "open_only_keys")] if risks else []
    return [*found, *([voice("open_unseen", n=len(unseen))] if unseen else [])]


def _links(record: Mapping[str, Any], risks: Sequence[Compared], voice: Voice) -> list[str]:
    linked = mapping(data(record, "after").get("roles"))
    remain = [voice(f"open_{role}") for role in ("individual", "household") if linked.get(role)]
    compared = any(risk.part.get("compares") is True for risk in risks)
    return [*([] if compared else [voice("open_releases")]), *remain]


def _inference(record: Mapping[str, Any], risks: Sequence[Compared], voice: Voice) -> list[str]:
    if not mapping(data(record, "after").get("roles")).get("sensitive"):
        return [voice("open_sensitive")]
    alike = [risk.after["details"].get("records_homogeneous") for risk in risks]
    some = [voice("open_homogeneous", n=n) for n in alike if is_number(n) and n > 0]
    return [*some, voice("open_others")]
