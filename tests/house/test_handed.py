"""Whatever is handed to a part that it does not take is refused in a sentence, with a way out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_origin

import numpy as np
import pandas as pd
import polars as pl
import pytest

import discret
from discret import Context, Dataset, Hierarchy, Plan
from discret.assess import IndividualRisk, KAnonymity
from discret.data import Automatic, HowToRead, automatic_hierarchy, profile, read
from discret.data import write as write_file
from discret.data.examples import dishes
from discret.document import compare, read_record, record, render_comparison, report, write
from discret.errors import DiscretError, EngineError, InputError, ParameterError
from discret.finding import Finding
from discret.parts import Change, LossMeasure, Method, Part, RiskMeasure
from discret.plan import Terms, every_measure, starting_plan
from discret.reduce import ShuffleRecords, Subsample, SuppressRecords
from discret.words import Words
from every_part import CATALOGUE, EXAMPLES, dataset
from listed import for_each
from marked import TEXT, shown, told

ODD: list[Any] = [
    None, True, 0, -1, 3.5, float("nan"), float("inf"), 10**400, "", TEXT, b"x", (), [], {},
    [None], [[]], {"x": None}, {1: 2}, {TEXT}, range(3), object(), int, KAnonymity, KAnonymity(k=2),
    [KAnonymity], [3, TEXT], ["x", "x"], np.array([1, 2]), np.float64("nan"), pl.Series([1]),
    dishes(), dishes().to_pandas(), Path("x"), date(2026, 1, 1), lambda: 3, iter([1]), 1j,
]  # fmt: skip
VERBS = {RiskMeasure: "assess", Method: "apply", LossMeasure: "compare"}
each_class = for_each(CATALOGUE.values())
TABLES = [dishes(), dishes().to_pandas(), dishes().lazy(), None, TEXT, Dataset, [1, 2]]


def verb(part: Part) -> Any:
    """The one thing that a part does."""
    return next(getattr(part, name) for shape, name in VERBS.items() if isinstance(part, shape))


def clear(error: InputError, *, named: bool = False) -> None:
    """A refusal has a way out, in both languages, and shows no value; of a file, its name."""
    assert error.hint
    assert error.within("fr") != error.within("en")
    assert named or shown(str(error), error.within("fr")) == []


@each_class
def test_a_parameter_without_its_name_is_refused(part: type[Part]) -> None:
    with pytest.raises(ParameterError, match="given by name") as raised:
        part(3, TEXT)
    clear(raised.value)
    assert part.__name__ in raised.value.hint or not part.model_fields


@each_class
def test_a_class_says_itself_in_both_languages(part: type[Part]) -> None:
    assert isinstance(part.title, Words)
    assert part.purpose != part.purpose.fr


def is_list(kind: Any) -> bool:
    """Whether a parameter holds a list."""
    return get_origin(kind) is tuple or any(is_list(arg) for arg in get_args(kind))


def test_one_part_is_no_list_of_parts() -> None:
    fields = [
        (part, name)
        for part in CATALOGUE.values()
        for name, field in part.model_fields.items()
        if is_list(field.annotation)
    ]
    assert (SuppressRecords, "models") in fields
    for part, name in fields:
        with pytest.raises(ParameterError) as raised:
            part(**{name: KAnonymity(k=2)})
        own = [fault for fault in raised.value.faults if fault.startswith(f"{name}")]
        assert len(own) == 1, (part.name, name, raised.value.faults)


@each_class
def test_a_parameter_is_taken_or_refused_whatever_comes(part: type[Part]) -> None:
    good = next((example for example in EXAMPLES if isinstance(example, part)), None)
    values = {} if good is None else good.parameters()
    for name in part.model_fields:
        for odd in ODD:
            try:
                made = part(**{**values, name: odd})
            except ParameterError as error:
                clear(error, named=name == "file")
            else:
                assert isinstance(made.parameters(), dict)


@for_each(
    product({part.name: part for part in EXAMPLES}.values(), TABLES),
    lambda case: f"{case[0].name}, {type(case[1]).__name__}",
)
def test_a_table_without_roles_is_refused(part: Part, odd: Any) -> None:
    given = (dataset(), odd) if isinstance(part, LossMeasure) else (odd,)
    with pytest.raises(InputError, match="a Dataset is needed") as raised:
        verb(part)(*given)
    clear(raised.value)


def test_a_method_without_a_context_draws_by_a_chance_of_its_own() -> None:
    data = dataset()
    drawn = [tuple(Subsample(share=0.5).apply(data).data.to_polars()["number"]) for _ in range(20)]
    assert len({*drawn}) > 1
    with pytest.raises(ParameterError, match="a Context is needed"):
        ShuffleRecords().apply(data, 3)  # type: ignore[arg-type]


def test_a_part_is_never_changed() -> None:
    part = KAnonymity(k=2)
    with pytest.raises(ParameterError, match="never changed"):
        part.k = 3  # type: ignore[misc]
    assert part.k == 2


DOORS: list[Callable[[Any], Any]] = [
    Dataset.of, Plan.read, Plan().run, Plan().check, Plan().with_attacks, read, read_record, record,
    report, starting_plan, lambda one: compare([one, one]), render_comparison, every_measure,
    lambda one: write(one, "out"), lambda one: write_file(dishes(), one), profile,
    lambda one: automatic_hierarchy(one, "sex"), Automatic,
    lambda one: Automatic(sizes=one), Terms, HowToRead, lambda one: Context(rng=one),
    lambda one: Hierarchy.from_cuts(nothing=one),
]  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_what_is_not_for_it(door: Callable[[Any], Any]) -> None:
    for odd in ([TEXT], 3, None, object(), 1j):
        if door is Dataset.of or odd is not None:
            with pytest.raises(DiscretError) as raised:
                door(odd)
            assert raised.value.hint
            assert shown(str(raised.value)) == []


class Half(RiskMeasure):
    """Half of the records are at risk."""

    name = "half"
    attacker = "whoever tosses a coin"  # type: ignore[assignment]
    criteria = ("singling_out",)

    def assess(self, data: Dataset) -> Finding:
        return Finding(name=self.name, value=0.5, reads=Words("half", fr="moitié"), better="lower")


class Nothing(Method):
    """Change nothing."""

    name = "nothing"

    def apply(self, data: Dataset, context: Context) -> Change:
        return Change(data=data, facts={"chance": context.rng.random() < 2})


def test_a_part_of_ones_own_is_guarded_like_any_other() -> None:
    assert Half().assess(dataset()).value == 0.5
    assert Half.title == "half"
    assert Half.purpose == "Half of the records are at risk"
    assert Half.attacker.fr == "whoever tosses a coin"
    with pytest.raises(InputError, match=r"pandas\.DataFrame came"):
        Half().assess(pd.DataFrame({"sex": ["f"]}))  # type: ignore[arg-type]
    assert Nothing().apply(dataset()).facts == {"chance": True}  # type: ignore[call-arg]


def test_a_part_of_ones_own_that_does_not_say_whom_it_fears_is_refused() -> None:
    class Vague(RiskMeasure):
        name = "vague"

        def assess(self, data: Dataset) -> Finding:
            raise NotImplementedError

    with pytest.raises(ParameterError, match="does not declare 'attacker', 'criteria'") as raised:
        Vague()
    clear(raised.value)
    assert "Vague" in told(raised.value)


NOUNS = [
    noun
    for name in discret.__all__
    if isinstance(noun := getattr(discret, name), type) and not issubclass(noun, Exception)
]
MISTAKES: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}), ((3,), {}), (({},), {}), ((TEXT,), {}), ((), {"nonsense": TEXT}), ((3,) * 20, {}),
]  # fmt: skip


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: str(noun.__name__))
def test_a_noun_made_of_anything_is_refused_in_a_sentence(noun: Any) -> None:
    for given, named in MISTAKES:
        if issubclass(noun, str) and len(given) != 1:  # Python's own enumerations
            continue
        if noun in (Plan, Context) and not (given or named):  # all may be left out
            continue
        with pytest.raises(InputError) as raised:
            noun(*given, **named)
        clear(raised.value)


@pytest.mark.parametrize(
    ("deed", "wrong"),
    [
        (Dataset.columns, "nonsense"),
        (Dataset.column, "keys"),
        (Dataset.without_columns, ["nonsense"]),
        (Dataset.without_columns, [3]),
        (Dataset.keys_over, ["nonsense"]),
        (Dataset.keys_over, dishes()),
    ],
)
def test_a_column_that_is_not_there_is_refused(deed: Callable[..., Any], wrong: Any) -> None:
    with pytest.raises(InputError) as raised:
        deed(dataset(), wrong)
    assert not isinstance(raised.value, EngineError)
    clear(raised.value)


def test_one_column_is_named_without_a_list() -> None:
    data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    assert data.without_columns("Âge").columns("key") == ("Sexe",)
    assert data.keys_over("Sexe").columns == ("Sexe",)


@pytest.mark.parametrize("weights", [[5e-324] * 3, [1e-300] * 3, [1e-300, 1.0, 2.0]])
def test_weights_too_small_to_be_summed_are_refused_as_such(weights: list[float]) -> None:
    table = pl.DataFrame({"sex": ["f", "m", "m"], "town": ["a", "b", "b"], "w": weights})
    data = Dataset.of(table, key=["sex", "town"], weight="w")
    with pytest.raises(InputError, match="too small") as raised:
        IndividualRisk().assess(data)
    clear(raised.value)
