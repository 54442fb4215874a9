"""Pages from templates: those of the app, with the pieces that the reports have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache, partial
from importlib.resources import files
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from discret.app.texts import TEXTS
from discret.document.figures import colours
from discret.document.words.voice import Voice
from discret.words import say


class Tongue(Voice):
    """Writes for readers of one language: the texts of the app, and those of the reports.

    Examples
    --------
    >>> Tongue("fr")("undo")
    'Annuler'
    """

    def __call__(self, name: str, /, **values: object) -> str:
        """Return a fixed text, its blanks filled."""
        words = TEXTS.get(name)
        if words is None:
            return super().__call__(name, **values)
        return self.said(say(str(words), words.fr, **values) if values else words)

    def keyed(self, number: str) -> str:
        """Return a number as it is typed: with the decimal mark of the language."""
        return number.replace(".", ",") if self.language == "fr" else number


@cache
def environment() -> Environment:
    """Return what reads the templates; everything that they are given is escaped."""
    own, reports = (PackageLoader(f"discret.{room}", "templates") for room in ("app", "document"))
    return Environment(
        loader=ChoiceLoader([own, reports]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(template: str, voice: Tongue, **view: Any) -> str:
    """Fill a template in."""
    page = environment().get_template(template)
    own = {"verdict": partial(verdict, voice=voice), "aim": partial(aim, voice=voice)}
    helpers = {**own, "coded": coded}
    return page.render(v=voice, colours=colours, **{**helpers, **view})


def verdict(told: Mapping[str, Any], voice: Tongue) -> dict[str, str]:
    """Say in a few words whether a release is one.

    Examples
    --------
    >>> verdict({"met": None, "risk_before": [], "steps": [], "gate": {}}, Tongue("en"))["words"]
    'No target yet'
    """
    last = told["steps"][-1] if told["steps"] else {"risk": told["risk_before"], "loss": ()}
    judged = [found for found in (*last["risk"], *last["loss"]) if found["met"] is not None]
    missed = [found for found in judged if found["met"] is False]
    if missed:
        words = voice("verdict_missed", n=len(missed), all=len(judged))
        return {"state": "missed", "sign": "✗", "words": words}
    if not judged:
        return {"state": "none", "sign": "–", "words": voice("verdict_none")}
    if told["met"] is False:
        return {"state": "missed", "sign": "✗", "words": voice("verdict_closed")}
    return {"state": "met", "sign": "✓", "words": voice("verdict_met")}


def coded(text: str) -> Markup:
    """Set what stands between backticks as code; all else is escaped.

    Examples
    --------
    >>> coded("`known`: a < b")
    Markup('<code>known</code>: a &lt; b')
    """
    parts = str(text).split("`")
    marked = (
        Markup("<code>{}</code>").format(t) if n % 2 else escape(t) for n, t in enumerate(parts)
    )
    return Markup("").join(marked)


def aim(own: Mapping[str, Any], voice: Tongue) -> str:
    """Write the target of a measure as it is typed: a share in percent.

    Examples
    --------
    >>> told = {"aim": 0.075, "share": True}
    >>> aim(told, Tongue("en")), aim(told, Tongue("fr")), aim({"aim": None}, Tongue("en"))
    ('7.5', '7,5', '')
    """
    if own["aim"] is None:
        return ""
    number = Decimal(repr(own["aim"])) * (100 if own["share"] else 1)
    text = format(number, "f")
    return voice.keyed(text.rstrip("0").rstrip(".") if "." in text else text)


def wrong_fields(faults: Sequence[Mapping[str, Any]], voice: Tongue) -> dict[str, str]:
    """Return what was refused of single fields, by their names.

    Examples
    --------
    >>> fault = {"place": "k", "rule": {"en": "at least 2", "fr": "au moins 2"}}
    >>> wrong_fields([{"faults": [fault]}], Tongue("fr"))
    {'k': 'au moins 2'}
    """
    found: dict[str, str] = {}
    for told in faults:
        for fault in told.get("faults", ()):
            if fault.get("place"):
                found.setdefault(fault["place"], voice.said(fault["rule"]))
    return found


@cache
def style() -> str:
    """Return the styles: those of the reports, then those of the app."""
    reports = environment().get_template("style.html.j2").render(colours=colours)
    return reports + (files("discret.app") / "static" / "app.css").read_text("utf-8")


@cache
def script() -> str:
    """Return the script of all pages."""
    return (files("discret.app") / "static" / "app.js").read_text("utf-8")


def fault_lines(told: Mapping[str, Any], voice: Tongue) -> list[str]:
    """Return what was refused, a line each; one that begins with a label has a capital letter."""
    faults = told.get("faults", ())
    lines = [voice.title(own) if own.get("place") else voice.said(own) for own in faults]
    hint = [voice.title(told["hint"])] if told.get("hint") else []
    return [*(lines or [voice.said(told["message"])]), *hint]
