from pathlib import Path

import polars as pl
import pytest

from discret.assess import KAnonymity
from discret.data.dataset import Dataset
from discret.data.examples import dishes
from discret.data.files.labels import Labels
from discret.data.files.tables import Format, read
from discret.document.folder import Place
from discret.errors import FileError
from discret.plan.plan import Plan
from discret.plan.release import Release
from discret.plan.terms import Terms
from discret.reduce import DropIdentifiers, SuppressRecords


def release() -> Release:
    data = Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"])
    return Plan(assess=[KAnonymity(k=2)], reduce=[DropIdentifiers()]).run(data, seed=1)


def test_four_files_are_written_and_nothing_else(tmp_path: Path) -> None:
    place = Place.of(tmp_path / "out", Format("csv", separator=";"))
    place.write(release(), language="fr")
    written = place.files
    assert sorted(written) == sorted((tmp_path / "out").iterdir())
    assert read(written[0]).format.separator == ";"
    assert "Nom complet" not in read(written[0]).frame.columns


@pytest.mark.parametrize(
    ("wanted", "suffix"),
    [
        ("parquet", ".parquet"),
        ("excel", ".xlsx"),
        ("xlsx", ".xlsx"),
        ("dta", ".dta"),
        ("sas", ".xpt"),
    ],
)
def test_a_format_is_named_by_its_kind_or_its_suffix(wanted: str, suffix: str) -> None:
    assert Place.of(Path("out"), Format("csv"), wanted).files[0].name == f"release{suffix}"


def test_an_unknown_format_is_refused_with_those_known() -> None:
    with pytest.raises(FileError, match=r"'word' is not known.*Hint: .*parquet"):
        Place.of(Path("out"), Format("csv"), "word")


def test_a_format_that_is_no_text_is_refused_with_those_known() -> None:
    with pytest.raises(FileError, match=r"the format '3' is not known.*parquet"):
        Place.of(Path("out"), Format("csv"), 3)  # type: ignore[arg-type]


def test_a_release_in_another_format_is_not_left_beside_a_new_record(tmp_path: Path) -> None:
    out, source = tmp_path / "out", tmp_path / "dishes.csv"
    first = Place.of(out, Format("csv"))
    first.write(release())
    first.check(source, force=True)
    with pytest.raises(FileError, match=r"holds a release in another format.*Hint: remove it"):
        Place.of(out, Format("parquet")).check(source)


def without_secret(**frame: object) -> Release:
    data = Dataset.of(pl.DataFrame({"a": ["x", "x", "y"], **frame}), key="a")
    return Plan(reduce=[SuppressRecords(models=[KAnonymity(k=2)], drop=1)]).run(data, seed=1)


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_the_type_of_a_column_does_not_name_a_category_that_is_gone(
    tmp_path: Path, kind: str
) -> None:
    dishes = pl.Series(["pie", "soup", "SECRET"], dtype=pl.Enum(["soup", "SECRET", "pie"]))
    place = Place.of(tmp_path, Format("csv"), kind)
    place.write(without_secret(dish=dishes))
    file = place.files[0]
    assert b"SECRET" not in file.read_bytes()
    assert read(file).frame["dish"].to_list() == ["pie", "soup"]


def test_labels_do_not_name_a_value_that_is_gone(tmp_path: Path) -> None:
    pytest.importorskip("pyreadstat")
    labels = Labels(values={"dish": {1: "pie", 2: "soup", 3: "SECRET"}})
    place = Place.of(tmp_path, Format("spss"))
    place.write(without_secret(dish=[1, 2, 3]), labels)
    file = place.files[0]
    assert read(file).labels.values == {"dish": {1: "pie", 2: "soup"}}
    assert b"SECRET" not in file.read_bytes()


@pytest.mark.parametrize("kind", ["spss", "stata"])
def test_no_name_leaves_as_the_label_of_a_number_drawn_anew(tmp_path: Path, kind: str) -> None:
    numbers = list(range(1, 7))
    names = {n: f"Firstname Lastname {n}" for n in numbers}
    labels = Labels(values={"person": names, "sex": {1: "man", 2: "woman"}})
    frame = pl.DataFrame({"person": numbers, "sex": [1, 2] * 3})
    data = Dataset.of(frame, key="sex", individual="person")
    plan = Plan(assess=[KAnonymity(k=3)], release=Terms(link="renumber"))
    place = Place.of(tmp_path / kind, Format(kind))
    assert place.write(plan.run(data, seed=1), labels).met
    written = read(place.files[0])
    assert "person" in written.frame.columns
    assert set(written.labels.values) == {"sex"}
    assert all(name.encode() not in place.files[0].read_bytes() for name in names.values())
