"""A plan as TOML text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discret.catalogue import Verb, check_known
from discret.parts import Part
from discret.plan.toml.keys import COUNT, FILES, SEVERAL
from discret.plan.toml.stars import star_texts
from discret.plan.toml.text import name_text, table_text

if TYPE_CHECKING:
    from discret.plan.plan import Plan

WORD: dict[Verb, str] = {"assess": "measure", "reduce": "method", "quantify": "measure"}


def write(plan: Plan) -> str:
    """Write a plan as TOML that `Plan.from_toml` reads back.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret import Plan
    >>> print(write(Plan(roles={"key": ["age"]}, assess=[KAnonymity(k=3)])))
    [roles]
    key = ["age"]
    <BLANKLINE>
    [[assess]]
    measure = "k_anonymity"
    k = 3
    <BLANKLINE>
    """
    blocks = [table_text("", {"title": plan.title} if plan.title else {})]
    files = {name: getattr(plan, name) for name in (*FILES, *COUNT)}
    paths = {name: str(file) for name, file in files.items() if file is not None}
    several = {name: [*map(str, getattr(plan, name))] or None for name in SEVERAL}
    blocks.append(table_text("[data]", {**paths, **several, **plan.how_to_read.parameters()}))
    blocks += star_texts(plan.star)
    blocks.append(table_text("[roles]", dict(plan.roles)))
    for column, hierarchy in plan.hierarchies.items():
        blocks.append(table_text(f"[hierarchies.{name_text(column)}]", hierarchy.to_dict()))
    blocks.append(table_text("[release]", plan.release.parameters()))
    for verb in WORD:
        labels = plan.labels if verb == "reduce" else ()
        blocks += _tables(verb, verb, getattr(plan, verb), labels)
    if plan.budget is not None:
        blocks.append(table_text("[budget]", plan.budget.parameters()))
    blocks += [table_text("[[private]]", asked.parameters()) for asked in plan.private]
    for variant in plan.variants:
        blocks.append(table_text("[[variant]]", {"title": variant.title}))
        blocks += _tables("variant.reduce", "reduce", variant.reduce, variant.labels)
    return "\n".join(block for block in blocks if block)


def _tables(head: str, verb: Verb, parts: Sequence[Part], labels: Sequence[str]) -> list[str]:
    """Write parts, each as a table, with its label where it is not its name."""
    for listed in parts:
        check_known(verb, listed)
    names = labels or [listed.name for listed in parts]
    return [
        table_text(
            f"[[{head}]]",
            {
                WORD[verb]: listed.name,
                **({} if name == listed.name else {"label": name}),
                **listed.parameters(),
            },
        )
        for listed, name in zip(parts, names, strict=True)
    ]
