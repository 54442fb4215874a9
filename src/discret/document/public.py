"""What the users of a file may be told: an allow-list, built by copying what is safe and no more.

No parameter, threshold, level, seed, count of what was taken out, sentence of a finding or category
of the data passes. Names of columns pass only where the released file has the column; numbers pass
only from the fields named here; words pass only where they belong to the class of a part (its title
and its purpose), never where they were written for this file (the title of the plan apart).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from discret.data.roles import Role
from discret.document.reading import data, mapping, sequence
from discret.document.texts_criteria import NAMES
from discret.document.voice import is_number

PAIRS = 8
_TENTH = 3  # decimals kept of a share: a tenth of a point tells users enough, and attackers little
_KINDS = {
    "text": ("String", "Categorical", "Enum"),
    "number": ("Int", "UInt", "Float", "Decimal"),
    "date": ("Date", "Time", "Duration"),
    "flag": ("Boolean",),
}
_TECHNICAL = {"identifier", "weight", "household", "individual", "row"}


def public_view(record: Mapping[str, Any]) -> dict[str, Any]:
    """Reduce a record to what the users of the file may be told.

    Examples
    --------
    >>> view = public_view({"title": "Survey", "seed": 7})
    >>> view["title"], 7 in view.values()
    ('Survey', False)
    """
    columns = _columns(record)
    names = {column["name"] for column in columns}
    checks = _checks(record)
    methods = _methods(record, names)
    gaps = _gaps(record, names, {name for method in methods for name in method["columns"]})
    return {
        "title": _text(record.get("title")),
        "day": _text(record.get("created"))[:10],
        "version": _text(record.get("discret")),
        "records": _count(data(record, "after").get("records")),
        "columns": columns,
        "methods": methods,
        "met": _verdict(record.get("met")),
        "checks": checks,
        "criteria": {name: _criterion(name, checks) for name in NAMES},
        "gaps": gaps,
        "pairs": _pairs(record, names),
        **_advice(record, columns, gaps, methods),
        "file": _file(record),
    }


def _columns(record: Mapping[str, Any]) -> list[dict[str, str]]:
    return [
        {"name": name, "role": _role(mapping(one)), "kind": _kind(mapping(one))}
        for name, one in mapping(data(record, "after").get("columns")).items()
    ]


def _role(column: Mapping[str, Any]) -> str:
    role = column.get("role")
    return str(Role(role)) if role in set(Role) else str(Role.IGNORED)


def _kind(column: Mapping[str, Any]) -> str:
    """Name the kind of a column in a word of ours: a type may list the categories."""
    name = _text(column.get("type"))
    return next((kind for kind, heads in _KINDS.items() if name.startswith(heads)), "other")


def _methods(record: Mapping[str, Any], names: set[str]) -> list[dict[str, Any]]:
    """Tell each method once, whatever the number of times it was used, with its columns."""
    told: dict[str, dict[str, Any]] = {}
    for step in map(mapping, sequence(record.get("steps"))):
        method = mapping(step.get("method"))
        one = told.setdefault(_text(method.get("name")), {**_words(method), "columns": []})
        one["columns"] += [n for n in _concerned(step, names) if n not in one["columns"]]
    return list(told.values())


def _concerned(step: Mapping[str, Any], names: set[str]) -> list[str]:
    given = mapping(mapping(step.get("method")).get("parameters"))
    named = [given.get("column"), *sequence(given.get("columns"))]
    cells = mapping(mapping(step.get("difference")).get("cells"))
    changed = [name for name, count in cells.items() if is_number(count) and count > 0]
    known = [name for name in (*named, *changed) if isinstance(name, str) and name in names]
    return list(dict.fromkeys(known))


def _checks(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Tell what was measured and whether its target holds, not the target nor the level."""
    steps = sequence(record.get("steps"))
    last = mapping(steps[-1]).get("risk") if steps else record.get("risk_before")
    found = [mapping(one) for one in sequence(last)]
    parts = [mapping(one) for one in sequence(record.get("measures"))]
    return [
        {
            **_words(part),
            "met": _verdict(one.get("met")),
            "criteria": [name for name in NAMES if name in sequence(part.get("criteria"))],
        }
        for part, one in zip(parts, found, strict=False)
    ]


def _criterion(name: str, checks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    ours = [check for check in checks if name in check["criteria"]]
    verdicts = [check["met"] for check in ours if check["met"] is not None]
    return {
        "titles": [check["title"] for check in ours],
        "met": all(verdicts) if verdicts else None,
    }


def _gaps(record: Mapping[str, Any], names: set[str], told: set[str]) -> list[dict[str, Any]]:
    """Tell the losses by column; where no method is told, a category gone stays untold."""
    rows = [
        {
            "column": name,
            "distance": _share(mapping(row).get("distance")),
            "largest_gap": _share(mapping(row).get("largest_gap")),
            "categories_before": _count(mapping(row).get("categories_before"))
            if name in told
            else None,
            "categories_after": _count(mapping(row).get("categories_after")),
        }
        for details in _losses(record)
        for name, row in mapping(details.get("by_column")).items()
        if name in names and is_number(mapping(row).get("distance"))
    ]
    return list({row["column"]: row for row in reversed(rows)}.values())[::-1]


def _pairs(record: Mapping[str, Any], names: set[str]) -> list[dict[str, Any]]:
    pairs = [
        (float(pair["distance"]), [str(name) for name in sequence(pair.get("columns"))])
        for details in _losses(record)
        for pair in map(mapping, sequence(details.get("pairs")))
        if is_number(pair.get("distance"))
    ]
    known = sorted((one for one in pairs if names.issuperset(one[1])), reverse=True)
    return [{"columns": both, "distance": _share(distance)} for distance, both in known[:PAIRS]]


def _losses(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    steps = sequence(record.get("steps"))
    found = sequence(mapping(steps[-1]).get("loss")) if steps else ()
    return [mapping(mapping(one).get("details")) for one in found]


def _advice(
    record: Mapping[str, Any],
    columns: Iterable[Mapping[str, str]],
    gaps: Iterable[Mapping[str, Any]],
    methods: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    roles = {column["name"]: column["role"] for column in columns}
    grouped = [
        g["column"] for g in gaps if (g["categories_after"] or 0) < (g["categories_before"] or 0)
    ]
    touched = dict.fromkeys(name for method in methods for name in method["columns"])
    plain = [name for name in touched if roles[name] not in _TECHNICAL]
    before, after = (_count(data(record, when).get("records")) for when in ("before", "after"))
    return {
        "weight": next((name for name, role in roles.items() if role == "weight"), None),
        "dropped": before is not None and after is not None and after < before,
        "grouped": grouped,
        "changed": [name for name in plain if name not in grouped],
    }


def _file(record: Mapping[str, Any]) -> dict[str, Any] | None:
    file = mapping(record.get("released"))
    if not file:
        return None
    return {
        "name": _text(file.get("name")),
        "bytes": _count(file.get("bytes")),
        "sha256": _text(file.get("sha256")),
    }


def _words(part: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    return {
        name: {language: _text(mapping(part.get(name)).get(language)) for language in ("en", "fr")}
        for name in ("title", "purpose")
    }


def _verdict(met: Any) -> bool | None:
    return met if isinstance(met, bool) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return int(value) if is_number(value) else None


def _share(value: Any) -> float | None:
    return round(float(value), _TENTH) if is_number(value) else None
