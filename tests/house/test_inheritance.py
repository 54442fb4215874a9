"""What a method makes inherits what it was made from, whatever the method."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any, ClassVar

import narwhals as nw
import polars as pl
import pytest

from discret import Context, Dataset, Plan, Role
from discret.assess import KAnonymity
from discret.errors import ColumnError, DiscretError
from discret.parts import Change, Method
from discret.reduce import Calibrate, Grid, Recode
from discret.words import Words
from every_part import COSTS, REDUCTIONS, RISKS, context, dataset, label

STRICTEST_FIRST = [
    ["identifier"], ["individual"], ["household"], ["row"], ["key", "area"], ["number"],
    ["sensitive"], ["weight"], ["ignored"],
]  # fmt: skip
STRICTNESS = {Role(name): -place for place, names in enumerate(STRICTEST_FIRST) for name in names}
# What a method takes away and makes nothing of: it names people, and would leave at the gate.
ONLY_DROPS = {"climb_areas": (Role.IDENTIFIER, Role.INDIVIDUAL)}
each_method = pytest.mark.parametrize("method", REDUCTIONS, ids=label)


def places(n: int = 40) -> pl.DataFrame:
    """People two hundred metres apart."""
    return pl.DataFrame({
        "x": [4252450.0 + 200 * i for i in range(n)],
        "y": [2029801.0 + i for i in range(n)],
        "sex": ["f", "m"] * (n // 2),
    })  # fmt: skip


def with_roles(frame: pl.DataFrame, **roles: Role) -> Dataset:
    stated: dict[str, Any] = {}
    for name, role in roles.items():
        if role is not Role.IGNORED:
            stated.setdefault(str(role), []).append(name)
    return Dataset.of(frame, **{r: n[0] if Role(r).single else n for r, n in stated.items()})


@each_method
def test_every_column_has_a_role_and_every_role_a_column(method: Method) -> None:
    after = method.apply(dataset(), context()).data
    assert set(after.roles) == set(after.to_polars().columns)
    assert set(after.hierarchies) <= set(after.roles)
    assert set(after.lineage) <= set(after.roles)
    assert all(len(after.columns(role)) <= 1 for role in Role if role.single and role != Role.KEY)


@each_method
def test_no_column_is_less_protected_than_before(method: Method) -> None:
    before = dataset()
    after = method.apply(before, context()).data
    dropped = ONLY_DROPS.get(method.name, ())
    gone = [role for name, role in before.roles.items() if name not in after.roles]
    gone = [role for role in gone if role not in dropped]
    for name, role in after.roles.items():
        if name in before.roles:
            assert STRICTNESS[role] >= STRICTNESS[before.roles[name]]
        else:
            assert STRICTNESS[role] >= max(
                (STRICTNESS[one] for one in gone), default=min(STRICTNESS.values())
            )


@pytest.mark.parametrize(
    ("one", "other"),
    [(one, other) for one, other in product(Role, Role) if one != other or not one.single],
)
def test_a_square_has_the_stricter_role_of_its_coordinates(one: Role, other: Role) -> None:
    data = with_roles(places(), x=one, y=other, sex=Role.KEY)
    for into in ("square", "x", "y"):
        squares = Grid(side=200, into=into).apply(data, Context()).data
        table = squares.to_polars()
        assert set(squares.roles) == set(table.columns) == {"sex", into}
        assert table[into][0].startswith("CRS3035RES200m")
        assert STRICTNESS[squares.roles[into]] == max(STRICTNESS[one], STRICTNESS[other])


def test_squares_of_key_coordinates_are_judged() -> None:
    data = Dataset.of(places(), key=["sex", "x", "y"])
    release = Plan(assess=[KAnonymity(k=2)], reduce=[Grid(side=200)]).run(data, seed=1)
    alone = release.data.to_polars().group_by("sex", "cell").len()["len"].min()
    assert (release.met, release.risk[0].value, alone) == (False, 1, 1)


@pytest.mark.parametrize("part", [*RISKS, *COSTS], ids=label)
def test_measures_take_a_key_that_the_original_lacks(part: Any) -> None:
    """No crash: a finding, or a refusal in words."""
    data = dataset(key=["sex", "income", "age"], sensitive=["illness"], area=None)
    after = Grid(x="income", y="income", side=500).apply(data, context()).data
    after = Recode(column="cell", mapping={after.values("cell")[0]: "*"}).apply(after, context())
    with suppress(
        DiscretError
    ):  # a column that the part names is gone, or the population has no squares
        _ = part.assess(after.data) if hasattr(part, "assess") else part.compare(data, after.data)


def test_calibrated_weights_are_as_strict_as_those_they_start_from() -> None:
    frame = places().with_columns(d=pl.lit(2.0), w=pl.lit(3.0))
    wish = Calibrate(margins=["sex"], start="d", target="w")
    for role in Role:
        if role not in (Role.WEIGHT, Role.ROW):
            data = with_roles(frame, d=role, w=Role.WEIGHT)
            after = wish.apply(data, Context()).data
            assert STRICTNESS[after.roles["w"]] >= max(STRICTNESS[role], STRICTNESS[Role.WEIGHT])
            assert after.roles["d"] == role


class Copies(Method):
    """Copy a column, and say nothing of where the copy comes from."""

    name: ClassVar[str] = "copies"
    title: ClassVar[Words] = Words("a copy", fr="une copie")
    purpose: ClassVar[Words] = Words("copies", fr="copie")
    told: bool = False

    def apply(self, data: Dataset, context: Context) -> Change:
        frame = data.frame.with_columns(nw.col("home").alias("copy"))
        made = {"copy": ["home"]} if self.told else None
        return Change(data=data.with_frame(frame, made=made))


def test_a_column_of_unknown_source_may_come_from_any() -> None:
    assert Copies().apply(dataset(), context()).data.roles["copy"] is Role.IDENTIFIER
    nameless = dataset(identifier=(), individual=None, household=None, row=None)
    assert Copies().apply(nameless, context()).data.roles["copy"] is Role.KEY


@pytest.mark.parametrize(("role", "copied"), [
    ("household", "identifier"), ("individual", "identifier"), ("area", "key"),
    ("weight", "sensitive"), ("key", "key"), ("sensitive", "sensitive"),
])  # fmt: skip
def test_a_second_column_of_a_single_role_gets_the_next_stricter_one(
    role: str, copied: str
) -> None:
    frame = pl.DataFrame({"home": [1, 2], "sex": ["f", "m"]})
    after = Copies(told=True).apply(Dataset.of(frame, **{role: "home"}), context()).data
    assert after.roles == {"home": role, "sex": "ignored", "copy": copied}


def test_grid_refuses_names_that_engines_or_discret_confuse() -> None:
    for into in ("SEX", "__row__", " "):
        with pytest.raises(ColumnError):
            Grid(side=200, into=into).apply(Dataset.of(places()), Context())
