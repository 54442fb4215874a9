"""What the users of a file may be told: only what the plan and the released file decide.

Whoever holds the file can then learn nothing from the note about a value that was taken out,
blanked or changed: put another in its place, such that the same file comes out, and the note is the
same to the letter. No level, distance or count of what differs from the original passes, and no
verdict that hidden values decide. One number depends on more: the share of the records taken out,
as a class that depends on how many there were, never on who they were.

It is an allow-list besides: no parameter, threshold, seed, sentence of a finding or category of the
data passes; names of columns pass only where the released file has the column; words pass only
where they belong to the class of a part, or where the plan has them for the public. So do matrices
of chances that the plan publishes (`parts.published`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from discret.data.roles import Role
from discret.document.pieces.gone import gone
from discret.document.reading import conditions, copies_of, data, mapping, sequence
from discret.document.words.texts_criteria import NAMES, UNSETTLED
from discret.document.words.voice import is_number

EVERYBODY = "1"  # as plans write the margin of all records
VERDICTS = ("held", "missed", "withheld", "looked")
_SHUT, _TELLING, _UNTOLD = ("unexamined", "unjudged", "telling"), "telling", "untold"
_TECHNICAL = {"identifier", "weight", "household", "individual", "row", "copy"}


def public_view(record: Mapping[str, Any]) -> dict[str, Any]:
    """Reduce a record to what the users of the file may be told.

    Examples
    --------
    >>> view = public_view({"title": "Survey", "seed": 7})
    >>> view["title"], 7 in view.values()
    ('Survey', False)
    """
    columns = _columns(record)
    steps = _steps(record, columns)
    checks = _checks(record)
    return {
        "title": _text(record.get("title")),
        "day": _text(record.get("created"))[:10],
        "version": _text(record.get("discret")),
        "records": _count(data(record, "after").get("records")),
        "conditions": conditions(record),
        "columns": columns,
        "unnoticed": _unnoticed(record, columns, steps),
        "methods": _methods(steps),
        "published": _published(steps, columns),
        "checks": checks,
        "met": _met(checks, columns),
        "partly": _partly(checks, columns),
        "compared": any(
            mapping(part).get("compares") is True for part in sequence(record.get("measures"))
        ),
        "criteria": {name: _criterion(name, checks, columns) for name in NAMES},
        "losses": [_words(mapping(part)) for part in _compared(record)],
        "gone": _gone(record, steps),
        "invented": _invented(steps),
        "copies": next((column["name"] for column in columns if column["role"] == "copy"), ""),
        **_advice(columns, steps),
        "file": _file(record),
    }


def _columns(record: Mapping[str, Any]) -> list[dict[str, str]]:
    """Tell the columns of the file; their type is not told: values that are gone may decide it."""
    states = mapping(mapping(record.get("gate")).get("columns"))
    chosen = _chosen(record)
    roles = {
        name: _role(mapping(item))
        for name, item in mapping(data(record, "after").get("columns")).items()
    }
    copies = data(record, "after").get("copies")
    return [
        {
            "name": name,
            "role": "copy" if name == copies else role,
            "state": _state(mapping(states.get(name)), role, chosen),
        }
        for name, role in roles.items()
    ]


def _unnoticed(
    record: Mapping[str, Any],
    columns: Iterable[Mapping[str, str]],
    steps: Iterable[Mapping[str, Any]],
) -> list[str]:
    """Return the columns that no measure looks at and no method may have changed, by the plan."""
    states = mapping(mapping(record.get("gate")).get("columns"))
    seen = {name for name, state in states.items() if sequence(mapping(state).get("by"))}
    touched = {name for step in steps for name in step["columns"]}
    return [column["name"] for column in columns if column["name"] not in seen | touched]


def _chosen(record: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the measures that choose columns by what the original holds, with their roles."""
    found: dict[str, set[str]] = {}
    for part in map(mapping, sequence(record.get("measures"))):
        roles = set(map(str, sequence(part.get("chooses"))))
        if roles:
            found[str(part.get("name"))] = roles | found.get(str(part.get("name")), set())
    return found


def _role(column: Mapping[str, Any]) -> str:
    role = column.get("role")
    return str(Role(role)) if role in set(Role) else str(Role.IGNORED)


def _state(column: Mapping[str, Any], role: str, chosen: Mapping[str, set[str]]) -> str:
    """Tell that nothing looked at a column; what was found where something did is not told.

    Nor is whether something did, where values that are gone may have decided it. That a column
    tells people apart by itself everybody sees who has the file.
    """
    state, seen = column.get("state"), [*map(str, sequence(column.get("by")))]
    if any(role in roles for roles in chosen.values()) and {*seen} <= {*chosen}:
        return _UNTOLD
    if state == _TELLING:
        return _TELLING
    return str(state) if state in ("accepted", *_SHUT) and not seen else ""


def _steps(record: Mapping[str, Any], columns: Iterable[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Tell of each step what its method says of itself, not what it did to this file."""
    methods = [mapping(mapping(s).get("method")) for s in sequence(record.get("steps"))]
    follows = mapping(mapping(record.get("terms")).get("follows"))
    return [
        {
            "words": _words(method),
            "columns": _concerned(method, columns, follows),
            "keeps_rows": method.get("keeps_rows") is True,
            "invents": method.get("invents") is True,
            "random": method.get("random") is True,
            "holds": [list(map(str, sequence(hold))) for hold in sequence(method.get("holds"))],
            "published": mapping(method.get("published")),
        }
        for method in methods
    ]


def _concerned(
    method: Mapping[str, Any],
    columns: Iterable[Mapping[str, str]],
    follows: Mapping[str, Any],
) -> list[str]:
    """Return the columns that a method may have changed, whether it changed a value or not."""
    roles = set(map(str, sequence(method.get("touches"))))
    roles |= {"area"} if "key" in roles else set()
    written = set(map(str, sequence(method.get("writes"))))
    led = {entry["name"] for entry in columns if entry["role"] in roles} | written
    return [
        column["name"]
        for column in columns
        if {column["name"], str(follows.get(column["name"], column["name"]))} & led
    ]


def _methods(steps: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Tell each method once, whatever the number of times it was used, with its columns."""
    told: dict[str, dict[str, Any]] = {}
    for step in steps:
        one = told.setdefault(step["words"]["title"]["en"], {**step["words"], "columns": []})
        one["columns"] += [name for name in step["columns"] if name not in one["columns"]]
    return list(told.values())


def _published(
    steps: Sequence[Mapping[str, Any]], columns: Iterable[Mapping[str, str]]
) -> list[dict[str, Any]]:
    """Tell what the plan publishes of a step, word for word, unless another step undid it.

    Methods make it from their parameters alone, so that the plan decides it. What is said of the
    true values no longer holds if a later step changed the column, or chance did so before.
    """
    names = {column["name"] for column in columns}
    told = []
    for place, step in enumerate(steps):
        about = {*map(str, sequence(step["published"].get("columns")))}
        drawn = [step for step in steps[:place] if step["random"]]
        undone = {name for other in (*drawn, *steps[place + 1 :]) for name in other["columns"]}
        if about and about <= names and not about & undone:
            told.append(_as_published(step["published"]))
    return told


def _as_published(part: Mapping[str, Any]) -> dict[str, Any]:
    rows = mapping(part.get("chances"))
    shown = dict.fromkeys(str(name) for row in rows.values() for name in mapping(row))
    return {
        "said": [
            {language: _text(mapping(words).get(language)) for language in ("en", "fr")}
            for words in sequence(part.get("said"))
        ],
        "shown": list(shown),
        "chances": {
            str(true): [float(mapping(row).get(name) or 0.0) for name in shown]
            for true, row in rows.items()
        },
        "never": [
            {str(name): _text(value) for name, value in mapping(combination).items()}
            for combination in sequence(part.get("never"))
        ],
    }


def _checks(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Tell what was measured and what came of it, not the target nor the level."""
    steps = sequence(record.get("steps"))
    last = mapping(steps[-1]).get("risk") if steps else record.get("risk_before")
    found = [mapping(item) for item in sequence(last)]
    parts = [mapping(measure) for measure in sequence(record.get("measures"))]
    return [
        {
            **_words(part),
            "verdict": _verdict(part, finding),
            "criteria": [name for name in NAMES if name in sequence(part.get("criteria"))],
        }
        for part, finding in zip(parts, found, strict=False)
    ]


def _verdict(part: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    if found.get("target") is None and found.get("met") is None:
        return "looked"
    recounted = part.get("recounted")
    if not isinstance(recounted, bool):
        return "withheld"
    return "held" if recounted else "missed"


def _met(checks: Iterable[Mapping[str, Any]], columns: Iterable[Mapping[str, str]]) -> bool | None:
    """Judge by what the file itself decides; a column that nobody looked at is no success."""
    verdicts = {check["verdict"] for check in checks}
    if "missed" in verdicts or any(column["state"] in _SHUT for column in columns):
        return False
    return True if "held" in verdicts and not _partly(checks, columns) else None


def _partly(checks: Iterable[Mapping[str, Any]], columns: Iterable[Mapping[str, str]]) -> bool:
    """Whether some targets hold, and more was judged or looked at with what is not in the file."""
    verdicts = {check["verdict"] for check in checks}
    untold = "withheld" in verdicts or any(column["state"] == _UNTOLD for column in columns)
    return "held" in verdicts and untold


def _criterion(
    name: str, checks: Iterable[Mapping[str, Any]], columns: Iterable[Mapping[str, str]]
) -> dict[str, Any]:
    """Sort what speaks to a criterion by its verdict.

    It is settled by targets alone, all of which hold, on a file whose columns were all looked at.
    """
    ours = [check for check in checks if name in check["criteria"]]
    told = {kind: [our["title"] for our in ours if our["verdict"] == kind] for kind in VERDICTS}
    shut = any(column["state"] in (*_SHUT, _UNTOLD) for column in columns)
    held = bool(ours) and len(told["held"]) == len(ours)
    settled = held and not shut and name not in UNSETTLED
    return {**told, "spoken": bool(ours), "settled": settled}


def _compared(record: Mapping[str, Any]) -> Sequence[Any]:
    """Return the measures of loss that were taken: none where there was no step to compare."""
    return sequence(record.get("losses")) if sequence(record.get("steps")) else ()


def _gone(record: Mapping[str, Any], steps: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Tell the class of the share of records taken out; nothing where no method takes any.

    Among records that nobody is behind the number of those taken out cannot be told: it would be
    wrong, and where records are drawn under differential privacy, a number without noise.
    """
    before, after = (_count(data(record, when).get("records")) for when in ("before", "after"))
    if all(step["keeps_rows"] for step in steps) or before is None or after is None:
        return None
    share = gone(0, 0) if _invented(steps) else gone(after // copies_of(record), before)
    return share._asdict()


def _invented(steps: Iterable[Mapping[str, Any]]) -> bool:
    """Whether nobody is behind some of the records."""
    return any(step["invents"] for step in steps)


def _advice(
    columns: Sequence[Mapping[str, str]], steps: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    touched = {name for step in steps for name in step["columns"]}
    plain = [column["name"] for column in columns if column["role"] not in _TECHNICAL]
    weight = next((entry["name"] for entry in columns if entry["role"] == "weight"), None)
    return {
        "weight": weight,
        "exact": _exact(steps, {row["name"] for row in columns}, weight),
        "changed": [name for name in plain if name in touched],
    }


def _exact(
    steps: Sequence[Mapping[str, Any]], names: set[str], weight: str | None
) -> list[list[str]]:
    """Return the margins, columns crossed, whose totals a step made exact and none has undone."""
    known, exact = {*names, EVERYBODY}, list[list[str]]()
    for step in steps:
        undone = {weight, *step["columns"]} if not step["keeps_rows"] else {*step["columns"]}
        exact = [row for row in exact if not undone & {weight, *row}]
        exact += [hold for hold in step["holds"] if known.issuperset(hold) and hold not in exact]
    return exact if weight else []


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


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return int(value) if is_number(value) else None
