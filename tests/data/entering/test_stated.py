"""Whatever `Dataset.of` is handed: a dataset comes of it, or one refusal with a way out."""

from __future__ import annotations

import collections
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Role
from discret.assess import KAnonymity
from discret.errors import DiscretError, InputError, ParameterError
from marked import NUMBER, TEXT, shown

PEOPLE = pl.DataFrame(
    {
        "sex": [f"{TEXT} f", f"{TEXT} m"] * 4,
        "age": [NUMBER + place for place in range(8)],
        "weight": [1.5] * 8,
        "number": list(range(8)),
        "town": [TEXT] * 8,
    }
)
ARGUMENTS = (
    "frame", "key", "sensitive", "identifier", "weight", "household", "individual", "area", "row",
    "hierarchies", "original", "population", "unexamined",
)  # fmt: skip


class Columns:
    """Looks like a table, at first."""

    columns = 3


def odd() -> list[Any]:
    """What people may hand over by mistake; anew each time, for iterators are used up."""
    pandas = PEOPLE.to_pandas()
    return [
        None, True, 0, -1, 3.5, float("nan"), 10**400, "", "sex", "nope", b"sex", (), [], {},
        [None], [[]], ["sex"], ["sex", "sex"], ["sex", 3], {"sex": None}, {"sex": "automatic"},
        {"sex": 3}, {3: "automatic"}, {"sex": KAnonymity}, {"nope": "automatic"},
        {"sex": {"from": "groups"}}, {"sex": ["f"]}, {"sex"}, range(3), object(), int, Dataset,
        KAnonymity(k=2), np.array(["sex"]), np.float64("nan"), PEOPLE["sex"], pandas["sex"],
        PEOPLE["age"].to_list(), PEOPLE["sex"].to_list(), PEOPLE, PEOPLE.lazy(), PEOPLE.head(3),
        PEOPLE.clear(), PEOPLE.to_arrow(), pandas, pandas.columns, pl.DataFrame(), Path("x"),
        lambda: 3, iter(["sex"]), iter([1]), 1j, Role.KEY, Dataset.of(PEOPLE, key="sex"),
        collections.defaultdict(list), Columns(), pl.col("sex"), "automatic",
    ]  # fmt: skip


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_an_argument_is_taken_or_refused_whatever_comes(argument: str) -> None:
    for thing in odd():
        given: dict[str, Any] = {"frame": PEOPLE, "key": ["age"], argument: thing}
        try:
            data = Dataset.of(**given)
        except DiscretError as error:
            text = f"{error} {error.within('fr')}"
            if shown(text) or not error.hint or error.within("fr") == str(error):
                raise AssertionError(text) from error
        else:
            assert shown(repr(data)) == []


def test_an_iterator_of_names_is_read_once() -> None:
    assert Dataset.of(PEOPLE, key=iter(["sex", "age"])).columns(Role.KEY) == ("sex", "age")  # type: ignore[arg-type]
    assert Dataset.of(PEOPLE, key=PEOPLE.to_pandas().columns[:2]).columns(Role.KEY)[0] == "sex"
    assert Dataset.of(PEOPLE, key="sex", row=["number"]).column(Role.ROW) == "number"  # type: ignore[arg-type]
    assert Dataset.of(PEOPLE, key="sex", area="town", unexamined="town").unexamined == {"town"}


def test_a_column_is_not_its_name() -> None:
    with pytest.raises(ParameterError, match=r"key: .* polars\.Series came") as raised:
        Dataset.of(PEOPLE, key=PEOPLE["sex"], weight=["weight", "age"])  # type: ignore[arg-type]
    assert len(raised.value.faults) == 2


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ({"keys": ["sex"]}, "keys: there is no such parameter (did you mean 'key'?)"),
        ({"sensitve": "age"}, "sensitve: there is no such parameter (did you mean 'sensitive'?)"),
    ],
)
def test_a_misspelt_argument_is_told_with_its_neighbour(named: Any, fault: str) -> None:
    with pytest.raises(ParameterError) as raised:
        Dataset.of(PEOPLE, **named)
    assert raised.value.faults == (fault,)
    assert raised.value.hint.startswith("there are frame, key, number, sensitive")


def test_names_without_their_role_are_refused() -> None:
    with pytest.raises(ParameterError, match="1 came without"):
        Dataset.of(PEOPLE, ["sex"])  # type: ignore[misc]
    with pytest.raises(ParameterError, match="frame: is missing"):
        Dataset.of(key="sex")  # type: ignore[call-arg]
    with pytest.raises(InputError, match=r"once Dataset\.of has stated them"):
        Dataset(PEOPLE.to_pandas(), key=["sex"])  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Role, "the name of one role is needed"),
        (lambda: Role("key", "sex"), "the name of one role is needed"),
        (lambda: Role("kye"), "did you mean 'key'"),
        (lambda: Role["KYE"], "did you mean 'key'"),
        (lambda: Role(3), "there is no such role"),
    ],
)
def test_what_is_no_role_is_told_those_there_are(wrong: Callable[[], Any], told: str) -> None:
    with pytest.raises(ParameterError, match=told) as raised:
        wrong()
    assert "identifier, key, number, sensitive" in str(raised.value)
    assert (Role["KEY"], Role("key")) == (Role.KEY, Role.KEY)
