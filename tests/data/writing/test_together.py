"""Several files at once: whatever interrupts them, and wherever, old ones or new ones are there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from discret.data.writing.claim import claimed
from discret.data.writing.left import Left
from discret.data.writing.together import all_or_nothing, check_free
from discret.errors import FileError
from where import needs_system

OLD = {"a": "old a", "gone": "old gone", "b": "old b", "sub/c": "old c", "notes": "mine"}
NEW = {"a": "new a", "b": "new b", "sub/c": "new c", "sub/d": "new d", "notes": "mine"}
MOVES = 1 + 4 + 4  # the journal, three old files and one that goes, four new ones


def change(out: Path) -> None:
    with all_or_nothing(out, "run", gone=["gone"]) as folder:
        (folder / "sub").mkdir()
        for name in ("a", "b", "sub/c", "sub/d"):
            (folder / name).write_text(f"new {name[-1]}")


def started(folder: Path) -> Path:
    out = folder / "out"
    (out / "sub").mkdir(parents=True)
    for name, text in OLD.items():
        (out / name).write_text(text)
    return out


def held(out: Path) -> dict[str, str]:
    files = sorted(path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_text() for path in files}


def test_new_files_come_and_what_is_gone_goes(tmp_path: Path) -> None:
    out = started(tmp_path)
    change(out)
    assert held(out) == NEW
    assert not list(out.glob(".discret-*"))


Wrap = Callable[[Path, Path], None]


def stopping(at: int, stop: Callable[[], None], *, after: bool) -> Wrap:
    """Make the move of that number stop all, before it is made or after."""
    moves, move = iter(range(1, 99)), os.replace

    def replace(source: Path, target: Path) -> None:
        here = next(moves) == at
        if here and not after:
            stop()
        move(source, target)
        if here and after:
            stop()

    return replace


def interrupt() -> None:
    raise KeyboardInterrupt


def refuse() -> None:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, MOVES + 1))
@pytest.mark.parametrize(("stop", "error"), [(interrupt, KeyboardInterrupt), (refuse, FileError)])
def test_a_move_that_fails_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: Callable[[], None],
    error: type[BaseException], at: int, after: bool,
) -> None:  # fmt: skip
    out = started(tmp_path)
    monkeypatch.setattr(os, "replace", stopping(at, stop, after=after))
    with pytest.raises(error):
        change(out)
    assert held(out) == OLD


@pytest.mark.parametrize("at", range(1, MOVES + 1))
def test_signals_are_heard_when_all_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    out = started(tmp_path)
    monkeypatch.setattr(os, "replace", stopping(at, _signal, after=False))
    with pytest.raises(KeyboardInterrupt):
        change(out)
    assert held(out) == NEW


def _signal() -> None:
    signal.raise_signal(signal.SIGINT)


@needs_system(sys.platform != "win32", "there it cannot be sent to oneself")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_nobody_handles_waits_too(tmp_path: Path, name: str) -> None:
    """A signal whose handler is the system's own, which is zero, must not end a change midway."""
    code = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from test_together import change, started, stopping\n"
        f"signal.signal(signal.{name}, signal.SIG_DFL)\n"  # whoever runs the tests may ignore it
        f"os.replace = stopping(3, lambda: signal.raise_signal(signal.{name}), after=False)\n"
        "change(started(Path(sys.argv[1])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=os.environ | HERE, check=False
    )
    assert done.returncode == -getattr(signal, name)
    there = held(tmp_path / "out").items()
    assert {file: text for file, text in there if not file.startswith(".discret-")} == NEW


HERE = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
KILLED = """
import os, sys
from pathlib import Path
from test_together import MOVES, change, started, stopping
for place in range(2 * MOVES):
    out = started(Path(sys.argv[1], str(place)))
    child = os.fork()
    if not child:
        os.replace = stopping(place // 2 + 1, lambda: os._exit(9), after=place % 2 == 1)
        change(out)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
"""


@pytest.fixture(name="killed")
def folders_where_a_run_was_killed(tmp_path: Path) -> list[Path]:
    """Two folders for each move: the run was killed just before it, or just after."""
    environment = {**os.environ, **HERE}
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], env=environment, check=True)
    return [tmp_path / str(place) / "out" for place in range(2 * MOVES)]


@needs_system(hasattr(os, "fork"), "processes are forked")
def test_after_a_kill_no_old_file_stands_beside_a_new_one(killed: list[Path]) -> None:
    """Then the next run completes what was decided, or removes what was not, and says which."""
    told = set()
    for out in killed:
        there = {name: text for name, text in held(out).items() if not name.startswith(".")}
        changed = {text.split()[0] for text in there.values()} - {"mine"}
        assert len(changed) < 2
        with claimed(out, "run") as left:
            told.add((left.completed, left.removed))
            assert held(out) == (NEW if left.completed else OLD)
    assert told == {(1, 0), (0, 1)}


def test_what_a_killed_run_left_is_told() -> None:
    assert Left().words is None
    assert "supprimé" in str(getattr(Left(removed=1).words, "fr", ""))
    assert "en place" in str(getattr(Left(completed=1, removed=1).words, "fr", ""))


@pytest.mark.parametrize(
    "moves",
    [
        '{"come": ["../escaped"], "go": [], "folders": []}',
        '{"come": ["/tmp/escaped"], "go": [], "folders": []}',
        '{"come": 7}',
        "{",
    ],
)
def test_a_journal_that_points_elsewhere_is_not_followed(tmp_path: Path, moves: str) -> None:
    left = tmp_path / "out" / ".discret-0123456789ab"
    (left / "new").mkdir(parents=True)
    left.chmod(0o700)
    (left / "journal.json").write_text(moves)
    (left / "escaped").write_text("new")
    with pytest.raises(FileError, match=r"journal of a run that was killed.*Hint: look into"):
        claimed(tmp_path / "out", "run").__enter__()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_is_not_ours_is_not_cleaned(tmp_path: Path) -> None:
    (tmp_path / ".discret-notes.txt").write_text("mine")
    (tmp_path / ".discret-open00000000").mkdir()
    (tmp_path / ".discret-open00000000").chmod(0o755)
    (tmp_path / ".discret-link00000000").symlink_to(tmp_path)
    with claimed(tmp_path, "run") as left:
        assert left == Left()
    assert len(list(tmp_path.iterdir())) == 3


HOLD = """
import sys
from pathlib import Path
from discret.data.writing.claim import claimed
with claimed(Path(sys.argv[1]), "run"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_two_runs_do_not_write_into_one_folder_at_once(tmp_path: Path) -> None:
    """And the lock of a process that was killed does not outlive it."""
    words = [sys.executable, "-c", HOLD, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(FileError, match=r"^run: another run is writing into .*Hint: wait"):
            change(tmp_path)
        other.kill()
        other.wait()
    change(tmp_path)
    assert (tmp_path / "a").read_text() == "new a"


def test_a_folder_can_be_claimed_within_itself(tmp_path: Path) -> None:
    with claimed(tmp_path / "out", "run"):
        change(tmp_path / "out")
        change(tmp_path / "out")
    assert len(held(tmp_path / "out")) == 4


@pytest.mark.parametrize("who", ["write", "difference"])
def test_whoever_writes_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(FileError, match=f"^{who}: cannot write into sub"):
        all_or_nothing(tmp_path / "file" / "sub", who).__enter__()
    with pytest.raises(FileError, match=f"^{who}: file is a file"):
        check_free(tmp_path / "file", [], [], who)
    with (
        pytest.raises(FileError, match=rf"^{who}: cannot write into out \(No space left"),
        all_or_nothing(tmp_path / "out", who),
    ):
        raise OSError(28, "No space left on device")
    assert not (tmp_path / "out").exists()


def test_folders_made_in_vain_are_gone(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), all_or_nothing(tmp_path / "new" / "out", "run"):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_what_is_written_is_for_its_writer_alone(tmp_path: Path) -> None:
    with all_or_nothing(tmp_path, "run", public={"note"}) as folder:
        for name in ("record", "note"):
            (folder / name).write_text(name)
    usual = tmp_path / "usual"
    usual.write_text("")
    assert (tmp_path / "record").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "note").stat().st_mode == usual.stat().st_mode


@pytest.mark.parametrize(
    ("before", "most", "after"),
    [(0o644, 0o600, 0o600), (0o640, 0o600, 0o640), (0o400, 0o600, 0o600), (0o600, 0o640, 0o640)],
)
def test_rights_are_kept_but_never_those_of_all(
    tmp_path: Path, before: int, most: int, after: int
) -> None:
    (tmp_path / "record").write_text("old")
    (tmp_path / "record").chmod(before)
    with all_or_nothing(tmp_path, "run", most=most) as folder:
        (folder / "record").write_text("new")
    assert (tmp_path / "record").stat().st_mode & 0o777 == after


def test_the_journal_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has names only, which are ours: nothing of the data."""
    seen = []
    move = os.replace

    def look(source: Path, target: Path) -> None:
        if Path(target).name == "journal.json":
            seen.append(json.loads(Path(source).read_text()))
        move(source, target)

    monkeypatch.setattr(os, "replace", look)
    change(started(tmp_path))
    assert seen == [{"come": ["a", "b", "sub/c", "sub/d"], "go": ["gone"], "folders": []}]
