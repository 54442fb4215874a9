"""Correspondence analysis before and after: against a plain SVD of the records."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset, Finding
from discret.assess import KAnonymity
from discret.data.examples import survey
from discret.errors import ColumnError, InputError, ParameterError
from discret.quantify import Correspondence
from discret.reduce import SuppressRecords
from small import kept, of, recoded

FACTS = ["vol_logement", "vol_vehicule", "vol_violence"]
FACTS += ["vol_sans_violence", "violence_physique", "menaces"]
KEYS = ["sexe", "age", "couple"]


def people(records: int = 1500) -> Dataset:
    return Dataset.of(survey(records), key=KEYS, weight="poids")


def plain(table: pl.DataFrame, axes: int) -> tuple[np.ndarray, dict[tuple[str, str], np.ndarray]]:
    """The analysis of the records themselves, weighted, with supplementary categories."""
    w = table["poids"].to_numpy() / table["poids"].sum()
    names = [(name, value) for name in FACTS for value in (0, 1)]
    z = np.column_stack([(table[n] == v).to_numpy().astype(float) for n, v in names])
    c = w @ z / len(FACTS)
    s = np.sqrt(w)[:, None] * (z / len(FACTS) - c) / np.sqrt(c)
    u, d, vt = np.linalg.svd(s, full_matrices=False)
    standard = u[:, :axes] / np.sqrt(w)[:, None]
    found = {
        (n, str(v)): vt[:axes, at] * d[:axes] / np.sqrt(c[at]) for at, (n, v) in enumerate(names)
    }
    for name in KEYS:
        for value in table[name].drop_nulls().unique():
            here = (table[name] == value).fill_null(value=False).to_numpy()
            found[name, value] = (w[here] @ standard[here]) / w[here].sum()
    return d[:axes] ** 2, found


def places(finding: Finding, side: str) -> dict[tuple[str, str], Any]:
    return {(r["column"], r["category"]): r[side] for r in finding.details["categories"]}


def test_places_and_inertia_are_those_of_a_plain_svd() -> None:
    data = people()
    finding = Correspondence(active=FACTS).compare(data, data)
    inertia, wanted = plain(data.to_polars(), 2)
    found = places(finding, "before")
    assert found.keys() == wanted.keys()
    signs = np.sign(sum(np.array(found[one]) * wanted[one] for one in found))
    for one, place in found.items():
        np.testing.assert_allclose(place, wanted[one] * signs, atol=1e-9)
    axes = finding.details["axes"]
    assert [axis["inertia_before"] for axis in axes] == pytest.approx(inertia.tolist())
    assert axes[0]["share_before"] == pytest.approx(inertia[0])  # total inertia: 12/6 − 1 = 1


def test_the_displacement_is_that_of_the_definition() -> None:
    data = people()
    after = SuppressRecords(models=[KAnonymity(k=30)], drop=1).apply(data, Context()).data
    assert 0 < len(after) < len(data)
    finding = Correspondence(active=FACTS).compare(data, after)
    table = data.to_polars()
    (_, old), (_, new) = plain(table, 2), plain(after.to_polars(), 2)
    w = table["poids"]
    mass = {
        (n, c): float(w.filter((table[n].cast(pl.String) == c).fill_null(value=False)).sum())
        for n, c in old
    }

    def spread(turn: np.ndarray, columns: list[str]) -> tuple[float, float]:
        own = [one for one in old if one[0] in columns and one in new]
        moved = sum(mass[one] * float(((new[one] @ turn - old[one]) ** 2).sum()) for one in own)
        return moved, sum(mass[one] * float((old[one] ** 2).sum()) for one in own)

    turns = [
        np.array([[c, -s], [s, c]]) @ np.diag([1, flip])
        for angle in np.linspace(0, 2 * np.pi, 1801)
        for c, s in [(np.cos(angle), np.sin(angle))]
        for flip in (1, -1)
    ]
    best = min(turns, key=lambda turn: spread(turn, FACTS)[0])
    for columns, key in ((FACTS, "active"), (KEYS, "supplementary")):
        moved, whole = spread(best, columns)
        wanted = float(np.sqrt(moved / whole))
        assert finding.details[f"displacement_{key}"] == pytest.approx(wanted, rel=1e-3)
    assert finding.value == max(
        finding.details["displacement_active"], finding.details["displacement_supplementary"]
    )
    assert finding.value > 0


def test_weights_are_repeated_records() -> None:
    frame = pl.DataFrame({
        "a": ["x", "y", "x", "y", "x"], "b": ["u", "u", "v", "v", "v"], "w": [3.0, 1, 2, 5, 1],
        "k": ["s", "t", "t", "s", "s"],
    })  # fmt: skip
    every = frame[np.repeat(np.arange(5), frame["w"].to_numpy().astype(int)).tolist()]
    one = Dataset.of(frame, key="k", weight="w")
    many = Dataset.of(every.drop("w"), key="k")
    part = Correspondence(active=["a", "b"])
    found, wanted = (places(part.compare(own, own), "before") for own in (one, many))
    for place, own in found.items():
        assert own == pytest.approx(wanted[place])


def test_a_mirror_image_is_the_same_picture() -> None:
    """Records in another order, categories under other names: axes may turn, nothing moved."""
    data = people(800)
    after = kept(data, *reversed(range(800)))
    assert Correspondence(active=FACTS, axes=3).compare(data, after).value == 0


def test_records_with_a_missing_active_value_are_left_out() -> None:
    data = people(800)
    blank = nw.when(nw.col("menaces") == 0).then(nw.col("menaces")).alias("menaces")
    after = data.with_frame(data.frame.with_columns(blank))
    finding = Correspondence(active=FACTS).compare(data, after)
    table = data.to_polars()
    share = table.filter(pl.col("menaces") == 1)["poids"].sum() / table["poids"].sum()
    assert finding.details["left_out_after"] == pytest.approx(share)
    assert finding.details["categories_lost"] == 1  # whoever was threatened
    assert places(finding, "after")["menaces", "1"] is None


def test_a_lost_supplementary_category_is_counted() -> None:
    data = people(800)
    women = np.flatnonzero((data.to_polars()["sexe"] == "femme").to_numpy())
    finding = Correspondence(active=FACTS, supplementary=["sexe"]).compare(data, kept(data, *women))
    assert finding.details["categories_lost"] == 1
    assert "1 is gone" in finding.reads


def test_recoded_columns_are_compared_at_the_level_released() -> None:
    data = people(800)
    after = recoded(data, "age", {"25-34": "25-44", "35-44": "25-44"})
    finding = Correspondence(active=FACTS, supplementary=["age"]).compare(data, after)
    assert finding.value == 0
    assert ("age", "25-44") in places(finding, "before")


def test_no_supplementary_column_is_fine() -> None:
    data = of(a=["x", "y", "x", "y"], b=["u", "v", "v", "u"])
    finding = Correspondence(active=["a", "b"], supplementary=[]).compare(data, kept(data, 0, 1, 2))
    assert finding.details["displacement_supplementary"] is None
    assert finding.value == finding.details["displacement_active"]
    speaks_both_languages(finding)


def test_where_nothing_varies_it_is_said() -> None:
    data = of(a=["x", "y", "x"], b=["u", "v", "u"])
    for after in (kept(data, 0, 2), kept(data)):
        finding = Correspondence(active=["a", "b"], most=0.1).compare(data, after)
        assert (finding.value, finding.met) == (None, False)
        assert "nothing to analyse" in finding.reads
        speaks_both_languages(finding)


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"active": ["a"]}, "active"),
        ({"active": ["a", "a"]}, "active"),
        ({"active": ["a", "b"], "supplementary": ["b"]}, "supplementary"),
        ({"active": ["a", "b"], "axes": 0}, "axes"),
        ({"active": ["a", "b"], "most": -1}, "most"),
    ],
)
def test_bad_parameters_are_refused(values: dict[str, Any], rule: str) -> None:
    with pytest.raises(ParameterError, match=rule):
        Correspondence(**values)


def test_columns_and_weights_are_checked() -> None:
    data = of(a=["x", "y"], b=["u", "v"], w=[1.0, -1.0])
    with pytest.raises(ColumnError, match="nowhere"):
        Correspondence(active=["a", "nowhere"]).compare(data, data)
    with pytest.raises(InputError, match="1 record"):
        Correspondence(active=["a", "b"]).compare(data, data)


def test_words_show_no_value() -> None:
    data = of(a=["SECRET1", "SECRET2"] * 3, b=["SECRET3", "SECRET4", "SECRET4"] * 2)
    finding = Correspondence(active=["a", "b"]).compare(data, kept(data, 0, 1, 2, 3))
    speaks_both_languages(finding)
    shows_no("SECRET", finding)
