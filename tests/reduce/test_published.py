"""What a plan publishes of its perturbation: from parameters alone, told once, and attacked."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import KAnonymity, LikelihoodLinkage
from discret.document.pages.public import public_view
from discret.document.pages.render import render
from discret.document.records import record
from discret.errors import ParameterError
from discret.parts import Method
from discret.reduce import Noise, Pram, Recode, Round, ShuffleRecords

SEXES = {"f": {"f": 0.7, "m": 0.3}, "m": {"f": 0.2, "m": 0.8}}
RNG = np.random.default_rng(3)
PEOPLE = pl.DataFrame({
    "sex": RNG.choice(["f", "m"], 200),
    "town": RNG.choice(["a", "b", "c"], 200),
    "income": RNG.lognormal(7, 0.5, 200).round(0),
})  # fmt: skip


def release(*reduce: Method, **more: Any) -> Any:
    data = Dataset.of(PEOPLE, key=["sex", "town"], number="income")
    return Plan(assess=[KAnonymity(k=2)], reduce=reduce, **more).run(data, seed=1)


@pytest.mark.parametrize("method", [
    Pram(columns=["sex"], matrix=SEXES), Noise(columns=["income"]),
    Round(columns=["income"], base=100),
])  # fmt: skip
def test_nothing_is_published_unasked(method: Method) -> None:
    found = release(method)
    assert method.published is None
    assert method.attacks == ()
    assert public_view(record(found))["published"] == []
    assert "likelihood_linkage" not in [one.name for one in found.risk]


@pytest.mark.parametrize(("method", "said", "attacks"), [
    (Pram(columns=["sex"], matrix=SEXES, publish=True), "(P⁻¹)′ t",
     ["posterior", "likelihood_linkage"]),
    (Pram(columns=["sex"], retention=0.6, publish=True), "need no correction",
     ["posterior", "likelihood_linkage"]),
    (Noise(columns=["income"], alpha=0.25, publish=True), "divide variances by 1.25",
     ["likelihood_linkage"]),
    (Round(columns=["income"], base=300, publish=True), "multiples of 300",
     ["likelihood_linkage"]),
])  # fmt: skip
def test_it_is_told_with_how_to_correct_and_the_risk_of_knowing_it(
    method: Method, said: str, attacks: list[str]
) -> None:
    found = release(method, ShuffleRecords())
    (told,) = public_view(record(found))["published"]
    assert said in " ".join(words["en"] for words in told["said"])
    assert all(words["fr"] and words["fr"] != words["en"] for words in told["said"])
    names = [one.name for one in found.risk]
    assert names[1:] == attacks
    assert all(one.met is None for one in found.risk[1:])
    for language in ("en", "fr"):
        page = render(record(found), audience="public", language=language)
        assert told["said"][0][language].split(".")[0][:20] in page.replace("&#39;", "'")


def test_a_matrix_is_told_as_it_was_given() -> None:
    (told,) = public_view(record(release(Pram(columns=["sex"], matrix=SEXES, publish=True))))[
        "published"
    ]
    assert told["shown"] == ["f", "m"]
    assert told["chances"] == {"f": [0.7, 0.3], "m": [0.2, 0.8]}


def test_an_invariant_matrix_is_never_told() -> None:
    for way in (True, "two_stage", "nearest"):
        method = Pram(columns=["sex"], matrix=SEXES, invariant=way, publish=True)
        assert method.published is not None
        assert method.published.chances == {}
    with pytest.raises(ParameterError, match="hang on the values of the file"):
        Pram(columns=["sex"], invariant=False, publish=True)


def test_forbidden_combinations_and_parts_are_told() -> None:
    rule = [{"sex": "m", "town": "d"}]
    method = Pram(columns=["sex"], matrix=SEXES, forbidden=rule, by=["town"], publish=True)
    (told,) = public_view(record(release(method)))["published"]
    assert told["never"] == [{"sex": "m", "town": "d"}]
    assert len(told["said"]) == 3


def test_what_another_step_undoes_is_not_told() -> None:
    pram = Pram(columns=["sex"], matrix=SEXES, publish=True)
    joined = Recode(column="sex", mapping={"f": "*", "m": "*"})
    assert public_view(record(release(pram, joined)))["published"] == []
    assert public_view(record(release(pram, pram)))["published"] == []  # each is undone by one
    classes = Recode(column="town", mapping={"a": "x", "b": "x", "c": "x"})
    (last,) = public_view(record(release(classes, pram)))["published"]
    assert last["chances"]


def test_who_asks_for_the_attack_has_it_once() -> None:
    pram = Pram(columns=["sex"], matrix=SEXES, publish=True)
    data = Dataset.of(PEOPLE, key=["sex", "town"], number="income")
    plan = Plan(assess=[KAnonymity(k=2), LikelihoodLinkage(most=1.0)], reduce=[pram])
    names = [one.name for one in plan.run(data, seed=1).risk]
    assert names.count("likelihood_linkage") == 1


@pytest.mark.parametrize(("kind", "keep"), [
    (kind, keep) for kind in ("independent", "correlated", "multiplicative", "log")
    for keep in (False, True)
])  # fmt: skip
def test_corrections_of_noise_are_right(kind: Any, keep: bool) -> None:
    """What the note says of variances, over 400 draws, within four standard errors."""
    rng = np.random.default_rng(1)
    both = np.exp(rng.multivariate_normal([2, 3], [[0.09, 0.05], [0.05, 0.09]], 300))
    data = Dataset.of(pl.DataFrame({"a": both[:, 0], "b": both[:, 1]}), number=["a", "b"])
    method = Noise(columns=["a", "b"], alpha=0.3, kind=kind, keep_variance=keep, publish=True)
    assert method.published is not None
    drawn = [method.apply(data, Context(rng=np.random.default_rng(s))).data for s in range(400)]
    tables = [one.to_polars().to_numpy() for one in drawn]
    if kind == "log":
        both, tables = np.log(both), [np.log(one) for one in tables]
    true = np.cov(both, rowvar=False, ddof=0)
    found = np.array([np.cov(one, rowvar=False, ddof=0) for one in tables])
    means = np.array([one.mean(axis=0) for one in tables])
    variance, covariance = found[:, 0, 0], found[:, 0, 1]
    if not keep:
        variance = (
            variance / 1.3
            if kind != "multiplicative"
            else (variance - 0.3 * means[:, 0] ** 2) / 1.3
        )
    if kind in ("correlated", "log") and not keep:
        covariance = covariance / 1.3
    if kind == "independent" and keep:
        covariance = covariance * 1.3
    assert abs(variance.mean() - true[0, 0]) < 4 * variance.std() / 20 + 1e-3 * true[0, 0]
    if kind != "multiplicative":
        assert abs(covariance.mean() - true[0, 1]) < 4 * covariance.std() / 20 + 1e-3 * true[0, 1]


@pytest.mark.parametrize(("kind", "keep"), [
    (kind, keep) for kind in ("independent", "correlated", "multiplicative", "log")
    for keep in (False, True)
])  # fmt: skip
def test_links_with_other_columns_are_corrected_as_the_note_says(kind: Any, keep: bool) -> None:
    """Over 100 draws of 400 records: what is told of covariances, then of correlations.

    Without the correction they would be off by a ninth.
    """
    alpha, rng = 0.3, np.random.default_rng(2)
    links = [[0.09, 0.05, 0.06], [0.05, 0.09, 0.03], [0.06, 0.03, 0.09]]
    true = np.exp(rng.multivariate_normal([2, 3, 1], links, 400))
    data = Dataset.of(pl.DataFrame(true, schema=["a", "b", "c"]), number=["a", "b", "c"])
    method = Noise(columns=["a", "b"], alpha=alpha, kind=kind, keep_variance=keep, publish=True)
    assert method.published is not None
    told = method.published.said[1]
    assert ("1.14" in told) == ("1,14" in told.fr) == (kind != "multiplicative")
    ratios = []
    for seed in range(100):
        new = method.apply(data, Context(rng=np.random.default_rng(seed))).data.to_polars()
        one, two = (np.log(own) if kind == "log" else own for own in (true, new.to_numpy()))
        before, after = (np.cov(own, rowvar=False, ddof=0) for own in (one, two))
        mean, variance = two[:, 0].mean(), after[0, 0]
        factor = np.sqrt(1 + alpha)
        if kind == "multiplicative":
            factor = np.sqrt(1 + alpha + alpha * mean**2 / variance)
        covariance = after[0, 2] * (factor if keep else 1.0)
        correlation = after[0, 2] / np.sqrt(variance * after[2, 2]) * factor
        wanted = before[0, 2] / np.sqrt(before[0, 0] * before[2, 2])
        ratios.append((covariance / before[0, 2], correlation / wanted))
    for own in np.array(ratios).T[: 1 if kind == "multiplicative" and not keep else 2]:
        error = own.std() / np.sqrt(100)
        assert error < 0.02
        assert abs(own.mean() - 1) < 4 * error + 2e-3  # and the bias of a ratio of 400 records


@pytest.mark.parametrize(("how", "shift"), [("nearest", 0.0), ("up", 5.0), ("down", -5.0)])
def test_corrections_of_rounding_are_right(how: Any, shift: float) -> None:
    values = np.random.default_rng(2).normal(500, 80, 200_000)
    data = Dataset.of(pl.DataFrame({"a": values}), number="a")
    new = Round(columns=["a"], base=10, how=how).apply(data).data.to_polars()["a"].to_numpy()
    assert new.mean() - shift == pytest.approx(values.mean(), abs=4 * 10 / np.sqrt(12 * 200_000))
    assert new.var() - 100 / 12 == pytest.approx(values.var(), rel=2e-3)


LINKED = ("independent", "correlated")


@pytest.mark.parametrize("kind", LINKED)
@pytest.mark.parametrize("keep", [False, True])
def test_links_are_corrected_as_the_note_says(kind: Any, keep: bool) -> None:
    """With others by √(1 + α), of two noisy columns by 1 + α: to a hundredth, of many records."""
    draw = np.random.default_rng(7)
    base = draw.normal(0, 1, 200_000)
    frame = pl.DataFrame({name: base + draw.normal(0, 1, len(base)) for name in ("x", "y", "z")})
    method = Noise(columns=["x", "y"], alpha=0.5, kind=kind, keep_variance=keep, publish=True)
    data = Dataset.of(frame, key="z", number=["x", "y"])
    after = method.apply(data, Context(rng=np.random.default_rng(8))).data.to_polars()
    old, new = (np.cov(one.select("x", "y", "z").to_numpy().T) for one in (frame, after))
    links = [own / np.sqrt(np.outer(np.diag(own), np.diag(own))) for own in (old, new)]
    grown, root = 1.5, np.sqrt(1.5)
    assert method.published is not None
    assert "correlations by 1.225" in method.published.said[1]  # the root
    assert links[1][0, 2] * root == pytest.approx(links[0][0, 2], abs=0.01)
    assert new[0, 2] * (root if keep else 1.0) == pytest.approx(old[0, 2], abs=0.03)
    assert links[1][0, 1] * (grown if kind == "independent" else 1.0) == pytest.approx(
        links[0][0, 1], abs=0.01
    )
    assert new[0, 0] / (1.0 if keep else grown) == pytest.approx(old[0, 0], abs=0.03)


def test_of_one_column_nothing_is_said_of_two() -> None:
    for kind in ("independent", "correlated", "multiplicative", "log"):
        for keep in (False, True):
            method = Noise(columns=["x"], kind=kind, keep_variance=keep, publish=True)  # type: ignore[arg-type]
            assert method.published is not None
            assert not any("these columns" in said for said in method.published.said)
            assert not any("ces colonnes" in said.fr for said in method.published.said)
    pram = Pram(columns=["sex"], by=["town"], publish=True).published
    assert pram is not None
    assert "this column need" in pram.said[0]
    assert "each value of town" in pram.said[-1]


@pytest.mark.parametrize("how", ["nearest", "up", "down", "random"])
@pytest.mark.parametrize("base", [5, 10])
def test_whole_numbers_are_corrected_as_the_note_says(how: Any, base: int) -> None:
    """Each rest as often as another: exact but for chance, which the random way alone has."""
    frame = pl.DataFrame({"x": list(range(5_000, 105_000))})
    method = Round(columns=["x"], base=base, how=how, publish=True)
    data = Dataset.of(frame, number="x")
    after = method.apply(data, Context(rng=np.random.default_rng(1))).data.to_polars()["x"]
    gap = (after - frame["x"]).to_numpy()
    halfway = 0.5 if base % 2 == 0 else 0.0
    moved = {"up": (base - 1) / 2, "down": (1 - base) / 2, "nearest": halfway, "random": 0.0}[how]
    spread = (base**2 - 1) / (6 if how == "random" else 12)
    assert gap.mean() == pytest.approx(moved, abs=0.05 if how == "random" else 1e-12)
    assert gap.var() == pytest.approx(spread, abs=0.2 if how == "random" else 1e-9)
    assert method.published is not None
    said = " ".join(method.published.said)
    assert f"or {spread:g} of whole numbers" in said
    told = {
        "up": f"or {moved:g} of whole",
        "down": f"or {-moved:g} of whole",
        "nearest": "subtract 0.5 from means" if halfway else "",
        "random": "Means need no correction",
    }
    assert told[how] in said


def test_a_french_reader_has_decimal_commas() -> None:
    found = record(release(Pram(columns=["sex"], matrix=SEXES, publish=True)))
    page = render(found, audience="public", language="fr")
    assert '<td class="n">0,7</td>' in page
    assert '<td class="n">0.7</td>' not in page
