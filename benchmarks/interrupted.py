"""Interrupt `discret run` at every rename it makes, with strace, and look at what is left.

    python benchmarks/interrupted.py [SIGNAL ...]        by default SIGINT, SIGTERM and SIGKILL

A folder has a release; a second run replaces it by force and is sent the signal when it enters its
first rename, its second, and so on to the last. Each time the folder must hold the old release or
the new one, whole: after SIGKILL perhaps only part of one, never parts of both, until the next
command has completed it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from discret.document.place import RECORD, REPORTS
from discret.document.render import read_record, render
from discret.plan.examples import write_example

COMMAND = [sys.executable, "-m", "discret"]
CALLS = "rename,renameat,renameat2"
OLD, NEW = 1, 2  # the seeds tell the two releases apart
RELEASE = "release.csv"


def main(signals: list[str]) -> None:
    """Print a line for each signal; exit with 1 where a folder was not whole."""
    if shutil.which("strace") is None:
        sys.exit("strace is not installed")
    with TemporaryDirectory() as place:
        folder = Path(place)
        plan = write_example("dishes", folder)
        start(plan, folder / "old", OLD)
        moves = counted(plan, folder)
        print(f"{moves} renames in a run", flush=True)
        faults = [fault for signal in signals for fault in interrupted(signal, plan, folder, moves)]
    sys.exit(1 if faults else 0)


def start(plan: Path, out: Path, seed: int, *before: str) -> int:
    words = [*before, *COMMAND, "run", str(plan), "--out", str(out), "--seed", str(seed), "--force"]
    return subprocess.run(words, capture_output=True, check=False).returncode


def counted(plan: Path, folder: Path) -> int:
    """Count the renames of a run that replaces a release."""
    fresh(folder)
    log = folder / "log"
    start(plan, folder / "out", NEW, "strace", "-f", "-qq", "-e", f"trace={CALLS}", "-o", str(log))
    return len([line for line in log.read_text().splitlines() if "rename" in line])


def fresh(folder: Path) -> None:
    shutil.rmtree(folder / "out", ignore_errors=True)
    shutil.copytree(folder / "old", folder / "out")


def interrupted(signal: str, plan: Path, folder: Path, moves: int) -> list[str]:
    """Interrupt a run at each of its renames; return what was wrong."""
    ends, faults, codes = {"old": 0, "new": 0}, [], set()
    for place in range(1, moves + 1):
        fresh(folder)
        inject = f"inject={CALLS}:signal={signal}:when={place}"
        trace = ["strace", "-f", "-qq", "-e", f"trace={CALLS}", "-e", inject, "-o", "/dev/null"]
        codes.add(start(plan, folder / "out", NEW, *trace))
        if signal == "SIGKILL":
            faults += [f"{signal} {place}: {one}" for one in mixed(folder)]
            report = [*COMMAND, "report", str(folder / "out")]
            subprocess.run(report, capture_output=True, check=False)
        end, wrong = state(folder / "out")
        ends[end] += 1
        faults += [f"{signal} {place}: {one}" for one in wrong]
    print(f"{signal}: {ends}, exit codes {sorted(codes)}, faults {faults}", flush=True)
    return faults


def mixed(folder: Path) -> list[str]:
    """Say where files of the old release stand beside others."""
    names = [RELEASE, RECORD, *REPORTS]
    there = [name for name in names if (folder / "out" / name).exists()]
    same = {
        (folder / "out" / name).read_bytes() == (folder / "old" / name).read_bytes()
        for name in there
        if name != "public.html"  # which tells nothing of the seed
    }
    return ["old files beside new ones"] if len(same) > 1 else []


def state(out: Path) -> tuple[str, list[str]]:
    """Say whose release a folder holds, and in what its files are not about one another."""
    record = read_record(out / RECORD)
    wrong = []
    digest = hashlib.sha256((out / RELEASE).read_bytes()).hexdigest()
    if digest not in json.dumps(record):
        wrong.append("the record is about another file")
    for name, audience in REPORTS.items():
        if (out / name).read_text(encoding="utf-8") != render(record, audience=audience):
            wrong.append(f"{name} is about another release")
    wrong += [f"{path.name} is left" for path in out.glob(".discret-*")]
    return {OLD: "old", NEW: "new"}[record["seed"]], wrong


if __name__ == "__main__":
    main(sys.argv[1:] or ["SIGINT", "SIGTERM", "SIGKILL"])
