"""An independent judge of a release: its file read by other readers, its targets by definition.

Nothing here is imported from the library. Tables are small: lists of records, every definition
written out.
"""

from __future__ import annotations

import csv
import math
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pyreadstat
from pyarrow import feather, parquet

Row = dict[str, Any]
Rows = list[Row]
CLOSE = 1e-9
MARK = "SECRETVALUE7"
NUMBER = 918273645
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?")
NEVER = ("identifier", "individual", "household", "row")


# -- what other programs read ------------------------------------------------------------------


def read_by_others(path: Path) -> Iterator[tuple[str, Rows]]:
    """Yield the records of a file as each of several programs reads them."""
    for name, reader in _READERS[path.suffix]:
        yield name, [{k: plain(v) for k, v in row.items()} for row in reader(path)]


def plain(value: Any) -> Any:
    """Write a value one way: missing is None, whole numbers are whole, moments are text."""
    if value is None or value is pd.NaT or value is pd.NA or value == "":
        return None
    if isinstance(value, float | np.floating):
        number = float(value)
        if math.isnan(number):
            return None
        return int(number) if number.is_integer() else number
    if isinstance(value, np.generic):
        return value.item()
    return value if isinstance(value, str | int) else str(value)


def _by_csv(path: Path) -> Rows:
    separator = "\t" if path.suffix == ".tsv" else ","
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=separator))


def _by_pandas(path: Path) -> Rows:
    """Read with types guessed; the text NA is in the file for all to see, and is no gap.

    Whole numbers with gaps stay whole: as floats, those past 2^53 would be taken for each other.
    Those past 2^63 are read from their texts: pandas takes 2^64 - 1 for a gap.
    """
    separator = "\t" if path.suffix == ".tsv" else ","
    how = {"sep": separator, "keep_default_na": False, "na_values": [""]}
    exact = {"float_precision": "round_trip"} if pd.__version__ < "3" else {}  # theirs since
    frame = pd.read_csv(path, dtype_backend="numpy_nullable", **exact, **how)
    large = [name for name in frame.columns if frame[name].dtype == "UInt64"]
    texts = pd.read_csv(path, dtype=str, **how)[large]
    found = frame.astype(object).where(frame.notna(), None)
    whole = {name: texts[name].map(int, na_action="ignore") for name in large}
    return _rows(
        found.assign(**{n: v.astype(object).where(v.notna(), None) for n, v in whole.items()})
    )


def _rows(frame: pd.DataFrame) -> Rows:
    columns = {name: frame[name].tolist() for name in frame.columns}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _by_excel(path: Path) -> Rows:
    """Read a sheet from the XML inside: its cells as they are stored."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(path) as book:
        shared = []
        if "xl/sharedStrings.xml" in book.namelist():
            root = ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314 (written by ourselves)
            shared = ["".join(t.text or "" for t in si.iter(f"{space}t")) for si in root]
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314 (written by ourselves)
    lines = [
        {_letters(cell.get("r", "")): _cell(cell, space, shared) for cell in row}
        for row in sheet.iter(f"{space}row")
    ]
    head = lines[0]
    return [{name: line.get(place) for place, name in head.items()} for line in lines[1:]]


def _letters(place: str) -> str:
    return place.rstrip("0123456789")


def _cell(cell: Any, space: str, shared: Sequence[str]) -> Any:
    if cell.get("t") == "inlineStr":
        return "".join(t.text or "" for t in cell.iter(f"{space}t"))
    found = cell.find(f"{space}v")
    if found is None or found.text is None:
        return None
    if cell.get("t") == "s":
        return shared[int(found.text)]
    return found.text if cell.get("t") in ("str", "b") else float(found.text)


def _by_stata(path: Path) -> Rows:
    return _rows(pyreadstat.read_dta(str(path))[0])


_READERS: dict[str, list[tuple[str, Callable[[Path], Rows]]]] = {
    ".csv": [("csv", _by_csv), ("pandas", _by_pandas)],
    ".tsv": [("csv", _by_csv), ("pandas", _by_pandas)],
    ".parquet": [("pyarrow", lambda path: parquet.read_table(path).to_pylist())],
    ".arrow": [("pyarrow", lambda path: feather.read_table(path).to_pylist())],
    ".xlsx": [("the XML of the sheet", _by_excel)],
    ".dta": [("pyreadstat", _by_stata), ("pandas", lambda path: _rows(pd.read_stata(path)))],
    ".sav": [("pyreadstat", lambda path: _rows(pyreadstat.read_sav(str(path))[0]))],
    ".xpt": [("pyreadstat", lambda path: _rows(pyreadstat.read_xport(str(path))[0]))],
}


# -- who is counted with whom ------------------------------------------------------------------


@dataclass(frozen=True)
class File:
    """The records of a release as read, and what is known of them beside the file.

    Parameters
    ----------
    rows
        The records.
    keys, sensitive, weight
        The columns of the file that have these roles.
    people, homes
        For each record, the person and the household, from the original file; ``None`` where the
        plan declares none.
    before
        The original of each record, for what is matched with a population.
    population
        The people that the records were drawn from, with the original keys.
    """

    rows: Rows
    keys: Sequence[str]
    sensitive: Sequence[str] = ()
    weight: str | None = None
    people: Sequence[Any] | None = None
    homes: Sequence[Any] | None = None
    before: Rows = field(default_factory=list)
    originals: Rows = field(default_factory=list)
    places: Sequence[int] = ()
    population: Rows | None = None

    def company(self, rule: str, keys: Sequence[str] | None = None) -> list[list[int]]:
        """For each record, those that it is counted with, itself included."""
        table = [tuple(row[name] for name in keys or self.keys) for row in self.rows]
        cache = {one: [j for j, other in enumerate(table) if _alike(one, other, rule)]
                 for one in set(table)}  # fmt: skip
        return [cache[one] for one in table]

    def sizes(self, rule: str, keys: Sequence[str] | None = None) -> list[int]:
        """For each record, the number of people that it is counted with."""
        return [self.number(others) for others in self.company(rule, keys)]

    def number(self, records: Sequence[int]) -> int:
        """Count people: records, where nobody says who they are about."""
        if self.people is None:
            return len(records)
        return max(len({self.people[place] for place in records} - {None}), 1)

    def parts(self) -> list[float]:
        """For each record, its part of a person, who counts once among those with their keys."""
        if self.people is None:
            return [1.0] * len(self.rows)
        keys = [tuple(row[name] for name in self.keys) for row in self.rows]
        cells = list(zip(keys, self.people, strict=True))
        peopled = {group for group, who in cells if who is not None}
        number = Counter(cells)
        return [
            0.0 if who is None and group in peopled else 1 / number[group, who]
            for group, who in cells
        ]

    def mean(self, values: Sequence[float]) -> float:
        """Return the mean over people."""
        parts = self.parts()
        return sum(v * part for v, part in zip(values, parts, strict=True)) / sum(parts)

    def stands_for(self, records: Sequence[int]) -> float:
        """Return the sum of weights; each person once, with their smallest weight in a group."""
        assert self.weight is not None
        weights = {place: float(self.rows[place][self.weight]) for place in records}
        if self.people is None:
            return sum(weights.values())
        least: dict[Any, float] = {}
        for place in records:
            who = (tuple(self.rows[place][name] for name in self.keys), self.people[place])
            least[who] = min(weights[place], least.get(who, math.inf))
        told = {who[0] for who in least if who[1] is not None}  # unknown people count where alone
        least = {who: w for who, w in least.items() if who[1] is not None or who[0] not in told}
        return sum(least.values()) / len(least) * self.number(records)

    def telling(self, column: str, records: Sequence[int]) -> int:
        """Count the people whose value of a column is known."""
        told = [place for place in records if self.rows[place][column] is not None]
        return self.number(told) if told else 0

    def known(self, column: str, records: Sequence[int]) -> Counter[Any]:
        """Count the known values of a column."""
        told = [(v, place) for place in records if (v := self.rows[place][column]) is not None]
        if self.people is None:
            return Counter(value for value, _ in told)
        having: dict[Any, set[Any]] = {}
        for value, place in told:
            having.setdefault(value, set()).add(self.people[place])
        return Counter({value: max(len(who - {None}), 1) for value, who in having.items()})


def _alike(one: Sequence[Any], other: Sequence[Any], rule: str) -> bool:
    pairs = zip(one, other, strict=True)
    if rule == "category":
        return all(a == b for a, b in pairs)
    if rule == "wildcard":
        return all(a is None or b is None or a == b for a, b in pairs)
    return all(a is None or a == b for a, b in pairs)


# -- the targets, by definition ----------------------------------------------------------------


def refused(file: File, measure: str, given: Mapping[str, Any]) -> bool:
    """Whether the file misses the target of a measure, by more than rounding."""
    if measure in BY_DISTANCE and "most" not in given:
        return False
    return measure in JUDGES and not JUDGES[measure](file, dict(given))


def _k_anonymity(file: File, given: Mapping[str, Any]) -> bool:
    rule, wanted = given.get("missing", "known"), given.get("combinations")
    sets = [tuple(file.keys)]
    if isinstance(wanted, int):
        sets = list(combinations(file.keys, min(wanted, len(file.keys))))
    return all(min(file.sizes(rule, keys)) >= given["k"] for keys in sets)


def _attackers(file: File, given: Mapping[str, Any]) -> bool:
    return 1 / min(file.sizes(given.get("missing", "known"))) <= given["most"] + CLOSE


def _sample_uniques(file: File, given: Mapping[str, Any]) -> bool:
    alone = [size == 1 for size in file.sizes(given.get("missing", "known"))]
    return file.mean(alone) <= given["most"] + CLOSE


def _average_risk(file: File, given: Mapping[str, Any]) -> bool:
    risks = [1 / size for size in file.sizes(given.get("missing", "known"))]
    return file.mean(risks) <= given["most"] + CLOSE


def _columns(file: File, given: Mapping[str, Any]) -> list[str]:
    named = given.get("column")
    return [named] if named else list(file.sensitive)


def _histograms(file: File, given: Mapping[str, Any]) -> Iterator[tuple[str, Counter[Any]]]:
    groups = {tuple(one) for one in file.company(given.get("missing", "known"))}
    for column in _columns(file, given):
        for group in groups:
            yield column, file.known(column, group)


def _l_diversity(file: File, given: Mapping[str, Any]) -> bool:
    """No level is above the number of people: five values of one person are not five of many."""
    kind, c = given.get("kind", "distinct"), given.get("c", 1.0)
    for group in {tuple(one) for one in file.company(given.get("missing", "known"))}:
        for column in _columns(file, given):
            level = _level(file.known(column, group), kind, c)
            if min(level, file.telling(column, group)) < given["l"] * (1 - CLOSE):
                return False
    return True


def _level(counts: Counter[Any], kind: str, c: float) -> float:
    if kind == "distinct" or not counts:
        return len(counts)
    ranked, total = sorted(counts.values(), reverse=True), sum(counts.values())
    if kind == "entropy":
        return math.exp(-sum(n / total * math.log(n / total) for n in ranked))
    if kind == "recursive":
        return sum(ranked[0] < c * sum(ranked[place:]) for place in range(len(ranked)))
    digamma = [0.0, *(_psi_half(n // 2) for n in range(1, total + 1))]
    sums = sum(n * (digamma[total] - digamma[n]) for n in ranked) / total
    return min(math.exp(sums), len(ranked))


def _psi_half(n: int) -> float:
    """ψ(n + 1/2) + ln 2, by its sum: −γ − ln 2 + 2 Σ 1/(2j−1)."""
    return -0.5772156649015329 - math.log(2) + 2 * sum(1 / (2 * j - 1) for j in range(1, n + 1))


def _shares(file: File, given: Mapping[str, Any]) -> Iterator[tuple[dict[Any, float], Any]]:
    """Yield the shares of values in the whole file, and in each group that knows some."""
    everybody = range(len(file.rows))
    for column, counts in _histograms(file, given):
        if not counts:
            continue
        whole, total = file.known(column, everybody), sum(counts.values())
        all_ = sum(whole.values())
        spread = {value: number / all_ for value, number in whole.items()}
        yield spread, {value: counts[value] / total for value in whole}


def _of_one(file: File, given: Mapping[str, Any]) -> bool:
    """Say whether a group shows values of one person, where people are told apart."""
    company = file.company(given.get("missing", "known")) if file.people is not None else []
    columns = _columns(file, given)
    return any(file.telling(column, others) == 1 for column in columns for others in company)


def _t_closeness(file: File, given: Mapping[str, Any]) -> bool:
    if _of_one(file, given):
        return False
    ordered = given.get("distance") == "ordered"
    distance = _ordered if ordered else _equal
    return all(distance(p, q) <= given["t"] + CLOSE for p, q in _shares(file, given))


def _equal(p: Mapping[Any, float], q: Mapping[Any, float]) -> float:
    return sum(abs(q[value] - p[value]) for value in p) / 2


def _ordered(p: Mapping[Any, float], q: Mapping[Any, float]) -> float:
    gaps = np.cumsum([q[value] - p[value] for value in _in_order(p)])
    return float(np.abs(gaps).sum()) / max(len(p) - 1, 1)


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Order values as numbers where each is one, as text otherwise: "01" and "1.0" are texts."""
    listed = list(values)
    texts = [value for value in listed if isinstance(value, str)]
    numbers = all(
        isinstance(value, int | float | Decimal) for value in listed if value not in texts
    )
    told = all(_NUMBER.fullmatch(text) for text in texts)
    if told and numbers and len({Decimal(value) for value in listed}) == len(listed):
        return sorted(listed, key=Decimal)
    return sorted(listed, key=str)


def _beta_likeness(file: File, given: Mapping[str, Any]) -> bool:
    enhanced = given.get("kind") == "enhanced"
    if _of_one(file, given):
        return False
    for p, q in _shares(file, given):
        for value, share in p.items():
            most = min(given["beta"], -math.log(share)) if enhanced else given["beta"]
            if (q[value] - share) / share > most + CLOSE:
                return False
    return True


def _delta_disclosure(file: File, given: Mapping[str, Any]) -> bool:
    base = {"e": math.e, "2": 2.0, "10": 10.0}[given.get("base", "e")]
    if _of_one(file, given):
        return False
    for p, q in _shares(file, given):
        for value, share in p.items():
            if q[value] == 0:
                if given.get("absent", "all") == "all":
                    return False
            elif abs(math.log(q[value] / share, base)) > given["delta"] + CLOSE:
                return False
    return True


def _homogeneity(file: File, given: Mapping[str, Any]) -> bool:
    share, away = given.get("share", 1.0), set()
    for column in _columns(file, given):
        for place, others in enumerate(file.company(given.get("missing", "known"))):
            counts = file.known(column, others)
            alone = file.telling(column, others) == 1
            if counts and (alone or max(counts.values()) >= share * counts.total() - CLOSE):
                away.add(place)
    return file.mean([place in away for place in range(len(file.rows))]) <= given["most"] + CLOSE


def _risks(file: File, given: Mapping[str, Any]) -> list[float]:
    """E(1/F) of each record: f people seen, of an estimated F."""
    cache: dict[tuple[int, ...], float] = {}
    for others in map(tuple, file.company(given.get("missing", "known"))):
        if others not in cache:
            seen = file.number(others)
            cache[others] = expected_inverse(seen, min(seen / file.stands_for(others), 1.0))
    return [cache[tuple(others)] for others in file.company(given.get("missing", "known"))]


def expected_inverse(f: int, p: float) -> float:
    """E(1/F), F negative binomial: (p/f) Σ (1−p)^n n! / ((f+1)…(f+n)), until nothing is added."""
    places = np.arange(1, int(40 / max(p, 1e-4)) + 50)
    terms = np.cumprod((1 - p) * places / (f + places))
    return float(p / f * (1 + terms.sum()))


def _individual_risk(file: File, given: Mapping[str, Any]) -> bool:
    return max(_risks(file, given)) <= given["most"] * (1 + 1e-6)


def _told(members: Mapping[tuple[Any, Any], float]) -> list[float]:
    """Leave out the unknown who may be somebody with the same keys."""
    peopled = {keys for keys, who in members if who is not None}
    return [r for (keys, who), r in members.items() if who is not None or keys not in peopled]


def _household_risk(file: File, given: Mapping[str, Any]) -> bool:
    assert file.homes is not None
    members: dict[Any, dict[Any, float]] = {}  # somebody is one, however many records are alike
    for place, risk in enumerate(_risks(file, given)):
        home = file.homes[place]
        name = ("alone", place) if home is None else ("home", home)
        who = place if file.people is None else file.people[place]
        keys = tuple(file.rows[place][key] for key in file.keys)
        members.setdefault(name, {})[keys, who] = risk
    safe = {name: math.prod(1 - risk for risk in _told(own)) for name, own in members.items()}
    return max(1 - chance for chance in safe.values()) <= given["most"] * (1 + 1e-6)


def _k_map(file: File, given: Mapping[str, Any]) -> bool:
    """Nobody of the population is left out who could show the values of a record."""
    if file.population is None:
        return True
    became: dict[str, dict[Any, set[Any]]] = {name: {} for name in file.keys}
    for row, old in zip(file.rows, file.before, strict=True):
        for name in file.keys:
            became[name].setdefault(old.get(name), set()).add(row[name])
    shown = {tuple(row[name] for name in file.keys) for row in file.rows}
    for values in shown:
        people = sum(
            all(
                value is None or person[name] not in became[name]
                or value in became[name][person[name]]
                for name, value in zip(file.keys, values, strict=True)
            )
            for person in file.population
        )  # fmt: skip
        if people < given["k"]:
            return False
    return True


def _numbers(rows: Rows, columns: Sequence[str]) -> list[list[float | None]]:
    told = [[row.get(name) for name in columns] for row in rows]
    return [[None if v is None or math.isnan(float(v)) else float(v) for v in row] for row in told]


def _linkage(file: File, given: Mapping[str, Any]) -> bool:
    """The right original is among the nearest for few enough, equally near ones sharing."""
    columns = given["columns"]
    old, new = _numbers(file.originals, columns), _numbers(file.rows, columns)
    credit = 0.0
    for row, own in zip(new, file.places, strict=True):
        shown = [at for at, value in enumerate(row) if value is not None]
        known = [at for at, one in enumerate(old) if all(one[c] is not None for c in shown)]
        if own not in known:
            continue
        spread = {c: float(np.std([old[at][c] for at in known])) for c in shown}
        far = {
            at: math.sqrt(sum(((old[at][c] - row[c]) / spread[c]) ** 2 for c in shown if spread[c]))  # type: ignore[operator]
            for at in known
        }
        near = [at for at in known if far[at] <= min(far.values()) + 1e-9]
        credit += (own in near) / len(near)
    return credit / len(new) <= given["most"] + CLOSE


def _interval_disclosure(file: File, given: Mapping[str, Any]) -> bool:
    """In no column are too many originals near the released number."""
    width = given.get("width", 0.05)
    for name in given["columns"]:
        pairs = [(a[0], b[0]) for a, b in zip(_numbers(file.before, [name]),
                 _numbers(file.rows, [name]), strict=True) if None not in (a[0], b[0])]  # fmt: skip
        after = sorted(b for _, b in pairs)  # type: ignore[type-var]
        steps, inside = int(width * len(after) + CLOSE), 0
        half = width * float(np.std(after, ddof=1)) if len(after) > 1 else 0.0
        for one, shown in pairs:
            low = max(after.index(shown) - steps, 0)
            high = min(len(after) - 1 - after[::-1].index(shown) + steps, len(after) - 1)
            ranked = after[low] <= one <= after[high]  # type: ignore[operator]
            near = abs(one - shown) < half * (1 - 1e-6) or one == shown  # type: ignore[operator]
            inside += ranked if given.get("kind") == "rank" else near
        if pairs and inside / len(pairs) > given["most"] + CLOSE:
            return False
    return True


BY_DISTANCE = ("linkage", "interval_disclosure")
JUDGES: dict[str, Callable[[File, Mapping[str, Any]], bool]] = {
    "k_anonymity": _k_anonymity,
    "attackers": _attackers,
    "sample_uniques": _sample_uniques,
    "average_risk": _average_risk,
    "l_diversity": _l_diversity,
    "t_closeness": _t_closeness,
    "beta_likeness": _beta_likeness,
    "delta_disclosure": _delta_disclosure,
    "homogeneity": _homogeneity,
    "individual_risk": _individual_risk,
    "household_risk": _household_risk,
    "k_map": _k_map,
    "linkage": _linkage,
    "interval_disclosure": _interval_disclosure,
}


# -- what may be in the file at all ------------------------------------------------------------


def unaccounted(
    columns: Sequence[str],
    roles: Mapping[str, str],
    accepted: Sequence[str],
    looked_at: Sequence[str],
) -> list[str]:
    """Return the columns that leave though no measure looks at them and nobody accepted them."""
    fine = {"key", "area", "weight", *NEVER}
    return [
        name
        for name in columns
        if roles.get(name, "made") not in {*fine, "made"}
        and name not in accepted
        and name not in looked_at
    ]


def marked_cells(rows: Rows, columns: Sequence[str]) -> list[str]:
    """Return the columns of which a cell bears the mark of what must never leave."""
    return [name for name in columns if any(is_marked(row.get(name)) for row in rows)]


def is_marked(value: Any) -> bool:
    """Whether a value bears the mark of a person, a household or a record number."""
    return MARK in str(value) or str(NUMBER)[:5] in str(value)
