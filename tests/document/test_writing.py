"""A release writes itself as `discret run` writes it: the four files, all of them or none."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset, Plan, Release
from discret.assess import KAnonymity
from discret.data.examples import dishes
from discret.document import read_record, record, report, write
from discret.errors import DiscretError, FileError, InputError, ParameterError
from discret.plan import Terms
from discret.quantify import Marginals
from discret.reduce import Recode

FILES = ["public.html", "record.json", "release.csv", "report.html"]


@pytest.fixture(scope="module")
def release() -> Release:
    data = Dataset.of(
        dishes(), identifier="Nom complet", key=["Sexe", "Âge"], weight="Poids",
    )  # fmt: skip
    merge = Recode(column="Sexe", mapping={"Femme": "*", "Homme": "*"})
    plan = Plan(
        assess=[KAnonymity(k=2)], reduce=[merge], quantify=[Marginals()],
        release=Terms(unexamined=["Plat préféré", "Poids"]),
    )  # fmt: skip
    return plan.run(data, seed=1)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_release_writes_its_four_files(release: Release, tmp_path: Path) -> None:
    out = tmp_path / "out"
    written = release.write(out)
    assert names(out) == FILES
    assert written.reading is not None
    assert written.met == release.met
    assert {*pl.read_csv(out / "release.csv").columns} == {*release.data.roles}
    assert stat.S_IMODE((out / "record.json").stat().st_mode) == 0o600
    told = read_record(out / "record.json")
    assert told["released"]["name"] == "release.csv"
    assert report(told) == (out / "report.html").read_text(encoding="utf-8")


def test_an_earlier_release_is_replaced_by_force_alone(release: Release, tmp_path: Path) -> None:
    release.write(str(tmp_path))
    before = (tmp_path / "record.json").read_bytes()
    with pytest.raises(FileError, match=r"^write: .* such files already") as raised:
        release.write(tmp_path)
    assert "force=True" in raised.value.hint
    assert (tmp_path / "record.json").read_bytes() == before
    write(release, tmp_path, force=True, language="fr", group=True)
    assert '<html lang="fr">' in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert stat.S_IMODE((tmp_path / "release.csv").stat().st_mode) == 0o640


def test_the_format_is_that_of_the_source_or_the_one_asked_for(
    release: Release, tmp_path: Path
) -> None:
    release.write(tmp_path / "one", format="parquet")
    assert "release.parquet" in names(tmp_path / "one")
    source = tmp_path / "people.parquet"
    dishes().write_parquet(source)
    plan = Plan(file=source, roles={"key": ["Sexe"]}, assess=[KAnonymity(k=2)])
    done = plan.run(plan.dataset(plan.table().frame), seed=1)
    done.write(tmp_path / "two")
    assert "release.parquet" in names(tmp_path / "two")


def test_the_source_is_never_replaced(release: Release, tmp_path: Path) -> None:
    source = tmp_path / "release.csv"
    dishes().write_csv(source)
    plan = Plan(file=source, roles={"key": ["Sexe"]}, assess=[KAnonymity(k=2)])
    done = plan.run(plan.dataset(plan.table().frame), seed=1)
    before = source.read_bytes()
    with pytest.raises(FileError):
        done.write(tmp_path, force=True)
    assert source.read_bytes() == before
    assert names(tmp_path) == ["release.csv"]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ((3,), {}), ((None,), {}), (([],), {}), ((), {}), (("x", "y"), {}),
        (("x",), {"format": "docx"}), (("x",), {"language": "de"}), (("x",), {"frce": True}),
        (("x\0y",), {}),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    release: Release, given: Any, named: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DiscretError) as raised:
        release.write(*given, **named)
    assert raised.value.hint
    assert names(tmp_path) == []


def test_a_release_reports_itself(release: Release) -> None:
    assert '<html lang="fr">' in release.report("fr")
    assert len(release.report(public=True)) < len(release.report())
    told = release.to_dict()
    assert json.loads(json.dumps(told))["seed"] == 1
    assert {**record(release), "created": ""} == {**told, "created": ""}
    with pytest.raises(InputError, match="language"):
        release.report("de")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a release or its record is needed"):
        report(dishes())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a release is needed"):
        write(dishes(), "out")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="did you mean"):
        release.write("out", forced=True)  # type: ignore[call-arg]


def test_the_table_has_a_row_for_each_step(release: Release) -> None:
    table = release.table("fr")
    rows = table.to_dicts()
    assert [row["étape"] for row in rows] == ["original", "recode"]
    assert [row["k-anonymat"] for row in rows] == [1, 3]
    assert rows[1]["cellules modifiées"] == 9
    assert rows[0][table.columns[-1]] is None
    assert rows[1][table.columns[-1]] == release.loss[-1].value
    assert "k-anonymity" in repr(release.table())
    assert "<table>" in release.table()._repr_html_()


def test_an_object_says_itself_in_a_line(release: Release) -> None:
    assert repr(release) == "Release(targets met: 9 → 9 records in 1 step; k_anonymity 3)"
    assert repr(release.risk[0]) == "Finding(k_anonymity: 3, target 2 met)"
    assert repr(release.asked) == "Plan(assess: k_anonymity; reduce: recode; quantify: marginals)"
    assert repr(release.undo()).startswith("Release(targets NOT met: 9 → 9 records in 0 steps")
