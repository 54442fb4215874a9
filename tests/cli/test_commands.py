"""Every command does what its help says, in tables and in JSON, in English and in French."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from command import PLAN, Call, caller, strictly
from discret import Dataset, Plan, __version__
from discret.catalogue import LOSSES, MEASURES, METHODS, part
from discret.cli import app
from discret.cli.terminal import output as show
from discret.data.files.labels import Labels
from discret.data.files.tables import Format, read, write
from discret.data.hierarchies.given import BUILDERS
from discret.plan.start import every_measure
from discret.plan.toml.keys import KINDS
from discret.words import number
from every_part import people
from marked import everything_in, marked, shown

call_the_command_line = pytest.fixture(name="discret")(caller)

PARTS = {**MEASURES, **METHODS, **LOSSES}
COMMANDS = {
    "app": ["--port", "--no-browser", "--example", "--language", "FILE"],
    "demo": ["--out", "--example", "--language", "--json"],
    "profile": ["--plan", "--force", "--language", "--json", "FILE", "FILE.plan.toml"],
    "check": ["--data", "--format", "--secret-file", "--language", "--json", "PLAN"],
    "values": ["--against", "--plan", "--most", "--language", "--json", "FILE", "COLUMN"],
    "assess": [
        *("--plan", "--key", "--sensitive", "--identifier", "--weight", "--individual"),
        *("--measure", "--language", "--json", "k_anonymity k=3"),
    ],
    "difference": [
        *("--zone", "--square", "--count", "--threshold", "--coarser", "--withheld", "--most"),
        *("--out", "--outlines", "--language", "--json", "TABLE", "difference.html"),
    ],
    "run": [
        *("--out", "--data", "--format", "--seed", "--secret-file", "--language", "--json"),
        *("--draws", "PLAN", "DISCRET_SECRET"),
    ],
    "sweep": [
        *("--set", "--out", "--data", "--seed", "--secret-file", "--force", "--group"),
        *("--language", "--json", "PLAN", "reduce.1.k=2,3,5"),
    ],
    "report": [
        "--out",
        "--public",
        "--language",
        "--json",
        "RECORD",
        "report.html",
        "public.html",
        "--group",
    ],
    "compare": ["--out", "--language", "--json", "RELEASE", "record.json"],
    "epsilon": ["--values", "--epsilon", "--risk", "--prior", "--out", "--language", "--json"],
    "private": [
        *("--by", "--statistic", "--column", "--epsilon", "--delta", "--rho", "--low", "--high"),
        *("--values", "--cells", "--neighbours", "--individual", "--ledger", "--preview"),
        *("--out", "--language", "--json", "FILE"),
    ],
    "budget": [
        *("--epsilon", "--delta", "--rho", "--terms", "--source", "--part", "--name", "--release"),
        *("--parent", "--language", "--json", "ACTION", "LEDGER"),
    ],
    "parts": ["--language", "--json", "NAME"],
}
FINDING = {"name", "value", "met", "target", "better", "reads", "details"}
RECORD = {
    *("schema", "discret", "created", "title", "source", "seed", "met", "notices", "data"),
    *("measures", "losses", "risk_before", "steps", "hierarchies", "released"),
}
WRITTEN = ["release.csv", "record.json", "report.html", "public.html"]
SECRET = "correct horse battery staple"
KEYED = PLAN.replace("drop_identifiers", "pseudonymise")


def prepared(folder: Path, text: str = PLAN, suffix: str = ".csv") -> Path:
    """Write the people and a plan for them."""
    folder.mkdir(parents=True, exist_ok=True)
    write(people(), folder / f"people{suffix}")
    plan = folder / "plan.toml"
    plan.write_text(text.replace("people.csv", f"people{suffix}"), encoding="utf-8")
    return plan


def installed(*words: object, **settings: str) -> subprocess.CompletedProcess[str]:
    """Call the command that was installed beside Python."""
    command = Path(sys.executable).with_name("discret")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("DISCRET_")}
    return subprocess.run(
        [command, *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**plain, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONUTF8": "1", **settings},
    )


# -- help ----------------------------------------------------------------------------------


def test_the_version_is_told(discret: Call) -> None:
    assert discret("--version").out == f"discret {__version__}\n"


def test_help_lists_the_commands_and_the_exit_codes(discret: Call) -> None:
    told = discret("--help")
    assert told.code == 0
    assert [name for name in COMMANDS if name not in told.out] == []
    assert re.search(r"0 fine, 1 a target is not met or the gate is closed, 2 bad", told.out)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_lists_its_options(discret: Call, command: str) -> None:
    told = discret(command, "--help")
    assert told.code == 0
    assert [one for one in COMMANDS[command] if one not in told.out] == []


def test_every_command_is_looked_at_here() -> None:
    assert {
        str(command.name or command.callback.__name__) for command in app.registered_commands
    } == {*COMMANDS}


@pytest.mark.parametrize("words", [["nonsense"], ["run"], ["run", "plan.toml"], ["parts", "--no"]])
def test_words_that_are_not_understood_are_bad_input(discret: Call, words: list[str]) -> None:
    told = discret(*words)
    assert told.code == 2
    assert told.out == ""
    assert "Hint: " in told.err


# -- parts ---------------------------------------------------------------------------------


def test_parts_lists_the_whole_catalogue() -> None:
    told = CliRunner().invoke(app, ["parts"], env={"COLUMNS": "200"})
    assert told.exit_code == 0
    assert [name for name in PARTS if name not in told.output] == []


def test_parts_lists_the_whole_catalogue_as_json() -> None:
    told = json.loads(CliRunner().invoke(app, ["parts", "--json"]).output)
    assert {verb: [one["name"] for one in listed] for verb, listed in told.items()} == {
        "assess": list(MEASURES),
        "reduce": list(METHODS),
        "quantify": list(LOSSES),
        "hierarchies": list(KINDS),
    }


@pytest.mark.parametrize("name", KINDS)
def test_parts_tells_all_about_a_kind_of_hierarchy(discret: Call, name: str) -> None:
    told = " ".join(discret("parts", name, "-l", "fr").out.split())
    assert KINDS[name].fr in told
    assert [field for field in BUILDERS[name].model_fields if field not in told] == []
    assert discret("parts", name, "--json").json["purpose"] == KINDS[name].to_dict()


@pytest.mark.parametrize("name", PARTS)
def test_parts_tells_all_about_one(discret: Call, name: str) -> None:
    told = discret("parts", name)
    assert told.code == 0
    assert PARTS[name].purpose in " ".join(told.out.split())
    assert [field for field in PARTS[name].model_fields if field not in told.out] == []
    marks = (">>>", ":math:", "\\frac", ".. [", "None ", "False ")
    assert [mark for mark in marks if mark in told.out] == []


@pytest.mark.parametrize("name", PARTS)
def test_parts_tells_all_about_one_as_json(discret: Call, name: str) -> None:
    told = discret("parts", name, "--json").json
    assert {*told} == {"verb", "name", "title", "purpose", "needs", "tier", "references", "schema"}
    assert part(told["verb"], told["name"]) is PARTS[name]
    assert told["title"] == PARTS[name].title.to_dict()


def test_parts_speaks_french(discret: Call) -> None:
    assert "k-anonymat" in discret("parts", "--language", "fr").out
    told = discret("parts", "subsample", "-l", "fr").out
    assert METHODS["subsample"].purpose.fr in " ".join(told.split())
    assert "(nécessaire)" in told


# -- profile -------------------------------------------------------------------------------


def test_profile_looks_and_writes_a_plan(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    told = discret("profile", "people.csv")
    assert told.code == 0
    assert [name for name in people().columns if name not in told.out] == []
    assert "people.plan.toml" in told.out
    plan = Plan.read(tmp_path / "people.plan.toml")
    assert plan.roles["weight"] == "weight"
    assert plan.table().frame.height == 24


def test_profile_as_json(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.parquet")
    told = discret("profile", "people.parquet", "--plan", "mine.toml", "--json").json
    assert {*told} == {"records", "columns", "plan", "written", "notices"}
    assert (told["records"], told["plan"], told["written"]) == (24, "mine.toml", True)
    assert [column["name"] for column in told["columns"]] == people().columns
    assert {*told["columns"][0]} == {
        *("name", "type", "distinct", "missing", "uniques", "role", "why")
    }
    assert (tmp_path / "mine.toml").exists()


def test_profile_overwrites_a_plan_only_when_forced(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    mine = tmp_path / "people.plan.toml"
    mine.write_text("# mine", encoding="utf-8")
    kept = discret("profile", "people.csv", "--json")
    assert (kept.code, kept.json["written"]) == (0, False)
    assert "--force" in discret("profile", "people.csv").out
    assert mine.read_text(encoding="utf-8") == "# mine"
    assert discret("profile", "people.csv", "--force", "--json").json["written"]
    assert Plan.read(mine).assess


def test_profile_speaks_french(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    told = discret("profile", "people.csv", "-l", "fr")
    assert "24 enregistrements" in told.out
    assert "Plan de départ écrit dans" in told.out
    assert {"texte", "clé"} <= set(told.out.split())
    assert {"text", "key"}.isdisjoint(told.out.split())


def test_the_plan_of_profile_can_be_assessed(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    discret("profile", "people.csv")
    told = discret("assess", "--plan", "people.plan.toml", "--json")
    assert told.code == 1
    assert told.json[0]["target"] == 5


def test_the_place_of_the_plan_is_shown_in_one_piece(discret: Call, tmp_path: Path) -> None:
    """A path broken over two lines cannot be copied."""
    write(people(), tmp_path / "people.csv")
    folder = tmp_path / ("a_long_name_" * 12)
    folder.mkdir()
    assert (
        str(folder / "plan.toml")
        in discret("profile", "people.csv", "--plan", folder / "plan.toml").out
    )


# -- assess --------------------------------------------------------------------------------


def test_assess_judges_nothing_without_a_target(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    told = discret("assess", "people.csv", "--key", "sex", "-k", "town")
    assert told.code == 0
    assert [words for words in ("k-anonymity", "three attackers") if words not in told.out] == []
    assert "l-diversity" not in told.out


def test_assess_as_json(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    words = ["-k", "sex", "-s", "illness", "-w", "weight", "--individual", "person", "--json"]
    told = discret("assess", "people.csv", *words)
    data = Dataset.of(
        people(), key="sex", sensitive="illness", weight="weight", individual="person"
    )
    assert told.code == 0
    names = [one["name"] for one in told.json]
    assert names == [one.name for one in every_measure(data)]
    assert {"k_anonymity", "k_map", "suda", "t_closeness", "weight_disclosure"} < {*names}
    assert all({*one} == FINDING for one in told.json)
    assert all({*one["reads"]} == {"en", "fr"} for one in told.json)


@pytest.mark.parametrize(("k", "code", "met"), [(2, 0, True), (13, 1, False), (10**12, 1, False)])
def test_assess_ends_with_1_where_a_target_is_missed(
    discret: Call, tmp_path: Path, k: int, code: int, met: bool
) -> None:
    write(people(), tmp_path / "people.csv")
    told = discret("assess", "people.csv", "-k", "sex", "-m", f"k_anonymity k={k}", "--json")
    assert told.code == code
    assert [(one["target"], one["met"]) for one in told.json] == [(k, met)]
    assert told.err == ""


def test_assess_reads_measures_with_words_and_lists(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    words = ["-m", "k_anonymity missing=category combinations=[['sex','town']] k=2"]
    told = discret("assess", "people.csv", "-k", "sex", "-k", "town", *words, "--json")
    assert told.json[0]["details"]["rule"] == "category"
    assert told.json[0]["details"]["combinations"][0]["columns"] == ["sex", "town"]


def test_assess_takes_all_from_a_plan(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("assess", "--plan", "plan.toml", "--json")
    assert told.code == 1
    assert [(one["name"], one["met"]) for one in told.json] == [("k_anonymity", False)]


def test_assess_takes_another_file_and_other_roles_than_the_plan(
    discret: Call, tmp_path: Path
) -> None:
    prepared(tmp_path)
    write(people().head(6), tmp_path / "six.csv")
    told = discret("assess", "six.csv", "-p", "plan.toml", "-k", "zone", "--json")
    assert told.code == 0
    assert told.json[0]["details"]["records"] == told.json[0]["value"] == 6


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_assess_says_what_it_leaves_out_because_it_takes_long(
    words: tuple[str, ...], discret: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people().write_csv(tmp_path / "people.csv")
    monkeypatch.setattr("discret.plan.start.LONG", 0.0)
    told = discret("assess", "people.csv", "-k", "sex", "-k", "town", *words)
    assert told.code == 0
    said = told.err if words else told.out
    assert "With 2 keys it would take about 0 s; ask for it with -m 'suda'." in said
    if words:
        assert "suda" not in told.out
    assert discret("assess", "people.csv", "-k", "sex", "-m", "suda").code == 0


def test_assess_speaks_french(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("assess", "--plan", "plan.toml", "--language", "fr")
    assert [word for word in ("Risque", "k-anonymat", "non atteint") if word not in told.out] == []


# -- run -----------------------------------------------------------------------------------


def test_run_writes_four_files_and_names_them(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("run", "plan.toml", "--out", "out")
    assert told.code == 0
    assert told.err == ""
    assert "All targets are met" in told.out
    named = [line.strip() for line in told.out.splitlines()[-4:]]
    assert named == [os.path.join("out", name) for name in WRITTEN]  # noqa: PTH118 (as shown)
    assert sorted(everything_in(tmp_path / "out")) == sorted(WRITTEN)
    released = read(tmp_path / "out" / "release.csv").frame
    assert "name" not in released.columns
    assert released.group_by("sex", "town").len()["len"].min() >= 2


def test_run_as_json(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    told = discret("run", "plan.toml", "-o", tmp_path / "deep" / "out", "--seed", 7, "--json").json
    assert {*told} == {"met", "files", "notices", "record"}
    assert told["met"] is True
    assert [Path(name).name for name in told["files"]] == WRITTEN
    assert all(Path(name).is_file() for name in told["files"])
    assert {*told["record"]} >= RECORD
    assert told["record"] == strictly(Path(told["files"][1]).read_text(encoding="utf-8"))
    assert told["record"]["seed"] == 7


def test_the_public_page_of_a_run_shows_no_value_and_no_seed(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    write(marked(), tmp_path / "people.csv")
    told = discret("run", "plan.toml", "-o", "out", "--seed", 424242424242, "--json")
    page = (tmp_path / "out" / "public.html").read_text(encoding="utf-8")
    assert "illness" in page
    assert shown(page) == []
    assert not re.search(r"424\W?242", page)
    assert told.json["record"]["released"]["sha256"] in page
    assert hashlib.sha256((tmp_path / "people.csv").read_bytes()).hexdigest() not in page


def test_run_says_in_french_that_a_target_is_missed(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path, PLAN.replace("k = 2\n[[red", "k = 20\n[[red", 1))
    told = discret("run", "plan.toml", "--out", "out", "-l", "fr")
    assert told.code == 1
    assert "n’est PAS atteint" in told.out
    assert sorted(everything_in(tmp_path / "out")) == sorted(WRITTEN)
    assert '<html lang="fr">' in (tmp_path / "out" / "public.html").read_text(encoding="utf-8")


def test_a_target_that_cannot_be_reached_ends_with_1_and_no_file(
    discret: Call, tmp_path: Path
) -> None:
    prepared(tmp_path, PLAN.replace("k = 2}]", "k = 1000}]"))
    told = discret("run", "plan.toml", "--out", "out")
    assert told.code == 1
    assert told.err.startswith("discret: suppress_records: every one of the 24 records")
    assert "Hint: " in told.err
    assert sorted(everything_in(tmp_path)) == ["people.csv", "plan.toml"]


def test_the_same_seed_gives_the_same_file(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    for out, seed in (("one", 5), ("two", 5), ("three", 6)):
        assert discret("run", "plan.toml", "-o", out, "--seed", seed, "--json").code == 0
    one, two, three = (
        (tmp_path / out / "release.csv").read_bytes() for out in ("one", "two", "three")
    )
    assert one == two
    assert one != three
    assert sorted(one.splitlines()) == sorted(three.splitlines())


def test_run_overwrites_what_it_wrote_before_by_force_and_nothing_else(
    discret: Call, tmp_path: Path
) -> None:
    prepared(tmp_path)
    (tmp_path / "out").mkdir()
    for name in ("notes.txt", "release.csv"):
        (tmp_path / "out" / name).write_text("mine", encoding="utf-8")
    before = everything_in(tmp_path)
    told = discret("run", "plan.toml", "-o", "out", "--json")
    assert told.code == 2
    assert "out has such files already: 'release.csv'. Hint: --force" in told.err
    assert everything_in(tmp_path) == before
    assert discret("run", "plan.toml", "-o", "out", "--json", "--force").code == 0
    kept = everything_in(tmp_path / "out")
    assert sorted(kept) == sorted([*WRITTEN, "notes.txt"])
    assert kept["notes.txt"] == b"mine" != kept["release.csv"]


@pytest.mark.parametrize("suffix", [".csv.gz", ".parquet", ".xlsx", ".dta", ".sav"])
def test_a_file_comes_back_in_the_format_it_came_in(
    discret: Call, tmp_path: Path, suffix: str
) -> None:
    prepared(tmp_path, suffix=suffix)
    told = discret("run", "plan.toml", "--out", "out", "--json")
    assert told.code == 0
    assert Path(told.json["files"][0]).name == f"release{suffix}"
    before, after = (read(tmp_path / name) for name in (f"people{suffix}", told.json["files"][0]))
    assert after.format == before.format
    assert after.frame.columns == [name for name in before.frame.columns if name != "name"]
    assert after.frame.height == 23


def test_a_csv_comes_back_as_it_was_written(discret: Call, tmp_path: Path) -> None:
    plan = prepared(tmp_path)
    french = Format("csv", separator=";", decimal_comma=True, encoding="cp1252", newline="\r\n")
    frame = people().with_columns(remark=pl.lit("é"))
    write(frame, tmp_path / "people.csv", format=french)
    assert discret("run", plan, "--out", "out", "--json").code == 0
    assert read(tmp_path / "out" / "release.csv").format == french
    assert b";\xe9\r\n" in (tmp_path / "out" / "release.csv").read_bytes()


@pytest.mark.parametrize("kind", ["csv", "parquet", "excel", "stata", "spss"])
def test_another_format_can_be_asked_for_and_read_back(
    discret: Call, tmp_path: Path, kind: str
) -> None:
    prepared(tmp_path, suffix=".parquet")
    told = discret("run", "plan.toml", "--out", "out", "--format", kind, "--json")
    assert told.code == 0
    file = Path(told.json["files"][0])
    assert read(file).format.kind == kind
    assert read(file).frame.height == 23


def test_run_takes_another_file_than_the_plan_names(discret: Call, tmp_path: Path) -> None:
    prepared(tmp_path)
    write(people().head(12), tmp_path / "half.parquet")
    told = discret("run", "plan.toml", "--data", "half.parquet", "-o", "out", "--json").json
    assert told["record"]["source"] == "half.parquet"
    assert told["record"]["data"]["before"]["records"] == 12
    assert Path(told["files"][0]).name == "release.parquet"


def test_a_secret_in_a_file_makes_pseudonyms_and_is_written_nowhere(
    discret: Call, tmp_path: Path
) -> None:
    plan = prepared(tmp_path / "in", KEYED)
    keep = tmp_path / "secret.txt"
    keep.write_text(f"{SECRET}\n", encoding="utf-8")
    told = discret("run", plan, "--out", "out", "--secret-file", keep)
    assert told.code == 0
    assert SECRET not in told.out + told.err
    held = everything_in(tmp_path / "out")
    assert [name for name, raw in held.items() if SECRET.encode() in raw] == []
    names = read(tmp_path / "out" / "release.csv").frame["name"]
    assert names.str.contains("^[0-9a-f]{32}$").all()


def test_the_same_secret_from_the_environment_makes_the_same_pseudonyms(
    discret: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = prepared(tmp_path / "in", KEYED)
    keep = tmp_path / "secret.txt"
    keep.write_text(f"{SECRET}\n", encoding="utf-8")
    discret("run", plan, "--out", "one", "--secret-file", keep, "--seed", 1)
    monkeypatch.setenv("DISCRET_SECRET", SECRET)
    told = discret("run", plan, "--out", "two", "--seed", 1, "--json")
    assert told.code == 0
    assert SECRET not in told.out + told.err
    held = everything_in(tmp_path / "two")
    assert [name for name, raw in held.items() if SECRET.encode() in raw] == []
    assert held["release.csv"] == (tmp_path / "one" / "release.csv").read_bytes()


@pytest.mark.parametrize("method", ["pseudonymise", "recode"])
def test_labels_of_values_that_are_gone_are_not_released(
    discret: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Files of SPSS say what values mean: that of a pseudonymised value is a name."""
    monkeypatch.setenv("DISCRET_SECRET", SECRET)
    change = {
        "pseudonymise": 'method = "pseudonymise"',
        "recode": 'method = "recode"\ncolumn = "name"\nmapping = {A1 = "*", B2 = "*"}',
    }
    text = PLAN.replace('method = "drop_identifiers"', change[method])
    plan = prepared(tmp_path, text.replace("[release]", '[release]\nkeep = ["name"]'))
    frame = people().with_columns(name=pl.Series(["A1", "B2"] * 12))
    labels = Labels({"name": "Name"}, {"name": {"A1": "Jane Doe", "B2": "John Doe"}})
    write(frame, tmp_path / "people.sav", labels=labels)
    told = discret("run", plan, "--data", "people.sav", "--out", "out", "--json")
    assert told.code == 0
    released = read(tmp_path / "out" / "release.sav")
    assert released.labels.columns == {"name": "Name"}
    assert released.labels.values == {}
    assert b"Jane Doe" not in (tmp_path / "out" / "release.sav").read_bytes()


# -- report --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record alone in a folder: the data, the plan and the release are deleted."""
    folder = tmp_path_factory.mktemp("run")
    plan = prepared(folder)
    ran = CliRunner().invoke(app, ["run", str(plan), "-o", str(folder / "out"), "--seed", "424242"])
    assert ran.exit_code == 0
    alone = tmp_path_factory.mktemp("archive") / "record.json"
    shutil.copy(folder / "out" / "record.json", alone)
    shutil.copy(folder / "out" / "report.html", alone.with_name("first.html"))
    shutil.rmtree(folder)
    return alone


def test_a_report_is_made_again_from_the_record_alone(
    discret: Call, kept: Path, tmp_path: Path
) -> None:
    told = discret("report", kept, "--out", "again.html")
    assert told.code == 0
    assert "again.html" in told.out
    again = (tmp_path / "again.html").read_text(encoding="utf-8")
    assert again == kept.with_name("first.html").read_text(encoding="utf-8")
    assert "424242" in again.replace(",", "")


def test_the_public_report_is_made_in_french_and_without_the_seed(
    discret: Call, kept: Path, tmp_path: Path
) -> None:
    told = discret("report", kept, "--out", "a.html", "--public", "-l", "fr", "--json")
    assert told.json == {"report": "a.html"}
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in page
    assert "A small plan" in page
    assert not re.search(r"424\W?242", page)


@pytest.mark.parametrize(("words", "name"), [([], "report.html"), (["--public"], "public.html")])
def test_a_report_goes_beside_its_record(
    discret: Call, kept: Path, tmp_path: Path, words: list[str], name: str
) -> None:
    (tmp_path / "else").mkdir()
    record = shutil.copy(kept, tmp_path / "else" / "record.json")
    told = discret("report", record, *words)
    assert told.code == 0
    assert (tmp_path / "else" / name).read_text(encoding="utf-8").startswith("<!")
    assert sorted(everything_in(tmp_path)) == sorted(["else", f"else/{name}", "else/record.json"])


def test_the_place_of_a_report_is_shown_in_one_piece(
    discret: Call, kept: Path, tmp_path: Path
) -> None:
    folder = tmp_path / ("a_long_name_" * 12)
    folder.mkdir()
    assert (
        str(folder / "a.html") in discret("report", kept, "--public", "-o", folder / "a.html").out
    )


# -- demo ----------------------------------------------------------------------------------


def named_at_the_end(text: str) -> list[Path]:
    """Return the files that the last lines name, after the sentence that announces them."""
    _, last = text.split("Where to look next\n")
    words = [line.split()[0] for line in last.splitlines()]
    return [Path(word) for word in words if word != "discret"]


SHOWN = ["report.html", "public.html", "release.csv", "plan.toml"]


def test_demo_ends_by_saying_where_to_look(discret: Call, tmp_path: Path) -> None:
    told = discret("demo", "--example", "dishes", "--out", "here")
    assert told.code == 0
    named = named_at_the_end(told.out)
    assert [path.name for path in named] == SHOWN
    assert all((tmp_path / path).is_file() for path in named)
    assert sorted(everything_in(tmp_path / "here")) == sorted([*WRITTEN, "dishes.csv", "plan.toml"])
    assert "discret run here/plan.toml --out here" in told.out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_demo_fits_a_narrow_terminal_and_a_glance(
    discret: Call, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show.console, "width", 80)
    told = discret("demo", "--example", "dishes", "--out", "here", "--language", language)
    lines = told.out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert sum("━" in line for line in lines) == 4  # the original and three steps, one picture


@pytest.mark.parametrize("example", ["dishes", pytest.param("survey", marks=pytest.mark.slow)])
def test_the_picture_of_the_demo_has_the_detail_that_the_record_has(
    discret: Call, tmp_path: Path, example: str
) -> None:
    told = discret("demo", "--example", example, "--out", "here")
    record = json.loads((tmp_path / "here" / "record.json").read_text(encoding="utf-8"))
    lost = [step["loss"][0] for step in record["steps"]]
    assert {one["name"] for one in lost} == {"detail_lost"}
    shown = [line.split()[-1] for line in told.out.splitlines() if "%" in line and "━" in line]
    assert shown == ["100%", *(number(1 - one["value"], form="%") for one in lost)]
    assert lost[-1]["reads"]["en"] in " ".join(told.out.split())


def test_no_demo_is_sent_to_itself(discret: Call) -> None:
    other = discret("demo", "--example", "dishes", "--out", "here", "-l", "fr").out
    assert "--example section4" in other
    assert "discret profile VOTRE_FICHIER.csv" in other


def test_demo_as_json_in_french(discret: Call) -> None:
    told = discret("demo", "--example", "dishes", "--out", "here", "--json", "-l", "fr")
    assert told.code == 0
    assert {*told.json} == {"met", "files", "notices", "record"}
    assert told.json["record"]["title"] == "Plats préférés"


@pytest.mark.slow
def test_the_installed_demo_needs_nothing_but_a_folder(tmp_path: Path) -> None:
    ran = installed("demo", "--out", tmp_path / "demo")
    assert (ran.returncode, ran.stderr) == (0, "")
    named = named_at_the_end(ran.stdout)
    assert [path.name for path in named] == SHOWN
    assert all(path.stat().st_size > 1000 for path in named)


# -- the installed command -----------------------------------------------------------------


def test_the_installed_command_tells_its_version() -> None:
    ran = installed("--version")
    assert (ran.returncode, ran.stdout) == (0, f"discret {__version__}\n")


def test_the_installed_command_ends_with_1_where_a_target_is_missed(tmp_path: Path) -> None:
    plan = prepared(tmp_path)
    ran = installed("assess", "--plan", plan, "--json")
    assert (ran.returncode, ran.stderr) == (1, "")
    assert json.loads(ran.stdout)[0]["met"] is False


def test_the_installed_command_ends_with_2_on_bad_input(tmp_path: Path) -> None:
    ran = installed("run", tmp_path / "nowhere.toml", "--out", tmp_path / "out")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("discret: plan: nowhere.toml cannot be read")
    assert "Hint: " in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_installed_command_can_be_piped_as_plain_text(tmp_path: Path) -> None:
    plan = prepared(tmp_path)
    ran = installed("assess", "--plan", plan, PYTHONIOENCODING="utf-8", TERM="dumb")
    assert ran.returncode == 1
    assert "\x1b" not in ran.stdout


def test_assess_compares_with_the_original_and_the_population(
    discret: Call, tmp_path: Path
) -> None:
    table = people()
    write(table, tmp_path / "people.csv")
    noisy = table.with_columns(pl.col("income") + 1000 * (pl.col("number") % 3))
    write(noisy.drop("name"), tmp_path / "release.csv")
    words = ["release.csv", "-k", "sex", "-s", "income", "--row", "number", "--json"]
    alone = {one["name"] for one in discret("assess", *words).json}
    beside = ["--original", "people.csv", "--population", "people.csv"]
    told = {one["name"]: one for one in discret("assess", *words, *beside).json}
    assert {*told} - alone == {
        *("linkage", "interval_disclosure", "k_map", "population_uniques", "delta_presence"),
        *("posterior", "likelihood_linkage"),
    }
    assert told["delta_presence"]["value"] == 1.0
    assert 0 < told["linkage"]["value"] < 1


def test_assess_says_which_file_beside_is_missing(discret: Call, tmp_path: Path) -> None:
    write(people(), tmp_path / "people.csv")
    told = discret("assess", "people.csv", "-k", "sex", "--population", "nowhere.csv")
    assert told.code == 2
    assert "nowhere.csv" in told.err
