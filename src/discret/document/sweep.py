"""The record of a sweep, held against the shape in which `discret sweep` writes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discret.document.opened import check_version, opened
from discret.document.record_shape import Number, Said, Text, Whole, Yes, refuse_section

SCHEMA = "discret.sweep/1"  # as `plan.sweep` writes it
RECORD, PAGE = "sweep.json", "sweep.html"


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow", allow_inf_nan=False)


class _Column(_Shape):
    name: str
    title: Said
    unit: Literal["share", "number"]
    better: Literal["lower", "higher"] | None = None
    differs: Yes | None = None


class _Finding(_Shape):
    value: Number | None
    met: Yes | None
    target: Number | None


class _Setting(_Shape):
    number: Whole
    values: dict[str, Any]
    met: Yes | None
    open: Yes
    verdict: Said
    refused: Text
    efficient: Yes
    records: Whole | None
    kept: Number | None
    risk: list[_Finding | None]
    loss: list[_Finding | None]
    facts: list[Number | None]


class _Sides(_Shape):
    risk: Whole | None
    loss: Whole | None


class _Record(_Shape):
    schema_: str = Field(alias="schema")
    discret: str
    created: str
    title: str
    records: Whole | None
    paths: list[str]
    risk: list[_Column]
    loss: list[_Column]
    facts: list[_Column]
    sides: _Sides
    settings: list[_Setting]


def read_sweep(path: Path) -> dict[str, Any]:
    """Read the record of a sweep from a JSON file, and check that this version can tell it.

    Raises
    ------
    FileError
        Where the file cannot be read, is not such a record, or is of another version.
    """
    who, read = opened(path)
    check_version(who, str(read.get("schema")), SCHEMA)
    try:
        _Record.model_validate(read)
    except ValidationError as error:
        raise refuse_section(who, error) from None
    return read
