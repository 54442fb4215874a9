"""Every recoding of a small table made and judged by hand: nothing here is from the library.

A table is a list of records, dictionaries with the keys, two sensitive values and a weight. A model
is a dictionary, as in a plan. Definitions are written out as `checker` has them, group by group.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from checker import _level

Record = Mapping[str, Any]
Records = Sequence[Record]
Key = tuple[Any, ...]
Model = Mapping[str, Any]
Shares = dict[Any, float]
CLOSE = 1e-9
SENSITIVE = ("s", "u")

LEVELS: dict[str, dict[Any, tuple[Any, ...]]] = {
    "town": {
        **{name: (name, "north", "all") for name in "ab"},
        **{name: (name, "south", "all") for name in "cde"},
    },
    "age": {
        5: (5, "<40", "*"), 25: (25, "<40", "*"), 45: (45, ">=40", "*"), 65: (65, ">=40", "*")
    },
    "sex": {"f": ("f", "*"), "m": ("m", "*")},
}  # fmt: skip
LISTED = ("town",)  # all of whose values count, whether they occur or not
TREES: dict[str, dict[str, tuple[str, ...]]] = {
    "s": {"1": ("1", "low", "*"), "2": ("2", "low", "*"), "3": ("3", "high", "*"),
          "4": ("4", "high", "*")},
    "u": {"p": ("p", "pq", "*"), "q": ("q", "pq", "*"), "r": ("r", "r", "*")},
}  # fmt: skip
NODES = list(product(*(range(len(next(iter(rows.values())))) for rows in LEVELS.values())))


class Task(NamedTuple):
    """What is asked of a table.

    Parameters
    ----------
    records, people
        The table, and the population that it was drawn from, where a model needs one.
    models
        What must hold.
    drop, weighted
        The share that may be dropped, and whether it is one of the weights.
    loss
        What is made least.
    missing
        What a missing key means.
    """

    records: Records
    people: Records | None
    models: Sequence[Model]
    drop: float
    weighted: bool
    loss: str
    missing: str


class Held(NamedTuple):
    """What a recoding that holds loses, and how many records it drops."""

    loss: float
    dropped: int


def best(task: Task) -> dict[tuple[int, ...], Held]:
    """Make every recoding, and keep those that hold."""
    found = {}
    for node in NODES:
        keys = [shown(record, node) for record in task.records]
        people = None if task.people is None else [shown(person, node) for person in task.people]
        keep = _kept(task, keys, people)
        gone = [i for i in range(len(keys)) if i not in keep]
        price = [record["w"] if task.weighted else 1 for record in task.records]
        lost = sum(price[i] for i in gone)
        if keep and lost <= task.drop * sum(price) * (1 + 1e-12):
            found[node] = Held(lost_of(task, node, keep), len(gone))
    return found


def lost_of(task: Task, node: Sequence[int], keep: set[int]) -> float:
    """Return what a recoding loses when these records are kept."""
    keys = [shown(record, node) for record in task.records]
    return LOSSES[task.loss](task, node, keys, keep)


def shown(record: Record, node: Sequence[int]) -> Key:
    """Return the keys of a record in a recoding."""
    levels = zip(LEVELS.items(), node, strict=True)
    return tuple(
        None if record[name] is None else rows[record[name]][at] for (name, rows), at in levels
    )


def _kept(task: Task, shown: Sequence[Key], people: Sequence[Key] | None) -> set[int]:
    """Drop the groups that fail until none does."""
    keep = set(range(len(shown)))
    while keep:
        groups: dict[Key, list[int]] = {}
        for place in sorted(keep):
            groups.setdefault(shown[place], []).append(place)
        failing = {
            key
            for model in task.models
            for key in FAILING[model["measure"]](_View(task, model, groups, people))
        }
        if not failing:
            break
        keep -= {place for key in failing for place in groups[key]}
    return keep


def fewest_dropped(task: Task, node: Sequence[int]) -> int:
    """Try all sets of groups: return how few records can be dropped so that no other fails."""
    groups: dict[Key, list[int]] = {}
    for place, record in enumerate(task.records):
        groups.setdefault(shown(record, node), []).append(place)
    most = 0
    for kept in product((True, False), repeat=len(groups)):
        own = {key: groups[key] for key, stays in zip(groups, kept, strict=True) if stays}
        views = [_View(task, model, own, None) for model in task.models]
        if own and not any(FAILING[view.model["measure"]](view) for view in views):
            most = max(most, sum(map(len, own.values())))
    return len(task.records) - most


class _View(NamedTuple):
    """What a model looks at: the groups that are left."""

    task: Task
    model: Model
    groups: dict[Key, list[int]]
    people: Sequence[Key] | None

    def company(self, key: Key) -> list[int]:
        """Return the records that a group is counted with."""
        if self.task.missing == "category":
            return self.groups[key]
        return [i for other, own in self.groups.items() if _fits(key, other) for i in own]

    def counts(self, places: Iterable[int], column: str) -> Counter[Any]:
        """Count the known values of a column."""
        values = (self.task.records[place][column] for place in places)
        return Counter(value for value in values if value is not None)

    def columns(self) -> list[str]:
        return [self.model["column"]] if "column" in self.model else list(SENSITIVE)

    def whole(self, column: str) -> Counter[Any]:
        """Count what groups are compared with: all that is left, or the table as it came."""
        every = range(len(self.task.records))
        left = [i for own in self.groups.values() for i in own]
        return self.counts(every if self.model.get("reference") == "original" else left, column)

    def shares(self, key: Key, column: str) -> tuple[Shares, Shares] | None:
        """Return the shares of values in all that is compared with, and in a group."""
        whole, own = self.whole(column), self.counts(self.company(key), column)
        if not own:
            return None
        p = {value: number / whole.total() for value, number in whole.items()}
        return p, {value: own[value] / own.total() for value in p}


def _fits(key: Key, other: Key) -> bool:
    return all(a is None or a == b for a, b in zip(key, other, strict=True))


# -- which groups fail ---------------------------------------------------------------------------


def _small(view: _View) -> list[Key]:
    return [key for key in view.groups if len(view.company(key)) < view.model["k"]]


def _alike(view: _View) -> list[Key]:
    kind, c, least = view.model["kind"], view.model.get("c", 1.0), view.model["l"]
    return [
        key
        for key in view.groups
        if any(
            _level(view.counts(view.company(key), column), kind, c) < least * (1 - CLOSE)
            for column in view.columns()
        )
    ]


def _compared(measure: Callable[[_View, str, Shares, Shares], bool]) -> Any:
    def failing(view: _View) -> list[Key]:
        found = []
        for key in view.groups:
            pairs = [(column, view.shares(key, column)) for column in view.columns()]
            if any(two is not None and measure(view, column, *two) for column, two in pairs):
                found.append(key)
        return found

    return failing


def _far(view: _View, column: str, p: Shares, q: Shares) -> bool:
    distance, t = view.model.get("distance", "equal"), view.model["t"]
    extra = {value: q[value] - p[value] for value in p}
    if distance == "equal":
        apart = sum(map(abs, extra.values())) / 2
    elif distance == "ordered":
        ranked, sums = sorted(extra), [0.0]
        for value in ranked:
            sums.append(sums[-1] + extra[value])
        apart = sum(map(abs, sums)) / max(len(ranked) - 1, 1)
    else:
        tree, apart = TREES[column], 0.0
        height = len(next(iter(tree.values()))) - 1
        for level in range(height):
            node: Counter[str] = Counter()
            for value, more in extra.items():
                node[tree[value][level]] += more
            apart += sum(map(abs, node.values())) / (2 * height)
    return bool(apart > t * (1 + CLOSE) + (0 if t else CLOSE))


def _gained(view: _View, _column: str, p: Shares, q: Shares) -> bool:
    beta, enhanced = view.model["beta"], view.model.get("kind") == "enhanced"
    gains = {value: (q[value] - share) / share for value, share in p.items()}
    most = {value: min(beta, -math.log(share)) if enhanced else beta for value, share in p.items()}
    return any(gains[value] > most[value] * (1 + CLOSE) + 1e-12 for value in p)


def _told(view: _View, _column: str, p: Shares, q: Shares) -> bool:
    delta, every = view.model["delta"], view.model.get("absent", "all") == "all"
    for value, share in p.items():
        if not q[value]:
            if every:
                return True
        elif abs(math.log(q[value] / share)) >= delta * (1 - CLOSE):
            return True
    return False


def _riskiest(risk: Callable[[int], float]) -> Any:
    def failing(view: _View) -> list[Key]:
        risks = {key: risk(len(view.company(key))) for key in view.groups}
        order = sorted(view.groups, key=lambda key: (-round(risks[key], 9), _place(key)))
        for number in range(len(order) + 1):
            left = order[number:]
            records = sum(len(view.groups[key]) for key in left)
            total = sum(len(view.groups[key]) * risks[key] for key in left)
            if total <= view.model["most"] * records * (1 + CLOSE):
                return order[:number]
        return order

    return failing


def _place(key: Key) -> tuple[Any, ...]:
    return tuple((value is not None, value) for value in key)


def _unknown(view: _View) -> list[Key]:
    assert view.people is not None
    number = Counter(view.people)
    return [key for key in view.groups if number[key] < view.model["k"]]


def _present(view: _View) -> list[Key]:
    assert view.people is not None
    number, most = Counter(view.people), view.model["highest"] * (1 + CLOSE)
    least = view.model.get("lowest", 0.0) * (1 - CLOSE)
    if least and any(key not in view.groups for key in number):
        return list(view.groups)
    return [
        key
        for key, own in view.groups.items()
        if len(own) > number[key] * most or len(own) < number[key] * least
    ]


FAILING: dict[str, Callable[[_View], list[Key]]] = {
    "k_anonymity": _small,
    "l_diversity": _alike,
    "t_closeness": _compared(_far),
    "beta_likeness": _compared(_gained),
    "delta_disclosure": _compared(_told),
    "average_risk": _riskiest(lambda size: 1 / size),
    "sample_uniques": _riskiest(lambda size: float(size == 1)),
    "k_map": _unknown,
    "delta_presence": _present,
}


# -- what is lost --------------------------------------------------------------------------------


def _covered(task: Task, node: Sequence[int], _shown: Sequence[Key], keep: set[int]) -> float:
    """Return the geometric mean over keys of the share of values that labels cover."""
    own = []
    for (name, rows), level in zip(LEVELS.items(), node, strict=True):
        values = [record[name] for record in task.records]
        met = [row for value, row in rows.items() if name in LISTED or value in values]
        times = Counter(row[level] for row in met)
        cells = [
            (times[rows[value][level]] - 1) / max(len(met) - 1, 1) if place in keep else 1.0
            for place, value in enumerate(values)
            if value is not None
        ]
        own += [sum(cells) / len(cells)] if cells and len(met) > 1 else []
    return float(math.prod(1 + lost for lost in own) ** (1 / max(len(own), 1)) - 1)


def _discernible(task: Task, _node: Sequence[int], shown: Sequence[Key], keep: set[int]) -> float:
    sizes, every = Counter(shown[place] for place in keep), len(task.records)
    return (sum(n * n for n in sizes.values()) + every * (every - len(keep))) / every**2


def _mean_size(task: Task, _node: Sequence[int], shown: Sequence[Key], keep: set[int]) -> float:
    every = len(task.records)
    return every / (len({shown[place] for place in keep}) + (len(keep) < every))


LOSSES: dict[str, Callable[[Task, Sequence[int], Sequence[Key], set[int]], float]] = {
    "loss": _covered,
    "discernibility": _discernible,
    "group_size": _mean_size,
}
