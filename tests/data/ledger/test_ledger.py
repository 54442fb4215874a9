"""The account of a source: never overdrawn, never changed, each release once."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.data.ledger import chain
from discret.data.ledger.costs import Cost
from discret.data.ledger.ledger import Ledger
from discret.errors import FileError, InputError
from discret.maths.privacy.composition import epsilon_of_rho


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "stays.csv"
    path.write_text("who,what\na,b\n", encoding="utf-8")
    return path


@pytest.fixture
def ledger(tmp_path: Path, source: Path) -> Ledger:
    return Ledger.open(tmp_path / "stays.budget", source=source, epsilon=1)


def tenth() -> Cost:
    return Cost.of(epsilon=0.1)


# --- sums -----------------------------------------------------------------------------------


def test_ten_tenths_are_one_and_not_a_bit_more(ledger: Ledger) -> None:
    for month in range(10):
        ledger.spend(tenth(), name=f"month {month}")
    assert (ledger.spent.epsilon, ledger.left.epsilon) == (1, 0)
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost.of(epsilon=1e-9), name="a bit more")
    assert len(ledger.releases) == 10


def test_what_is_too_dear_is_refused_and_costs_nothing(ledger: Ledger) -> None:
    with pytest.raises(InputError, match=r"costs 1\.5 ε, and 1 ε is left"):
        ledger.spend(Cost.of(epsilon=1.5), name="too dear")
    assert ledger.left.epsilon == 1


def test_parts_that_share_nobody_cost_what_the_dearest_costs(tmp_path: Path, source: Path) -> None:
    ledger = Ledger.open(tmp_path / "b", source=source, epsilon=1, parts=["north", "south"])
    ledger.spend(Cost.of(epsilon=0.25), name="all")
    for part in ("north", "south"):
        ledger.spend(Cost.of(epsilon=0.5), name=part, part=part)
    ledger.spend(Cost.of(epsilon=0.25), name="more of the south", part="south")
    assert ledger.spent.epsilon == 1
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost.of(epsilon=0.5), name="too much of the north", part="north")
    ledger.spend(Cost.of(epsilon=0.25), name="as much of the north", part="north")
    with pytest.raises(InputError, match="no such part"):
        ledger.spend(tenth(), name="of the east", part="east")


@given(st.lists(st.tuples(st.sampled_from([None, "a", "b"]), st.integers(1, 30)), max_size=12))
def test_what_is_paid_never_exceeds_the_budget(
    tmp_path_factory: pytest.TempPathFactory, asked: list[tuple[str | None, int]]
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    (folder / "s").write_text("x", encoding="utf-8")
    ledger = Ledger.open(folder / "b", source=folder / "s", epsilon=1, parts=["a", "b"])
    sums = {None: Fraction(0), "a": Fraction(0), "b": Fraction(0)}
    for part, percent in asked:
        cost = Fraction(percent, 100)
        after = {**sums, part: sums[part] + cost}
        fits = after[None] + max(after["a"], after["b"]) <= 1
        try:
            ledger.spend(Cost(epsilon=cost), name="", part=part)
        except InputError:
            assert not fits
        else:
            assert fits
            sums = after
    assert ledger.spent.epsilon == sums[None] + max(sums["a"], sums["b"])


def test_what_is_made_of_a_release_costs_nothing(ledger: Ledger) -> None:
    first = ledger.spend(Cost.of(epsilon=1), name="January")
    ledger.spend(Cost(), name="January, rounded", parent=first["release"][:8])
    assert ledger.spent.epsilon == 1
    assert ledger.releases[1]["parent"] == first["release"]
    with pytest.raises(InputError, match="not in the ledger"):
        ledger.spend(Cost(), name="of nothing", parent="ffff")
    with pytest.raises(InputError, match="a cost is"):
        ledger.spend(Cost(), name="free")


def test_a_release_is_paid_once_however_often_it_is_asked_for(ledger: Ledger) -> None:
    for _ in range(3):
        entry = ledger.spend(tenth(), name="January", release="january")
        assert entry["release"] == "january"
    assert ledger.spent.epsilon == Fraction(1, 10)
    with pytest.raises(InputError, match="another cost"):
        ledger.spend(Cost.of(epsilon=0.2), name="January", release="january")


# --- terms ----------------------------------------------------------------------------------


def test_a_budget_of_epsilon_and_delta_counts_both(tmp_path: Path, source: Path) -> None:
    ledger = Ledger.open(tmp_path / "b", source=source, epsilon=2, delta=1e-6)
    ledger.spend(Cost.of(epsilon=0.5, delta=1e-6), name="all of δ")
    with pytest.raises(InputError, match="is left"):
        ledger.spend(Cost.of(epsilon=0.5, delta=1e-9), name="more of δ")
    assert ledger.to_dict()["spent_delta"] == pytest.approx(1e-6)
    with pytest.raises(InputError, match="no worth"):
        ledger.spend(Cost.of(rho=0.1), name="a ρ")


def test_in_zero_concentrated_terms_more_releases_fit(tmp_path: Path, source: Path) -> None:
    amounts = {"epsilon": 4.0, "delta": 1e-6}
    plain = Ledger.open(tmp_path / "a", source=source, **amounts)
    dense = Ledger.open(tmp_path / "b", source=source, terms="rho", **amounts)
    paid = {plain: 0, dense: 0}
    for ledger in paid:
        for _ in range(60):
            try:
                ledger.spend(tenth(), name="")
            except InputError:
                break
            paid[ledger] += 1
    assert paid[plain] == 40
    assert paid[dense] == 50  # 50 releases of 0.1 amount to 3.97, 51 to 4.01
    assert dense.to_dict()["spent_epsilon"] == pytest.approx(epsilon_of_rho(0.25, 1e-6))
    with pytest.raises(InputError, match="no worth"):
        Ledger.open(tmp_path / "c", source=source, epsilon=4, terms="rho")


@pytest.mark.parametrize(
    "amounts",
    [{}, {"epsilon": 0.0}, {"epsilon": -1.0}, {"epsilon": float("nan")}, {"delta": 1e-6},
     {"epsilon": 1.0, "delta": 1.0}, {"epsilon": 1.0, "rho": 1.0}, {"epsilon": float("inf")}],
)  # fmt: skip
def test_what_is_no_budget(tmp_path: Path, source: Path, amounts: dict[str, float]) -> None:
    with pytest.raises(InputError, match="a cost is"):
        Ledger.open(tmp_path / "b", source=source, **amounts)
    assert not (tmp_path / "b").exists()


# --- sources --------------------------------------------------------------------------------


def test_another_source_is_refused_another_state_is_not(ledger: Ledger, source: Path) -> None:
    ledger.spend(tenth(), name="as it was", source=source)
    copy = source.with_name("copy.csv")
    copy.write_bytes(source.read_bytes())
    ledger.spend(tenth(), name="a copy", source=copy)
    source.write_text("who,what\nc,d\n", encoding="utf-8")
    ledger.spend(tenth(), name="a month later", source=source)
    copy.write_text("quite another", encoding="utf-8")
    with pytest.raises(InputError, match="another source"):
        ledger.spend(tenth(), name="another", source=copy)
    with pytest.raises(FileError, match="cannot be read"):
        ledger.spend(tenth(), name="nothing", source=source.with_name("nothing.csv"))
    assert len(ledger.releases) == 3


def test_the_ledger_does_not_say_which_file_it_is_about(ledger: Ledger) -> None:
    assert b"stays.csv" not in ledger.path.read_bytes()


# --- a chain that nobody changes --------------------------------------------------------------


def test_an_account_is_never_begun_anew(ledger: Ledger, source: Path) -> None:
    with pytest.raises(FileError, match="exists already"):
        Ledger.open(ledger.path, source=source, epsilon=9)
    assert [path.name for path in ledger.path.parent.iterdir() if path.name[0] == "."] == []


@pytest.mark.parametrize(
    "statement",
    ["update entries set body = replace(body, '1/10', '1/99')", "delete from entries"],
)
def test_entries_are_neither_changed_nor_removed(ledger: Ledger, statement: str) -> None:
    ledger.spend(tenth(), name="January")
    with sqlite3.connect(ledger.path) as base, pytest.raises(sqlite3.DatabaseError):
        base.execute(statement)
    assert ledger.spent.epsilon == Fraction(1, 10)


@pytest.mark.parametrize(
    "statement",
    [
        "update entries set body = replace(body, '1/10', '1/99') where number = 1",
        "update entries set seal = 'x' where number = 1",
        "delete from entries where number = 1",
        "delete from entries",
        "update entries set number = 7 where number = 2",
    ],
)
def test_who_changes_them_by_force_breaks_the_seals(ledger: Ledger, statement: str) -> None:
    for name in ("January", "February"):
        ledger.spend(tenth(), name=name)
    with sqlite3.connect(ledger.path) as base:
        base.execute("drop trigger kept_unchanged")
        base.execute("drop trigger kept")
        base.execute(statement)
    for verb in (lambda: ledger.spend(tenth(), name="March"), lambda: ledger.spent):
        with pytest.raises(FileError, match="tampered with"):
            verb()


def test_what_is_cut_off_shows_by_the_seal_that_was_told(ledger: Ledger) -> None:
    """An earlier copy is whole by itself; the seal that a report has shows what is gone."""
    ledger.spend(tenth(), name="January")
    before, copy = ledger.seal, ledger.path.read_bytes()
    ledger.spend(tenth(), name="February")
    after = ledger.seal
    assert [entry["seal"] for entry in ledger.to_dict()["releases"]] == [before, after]
    for seal in (before, after[:16], after[:8].upper()):
        ledger.check_seal(seal)
    ledger.path.write_bytes(copy)
    ledger.check_seal(before)
    for seal in (after, after[:16], before[:7], ""):
        with pytest.raises(InputError, match="no entry of the account has this seal"):
            ledger.check_seal(seal)


def forged(path: Path, text: str) -> None:
    """Add an entry with the seal that it would have."""
    with closing(sqlite3.connect(path)) as base:
        number, before = base.execute("select max(number), seal from entries").fetchone()
        row = (number + 1, text, chain._sealed(before, text))
        base.execute("insert into entries values (?, ?, ?)", row)
        base.commit()


@pytest.mark.parametrize(
    "changed",
    [
        {"cost": {"epsilon": "-1"}},
        {"cost": {"epsilon": "1/0"}},
        {"cost": {"epsilon": "x"}},
        {"cost": None},
        {"part": "nowhere"},
        {"planned": 7},
        {"kind": "budget"},
        {"parent": "january"},
        {"release": ""},
    ],
)
def test_a_seal_makes_no_release_of_what_is_none(
    ledger: Ledger, changed: dict[str, object]
) -> None:
    entry = {**ledger.spend(tenth(), name="January", release="january"), "release": "b", **changed}
    forged(ledger.path, json.dumps(entry))
    for verb in (lambda: ledger.spend(tenth(), name="x"), lambda: ledger.left, ledger.to_dict):
        with pytest.raises(FileError, match="tampered with"):
            verb()


@pytest.mark.parametrize("text", ["[]", "none", "1"])
def test_a_seal_makes_no_entry_of_a_text(ledger: Ledger, text: str) -> None:
    forged(ledger.path, text)
    with pytest.raises(FileError, match="tampered with"):
        ledger.spend(tenth(), name="x")


@pytest.mark.parametrize(
    "cost",
    [Cost(epsilon=Fraction(-1)), Cost.of(epsilon=0.1) - Cost.of(delta=0.5), Cost(Fraction(0))],
)
def test_nothing_is_paid_back(ledger: Ledger, cost: Cost) -> None:
    """A release of less than nothing would make room for others."""
    with pytest.raises(InputError, match="a cost is"):
        ledger.spend(cost, name="back")
    assert ledger.left.epsilon == 1


@pytest.mark.parametrize("number", [-1, float("nan"), float("inf"), 10**400, True, "x", None])
def test_what_is_no_cost(number: Any) -> None:
    with pytest.raises(InputError, match="a cost is"):
        Cost.of(epsilon=number)


def test_what_is_made_of_another_has_no_cost_of_its_own(ledger: Ledger) -> None:
    ledger.spend(tenth(), name="January", release="january")
    with pytest.raises(InputError, match="costs nothing"):
        ledger.spend(tenth(), name="read again", parent="january")


@pytest.mark.parametrize("content", [b"", b"no ledger at all, but quite a long text" * 50])
def test_another_file_is_no_ledger(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b"
    path.write_bytes(content)
    with pytest.raises(FileError, match="no ledger"):
        Ledger(path).spend(tenth(), name="")


def test_no_ledger_at_all(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="there is no ledger"):
        Ledger(tmp_path / "b").to_dict()
    assert not (tmp_path / "b").exists()


# --- several at once ----------------------------------------------------------------------------


def spender(path: Path, who: int, paid: multiprocessing.Queue[str]) -> None:
    for turn in range(10):
        number = f"{who}-{turn}"
        try:
            Ledger(path).spend(Cost.of(epsilon=0.04), name="", release=number)
        except InputError:
            return
        paid.put(number)


def test_several_processes_at_once_never_overdraw(ledger: Ledger) -> None:
    context = multiprocessing.get_context("spawn")
    paid: multiprocessing.Queue[str] = context.Queue()
    workers = [context.Process(target=spender, args=(ledger.path, n, paid)) for n in range(4)]
    for worker in workers:
        worker.start()
    told = {paid.get(timeout=60) for _ in range(25)}
    for worker in workers:
        worker.join()
    assert ledger.spent.epsilon == 1
    assert {entry["release"] for entry in ledger.releases} == told


def test_a_disk_that_cannot_be_written_is_no_tampering(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda path, **given: connect(f"file:{path}?mode=ro", uri=True, **given)
    )
    assert ledger.left == Cost.of(epsilon=1)
    with pytest.raises(FileError, match="cannot be written"):
        ledger.spend(Cost.of(epsilon=0.1), name="May")


def test_who_keeps_it_too_long_is_told(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "PATIENCE", 0.05)
    with closing(sqlite3.connect(ledger.path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with pytest.raises(FileError, match="kept by another program"):
            ledger.spend(Cost.of(epsilon=0.1), name="May")
        other.execute("rollback")
    ledger.spend(Cost.of(epsilon=0.1), name="May")


def test_whatever_byte_is_changed_nothing_else_is_read(ledger: Ledger) -> None:
    """Each tenth byte in turn: the entries are as they were, or it is refused in one sentence."""
    ledger.spend(Cost.of(epsilon=0.1), name="January")
    whole, known = ledger.path.read_bytes(), chain.entries(ledger.path)
    refused = 0
    for place in range(0, len(whole), 10):
        changed = bytearray(whole)
        changed[place] ^= 0x15
        ledger.path.write_bytes(changed)
        try:
            assert chain.entries(ledger.path) == known
        except FileError:
            refused += 1
    assert refused > 10
