"""Read a record without stumbling: what is missing, or of another shape, is empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discret.document.words.voice import is_number

PART = {
    **dict.fromkeys(("name", "title", "purpose", "attacker", "shows"), ""),
    "parameters": {},
    "references": (),
    "tells": {},
    "takes": {},
}
_FINDING = {"value": None, "met": None, "target": None, "better": "lower", "reads": ""}


@dataclass(frozen=True)
class Compared:
    """A measure with what it found, from the first time to the last.

    Parameters
    ----------
    part
        The measure.
    path
        Its findings, in order; at least one.
    first
        Number of the step after which the first finding was made; 0 is before any.

    Examples
    --------
    >>> Compared({"unit": "share"}, (finding({"value": 0.5}),), first=0).share
    True
    """

    part: Mapping[str, Any]
    path: tuple[Mapping[str, Any], ...]
    first: int

    @property
    def before(self) -> Mapping[str, Any] | None:
        """The finding before any step."""
        return self.path[0] if self.first == 0 else None

    @property
    def after(self) -> Mapping[str, Any]:
        """The last finding."""
        return self.path[-1]

    @property
    def share(self) -> bool:
        """Whether its values are shares, to be written as percentages."""
        return bool(self.part.get("unit") == "share")

    def detail(self, name: str) -> tuple[Any, Any]:
        """Return a detail before and after, ``None`` where there is none."""
        before = {} if self.before is None else self.before["details"]
        return before.get(name), self.after["details"].get(name)

    def table(self, name: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return a table of the details before and after, empty where there is none."""
        before, after = self.detail(name)
        return mapping(before), mapping(after)

    @property
    def assumptions(self) -> dict[str, str]:
        """What the measure supposes: the words among its details."""
        return {k: v for k, v in self.after["details"].items() if isinstance(v, str)}

    @property
    def numbers(self) -> list[tuple[str, Any, Any]]:
        """The single numbers among its details: name, before, after.

        Nothing misses a target where there is none: those numbers are then left out.
        """
        judged = self.after["met"] is not None
        names = [
            name
            for name, value in self.after["details"].items()
            if is_number(value) and (judged or not name.endswith("_failing"))
        ]
        return [(name, *self.detail(name)) for name in names]


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a mapping as it is, and an empty one instead of anything else.

    Examples
    --------
    >>> mapping({"a": 1}), mapping(None)
    ({'a': 1}, {})
    """
    return value if isinstance(value, Mapping) else {}


def sequence(value: Any) -> Sequence[Any]:
    """Return a list as it is, and an empty one instead of anything else.

    Examples
    --------
    >>> sequence([1]), sequence("text")
    ([1], ())
    """
    return value if isinstance(value, list | tuple) else ()


def finding(value: Any) -> dict[str, Any]:
    """Return a finding with all its fields.

    Examples
    --------
    >>> finding({"value": 3})["met"] is None
    True
    """
    found = mapping(value)
    return {**_FINDING, **found, "details": mapping(found.get("details"))}


def data(record: Mapping[str, Any], when: str) -> Mapping[str, Any]:
    """Return what the record says of the data before or after.

    Examples
    --------
    >>> data({"data": {"after": {"records": 9}}}, "after")
    {'records': 9}
    """
    return mapping(mapping(record.get("data")).get(when))


def copies_of(record: Mapping[str, Any]) -> int:
    """Return how many copies of its records a release has.

    Examples
    --------
    >>> copies_of({"steps": [{"difference": {"copies": 3}}]}), copies_of({})
    (3, 1)
    """
    steps = [mapping(mapping(step).get("difference")) for step in sequence(record.get("steps"))]
    made = [step.get("copies") for step in steps]
    return next((own for own in made if isinstance(own, int) and own > 1), 1)


CONDITIONS = ("audience", "purpose", "sensitivity", "access", "licence", "contact", "review")


def conditions(record: Mapping[str, Any]) -> dict[str, str]:
    """Return what the producer says of the release: for whom, what for, when to look again.

    Examples
    --------
    >>> conditions({"release": {"review": "2028-01-01", "audience": "researchers", "link": "drop"}})
    {'audience': 'researchers', 'review': '2028-01-01'}
    """
    said = mapping(record.get("release"))
    texts = {name: said.get(name) for name in CONDITIONS}
    return {name: text for name, text in texts.items() if isinstance(text, str) and text.strip()}


def compared(parts: Any, before: Any, after: Sequence[Sequence[Any]]) -> list[Compared]:
    """Align measures with their findings, which the record lists in the same order.

    Examples
    --------
    >>> compared([{"name": "k"}], [{"value": 1}], [[{"value": 3}]])[0].after["value"]
    3
    """
    rows = [*([] if before is None else [sequence(before)]), *after]
    found = []
    for place, part in enumerate(sequence(parts)):
        path = tuple(finding(row[place]) for row in rows if place < len(row))
        if path:
            first = 1 if before is None else 0
            found.append(Compared({**PART, "criteria": (), **mapping(part)}, path, first))
    return found


def orders_of(record: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the order of the categories of each column that the record states one for.

    Examples
    --------
    >>> orders_of({"orders": {"age": ["-25", "+25"]}})
    {'age': ['-25', '+25']}
    """
    stated = mapping(record.get("orders"))
    older = {
        name: mapping(item).get("order")
        for name, item in mapping(record.get("hierarchies")).items()
    }
    found = {name: sequence(order) for name, order in {**older, **stated}.items()}
    return {name: [str(value) for value in order] for name, order in found.items() if order}
