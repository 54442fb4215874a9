"""Several draws of a plan: each is what its seed gives, and none but the first leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.assess import KAnonymity, SampleUniques
from discret.data.examples import dishes
from discret.document.pages.internal import internal_view
from discret.document.pages.render import read_record, render
from discret.document.records import record
from discret.document.words.voice import Voice
from discret.errors import DiscretError, InputError, ParameterError, TargetError
from discret.plan.draws import Dispersion, seed_of
from discret.plan.variants import Variant
from discret.quantify import Contingency, Distances, Marginals
from discret.reduce import (
    Microaggregate,
    Pram,
    Recode,
    ShuffleRecords,
    Subsample,
    SuppressRecords,
)
from page_texts import texts

K2 = [KAnonymity(k=2)]


def data() -> Dataset:
    return Dataset.of(
        dishes(), identifier="Nom complet", key=["Sexe", "Âge"], weight="Poids",
        sensitive="Plat préféré",
    )  # fmt: skip


def plan(**more: Any) -> Plan:
    return Plan(**{
        "title": "Left to luck",
        "assess": [KAnonymity(k=2), SampleUniques(most=0.3)],
        "reduce": [
            Recode(column="Âge", mapping={"-25": "-50", "25-50": "-50", "+50": "+50"}),
            Pram(columns=["Sexe"], retention=0.5),
            Subsample(share=0.8),
            ShuffleRecords(),
        ],
        "quantify": [Marginals(most=0.1), Distances()],
        **more,
    })  # fmt: skip


def test_each_draw_is_what_its_seed_gives_by_itself() -> None:
    """Steps without chance are run once, and what is between is not measured: it is the same."""
    whole, n, seed = plan(), 12, 5
    draws = whole.run_draws(data(), n, seed=seed).draws
    alone = [whole.run(data(), seed=seed_of(seed, number)) for number in range(n)]
    assert draws is not None
    assert (draws.number, draws.failed) == (n, 0)
    for place, found in enumerate(draws.risk):
        assert found.values == tuple(one.risk[place].value for one in alone)
        assert found.met == np.mean([one.risk[place].met for one in alone])
    for place, found in enumerate(draws.loss):
        assert found.values == tuple(one.loss[place].value for one in alone)
    assert draws.loss[1].met == np.mean([one.loss[1].met for one in alone])
    assert draws.loss[2].met is None
    assert draws.met == np.mean([one.met is True for one in alone])
    assert len(set(draws.loss[1].values)) > 2  # they do differ


def test_what_is_between_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other draws, the last step alone."""
    asked = []
    usual = Marginals.compare

    def counted(part: Marginals, before: Dataset, after: Dataset) -> Any:
        asked.append(len(after))
        return usual(part, before, after)

    monkeypatch.setattr(Marginals, "compare", counted)
    whole = plan(reduce=[*plan().reduce[:3]])
    whole.run_draws(data(), 6, seed=5)
    assert len(asked) == 3 + 5


def test_the_release_is_that_of_its_seed() -> None:
    """Whatever the others are: it is not the luckiest."""
    whole = plan()
    for seed in range(6):
        one, several = whole.run(data(), seed=seed), whole.run_draws(data(), 3, seed=seed)
        assert several.seed == seed
        assert several.data.to_polars().equals(one.data.to_polars())
        assert (several.risk, several.loss, several.met) == (one.risk, one.loss, one.met)


def test_numbers_of_the_spread() -> None:
    values = (0.1, 0.4, None, 0.2, 0.9)
    found = Dispersion(name="distances", values=values, met=None)
    known = [0.1, 0.4, 0.2, 0.9]
    wanted = (0.1, 0.9, np.median(known), np.std(known, ddof=1))
    assert (found.least, found.most, found.median, found.deviation) == pytest.approx(wanted)
    assert found.to_dict()["known"] == 4
    nothing = Dispersion(name="distances", values=(None,), met=0.0)
    assert (nothing.least, nothing.median, nothing.most, nothing.deviation) == (None,) * 4


def test_the_share_of_draws_is_that_of_theory() -> None:
    """Two of four records are kept: both of one sex in 2 of the 6 samples, so k is 2."""
    table = pl.DataFrame({"sex": list("ffmm")})
    whole = Plan(assess=K2, reduce=[Subsample(share=0.5)])
    draws = whole.run_draws(Dataset.of(table, key="sex"), 300, seed=3).draws
    assert draws is not None
    spread = np.sqrt(1 / 3 * 2 / 3 / 300)
    assert draws.met == draws.risk[0].met == pytest.approx(1 / 3, abs=4 * spread)


def test_a_draw_that_comes_to_no_file_meets_nothing() -> None:
    """Of the samples above, those with both sexes would have to lose all their records."""
    file = Dataset.of(pl.DataFrame({"sex": list("ffmm")}), key="sex")
    steps = [Subsample(share=0.5), SuppressRecords(models=K2, drop=0.1)]
    whole = Plan(assess=K2, reduce=steps)
    seed = next(seed for seed in range(50) if _runs(whole, file, seed))
    draws = whole.run_draws(file, 40, seed=seed).draws
    assert draws is not None
    runs = [_runs(whole, file, seed_of(seed, number)) for number in range(40)]
    assert draws.failed == runs.count(False) > 0
    assert draws.met == draws.risk[0].met == runs.count(True) / 40
    assert str(draws.failed) in draws.reads
    assert str(draws.failed) in draws.reads.fr
    bad = next(seed for seed in range(50) if not _runs(whole, file, seed))
    with pytest.raises(TargetError):  # where it is the release that comes to nothing
        whole.run_draws(file, 5, seed=bad)


def _runs(whole: Plan, file: Dataset, seed: int) -> bool:
    try:
        whole.run(file, seed=seed)
    except DiscretError:
        return False
    return True


def test_a_closed_gate_is_no_matter_of_luck() -> None:
    table = pl.DataFrame({"sex": list("ffmm") * 5, "number": range(20)})
    whole = Plan(assess=K2, reduce=[Pram(columns=["sex"], retention=0.9)])
    release = whole.run_draws(Dataset.of(table, key="sex"), 5, seed=1)
    assert release.draws is not None
    assert (release.draws.met, release.draws.risk[0].met, release.gate.open) == (0.0, 1.0, False)
    assert "none of the 5 draws" in release.draws.reads
    assert "luck" not in release.draws.reads


def test_a_plan_without_chance_is_refused() -> None:
    whole = plan(reduce=[Microaggregate(columns=["Poids"], k=3)])
    with pytest.raises(InputError, match="none of its steps draws by chance") as error:
        whole.run_draws(data(), 5, seed=1)
    assert "hasard" in error.value.within("fr")


def test_each_variant_is_drawn_by_itself() -> None:
    """As its plan alone would be, from the common steps on if these draw; one without chance not.

    The file of each is that of the seed, and no other.
    """
    half = Variant(title="half", reduce=[Subsample(share=0.5)])
    fewer = Variant(title="fewer", reduce=[SuppressRecords(models=K2, drop=1)])
    for steps in (plan().reduce[:1], plan().reduce[:2]):
        whole = plan(reduce=steps, variants=[half, fewer])
        releases = whole.run_variants(data(), 6, seed=4)
        plain = whole.run_variants(data(), seed=4)
        for title, branch in whole.branches.items():
            one = releases[title]
            assert one.data.to_polars().equals(plain[title].data.to_polars())
            assert plain[title].draws is None
            if title == "fewer" and len(steps) == 1:
                assert one.draws is None
            else:
                assert one.draws == branch.run_draws(data(), 6, seed=4).draws


def test_variants_without_any_chance_are_refused_draws() -> None:
    whole = plan(reduce=[], variants=[Variant(title="as it is", reduce=plan().reduce[:1])])
    with pytest.raises(InputError, match="none of its steps draws by chance"):
        whole.run_variants(data(), 5, seed=1)


def test_one_release_is_not_asked_of_several_variants() -> None:
    whole = plan(variants=[Variant(title="half", reduce=[Subsample(share=0.5)])])
    with pytest.raises(InputError, match="variants") as error:
        whole.run_draws(data(), 5, seed=1)
    assert "run_variants" in error.value.hint


@pytest.mark.parametrize("number", [1, 0, -3, 10_001])
def test_too_few_or_too_many(number: int) -> None:
    with pytest.raises(ParameterError, match="from 2 to 10,000"):
        plan().run_draws(data(), number, seed=1)


@pytest.mark.parametrize("number", [2.0, "5", None, True])
def test_what_is_no_number_of_draws(number: Any) -> None:
    with pytest.raises(InputError, match="a whole number of draws is needed"):
        plan().run_draws(data(), number, seed=1)


def test_progress_goes_forward_and_names_the_draw() -> None:
    told: list[tuple[float, str]] = []
    plan().run_draws(data(), 4, seed=1, progress=lambda share, doing: told.append((share, doing)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert any("draw 3 of 4" in doing for _, doing in told)


def test_undone_there_are_no_draws() -> None:
    assert plan().run_draws(data(), 3, seed=1).undo().draws is None


def test_the_record_has_them_and_the_internal_report(tmp_path: Path) -> None:
    release = plan().run_draws(data(), 7, seed=2).write(tmp_path / "out", format="csv")
    told = read_record(tmp_path / "out" / "record.json")
    assert release.draws is not None
    assert told["draws"] == json.loads(json.dumps(release.draws.to_dict()))
    rows = internal_view(told, Voice("en"))["draws"]["rows"]
    assert [row["part"]["name"] for row in rows] == [
        "k_anonymity", "sample_uniques", "detail_lost", "marginals", "distances",
    ]  # fmt: skip
    pages = (render(told, audience="internal", language=one) for one in ("en", "fr"))
    page, french = (" ".join(texts(own)) for own in pages)
    assert "Left to luck: 7 draws" in page
    assert release.draws.reads in page
    assert "La part du hasard" in french
    alone = record(plan().run(data(), seed=2))
    assert alone["draws"] is None
    assert not internal_view(alone, Voice("en"))["draws"]
    assert 'id="draws"' not in render(alone, audience="internal", language="en")


def test_the_public_note_has_nothing_of_other_draws() -> None:
    """What they say of the original is in no file that leaves; not even that there were some."""
    pages = []
    for draws in (None, 2, 30):
        whole = plan(quantify=[Marginals(), Contingency()])
        one = whole.run(data(), seed=4) if draws is None else whole.run_draws(data(), draws, seed=4)
        told = {**record(one), "created": "2026-11-17T12:00:00+00:00"}
        pages.append([render(told, audience="public", language=own) for own in ("en", "fr")])
    assert pages[0] == pages[1] == pages[2]
