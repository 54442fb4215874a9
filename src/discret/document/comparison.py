"""Several releases of one file, side by side: plain data, from their records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from discret import __version__
from discret.arguments.fitting import needed
from discret.document.older_records import with_words
from discret.document.reading import Compared, compared, data, finding, mapping, sequence
from discret.document.records import record as told_of
from discret.errors import FileError, InputError, listed
from discret.plan.release import Release
from discret.words import Words, say

SCHEMA = "discret.comparison/1"
HEAD, TRUTH = "detail", "truth"  # the losses that come first: of what tells less, and else
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Record = Mapping[str, Any]


class Row(NamedTuple):
    """A measure, and what it found of each release: nothing where a plan does not have it."""

    part: Mapping[str, Any]
    found: tuple[Compared | None, ...]

    @property
    def before(self) -> Mapping[str, Any] | None:
        """The finding on the original file, of the first release that has one."""
        return next((release.before for release in self.found if release and release.before), None)

    @property
    def share(self) -> bool:
        """Whether its values are shares."""
        return bool(self.part.get("unit") == "share")


def compare(records: Sequence[Record], names: Sequence[str] = ()) -> dict[str, Any]:
    """Put the records of releases of one file side by side, as plain data fit for JSON.

    Parameters
    ----------
    records
        The records of the releases.
    names
        How to call them; by default by their variants or titles.

    Raises
    ------
    InputError
        Where they were made from different files.

    Notes
    -----
    Measures are the same if they have the same parameters. Like records, a comparison is internal.

    Examples
    --------
    >>> one, other = ({"title": name, "data": {"after": {"records": 9}}} for name in "ab")
    >>> [release["name"] for release in compare([one, other])["releases"]]
    ['a', 'b']
    """
    records = records_of(records)
    check_original(records)
    called = names_of(records, names)
    first = records[0]
    return {
        "schema": SCHEMA,
        "discret": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "title": first.get("title"),
        "source": first.get("source"),
        "source_file": first.get("source_file"),
        "records": data(first, "before").get("records"),
        "releases": [
            {
                "letter": LETTERS[place % len(LETTERS)],
                "name": name,
                "records": data(record, "after").get("records"),
                "met": record.get("met"),
                "open": mapping(record.get("gate")).get("open") is not False,
                "notices": list(sequence(record.get("notices"))),
                "steps": [mapping(step).get("label") for step in sequence(record.get("steps"))],
                "released": record.get("released"),
            }
            for place, (name, record) in enumerate(zip(called, records, strict=True))
        ],
        "risk": [_told(row) for row in aligned(records, "measures")],
        "loss": [_told(row) for row in aligned(records, "losses")],
        "notices": [notice.to_dict() for notice in notices(records)],
    }


def records_of(given: Iterable[Any]) -> list[Record]:
    """Return the records of releases, which may be given as such or as their records.

    Examples
    --------
    >>> records_of({"title": "Survey"})
    Traceback (most recent call last):
    ...
    discret.errors.InputError: compare: a list of releases or records is needed, dict came...
    """
    every: list[Any] = list(given) if isinstance(given, list | tuple) else [None]
    told = [told_of(item) if isinstance(item, Release) else item for item in every]
    if all(isinstance(entry, Mapping) for entry in told):
        return [with_words(row) for row in told]
    what = Words("a list of releases or records", fr="une liste de diffusions ou de relevés")
    raise InputError(needed("compare", what, given), hint=_TWO)


def check_original(records: Sequence[Record]) -> None:
    """Refuse releases that were not made from the same file."""
    if not records:
        raise InputError(
            Words("compare: there is no release", fr="compare : il n’y a pas de diffusion"),
            hint=Words("name two or more records", fr="nommer deux relevés ou plus"),
        )
    sums = [mapping(record.get("source_file")).get("sha256") for record in records]
    sizes = [data(entry, "before").get("records") for entry in records]
    strange = [
        place
        for place in range(1, len(records))
        if (sums[0] and sums[place] and sums[0] != sums[place]) or sizes[0] != sizes[place]
    ]
    if strange:
        numbers = listed([LETTERS[place % len(LETTERS)] for place in (0, *strange)])
        raise InputError(
            say(
                "compare: releases {numbers} were made from different files",
                "compare : les diffusions {numbers} viennent de fichiers différents",
                numbers=numbers,
            ),
            hint=Words(
                "compare releases of the same original; their records name it and its checksum",
                fr="comparer des diffusions du même original ; leurs relevés le"
                " nomment, avec son empreinte",
            ),
        )


def names_of(records: Sequence[Record], names: Sequence[str] = ()) -> list[str]:
    """Return a name for each release, all different.

    Examples
    --------
    >>> names_of([{"title": "Survey", "variant": "blanks"}, {"title": "Survey"}])
    ['blanks', 'Survey']
    >>> names_of([{"title": "Survey"}, {"title": "Survey"}], ["one", "two"])
    ['one', 'two']
    """
    own = [str(record.get("variant") or record.get("title") or "") for record in records]
    if names:
        own = [name if name and own.count(name) == 1 else other
               for name, other in zip(own, names, strict=True)]  # fmt: skip
    return [
        name if name and own.count(name) == 1 else f"{name} {LETTERS[place % len(LETTERS)]}".strip()
        for place, name in enumerate(own)
    ]


def aligned(records: Sequence[Record], parts: str) -> list[Row]:
    """Align the measures (or losses) of records: the same name and parameters, the same row.

    The detail lost comes first, then how far values are from the truth: each side sees what the
    other does not.
    """
    rows: dict[str, tuple[Mapping[str, Any], list[Compared | None]]] = {}
    for place, record in enumerate(records):
        for release in found_in(record, parts):
            key = json.dumps([release.part["name"], release.part["parameters"]], sort_keys=True)
            _, found = rows.setdefault(key, (release.part, [None] * len(records)))
            found[place] = release
    first = (HEAD, TRUTH)
    both = sorted(
        rows.values(),
        key=lambda row: first.index(row[0]["shows"]) if row[0]["shows"] in first else len(first),
    )
    return [Row(part, tuple(found)) for part, found in both]


def found_in(record: Record, parts: str) -> list[Compared]:
    """Return the measures (or losses) of a record with what they found, step by step."""
    steps = [mapping(step) for step in sequence(record.get("steps"))]
    verb = "risk" if parts == "measures" else "loss"
    before = record.get("risk_before") if parts == "measures" else None
    after = [[finding(found) for found in sequence(step.get(verb))] for step in steps]
    return compared(record.get(parts), before, after)


def notices(records: Sequence[Record]) -> list[Words]:
    """Return what makes the releases hard to compare."""
    keys = [
        tuple(sequence(mapping(data(record, "before").get("roles")).get("key")))
        for record in records
    ]
    sums = [mapping(entry.get("source_file")).get("sha256") for entry in records]
    return [
        *([_KEYS] if len({tuple(sorted(map(str, key))) for key in keys}) > 1 else []),
        *([_UNKNOWN] if len(records) > 1 and not all(sums) else []),
        *_sides(records),
    ]


def _sides(records: Sequence[Record]) -> list[Words]:
    """Return what is to be known of losses where values stand in the place of others."""
    steps = [mapping(step) for record in records for step in sequence(record.get("steps"))]
    if not any(mapping(step.get("method")).get("perturbs") is True for step in steps):
        return []
    told = [{part.part["shows"] for part in found_in(record, "losses")} for record in records]
    lacking = [LETTERS[n % len(LETTERS)] for n, shows in enumerate(told) if TRUTH not in shows]
    asked = [_ASK.filled(names=", ".join(lacking))] if lacking else []
    return [_BOTH_SIDES, *asked]


def shared_notices(releases: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Return the notices that all of several releases have: they are told once.

    Examples
    --------
    >>> shared_notices([{"notices": ["shuffle", "weights"]}, {"notices": ["shuffle"]}])
    ['shuffle']
    """
    first, *others = (release["notices"] for release in releases)
    return [notice for notice in first if others and all(notice in other for other in others)]


def record_path(given: Path, who: str = "compare", *others: str) -> Path:
    """Return the record that a path names: itself, or record.json in a folder, or others there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "record.json").write_text("{}")
    ...     record_path(Path(folder)).name
    'record.json'
    """
    names = ("record.json", *others)
    paths = [given / name for name in names] if given.is_dir() else [given]
    path = next((file for file in paths if file.is_file()), None)
    if path is None:
        raise FileError(
            say(
                "{who}: {given} holds no record",
                "{who} : {given} ne contient pas de relevé",
                who=who,
                given=given.name or given,
            ),
            hint=Words(
                "give the folders that discret run wrote, or their record.json",
                fr="donner les dossiers que discret run a écrits, ou leur record.json",
            ),
        )
    return path


def _told(row: Row) -> dict[str, Any]:
    ends = [None if release is None else release.after for release in row.found]
    return {
        "name": row.part["name"],
        "title": row.part["title"],
        "unit": row.part.get("unit", "number"),
        "parameters": row.part["parameters"],
        "attacker": row.part["attacker"],
        "better": next((end["better"] for end in ends if end), None),
        "target": next((end["target"] for end in ends if end), None),
        "original": None if row.before is None else row.before["value"],
        "releases": [
            None if end is None else {name: end[name] for name in ("value", "met", "reads")}
            for end in ends
        ],
    }


_TWO = Words(
    "compare([release, another]), for example", fr="compare([release, autre]), par exemple"
)
_KEYS = Words(
    "The releases were judged with other key columns: their risks cannot be compared.",
    fr="Les diffusions ont été jugées avec d’autres clés : leurs risques ne sont pas comparables.",
)
_BOTH_SIDES = Words(
    "Some values stand in the place of others: detail lost does not see them, they show as much as"
    " before. Distances of values do, and do not see what recoding lost. Look at both.",
    fr="Des valeurs ont été remplacées par d’autres : le détail perdu ne les voit pas, elles en"
    " montrent autant qu’avant. Les distances aux valeurs d’origine les voient, mais pas ce que"
    " le recodage fait perdre. Regarder les deux.",
)
_ASK = Words(
    'Distances of values were not measured for {names}: add [[quantify]] measure = "distances" to'
    " the plan to compare both sides.",
    fr="Les distances aux valeurs d’origine n’ont pas été mesurées pour {names} : ajouter"
    ' [[quantify]] measure = "distances" au plan pour comparer les deux côtés.',
)
_UNKNOWN = Words(
    "Not every record has the checksum of its source: that it is the same file is taken on trust.",
    fr="Tous les relevés ne connaissent pas l’empreinte de leur source : qu’il s’agisse du même"
    " fichier est admis sans preuve.",
)
