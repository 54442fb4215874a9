"""What typer refuses is told as all else is: one sentence and a hint, in both languages."""

from __future__ import annotations

import pytest

from command import Call, caller
from discret import cli
from discret.cli.terminal.help import explained
from tongues import foreign

call_the_command_line = pytest.fixture(name="call")(caller)
COMMANDS = explained(cli.app, "en").commands


def wrong() -> list[list[str]]:
    """Return calls that typer itself refuses: every command, every kind of fault."""
    calls = [["zqx"], ["rnu"], ["--zqx"], ["-z"], ["--version=3"]]
    for name, command in COMMANDS.items():
        calls += [
            [name, "--zqx"],
            [name, "-Z"],
            [name, "--json=3"],
            [name, "--help=3"],
            [name, "-l"],
        ]
        if not any(
            param.nargs == -1 for param in command.params if param.param_type_name == "argument"
        ):
            calls += [[name, "a", "b", "c", "d"]]
        if any(param.required for param in command.params):
            calls += [[name]]
        for param in command.params:
            if param.param_type_name == "option" and not param.is_flag:
                calls += [[name, param.opts[0]]]
    return calls


@pytest.mark.parametrize("words", wrong(), ids=" ".join)
def test_what_is_not_understood_is_one_sentence_and_a_hint(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    english = call(*words)
    assert (english.code, english.out) == (2, "")
    assert english.err.startswith("discret: ")
    assert english.err.count("\n") == 1
    assert ". Hint: " in english.err
    monkeypatch.setenv("DISCRET_LANGUAGE", "fr")
    french = call(*words)
    assert (french.code, french.out) == (2, "")
    assert french.err.startswith("discret\u202f: ")
    assert french.err.count("\n") == 1
    assert ". Piste\u202f: " in french.err
    assert (foreign(english.err, "en"), foreign(french.err, "fr")) == (set(), set())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run"], "run: PLAN is missing"),
        (["run", "p.toml"], "run: option --out is missing"),
        (["run", "p.toml", "--forc"], "'--forc'. Hint: did you mean '--force'?"),
        (["rnu"], "command line: there is no command of this name. Hint: did you mean 'run'?"),
        (["run", "p", "--out", "o", "--seed", "x"], "option --seed: "),
        (["run", "p.toml", "--out"], "run: option --out needs a value"),
        (["parts", "--json=3"], "parts: option --json takes no value"),
        (["parts", "a", "b"], "parts: more words are given than it takes"),
        (["demo", "--example", "zqx"], "demo: there is no example 'zqx'"),
    ],
)  # fmt: skip
def test_the_sentence_says_what_is_wrong(call: Call, words: list[str], told: str) -> None:
    assert told in call(*words).err


def test_a_value_of_the_wrong_kind_is_told_in_french(call: Call) -> None:
    told = call("run", "p", "--out", "o", "--seed", "x", "-l", "fr").err
    assert "l’option --seed\u202f: il faut un nombre entier. Piste" in told


def test_nothing_asked_for_is_help(call: Call) -> None:
    assert call().code == 0
    assert call().out == call("--help").out != ""


def test_a_language_that_is_not_known_leaves_that_of_the_environment(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert call("parts", "-l", "de").err.startswith("discret\u202f: ")


def test_the_demo_needs_no_name(call: Call) -> None:
    assert call("demo", "--example", "dishes").code in (0, 1)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_one_language(call: Call, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    words = [name, "--help"] if name else ["--help"]
    monkeypatch.setenv("DISCRET_LANGUAGE", "fr")
    french = call(*words)
    monkeypatch.delenv("DISCRET_LANGUAGE")
    english = call(*words)
    assert (french.code, english.code) == (0, 0)
    assert (foreign(english.out, "en"), foreign(french.out, "fr")) == (set(), set())
    assert english.out != french.out
