"""What a class declares of a part, and a part may decide otherwise by its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Depending:
    """A declaration that hangs on parameters: as usual for the class, as it is for each part.

    Parameters
    ----------
    usual
        What is said of the class: what may come to be so, of all that parameters can ask for.
    of
        What is so of a part.

    Examples
    --------
    >>> class Draw:
    ...     random = Depending(True, lambda part: part.share < 1)
    ...     share = 1
    >>> Draw.random, Draw().random
    (True, False)
    """

    def __init__(self, usual: object, of: Callable[[Any], object]) -> None:
        self._usual, self._of = usual, of

    def __get__(self, part: object | None, kind: type | None = None) -> Any:
        return self._usual if part is None else self._of(part)
