"""What a run hands to a method: chance, progress, and a secret where one is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from discret.arguments.fitting import fitted
from discret.errors import ParameterError
from discret.maths.privacy.chance import SYSTEM, Chance
from discret.words import Words, say

Progress = Callable[[float, str], None]


def silent(share: float, doing: str) -> None:
    """Show no progress."""


def part_of(progress: Progress, start: float, end: float, who: str = "") -> Progress:
    """Return the progress of a part of the work, told as such a part of the whole.

    Examples
    --------
    >>> tell = part_of(lambda share, doing: print(share, doing), 0.5, 1.0, "calibrate")
    >>> tell(0.5, "3 cells")
    0.75 calibrate: 3 cells
    """

    def tell(share: float, doing: str) -> None:
        words = say("{who}: {doing}", "{who} : {doing}", who=who, doing=doing) if who else doing
        progress(start + (end - start) * share, words)

    return tell


_SEEDED = Words(
    'Context(rng=numpy.random.default_rng(1), secret=b"..."), for example',
    fr='Context(rng=numpy.random.default_rng(1), secret=b"..."), par exemple',
)


@fitted(_SEEDED)
@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run hands to a method: chance, progress, and a secret where one is needed.

    Parameters
    ----------
    rng
        The stream of random numbers of this step; a fresh one by default.
    progress
        Called with a share of [0, 1] and a few words.
    secret
        The key of keyed methods. It is never stored, shown or recorded.
    chance
        That of methods whose guarantee rests on nobody foreseeing it: the system's, which no seed
        touches.

    Examples
    --------
    >>> 0 <= Context(rng=np.random.default_rng(1)).rng.random() < 1
    True
    """

    rng: np.random.Generator = field(default_factory=np.random.default_rng, repr=False)
    chance: Chance = field(default=SYSTEM, repr=False)
    progress: Progress = field(default=silent, repr=False)
    secret: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        kinds = {"rng": np.random.Generator, "secret": bytes | None, "chance": Chance}
        odd = [name for name, kind in kinds.items() if not isinstance(getattr(self, name), kind)]
        if odd or not callable(self.progress):
            raise ParameterError(
                "context", [_ODD.filled(names=", ".join(odd or ["progress"]))], hint=_SEEDED
            )


_ODD = Words("{names}: it is of another kind", fr="{names} : le genre en est autre")
FRESH = Context()  # stands for a context of its own, made when a method is asked
