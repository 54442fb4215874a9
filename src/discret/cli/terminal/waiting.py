"""A bar for the patient: after two seconds, on a terminal, with what is being done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from typing import TYPE_CHECKING, Any

from discret.maths.compiling import listened
from discret.words import Language, Words, say

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0  # seconds


class Waiting:
    """What is being done, and the bar that tells of it once it takes long.

    The bar stands on the error stream, and only where that is a terminal. It goes as soon as
    something is printed, and comes back when the work goes on for long.
    """

    def __init__(self) -> None:
        self.wanted = False
        self.language: Language = "en"
        self.share, self.doing = 0.0, AT_WORK
        self.compiling = 0
        self._bar: Progress | None = None
        self._timer: Timer | None = None
        self._listening = False
        self._lock = RLock()

    @property
    def shown(self) -> bool:
        """Whether the bar is there."""
        return self._bar is not None

    @property
    def words(self) -> str:
        """What is being done, in the language of the person."""
        both = say("{note} – {doing}", "{note} – {doing}", note=COMPILING, doing=self.doing)
        return (both if self.compiling else self.doing).within(self.language)

    def report(self, share: float, doing: str) -> None:
        """Take note of how far the work is."""
        with self._lock:
            words = doing if isinstance(doing, Words) else Words(doing, fr=doing)
            self.share, self.doing = share, words
            self._listen()
            if self.wanted and self._bar is None and self._timer is None:
                self._timer = Timer(PATIENCE, self.show)
                self._timer.daemon = True
                self._timer.start()
            self._update()

    def show(self) -> None:
        """Show the bar."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._timer is None:  # it was paused meanwhile
                return
            self._bar = Progress(
                TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn(),
                console=Console(stderr=True), transient=True,
                redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
            self._bar.add_task("", total=None)
            self._listen()
            self._update()
            self._bar.start()

    def pause(self) -> None:
        """Take the bar away: something else is printed."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            bar, self._bar, self._timer = self._bar, None, None
        if bar is not None:
            bar.stop()

    def compiles(self, change: int) -> None:
        """Take note that a kernel begins (1) or ends (−1) to be compiled."""
        with self._lock:
            self.compiling += change
            self._update()

    def _update(self) -> None:
        if self._bar is not None:
            total = 1.0 if self.share > 0 else None  # nothing is known of how long it takes
            task = self._bar.task_ids[0]
            self._bar.update(task, total=total, completed=self.share, description=self.words)

    def _listen(self) -> None:
        """Hear of kernels that are compiled, once there can be some."""
        if not self._listening:
            self._listening = listened(self.compiles)


AT_WORK = Words("at work", fr="en cours")
COMPILING = Words("compiling, once", fr="compilation, une seule fois")
WAITING = Waiting()


@contextmanager
def waited(language: Language, *, wanted: bool) -> Iterator[None]:
    """Tell, while a command runs, what it does once it takes long."""
    WAITING.wanted = wanted and sys.stderr.isatty()
    WAITING.language = language
    WAITING.report(0.0, AT_WORK)
    try:
        yield
    finally:
        WAITING.wanted = False
        WAITING.pause()


def patient(command: Callable[[], Any], language: Language) -> Callable[[], None]:
    """Return the command line with its bar, which programs that want plain data do without."""

    def run() -> None:
        with waited(language, wanted="--json" not in sys.argv):
            command()

    return run
