"""The command line itself, with the options that stand before a command."""

from __future__ import annotations

from typing import Annotated

import typer

from discret import __version__

app = typer.Typer(
    name="discret",
    help="Make files about people safe to release: assess, reduce, quantify, document.\n\n"
    "Exit codes: 0 fine, 1 a target is not met or the gate is closed, 2 bad input, 3 a fault of"
    " discret itself.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"discret {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""
