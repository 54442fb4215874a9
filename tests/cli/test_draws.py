"""discret run --draws: the spread in a table, as JSON and in French; what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import PLAN, Call, caller
from every_part import people

call_the_command_line = pytest.fixture(name="discret")(caller)
CHANCE = (
    PLAN
    + """
[[reduce]]
method = "subsample"
share = 0.8
[[quantify]]
measure = "marginals"
"""
)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    people().write_csv(tmp_path / "people.csv")
    path = tmp_path / "plan.toml"
    path.write_text(CHANCE, encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_table_that_fits(
    discret: Call, plan: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("discret.cli.terminal.output.console._width", 80)
    found = discret("run", plan, "--out", plan.parent / "out", "--seed", 1, "--draws", 5,
                    "--language", language)  # fmt: skip
    title, heads = {
        "en": ("Over 5 draws", ["measure", "least", "median", "most", "std. dev.", "met"]),
        "fr": ("Sur 5 tirages", ["mesure", "minimum", "médiane", "maximum", "écart type"]),
    }[language]
    lines = found.out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(title))
    assert all(head in lines[start + 2] for head in heads)  # in one line: none follows below
    assert all(len(line) <= 80 for line in lines[start : start + 10])


def test_plain_data(discret: Call, plan: Path) -> None:
    found = discret("run", plan, "--out", plan.parent / "out", "--seed", 1, "--draws", 5, "--json")
    draws = found.json["record"]["draws"]
    assert (draws["number"], draws["failed"]) == (5, 0)
    losses = [item["name"] for item in found.json["record"]["losses"]]
    assert [item["name"] for item in draws["loss"]] == losses
    alone = discret("run", plan, "--out", plan.parent / "one", "--seed", 1, "--json")
    assert alone.json["record"]["draws"] is None
    files = [plan.parent / folder / "release.csv" for folder in ("out", "one")]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("number", ["1", "0", "10001"])
def test_too_few_or_too_many(discret: Call, plan: Path, number: str) -> None:
    found = discret("run", plan, "--out", plan.parent / "out", "--draws", number)
    assert found.code == 2
    assert "from 2 to 10,000" in found.err
    assert not (plan.parent / "out").exists()


def test_a_plan_without_chance(discret: Call, plan: Path) -> None:
    """It is refused before the file is read."""
    whole = CHANCE.split("[[reduce]]")
    text = whole[0] + "[[reduce]]" + whole[1]
    plan.write_text(text.replace("people.csv", "nowhere.csv"), encoding="utf-8")
    found = discret("run", plan, "--out", plan.parent / "out", "--draws", 5)
    assert found.code == 2
    assert "draws by chance" in found.err


VARIANTS = """
[[variant]]
title = "one"
[[variant]]
title = "other"
[[variant.reduce]]
method = "subsample"
share = 0.5
"""


def test_a_plan_with_variants(discret: Call, plan: Path) -> None:
    """Each has its own table, and its own place among plain data and in its record."""
    plan.write_text(CHANCE + VARIANTS, encoding="utf-8")
    out = plan.parent / "out"
    found = discret("run", plan, "--out", out, "--seed", 1, "--draws", 5)
    assert found.out.count("Over 5 draws") == 2
    assert found.out.index("one\nOver 5 draws") < found.out.index("other\nOver 5 draws")
    told = discret("run", plan, "--out", out, "--seed", 1, "--draws", 5, "--force", "--json").json
    assert [own["number"] for own in told["draws"].values()] == [5, 5]
    for title, folder in {"one": "1-one", "other": "2-other"}.items():
        record = json.loads((out / folder / "record.json").read_text("utf-8"))
        assert record["draws"] == told["draws"][title]
    alone = discret("run", plan, "--out", out, "--seed", 1, "--force", "--json").json
    assert "draws" not in alone
