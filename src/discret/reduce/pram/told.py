"""What users are told of exchanged values: what the plan says, never what the file decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.parts.published import Published
from discret.reduce import corrections
from discret.words import Words

if TYPE_CHECKING:
    from discret.reduce.pram import Pram


def published(pram: Pram) -> Published:
    """Tell the chances of a matrix that is used as it is given; of others, that they keep counts.

    An invariant matrix is made from the counts of the file. Who were told it would learn these to
    the last digit, those of values that are nowhere shown among them.

    Examples
    --------
    >>> from discret.reduce import Pram
    >>> str(published(Pram(columns=["sex"], retention=0.9)).said[0])[-55:]
    'A value stays what it is with a chance of at least 90%.'
    """
    given = pram.matrix is not None and pram.invariant in (None, False)
    names = ", ".join(pram.columns)
    said: list[Words] = [
        _first(pram, given).filled(names=names, n=len(pram.columns), retention=pram.retention)
    ]
    if pram.matrix is None and pram.invariant in (None, True) and not pram.forbidden:
        said.append(corrections.SHARES.filled(rest=1 - pram.retention))
    within = {"names": ", ".join(pram.by), "n": len(pram.by)}
    said += [corrections.WITHIN.filled(**within)] if pram.by else []
    said += [corrections.NEVER] if pram.forbidden else []
    return Published(
        tuple(pram.columns),
        tuple(said),
        {true: dict(row) for true, row in pram.matrix or ()} if given else {},
        tuple({name: str(value) for name, value in rule} for rule in pram.forbidden),
    )


def _first(pram: Pram, given: bool) -> Words:
    if given:
        return corrections.CHANCES
    return corrections.INVARIANT if pram.matrix is None else corrections.INVARIANT_GIVEN
