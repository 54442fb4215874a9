"""`discret budget`: an account is opened, paid from and shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import Call, caller


@pytest.fixture
def discret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    (tmp_path / "stays.csv").write_text("a,b\n", encoding="utf-8")
    call = caller(tmp_path, monkeypatch, capsys)
    opened = call("budget", "open", "b", "--epsilon", "2", "--source", "stays.csv")
    assert opened.code == 0
    return call


def test_what_is_spent_and_left(discret: Call) -> None:
    told = discret("budget", "spend", "b", "--epsilon", "0.5", "--name", "January", "--json").json
    assert (told["spent"], told["left"], told["budget"]) == (0.5, 1.5, 2.0)
    assert [entry["name"] for entry in told["releases"]] == ["January"]
    assert discret("budget", "show", "b", "--json").json == told
    assert "0.5 of 2 ε spent (25%), 1.5 left." in discret("budget", "show", "b").out
    assert "il en reste 1,5." in discret("budget", "show", "b", "-l", "fr").out


def test_a_seal_that_was_told_is_looked_for(discret: Call) -> None:
    """An account that is put back to an earlier copy no longer has it."""
    before = Path("b").read_bytes()
    told = discret("budget", "spend", "b", "--epsilon", "0.5", "--json").json
    assert told["releases"][0]["seal"] == told["seal"]
    words = ("budget", "show", "b", "--seal", told["seal"][:16])
    assert discret(*words).code == 0
    Path("b").write_bytes(before)
    refused = discret(*words, "-l", "fr")
    assert refused.code == 2
    assert "aucune entrée du compte n’a ce sceau" in " ".join(refused.err.split())


def test_numbers_are_written_as_the_language_does(discret: Call) -> None:
    refused = discret("budget", "spend", "b", "--epsilon", "2.5", "-l", "fr")
    assert "coûte 2,5 ε" in " ".join(refused.err.split())


def test_in_zero_concentrated_terms(discret: Call) -> None:
    words = ["budget", "open", "c", "--epsilon", "2", "--delta", "1e-6", "--terms", "rho"]
    assert discret(*words, "--source", "stays.csv").code == 0
    told = discret("budget", "spend", "c", "--epsilon", "0.1", "--json").json
    assert told["spent"] == pytest.approx(0.005)
    assert "amounts to ε" in discret("budget", "show", "c").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["spend", "b", "--epsilon", "2.5"], "is left"),
        (["spend", "b", "--epsilon", "0"], "a cost is"),
        (["spend", "b", "--epsilon", "-1"], "a cost is"),
        (["spend", "b", "--rho", "0.1"], "no worth"),
        (["spend", "b", "--epsilon", "0.1", "--part", "x"], "no such part"),
        (["spend", "b", "--epsilon", "0.1", "--part", "x", "--part", "y"], "about one part"),
        (["spend", "b", "--parent", "abc"], "not in the ledger"),
        (["spend", "b", "--parent", "abc", "--epsilon", "0.1"], "costs nothing"),
        (["spend", "b", "--epsilon", "0.1", "--seal", "0123456789abcdef"], "has this seal"),
        (["show", "b", "--seal", "0123456789abcdef"], "has this seal"),
        (["spend", "b", "--epsilon", "0.1", "--source", "nothing.csv"], "cannot be read"),
        (["open", "b", "--epsilon", "2", "--source", "stays.csv"], "exists already"),
        (["open", "c", "--source", "stays.csv"], "a cost is"),
        (["open", "c", "--epsilon", "1"], "a source is needed"),
        (["open", "c", "--epsilon", "1", "--source", "stays.csv", "--terms", "x"], "--terms is"),
        (["open", "no/c", "--epsilon", "1", "--source", "stays.csv"], "cannot be written"),
        (["show", "nothing"], "there is no ledger"),
        (["show", "stays.csv"], "no ledger, or"),
        (["close", "b"], "open, show or spend"),
    ],
)
def test_what_is_refused(discret: Call, words: list[str], said: str) -> None:
    told = discret("budget", *words)
    assert told.code == 2
    assert said in " ".join(told.err.split())
    assert "Hint" in told.err
    assert discret("budget", "show", "b", "--json").json["spent"] == 0


# --- a calendar -------------------------------------------------------------------------

CALENDAR = ("--epsilon", "4", "--delta", "1e-6", "--source", "stays.csv", "--calendar")


def test_a_calendar_is_charged_as_a_whole(discret: Call) -> None:
    assert discret("budget", "open", "c", *CALENDAR, "50 x epsilon 0.1 laplace").code == 0
    told = discret("budget", "spend", "c", "--epsilon", "0.1", "--noise", "laplace", "--json").json
    assert told["releases"][0]["planned"] == 0
    assert told["calendar"]["way"] == "numerical"
    assert told["calendar"]["whole"] == pytest.approx(3.12, abs=0.005)
    assert {way: round(n, 2) for way, n in told["calendar"]["ways"].items()} == {
        "basic": 5.0, "advanced": 4.24, "zero_concentrated": 3.97, "numerical": 3.12
    }  # fmt: skip
    shown = " ".join(discret("budget", "show", "c").out.split())
    assert "Planned: 50 releases, 1 made" in shown
    assert "1 of 50" in shown
    assert "Prévues : 50 diffusions" in " ".join(
        discret("budget", "show", "c", "-l", "fr").out.split()
    )


def test_equal_parts(discret: Call) -> None:
    words = ("--epsilon", "2", "--source", "stays.csv", "--releases", "12")
    told = discret("budget", "open", "c", *words, "--json").json
    assert [entry["epsilon"] for entry in told["calendar"]["entries"]] == [0.1666666666] * 12
    spent = ("budget", "spend", "c", "--epsilon", "0.1666666666", "--json")
    assert discret(*spent).json["releases"][0]["planned"] == 0
    assert "Each costs ε 0.1666666666." in discret("budget", "show", "c").out
    assert (told["left"], told["calendar"]["set_aside"]) == (0.0, 2.0)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("60 x epsilon 0.1", {"en": "the calendar amounts to", "fr": "le calendrier revient"}),
        ("12 x gold", {"en": "12 x epsilon 0.1", "fr": "12 x epsilon 0.1"}),
        ("12 x epsilon 0", {"en": "a cost is", "fr": "un coût est"}),
    ],
)
def test_calendars_that_are_refused(
    discret: Call, line: str, said: dict[str, str], language: str
) -> None:
    words = ("--epsilon", "2", "--source", "stays.csv", "--calendar", line, "-l", language)
    told = discret("budget", "open", "c", *words)
    assert told.code == 2
    assert said[language] in " ".join(told.err.split()).replace("\u202f", " ").replace("\xa0", " ")
    assert not Path("c").exists()
