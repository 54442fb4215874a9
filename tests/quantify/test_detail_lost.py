"""The share of detail that is gone: against the definition, written slowly, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from math import prod
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Hierarchy
from discret.assess import KAnonymity
from discret.data.examples import dishes, illnesses, survey
from discret.data.roles import Role
from discret.errors import ColumnError, DiscretError, EngineError, ParameterError, TargetError
from discret.parts import Method
from discret.quantify import DetailLost
from discret.reduce import (
    DropIdentifiers,
    Generalise,
    Grid,
    LocalRecoding,
    Microaggregate,
    Mondrian,
    Pseudonymise,
    Recode,
    Round,
    ShuffleRecords,
    Subsample,
    SuppressCells,
    SuppressRecords,
    Swap,
    TopCode,
)
from engines import Engine
from strategies import examples

TOWN = Hierarchy.from_parents(
    {"a": "north", "b": "north", "c": "south", "d": "south", "e": "south"},
    {"north": "all", "south": "all"},
    top=None,
)
LEVELS = {"town": TOWN, "age": Hierarchy.from_cuts([20, 40], [40]), "sex": Hierarchy.from_groups(
    {"any": ["f", "m"]}, top=None)}  # fmt: skip
KEYS = list(LEVELS)


def applied(data: Dataset, *methods: Method) -> Dataset:
    for place, method in enumerate(methods):
        context = Context(rng=np.random.default_rng(place), secret=b"s" * 32)
        data = method.apply(data, context).data
    return data


def lost(data: Dataset, *methods: Method, **parameters: Any) -> dict[str, float]:
    found = DetailLost(**parameters).compare(data, applied(data, *methods))
    shares: dict[str, float] = found.details["by_column"]
    return shares


def by_definition(shares: list[float]) -> float:
    return float(prod(1 + share for share in shares) ** (1 / len(shares)) - 1)


@st.composite
def files(draw: st.DrawFn) -> pl.DataFrame:
    size = draw(st.integers(2, 14))

    def column(values: list[Any]) -> list[Any]:
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    return pl.DataFrame(
        {
            "town": column(["a", "b", "c", "d", None]),
            "age": column([5, 18, 20, 33, 47, 61, None]),
            "sex": column(["f", "m", None]),
        },
        schema={"town": pl.String, "age": pl.Int64, "sex": pl.String},
    )


# ---------------------------------------------------------------- recodings for all alike


@examples(60)
@given(files(), st.sampled_from([0.0, 0.2, 0.9]), st.integers(2, 4))
def test_it_is_what_generalise_made_least(frame: pl.DataFrame, suppress: float, k: int) -> None:
    data = Dataset.of(frame, key=KEYS, hierarchies=LEVELS)
    try:
        change = Generalise(models=[KAnonymity(k=k)], drop=suppress).apply(data, Context())
    except TargetError:
        return
    found = DetailLost().compare(data, change.data)
    assert found.value == pytest.approx(change.facts["loss"], abs=1e-12)


@examples(40)
@given(files(), st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 1)), st.data())
def test_it_is_the_mean_share_of_values_that_labels_cover(
    frame: pl.DataFrame, levels: tuple[int, ...], draw: st.DataObject
) -> None:
    """Recoded, some cells blanked, some records dropped: counted cell by cell."""
    data = Dataset.of(frame, key=KEYS, hierarchies=LEVELS)
    steps = [Recode(column=c, level=n) for c, n in zip(KEYS, levels, strict=True) if n]
    after = applied(data, *steps)
    kept = draw.draw(st.lists(st.booleans(), min_size=len(frame), max_size=len(frame)))
    blank = draw.draw(st.lists(st.booleans(), min_size=len(frame), max_size=len(frame)))
    shown = after.frame.to_native().collect()
    shown = shown.with_columns(
        pl.when(pl.Series(blank)).then(None).otherwise(pl.col("town")).alias("town")
    ).filter(pl.Series(kept))
    after = after.with_frame(nw.from_native(shown).lazy())
    found = DetailLost().compare(data, after).details["by_column"]
    for name, level in zip(KEYS, levels, strict=True):
        assert found[name] == pytest.approx(
            column_by_hand(frame[name], name, level, kept, blank if name == "town" else None)
        )


def column_by_hand(
    values: pl.Series, name: str, level: int, kept: list[bool], blank: list[bool] | None
) -> float:
    table = LEVELS[name].table
    domain = list(table["0"]) if table is not None else sorted(set(values.drop_nulls()))
    levels = LEVELS[name].levels(pl.Series(domain, dtype=values.dtype))
    label = dict(zip(domain, levels[str(level)].to_list(), strict=True))
    cells = []
    for place, value in enumerate(values.to_list()):
        if value is None:
            continue
        hidden = not kept[place] or (blank is not None and blank[place])
        alike = sum(label[one] == label[value] for one in domain)
        cells.append(1.0 if hidden else (alike - 1) / max(len(domain) - 1, 1))
    return sum(cells) / len(cells) if cells and len(domain) > 1 else 0.0


def test_all_keys_recoded_to_one_label_is_all() -> None:
    """The survey has missing answers: they had nothing to lose."""
    frame = survey(300)
    keys = ["sexe", "revenu", "age", "unite_urbaine", "diplome", "couple", "personnes"]
    data = Dataset.of(frame, key=keys, weight="poids")
    steps = [
        Recode(column=name, mapping=dict.fromkeys(frame[name].drop_nulls().unique(), "*"))
        for name in keys
    ]
    found = DetailLost().compare(data, applied(data, *steps))
    assert found.value == 1.0
    assert found.details["by_column"] == dict.fromkeys(keys, 1.0)
    assert DetailLost().compare(data, data).value == 0.0


def test_recoded_in_two_steps_counts_once() -> None:
    data = Dataset.of(pl.DataFrame({"town": list("abcde")}), key="town", hierarchies={"town": TOWN})
    once = Recode(column="town", level=1)
    assert lost(data, once) == {"town": pytest.approx((2 * 1 + 3 * 2) / 5 / 4)}
    assert lost(data, once, Recode(column="town", level=1)) == {"town": 1.0}


def test_values_that_a_table_lists_and_nobody_has_count_in_its_labels() -> None:
    data = Dataset.of(pl.DataFrame({"town": ["a", "c"]}), key="town", hierarchies={"town": TOWN})
    assert lost(data, Recode(column="town", level=1)) == {"town": pytest.approx((1 + 2) / 2 / 4)}


def test_a_table_may_list_what_the_type_of_the_column_cannot_hold() -> None:
    codes = Hierarchy.from_parents({"1": "some", "2": "some", "none": "*"}, {"some": "*", "*": "*"})
    data = Dataset.of(pl.DataFrame({"n": [1, 2, 1]}), key="n", hierarchies={"n": codes})
    assert lost(data, Recode(column="n", level=2)) == {"n": 1.0}
    assert lost(data, Recode(column="n", level=1)) == {"n": 0.5}


# ---------------------------------------------------------------- names, blanks, what is gone


def test_another_name_costs_nothing() -> None:
    data = Dataset.of(pl.DataFrame({"sex": [1, 2, 1], "age": [3, 4, 5]}), key=["sex", "age"])
    renamed = Recode(column="sex", mapping={"1": "man", "2": "woman"})
    assert lost(data, renamed) == {"sex": 0.0, "age": 0.0}
    assert lost(data, Recode(column="sex", cuts=[2]))["sex"] == 0.0
    assert lost(data, Pseudonymise(columns=["age"]))["age"] == 0.0
    codes = Dataset.of(pl.DataFrame({"sex": [2, 1, 2], "age": [30, 20, 10]}), key=["sex", "age"])
    assert DetailLost().compare(data, codes).value == 0.0


def test_blanks_and_dropped_records_are_lost_whole() -> None:
    frame = pl.DataFrame({"a": ["x", "y", "x", None], "b": ["u", "v", "v", "v"]})
    data = Dataset.of(frame, key=["a", "b"])
    blanked = Dataset.of(frame.with_columns(a=pl.Series(["x", None, "x", None])), key=["a", "b"])
    found = DetailLost().compare(data, blanked)
    assert found.details["by_column"] == {"a": pytest.approx(1 / 3), "b": 0.0}
    assert found.details["mean_share"] == pytest.approx(1 / 6)
    assert found.value == pytest.approx((4 / 3) ** 0.5 - 1)


def test_a_dropped_record_costs_all_its_cells() -> None:
    frame = pl.DataFrame({"a": ["x", "x", "y", "x", "x"], "b": ["u", "u", "v", "u", "u"]})
    data = Dataset.of(frame, key=["a", "b"])
    found = DetailLost().compare(
        data, applied(data, SuppressRecords(models=[KAnonymity(k=2)], drop=0.5))
    )
    assert found.details["by_column"] == {"a": 0.2, "b": 0.2}
    assert found.value == pytest.approx(0.2)
    assert found.details["records_dropped"] == 1


def test_a_dropped_column_is_lost_whole() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    found = DetailLost().compare(data, data.without_columns(["Âge"]))
    assert found.details["by_column"] == {"Sexe": 0.0, "Âge": 1.0}
    assert found.details["columns_dropped"] == ["Âge"]


def test_what_has_one_value_or_none_has_nothing_to_lose() -> None:
    frame = pl.DataFrame({"one": ["x"] * 4, "none": [None] * 4, "two": list("uvuv")})
    data = Dataset.of(frame, key=["one", "none", "two"])
    assert lost(data, Recode(column="one", mapping={"x": "*"})) == dict.fromkeys(frame.columns, 0.0)
    every = applied(data, Recode(column="two", mapping={"u": "*", "v": "*"}))
    assert DetailLost().compare(data, every).value == 1.0


def test_a_file_that_is_only_shuffled_or_drawn() -> None:
    data = Dataset.of(survey(200), key=["sexe", "age"])
    assert DetailLost().compare(data, applied(data, ShuffleRecords())).value == 0
    half = applied(data, Subsample(share=0.5), ShuffleRecords())
    assert DetailLost().compare(data, half).details["by_column"] == {"sexe": 0.5, "age": 0.5}


# ---------------------------------------------------------------- labels that differ by record


def test_local_recoding_gets_what_its_groups_show() -> None:
    rng = np.random.default_rng(4)
    frame = pl.DataFrame({"town": rng.choice(list("abcd"), 40), "age": rng.integers(0, 60, 40)})
    levels = {"town": TOWN, "age": Hierarchy.from_cuts([20, 40], [40])}
    data = Dataset.of(frame, key=["town", "age"], hierarchies=levels)
    after = applied(data, LocalRecoding(models=[KAnonymity(k=4)]))
    under = {"north": 2, "south": 3, "all": 5}
    towns = [(under.get(one, 1) - 1) / 4 for one in after.to_polars()["town"]]
    ages = sorted(set(frame["age"]))
    inside: dict[str, Callable[[int], bool]] = {
        "<20": lambda a: a < 20, "20-39": lambda a: 20 <= a < 40, ">=40": lambda a: a >= 40,
        "<40": lambda a: a < 40, "*": lambda a: True,
    }  # fmt: skip
    shown = [sum(map(inside[o], ages)) if o in inside else 1 for o in after.to_polars()["age"]]
    found = DetailLost().compare(data, after).details["by_column"]
    assert found["town"] == pytest.approx(np.mean(towns))
    assert found["age"] == pytest.approx(np.mean([(s - 1) / (len(ages) - 1) for s in shown]))
    assert 0 < found["age"] < 1


@pytest.mark.parametrize("method", [LocalRecoding, Mondrian])
@pytest.mark.parametrize("kind", [pl.Int64, pl.Float64, pl.String])
def test_a_label_of_values_that_are_no_neighbours_covers_these_alone(
    method: Any, kind: type[pl.DataType]
) -> None:
    """Codes of professions, say: 1 and 30 are one group, 2 and 20 another."""
    groups = {"a": ["1", "30"], "b": ["2", "20"], "c": ["3", "10"]}
    codes = pl.Series("code", [1, 30, 2, 20, 3, 3, 10, 10]).cast(kind)
    data = Dataset.of(
        codes.to_frame(), key="code", hierarchies={"code": Hierarchy.from_groups(groups)}
    )
    after = method(models=[KAnonymity(k=2)]).apply(data, Context()).data
    assert after.to_polars()["code"].to_list()[:4] == ["a", "a", "b", "b"]
    merged = sum(label in groups for label in after.to_polars()["code"])
    assert DetailLost().compare(data, after).value == pytest.approx(merged / 8 * 1 / 5)


@pytest.mark.parametrize("cuts", ["strict", "relaxed"])
def test_ranges_count_all_values_between_their_ends(cuts: Any) -> None:
    rng = np.random.default_rng(5)
    frame = pl.DataFrame({"age": rng.integers(0, 90, 60), "hours": rng.integers(0, 40, 60)})
    data = Dataset.of(frame, key=["age", "hours"])
    after = applied(data, Mondrian(models=[KAnonymity(k=5)], cuts=cuts))
    found = DetailLost().compare(data, after).details["by_column"]
    for name in frame.columns:
        values = sorted(set(frame[name]))
        cost = []
        for label in after.to_polars()[name]:
            ends = [int(one) for one in label.split("-")]
            cost.append((sum(ends[0] <= v <= ends[-1] for v in values) - 1) / (len(values) - 1))
        assert found[name] == pytest.approx(np.mean(cost))


def test_a_range_that_covers_the_missing_too_says_nothing() -> None:
    data = Dataset.of(pl.DataFrame({"age": [1, 2, None, 7, 8, 8]}), key="age")
    after = Dataset.of(pl.DataFrame({"age": ["*", "*", "*", "7-8", "*", "7-8"]}), key="age")
    assert lost_between(data, after) == pytest.approx((1 + 1 + 1 / 3 + 1 + 1 / 3) / 5)


def lost_between(before: Dataset, after: Dataset) -> float:
    (share,) = DetailLost().compare(before, after).details["by_column"].values()
    return float(share)


def test_categories_in_order_and_dates_have_ranges_too() -> None:
    sizes = pl.Series("size", ["S", "M", "L", "L"], dtype=pl.Enum(["S", "M", "L"]))
    shown = pl.Series("size", ["S – L", "M", "S – L", "L"])
    before, after = (Dataset.of(one.to_frame(), key="size") for one in (sizes, shown))
    assert lost_between(before, after) == pytest.approx((1 + 0 + 1 + 0) / 4)
    days = [date(2024, 1, n) for n in (1, 2, 3, 3)]
    before = Dataset.of(pl.DataFrame({"day": days}), key="day")
    after = Dataset.of(pl.DataFrame({"day": ["x", "2", "x", "3"]}), key="day")
    assert lost_between(before, after) == pytest.approx((1 + 0 + 1 + 0) / 4)


def test_a_group_called_like_one_of_its_members() -> None:
    """A label that is also a value stands for what it is shown for."""
    towns = Hierarchy.from_groups({"Lyon": ["Lyon", "Bron"]}, top=None)
    frame = pl.DataFrame({"town": ["Lyon", "Bron", "Nice", "Nice"]})
    data = Dataset.of(frame, key="town", hierarchies={"town": towns})
    assert lost(data, Recode(column="town", level=1)) == {"town": pytest.approx(2 * 0.5 / 4)}
    local = Dataset.of(pl.DataFrame({"town": ["Lyon", "Lyon", "Nice", None]}), key="town")
    assert lost_between(data, local) == pytest.approx((0.5 + 0.5 + 0 + 1) / 4)


# ---------------------------------------------------------------- numbers that stay numbers


def test_rounded_and_brought_back_numbers_are_counted() -> None:
    frame = pl.DataFrame({"age": [11, 12, 18, 25, 60, 70, 111]})
    data = Dataset.of(frame, key="age")
    assert lost(data, Round(columns=["age"], base=10)) == {"age": pytest.approx(2 * 1 / 6 / 7)}
    # 65 and over: 70 and 111 are shown as 65, nobody is 65
    assert lost(data, TopCode(column="age", top=65)) == {"age": pytest.approx(2 * 1 / 6 / 7)}
    at = Dataset.of(pl.DataFrame({"age": [11, 65, 70, 111]}), key="age")
    assert lost(at, TopCode(column="age", top=65)) == {"age": pytest.approx(3 * 2 / 3 / 4)}


def test_moved_numbers_count_the_values_they_passed() -> None:
    data = Dataset.of(pl.DataFrame({"n": [10.0, 20.0, 20.0, 30.0, 40.0]}), key="n")
    noisy = Dataset.of(pl.DataFrame({"n": [10.4, 31.0, 20.2, 29.8, 41.0]}), key="n")
    assert lost_between(data, noisy) == pytest.approx((0 + 1 / 3 + 0 + 0 + 0) / 5)


def test_squares_of_a_grid_show_their_part_of_the_coordinates() -> None:
    x = [4_000_010.0, 4_000_150.0, 4_000_310.0, 4_000_420.0]
    frame = pl.DataFrame({"x": x, "y": [2_000_000.0, 2_000_010.0, 2_000_020.0, 2_000_030.0]})
    data = Dataset.of(frame, key=["x", "y"])
    after = applied(data, Grid(side=200))
    found = DetailLost().compare(data, after).details["by_column"]
    assert found["x"] == pytest.approx(2 * 1 / 3 / 4)  # the first two share a square
    assert found["y"] == pytest.approx(2 * 1 / 3 / 4)
    strange = Dataset.of(
        after.to_polars(), key="cell"
    )  # of which nothing tells what it was made of
    assert DetailLost().compare(data, strange).details["by_column"] == {"x": 1.0, "y": 1.0}


def test_a_square_shows_a_strip_of_each_coordinate() -> None:
    """Of 10 × 10 points a metre apart, squares of 5 m show 5 of the 10 values of each."""
    at = [(4_000_000.0 + i, 2_000_000.0 + j + i / 100) for i in range(10) for j in range(10)]
    data = Dataset.of(pl.DataFrame(at, schema=["x", "y"], orient="row"), key=["x", "y"])
    found = lost(data, Grid(side=5))
    assert found["x"] == pytest.approx(4 / 9)
    assert found["y"] == pytest.approx(49 / 99, abs=0.06)  # a strip, though each y has one square


# ---------------------------------------------------------------- the seeds


def test_sex_merged_as_in_figure_2_1_of_bergeat_2015() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    merged = Recode(column="Sexe", mapping={"Femme": "Homme/Femme", "Homme": "Homme/Femme"})
    found = DetailLost().compare(data, applied(data, merged))
    assert found.details["by_column"] == {"Sexe": 1.0, "Âge": 0.0}
    assert found.value == pytest.approx(2**0.5 - 1)


def test_ages_cut_and_regions_as_on_slide_4_of_bergeat_2014() -> None:
    """Seven people of seven ages and seven places: 45 parts them 4 and 3, and so do regions."""
    frame = illnesses()
    data = Dataset.of(frame, key=["Âge", "Sexe", "CP"])
    areas = {code: code[:2] in ("75", "93") for code in frame["CP"].cast(pl.String)}
    names = {code: "Île-de-France" if home else "Rhône-Alpes" for code, home in areas.items()}
    steps = [Recode(column="Âge", cuts=[45]), Recode(column="CP", mapping=names)]
    found = DetailLost().compare(data, applied(data, *steps)).details["by_column"]
    young = sum(age < 45 for age in set(frame["Âge"]))
    ages, n = frame["Âge"].n_unique(), len(frame)
    of = [young if age < 45 else ages - young for age in frame["Âge"]]
    assert found["Âge"] == pytest.approx(sum((s - 1) / (ages - 1) for s in of) / n)
    homes = [sum(areas[c] == areas[str(one)] for c in areas) for one in frame["CP"]]
    assert found["CP"] == pytest.approx(sum((s - 1) / (len(areas) - 1) for s in homes) / n)
    assert found["Sexe"] == 0


# ---------------------------------------------------------------- the part


def test_methods_are_on_one_scale() -> None:
    """Blanks cost what was blanked, whatever else they cost."""
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    method = SuppressCells(models=[KAnonymity(k=2)])
    change = method.apply(data, Context())
    found = DetailLost().compare(data, change.data).details["by_column"]
    assert sum(found.values()) * 9 == pytest.approx(change.facts["cells_blanked"])


def test_every_engine_finds_the_same(engine: Engine) -> None:
    frame = survey(200).select("numero", "sexe", "revenu", "age")
    shown = frame.filter(pl.col("numero") % 7 > 0).with_columns(
        pl.when(pl.col("sexe") != "homme").then(pl.col("age")).alias("age")
    )

    def both(make: Callable[[pl.DataFrame], Any]) -> list[Dataset]:
        roles: dict[str, Any] = {"key": ["sexe", "revenu", "age"], "row": "numero"}
        return [Dataset.of(make(one), **roles) for one in (frame, shown)]

    wanted = DetailLost().compare(*both(lambda one: one))
    found = DetailLost().compare(*both(engine))
    assert found.value == pytest.approx(wanted.value)
    assert found.details["by_column"] == pytest.approx(wanted.details["by_column"])
    mixed = DetailLost().compare(both(lambda one: one)[0], both(engine)[1])
    assert mixed.value == pytest.approx(wanted.value)


def test_records_that_cannot_be_followed_are_refused() -> None:
    lazy = Dataset.of(dishes().lazy(), key=["Sexe", "Âge"])
    with pytest.raises(EngineError, match="row="):
        DetailLost().compare(lazy, lazy)


def test_numbers_of_records_that_are_not_theirs_are_refused() -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "n": [1, 2]})
    before = Dataset.of(frame.lazy(), key="a", row="n")
    for other in ([1, 1], [1, 3]):
        after = Dataset.of(frame.lazy().with_columns(n=pl.Series(other)), key="a", row="n")
        with pytest.raises(ColumnError, match="number every record once"):
            DetailLost().compare(before, after)


def test_columns_and_target() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    after = data.without_columns(["Plat préféré"])
    assert DetailLost(columns=["Plat préféré"]).compare(data, after).value == 1
    assert DetailLost(most=0.0).compare(data, after).met is True
    assert DetailLost(columns=["Plat préféré", "Sexe"], most=0.4).compare(data, after).met is False
    assert DetailLost().compare(Dataset.of(dishes()), Dataset.of(dishes())).value is None
    with pytest.raises(ColumnError):
        DetailLost(columns=["town"]).compare(data, after)
    with pytest.raises(ParameterError):
        DetailLost(most=1.5)


def test_an_area_is_a_key() -> None:
    data = Dataset.of(dishes(), key="Sexe", area="Âge")
    assert list(lost(data)) == ["Sexe", "Âge"]


def test_it_says_what_it_means_and_shows_no_value() -> None:
    frame = pl.DataFrame({"a": ["SECRET1", "SECRET2", "SECRET2"]})
    data = Dataset.of(frame, key="a")
    merged = Recode(column="a", mapping={"SECRET1": "*", "SECRET2": "*"})
    for found in (DetailLost().compare(data, one) for one in (data, applied(data, merged))):
        speaks_both_languages(found)
        shows_no("SECRET", found)
        assert "SECRET" not in str(found.to_dict())


# ---------------------------------------------------------------- what is gone stays gone


def starred(column: str, values: Iterable[Any]) -> Recode:
    return Recode(column=column, mapping={str(value): "*" for value in values})


def test_a_key_that_was_dropped_beside_a_grid_is_lost() -> None:
    rng = np.random.default_rng(0)
    places = {name: rng.integers(0, 100_000, 30) for name in "xy"}
    data = Dataset.of(pl.DataFrame({**places, "job": ["a", "b", "c"] * 10}), key=["x", "y", "job"])
    found = lost(data, Grid(side=1000), DropIdentifiers(columns=["job"]))
    assert found == {"x": 0.0, "y": 0.0, "job": 1.0}


@pytest.mark.parametrize("method", [TopCode(column="v", top=5), Round(columns=["v"], base=1000)])
def test_one_value_for_all_is_all_lost_though_records_were_dropped(method: Method) -> None:
    data = Dataset.of(pl.DataFrame({"v": [100] * 99 + [7]}), key="v")
    assert lost(data, SuppressRecords(models=[KAnonymity(k=2)], drop=0.5), method) == {"v": 1.0}


def test_one_label_for_all_is_all_lost_though_records_were_dropped() -> None:
    data = Dataset.of(pl.DataFrame({"age": range(20, 60)}), key="age")
    rounded = Round(columns=["age"], base=10)
    half = Subsample(share=0.5)
    assert lost(data, rounded, half, starred("age", range(20, 70, 10))) == {"age": 1.0}
    parted = Mondrian(models=[KAnonymity(k=3)])
    labels = applied(data, parted, half).values("age").to_list()
    assert lost(data, parted, half, starred("age", labels)) == {"age": 1.0}
    rng = np.random.default_rng(0)
    near = Dataset.of(pl.DataFrame({n: rng.integers(0, 10_000, 30) for n in "xy"}), key=["x", "y"])
    few = [Grid(side=5000), Subsample(share=0.2)]
    cells = applied(near, *few).values("cell").to_list()
    assert lost(near, *few, starred("cell", cells)) == {"x": 1.0, "y": 1.0}


def some_step(rng: np.random.Generator, data: Dataset) -> Method | str:
    key = str(rng.choice(data.columns(Role.KEY)))
    values = data.values(key).drop_nulls().cast(pl.String).to_list()
    models = [KAnonymity(k=int(rng.choice([2, 3])))]
    steps: list[Method | str] = [
        starred(key, values),
        starred(key, values[: len(values) // 2]),
        Recode(column=key, level=1),
        Round(columns=[key], base=float(rng.choice([7, 10]))),
        TopCode(column=key, top=int(rng.choice([20, 40]))),
        Subsample(share=float(rng.choice([0.3, 0.6]))),
        SuppressRecords(models=models, drop=1.0),
        SuppressCells(models=models),
        Mondrian(models=models, cuts=str(rng.choice(["strict", "relaxed"]))),
        LocalRecoding(models=models),
        key,
    ]
    return steps[rng.integers(len(steps))]


@pytest.mark.parametrize("seed", range(25))
def test_no_step_brings_detail_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    number = int(rng.integers(4, 20))
    columns = {
        "age": rng.choice([5, 18, 20, 33, 47, 61, 90], number),
        "town": rng.choice(["a", "b", "c", "d", "e"], number),
        "work": rng.choice(["x", "y", "z"], number),
    }
    tree = Hierarchy.from_groups({"n": ["a", "b", "f"], "s": ["c", "d", "e"]})
    given = {"town": tree, "age": Hierarchy.from_cuts([20, 40], [40])}
    data = now = Dataset.of(pl.DataFrame(columns), key=list(columns), hierarchies=given)
    last = dict.fromkeys(columns, 0.0)
    for _ in range(4):
        try:
            step = some_step(rng, now)
            now = now.without_columns([step]) if isinstance(step, str) else applied(now, step)
        except DiscretError:  # it does not go with this column
            continue
        found = DetailLost().compare(data, now).details["by_column"]
        assert all(found[name] >= last[name] - 1e-12 for name in columns)
        last = found
        if not len(now) or not now.columns(Role.KEY):
            break


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("after", [(), (Swap(columns=["a", "b", "c"], share=0.3, kind="random"),)])
def test_what_stands_for_a_group_stands_for_its_values(
    seed: int, after: tuple[Method, ...]
) -> None:
    """Strata of k to 2k − 1 records are one group each: those are counted slowly.

    The commonest category of one group is that of others too, and is not shown for all of theirs.
    """
    draw = np.random.default_rng(seed)
    sizes = draw.integers(3, 6, 12)
    groups = np.repeat(np.arange(12), sizes)
    letters, scale = list("uvwxyz"), pl.Enum([f"c{n}" for n in range(7)])
    frame = pl.DataFrame({
        "g": groups,
        "a": draw.choice(letters, len(groups)),
        "b": draw.integers(0, 9, len(groups)),
        "c": pl.Series([f"c{n}" for n in draw.integers(0, 7, len(groups))], dtype=scale),
    })  # fmt: skip
    data = Dataset.of(frame, key=["a", "b", "c"])
    method = Microaggregate(columns=["a", "b", "c"], k=3, by=["g"])
    context = Context(rng=np.random.default_rng(seed))
    now = method.apply(data, context).data
    for step in after:
        now = step.apply(now, context).data
    found = DetailLost().compare(data, now).details["by_column"]
    for name in ("a", "b", "c"):
        codes = frame[name].rank("dense").cast(int).to_numpy()
        within = [codes[groups == g] for g in range(12)]
        covered = [
            len(set(own)) if name == "a" else max(own) - min(own) + 1  # none is left out
            for own in within
        ]
        costs = (np.repeat(covered, sizes) - 1) / (frame[name].n_unique() - 1)
        assert found[name] == pytest.approx(costs.mean())
