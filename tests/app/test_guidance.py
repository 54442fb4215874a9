"""Guidance and what must not go wrong: why a group fails, what is suggested, forms that are old."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from asgi import answered
from discret import Dataset, Plan
from discret.app.calls.bench import Bench
from discret.app.calls.records import climbs, group, singled_out_by
from discret.app.calls.suggesting import candidates
from discret.app.handling import FIELDS, app_of
from discret.app.pages import PAGES
from discret.app.pipe import sent
from discret.assess import KAnonymity, LDiversity, Linkage, Rules
from discret.reduce import Calibrate, Microaggregate
from offices import Client, client, texts


def patchy(records: int = 300, keys: int = 5) -> pl.DataFrame:
    """Keys of few values, some of them missing."""
    rng = np.random.default_rng(3)
    values = np.array([None, "a", "b", "c"], dtype=object)
    chance = [0.12, 0.45, 0.3, 0.13]
    return pl.DataFrame(
        {f"key {n}": rng.choice(values, records, p=chance).tolist() for n in range(keys)}
    )


# -- why a group fails --------------------


def test_a_group_that_lacks_a_key_is_counted_as_verdicts_count_it(tmp_path: Path) -> None:
    patchy().write_csv(tmp_path / "people.csv")
    names = patchy().columns
    plan = Plan(file=tmp_path / "people.csv", roles={"key": names}, assess=[KAnonymity(k=4)])
    keys = plan.dataset(plan.table()).keys
    size = keys.size("known")
    lacking = np.flatnonzero((keys.codes < 0).any(axis=1) & (size > keys.count))[:6]
    assert len(lacking) == 6
    for number in lacking.tolist():
        told = group(Bench(), lambda *_: None, plan=plan.to_toml(), seed=1, number=number)
        assert told["with"] == size[number]
        assert bool(told["fails"]) == (size[number] < 4)
        assert all(row["counts"][0] == size[number] for row in told["climbs"])


@pytest.mark.parametrize("keys", [5, 13])
def test_the_smallest_sets_of_keys_that_single_a_group_out(keys: int) -> None:
    """Against every set of keys, one by one; of many keys, those of up to three."""
    table = Dataset.of(patchy(keys=keys), key=patchy(keys=keys).columns).keys
    for number in range(0, len(table), 60 if keys > 5 else 9):
        own = table.codes[number]
        alone: list[set[int]] = []
        for many in range(1, (keys if keys <= 12 else 3) + 1):
            for places in combinations(range(keys), many):
                known = [n for n in places if own[n] >= 0]
                same = (table.codes[:, known] == own[known]).all(axis=1)
                if same.sum() == 1 and not any(inner <= {*places} for inner in alone):
                    alone.append({*places})
        expected = [{table.columns[n] for n in places} for places in alone[:24]]
        assert [{*names} for names in singled_out_by(table, number)] == expected


def test_a_group_can_be_looked_at_among_very_many_keys() -> None:
    table = Dataset.of(patchy(60, 70), key=patchy(60, 70).columns).keys
    assert all(len(names) <= 2 for names in singled_out_by(table, 0))
    assert climbs(Dataset.of(patchy(60, 70), key=patchy(60, 70).columns), table, 0, []) == []


def test_records_of_a_group_have_the_rows_of_the_file(tmp_path: Path) -> None:
    pl.DataFrame({"sex": ["f", "m", "f"], "age": [1, 2, 3]}).write_csv(tmp_path / "people.csv")
    plan = Plan(file=tmp_path / "people.csv", roles={"key": ["sex"]}, assess=[KAnonymity(k=2)])
    told = group(Bench(), lambda *_: None, plan=plan.to_toml(), seed=1, number=0)
    assert told["places"] == [1, 3]


# -- what is suggested, and proposed --------------------


def survey(records: int = 200) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    sex = rng.choice(["f", "m"], records).tolist()
    return pl.DataFrame(
        {
            "sex": [None, *sex[1:]],
            "region": rng.choice(["n", "s"], records),
            "income": rng.lognormal(8, 1, records).round(2),
            "weight": rng.uniform(5, 9, records).round(2),
        }
    )


ROLES = {"key": ["sex", "region"], "number": ["income"], "weight": "weight"}


def test_suggestions_aim_at_numbers_too_and_calibrate_on_keys_that_are_known() -> None:
    data = Dataset.of(survey(), **ROLES)
    plan = Plan(roles=ROLES, assess=[KAnonymity(k=3), Linkage(columns=("income",), most=0.1)])
    ways = [methods for _, methods in candidates(plan, data)]
    assert len(ways) == 5
    grouped = [own for way in ways for own in way if isinstance(own, Microaggregate)]
    assert [(own.columns, own.k) for own in grouped] == [(("income",), 10)] * 5
    weighed = [own for way in ways for own in way if isinstance(own, Calibrate)]
    assert [own.margins for own in weighed] == [("region",)]
    best = Plan(roles=ROLES, assess=plan.assess, reduce=ways[2]).run(data, seed=1)
    assert best.met


def opened(app: Client, folder: Path, frame: pl.DataFrame, roles: list[str]) -> Client:
    frame.write_csv(folder / "people.csv")
    app.open(folder / "people.csv")
    app.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(roles)})
    assert app.faults == []
    return app


def test_targets_come_with_the_measures_that_they_need(tmp_path: Path) -> None:
    with client() as app:
        opened(app, tmp_path, survey(), ["key", "sensitive", "ignored", "weight"])
        while app.now.outline["assess"]:
            app.post("risk", do="remove", verb="assess", place="0")
        app.post("file", do="aims", audience="public", sensitive="", rules="1", purpose="")
        assert app.faults == []
        own = Plan.from_toml(app.now.plan).assess
        assert [measure.name for measure in own] == ["k_anonymity", "l_diversity", "rules"]
        assert own[0] == KAnonymity(k=10)
        assert own[1] == LDiversity(l=3)
        assert own[2] == Rules(file="dutch_public_use")
        app.post("columns", do="roles", **{"role.0": "key", "role.1": "key", "role.3": "weight"})
        assert KAnonymity(k=10) in Plan.from_toml(app.now.plan).assess


def test_pages_that_need_keys_say_where_to_give_them(tmp_path: Path) -> None:
    with client() as app:
        opened(app, tmp_path, survey(), ["ignored"] * 4)
        for page in PAGES:
            shown = texts(app.get(page.name))
            assert "cannot be shown" not in shown
            assert ("Give the role key" in shown) == (page.needs_keys or page.name == "columns")
        plan = app.now.plan
        app.post("file", do="aims", audience="public", purpose="")
        assert "no column is a key" in app.faults[0]
        assert app.now.plan == plan


# -- forms, folders --------------------


def test_an_old_form_changes_nothing(tmp_path: Path) -> None:
    """Of two tabs, or pressed twice: the step that has its place by now is another one."""
    with client() as app:
        opened(app, tmp_path, survey(), ["key", "key", "ignored", "weight"])
        for name in ("shuffle_records", "drop_identifiers"):
            app.post("protect", do="add", name=name)
        version = str(app.office.desk.version)
        app.post("protect", do="remove", place="0", version=version)
        assert app.faults == []
        left = app.now.plan
        app.post("protect", do="remove", place="0", version=version)
        assert "old one" in app.faults[0]
        assert app.now.plan == left
        app.post("protect", do="remove", place="0", version=str(app.office.desk.version))
        assert app.now.outline["steps"] == []


def test_a_form_of_too_many_fields_is_refused() -> None:
    with client() as app:
        own = app_of(app.office)
        for many, status in ((FIELDS - 1, 404), (FIELDS + 1, 413)):
            body = b"&".join(b"a=1" for _ in range(many))
            assert answered(own, "POST", "/file", body=body).status == status


def test_nothing_is_written_where_it_would_be_taken_away(tmp_path: Path) -> None:
    with client() as app:
        app.put("/upload?name=people.csv", survey().write_csv().encode())
        assert app.now is not None
        inside = app.office.folder / "out"
        assert str(inside.parent) not in app.get("export").partition("<form")[2]
        typed = "write it all the same"
        app.post("export", do="export", folder=str(inside), language="en", sentence=typed)
        assert "taken away" in app.faults[0]
        out = tmp_path / "out"
        app.post("export", do="export", folder=str(out), language="en", sentence=typed)
        assert app.faults == []
        page = texts(app.get("export"))
        assert str(out) in page
        assert "it stays inside" in page


@pytest.mark.slow
def test_a_worker_takes_copies_away_when_the_app_was_killed(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "people.csv").write_text("name\nx\n")
    command = [sys.executable, "-m", "discret.app.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        worker.stdin.write(sent({"folder": str(folder)}))
        worker.stdin.close()
        assert worker.wait(60) == 0
    assert not folder.exists()


def test_a_target_is_beside_the_measure_that_has_it(tmp_path: Path) -> None:
    """A measure that a run takes unasked may stand before those that the plan names."""
    with client() as app:
        opened(app, tmp_path, survey(), ["key", "key", "number", "weight"])
        app.post("protect", do="add", name="microaggregate", columns=["income"], k="3")
        assert app.faults == []
        wanted = {own["name"]: own["aim"] for own in app.now.outline["quantify"]}
        told = [part["name"] for part in app.now.told["losses"]]
        assert told[0] not in wanted  # so it is here
        rows = re.findall(r"(?s)<tr>\s*<th scope=\"row\">.*?</tr>", app.get("risk"))
        found = {}
        for row in rows:
            target = re.search(r'name="target\.(\d+)" value="([^"]*)"', row)
            if target and "quantify" in row:
                place = int(target[1])
                found[app.now.outline["quantify"][place]["name"]] = target[2]
                title = app.now.outline["quantify"][place]["title"]["en"]
                assert f"target of {title}" in row
        assert found.keys() == wanted.keys()
        assert found["detail_lost"] == "50"
