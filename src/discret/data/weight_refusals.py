"""What weights are refused for, and why."""

from __future__ import annotations

from discret.errors import InputError
from discret.words import Words, say


def no_weights() -> InputError:
    """Say that weights are needed."""
    return InputError(
        Words(
            "weights: the data has no weight column",
            fr="poids : les données n’ont pas de colonne weight",
        ),
        hint=Words("declare one with weight=...", fr="en déclarer une avec weight=..."),
    )


def bad_weights(bad: int) -> InputError:
    """Say how many weights cannot be used."""
    return InputError(
        say(
            "weights: must be above zero; {bad} {bad:record has|records have} a weight that is"
            " missing, zero or negative, infinite, or too large or too small to be summed",
            "poids : ils doivent être strictement positifs ; {bad}"
            " {bad:enregistrement a|enregistrements ont} un poids"
            " manquant, nul ou négatif, infini, ou trop grand ou trop petit pour être additionné",
            bad=bad,
        ),
        hint=Words(
            "drop these records, or correct their weights, first",
            fr="d’abord retirer ces enregistrements, ou corriger leurs poids",
        ),
    )
