"""One page for each part, and the list of all: written from the catalogue."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, get_args

from discret.arguments.docstrings import sections, sentence
from discret.catalogue import Verb, parts
from discret.cli.kinds import choices, kind
from discret.cli.pages.examples import whole
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.depending import Depending
from discret.parts.facts import told_by

TITLES: dict[Verb, str] = {
    "assess": "Assess: how risky is it",
    "reduce": "Reduce: lower it",
    "quantify": "Quantify: what did it cost",
}


def catalogue() -> dict[str, str]:
    """Return the pages of all parts by path, and ``parts/index.md`` that lists them.

    Examples
    --------
    >>> catalogue()["parts/assess/k_anonymity.md"].splitlines()[0]
    '# k-anonymity'
    """
    verbs: tuple[Verb, ...] = get_args(Verb)
    found = {
        f"parts/{verb}/{name}.md": _page(verb, part)
        for verb in verbs
        for name, part in parts(verb).items()
    }
    return {"parts/index.md": _index(verbs), **found}


def _index(verbs: tuple[Verb, ...]) -> str:
    lines = ["# Parts", "", "Every measure and method. Written from the catalogue by"]
    lines += ["`scripts/reference`; `discret parts NAME` tells the same in a terminal."]
    for verb in verbs:
        lines += ["", f"## {TITLES[verb]}", "", "| name | what it does |", "|---|---|"]
        lines += [
            f"| [`{name}`]({verb}/{name}.md) | {part.purpose} |"
            for name, part in parts(verb).items()
        ]
    return "\n".join(lines) + "\n"


def _page(verb: Verb, one: type[Part]) -> str:
    told = sections(inspect.getdoc(one) or "")
    blocks = [
        f"# {_capital(one.title)}",
        f"`{one.name}` in a plan, `discret.{verb}.{one.__name__}` in Python; *{one.title.fr}*.",
        f"{_capital(one.purpose)}.",
        "\n".join(f"- **{head}**: {text}" for head, text in _facts(one)),
    ]
    if one.model_fields:
        blocks += ["## Parameters", "\n".join(_parameters(one))]
    blocks += ["## How it is computed, and its limits", inline(told[""])]
    blocks += [markdown(told[head]) for head in ("Notes",) if head in told]
    blocks += ["## What it tells", "\n".join(_told(one))] if told_by(one) else []
    if "References" in told:
        blocks += ["## Sources", markdown(told["References"])]
    blocks = [linked(block, one) for block in blocks]
    blocks += ["## Example", f"```python\n{whole(one, told.get('Examples', ''))}\n\n```"]
    return "\n\n".join(blocks) + "\n"


def linked(text: str, own: type[Part]) -> str:
    """Link the classes of other parts that a text names to their pages.

    Examples
    --------
    >>> from discret.assess import KMap
    >>> linked("as for `KAnonymity`", KMap)
    'as for [`KAnonymity`](../assess/k_anonymity.md)'
    """
    for verb in get_args(Verb):
        for name, part in parts(verb).items():
            if part is not own:
                page = f"[`{part.__name__}`](../{verb}/{name}.md)"
                text = re.sub(rf"(?<!\[)`{part.__name__}`", page, text)
    return text


def _capital(words: str) -> str:
    """Begin with a capital letter, unless the first is a symbol: k-anonymity."""
    return words if words[1:2] == "-" else f"{words[0].upper()}{words[1:]}"


def _facts(one: type[Part]) -> Iterator[tuple[str, str]]:
    """Yield what the class declares beside its parameters."""
    if issubclass(one, RiskMeasure):
        yield "Attacker", f"{one.attacker}."
        yield "Criteria (WP216)", ", ".join(name.replace("_", " ") for name in one.criteria)
        yield "Decided by", _SOURCES[one.source]
    if one.needs:
        yield "Needs columns with the role", ", ".join(f"`{role}`" for role in one.needs)
    yield "Works", _TIERS[one.tier] + _unless(one, "tier")
    if issubclass(one, Method):
        yield (
            "Chance",
            "draws lots, from the seed and the label of its step" + _unless(one, "random")
            if (one.random)
            else "none: the same file in, the same file out",
        )
        kept = "all are kept" if one.keeps_rows else "some may be dropped"
        yield "Records", kept + _unless(one, "keeps_rows")
        yield "What it claims", _PROVEN[one.proven]
    if issubclass(one, LossMeasure) and one.by_record:
        yield "Compares", "each record before and after"


def _unless(one: type[Part], declared: str) -> str:
    """Say that a declaration hangs on parameters, where it does."""
    own = vars(one).get(declared)
    return " (as its parameters ask)" if isinstance(own, Depending) else ""


def _parameters(one: type[Part]) -> Iterator[str]:
    """Write each parameter with its kind, its default, and what is said of it."""
    schema = one.model_json_schema()["properties"]
    for name, field in one.model_fields.items():
        yield f"- `{name}` ({_kind(schema[name])}): {sentence(field.description or name)}"


def _told(one: type[Part]) -> Iterator[str]:
    """Write each fact or detail with its unit, and how reports call it in both languages."""
    for name, fact in told_by(one).items():
        unit = {"yes": "yes or no"}.get(fact.unit, fact.unit)
        by = f", by {fact.by}" if fact.by else ""
        yield f"- `{name}` ({unit}{by}): {fact.words}; *{fact.words.fr}*"


def _kind(field: dict[str, Any]) -> str:
    usual = field.get("default", "needed")
    words = f"default `{_plain(usual)}`" if "default" in field else str(usual)
    options = " or ".join(f"`{choice}`" for choice in choices(field))
    shown = options or kind(field, "en").replace("|", "or")
    return shown if usual in (None, [], "", {}) else f"{shown}, {words}"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def inline(text: str) -> str:
    """Turn the marks of a docstring into those of Markdown.

    Examples
    --------
    >>> inline("``k`` is :math:`f`")
    '`k` is $f$'
    """
    text = re.sub(r":math:`([^`]*)`", lambda found: f"${' '.join(found[1].split())}$", text)
    return text.replace("``", "`")


def markdown(text: str) -> str:
    """Turn the text of a section into Markdown: lists of definitions, references, formulas."""
    text = re.sub(r"(?m)^\.\. \[(\d+)\] ", r"\1. ", inline(text))
    text = re.sub(r"(?m)^(\S[^\n]*)\n((?:    [^\n]*\n?)+)", _item, text)
    return text.strip()


def _item(match: re.Match[str]) -> str:
    """Turn a term and its indented text into an item of a list."""
    term, body = match[1], re.sub(r"\s+", " ", match[2]).strip()
    if term[0].isdigit():  # a reference that runs on
        return f"{term} {body}\n"
    return f"- {term if '`' in term or '$' in term else f'`{term}`'}: {body}\n"


_SOURCES = {
    "release": "the released file alone",
    "population": "the released file, and a population where one is given",
    "original": "the released file and the original",
}
_TIERS = {
    "key": "on the counts of groups, in any engine",
    "row": "on the records: the columns it needs are brought into memory",
}
_PROVEN = {
    "formal": "what it does is checked, or proven",
    "heuristic": "nothing by itself: judge the result with a measure",
}
