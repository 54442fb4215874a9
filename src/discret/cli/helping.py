"""What the command line says of itself in French."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, get_type_hints

import typer

from discret.cli.helping_words import HELP
from discret.words import Language


def explained(app: typer.Typer, language: Language) -> None:
    """Let the help of every command and option speak `language`."""
    for place, name, english in helps(app):
        setattr(place, name, FRENCH.get(english, english) if language == "fr" else english)


def commands(app: typer.Typer) -> list[str]:
    """Return the names of the commands."""
    return [str(getattr(one.callback, "__name__", "")) for one in app.registered_commands]


def helps(app: typer.Typer) -> Iterator[tuple[Any, str, str]]:
    """Yield where each text of the help stands, and its English."""
    for command in (app.info, *app.registered_commands):
        callback = getattr(command, "callback", None)
        if callable(callback):
            yield command, "help", inspect.cleandoc(callback.__doc__ or "")
            yield command, "rich_help_panel", _english(command, "rich_help_panel")
            for hint in get_type_hints(callback, include_extras=True).values():
                for told in getattr(hint, "__metadata__", ()):
                    yield told, "help", _english(told, "help")
        else:
            yield command, "help", _english(command, "help")


def _english(place: Any, name: str) -> str:
    """Return a text as it was before it was ever translated."""
    text = str(getattr(place, name) or "")
    return ENGLISH.get(text, text)


FRENCH = {str(one): one.fr for one in HELP}
ENGLISH = {french: english for english, french in FRENCH.items()}
