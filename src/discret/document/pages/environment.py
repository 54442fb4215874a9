"""What reads the templates of all pages."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

from discret import __version__
from discret.loading.caches import writable


@cache
def environment() -> Environment:
    """Return what reads the templates; everything that they are given is escaped."""
    return Environment(
        loader=PackageLoader("discret.document", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_kept(),
    )


def _kept() -> FileSystemBytecodeCache | None:
    """Keep compiled templates where Python keeps compiled modules, if it does and may.

    To compile them takes ten times as long as to fill them in. What is kept tells which text it was
    made of: of another text it is not used.
    """
    folder = Path(cache_from_source(__file__)).parent
    if sys.dont_write_bytecode or not writable(folder):
        return None
    return FileSystemBytecodeCache(str(folder), f"{__version__}-%s.cache")
