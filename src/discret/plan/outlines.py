"""Whether the outlines that a plan names are those of the areas: asked before anything is run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from discret.data.dataset import Dataset
from discret.data.places.shapes import read_shapes
from discret.data.roles import Role
from discret.data.text import as_text
from discret.errors import DiscretError
from discret.words import Words, say


def outlines_foreseen(path: Path, code: str | None, data: Dataset) -> Iterator[Words]:
    """Yield what is wrong with outlines: they cannot be read, or none is that of an area."""
    area = data.column(Role.AREA)
    if area is None:
        yield _NO_AREA
        return
    try:
        shapes = read_shapes(path, code or area)
        known = _labels(data, area)
    except DiscretError as error:
        yield say("{fault} ({hint})", "{fault} ({hint})", fault=error.message, hint=error.hint)
        return
    if not known & {*shapes}:
        yield _STRANGERS.filled(
            file=path.name, areas=len(data.values(area)), shapes=len(shapes), code=code or area
        )


def _labels(data: Dataset, area: str) -> set[str]:
    """Return the areas of the data, and those above them."""
    values = data.values(area)
    own = {*as_text(values).to_list()}
    hierarchy = data.hierarchies.get(area)
    if hierarchy is None:
        return own
    levels = hierarchy.levels(values)
    return own.union(
        *(levels[name].cast(pl.String).drop_nulls().to_list() for name in levels.columns)
    )


_NO_AREA = Words(
    "[data] outlines: no column has the role area",
    fr="[data] outlines : aucune colonne n’a le rôle area",
)
_STRANGERS = Words(
    "[data] outlines: none of {areas} {areas:area|areas} is among the {shapes}"
    " {shapes:outline|outlines} of {file} (write them alike, 01001 and not 1001, or name another"
    " property than {code!r} with code)",
    fr="[data] outlines : aucun des {areas} {areas:lieu|lieux} n’est parmi les {shapes}"
    " {shapes:contour|contours} de {file} (les écrire de même, 01001 et non 1001, ou nommer une"
    " autre propriété que {code!r} avec code)",
)
