"""The record of differencing, held against the shape in which `discret difference` writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discret.catalogue import part
from discret.document.opened import check_version, opened
from discret.document.record_shape import Number, Text, Whole, Yes, refuse_section
from discret.words import Language, Words

SCHEMA, FIRST = "discret.differencing/2", "discret.differencing/1"
CELL = re.compile(r"(?<![a-z])cell(?=s?(_|$))")
RECORD = "difference.json"
PAGE = "difference.html"
Finite = Annotated[float, Field(allow_inf_nan=False)]
Point = Annotated[list[Finite], Field(min_length=2, max_length=2)]
Rings = list[list[Point]]
Edge = Annotated[list[Whole], Field(min_length=3, max_length=3)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class _Clipped(_Shape):
    shape: Rings
    within: Rings


class _Named(_Shape):
    at: Point
    text: str


class _Layer(_Shape):
    kind: str
    radius: Finite = 0.0
    shapes: list[Rings] = []
    clipped: list[_Clipped] = []
    circles: list[Point] = []
    texts: list[_Named] = []


class _Picture(_Shape):
    width: Annotated[float, Field(gt=0)]
    height: Annotated[float, Field(ge=0)]
    layers: list[_Layer]


class _Maps(_Shape):
    whole: _Picture | None
    merged: _Picture | None
    groups: list[_Picture | None]


class _Component(_Shape):
    names: Annotated[list[str], Field(min_length=1)]
    edges: list[Edge]
    hidden: Whole


class _Group(_Shape):
    group: Whole
    observations: Whole
    external: Yes
    zones: list[str]
    zones_more: Whole
    left_in: list[str]
    left_in_more: Whole


class _Finding(_Shape):
    name: str
    value: Number | None
    met: Yes | None
    target: Number | None
    better: Literal["lower", "higher"]
    reads: dict[Literal["en", "fr"], str]
    details: dict[str, Any]


class _Way(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False)

    way: str
    why: Text = None


class _Record(_Shape):
    schema_: str = Field(alias="schema")
    discret: str
    finding: _Finding
    words: dict[str, dict[Literal["en", "fr"], str]]
    threshold: Whole
    groups_found: Whole
    groups: list[_Group]
    maps: _Maps | None
    components: list[_Component]
    components_found: Whole
    protections: list[_Way]


def read_differencing(path: Path) -> dict[str, Any]:
    """Read the record of differencing from a JSON file, and check that this version can tell it.

    Raises
    ------
    FileError
        Where the file cannot be read, is not such a record, or is of another version.
    """
    who, read = opened(path)
    check_version(who, str(read.get("schema")), SCHEMA)
    if read.get("schema") == FIRST:
        read = {"words": _words(), **in_squares(read)}
    check_differencing(who, read)
    return read


def _words() -> dict[str, dict[Language, str]]:
    """Return the words of tables that records of the first version lack: those of today."""
    tables: Mapping[str, Words] = getattr(part("assess", "differencing"), "tables", {})
    return {name: words.to_dict() for name, words in tables.items()}


def in_squares(told: Any, name: str = "") -> Any:
    """Call squares what records of the first version called cells; names of zones stay.

    Examples
    --------
    >>> in_squares({"way": "fewest_cells", "cells_lost": 3, "layers": [{"kind": "cell"}]})
    {'way': 'fewest_squares', 'squares_lost': 3, 'layers': [{'kind': 'square'}]}
    """
    if isinstance(told, Mapping):
        return {CELL.sub("square", key): in_squares(value, key) for key, value in told.items()}
    if isinstance(told, list):
        return [in_squares(value, name) for value in told]
    named = isinstance(told, str) and name in ("way", "kind", "cost", "cheaper")
    return CELL.sub("square", told) if named else told


def check_differencing(who: str, record: Mapping[str, Any]) -> None:
    """Refuse a record of differencing with a part of another kind than discret writes."""
    try:
        _Record.model_validate(dict(record))
    except ValidationError as error:
        raise refuse_section(who, error) from None
