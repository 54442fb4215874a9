"""Arrays in, arrays out: no roles, no frames, no files.

A room for each subject. `arrays` has the types, `matching` groups records under each rule for
missing values, `kernels` and `compiling` say how loops are compiled, and when.
"""

from pathlib import Path

from discret.loading.caches import for_kernels

if not for_kernels(Path(__file__).parent):  # then kernels are compiled anew in every process
    from numba.core.dispatcher import Dispatcher

    Dispatcher.enable_caching = lambda _: None  # type: ignore[method-assign, assignment]
