"""Tables that are handed to a part as a parameter: by the path of a file, or in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw

from discret.data.files.given_files import check_readable
from discret.errors import DiscretError


def is_table(item: Any) -> bool:
    """Whether narwhals takes it for a table.

    Examples
    --------
    >>> is_table([1, 2])
    False
    """
    try:
        nw.from_native(item)
    except (TypeError, ValueError):
        return False
    return True


def can_be_read(file: str) -> bool:
    """Whether there is such a file, and it may be read.

    Examples
    --------
    >>> can_be_read("no such file.csv")
    False
    """
    try:
        check_readable(Path(file))
    except DiscretError:
        return False
    return True
