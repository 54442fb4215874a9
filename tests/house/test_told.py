"""What a part tells is declared in its own file: words in two languages, a unit, nothing idle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import discret.document
from discret.finding import Finding
from discret.model import Model
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.facts import Fact, FactUnit, taken_by, told_by
from discret.words import LANGUAGES, Words
from every_part import CATALOGUE, EXAMPLES, dataset, label, used
from listed import for_each
from sources import parsed

KINDS: dict[str, tuple[type, ...]] = {
    "count": (int,),
    "number": (int, float),
    "ratio": (int, float),
    "share": (int, float),
    "yes": (bool,),
    "names": (str,),
    "label": (str,),
}
# Facts that examples do not bring about: columns that a model lacks, categories that were merged.
HELD_OUT = {  # told where records are held out, as tests/assess/test_closest_record.py does
    "closest_record": (
        "records",
        "neutral",
        "standard_error",
        "same_as_used",
        "same_as_held_out",
        "columns",
    ),
    "membership": ("within", "found", "wrongly", "by_chance", "standard_error", "columns"),
}
RARE = {
    ("pram", "too_many"),  # columns of more than 200 values
    *((part, name) for part, names in HELD_OUT.items() for name in names),
    ("regression", "columns_lost"),
    *(("calibrate", name) for name in ("margin", "totals_before", "totals_after", "alphabetical")),
}
each_class = for_each(CATALOGUE.values(), lambda part: str(part.name))


DATA = dataset()
TOLD: dict[int, Mapping[str, Any]] = {}


def told(part: Part) -> Mapping[str, Any]:
    """Everything that a part says of the people in every role; asked once."""
    if id(part) not in TOLD:
        result = used(part, DATA)
        TOLD[id(part)] = result.details if isinstance(result, Finding) else result.facts
    return TOLD[id(part)]


def faults(told: Mapping[str, Any], known: Mapping[str, Fact]) -> Iterator[str]:
    """Yield the names that nobody declared, and values of another kind than their unit."""
    for name, value in told.items():
        if name not in known:
            yield f"{name} is not declared"
        else:
            yield from (f"{name} {fault}" for fault in _odd(value, known[name], name, known))


def _odd(value: Any, fact: Fact, name: str, known: Mapping[str, Fact]) -> Iterator[str]:
    if fact.unit == "table" or value is None:
        return
    if isinstance(value, list | tuple):
        for one in value:
            yield from _odd(one, fact, name, known)
    elif isinstance(value, Mapping):
        if {*value} == {*LANGUAGES}:
            yield from [] if fact.unit == "label" else ["is a sentence"]
        elif fact.by:
            for one in value.values():
                yield from _odd(one, fact, name, known)
        else:
            yield from faults(value, known)
    elif isinstance(value, bool) != (fact.unit == "yes") or type(value) not in KINDS[fact.unit]:
        yield f"is no {fact.unit}"
    elif fact.unit == "label" and fact.options and value not in fact.options:
        yield "has a value without words"
    elif fact.unit == "label" and not fact.options and not fact.by:
        yield "has no options"


@for_each(EXAMPLES, label)
def test_all_that_a_part_tells_is_declared(part: Part) -> None:
    assert list(faults(told(part), told_by(type(part)))) == []


@each_class
def test_nothing_is_declared_that_is_not_told(part: type[Part]) -> None:
    seen = {name for example in EXAMPLES if type(example) is part for name in _names(told(example))}
    assert {name for name in {*told_by(part)} - seen if (part.name, name) not in RARE} == set()


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from map(str, value)
    for one in value.values() if isinstance(value, Mapping) else value:
        if isinstance(one, Mapping | list | tuple):
            yield from _names(one)


@each_class
def test_words_are_in_both_languages(part: type[Part]) -> None:
    every = [*told_by(part).items(), *taken_by(part).items()]
    assert [name for name, fact in every if not _said(fact)] == []
    assert {fact.unit for _, fact in every} <= {*get_args(FactUnit)}


@each_class
def test_no_two_facts_of_a_part_are_called_the_same(part: type[Part]) -> None:
    facts = told_by(part).values()
    for called in ([str(fact.words) for fact in facts], [fact.words.fr for fact in facts]):
        assert [words for words in called if called.count(words) > 1] == []


def _said(fact: Fact) -> bool:
    words = [fact.words, *fact.options.values()]
    return all(isinstance(word, Words) and word.strip() and word.fr.strip() for word in words)


@each_class
def test_a_choice_that_is_told_has_words_for_every_value(part: type[Part]) -> None:
    """What a measure may suppose, whether an example supposes it or not."""
    for name, fact in told_by(part).items():
        field = part.model_fields.get(name)
        if (
            field is not None
            and fact.options
            and all(isinstance(arg, str) for arg in get_args(field.annotation))
        ):
            assert {*get_args(field.annotation)} <= {*fact.options}


def test_a_target_has_the_unit_of_the_value() -> None:
    for part in CATALOGUE.values():
        named = part.target if issubclass(part, Model) else "most"
        unit = taken_by(part)[named].unit if named in part.model_fields else ""
        if issubclass(part, RiskMeasure | LossMeasure) and unit in ("share", "number", "count"):
            assert (unit == "share") == (part.unit == "share"), part.name


def test_numbers_between_nought_and_one_are_shares() -> None:
    units = {name: taken_by(part) for name, part in CATALOGUE.items()}
    assert units["subsample"]["share"].unit == "share"
    assert units["suppress_records"]["drop"].unit == "share"
    assert units["t_closeness"]["t"].unit == "number"
    assert units["calibrate"]["highest_ratio"].unit == "number"
    assert units["k_anonymity"]["k"].unit == "number"
    assert units["log_linear_risk"]["weighted"].unit == "yes"


# -- no page knows a part by its name ------------------------------------------------------

FOLDER = Path(str(discret.document.__file__)).parent
# a view, a section of the record, a page, a criterion
ORDINARY = {"rules", "redundancy", "differencing", "inference", "releases"}


def quoted(path: Path) -> set[str]:
    """Return the texts that a module or a template holds."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(parsed(text))
        return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return set(re.findall(r"'(\w+)'", text))


def test_no_page_knows_a_part_by_its_name() -> None:
    pages = [*FOLDER.rglob("*.py"), *FOLDER.rglob("*.j2")]
    named = {(path.name, name) for path in pages for name in quoted(path) & {*CATALOGUE}}
    assert len(pages) > 40
    assert sorted(one for one in named if one[1] not in ORDINARY) == []


def test_what_is_looked_for_would_be_seen() -> None:
    known = {"n": Fact.count("n", "n"), "by": Fact.share("by", "par", by="column")}
    assert list(faults({"n": 3, "by": {"age": 0.5}}, known)) == []
    assert list(faults({"m": 3}, known)) == ["m is not declared"]
    assert list(faults({"n": 0.5}, known)) == ["n is no count"]
    assert list(faults({"by": {"age": True}}, known)) == ["by is no share"]


def test_methods_say_what_they_did_in_both_languages() -> None:
    speaking = [
        example
        for example in EXAMPLES
        if isinstance(example, Method) and example.said(told(example))
    ]
    assert len({type(one) for one in speaking}) > 4
    for one in speaking:
        for words in one.said(told(one)):
            assert words != words.fr
            assert words.endswith(".")
        assert one.said({}) == []
