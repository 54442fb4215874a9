"""What users of a file of synthetic records are told: what the plan says, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from discret.data.ledger.neighbours import Neighbours
from discret.parts.published import Published
from discret.private.mechanisms import Guarantee
from discret.words import Words


def told(columns: Sequence[str], given: Guarantee, neighbours: Neighbours) -> Published:
    """Say that nobody is behind any record, and which guarantee they were drawn under.

    Examples
    --------
    >>> str(told(["age"], Guarantee(1.5), "replace").said[0]).split(": ")[2]
    'ε = 1.5, two files that differ by the record of one person'
    """
    delta = f", δ = {given.delta:g}" if given.delta else ""
    amount = f"ρ = {given.rho:g}" if given.rho else f"ε = {given.epsilon:g}{delta}"
    return Published(
        tuple(columns), (_DRAWN.filled(amount=amount, tables=_TABLES[neighbours]), _COUNTS)
    )


_DRAWN = Words(
    "Nobody is behind any record: all are drawn from a model of noisy counts, under differential"
    " privacy: {amount}, {tables}",
    fr="Personne n’est derrière un enregistrement : tous sont tirés d’un modèle de comptages"
    " bruités, sous confidentialité différentielle : {amount}, {tables}",
)
_TABLES = {
    "add_remove": Words(
        "two files with a person more or less", fr="deux fichiers à une personne près"
    ),
    "replace": Words(
        "two files that differ by the record of one person",
        fr="deux fichiers qui diffèrent par l’enregistrement d’une personne",
    ),
}
_COUNTS = Words(
    "Counts by one column or by a few are near those of the original; finer ones come from the"
    " model, and may be far from them.",
    fr="Les effectifs selon une ou quelques colonnes sont proches de l’original ; de plus fins"
    " viennent du modèle, et peuvent s’en éloigner.",
)
