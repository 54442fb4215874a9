"""Risk and detail lost of releases in one picture, and the detail lost at the head of losses."""

from __future__ import annotations

from typing import Any

import pytest

from discret.document.comparison import aligned, compare
from discret.document.pages.comparison import comparison_view
from discret.document.words.voice import Voice
from discret.words import Language


def record(name: str, k: int, lost: float | None, *losses: str) -> dict[str, Any]:
    found = {"detail_lost": lost, "other": 0.5}
    return {
        "title": name,
        "data": {when: {"records": 9} for when in ("before", "after")},
        "measures": [{"name": "k", "title": {"en": "smallest", "fr": "le plus petit"}}],
        "risk_before": [{"value": 1, "target": 3}],
        "losses": [
            {"name": loss, "unit": "share", "shows": "detail" if loss == "detail_lost" else ""}
            for loss in losses
        ],
        "steps": [
            {
                "risk": [{"value": k, "target": 3}],
                "loss": [{"value": found[loss]} for loss in losses],
            }
        ],
    }


BOTH = [record("a", 3, 0.25, "other", "detail_lost"), record("b", 4, 0.5, "detail_lost")]


def test_the_detail_lost_comes_first() -> None:
    assert [row.part["name"] for row in aligned(BOTH, "losses")] == ["detail_lost", "other"]
    assert [row["name"] for row in compare(BOTH)["loss"]] == ["detail_lost", "other"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_release_is_a_point(language: Language) -> None:
    voice = Voice(language)
    ((title, drawn),) = comparison_view(BOTH, (), voice)["pictures"]
    assert title == {"en": "Smallest", "fr": "Le plus petit"}[language]
    for name, lost, k in ((voice("original"), 0.0, 1), ("A", 0.25, 3), ("B", 0.5, 4)):
        assert voice.pair(name, f"{voice.share(lost)}, {voice.number(k)}") in drawn


def test_nothing_is_drawn_without_it() -> None:
    none = [record("a", 3, None, "other"), record("b", 4, None, "other")]
    assert comparison_view(none, (), Voice("en"))["pictures"] == []
    unknown = [record("a", 3, None, "detail_lost"), record("b", 4, None, "detail_lost")]
    assert comparison_view(unknown, (), Voice("en"))["pictures"] == []
