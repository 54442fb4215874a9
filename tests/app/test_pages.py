"""The pages, from opening a file to exporting it: what they show is what the library gives."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from asgi import answered
from command import Call, caller
from discret import Plan
from discret.app.calls.bench import Bench
from discret.app.handling import app_of, state
from discret.app.office import Job
from discret.app.pages import BY_NAME, PAGES
from discret.assess import KAnonymity
from discret.data.profiling import profile
from discret.reduce import Generalise, ShuffleRecords
from discret.words import Words
from marked import TEXT, shown
from offices import Client, client, texts
from sources import SOURCE

call_the_command_line = pytest.fixture(name="call")(caller)


def survey(records: int = 240) -> pl.DataFrame:
    """People with keys of few values, a name, a place, a number and what must not be learnt."""
    rng = np.random.default_rng(7)
    return pl.DataFrame(
        {
            "name": [f"person {place}" for place in range(records)],
            "sex": rng.choice(["f", "m"], records),
            "age": rng.integers(18, 80, records),
            "town": rng.choice(["42300", "42218", "75014", "75020"], records),
            "illness": rng.choice(["flu", "gout", "mumps"], records),
        }
    )


ROLES = ["identifier", "key", "key", "key", "sensitive"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    survey().write_csv(path)
    return path


@pytest.fixture
def app(file: Path) -> Iterator[Client]:
    with client() as own:
        own.open(file)
        own.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(ROLES)})
        assert own.faults == []
        yield own


def add(app: Client, name: str, **sent: Any) -> Client:
    return app.post("protect", do="add", name=name, **sent)


MODELS = {"models__measure": "k_anonymity", "models__aim": "2", "models__more": ""}


def steps(app: Client) -> list[str]:
    return [step["label"] for step in app.now.outline["steps"]]


# -- opening --------------------


def test_the_first_page_asks_for_a_file(tmp_path: Path) -> None:
    with client() as app:
        page = app.get("file")
        assert "Open the example" in page
        assert app.get("columns", 303) == ""
        app.post("file", do="open", path=str(tmp_path / "none.csv"))
        assert len(app.faults) == 1
        assert "none.csv" in texts(app.get("file"))


def test_forms_of_the_page_that_has_no_name_yet_are_met(file: Path) -> None:
    """The first address names no page, and its forms are sent there."""
    with client() as app:
        app.post("", do="open", path=str(file))
        assert app.now.outline["roles"]
        app.post("", do="roles", **{f"role.{n}": role for n, role in enumerate(ROLES)})
        assert app.now.outline["roles"]["town"] == "key"
        assert answered(app._app, "POST", "/", body=b"do=explode").status == 404


def test_roles_as_guessed_are_those_of_profile(file: Path) -> None:
    """Check 10, and undo brings the old ones back."""
    with client() as app:
        app.open(file)
        guessed = {own.name: str(own.role) for own in profile(pl.read_csv(file))}
        assert app.now.outline["roles"] == guessed
        assert app.now.outline["steps"] == []
        app.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(ROLES)})
        plan = Plan.from_toml(app.now.plan)
        assert plan.roles["key"] == ["sex", "age", "town"]
        assert plan.roles["sensitive"] == ["illness"]
        app.post("do/undo", page="columns")
        assert app.now.outline["roles"] == guessed
        assert "Redo: roles of the columns" in app.get("columns")


def rid(page: str) -> str:
    """A page without its version."""
    return re.sub(r'data-version="\d+"', "", page)


def test_a_file_is_read_as_said(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("sex;height\n" + "f;1,5\nm;1,75\n" * 20)
    with client() as app:
        app.post("file", do="open", path=str(path), header_row="0", decimal=",")
        assert app.faults == []
        assert [own["name"] for own in app.office.desk.source["columns"]] == [
            "column_1",
            "column_2",
        ]
        assert 'value="0"' in app.get("file")
        app.post("file", do="open", path=str(path), header_row="first")
        assert app.faults
        folder = app.get(f"file?folder={tmp_path}")
        assert "people.csv" in folder


def test_a_copy_is_ours_alone_and_goes_with_the_app(file: Path) -> None:
    with client() as app:
        answer = app.put("/upload?name=../../people.csv", file.read_bytes())
        assert answer.status == 204
        path = Path(app.office.desk.source["path"])  # type: ignore[index]
        assert path.parent.parent == app.office.folder
        assert path.stat().st_mode & 0o077 == 0
        assert app.now.outline["roles"]
    assert not path.parent.exists()


@pytest.mark.parametrize("name", ["..", "", "%2e%2e", "a/../..", "%00", "."])
def test_a_copy_with_a_strange_name_stays_in_its_folder(file: Path, name: str) -> None:
    with client() as app:
        assert app.put(f"/upload?name={name}", file.read_bytes()).status == 204
        assert [path.name for path in app.office.folder.glob("*/*")] == ["file.csv"]
        assert app.now.outline["roles"]


def test_a_second_copy_of_the_same_name_leaves_the_first_as_it_is(file: Path) -> None:
    with client() as app:
        assert app.put("/upload?name=people.csv", file.read_bytes()).status == 204
        path = Path(app.office.desk.source["path"])  # type: ignore[index]
        assert app.put("/upload?name=people.csv", b"other\n1\n").status == 204
        assert path.read_bytes() == file.read_bytes()


def test_what_no_page_sends_is_refused_or_told(app: Client) -> None:
    version = app.office.desk.version
    for address, body in (
        ("/nowhere", b"do=add"),
        ("/protect", b"do=explode"),
        ("/do/explode", b"page=protect"),
        ("/do/undo", b"page=//evil.example"),
        ("/protect", b"\xff\xfe=\xff"),
    ):
        assert answered(app._app, "POST", address, body=body).status == 404
    assert app.office.desk.version == version
    for page in (
        "groups?start=--1&measure=x&group=999999",
        "records?from=-5",
        "records?from=10000000",
    ):
        assert app.get(page)
    app.post("protect", do="remove", place="99")
    app.post("protect", do="add", name="no such method")
    assert app.faults
    assert steps(app) == []


def test_a_second_copy_of_a_name_leaves_the_first_alone(file: Path) -> None:
    with client() as app:
        app.put("/upload?name=people.csv", file.read_bytes())
        path = Path(app.office.desk.source["path"])  # type: ignore[index]
        app.put("/upload?name=people.csv", b"\x00")  # which cannot be read
        assert app.faults
        assert path.read_bytes() == file.read_bytes()
        assert app.put(f"/upload?name={'é' * 300}.csv", file.read_bytes()).status == 204
        assert app.faults == []


def test_absurd_numbers_and_lengths_are_told(app: Client) -> None:
    many = "9" * 5000
    for page in (
        f"records?from={many}",
        f"groups?group={many}&start={many}",
        f"protect?edit={many}",
        f"recodings?k={many}&level.age={many}&drop={many}",
    ):
        assert app.get(page)
    app.post("do/variant", variant=many, page="risk")
    app.post("protect", do="remove", place=many)
    version = app.office.desk.version
    answer = answered(app._app, "POST", "/hierarchies", body=b"do=table&pasted=" + b"a" * 2**25)
    assert answer.status == 413
    assert "too long for a form" in answer.text
    assert app.office.desk.version == version


def test_a_fault_of_ours_is_told_without_its_reason(
    app: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: Any, **more: Any) -> None:
        raise KeyError(TEXT)

    monkeypatch.setattr("discret.app.handling.shown", broken)
    told = app_of(app.office).exception_handlers[500](None, KeyError(TEXT))  # type: ignore[arg-type,operator]
    assert told.status_code == 500
    assert b"fault of discret" in told.body
    assert not shown(told.body.decode())
    with pytest.raises(KeyError):
        app.get("protect")


def test_a_plan_opens_with_its_steps_and_variants(tmp_path: Path, file: Path) -> None:
    text = """
    [data]
    file = "people.csv"
    [roles]
    key = ["sex", "town"]
    [[assess]]
    measure = "k_anonymity"
    k = 3
    [[reduce]]
    method = "shuffle_records"
    [[variant]]
    title = "half"
    [[variant.reduce]]
    method = "subsample"
    share = 0.5
    [[variant]]
    title = "all"
    """
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    with client() as app:
        app.open(plan)
        assert [branch.title for branch in app.office.desk.branches] == ["half", "all"]
        assert steps(app) == ["shuffle_records", "subsample"]
        app.post("do/variant", variant="1", page="risk")
        assert steps(app) == ["shuffle_records"]


# -- measures --------------------


def test_targets_are_set_in_place(app: Client) -> None:
    names = [own["name"] for own in app.now.outline["assess"]]
    place = names.index("k_anonymity")
    app.post("risk", do="targets", **{f"target.{place}": "3"})
    assert app.now.outline["assess"][place]["aim"] == 3
    app.post("risk", do="targets", **{f"target.{place}": ""})
    assert app.now.outline["assess"][place]["aim"] is None
    app.post("risk", do="targets", **{f"target.{place}": "1"})
    assert any("smallest group: must be greater than" in fault for fault in app.faults)
    assert app.now.outline["assess"][place]["aim"] is None


def test_measures_come_and_go(app: Client) -> None:
    many = len(app.now.outline["assess"])
    assert "suda" in app.get("risk")
    app.get("risk?add=suda")
    app.post("risk", do="add", name="suda")
    assert [own["name"] for own in app.now.outline["assess"]][-1] == "suda"
    app.post("risk", do="remove", place=str(many))
    assert len(app.now.outline["assess"]) == many
    app.post("risk", do="accept", accepted=["illness"])
    assert app.now.outline["accepted"] == ["illness"]


# -- steps --------------------


def test_the_numbers_are_those_of_a_run(app: Client, file: Path) -> None:
    """Check 13, and 12: the plan of the pages run elsewhere gives the same release."""
    add(app, "drop_identifiers")
    add(app, "suppress_cells", **MODELS)
    add(app, "subsample", share="50")
    assert app.faults == []
    plan = Plan.from_toml(app.now.plan)
    release = plan.run(plan.dataset(plan.table()), seed=app.office.desk.seed)
    told = app.now.told["steps"]
    assert [[f["value"] for f in step["risk"]] for step in told] == [
        [found.value for found in step.risk] for step in release.steps
    ]
    assert [[f["value"] for f in step["loss"]] for step in told] == [
        [found.value for found in step.loss] for step in release.steps
    ]
    page = texts(app.get("protect"))
    assert str(release.steps[-1].difference.records_after) in page


def test_undo_and_redo_lead_back_to_the_same_page(app: Client) -> None:
    """Check 14."""
    pages = [rid(app.get("protect"))]
    for name, sent in (
        ("drop_identifiers", {}),
        ("subsample", {"share": "50"}),
        ("shuffle_records", {}),
    ):
        add(app, name, **sent)
        pages.append(rid(app.get("protect")))
    done = steps(app)
    for _ in range(3):
        app.post("do/undo", page="protect")
    assert steps(app) == []
    for _ in range(3):
        app.post("do/redo", page="protect")
    assert steps(app) == done
    assert rid(app.get("protect")) == pages[-1]
    app.post("do/undo", page="protect")
    add(app, "shuffle_records")
    app.post("do/redo", page="protect")
    assert steps(app) == ["drop_identifiers", "subsample", "shuffle_records"]


def became(app: Client) -> dict[str, list[str]]:
    """What the cells of some columns became, record by record."""
    found = app.office.engine.ask("records", **app.office.about, count=10**6).result(60)
    places = {name: found["columns"].index(name) for name in ("sex", "age", "illness")}
    return {name: [row[place][1] for row in found["rows"]] for name, place in places.items()}


def test_a_changed_step_runs_with_those_after_it_alone(
    app: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 15: the worker counts, and labels that are not touched have the same chance."""
    benches: list[Bench] = []
    own = Bench.release

    def release(bench: Bench, *given: Any, **named: Any) -> Any:
        benches[:] = [bench]
        return own(bench, *given, **named)

    monkeypatch.setattr(Bench, "release", release)
    for name, sent in (
        ("pram", {"columns": "sex", "retention": "60"}),
        ("round", {"columns": "age", "base": "5"}),
        ("pram", {"columns": "illness", "retention": "60"}),
    ):
        add(app, name, **sent)
    before, drawn = benches[0].applied, became(app)
    app.post("protect", do="add", name="round", place="1", columns="age", base="10")
    assert app.faults == []
    assert benches[0].applied - before == 2
    assert steps(app) == ["pram", "round", "pram 2"]
    plan = Plan.from_toml(app.now.plan)
    assert plan.reduce[1].base == 10  # type: ignore[attr-defined]
    after = became(app)
    assert drawn["age"] != after["age"]
    for name in ("sex", "illness"):  # each was drawn anew from its own label
        assert drawn[name] == after[name] != survey()[name].to_list()
    alone = plan.run(plan.dataset(plan.table()), seed=app.office.desk.seed).data.to_polars()
    assert {name: alone[name].cast(str).to_list() for name in after} == after
    app.post("protect", do="move", place="2", by="-1")
    assert steps(app) == ["pram", "pram 2", "round"]
    app.post("protect", do="remove", place="0")
    assert steps(app) == ["pram 2", "round"]


def test_a_try_changes_neither_plan_nor_version(app: Client) -> None:
    """Check 16."""
    plan, version = app.now.plan, app.office.desk.version
    app.post("protect", do="try", name="subsample", share="50")
    assert (app.now.plan, app.office.desk.version) == (plan, version)
    page = app.get(app.place.partition("#")[0])
    assert "What it would come to" in page
    assert 'value="50"' in page
    add(app, "subsample", share="50")
    assert "What it would come to" not in app.get("protect")


def test_a_fault_is_told_beside_its_field(app: Client) -> None:
    add(app, "subsample", share="140")
    assert app.faults[0] == "share of the records to keep: must lie between 0% and 100%"
    assert steps(app) == []
    page = app.get(app.place.partition("#")[0])
    assert re.search(r'id="f-share"[^>]*value="140"[^>]*aria-invalid="true"', page)
    assert "must lie between" in page
    assert "must lie between" in app.get("risk")  # until the next action
    add(app, "subsample", share="50")
    assert "must lie between" not in app.get("risk")


def test_a_target_that_cannot_be_reached_changes_nothing(app: Client) -> None:
    sent = {**MODELS, "models__aim": "100000"}
    add(app, "generalise", **sent)
    assert app.faults
    assert steps(app) == []


def test_a_second_job_is_refused_with_a_sentence(app: Client) -> None:
    app.office.job = Job(number=-1, title=Words("a long step", fr="une longue étape"))
    told = state(app.office)
    assert {"doing", "share", "seconds", "title"} <= {*told}
    page = app.get("protect")
    assert "A long step" in page
    answered(app._app, "POST", "/protect", body=b"do=add&name=shuffle_records")
    answered(app._app, "POST", "/do/undo", body=b"page=protect")
    app.office.job = None
    assert "One thing at a time" in app.faults[0]
    assert steps(app) == []


def test_a_job_that_is_cancelled_leaves_all_as_it_was(
    app: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 18: the bar is there, idle soon, the state as before, and the next step works."""
    own = ShuffleRecords.apply

    def slowly(method: Any, data: Any, context: Any) -> Any:
        for _ in range(3000):
            context.progress(0.5, Words("counting", fr="comptage"))
            time.sleep(0.01)
        return own(method, data, context)

    monkeypatch.setattr(ShuffleRecords, "apply", slowly)
    plan = app.now.plan
    answered(app._app, "POST", "/protect", body=b"do=add&name=shuffle_records")
    end = time.monotonic() + 20
    while "counting" not in state(app.office).get("doing", "") and time.monotonic() < end:
        time.sleep(0.01)
    told = state(app.office)
    assert "counting" in told["doing"]
    assert 0 < told["share"] < 1
    begun = time.monotonic()
    answered(app._app, "POST", "/do/stop", body=b"page=protect")
    app.waited()
    assert time.monotonic() - begun < 3
    assert app.now.plan == plan
    assert "Stopped, as you asked" in app.faults[0]
    monkeypatch.setattr(ShuffleRecords, "apply", own)
    add(app, "shuffle_records")
    assert steps(app) == ["shuffle_records"]


def test_a_secret_is_used_and_kept_nowhere(app: Client) -> None:
    secret = "a long secret that is kept apart"
    assert 'type="password"' in app.get("protect?add=pseudonymise")
    add(app, "pseudonymise", secret=secret)
    assert app.faults == []
    assert steps(app) == ["pseudonymise"]
    kept = json.dumps([app.now.plan, app.now.outline, app.now.told, app.office.draft])
    assert secret not in kept + repr(vars(app.office))


def test_another_secret_makes_other_pseudonyms(app: Client) -> None:
    """Typed into the form of a step that is there, or after an undo: the last one counts."""

    def names() -> list[str]:
        found = app.office.engine.ask("records", **app.office.about, count=3).result(60)
        return [row[found["columns"].index("name")][1] for row in found["rows"]]

    add(app, "pseudonymise", secret="a first secret, kept apart")
    first = names()
    app.post("protect", do="add", name="pseudonymise", place="0", secret="another secret, apart")
    assert app.faults == []
    second = names()
    assert not {*first} & {*second}
    app.post("do/undo", page="protect")
    app.post("do/undo", page="protect")
    add(app, "pseudonymise", secret="a first secret, kept apart")
    assert names() == first
    add(app, "shuffle_records")  # which needs none: what was made with one is at hand
    assert app.faults == []


# -- hierarchies --------------------

LINKS = ", ".join(f'"{code}" = "{code[:2]}"' for code in ("42300", "42218", "75014", "75020"))
BUILT: dict[str, tuple[str, dict[str, Any]]] = {
    "cuts": ("age", {"cuts": "30, 50\n50"}),
    "prefixes": ("town", {"lengths": "2"}),
    "order": ("sex", {"order": "f\nm", "steps": "2", "top": ""}),
    "groups": ("town", {"groupings": '[{"42" = ["42300", "42218"]}]'}),
    "parents": ("town", {"links": f"[{{{LINKS}}}]"}),
    "table": ("sex", {"rows": "f\tall\nm\tall"}),
    "automatic": ("age", {"sizes": "6, 2"}),
    "top": ("sex", {}),
}  # fmt: skip


@pytest.mark.parametrize("builder", BUILT)
def test_each_builder_makes_what_a_plan_reads_back(app: Client, builder: str) -> None:
    """Check 20."""
    column, sent = BUILT[builder]
    assert column in app.get(f"hierarchies?column={column}&builder={builder}")
    app.post("hierarchies", do="use", column=column, builder=builder, **sent)
    assert app.faults == []
    made = Plan.from_toml(app.now.plan).hierarchies[column]
    assert made.to_dict()["from"] == builder
    again = Plan.from_toml(Plan.from_toml(app.now.plan).to_toml()).hierarchies[column]
    assert again.to_dict() == made.to_dict()
    assert app.now.outline["hierarchies"][column]["depth"] > 1


def test_a_value_without_a_label_is_counted_and_told(app: Client) -> None:
    app.post("hierarchies", do="use", column="town", builder="table", rows="42300\t42")
    assert any("3" in fault for fault in app.faults)
    assert not shown(*app.faults)
    assert "rows" in app.get(app.place)


def test_labels_can_be_typed_over_and_pasted(app: Client, tmp_path: Path) -> None:
    app.post(
        "hierarchies", do="table", column="sex", value=["f", "m"], levels="1", label__1=["x", "x"]
    )
    assert Plan.from_toml(app.now.plan).hierarchies["sex"].to_dict()["rows"] == [
        ["f", "x"],
        ["m", "x"],
    ]
    app.post("hierarchies", do="drop", column="sex")
    assert "sex" not in Plan.from_toml(app.now.plan).hierarchies
    many = tmp_path / "many.csv"
    pl.DataFrame({"code": [f"c{n}" for n in range(5000)] * 2}).write_csv(many)
    with client() as own:
        own.open(many)
        own.post("columns", do="roles", **{"role.0": "key"})
        rows = "\n".join(f"c{n}\tg{n % 9}\t*" for n in range(5000))
        own.post("hierarchies", do="table", column="code", pasted=rows)
        assert own.faults == []
        assert own.now.outline["hierarchies"]["code"]["depth"] == 3
        assert len(own.get("hierarchies?column=code")) < 150_000


# -- recodings, groups, records --------------------


def laddered(app: Client) -> Client:
    for builder in ("cuts", "prefixes", "top"):
        column, sent = BUILT[builder]
        app.post("hierarchies", do="use", column=column, builder=builder, **sent)
    assert app.faults == []
    place = [own["name"] for own in app.now.outline["assess"]].index("k_anonymity")
    others = [n for n, own in enumerate(app.now.outline["assess"]) if n != place and own["aim"]]
    app.post(
        "risk", do="targets", **{f"target.{place}": "4", **{f"target.{n}": "" for n in others}}
    )
    return app


def test_recodings_are_what_they_come_to(app: Client) -> None:
    """Check 21: loss and records dropped as applied; the optimum is that of the search."""
    laddered(app)
    plan = Plan.from_toml(app.now.plan)
    data = plan.dataset(plan.table())
    lattice = Generalise(models=[KAnonymity(k=4)], drop=1.0).lattice(data)
    rng = np.random.default_rng(1)
    for _ in range(10):
        levels = {n: int(rng.integers(low, high + 1)) for n, (low, high) in lattice.levels.items()}
        seen = lattice.at(levels)
        if not seen.holds:
            continue
        facts = Generalise(models=[KAnonymity(k=4)], drop=1.0, levels=levels).apply(data).facts
        assert (seen.dropped, seen.loss) == (facts["suppressed"], pytest.approx(facts["loss"]))
        asked = "&".join(f"level.{name}={level}" for name, level in levels.items())
        page = texts(app.get(f"recodings?{asked}&drop=100"))
        assert f"{seen.dropped} record" in page
    best = Generalise(models=[KAnonymity(k=4)], drop=0.05).apply(data).facts
    page = app.get("recodings?drop=5")
    assert "none loses less" in page
    app.post("recodings", do="apply", drop="5")
    assert app.faults == []
    assert app.now.told["steps"][0]["facts"]["levels"] == best["levels"]
    assert app.now.told["steps"][0]["facts"]["loss"] == pytest.approx(best["loss"])


def same_as(data: Any, values: dict[str, Any]) -> pl.DataFrame:
    """The records of a dataset that have some values."""
    return data.to_polars().filter(*(pl.col(name) == value for name, value in values.items()))


def test_groups_are_those_that_fail(app: Client) -> None:
    """Check 22."""
    laddered(app)
    plan = Plan.from_toml(app.now.plan)
    data = plan.dataset(plan.table())
    aim = next(own for own in plan.assess if own.name == "k_anonymity")
    bad = aim.failing(data.keys)  # type: ignore[attr-defined]
    place = plan.assess.index(aim)
    found = app.office.engine.ask("groups", **app.office.about, measure=place, count=10**6).result(
        60
    )
    assert found["total"] == int(bad.sum())
    assert sorted(row["number"] for row in found["rows"]) == np.flatnonzero(bad).tolist()
    counts = [row["count"] for row in found["rows"]]
    assert counts == sorted(counts)
    assert f"{found['total']:,} groups" in texts(app.get(f"groups?measure={place}"))
    number = found["rows"][0]["number"]
    group = app.office.engine.ask("group", **app.office.about, number=number).result(60)
    row = data.keys.groups.row(number, named=True)
    same = (
        survey()
        .with_columns(pl.col("town").cast(data.keys.groups["town"].dtype))
        .filter(*(pl.col(name) == value for name, value in row.items()))
    )
    column = group["columns"].index("name")
    names = [cells[column][0] for cells in group["rows"]]
    assert names == same["name"].to_list()
    for keys in group["sets"]:
        alone = data.keys.groups.filter(*(pl.col(name) == row[name] for name in keys))
        assert len(alone) == 1
    for own in group["climbs"]:
        others = {name: value for name, value in row.items() if name != own["column"]}
        alike = same_as(data, others)
        assert own["counts"][0] == len(same)
        assert own["counts"][-1] == len(alike)  # all values as one
        levels = data.hierarchies[own["column"]].levels(alike[own["column"]])
        for level in range(1, len(own["counts"])):
            label = dict(zip(levels["0"], levels[levels.columns[level]], strict=True))
            shared = [label[v] == label[row[own["column"]]] for v in alike[own["column"]]]
            assert own["counts"][level] == sum(shared)
    version = app.office.desk.version
    assert names[0] in app.get(f"groups?group={number}&version={version}")
    assert names[0] not in app.get(f"groups?group={number}&version={version - 1}")


def test_groups_are_found_by_a_measure_and_a_key(app: Client) -> None:
    laddered(app)
    every = app.office.engine.ask("groups", **app.office.about, count=10**6).result(60)
    key = every["columns"].index("sex")
    women = [row for row in every["rows"] if row["values"][key] == "f"]
    assert 0 < len(women) < every["total"]
    place = every["aims"][0][0]
    app.post("groups", do="filter", measure=str(place), key=str(key), value="f")
    page = texts(app.get(f"groups?measure={place}"))
    assert f"{len(women)} groups" in page
    asked = {**app.office.about, "count": 10**6}
    for number, value in ((key, "f"), (-1, "f")):
        found = app.office.engine.ask("groups", **asked, key=number, value=value).result(60)
        assert [row["number"] for row in found["rows"]] == [row["number"] for row in women]
    other = app.office.engine.ask("groups", **asked, key=1 - key, value="f").result(60)
    assert other["total"] == 0
    missing = app.office.engine.ask("groups", **asked, key=key, value="").result(60)
    assert missing["total"] == 0
    app.post("groups", do="filter", measure="", key="", value="")
    assert f"{every['total']} groups" in texts(app.get("groups"))


def test_a_group_is_saved_where_one_key_climbs(app: Client) -> None:
    laddered(app)
    plan = Plan.from_toml(app.now.plan)
    aims = [own for own in plan.assess if own.name == "k_anonymity"]
    found = app.office.engine.ask("groups", **app.office.about, count=10).result(60)
    judged = 0
    for row in found["rows"]:
        group = app.office.engine.ask("group", **app.office.about, number=row["number"]).result(60)
        assert group["climbs"]
        for own in group["climbs"]:
            enough = [n for n, count in enumerate(own["counts"]) if count >= aims[0].k]  # type: ignore[attr-defined]
            alone = group["fails"] == [aims[0].title.to_dict()]
            if alone:
                assert own["saves"] == (enough[0] if enough else None)
                judged += 1
    assert judged > 0


def test_records_show_what_became_of_them(app: Client) -> None:
    add(app, "suppress_cells", **MODELS)
    add(app, "subsample", share="50")
    plan = Plan.from_toml(app.now.plan)
    release = plan.run(plan.dataset(plan.table()), seed=app.office.desk.seed)
    found = app.office.engine.ask("records", **app.office.about, start=0, count=240).result(60)
    assert sum(found["gone"]) == 240 - len(release.data)
    left = [row for row, gone in zip(found["rows"], found["gone"], strict=True) if not gone]
    place = found["columns"].index("age")
    after = sorted(cells[place][1] for cells in left)
    assert after == sorted(release.data.to_polars()["age"].cast(str).fill_null("").to_list())
    page = app.get("records?from=200")
    assert "200 to 240 of 240" in texts(page)
    assert "dropped" in page


# -- compare and export --------------------


def test_variants_compare_as_the_command_does(app: Client) -> None:
    """Check 23."""
    from discret.document.comparison import compare

    add(app, "drop_identifiers")
    app.post("compare", do="copy", title="half")
    add(app, "subsample", share="50")
    app.post("compare", do="copy", title="half")
    assert app.faults  # the title is taken
    branches = app.office.desk.branches
    found = app.office.engine.ask(
        "compare",
        plans=[own.now.plan for own in branches],
        titles=[own.title for own in branches],
        seed=app.office.desk.seed,
    ).result(60)
    plans = [Plan.from_toml(own.now.plan) for own in branches]
    releases = [plan.run(plan.dataset(plan.table()), seed=app.office.desk.seed) for plan in plans]
    expected = compare(releases, ["A", "half"])  # type: ignore[arg-type]
    for verb in ("risk", "loss"):
        values = [[own and own["value"] for own in row["releases"]] for row in found[verb]]
        assert values == [
            [own and own["value"] for own in row["releases"]] for row in expected[verb]
        ]
    page = app.get("compare")
    assert "half" in texts(page)
    plan = Plan.from_toml(app.get("plan.toml"))
    assert [variant.title for variant in plan.variants] == ["A", "half"]
    assert plan.labels == ("drop_identifiers",)
    ran = plan.run_variants(plan.dataset(plan.table()), seed=app.office.desk.seed)
    assert [len(own.data) for own in ran.values()] == [len(own.data) for own in releases]
    app.post("compare", do="drop", variant="1")
    assert [own.title for own in app.office.desk.branches] == ["A"]


def test_suggestions_stand_beside_and_change_nothing(app: Client) -> None:
    laddered(app)
    plan = app.now.plan
    app.post("compare", do="suggest")
    assert app.faults == []
    branches = app.office.desk.branches
    assert branches[0].title == "A"
    assert len(branches) > 3
    assert app.now.plan == plan
    assert all(own.now.outline["steps"] for own in branches[1:])
    assert any(own.now.told["steps"][-1]["risk"][0]["met"] for own in branches[1:])
    page = texts(app.get("compare"))
    assert all(own.title in page for own in branches)


@pytest.mark.parametrize(("audience", "sensitive", "k"), [("public", "", 10), ("inside", "1", 5)])
def test_targets_are_proposed_for_those_who_receive_the_file(
    app: Client, audience: str, sensitive: str, k: int
) -> None:
    assert "El Emam" in app.get("file")
    more = {"sensitive": sensitive} if sensitive else {}
    app.post("file", do="aims", audience=audience, purpose="studies", **more)
    assert app.faults == []
    aims = {own["name"]: own["aim"] for own in app.now.outline["assess"]}
    assert aims["k_anonymity"] == k
    assert app.now.outline["terms"]["purpose"] == "studies"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_an_export_is_what_run_writes(app: Client, tmp_path: Path, call: Call) -> None:
    """Check 12: the same checksum and the same record, but for its times."""
    out, again = tmp_path / "out", tmp_path / "again"
    app.post("risk", do="accept", accepted=["illness"])
    add(app, "drop_identifiers")
    add(app, "suppress_cells", **MODELS)
    add(app, "subsample", share="70")
    app.post("export", do="export", folder=str(out), language="en")
    assert "nothing was written" in app.faults[0]
    assert not out.exists()
    app.post(
        "export", do="export", folder=str(out), language="en", sentence="Write it  all the same"
    )
    assert app.faults == []
    written = app.get("export")
    names = {"plan.toml", "public.html", "record.json", "release.csv", "report.html"}
    assert {path.name for path in out.iterdir()} == names
    assert all(name in written for name in names)
    seed = app.office.desk.seed
    assert call("run", out / "plan.toml", "--out", again, "--seed", seed).code in (0, 1)
    assert digest(out / "release.csv") == digest(again / "release.csv")
    records = [json.loads((own / "record.json").read_text()) for own in (out, again)]
    for record in records:
        record.pop("created")
        record["steps"] = [{**step, "seconds": 0} for step in record["steps"]]
    assert records[0] == records[1]
    app.post(
        "export", do="export", folder=str(out), language="en", sentence="write it all the same"
    )
    assert app.faults  # an earlier release is there
    assert "<title>" in app.get("report")


# -- what must never be --------------------


def test_values_are_shown_on_the_pages_that_say_so_and_nowhere_else(tmp_path: Path) -> None:
    """Check 9."""
    rng = np.random.default_rng(1)
    frame = pl.DataFrame(
        {
            "first": [f"{TEXT} {n}" for n in rng.integers(0, 4, 80)],
            "second": [f"{TEXT} {n}" for n in rng.integers(0, 9, 80)],
            "third": [f"{TEXT} {n}" for n in range(80)],
        }
    )
    path = tmp_path / "marked.csv"
    frame.write_csv(path)
    with client() as app:
        app.open(path)
        roles = {"role.0": "key", "role.1": "key", "role.2": "identifier"}
        app.post("columns", do="roles", **roles)
        add(app, "suppress_cells", **MODELS)
        add(app, "generalise", **{**MODELS, "models__aim": "9000"})
        assert app.faults
        showing = {page.name for page in PAGES if shown(app.get(page.name))}
        assert showing <= {page.name for page in PAGES if page.shows_data}
        assert {"hierarchies", "groups", "records"} == {p.name for p in PAGES if p.shows_data}
        assert "records" in showing
        assert not shown(*app.faults, app.office.desk.faults, state(app.office))


def test_the_web_process_loads_no_library_of_data() -> None:
    """All modules of the app but those of the worker, in a Python of their own."""
    own = sorted(
        ".".join(("discret", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(
            ".__init__"
        )
        for path in (SOURCE / "app").rglob("*.py")
        if not {"calls", "forms"} & {*path.parts} and path.stem != "worker"
    )
    assert "discret.app.serving" in own
    heavy = ("polars", "numpy", "numba", "scipy", "matplotlib", "narwhals", "pydantic", "pandas")
    assert loaded(own, heavy) == "[]"
    more = ["discret.cli.commands", "discret.cli.app_in_browser"]
    assert loaded([*more, *own], heavy) == "['pydantic']"  # of which options are made


def loaded(modules: list[str], heavy: tuple[str, ...]) -> str:
    """Which libraries a fresh Python has loaded after importing some modules."""
    code = f"import {', '.join(modules)}, sys\nprint([n for n in {heavy} if n in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_the_script_is_short_and_pages_are_light(app: Client) -> None:
    script, style = app.get("script.js"), app.get("style.css")
    assert len(script.splitlines()) <= 300
    assert "innerHTML" not in script
    assert "eval" not in script
    for page in PAGES:
        if page.name != "records":
            assert len(app.get(page.name)) + len(script) + len(style) < 150_000, page.name


# -- two languages --------------------


def test_every_page_says_what_to_do(app: Client) -> None:
    for name, page in BY_NAME.items():
        if name != "recodings":
            assert str(page.advice) in texts(app.get(name)), name
        assert page.advice != page.advice.fr
