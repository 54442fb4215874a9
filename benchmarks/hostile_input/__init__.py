"""Calls that go wrong, kind by kind: files, plans, records, outputs, words."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MARK = "ZQXCAN"  # every text of the data bears it


@dataclass(frozen=True)
class Case:
    """A call that goes wrong: its kind, its words, what to put into the folder.

    Whether it is bad for sure, and the most that it may write into one file.
    """

    kind: str
    command: str
    label: str
    words: list[str]
    prepare: Callable[[Path], object]
    sure: bool = True
    room: int | None = None

    @property
    def name(self) -> str:
        """The case in one line."""
        return f"{self.kind} {self.command} {self.label}"


def filled(words: list[str], file: str) -> list[str]:
    """Put a name where a call has ``{file}``."""
    return [word.replace("{file}", file) for word in words]


def put(name: str, raw: bytes) -> Callable[[Path], object]:
    """Write a file."""
    return lambda folder: (folder / name).write_bytes(raw)


def nothing(_: Path) -> None:
    """Leave the folder as it is."""


def listen(path: Path) -> None:
    """Put a socket there; the path would be too long for one from elsewhere."""
    here = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def odd(end: str) -> dict[str, tuple[str, Callable[[Path], object]]]:
    """Return names at which there is no file that could be read."""
    bad = f"bad{end}"
    return {
        "missing": (f"nowhere{end}", nothing),
        "folder": (bad, lambda folder: (folder / bad).mkdir()),
        "pipe": (bad, lambda folder: os.mkfifo(folder / bad)),
        "socket": (bad, lambda folder: listen(folder / bad)),
        "loop": (bad, lambda folder: (folder / bad).symlink_to(bad)),
        "dangling": (bad, lambda folder: (folder / bad).symlink_to("nowhere")),
        "device": (bad, lambda folder: (folder / bad).symlink_to("/dev/zero")),
        "through a file": (f"people.csv/{bad}", nothing),
        "long": ("x" * 5000 + end, nothing),
        "long parts": ("x/" * 5000 + end, nothing),
        "nothing": ("", nothing),
        "half a letter": (f"\udc80{end}", nothing),
        "escape": (f"\x1b[2J{end}", nothing),
        "zero": ("/dev/zero", nothing),
        "process": ("/proc/self/mem", nothing),
    }
