"""The reference page, written from the catalogue: ``python -m discret.cli.reference FILE``."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import get_args

from discret.catalogue import Verb, parts
from discret.parts import Part

TITLES = {
    "assess": "Assess: how risky is it",
    "reduce": "Reduce: lower it",
    "quantify": "Quantify: what did it cost",
}


def reference() -> str:
    """Return the reference of all parts as Markdown.

    Examples
    --------
    >>> "### `k_anonymity`" in reference()
    True
    """
    lines = ["# Reference", "", "Written from the catalogue by `scripts/reference`.", ""]
    for verb in get_args(Verb):
        lines += [f"## {TITLES[verb]}", ""]
        for one in parts(verb).values():
            lines += _part(one)
    return "\n".join(lines).rstrip() + "\n"


def _part(one: type[Part]) -> list[str]:
    facts = f"*{one.title}* (*{one.title.fr}*): {one.purpose}."
    return [f"### `{one.name}`", "", f"`{one.__name__}`. {facts}", "", *_doc(one), ""]


def _doc(one: type[Part]) -> list[str]:
    """Turn a numpydoc docstring into Markdown: headings bold, examples as code."""
    text = inspect.getdoc(one) or ""
    text = re.sub(r"(?m)^([A-Z][a-z]+)\n-+$", r"**\1**\n", text)
    text = re.sub(r":math:`([^`]*)`", r"$\1$", text, flags=re.DOTALL)
    text = re.sub(r"(?m)^\.\. \[(\d+)\] ", r"\1. ", text)
    text = re.sub(r"(?m)^(\S[^\n]*)\n((?:    [^\n]*\n?)+)", _entry, text.replace("``", "`"))
    body, _, examples = text.partition("**Examples**\n")
    return [*body.rstrip().splitlines(), "", "```python", *examples.strip().splitlines(), "", "```"]


def _entry(match: re.Match[str]) -> str:
    """Turn a term and its indented text into an item of a list."""
    term, body = match[1], re.sub(r"\s+", " ", match[2]).strip()
    if term[0].isdigit():  # a reference that runs on
        return f"{term} {body}\n"
    return f"- {term if '`' in term else f'`{term}`'}: {body}\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), encoding="utf-8")
