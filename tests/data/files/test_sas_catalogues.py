"""Labels of values that SAS keeps in a catalogue beside the file.

The two files of sas/ come from the tests of pyreadstat (Apache-2.0, Roche), packed.
"""

from __future__ import annotations

import lzma
import re
from pathlib import Path

import pytest

from discret import Dataset
from discret.data.files.sas_catalogues import _OWN
from discret.data.files.tables import Table, read

pytest.importorskip("pyreadstat")
PACKED = Path(__file__).parent / "sas"


@pytest.fixture(name="data")
def data_of_sas(tmp_path: Path) -> Path:
    return unpacked("sexes.sas7bdat", tmp_path / "sexes.sas7bdat")


def unpacked(name: str, path: Path) -> Path:
    path.write_bytes(lzma.decompress((PACKED / f"{name}.xz").read_bytes()))
    return path


def told(table: Table) -> str:
    assert all(re.search("[a-z]", note.fr) and note.fr != note for note in table.notes)
    return " ".join(table.notes)


def test_without_a_catalogue_the_codes_stay_and_that_is_said(data: Path) -> None:
    table = read(data)
    assert table.frame["SEXA"].to_list() == ["1", "2", "1"]
    assert table.labels.values == {}
    assert "not beside the file: the codes stay in 'SEXA', 'SEXB'" in told(table)


@pytest.mark.parametrize("name", ["formats.sas7bcat", "sexes.sas7bcat", "FORMATS.SAS7BCAT"])
def test_a_catalogue_beside_the_file_gives_its_labels(data: Path, name: str) -> None:
    unpacked("formats.sas7bcat", data.with_name(name))
    table = read(data)
    assert table.labels.values["SEXA"] == {"1": "Male", "2": "Female"}
    assert told(table) == f"Labels of values were read from {name!r} beside it."
    people = Dataset.of(table.frame, key=["SEXA"], labels=table.labels)
    assert people.keys.groups["SEXA"].sort().to_list() == ["Female", "Male"]


def test_a_catalogue_of_another_name_is_not_taken(data: Path) -> None:
    unpacked("formats.sas7bcat", data.with_name("other.sas7bcat"))
    assert read(data).labels.values == {}


@pytest.mark.parametrize("broken", [b"", b"nothing of SAS", None])
def test_a_catalogue_that_cannot_be_read_leaves_the_codes(data: Path, broken: bytes | None) -> None:
    beside = data.with_name("sexes.sas7bcat")
    if broken is None:
        beside.mkdir()
    else:
        beside.write_bytes(broken)
    table = read(data)
    assert table.frame["SEXB"].to_list() == ["1", "2", "1"]
    assert "cannot be read as a catalogue" in told(table)


@pytest.mark.parametrize("own", ["BEST12", "$1", "YYMMDD10", "DATETIME", "TIME20.3", "$CHAR8", ""])
def test_formats_of_sas_itself_name_no_categories(own: str) -> None:
    assert _OWN.fullmatch(own)
    assert not _OWN.fullmatch(f"{own.rstrip('0123456789.')}SEXF")
