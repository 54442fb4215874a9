"""What choices of parameters are called on forms, where their name in a plan says too little."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words


def choice(parameter: str, value: str) -> Words:
    """Return how a choice is called; by its name in a plan where nobody said more.

    Examples
    --------
    >>> choice("missing", "known").fr
    'seul compte ce qui est connu'
    """
    plain = Words(value.replace("_", " "), fr=value.replace("_", " "))
    return CHOICES.get(f"{parameter}.{value}", CHOICES.get(value, plain))


CHOICES: Mapping[str, Words] = {
    "missing.known": Words("what is known counts", fr="seul compte ce qui est connu"),
    "missing.wildcard": Words("missing matches anything", fr="manquant s’accorde avec tout"),
    "missing.category": Words("missing is a value", fr="manquant est une modalité"),
}
