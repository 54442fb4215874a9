"""Kernels that compile fast: loops over numbers that fill the arrays they are given.

Nothing is allocated in them, so that no array need be counted or freed, which is most of what numba
would have to compile; and those that kernels alone call have no way in from Python. What is called
for every pair of records is compiled into its callers: to hand over a handful of arrays takes ten
times what it does with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

Number = int | np.int64  # what kernels count with: a place, a number of records
# Where kernels start to count: for a literal, all that it is handed to would be compiled once more.
NONE: Number = np.int64(0)
NOBODY: Number = np.int64(-1)
Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, once for all."""
    compiled: Any = numba.njit(  # type: ignore[call-overload]
        cache=True, _nrt=False, no_cfunc_wrapper=True
    )
    return compiled(function)  # type: ignore[no-any-return]


def inner(function: Function) -> Function:
    """Compile a function that kernels call."""
    compiled: Any = numba.njit(  # type: ignore[call-overload]
        _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return compiled(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """Compile a function that kernels call so often that the call itself would take most."""
    compiled: Any = numba.njit(  # type: ignore[call-overload]
        _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
    )
    return compiled(function)  # type: ignore[no-any-return]
