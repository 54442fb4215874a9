"""Local suppression: which key values to blank so that every record shares the rest with others.

`local` states and solves the problem, on the sets of `column_sets` and the `classes` of groups that
agree; greedy, moves and programme are its three ways, and `company` bounds what any way costs.
Those that compile or load much wait until they are asked for: `suppression.local` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.suppression import (
        classes,
        column_sets,
        company,
        greedy,
        local,
        moves,
        programme,
    )

__all__ = ["classes", "column_sets", "company", "greedy", "local", "moves", "programme"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
