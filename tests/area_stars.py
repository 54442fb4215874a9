"""Random stars (facts of people in areas, with keys in trees), and every choice of areas for them.

All of it in plain Python, from the definitions: nothing here knows how the library counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
import polars as pl

from discret import Dataset, Hierarchy
from discret.assess import LDiversity
from discret.errors import TargetError
from discret.reduce import ClimbAreas

Row = Mapping[str, Any]
Paths = Mapping[Any, tuple[str, ...]]  # the labels of each value, level after level


@dataclass(frozen=True)
class Star:
    """Facts, the levels of their area, and those of the keys that have some."""

    rows: Sequence[Row]
    keys: Sequence[str]
    area: Paths = field(repr=False)
    trees: Mapping[str, Paths] = field(repr=False)
    levels: tuple[str, ...]

    def dataset(self) -> Dataset:
        """Return the facts with their roles."""
        schema = {"id": pl.Int64, "place": pl.String, "who": pl.Int64, "surface": pl.Float64}
        schema |= {"bees": pl.String, **dict.fromkeys(self.keys, pl.String)}
        hierarchies = {"place": _hierarchy(self.area, self.levels)}
        hierarchies |= {name: _hierarchy(tree, ()) for name, tree in self.trees.items()}
        return Dataset.of(
            pl.DataFrame(self.rows, schema=schema, orient="row"),
            individual="who",
            area="place",
            key=list(self.keys),
            sensitive="bees",
            hierarchies=hierarchies,
        )


def _hierarchy(paths: Paths, names: tuple[str, ...]) -> Hierarchy:
    depth = len(next(iter(paths.values())))
    frame = pl.DataFrame(list(paths.values()), schema=[f"l{n}" for n in range(depth)], orient="row")
    columns = list(names) or frame.columns
    return Hierarchy.from_parents(frame.rename(dict(zip(frame.columns, columns, strict=True))),
                                  columns=columns, top=None)  # fmt: skip


def star(rng: np.random.Generator, *, small: bool = False) -> Star:
    """Draw a star: two to four levels of areas, up to three keys, some values missing."""
    area = _tree(rng, "a", int(rng.integers(1, 5 if small else 9)), int(rng.integers(1, 4)))
    keys = [f"key{n}" for n in range(int(rng.integers(0, 3 if small else 4)))]
    values: dict[str, Paths] = {
        name: _tree(rng, name, int(rng.integers(1, 4 if small else 7)), int(rng.integers(0, 3)))
        for name in keys
    }
    trees = {name: tree for name, tree in values.items() if len(next(iter(tree.values()))) > 1}
    people = int(rng.integers(1, 6 if small else 13))
    rows = []
    for number in range(int(rng.integers(1, 16 if small else 80))):
        own = {name: str(rng.choice(sorted(tree))) for name, tree in values.items()}
        blank = {name: None for name in own if rng.random() < 0.05}
        rows.append({
            "id": number, "place": str(rng.choice(sorted(area))),
            "who": int(rng.integers(people)), "surface": float(rng.integers(0, 20)),
            "bees": str(rng.choice(["few", "some", "many"])),
            **own, **blank,
        })  # fmt: skip
    depth = len(next(iter(area.values())))
    return Star(rows, keys, area, trees, ("commune", "canton", "département", "région")[:depth])


def _tree(rng: np.random.Generator, name: str, leaves: int, above: int) -> Paths:
    """Draw a tree: each level puts some of the groups below together; some labels stay."""
    paths = {f"{name}-{n}": [f"{name}-{n}"] for n in range(leaves)}
    for level in range(above):
        below = sorted({path[-1] for path in paths.values()})
        groups = max(1, len(below) // 2)
        to = {label: int(rng.integers(groups)) for label in below}
        alone = {group for group, times in Counter(to.values()).items() if times == 1}
        stays = rng.random() < 0.5
        for path in paths.values():
            group = to[path[-1]]
            path.append(path[-1] if stays and group in alone else f"{name}^{level}.{group}")
    return {value: tuple(path) for value, path in paths.items()}


@dataclass(frozen=True)
class Wanted:
    """What must hold: the parameters of the method, by their names."""

    k: int = 3
    individuals: int = 3
    unique: int = 1
    count: str = "individuals"
    share: float = 1.0
    values: int = 1  # different values of what is sensitive, in each class

    @classmethod
    def drawn(cls, rng: np.random.Generator, *, plain: bool = False) -> Wanted:
        """Draw small thresholds, in one star of two with more than numbers of people."""
        more = {} if plain or rng.random() < 0.5 else {
            "share": float(rng.choice([0.4, 0.6, 0.8, 1.0])), "values": int(rng.integers(1, 3)),
        }  # fmt: skip
        k, individuals, unique = (int(number) for number in rng.integers(1, (5, 5, 4)))
        count = str(rng.choice(["individuals", "records"]))
        return cls(k, individuals, unique, count, **more)

    def method(self, **more: Any) -> ClimbAreas:
        """Return the method that is asked for this."""
        given = {"by": "surface", "share": self.share} if self.share < 1 else {}
        models = [LDiversity(l=self.values)] if self.values > 1 else []
        own = {name: getattr(self, name) for name in ("k", "individuals", "unique", "count")}
        return ClimbAreas(**own, **given, models=models, **more)


def checked(seed: int) -> int:
    """Draw a star, protect it in every way, and verify each release; how many there were."""
    rng = np.random.default_rng(seed)
    drawn, wanted = star(rng), Wanted.drawn(rng)
    data, bound, found = drawn.dataset(), most_kept(drawn, replace(wanted, share=1.0, values=1)), 0
    kept = dict.fromkeys(WAYS, 0)
    for name, how in WAYS.items():
        try:
            change = wanted.method(**how).apply(data)
        except TargetError:
            continue
        release, found = change.data.to_polars(), found + 1
        verify(drawn, release, wanted)
        if "all" in name:
            verify_wholes(drawn, release)
        kept[name] = change.facts["kept"]
        assert release.height == kept[name] == len(drawn.rows) - change.facts["dropped"]
        assert change.facts["bound"] == bound >= kept[name]
    assert kept["best"] >= kept["greedy"]
    assert kept["best, all"] >= kept["all"]
    if wanted.share == 1 and wanted.values == 1:
        assert kept["best"] == kept["best, all"] == bound >= kept["all"]
        assert kept["spared"] >= 0.7 * bound
    return found


WAYS: Mapping[str, Mapping[str, Any]] = {
    "greedy": {"search": "greedy"},
    "all": {"search": "greedy", "lift": "all"},
    "best": {"search": "best"},
    "best, all": {"search": "best", "lift": "all"},
    "spared": {"search": "best", "save": 0.7},
}


def cleaned(star: Star, wanted: Wanted) -> list[Row]:
    """Return the facts whose combination is frequent enough."""
    times = Counter(tuple(row[key] for key in star.keys) for row in star.rows)
    return [r for r in star.rows if times[tuple(r[key] for key in star.keys)] >= wanted.unique]


def class_fails(rows: Sequence[Row], wanted: Wanted) -> bool:
    """Whether facts that look alike are too few, or one person has too much of them."""
    whose: dict[Any, float] = defaultdict(float)
    for row in rows:
        whose[row["who"]] += row["surface"]
    total = sum(whose.values())
    many = len(rows) if wanted.count == "records" else len(whose)
    too_much = total > 0 and max(whose.values()) / total > wanted.share
    return many < wanted.k or too_much or len({row["bees"] for row in rows}) < wanted.values


def verify(star: Star, release: pl.DataFrame, wanted: Wanted) -> None:
    """Hold a release against the definition: every area and class of it, and every label."""
    given = {row["id"]: row for row in star.rows}
    shown = release.rows(named=True)
    assert "who" not in release.columns
    assert len({row["id"] for row in shown}) == len(shown)
    assert {row["id"] for row in shown} <= {row["id"] for row in cleaned(star, wanted)}
    areas = defaultdict(list)
    for row in shown:
        level = star.levels.index(row["place_level"])
        assert star.area[given[row["id"]]["place"]][level] == row["place"]
        assert row["surface"] == given[row["id"]]["surface"]
        areas[level, row["place"]].append(row)
    for (level, _), rows in areas.items():
        for row in rows:  # nothing lower on its way is shown
            path = star.area[given[row["id"]]["place"]]
            assert not any((below, path[below]) in areas for below in range(level))
        _verify_area(star, rows, given, wanted)


def verify_wholes(star: Star, release: pl.DataFrame) -> None:
    """No area is shown within another that is."""
    pairs = release.select("place_level", "place").unique().rows()
    shown = {(star.levels.index(level), label) for level, label in pairs}
    for path in star.area.values():
        assert sum((level, label) in shown for level, label in enumerate(path)) <= 1


def _verify_area(star: Star, rows: Sequence[Row], given: Mapping[int, Row], wanted: Wanted) -> None:
    own = [given[row["id"]] for row in rows]
    assert len({row["who"] for row in own}) >= wanted.individuals
    classes = defaultdict(list)
    for row, first in zip(rows, own, strict=True):
        classes[tuple(row[key] for key in star.keys)].append(first)
    assert not any(class_fails(some, wanted) for some in classes.values())
    for key in star.keys:
        _verify_labels(star, key, {(first[key], row[key]) for row, first in
                                   zip(rows, own, strict=True)})  # fmt: skip


def _verify_labels(star: Star, key: str, pairs: set[tuple[Any, Any]]) -> None:
    """A value shows one label of its own, and all values below a label show it."""
    assert len({value for value, _ in pairs}) == len(pairs)
    tree = star.trees.get(key, {})
    top = {path[-1] for path in tree.values()}
    for value, label in pairs:
        if value is None:
            assert label is None or {label} == top
        else:
            assert label in tree.get(value, (value,))
    for _, label in pairs:
        levels = {level for path in tree.values() for level, own in enumerate(path) if own == label}
        for level in levels - {0}:
            below = {value for value, path in tree.items() if path[level] == label}
            told = {shown for value, shown in pairs if value in below}
            reached = any(v in below and s == label and tree[v].index(s) == level for v, s in pairs)
            assert not reached or told == {label}


def most_kept(star: Star, wanted: Wanted) -> int:
    """Return what is kept where the highest areas are shown with keys at their coarsest."""
    roots = defaultdict(list)
    for row in cleaned(star, wanted):
        roots[star.area[row["place"]][-1]].append(row)
    return sum(_kept(star, rows, _coarsest(star), wanted) for rows in roots.values())


def _coarsest(star: Star) -> Mapping[str, Mapping[Any, Any]]:
    return {key: {v: path[-1] for v, path in tree.items()} | _blank(tree)
            for key, tree in star.trees.items()}  # fmt: skip


def _blank(tree: Paths) -> dict[None, Any]:
    """What a missing value shows at the top: the one label of all, or nothing."""
    top = {path[-1] for path in tree.values()}
    return {None: top.pop() if len(top) == 1 else None}


def _kept(
    star: Star, rows: Sequence[Row], labels: Mapping[str, Mapping[Any, Any]], wanted: Wanted
) -> int:
    """Count the facts of an area whose classes hold, if they are of enough people."""
    classes = defaultdict(list)
    for row in rows:
        classes[tuple(labels.get(k, {}).get(row[k], row[k]) for k in star.keys)].append(row)
    fine = [row for some in classes.values() if not class_fails(some, wanted) for row in some]
    return len(fine) if len({row["who"] for row in fine}) >= wanted.individuals else 0


def cuts(tree: Paths) -> Iterator[Mapping[Any, Any]]:
    """Yield every way to show the values of a key: each node as it is, or what is below it."""
    depth = len(next(iter(tree.values())))
    whole = _blank(tree)
    for choice in _cuts(tree, depth - 1, sorted(tree)):
        at_top = all(label == tree[value][-1] for value, label in choice.items())
        yield {**choice, None: whole[None] if at_top else None}


def _cuts(tree: Paths, level: int, values: Sequence[Any]) -> Iterator[dict[Any, Any]]:
    groups = defaultdict(list)
    for value in values:
        groups[tree[value][level]].append(value)
    each = [list(_of_group(tree, level, label, some)) for label, some in groups.items()]
    for parts in product(*each):
        yield {value: label for part in parts for value, label in part.items()}


def _of_group(
    tree: Paths, level: int, label: str, values: Sequence[Any]
) -> Iterator[dict[Any, Any]]:
    yield dict.fromkeys(values, label)
    if level > 0:
        yield from _cuts(tree, level - 1, values)


def best_by_hand(star: Star, wanted: Wanted, *, whole: bool = False) -> tuple[int, int]:
    """Return the best that any choice of areas, labels and dropped classes reaches.

    The facts kept, then the sum over them of how many levels below the highest they are shown.
    Where areas are `whole`, none is shown within another.
    """
    rows = cleaned(star, wanted)
    depth = len(star.levels)
    nodes = sorted({(n, star.area[r["place"]][n]) for r in rows for n in range(depth)})
    labels = [
        dict(zip(star.trees, choice, strict=True))
        for choice in product(*(list(cuts(tree)) for tree in star.trees.values()))
    ]
    most = (0, 0)
    for chosen in product([False, True], repeat=len(nodes)):
        shown = {node for node, yes in zip(nodes, chosen, strict=True) if yes}
        if whole and any(len(shown & {*enumerate(path)}) > 1 for path in star.area.values()):
            continue
        parts = defaultdict(list)
        for row in rows:
            path = star.area[row["place"]]
            at = next(((n, path[n]) for n in range(depth) if (n, path[n]) in shown), None)
            parts[at].append(row)
        kept = {at: max(_kept(star, some, way, wanted) for way in labels)
                for at, some in parts.items() if at is not None}  # fmt: skip
        fine = sum(many * (depth - 1 - at[0]) for at, many in kept.items())
        most = max(most, (sum(kept.values()), fine))
    return most
