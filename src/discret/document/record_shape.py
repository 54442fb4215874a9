"""The shape of a record, held against the one that is read: it may have been changed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discret.errors import DiscretError, FileError
from discret.words import Words

LARGEST = 2**63
Whole = Annotated[int, Field(strict=True, ge=0, lt=LARGEST)]
Number = (
    Annotated[int, Field(strict=True, gt=-LARGEST, lt=LARGEST)]
    | Annotated[float, Field(strict=True, allow_inf_nan=False)]
)
Yes = Annotated[bool, Field(strict=True)]
Text = str | dict[Literal["en", "fr"], str] | None
Names = list[str] | None
Values = dict[str, Any] | None


class _Shape(BaseModel):
    """What may be missing; where it is there, it is of this kind. More may stand beside it."""

    model_config = ConfigDict(extra="allow", strict=True, allow_inf_nan=False)


class Said(_Shape):
    """A sentence, in both languages."""

    en: str
    fr: str


class _Finding(_Shape):
    name: str | None = None
    value: Number | None = None
    met: Yes | None = None
    target: Number | None = None
    better: Literal["lower", "higher"] | None = None
    reads: Text = None
    details: Values = None


class _Fact(_Shape):
    en: str | None = None
    fr: str | None = None
    unit: str | None = None
    options: dict[str, Text] | None = None
    by: str | None = None


class _Published(_Shape):
    columns: Names = None
    said: list[Said] | None = None
    chances: dict[str, dict[str, Number]] | None = None
    never: list[dict[str, str]] | None = None


class _Part(_Shape):
    name: str | None = None
    title: Text = None
    purpose: Text = None
    attacker: Text = None
    parameters: Values = None
    usual: Values = None
    references: Names = None
    criteria: Names = None
    compares: Yes | None = None
    unit: str | None = None
    tells: dict[str, _Fact] | None = None
    takes: dict[str, _Fact] | None = None
    shows: str | None = None
    recountable: Yes | None = None
    asked: Yes | None = None
    random: Yes | None = None
    perturbs: Yes | None = None
    proven: str | None = None
    keeps_rows: Yes | None = None
    invents: Yes | None = None
    writes: Names = None
    touches: Names = None
    holds: list[list[str]] | None = None
    recounted: Yes | None = None
    chooses: Names = None
    published: _Published | None = None


class _Difference(_Shape):
    records_before: Whole | None = None
    records_after: Whole | None = None
    columns_dropped: Names = None
    cells: dict[str, Whole] | None = None
    copies: Whole | None = None


class _Step(_Shape):
    label: str | None = None
    method: _Part | None = None
    facts: Values = None
    said: list[Said] | None = None
    difference: _Difference | None = None
    risk: list[_Finding] | None = None
    loss: list[_Finding] | None = None
    seconds: Number | None = None


class _Dispersion(_Shape):
    name: str | None = None
    least: Number | None = None
    median: Number | None = None
    most: Number | None = None
    deviation: Number | None = None
    met: Number | None = None
    known: Whole | None = None


class _Draws(_Shape):
    number: Whole | None = None
    failed: Whole | None = None
    met: Number | None = None
    reads: Said | None = None
    risk: list[_Dispersion] | None = None
    loss: list[_Dispersion] | None = None


class _Column(_Shape):
    role: str | None = None
    type: str | None = None


class _Data(_Shape):
    records: Whole | None = None
    columns: dict[str, _Column] | None = None
    roles: dict[str, list[str]] | None = None
    copies: str | None = None


class _Account(_Shape):
    state: str | None = None
    role: str | None = None
    by: Names = None


class _Gate(_Shape):
    open: Yes | None = None
    columns: dict[str, _Account] | None = None
    reasons: list[Said] | None = None
    redundancy: _Finding | None = None
    readings: list[dict[str, Any]] | None = None


class _Passage(_Shape):
    columns: Names = None
    records_before: Whole | None = None
    records_after: Whole | None = None
    missed: list[Said] | None = None
    whole: Yes | None = None


class _File(_Shape):
    name: str | None = None
    bytes: Whole | None = None
    sha256: str | None = None


class _Both(_Shape):
    before: _Data | None = None
    after: _Data | None = None


class _Payment(_Shape):
    release: str | None = None
    at: str | None = None
    part: str | None = None
    planned: Whole | None = None
    ledger: str | None = None
    seal: str | None = None


class _PrivateTable(_Shape):
    file: str | None = None
    title: str | None = None
    statistic: str | None = None
    by: Names = None
    column: str | None = None
    neighbours: str | None = None
    unit: str | None = None
    law: str | None = None
    opendp: str | None = None
    parameters: Values = None
    takes: dict[str, _Fact] | None = None
    told: Whole | None = None
    cost: dict[str, Number] | None = None
    deviation: Number | None = None
    within_95: Number | None = None
    count_deviation: Number | None = None
    threshold: Number | None = None
    payment: _Payment | None = None


class _Outlines(_Shape):
    file: str | None = None
    areas: Whole | None = None
    lacking: Whole | None = None
    width: Number | None = None
    height: Number | None = None
    shapes: (
        dict[str, list[list[Annotated[list[Number], Field(min_length=2, max_length=2)]]]] | None
    ) = None


class _Record(_Shape):
    discret: str | None = None
    created: str | None = None
    title: str | None = None
    variant: str | None = None
    environment: dict[str, str] | None = None
    source: str | None = None
    source_file: _File | None = None
    beside: dict[str, str] | None = None
    seed: int | None = None
    met: Yes | None = None
    release: Values = None
    terms: Values = None
    gate: _Gate | None = None
    passage: _Passage | None = None
    notices: list[Said] | None = None
    data: _Both | None = None
    measures: list[_Part] | None = None
    losses: list[_Part] | None = None
    risk_before: list[_Finding] | None = None
    steps: list[_Step] | None = None
    draws: _Draws | None = None
    hierarchies: dict[str, dict[str, Any]] | None = None
    orders: dict[str, list[str]] | None = None
    automatic: dict[str, dict[str, Any]] | None = None
    released: _File | None = None
    people: _File | None = None
    private: list[_PrivateTable] | None = None
    tables_only: Yes | None = None
    around: dict[str, list[str]] | None = None
    outlines: _Outlines | None = None


def check_shape(who: str, record: Mapping[str, Any]) -> None:
    """Refuse a record with a part of another kind than discret writes.

    Examples
    --------
    >>> check_shape("record 'record.json'", {"met": True, "steps": [{"label": "round"}]})
    >>> check_shape("record 'record.json'", {"met": "Infinity"})
    Traceback (most recent call last):
    discret.errors.FileError: record 'record.json': its 'met' is not as discret writes it. Hint: ...
    """
    try:
        _Record.model_validate(dict(record))
    except ValidationError as error:
        raise refuse_section(who, error) from None


def refuse_section(who: str, error: ValidationError) -> FileError:
    """Return the error for a record whose first fault lies in a section."""
    section = str(error.errors(include_input=False)[0]["loc"][0])
    return FileError(_SHAPE.filled(who=who, section=section), hint=_WHOLE)


@contextmanager
def tellable(who: str) -> Iterator[None]:
    """Refuse a record that cannot be told after all: what measures found has no shape of its own.

    A record that a run has made is told when it is made, and a fault shows there; what cannot be
    told later was changed, or comes from elsewhere.

    Examples
    --------
    >>> with tellable("record 'record.json'"):
    ...     len(3)
    Traceback (most recent call last):
    discret.errors.FileError: record 'record.json': what it says does not hold together. Hint: ...
    """
    try:
        yield
    except (DiscretError, MemoryError):
        raise
    except Exception:  # noqa: BLE001 (whatever the damage)
        raise FileError(_BROKEN.filled(who=who), hint=_WHOLE) from None


_SHAPE = Words(
    "{who}: its {section!r} is not as discret writes it",
    fr="{who} : sa partie {section!r} n’est pas telle que discret l’écrit",
)
_BROKEN = Words(
    "{who}: what it says does not hold together", fr="{who} : ce qu’il dit ne tient pas ensemble"
)
_WHOLE = Words(
    "it was changed or damaged: give the record as discret wrote it",
    fr="il a été modifié ou abîmé : donner le relevé tel que discret l’a écrit",
)
