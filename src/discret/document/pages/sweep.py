"""What the page of a sweep shows: one table of all settings, and risk against loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from discret.document.figures import colours
from discret.document.figures.settings_plane import Dot, settings_plane
from discret.document.pages.environment import environment
from discret.document.reading import mapping, sequence
from discret.document.words.voice import Voice, is_number
from discret.maths.statistics.efficient import efficient
from discret.words import Language

MOST = 4  # pictures
FEWEST = 2  # settings in a picture


def render_sweep(sweep: Any, *, language: Language = "en") -> str:
    """Write a sweep, or its record, as one HTML page for those inside.

    Examples
    --------
    >>> page = render_sweep({"title": "A & B"}, language="fr")
    >>> "A &amp; B" in page, '<html lang="fr">' in page
    (True, True)
    """
    told = sweep if isinstance(sweep, Mapping) else sweep.to_dict()
    voice = Voice(language)
    page = environment().get_template("sweep.html.j2")
    return page.render(v=voice, colours=colours, view=sweep_view(told, voice))


def sweep_view(told: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return what the page shows, with its pictures drawn."""
    settings = [mapping(item) for item in sequence(told.get("settings"))]
    risks, losses, facts = (
        [mapping(item) for item in sequence(told.get(name))] for name in ("risk", "loss", "facts")
    )
    return {
        **{name: told.get(name) for name in ("title", "discret", "created", "records")},
        "paths": sequence(told.get("paths")),
        "risks": risks,
        "losses": losses,
        "facts": [(n, fact) for n, fact in enumerate(facts) if fact.get("differs") is not False],
        "settings": settings,
        "met": sum(own.get("met") is True for own in settings),
        "refused": [own for own in settings if own.get("refused")],
        "best": [own for own in settings if own.get("efficient")],
        "pictures": _pictures(settings, risks, losses, mapping(told.get("sides")), voice),
    }


def _pictures(
    settings: Sequence[Mapping[str, Any]],
    risks: Sequence[Mapping[str, Any]],
    losses: Sequence[Mapping[str, Any]],
    sides: Mapping[str, Any],
    voice: Voice,
) -> list[tuple[str, Markup]]:
    """Draw the risk and the loss that settings are held against first, then others that vary."""
    pairs = [(y, x) for y in range(len(risks)) for x in range(len(losses))]
    pairs.sort(key=lambda pair: (pair != (sides.get("risk"), sides.get("loss")), pair))
    drawn: list[tuple[str, Markup]] = []
    for y, x in pairs:
        dots = _dots(settings, y, x, str(risks[y].get("better")), str(losses[x].get("better")))
        varies = len({own.lost for own in dots}) > 1 and len({own.risk for own in dots}) > 1
        if len(dots) >= FEWEST and (varies or not drawn):
            target = _target(settings, y)
            title = f"{voice.title(risks[y]['title'])} – {voice.said(losses[x]['title'])}"
            drawn.append((title, settings_plane(risks[y], losses[x], dots, target, voice)))
    return drawn[:MOST]


def _dots(
    settings: Sequence[Mapping[str, Any]], y: int, x: int, above: str, beside: str
) -> list[Dot]:
    both = [
        (own, _value(sequence(own.get("risk")), y), _value(sequence(own.get("loss")), x))
        for own in settings
    ]
    known = [(own, risk, lost) for own, risk, lost in both if risk is not None and lost is not None]
    signs = [-1.0 if side == "higher" else 1.0 for side in (above, beside)]
    marked = efficient([(signs[0] * risk, signs[1] * lost) for _, risk, lost in known])
    return [
        Dot(int(own["number"]), lost, risk, sign, own.get("met"))
        for (own, risk, lost), sign in zip(known, marked, strict=True)
    ]


def _value(found: Sequence[Any], place: int) -> float | None:
    value = mapping(found[place]).get("value") if place < len(found) else None
    return float(value) if value is not None and is_number(value) else None


def _target(settings: Sequence[Mapping[str, Any]], place: int) -> Any:
    """Return the target of a measure, where all settings have the same."""
    found = [sequence(own.get("risk")) for own in settings if not own.get("refused")]
    targets = {mapping(own[place]).get("target") for own in found if place < len(own)}
    return targets.pop() if len(targets) == 1 else None
