"""What typer refuses of a command line, said as the house says it: one sentence and a hint."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError

from discret.arguments.rules import UNKNOWN, rule
from discret.cli.terminal.help_words import NAMES
from discret.errors import InputError, listed
from discret.words import Words, say

Refused: type[Any] = typer.BadParameter.__mro__[1]  # typer has a click of its own, or the other one


def understood(command: Any, words: Sequence[str], usual: dict[str, Any]) -> None:
    """Carry out a command line; what cannot be understood of it is an `InputError`."""
    try:
        code = command.main(
            args=list(words), prog_name="discret", standalone_mode=False, default_map=usual
        )
    except Refused as error:
        raise _refusal(error, words, command) from error
    if code:
        sys.exit(code)


def written(text: str | Path) -> Path:
    """Take the name of what is written; without one it would be the folder one happens to be in.

    Some versions of typer hand it the default, too, which is a path already.
    """
    if str(text).strip():
        return Path(text)
    raise InputError(
        Words("output: a name is needed, it is empty", fr="sortie : il faut un nom, il est vide"),
        hint=Words("name a folder or a file", fr="nommer un dossier ou un fichier"),
    )


def _refusal(error: Any, words: Sequence[str], command: Any) -> InputError:
    """Tell what is wrong by the kind of the error, never by its English."""
    called = next((word for word in words if not word.startswith("-")), "")
    if called not in command.commands:
        called = ""
    kinds = {"NoSuchOption": _unknown, "BadOptionUsage": _misused, "MissingParameter": _missing,
             "BadParameter": _refused}  # fmt: skip
    tell = kinds.get(type(error).__name__, _extra if called else _nothing_of_the_name)
    hint = say(
        "discret {called}--help shows what it takes", "discret {called}--help dit ce qui se donne",
        called=called and f"{called} ",
    )  # fmt: skip
    near = _near(error, words, command, called)
    guess = say("did you mean {near}? {hint}", "vouliez-vous dire {near} ? {hint}",
                near=listed(near), hint=hint)  # fmt: skip
    fault = say(
        "{who}: {fault}", "{who} : {fault}",
        who=called or Words("command line", fr="ligne de commande"),
        fault=tell(error, _parameters(command)),
    )  # fmt: skip
    return InputError(fault, hint=guess if near else hint)


def _near(error: Any, words: Sequence[str], command: Any, called: str) -> list[str]:
    """Return names like the one that is not known."""
    if type(error).__name__ == "NoSuchOption":
        within = command.commands[called] if called else command
        have = [name for parameter in within.params for name in parameter.opts]
        return get_close_matches(error.option_name, have, 1)
    wrong = next((word for word in words if not word.startswith("-")), "")
    return [] if called else get_close_matches(wrong, command.commands, 1)


def _parameters(command: Any) -> dict[str, Any]:
    """Return the options of all commands by name."""
    every = (command, *command.commands.values())
    return {
        name: parameter for each in every for parameter in each.params for name in parameter.opts
    }


def _unknown(error: Any, _: dict[str, Any]) -> Words:
    name = error.option_name
    return say("there is no option {name!r}", "il n’y a pas d’option {name!r}", name=name)


def _misused(error: Any, parameters: dict[str, Any]) -> Words:
    name = error.option_name
    if name == "--help" or getattr(parameters.get(name), "is_flag", False):
        return say("option {name} takes no value", "l’option {name} ne prend pas de valeur",
                   name=name)  # fmt: skip
    return say("option {name} needs a value", "l’option {name} attend une valeur", name=name)


def _missing(error: Any, _: dict[str, Any]) -> Words:
    name = _named(error.param)
    return say("{name} is missing", "{name} manque", name=name)


def _refused(error: Any, _: dict[str, Any]) -> Words:
    cause = error.__cause__
    known = isinstance(cause, ValidationError)
    fault = rule(cause.errors()[0]) if known else Words(str(error.message), fr=UNKNOWN)
    return say("{name}: {fault}", "{name} : {fault}", name=_named(error.param), fault=fault)


def _extra(_: Any, __: dict[str, Any]) -> Words:
    return Words(
        "more words are given than it takes (a name with spaces stands in quotes)",
        fr="il y a plus de mots qu’elle n’en prend (un nom avec des espaces va entre guillemets)",
    )


def _nothing_of_the_name(_: Any, __: dict[str, Any]) -> Words:
    return Words("there is no command of this name", fr="il n’y a pas de commande de ce nom")


def _named(parameter: Any) -> str | Words:
    if parameter is None:
        return Words("a value", fr="une valeur")
    if parameter.param_type_name == "option":
        return say("option {name}", "l’option {name}", name=max(parameter.opts, key=len))
    name = str(parameter.metavar or parameter.name).upper()
    return next((words for words in NAMES if words == name), name)
