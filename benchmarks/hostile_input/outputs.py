"""Odd outputs: places where nothing can or may be written, and disks without room."""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from hostile_input import Case, filled, listen, nothing

COMMANDS = {  # whether it writes a folder
    "profile": (["profile", "people.csv", "--force", "--plan", "{file}"], False),
    "report": (["report", "base/record.json", "--out", "{file}"], False),
    "compare": (["compare", "base/record.json", "base/record.json", "--out", "{file}"], False),
    "run": (["run", "plan.toml", "--out", "{file}"], True),
    "demo": (["demo", "--example", "dishes", "--out", "{file}"], True),
    "difference": (["difference", "people.csv", "--zone", "zone", "--square", "sex", "--out",
                    "{file}"], True),
}  # fmt: skip


def link(name: str, target: str) -> Callable[[Path], object]:
    return lambda folder: (folder / name).symlink_to(target)


def device(name: str) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        try:
            os.mknod(folder / name, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        except PermissionError:
            (folder / name).symlink_to("/dev/null")

    return make


PLACES: dict[str, tuple[Callable[[Path], object], bool | None]] = {
    # what stands there; whether a folder (True), a file (False) or neither (None) could be written
    "folder": (lambda folder: (folder / "folder").mkdir(), True),
    "file.html": (lambda folder: (folder / "file.html").write_text("mine"), False),
    "people.csv": (nothing, None),
    "plan.toml": (nothing, None),
    "base/record.json": (nothing, None),
    "pipe.html": (lambda folder: os.mkfifo(folder / "pipe.html"), None),
    "socket.html": (lambda folder: listen(folder / "socket.html"), None),
    "node.html": (device("node.html"), None),
    "loop.html": (link("loop.html", "loop.html"), None),
    "null.html": (link("null.html", "/dev/null"), None),
    "full.html": (link("full.html", "/dev/full"), None),
    "memory.html": (link("memory.html", "/proc/self/mem"), None),
    "astray.html": (link("astray.html", "no/where"), None),
    "same.html": (link("same.html", "people.csv"), None),
    "far.html": (link("far.html", "y" * 255 + "/z"), None),
    "y" * 256: (nothing, None),
    "x" * 300: (nothing, None),
    "x" * 5000: (nothing, None),
    "x/" * 3000 + "x": (nothing, None),
    "/proc/here": (nothing, None),
    "/proc/self/here": (nothing, None),
    "/proc/self/mem": (nothing, None),
    "/sys/here": (nothing, None),
    "/sys/kernel/here": (nothing, None),
    "/dev/null": (nothing, None),
    "/dev/zero": (nothing, None),
    "/dev/full": (nothing, None),
    "/dev/fd/99": (nothing, None),
}
AFTER = ("", "/", "/out", "/out/out", "/../people.csv", "/./")
FINE = {"people.csv": ("report", "compare"), "plan.toml": ("profile", "report", "compare"),
        "base/record.json": ("profile",)}  # fmt: skip
ROOM = (0, 1, 10, 50)  # bytes


def output_cases(_: Path, __: random.Random) -> Iterator[Case]:
    """Let every command that writes write to odd places."""
    for name, (words, folder) in COMMANDS.items():
        for place, (make, fits) in PLACES.items():
            for after in AFTER:
                sure = not (fits is folder or (fits and after not in ("", "/", "/./")))
                sure &= not (place == "same.html" and not folder and name != "profile")
                sure &= name not in FINE.get(place, ())
                sure &= after != "/../people.csv"
                label = f"{place[:40]!r}{after}"
                yield Case("output", name, label, filled(words, place + after), make, sure)
        for blank in ("", " ", "\t", "\n"):
            yield Case("output", name, f"{blank!r}", filled(words, blank), nothing)
        for room in ROOM:
            call = filled(words, "new.html")
            yield Case("output", name, f"room for {room}", call, nothing, room=room)
        for room in (400, 3000, 9000, 30_000, 100_000):
            call = filled(words, "new.html")
            yield Case("output", name, f"room for {room}", call, nothing, sure=False, room=room)
