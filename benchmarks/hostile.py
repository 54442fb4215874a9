"""Bad files, bad plans, bad records, odd outputs: each ends in one message, and nothing is written.

    python benchmarks/hostile.py --minutes 30 --seed 1

Each command is called in a process of its own, forked from one that has read the code, with little
memory and little time. Every value of the data bears a mark. Cases are of two kinds: those that
are bad for sure must end with code 2, one message and a hint, and leave the folder as it was;
those that a random change has made may be fine after all, and must only not fail otherwise: no
traceback, no other code than 0, 1, 2, no mark in what is said, no other message than ours.
They come in random order, so that a short run is a sample; --only TEXT chooses by name.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

os.environ.setdefault("POLARS_MAX_THREADS", "1")
TESTS = Path(__file__).parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "cli")]

MARK = "ZQXCAN"
MEMORY, SECONDS = 8 * 10**9, 60
FORMATS = ("csv", "csv.gz", "parquet", "arrow", "xlsx", "dta", "sav", "zsav", "xpt")
SUFFIXES = (*FORMATS[1:], "xls", "ods", "por", "sas7bdat", "feather", "data", "zip")
FILE_COMMANDS = {
    "profile": ["profile", "{file}", "--plan", "new.toml"],
    "assess": ["assess", "{file}", "-k", "sex", "-m", "k_anonymity k=2"],
    "difference": ["difference", "{file}", "--zone", "town", "--cell", "sex"],
    "run": ["run", "plan.toml", "--data", "{file}", "--out", "out"],
    "check": ["check", "plan.toml", "--data", "{file}"],
    "values": ["values", "{file}", "town"],
}
PLAN_COMMANDS = {
    "run": ["run", "{file}", "--out", "out"],
    "assess": ["assess", "--plan", "{file}"],
    "check": ["check", "{file}"],
}
RECORD_COMMANDS = {
    "report": ["report", "{file}", "--out", "new.html"],
    "public": ["report", "{file}", "--public", "--out", "new.html"],
    "compare": ["compare", "{file}", "base/record.json", "--out", "new.html"],
}
OUTPUT_COMMANDS = {  # whether it writes a folder
    "profile": (["profile", "people.csv", "--force", "--plan", "{file}"], False),
    "report": (["report", "base/record.json", "--out", "{file}"], False),
    "compare": (["compare", "base/record.json", "base/record.json", "--out", "{file}"], False),
    "run": (["run", "plan.toml", "--out", "{file}"], True),
    "demo": (["demo", "--example", "dishes", "--out", "{file}"], True),
    "difference": (["difference", "people.csv", "--zone", "town", "--cell", "sex", "--out",
                    "{file}"], True),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A call that goes wrong: its words, what to put into the folder, whether it surely does."""

    name: str
    words: list[str]
    prepare: Callable[[Path], object]
    sure: bool = True


# -- what is right, to start from ----------------------------------------------------------------


def prepared(folder: Path) -> None:
    """Write the table in every format, a plan, and the record of a run."""
    import polars as pl
    from command import PLAN

    from discret.data.files import write
    from every_part import people

    texts = pl.col("name", "sex", "town", "illness")
    table = people().with_columns(pl.format(MARK + " {}", texts).name.keep())
    for suffix in FORMATS:
        write(table, folder / f"people.{suffix}")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    os.chdir(folder)
    assert called(["run", "plan.toml", "--out", "base"]) == 0
    for name in ("release.csv", "report.html", "public.html"):
        (folder / "base" / name).unlink()


def called(words: list[str]) -> int:
    """Call the command line in this process, and return its code."""
    from discret.cli import main

    sys.argv = ["discret", *words]
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


# -- files ---------------------------------------------------------------------------------------


def file_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    for name, words in FILE_COMMANDS.items():
        for label, file, make, sure in bad_files(base, rng):
            call = [word.replace("{file}", file) for word in words]
            yield Case(f"file {name} {label}", call, make, sure)


def put(name: str, raw: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(raw)


def bad_files(base: Path, rng: random.Random) -> Iterator[tuple[str, str, Any, bool]]:
    mark = MARK.encode()
    for suffix in FORMATS:
        raw, name = (base / f"people.{suffix}").read_bytes(), f"bad.{suffix}"
        for part in range(1, 13) if suffix != "csv" else ():
            yield f"cut {part} {suffix}", name, put(name, raw[: len(raw) * part // 13]), True
        for number in range(6):
            changed = bytearray(raw)
            for _ in range(rng.choice([1, 1, 4])):
                changed[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            yield f"bits {number} {suffix}", name, put(name, bytes(changed)), False
        for number in range(6):
            at, many = rng.randrange(len(raw)), rng.choice([1, 4, 8, 80])
            filled = raw[:at] + rng.choice([b"\0", b"\xff"]) * many + raw[at + many :]
            yield f"bytes {number} {suffix}", name, put(name, filled), False
    strange = {"empty": b"", "zeros": bytes(999), "noise": rng.randbytes(999),
               "zip": b"PK\3\4" + mark * 9,
               "old": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + mark * 99, "text": mark * 9,
               "gzip": b"\x1f\x8b" + mark * 9, "header": b"HEADER RECORD*******" + mark * 99,
               "parquet": b"PAR1" + mark * 9 + b"PAR1",
               "arrow": b"ARROW1\0\0" + mark * 9}  # fmt: skip
    for suffix in SUFFIXES:
        for label, raw in strange.items():
            yield f"{label} as {suffix}", f"bad.{suffix}", put(f"bad.{suffix}", raw), True
    head = b"name,sex,town\n"
    texts = {"blank": b"\n\n", "header only": head, "twice": b"sex,town,sex\n1,2,3\n", "case":
             b"sex,town,SEX\n1,2,3\n", "ragged": head + mark + b",1,2,3,4\n", "nul": b"\0" * 99,
             "quote": head + b'"' + mark, "noise": rng.randbytes(99) + b"\0\1"}  # fmt: skip
    for label, raw in texts.items():
        yield f"csv {label}", "bad.csv", put("bad.csv", raw), True
    for place in ("XFD1048576", "XFD99", "A1048576", "ZZZZZZ99999999999", "A0", "1", "", "a-1"):
        sure = place in ("XFD1048576", "ZZZZZZ99999999999", "a-1")
        yield f"cell {place}", "bad.xlsx", sheet(base, place), sure
    yield "bomb gz", "bad.csv.gz", bomb, True
    yield "sparse", "bad.csv", sparse, True
    for label, (name, make) in ODD.items():
        yield f"odd {label}", name, make, True


def sheet(base: Path, place: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        with zipfile.ZipFile(base / "people.xlsx") as book:
            entries = {name: book.read(name) for name in book.namelist()}
        with zipfile.ZipFile(folder / "bad.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
            for name, raw in entries.items():
                book.writestr(name, raw.replace(b'r="B3"', f'r="{place}"'.encode()))

    return make


def bomb(folder: Path) -> None:
    member = gzip.compress(b"sex,town\n" + b"1,2\n" * 10**7, 6)
    (folder / "bad.csv.gz").write_bytes(member * 60)


def sparse(folder: Path) -> None:
    with (folder / "bad.csv").open("wb") as stream:
        stream.write(b"sex,town\n")
        stream.truncate(2**40)


def listen(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def nothing(_: Path) -> None:
    """Leave the folder as it is."""


ODD: dict[str, tuple[str, Callable[[Path], object]]] = {
    "missing": ("nowhere.csv", nothing),
    "folder": ("bad.csv", lambda folder: (folder / "bad.csv").mkdir()),
    "pipe": ("bad.csv", lambda folder: os.mkfifo(folder / "bad.csv")),
    "socket": ("bad.csv", lambda folder: listen(folder / "bad.csv")),
    "loop": ("bad.csv", lambda folder: (folder / "bad.csv").symlink_to("bad.csv")),
    "dangling": ("bad.csv", lambda folder: (folder / "bad.csv").symlink_to("nowhere")),
    "device": ("bad.csv", lambda folder: (folder / "bad.csv").symlink_to("/dev/zero")),
    "through a file": ("people.csv/bad.csv", nothing),
    "long": ("x" * 5000 + ".csv", nothing),
    "long parts": ("x/" * 5000 + ".csv", nothing),
    "nothing": ("", nothing),
    "half a letter": ("\udc80.csv", nothing),
    "escape": ("\x1b[2J.csv", nothing),
    "zero": ("/dev/zero", nothing),
    "process": ("/proc/self/mem", nothing),
}


# -- plans ---------------------------------------------------------------------------------------


def plan_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    plain = (base / "plan.toml").read_text(encoding="utf-8")
    for name, words in PLAN_COMMANDS.items():
        for label, text, sure in bad_plans(plain, rng):
            raw = text if isinstance(text, bytes) else text.encode()
            call = [word.replace("{file}", "bad.toml") for word in words]
            yield Case(f"plan {name} {label}", call, put("bad.toml", raw), sure)
        for label, (file, make) in ODD.items():
            call = [word.replace("{file}", file) for word in words]
            yield Case(f"plan {name} odd {label}", call, make)


def bad_plans(plain: str, rng: random.Random) -> Iterator[tuple[str, str | bytes, bool]]:
    for number, text in enumerate(NO_TOML):
        yield f"no TOML {number}", f"{plain}\n{text}", True
    yield "not UTF-8", plain.encode() + b"# \xff", True
    yield "NUL", plain + "\0", True
    for section in ("data", "roles", "hierarchies", "release"):
        for value in ("3", f'"{MARK}"', "[3]", "true", "[[]]"):
            rest = re.sub(rf"(?ms)^\[{section}\].*?(?=^\[)", "", plain)
            yield f"{section} is {value}", f"{section} = {value}\n{rest}", True
    for section in ("assess", "reduce", "quantify", "variant"):
        for value in ("3", f'"{MARK}"', "[3]", "{}", "true"):
            rest = plain.replace("[[assess]]", "[[x]]").replace("[[reduce]]", "[[y]]")
            yield f"{section} is {value}", f"{section} = {value}\n{rest}", True
    for setting in SETTINGS:
        section, text = setting.split("\n", 1)
        yield setting[:60], plain.replace(section, f"{section}\n{text}", 1), True
    yield from bad_parts(plain, rng)
    for number in range(40):
        at, many = rng.randrange(len(plain)), rng.choice([1, 1, 3, 30])
        yield f"without {number}", plain[:at] + plain[at + many :], False


def bad_parts(plain: str, rng: random.Random) -> Iterator[tuple[str, str, bool]]:
    from discret.catalogue import parts

    words = {"assess": "measure", "reduce": "method", "quantify": "measure"}
    for verb, word in words.items():
        for name, part in parts(verb).items():  # type: ignore[arg-type]
            head = f'{plain}\n[[{verb}]]\n{word} = "{name}"\n'
            yield f"{name} unknown", f"{head}zqx = 3\n", True
            for field in part.model_fields:
                odd = f"{head}{field} = "
                yield f"{name} {field} table", odd + '{a = [["x"]], b = {c = [{}]}}\n', True
                for value in rng.sample(VALUES, 2):
                    yield f"{name} {field} {value}", f"{odd}{value}\n", False


VALUES = ["1e300", f"{10**23 - 1}", "[-1]", "-1e-300", '""', '"nowhere"', "0", "[]"]
NO_TOML = [
    "x = ", "x", "= 3", "[x", "[[x]", "x = [", "x = {", 'x = "', "x = '", "x = 1 2", "x = 01",
    "x = 1\nx = 2", "[a]\n[a]", "x.y = 1\nx = 2", "x = 2020-13-01", "x = tru", 'x = "\\q"',
    f'x = {{"{MARK}" = 1, "{MARK}" = 2}}', f'["{MARK}"]\n["{MARK}"]', f'"{MARK}" = {MARK}',
    "x = " + "[" * 20_000, "x = " + "{a=" * 20_000, "x = " + "9" * 5000, "x = \x1b[2J",
    "x = " + "1" * 4299 + "e9999", "[" + "a." * 20_000 + "a]", "#" * 17 * 10**6,
]  # fmt: skip
SETTINGS = [
    "[data]\nnonsense = 1", "[data]\noriginal = 3", "[data]\npopulation = []",
    '[data]\ncount = "x"', '[data]\noriginal = "nowhere.csv"', '[data]\npopulation = "a\\u0000b"',
    f'[data]\noriginal = "{"x" * 5000}.csv"', '[data]\noriginal = "base"',
    "[roles]\nnonsense = []", "[roles]\narea = 3", "[roles]\narea = [[]]", "[roles]\narea = {}",
    f'[roles]\narea = "{"x" * 9999}"', '[roles]\narea = "\\u001b[2J"',
    '[roles]\nhousehold = ["home", "person"]', '[roles]\nrow = "sex"',
    "[release]\nnonsense = 1", "[release]\nlink = 3", "[release]\nreview = 3",
    '[release]\nfollows = {a = 3}', "[release]\naudience = []",
]  # fmt: skip


# -- records -------------------------------------------------------------------------------------


def record_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    whole = (base / "base" / "record.json").read_text(encoding="utf-8")
    for name, words in RECORD_COMMANDS.items():
        for label, text, sure in bad_records(whole, rng):
            call = [word.replace("{file}", "bad.json") for word in words]
            raw = text if isinstance(text, bytes) else text.encode()
            yield Case(f"record {name} {label}", call, put("bad.json", raw), sure)
        for label, (file, make) in ODD.items():
            call = [word.replace("{file}", file) for word in words]
            yield Case(f"record {name} odd {label}", call, make)


def bad_records(whole: str, rng: random.Random) -> Iterator[tuple[str, str | bytes, bool]]:
    for part in range(24):
        yield f"cut {part}", whole[: len(whole) * part // 24], True
    for number in range(24):
        place = rng.choice([m.start() for m in re.finditer(r"[{}\[\]:,]", whole)])
        yield f"mark {number}", whole[:place] + "@" + whole[place + 1 :], True
    numbers = [m.span() for m in re.finditer(r"(?<=: )-?\d+(\.\d+)?(?=[,\n])", whole)]
    for text in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "[" * 10**5, '"\\ud800"'):
        for number, (start, end) in enumerate(rng.sample(numbers, 4)):
            yield f"{text[:9]} {number}", whole[:start] + text + whole[end:], True
    yield "not UTF-8", b"\xff\xfe" + whole.encode(), True
    for text in (
        "[]",
        "3",
        "null",
        '"x"',
        "{}",
        '{"schema": []}',
        '{"schema": "discret.record/9"}',
    ):
        yield text, text, True
    places = list(leaves(json.loads(whole)))
    typed = [p for p in places if not FREE.intersection(p)]
    for number, place in enumerate(rng.sample(typed, 60)):
        wrong = changed(json.loads(whole), place, rng.choice([[MARK, 3], {MARK: [MARK]}]))
        yield f"wrong {number} {'.'.join(map(str, place))}", json.dumps(wrong), True
    for number, place in enumerate(rng.sample(places, 60)):
        odd = changed(json.loads(whole), place, rng.choice([None, [], {}, "x", -1, 10**30, True]))
        yield f"odd {number} {'.'.join(map(str, place))}", json.dumps(odd), False


FREE = {"details", "facts", "parameters", "release", "terms", "hierarchies", "automatic",
        "readings"}  # fmt: skip


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inside:
        if isinstance(one, dict | list) and one:
            yield from leaves(one, (*place, name))
        elif not isinstance(one, dict | list):
            yield (*place, name)


def changed(record: Any, place: tuple[Any, ...], value: Any) -> Any:
    inside = record
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] = value
    return record


# -- outputs -------------------------------------------------------------------------------------

PLACES: dict[str, tuple[Callable[[Path], object], bool | None]] = {
    # what stands there; whether a folder (True), a file (False) or neither (None) could be written
    "folder": (lambda folder: (folder / "folder").mkdir(), True),
    "file.html": (lambda folder: (folder / "file.html").write_text("mine"), False),
    "people.csv": (nothing, None),
    "pipe.html": (lambda folder: os.mkfifo(folder / "pipe.html"), None),
    "socket.html": (lambda folder: listen(folder / "socket.html"), None),
    "loop.html": (lambda folder: (folder / "loop.html").symlink_to("loop.html"), None),
    "null.html": (lambda folder: (folder / "null.html").symlink_to("/dev/null"), None),
    "full.html": (lambda folder: (folder / "full.html").symlink_to("/dev/full"), None),
    "astray.html": (lambda folder: (folder / "astray.html").symlink_to("no/where"), None),
    "same.html": (lambda folder: (folder / "same.html").symlink_to("people.csv"), None),
    "y" * 256: (nothing, None),
    "x" * 300: (nothing, None),
    "x" * 5000: (nothing, None),
    "/proc/here": (nothing, None),
    "/proc/self/here": (nothing, None),
    "/sys/here": (nothing, None),
    "/dev/null": (nothing, None),
    "/dev/full": (nothing, None),
    "/dev/fd/99": (nothing, None),
}
AFTER = ("", "/", "/out", "/out/out", "/../people.csv", "/./")


def output_cases(_: Path, __: random.Random) -> Iterator[Case]:
    for name, (words, folder) in OUTPUT_COMMANDS.items():
        for place, (make, fits) in PLACES.items():
            for after in AFTER:
                sure = not (fits is folder or (fits and after not in ("", "/", "/./")))
                sure &= not (place == "same.html" and not folder and name != "profile")
                sure &= not (place == "people.csv" and name in ("report", "compare"))
                sure &= after != "/../people.csv"
                call = [word.replace("{file}", place + after) for word in words]
                yield Case(f"output {name} {place[:40]!r}{after}", call, make, sure)


# -- the campaign --------------------------------------------------------------------------------


def seen(folder: Path) -> dict[str, Any]:
    """What a folder holds: kinds and sizes, and when each was changed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        one = path.lstat()
        found[str(path.relative_to(folder))] = (one.st_mode, one.st_size, one.st_mtime_ns)
    return found


def wrong(case: Case, base: Path) -> str:
    """Run a case in a folder of its own; say what is wrong, or nothing."""
    folder = Path(mkdtemp(prefix="hostile-"))
    try:
        shutil.copytree(base, folder, dirs_exist_ok=True)
        case.prepare(folder)
        before = seen(folder)
        out, err = Path(f"{folder}.out"), Path(f"{folder}.err")
        code = forked(case, folder, out, err)
        texts = [one.read_text("utf-8", "replace") for one in (out, err)]
        return judged(case, code, *texts, seen(folder) == before)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for end in ("out", "err"):
            Path(f"{folder}.{end}").unlink(missing_ok=True)


def judged(case: Case, code: int, out: str, err: str, same: bool) -> str:
    faults = {
        f"code {code}": code != 2 if case.sure else code not in (0, 1, 2),
        "a traceback": "Traceback" in err or "panicked" in err,
        "a value": MARK in err or (MARK in out and code == 2) or "\x1b" in out + err,
        "not one message": code == 2 and not (err.startswith("discret: ") and "Hint: " in err),
        "two messages": err.count("discret: ") > 1 or (code == 2 and bool(out)),
        "something written": code == 2 and not same,
    }
    found = [fault for fault, is_so in faults.items() if is_so]
    return f"{', '.join(found)} | {err.strip()[:300]!r}" if found else ""


def forked(case: Case, folder: Path, out: Path, err: Path) -> int:
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.chdir(folder)
            for number, path in ((1, out), (2, err)):
                os.dup2(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), number)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.alarm(SECONDS)
            code = called(case.words)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def based() -> Path:
    """Make what is right in a process of its own, so that this one has no threads to fork."""
    folder = Path(mkdtemp(prefix="hostile-base-"))
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            prepared(folder)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    return folder


def cases(base: Path, seed: int, only: str = "") -> list[Case]:
    """Make all cases, in random order."""
    rng = random.Random(seed)  # noqa: S311 (no secret)
    makers = (file_cases, plan_cases, record_cases, output_cases)
    every = [case for maker in makers for case in maker(base, rng) if only in case.name]
    rng.shuffle(every)
    return every


def campaign(
    minutes: float, seed: int, most: int | None = None, only: str = ""
) -> tuple[Counter[str], list[str]]:
    """Run cases until the time is over; return how many of each kind, and what went wrong."""
    base = based()
    done, found = Counter[str](), list[str]()
    try:
        chosen = cases(base, seed, only)[:most]
        end = time.monotonic() + 60 * minutes
        for case in chosen:
            if time.monotonic() > end:
                break
            fault = wrong(case, base)
            kind = " ".join(case.name.split()[:2])
            done[kind + ("" if case.sure else " (perhaps)")] += 1
            found += [f"{case.name}: {fault}"] if fault else []
            if fault and __name__ == "__main__":
                print(f"WRONG {found[-1]}", flush=True)
    finally:
        shutil.rmtree(base)
    return done, found


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=30)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--most", type=int, help="run no more cases than this")
    reader.add_argument("--only", default="")
    given = reader.parse_args()
    done, found = campaign(given.minutes, given.seed, given.most, given.only)
    for kind, count in sorted(done.items()):
        print(f"{count:6} {kind}")
    print(f"{done.total()} cases, {len(found)} wrong")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
