"""No value of the data in a message, a repr, a warning, a progress line or the public report."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from discret import Context, Dataset, Finding, Hierarchy, Plan, Release
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.files.tables import FORMATS, read, write
from discret.data.profiling import profile
from discret.document.pages.render import render
from discret.document.records import record
from discret.errors import DiscretError
from discret.parts import LossMeasure, Part
from discret.quantify import (
    CellsChanged,
    Clusters,
    Contingency,
    Correlations,
    Correspondence,
    DetailLost,
    Distances,
    EffectiveSize,
    Marginals,
    MeansAndQuantiles,
    Propensity,
    Query,
    Regression,
    RowPercentages,
    WeightRatios,
)
from discret.reduce import (
    DropIdentifiers,
    Generalise,
    Pseudonymise,
    Recode,
    Round,
    ShuffleRecords,
    Subsample,
    SuppressRecords,
    TopCode,
)
from discret.words import Words
from every_part import CATALOGUE, EXAMPLES, ROLES, SECRET, changed, context, dataset, label, used
from marked import NUMBER, TEXT, content, marked, shown, told, with_marked_past

Deed = Callable[[], object]
SEED = 424242424242


def coarser() -> dict[str, Hierarchy]:
    """Hierarchies that fit the marked data."""
    return {
        "age": Hierarchy.from_cuts([NUMBER + 35, NUMBER + 45], [NUMBER + 45]),
        "town": Hierarchy.from_groups({"north": [f"{TEXT} Lille", f"{TEXT} Laon"]}),
    }


def secret_data(frame: Any = None, **roles: Any) -> Dataset:
    """The marked data, with all roles."""
    return dataset(marked() if frame is None else frame, **{"hierarchies": coarser()} | roles)


@cache
def secret() -> Dataset:
    """The same, for all tests that only look at it."""
    return secret_data()


KEPT: dict[str, Any] = {
    "apart": {"age": [[NUMBER + 30, NUMBER + 50]]},
    "together": {"town": [[f"{TEXT} Lille", f"{TEXT} Laon"]]},
    "ordered": {"sex": [f"{TEXT} woman", f"{TEXT} man"]},
}


PROTECTED: dict[str, Any] = {
    "matrix": {
        f"{TEXT} {of}": {f"{TEXT} {of}": 0.9, f"{TEXT} {to}": 0.1}
        for of, to in (("man", "woman"), ("woman", "man"))
    }
}


def fitted(part: Part) -> Part:
    """An example of a part, with parameters that fit the marked data."""
    fits: dict[str, dict[str, Any]] = {
        "top_code": {"top": NUMBER + 3000, "bottom": NUMBER + 1300}
        if getattr(part, "top", None)
        else {},
        "recode": {"cuts": [NUMBER + 35]} if getattr(part, "cuts", None) else {},
        "generalise": KEPT if getattr(part, "apart", None) else {},
        "pram": PROTECTED if getattr(part, "matrix", None) else {},
        "smallest_areas": {"pairs": [[f"{TEXT} {name}" for name in pair] for pair in part.pairs]}
        if getattr(part, "pairs", None)
        else {},
    }
    return with_marked_past(type(part)(**part.parameters() | fits.get(part.name, {})))


MAPPED = Recode(column="sex", mapping={f"{TEXT} woman": "*", f"{TEXT} man": "*"})
PARTS = [*(fitted(part) for part in EXAMPLES if not getattr(part, "mapping", None)), MAPPED]
FULLEST = [
    max(PARTS, key=lambda one: (one.name == name, len(one.parameters()))) for name in CATALOGUE
]
LOSSES = [part for part in FULLEST if isinstance(part, LossMeasure)]
each_part = pytest.mark.parametrize("part", PARTS, ids=lambda part: label(part).replace(TEXT, ""))


def said_by(deed: Deed) -> tuple[str, BaseException | None]:
    """Do something: return all that was said on the way, and the error it ended in, if any."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            deed()
        except Exception as error:  # noqa: BLE001 (whatever it is, it is searched)
            ended, text = error, told(error)
        else:
            ended, text = None, ""
    return "\n".join([text, *(str(one.message) for one in caught)]), ended


said_once = cache(said_by)


def refuses_discreetly(deed: Deed) -> None:
    """The deed ends in an error of discret that shows no value."""
    text, error = said_once(deed)
    assert shown(text) == []
    assert isinstance(error, DiscretError), f"it ended in {type(error).__name__}"


def test_the_mark_is_found_however_it_is_written() -> None:
    texts = [
        "secretvalue7 Lyon",
        "918273675",
        "918,273,675",
        "918\u202f273\u202f675",
        "918273675.0",
    ]
    assert all(shown(text) for text in texts)
    assert shown("24 records in 8 groups; 9 of 18") == []


def test_the_marked_data_is_marked() -> None:
    frame = marked()
    unmarked = {"weight", "number"}  # what is not marked must be allowed to show: counts
    assert {name for name in frame.columns if not shown(frame[name].to_list())} == unmarked


# -- when all goes well --------------------------------------------------------------------


@pytest.mark.parametrize(
    "part",
    [
        MAPPED,
        SuppressRecords(models=[KAnonymity(k=2)], drop=1),
        Generalise(models=[KAnonymity(k=2)], **KEPT),
    ],
    ids=lambda part: part.name,
)
def test_what_a_part_says_of_itself_shows_no_value(part: Part) -> None:
    """Limits and cuts are the user's own numbers; what a mapping maps are values of the data."""
    assert shown(repr(part), str(part), repr([part])) == []


@each_part
def test_what_a_part_gives_back_shows_no_value(
    part: Part, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[tuple[float, str]] = []
    data = secret()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = used(part, data, progress=lambda share, doing: lines.append((share, doing)))
    assert shown(repr(result), str(result), repr(data), *lines) == []
    assert all(isinstance(doing, Words) for _, doing in lines)
    assert shown(*(str(one.message) for one in caught)) == []
    assert (*capfd.readouterr(), caplog.text) == ("", "", "")
    if isinstance(result, Finding):
        assert shown(result.reads, result.reads.fr) == []


@pytest.mark.parametrize(
    "part", [one for one in PARTS if hasattr(one, "apply")], ids=lambda p: p.name
)
def test_the_facts_of_a_method_hold_no_value(part: Any) -> None:
    facts = part.apply(secret(), context()).facts.items()
    assert shown({name: fact for name, fact in facts if not part.tells[name].holds}) == []


def test_the_objects_around_the_data_show_no_value() -> None:
    data = secret_data()
    keys = data.keys
    columns = profile(marked())
    objects: list[object] = [
        data,
        keys,
        keys.histogram("illness", "known"),
        data.origin,
        *data.hierarchies.values(),
        *columns,
        Plan(hierarchies=data.hierarchies, assess=[KAnonymity(k=2)]),
        Context(secret=TEXT.encode()),
    ]
    assert {type(one).__name__: shown(repr(one), str(one)) for one in objects} == {
        type(one).__name__: [] for one in objects
    }


def whole_plan() -> Plan:
    return Plan(
        title="Marked",
        roles=ROLES,
        hierarchies=coarser(),
        assess=[KAnonymity(k=2), LDiversity(), IndividualRisk(most=0.9), Attackers()],
        reduce=[
            Pseudonymise(),
            DropIdentifiers(columns=["home"]),
            Recode(column="age", level=1),
            Recode(column="town", mapping={f"{TEXT} Lyon": f"{TEXT} Lugdunum"}),
            TopCode(column="income", top=NUMBER + 3000, value="mean"),
            Round(columns=["income"], base=10),
            SuppressRecords(models=[KAnonymity(k=2)], drop=1),
            Subsample(share=0.9),
            ShuffleRecords(),
        ],
        quantify=[
            DetailLost(),
            CellsChanged(),
            Distances(),
            Marginals(),
            Contingency(),
            Correlations(),
            EffectiveSize(),
            MeansAndQuantiles(columns=["income"]),
            Propensity(),
            Query(column="income", by=["town"]),
            WeightRatios(),
            RowPercentages(rows=["sex", "town"], columns=["illness"]),
            Correspondence(active=["sex", "illness"]),
            Clusters(columns=["sex", "illness"], classes=2),
            Regression(formula="sex ~ town"),
        ],
    )


@cache
def whole_run() -> tuple[Release, list[object]]:
    """What came of the plan, and what was said on its way."""
    lines: list[object] = []
    release = whole_plan().run(
        secret(), seed=SEED, secret=SECRET, progress=lambda *line: lines.append(line)
    )
    return release, lines


def test_a_run_shows_no_value_on_its_way() -> None:
    release, lines = whole_run()
    assert len(lines) > len(whole_plan().reduce)
    assert shown(*lines, *release.notices, *(notice.fr for notice in release.notices)) == []
    assert str(SEED) not in repr(release)


def test_what_a_run_leaves_behind_shows_no_value_in_its_repr() -> None:
    release, _ = whole_run()
    assert shown(repr(release.data), repr(release.original)) == []
    assert TEXT not in repr(release)
    assert TEXT not in repr(release.steps)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_public_report_shows_neither_value_nor_seed_nor_secret(language: Any) -> None:
    told_ = record(whole_run()[0])
    page = render(told_, audience="public", language=language)
    assert told_["seed"] == SEED
    assert "Marked" in page
    assert shown(page) == []
    for hidden in (SEED, f"{SEED:,}", f"{SEED:,}".replace(",", "\u202f"), SECRET.decode()):
        assert str(hidden) not in page


def test_the_record_holds_no_secret_and_no_identifier() -> None:
    text = repr(record(whole_run()[0]))
    assert SECRET.decode() not in text
    assert [name for name in marked()["name"] if f"{name}'" in text] == []


# -- when it does not ----------------------------------------------------------------------


def weights(*values: float | None) -> pl.DataFrame:
    """The marked data with other weights, the marked number among them."""
    column = [*values, *[float(NUMBER)] * (24 - len(values))]
    return marked().with_columns(pl.Series("weight", column, dtype=pl.Float64))


def blank(*names: str) -> pl.DataFrame:
    """The marked data with columns in which all is missing."""
    frame = marked()
    return frame.with_columns(pl.lit(None, dtype=frame.schema[name]).alias(name) for name in names)


def as_text(*names: str) -> pl.DataFrame:
    """The marked data with text where numbers are due."""
    return marked().with_columns(pl.format(f"{TEXT} {{}}", name).alias(name) for name in names)


TROUBLES: dict[str, Callable[[], Dataset]] = {
    "no record": lambda: secret_data(marked().head(0)),
    "one record": lambda: secret_data(marked().head(1)),
    "weights of zero": lambda: secret_data(weights(0.0)),
    "negative weights": lambda: secret_data(weights(-float(NUMBER))),
    "missing weights": lambda: secret_data(weights(None)),
    "weights that are not numbers": lambda: secret_data(weights(float("nan"))),
    "endless weights": lambda: secret_data(weights(float("inf"))),
    "a key in which all is missing": lambda: secret_data(blank("town")),
    "keys in which all is missing": lambda: secret_data(blank("sex", "age", "town")),
    "nothing sensitive is known": lambda: secret_data(blank("illness", "income")),
    "identifiers are missing": lambda: secret_data(blank("name", "home")),
    "text where numbers are due": lambda: secret_data(as_text("income", "age")),
    "values that the hierarchy lacks": lambda: secret_data(
        hierarchies={
            "age": Hierarchy.from_order([NUMBER, NUMBER + 1], steps=[2]),
            "town": Hierarchy.from_parents({f"{TEXT} nowhere": "x"}),
        }
    ),
    "dates that are none": lambda: secret_data(
        hierarchies={"age": Hierarchy.from_dates("year"), "town": Hierarchy.from_dates("year")}
    ),
    "everybody alone": lambda: secret_data(key=["name", "income"], identifier=None, sensitive=[
        "illness"
    ]),
    "rows numbered twice": lambda: secret_data(
        marked().lazy().with_columns(number=pl.lit(NUMBER))
    ),
    "rows not numbered": lambda: secret_data(
        marked().lazy().with_columns(number=pl.lit(None, dtype=pl.Int64))
    ),
    "rows numbered by text": lambda: secret_data(row="name", identifier="number"),
    "no role at all": lambda: Dataset.of(marked()),
    "a lazy table": lambda: secret_data(marked().lazy(), row=None),
}  # fmt: skip


@cache
def in_trouble(name: str) -> Dataset:
    """One dataset for all parts; what is refused when it is made is refused each time."""
    return TROUBLES[name]()


@pytest.mark.slow
@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("part", FULLEST, ids=CATALOGUE)
def test_a_part_in_trouble_is_discreet(part: Part, trouble: str) -> None:
    """It works, or it says what is wrong as discret does."""
    text, error = said_by(lambda: used(part, in_trouble(trouble)))
    assert shown(text) == []
    assert error is None or isinstance(error, DiscretError), f"it ended in {type(error).__name__}"


@pytest.mark.slow
@pytest.mark.parametrize("trouble", [one for one in TROUBLES if not one.startswith("rows")])
@pytest.mark.parametrize("part", LOSSES, ids=lambda part: part.name)
def test_a_release_in_trouble_is_compared_discreetly(part: Any, trouble: str) -> None:
    """The data is in order, the release is not."""
    text, error = said_by(lambda: part.compare(secret(), in_trouble(trouble)))
    assert shown(text) == []
    assert error is None or isinstance(error, DiscretError), f"it ended in {type(error).__name__}"


@pytest.mark.parametrize("part", LOSSES, ids=lambda part: part.name)
def test_a_release_of_another_file_is_compared_discreetly(part: Any) -> None:
    other = Dataset.of(pl.DataFrame({"sex": [TEXT], "flavour": [TEXT]}), key=["sex", "flavour"])
    text, error = said_by(lambda: part.compare(other, changed(secret())))
    assert shown(text) == []
    assert error is None or isinstance(error, DiscretError), f"it ended in {type(error).__name__}"


LOST_COLUMNS: dict[str, Deed] = {
    "roles": lambda: Dataset.of(marked(), key="nowhere"),
    "two roles": lambda: Dataset.of(marked(), key="sex", sensitive="sex"),
    "weight is text": lambda: Dataset.of(marked(), key="sex", weight="town"),
    "hierarchies": lambda: Dataset.of(
        marked(), key="sex", hierarchies={"nowhere": coarser()["age"]}
    ),
    "not a table": lambda: Dataset.of([{"sex": TEXT, "age": NUMBER}], key="sex"),
    "a dict": lambda: Dataset.of({"sex": [TEXT]}, key="sex"),
    "a series": lambda: Dataset.of(marked()["sex"], key="sex"),
    "text": lambda: Dataset.of(TEXT, key="sex"),
    "doubled names": lambda: Dataset.of(
        pd.DataFrame([[TEXT, TEXT]], columns=["sex", "sex"]), key="sex"
    ),
    "doubled arrow names": lambda: Dataset.of(
        pa.table([[TEXT], [TEXT]], names=["sex", "sex"]), key="sex"
    ),
    "names alike but for case": lambda: Dataset.of(
        pl.DataFrame({"sex": TEXT, "Sex": TEXT}), key="sex"
    ),
    "rows numbered twice": lambda: secret_data(marked().with_columns(number=pl.lit(NUMBER))),
    "a nameless column": lambda: Dataset.of(pl.DataFrame({"": [TEXT], "sex": [TEXT]}), key="sex"),
    "mixed kinds": lambda: Dataset.of(
        pd.DataFrame({"sex": [TEXT, NUMBER, 1.5, None, b"x", {TEXT: 1}]}), key="sex"
    ),
    "mixed numbers and text": lambda: Dataset.of(pd.DataFrame({"sex": [NUMBER, TEXT]}), key="sex"),
}


@pytest.mark.parametrize("deed", LOST_COLUMNS.values(), ids=LOST_COLUMNS)
def test_a_table_is_refused_discreetly(deed: Deed) -> None:
    refuses_discreetly(deed)


def broken_polars() -> Any:
    return marked().lazy().with_columns(pl.col("sex").cast(pl.Int64))


def broken_duckdb() -> Any:
    table = marked().to_arrow()
    connection = duckdb.connect()
    connection.register("marked", table)
    return connection.sql("SELECT * REPLACE (CAST(sex AS INTEGER) AS sex) FROM marked")


@pytest.mark.parametrize("table", [broken_polars, broken_duckdb])
def test_a_query_that_fails_in_its_engine_is_told_discreetly(table: Callable[[], Any]) -> None:
    """Engines quote the values that they could not convert: the message must not pass."""
    refuses_discreetly(lambda: KAnonymity(k=2).assess(Dataset.of(table(), key=["sex"])))


BAD_PARTS: dict[str, Deed] = {
    "a mapping to a number": lambda: Recode(column="sex", mapping={f"{TEXT} woman": 1}),
    "a mapping to nothing": lambda: Recode(column="sex", mapping={f"{TEXT} woman": None}),
    "a mapping from a number": lambda: Recode(column="age", mapping={NUMBER: "old"}),
    "text as cuts": lambda: Recode(column="age", cuts=[TEXT]),
    "too few labels": lambda: Recode(column="age", cuts=[NUMBER, NUMBER + 9], labels=[TEXT]),
    "text as a limit": lambda: TopCode(column="income", top=TEXT),
    "limits crossed": lambda: TopCode(column="income", top=NUMBER, bottom=NUMBER + 1),
    "text as a base": lambda: Round(columns=["income"], base=TEXT),
    "a wrong word": lambda: Round(columns=["income"], base=1, how=TEXT),
    "values as combinations": lambda: KAnonymity(k=2, combinations={NUMBER: TEXT}),
    "no combination": lambda: KAnonymity(k=2, combinations=[]).assess(secret_data()),
    "no such level": lambda: Recode(column="town", level=TEXT).apply(secret_data(), context()),
    "a table as a model": lambda: SuppressRecords(models=[marked()], drop=1),
    "an unknown model": lambda: SuppressRecords(models=[{"measure": TEXT}], drop=1),
    "a mean that gives one away": lambda: TopCode(
        column="income", top=NUMBER + 4000, value="mean"
    ).apply(secret_data(), context()),
    "a target out of reach": lambda: SuppressRecords(models=[KAnonymity(k=10**9)], drop=1).apply(
        secret_data(), context()
    ),
    "lists as keys": lambda: SuppressRecords(models=[KAnonymity(k=2)], drop=1).apply(
        secret_data(marked().with_columns(pl.concat_list("town").alias("town"))), context()
    ),
    "no secret": lambda: Pseudonymise().apply(secret_data(), Context()),
    "a short secret": lambda: Pseudonymise().apply(secret_data(), Context(secret=TEXT.encode())),
}


@pytest.mark.parametrize("deed", BAD_PARTS.values(), ids=BAD_PARTS)
def test_a_parameter_is_refused_discreetly(deed: Deed) -> None:
    refuses_discreetly(deed)


VALUES = [f"{TEXT} a", f"{TEXT} b", f"{TEXT} c"]
BAD_HIERARCHIES: dict[str, Deed] = {
    "a value twice in an order": lambda: Hierarchy.from_order([*VALUES, VALUES[0]], steps=[2]),
    "steps that are none": lambda: Hierarchy.from_order(VALUES, steps=[TEXT]),
    "steps that do not nest": lambda: Hierarchy.from_order(VALUES, steps=[2, 3]),
    "labels too few": lambda: Hierarchy.from_order(VALUES, steps=[2], labels=[[TEXT]]),
    "a missing value": lambda: Hierarchy.from_order([*VALUES, None], steps=[2]),
    "a member of two groups": lambda: Hierarchy.from_groups({"x": VALUES, "y": VALUES[:1]}),
    "a group with no member": lambda: Hierarchy.from_groups({TEXT: []}),
    "a group that is no list": lambda: Hierarchy.from_groups({TEXT: NUMBER}),
    "a label that is none": lambda: Hierarchy.from_parents({VALUES[0]: {"x": NUMBER}}),
    "an orphan": lambda: Hierarchy.from_parents({VALUES[0]: VALUES[1]}, {VALUES[2]: "x"}),
    "two parents": lambda: Hierarchy.from_parents(
        pl.DataFrame({"child": [TEXT, TEXT], "parent": VALUES[:2]})
    ),
    "a link that is no link": lambda: Hierarchy.from_parents(VALUES),
    "columns that are not there": lambda: Hierarchy.from_parents(marked(), columns=["sex", "no"]),
    "cuts that are text": lambda: Hierarchy.from_cuts([TEXT]),
    "cuts that do not increase": lambda: Hierarchy.from_cuts([NUMBER + 1, NUMBER]),
    "cuts that do not nest": lambda: Hierarchy.from_cuts([NUMBER], [NUMBER + 1]),
    "labels alike": lambda: Hierarchy.from_cuts([NUMBER], labels=[[TEXT, TEXT]]),
    "a unit that is none": lambda: Hierarchy.from_dates(TEXT),
    "lengths that are none": lambda: Hierarchy.from_prefixes(TEXT),
    "rows of several lengths": lambda: Hierarchy.from_dict(
        {"from": "table", "rows": [[TEXT, "x"], [TEXT]]}
    ),
    "a builder that is none": lambda: Hierarchy.from_dict({"from": TEXT}),
    "an argument too many": lambda: Hierarchy.from_dict({"from": "cuts", "cuts": [[1]], "x": TEXT}),
    "values it lacks": lambda: Hierarchy.from_order(VALUES, steps=[2]).levels(marked()["sex"]),
    "values that are no numbers": lambda: Hierarchy.from_cuts([1]).levels(marked()["sex"]),
    "values that are no dates": lambda: Hierarchy.from_dates("year").levels(marked()["sex"]),
    "numbers that are no dates": lambda: Hierarchy.from_dates("year").levels(marked()["age"]),
    "values of a kind that has no levels": lambda: Hierarchy.from_prefixes(2).levels(
        pl.Series("sex", [[TEXT]])
    ),
    "a level that is none": lambda: Hierarchy.from_prefixes(2).level(TEXT),
    "no such level above": lambda: Hierarchy.from_prefixes(2).above(9, marked()["sex"]),
}


@pytest.mark.parametrize("deed", BAD_HIERARCHIES.values(), ids=BAD_HIERARCHIES)
def test_a_hierarchy_is_refused_discreetly(deed: Deed) -> None:
    refuses_discreetly(deed)


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT};x\n{TEXT};y\n",
        f"{TEXT};x\n{TEXT} b\n",
        f"{TEXT}\n",
        f"{TEXT};\n",
        f"{TEXT};x\n{TEXT};x\n",
        "",
        f"{TEXT}\0;x",
    ],
)
def test_a_file_of_a_hierarchy_is_refused_discreetly(tmp_path: Path, text: str) -> None:
    path = content(tmp_path / "towns.csv", text)
    refuses_discreetly(lambda: Hierarchy.from_csv(path))


LINES = f"name,age\n{TEXT} Ann,{NUMBER}\n"
BAD_FILES: dict[str, Mapping[str, str | bytes]] = {
    "ragged": {
        "a.csv": f"{LINES}{TEXT},{NUMBER},{TEXT}\n",
        "a.tsv": LINES.replace(",", "\t") + TEXT,
    },
    "unclosed quote": {"a.csv": f'{LINES}"{TEXT},{NUMBER}\n'},
    "doubled names": {"a.csv": f"age,age\n{TEXT},{NUMBER}\n"},
    "nameless": {"a.csv": f"age,\n{NUMBER},{TEXT}\n"},
    "not text": {"a.csv": f"{LINES}\0\0{TEXT}"},
    "another kind": {f"a{suffix}": LINES for suffix in FORMATS if FORMATS[suffix].kind != "csv"},
    "bad compression": {"a.csv.gz": b"\x1f\x8b" + LINES.encode()},
    "no kind": {"a.data": LINES, "a": LINES},
}
FILES = [(fault, name) for fault, files in BAD_FILES.items() for name in files]


@pytest.mark.parametrize(("fault", "name"), FILES, ids=[" ".join(file) for file in FILES])
def test_a_file_is_refused_discreetly(tmp_path: Path, fault: str, name: str) -> None:
    path = content(tmp_path / name, BAD_FILES[fault][name])
    refuses_discreetly(lambda: read(path))


WHOLE = [".parquet", ".arrow", ".xlsx", ".dta", ".sav", ".xpt"]


@pytest.mark.parametrize("suffix", WHOLE)
def test_a_truncated_file_is_refused_discreetly(tmp_path: Path, suffix: str) -> None:
    raw = write(marked().select("name", "age"), tmp_path / f"whole{suffix}").read_bytes()
    for share in (0.2, 0.5, 0.9):
        path = content(tmp_path / f"part{suffix}", raw[: int(share * len(raw))])
        text, error = said_by(lambda path=path: read(path))
        assert shown(text) == []
        assert error is None or isinstance(error, DiscretError)


@pytest.mark.parametrize(
    ("suffix", "frame"),
    [
        (".xlsx", pl.DataFrame({"number": [NUMBER * 10**9]})),
        (".sav", pl.DataFrame({"a name with spaces": [TEXT]})),
        (".csv", pl.DataFrame({"list": [[TEXT]]})),
        (".xlsx", pl.DataFrame({"long": [TEXT * 9999]})),
        (".nonsense", pl.DataFrame({"text": [TEXT]})),
    ],
)
def test_a_file_is_not_written_discreetly(tmp_path: Path, suffix: str, frame: Any) -> None:
    refuses_discreetly(lambda: write(frame, tmp_path / f"a{suffix}"))
    assert list(tmp_path.iterdir()) == []


def run(plan: Plan, data: Dataset | None = None, **more: Any) -> Deed:
    return lambda: plan.run(secret_data() if data is None else data, **more)


PLAN = whole_plan()
BAD_RUNS: dict[str, Deed] = {
    "no secret": run(PLAN, seed=1),
    "no record": run(PLAN, secret_data(marked().head(0)), seed=1, secret=SECRET),
    "a negative seed": run(PLAN, seed=-1, secret=SECRET),
    "a column that is gone": run(
        replace(PLAN, reduce=[TopCode(column="nowhere", top=1)], labels=())
    ),
    "a column that goes": run(
        Plan(reduce=[DropIdentifiers(columns=["sex"]), Recode(column="sex", level=1)])
    ),
    "no key left": run(
        Plan(assess=[KAnonymity(k=2)], reduce=[DropIdentifiers(columns=ROLES["key"])])
    ),
    "bad weights": run(PLAN, secret_data(weights(0.0)), seed=1, secret=SECRET),
    "a target out of reach": run(Plan(reduce=[SuppressRecords(models=[KAnonymity(k=99)], drop=1)])),
    "text where numbers are due": run(Plan(reduce=[Round(columns=["sex"], base=5)])),
    "nothing to undo": lambda: Plan().run(secret_data(), seed=1).undo(),
}


@pytest.mark.parametrize("deed", BAD_RUNS.values(), ids=BAD_RUNS)
def test_a_run_is_refused_discreetly(deed: Deed) -> None:
    refuses_discreetly(deed)


ORDER = '[hierarchies.sex]\nfrom = "order"\nsteps = [2]\norder'
LINKS = '[hierarchies.sex]\nfrom = "parents"\nlinks'
MAPPING = '[[reduce]]\nmethod = "recode"\ncolumn = "sex"\nmapping'
BAD_PLANS = {
    "values that are none": f'{MAPPING} = {{"{TEXT}" = 1}}',
    "a hierarchy that is none": f'{ORDER} = ["{TEXT}", "{TEXT}"]',
    "links to nowhere": f'{LINKS} = [{{"{TEXT}" = {NUMBER}.5}}, {{}}]',
    "not TOML": f'title = "{TEXT}" "{TEXT}"',
    "a data file": LINES,
}


@pytest.mark.parametrize("text", BAD_PLANS.values(), ids=BAD_PLANS)
def test_a_plan_is_refused_discreetly(text: str) -> None:
    refuses_discreetly(lambda: Plan.from_toml(text))


def test_every_refusal_shows_the_way_out() -> None:
    deeds = {**LOST_COLUMNS, **BAD_PARTS, **BAD_HIERARCHIES, **BAD_RUNS}
    errors = {name: said_once(deed)[1] for name, deed in deeds.items()}
    silent = [name for name, e in errors.items() if isinstance(e, DiscretError) and not e.hint]
    assert silent == []


@pytest.mark.parametrize("text", BAD_PLANS.values(), ids=BAD_PLANS)
def test_every_refusal_of_a_plan_shows_the_way_out(text: str) -> None:
    assert "Hint: " in str(said_by(lambda: Plan.from_toml(text))[1])


def test_chance_is_not_told() -> None:
    """A context shows neither its secret nor the state of its chance."""
    assert repr(Context(rng=np.random.default_rng(1), secret=SECRET)) == "Context()"
