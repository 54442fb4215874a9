"""Knowing a source again: the file that a ledger is about, without keeping its name."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.data.ledger.refusals import no_source

PIECE = 1 << 20


def marks(path: Path, salt: str) -> dict[str, str]:
    """Return what a file is known by: where it lies, and what it holds, neither of which is told.

    The place is salted by the ledger's own number: who has the ledger cannot try names of files.
    """
    return {"place": _place(path, salt), "content": _content(path)}


def same(path: Path, known: Mapping[str, Any], salt: str) -> bool:
    """Whether a file is the source that is known: it lies in that place, or has that content.

    What lies in the place may have changed since: another state of the same source.
    """
    place, content = str(known["place"]), str(known["content"])
    return _place(path, salt) == place or _content(path) == content


def _place(path: Path, salt: str) -> str:
    return hashlib.sha256(f"{salt}\n{os.path.realpath(path)}".encode()).hexdigest()


def _content(path: Path) -> str:
    try:
        with path.open("rb") as file:
            held = hashlib.sha256()
            while piece := file.read(PIECE):
                held.update(piece)
            return held.hexdigest()
    except OSError:
        raise no_source(path) from None
