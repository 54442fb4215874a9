"""Targeted swapping, held against a checker that reads its definition record by record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Context, Dataset, Hierarchy
from discret.errors import ColumnError, InputError, ParameterError
from discret.parts.ahead import Ahead
from discret.quantify import DetailLost, Marginals
from discret.reduce import Swap
from strategies import examples

AREAS = ["region", "town"]
KEYS = ["sex", "age"]
Row = dict[str, Any]


def drawn(records: int, seed: int, *, missing: float = 0.0) -> pl.DataFrame:
    """People in homes, towns and regions; `spot` is one of its own for each home."""
    rng = np.random.default_rng(seed)
    homes = max(records // 2, 1)
    home = rng.integers(0, homes, records)
    town = rng.integers(0, 9, homes)
    age = pl.Series(rng.integers(0, 4, records)).set(pl.Series(rng.random(records) < missing), None)
    return pl.DataFrame({
        "home": home, "region": pl.Series(["n", "s", "é"])[(town // 3)[home]],
        "town": (town % 3)[home], "spot": home * 7,
        "type": rng.choice(["flat", "house"], homes)[home],
        "sex": rng.choice(["f", "m"], records), "age": age,
        "who": pl.Series(rng.integers(0, max(records - 3, 1), records)).cast(pl.String),
    })  # fmt: skip


def swapped(frame: pl.DataFrame, seed: int = 1, roles: Any = None, **settings: Any) -> Any:
    data = Dataset.of(frame, **{"key": KEYS, "household": "home"} | (roles or {}))
    settings = {"columns": AREAS, "along": ["spot"]} | settings
    method = Swap(kind="targeted", **settings)
    change = method.apply(data, Context(rng=np.random.default_rng(seed)))
    return change.data.to_polars(), change.facts


@dataclass
class Checker:
    """What the definition says of a file and what became of it, in plain Python."""

    before: list[Row]
    after: list[Row]
    k: int
    share: float
    similar: Sequence[Sequence[str]]
    person: str | None = None

    def __post_init__(self) -> None:
        self.members: dict[Any, list[Row]] = {}
        for row in self.before:
            self.members.setdefault(row["home"], []).append(row)
        self.shown = {row["home"]: row for row in self.after}
        at = {row["spot"]: row["home"] for row in self.before}
        self.partner = {home: at[row["spot"]] for home, row in self.shown.items()}
        self.risk = {home: self._risk(home) for home in self.members}

    def _alike(self, row: Row, depth: int) -> int:
        """How many people carry every key and area that a record still shows."""
        asked = [name for name in [*KEYS, *AREAS[:depth]] if row[name] is not None]
        found = [one for one in self.before if all(one[name] == row[name] for name in asked)]
        return len({one[self.person] for one in found}) if self.person else len(found)

    def _risk(self, home: Any) -> int:
        """The widest level at which a member is rare; past the last if at none."""
        for depth in range(1, len(AREAS) + 1):
            if any(self._alike(row, depth) < self.k for row in self.members[home]):
                return depth
        return len(AREAS) + 1

    def _place(self, home: Any, depth: int) -> tuple[Any, ...]:
        return tuple(self.members[home][0][name] for name in AREAS[:depth])

    def _level(self, home: Any) -> int:
        """The first level at which a home and its partner are in different areas."""
        other = self.partner[home]
        return next(d for d in (1, 2) if self._place(home, d) != self._place(other, d))

    def _made_up(self, home: Any, names: Sequence[str]) -> Counter[tuple[Any, ...]]:
        return Counter(tuple(row[name] for name in names) for row in self.members[home])

    def check(self, facts: Any) -> None:
        moved = {home for home, other in self.partner.items() if home != other}
        for home, other in self.partner.items():
            assert self.partner[other] == home  # who exchanges does so once
        for one, two in zip(self.before, self.after, strict=True):
            partner = self.members[self.partner[one["home"]]][0]
            for name, value in two.items():  # all members get all of the other's place
                assert value == (partner if name in (*AREAS, "spot") else one)[name]
        by_profile: Counter[int] = Counter()
        for home in moved:
            profiles = [
                place
                for place, names in enumerate(self.similar or [()])
                if self._made_up(home, names) == self._made_up(self.partner[home], names)
            ]
            assert profiles
            by_profile[profiles[0]] += 1
        left = [
            h for h, at in self.risk.items() if at <= 2 and (h not in moved or self._level(h) > at)
        ]
        owed = ceil(self.share * len(self.members) - 1e-9)
        assert facts["households"] == len(self.members)
        assert facts["swapped"] == len(moved)
        assert facts["at_risk"] == sum(at <= 2 for at in self.risk.values())
        assert facts["left"] == len(left)
        assert facts["short"] == max(owed - len(moved), 0)
        levels = Counter(AREAS[self._level(home) - 1] for home in moved)
        assert facts["swapped_at"] == {name: levels[name] for name in AREAS}
        if self.similar and len(self.similar) == 1:
            assert facts["profiles"] == {"1": by_profile[0]}
        self._check_kept()

    def _check_kept(self) -> None:
        """What each area keeps: homes of each size, people by what all profiles name."""
        common = set.intersection(*map(set, self.similar or [()]))

        def counts(rows: list[Row], depth: int) -> Any:
            sizes = Counter(row["home"] for row in rows)
            where = {row["home"]: tuple(row[name] for name in AREAS[:depth]) for row in rows}
            people = Counter(
                (tuple(r[n] for n in AREAS[:depth]), *(r[n] for n in sorted(common))) for r in rows
            )
            return Counter((where[home], size) for home, size in sizes.items()), people

        for depth in (1, 2):
            assert counts(self.before, depth) == counts(self.after, depth)


@examples(60)
@given(
    st.integers(30, 120), st.integers(0, 10**6), st.sampled_from([2, 3, 5]),
    st.sampled_from([0.01, 0.2, 0.9]),
    st.sampled_from([(), (("type",),), (("sex",),), (("type", "sex"), ("type",), ())]),
    st.sampled_from([0.0, 0.2]), st.booleans(),
)  # fmt: skip
def test_swaps_are_as_defined(
    records: int, seed: int, k: int, share: float, similar: Any, missing: float, people: bool
) -> None:
    frame = drawn(records, seed, missing=missing)
    roles = {"individual": "who"} if people else {}
    after, facts = swapped(frame, seed, roles, k=k, share=share, similar=similar)
    person = "who" if people else None
    checker = Checker(frame.to_dicts(), after.to_dicts(), k, share, similar, person)
    checker.check(facts)


def test_everybody_at_risk_is_served_where_somebody_similar_lives_elsewhere() -> None:
    """With one level and homes of one size nobody is left, but where one area has most of them."""
    homes = pl.int_range(100) // 2
    frame = drawn(100, 3).with_columns(home=homes, spot=homes, town=homes % 3)
    _, facts = swapped(frame, columns=["town"], k=9, share=0.01)
    assert facts["at_risk"] > 0
    assert facts["left"] == 0


def test_a_household_at_risk_in_its_region_leaves_the_region() -> None:
    common = [{"home": n, "region": "ns"[n % 2], "town": n // 2 % 2, "sex": "f", "age": 1}
              for n in range(40)]  # fmt: skip
    rare = {**common[0], "home": 99, "region": "n", "sex": "m"}
    frame = pl.DataFrame([*common, rare]).with_columns(spot=pl.col("home"))
    after, facts = swapped(frame, k=2, share=0.01)
    assert facts["at_risk_at"] == {"region": 1, "town": 0}
    assert facts["swapped_at"] == {"region": 2, "town": 0}
    assert after.filter(home=99)["region"].to_list() == ["s"]


def test_only_what_is_rare_in_a_town_stays_in_the_region() -> None:
    common = [{"home": n, "region": "ns"[n % 2], "town": n // 2 % 4, "sex": "f", "age": 1}
              for n in range(80)]  # fmt: skip
    rare = [{**common[0], "home": 99 + n, "town": n, "sex": "m"} for n in range(2)]
    frame = pl.DataFrame([*common, *rare]).with_columns(spot=pl.col("home"))
    after, facts = swapped(frame, k=2, share=0.01)
    assert facts["at_risk_at"] == {"region": 0, "town": 2}
    assert after["region"].equals(frame["region"])
    assert facts["swapped"] == 2  # the two at risk exchange with one another
    assert after.filter(home=99)["town"].to_list() == [1]


def test_others_are_drawn_alike_until_the_share_is_met() -> None:
    """Without any risk each household is swapped with the chance of the share: five errors."""
    towns = [n % 4 for n in range(80)]
    frame = pl.DataFrame({"home": range(80), "region": ["n"] * 80, "town": towns, "spot": range(80),
                          "sex": ["f"] * 80, "age": [1] * 80})  # fmt: skip
    draws, moved = 400, np.zeros(80)
    for seed in range(draws):
        after, facts = swapped(frame, seed, share=0.25, k=2)
        assert facts["swapped"] == 20
        moved += (after["spot"] != frame["spot"]).to_numpy()
    assert moved / draws == pytest.approx(0.25, abs=5 * np.sqrt(0.25 * 0.75 / draws))


def test_without_households_records_or_people_move_by_themselves() -> None:
    frame = drawn(200, 5).with_columns(spot=pl.int_range(200))
    after, facts = swapped(frame, roles={"household": None}, columns=["town"], share=0.5)
    assert facts["households"] == 200
    assert facts["swapped"] >= 100
    assert sorted(after["spot"]) == list(range(200))
    twice = pl.concat([frame.with_columns(who=pl.col("spot").cast(pl.String))] * 2)
    after, facts = swapped(
        twice, roles={"household": None, "individual": "who"}, columns=["town"], share=0.5
    )
    assert facts["households"] == 200
    assert after[:200].equals(after[200:])


def test_areas_of_a_hierarchy_are_levels_above() -> None:
    frame = drawn(300, 8).with_columns(code=pl.col("region") + pl.col("town").cast(pl.String))
    coarser = {"code": Hierarchy.from_prefixes(1)}
    roles = {"area": "code", "hierarchies": coarser}
    after, facts = swapped(frame, roles=roles, columns=[], k=4, share=0.05)
    assert list(facts["at_risk_at"]) == ["code: 1", "code"]
    two, same = swapped(frame, k=4, share=0.05)
    assert facts["at_risk_at"] == dict(
        zip(facts["at_risk_at"], same["at_risk_at"].values(), strict=True)
    )
    assert after["spot"].equals(two["spot"])


def test_what_is_kept_apart_stays_apart() -> None:
    frame = drawn(300, 9)
    _, facts = swapped(frame, by=["type"], similar=[["sex"], []], share=0.9)
    after, same = swapped(frame, similar=[["type", "sex"], ["type"]], share=0.9)
    assert facts == same
    counts = [sorted(t.group_by("region", "town", "type").len().rows()) for t in (frame, after)]
    assert counts[0] == counts[1]


def test_a_plan_is_told_which_roles_are_lacking() -> None:
    frame = drawn(50, 1)
    for roles, lacking in (
        ({"key": KEYS}, "area"),
        ({"area": "town", "unexamined": ["town"]}, "key"),
    ):
        data = Dataset.of(frame, **roles)  # type: ignore[arg-type]
        told = list(Swap(kind="targeted").foreseen(Ahead(data=data)))
        assert any(lacking in one for one in told)
    assert list(Swap(kind="targeted").foreseen(Ahead(data=Dataset.of(frame, area="town")))) == []
    assert list(Swap(columns=["age"]).foreseen(Ahead(data=Dataset.of(frame)))) == []


def test_households_without_an_area_stay() -> None:
    frame = drawn(200, 4).with_columns(
        town=pl.when(pl.col("home") < 20).then(None).otherwise(pl.col("town"))
    )
    after, _ = swapped(frame, share=1.0)
    lost = frame["town"].is_null()
    assert after["town"].is_null().equals(lost)
    assert after.filter(lost).equals(frame.filter(lost))


def test_no_detail_is_lost_and_margins_stay() -> None:
    frame = drawn(300, 6)
    data = Dataset.of(frame, key=[*KEYS, *AREAS], household="home")
    after = Swap(kind="targeted", columns=AREAS, along=["spot"]).apply(data, Context()).data
    assert DetailLost().compare(data, after).value == 0
    assert Marginals().compare(data, after).value == 0


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"columns": ["town", "region"]}, None, ""),  # towns are numbered anew in each region
        ({"columns": ["place", "region"]}, ColumnError, "'region' is wider than 'place'"),
        ({"columns": ["type"], "similar": [["type"]]}, ColumnError, "kept apart"),
        ({"columns": ["type"], "by": ["spot"]}, ColumnError, "kept apart"),
        ({"columns": ["sex"]}, InputError, "several values of 'sex'"),
        ({"along": ["age"]}, InputError, "several values of 'age'"),
        ({"columns": ["nowhere"]}, ColumnError, "nowhere"),
        ({"similar": [["nowhere"]]}, ColumnError, "nowhere"),
        ({"similar": [["own"]]}, InputError, "no household has a similar one"),
        ({"columns": ["one"]}, InputError, "no household has a similar one"),
        ({"columns": []}, InputError, "area"),
        ({"along": ["town"]}, ParameterError, "along"),
        ({"k": 1}, ParameterError, "k"),
    ],
)
def test_what_cannot_be_is_refused(settings: Any, error: Any, words: str) -> None:
    frame = drawn(120, 2).with_columns(
        own=pl.int_range(120), one=pl.lit("x"),
        place=pl.col("region") + pl.col("town").cast(pl.String),
    )  # fmt: skip
    if error is None:
        swapped(frame, **settings)
        return
    with pytest.raises(error, match=words):
        swapped(frame, **settings)


@pytest.mark.parametrize("settings", [{"similar": [["x"]]}, {"along": ["x"]}])
def test_what_goes_with_targeted_goes_with_no_other(settings: Any) -> None:
    with pytest.raises(ParameterError, match="targeted"):
        Swap(columns=["y"], **settings)
    with pytest.raises(ParameterError, match="columns"):
        Swap(kind="random")
