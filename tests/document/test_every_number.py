"""Every number and verdict of the reports is that of the record, for every part of the catalogue.

Sentences are held against the finding that they are about, and pages against the whole record: a
number is a value of it as it is rounded, a parameter, or derived in a way that is listed here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import unescape
from math import e
from typing import Any

import pytest

from discret import Plan
from discret.assess import KAnonymity
from discret.document.pages.render import Audience, render
from discret.document.pieces.gone import STEPS
from discret.document.words.texts import TEXTS
from discret.quantify import CellsChanged
from discret.reduce import SuppressRecords
from discret.words import LANGUAGES, Language
from discret.words.sentences import typeset
from every_part import COSTS, REDUCTIONS, RISKS, SECRET, label, shared
from listed import for_each
from page_texts import texts
from told_numbers import told_in, unfounded, values_in

K2 = KAnonymity(k=2)
FEWER = SuppressRecords(models=[K2], drop=1)
PLANS = {
    "every measure": Plan(title="every measure", assess=RISKS, reduce=[FEWER], quantify=COSTS),
    "no step": Plan(title="no step", assess=[K2, KAnonymity()], quantify=[CellsChanged()]),
    **{
        label(part): Plan(assess=[K2], reduce=[part], quantify=[CellsChanged()])
        for part in REDUCTIONS
    },
}
AUDIENCES: tuple[Audience, ...] = ("internal", "public")
each_plan = for_each(PLANS)


@cache
def _told(name: str) -> str:
    release = PLANS[name].run(shared(), seed=1, secret=SECRET)
    return json.dumps(release.to_dict())


def record_of(name: str) -> dict[str, Any]:
    """The record of a plan as it is read from its file; to be spoilt by whoever asks."""
    return dict(json.loads(_told(name)))


@cache
def page_of(name: str, audience: Audience, language: Language) -> str:
    return render(record_of(name), audience=audience, language=language)


# -- sentences of findings, each against its own finding ---------------------------------------

BASES = {"e": e, "2": 2.0, "10": 10.0}


def _times(found: Mapping[str, Any], parameters: Mapping[str, Any]) -> Iterator[float]:
    """How many times as frequent a value is: one more than it gains, or the base to its level."""
    details = found["details"]
    yield from (1 + gain for gain in [details.get("largest_gain")] if gain is not None)
    base = BASES[str(parameters.get("base", details.get("base", "e")))]
    yield from (base**level for level in values_in([found["value"], details.get("levels")]))


def _whole(found: Mapping[str, Any], _: Mapping[str, Any]) -> Iterator[float]:
    """How many records of equal weight a file is worth, as a whole number."""
    yield from (round(value) for value in values_in(found["details"]))


def _points(found: Mapping[str, Any], _: Mapping[str, Any]) -> Iterator[float]:
    """A difference of shares, in points."""
    yield 100 * found["value"]


def _between(_: Mapping[str, Any], __: Mapping[str, Any]) -> Iterator[float]:
    """What lies between the first and the last hundredth."""
    yield MOST_RATIOS


MOST_RATIOS = 0.98
DERIVED = {
    "beta_likeness": _times,
    "delta_disclosure": _times,
    "effective_size": _whole,
    "row_percentages": _points,
    "weight_ratios": _between,
}


def findings(record: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield all findings of a record, each with its measure."""
    steps = record["steps"]
    for row in (record["risk_before"], *(step["risk"] for step in steps)):
        yield from zip(record["measures"], row, strict=True)
    for step in steps:
        yield from zip(record["losses"], step["loss"], strict=True)


def odd_sentences(record: Mapping[str, Any]) -> list[str]:
    """Return the sentences of findings with numbers that are not those of the finding."""
    odd = []
    for part, found in findings(record):
        plain = {key: value for key, value in found.items() if key != "reads"}
        derived = (
            DERIVED[part["name"]](found, part["parameters"]) if part["name"] in DERIVED else ()
        )
        known = sorted([*values_in(plain), *values_in(part["parameters"]), *derived])
        for language in LANGUAGES:
            sentence = typeset(found["reads"][language], language)
            wrong = unfounded(_bare(sentence), language, known)
            odd += [f"{part['name']} {wrong}: {sentence}"] if wrong else []
    return odd


def _bare(sentence: str) -> str:
    """Leave out what a scale goes from and to."""
    return re.sub(r"\(0\u202f?: [^)]*\)", "", sentence)


@each_plan
def test_the_sentence_of_a_finding_has_its_numbers(name: str) -> None:
    assert odd_sentences(record_of(name)) == []


# -- pages against the whole record -----------------------------------------------------------

FIXED = {
    language: [
        piece
        for words in TEXTS.values()
        for piece in re.split(r"\{[^}]*\}", typeset(words.within(language), language))
        if re.search(r"\d", piece)
    ]
    for language in LANGUAGES
}


def _pairs(plain: Any, language: Language) -> Iterator[str]:
    """Yield the words of a record in a language."""
    if isinstance(plain, Mapping) and {*plain} == {*LANGUAGES}:
        yield typeset(plain[language], language)
    elif isinstance(plain, Mapping | list):
        for entry in plain.values() if isinstance(plain, Mapping) else plain:
            yield from _pairs(entry, language)


def _shares(plain: Any) -> Iterator[float]:
    """Yield the parts that counts of a table are of their sum: the classes of a figure."""
    if isinstance(plain, Mapping):
        counts = list(plain.values())
        if counts and all(type(count) is int for count in counts) and sum(counts):
            yield from (count / sum(counts) for count in counts)
    for entry in plain.values() if isinstance(plain, Mapping) else plain:
        if isinstance(entry, Mapping | list):
            yield from _shares(entry)


def _of_copies(record: Mapping[str, Any]) -> Iterator[float]:
    """Yield the shares of cells that changed in a file of several copies."""
    for step in record["steps"]:
        found = step["difference"]
        if "copies" in found:
            yield from (cells / found["records_after"] for cells in found["cells"].values())


def _gone_or_changed(record: Mapping[str, Any]) -> Iterator[float]:
    """Yield the shares of the cells of a file whose record is gone, or that were changed.

    Records that were made up beside them have no cells that could have changed.
    """
    for found in (step["difference"] for step in record["steps"]):
        before, after = found["records_before"], found["records_after"]
        yield from ((before - after + cells) / before for cells in (found["cells"] or {}).values())


def _under(plain: Any, names: Iterable[str]) -> Iterator[Any]:
    """Yield the values that stand under names, wherever they do."""
    if isinstance(plain, Mapping):
        yield from (value for key, value in plain.items() if key in names)
    for entry in plain.values() if isinstance(plain, Mapping) else plain:
        if isinstance(entry, Mapping | list):
            yield from _under(entry, names)


def known_in(record: Mapping[str, Any]) -> list[float]:
    """Return what numbers of a page may stand for: values of the record, and what is derived."""
    gaps = [value for value in _under(record, ["largest_gap"]) if isinstance(value, float)]
    return sorted({
        *values_in(record),
        *_shares(record),
        *_of_copies(record),
        *_gone_or_changed(record),
        *(round(100 * gap, 1) for gap in gaps),  # in points
        *(round(far, 4) for far in _under(record, ["displacement"]) if far is not None),
        *(len(record["data"][when]["columns"]) for when in ("before", "after")),
        *(len(columns) for columns in _states(record).values()),
        *(number for step in STEPS for number in (step, step / 100)),  # classes of what is gone
        *range(1, len(record["steps"]) + 1),
    })  # fmt: skip


def _states(record: Mapping[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"unseen": []}
    for column, account in record["gate"]["columns"].items():
        found.setdefault(account["state"], []).append(column)
        if account["state"] in ("accepted", "unexamined", "unjudged"):
            found["unseen"].append(column)
    return found


def odd_texts(page: str, record: Mapping[str, Any], language: Language) -> list[str]:
    """Return the texts of a page with numbers that the record does not know."""
    said = {words for words in _pairs(record, language) if " " in words and _digits(words)}
    parts = [*record["measures"], *record["losses"], *(s["method"] for s in record["steps"])]
    quoted = {reference for part in parts for reference in part["references"]}
    known, odd = known_in(record), []
    for text in filter(_digits, {*texts(page)} - quoted):
        bare = _without(text, [*said, *FIXED[language]])
        wrong = unfounded(bare, language, known)
        odd += [f"{wrong}: {text}"] if wrong else []
    return odd


def _digits(text: str) -> bool:
    return re.search(r"\d", text) is not None


def _without(text: str, pieces: Iterable[str]) -> str:
    for piece in sorted((one for one in pieces if one in text), key=len, reverse=True):
        text = text.replace(piece, " ")
    return text


@each_plan
def test_every_number_of_a_page_is_one_of_the_record(name: str) -> None:
    for audience in AUDIENCES:
        for language in LANGUAGES:
            assert odd_texts(page_of(name, audience, language), record_of(name), language) == []


# -- the two tables, cell by cell --------------------------------------------------------------


def _section(page: str, name: str) -> str:
    return page[page.index(f'<section id="{name}">') :].partition("</section>")[0]


def cells(page: str, section: str, heads: int) -> list[list[str]]:
    """Return the numbers of the first table of a section, as texts, row by row."""
    body = _section(page, section).partition("</table>")[0]
    found = re.findall(r'<td class="n">(.*?)</td>', body.partition("<tbody>")[2], re.DOTALL)
    plain = [unescape(re.sub(r"<[^>]*>", "", cell)).strip() for cell in found]
    return [plain[start : start + heads] for start in range(0, len(plain), heads)]


def odd_cells(page: str, record: Mapping[str, Any], language: Language) -> list[str]:
    """Return the cells of both tables that are not the level or the target of their measure."""
    last, many = last_findings(record), len(record["measures"])
    risk = [
        [before["value"], found["value"], found["target"]]
        for before, (_, found) in zip(record["risk_before"], last, strict=False)
    ]
    loss = [[found["value"], found["target"]] for _, found in last[many:]]
    told = [*cells(page, "assess", 3), *cells(page, "quantify", 2)]
    pairs = zip(last, told, [*risk, *loss], strict=True)
    return [
        f"{part['name']}: {text} not {value}"
        for (part, _), row, values in pairs
        for text, value in zip(row, values, strict=True)
        if not _written(text, value, language, share=part["unit"] == "share")
    ]


def _written(text: str, value: float | None, language: Language, *, share: bool) -> bool:
    """Whether a cell has one number, that of a value, and as a share if it is one; or a dash."""
    told = told_in(text.removeprefix("≤").removeprefix("≥").strip(), language)
    if value is None or len(told) != 1:
        return value is None and text == "—"
    return told[0].share is share and told[0].stands_for(value)


@each_plan
def test_the_tables_have_the_levels_and_targets_of_the_record(name: str) -> None:
    for language in LANGUAGES:
        assert odd_cells(page_of(name, "internal", language), record_of(name), language) == []


# -- sentences of the gate and of methods ------------------------------------------------------


def odd_notices(record: Mapping[str, Any]) -> list[str]:
    """Return what is said beside findings with numbers that the record does not know."""
    said = [*record["notices"], *record["gate"]["reasons"]]
    said += [words for step in record["steps"] for words in step["said"]]
    known = sorted([*known_in(record), MOST_RATIOS])
    return [
        f"{wrong}: {words[language]}"
        for words in said
        for language in LANGUAGES
        if (wrong := unfounded(typeset(words[language], language), language, known))
    ]


@each_plan
def test_what_is_said_beside_findings_has_numbers_of_the_record(name: str) -> None:
    assert odd_notices(record_of(name)) == []


# -- verdicts ----------------------------------------------------------------------------------

CHIPS = {
    "en": {True: "✓ met", False: "✗ missed", None: "no target"},
    "fr": {True: "✓ atteint", False: "✗ non atteint", None: "sans objectif"},
}
CHECKS = {
    "en": {
        True: "target holds",
        False: "target does not hold",
        None: "judged with what is not in the file; the result stays with the producer",
        "looked": "looked at, without a target",
    },
    "fr": {
        True: "objectif atteint",
        False: "objectif non atteint",
        None: "jugé avec ce qui n’est pas dans le fichier ; le résultat reste chez le producteur",
        "looked": "examiné, sans objectif",
    },
}


def last_findings(record: Mapping[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the findings that the verdict rests on, with their measures: risk, then loss."""
    steps = record["steps"]
    risk = steps[-1]["risk"] if steps else record["risk_before"]
    loss = steps[-1]["loss"] if steps else []
    return [
        *zip(record["measures"], risk, strict=True),
        *zip(record["losses"], loss, strict=False),
    ]


def chips(page: str, *, section: str) -> list[str]:
    """Return the verdicts of a section of the internal report, in their order."""
    found = re.findall(r'<td><span class="chip \w+">([^<]*)<', _section(page, section))
    return [unescape(chip) for chip in found]


def odd_verdicts(page: str, record: Mapping[str, Any], language: Language) -> list[str]:
    """Return where the verdicts of the internal report differ from those of the record."""
    told = [*chips(page, section="assess"), *chips(page, section="quantify")]
    due = [CHIPS[language][found["met"]] for _, found in last_findings(record)]
    missed = [
        typeset(part["title"][language], language)
        for part, found in last_findings(record)
        if found["met"] is False
    ]
    open_gate = record["gate"]["open"]
    banner = not missed or not open_gate or f": {', '.join(missed)}." in unescape(page)
    judged = re.findall(r"(?:Missed|Non atteint\u202f): \.", page)
    return [*(f"{one} not {other}" for one, other in zip(told, due, strict=True) if one != other),
            *([] if banner else ["the banner names others"]), *judged]  # fmt: skip


@each_plan
def test_the_verdicts_of_the_internal_report_are_those_of_the_record(name: str) -> None:
    for language in LANGUAGES:
        assert odd_verdicts(page_of(name, "internal", language), record_of(name), language) == []


def odd_checks(page: str, record: Mapping[str, Any], language: Language) -> list[str]:
    """Return where the verdicts of the public note differ from those of the record."""
    body = page[page.index("<tbody>", page.index('class="banner')) :].partition("</tbody>")[0]
    rows = re.findall(r"<td>([^<]*)</td></tr>", body) if record["measures"] else []
    due = [
        CHECKS[language][
            "looked" if found["met"] is None and found["target"] is None else part["recounted"]
        ]
        for part, found in last_findings(record)[: len(record["measures"])]
    ]
    due = [typeset(words, language) for words in due]
    told = [unescape(row) for row in rows]
    odd = [f"{one} not {other}" for one, other in zip(told, due, strict=True) if one != other]
    return odd + _odd_share(page, record)


def _odd_share(page: str, record: Mapping[str, Any]) -> list[str]:
    """Return the class of the share of records taken out, if it does not hold."""
    before, after = (record["data"][when]["records"] for when in ("before", "after"))
    gone = 100 * (before - after) / before
    text = unescape(page)
    above = re.findall(r"(?:more than|plus de) (\d+)[%\u202f]", text)
    most = re.findall(r"(?:at most|au plus) (\d+)[%\u202f]", text)
    untrue = [one for one in above if gone <= float(one)] + [
        one for one in most if gone > float(one)
    ]
    return [f"{one}% of the records" for one in untrue]


@each_plan
def test_the_verdicts_of_the_note_are_those_of_the_record(name: str) -> None:
    for language in LANGUAGES:
        assert odd_checks(page_of(name, "public", language), record_of(name), language) == []


# -- one and several ---------------------------------------------------------------------------

SEVERAL = {
    "en": "records|groups|people|cells|observations|households|categories|columns|rows|squares"
    "|zones|weights|values|numbers|points|classes|tables",
    "fr": "enregistrements|groupes|personnes|cellules|observations|ménages|modalités|colonnes"
    "|lignes|carreaux|zones|valeurs|nombres|classes|tableaux",
}
ONE = {
    "en": re.compile(rf"(?<!of )(?<!− )(?<![\d.,])1 (?:{SEVERAL['en']})\b"),
    "fr": re.compile(rf"(?<!sur )(?<!− )(?<![\d.,\u202f])[01](?:,\d+)? (?:{SEVERAL['fr']})\b"),
}


def disagreeing(page: str, language: Language) -> list[str]:
    """Return the texts of a page where one is followed by a plural."""
    return [text for text in texts(page) if ONE[language].search(text)]


@each_plan
def test_one_is_not_followed_by_a_plural(name: str) -> None:
    for audience in AUDIENCES:
        for language in LANGUAGES:
            assert disagreeing(page_of(name, audience, language), language) == []


# -- all this can fail --------------------------------------------------------------------------

EVERY = "every measure"


def moved(record: dict[str, Any], language: Language) -> Iterator[str]:
    """Yield what is odd in pages of the record as it was, held against a spoilt one."""
    page = page_of(EVERY, "internal", language)
    yield from odd_verdicts(page, record, language)
    yield from odd_cells(page, record, language)
    yield from odd_checks(page_of(EVERY, "public", language), record, language)
    yield from odd_sentences(record)
    yield from odd_texts(page, record, language)


def _other_sentence(record: dict[str, Any]) -> None:
    found = record["steps"][-1]["risk"][0]
    found["reads"] = {name: text.replace("33", "34") for name, text in found["reads"].items()}


def _other_value(record: dict[str, Any]) -> None:
    record["steps"][-1]["loss"][0]["value"] *= 1.01


def _other_target(record: dict[str, Any]) -> None:
    record["steps"][-1]["risk"][1]["target"] = 0.21


def _other_detail(record: dict[str, Any]) -> None:
    for row in (record["risk_before"], record["steps"][-1]["risk"]):
        for found in row:
            found["details"].pop("journalist_highest", None)
            found["details"].pop("expected_reidentifications", None)


def _other_verdict(record: dict[str, Any]) -> None:
    record["steps"][-1]["risk"][1]["met"] = True


def _other_recount(record: dict[str, Any]) -> None:
    record["measures"][1]["recounted"] = True


def _fewer_records(record: dict[str, Any]) -> None:
    record["data"]["after"]["records"] = 9


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "spoil",
    [
        _other_sentence,
        _other_value,
        _other_target,
        _other_detail,
        _other_verdict,
        _other_recount,
        _fewer_records,
    ],
)
def test_a_record_that_says_otherwise_would_be_seen(spoil: Any, language: Language) -> None:
    record = record_of(EVERY)
    spoil(record)
    assert next(moved(record, language), "") != ""


def test_what_looks_for_other_records_finds_nothing_in_this_one() -> None:
    assert [*moved(record_of(EVERY), "fr")] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1 records are left"),
        ("fr", "0 enregistrements restent"),
        ("fr", "1,5 personnes"),
    ],
)
def test_a_plural_after_one_would_be_seen(language: Language, text: str) -> None:
    assert disagreeing(f"<p>{text}</p>", language) == [text]
    assert disagreeing(f"<p>{text.replace('s ', ' ').removesuffix('s')}</p>", language) == []


@pytest.mark.parametrize(
    ("text", "value", "same"),
    [
        ("33.3%", 1 / 3, True),
        ("33.4%", 1 / 3, False),
        ("100%", 0.9998, False),
        ("0%", 0.0001, False),
        ("0.01%", 0.0001, True),
        ("1,234.6", 1234.56, True),
        ("3", 3.4, False),
        ("< 0.1%", 0.0004, True),
        ("< 0.1%", 0.0, False),
        ("> 99.9%", 0.9996, True),
        ("> 99.9%", 1.0, False),
        ("1.14e-16", 1.14e-16, True),
        ("1.14e-16", 1.2e-16, False),
    ],
)
def test_a_number_stands_for_what_it_was_rounded_from(text: str, value: float, same: bool) -> None:
    told = told_in(text, "en")
    assert len(told) == 1
    assert told[0].stands_for(value) is same
