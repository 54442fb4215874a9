"""Areas that climb: facts of people in a tree of areas, shown at the lowest level that is safe.

`cells` has the facts and what must hold, `counting` the people of classes, `cuts` and `moves` make
keys coarser and finer within areas; `greedy` is the search of the paper, `best` the one that keeps
all that can be kept, with `live` (what can), `lifting` (where) and `exhaustive` (for few areas).
Searches and counts wait until they are asked for, as they compile: `areas.best` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.areas import best, counting, greedy

__all__ = ["best", "counting", "greedy"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
