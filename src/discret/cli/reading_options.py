"""The options that say how to read a file, for every command, from one declaration."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from discret.arguments.docstrings import label, sentence
from discret.data.files.how_to_read import HowToRead
from discret.data.files.limits import allowed
from discret.words import Words

PANEL = "How to read the file"
_LIMIT = typer.Option(
    help="Most that a file may hold unpacked, such as 40GB; by default 16GB.",
    rich_help_panel=PANEL, show_default=False,
)  # fmt: skip
_LISTS = ("columns", "numbers", "categories")
_KINDS: Mapping[str, Any] = {"header_row": int | None, **dict.fromkeys(_LISTS, list[str] | None)}


def reading(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `HowToRead`; it is handed them as one, `how`.

    `--limit` says how much the files that it reads may hold, until the command ends.
    """

    @functools.wraps(command)
    def called(**given: Any) -> None:
        said = {name: given.pop(name) for name in HowToRead.model_fields}
        how = HowToRead(**{name: value for name, value in said.items() if value is not None})
        with allowed(given.pop("limit")):
            command(**given, how=how)

    own = inspect.signature(command, eval_str=True)
    kept = [parameter for parameter in own.parameters.values() if parameter.name != "how"]
    options = [_option(name) for name in HowToRead.model_fields]
    options.append(_parameter("limit", Annotated[str | None, _LIMIT]))
    called.__signature__ = own.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]
    called.__annotations__ = {
        parameter.name: parameter.annotation for parameter in (*kept, *options)
    }
    return called


def _option(name: str) -> inspect.Parameter:
    option = typer.Option(help=SAID[name], rich_help_panel=PANEL, show_default=False)
    kind = Annotated[_KINDS.get(name, str | None), option]  # type: ignore[valid-type]
    return _parameter(name, kind)


def _said(name: str) -> Words:
    about = label(HowToRead.model_fields[name].description or "")
    return sentence(_REPEAT.filled(about=about) if name in _LISTS else about)


_REPEAT = Words("{about}; repeat", fr="{about} ; à répéter")
SAID = {name: _said(name) for name in HowToRead.model_fields}


def _parameter(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
