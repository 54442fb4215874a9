"""Bad files, plans, records, outputs, words: each ends in one message, and nothing is written.

    nice python benchmarks/hostile.py --seed 1

Each command is called in a process of its own, forked from one that has read the code, with little
memory and little time; half of them speak French. Every text of the data bears a mark. Cases that
are bad for sure must end with code 2, one message and a hint in the language asked for, and leave
the folder as it was. Those that a random change has made may be fine after all: they may end with 0
or 1, or else as the others. Some cases are called again as anybody would, from a shell: both must
say the same. They come in random order: a short run is a sample. --only TEXT chooses by name.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import pkgutil
import random
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

for name in ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # what has threads must not be forked
TESTS = Path(__file__).parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "cli")]

from hostile_input import MARK, Case  # noqa: E402
from hostile_input.files import file_cases, prepared  # noqa: E402
from hostile_input.outputs import output_cases  # noqa: E402
from hostile_input.plans import HIERARCHY, plan_cases  # noqa: E402
from hostile_input.records import record_cases  # noqa: E402
from hostile_input.words import GOOD, word_cases  # noqa: E402

MEMORY, HELD, SECONDS, PATIENCE = 8 * 10**9, 2 * 10**9, 30, 240
WANTED = {"file": 250, "plan": 250, "record": 100, "output": 100, "words": 50}  # refused, at least
MOST = {"file": 350, "plan": 330, "record": 150, "output": 135, "words": 100}  # tried, of each
BESIDE = 20  # for what is one option of many: "assess --population"
SHOWING = ("values", "difference")  # commands that show values to whoever holds the file
SAID = {"en": ("discret: ", "Hint: "), "fr": ("discret\u202f: ", "Piste\u202f: ")}


@dataclass(frozen=True)
class End:
    """How a call ended: its code, what it said, the time and memory it took, what it left."""

    code: int
    out: str
    err: str
    seconds: float
    memory: int
    same: bool
    left: bool


# -- one call ------------------------------------------------------------------------------------


def surroundings(case: Case) -> str:
    """Return the language of the environment of a case."""
    return ("en", "fr")[zlib.crc32(repr((case.name, case.words)).encode("utf-8", "replace")) % 2]


def language(case: Case) -> str:
    """Return the language that a case is spoken to in."""
    from discret.cli.terminal.language import spoken

    return spoken(case.words, {"DISCRET_LANGUAGE": surroundings(case)})


def ended(case: Case, base: Path, call: Callable[[Case, Path], Any]) -> End:
    """Call a case in a folder of its own, and look at what became of it."""
    folder, aside = Path(mkdtemp(prefix="hostile-")), Path(mkdtemp(prefix="hostile-tmp-"))
    try:
        shutil.copytree(base, folder, dirs_exist_ok=True)
        case.prepare(folder)
        before = seen(folder)
        code, out, err, seconds, memory = call(case, folder, aside)
        left = any(aside.iterdir())
        return End(code, out, err, seconds, memory, seen(folder) == before, left)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(aside, ignore_errors=True)


def seen(folder: Path) -> dict[str, Any]:
    """What a folder holds: kinds and sizes, and when each was changed."""
    found = {}
    for path in sorted(folder.rglob("*")):
        one = path.lstat()
        found[str(path.relative_to(folder))] = (one.st_mode, one.st_size, one.st_mtime_ns)
    return found


def bounded(case: Case) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if case.room is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (case.room, case.room))
    signal.alarm(PATIENCE)  # the machine may have others to serve


def forked(case: Case, folder: Path, aside: Path) -> tuple[int, str, str, float, int]:
    (out, out_end), (err, err_end) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.chdir(folder)
            os.dup2(out_end, 1)
            os.dup2(err_end, 2)
            os.environ |= {"DISCRET_LANGUAGE": surroundings(case), "TMPDIR": str(aside)}
            bounded(case)
            code = called(case.words)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)
    os.close(out_end)
    os.close(err_end)
    texts = read(out, err)
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return code, *texts, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def read(*ends: int) -> list[str]:
    """Read pipes to their end."""
    held: dict[int, bytes] = dict.fromkeys(ends, b"")
    with selectors.DefaultSelector() as waiting:
        for end in ends:
            waiting.register(end, selectors.EVENT_READ)
        while waiting.get_map():
            for key, _ in waiting.select():
                part = os.read(key.fd, 1 << 16)
                held[key.fd] += part
                if not part:
                    waiting.unregister(key.fd)
                    os.close(key.fd)
    return [raw.decode("utf-8", "replace") for raw in held.values()]


def called(words: list[str]) -> int:
    """Call the command line in this process, and return its code."""
    from discret.cli import main

    sys.argv = ["discret", *words]
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def shelled(case: Case, folder: Path, aside: Path) -> tuple[int, str, str, float, int]:
    """Call a case as a process that reads the code itself."""
    own = {
        "DISCRET_LANGUAGE": surroundings(case),
        "TMPDIR": str(aside),
        "PYTHONIOENCODING": "utf-8",
    }
    words = [os.fsencode(word) for word in (sys.executable, "-m", "discret", *case.words)]
    done = subprocess.run(
        words, cwd=folder, env=os.environ | own, capture_output=True, check=False,
        preexec_fn=lambda: bounded(case),
    )  # fmt: skip
    said = [raw.decode("utf-8", "replace") for raw in (done.stdout, done.stderr)]
    return done.returncode, *said, 0.0, 0


def judged(case: Case, end: End) -> str:
    """Say what is wrong with an end, or nothing."""
    who, hint = SAID[language(case)]
    refused = end.code == 2
    faults = {
        f"code {end.code}": not refused and (case.sure or end.code not in (0, 1)),
        "a traceback": "Traceback" in end.err or "panicked" in end.err,
        "a value": MARK in end.err or (MARK in end.out and (refused or silent(case))),
        "raw letters": "\x1b" in end.out + end.err,
        "not one message": refused and not (end.err.startswith(who) and hint in end.err),
        "two messages": end.err.count(who) > 1 or end.err.count(hint) > 1 or other_lines(end, who),
        "an answer too": refused and bool(end.out),
        "another language": refused and bool(foreign(case, end.err)),
        "something written": refused and not end.same,
        "something left behind": end.left,
        f"{end.seconds:.0f} s": end.seconds > SECONDS / 2,
        f"{end.memory >> 20} MB": end.memory > HELD,
    }
    found = [fault for fault, is_so in faults.items() if is_so]
    return f"{', '.join(found)} | {end.err.strip()[:400]!r}" if found else ""


def silent(case: Case) -> bool:
    """Say whether a call that goes well prints no value of its file, as most commands."""
    return case.kind == "file" and not case.command.startswith(SHOWING)


def other_lines(end: End, who: str) -> bool:
    """Say whether a refusal has lines that are neither its sentence, its faults nor its hint."""
    usual = (who, "  - ", *(hint for _, hint in SAID.values()))
    return end.code == 2 and any(not line.startswith(usual) for line in end.err.splitlines())


def foreign(case: Case, text: str) -> set[str]:
    from tongues import foreign as other

    return other(text, language(case))  # type: ignore[arg-type]


# -- the campaign --------------------------------------------------------------------------------


def warmed() -> None:
    """Read all code, so that each call need not, and start no thread but those that tidy up."""
    import discret

    for package in pkgutil.walk_packages(discret.__path__, "discret."):
        if not package.name.endswith("__main__"):
            importlib.import_module(package.name)
    for name in ("fastexcel", "pyreadstat", "jinja2", "rich.table", "rich.progress", "numba",
                 "xlsxwriter", "typer.rich_utils", "scipy.optimize",
                 "scipy.sparse", "scipy.stats", "narwhals", "pyarrow", "tongues"):  # fmt: skip
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    names = {path.read_text().strip() for path in Path("/proc/self/task").glob("*/comm")}
    working = names - {
        "jemalloc_bg_thd",
        "polars-ooc-clea",
        Path("/proc/self/comm").read_text().strip(),
    }
    gc.collect()
    gc.freeze()  # what is not looked at need not be copied
    assert not working, f"threads that work would not be there after a fork: {working}"


def based() -> Path:
    """Make what is right in a process of its own, and see that every command takes it."""
    folder = Path(mkdtemp(prefix="hostile-base-"))
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            made(folder)
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0, "what is right is refused"
    return folder


def made(folder: Path) -> None:
    from command import PLAN

    prepared(folder)
    (folder / "plan.toml").write_text(PLAN.replace("[[assess]]", HIERARCHY + "[[assess]]", 1))
    os.chdir(folder)
    assert called(["run", "plan.toml", "--out", "base"]) == 0
    for file in ("release.csv", "report.html", "public.html"):
        (folder / "base" / file).unlink()
    for words in GOOD.values():
        assert called(words) in (0, 1), words
    for path in ("out", "new", "new.toml", "new.html"):
        one = folder / path
        shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)


def cases(base: Path, seed: int, only: str = "") -> list[Case]:
    """Make all cases, and choose among those of each command, in random order."""
    rng = random.Random(seed)  # noqa: S311 (no secret)
    makers = (file_cases, plan_cases, record_cases, output_cases, word_cases)
    every = [case for maker in makers for case in maker(base, rng) if only in case.name]
    rng.shuffle(every)
    groups: dict[tuple[str, str], list[Case]] = {}
    for case in every:
        groups.setdefault((case.kind, case.command), []).append(case)
    chosen = [case for of_one in groups.values() for case in some(of_one)]
    rng.shuffle(chosen)
    return chosen


def some(every: list[Case]) -> list[Case]:
    """Choose as many bad ones as are wanted, and then those that may be."""
    bad = [case for case in every if case.sure]
    first, kind = bad[: WANTED[every[0].kind]], every[0].kind
    rest = [case for case in every if not case.sure] + bad[len(first) :]
    return (first + rest)[: MOST[kind]]


def results(chosen: list[Case], base: Path, end: float) -> Iterator[dict[str, Any]]:
    for case in chosen:
        if time.monotonic() > end:
            return
        found = ended(case, base, forked)
        fault = judged(case, found)
        if fault:
            print(f"WRONG {case.name}: {fault}", flush=True)
        yield {"kind": case.kind, "command": case.command, "code": found.code, "fault": fault,
               "name": case.name, "seconds": found.seconds}  # fmt: skip


def shared(chosen: list[Case], base: Path, end: float, jobs: int) -> list[dict[str, Any]]:
    """Let several processes work; each writes its results into a file."""
    logs, children = [], []
    for place in range(jobs):
        log = Path(mkdtemp(prefix="hostile-log-")) / "log"
        child = os.fork()
        if child == 0:
            try:
                with log.open("w", encoding="utf-8") as stream:
                    for result in results(chosen[place::jobs], base, end):
                        stream.write(json.dumps(result) + "\n")
            finally:
                os._exit(0)
        logs.append(log)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    told = [json.loads(line) for log in logs for line in log.read_text("utf-8").splitlines()]
    for log in logs:
        shutil.rmtree(log.parent)
    return told


def alike(chosen: list[Case], base: Path) -> list[str]:
    """Call cases in both ways; return those that end otherwise."""
    others = []
    for case in chosen:
        one, other = (ended(case, base, call) for call in (forked, shelled))
        if (one.code, one.err) != (other.code, other.err) or judged(case, one) != judged(
            case, other
        ):
            others.append(
                f"{case.name}: {one.code} {one.err[:200]!r}, {other.code} {other.err[:200]!r}"
            )
    return others


def table(done: list[dict[str, Any]]) -> list[str]:
    """Print how many of each kind were refused and taken; return what is wrong with the numbers."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for one in done:
        counts = rows.setdefault((one["kind"], one["command"]), Counter())
        counts["refused" if one["code"] == 2 else "taken"] += 1
        counts["wrong"] += bool(one["fault"])
    print(f"{'kind':8}{'command':24}{'cases':>7}{'refused':>9}{'taken':>7}{'wrong':>7}")
    for (kind, command), counts in sorted(rows.items()):
        refused, taken = counts["refused"], counts["taken"]
        print(f"{kind:8}{command:24}{refused + taken:7}{refused:9}{taken:7}{counts['wrong']:7}")
    return [
        f"{kind} {command}: {counts['refused']} were refused"
        for (kind, command), counts in sorted(rows.items())
        if counts["refused"] < (BESIDE if " --" in command else WANTED[kind])
    ]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=25)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--most", type=int, help="run no more cases than this")
    reader.add_argument("--only", default="")
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument(
        "--alike", type=int, default=40, help="how many are called from a shell too"
    )
    given = reader.parse_args()
    start = time.monotonic()
    warmed()
    base = based()
    try:
        chosen = cases(base, given.seed, given.only)
        part = chosen[: given.most]
        done = shared(part, base, start + 60 * given.minutes, given.jobs)
        others = alike(part[: given.alike], base)
    finally:
        shutil.rmtree(base)
    few = table(done)
    faults = sum(bool(one["fault"]) for one in done)
    slow = sorted(done, key=lambda one: one["seconds"])[-3:]
    print("slowest:", ", ".join(f"{one['name'][:40]} {one['seconds']:.1f} s" for one in slow))
    print(f"{min(given.alike, len(part))} called from a shell too, {len(others)} end otherwise")
    print(*others, sep="\n", end="\n" if others else "")
    whole = len(done) == len(chosen)
    if whole and not given.only:
        print(*few, sep="\n", end="\n" if few else "")
    minutes = (time.monotonic() - start) / 60
    print(f"{len(done)} of {len(chosen)} cases, {faults} wrong, {minutes:.1f} minutes")
    sys.exit(1 if faults or others or (whole and not given.only and few) else 0)


if __name__ == "__main__":
    main()
