"""Maps of what differencing gives away: zones, squares and what is left, as inline SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

SET_COLOURS = (
    "#f2a24b", "#9ec9e2", "#a8d5a2", "#d9b8e0", "#f3e08b", "#e3a6a1", "#b9b3a6", "#8fbcb4",
)  # fmt: skip
Rings = Sequence[Sequence[Sequence[float]]]


def zone_map(picture: Mapping[str, Any] | None, title: str, name: str) -> Markup:
    """Draw a picture of a record; nothing where there is none.

    Parameters
    ----------
    picture
        Its height and its layers: shapes, circles, texts.
    title
        What it shows, for those who hear it.
    name
        A word that no other picture of the page has.

    Examples
    --------
    >>> land = {"kind": "land", "shapes": [[[[0, 0], [9, 0], [9, 9]]]]}
    >>> print(zone_map({"width": 10, "height": 10, "layers": [land]}, "A map", "a"))
    <svg class="map" role="img" viewBox="0 0 10 10.0" aria-label="A map"><g class="land"><path\
 d="M0.0,0.0 9.0,0.0 9.0,9.0Z"/></g></svg>
    """
    if picture is None:
        return Markup("")
    box = f"0 0 {picture['width']:.0f} {picture['height']:.1f}"
    head = f'<svg class="map" role="img" viewBox="{box}" aria-label="{escape(title)}">'
    layers = "".join(_layer(layer, name) for layer in picture["layers"])
    return Markup(f"{head}{layers}</svg>")  # noqa: S704 (title, kinds and texts are escaped)


def _layer(layer: Mapping[str, Any], name: str) -> str:
    parts = [
        *(f'<path d="{_path(rings)}"/>' for rings in layer.get("shapes", ()) if rings),
        *_clipped(layer.get("clipped", ()), name),
        *(_circle(at, layer["radius"]) for at in layer.get("circles", ())),
        *(_text(text["at"], text["text"]) for text in layer.get("texts", ())),
    ]
    return f'<g class="{escape(layer["kind"])}">{"".join(parts)}</g>'


def _clipped(both: Sequence[Mapping[str, Any]], name: str) -> Iterator[str]:
    for place, item in enumerate(both):
        clip = f"{name}-{place}"
        yield f'<clipPath id="{clip}"><path d="{_path(item["within"])}"/></clipPath>'
        yield f'<path clip-path="url(#{clip})" d="{_path(item["shape"])}"/>'


def _path(rings: Rings) -> str:
    """Write rings as an SVG path."""
    return "".join("M" + " ".join(f"{x:.1f},{y:.1f}" for x, y in ring) + "Z" for ring in rings)


def _circle(at: Sequence[float], radius: float) -> str:
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}"/>'


def _text(at: Sequence[float], text: str) -> str:
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}">{escape(text)}</text>'
