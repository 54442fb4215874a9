"""Interrupt every command that writes at every rename it makes, with strace; look at what is left.

    python benchmarks/interrupted.py [--signals SIGINT,SIGTERM,SIGKILL] [--commands run,demo]

A folder has what the command wrote before; a second call replaces it by force and is sent the
signal when it enters its first rename, its second, and so on to the last. Each time the folder must
hold the old files or the new ones, whole: after SIGKILL perhaps only part of one set, never parts
of both, until the next call has completed it. Nothing else may be left.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from discret.document.folder import RECORD, REPORTS
from discret.document.pages.render import read_record, render
from discret.plan.examples import write_example

COMMAND = [sys.executable, "-m", "discret"]
CALLS = "rename,renameat,renameat2"
SIGNALS = "SIGINT,SIGTERM,SIGKILL"
FINE = (0, 1)
CODES = {"SIGINT": (130,), "SIGTERM": (143,), "SIGKILL": (137, -9)}


@dataclass(frozen=True)
class Command:
    """A command that writes into `out`, and what makes its two results differ."""

    words: list[str]
    old: list[str]
    new: list[str]


TONGUES = (["-l", "en"], ["-l", "fr"])
COMMANDS = {
    "run": Command(
        ["run", "plan.toml", "--out", "out", "--force"], ["--seed", "1"], ["--seed", "2"]),
    "demo": Command(["demo", "--example", "dishes", "--out", "out"], *TONGUES),
    "difference": Command(
        ["difference", "dishes.csv", "--zone", "{first}", "--square", "{second}", "--out", "out",
         "--force"], ["--threshold", "2"], ["--threshold", "5"]),
    "report": Command(["report", "made", "--out", "out/page.html"], *TONGUES),
    "compare": Command(["compare", "made", "made", "--out", "out/page.html"], *TONGUES),
    "profile": Command(["profile", "dishes.csv", "--force", "--plan", "out/plan.toml"], *TONGUES),
}  # fmt: skip


def main() -> None:
    """Print a line for each command and signal; exit with 1 where a folder was not whole."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--signals", default=SIGNALS)
    reader.add_argument("--commands", default=",".join(COMMANDS))
    given = reader.parse_args()
    if shutil.which("strace") is None:
        sys.exit("strace is not installed")
    faults = []
    for name in given.commands.split(","):
        with TemporaryDirectory() as place:
            faults += tried(name, COMMANDS[name], Path(place), given.signals.split(","))
    sys.exit(1 if faults else 0)


def tried(name: str, command: Command, folder: Path, signals: list[str]) -> list[str]:
    """Interrupt one command everywhere; return what was wrong."""
    write_example("dishes", folder)
    columns = (folder / "dishes.csv").read_text().splitlines()[0].split(",")
    words = [word.format(first=columns[0], second=columns[1]) for word in command.words]
    start(folder, ["run", "plan.toml", "--out", "made", "--seed", "1"])
    for which, more in (("new", command.new), ("old", command.old)):
        (folder / "out").mkdir(exist_ok=True)
        code = start(folder, [*words, *more])
        assert code in FINE, f"{name} ends with {code}"
        (folder / "out").rename(folder / which)
    log = folder / "log"
    fresh(folder)
    start(
        folder,
        [*words, *command.new],
        "strace",
        "-f",
        "-qq",
        "-e",
        f"trace={CALLS}",
        "-o",
        str(log),
    )
    moves = len([line for line in log.read_text().splitlines() if "rename" in line])
    assert moves, f"{name} renames nothing"
    found = []
    for signal in signals:
        found += interrupted(name, signal, [*words, *command.new], folder, moves)
    return found


def start(folder: Path, words: list[str], *before: str) -> int:
    done = subprocess.run([*before, *COMMAND, *words], cwd=folder, capture_output=True, check=False)
    return done.returncode


def fresh(folder: Path) -> None:
    shutil.rmtree(folder / "out", ignore_errors=True)
    shutil.copytree(folder / "old", folder / "out")


def interrupted(name: str, signal: str, words: list[str], folder: Path, moves: int) -> list[str]:
    """Interrupt a call at each of its renames; return what was wrong."""
    ends, codes, faults = {"old": 0, "new": 0, "part": 0}, set(), []
    for place in range(1, moves + 1):
        fresh(folder)
        inject = f"inject={CALLS}:signal={signal}:when={place}"
        trace = ["strace", "-f", "-qq", "-e", f"trace={CALLS}", "-e", inject, "-o", "/dev/null"]
        code = start(folder, words, *trace)
        codes.add(code)
        end, wrong = state(folder, killed=signal == "SIGKILL")
        ends[end] += 1
        if signal == "SIGKILL":
            start(folder, words)
            last, more = state(folder, killed=False)
            wrong += more + ([] if last == "new" else ["the next call does not complete it"])
        wrong += [] if code in (*FINE, *CODES[signal]) else [f"exit code {code}"]
        faults += [f"{name} {signal} {place}: {one}" for one in wrong]
    told = ", ".join(f"{count} {end}" for end, count in ends.items() if count)
    print(
        f"{name:11}{signal:8}{moves} renames: {told}; exit codes {sorted(codes)}; {faults}",
        flush=True,
    )
    return faults


def state(folder: Path, *, killed: bool) -> tuple[str, list[str]]:
    """Say whose files a folder holds, and in what they are not one set."""
    there = {
        str(path.relative_to(folder / "out")): path
        for path in (folder / "out").rglob("*")
        if path.is_file() and ".discret-" not in str(path.relative_to(folder))
    }
    whose = {name: told(folder, name, path) for name, path in there.items()}
    kinds = set(whose.values()) - {"both"}
    wrong = [f"{name} is of neither" for name, one in whose.items() if one == "neither"]
    wrong += ["old files beside new ones"] if {"old", "new"} <= kinds else []
    end = "new" if "new" in kinds else "old"
    lacking = {path.name for path in (folder / end).iterdir()} - set(there)
    if lacking and killed:
        return "part", wrong
    wrong += [f"{one} is gone" for one in lacking]
    if not killed:
        wrong += [f"{path.name} is left" for path in (folder / "out").glob(".discret-*")]
    if RECORD in there and not wrong:
        wrong += about(folder / "out")
    return end, wrong


def told(folder: Path, name: str, path: Path) -> str:
    """Say whether a file is the old one, the new one, both (they are the same) or neither."""
    raw = timeless(path)
    was, now = (
        (folder / which / name).is_file() and timeless(folder / which / name) == raw
        for which in ("old", "new")
    )
    if was:
        return "both" if now else "old"
    return "new" if now or name in REPORTS else "neither"  # they tell how long it took: see `about`


def timeless(path: Path) -> str:
    """Return what a file holds, but when it was written and how long it took."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(\+00:00|Z)?( UTC)?", "T", text)
    text = re.sub(r"\d\d:\d\d UTC", "T", text)
    return re.sub(r'"(seconds|duration)": [\d.e-]+', "S", text)


def about(out: Path) -> list[str]:
    """Say in what the files of a release are not about one another."""
    record, wrong = read_record(out / RECORD), []
    digest = hashlib.sha256((out / "release.csv").read_bytes()).hexdigest()
    if digest not in json.dumps(record):
        wrong.append("the record is about another file")
    for name, audience in REPORTS.items():
        text = (out / name).read_text(encoding="utf-8")
        language = "fr" if '<html lang="fr">' in text else "en"
        if text != render(record, audience=audience, language=language):  # type: ignore[arg-type]
            wrong.append(f"{name} is about another release")
    return wrong


if __name__ == "__main__":
    main()
