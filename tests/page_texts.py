"""The texts of a page as its readers have them: sentences, cells, and what figures say."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from discret.document.figures.colours import QUIET
from discret.document.figures.sheet import SIZE

INLINE = {"a", "b", "code", "em", "i", "strong", "tspan"}
LOUD = ("aria-label", "title")  # attributes that are read out or shown
AXIS = f"font-size: {SIZE}px; text-anchor: (?:end|middle); fill: {QUIET}"  # of what is along one


class Texts(HTMLParser):
    """Collects the texts of a page, cut wherever a reader sees a cut; code and axes apart."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = [""]
        self.code: list[str] = []
        self._quiet: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in INLINE:
            self.texts.append("")
        loud = [value or "" for name, value in attrs if name in LOUD]
        self.texts += [*loud, ""] if loud else []
        if tag in ("style", "code") or re.fullmatch(AXIS, dict(attrs).get("style") or ""):
            self._quiet.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._quiet and self._quiet[-1] == tag:
            self._quiet.pop()
        if tag not in INLINE:
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if not self._quiet:
            self.texts[-1] += data
        elif self._quiet[-1] == "code":
            self.code.append(data)
            self.texts[-1] += "…"


def texts(page: str) -> list[str]:
    """Return the texts of a page in their order, blanks made one; code is left out of them.

    Examples
    --------
    >>> texts('<style>p {}</style><p>All <b>9</b> of <code>age</code></p><td>5%</td>')
    ['All 9 of …', '5%']
    """
    found = (" ".join(text.split(" ")).replace("\n", " ").strip() for text in Texts(page).texts)
    return [text for text in found if text]


def said(page: str) -> str:
    """Return all texts of a page as one.

    Examples
    --------
    >>> said("<p>All hold.</p><p>Do they?</p>")
    'All hold. Do they?'
    """
    return " ".join(texts(page))
