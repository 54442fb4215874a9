"""Variants of a plan: other steps on the same file, to be compared side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any
from unicodedata import combining, normalize

from discret.arguments.fitting import check_fit
from discret.errors import InputError
from discret.parts import Method
from discret.plan.kinds import Checking
from discret.words import Words, say

LONG = 48


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of several ways to go on after the common steps of a plan.

    Parameters
    ----------
    title
        A few words that tell it from the others.
    reduce
        Its methods, run after those of the plan.
    labels
        Names of its steps; by default the methods' own. Chance depends on the seed and the label.

    Examples
    --------
    >>> from discret.reduce import Subsample
    >>> Variant(title="half", reduce=[Subsample(share=0.5)]).labels
    ('subsample',)
    """

    title: str
    reduce: Sequence[Method] = ()
    labels: Sequence[str] = ()

    def __new__(cls, *given: Any, **named: Any) -> Variant:
        """Refuse arguments that a variant does not have."""
        check_fit("variant", signature(cls.__init__), (cls, *given), named, own=1)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        checking = Checking("variant")
        methods = checking.parts("reduce", self.reduce)
        labels = checking.labels(self.labels, methods)
        checking.text("title", self.title)
        checking.end()
        object.__setattr__(self, "reduce", methods)
        names = (method.name for method in methods[len(labels) :])
        object.__setattr__(self, "labels", (*labels, *names))


def title_faults(variants: Sequence[Variant]) -> Iterator[Words]:
    """Yield what keeps variants from being told apart: titles that lack, or come twice."""
    titles = [variant.title.strip() for variant in variants]
    for n, title in enumerate(titles, 1):
        if not title:
            yield _NO_TITLE.filled(n=n)
    for title in sorted({name for name in titles if name and titles.count(name) > 1}):
        yield _TWICE.filled(title=title)


def several(variants: int) -> InputError:
    """Say that a plan makes several releases, where one is asked for."""
    return InputError(
        say(
            "plan: it has {variants} variants, each makes a release of its own",
            "plan : il a {variants} variantes, chacune fait sa propre diffusion",
            variants=variants,
        ),
        hint=Words(
            "run them all with run_variants, or one of its branches",
            fr="les exécuter toutes avec run_variants, ou l’une de ses branches",
        ),
    )


def numbered(wanted: Sequence[str]) -> tuple[str, ...]:
    """Return labels that are all different: those that come again are numbered.

    Examples
    --------
    >>> numbered(["recode", "round", "recode"])
    ('recode', 'round', 'recode 2')
    """
    labels: list[str] = []
    for own in wanted:
        others = (f"{own} {number}" for number in range(2, len(wanted) + 2))
        free = (label for label in (own, *others) if label not in labels)
        labels.append(next(free))
    return tuple(labels)


def slugs(titles: Sequence[str]) -> list[str]:
    """Name a folder for each title: its number and its letters, fit for any file system.

    Examples
    --------
    >>> slugs(["Suppressions locales", "Retraits & calage à 3"])
    ['1-suppressions-locales', '2-retraits-calage-a-3']
    """
    named = []
    for number, title in enumerate(titles, 1):
        letters = "".join(name for name in normalize("NFKD", title) if not combining(name))
        text = re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")
        named.append(f"{number}-{text[:LONG]}".strip("-"))
    return named


A_VARIANT = Words("a Variant", fr="un Variant")
_NO_TITLE = Words("[[variant]] {n}: a title is needed", fr="[[variant]] {n} : il faut un titre")
_TWICE = Words(
    "[[variant]]: the title {title!r} is given twice; each has its own",
    fr="[[variant]] : le titre {title!r} est donné deux fois ; chacune a le sien",
)
