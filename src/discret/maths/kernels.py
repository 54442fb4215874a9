"""Kernels that compile fast: loops over numbers that fill the arrays they are given.

Nothing is allocated in them, so that no array need be counted or freed, which is most of what numba
would have to compile; and those that kernels alone call have no way in from Python. What is called
for every pair of records is compiled into its callers: to hand over a handful of arrays takes ten
times what it does with them.

numba itself takes a third of a second to load, and as much memory as a million records. So it is
loaded when a kernel must be compiled, not when one is declared; and a kernel that has another way
to the same numbers, `plainly`, goes that way until as much time was spent on such ways as numba
takes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import update_wrapper
from time import thread_time
from typing import Any, TypeVar, cast

import numpy as np

Number = int | np.int64  # what kernels count with: a place, a number of records
# Where kernels start to count: for a literal, all that it is handed to would be compiled once more.
NONE: Number = np.int64(0)
NOBODY: Number = np.int64(-1)
PATIENCE = 0.3  # seconds that are spent otherwise before numba is loaded
Function = TypeVar("Function", bound=Callable[..., Any])

_SPENT = [0.0]
# Of those that Python calls: other threads go on meanwhile, as pages of the app do beside a job.
_CALLED = {"cache": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True}


class Kernel:
    """A function that is compiled when it is first called; to those that call it, it always was.

    Parameters
    ----------
    function
        What is to be compiled.
    plainly
        Another function with the same outcome, to the last digit.
    options
        How it is compiled.
    """

    def __init__(
        self, function: Callable[..., Any], plainly: Callable[..., Any] | None, **options: bool
    ) -> None:
        update_wrapper(self, function)
        self.function, self.plainly, self.options = function, plainly, options
        self._made: Any = None

    def __call__(self, *given: Any) -> Any:
        """Call it, compiled or in its other way."""
        made = self._made
        if made is not None:
            return made(*given)
        if self.plainly is None or at_hand():
            return self.compiled(*given)
        began = thread_time()
        found = self.plainly(*given)
        _SPENT[0] += thread_time() - began
        return found

    @property
    def compiled(self) -> Any:
        """The function as numba compiles it: at its first call, or never if that was kept."""
        if self._made is None:
            import numba

            self._made = numba.njit(**self.options)(self.function)  # type: ignore[call-overload]
        return self._made

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for where another kernel calls it."""
        import numba

        return numba.typeof(self.compiled)  # type: ignore[no-untyped-call]


def at_hand() -> bool:
    """Whether kernels are to be compiled: numba was loaded, or is worth its while.

    Examples
    --------
    >>> import numba
    >>> at_hand()
    True
    """
    return "numba" in sys.modules or _SPENT[0] > PATIENCE


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, once for all."""
    return cast("Function", Kernel(function, None, **_CALLED))


def kernel_or(plainly: Callable[..., Any] | None = None) -> Callable[[Function], Function]:
    """Compile a function that Python calls, once other ways took as long as it takes to load numba.

    Parameters
    ----------
    plainly
        The other way; without one, the function as it stands, for loops that are short mostly.
    """

    def made(function: Function) -> Function:
        way = function if plainly is None else plainly
        return cast("Function", Kernel(function, way, **_CALLED))

    return made


def inner(function: Function) -> Function:
    """Compile a function that kernels call."""
    return cast(
        "Function",
        Kernel(function, None, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True),
    )


def inlined(function: Function) -> Function:
    """Compile a function that kernels call so often that the call itself would take most."""
    options = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("Function", Kernel(function, None, forceinline=True, **options))
