"""How a command ends: its exit code, one message, and what terminals and signals do to it."""

from __future__ import annotations

import atexit
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from discret.cli.terminal.letters import legible
from discret.errors import DiscretError, InputError, TargetError, system_fault
from discret.words import Language, Words, say

INTERRUPTED, CLOSED = 130, 141  # as a shell counts those that Ctrl-C and a closed pipe end
ASKED = 128  # and those that another signal ends, with its number
DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO, errno.ENAMETOOLONG)

TALKATIVE, STDERR = "duckdb", 2
UNAWAITED: list[threading.Thread] = []  # what they do is not needed any more if they still do it


def leave(code: int) -> NoReturn:
    """End the process with an exit code.

    A thread that is still at work in an engine would come back to a Python that is no more; and one
    engine lists, as Python ends, all that it still holds, as if that were a fault.
    """
    if any(thread.is_alive() for thread in UNAWAITED):
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    if TALKATIVE in sys.modules:
        atexit.unregister(_hush)
        atexit.register(_hush)
    sys.exit(code)


def _hush() -> None:
    """Send what libraries still say as Python ends nowhere: the command has said all it had to."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STDERR)
        os.close(nowhere)


def ended(command: Callable[[], Any], language: Language) -> int:
    """Run a command and return its exit code; what goes wrong is told in one message."""
    with _heeded() as heard:
        code = _ended(command, language)
    return ASKED + heard[0] if heard else code


@contextmanager
def _heeded() -> Iterator[list[int]]:
    """Hear who asks a command to end as Ctrl-C is heard: what it had begun to write goes away."""
    heard: list[int] = []

    def stop(number: int, _: FrameType | None) -> None:
        heard.append(number)
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    kinds = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    usual = [kind for kind in kinds if here and signal.getsignal(kind) == signal.SIG_DFL]
    before = {kind: signal.signal(kind, stop) for kind in usual}
    try:
        yield heard
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _ended(command: Callable[[], Any], language: Language) -> int:
    code = 0
    try:
        code = _code(command, language)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except BrokenPipeError:
        return _closed()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:  # /dev/full, say; what could not be said is not tried again at the end
        _say_no_more()
        return code or _complain(_no_room(error), language, 2)
    return code


def _code(command: Callable[[], Any], language: Language) -> int:
    try:
        command()
    except SystemExit as end:
        return _interrupted(end) or _number(end.code)
    except DiscretError as error:
        return _complain(error, language, 1 if isinstance(error, TargetError) else 2)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except BaseException as error:  # panics of libraries in Rust are no Exception
        if os.environ.get("DISCRET_DEBUG"):
            raise
        return _fault(error, language)
    return 0


def _fault(error: BaseException, language: Language) -> int:
    if isinstance(error, MemoryError) or "memory" in type(error).__name__.lower():
        return short_of_memory(language, _MEMORY, _SMALLER)
    if isinstance(error, OSError) and error.errno in DISK:
        return _complain(_no_room(error), language, 2)
    return _complain(confession(error), language, 3)


def short_of_memory(language: Language, message: Words, hint: Words) -> int:
    """Tell that memory is short, and return the exit code of it."""
    return _complain(InputError(message, hint=hint), language, 2)


def _interrupted(end: SystemExit) -> int | None:
    """Return the exit code of an end that was an interruption, whatever a library made of it."""
    cause: BaseException | None = end
    for _ in range(9):
        if isinstance(cause, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(cause, BrokenPipeError):
            return _closed()
        cause = None if cause is None else cause.__cause__ or cause.__context__
    return None


def _number(code: object) -> int:
    return code if isinstance(code, int) else 0 if code is None else 1


def _closed() -> int:
    """Return the exit code of what nobody reads any more."""
    _say_no_more()
    return CLOSED


def _say_no_more() -> None:
    """Send what is left to say nowhere: whoever read it has gone, or has no room for it."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno())  # type: ignore[union-attr]


def _complain(error: DiscretError, language: Language, code: int) -> int:
    import typer

    who = Words("discret:", fr="discret\u202f:").within(language)
    with suppress(OSError):  # nobody listens
        typer.echo(f"{who} {legible(error.within(language))}", err=True)
    return code


def _no_room(error: OSError) -> InputError:
    message = say(
        "disk: it refuses what is written ({reason})",
        "disque : il refuse ce qui est écrit ({reason})",
        reason=system_fault(error),
    )
    return InputError(message, hint=_ROOM)


def confession(error: BaseException) -> DiscretError:
    """Tell where discret failed, without the message, which might carry data."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    name = "" if place is None else Path(place.tb_frame.f_code.co_filename).name
    where = Words("", fr="") if place is None else say(
        " at {name}:{line!r}", " à {name}:{line!r}", name=name, line=place.tb_lineno
    )  # fmt: skip
    return DiscretError(
        say(
            "this is a fault of discret, not of your file ({kind}{where})",
            "c’est une faute de discret, pas de votre fichier ({kind}{where})",
            kind=type(error).__name__, where=where,
        ),
        hint=Words(
            "set DISCRET_DEBUG=1 to see more (it may show data), and report it",
            fr="avec DISCRET_DEBUG=1 on en voit plus (peut-être des données) ; signalez-la",
        ),
    )  # fmt: skip


_MEMORY = Words("memory: there is not enough for this", fr="mémoire : il n’y en a pas assez")
_SMALLER = Words(
    "close other programs, take fewer columns, or write the file as Parquet, which is not brought"
    " into memory whole",
    fr="fermer d’autres programmes, prendre moins de colonnes, ou enregistrer le fichier en"
    " Parquet, qui n’est pas chargé en entier",
)
_ROOM = Words("make room, or write elsewhere", fr="faire de la place, ou écrire ailleurs")
