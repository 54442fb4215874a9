"""A moment in which no signal is heard."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hear signals that would interrupt a change when it is done.

    Only the main thread can be interrupted by them.
    """
    heard: list[int] = []

    def wait(number: int, _: FrameType | None) -> None:
        heard.append(number)

    here = threading.current_thread() is threading.main_thread()
    kinds = [getattr(signal, name) for name in _SIGNALS if here and hasattr(signal, name)]
    kept = [kind for kind in kinds if signal.getsignal(kind) is not None]  # by Python, that is
    before = {kind: signal.signal(kind, wait) for kind in kept}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
        for number in heard[:1]:
            signal.raise_signal(number)
