"""How much memory a process may ask for: where there is little, libraries fail in odd ways."""

from __future__ import annotations

SCARCE = 2**31  # bytes, below which libraries may fail to load, or panic for want of a thread


def limit() -> int | None:
    """Return how many bytes of addresses a process may have, if there is a limit.

    Examples
    --------
    >>> limit() is None or limit() > 0
    True
    """
    try:
        import resource
    except ImportError:  # Windows has none
        return None
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if most == resource.RLIM_INFINITY else most


def scarce() -> bool:
    """Say whether so few addresses are allowed that a failure is more likely theirs than a file's.

    Examples
    --------
    >>> scarce() == (limit() is not None and limit() < SCARCE)
    True
    """
    most = limit()
    return most is not None and most < SCARCE
