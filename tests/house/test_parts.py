"""The rules that every part obeys, run over the whole catalogue."""

from __future__ import annotations

import ast
import inspect
import json
import math
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import polars as pl
import polars.testing as plt
import pytest

from discret import Context, Dataset, Finding, Plan, Role
from discret.arguments import docstrings
from discret.arguments.docstrings import sections
from discret.catalogue import MEASURES, METHODS, Verb, parts
from discret.errors import DiscretError, InputError, ParameterError
from discret.model import Model
from discret.parts import Change, Criterion, Method, Part, RiskMeasure, Tier
from discret.words import Words
from every_part import (
    CATALOGUE,
    COSTS,
    EXAMPLES,
    REDUCTIONS,
    RISKS,
    ROLES,
    SECRET,
    changed,
    context,
    dataset,
    found,
    label,
    people,
    shared,
    used,
)
from listed import for_each


@cache
def first_found(part: Part) -> Finding:
    """What a measure finds, looked at by several tests."""
    return found(part, shared())


@cache
def first_change(part: Method) -> Change:
    """What a method does, looked at by several tests."""
    return part.apply(shared(), context())


COGNATES = {"distributions"}
TARGETED = [  # judged group by group of the key table; zonings have other groups than the keys
    part
    for part in RISKS
    if part.judges
    or (part.tier == "key" and Role.KEY in part.needs and first_found(part).met is not None)
]
FULLEST = [
    max((one for one in EXAMPLES if type(one) is part), key=lambda one: len(one.parameters()))
    for part in {type(one): None for one in EXAMPLES}
]

each_class = for_each(CATALOGUE.values())
each_part = pytest.mark.parametrize("part", EXAMPLES, ids=label)
each_example = for_each(EXAMPLES, label)  # where nothing is run
each_measure = pytest.mark.parametrize("part", [*RISKS, *COSTS], ids=label)
each_method = pytest.mark.parametrize("part", REDUCTIONS, ids=label)


@each_class
def test_a_part_has_examples_here(part: type[Part]) -> None:
    tried = [example for example in EXAMPLES if type(example) is part]
    assert tried, f"{part.name}: add a line to SETTINGS in tests/every_part.py"


# -- what a part says of itself ------------------------------------------------------------


@each_class
def test_a_part_says_what_it_is_in_both_languages(part: type[Part]) -> None:
    for words in (part.title, part.purpose):
        assert isinstance(words, Words)
        assert words.strip() == words != ""
        assert words.fr.strip() == words.fr != ""
    assert part.title != part.title.fr or part.title in COGNATES
    assert part.purpose != part.purpose.fr
    assert re.fullmatch("[a-z][a-z_]*[a-z]", part.name)


@for_each(MEASURES.values())
def test_a_risk_measure_states_its_attacker_and_its_criteria(part: type[RiskMeasure]) -> None:
    assert isinstance(part.attacker, Words)
    assert part.attacker != part.attacker.fr
    assert min(len(part.attacker), len(part.attacker.fr)) > 20
    assert part.criteria
    assert set(part.criteria) <= set(get_args(Criterion))
    assert len(set(part.criteria)) == len(part.criteria)


@for_each([*MEASURES, *METHODS])
def test_a_risk_measure_or_a_method_has_its_sources(name: str) -> None:
    part = CATALOGUE[name]
    assert part.references
    assert all(re.search(r"\(\d{4}\)", source) for source in part.references)
    assert all(source in " ".join(part.__doc__.split()) for source in part.references)


@each_class
def test_capabilities_are_of_the_known_kinds(part: type[Part]) -> None:
    assert part.tier in get_args(Tier)
    assert all(isinstance(role, Role) for role in part.needs)
    if issubclass(part, Method):
        assert isinstance(part.random, bool)
        assert isinstance(part.keeps_rows, bool)
        assert part.proven in ("formal", "heuristic")


@each_class
def test_the_docstring_explains_and_shows(part: type[Part]) -> None:
    told = sections(part.__doc__ or "")
    assert told[""].endswith(".")
    assert "Notes" in told
    assert ">>> " in told["Examples"]
    assert part.__name__ in told["Examples"]


@each_class
def test_the_docstring_explains_every_parameter_and_no_other(part: type[Part]) -> None:
    told = sections(part.__doc__ or "").get("Parameters", "")
    assert re.findall(r"(?m)^(\S.*)$", told) == list(part.model_fields)


@each_class
def test_parameters_and_references_are_written_once(part: type[Part]) -> None:
    """The class declares them, and its docstring gets them from there: its file has no others."""
    tree = ast.parse(Path(inspect.getfile(part)).read_text(encoding="utf-8"))
    (kind,) = [node for node in tree.body if getattr(node, "name", "") == part.__name__]
    written = sections(ast.get_docstring(kind) or "")
    assert {"Parameters", "References"}.isdisjoint(written)
    assert {"Notes", "Examples"} <= {*written}


@each_class
def test_the_first_sentence_of_a_parameter_is_what_reports_call_it(part: type[Part]) -> None:
    for name, field in part.model_fields.items():
        said = docstrings.label(field.description or "")
        assert max(len(said), len(said.fr)) <= 90, name
        assert not re.search("[`.]", said + said.fr), name
        assert not (field.description or "").endswith(".")
        assert (". " in str(field.description)) == (". " in field.description.fr), name


# -- its parameters ------------------------------------------------------------------------


@each_class
def test_every_parameter_has_a_description_and_a_schema(part: type[Part]) -> None:
    fields = part.model_json_schema()["properties"]
    json.dumps(part.model_json_schema(), allow_nan=False)
    assert list(fields) == list(part.model_fields)
    assert [name for name, field in fields.items() if not field.get("description")] == []


@each_example
def test_a_part_is_frozen(part: Part) -> None:
    before = part.model_dump()
    for name in [*type(part).model_fields, "nonsense"]:
        with pytest.raises(ParameterError):
            setattr(part, name, None)
    assert part.model_dump() == before


@each_example
def test_what_a_part_holds_cannot_be_changed_either(part: Part) -> None:
    again = type(part)(**part.parameters())
    assert again == part
    assert hash(again) == hash(part)


@each_class
def test_parameters_are_given_by_name(part: type[Part]) -> None:
    with pytest.raises(ParameterError, match="by name"):
        part(2)  # type: ignore[call-arg]


def refused(part: Part) -> ParameterError:
    """Return the error of a part that is given a parameter it does not know."""
    with pytest.raises(ParameterError, match="nonsense") as caught:
        type(part)(**part.parameters(), nonsense=1)
    return caught.value


@each_example
def test_an_unknown_parameter_is_refused(part: Part) -> None:
    assert str(refused(part)).startswith(f"{part.name}: 1 fault")


def test_a_refused_parameter_comes_with_a_hint() -> None:
    assert {part.name for part in EXAMPLES if "Hint: " not in str(refused(part))} == set()


@each_example
def test_parameters_are_plain_and_make_the_same_part(part: Part) -> None:
    plain = json.loads(json.dumps(part.parameters(), allow_nan=False))
    assert plain == part.parameters()
    assert type(part)(**plain) == part


@each_example
def test_a_plan_writes_and_reads_it(part: Part) -> None:
    verbs: tuple[Verb, ...] = ("assess", "reduce", "quantify")
    verb = next(one for one in verbs if part.name in parts(one))
    assert getattr(Plan.from_toml(Plan(**{verb: [part]}).to_toml()), verb) == (part,)


NUMBERS = [
    (part, name)
    for part in CATALOGUE.values()
    for name, field in part.model_fields.items()
    if re.search(r"\b(int|float)\b", str(field.annotation))
]


@for_each((*one, number) for one in NUMBERS for number in (math.inf, -math.inf, math.nan))
def test_a_number_that_is_not_finite_is_refused(part: type[Part], name: str, number: float) -> None:
    given = next(
        example for example in EXAMPLES if type(example) is part and name in example.parameters()
    )
    value = [number] if isinstance(getattr(given, name), tuple) else number
    with pytest.raises(ParameterError, match=name):
        part(**given.parameters() | {name: value})


# -- the data it is given ------------------------------------------------------------------

NEEDS = [(part, role) for part in CATALOGUE.values() for role in part.needs]


@for_each(NEEDS)
def test_a_role_that_is_needed_and_missing_is_named(part: type[Part], role: Role) -> None:
    example = next(one for one in EXAMPLES if type(one) is part)
    with pytest.raises(InputError, match=rf"\b{role}\b") as caught:
        used(example, dataset(**{str(role): None}))
    assert caught.value.hint


@cache
def lacking(role: str) -> Dataset:
    """The people without one of the roles."""
    return dataset(**{role: None})


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("part", FULLEST, ids=label)
def test_without_a_role_a_part_works_or_says_why_not(part: Part, role: str) -> None:
    error, result = None, None
    try:
        result = used(part, lacking(role))
    except DiscretError as told:
        error = told
    assert error is None or (error.hint and role in str(error))
    assert error or isinstance(result, Finding) or len(result.data) > 0


def test_a_column_that_a_model_names_in_vain_is_named() -> None:
    model = MEASURES["l_diversity"](l=2, column="nowhere")
    with pytest.raises(InputError, match="nowhere") as caught:
        METHODS["suppress_records"](models=[model], most=1).apply(dataset(), context())
    assert caught.value.hint


NAMED = [
    (part, name, not isinstance(part.parameters()[name], str))
    for part in EXAMPLES
    for name in ("column", "columns", "by")
    if part.parameters().get(name)
]


@pytest.mark.parametrize(("part", "name", "many"), NAMED, ids=[label(p) for p, _, _ in NAMED])
def test_a_column_that_is_not_there_is_named(part: Part, name: str, many: bool) -> None:
    some = ["town" if name == "by" else "sex", "nowhere"]
    wrong = type(part)(**part.parameters() | {name: some if many else "nowhere"})
    with pytest.raises(InputError, match="nowhere") as caught:
        used(wrong, shared())
    assert caught.value.hint


def same(one: Dataset, other: Dataset) -> bool:
    """Whether two datasets hold the same records in the same order."""
    return one.roles == other.roles and one.to_polars().equals(other.to_polars())


@each_part
def test_a_part_leaves_its_data_as_it_was(part: Part) -> None:
    frame, copy = people(), people()
    data = dataset(frame)
    roles, columns, known = dict(data.roles), data.columns(), dict(data.hierarchies)
    used(part, data)
    plt.assert_frame_equal(frame, copy)
    plt.assert_frame_equal(data.to_polars(), copy)
    assert (dict(data.roles), data.columns(), dict(data.hierarchies)) == (roles, columns, known)


@each_method
def test_a_method_leaves_a_pandas_table_as_it_was(part: Method) -> None:
    frame, copy = people().to_pandas(), people().to_pandas()
    after = part.apply(dataset(frame), context()).data.to_native()
    assert frame.equals(copy)
    assert type(after) is type(frame)


@each_method
def test_a_method_that_keeps_rows_keeps_them(part: Method) -> None:
    if part.keeps_rows:
        assert len(first_change(part).data) == 24 * getattr(part, "copies", 1)


@pytest.mark.parametrize("part", METHODS.values(), ids=METHODS)
def test_a_method_that_may_lose_rows_does_lose_some(part: type[Method]) -> None:
    tried = [reduction for reduction in REDUCTIONS if type(reduction) is part]
    sizes = {len(first_change(one).data) for one in tried}
    assert (min(sizes) < 24) is not part.keeps_rows


# -- chance --------------------------------------------------------------------------------


@each_method
def test_a_method_says_which_columns_it_makes(part: Method) -> None:
    new = {*first_change(part).data.roles} - {*shared().roles}
    assert {*part.makes(shared())} - {*shared().roles} == new


@each_method
def test_the_same_chance_gives_the_same_result(part: Method) -> None:
    one, other = first_change(part), part.apply(dataset(), context())
    assert same(one.data, other.data)
    assert one.facts == other.facts


@each_method
def test_only_a_random_method_takes_from_chance(part: Method) -> None:
    rng = np.random.default_rng(3)
    before = json.dumps(rng.bit_generator.state)
    part.apply(shared(), Context(rng=rng, secret=SECRET))
    assert (json.dumps(rng.bit_generator.state) != before) is (part.random and part.seeded)


@each_method
def test_another_chance_changes_the_result_of_a_random_method_alone(part: Method) -> None:
    results = (part.apply(shared(), context(seed)).data for seed in range(2, 5))
    assert all(same(first_change(part).data, other) for other in results) is not part.random


@each_measure
def test_a_measure_finds_the_same_again(part: Part) -> None:
    assert found(part, dataset()) == first_found(part)


# -- what it gives back --------------------------------------------------------------------


def assert_plain(value: Any) -> None:
    """Plain data: what JSON gives back is what was written, and every number is finite."""
    assert json.loads(json.dumps(value, allow_nan=False)) == value


@each_method
def test_the_facts_of_a_method_are_plain(part: Method) -> None:
    assert_plain(first_change(part).facts)


@each_measure
def test_a_finding_is_plain_and_complete(part: Part) -> None:
    finding = first_found(part)
    assert_plain(finding.to_dict())
    assert finding.name == part.name
    assert type(finding.value) in (int, float, type(None))
    assert type(finding.met) in (bool, type(None))
    assert (finding.met is None) <= (finding.target is None)
    assert finding.better in ("lower", "higher")


@each_measure
def test_a_finding_reads_in_both_languages(part: Part) -> None:
    reads = first_found(part).reads
    assert isinstance(reads, Words)
    assert reads != reads.fr
    for text in (str(reads), reads.fr):
        assert text.endswith(".")
        assert not re.search(r"[{}]|\bnan\b|\binf\b|None|True|False", text)


@pytest.mark.parametrize("part", TARGETED, ids=label)
def test_a_finding_with_a_target_counts_what_fails(part: RiskMeasure) -> None:
    finding = first_found(part)
    counts = [
        finding.details[name] for name in ("records", "groups", "records_failing", "groups_failing")
    ]
    assert all(type(count) is int for count in counts)
    records, groups, records_failing, groups_failing = counts
    assert records == 24
    assert groups == people().select(ROLES["key"]).n_unique()
    assert 0 <= groups_failing <= records_failing <= records
    assert finding.met is (records_failing == 0) is (groups_failing == 0)


@pytest.mark.parametrize("part", [*RISKS, *COSTS], ids=label)
def test_the_verdict_follows_from_the_value_and_the_target(part: Part) -> None:
    finding = first_found(part)
    if finding.target is not None and finding.value is not None:
        higher = finding.better == "higher"
        good = finding.value >= finding.target if higher else finding.value <= finding.target
        # Beside those at risk, some observations may not be safe: then few at risk do not suffice.
        others = finding.details.get("observations_not_safe", 0)
        # A model that rests upon few people calls nobody safe, whatever it estimates.
        few = not finding.details.get("enough_people", True)
        assert finding.met is (good and not others > finding.target and not few)


@pytest.mark.parametrize("part", TARGETED, ids=label)
def test_the_groups_that_fail_are_those_that_are_marked(part: RiskMeasure) -> None:
    finding = first_found(part)
    assert finding.per_key is not None
    assert finding.per_key["failing"].to_list() == part.failing(shared().keys).tolist()


@pytest.mark.parametrize("part", [risk for risk in RISKS if risk not in TARGETED], ids=label)
def test_without_a_target_no_group_can_fail(part: RiskMeasure) -> None:
    if isinstance(part, Model):
        with pytest.raises(ParameterError, match=part.target) as caught:
            part.failing(shared().keys)
        assert part.such_as in str(caught.value.hint)
    on_keys = part.tier == "key" and Role.KEY in part.needs
    assert not on_keys or first_found(part).met is None


@pytest.mark.parametrize("part", COSTS, ids=label)
def test_nothing_changed_costs_nothing(part: Any) -> None:
    finding = part.compare(shared(), shared())
    assert finding.value == 0
    assert finding.met in (None, True)


# -- the engines ---------------------------------------------------------------------------


@each_part
def test_a_lazy_table_with_row_numbers_gives_the_same(part: Part) -> None:
    eager, lazy = used(part, dataset()), used(part, dataset(people().lazy()))
    if isinstance(eager, Finding):
        assert eager == lazy
    else:
        assert eager.facts == lazy.facts
        assert isinstance(lazy.data.to_native(), pl.LazyFrame)
        one, other = (each.data.to_polars() for each in (eager, lazy))
        plt.assert_frame_equal(one, other, check_row_order=False)


@each_part
def test_a_part_decided_on_keys_asks_for_no_row_numbers(part: Part) -> None:
    lazy = dataset(people().lazy(), row=None)
    if part.tier == "key":
        used(part, lazy)
        return
    if part.name == "redundancy":  # asked of every release: it says that it cannot tell
        finding = found(part, lazy)
        assert finding.value is None
        assert "row" in finding.reads
        return
    with pytest.raises(InputError, match=r"row=") as caught:
        used(part, lazy)
    assert caught.value.hint


def test_what_is_compared_here_did_change() -> None:
    """The losses above are measured on a release that lost records and detail."""
    assert 0 < len(changed(dataset())) < 24
