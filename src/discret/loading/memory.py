"""Memory that is no longer needed, handed back."""

from __future__ import annotations

import ctypes


def handed_back() -> bool:
    """Hand what was freed back to the system; say whether there was something to hand back.

    The C library of Linux keeps what large arrays took for the next ones, which may never come.
    Elsewhere nothing is done.

    Examples
    --------
    >>> handed_back() in (True, False)
    True
    """
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (AttributeError, OSError, TypeError):  # another C library, or none by that name
        return False
