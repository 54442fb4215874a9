"""Files that do not say the types of their columns: no cell changes how those of others count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from discret import Dataset
from discret.data.files.as_written import plainly
from discret.data.files.how_to_read import HowToRead
from discret.data.files.labels import Labels
from discret.data.files.tables import Table, write
from discret.errors import FileError, ParameterError
from discret.plan.plan import Plan
from discret.private import PrivateTable, telling
from discret.reduce import DropIdentifiers, Microaggregate, PrivateSynthesis, Subsample
from discret.reduce.private_synthesis import Spending
from discret.reduce.private_synthesis.graphical import Noisy

ODD = (
    "x", "NA", "", "1", "1.0", "01", " 2", "2.50", "1,5", "-0", "1e2", "9" * 30, "true", "é",
    "31/12/1990", "04/05/1990", "1990-07-03",
)  # fmt: skip
USUAL = {
    "whole": ("1", "2", "NA"),
    "decimal": ("1.0", "2.5", "."),
    "padded": (" 1", "2", "x y"),
    "days": ("03/07/1990", "04/05/1990", ""),
    "iso": ("1990-07-03", "1990-05-04", "NA"),
    "truths": ("True", "FALSE", "true"),
    "codes": ("01", "02", "10"),
}
CATEGORIES = ("1", "2", "2.5", "NA", "01", "03/07/1990", "1990-07-03", "true")
EACH = 30


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the noise off, and tell whatever cells there are."""
    monkeypatch.setattr(telling, "noisy", lambda numbers, *_: numbers)
    monkeypatch.setattr(telling, "above", lambda counts, *_: counts)


def as_csv(folder: Path, cells: list[str]) -> Path:
    lines = (f'"{cell}",{number},{number % 7}' for number, cell in enumerate(cells))
    path = folder / f"people{len(list(folder.iterdir()))}.csv"
    path.write_text("\n".join(["cell,who,pay", *lines, ""]), encoding="utf-8")
    return path


def as_excel(folder: Path, cells: list[str]) -> Path:
    """Write numbers as numbers, so that the sheet has cells of several kinds."""
    import xlsxwriter

    path = folder / f"people{len(list(folder.iterdir()))}.xlsx"
    with xlsxwriter.Workbook(path, {"strings_to_numbers": True}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["cell", "who", "pay"])
        for number, cell in enumerate(cells):
            sheet.write_row(number + 1, 0, [cell, number, number % 7])
    return path


def told(path: Path, table: PrivateTable) -> dict[Any, float]:
    plan = Plan(file=path, private=(table,), roles={"individual": "who"})
    rows = table.tell(plan.dataset(plan.opened())).table.rows()
    return {row[:-1]: row[-1] for row in rows if row[-1]}


def apart(one: dict[Any, float], other: dict[Any, float]) -> float:
    return sum(abs(one.get(cell, 0) - other.get(cell, 0)) for cell in {*one, *other})


@pytest.mark.parametrize("made", [as_csv, as_excel])
@pytest.mark.parametrize("usual", USUAL)
@pytest.mark.parametrize("public", [True, False])
def test_one_odd_cell_is_one_cell(
    tmp_path: Path, made: Callable[[Path, list[str]], Path], usual: str, public: bool
) -> None:
    given = {"categories": {"cell": CATEGORIES}} if public else {"delta": 0.1}
    table = PrivateTable(by=["cell"], epsilon=1.0, **given)
    cells = [cell for cell in USUAL[usual] for _ in range(EACH)]
    without = told(made(tmp_path, cells), table)
    assert len(without) > (not public)
    long = {"9" * 30} if made is as_excel else set()  # its reader refuses such a number
    for odd in sorted({*ODD} - long):
        assert apart(told(made(tmp_path, [*cells, odd]), table), without) <= 1


@pytest.mark.parametrize("odd", ["7", "x", "NA", "", "7.0", "1e3"])
def test_units_are_told_apart_by_their_own_cells(tmp_path: Path, odd: str) -> None:
    """A number of a person that is none makes no others of those of everybody."""
    table = PrivateTable(epsilon=1.0, records=9)
    lines = [f"{who},{row}" for who in ("1", "2", "NA", "") for row in range(3)]
    few = tmp_path / "few.csv"
    few.write_text("\n".join(["who,n", *lines, ""]), encoding="utf-8")
    more = tmp_path / "more.csv"
    more.write_text("\n".join(["who,n", *lines, f"{odd},0", ""]), encoding="utf-8")
    both = [told(path, table) for path in (few, more)]
    assert both[0] == {(): 6}
    assert apart(*both) <= 1


def test_a_number_may_make_cells_too(tmp_path: Path) -> None:
    table = PrivateTable(
        by=["pay"], statistic="sum", column="pay", low=0, high=7, epsilon=1.0,
        categories={"pay": ["3", "4"]},
    )  # fmt: skip
    path = as_csv(tmp_path, ["a"] * 70)
    assert {row: round(own) for row, own in told(path, table).items()} == {("3",): 30, ("4",): 40}


def test_letters_that_are_a_guess_are_refused(tmp_path: Path) -> None:
    """One odd byte in a file in UTF-8 would make other letters of everybody's."""
    path = tmp_path / "towns.csv"
    path.write_bytes("town,n\nÎle,1\n".encode() + b"\xe9,2\n")
    table = PrivateTable(by=["town"], epsilon=1.0, categories={"town": ["Île"]})
    plan = Plan(file=path, private=(table,))
    with pytest.raises(FileError, match="UTF-8"):
        table.check(plan.dataset(plan.opened()))
    said = Plan(file=path, private=(table,), how_to_read=HowToRead(encoding="cp1252"))
    table.check(said.dataset(said.opened()))


def test_days_are_read_as_it_is_said(tmp_path: Path) -> None:
    path = as_csv(tmp_path, ["03/07/1990", "03/07/1990", "spring"])
    table = PrivateTable(by=["cell"], epsilon=1.0, categories={"cell": ["1990-07-03", "spring"]})
    plan = Plan(file=path, private=(table,), how_to_read=HowToRead(date_format="dd/mm/yyyy"))
    assert table.tell(plan.dataset(plan.opened())).table["count"].to_list() == [2, 1]


def test_a_file_that_changed_is_refused(tmp_path: Path) -> None:
    path = as_csv(tmp_path, ["1", "2"])
    table = PrivateTable(by=["cell"], epsilon=1.0, categories={"cell": ["1"]})
    plan = Plan(file=path, private=(table,))
    data = plan.dataset(plan.opened())
    path.write_text("cell,who,pay\n1,1,1\n", encoding="utf-8")
    with pytest.raises(FileError, match="no longer"):
        table.tell(data)


def test_records_that_a_step_changed_are_no_longer_those_of_the_file(tmp_path: Path) -> None:
    path = as_csv(tmp_path, ["1", "2"])
    plan = Plan(file=path, roles={"individual": "who"})
    data = plan.dataset(plan.opened())
    assert data.origin.written is not None
    assert data.without_columns(["pay"]).origin.written is None


def test_labelled_codes_that_make_cells_are_categories() -> None:
    """Elsewhere four in five distinct values must have a label, which one person can undo."""
    labels = Labels(values={"town": {1: "Ain", 2: "Var"}})
    table = PrivateTable(by=["town"], epsilon=1.0, categories={"town": ["Ain", "Var"]})
    plan = Plan(private=(table,))
    for more in ([], [3]):
        frame = pl.DataFrame({"town": [1, 1, 2, *more]})
        data = plan.dataset(Table(frame, _stata(), labels))
        assert table.tell(data).table["count"].to_list() == [2, 1]


def _stata() -> Any:
    from discret.data.files.tables import Format

    return Format("stata")


def test_typed_files_are_as_they_were(tmp_path: Path) -> None:
    path = write(pl.DataFrame({"cell": [1, 2, 2]}), tmp_path / "typed.parquet")
    table = PrivateTable(by=["cell"], epsilon=1.0, categories={"cell": ["2.0"]})
    plan = Plan(file=path, private=(table,))
    assert table.tell(plan.dataset(plan.opened())).table["count"].to_list() == [2]
    wrong = PrivateTable(by=["cell"], epsilon=1.0, categories={"cell": ["x"]})
    with pytest.raises(ParameterError):
        wrong.check(plan.dataset(plan.opened()))


@pytest.mark.parametrize("text", ["1", "-0.5", "0.1", "123456789012345", "true", "01", " a", "1e2"])
def test_what_is_plain_stays(text: str) -> None:
    assert plainly(pl.Series([text])).to_list() == [text]


# --- private synthesis ----------------------------------------------------------------------


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Return what is handed to the noise of private synthesis."""
    found: list[list[int]] = []

    def measured(_: Spending, columns: Any, counts: Any, __: float) -> Noisy:
        found.append(counts.tolist())
        return Noisy(columns, counts.astype(float), 1.0)

    monkeypatch.setattr(Spending, "measured", measured)
    monkeypatch.setattr(Spending, "within", lambda _: True)
    return found


@pytest.mark.parametrize("usual", ["whole", "decimal", "days", "truths"])
def test_synthesis_reads_each_cell_by_itself(
    tmp_path: Path, counted: list[list[int]], usual: str
) -> None:
    cells = [cell for cell in USUAL[usual] for _ in range(EACH)]
    method = PrivateSynthesis(
        columns=["cell"], epsilon=1.0, categories={"cell": CATEGORIES}, rounds=0
    )

    def drawn(path: Path) -> tuple[list[int], pl.DataType]:
        counted.clear()
        plan = Plan(file=path, roles={"individual": "who", "key": ["cell"]})
        change = method.apply(plan.dataset(plan.opened()))
        return counted[0], change.data.to_polars()["cell"].dtype

    before, kind = drawn(as_csv(tmp_path, cells))
    for odd in ODD[:: 1 if usual == "whole" else 4]:
        after, other = drawn(as_csv(tmp_path, [*cells, odd]))
        assert other == kind == pl.String
        assert sum(abs(one - two) for one, two in zip(before, after, strict=True)) == 1


@pytest.mark.parametrize(("high", "kind"), [(6.0, pl.Int64), (6.5, pl.Float64)])
def test_bounds_say_whether_numbers_are_whole(tmp_path: Path, high: float, kind: Any) -> None:
    """One person with half a unit does not change how those of all others are drawn."""
    method = PrivateSynthesis(columns=["cell"], epsilon=9.0, bounds={"cell": (0, high)}, rounds=0)
    for odd in ("3", "2.5"):
        path = as_csv(tmp_path, [*(["1", "2", "5"] * 20), odd])
        plan = Plan(file=path, roles={"key": ["cell"]})
        assert method.apply(plan.dataset(plan.opened())).data.to_polars()["cell"].dtype == kind


@pytest.mark.parametrize(
    ("before", "neighbours", "refused"),
    [
        (Microaggregate(columns=["age"], k=3), "replace", True),
        (Subsample(share=0.5), "add_remove", True),
        (Subsample(share=0.5), "replace", False),
        (Subsample(share=0.5, by=["age"]), "replace", True),
        (DropIdentifiers(), "add_remove", False),
    ],
)
def test_synthesis_comes_first(before: Any, neighbours: Any, refused: bool) -> None:
    """A mean of three people hangs on each of them: what costs ε then would be three times that."""
    frame = pl.DataFrame({"name": [f"n{n}" for n in range(30)], "age": range(30)})
    data = Dataset.of(frame, identifier="name", key="age")
    method = PrivateSynthesis(
        columns=["age"], epsilon=1.0, bounds={"age": (0, 40)}, neighbours=neighbours
    )
    plan = Plan(reduce=(before, method))
    if refused:
        with pytest.raises(Exception, match="private_synthesis first"):
            plan.check(data)
    else:
        plan.check(data)
