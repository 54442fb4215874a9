"""Errors speak the language asked for, by the command line or by the environment."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, Field, ValidationError

from command import Call, caller
from discret import cli
from discret.arguments.faults import faults
from discret.assess import KAnonymity
from discret.cli.commands import app
from discret.cli.terminal.help import FRENCH, explained, helps
from discret.errors import ColumnError, DiscretError, ExtraError, ParameterError, listed
from discret.parts import Columns
from discret.words import Language, Words, say

call_the_command_line = pytest.fixture(name="call")(caller)


def test_an_error_keeps_both_languages() -> None:
    error = DiscretError(Words("plan: none", fr="plan : rien"), hint=Words("go", fr="allez"))
    assert str(error) == "plan: none. Hint: go."
    assert error.within("fr") == "plan\u202f: rien. Piste\u202f: allez."
    assert error.within("en") == str(error)


def test_errors_made_of_others_are_made_of_them_in_both_languages() -> None:
    inner = ColumnError.missing("roles", ["aeg"], ["age"])
    outer = ParameterError("plan", [say("[x] {fault}", "[x] {fault}", fault=inner.message)])
    assert str(outer) == "plan: 1 fault\n  - [x] roles: the table has no column 'aeg'"
    assert outer.within("fr") == (
        "plan\u202f: 1 défaut\n  - [x] roles\u202f: la table n’a pas de colonne 'aeg'"
    )
    assert "vouliez-vous dire 'age'\u202f? Elle a\u202f: 'age'." in inner.within("fr")


def test_an_optional_library_is_asked_for_in_both_languages() -> None:
    error = ExtraError(Words("reading", fr="lire"), "formats")
    assert str(error).startswith("reading needs")
    assert error.within("fr").endswith("Piste\u202f: pip install 'discret[formats]'.")


def test_what_is_left_out_of_a_list_is_counted_in_both_languages() -> None:
    assert listed("abc", most=2).to_dict() == {
        "en": "'a', 'b' and 1 more",
        "fr": "'a', 'b' et 1 autre",
    }


class Every(BaseModel):
    """A parameter of each kind that parts have."""

    model_config = {"extra": "forbid", "allow_inf_nan": False}
    k: int = Field(ge=2)
    share: float = Field(gt=0, lt=1)
    kind: str = Field(pattern="a|b")
    columns: Columns = Field(min_length=1)
    exact: bool = False


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"k": 1}, "k : il faut au moins 2, et non 1"),
        ({"k": "x"}, "k : il faut un nombre entier"),
        ({"share": 2.0}, "share : il faut moins de 1, et non 2.0"),
        ({"share": float("nan")}, "share : il faut un nombre fini, et non nan"),
        ({"columns": ["a", "a"]}, "columns : une colonne est nommée deux fois : 'a'"),
        ({"columns": []}, "columns : ne doit pas être vide"),
        ({"kind": "c"}, "kind : ce texte n’a pas la forme voulue"),
        ({"exact": "x"}, "exact : il faut true ou false"),
        ({"other": 1}, "other : ce paramètre n’existe pas"),
    ],
)
def test_what_pydantic_refuses_is_told_in_french(given: dict[str, object], told: str) -> None:
    good: dict[str, object] = {"k": 2, "share": 0.5, "kind": "a", "columns": ["a"]}
    with pytest.raises(ValidationError) as caught:
        Every(**{**good, **given})  # type: ignore[arg-type]
    assert [fault.fr for fault in faults(caught.value)] == [told]


def test_a_part_refuses_in_french() -> None:
    with pytest.raises(ParameterError) as caught:
        KAnonymity(k=0)
    told = caught.value.within("fr")
    assert told.splitlines()[0] == "k_anonymity\u202f: 1 défaut"
    assert "Piste\u202f: discret parts k_anonymity dit tout de ses paramètres\u202f: k, " in told


@pytest.mark.parametrize(
    "words", [("-l", "fr"), ("--language", "fr"), ("--language=fr",), ("-lfr",)]
)
def test_the_command_line_complains_in_the_language_asked_for(
    call: Call, words: tuple[str, ...]
) -> None:
    outcome = call("assess", "-m", "k_anonymity k=0", *words, "nowhere.csv")
    assert outcome.code == 2
    assert outcome.err.startswith("discret\u202f: ")


@pytest.mark.parametrize(
    ("settings", "french"),
    [
        ({"DISCRET_LANGUAGE": "fr"}, True),
        ({"LANG": "fr_FR.UTF-8"}, True),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, False),
        ({"LANG": "de_DE"}, False),
        ({"DISCRET_LANGUAGE": "en", "LANG": "fr_FR"}, False),
    ],
)
def test_the_environment_chooses_the_language(
    call: Call, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], french: bool
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert call("parts", "nothing").err.startswith("discret\u202f: ") == french


def test_a_fault_of_discret_is_confessed_in_french(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("a value of the data")

    monkeypatch.setattr(cli.commands, "patient", lambda *_: fail)
    outcome = call("parts", "-l", "fr")
    assert outcome.code == 3
    assert "c’est une faute de discret" in outcome.err
    assert "value" not in outcome.err


@pytest.mark.parametrize("words", [("--help", "-l", "fr"), ("run", "--help", "-l", "fr")])
def test_help_is_french(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("DISCRET_LANGUAGE", "fr")
    told = call(*words[:-2]).out
    assert "plan" in told
    assert ("Rendre diffusables" in told) == (words[0] == "--help")
    assert "Folder to write" not in told
    monkeypatch.delenv("DISCRET_LANGUAGE")
    assert "Dossier" not in call("run", "--help").out


def test_all_help_has_its_french() -> None:
    command = explained(cli.app, "en")
    lacking = {text for _, _, text in helps(command) if text and text not in FRENCH}
    assert lacking == set()


def test_the_environment_chooses_the_language_of_tables_too(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "paramètre" in call("parts", "suda").out
    assert "paramètre" not in call("parts", "suda", "-l", "en").out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_names_what_options_take_for_people(language: Language) -> None:
    command = explained(app, language)
    taken = {option.metavar for one in command.commands.values() for option in one.params}
    assert {"TEXT", "NUMBER"} <= taken if language == "en" else {"TEXTE", "NOMBRE"} <= taken
    assert not any("<" in one or "[" in one for one in taken if one)
