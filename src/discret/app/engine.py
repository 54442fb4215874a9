"""The page's side of the pipe: asks the worker, hears how far it is, ends it and starts another.

Two lanes: jobs one after the other, and looks that are answered while a job runs. A job that is to
stop is asked to; if it does not within its patience, the worker is ended, by its own handle, and a
new one takes its place. Nothing is lost with a worker: every call says all that it needs.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread, Timer
from typing import Any, Literal, Protocol

from discret.app.pipe import Pipe
from discret.words import Words

Lane = Literal["job", "look"]
Heard = Callable[[float, Mapping[str, str]], None]
PATIENCE = 2.0  # seconds that a job has to stop by itself


class Line(Protocol):
    """A worker, and the way to it."""

    def send(self, message: Any) -> None:
        """Send a message."""

    def receive(self) -> Any:
        """Wait for a message; ``None`` where the worker is gone."""

    def end(self) -> None:
        """End the worker."""


class CallError(Exception):
    """What a worker could not do, in both languages; with the faults of single fields."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        super().__init__(str(told.get("kind", "")))


class Process:
    """A worker in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "discret.app.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None  # noqa: S101 (asked for)
        assert self._process.stdout is not None  # noqa: S101 (asked for)
        self._pipe = Pipe(self._process.stdout, self._process.stdin)  # type: ignore[arg-type]

    @property
    def number(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: Any) -> None:
        """Send a message; one that is gone hears nothing."""
        with suppress(OSError, ValueError):
            self._pipe.send(message)

    def receive(self) -> Any:
        """Wait for a message; ``None`` where the worker is gone."""
        try:
            return self._pipe.receive()
        except (OSError, ValueError):
            return None

    def end(self) -> None:
        """End the worker, and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                stream.close()  # type: ignore[union-attr]


class Near:
    """A worker in threads of this process, for tests; to end it is to hear no more of it."""

    def __init__(self, work: Callable[[Callable[[], Any], Callable[[Any], None]], None]) -> None:
        self._asked: SimpleQueue[Any] = SimpleQueue()
        self._told: SimpleQueue[Any] = SimpleQueue()
        Thread(target=work, args=(self._asked.get, self._told.put), daemon=True).start()

    def send(self, message: Any) -> None:
        """Send a message."""
        self._asked.put(message)

    def receive(self) -> Any:
        """Wait for a message."""
        return self._told.get()

    def end(self) -> None:
        """End the worker."""
        self._asked.put(None)
        self._told.put(None)


@dataclass(frozen=True)
class _Asked:
    future: Future[Any]
    heard: Heard | None
    on: Line


class Engine:
    """Asks a worker, and starts another where it is gone.

    Examples
    --------
    >>> def work(receive, send):
    ...     while (asked := receive()) is not None:
    ...         send({"id": asked["id"], "answer": asked["given"]["n"] + 1})
    >>> engine = Engine(lambda: Near(work))
    >>> engine.ask("next", n=1).result(5)
    2
    >>> engine.close()
    """

    def __init__(
        self, start: Callable[[], Line] = Process, *, again: Callable[[], None] = lambda: None
    ) -> None:
        self._start, self._again, self._lock = start, again, Lock()
        self._open: dict[int, _Asked] = {}
        self._number, self._closed = 0, False
        self.line = self._started()

    def ask(self, call: str, lane: Lane = "look", heard: Heard | None = None, **given: Any) -> Any:
        """Ask for something; return a future of the answer, whose `number` can be stopped."""
        future: Future[Any] = Future()
        with self._lock:
            self._number += 1
            number, line = self._number, self.line
            self._open[number] = _Asked(future, heard, line)
        future.number = number  # type: ignore[attr-defined]
        line.send({"id": number, "call": call, "lane": lane, "given": given})
        return future

    def entrust(self, folder: Path) -> None:
        """Have the worker take a folder away, should this process end without doing so."""
        self.line.send({"folder": str(folder)})

    def stop(self, number: int, patience: float = PATIENCE) -> None:
        """Ask a call to stop; end the worker where it does not."""
        asked = self._open.get(number)
        if asked is None:
            return
        asked.on.send({"stop": number})
        timer = Timer(patience, self._end, (number,))
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        """End the worker for good."""
        self._closed = True
        self.line.end()

    def _end(self, number: int) -> None:
        asked = self._open.pop(number, None)
        if asked is None:
            return
        _set(asked.future, CallError({"kind": "stopped", **_both(STOPPED)}))
        asked.on.end()

    def _started(self) -> Line:
        line = self._start()
        Thread(target=self._listen, args=(line,), daemon=True).start()
        return line

    def _listen(self, line: Line) -> None:
        """Hear a worker until it is gone; then start another, and tell who waited for it."""
        while (message := line.receive()) is not None:
            self._hear(message)
        if self._closed:
            return
        line.end()
        with self._lock:
            self.line = self._started()
            left = [number for number, asked in self._open.items() if asked.on is line]
            lost = [self._open.pop(number) for number in left]
        for asked in lost:
            _set(asked.future, CallError({"kind": "gone", **_both(GONE)}))
        self._again()

    def _hear(self, message: Mapping[str, Any]) -> None:
        number = int(message["id"])
        if "share" in message:
            asked = self._open.get(number)
            if asked is not None and asked.heard is not None:
                asked.heard(float(message["share"]), message["doing"])
            return
        asked = self._open.pop(number, None)
        if asked is None:
            return
        if "error" in message:
            _set(asked.future, CallError(message["error"]))
        else:
            _set(asked.future, message["answer"])


def _set(future: Future[Any], answer: Any) -> None:
    """Settle a future, unless somebody gave it up."""
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(answer, CallError):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _both(words: Words) -> dict[str, Any]:
    return {"message": words.to_dict()}


STOPPED = Words(
    "Stopped, as you asked. Everything is as it was before.",
    fr="Arrêté, à votre demande. Tout est comme avant.",
)
GONE = Words(
    "The worker ended in the middle of it, perhaps for lack of memory. Everything is as it was"
    " before, and another one is at work: try again, or take a smaller step.",
    fr="Le processus de calcul s’est arrêté en chemin, peut-être faute de mémoire. Tout est comme"
    " avant, et un autre a pris la suite : recommencer, ou faire un pas plus petit.",
)
