"""What the measures of attribute disclosure have in common: columns, refusals, words, subsets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import adds_up, shows_no, speaks_both_languages
from discret import Dataset
from discret.assess import BetaLikeness, DeltaDisclosure, Homogeneity, LDiversity, TCloseness
from discret.assess.sensitive import AttributeModel, Seen
from discret.assess.spread import Levels, Spread
from discret.data.examples import dishes, footballers
from discret.errors import ColumnError, DiscretError, InputError, ParameterError
from discret.parts import Context, RiskMeasure
from discret.parts.parameters import Missing, SensitiveColumn
from discret.reduce import SuppressRecords
from discret.words import Words, say
from strategies import datasets, examples, rules

FEW = examples(8)  # for each of seven measures
Maker = Callable[..., RiskMeasure]


def make(part: type[RiskMeasure], target: str, **fixed: Any) -> Maker:
    """Make a measure with a target of 0.3 unless told otherwise; ``None`` for none."""

    def maker(wanted: float | None = 0.3, **more: Any) -> RiskMeasure:
        return part(**fixed, **({} if wanted is None else {target: wanted}), **more)

    return maker


MAKERS: dict[str, Maker] = {
    "t_closeness": make(TCloseness, "t"),
    "delta_disclosure": make(DeltaDisclosure, "delta"),
    "delta_disclosure present": make(DeltaDisclosure, "delta", absent="present"),
    "beta_likeness": make(BetaLikeness, "beta"),
    "beta_likeness enhanced": make(BetaLikeness, "beta", kind="enhanced"),
    "homogeneity": make(Homogeneity, "most"),
    "homogeneity half": make(Homogeneity, "most", share=0.5),
}
each = pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)


def of(keys: list[Any], values: list[Any], **more: Any) -> Dataset:
    return Dataset.of(pl.DataFrame({"a": keys, "s": values}), key="a", sensitive="s", **more)


def known(data: Dataset) -> bool:
    """Whether both sensitive columns have a value somewhere."""
    return not any(data.to_polars()[name].is_null().all() for name in ("s", "t"))


# ---------------------------------------------------------------- findings


@each
@FEW
@given(datasets(missing_sensitive=True, individual=None).filter(known), rules, st.floats(0.01, 1))
def test_counts_agree_and_groups_that_fail_are_marked_alike(maker, data, rule, target) -> None:
    one = maker(target, missing=rule)
    finding = one.assess(data)
    adds_up(finding, data)
    assert one.failing(data.keys).tolist() == finding.per_key["failing"].to_list()
    assert finding.details["rule"] == rule
    assert set(finding.details["groups_without_value"]) == {"s", "t"}


@each
@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_a_verdict_holds_where_the_value_is_within_the_target(maker, data, rule) -> None:
    finding = maker(missing=rule).assess(data)
    value = np.inf if finding.value is None else finding.value
    if abs(value - 0.3) > 1e-9:
        assert finding.met is bool(value < 0.3)


@each
@FEW
@given(datasets(missing_sensitive=True, least_keys=2).filter(known), rules, st.data())
def test_groups_of_a_part_of_the_file_are_judged_as_that_part_alone(
    maker, data, rule, draw
) -> None:
    drawn = draw.draw(st.lists(st.booleans(), min_size=len(data.keys), max_size=len(data.keys)))
    keep = np.array(drawn)
    if keep.any():
        one, rest = maker(missing=rule), data.with_groups(keep)
        assert one.failing(data.keys.subset(keep)).tolist() == one.failing(rest.keys).tolist()


@pytest.mark.parametrize(  # homogeneity counts records over the whole file
    "maker", [one for name, one in MAKERS.items() if "homogeneity" not in name]
)
@FEW
@given(datasets(missing_sensitive=True).filter(known), rules)
def test_the_worst_column_counts(maker, data, rule) -> None:
    both = maker(missing=rule).assess(data).per_key["failing"]
    alone = [
        maker(missing=rule, column=name).assess(data).per_key["failing"] for name in ("s", "t")
    ]
    assert (alone[0] | alone[1]).to_list() == both.to_list()


@each
def test_without_a_target_nothing_is_judged(maker: Maker) -> None:
    finding = maker(None).assess(of(["x", "x", "y"], ["1", "2", "1"]))
    assert (finding.target, finding.met) == (None, None)
    assert finding.details["records_failing"] == finding.details["groups_failing"] == 0
    assert not maker(None).judges


@each
def test_a_table_that_is_one_group_is_like_itself(maker: Maker) -> None:
    finding = maker().assess(of(["x", "x", "x"], ["1", "2", "3"]))
    assert (finding.value, finding.met) == (0, True)


@each
def test_a_group_without_known_values_tells_nothing(maker: Maker) -> None:
    data = of(["x", "x", "x", "y"], ["1", "2", "3", None])
    finding = maker(missing="category").assess(data)
    assert finding.per_key["failing"].to_list() == [False, False]
    assert finding.details["groups_without_value"] == {"s": 1}


@each
@pytest.mark.parametrize("name", ["level", "count", "failing", "largest", "given_away"])
def test_a_key_may_be_called_as_a_column_of_the_result(maker: Maker, name: str) -> None:
    frame = pl.DataFrame({name: ["x", "x", "y"], "s": ["1", "2", "3"]})
    table = maker().assess(Dataset.of(frame, key=name, sensitive="s")).per_key
    assert table is not None
    assert sorted(table[name].cast(pl.String).to_list()) == ["x", "y"]


@each
def test_a_column_that_was_not_declared_sensitive_may_be_named(maker: Maker) -> None:
    data = Dataset.of(dishes(), key="Sexe")
    declared = Dataset.of(dishes(), key="Sexe", sensitive="Plat préféré")
    assert maker(column="Plat préféré").assess(data).value == maker().assess(declared).value


@each
def test_what_is_left_after_dropping_groups_holds(maker: Maker) -> None:
    keys = ["x"] * 20 + ["y"] * 20 + ["z"]
    data = of(keys, [str(n % 4) for n in range(40)] + ["0"])
    one = maker() if "homogeneity" not in maker().name else maker(0.0)
    after = SuppressRecords(models=[one], drop=1).apply(data, Context()).data
    assert len(after) == 40
    assert one.assess(after).met is True


# ---------------------------------------------------------------- what is refused


@each
def test_a_column_that_is_missing_everywhere_is_refused_with_a_hint(maker: Maker) -> None:
    data = Dataset.of(
        pl.DataFrame({"a": ["x", "y"], "s": ["1", "2"], "t": [None, None]}),
        key="a",
        sensitive=["s", "t"],
    )
    with pytest.raises(ColumnError, match=r"no record has a known value in 't'.*Hint: "):
        maker().assess(data)
    assert maker(column="s").assess(data).details["by_column"].keys() == {"s"}


@each
def test_a_part_of_a_file_without_known_values_fails_nowhere(maker: Maker) -> None:
    data = of(["x", "y", "y"], [None, "1", "2"])
    part = data.keys.subset(np.array([True, False]))
    assert maker(missing="category").failing(part).tolist() == [False]


@each
def test_data_without_a_sensitive_column_are_refused_with_a_hint(maker: Maker) -> None:
    data = Dataset.of(dishes(), key="Sexe")
    for deed in (maker().assess, lambda data: maker().failing(data.keys)):
        with pytest.raises(InputError, match=r"role sensitive.*Hint: "):
            deed(data)


@each
def test_a_column_that_is_not_there_is_refused(maker: Maker) -> None:
    with pytest.raises(ColumnError, match="no column 'Plat'"):
        maker(column="Plat").assess(Dataset.of(dishes(), key="Sexe"))


@each
def test_data_without_keys_or_records_are_refused(maker: Maker) -> None:
    with pytest.raises(InputError, match="no column has the role key"):
        maker().assess(Dataset.of(dishes(), sensitive="Plat préféré"))
    with pytest.raises(InputError, match="no records"):
        maker().assess(of([], []))


@each
def test_a_verdict_on_groups_needs_a_target(maker: Maker) -> None:
    with pytest.raises(ParameterError, match="a target is needed") as raised:
        maker(None).failing(of(["x"], ["1"]).keys)
    assert raised.value.hint


@each
@pytest.mark.parametrize("target", [-0.1, "x", float("nan"), float("inf")])
def test_an_absurd_target_is_refused(maker: Maker, target: Any) -> None:
    with pytest.raises(ParameterError):
        maker(target)


@each
@pytest.mark.parametrize("more", [{"missing": "drop"}, {"k": 2}, {"column": 3}])
def test_unknown_words_are_refused(maker: Maker, more: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=next(iter(more))):
        maker(**more)


# ---------------------------------------------------------------- words


@each
@pytest.mark.parametrize("target", [None, 0.01, 1.0])
@pytest.mark.parametrize("column", [None, "s"])
def test_sentences_speak_both_languages_and_show_no_value(
    maker: Maker, target: float | None, column: str | None
) -> None:
    keys = ["SECRET1", "SECRET1", "SECRET1", "SECRET2", "SECRET2"]
    data = of(keys, ["SECRET3", "SECRET4", "SECRET3", "SECRET3", "SECRET3"])
    finding = maker(target, column=column).assess(data)
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert "SECRET" not in str(finding.to_dict())
    for text in (str(finding.reads), finding.reads.fr):
        assert not any(word in text for word in ("None", "inf", "nan", "  "))


@each
def test_errors_show_no_value(maker: Maker) -> None:
    with pytest.raises(DiscretError) as raised:
        maker(column="t").assess(of(["SECRET1"], ["SECRET2"]))
    assert "SECRET" not in str(raised.value)


@each
def test_smaller_is_better(maker: Maker) -> None:
    assert maker().assess(of(["x"], ["1"])).better == "lower"


# ---------------------------------------------------------------- the pieces


def test_a_spread_counts_the_file_once_whatever_the_rule() -> None:
    data = of(["x", "x", None], ["1", "1", "2"])
    for rule, wanted in (("known", [[2, 0], [2, 1]]), ("category", [[2, 0], [0, 1]])):
        spread = Spread.of(data.keys, "s", rule)
        assert spread.totals.tolist() == [2, 1]
        assert sorted(spread.counts.toarray().tolist()) == sorted(wanted)


def test_values_that_are_gone_are_no_values() -> None:
    data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    part = data.keys.subset(data.keys.groups["Club"].to_numpy() == "OM")
    spread = Spread.of(part, "Salaire", "known")
    assert spread.totals.tolist() == [2]
    assert spread.values.to_list() == [500]
    assert TCloseness(t=0).failing(part).tolist() == [False]
    assert DeltaDisclosure(delta=0.1).failing(part).tolist() == [False]


def test_the_worst_of_levels_depends_on_what_is_better() -> None:
    found = {"s": np.array([1.0, 3.0]), "t": np.array([2.0, 2.0])}
    assert Levels(found, "higher").worst.tolist() == [1, 2]
    assert Levels(found, "lower").worst.tolist() == [2, 3]
    assert Levels(found, "lower").summary() == {"s": 3, "t": 2}


def test_the_measures_agree_on_what_is_alike() -> None:
    # A group with one value fails distinct 2-diversity, and is what gives records away.
    data = Dataset.of(dishes(), key=["Sexe", "Âge"], sensitive="Plat préféré")
    alike = LDiversity(l=2).assess(data).details["records_failing"]
    assert Homogeneity().assess(data).details["records_given_away"] == alike == 5


# ---------------------------------------------------------------- the skeleton


class Commonest(AttributeModel):
    """The largest share of one value, judged group by group."""

    name: ClassVar[str] = "commonest"
    attacker: ClassVar[Words] = Words("bets on the most frequent value", fr="parie")
    target: ClassVar[str] = "share"
    such_as: ClassVar[str] = "share=0.5"

    share: float | None = None
    column: SensitiveColumn = None
    missing: Missing = "known"

    def level(self, spread: Spread) -> Any:
        sizes = np.maximum(spread.counts.sum(axis=1), 1)
        return spread.counts.max(axis=1).toarray().ravel() / sizes

    def reads(self, seen: Seen) -> Words:
        return say("at most {value:%}", "au plus {value:%}", value=seen.levels.value)

    def more(self, seen: Seen) -> dict[str, Any]:
        return seen.unlevelled


def test_a_model_says_only_what_is_its_own() -> None:
    data = of(["a", "a", "a", "b", "b"], [1, 1, 2, 1, 2])
    finding = Commonest(share=0.6).assess(data)
    assert finding.value == pytest.approx(2 / 3)
    assert (finding.met, finding.target, finding.better) == (False, 0.6, "lower")
    assert finding.details["records_failing"] == 3
    assert Commonest(share=0.6).failing(data.keys).sum() == 1
    with pytest.raises(ParameterError, match=r"share=0\.5"):
        Commonest().failing(data.keys)


def test_what_a_part_inherits_speaks_in_its_name() -> None:
    with pytest.raises(InputError, match="commonest: a Dataset"):
        Commonest().assess([1])  # type: ignore[arg-type]
    with pytest.raises(DiscretError, match="l_diversity"):
        LDiversity().assess()  # type: ignore[call-arg]
