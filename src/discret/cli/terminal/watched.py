"""Short of memory, a command aborts or waits for ever: it is watched by one that can tell."""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from discret.data.files.memory import SCARCE, limit
from discret.words import Words, say

FAULT, BAD = 3, 2
MEGABYTE = 2**20
PATIENCE = 60.0  # seconds without any work, after which what is watched will never end
ASKED = 5.0  # the same, of one that was asked to end
IN_VAIN = 2.0  # seconds that the allocator works, and nobody else: no room for what it wants
ALLOCATOR, OWN = b"<jemalloc>", b"discret: memory:"  # what tells that memory was short
TIDYING = "jemalloc_bg_thd"  # it asks for a thread again and again where there is no room for one
SWEPT = (50_000, 20, 50)  # objects after which rings of them are looked for: a run has few
PASSED_ON = ("SIGINT", "SIGTERM", "SIGHUP")


def watched(run: Callable[[], int], complain: Callable[[Words, Words], int]) -> int:
    """Return the exit code of a command, run by another process where addresses are limited.

    Libraries in C and Rust abort where they get no memory, or wait for threads that never began,
    and nothing in the same process can say so. What they write then is kept back: in memory, for
    the disk may be full.
    """
    gc.set_threshold(*SWEPT)
    atexit.register(gc.freeze)  # nor are they looked for in what ends with the process
    most = limit()
    if most is None or not hasattr(os, "fork"):
        return run()
    heard, aside = os.pipe()
    os.set_blocking(heard, False)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, text) for text in PASSED_ON])
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _obey(run, aside)
    os.close(aside)
    words: list[bytes] = []
    code = _outcome(child, mask, lambda: words.extend(_said(heard)))
    said = b"".join([*words, *_said(heard)])
    os.close(heard)
    doubtful = code == FAULT and most < SCARCE
    if code is None or doubtful or (code == BAD and ALLOCATOR in said and OWN not in said):
        return complain(_too_low(most), _HIGHER)
    with suppress(OSError):
        os.write(2, b"".join(line for line in said.splitlines(True) if ALLOCATOR not in line))
    return code


def _obey(run: Callable[[], int], aside: int) -> None:
    """Run the command in the process that is watched, and end it."""
    code = FAULT
    with suppress(BaseException):
        os.setpgid(0, 0)  # what a terminal sends comes by the one who watches, once
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        os.dup2(aside, 2)
        code = run()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    os._exit(code)


def _said(heard: int) -> Iterator[bytes]:
    """Yield what was written since; never wait for more."""
    with suppress(BlockingIOError):
        while said := os.read(heard, MEGABYTE):
            yield said


def _outcome(child: int, mask: set[Any], listen: Callable[[], None]) -> int | None:
    """Return the exit code of the process that is watched; none where a library ended it."""
    with _passing_on(child) as asked:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)  # what came since the fork is heard now
        last, since = Work(-1.0, 0.0), time.monotonic()
        while True:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
            listen()
            time.sleep(0.02)
            idle = time.monotonic() - since
            if (now := _work(child)).done != last.done:
                last, since = now, time.monotonic()
            elif idle > (ASKED if asked else PATIENCE) or now.tidied - last.tidied > IN_VAIN:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return 128 + asked[0] if asked else None
    if not os.WIFSIGNALED(status):
        return os.WEXITSTATUS(status)
    named = signal.Signals(os.WTERMSIG(status)).name
    return 128 + os.WTERMSIG(status) if named in (*PASSED_ON, "SIGPIPE") else None


@contextmanager
def _passing_on(child: int) -> Iterator[list[int]]:
    """Send the signals that ask for an end to the process that works; yield those that came."""
    came: list[int] = []

    def pass_on(number: int, _: Any) -> None:
        came.append(number)
        with suppress(ProcessLookupError):
            os.kill(child, number)

    before = {text: signal.signal(getattr(signal, text), pass_on) for text in PASSED_ON}
    try:
        yield came
    finally:
        for name, what in before.items():
            signal.signal(getattr(signal, name), what)


class Work(NamedTuple):
    """Seconds that a process has worked so far: the allocator's own thread, and all others."""

    done: float
    tidied: float


def _work(child: int) -> Work:
    """Return how much a process has worked; where nobody tells, or it reads, that it goes on."""
    try:
        threads = [_thread(path) for path in Path(f"/proc/{child}/task").iterdir()]
    except (OSError, ValueError):  # none to be seen, or one has just ended
        return Work(time.monotonic(), 0.0)
    if any(fields[0] == "D" for _, fields in threads):  # it waits for a disk
        return Work(time.monotonic(), 0.0)
    own, others = [0.0], [0.0]
    for name, fields in threads:
        ticks = int(fields[11]) + int(fields[12])
        (own if name == TIDYING else others).append(ticks / os.sysconf("SC_CLK_TCK"))
    return Work(done=sum(others), tidied=sum(own))


def _thread(path: Path) -> tuple[str, list[str]]:
    """Return the name of a thread, and what the system counts of it."""
    name, _, rest = (path / "stat").read_text(encoding="ascii").rpartition(")")
    return name.partition("(")[2], rest.split()


def _too_low(most: int) -> Words:
    return say(
        "memory: a limit of {most} MB is too low for this",
        "mémoire : une limite de {most} Mo est trop basse",
        most=most // MEGABYTE,
    )


_HIGHER = Words(
    "raise the limit (ulimit -v), take fewer columns, or write the file as Parquet, which is not"
    " brought into memory whole",
    fr="relever la limite (ulimit -v), prendre moins de colonnes, ou enregistrer le fichier en"
    " Parquet, qui n’est pas chargé en entier",
)
