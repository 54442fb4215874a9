"""The other side of the pipe: the only process that holds records.

It is started by `engine`, hears calls, and answers with plain data. A job and a look run side by
side in two threads: what both read, datasets and releases, never changes. Jobs are patient: they
leave the processors to whoever looks, to the pages and to the browser. So they also load the
libraries of data, which takes longer than all else before a first page.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from discret.app.pipe import Pipe
from discret.errors import DiscretError, system_fault
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.app.calls.bench import Bench
    from discret.parts import Progress

EVERY = 0.1  # seconds between two reports of how far a job is
PATIENT = 10  # by how much jobs come after others, where the system knows such an order
OPENING, COMPILER = ("open", "example"), "numba"
SWITCH = 0.001  # seconds after which a thread that computes lets another one have its turn


class StoppedError(Exception):
    """A job was asked to stop."""


def work(
    receive: Callable[[], Any],
    send: Callable[[Any], None],
    patiently: Callable[[], None] = lambda: None,
) -> list[str]:
    """Answer calls until there are no more; return the folders that are to go with who called.

    `patiently` is done first by the thread that jobs have.
    """
    hand, stops, folders = Hand(), dict[int, Event](), list[str]()
    lanes = {
        "job": ThreadPoolExecutor(1, thread_name_prefix="job", initializer=patiently),
        "look": ThreadPoolExecutor(1, thread_name_prefix="look"),
    }
    while (message := receive()) is not None:
        if "stop" in message:
            stops.get(message["stop"], Event()).set()
            continue
        if "folder" in message:
            folders.append(message["folder"])
            continue
        number = int(message["id"])
        stops[number] = Event()
        lanes[message["lane"]].submit(_answer, hand, message, send, stops)
        if message["call"] in OPENING:
            lanes["job"].submit(hand.prepare)
    for lane in lanes.values():
        lane.shutdown(wait=False, cancel_futures=True)
    return folders


class Hand:
    """What does as it is asked: the calls and what they have at hand, loaded when first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._bench: Bench | None = None

    def do(self, call: str, tell: Progress, given: Mapping[str, Any]) -> Any:
        """Answer a call."""
        with self._lock:  # one thread alone loads what both need
            from discret.app.calls import CALLS
            from discret.app.calls.bench import Bench

            bench = self._bench = self._bench or Bench()
        return CALLS[call](bench, tell, **given)

    @staticmethod
    def prepare() -> None:
        """Load what compiles while nobody waits: pages would stand still while a first job does."""
        with suppress(Exception):
            import_module(COMPILER)


def _answer(
    hand: Hand, message: Mapping[str, Any], send: Callable[[Any], None], stops: dict[int, Event]
) -> None:
    number = int(message["id"])
    tell = _telling(number, send, stops[number])
    try:
        answer = hand.do(message["call"], tell, message["given"])
        send({"id": number, "answer": answer})
    except StoppedError:
        send({"id": number, "error": {"kind": "stopped", "message": STOPPED.to_dict()}})
    except DiscretError as error:
        from discret.app.forms.refusals import refusal

        send({"id": number, "error": refusal(error)})
    except OSError as error:
        send({"id": number, "error": denial(error)})
    except BaseException as error:  # noqa: BLE001 (panics of libraries in Rust are no Exception)
        send({"id": number, "error": confession(error)})
    finally:
        stops.pop(number, None)


def _telling(number: int, send: Callable[[Any], None], stop: Event) -> Progress:
    """Return what tells how far a call is, not too often, and ends it where it was stopped."""
    last, lock = [0.0], Lock()

    def tell(share: float, doing: str) -> None:
        if stop.is_set():
            raise StoppedError
        with lock:
            now = monotonic()
            due, last[0] = now - last[0] > EVERY, now if now - last[0] > EVERY else last[0]
        if due:
            words = doing if isinstance(doing, Words) else Words(doing, fr=doing)
            send({"id": number, "share": share, "doing": words.to_dict()})

    return tell


def denial(error: OSError) -> dict[str, Any]:
    """Tell what the system denied: a place that is none, a disk that is full.

    Examples
    --------
    >>> denial(OSError(28, "No space left on device"))["message"]["en"]
    'The system denies this file or folder: No space left on device.'
    """
    words = say(
        "The system denies this file or folder: {reason}.",
        "Le système refuse ce fichier ou ce dossier : {reason}.",
        reason=system_fault(error) or _UNNAMED,
    )
    return {"kind": "refused", "message": words.to_dict()}


def confession(error: BaseException) -> dict[str, Any]:
    """Tell where discret failed, without the message, which might carry data.

    Examples
    --------
    >>> confession(KeyError("secret"))["message"]["en"]
    'This is a fault of discret, not of your file (KeyError).'
    """
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = "" if place is None else Path(place.tb_frame.f_code.co_filename).name
    line = "" if place is None else f", {where}:{place.tb_lineno}"
    if isinstance(error, MemoryError):
        return {"kind": "refused", "message": _MEMORY.to_dict()}
    words = say(
        "This is a fault of discret, not of your file ({kind}{line}).",
        "C’est une faute de discret, pas de votre fichier ({kind}{line}).",
        kind=type(error).__name__, line=line,
    )  # fmt: skip
    return {"kind": "fault", "message": words.to_dict()}


def patiently() -> None:
    """Have this thread, and those that it starts, come after all others of the machine."""
    if hasattr(os, "nice"):
        os.nice(PATIENT)


def main() -> None:
    """Work for the process that started this one; whatever prints, prints elsewhere.

    A process that was killed takes nothing away: its worker does so, copies of files above all.
    """
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    work_on = Pipe(sys.stdin.buffer, outgoing)
    sys.setswitchinterval(SWITCH)
    for folder in work(work_on.receive, work_on.send, patiently):
        rmtree(folder, ignore_errors=True)
    os._exit(0)  # a thread may still be at work in an engine


STOPPED = Words(
    "Stopped, as you asked. Everything is as it was before.",
    fr="Arrêté, à votre demande. Tout est comme avant.",
)
_UNNAMED = Words("it does not say why", fr="il ne dit pas pourquoi")
_MEMORY = Words(
    "There is not enough memory for this. Close other programs, or take fewer columns.",
    fr="Il n’y a pas assez de mémoire. Fermer d’autres programmes, ou prendre moins de colonnes.",
)

if __name__ == "__main__":
    main()
