"""What a page of the app is: its name, what it says and shows, what can be done there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discret.app.office import Office
from discret.app.rendering import Tongue
from discret.words import Words

Form = Mapping[str, Sequence[str]]  # what a form sent: every name with all its values
View = Callable[[Office, Tongue, Form], Awaitable[Mapping[str, Any]]]
Action = Callable[[Office, Form], Awaitable[str | None]]


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page.

    Parameters
    ----------
    name
        The last part of its address, and the name of its template.
    title, advice
        What it is called on its tab, and what to do there and why, in two sentences.
    view
        Returns what the template is given, from the office and what the address asks for.
    actions
        What can be posted to it, by the value of `do`; an action may return where to go then.
    shows_data
        Whether it shows values of the data, and so says so.
    needs_file
        Whether there is nothing to show before a file is open.
    needs_keys
        Whether there is nothing to show before a column is a key.
    tab
        Whether it has a tab.
    """

    name: str
    title: Words
    advice: Words
    view: View
    actions: Mapping[str, Action] = field(default_factory=dict)
    shows_data: bool = False
    needs_file: bool = True
    needs_keys: bool = False
    tab: bool = True


def first(form: Form, name: str, usual: str = "") -> str:
    """Return what a form sent under a name, the last where there are several.

    Examples
    --------
    >>> first({"do": ["roles"]}, "do"), first({}, "do", "nothing")
    ('roles', 'nothing')
    """
    given = form.get(name) or [usual]
    return given[-1]


def number(form: Form, name: str, usual: int = 0) -> int:
    """Return a whole number that a form sent; the usual one where it is none.

    Examples
    --------
    >>> number({"place": ["-1"]}, "place"), number({"place": ["--1"]}, "place", 7)
    (-1, 7)
    """
    text = first(form, name)
    known = text.removeprefix("-").isdecimal() and len(text) <= DIGITS
    return int(text) if known else usual


DIGITS = 15  # of a number that a page asks for
