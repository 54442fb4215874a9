"""Variants of a plan: other steps on the same file, to be compared side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, normalize

from discret.errors import PlanError
from discret.parts import Method
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

    def __post_init__(self) -> None:
        methods, given = tuple(self.reduce), tuple(self.labels)
        if len(given) > len(methods):
            fault = say(
                "variant {title!r}: {given} labels for {methods} steps",
                "variante {title!r} : {given} libellés pour {methods} étapes",
                title=self.title,
                given=len(given),
                methods=len(methods),
            )
            raise PlanError(
                "plan",
                [fault],
                hint=Words(
                    "give a label to each step, or to none",
                    fr="donner un libellé à chaque étape, ou à aucune",
                ),
            )
        object.__setattr__(self, "reduce", methods)
        names = (method.name for method in methods[len(given) :])
        object.__setattr__(self, "labels", (*given, *names))


def check_titles(variants: Sequence[Variant]) -> None:
    """Refuse variants that nothing tells apart."""
    titles = [variant.title.strip() for variant in variants]
    faults = [
        say("[[variant]] {n}: a title is needed", "[[variant]] {n} : il faut un titre", n=n)
        for n, one in enumerate(titles, 1)
        if not one
    ]
    twice = sorted({one for one in titles if one and titles.count(one) > 1})
    faults += [
        say(
            "[[variant]]: the title {one!r} is given twice",
            "[[variant]] : le titre {one!r} est donné deux fois",
            one=one,
        )
        for one in twice
    ]
    if faults:
        raise PlanError(
            "plan",
            faults,
            hint=Words(
                "give each variant a title of its own",
                fr="donner à chaque variante un titre à elle",
            ),
        )


def slugs(titles: Sequence[str]) -> list[str]:
    """Name a folder for each title: its number and its letters, fit for any file system.

    Examples
    --------
    >>> slugs(["Suppressions locales", "Retraits & calage à 3"])
    ['1-suppressions-locales', '2-retraits-calage-a-3']
    """
    named = []
    for number, title in enumerate(titles, 1):
        letters = "".join(one for one in normalize("NFKD", title) if not combining(one))
        text = re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")
        named.append(f"{number}-{text[:LONG]}".strip("-"))
    return named
