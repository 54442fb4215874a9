"""Two things done at once, where neither needs the other; and what is made ready meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any


@contextmanager
def meanwhile(work: Callable[[], Any], *, apart: bool = True) -> Iterator[None]:
    """Do some work in another thread while a block is carried out; both are done at its end.

    What fails in it fails at the end of the block, unless the block itself has failed.

    Parameters
    ----------
    work
        What to do: it must leave alone what the block changes.
    apart
        Whether there is room for both at once; otherwise the work comes after the block, as it does
        where no further thread can be had.

    Examples
    --------
    >>> done = []
    >>> with meanwhile(lambda: done.append("this")):
    ...     done.append("that")
    >>> sorted(done)
    ['that', 'this']
    """
    begun: Future[Any] | None = None
    with ThreadPoolExecutor(1) as pool:
        if apart:
            begun = _begun(pool, work)
        yield
    if begun is None:
        work()
    else:
        begun.result()


def _begun(pool: ThreadPoolExecutor, work: Callable[[], Any]) -> Future[Any] | None:
    try:
        return pool.submit(work)
    except RuntimeError:  # memory is short: no thread can be started
        return None


def made_ready(load: Callable[[], Any]) -> Thread | None:
    """Load in another thread what will be needed; what fails fails again when it is asked for.

    Whoever needs it waits for the thread first (`join`): libraries that take locks of their own
    while they are loaded are not made to be loaded by two.

    Examples
    --------
    >>> made_ready(lambda: 1 / 0).join()
    """

    def loaded() -> None:
        with suppress(Exception):
            load()

    thread = Thread(target=loaded, name="made_ready")
    try:
        thread.start()
    except RuntimeError:
        return None
    return thread
