"""Sentences in English and in French, with numbers written as each language writes them.

`sentences` puts some together, `rows` writes tables of them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import floor, isfinite, log10
from typing import Literal

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")
NOISE, MOST_DIGITS = 1e-12, 16  # what only rounding tells apart, and digits that a float has
OWN = "DISCRET_LANGUAGE"  # the setting of who wants one language always


def spoken_here() -> Language:
    """Return the language of what Python shows: that of DISCRET_LANGUAGE, English without it.

    The language of the system has no say here: programs read what Python shows, too.
    """
    own = os.environ.get(OWN, "").lower()
    return next((language for language in LANGUAGES if own.startswith(language)), "en")


class Words(str):
    """A piece of English prose that knows its French.

    It is a plain string (the English), so it can be printed, compared and stored as one.

    Examples
    --------
    >>> title = Words("group sizes", fr="taille des groupes")
    >>> title
    'group sizes'
    >>> title.within("fr")
    'taille des groupes'
    """

    fr: str
    __slots__ = ("fr",)

    def __new__(cls, en: str, *, fr: str) -> Words:
        """Hold the English as the string itself, the French beside it."""
        words = super().__new__(cls, en)
        words.fr = fr
        return words

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str]]:
        return (str(self),), {"fr": self.fr}

    def filled(self, **values: object) -> Words:
        """Fill the blanks of both languages with the same values: see `say`.

        Examples
        --------
        >>> Words("{n} records", fr="{n} lignes").filled(n=12901).fr
        '12\u202f901 lignes'
        """
        return say(str(self), self.fr, **values)

    def within(self, language: Language) -> str:
        """Return the words in `language`."""
        return self.fr if language == "fr" else str(self)

    @property
    def here(self) -> str:
        """The words in the language of who works in Python: see `spoken_here`."""
        return self.within(spoken_here())

    def to_dict(self) -> dict[Language, str]:
        """Return both languages, for a record."""
        return {"en": str(self), "fr": self.fr}


def say(en: str, fr: str, **values: object) -> Words:
    """Fill the two sentences with the same values, numbers written as each language does.

    ``{n:is|are}`` is the first word for one, the second for several; in French, less than two are
    one.

    Examples
    --------
    >>> words = say("{n} records, {share:%} at risk", "{n} lignes, {share:%} à risque",
    ...             n=12901, share=0.235)
    >>> words
    '12,901 records, 23.5% at risk'
    >>> words.fr
    '12\u202f901 lignes, 23,5\u202f% à risque'
    >>> say("{n} {n:is|are} left", "{n} {n:reste|restent}", n=0).fr
    '0 reste'
    """
    english = en.format(**{name: _Number(value, "en") for name, value in values.items()})
    french = fr.format(**{name: _Number(value, "fr") for name, value in values.items()})
    return Words(english, fr=french)


def number(
    value: object, language: Language = "en", form: str = "", *, against: float | None = None
) -> str:
    """Write a value for a reader: thousands apart, four significant digits, `%` for shares.

    What differs from the value that it is held `against` is written with the digits that tell;
    a share that is not all is never written as 100%.

    Examples
    --------
    >>> number(1234567), number(0.00380235), number(0.5, "fr"), number(0.00042, form="%")
    ('1,234,567', '0.003802', '0,5', '0.042%')
    >>> number(0.99984, form="%"), number(1.99996), number(1.99996, against=2)
    ('99.98%', '2', '1.99996')
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    others = [] if against is None else [float(against)]
    if form == "%":
        percent = [100 * other for other in (*others, 1.0)]
        return _localised(f"{_apart(100 * float(value), 3, percent)}%", language)
    text = f"{value:,}" if isinstance(value, int) else _apart(float(value), 4, others)
    return _localised(text, language)


def _apart(value: float, digits: int, others: Sequence[float]) -> str:
    """Write a value with so many digits, or as many more as it takes to differ from others."""
    differing = [other for other in others if abs(value - other) > NOISE * max(abs(other), 1)]
    finer = range(digits, MOST_DIGITS)
    told = (n for n in finer if all(_plain(value, n) != _plain(other, n) for other in differing))
    return _plain(value, next(told, MOST_DIGITS))


def _plain(value: float, digits: int) -> str:
    if value == 0 or not isfinite(value):
        return f"{value:g}"
    if abs(value) >= 10 ** (digits - 1):
        return f"{value:,.{1 if abs(value) < 10**digits else 0}f}".removesuffix(".0")
    if abs(value) < 1e-6:  # noqa: PLR2004 (below this, positional notation is unreadable)
        return f"{value:.2e}"
    text = f"{value:.{digits - 1 - floor(log10(abs(value)))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _localised(text: str, language: Language) -> str:
    if language == "en":
        return text
    swapped = text.replace(",", "\u202f").replace(".", ",")
    return swapped.replace("%", "\u202f%")


class _Number:
    """A value that formats itself in a language inside ``str.format``."""

    def __init__(self, value: object, language: Language) -> None:
        self.value, self.language = value, language

    @property
    def _several(self) -> bool:
        size = abs(float(str(self.value)))
        return size >= 2 if self.language == "fr" else size != 1  # noqa: PLR2004

    def __format__(self, form: str) -> str:
        if isinstance(self.value, Words):
            return self.value.within(self.language)
        if "|" in form:
            return form.split("|")[self._several]
        return number(self.value, self.language, form)

    def __str__(self) -> str:
        return format(self)

    def __repr__(self) -> str:  # {name!r}: as one types it, whatever the language
        return repr(self.value)
