"""Sweeps: each setting is what the plan gives by itself, common steps are done once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Hierarchy, Plan
from discret.assess import KAnonymity, LDiversity
from discret.document import render_sweep
from discret.errors import DiscretError, InputError
from discret.plan import Sweep
from discret.plan.grids import Axis
from discret.plan.settings import first_step, with_value
from discret.plan.sweeping import sweep
from discret.plan.variants import Variant
from discret.quantify import Marginals
from discret.reduce import Generalise, Noise, Recode, ShuffleRecords, Subsample, SuppressRecords

AGES = Hierarchy.from_cuts([30, 40, 50, 60], [40, 60])


def people(size: int = 80) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    return pl.DataFrame({
        "age": rng.integers(20, 70, size), "sex": rng.choice(["f", "m"], size),
        "town": rng.choice(["zz-one", "zz-two", "zz-three"], size),
        "ill": rng.choice(["a", "b", "c"], size),
    })  # fmt: skip


def data() -> Dataset:
    keys = ["age", "sex", "town"]
    return Dataset.of(people(), key=keys, sensitive="ill", hierarchies={"age": AGES})


def plan(**more: Any) -> Plan:
    return Plan(
        assess=[KAnonymity(k=2), LDiversity(l=2)],
        reduce=[
            Subsample(share=0.8),
            Recode(column="age", level=1),
            SuppressRecords(models=[KAnonymity(k=2)], drop=0.4),
        ],
        quantify=[Marginals()],
        **more,
    )


GRID = {
    "reduce.3.models.1.k": [2, 3, 9],
    "reduce.recode.level": [1, 2],
    "assess.k_anonymity.k": [2, 4],
}


def test_each_setting_is_what_the_plan_gives_by_itself() -> None:
    known = data()
    found = plan().sweep(GRID, known, seed=7)
    assert [own.values for own in found.tried[:3]] == [(2, 1, 2), (2, 1, 4), (2, 2, 2)]
    refused = 0
    for own in found.tried:
        alone = plan()
        for path, value in zip(GRID, own.values, strict=True):
            alone = with_value(alone, path, value)
        assert own.plan == alone
        if own.refused is not None:
            refused += 1
            with pytest.raises(DiscretError) as raised:
                alone.run(known, seed=7)
            assert str(own.refused) == str(raised.value.message)
            continue
        release = alone.run(known, seed=7)
        assert (own.met, own.open, own.records) == (
            release.met, release.gate.open, len(release.data)
        )  # fmt: skip
        assert [*own.risk.values()] == [*release.risk]
        assert [*own.loss.values()] == [*release.loss]
    assert 0 < refused < len(found.tried)


def test_steps_that_settings_share_are_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for kind in (Subsample, Recode, SuppressRecords):
        own = kind.apply

        def counted(method: Any, *given: Any, own: Any = own) -> Any:
            done.append(method.name)
            return own(method, *given)

        monkeypatch.setattr(kind, "apply", counted)
    plan().sweep(GRID, data(), seed=7)
    assert [done.count(name) for name in ("subsample", "recode", "suppress_records")] == [1, 2, 6]


def test_a_measure_is_asked_once_of_the_same_data(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    own = KAnonymity.assess

    def counted(measure: Any, *given: Any) -> Any:
        asked.append(measure.k)
        return own(measure, *given)

    monkeypatch.setattr(KAnonymity, "assess", counted)
    Plan(assess=[KAnonymity(k=2)], reduce=[ShuffleRecords()]).sweep(
        {"assess.1.k": [2, 3]}, data(), seed=1
    )
    assert sorted(asked) == [2, 2, 3, 3]  # before and after, once each


def test_the_table_and_the_page_tell_all_in_both_languages() -> None:
    found = plan(title="Trial").sweep(GRID, data(), seed=7)
    table = found.table()
    assert table.columns[:4] == ["no.", *GRID]
    assert len(table.rows) == 12
    assert sum("●" in row[0] for row in table.rows) == sum(found.efficient) > 0
    told = json.loads(json.dumps(found.to_dict()))
    assert [own["number"] for own in told["settings"]] == list(range(1, 13))
    assert told["settings"][0]["values"] == {path: values[0] for path, values in GRID.items()}
    for language, words in (("en", "Risk against loss"), ("fr", "Le risque face à la perte")):
        page = render_sweep(told, language=language)  # type: ignore[arg-type]
        assert words in page
        assert "<svg" in page
        assert "<script" not in page
        assert "zz-" not in page + json.dumps(told) + repr(table) + repr(found)
    assert found.table("fr").columns[0] == "n°"
    with pytest.raises(InputError):
        found.table("de")  # type: ignore[arg-type]


def test_facts_of_swept_methods_have_columns_where_they_differ() -> None:
    found = plan().sweep({"reduce.3.models.1.k": [2, 3]}, data(), seed=7)
    names = {name[1] for name in found.facts}
    assert {step for step, *_ in found.facts} == {"suppress_records"}
    assert {name[1] for name in found.telling} <= names
    assert found.telling


def test_columns_and_hierarchies_can_be_tried_on_a_table(tmp_path: Path) -> None:
    people().write_csv(tmp_path / "people.csv")
    whole = Plan(
        file=tmp_path / "people.csv", roles={"key": ["age"], "sensitive": ["ill"]},
        hierarchies={"age": AGES}, assess=[KAnonymity(k=2)],
        reduce=[Recode(column="age", level=1)],
    )  # fmt: skip
    settings = {
        "roles.key": [["age"], ["age", "town"], ["nowhere"]],
        "hierarchies.age.cuts": [[[40], [40]], [[30, 50], [50]]],
    }
    found = whole.sweep(settings, seed=1)
    values = [[f.value for f in own.risk.values()] for own in found.tried]
    assert [own.refused is None for own in found.tried] == [True] * 4 + [False] * 2
    assert len({tuple(own) for own in values[:4] if own}) > 1
    with pytest.raises(InputError, match="has its roles"):
        whole.sweep(settings, whole.dataset(people()))


@pytest.mark.parametrize(("path", "value", "said", "hint"), [
    ("reduce.4.k", 2, "which part of reduce", "numbers go from 1 to 3"),
    ("reduce.0.share", 2, "which part of reduce", "numbers go from 1 to 3"),
    ("reduce.1", 2, "which part of reduce", "then comes the parameter"),
    ("reduce.1.shares", 0.5, "no parameter 'shares'", "did you mean share"),
    ("reduce.3.models.2.k", 3, "nothing called '2'", "numbers begin at 1"),
    ("reduce.1.share", 3, "must be less than 1", "discret parts subsample"),
    ("reduce.1.share", True, "share: must be a number, got true", "discret parts subsample"),
    ("reduc.1.share", 0.5, "no such place", "did you mean reduce"),
    ("data.file", "x", "no such place", "reduce.1.k"),
    ("hierarchies.town.from", "top", "no such hierarchy", "no hierarchies"),
    ("roles.keys", ["age"], "keys", ""),
    ("release.nothing", 1, "nothing", "unexamined"),
    ("assess.subsample.k", 2, "which part of assess", "k_anonymity"),
])  # fmt: skip
def test_a_wrong_place_or_value_is_refused_before_anything_is_run(
    path: str, value: Any, said: str, hint: str
) -> None:
    with pytest.raises(InputError) as raised:
        plan().sweep({path: [value]}, data())
    assert said in raised.value.message
    assert raised.value.message.count("sweep:") == 1
    assert hint in str(raised.value.hint)
    assert raised.value.within("fr") != raised.value.within("en")


def test_each_variant_is_what_it_gives_by_itself() -> None:
    drop = SuppressRecords(models=[KAnonymity(k=2)], drop=0.9)
    ways = [
        Variant(title="drop", reduce=[drop]),
        Variant(title="whole", reduce=[ShuffleRecords()]),
    ]
    whole = Plan(
        assess=[KAnonymity(k=2)],
        reduce=[Recode(column="age", level=2), Subsample(share=0.8)],
        variants=ways,
    )
    grid = {"reduce.2.share": [0.5, 0.8], "reduce.suppress_records.models.1.k": [2, 3]}
    found = whole.sweep(grid, data(), seed=7)
    assert [own.values for own in found.tried] == [
        ("drop", 0.5, 2), ("drop", 0.5, 3), ("drop", 0.8, 2), ("drop", 0.8, 3),
        ("whole", 0.5, None), ("whole", 0.8, None),
    ]  # fmt: skip
    for own in found.tried:
        release = own.plan.run(data(), seed=7)
        assert (own.met, own.records) == (release.met, len(release.data))
        assert [*own.risk.values()] == [*release.risk]
        assert [*own.loss.values()] == [*release.loss]
    alone = whole.run_variants(data(), seed=7)
    assert found.tried[5].records == len(alone["whole"].data)
    many = {"reduce.2.share": [n / 700 for n in range(1, 601)]}
    with pytest.raises(InputError, match="1,200 settings are too many"):
        whole.sweep(many, data())


def test_what_is_no_grid_is_refused() -> None:
    for odd in ({}, {"reduce.1.share": 0.5}, {"reduce.1.share": []}, [1], {3: [1]}):
        with pytest.raises(InputError):
            sweep(plan(), odd, data())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="settings are too many"):
        plan().sweep({"reduce.1.share": [n / 1300 for n in range(1, 1201)]}, data())
    for text in ("reduce.1.k", "=3", "reduce.1.k="):
        with pytest.raises(InputError, match="PATH=V1,V2"):
            Axis.read(text)


def test_places_are_known_by_number_label_and_name() -> None:
    own = Plan(
        assess=[KAnonymity(k=2), KAnonymity(k=3)],
        reduce=[Generalise(models=[KAnonymity(k=2)], maximum={"sex": 0}), Noise(columns=["age"])],
        labels=["first. step"],
    )
    assert first_step(own, "reduce.first. step.drop") == first_step(own, "reduce.1.drop") == 0
    assert first_step(own, "reduce.noise.alpha") == 1
    assert first_step(own, "assess.1.k") == 2
    assert first_step(own, "roles.key") == -1
    changed = with_value(own, "reduce.1.maximum.age", 1)
    assert dict(changed.reduce[0].maximum) == {"sex": 0, "age": 1}  # type: ignore[attr-defined]
    with pytest.raises(InputError) as raised:
        with_value(own, "assess.k_anonymity.k", 4)
    assert "assess.1 being the first" in str(raised.value.hint)


def test_values_are_read_as_a_plan_has_them() -> None:
    assert Axis.read("a.b=true,0.5,x y").values == (True, 0.5, "x y")
    assert Axis.read('roles.key=["a","b"],["a"]').values == (["a", "b"], ["a"])
    assert Axis.read('a.b="1","2"').values == ("1", "2")


def test_a_sweep_without_losses_or_targets_has_no_sides() -> None:
    found = Plan(reduce=[Subsample(share=0.5)]).sweep({"reduce.1.share": [0.4, 0.6]}, people())
    assert isinstance(found, Sweep)
    assert found.sides[0] is None
    assert found.efficient == (False, False)
    assert "<svg" not in render_sweep(found)
