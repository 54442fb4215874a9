"""Whoever waits can hear that kernels are being compiled, which happens once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def listened(tell: Callable[[int], None]) -> bool:
    """Let kernels tell when their compiling begins (1) and ends (−1); no, as long as none is there.

    Examples
    --------
    >>> listened(lambda change: None) == ("numba.core.dispatcher" in sys.modules)
    True
    """
    if "numba.core.dispatcher" not in sys.modules:
        return False
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            tell(1)

        def on_end(self, event: Any) -> None:
            tell(-1)

    event.register("numba:compile", Listener())  # type: ignore[no-untyped-call]
    return True
