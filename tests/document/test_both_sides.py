"""Recoded and perturbed releases side by side: two kinds of loss, each blind to the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import KAnonymity
from discret.document.comparison import compare
from discret.document.pages.comparison import render_comparison
from discret.document.pages.internal import internal_view
from discret.document.pages.render import render
from discret.document.records import record
from discret.document.words.voice import Voice
from discret.parts import Method
from discret.plan.variants import Variant
from discret.quantify import Distances, Marginals
from discret.reduce import Microaggregate, Noise, Pram, Recode, Swap, Synthesise
from discret.words import LANGUAGES
from page_texts import texts

RECODED = Recode(column="region", mapping={"a": "ab", "b": "ab", "c": "cd", "d": "cd"})
PERTURBED = [Pram(columns=["region"], retention=0.5), Noise(columns=["income"], alpha=0.5)]


def data() -> Dataset:
    draw = np.random.default_rng(1)
    frame = {
        "region": draw.choice(list("abcd"), 200),
        "sex": draw.choice(["f", "m"], 200),
        "income": draw.normal(2000, 300, 200).round(),
    }
    return Dataset.of(pl.DataFrame(frame), key=["region", "sex"], sensitive="income")


def told(*steps: Any, **more: Any) -> dict[str, Any]:
    plan = Plan(assess=[KAnonymity(k=3)], reduce=steps, **more)
    return record(plan.run(data(), seed=1))


def losses(found: dict[str, Any]) -> dict[str, list[float | None]]:
    return {
        row["name"]: [None if one is None else one["value"] for one in row["releases"]]
        for row in found["loss"]
    }


def test_each_side_sees_what_the_other_does_not() -> None:
    both = compare([told(RECODED, quantify=[Marginals(), Distances()]), told(*PERTURBED)])
    found = losses(both)
    assert list(found)[:2] == ["detail_lost", "distances"]  # first, whatever the order of plans
    detail, distance = found["detail_lost"], found["distances"]
    assert detail[0] > 0 == detail[1]  # type: ignore[operator]
    assert distance[1] > 0 == distance[0]  # type: ignore[operator]
    (notice,) = [own for own in both["notices"] if "Look at both" in own["en"]]
    assert "Regarder les deux" in notice["fr"]


def test_what_was_not_measured_is_asked_for() -> None:
    notices = compare([told(RECODED), told(*PERTURBED)])["notices"]
    (asked,) = [own["en"] for own in notices if "not measured" in own["en"]]
    assert "for A:" in asked
    whole = compare([told(RECODED, quantify=[Distances()]), told(*PERTURBED)])["notices"]
    assert not [own for own in whole if "not measured" in own["en"]]


def test_nothing_is_said_where_nothing_is_perturbed() -> None:
    notices = compare([told(RECODED), told()])["notices"]
    assert not [own for own in notices if "in the place of others" in own["en"]]


def test_variants_are_measured_alike() -> None:
    """Where one variant perturbs, both are measured on both sides."""
    plan = Plan(
        assess=[KAnonymity(k=3)],
        variants=[
            Variant(title="recoded", reduce=[RECODED]),
            Variant(title="perturbed", reduce=PERTURBED),
        ],
    )
    records = [record(one) for one in plan.run_variants(data(), seed=1).values()]
    found = losses(compare(records))
    assert None not in found["detail_lost"] + found["distances"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_draws_and_says_both(language: Any) -> None:
    records = [told(RECODED, quantify=[Distances()]), told(*PERTURBED)]
    page = render_comparison(records, ["one", "two"], language=language)
    assert {"en": "Look at both", "fr": "Regarder les deux"}[language] in " ".join(texts(page))
    for words in {
        "en": ("detail of the keys that is lost", "mean distance of values"),
        "fr": ("détail perdu sur les clés", "distance moyenne aux valeurs d’origine"),
    }[language]:
        assert words in page
    assert page.count("<svg") >= 2


def test_the_report_says_how_strongly_values_were_perturbed() -> None:
    """What a plan leaves at its usual value is told too: the chance, the noise."""
    own = told(Pram(columns=["region"]), Noise(columns=["income"]))
    methods = [step["method"] for step in own["steps"]]
    assert (methods[0]["usual"]["retention"], methods[1]["usual"]["alpha"]) == (0.8, 0.1)
    steps = internal_view(own, Voice("en"))["steps"]
    assert steps[0]["method"]["parameters"]["retention"] == 0.8
    assert told(RECODED)["steps"][0]["method"]["usual"] == {}
    public = render(own, audience="public", language="en")
    assert "retention" not in public


@pytest.mark.parametrize(
    ("part", "name", "other"),
    [
        (Swap(columns=["income"]), "k", 9),
        (Microaggregate(columns=["income"]), "seconds", 0.1),
        (Synthesise(columns=["income"], model="copula"), "into", "turn"),
    ],
)
def test_what_decides_nothing_is_not_told(part: Method, name: str, other: Any) -> None:
    """Of a swap by rank it would say that some k was kept."""
    assert part.idle == (name,)
    (step,) = told(part)["steps"]
    assert name not in step["method"]["usual"]
    changed = [
        own.apply(data(), Context(rng=np.random.default_rng(1))).data.to_polars()
        for own in (part, part.model_copy(update={name: other}))
    ]
    assert changed[0].equals(changed[1])


def test_the_report_shows_the_distance_beside_the_detail() -> None:
    view = internal_view(told(*PERTURBED), Voice("en"))
    labels = [card["label"] for card in view["cards"]]
    assert "Distance of values" in labels
    assert len(view["drawn"]["detail"]) == 2
    assert "Distance of values" not in [
        card["label"] for card in internal_view(told(RECODED), Voice("en"))["cards"]
    ]
