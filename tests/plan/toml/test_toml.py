"""Plans as text: what is written is read back, and all faults are told at once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret import Hierarchy, Plan
from discret.assess import Attackers, KAnonymity
from discret.catalogue import LOSSES, MEASURES, METHODS
from discret.errors import FileError, PlanError
from discret.plan.toml import write
from discret.reduce import DropIdentifiers, Recode, Round, ShuffleRecords, SuppressRecords, TopCode
from every_part import COSTS, REDUCTIONS, RISKS
from strategies import examples

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
columns = words.filter(str.strip)
finite = st.floats(allow_nan=False, allow_infinity=False)


# --- there and back ------------------------------------------------------------------------

free_steps = st.one_of(
    st.builds(
        Recode, column=columns, mapping=st.dictionaries(words, words, min_size=1, max_size=3)
    ),
    st.builds(Recode, column=columns, level=st.one_of(st.integers(-9, 9), words)),
    st.builds(
        Recode,
        column=columns,
        cuts=st.lists(finite, min_size=1, max_size=3, unique=True).map(sorted),
    ),
    st.builds(TopCode, column=columns, top=finite),
    st.builds(
        Round,
        columns=st.lists(columns, min_size=1, max_size=3, unique=True),
        base=st.floats(1e-9, 1e300),
    ),
    st.builds(DropIdentifiers, columns=st.lists(columns, max_size=3, unique=True)),
    st.builds(
        SuppressRecords, models=st.lists(st.builds(KAnonymity, k=st.integers(2, 99)), min_size=1)
    ),
)
hierarchies = st.one_of(
    st.just(Hierarchy.from_cuts([18.5, 65], [65], closed="right")),
    st.just(Hierarchy.from_prefixes(3, 1, fill="*", top=None)),
    st.just(Hierarchy.from_dates("month", "year")),
    st.just(Hierarchy.from_parents({"Lyon": 69, "Bron": 69}, {69: "ARA"}, names=["a", "b", "c"])),
    st.lists(words.filter(str.strip), min_size=3, max_size=4, unique_by=str.strip).map(
        lambda order: Hierarchy.from_order([one.strip() for one in order], steps=[2])
    ),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Any plan: parts of the whole catalogue, and names with any sign in them."""
    steps = draw(st.lists(st.one_of(st.sampled_from(REDUCTIONS), free_steps), max_size=4))
    named = draw(st.lists(columns, max_size=len(steps), unique=True))
    return Plan(
        title=draw(words),
        file=draw(st.none() | st.just(Path("folder/a file.csv"))),
        roles={
            "key": draw(st.lists(columns, min_size=1, max_size=3, unique=True)),
            "weight": draw(columns),
        },
        hierarchies=draw(st.dictionaries(columns, hierarchies, max_size=2)),
        assess=draw(st.lists(st.sampled_from(RISKS), max_size=3)),
        reduce=steps,
        quantify=draw(st.lists(st.sampled_from(COSTS), max_size=2)),
        labels=named,
    )


@examples(100)
@given(plans())
def test_what_is_written_is_read_back(plan: Plan) -> None:
    text = write(plan)
    assert Plan.from_toml(text) == plan
    assert write(Plan.from_toml(text)) == text


@pytest.mark.parametrize("part", [*RISKS, *REDUCTIONS, *COSTS], ids=repr)
def test_every_part_of_the_catalogue_can_be_written(part: Any) -> None:
    verbs = [("assess", MEASURES), ("reduce", METHODS), ("quantify", LOSSES)]
    (verb,) = [verb for verb, known in verbs if part.name in known]
    plan = Plan(**{verb: [part]})
    assert getattr(Plan.from_toml(write(plan)), verb) == (part,)


@pytest.mark.parametrize("roles", [{"key": "age"}, {"key": ("age", "sex")}, {"weight": ["w"]}])
def test_roles_may_be_stated_in_any_way(roles: Any) -> None:
    plan = Plan(roles=roles)
    assert Plan.from_toml(write(plan)) == plan


def test_a_plan_is_written_as_one_would_by_hand() -> None:
    plan = Plan(
        title='A "title"',
        file=Path("people.csv"),
        roles={"key": ["âge", "sexe"], "weight": "poids"},
        hierarchies={"âge": Hierarchy.from_cuts([25, 50])},
        assess=[KAnonymity(k=3)],
        reduce=[
            Recode(column="sexe", mapping={"F": "x", "M 2": "x"}),
            SuppressRecords(models=[KAnonymity(k=3), Attackers(most=0.5)]),
            ShuffleRecords(),
        ],
        labels=["merge the sexes"],
    )
    assert write(plan) == (
        'title = "A \\"title\\""\n'
        "\n"
        "[data]\n"
        'file = "people.csv"\n'
        "\n"
        "[roles]\n"
        'key = ["âge", "sexe"]\n'
        'weight = "poids"\n'
        "\n"
        '[hierarchies."âge"]\n'
        'from = "cuts"\n'
        "cuts = [[25, 50]]\n"
        "\n"
        "[[assess]]\n"
        'measure = "k_anonymity"\n'
        "k = 3\n"
        "\n"
        "[[reduce]]\n"
        'method = "recode"\n'
        'label = "merge the sexes"\n'
        'column = "sexe"\n'
        'mapping = {F = "x", "M 2" = "x"}\n'
        "\n"
        "[[reduce]]\n"
        'method = "suppress_records"\n'
        'models = [{measure = "k_anonymity", k = 3}, {measure = "attackers", most = 0.5}]\n'
        "\n"
        "[[reduce]]\n"
        'method = "shuffle_records"\n'
    )


def test_an_empty_plan_is_a_plan() -> None:
    assert write(Plan()) == ""
    assert Plan.from_toml("") == Plan()


def test_repeated_steps_keep_their_labels() -> None:
    steps = [ShuffleRecords()] * 3
    text = write(Plan(reduce=steps))
    assert [one.get("label") for one in tomllib.loads(text)["reduce"]] == [
        None,
        "shuffle_records 2",
        "shuffle_records 3",
    ]
    assert Plan.from_toml(text).labels == Plan(reduce=steps).labels


# --- files ---------------------------------------------------------------------------------


def test_paths_start_at_the_folder_of_the_plan(tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_text("Lyon;ARA\nParis;IDF\n", encoding="utf-8")
    text = '[data]\nfile = "people.csv"\n[hierarchies.town]\nfrom = "csv"\npath = "towns.csv"\n'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    plan = Plan.read(tmp_path / "plan.toml")
    assert plan.file == tmp_path / "people.csv"
    assert plan.hierarchies["town"].size == 2


def test_a_plan_written_beside_itself_is_the_same_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("folder")
    folder.mkdir()
    (folder / "plan.toml").write_text('[data]\nfile = "people.csv"\n', encoding="utf-8")
    plan = Plan.read(folder / "plan.toml")
    (folder / "again.toml").write_text(plan.to_toml(), encoding="utf-8")
    assert Plan.read(folder / "again.toml") == plan


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes('\ufefftitle = "été"\r\n'.encode())
    assert Plan.read(path).title == "été"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"plan: nowhere.toml cannot be read"):
        Plan.read(tmp_path / "nowhere.toml")
    with pytest.raises(FileError, match="is a folder"):
        Plan.read(tmp_path)
    (tmp_path / "latin.toml").write_bytes('title = "été"'.encode("latin-1"))
    with pytest.raises(FileError, match="is not UTF-8"):
        Plan.read(tmp_path / "latin.toml")


# --- faults --------------------------------------------------------------------------------


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(PlanError) as bad:
        Plan.from_toml(text)
    return bad.value.faults


ALL_AT_ONCE = """\
titel = "x"

[data]
file = 3
path = "x"

[roles]
keys = ["a"]
weight = ["w1", "w2"]
sensitive = 3

[hierarchies]
age = {from = "cutz"}
sex = 3
town = {from = "csv", path = "nowhere.csv"}
pay = {from = "cuts", cuts = [[3, 1]]}

[[assess]]
measure = "k_anonimity"

# [[assess]] would be here
  [[assess]]
measure = "k_anonymity"
k = 1
kk = 2

[[reduce]]
level = 1

[[reduce]]
method = "recode"

[[ reduce ]]
method = "suppress_records"
models = [{measure = "k_anonymity", k = 1}]

[[quantify]]
measure = "marginals"
most = 2
"""


def test_all_faults_are_told_at_once_each_with_its_place() -> None:
    found = faults(ALL_AT_ONCE)
    wanted = [
        "titel: unknown; known are title, data, star, roles, hierarchies, release, assess, reduce,",
        "[data] path: unknown",
        "[data] file: a path in quotes is needed",
        "[roles] keys: unknown; known are identifier, key, number, sensitive",
        "[roles] weight: one column only, got 2",
        "[roles] sensitive: names of columns are needed",
        "[hierarchies.age] 'from' names no builder (did you mean 'cuts'?); known are ",
        "[hierarchies.sex]: a table is needed",
        "[hierarchies.town] hierarchy: 'nowhere.csv' cannot be read",
        "[hierarchies.pay] level 1: the cuts must increase",
        "[[assess]] 1 (line 18), k_anonimity: there is no part 'k_anonimity' (did you mean 'k_anon",
        "[[assess]] 2 (line 22), k_anonymity: k: must be greater than or equal to 2, got 1",
        "[[assess]] 2 (line 22), k_anonymity: kk: there is no such parameter",
        '[[reduce]] 1 (line 27): method = "..." is needed',
        "[[reduce]] 2 (line 30), recode: column: is missing",
        "[[reduce]] 3 (line 33), suppress_records: models.0: k_anonymity: k: must be",
        "[[quantify]] 1 (line 37), marginals: most: must be less than or equal to 1, got 2",
    ]
    missing = [one for one in wanted if not any(fault.startswith(one) for fault in found)]
    assert missing == []


@pytest.mark.parametrize("verb", ["assess", "reduce", "quantify"])
def test_one_bracket_is_not_enough(verb: str) -> None:
    for text in (f"{verb} = 3", f'[{verb}]\nmethod = "x"', f"{verb} = [3]"):
        assert faults(text) == (f"{verb}: write [[{verb}]], with two brackets, for each part",)


def test_sections_must_be_tables() -> None:
    assert faults("roles = 3\ndata = 3\nhierarchies = 3") == (
        "data: a table [data] is needed",
        "roles: a table [roles] is needed",
        "hierarchies: a table [hierarchies] is needed",
    )


def test_text_that_is_no_toml_is_refused_with_its_line() -> None:
    (fault,) = faults('title = "x"\n[roles\n')
    assert fault.startswith("it is not valid TOML")
    assert "line 2" in fault


@pytest.mark.parametrize(
    ("verb", "word", "name", "near"),
    [
        ("assess", "measure", "k-anonymity", "k_anonymity"),
        ("assess", "measure", "ldiversity", "l_diversity"),
        ("reduce", "method", "suppress_record", "suppress_records"),
        ("quantify", "measure", "marginal", "marginals"),
    ],
)
def test_the_nearest_part_is_suggested(verb: str, word: str, name: str, near: str) -> None:
    (fault,) = faults(f'[[{verb}]]\n{word} = "{name}"\n')
    assert f"did you mean '{near}'?" in fault


def test_a_part_belongs_to_its_verb() -> None:
    (fault,) = faults('[[assess]]\nmeasure = "recode"\n')
    assert "there is no part 'recode'" in fault
    (fault,) = faults('[[reduce]]\nmeasure = "recode"\n')
    assert 'method = "..." is needed' in fault


@pytest.mark.parametrize(
    "text", ["title = 3", "[[reduce]]\nmethod = 'shuffle_records'\nlabel = ['a']"]
)
def test_names_are_text(text: str) -> None:
    (fault,) = faults(text)
    assert "title" in fault or "label" in fault


def test_columns_that_are_ignored_may_be_said_so() -> None:
    assert Plan.from_toml('[roles]\nkey = "a"\nignored = ["b"]').roles == {"key": ["a"]}


def test_labels_are_for_steps_only() -> None:
    (fault,) = faults('[[assess]]\nmeasure = "k_anonymity"\nlabel = "first"\n')
    assert "label: there is no such parameter" in fault


def test_the_files_beside_the_data_start_at_the_folder_of_the_plan(tmp_path: Path) -> None:
    text = '[data]\noriginal = "before.csv"\npopulation = "all.csv"\ncount = "people"\n'
    plan = Plan.from_toml(text, folder=tmp_path)
    assert (plan.original, plan.population) == (tmp_path / "before.csv", tmp_path / "all.csv")
    assert Plan.from_toml(write(plan)) == plan


def test_a_count_needs_its_population() -> None:
    with pytest.raises(PlanError, match="none is named"):
        Plan.from_toml('[data]\ncount = "people"\n')
    with pytest.raises(PlanError, match="the name of a column in quotes"):
        Plan.from_toml('[data]\npopulation = "all.csv"\ncount = 3\n')
