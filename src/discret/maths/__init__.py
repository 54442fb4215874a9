"""Arrays in, arrays out: no roles, no frames, no files."""

from pathlib import Path

from discret.loading.caches import for_kernels

if not for_kernels(Path(__file__).parent):  # then kernels are compiled anew in every process
    from numba.core.dispatcher import Dispatcher

    Dispatcher.enable_caching = lambda _: None  # type: ignore[method-assign, assignment]
