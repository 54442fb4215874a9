"""What a label covers: a number, an interval, a date or a period, in English or in French."""

from __future__ import annotations

import re
from math import inf
from typing import NamedTuple

LONG = 80  # signs beyond which a label is prose
BETWEEN = " – "  # what the label of several values has between the first and the last

_N = r"[-+]?\d+(?:[ ']\d{3})*(?:[.,]\d+)*"
_UNIT = r"(?: ?(?:[%€$£]|[km]€)| [^\W\d][^\d]*?)?"
_BELOW = r"<=?|≤|moins d[e']|under|less than|fewer than|below|up to|at most|jusqu'à|au plus"
_AT_LEAST = r">=|≥|at least|au moins|à partir de|from|dès"
_OVER = r">|plus d[e']|over|more than|above|au-dessus de"
_FROM = r"de |d'|from |entre |between "
_FORMS = [
    re.compile(form)
    for form in (
        rf"(?:{_BELOW}) ?(?P<high>{_N}){_UNIT}",
        rf"(?P<high>{_N}){_UNIT} (?:et|ou|and|or) (?:moins|under|less|fewer|below|younger)",
        rf"(?:{_AT_LEAST}) ?(?P<low>{_N}){_UNIT}",
        rf"(?P<low>{_N}){_UNIT} ?(?:\+|(?:et|ou|and|or) (?:plus|over|more|above|older){_UNIT})",
        rf"(?P<past>{_OVER}) ?(?P<low>{_N}){_UNIT}",
        rf"(?:\[|(?P<past>[(\]])) ?(?P<low>{_N}) ?[,;] ?(?P<high>{_N}) ?[\])\[]",
        rf"(?:{_FROM})?(?P<low>{_N}){_UNIT} ?(?:-|–|—|à|to|et|and|ou|or) ?(?P<high>{_N}){_UNIT}",
        rf"(?P<at>{_N}){_UNIT}",
    )
]
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DAY = re.compile(r"(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?:[t ].*)?")
_WRITTEN_DAY = re.compile(r"(?P<d>\d{2})[/.](?P<m>\d{2})[/.](?P<y>\d{4})")
_PERIODS = {
    re.compile(r"(\d{4})-(0[1-9]|1[0-2])"): 12,
    re.compile(r"(\d{4})-[qt]([1-4])"): 4,
    re.compile(r"(\d{4})-w(\d{2})"): 53,
}


class Reach(NamedTuple):
    """What a label covers, as far as its order goes: from where, or just past it, up to where."""

    low: float
    past: bool
    high: float


def reach_of(label: str) -> Reach | None:
    """Read a label as a number, an interval, a date or a period; return nothing for others.

    Examples
    --------
    >>> reach_of("(0.5, 2]"), reach_of("plus de 1 500,5 €"), reach_of("2A")
    (Reach(low=0.5, past=True, high=2.0), Reach(low=1500.5, past=True, high=inf), None)
    >>> reach_of("25 à 34 ans – 65 ans et plus")
    Reach(low=25.0, past=False, high=inf)
    >>> reach_of("2024-Q3") < reach_of("2024-11") < reach_of("2025")
    True
    """
    first, last = (_reach(end) for end in ends(label))
    if first is None or last is None:
        return None
    return Reach(first.low, first.past, last.high)


def ends(label: str) -> tuple[str, str]:
    """Return the first and the last value of a label of several, or the label twice.

    Examples
    --------
    >>> ends("S – L"), ends("M")
    (('S', 'L'), ('M', 'M'))
    """
    first, *rest = label.split(BETWEEN)
    return first, rest[-1] if rest else first


def _reach(label: str) -> Reach | None:
    if len(label) > LONG:
        return None
    text = " ".join(label.casefold().split()).replace("’", "'").replace("−", "-")
    at = _moment(text)
    if at is not None:
        return Reach(at, past=False, high=at)
    named = next((found.groupdict() for form in _FORMS if (found := form.fullmatch(text))), {})
    if "at" in named:
        named |= {"low": named["at"], "high": named["at"]}
    low, high = (_number(named[end]) if end in named else None for end in ("low", "high"))
    if low is None and high is None:
        return None
    low, high = -inf if low is None else low, inf if high is None else high
    return Reach(low, bool(named.get("past")), high) if low <= high else None


def _number(text: str) -> float | None:
    bare = re.sub(r"[ ']", "", text)
    bare = bare.replace(",", "") if _THOUSANDS.fullmatch(bare) else bare.replace(",", ".")
    try:
        return float(bare)
    except ValueError:
        return None


def _moment(text: str) -> float | None:
    """Return a date or the start of a period in years."""
    day = _DAY.fullmatch(text) or _WRITTEN_DAY.fullmatch(text)
    if day is not None and 1 <= int(day["m"]) <= 12 and 1 <= int(day["d"]) <= 31:  # noqa: PLR2004
        return int(day["y"]) + (int(day["m"]) - 1) / 12 + (int(day["d"]) - 1) / 372
    found = ((form.fullmatch(text), parts) for form, parts in _PERIODS.items())
    return next(
        (int(match[1]) + (int(match[2]) - 1) / parts for match, parts in found if match), None
    )
