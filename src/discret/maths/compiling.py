"""What kernels need is loaded in good time; and whoever waits can hear that they are compiled."""

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


def load() -> None:
    """Load numba with all that its first kernel would load, and the matrices of histograms.

    Examples
    --------
    >>> load()
    >>> "numba.core.registry" in sys.modules
    True
    """
    load_matrices()
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    with global_compiler_lock:
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


def load_matrices() -> None:
    """Load the matrices of histograms.

    Examples
    --------
    >>> load_matrices()
    >>> "scipy.sparse" in sys.modules
    True
    """
    import scipy.sparse  # noqa: F401
