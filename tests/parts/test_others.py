"""Parts of other packages stand in the catalogue, and never in the place of another."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import polars as pl
import pytest
from pydantic import Field

import discret.parts.others
from discret import Dataset, Plan, Role
from discret.assess import KAnonymity
from discret.catalogue import part, parts
from discret.errors import DiscretError, PlanError
from discret.finding import Finding
from discret.parts import RiskMeasure
from discret.words import Words


class Crowd(RiskMeasure):
    """Few records are a small crowd."""

    name = "crowd"
    attacker = Words("anybody", fr="n’importe qui")
    criteria = ("singling_out",)
    needs = (Role.KEY,)
    least: int = Field(default=1, ge=1, description=Words("records", fr="enregistrements"))

    def assess(self, data: Dataset) -> Finding:
        reads = Words("a crowd", fr="une foule")
        return Finding(
            name=self.name, value=len(data), reads=reads, better="higher", target=self.least
        )


class Usurper(Crowd):
    """Calls itself k-anonymity."""

    name = "k_anonymity"


NO_PART = 3


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Declare entry points, as packages do when they are installed."""

    def declare(*names: str) -> None:
        points = [EntryPoint(name, f"{__name__}:{name}", "discret.parts") for name in names]
        monkeypatch.setattr(discret.parts.others, "entry_points", lambda group: points)
        discret.parts.others.others.cache_clear()

    yield declare
    discret.parts.others.others.cache_clear()


def test_a_part_of_another_package_is_read_run_and_written(declared: Any) -> None:
    declared("Crowd")
    text = '[roles]\nkey = ["sex"]\n\n[[assess]]\nmeasure = "crowd"\nleast = 3\n'
    plan = Plan.from_toml(text)
    assert plan.to_toml() == text
    assert part("assess", "crowd") is Crowd
    assert "crowd" not in parts("reduce")
    release = plan.run(plan.dataset(pl.DataFrame({"sex": ["f", "m"] * 2})), seed=1)
    assert release.met
    assert "crowd" in release.report()


def test_a_part_that_nobody_declared_runs_and_is_not_written(declared: Any) -> None:
    declared()
    plan = Plan(assess=[Crowd(least=9)])
    data = Dataset.of(pl.DataFrame({"sex": ["f", "m"] * 2}), key="sex")
    assert plan.run(data, seed=1).met is False
    with pytest.raises(PlanError, match="could not be read back") as raised:
        plan.to_toml()
    assert "discret.parts" in raised.value.hint
    assert Plan(assess=[KAnonymity(k=2)]).to_toml()


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["Usurper"], "there is a part 'k_anonymity' already"),
        (["Crowd", "Crowd"], "there is a part 'crowd' already"),
        (["NO_PART"], "it is no RiskMeasure"),
        (["Nobody"], r"cannot be loaded \(AttributeError\)"),
    ],
)
def test_what_is_no_part_or_takes_the_name_of_one_is_refused(
    declared: Any, names: list[str], fault: str
) -> None:
    declared(*names)
    with pytest.raises(DiscretError, match=fault) as raised:
        parts("assess")
    assert raised.value.hint
    assert raised.value.within("fr") != str(raised.value)
