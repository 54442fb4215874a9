"""`discret private`: noisy statistics of a file, paid from its account."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from command import Call, caller

SEXES = ("--by", "sex", "--values", "sex=f,m")


@pytest.fixture
def discret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    people = pl.DataFrame({"sex": ["f", "m"] * 200, "age": [20, 40] * 200, "who": range(400)})
    people.write_csv(tmp_path / "people.csv")
    call = caller(tmp_path, monkeypatch, capsys)
    call("budget", "open", "b", "--epsilon", "2", "--source", "people.csv")
    return call


def test_counts_are_told_and_paid(discret: Call) -> None:
    words = ("private", "people.csv", *SEXES, "--epsilon", "1", "--ledger", "b")
    told = discret(*words, "--name", "January", "--json").json
    assert [cell["sex"] for cell in told["cells"]] == ["f", "m"]
    assert sum(cell["count"] for cell in told["cells"]) == pytest.approx(400, abs=60)
    assert told["ledger"]["spent"] == 1
    assert discret("budget", "show", "b", "--json").json["releases"][0]["name"] == "January"
    assert discret(*words).code == 0
    refused = discret(*words)
    assert refused.code == 2
    assert "is left" in refused.err


def test_a_missing_value_is_not_all_of_them(discret: Call) -> None:
    """Where cells are not public there are no margins: an empty cell is of who said nothing."""
    pl.DataFrame({"sex": [None, "m"] * 200, "who": range(400)}).write_csv("people.csv")
    told = discret("private", "people.csv", "--by", "sex", "--epsilon", "5", "--delta", "1e-6")
    assert "missing" in told.out
    assert " all " not in told.out


def test_what_is_too_dear_is_refused_before_the_file_is_read(discret: Call) -> None:
    Path("people.csv").write_bytes(b"\x00 no table at all")
    refused = discret("private", "people.csv", *SEXES, "--epsilon", "3", "--ledger", "b")
    assert refused.code == 2
    assert "is left" in refused.err


def test_a_column_that_is_not_there_costs_nothing(discret: Call) -> None:
    words = ("--by", "sx", "--values", "sx=f,m", "--epsilon", "1", "--ledger", "b")
    assert discret("private", "people.csv", *words).code == 2
    assert discret("budget", "show", "b", "--json").json["spent"] == 0


def test_another_source_is_refused(discret: Call) -> None:
    Path("others.csv").write_text("sex,age\nf,3\n", encoding="utf-8")
    refused = discret("private", "others.csv", *SEXES, "--epsilon", "1", "--ledger", "b")
    assert refused.code == 2
    assert "another source" in refused.err
    assert discret("budget", "show", "b", "--json").json["spent"] == 0


def test_the_noise_is_told_before_anything_is_read(discret: Call) -> None:
    Path("people.csv").unlink()
    told = discret("private", "people.csv", *SEXES, "--epsilon", "1", "--preview", "--json").json
    assert told["deviation"] == pytest.approx(2**0.5, rel=0.01)
    assert "cells" not in told


def test_means_in_a_file(discret: Call) -> None:
    mean = ("--statistic", "mean", "--column", "age", "--low", "0", "--high", "100")
    words = ("private", "people.csv", *SEXES, *mean, "--epsilon", "5", "--individual", "who")
    told = discret(*words, "-o", "t.csv", "-l", "fr")
    assert told.code == 0
    assert "Bruit" in told.out
    assert pl.read_csv("t.csv")["mean"].to_list() == pytest.approx([20, 40], abs=8)


@pytest.mark.parametrize("out", ["b", "people.csv", "nowhere/t.csv", "."])
def test_a_table_takes_no_place_of_what_is_read_and_is_paid_only_if_it_has_one(
    discret: Call, out: str
) -> None:
    words = ("private", "people.csv", *SEXES, "--epsilon", "1", "--ledger", "b")
    assert discret(*words, "-o", out).code == 2
    assert discret("budget", "show", "b", "--json").json["spent"] == 0
    assert pl.read_csv("people.csv").height == 400


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([*SEXES], "epsilon: above 0"),
        (["--by", "sex", "--epsilon", "1"], "a delta is needed"),
        (["--by", "sex", "--epsilon", "1", "--values", "sex"], "--values COLUMN"),
        ([*SEXES, "--epsilon", "1", "--statistic", "mode"], "statistic"),
        ([*SEXES, "--epsilon", "1", "--ledger", "nothing"], "there is no ledger"),
        (["--by", "x", "--values", "x=a", "--epsilon", "1"], "no column 'x'"),
    ],
)
def test_what_is_refused(discret: Call, words: list[str], said: str) -> None:
    told = discret("private", "people.csv", *words)
    assert told.code == 2
    assert said in " ".join(told.err.split())
