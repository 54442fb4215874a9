"""All English texts of the app, and a look for them on a page that is to be French."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from discret.app.advice import PROPOSALS
from discret.app.forms.choices import CHOICES
from discret.app.forms.fields import fields
from discret.app.pages import PAGES
from discret.app.texts import BUILDERS, TEXTS
from discret.catalogue import parts
from discret.data.hierarchies.hierarchy import FORMS
from discret.data.roles import Role
from discret.document.words.roles_and_months import ROLES
from discret.document.words.texts import TEXTS as REPORTS
from discret.parts import Part
from discret.words import Words
from every_part import people

VERBS = ("assess", "reduce", "quantify")
NAMED = ("aria-label", "title", "placeholder", "alt", "value")
LONG = 12  # characters from which on a text is looked for inside others
THEIRS = {*people().columns, "français"}  # names of columns, and how the language calls itself


class Seen(HTMLParser):
    """What a reader sees or hears of a page: its texts, but code and references, and its labels."""

    @classmethod
    def of(cls, page: str) -> list[str]:
        """Return the texts of a page, each as it stands."""
        own = cls()
        own.feed(page)
        own.close()
        return [text for text in (" ".join(text.split()) for text in own.found) if text]

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._quiet: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the labels of a tag; what is code or a reference is in no language."""
        own = dict(attrs)
        sources = own.get("class") == "sources"
        if tag in ("code", "script", "style") or sources:
            self._quiet.append(tag)
        labels = [own.get(name) for name in NAMED if name != "value" or tag == "button"]
        if not self._quiet:
            self.found += [label for label in labels if label and " " in label]

    def handle_endtag(self, tag: str) -> None:
        """Leave what is in no language."""
        if self._quiet and self._quiet[-1] == tag:
            self._quiet.pop()

    def handle_data(self, data: str) -> None:
        """Read a text."""
        if not self._quiet:
            self.found.append(data)


def every_word() -> Iterator[Words]:
    """All that the app has words for, in both languages."""
    yield from TEXTS.values()
    yield from (words for words in REPORTS.values() if isinstance(words, Words))
    yield from BUILDERS.values()
    yield from CHOICES.values()
    yield from ROLES.values()
    yield from (role.meaning for role in Role)
    for page in PAGES:
        yield from (page.title, page.advice)
    for own in PROPOSALS.values():
        yield from (own.audience, own.source)
    for verb in VERBS:
        for part in parts(verb).values():  # type: ignore[arg-type]
            yield from _of_part(part)
    for form in FORMS.values():
        yield from _of_fields(form)


def _of_part(part: type[Part]) -> Iterator[Words]:
    yield from (part.title, part.purpose)
    yield from _of_fields(part)


def _of_fields(part: object) -> Iterator[Words]:
    for own in fields(part):
        for told in (own["label"], own["help"], *(choice["label"] for choice in own["choices"])):
            yield Words(told["en"], fr=told["fr"])


def english() -> set[str]:
    """The fixed pieces of all English texts that French does not share, in small letters."""
    french = {piece for words in every_word() for piece in _pieces(words.fr)}
    joined = "\n".join(french)
    own = {piece for words in every_word() for piece in _pieces(str(words))} - french
    return {piece for piece in own if len(piece) < LONG or piece not in joined}


def _pieces(text: str) -> Iterator[str]:
    """The texts between the blanks of a text."""
    for piece in re.split(r"\{[^}]*\}", text):
        bare = " ".join(piece.split()).strip(" .:;,()–—`“”").lower()
        if re.search(r"[a-z]{2}", bare):
            yield bare


def left(page: str, known: Iterable[str]) -> list[str]:
    """The English texts that a page has: as a whole, or inside another where they are long."""
    seen = [text.strip(" .:;,()–—*✓✗").lower() for text in Seen.of(page)]
    whole, joined = {*seen}, "\n".join(seen)
    return sorted(
        text
        for text in known
        if text in whole or (len(text) >= LONG and text in joined and _alone(text, joined))
    )


def _alone(text: str, page: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", page) is not None
