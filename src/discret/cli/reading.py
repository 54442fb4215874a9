"""The options that say how to read a file, for every command, from one declaration."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from discret.data.how_to_read import HowToRead

PANEL = "How to read the file"
_KINDS: Mapping[str, Any] = {"header_row": int | None, "columns": list[str] | None}


def reading(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `HowToRead`; it is handed them as one, `how`."""

    @functools.wraps(command)
    def called(**given: Any) -> None:
        said = {name: given.pop(name) for name in HowToRead.model_fields}
        how = HowToRead(**{name: value for name, value in said.items() if value is not None})
        command(**given, how=how)

    own = inspect.signature(command, eval_str=True)
    kept = [one for one in own.parameters.values() if one.name != "how"]
    options = [_option(name) for name in HowToRead.model_fields]
    called.__signature__ = own.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in (*kept, *options)}
    return called


def _option(name: str) -> inspect.Parameter:
    about = HowToRead.model_fields[name].description or ""
    repeat = "; repeat." if name == "columns" else "."
    option = typer.Option(
        help=about[:1].upper() + about[1:] + repeat, rich_help_panel=PANEL, show_default=False
    )
    kind = Annotated[_KINDS.get(name, str | None), option]  # type: ignore[valid-type]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
