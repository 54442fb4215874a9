"""Bad files: cut, changed, disguised, absurd."""

from __future__ import annotations

import gzip
import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hostile_input import MARK, Case, filled, odd, put

FORMATS = ("csv", "csv.gz", "parquet", "arrow", "xlsx", "dta", "sav", "zsav", "xpt")
SUFFIXES = (*FORMATS[1:], "xls", "ods", "por", "sas7bdat", "feather", "data", "zip")
COMMANDS = {
    "profile": ["profile", "{file}", "--plan", "new.toml"],
    "assess": ["assess", "{file}", "-k", "sex", "-m", "k_anonymity k=2"],
    "difference": ["difference", "{file}", "--zone", "zone", "--square", "sex"],
    "run": ["run", "plan.toml", "--data", "{file}", "--out", "out"],
    "check": ["check", "plan.toml", "--data", "{file}"],
    "values": ["values", "{file}", "town"],
}
BESIDE = {  # files beside the data; what is bad as a table may be fine there
    "assess --original": ["assess", "people.csv", "-k", "sex", "--original", "{file}"],
    "assess --population": ["assess", "people.csv", "-k", "sex", "--population", "{file}"],
    "values --against": ["values", "people.csv", "town", "--against", "{file}"],
    "difference --outlines": ["difference", "people.csv", "--zone", "zone", "--square", "sex",
                              "--out", "out", "--outlines", "{file}"],
}  # fmt: skip
ASIDE = 30  # how many of the files beside the data are tried
Bad = tuple[str, str, Callable[[Path], object], bool]


def file_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    """Give every command that reads a table bad ones."""
    for name, words in COMMANDS.items():
        for label, file, make, sure in bad_files(base, rng):
            yield Case("file", name, label, filled(words, file), make, sure)
    for name, words in BESIDE.items():
        for label, file, make, _ in rng.sample(list(bad_files(base, rng)), ASIDE):
            yield Case("file", name, label, filled(words, file), make, sure=False)


def bad_files(base: Path, rng: random.Random) -> Iterator[Bad]:
    for suffix in FORMATS:
        raw, name = (base / f"people.{suffix}").read_bytes(), f"bad.{suffix}"
        for label, changed, sure in (*cut(raw, suffix), *mutated(raw, rng)):
            yield f"{label} {suffix}", name, put(name, changed), sure
    strange = disguises(rng)
    for suffix in SUFFIXES:
        for label, raw in strange.items():
            yield f"{label} as {suffix}", f"bad.{suffix}", put(f"bad.{suffix}", raw), True
    for label, (raw, sure) in texts(base, rng).items():
        yield f"csv {label}", "bad.csv", put("bad.csv", raw), sure
    yield from workbooks(base, rng)
    yield "bomb gz", "bad.csv.gz", bomb, True
    yield "sparse", "bad.csv", sparse, True
    for label, (name, make) in odd(".csv").items():
        yield f"odd {label}", name, make, True


def cut(raw: bytes, suffix: str) -> Iterator[tuple[str, bytes, bool]]:
    """Cut a file off: a text may be whole at each line, and its last line may be anything."""
    sizes = {1, 3, 8, 64, len(raw) - 1, len(raw) - 8, *(len(raw) * n // 13 for n in range(1, 13))}
    for size in sorted(sizes):
        # what is lost at the end of these may be padding
        sure = suffix != "csv" and size < len(raw) - 80
        yield f"cut at {size}", raw[:size], sure


def mutated(raw: bytes, rng: random.Random) -> Iterator[tuple[str, bytes, bool]]:
    """Change a few bits or bytes, put some in, take some out, write numbers beyond all bounds."""
    for number in range(3):
        changed = bytearray(raw)
        for _ in range(rng.choice([1, 1, 4, 40])):
            changed[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        yield f"bits {number}", bytes(changed), False
    for number in range(2):
        at, many = rng.randrange(len(raw)), rng.choice([1, 4, 8, 80])
        filling = rng.choice([b"\0", b"\xff", b"\x7f"]) * many
        yield f"bytes {number}", raw[:at] + filling + raw[at + many :], False
        yield f"put in {number}", raw[:at] + filling + raw[at:], False
        yield f"taken out {number}", raw[:at] + raw[at + many :], False
    for number in range(3):  # heads and feet hold the sizes of what follows
        at = rng.choice([rng.randrange(min(400, len(raw) - 8)), max(len(raw) - 12, 0)])
        huge = struct.pack(rng.choice(["<q", ">q", "<i", ">i"]), rng.choice([2**31 - 1, -1, 2**30]))
        yield f"size {number}", raw[:at] + huge + raw[at + len(huge) :], False
    half = len(raw) // 2
    yield "twice", raw + raw, False
    yield "halves swapped", raw[half:] + raw[:half], False


def disguises(rng: random.Random) -> dict[str, bytes]:
    mark = MARK.encode()
    return {
        "empty": b"", "zeros": bytes(999), "noise": rng.randbytes(999), "text": mark * 9,
        "zip": b"PK\3\4" + mark * 9, "old": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + mark * 99,
        "gzip": b"\x1f\x8b" + mark * 9, "header": b"HEADER RECORD*******" + mark * 99,
        "parquet": b"PAR1" + mark * 9 + b"PAR1", "arrow": b"ARROW1\0\0" + mark * 9,
    }  # fmt: skip


def texts(base: Path, rng: random.Random) -> dict[str, tuple[bytes, bool]]:
    head, mark = b"name,sex,town\n", MARK.encode()
    whole = (base / "people.csv").read_text(encoding="utf-8")
    bad = {"blank": b"\n\n", "header only": head, "same name": b"sex,town,sex\n1,2,3\n",
           "case": b"sex,town,SEX\n1,2,3\n", "ragged": head + mark + b",1,2,3,4\n",
           "nul": b"\0" * 99, "quote": head + b'"' + mark, "noise": rng.randbytes(99) + b"\0\1",
           "half a letter": whole.encode() + b"\xff\xfe\xfd,\x80",
           "not UTF-8 at the end": whole.encode() * 99 + b"\xc3"}  # fmt: skip
    perhaps = {
        name: whole.encode(name, "replace")
        for name in ("utf-16", "utf-16-le", "utf-32", "cp500", "utf-8-sig", "latin-1", "utf-7")
    }
    perhaps |= {
        "wide": ",".join(f"c{n}" for n in range(20_000)).encode() + b"\n" + b"1," * 19_999 + b"1\n",
        "long cell": head + b"x" * 5_000_000 + b",1,2\n",
        "long name": b"sex,town," + b"y" * 100_000 + b"\n1,2,3\n",
        "escape": b"sex,town,\x1b[2J\n1,2,\x1b[31m\n", "one column": b"sex\n1\n2\n",
        "digits": head + b"9" * 5000 + b",1,2\n", "infinite": head + b"inf,nan,-inf\n",
        "carriage": head.replace(b"\n", b"\r") + b"1,2,3\r", "commas": b",,,\n,,,\n",
    }  # fmt: skip
    return {k: (v, True) for k, v in bad.items()} | {k: (v, False) for k, v in perhaps.items()}


def workbooks(base: Path, rng: random.Random) -> Iterator[Bad]:
    """Change what is inside a workbook: the place of a cell, a file, its absence."""
    sure = ("XFD1048576", "ZZZZZZ99999999999", "a-1")
    for place in (*sure, "XFD99", "A1048576", "A0", "1", ""):
        change = (b'r="B3"', f'r="{place}"'.encode())
        yield f"cell {place}", "bad.xlsx", book(base, change=change), place in sure
    names = zipfile.ZipFile(base / "people.xlsx").namelist()
    for name in names:
        sheet = name.endswith("sheet1.xml")
        yield f"without {name}", "bad.xlsx", book(base, without=name), sheet
        yield f"half of {name}", "bad.xlsx", book(base, half=name), sheet
    for number in range(6):
        change = (rng.choice([b"<c ", b"<v>", b"</row>", b"t=", b"<si>"]), rng.randbytes(5))
        yield f"inside {number}", "bad.xlsx", book(base, change=change), False


def book(base: Path, *, change: tuple[bytes, bytes] | None = None, without: str = "",
         half: str = "") -> Callable[[Path], object]:  # fmt: skip
    def make(folder: Path) -> None:
        with zipfile.ZipFile(base / "people.xlsx") as given:
            entries = {name: given.read(name) for name in given.namelist() if name != without}
        with zipfile.ZipFile(folder / "bad.xlsx", "w", zipfile.ZIP_DEFLATED) as made:
            for name, raw in entries.items():
                part = raw[: len(raw) // 2] if name == half else raw
                made.writestr(name, part.replace(*change, 3) if change else part)

    return make


def bomb(folder: Path) -> None:
    member = gzip.compress(b"sex,town\n" + b"1,2\n" * 10**7, 6)
    (folder / "bad.csv.gz").write_bytes(member * 60)


def sparse(folder: Path) -> None:
    with (folder / "bad.csv").open("wb") as stream:
        stream.write(b"sex,town\n")
        stream.truncate(2**40)


def prepared(folder: Path) -> Any:
    """Write the table in every format."""
    import polars as pl

    from discret.data.files.tables import write
    from every_part import people

    said = pl.col("name", "sex", "town", "illness")
    table = people().with_columns(pl.format(MARK + " {}", said).name.keep())
    for suffix in FORMATS:
        write(table, folder / f"people.{suffix}")
