"""Sentences put together from others, in English and in French at once."""

from __future__ import annotations

import re
from collections.abc import Iterable

from discret.words import LANGUAGES, Language, Words, say


def within(text: str, language: Language) -> str:
    """Return a text in `language`; a name, which has no other, stays as it is.

    Examples
    --------
    >>> within(Words("group", fr="groupe"), "fr"), within("k_anonymity", "fr")
    ('groupe', 'k_anonymity')
    """
    return text.within(language) if isinstance(text, Words) else text


def joined(texts: Iterable[str], between: str = ", ") -> Words:
    """Put texts together, each in both languages.

    Examples
    --------
    >>> joined([Words("group", fr="groupe"), "k"], "; ").fr
    'groupe; k'
    """
    every = list(texts)
    english, french = ([within(text, language) for text in every] for language in LANGUAGES)
    return Words(within(between, "en").join(english), fr=within(between, "fr").join(french))


def plural(count: int, one: Words, more: Words) -> Words:
    """Write a count with its noun; French has the singular up to 1, English at 1 alone.

    Examples
    --------
    >>> fault, faults = Words("fault", fr="défaut"), Words("faults", fr="défauts")
    >>> [plural(count, fault, faults).to_dict() for count in (0, 2)]
    [{'en': '0 faults', 'fr': '0 défaut'}, {'en': '2 faults', 'fr': '2 défauts'}]
    """
    english, french = one if count == 1 else more, one if count <= 1 else more
    return say("{n} {noun}", "{n} {noun}", n=count, noun=Words(english, fr=french.fr))


def in_one_line(text: str) -> str:
    r"""Replace what would end a line or command a terminal, such as in the name of a file.

    Examples
    --------
    >>> in_one_line("a\x1b[2J\nb\u2028c\u202f?") == "a\ufffd[2J\ufffdb\ufffdc\u202f?"
    True
    """
    return COMMANDING.sub("\ufffd", text)


COMMANDING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def typeset(text: str, language: Language) -> str:
    """Put the narrow no-break spaces that French wants.

    Examples
    --------
    >>> typeset("Quoi ? « rien »", "fr")
    'Quoi\u202f? «\u202frien\u202f»'
    """
    if language != "fr":
        return text
    return re.sub(r"(?<=«)[ \u00a0]", "\u202f", re.sub(r"[ \u00a0](?=[;:!?»%])", "\u202f", text))
