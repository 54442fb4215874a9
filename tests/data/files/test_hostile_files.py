"""Damaged and hostile files: refused in a sentence, in little time and memory."""

from __future__ import annotations

import gzip
import os
import re
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from discret.data.files import limits
from discret.data.files.given_files import border, given_text
from discret.data.files.limits import RATIO, allowed, check_size, unzipped
from discret.data.files.plain_data import UnreadableError, from_json, from_toml
from discret.data.files.tables import opened, read, write
from discret.data.files.transport_files import check_transport
from discret.errors import FileError, InputError
from every_part import people
from marked import TEXT, content, marked, shown, told
from where import needs_system

SUSPECT = 10**6


@pytest.fixture(autouse=True)
def suspicious(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suspect small files too, so that bombs can be small."""
    monkeypatch.setattr(limits, "SUSPECT", SUSPECT)


def rewritten(path: Path, change: Callable[[bytes], bytes]) -> Path:
    """Change the sheet of a workbook."""
    with zipfile.ZipFile(path) as book:
        entries = {name: book.read(name) for name in book.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, raw in entries.items():
            book.writestr(name, change(raw) if "sheet1" in name else raw)
    return path


@pytest.mark.parametrize(
    "place", ["XFD1048576", "ZZZZZZ99999999999", "XFE2", "A1048577", "A-1", "1A", "A99999999"]
)
def test_cells_where_no_sheet_has_any_are_refused(tmp_path: Path, place: str) -> None:
    path = write(people(), tmp_path / "people.xlsx")
    rewritten(path, lambda raw: re.sub(rb'r="B3"', f'r="{place}"'.encode(), raw))
    with pytest.raises(FileError, match=r"a cell stands where|is the limit"):
        read(path)


def test_a_sheet_that_unfolds_is_refused(tmp_path: Path) -> None:
    path = write(people(), tmp_path / "people.xlsx")
    blanks = b" " * (20 * SUSPECT)
    rewritten(path, lambda raw: raw.replace(b"<sheetData>", blanks + b"<sheetData>"))
    with pytest.raises(FileError, match="times as large"):
        read(path)


@pytest.mark.parametrize("suffix", ["xlsx", "xls", "ods"])
@pytest.mark.parametrize("start", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04", b"GIF89a"])
def test_what_is_no_workbook_is_refused(tmp_path: Path, suffix: str, start: bytes) -> None:
    path = content(tmp_path / f"people.{suffix}", start + TEXT.encode() * 99)
    with pytest.raises(FileError, match="damaged") as caught:
        read(path)
    assert shown(told(caught.value)) == []


@pytest.mark.parametrize("version", [5, 8])
def test_a_transport_file_is_whole_or_refused(tmp_path: Path, version: int) -> None:
    library = pytest.importorskip("pyreadstat")
    path = tmp_path / "people.xpt"
    library.write_xport(people().drop("remark"), path, file_format_version=version)
    check_transport(path)
    raw = path.read_bytes()
    start = raw.index(b"HEADER RECORD*******OBS") + 81
    for end in range(start, len(raw), 13):
        with pytest.raises(FileError, match="cut off"):
            check_transport(content(path, raw[:end]))


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "xlsx", "dta", "sav", "zsav", "csv.gz"])
def test_a_file_cut_anywhere_is_refused(tmp_path: Path, suffix: str) -> None:
    path = write(marked(), tmp_path / f"people.{suffix}")
    raw = path.read_bytes()
    for part in range(1, 10, 3):
        with pytest.raises(FileError) as caught:
            read(content(path, raw[: len(raw) * part // 10]))
        assert shown(told(caught.value)) == []


def test_a_bomb_is_never_unpacked_whole(tmp_path: Path) -> None:
    bomb = gzip.compress(b"a,b\n" + b"1,2\n" * (SUSPECT // 4))
    assert len(bomb) * RATIO < SUSPECT
    for members in (1, 3):  # several members make one file
        with pytest.raises(FileError, match="times as large"):
            read(content(tmp_path / "bomb.csv.gz", bomb * members))
    with allowed("1 kB"), pytest.raises(FileError, match="the limit"):
        unzipped("bomb.csv.gz", bomb)
    with allowed("2 GB"):
        assert len(unzipped("bomb.csv.gz", bomb)) > SUSPECT


def test_a_table_of_equal_values_is_a_bomb_too(tmp_path: Path) -> None:
    path = tmp_path / "equal.parquet"
    pl.DataFrame({"a": pl.repeat(1, SUSPECT // 4, dtype=pl.Int8, eager=True)}).write_parquet(path)
    for way in (read, opened):
        with pytest.raises(FileError, match="times as large"):
            way(path)
    with allowed("3GB"):
        assert opened(path).records == SUSPECT // 4


def test_a_sparse_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse.csv"
    with path.open("wb") as stream:
        stream.write(b"a,b\n")
        stream.truncate(2**40)
    with pytest.raises(FileError, match="16 GB, which is the limit"):
        read(path)


@pytest.mark.parametrize("limit", ["", "much", "-1", "0", "1e400", "NaN", "9" * 5000, 0, -3])
def test_a_limit_that_is_none_is_refused(limit: str | int) -> None:
    with pytest.raises(InputError, match="limit"), allowed(limit):
        check_size("a file", 1)


def odd_files(folder: Path) -> list[Path]:
    """What has a name and is no regular file."""
    os.mkfifo(folder / "pipe.csv")
    (folder / "loop.csv").symlink_to("loop.csv")
    (folder / "device.csv").symlink_to("/dev/zero")
    (folder / "folder.csv").mkdir()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "socket.csv"))
    listening.close()
    return [*folder.iterdir(), folder / "a\0b.csv", folder / f"{'x' * 5000}.csv"]


@needs_system(hasattr(os, "mkfifo"), "there are no pipes with names")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    odd = odd_files(tmp_path)
    assert len(odd) == 7
    for path in odd:
        for way in (read, opened, given_text):
            with pytest.raises(FileError):
                way(path)


def test_panics_of_any_library_are_caught_and_not_heard(capfd: pytest.CaptureFixture[str]) -> None:
    class PanicException(BaseException):
        pass

    def panics() -> None:
        os.write(2, TEXT.encode())
        raise PanicException(TEXT)

    with pytest.raises(FileError) as caught, border("it failed", hint="mend it"):
        panics()
    assert shown(told(caught.value), *capfd.readouterr()) == []
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"
    with pytest.raises(KeyboardInterrupt), border("it failed", hint="mend it"):
        raise KeyboardInterrupt


TOML = [
    f'a = {{"{TEXT}" = 1, "{TEXT}" = 2}}',
    f'["{TEXT}"]\n["{TEXT}"]',
    f'"{TEXT}" = {{}}\n["{TEXT}".b]',
    f'"{TEXT}"."b" = 1\n["{TEXT}"]\nb=2',
    f"a = {TEXT}",
    f'a = "{TEXT}',
    f"{TEXT}",
    f'{TEXT} = "\x00"',
    f'{TEXT} = "\\q"',
    "a = " + "[" * 50_000,
    "a = " + "{a=" * 50_000,
    "a = " + "9" * 5000,
    "a = 2020-13-99",
    "a = 1\n" * 2,
]


@pytest.mark.parametrize("text", TOML, ids=range(len(TOML)))
def test_toml_that_is_none_is_told_without_its_keys(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        from_toml(text)
    assert shown(told(caught.value), caught.value.why.fr) == []
    assert caught.value.why.fr


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 10**5, '{"a":' * 10**5, "9" * 5000, "NaN", "-Infinity", "1e999", '"\\ud800"'],
    ids=lambda text: text[:9],
)
def test_json_that_is_none_is_told(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        from_json(text)
    assert caught.value.why.fr
