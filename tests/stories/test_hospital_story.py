"""Hospital stays, as in the guide and in the benchmark: one plan, by command and in engines."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Context, Dataset, Plan
from discret.assess import KAnonymity
from discret.cli import main
from discret.data.files.tables import read
from discret.quantify import DetailLost
from discret.reduce import Generalise
from engines import Engine, alike, brought_back
from where import ROOT

RECORDS = 20_000


def benchmark() -> Any:
    spec = spec_from_file_location("hospital", ROOT / "benchmarks" / "hospital.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def discret(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    monkeypatch.setattr(sys, "argv", ["discret", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the stays and the plan of the benchmark."""
    place = tmp_path_factory.mktemp("hospital")
    hospital = benchmark()
    hospital.generate(place / "stays.parquet", RECORDS)
    (place / "hospital.toml").write_text(hospital.plan().to_toml(), encoding="utf-8")
    return place


def counted(table: pl.DataFrame) -> dict[Any, int]:
    """The rows of a table, whatever their order."""
    rows = table.with_columns(pl.all().cast(pl.String)).group_by(table.columns).len()
    return {row[:-1]: row[-1] for row in rows.iter_rows()}


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb", "spark"], indirect=True)
def test_every_engine_finds_the_same_levels(folder: Path, engine: Engine) -> None:
    plan = replace(Plan.read(folder / "hospital.toml"), quantify=())
    plan = replace(plan, roles={**plan.roles, "row": "stay"})
    fewer = 8 if engine.name == "spark" else 2
    table = read(plan.path).frame.head(RECORDS // fewer).with_row_index("stay")
    table = table.with_columns(pl.col("stay").cast(pl.Int64))
    wanted = plan.run(plan.dataset(table), seed=1)
    found = plan.run(plan.dataset(engine(table)), seed=1)
    facts, known = found.steps[0].facts, wanted.steps[0].facts
    assert alike(dict(facts), dict(known))
    assert facts["levels"] == known["levels"]
    assert 0 < facts["loss"] == known["loss"]
    assert found.met is wanted.met is True
    assert [finding.value for finding in found.risk] == [finding.value for finding in wanted.risk]
    assert [one.value for one in found.risk_before] == [one.value for one in wanted.risk_before]
    assert counted(brought_back(found.data.to_native())) == counted(wanted.data.to_polars())


def test_the_command_gives_what_the_plan_gives(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is scanned by the one, and held by the other."""
    out = tmp_path / "out"
    assert discret(monkeypatch, "run", folder / "hospital.toml", "--out", out, "--seed", 1) == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "public.html",
        "record.json",
        "release.parquet",
        "report.html",
    ]
    plan = Plan.read(folder / "hospital.toml")
    release = plan.run(plan.dataset(read(plan.path).frame), seed=1)
    assert read(out / "release.parquet").frame.equals(release.data.to_polars())
    step = json.loads((out / "record.json").read_text(encoding="utf-8"))["steps"][0]
    assert step["facts"]["levels"] == release.steps[0].facts["levels"]
    assert step["difference"] == release.steps[0].difference.to_dict()
    assert [finding["value"] for finding in step["loss"]] == [
        finding.value for finding in release.loss
    ]
    assert sum(step["difference"]["cells"].values()) > RECORDS


def blocks() -> list[str]:
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    return re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)


def settings() -> list[str]:
    """What the guide says may be added to the step."""
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    told = guide[guide.index("Not content") : guide.index("apply levels of your")]
    return re.findall(r"`(\w+\s=\s[^`]+)`", told)


@pytest.mark.slow
def test_the_plan_of_the_guide_does_what_the_guide_says(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels, more, search, own, *_ = blocks()
    steps = {"": search, **{setting: search + setting for setting in settings()}}
    steps["levels"] = search[: search.index("[[reduce]]")] + own
    assert len(steps) == 6
    plan = folder / "plan.toml"
    for name, step in steps.items():
        plan.write_text("\n".join([levels, more, step]), encoding="utf-8")
        assert discret(monkeypatch, "run", plan, "--out", tmp_path / "out", "--force") == 0, name
        record = json.loads((tmp_path / "out" / "record.json").read_text(encoding="utf-8"))
        assert record["met"] is True
        facts = record["steps"][0]["facts"]
        assert facts["optimal"] is (None if name == "levels" else True)
        assert facts["suppressed"] <= RECORDS * (0.01 if "drop" in name else 0)


def test_the_proposal_of_2014_stands_beside_the_optimum(folder: Path) -> None:
    """Bergeat (2014): sex, six bands, region, a week, home or not, no hospital; all by hand."""
    hospital = benchmark()
    stays = pl.read_parquet(folder / "stays.parquet")
    six = pl.sum_horizontal(pl.col("age") >= cut for cut in (20, 40, 60, 70, 80))
    keys = {
        "home": pl.col("home").str.slice(0, 2).cast(int) // 8,
        "sex": pl.col("sex"),
        "age": six,
        "entry": pl.col("entry") == "home",
        "exit": pl.col("exit") == "home",
        "days": pl.col("days") >= 7,
    }
    by_hand = (
        stays.select(**keys, diagnosis="diagnosis")
        .group_by(list(keys))
        .agg(pl.len(), pl.col("diagnosis").n_unique())
    )
    data = Dataset.of(
        stays, key=hospital.KEYS, sensitive="diagnosis", hierarchies=hospital.hierarchies()
    )
    after = hospital.recoded(data, hospital.PROPOSAL).to_polars()
    assert sorted(after.group_by(hospital.KEYS).len()["len"]) == sorted(by_hand["len"])
    assert after["hospital"].n_unique() == 1
    assert (after["age"].n_unique(), after["home"].n_unique()) == (6, 12)
    plan = replace(Plan.read(folder / "hospital.toml"), quantify=())
    levels = plan.run(plan.dataset(stays), seed=1).steps[0].facts["levels"]
    found = hospital.beside(folder / "stays.parquet", levels)
    k, values, lost = found["proposal of 2014"]
    assert (k, values) == (by_hand["len"].min(), by_hand["diagnosis"].min())
    best = found["levels found"]
    assert best[0] >= 10
    assert best[1] >= 3
    assert k < 10  # so few stays do not bear it: seventeen million do
    assert 0 < lost < best[2]  # so the optimum has to lose more


def test_where_the_proposal_holds_the_optimum_loses_no_more(folder: Path) -> None:
    """With weaker models, which the proposal meets on the few stays there are."""
    hospital = benchmark()
    stays = pl.read_parquet(folder / "stays.parquet").filter(
        (pl.col("entry") == "home") & (pl.col("exit") == "home") & (pl.col("days") < 7)
    )
    data = Dataset.of(
        stays, key=hospital.KEYS, sensitive="diagnosis", hierarchies=hospital.hierarchies()
    )
    proposed = hospital.recoded(data, hospital.PROPOSAL)
    k = int(KAnonymity().assess(proposed).value or 0)
    assert k > 1
    found = Generalise(models=[KAnonymity(k=k)]).apply(data, Context())
    lost = DetailLost().compare(data, proposed).value
    assert found.facts["loss"] <= lost
    assert DetailLost().compare(data, found.data).value == pytest.approx(found.facts["loss"])
