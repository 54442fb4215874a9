"""What calibration says when totals are not met."""

from __future__ import annotations

from discret.errors import TargetError
from discret.words import Words, say

WAY_OUT = Words(
    "leave these margins out, merge categories with regroup=, or widen bounds=",
    fr="retirer ces marges, regrouper des modalités avec regroup=, ou élargir bounds=",
)


def nobody_left(who: str, told: str) -> TargetError:
    """Say that nobody is left to count for some totals."""
    return TargetError(
        say(
            "{who}: nobody is left to count for {told}",
            "{who} : il ne reste personne à compter pour {told}",
            who=who,
            told=told,
        ),
        hint=Words(
            "merge categories with regroup=, or leave these margins out",
            fr="regrouper des modalités avec regroup=, ou retirer ces marges",
        ),
    )


def contradicted(who: str, told: str) -> TargetError:
    """Say that totals contradict each other."""
    return TargetError(
        say(
            "{who}: totals contradict each other: {told} cannot be what the margins before say",
            "{who} : les totaux se contredisent : {told} ne peuvent être ce que"
            " disent les marges qui précèdent",
            who=who,
            told=told,
        ),
        hint=Words(
            "give totals that add up to the same, or leave these margins out",
            fr="donner des totaux de même somme, ou retirer ces marges",
        ),
    )


def not_met(who: str, error: str, cells: int) -> TargetError:
    """Say that the totals were not met, nobody knows why."""
    return TargetError(
        say(
            "{who}: the totals were not met{error}; there are too many cells"
            " ({cells}) to tell which are in conflict",
            "{who} : les totaux n’ont pas été atteints{error} ; il y a trop de"
            " cellules ({cells}) pour dire lesquels se contredisent",
            who=who,
            error=error,
            cells=cells,
        ),
        hint=WAY_OUT,
    )


def not_converged(who: str, error: str) -> TargetError:
    """Say that the method failed though the totals can be met."""
    return TargetError(
        say(
            "{who}: not converged{error}, though the totals are within reach",
            "{who} : pas de convergence{error}, bien que les totaux soient à portée",
            who=who,
            error=error,
        ),
        hint=Words(
            "try another method, or wider bounds",
            fr="essayer une autre méthode, ou des bornes plus larges",
        ),
    )


def out_of_reach(who: str, low: float, high: float, told: str, short: float) -> TargetError:
    """Say which totals cannot be met, and by how much."""
    return TargetError(
        say(
            "{who}: totals cannot all be met with ratios from {low} to {high}:"
            " {told}; at best {short:%} of all totals is missed",
            "{who} : les totaux ne peuvent être tous atteints avec des rapports de"
            " {low} à {high} : {told} ; au mieux, {short:%} de l’ensemble des"
            " totaux est manqué",
            who=who,
            low=low,
            high=high,
            told=told,
            short=short,
        ),
        hint=WAY_OUT,
    )
