"""How commands end: interrupted, unheard, out of memory, or on a terminal that lacks letters."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from discret.cli.terminal import ending, watched
from discret.cli.terminal import output as show
from discret.errors import InputError
from discret.words.sentences import COMMANDING
from where import needs_system

START = [sys.executable, "-m", "discret"]
ROOM = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "80"}


def ran(*words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*START, *words], capture_output=True, env={**ROOM, **more}, check=False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_that_a_terminal_lacks_are_replaced(encoding: str) -> None:
    told = ran("parts", "differencing", "-l", "fr", PYTHONIOENCODING=encoding)
    assert (told.returncode, told.stderr) == (0, b"")
    text = told.stdout.decode(encoding)
    assert "première" in text or "premiere" in text


@pytest.mark.slow
def test_json_loses_no_letter() -> None:
    told = ran("parts", "differencing", "-l", "fr", "--json", PYTHONIOENCODING="latin-1")
    whole = ran("parts", "differencing", "-l", "fr", "--json", PYTHONIOENCODING="utf-8")
    assert json.loads(told.stdout.decode("latin-1")) == json.loads(whole.stdout)


@pytest.mark.parametrize("words", [["parts"], ["parts", "--json"], ["--help"]])
def test_whoever_stops_reading_is_no_failure(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    told = subprocess.run(
        [*START, *words], stdout=writing, stderr=subprocess.PIPE, env=ROOM, check=False
    )
    os.close(writing)
    assert (told.returncode, told.stderr) == (141, b"")


@needs_system(Path("/dev/full").exists(), "there is no disk that is always full")
@pytest.mark.parametrize("buffered", [True, False])
def test_an_answer_that_finds_no_room_is_told(buffered: bool) -> None:
    room = {name: value for name, value in ROOM.items() if name != "PYTHONUNBUFFERED"}
    room |= {} if buffered else {"PYTHONUNBUFFERED": "1"}
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run(
            [*START, "--version"], stdout=full, stderr=subprocess.PIPE, env=room, check=False
        )
    assert told.returncode == 2
    assert told.stderr.startswith(b"discret: disk: it refuses what is written (No space left")
    assert told.stderr.count(b"\n") == 1


IMPORT = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv = ["discret", "parts"]
from discret.__main__ import start
start()
"""


@pytest.mark.parametrize("name", ["discret.cli", "typer", "discret.cli.terminal.ending", "polars"])
def test_an_import_can_be_interrupted(name: str) -> None:
    code = IMPORT.format(name=name)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ROOM, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (130, b"", b"")


def raising(error: BaseException) -> int:
    def command() -> None:
        raise error

    return ending.ended(command, "en")


class PanicException(BaseException):
    """A panic, as libraries in Rust raise it: it is no Exception."""


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (MemoryError("SECRET"), 2, "memory: there is not enough"),
        (OSError(28, "No space left on device", "SECRET"), 2, "No space left on device"),
        (PanicException("SECRET"), 3, "a fault of discret, not of your file (PanicException"),
        (RuntimeError("SECRET"), 3, "a fault of discret"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(32, "SECRET"), 141, ""),
        (SystemExit(7), 7, ""),
        (SystemExit(None), 0, ""),
    ],
)
def test_every_end_has_its_code_and_says_nothing_of_the_data(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    error: BaseException, code: int, told: str,
) -> None:  # fmt: skip
    monkeypatch.delenv("DISCRET_DEBUG", raising=False)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    assert raising(error) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert bool(told) == bool(err)
    assert "SECRET" not in err


def test_what_libraries_make_of_an_interruption_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    def command() -> None:
        try:
            interrupted()
        except KeyboardInterrupt:
            sys.exit(1)

    assert ending.ended(command, "en") == 130


@needs_system(sys.platform != "win32", "there it cannot be sent to oneself")
@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGHUP])
def test_whoever_is_asked_to_end_tidies_up(kind: signal.Signals) -> None:
    tidied = []

    def command() -> None:
        try:
            signal.raise_signal(kind)
        finally:
            tidied.append(kind)

    before = signal.signal(kind, signal.SIG_DFL)
    try:
        assert ending.ended(command, "en") == 128 + kind
        assert (tidied, signal.getsignal(kind)) == ([kind], signal.SIG_DFL)
    finally:
        signal.signal(kind, before)


def test_no_name_commands_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show.console.print("a\x1b[2Jb", "c\u202ed")
    show.table("", ["\x1b[2J"], [["\x9b2J"]])
    assert raising(InputError("\x1b[2J: no", hint="go")) == 2
    out, err = capsys.readouterr()
    assert not COMMANDING.search((out + err).replace("\n", ""))
    assert "b" in out


# -- memory that is bounded: libraries abort, fail to load, or wait for ever --------------------

LIMITED = needs_system(hasattr(os, "fork"), "there is nobody to watch")


@pytest.mark.slow
@LIMITED
@pytest.mark.parametrize("megabytes", [200, 300, 500, 800])
def test_a_limit_on_memory_is_told_in_a_sentence(tmp_path: Path, megabytes: int) -> None:
    import resource

    data = tmp_path / "small.csv"
    data.write_text("age,sex\n" + "30,f\n31,m\n" * 2000, encoding="utf-8")

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))

    room = {name: value for name, value in ROOM.items() if name != "POLARS_MAX_THREADS"}
    told = subprocess.run(
        [*START, "assess", str(data), "--key", "age", "--key", "sex"], capture_output=True,
        env=room, check=False, preexec_fn=bound, timeout=300,
    )  # fmt: skip
    assert told.returncode in {0, 2}
    if told.returncode:
        assert told.stderr.startswith(b"discret: memory: ")
        assert told.stderr.count(b"\n") == 1
        assert told.stdout == b""


TIDYING = """
import threading
def tidy():
    import ctypes
    ctypes.CDLL(None).prctl(15, b"jemalloc_bg_thd", 0, 0, 0)  # PR_SET_NAME
    while True: sum(range(10**5))
threading.Thread(target=tidy, daemon=True).start()
"""
DEAF = """
signal.signal(signal.SIGTERM, lambda *_: None)
os.kill(os.getppid(), signal.SIGTERM)
"""
ENDS = {
    "fine": ("", 0),
    "bad input": ("sys.exit(2)", 2),
    "aborted": ("os.abort()", 2),
    "not there": ("os.kill(os.getpid(), signal.SIGSEGV)", 2),
    "a library that did not load": ("sys.exit(3)", 2),
    "interrupted": ("os.kill(os.getppid(), signal.SIGINT); time.sleep(60)", 130),
    "waits for ever": ("time.sleep(600)", 2),
    "waits for ever, while memory is tidied in vain": (TIDYING + "time.sleep(600)", 2),
    "asked to end while it waits for ever": (DEAF + "time.sleep(600)", 143),
}
WATCH = """
import os, signal, sys, time
from discret.cli.terminal import watched
signal.signal(signal.SIGINT, signal.default_int_handler)  # where a shell has it ignored
watched.limit = lambda: 2**30
watched.PATIENCE = 1.0 if sys.argv[1] == "time.sleep(600)" else 60.0
watched.ASKED = watched.IN_VAIN = 1.0
def run():
    try:
        print("noise", file=sys.stderr, flush=True)
        exec(sys.argv[1])
    except KeyboardInterrupt:
        return 130
    except SystemExit as end:
        return end.code
    return 0
def complain(message, hint):
    print(message)
    return 2
sys.exit(watched.watched(run, complain))
"""


@LIMITED
@pytest.mark.parametrize("how", ENDS)
def test_whatever_a_library_does_is_told(how: str) -> None:
    code, expected = ENDS[how]
    told = subprocess.run(
        [sys.executable, "-c", WATCH, code], capture_output=True, env=ROOM, check=False, timeout=99
    )
    assert told.returncode == expected
    own = expected != 2 or how == "bad input"
    assert told.stderr == (b"noise\n" if own else b"")
    assert told.stdout == (b"" if own else b"memory: a limit of 1,024 MB is too low for this\n")


def test_without_a_limit_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "limit", lambda: None)
    assert watched.watched(os.getpid, lambda *_: 2) == os.getpid()
