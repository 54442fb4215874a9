"""The command that helps: parts."""

from __future__ import annotations

from typing import Annotated

import typer

from discret.cli.common_options import (
    Json,
    Language,
)
from discret.cli.declared.app import app


@app.command(rich_help_panel="Help")
def parts(
    name: Annotated[
        str | None, typer.Argument(help="One part, or kind of hierarchy.", metavar="NAME")
    ] = None,
    language: Language = "en",
    json: Json = False,
) -> None:
    """List all measures and methods, or tell everything about one."""
    from discret.cli.parts import parts as show

    show(name, language=language, json=json)
