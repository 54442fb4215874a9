"""The other side of the pipe: the only process that holds records.

It is started by `engine`, hears calls, and answers with plain data. A job and a look run side by
side in two threads: what both read, datasets and releases, never changes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import rmtree
from threading import Event, Lock
from time import monotonic
from typing import Any

from discret.app.calls import CALLS
from discret.app.calls.bench import Bench
from discret.app.pipe import Pipe
from discret.errors import DiscretError, FaultsError, ParameterError
from discret.parts import Progress
from discret.words import LANGUAGES, Words, say

EVERY = 0.1  # seconds between two reports of how far a job is


class StoppedError(Exception):
    """A job was asked to stop."""


def work(receive: Callable[[], Any], send: Callable[[Any], None]) -> list[str]:
    """Answer calls until there are no more; return the folders that are to go with who called."""
    bench, stops, folders = Bench(), dict[int, Event](), list[str]()
    lanes = {lane: ThreadPoolExecutor(1, thread_name_prefix=lane) for lane in ("job", "look")}
    while (message := receive()) is not None:
        if "stop" in message:
            stops.get(message["stop"], Event()).set()
            continue
        if "folder" in message:
            folders.append(message["folder"])
            continue
        number = int(message["id"])
        stops[number] = Event()
        lanes[message["lane"]].submit(_answer, bench, message, send, stops)
    for lane in lanes.values():
        lane.shutdown(wait=False, cancel_futures=True)
    return folders


def _answer(
    bench: Bench, message: Mapping[str, Any], send: Callable[[Any], None], stops: dict[int, Event]
) -> None:
    number = int(message["id"])
    tell = _telling(number, send, stops[number])
    try:
        answer = CALLS[message["call"]](bench, tell, **message["given"])
        send({"id": number, "answer": answer})
    except StoppedError:
        send({"id": number, "error": {"kind": "stopped", "message": STOPPED.to_dict()}})
    except DiscretError as error:
        send({"id": number, "error": refusal(error)})
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


def refusal(error: DiscretError) -> dict[str, Any]:
    """Tell an error of discret as plain data: in both languages, fault by fault where it has some.

    Examples
    --------
    >>> refusal(DiscretError(Words("plan: no step", fr="plan : aucune étape")))["message"]["fr"]
    'plan\u202f: aucune étape.'
    """
    told: dict[str, Any] = {"message": {tongue: error.within(tongue) for tongue in LANGUAGES}}
    if isinstance(error, FaultsError):
        told["faults"] = [both(fault) for fault in error.faults]
        if error.hint and not isinstance(error, ParameterError):  # of which the form says more
            told["hint"] = both(error.hint)
    return {"kind": "refused", **told}


def both(text: str) -> dict[str, str]:
    """Return a sentence in both languages, whether it knows its French or not."""
    words = text if isinstance(text, Words) else Words(text, fr=text)
    return {language: words.within(language) for language in LANGUAGES}


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


def main() -> None:
    """Work for the process that started this one; whatever prints, prints elsewhere.

    A process that was killed takes nothing away: its worker does so, copies of files above all.
    """
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    work_on = Pipe(sys.stdin.buffer, outgoing)
    for folder in work(work_on.receive, work_on.send):
        rmtree(folder, ignore_errors=True)
    os._exit(0)  # a thread may still be at work in an engine


STOPPED = Words(
    "Stopped, as you asked. Everything is as it was before.",
    fr="Arrêté, à votre demande. Tout est comme avant.",
)
_MEMORY = Words(
    "There is not enough memory for this. Close other programs, or take fewer columns.",
    fr="Il n’y a pas assez de mémoire. Fermer d’autres programmes, ou prendre moins de colonnes.",
)

if __name__ == "__main__":
    main()
