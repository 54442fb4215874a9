"""Cells changed: counted by hand, whatever the way in which a cell is lost."""

from __future__ import annotations

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import rows_of, shows_no, speaks_both_languages
from discret import Context, Dataset, Role
from discret.assess import KAnonymity
from discret.data.examples import dishes, illnesses
from discret.errors import EngineError, ParameterError
from discret.quantify import CellsChanged
from discret.reduce import DropIdentifiers, Recode, ShuffleRecords, Subsample, SuppressRecords
from strategies import datasets, examples

FEW = examples(30)


def dishes_data() -> Dataset:
    return Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"], weight="Poids")


def recoded(data: Dataset, column: str, **mapping: str) -> Dataset:
    return Recode(column=column, mapping=mapping).apply(data, Context()).data


def blanked(data: Dataset, column: str, value: str) -> Dataset:
    kept = nw.when(nw.col(column) != value).then(nw.col(column)).alias(column)
    return data.with_frame(data.frame.with_columns(kept))


# ---------------------------------------------------------------- by hand


def test_nothing_is_lost_where_nothing_changes() -> None:
    finding = CellsChanged(most=0).compare(dishes_data(), dishes_data())
    assert (finding.value, finding.met) == (0.0, True)
    assert set(finding.details["by_column"].values()) == {0.0}


def test_a_recoded_cell_is_lost_and_one_that_keeps_its_value_is_not() -> None:
    # Nine records, four columns that count (the name is an identifier): 36 cells. Three people
    # are over 50.
    finding = CellsChanged().compare(dishes_data(), recoded(dishes_data(), "Âge", **{"+50": "50+"}))
    assert finding.value == pytest.approx(3 / 36)
    assert (finding.details["cells"], finding.details["cells_lost"]) == (36, 3)
    assert finding.details["by_column"]["Âge"] == pytest.approx(3 / 9)
    assert finding.details["by_column"]["Sexe"] == 0


def test_a_record_is_lost_with_all_its_cells() -> None:
    after = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(dishes_data(), Context()).data
    finding = CellsChanged().compare(dishes_data(), after)
    assert finding.value == pytest.approx(3 / 9)
    assert finding.details["records_dropped"] == 3
    assert set(finding.details["by_column"].values()) == {3 / 9}


def test_a_column_is_lost_with_all_its_cells() -> None:
    finding = CellsChanged().compare(dishes_data(), dishes_data().without_columns(["Âge"]))
    assert finding.value == pytest.approx(9 / 36)
    assert finding.details["columns_dropped"] == ["Âge"]
    assert finding.details["by_column"]["Âge"] == 1.0


def test_records_columns_and_values_add_up() -> None:
    after = SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(dishes_data(), Context()).data
    after = recoded(after, "Sexe", Femme="F").without_columns(["Âge"])
    # Sexe: 3 dropped and 4 women left; Âge: all 9; Plat préféré and Poids: 3 each.
    assert CellsChanged().compare(dishes_data(), after).details["cells_lost"] == 7 + 9 + 3 + 3


def test_a_blanked_cell_is_lost() -> None:
    after = blanked(dishes_data(), "Sexe", "Homme")
    assert CellsChanged().compare(dishes_data(), after).details["cells_lost"] == 4


def test_a_cell_that_was_missing_and_still_is_is_not_lost() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["x", None, "y", None]}), key="a")
    assert CellsChanged().compare(data, data).value == 0
    assert CellsChanged().compare(data, blanked(data, "a", "x")).value == 1 / 4
    assert CellsChanged().compare(blanked(data, "a", "x"), data).value == 1 / 4


def test_identifiers_and_row_numbers_are_there_to_be_removed() -> None:
    frame = dishes().with_row_index("numéro")
    data = Dataset.of(frame, identifier="Nom complet", key="Sexe", row="numéro")
    after = DropIdentifiers().apply(data, Context()).data.without_columns(["numéro"])
    finding = CellsChanged().compare(data, after)
    assert (finding.value, finding.details["cells"]) == (0, 36)
    assert finding.details["columns_dropped"] == []


def test_records_are_followed_when_shuffled() -> None:
    after = ShuffleRecords().apply(dishes_data(), Context(rng=np.random.default_rng(1))).data
    assert CellsChanged().compare(dishes_data(), after).value == 0


def test_new_weights_are_changed_cells() -> None:
    sample = Subsample(share=0.5, reweight=True).apply(dishes_data(), Context()).data
    finding = CellsChanged().compare(dishes_data(), sample)
    assert finding.details["by_column"]["Poids"] == 1.0


def test_a_number_that_becomes_text_is_compared_by_its_text() -> None:
    data = Dataset.of(illnesses(), key="Âge")
    after = Recode(column="Âge", mapping={"46": "40-49"}).apply(data, Context()).data
    assert CellsChanged().compare(data, after).details["by_column"]["Âge"] == pytest.approx(2 / 7)


def test_a_number_with_a_point_keeps_its_value_when_it_becomes_text() -> None:
    # Whole numbers with a missing one arrive from pandas as floats: 68.0 is released as "68".
    data = Dataset.of(pl.DataFrame({"a": [46.0, 68.0, None, 1e8]}), key="a")
    after = Recode(column="a", mapping={"46": "40-49"}).apply(data, Context()).data
    assert CellsChanged().compare(data, after).details["cells_lost"] == 1


@FEW
@given(datasets(weight=True), st.data())
def test_cells_are_counted_one_by_one(data, draw) -> None:
    kept = draw.draw(st.sets(st.integers(0, len(data) - 1)))
    after = data.with_rows(np.array(sorted(kept), dtype=np.int64))
    after = blanked(recoded(after, "a", a0="z"), "s", "s1") if kept else after
    rows, columns = rows_of(data), data.columns()
    lost = {name: len(rows) - len(kept) for name in columns}
    lost["a"] += sum(rows[place]["a"] == "a0" for place in kept)
    lost["s"] += sum(rows[place]["s"] == "s1" for place in kept)
    finding = CellsChanged().compare(data, after)
    assert finding.details["cells_lost"] == sum(lost.values())
    assert finding.value == pytest.approx(sum(lost.values()) / (len(rows) * len(columns)))
    assert finding.details["by_column"] == pytest.approx(
        {name: count / len(rows) for name, count in lost.items()}
    )


# ---------------------------------------------------------------- targets and refusals


def test_the_share_allowed_is_judged() -> None:
    after = recoded(dishes_data(), "Sexe", Femme="F")
    share = 5 / 36
    assert CellsChanged(most=share).compare(dishes_data(), after).met is True
    assert CellsChanged(most=share - 0.001).compare(dishes_data(), after).met is False
    assert CellsChanged().compare(dishes_data(), after).met is None
    assert CellsChanged(most=0.5).compare(dishes_data(), after).target == 0.5


@pytest.mark.parametrize("most", [-0.1, 1.1, "x", float("nan")])
def test_a_target_that_is_no_share_is_refused(most: object) -> None:
    with pytest.raises(ParameterError, match="most: "):
        CellsChanged(most=most)


def test_a_lazy_table_needs_a_row_column() -> None:
    lazy = Dataset.of(dishes().lazy(), key="Sexe")
    with pytest.raises(EngineError, match=r"lazy table.*Hint: .*row="):
        CellsChanged().compare(lazy, lazy)
    numbered = Dataset.of(dishes().with_row_index("n").lazy(), key="Sexe", row="n")
    after = recoded(numbered, "Sexe", Femme="F")
    assert CellsChanged().compare(numbered, after).details["cells_lost"] == 5


def test_an_empty_table_has_lost_nothing() -> None:
    empty = Dataset.of(dishes().clear(), key="Sexe")
    assert CellsChanged().compare(empty, empty).value == 0


def test_a_table_of_identifiers_alone_has_nothing_to_lose() -> None:
    data = Dataset.of(pl.DataFrame({"name": ["x", "y"]}), identifier="name")
    assert data.columns(Role.IDENTIFIER) == ("name",)
    assert CellsChanged().compare(data, data.without_columns(["name"])).value == 0


def test_sentences_speak_both_languages_and_show_no_value() -> None:
    data = Dataset.of(pl.DataFrame({"a": ["SECRET1", "SECRET2"]}), key="a")
    finding = CellsChanged(most=0.1).compare(data, blanked(data, "a", "SECRET1"))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
    assert finding.better == "lower"
