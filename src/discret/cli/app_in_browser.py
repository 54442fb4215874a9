"""The command app: pages in a browser, on this machine only."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import typer

from discret.cli.terminal.language import checked_language
from discret.cli.terminal.waiting import WAITING
from discret.errors import ExtraError, FileError, InputError
from discret.words import Words, say

PORTS = 65535


def open_app(file: Path | None, *, port: int, browser: bool, example: bool, language: str) -> None:
    """Serve the app until it is left."""
    tongue = checked_language(language)
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise ExtraError(_PAGES, "app")
    if file is not None and not file.is_file():
        raise FileError(
            say("app: there is no file {name!r}", "app : il n’y a pas de fichier {name!r}",
                name=file.name),
            hint=Words("leave it out, and choose one there", fr="l’omettre, et choisir sur place"),
        )  # fmt: skip
    if not 0 <= port <= PORTS:
        raise InputError(_NO_PORT, hint=_A_PORT)
    from discret.app.serving import serve

    def tell(words: Words) -> None:
        WAITING.pause()
        typer.echo(words.within(tongue))

    WAITING.wanted = False
    try:
        serve(file, port=port, browser=browser, language=tongue, example=example, say=tell)
    except OSError as error:
        raise InputError(_TAKEN.filled(port=port), hint=_A_PORT) from error


_PAGES = Words("working in a browser", fr="travailler dans un navigateur")
_NO_PORT = Words("app: this is no port", fr="app : ce n’est pas un port")
_A_PORT = Words(
    "leave --port out: a free one is taken", fr="omettre --port : un port libre est pris"
)
_TAKEN = Words("app: port {port!r} cannot be had", fr="app : le port {port!r} n’est pas libre")
