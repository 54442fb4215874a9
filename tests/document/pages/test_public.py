"""Nothing but what is allowed reaches the public report: everything else is marked and searched."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Dataset, Plan
from discret.assess import KAnonymity
from discret.document.pages.public import public_view
from discret.document.pages.render import render
from discret.document.pieces.gone import gone
from discret.reduce import ShuffleRecords

# Where a value may come from; a star stands for any one key or place.
ALLOWED = [
    "title", "discret", "created", "schema", "release.*",
    "data.before.records",  # for the class of the share taken out
    "data.after.records", "data.after.columns.*.role", "gate.columns.*.state",
    "measures.*.title.*", "measures.*.purpose.*", "measures.*.criteria.*",
    "losses.*.title.*", "losses.*.purpose.*",
    "steps.*.method.title.*", "steps.*.method.purpose.*",
    "steps.*.method.writes.*", "steps.*.method.touches.*", "steps.*.method.holds.*",
    "released.name", "released.bytes", "released.sha256",
]  # fmt: skip
PATTERNS = [re.compile(re.escape(one).replace(r"\*", r"[^.]+")) for one in ALLOWED]


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any, Any, Any]]:
    """Walk all leaves of plain data: place, container, key, value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in list(pairs):
        here = f"{place}.{str(key).replace('.', '_')}".lstrip(".")
        if isinstance(one, dict | list):
            yield from leaves(one, here)
        else:
            yield here, value, key, one


def marked(record: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Replace every value that is not allowed by a mark of its kind, and return the marks."""
    spoilt, marks = copy.deepcopy(record), []
    numbers = itertools.count(771_000_001, 1013)
    for place, container, key, value in leaves(spoilt):
        if any(pattern.fullmatch(place) for pattern in PATTERNS) or isinstance(value, bool):
            continue
        mark = next(numbers)
        container[key] = mark if isinstance(value, int | float) else f"MARK{mark}"
        marks.append(str(mark))
    return spoilt, marks


def with_marked_keys(record: dict[str, Any]) -> dict[str, Any]:
    """Name classes, categories and parameters after a mark, where they are keys."""
    spoilt = copy.deepcopy(record)
    spoilt["hierarchies"] = {"MARKED": {"MARKED": ["MARKED"]}}
    for step in spoilt["steps"]:
        step["facts"]["MARKED"] = {"MARKED": 1}
        step["method"]["parameters"]["mapping"] = {"MARKED": "MARKED"}
        step["method"]["parameters"]["columns"] = ["MARKED"]
        step["difference"]["columns_dropped"] = ["MARKED"]
        step["difference"]["cells"]["MARKED"] = 5
        for found in (*step["risk"], *step["loss"]):
            found["details"]["by_category"] = {"MARKED": 0.5}
            found["details"]["by_rule"] = {"MARKED": 771_000_000}
        for found in step["loss"]:
            found["details"]["by_column"] = {"MARKED": {"distance": 0.1, "MARKED": "MARKED"}}
            found["details"]["pairs"] = [{"columns": ["MARKED", "Sexe"], "distance": 0.9}]
    for column in spoilt["data"]["after"]["columns"].values():
        column["type"] = "Enum(categories=['MARKED'])"
    return spoilt


def bare(page: str) -> str:
    """Return a page with digits brought together, as a reader would."""
    return re.sub(r"(?<=\d)[,.\u202f\u00a0 ](?=\d)", "", unescape(page))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_value_outside_the_list_reaches_the_page(record: dict[str, Any], language: Any) -> None:
    spoilt, marks = marked(record)
    page = bare(render(spoilt, audience="public", language=language))
    assert len(marks) > 300
    assert "MARK" not in page
    assert not [mark for mark in marks if mark in page]
    assert "771" not in re.sub(r"<[^>]*>|[0-9a-f]{64}", "", page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_key_outside_the_list_reaches_the_page(record: dict[str, Any], language: Any) -> None:
    page = render(with_marked_keys(record), audience="public", language=language)
    assert "MARKED" not in page


def test_the_internal_report_shows_what_the_public_one_hides(record: dict[str, Any]) -> None:
    """The search would find the marks, were they there."""
    spoilt, marks = marked(record)
    page = bare(render(spoilt, audience="internal"))
    assert "MARK" in page
    assert len([mark for mark in marks if mark in page]) > 100
    assert "MARKED" in render(with_marked_keys(record), audience="internal")


@pytest.mark.parametrize(
    "secret",
    ["20261115", "Femme", "Homme", "moins de 50", "50 et plus", "Tête de veau", "Moussaka",
     "suppress_records", "subsample", "seed", "mapping", "Nom complet", "90%", "90\u202f%"],
)  # fmt: skip
def test_secrets_of_a_real_record_stay_inside(record: dict[str, Any], secret: str) -> None:
    for language in ("en", "fr"):
        page = unescape(render(record, audience="public", language=language))
        words = re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", page, flags=re.DOTALL)
        assert secret not in words
        assert secret not in " ".join(re.findall(r"<text[^>]*>([^<]*)", page))


def test_no_sentence_of_a_finding_is_public(record: dict[str, Any]) -> None:
    page = unescape(render(record, audience="public"))
    found = [one for step in record["steps"] for one in (*step["risk"], *step["loss"])]
    assert not [one for one in (*record["risk_before"], *found) if one["reads"]["en"] in page]


def test_changing_what_is_hidden_does_not_change_the_page(record: dict[str, Any]) -> None:
    page, inside = (render(record, audience=one) for one in ("public", "internal"))
    for spoil in SPOILS:
        spoilt = copy.deepcopy(record)
        spoil(spoilt)
        assert render(spoilt, audience="public") == page
        assert render(spoilt, audience="internal") != inside


def _other_target(record: dict[str, Any]) -> None:
    record["steps"][-1]["risk"][0] |= {"target": 55, "value": 77}


def _other_share(record: dict[str, Any]) -> None:
    record["steps"][3]["method"]["parameters"]["share"] = 0.123


def _other_cells(record: dict[str, Any]) -> None:
    record["steps"][1]["difference"]["cells"] = {"Sexe": 4, "Âge": 0}
    record["data"]["after"]["columns"]["Sexe"]["type"] = "Date"


def _other_counts(record: dict[str, Any]) -> None:
    record["steps"][2]["difference"]["records_after"] -= 1
    record["steps"][2]["facts"]["dropped"] += 1


SPOILS: list[Callable[[dict[str, Any]], None]] = [
    lambda record: record.update(seed=1),
    lambda record: record.update(source="secret_file.csv"),
    lambda record: record.update(notices=[{"en": "a notice", "fr": "un avis"}]),
    _other_target,
    _other_share,
    _other_counts,
    _other_cells,
]


def test_what_is_allowed_is_told(record: dict[str, Any]) -> None:
    view = public_view(record)
    assert view["records"] == record["data"]["after"]["records"]
    assert [column["name"] for column in view["columns"]] == [
        "Sexe",
        "Âge",
        "Plat préféré",
        "Poids",
    ]
    assert [method["title"]["en"] for method in view["methods"]] == [
        "identifiers dropped", "values grouped", "records dropped", "random sample",
    ]  # fmt: skip
    assert view["methods"][1]["columns"] == ["Âge"]
    assert (view["changed"], view["weight"]) == (["Âge"], "Poids")
    assert [loss["title"]["en"] for loss in view["losses"]] == [
        loss["title"]["en"] for loss in record["losses"]
    ]
    assert view["day"] == record["created"][:10]
    assert view["file"] == record["released"]


NOWHERE = {"above": None, "most": None}


def test_no_number_of_a_loss_is_told(record: dict[str, Any]) -> None:
    page = render(record, audience="public")
    for found in record["steps"][-1]["loss"]:
        found |= {"value": 0.98765, "met": False, "target": 0.5, "details": {}}
    assert render(record, audience="public") == page
    assert "0.98765" not in page


@pytest.mark.parametrize(
    ("released", "original", "wanted"),
    [
        (3, 9, NOWHERE),
        (100, 100, {"above": None, "most": 10}),
        (100, 111, {"above": None, "most": 10}),
        (100, 112, {"above": 10, "most": 20}),
        (1000, 1010, {"above": None, "most": 1}),
        (1000, 9000, {"above": 50, "most": None}),
    ],
)
def test_the_share_taken_out_is_told_as_a_class(
    record: dict[str, Any], released: int, original: int, wanted: dict[str, int | None]
) -> None:
    record["data"]["before"]["records"] = original
    record["data"]["after"]["records"] = released
    assert public_view(record)["gone"] == wanted
    for step in record["steps"]:
        step["method"]["keeps_rows"] = True
    assert public_view(record)["gone"] is None


@given(released=st.integers(0, 600), taken=st.integers(0, 1400))
def test_ten_numbers_of_records_or_more_give_the_same_class(released: int, taken: int) -> None:
    """Whoever knows the class cannot tell how many were taken out to within nine."""
    told = gone(released, released + taken)
    alike = [m for m in range(1500) if gone(released, released + m) == told]
    assert taken in alike
    assert len(alike) >= 10
    share = taken / max(released + taken, 1)
    assert (told.above or -1) < 100 * share <= (told.most or 100)


def judged(record: dict[str, Any], hidden: tuple[int, ...] = (), **findings: Any) -> dict[str, Any]:
    """Give the measures of a record, by place, a verdict; the others are looked at only."""
    for place, found in enumerate(record["steps"][-1]["risk"]):
        met = findings.get(f"m{place}")
        found |= {"met": met, "target": None if met is None else 2}
        if place not in hidden:
            record["measures"][place]["recounted"] = met
    return public_view(record)


def test_a_criterion_claims_only_what_a_target_judged(record: dict[str, Any]) -> None:
    one = judged(record, m0=True)["criteria"]["singling_out"]
    assert [title["en"] for title in one["held"]] == ["k-anonymity"]
    assert [title["en"] for title in one["looked"]] == ["individual risk", "three attackers"]
    assert not one["settled"]
    assert judged(record, m0=True, m2=True, m3=True)["criteria"]["singling_out"]["settled"]
    assert not judged(record, m0=True, m2=False, m3=True)["criteria"]["singling_out"]["settled"]


def test_linkability_is_never_settled_and_not_by_k(record: dict[str, Any]) -> None:
    record["measures"][0]["criteria"] = ["singling_out", "linkability"]
    view = judged(record, m0=True, m1=True, m2=True, m3=True)
    assert not view["criteria"]["linkability"]["settled"]
    for language, words in (("en", "a detailed analysis"), ("fr", "une analyse détaillée")):
        page = unescape(render(record, audience="public", language=language))
        assert words in page
    assert "linkability" not in KAnonymity.criteria


def test_a_verdict_that_hidden_values_decide_stays_inside(record: dict[str, Any]) -> None:
    record["measures"][0]["recounted"] = None
    held, missed = (judged(record, (0,), m0=met) for met in (True, False))
    assert held == missed
    assert held["checks"][0]["verdict"] == "withheld"
    assert (held["met"], held["partly"]) == (None, False)
    both = judged(record, (0,), m0=True, m1=True)
    assert (both["met"], both["partly"]) == (None, True)
    del record["measures"][1]["recounted"]  # of an older version
    assert judged(record, (1,), m1=True)["checks"][1]["verdict"] == "withheld"


@pytest.mark.parametrize("review", ["2028-03-01", ""])
def test_what_the_producer_says_of_the_release_is_in_both_reports(
    record: dict[str, Any], review: str
) -> None:
    said = {"audience": "researchers & students", "licence": "CC-BY", "review": review}
    record["release"] = {**said, "unexamined": ["SECRET"]}
    for audience in ("public", "internal"):
        for language, day in (("en", "1 March 2028"), ("fr", "1er mars 2028")):
            page = unescape(render(record, audience=audience, language=language))
            assert "researchers & students" in page
            assert "CC-BY" in page
            assert (day in page) == bool(review)
            words = "still to be set" if language == "en" else "reste à fixer"
            assert (words in page) != bool(review)
    assert "SECRET" not in render(record, audience="public")


def test_columns_that_nobody_looked_at_are_named(record: dict[str, Any]) -> None:
    record["gate"] = {"columns": {"Sexe": {"state": "accepted"}, "Âge": {"state": "key"}}}
    assert [column["state"] for column in judged(record, m0=True)["columns"]] == [
        "accepted",
        "",
        "",
        "",
    ]
    assert judged(record, m0=True)["met"] is True
    record["gate"]["columns"]["Sexe"]["state"] = "unexamined"
    assert judged(record, m0=True)["met"] is False


def test_a_column_that_follows_another_may_have_changed_with_it(record: dict[str, Any]) -> None:
    record["terms"] = {"follows": {"Plat préféré": "Âge"}}
    assert public_view(record)["changed"] == ["Âge", "Plat préféré"]


def test_totals_are_exact_until_a_step_undoes_them(record: dict[str, Any]) -> None:
    calibrated = {"method": {"holds": [["1"], ["Sexe", "Âge"]], "touches": ["weight"]}}
    record["steps"].append(calibrated)
    calibrated["method"]["keeps_rows"] = True
    assert public_view(record)["exact"] == [["1"], ["Sexe", "Âge"]]
    assert "These weighted totals are exact" in render(record, audience="public")
    record["steps"].append({"method": {"writes": ["Sexe"], "keeps_rows": True}})
    assert public_view(record)["exact"] == [["1"]]
    record["steps"].append({"method": {"keeps_rows": False}})
    assert public_view(record)["exact"] == []


def test_odd_records_are_told_without_stumbling() -> None:
    odd = {
        "title": 3,
        "data": {"after": {"columns": {"a": None, "b": {"role": "new", "type": None}}}},
        "steps": [
            {"method": {"parameters": {"column": ["x"], "columns": "b"}}, "loss": [None, {}]}
        ],
        "measures": [None],
        "released": "file",
    }
    view = public_view(odd)
    assert view["title"] == ""
    assert [column["role"] for column in view["columns"]] == ["ignored", "ignored"]
    assert render(odd, audience="public", language="fr")


def test_a_key_that_nothing_looked_at_is_not_said_to_be_protected() -> None:
    people = pl.DataFrame({"sex": ["f", "f", "m", "m"], "town": ["a", "b", "a", "b"]})
    counted = KAnonymity(combinations=[{"columns": ["sex"], "k": 2}])
    release = Plan(assess=[counted]).run(Dataset.of(people, key=["sex", "town"]), seed=1)
    page = re.sub(r"<[^>]+>", " ", release.report(public=True))
    assert re.search(r"sex\s+describes the person; taken into account", page)
    assert re.search(r"town\s+describes the person –\s+not examined", page)


@pytest.mark.parametrize(("steps", "worked"), [([], False), ([ShuffleRecords()], True)])
def test_a_file_that_no_method_touched_is_not_said_to_be_worked_on(
    steps: list[ShuffleRecords], worked: bool
) -> None:
    people = pl.DataFrame({"sex": ["f", "f", "m", "m"]})
    plan = Plan(assess=[KAnonymity(k=2)], reduce=steps)
    page = plan.run(Dataset.of(people, key="sex"), seed=1).report(public=True)
    assert ("worked on before its release" in page) is worked
    assert ("no method was applied" in page) is not worked
