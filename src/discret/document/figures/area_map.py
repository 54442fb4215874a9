"""A map of areas: at which level their records are shown, and which share of them is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from discret.document.figures.colours import INK, QUIET, WHITE
from discret.document.figures.sheet import Point, box, text
from discret.document.figures.treemap import Room, treemap
from discret.document.figures.widths import shortened
from discret.document.pieces.area_accounts import Account, Area
from discret.document.words.voice import Voice, is_number

# Four lightnesses of each hue, from a small share to a large one; hues by level, the finest first.
RAMPS = (
    ("#d3e4f1", "#92bfdf", "#4489bf", "#0b5a94"),
    ("#fae1cd", "#f0b483", "#d97b38", "#a83f08"),
    ("#d8ecd9", "#9fd0a6", "#58a56b", "#1f7038"),
    ("#e6dcef", "#c2a8d8", "#9470b8", "#65398f"),
)
NOTHING, EMPTY = "#c3c9cf", "#f1f3f5"
WIDE, TALL = 640.0, 380.0  # of a schematic
LEAD, WIDTH, BESIDE = 28.0, 84.0, 300.0  # of the legend: between lines and boxes, left of these
LEGEND, TICK = 18.0, 17.0  # its letters, large: a map beside another is drawn at half its size
TILES = 1500  # that a schematic has at most: smaller areas are together
HEAD = 17.0  # of a block, with its name
TOLD = 3000  # shapes that tell about themselves, and whose borders are looked at
SIZE, HIGH = 13.0, 18.0  # of letters on a schematic; of a box of the legend
Rings = Sequence[Sequence[Sequence[float]]]


class Picture(NamedTuple):
    """What is drawn: its size, and the rings of areas by their names."""

    width: float
    height: float
    shapes: Mapping[str, Rings]
    names: Sequence[tuple[Point, float, str]] = ()  # of blocks: where, how wide, what


def area_map(account: Account, outlines: Mapping[str, Any], voice: Voice, title: str) -> Markup:
    """Draw the areas of an account: by their outlines, or as boxes where there are none.

    Colours say at which level records are shown and how many of them are, on a scale that is the
    same for all maps. What has outlines and no records is left pale.

    Examples
    --------
    >>> area = Area("01", 10, 9, 4, 0, "01", "84")
    >>> drawn = area_map(Account((area,), ("commune",)), {}, Voice("en"), "Areas")
    >>> "#0b5a94" in drawn, "9 of 10" in drawn
    (True, True)
    """
    known = outlines.get("shapes")
    size = [outlines.get(name) for name in ("width", "height")]
    picture = schematic(account)
    if isinstance(known, Mapping) and known and is_number(size[0]) and is_number(size[1]):
        picture = Picture(float(size[0]), float(size[1]), known)  # type: ignore[arg-type]
    legend, height = _legend(account, picture, voice)
    box_ = f"0 0 {max(picture.width, WIDE):g} {picture.height + height:g}"
    head = f'<svg class="areas" role="img" viewBox="{box_}" font-family="sans-serif"'
    label = f'aria-label="{escape(title)}. {escape(_told(account, voice))}"'
    body = [*_shapes(account, picture, voice), *_borders(account, picture), *_blocks(picture)]
    return Markup(  # noqa: S704 (all texts are escaped)
        f'{head} {label} xmlns="http://www.w3.org/2000/svg">{"".join([*body, *legend])}</svg>'
    )


def colour(area: Area) -> str:
    """Return the colour of an area: its level as hue, the share kept as lightness.

    Examples
    --------
    >>> [colour(Area("a", 8, kept, 3, 0 if kept else -1, "a", "")) for kept in (0, 2, 8)]
    ['#c3c9cf', '#d3e4f1', '#0b5a94']
    """
    if area.level < 0 or not area.kept:
        return NOTHING
    ramp = RAMPS[area.level % len(RAMPS)]
    return ramp[min(-(-4 * area.kept // max(area.facts, 1)), 4) - 1]


def schematic(account: Account) -> Picture:
    """Return boxes in the place of outlines: as large as the records, in blocks of wider areas."""
    blocks: dict[str, list[Area]] = {}
    for area in sorted(account.areas, key=lambda own: (-own.facts, own.name)):
        if area.facts:
            blocks.setdefault(area.around, []).append(area)
    whole = sorted(blocks.items(), key=lambda own: -sum(area.facts for area in own[1]))
    rooms = treemap([sum(area.facts for area in own) for _, own in whole], Room(0, 0, WIDE, TALL))
    shapes: dict[str, Rings] = {}
    names: list[tuple[Point, float, str]] = []
    share = TILES / max(len(account.areas), 1)
    for (name, own), room in zip(whole, rooms, strict=True):
        head = HEAD if name and len(own) > 1 and room.high > 40 and room.wide > 50 else 0.0  # noqa: PLR2004
        inner = room.inner(1.5, head)
        most = own if share >= 1 else own[: max(int(share * len(own)), 1)]
        tiles = treemap([area.facts for area in most], inner)
        shapes |= {area.name: [tile.ring] for area, tile in zip(most, tiles, strict=True)}
        if head:
            names.append(((room.x + 4, room.y + HEAD - 2), room.wide - 8, name))
        elif len(own) == 1 and room.wide > 30 and room.high > 16:  # noqa: PLR2004
            names.append(((room.x + 4, room.y + HEAD - 2), room.wide - 8, own[0].name))
    return Picture(WIDE, TALL, shapes, names)


def _shapes(account: Account, picture: Picture, voice: Voice) -> Iterator[str]:
    known = {area.name: area for area in account.areas}
    speaks = len(picture.shapes) <= TOLD
    yield f'<g stroke="{WHITE}" stroke-width="0.6" fill-rule="evenodd">'
    for name, rings in picture.shapes.items():
        area = known.get(name)
        fill = EMPTY if area is None or not area.facts else colour(area)
        said = f"<title>{escape(_says(name, area, account, voice))}</title>" if speaks else ""
        yield f'<path d="{_path(rings)}" fill="{fill}">{said}</path>'
    yield "</g>"


def _says(name: str, area: Area | None, account: Account, voice: Voice) -> str:
    if area is None or not area.facts:
        return voice.pair(name, voice("area_empty"))
    told = voice(
        "area_told", kept=area.kept, facts=area.facts, people=area.individuals,
    )  # fmt: skip
    level = account.levels[area.level] if area.level >= 0 else voice("area_nothing")
    return voice.pair(name, voice.series([told, level]))


def _borders(account: Account, picture: Picture) -> Iterator[str]:
    """Draw a line around areas that are shown as one: where a side is of one of them alone."""
    if len(picture.shapes) > TOLD or picture.names:
        return
    units: dict[str, list[str]] = {area.unit: [] for area in account.areas if area.level > 0}
    for area in account.areas:  # those without records too, where they hold others together
        if area.unit in units and area.unit and area.name in picture.shapes:
            units[area.unit].append(area.name)
    for members in units.values():
        sides = Counter(
            side for name in members for ring in picture.shapes[name] for side in _sides(ring)
        )
        outer = "".join(
            f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for (a, b), many in sides.items() if many == 1
        )
        yield f'<path d="{outer}" fill="none" stroke="{INK}" stroke-width="1.3"/>'


def _sides(ring: Sequence[Sequence[float]]) -> Iterator[tuple[Point, Point]]:
    for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
        a, b = (one[0], one[1]), (other[0], other[1])
        if a != b:
            yield min(a, b), max(a, b)


def _blocks(picture: Picture) -> Iterator[str]:
    for at, room, name in picture.names:
        yield text(at, shortened(name, int(100 * room / SIZE)), size=SIZE, colour=INK)


def _legend(account: Account, picture: Picture, voice: Voice) -> tuple[list[str], float]:
    """Return the legend below, and its height: a line for each level, so that maps are alike."""
    y = picture.height + 30
    marks = [text((0, y), voice("area_legend"), size=LEGEND, colour=QUIET)]
    at = BESIDE
    for place in range(4):
        words, middle = voice(f"area_quarter_{place + 1}"), (at + WIDTH * place + WIDTH / 2 - 2, y)
        marks.append(text(middle, words, size=TICK, colour=QUIET, anchor="middle"))
    for level, name in enumerate(account.levels):
        y += LEAD
        marks.append(text((0, y + 15), name, size=LEGEND, room=at - 10))
        ramp = RAMPS[level % len(RAMPS)]
        marks += [box((at + WIDTH * n, y), WIDTH - 4, HIGH, fill) for n, fill in enumerate(ramp)]
    y += LEAD
    pale = not {*picture.shapes} <= {area.name for area in account.areas if area.facts}
    for x, fill, words in ((0.0, NOTHING, "area_nothing"), (at, EMPTY, "area_empty")):
        if fill == NOTHING or pale:
            marks.append(box((x, y), 28, HIGH, fill))
            marks.append(text((x + 36, y + 15), voice(words), size=LEGEND))
    return marks, y + 28 - picture.height


def _told(account: Account, voice: Voice) -> str:
    """Say the map to those who hear it: how many areas of each level, and how many of none."""
    many = Counter(area.level for area in account.areas if area.facts)
    known = [
        f"{account.levels[level]} {voice.number(many[level])}"
        for level in sorted(many)
        if level >= 0
    ]
    gone = f"{voice('area_nothing')} {voice.number(many.get(-1, 0))}"
    return ", ".join([*known, gone])


def _path(rings: Rings) -> str:
    return "".join("M" + " ".join(f"{x:g},{y:g}" for x, y in ring) + "Z" for ring in rings)
