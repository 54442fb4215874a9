"""A folder for what does not fit into memory: for its user alone, and gone when the process is."""

from __future__ import annotations

import atexit
import os
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

SHELL = Path("/bin/sh")
_HEIRS: list[subprocess.Popen[bytes]] = []


@cache
def spill_folder() -> Path:
    """Return the folder of this process; it holds records of people, and must not outlive it."""
    folder = Path(mkdtemp(prefix="discret-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    _bequeath(folder)
    return folder


def _bequeath(folder: Path) -> None:
    """Have somebody wait for the end of this process, and remove the folder if it is still there.

    One that is killed, or leaves without a word, removes nothing: but the system closes its end of
    a pipe, however it ends, and that is what the one who waits hears.
    """
    if not SHELL.exists():
        return
    heard, _ = os.pipe()  # the other end is closed by the system; nobody inherits it
    words = [str(SHELL), "-c", 'read _; exec rm -rf -- "$1"', "discret", str(folder)]
    nowhere = subprocess.DEVNULL
    with suppress(OSError):  # there is no room for one more process
        _HEIRS.append(
            subprocess.Popen(  # noqa: S603 (our own words)
                words, stdin=heard, stdout=nowhere, stderr=nowhere, cwd="/", start_new_session=True
            )
        )
    os.close(heard)
