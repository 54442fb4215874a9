"""Dates in text: how they are written, and what a column of them says."""

from __future__ import annotations

import re
from typing import NamedTuple

import polars as pl

_CLOCK = "[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?"
LIKE = f"^[0-9]{{1,4}}[/.-][0-9]{{1,2}}[/.-][0-9]{{1,4}}({_CLOCK})?$"
_CLOCKS = tuple(f"{gap}%H:%M{seconds}" for gap in " T" for seconds in (":%S%.f", ""))
_PLACES = {"%d": "[0-9]{1,2}", "%m": "[0-9]{1,2}", "%Y": "[0-9]{4}", "%y": "[0-9]{2}"}
_PLACES |= {"%H": "[0-9]{1,2}", "%M": "[0-9]{2}", "%S": "[0-9]{2}"}
_WORDS = {"d": "%d", "j": "%d", "m": "%m", "h": "%H", "s": "%S"}
_TOKENS = re.compile(r"%[dmYyHMS]|([dj])\1?|(m)m?|(h)h?|(s)s?|(?:yy|aa){1,2}|[ /.,:;_\\-]")


class Writing(NamedTuple):
    """One way to write dates: what they look like, and how polars is told to read them."""

    pattern: str
    forms: tuple[str, ...]

    def read(self, texts: pl.Series) -> pl.Series | None:
        """Read texts that are all written in this way; days where no hour is told."""
        if not texts.str.contains(self.pattern).all():
            return None
        cell = pl.col("text")
        moments = [cell.str.to_datetime(form, strict=False, time_unit="us") for form in self.forms]
        read = texts.alias("text").to_frame().select(pl.coalesce(moments)).to_series()
        if read.null_count() > texts.null_count():
            return None
        days = read.dt.date()
        return days if (days.cast(read.dtype) == read).all() else read


def written(given: str) -> Writing | None:
    """Understand a format such as ``dd/mm/yyyy``, ``jj/mm/aaaa`` or ``%d/%m/%Y``.

    Examples
    --------
    >>> written("dd.mm.yyyy").forms, written("%Y%m%d %H:%M").forms, written("in May")
    (('%d.%m.%Y',), ('%Y%m%d %H:%M',), None)
    """
    tokens = [match.group() for match in _TOKENS.finditer(given.strip())]
    if "".join(tokens) != given.strip():
        return None
    marks = _marks(tokens)
    told = sorted(mark.lower() for mark in marks if mark[1:] in "dmYy" and mark[0] == "%")
    if told != ["%d", "%m", "%y"] or len({*marks} & {*_PLACES}) < sum(m in _PLACES for m in marks):
        return None
    pattern = "".join(_PLACES.get(mark, f"[\\{mark}]") for mark in marks)
    pattern = pattern.replace("{1,2}", "{2}") if "}[0" in pattern else pattern  # nothing parts them
    return Writing(f"^{pattern}$", ("".join(marks),))


def _marks(tokens: list[str]) -> list[str]:
    """Turn tokens into the marks of Python; after an hour, m is a minute."""
    marks: list[str] = []
    for token in tokens:
        mark = token if token[0] == "%" else _WORDS.get(token[0], token)
        mark = {"yyyy": "%Y", "aaaa": "%Y", "yy": "%y", "aa": "%y"}.get(token, mark)
        marks.append("%M" if mark == "%m" and "%H" in marks else mark)
    return marks


def dates(texts: pl.Series) -> pl.Series | None:
    """Read texts as dates if there is one way to, and no other.

    The third of July or the seventh of March: a value such as 31/12 decides it, for all. A year of
    two digits may be of any century: nothing decides it.

    Examples
    --------
    >>> [dates(pl.Series([one, "03/07/1990"])) is None for one in ("31/12/1990", "04/05/1990")]
    [False, True]
    """
    found = _readings(texts)
    return found[0][1] if len(found) == 1 and "%y" not in found[0][0] else None


def undecided(texts: pl.Series) -> bool:
    """Whether texts are dates that could be read in several ways.

    Examples
    --------
    >>> [undecided(pl.Series([one])) for one in ("03/07/1990", "31/12/1990", "31/12/90", "99/1/1")]
    [True, False, True, False]
    """
    return bool(_readings(texts)) and dates(texts) is None


def _readings(texts: pl.Series) -> list[tuple[str, pl.Series]]:
    read = ((writing.forms[0], writing.read(texts)) for writing in _WRITINGS)
    return [(form, moments) for form, moments in read if moments is not None]


def _writings() -> list[Writing]:
    orders = ("%Y{0}%m{0}%d", "%d{0}%m{0}%Y", "%m{0}%d{0}%Y", "%d{0}%m{0}%y", "%m{0}%d{0}%y")
    found = []
    for form in (order.format(mark) for order in orders for mark in "-/."):
        pattern = re.sub("%[dmYy]", lambda mark: _PLACES[mark.group()], form.replace(".", "[.]"))
        found.append(Writing(f"^{pattern}$", (form,)))
        timed = tuple(f"{form}{clock}" for clock in _CLOCKS)
        found.append(Writing(f"^{pattern}{_CLOCK}$", timed))
    return found


_WRITINGS = _writings()
