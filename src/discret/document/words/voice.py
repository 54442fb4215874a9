"""One language of a report: fixed texts, words of the record, numbers and dates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Any

from discret.document.words.roles_and_months import MONTHS, ROLES, TYPES
from discret.document.words.texts import TEXTS
from discret.words import LANGUAGES, NOISE, Language, Words, number, say
from discret.words.sentences import typeset

NOTHING = "—"
_ENTRIES = 12
Told = Mapping[str, Any]  # the words of a part, as a record has them
NO_WORDS: Told = {}


@dataclass(frozen=True)
class Voice:
    """Writes for readers of one language.

    Examples
    --------
    >>> Voice("fr")("others", n=3)
    'autres (3)'
    >>> Voice("fr").said({"en": "Stop!", "fr": "Halte !"})
    'Halte\u202f!'
    >>> Voice("en").level(0.0464, share=True), Voice("en").level(None)
    ('4.64%', '—')
    """

    language: Language = "en"

    def __call__(self, name: str, /, **values: object) -> str:
        """Return the fixed text `name`, its blanks filled with `values`."""
        words = TEXTS[name]
        return self.said(say(str(words), words.fr, **values) if values else words)

    def said(self, words: Any) -> str:
        """Return words of the record in this language, in English where it lacks them."""
        if isinstance(words, Words):
            return typeset(words.within(self.language), self.language)
        if isinstance(words, Mapping):
            words = words.get(self.language) or words.get("en") or ""
        return typeset(str(words or ""), self.language)

    def title(self, words: Any) -> str:
        """Return words as a heading; what starts with the letter of a model keeps it small.

        Examples
        --------
        >>> Voice("en").title("cross tables"), Voice("en").title("k-anonymity")
        ('Cross tables', 'k-anonymity')
        """
        text = self.said(words)
        return text if text[1:2] == "-" else text[:1].upper() + text[1:]

    def listed(self, words: Iterable[Any]) -> str:
        """Return several words of the record, one after the other, each once.

        Examples
        --------
        >>> Voice("en").listed(["k-anonymity", "three attackers", "k-anonymity"])
        'k-anonymity, three attackers'
        """
        return ", ".join(dict.fromkeys(self.said(word) for word in words))

    def series(self, told: Iterable[str]) -> str:
        """Put together what may have commas inside.

        Examples
        --------
        >>> Voice("en").series(["sex: f, m", "age: 1"]), Voice("fr").series(["f, m", "1"])
        ('sex: f, m; age: 1', 'f, m\u202f; 1')
        """
        return self._semicolon.join(told)

    @property
    def _semicolon(self) -> str:
        return "\u202f; " if self.language == "fr" else "; "

    def pair(self, name: str, value: str) -> str:
        """Write a name and its value."""
        return f"{name}\u202f: {value}" if self.language == "fr" else f"{name}: {value}"

    def field(self, name: str, told: Told = NO_WORDS) -> str:
        """Return how a parameter, a fact or a detail is called, by the words of its part.

        Examples
        --------
        >>> words = {"squares": {"en": "squares", "fr": "carreaux", "unit": "count"}}
        >>> Voice("fr").field("squares", words), Voice("fr").field("odd_squares", words)
        ('carreaux', 'odd squares')
        """
        return self.said(told.get(name)) or str(name).replace("_", " ")

    def option(self, name: str, value: Any, told: Told = NO_WORDS) -> str:
        """Return how the value of an option is called.

        Examples
        --------
        >>> words = {"rule": {"options": {"known": {"en": "what is known counts"}}}}
        >>> Voice("en").option("rule", "known", words), Voice("en").option("rule", "odd", words)
        ('what is known counts', 'odd')
        """
        options = _mapping(_mapping(told.get(name)).get("options"))
        return self.said(options.get(str(value))) or str(value)

    def role(self, name: str | None) -> str:
        """Return how a role is called."""
        return self.said(ROLES[name]) if name and name in ROLES else str(name or NOTHING)

    def type(self, name: str) -> str:
        """Return how a type of columns is called.

        Examples
        --------
        >>> Voice("fr").type("Int64"), Voice("fr").type("Struct")
        ('nombre entier', 'Struct')
        """
        return self.said(TYPES[name]) if name in TYPES else name

    def number(self, value: Any) -> str:
        """Write a number, or a dash where there is none."""
        return number(value, self.language) if is_number(value) else NOTHING

    def exact(self, value: float) -> str:
        """Write all digits of a number that others compute with.

        Examples
        --------
        >>> Voice("en").exact(0.123456789), Voice("fr").exact(0.8)
        ('0.123456789', '0,8')
        """
        return str(value).replace(".", ",") if self.language == "fr" else str(value)

    def share(self, value: Any) -> str:
        """Write a share as a percentage."""
        if not is_number(value):
            return NOTHING
        return number(0.0 if abs(value) < NOISE else float(value), self.language, "%")

    def percent(self, value: Any) -> str:
        """Write a share as a percentage with one decimal, as tables are printed.

        Nothing and all are written where they are: what is close says so.

        Examples
        --------
        >>> Voice("en").percent(0.03), Voice("fr").percent(0.8436)
        ('3.0%', '84,4\u202f%')
        >>> Voice("en").percent(0.0004), Voice("en").percent(0.9996), Voice("en").percent(1)
        ('< 0.1%', '> 99.9%', '100.0%')
        """
        sign = "\u202f%" if self.language == "fr" else "%"
        return self.points(value) + sign if is_number(value) else NOTHING

    def points(self, value: Any) -> str:
        """Write a difference of shares in points, with one decimal."""
        text = self.fixed(value, 1, times=100)
        if text == self.fixed(0, 1) and abs(value) > NOISE:
            return f"< {self.fixed(0.1, 1)}"
        return (
            f"> {self.fixed(99.9, 1)}" if text == self.fixed(100, 1) and value < 1 - NOISE else text
        )

    def fixed(self, value: Any, decimals: int = 2, *, times: float = 1) -> str:
        """Write a number, times another, with so many decimals.

        Examples
        --------
        >>> Voice("fr").fixed(1.5), Voice("en").fixed(0.0103, 1, times=100)
        ('1,50', '1.0')
        """
        if not is_number(value):
            return NOTHING
        text = f"{round(times * value, decimals) + 0.0:.{decimals}f}"
        return text.replace(".", ",") if self.language == "fr" else text

    def level(self, value: Any, *, share: bool = False, target: Any = None) -> str:
        """Write the value of a finding; one that is not its target does not read like it.

        Examples
        --------
        >>> voice = Voice("en")
        >>> voice.level(0.05004, share=True), voice.level(0.05004, share=True, target=0.05)
        ('5%', '5.004%')
        """
        if not is_number(value) or not is_number(target):
            return self.share(value) if share else self.number(value)
        known = 0.0 if abs(value) < NOISE else value
        return number(known, self.language, "%" if share else "", against=target)

    def plain(self, value: Any, name: str = "", told: Told = NO_WORDS) -> str:
        """Write any plain data in a few words, by the words and the unit that its part declares.

        Examples
        --------
        >>> words = {"gap": {"en": "gap at most", "unit": "share"}}
        >>> Voice("en").plain({"gap": 0.05, "rounds": [1, 2]}, "", words)
        'gap at most: 5%; rounds: 1, 2'
        >>> Voice("en").plain([{"measure": "k_anonymity", "k": 3}])
        'k anonymity (k = 3)'
        """
        if value is None or value in ("", [], {}):
            return NOTHING
        if isinstance(value, bool):
            return self("yes") if value else self("no")
        if is_number(value):
            return self.level(value, share=_mapping(told.get(name)).get("unit") == "share")
        if isinstance(value, Mapping):
            return self._table(value, name, told)
        if isinstance(value, list | tuple):
            return self._cut([self.plain(item, name, told) for item in value], value)
        return self.option(name, value, told)

    def _table(self, value: Mapping[str, Any], name: str, told: Told) -> str:
        """Write a model, a sentence, a table by columns or other names, or one of fields."""
        if "measure" in value:
            return self._model(value, told)
        if {*value} <= {*LANGUAGES}:
            return self.said(value)
        by = _mapping(told.get(name)).get("by")
        if by:
            pairs = [
                self.pair(
                    self._quantile(key) if by == "quantile" else str(key),
                    self.plain(item, name, told),
                )
                for key, item in value.items()
            ]
        else:
            names = {key: f"{name}.{key}" if f"{name}.{key}" in told else key for key in value}
            pairs = [
                self.pair(self.field(names[key], told), self.plain(entry, names[key], told))
                for key, entry in value.items()
            ]
        return self._cut(pairs, value.values())

    def _quantile(self, name: str) -> str:
        """Write the share that lies below a quantile, which a record has as text."""
        try:
            return self.share(float(name))
        except ValueError:
            return str(name)

    def _model(self, value: Mapping[str, Any], told: Told) -> str:
        """Write a model among the parameters of a method: its title, its parameters as typed."""
        name = str(value["measure"])
        rest = {key: item for key, item in value.items() if key != "measure"}
        pairs = [
            f"{key} = {self.plain(entry, f'{name}.{key}', told)}" for key, entry in rest.items()
        ]
        return self.field(name, told) + (f" ({', '.join(pairs)})" if pairs else "")

    def moment(self, text: Any) -> str:
        """Write a date and time of the record.

        Examples
        --------
        >>> Voice("en").moment("2026-11-15T21:19:36+00:00")
        '15 November 2026, 21:19 UTC'
        """
        when = _moment(text)
        if when is None:
            return str(text or NOTHING)
        return f"{self.day(text)}, {when:%H:%M} {when.tzname() or ''}".rstrip()

    def day(self, text: Any) -> str:
        """Write the day of a date of the record."""
        when = _moment(text)
        if when is None:
            return str(text or NOTHING)
        first = "1er" if self.language == "fr" and when.day == 1 else str(when.day)
        return f"{first} {self.said(MONTHS[when.month - 1])} {when.year}"

    def _cut(self, parts: list[str], plain: Iterable[Any]) -> str:
        """Put together what was written of plain data: where an entry has several, apart."""
        several = any(isinstance(entry, list | tuple | Mapping) and len(entry) for entry in plain)
        between = self._semicolon if several else ", "
        rest = len(parts) - _ENTRIES
        more = [self("and_more", n=rest)] if rest > 0 else []
        return between.join([*parts[:_ENTRIES], *more])


def is_number(value: Any) -> bool:
    """Tell whether a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return None
