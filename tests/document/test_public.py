"""Nothing but what is allowed reaches the public report: everything else is marked and searched."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from discret.document.public import public_view
from discret.document.render import render

# Where a value may come from; a star stands for any one key or place.
ALLOWED = [
    "title", "discret", "created", "met", "schema",
    "data.after.records", "data.after.columns.*.role", "data.after.columns.*.type",
    "measures.*.title.*", "measures.*.purpose.*", "measures.*.criteria.*",
    "steps.*.method.name", "steps.*.method.title.*", "steps.*.method.purpose.*",
    "steps.*.risk.*.met", "risk_before.*.met",
    "steps.*.loss.*.details.by_column.*.distance",
    "steps.*.loss.*.details.by_column.*.largest_gap",
    "steps.*.loss.*.details.by_column.*.categories_before",
    "steps.*.loss.*.details.by_column.*.categories_after",
    "steps.*.loss.*.details.pairs.*.distance", "steps.*.loss.*.details.pairs.*.columns.*",
    "steps.*.method.parameters.column",  # a name of a column that the file has
    "steps.*.difference.cells.*",  # names of columns only: the counts are marked below
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
        if any(one.fullmatch(place) for one in PATTERNS) or isinstance(value, bool):
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
]


def test_what_is_allowed_is_told(record: dict[str, Any]) -> None:
    view = public_view(record)
    assert view["records"] == record["data"]["after"]["records"]
    assert [one["name"] for one in view["columns"]] == ["Sexe", "Âge", "Plat préféré", "Poids"]
    assert [one["title"]["en"] for one in view["methods"]] == [
        "identifiers dropped", "values grouped", "records at risk dropped", "random sample",
    ]  # fmt: skip
    assert view["methods"][1]["columns"] == ["Âge"]
    assert (view["grouped"], view["weight"], view["dropped"]) == (["Âge"], "Poids", True)
    assert view["day"] == record["created"][:10]
    assert view["file"] == record["released"]


def test_losses_are_rounded_to_a_tenth_of_a_point(record: dict[str, Any]) -> None:
    details = record["steps"][-1]["loss"][2]["details"]
    details["by_column"]["Sexe"] |= {"distance": 0.123456, "largest_gap": 0.00049}
    row = public_view(record)["gaps"][0]
    assert (row["column"], row["distance"], row["largest_gap"]) == ("Sexe", 0.123, 0.0)


def test_the_verdict_is_told_in_words(record: dict[str, Any]) -> None:
    for met, words in (
        (True, "target holds"),
        (False, "does not hold"),
        (None, "without a target"),
    ):
        for found in record["steps"][-1]["risk"]:
            found["met"] = met
        record["met"] = met
        assert words in render(record, audience="public")
    assert {one["met"] for one in public_view(record)["criteria"].values()} == {None}


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
    assert [one["role"] for one in view["columns"]] == ["ignored", "ignored"]
    assert render(odd, audience="public", language="fr")
