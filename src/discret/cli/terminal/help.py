"""What the command line says of itself, in English and in French."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import typer

from discret.cli.reading_options import SAID
from discret.cli.terminal.help_words import HELP
from discret.words import Language, Words


def explained(app: typer.Typer, language: Language, words: Sequence[str] = ("--help",)) -> Any:
    """Build the command line, with its help in `language`."""
    if "--help" not in words:
        return _built(app)
    command = typer.main.get_command(app)
    for place, name, english in helps(command):
        setattr(place, name, FRENCH.get(english, english) if language == "fr" else english)
    for option, kind in options(command):
        option.metavar = TAKEN.get(kind, TEXT).within(language)
    _frame(language)
    return command


@cache
def _built(app: typer.Typer) -> Any:
    """Build it once for whoever calls it from Python many times."""
    return typer.main.get_command(app)


def options(command: Any) -> Iterator[tuple[Any, str]]:
    """Yield the options whose help would name what they take in words of Python, and these."""
    for item in (command, *command.commands.values()):
        context = typer.Context(item)
        for option in (*item.params, item.get_help_option(context)):
            shown = getattr(option, "display_type", None)  # a typer that has none keeps its own
            if shown is not None and option.metavar is None:
                yield option, str(shown(context)).strip("<>")


def helps(command: Any) -> Iterator[tuple[Any, str, str]]:
    """Yield where each text of the help stands, and its English."""
    for item in (command, *command.commands.values()):
        asked = item.get_help_option(typer.Context(item))
        for place in (item, *item.params, asked):
            for name in ("help", "rich_help_panel", "subcommand_metavar", "metavar"):
                if isinstance(text := getattr(place, name, None), str):
                    yield place, name, text


def _frame(language: Language) -> None:
    """Let the frames around the help speak `language`; a typer that has other ones keeps them."""
    from typer import rich_utils

    for name, words in FRAMES.items():
        if hasattr(rich_utils, name):
            setattr(rich_utils, name, words.within(language))


TEXT, _NUMBER = Words("TEXT", fr="TEXTE"), Words("NUMBER", fr="NOMBRE")
_FILE, _NOTHING = Words("FILE", fr="FICHIER"), Words("", fr="")
TAKEN = {"int": _NUMBER, "float": _NUMBER, "path": _FILE, "bool": _NOTHING, "boolean": _NOTHING}
FRENCH = {str(sentence): sentence.fr for sentence in (*HELP, *SAID.values(), TEXT, _NUMBER)}
FRAMES = {
    "ARGUMENTS_PANEL_TITLE": Words("Arguments", fr="Arguments"),
    "OPTIONS_PANEL_TITLE": Words("Options", fr="Options"),
    "COMMANDS_PANEL_TITLE": Words("Commands", fr="Commandes"),
    "DEFAULT_STRING": Words("[default: {}]", fr="[par défaut\u202f: {}]"),
    "REQUIRED_LONG_STRING": Words("[required]", fr="[nécessaire]"),
}
