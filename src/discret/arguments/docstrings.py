"""What a class says of itself, made whole: its docstring, its parameters, its references.

Parameters and references are declared once, where they are read by plans, pages and reports. The
docstring has the rest, and gets them from the declarations.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill
from typing import Any

from pydantic.fields import FieldInfo

from discret.words import Words

HEADING = re.compile(r"(?m)^([A-Z][A-Za-z]+)\n-{3,}\n")
ORDER = ("", "Parameters", "Notes", "References", "Examples")
WIDTH = 96


def explain(noun: Any) -> None:
    """Add parameters and references to the docstring of a class that has a name and says none."""
    written = vars(noun).get("__doc__")
    if not written or not getattr(noun, "name", None):
        return
    own = sections(inspect.cleandoc(written))
    declared = {
        "Parameters": _parameters(noun.model_fields),
        "References": _references(getattr(noun, "references", ())),
    }
    told = {**{head: text for head, text in declared.items() if text}, **own}
    heads = sorted(told, key=lambda head: ORDER.index(head) if head in ORDER else len(ORDER))
    noun.__doc__ = "\n\n".join(headed(head, told[head]) for head in heads)


def sections(doc: str) -> dict[str, str]:
    r"""Split a numpydoc docstring by its headings; what comes first has none.

    Examples
    --------
    >>> sections("Say it.\n\nNotes\n-----\nWhy.")
    {'': 'Say it.', 'Notes': 'Why.'}
    """
    first, *rest = HEADING.split(doc)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return {"": first.strip(), **{head: text.strip("\n") for head, text in pairs}}


def headed(head: str, text: str) -> str:
    """Write a section of a docstring, below its heading if it has one."""
    return f"{head}\n{'-' * len(head)}\n{text}" if head else text


def label(said: str) -> Words:
    """Return the first sentence of what is said of a parameter: what reports call it.

    Examples
    --------
    >>> label(Words("wanted size. It is reached.", fr="taille voulue. Elle est atteinte.")).fr
    'taille voulue'
    """
    french = said.fr if isinstance(said, Words) else said
    return Words(said.partition(". ")[0], fr=french.partition(". ")[0])


def sentence(said: str) -> Words:
    """Write what is said of a parameter as sentences: with a capital letter and a full stop.

    Examples
    --------
    >>> sentence("wanted size. Without it nothing is judged")
    'Wanted size. Without it nothing is judged.'
    """
    french = said.fr if isinstance(said, Words) else said
    return Words(f"{said[:1].upper()}{said[1:]}.", fr=f"{french[:1].upper()}{french[1:]}.")


def _parameters(fields: Mapping[str, FieldInfo]) -> str:
    return "\n".join(_entries(fields))


def _entries(fields: Mapping[str, FieldInfo]) -> Iterator[str]:
    for name, field in fields.items():
        text = sentence(field.description or name)
        yield f"{name}\n{fill(text, WIDTH, initial_indent='    ', subsequent_indent='    ')}"


def _references(sources: Iterable[str]) -> str:
    marked = (f".. [{number}] {source}" for number, source in enumerate(sources, 1))
    return "\n".join(fill(text, WIDTH, subsequent_indent="   ") for text in marked)
