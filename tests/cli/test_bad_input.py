"""Bad input: one message with a way out, the right exit code, no value shown, nothing written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from command import PLAN, Call, Outcome, caller
from discret.cli import app
from discret.cli.terminal.ending import confession
from discret.data.files.tables import write
from every_part import people
from marked import NUMBER, TEXT, content, everything_in, marked, shown, written

call_the_command_line = pytest.fixture(name="discret")(caller)

LANGUAGES = ("profile", "assess", "assess --plan", "run", "run --data", "report", "parts", "demo")
TAKE_A_FILE = ("profile", "assess", "assess --plan", "run", "run --data")
TAKE_ROLES = TAKE_A_FILE[1:]
TAKE_A_PLAN = ("assess --plan", "run")
WEIGHED = PLAN.replace(
    "[[reduce]]", '[[assess]]\nmeasure = "individual_risk"\n[[reduce]]', 1
)  # weights are looked at where they count


def words(command: str, file: Path, plan: str = PLAN) -> list[object]:
    """Write a plan about a file, and return the words of a command about both."""
    folder = file.parent
    at = content(folder / "plan.toml", plan.replace("people.csv", file.name))
    calls: dict[str, list[object]] = {
        "profile": ["profile", file],
        "assess": ["assess", file, "-k", "sex", "-k", "town", "-w", "weight"],
        "assess --plan": ["assess", "--plan", at],
        "run": ["run", at, "--out", folder / "out"],
        "run --data": ["run", at, "--data", file, "--out", folder / "out"],
    }
    return calls[command]


def refused(discret: Call, folder: Path, *call: object, code: int = 2) -> str:
    """The call ends in one message and leaves everything as it was; return the message."""
    before = everything_in(folder)
    told = discret(*call)
    after = everything_in(folder)
    assert told.code == code, told.err
    assert told.err.startswith("discret: ")
    assert told.err.count("discret: ") == 1
    assert "Hint: " in told.err
    assert "Traceback" not in told.err
    assert shown(told.err, told.out) == []
    assert told.out == ""
    assert after == before
    return told.err


def sound(told: Outcome) -> None:
    """The call went well, or ended in one message: it is no fault of discret."""
    assert told.code in (0, 1, 2), told.err
    assert "Traceback" not in told.err
    assert shown(told.err) == []
    assert (told.code == 2) <= ("Hint: " in told.err)


# -- files ---------------------------------------------------------------------------------

LINES = f"name,sex,town,illness,weight\n{TEXT},{TEXT},{TEXT},{TEXT},{NUMBER}\n"
BAD_FILES: dict[str, Callable[[Path], Path]] = {
    "missing": lambda folder: folder / "people.csv",
    "folder": lambda folder: (folder / "people.csv").mkdir() or folder / "people.csv",  # type: ignore[func-returns-value]
    "empty": lambda folder: content(folder / "people.csv", ""),
    "blank": lambda folder: content(folder / "people.csv", "\n\n"),
    "header only": lambda folder: content(folder / "people.csv", LINES.splitlines()[0] + "\n"),
    "doubled names": lambda folder: content(
        folder / "people.csv", LINES.replace("illness", "town", 1)
    ),
    "names alike but for case": lambda folder: content(
        folder / "people.csv", LINES.replace("illness", "TOWN", 1)
    ),
    "nameless": lambda folder: content(folder / "people.csv", LINES.replace("illness", "", 1)),
    "ragged": lambda folder: content(folder / "people.csv", f"{LINES}{TEXT},{NUMBER}\n"),
    "unclosed quote": lambda folder: content(folder / "people.csv", f'{LINES}"{TEXT}'),
    "not text": lambda folder: content(folder / "people.csv", f"\0\1\2{TEXT}\0" * 9),
    "no Parquet": lambda folder: content(folder / "people.parquet", LINES),
    "no Excel": lambda folder: content(folder / "people.xlsx", LINES),
    "no Stata": lambda folder: content(folder / "people.dta", LINES),
    "no SPSS": lambda folder: content(folder / "people.sav", LINES),
    "unknown format": lambda folder: content(folder / "people.data", LINES),
    "Parquet without records": lambda folder: write(marked().head(0), folder / "people.parquet"),
}


@pytest.mark.parametrize("fault", BAD_FILES)
@pytest.mark.parametrize("command", TAKE_A_FILE)
def test_a_bad_file_is_refused(discret: Call, tmp_path: Path, command: str, fault: str) -> None:
    file = BAD_FILES[fault](tmp_path)
    told = refused(discret, tmp_path, *words(command, file))
    assert file.name in told or "the table has no records" in told


# -- columns -------------------------------------------------------------------------------

BAD_COLUMNS = {
    "missing column": marked().drop("town"),
    "text as weights": marked().with_columns(weight="sex"),
    "weights of zero": marked().with_columns(weight=0),
    "one weight of zero": marked().with_columns(weight=pl.Series([0.0, *[float(NUMBER)] * 23])),
    "negative weights": marked().with_columns(weight=-NUMBER),
    "missing weights": marked().with_columns(weight=pl.Series([None, *[NUMBER] * 23])),
    "no weight at all": marked().with_columns(weight=pl.lit(None, dtype=pl.Int64)),
}


@pytest.mark.parametrize("fault", BAD_COLUMNS)
@pytest.mark.parametrize("command", TAKE_ROLES)
def test_a_bad_column_is_refused(discret: Call, tmp_path: Path, command: str, fault: str) -> None:
    file = written(BAD_COLUMNS[fault], tmp_path / "people.csv")
    told = refused(discret, tmp_path, *words(command, file, WEIGHED))
    assert ("town" if fault == "missing column" else "weight") in told


@pytest.mark.parametrize("fault", [name for name in BAD_COLUMNS if name != "missing column"])
def test_bad_columns_can_still_be_looked_at(discret: Call, tmp_path: Path, fault: str) -> None:
    file = written(BAD_COLUMNS[fault], tmp_path / "people.csv")
    told = discret(*words("profile", file))
    assert told.code == 0
    assert shown(told.out) == []


ODD = {
    "a key in which all is missing": marked().with_columns(town=pl.lit("")),
    "keys in which all is missing": marked().with_columns(town=pl.lit(""), sex=pl.lit("")),
    "one record": marked().head(1),
    "two records": marked().head(2),
    "all records alike": pl.concat([marked().head(1)] * 24),
}


@pytest.mark.parametrize("oddity", ODD)
@pytest.mark.parametrize("command", [name for name in TAKE_A_FILE if name != "run --data"])
def test_an_odd_file_works_or_is_told(
    discret: Call, tmp_path: Path, command: str, oddity: str
) -> None:
    file = written(ODD[oddity], tmp_path / "people.csv")
    told = discret(*words(command, file))
    sound(told)
    assert shown(told.out) == []
    assert told.err or told.out
    if told.err:
        assert not (tmp_path / "out").exists()


def test_one_record_cannot_be_protected(discret: Call, tmp_path: Path) -> None:
    file = written(marked().head(1), tmp_path / "people.csv")
    told = refused(discret, tmp_path, *words("run", file), code=1)
    assert "every one of the 1 record" in told


def test_one_record_can_be_assessed(discret: Call, tmp_path: Path) -> None:
    file = written(marked().head(1), tmp_path / "people.csv")
    told = discret(*words("assess", file), "--json")
    assert told.code == 0
    assert told.json[0]["value"] == 1


# -- hierarchies ---------------------------------------------------------------------------

CLIMB = '[[reduce]]\nmethod = "recode"\ncolumn = "town"\nlevel = 1\n'
LACKING = f'[hierarchies.town]\nfrom = "parents"\nlinks = [{{"{TEXT} Lyon" = "south"}}]\n'
TWICE = f'[hierarchies.town]\nfrom = "order"\nsteps = [2]\norder = ["{TEXT}", "{TEXT}"]\n'
HIERARCHIES = {
    "values it lacks": LACKING,
    "no hierarchy": "",
    "values twice": TWICE,
    "no builder": '[hierarchies.town]\nfrom = "nonsense"\n',
    "no such file": '[hierarchies.town]\nfrom = "csv"\npath = "nowhere.csv"\n',
    "no such column": LACKING.replace("town", "nowhere"),
    "no table": "[hierarchies]\ntown = 3\n",
}


@pytest.mark.parametrize("fault", HIERARCHIES)
def test_a_bad_hierarchy_is_refused(discret: Call, tmp_path: Path, fault: str) -> None:
    file = written(marked(), tmp_path / "people.csv")
    refused(discret, tmp_path, *words("run", file, PLAN + HIERARCHIES[fault] + CLIMB))


def test_a_category_emptied_by_suppression_is_no_trouble(discret: Call, tmp_path: Path) -> None:
    """Laon has one record, which goes: the steps and measures after it work on what is left."""
    file = written(people(), tmp_path / "people.csv")
    towns = '[hierarchies.town]\nfrom = "groups"\ngroupings = [{north = ["Lille", "Laon"]}]\n'
    losses = "".join(f'[[quantify]]\nmeasure = "{one}"\n' for one in ("marginals", "contingency"))
    told = discret(*words("run", file, PLAN + towns + CLIMB + losses), "--json")
    assert told.code == 0, told.err
    record = told.json["record"]
    assert record["data"]["after"]["records"] == 23
    assert record["steps"][-1]["facts"]["values_before"] == 2


# -- plans ---------------------------------------------------------------------------------

BAD_PLANS: dict[str, str | bytes] = {
    "empty": "",
    "not TOML": "title = ",
    "a data file": LINES,
    "not UTF-8": b"title = '\xff\xfe'",
    "unknown section": PLAN + "[nonsense]\nx = 1\n",
    "unknown role": PLAN.replace("identifier =", "nonsense ="),
    "roles that are no names": PLAN.replace('["name"]', "[1]"),
    "two weights": PLAN.replace('weight = "weight"', 'weight = ["weight", "income"]'),
    "unknown setting of data": PLAN.replace("[roles]", "sheet = 1\n[roles]"),
    "no file": PLAN.replace('file = "people.csv"', ""),
    "a file that is no name": PLAN.replace('"people.csv"', "3"),
    "unknown measure": PLAN.replace('"k_anonymity"\n', '"k_anonimity"\n'),
    "unknown method": PLAN.replace('"shuffle_records"', '"nonsense"'),
    "unknown parameter": PLAN.replace("k = 2\n[[", "k = 2\nnonsense = 1\n[[", 1),
    "no measure": PLAN.replace('measure = "k_anonymity"\n', "", 1),
    "one bracket": PLAN.replace("[[assess]]", "[assess]"),
    "unknown model": PLAN.replace('{measure = "k_anonymity", k = 2}', '{measure = "x"}'),
    "column that is not there": PLAN + '[[reduce]]\nmethod = "round"\ncolumns = ["no"]\nbase = 5\n',
    "text to be rounded": PLAN + '[[reduce]]\nmethod = "round"\ncolumns = ["sex"]\nbase = 5\n',
    "no key": PLAN.replace('key = ["sex", "town"]', ""),
    "column with two roles": PLAN.replace('["illness"]', '["sex"]'),
    **{
        f"k is {k}": PLAN.replace("k = 2\n[[", f"k = {k}\n[[", 1)
        for k in ("0", "-1", '"abc"', "2.5", "[]", "nan", "inf", "true")
    },
    **{f"model with k of {k}": PLAN.replace("k = 2}", f"k = {k}}}") for k in ("0", "-1", '"abc"')},
}
ONLY_RUN = {"text to be rounded", "column that is not there"}


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        (one, fault)
        for one in TAKE_A_PLAN
        for fault in BAD_PLANS
        if one == "run" or fault not in ONLY_RUN
    ],
)
def test_a_bad_plan_is_refused(discret: Call, tmp_path: Path, command: str, fault: str) -> None:
    written(marked(), tmp_path / "people.csv")
    plan = content(tmp_path / "plan.toml", BAD_PLANS[fault])
    call = ["run", plan, "-o", tmp_path / "out"] if command == "run" else ["assess", "-p", plan]
    refused(discret, tmp_path, *call)


@pytest.mark.parametrize("command", TAKE_A_PLAN)
def test_all_faults_of_a_plan_are_told_at_once(discret: Call, tmp_path: Path, command: str) -> None:
    faulty = PLAN.replace("k = 2\n[[", "k = 0\n[[", 1).replace("shuffle_records", "nonsense")
    file = written(marked(), tmp_path / "people.csv")
    told = refused(discret, tmp_path, *words(command, file, faulty + "[strange]\n"))
    assert "3 faults" in told
    assert [word for word in ("k_anonymity", "nonsense", "strange") if word not in told] == []


@pytest.mark.parametrize("make", [lambda path: None, lambda path: path.mkdir()])
@pytest.mark.parametrize("command", TAKE_A_PLAN)
def test_a_plan_that_is_no_file_is_refused(
    discret: Call, tmp_path: Path, command: str, make: Callable[[Path], object]
) -> None:
    plan = tmp_path / "plan.toml"
    make(plan)
    call = ["run", plan, "-o", tmp_path / "out"] if command == "run" else ["assess", "-p", plan]
    assert "plan.toml" in refused(discret, tmp_path, *call)


@pytest.mark.parametrize("k", ["0", "-1", "1", "abc", "2.5", "nan", "", "[2]"])
def test_an_absurd_k_is_refused(discret: Call, tmp_path: Path, k: str) -> None:
    file = written(marked(), tmp_path / "people.csv")
    refused(discret, tmp_path, "assess", file, "-k", "sex", "-m", f"k_anonymity k={k}")


def test_a_huge_k_is_a_target_that_is_missed(discret: Call, tmp_path: Path) -> None:
    file = written(marked(), tmp_path / "people.csv")
    told = discret(*words("assess --plan", file, PLAN.replace("k = 2", "k = 1000000000000")))
    assert told.code == 1
    assert told.err == ""
    refused(
        discret, tmp_path, *words("run", file, PLAN.replace("k = 2}", f"k = {10**12}}}")), code=1
    )


MEASURES = [
    "nonsense",
    "k_anonymity nonsense=1",
    "k_anonymity k",
    "k_anonymity k=",
    "subsample",
    "",
]


@pytest.mark.parametrize("measure", MEASURES)
def test_a_measure_that_is_none_is_refused(discret: Call, tmp_path: Path, measure: str) -> None:
    file = written(marked(), tmp_path / "people.csv")
    refused(discret, tmp_path, "assess", file, "-k", "sex", "-m", measure)


def test_assess_asks_for_a_file_and_for_keys(discret: Call, tmp_path: Path) -> None:
    file = written(marked(), tmp_path / "people.csv")
    assert "names no file" in refused(discret, tmp_path, "assess")
    assert "--key" in refused(discret, tmp_path, "assess", file)
    assert "nowhere" in refused(discret, tmp_path, "assess", file, "-k", "nowhere")


# -- where to write ------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["in_the_way", "in_the_way/out"])
@pytest.mark.parametrize("command", ["run", "run --data"])
def test_run_refuses_a_file_where_a_folder_is_needed(
    discret: Call, tmp_path: Path, command: str, place: str
) -> None:
    content(tmp_path / "in_the_way", "mine")
    file = written(people(), tmp_path / "people.csv")
    told = refused(discret, tmp_path, *words(command, file)[:-1], tmp_path / place)
    assert "--out" in told


@pytest.mark.parametrize("name", ["record.json", "release.csv", "public.html"])
def test_run_writes_all_files_or_none(discret: Call, tmp_path: Path, name: str) -> None:
    (tmp_path / "out" / name).mkdir(parents=True)
    file = written(people(), tmp_path / "people.csv")
    refused(discret, tmp_path, *words("run", file))


def test_run_does_not_overwrite_the_file_it_reads(discret: Call, tmp_path: Path) -> None:
    file = written(people(), tmp_path / "release.csv")
    refused(discret, tmp_path, *words("run", file)[:-1], tmp_path)


@pytest.mark.parametrize("place", ["in_the_way", "in_the_way/out"])
def test_demo_refuses_a_file_where_a_folder_is_needed(
    discret: Call, tmp_path: Path, place: str
) -> None:
    content(tmp_path / "in_the_way", "mine")
    refused(discret, tmp_path, "demo", "--example", "dishes", "--out", tmp_path / place)


@pytest.mark.parametrize("place", ["folder", "nowhere/plan.toml"])
def test_profile_refuses_to_write_where_it_cannot(
    discret: Call, tmp_path: Path, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    file = written(marked(), tmp_path / "people.csv")
    refused(discret, tmp_path, "profile", file, "--force", "--plan", tmp_path / place)


@pytest.mark.parametrize(
    "option",
    [["--format", "nonsense"], ["--format", "xlsx"], ["--format", ""], ["--format", "../x.csv"]],
    ids=" ".join,
)
def test_a_format_works_or_is_refused(discret: Call, tmp_path: Path, option: list[str]) -> None:
    file = written(marked(), tmp_path / "people.csv")
    call, before = words("run", file), everything_in(tmp_path)
    told = discret(*call, *option)
    sound(told)
    if told.code == 2:
        assert everything_in(tmp_path) == before
    else:
        assert (tmp_path / "out" / f"release.{option[1]}").exists()


# -- chance and secrets --------------------------------------------------------------------

KEYED = PLAN.replace("drop_identifiers", "pseudonymise")


def test_a_negative_seed_is_refused(discret: Call, tmp_path: Path) -> None:
    file = written(marked(), tmp_path / "people.csv")
    assert "seed" in refused(discret, tmp_path, *words("run", file), "--seed", -1)


@pytest.mark.parametrize(
    "make",
    [
        lambda path: None,
        lambda path: path.mkdir(),
        lambda path: content(path, ""),
        lambda path: content(path, f"{TEXT}\n"),
    ],
    ids=["missing", "folder", "empty", "short"],
)
def test_a_bad_secret_is_refused(
    discret: Call, tmp_path: Path, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "secret.txt")
    file = written(marked(), tmp_path / "people.csv")
    call = [*words("run", file, KEYED), "--secret-file", tmp_path / "secret.txt"]
    assert "secret" in refused(discret, tmp_path, *call)


def test_a_secret_that_is_needed_and_not_given_is_asked_for(discret: Call, tmp_path: Path) -> None:
    file = written(marked(), tmp_path / "people.csv")
    assert "DISCRET_SECRET" in refused(discret, tmp_path, *words("run", file, KEYED))


# -- records -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record as a run writes it."""
    folder = tmp_path_factory.mktemp("run")
    call = words("run", written(people(), folder / "people.csv"))
    assert CliRunner().invoke(app, [str(word) for word in call]).exit_code == 0
    return folder / "out" / "record.json"


BAD_RECORDS: dict[str, Callable[[str], str | bytes]] = {
    "empty": lambda text: "",
    "truncated": lambda text: text[: len(text) // 2],
    "not JSON": lambda text: LINES,
    "not UTF-8": lambda text: b"\xff\xfe" + text.encode(),
    "a list": lambda text: f"[{text}]",
    "a number": lambda text: str(NUMBER),
    "of another program": lambda text: text.replace("discret.record/2", "another.record/1"),
    "of a later version": lambda text: text.replace("discret.record/2", "discret.record/3"),
    "of no version": lambda text: text.replace("discret.record/2", TEXT),
    "without a schema": lambda text: json.dumps({"title": TEXT}),
}


@pytest.mark.parametrize("public", [[], ["--public"]])
@pytest.mark.parametrize("fault", BAD_RECORDS)
def test_a_bad_record_is_refused(
    discret: Call, tmp_path: Path, whole: Path, fault: str, public: list[str]
) -> None:
    text = BAD_RECORDS[fault](whole.read_text(encoding="utf-8"))
    record = content(tmp_path / "record.json", text)
    assert "record.json" in refused(discret, tmp_path, "report", record, *public)


def test_a_record_that_is_no_file_is_refused(discret: Call, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    refused(discret, tmp_path, "report", tmp_path / "nowhere.json")
    refused(discret, tmp_path, "report", tmp_path / "folder")


@pytest.mark.parametrize("place", ["folder", "nowhere/report.html"])
def test_report_refuses_to_write_where_it_cannot(
    discret: Call, tmp_path: Path, whole: Path, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    refused(discret, tmp_path, "report", whole, "--public", "--out", tmp_path / place)


def test_report_does_not_overwrite_its_record(discret: Call, tmp_path: Path, whole: Path) -> None:
    record = Path(shutil.copy(whole, tmp_path / "record.json"))
    refused(discret, tmp_path, "report", record, "--public", "--out", record)


HOLES = ["steps", "measures", "data", "risk_before", "losses", "notices", "hierarchies", "released"]


@pytest.mark.parametrize("hole", [None, 3, "text", [], [3], {"x": 3}], ids=repr)
def test_a_record_with_holes_makes_a_report_or_is_told(
    discret: Call, tmp_path: Path, whole: Path, hole: object
) -> None:
    sections = json.loads(whole.read_text(encoding="utf-8"))
    for name in HOLES:
        text = json.dumps({**sections, name: hole})
        told = discret("report", content(tmp_path / "record.json", text), "--public")
        assert told.code in (0, 2), f"{name}: {told.err}"


# -- every command -------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "EN"])
@pytest.mark.parametrize("command", LANGUAGES)
def test_a_language_that_is_not_known_is_refused(
    discret: Call, tmp_path: Path, whole: Path, command: str, language: str
) -> None:
    file = written(people(), tmp_path / "people.csv")
    others: dict[str, list[object]] = {
        "report": ["report", whole],
        "parts": ["parts"],
        "demo": ["demo", "--example", "dishes", "--out", tmp_path / "out"],
    }
    call = others[command] if command in others else words(command, file)
    assert "en or fr" in refused(discret, tmp_path, *call, "--language", language)


def test_a_part_that_is_none_is_refused(discret: Call, tmp_path: Path) -> None:
    assert "nonsense" in refused(discret, tmp_path, "parts", "nonsense")
    refused(discret, tmp_path, "parts", "nonsense", "--json")


def test_an_example_that_is_none_is_refused(discret: Call, tmp_path: Path) -> None:
    told = refused(discret, tmp_path, "demo", "--example", "nonsense", "--out", tmp_path / "out")
    assert "survey" in told


def test_a_fault_of_discret_itself_is_confessed_without_its_message() -> None:
    """Libraries quote the data in their messages: only the place of the fault is told."""
    with pytest.raises(ValueError, match=TEXT) as caught:
        float(TEXT)
    told = str(confession(caught.value))
    assert shown(told) == []
    assert "ValueError at test_bad_input.py" in told
    assert "Hint: " in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "d.csv", "--out", "out"], "d.csv is a data file, a plan is needed"),
        (["check", "d.parquet"], "Hint: discret profile d.parquet writes one"),
        (["profile", "."], "is a folder"),
        (["profile", "d.plan.toml"], "is a plan, a data file is needed"),
        (["parts", "k_anonimity"], "did you mean 'k_anonymity'?"),
        (["check", "a\nb.toml"], "plan: a?b.toml cannot be read"),
    ],
)
def test_a_wrong_turn_is_told_the_way(
    discret: Call, tmp_path: Path, words: list[str], told: str
) -> None:
    people().write_csv(tmp_path / "d.csv")
    people().write_parquet(tmp_path / "d.parquet")
    (tmp_path / "d.plan.toml").write_text(PLAN, encoding="utf-8")
    end = discret(*words)
    assert (end.code, end.out) == (2, "")
    assert told in end.err
    assert len(end.err.splitlines()) == 1
