"""The definitions, written slowly and plainly: what tests compare the library with."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import mpmath

from discret import Dataset, Finding, Role
from discret.words import Words

Row = Mapping[str, Any]


def rows_of(data: Dataset) -> list[dict[str, Any]]:
    return data.to_polars().to_dicts()


def alike(row: Row, other: Row, columns: Sequence[str], rule: str) -> bool:
    """Whether `row` is counted with `other`."""
    if rule == "category":
        return all(row[name] == other[name] for name in columns)
    if rule == "wildcard":
        return all(
            row[name] is None or other[name] is None or row[name] == other[name] for name in columns
        )
    return all(row[name] is None or row[name] == other[name] for name in columns)


def company(rows: Sequence[Row], columns: Sequence[str], rule: str) -> list[list[Row]]:
    """For each record, the records that it is counted with, itself included."""
    return [[other for other in rows if alike(row, other, columns, rule)] for row in rows]


def sizes(
    rows: Sequence[Row], columns: Sequence[str], rule: str, individual: str | None = None
) -> list[int]:
    """For each record, the number of records, or of people, that it is counted with.

    A record whose individual is missing adds nobody, but nobody is counted with no one.
    """
    found = company(rows, columns, rule)
    if individual is None:
        return [len(others) for others in found]
    people = [{other[individual] for other in others} - {None} for others in found]
    return [max(len(group), 1) for group in people]


def heads(data: Dataset) -> list[float]:
    """For each record, its part of a person: somebody counts once in a group, nobody known never
    but where nobody else is."""
    rows, who, keys = rows_of(data), data.column(Role.INDIVIDUAL), data.columns(Role.KEY)
    if who is None:
        return [1.0] * len(rows)
    named = [(tuple(row[name] for name in keys), row[who]) for row in rows]
    peopled = {group for group, one in named if one is not None}
    return [
        0.0 if one is None and group in peopled else 1 / named.count((group, one))
        for group, one in named
    ]


def mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """The weighted mean."""
    return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)


def by_record(finding: Finding, data: Dataset, column: str) -> list[Any]:
    """A column of `per_key`, spread over the records."""
    keys = data.columns(Role.KEY)
    table = finding.per_key
    assert table is not None
    places = {tuple(row[name] for name in keys): row[column] for row in table.to_dicts()}
    return [places[tuple(row[name] for name in keys)] for row in rows_of(data)]


def negative_binomial_risk(f: int, p: float) -> float:
    """E(1/F) of seed 001 to 40 digits: p/f 2F1(1, 1; f+1; 1-p) (Euler's transformation).

    mpmath is slow for large f: there its series is summed until nothing is added.
    """
    with mpmath.workdps(40):
        share = mpmath.mpf(p)
        if f <= 50:
            return float(share / f * mpmath.hyp2f1(1, 1, f + 1, 1 - share))
        term, total, n = mpmath.mpf(1), mpmath.mpf(1), 0
        while term > mpmath.mpf(10) ** -40:
            n += 1
            term *= (1 - share) * n / (f + n)
            total += term
        return float(share / f * total)


def adds_up(finding: Finding, data: Dataset) -> None:
    """The counts of a finding agree with each other and with the file."""
    table, details = finding.per_key, finding.details
    assert table is not None
    bad = table.filter("failing")
    assert details["records"] == len(data) == table["count"].sum()
    assert details["groups"] == len(table)
    assert details["records_failing"] == bad["count"].sum()
    assert details["groups_failing"] == len(bad)
    assert finding.met in (None, details["records_failing"] == 0)
    json.dumps(finding.to_dict(), allow_nan=False)


def speaks_both_languages(finding: Finding) -> None:
    """The sentence exists in English and in French, complete and different."""
    assert isinstance(finding.reads, Words)
    for text in (str(finding.reads), finding.reads.fr):
        assert text.endswith(".")
        assert "{" not in text
    assert str(finding.reads) != finding.reads.fr


def shows_no(mark: str, finding: Finding) -> None:
    """No value of the data, all of which contain `mark`, shows in a sentence or in the repr."""
    assert mark not in str(finding.reads)
    assert mark not in finding.reads.fr
    assert mark not in repr(finding)


def mean_weight(rows: list[dict], keys: tuple[str, ...], person: str | None) -> float:
    """Mean weight of people: in a group each has the least of theirs, the unknown are one."""
    if person is None:
        return sum(row["w"] for row in rows) / len(rows)
    least: dict[tuple, dict] = {}
    for row in rows:
        own = least.setdefault(tuple(row[name] for name in keys), {})
        own[row[person]] = min(row["w"], own.get(row[person], row["w"]))
    counted = [
        one
        for own in least.values()
        for who, one in own.items()
        if who is not None or len(own) == 1
    ]
    return sum(counted) / len(counted)
