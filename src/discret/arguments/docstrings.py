"""What a class says of itself, made whole: its docstring, its parameters, its references.

Parameters and references are declared once, where they are read by plans, pages and reports. The
docstring has the rest, and gets them from the declarations.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def plain(text: str) -> str:
    r"""Write a section for a terminal: paragraphs in one line each, without marks of formulas.

    Indented lines follow what they explain, in a line of their own; an entry of a list stays one.

    Examples
    --------
    >>> print(plain("A share\nof :math:`N`.\n\n- one\n  entry\n- another\n\n.. [1] A\n   book."))
    A share of N.
    <BLANKLINE>
    - one entry
    - another
    <BLANKLINE>
    [1] A book.
    """
    text = re.sub(r"(?m)^( *)\.\. math:: *(.+)$", r"\1:math:`\2`", text)
    text = re.sub(r":math:`([^`]*)`", lambda found: _formula(found[1]), text).replace("``", "`")
    text = re.sub(r"(?m)^\.\. (?=\[)", "", text)
    blocks = re.split(r"\n\s*\n", text)
    return "\n\n".join(_flowing(block.splitlines()) for block in blocks)


def _formula(written: str) -> str:
    r"""Write a formula in a line: \frac1{m-1} is 1/(m-1)."""
    written = re.sub(r"\\frac *(\w|{[^}]*}) *(\w|{[^}]*})", r"\1/\2", written)
    written = re.sub(r"\\binom{([^}]*)}{([^}]*)}", r"C(\1, \2)", written)
    written = re.sub(r"(?<=/){([^}]+)}|{([^}]+)}(?=/)", r"(\1\2)", written)
    for name, sign in {"sum": "∑", "le": "≤", "ge": "≥"}.items():
        written = re.sub(rf"\\{name}(?![a-z])", sign, written)
    return re.sub(r"\\(?=[a-z])", "", written)


def _flowing(lines: Sequence[str]) -> str:
    """Join lines to the one before, but where an entry, a reference or a definition begins."""
    if all(line.startswith("    ") for line in lines):  # it is shown as it is written
        return "\n".join(lines)
    flowing: list[str] = []
    for line in lines:
        entry = bool(re.match(r"\s*(- |\[\d+\] )", line))
        inner = (
            bool(flowing) and line.startswith(" ") and not flowing[-1].startswith((" ", "-", "["))
        )
        if not flowing or entry or inner:
            flowing.append(line)
        else:
            flowing[-1] = f"{flowing[-1]} {line.strip()}"
    return "\n".join(flowing)


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
    # unbroken at hyphens: a title is found as it is
    return "\n".join(
        fill(text, WIDTH, subsequent_indent="   ", break_on_hyphens=False) for text in marked
    )
