"""What users are told of exchanged values: what the plan says, never what the file decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

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
    if _kept(pram) and pram.invariant in (None, True) and not pram.forbidden:
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
    return corrections.INVARIANT if _kept(pram) else corrections.INVARIANT_GIVEN


def _kept(pram: Pram) -> bool:
    """Whether the plan says how often a value stays, at least."""
    return pram.matrix is None and pram.epsilon is None


def amounting(facts: Mapping[str, Any]) -> list[Words]:
    """Say what the chances of columns amount to, and that the seed takes draws back.

    Examples
    --------
    >>> amounting({"epsilon": {"sex": None}})[0]
    'The chances of sex amount to no ε: some value can never be shown for another.'
    """
    told = facts.get("epsilon", {})
    each = [
        (_NO_EPSILON if epsilon is None else _EPSILON).filled(name=name, epsilon=epsilon or 0.0)
        for name, epsilon in told.items()
    ]
    return [*each, _SEEDED] if each else []


_EPSILON = Words(
    "The chances of {name} amount to ε = {epsilon} for one true value against another in one"
    " record, and cover no other column.",
    fr="Les probabilités de {name} équivalent à ε = {epsilon} pour une vraie valeur contre une"
    " autre dans un enregistrement, et ne couvrent aucune autre colonne.",
)
_NO_EPSILON = Words(
    "The chances of {name} amount to no ε: some value can never be shown for another.",
    fr="Les probabilités de {name} n’équivalent à aucun ε : une valeur ne peut jamais être montrée"
    " pour une autre.",
)
_SEEDED = Words(
    "Draws come from the seed of the run: who knows it takes them back. Only randomised_response"
    " guarantees an ε.",
    fr="Les tirages viennent de la graine de l’exécution : qui la connaît les défait. Seule"
    " randomised_response garantit un ε.",
)
