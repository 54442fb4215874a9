"""What methods refuse, and why: errors whose sentences are long, or told by several methods."""

from __future__ import annotations

from collections.abc import Mapping

from discret.errors import ColumnError, InputError, TargetError
from discret.words import Words, say
from discret.words.sentences import joined


def too_many_recodings(who: str, nodes: float, most_nodes: int) -> InputError:
    """Say that recodings are more than can be searched."""
    return InputError(
        say(
            "{who}: there are {nodes} recodings, more than {most_nodes}",
            "{who} : il y a {nodes} recodages, plus de {most_nodes}",
            who=who,
            nodes=nodes,
            most_nodes=most_nodes,
        ),
        hint=Words(
            "narrow them with minimum= and maximum=, or use fewer levels",
            fr="les restreindre avec minimum= et maximum=, ou prendre moins de niveaux",
        ),
    )


def none_found(who: str, checked: int) -> TargetError:
    """Say that a search that was cut short found nothing."""
    return TargetError(
        say(
            "{who}: none of the {checked} recodings looked at satisfies the models",
            "{who} : aucun des {checked} recodages examinés ne respecte les modèles",
            who=who,
            checked=checked,
        ),
        hint=Words(
            "raise checks= or seconds=, or allow more suppression",
            fr="relever checks= ou seconds=, ou permettre plus de suppressions",
        ),
    )


def none_satisfies(who: str, records: int, told: str, suppress: float) -> TargetError:
    """Say that no recoding satisfies the models, and by how much."""
    return TargetError(
        say(
            "{who}: no recoding satisfies the models; of {records} records, at the"
            " coarsest levels, {told}; a share of {suppress} may be dropped",
            "{who} : aucun recodage ne respecte les modèles ; sur {records}"
            " enregistrements, aux niveaux les plus grossiers, {told} ; une part de"
            " {suppress} peut être retirée",
            who=who,
            records=records,
            told=told,
            suppress=suppress,
        ),
        hint=Words(
            "lower the targets, raise drop= or maximum=, or give hierarchies a top level",
            fr="abaisser les objectifs, relever drop= ou maximum=, ou donner"
            " aux hiérarchies un sommet",
        ),
    )


def levels_fail(who: str, failing: int, records: int, suppress: float) -> TargetError:
    """Say that the levels given satisfy no model."""
    return TargetError(
        say(
            "{who}: at the levels given {failing} of {records} records {failing:fails|fail}, more"
            " than the share of {suppress} allowed",
            "{who} : aux niveaux donnés, {failing} {failing:enregistrement|enregistrements} sur"
            " {records} {failing:échoue|échouent}, plus que la part de {suppress} admise",
            who=who,
            failing=failing,
            records=records,
            suppress=suppress,
        ),
        hint=Words(
            "choose coarser levels, or raise drop=",
            fr="choisir des niveaux plus grossiers, ou relever drop=",
        ),
    )


def population_left_behind(who: str, against: str) -> InputError:
    """Say that a population cannot follow a local recoding."""
    return InputError(
        say(
            "{who}: a population cannot be recoded in the same way, so {against}"
            " cannot be judged against it",
            "{who} : une population ne peut être recodée de la même façon,"
            " {against} ne peut donc être jugé par rapport à elle",
            who=who,
            against=against,
        ),
        hint=Words(
            "use generalise or recode, which recode both alike",
            fr="employer generalise ou recode, qui recodent l’une et l’autre de même",
        ),
    )


def past_ceilings(who: str, passed: str) -> TargetError:
    """Say that the ceilings are too low."""
    return TargetError(
        say(
            "{who}: no blanks were found that stay below the ceilings of {passed}",
            "{who} : il n’a pas été trouvé d’effacements qui restent sous les plafonds de {passed}",
            who=who,
            passed=passed,
        ),
        hint=Words(
            "raise them, make keys coarser first (recode), or drop records (suppress_records)",
            fr="les relever, rendre d’abord les clés plus grossières (recode), ou"
            " retirer des enregistrements (suppress_records)",
        ),
    )


def still_missed(who: str, failing: int, records: int, missed: str) -> TargetError:
    """Say how many records miss their target though nothing is left to blank."""
    return TargetError(
        say(
            "{who}: {failing} of {records} records still {failing:misses|miss} {missed} when no"
            " more values can be blanked",
            "{who} : {failing} {failing:enregistrement|enregistrements} sur {records}"
            " {failing:manque|manquent} encore {missed}"
            " quand plus aucune valeur ne peut être effacée",
            who=who,
            failing=failing,
            records=records,
            missed=missed,
        ),
        hint=Words(
            "lower the targets, raise ceilings=, use larger strata, or make keys"
            " coarser first (recode)",
            fr="abaisser les objectifs, relever ceilings=, prendre des strates plus"
            " grandes, ou rendre d’abord les clés plus grossières (recode)",
        ),
    )


def counts_records(who: str) -> InputError:
    """Say that people cannot be counted by the exact search."""
    return InputError(
        say(
            "{who}: exact counts records, and the data has an individual column",
            "{who} : exact compte des enregistrements, et les données ont une colonne individual",
            who=who,
        ),
        hint=Words(
            "leave exact out, or the role individual",
            fr="retirer exact, ou le rôle individual",
        ),
    )


def population_shows_blanks(who: str, against: str) -> InputError:
    """Say that a population has no blanks."""
    return InputError(
        say(
            "{who}: {against} cannot be judged against a population while values are blanked",
            "{who} : {against} ne peut être jugé par rapport à une population"
            " quand des valeurs sont effacées",
            who=who,
            against=against,
        ),
        hint=Words(
            "ask for k_anonymity here, and measure the other one on the result",
            fr="demander ici k_anonymity, et mesurer l’autre sur le résultat",
        ),
    )


def stratum_is_key(who: str, both: str) -> ColumnError:
    """Say that a stratum might be blanked itself."""
    return ColumnError(
        say(
            "{who}: the stratum {both} is a key, which may be blanked",
            "{who} : la strate {both} est une clé, qui peut être effacée",
            who=who,
            both=both,
        ),
        hint=Words(
            'keep it from being blanked instead, with ceilings = {"column" = 0}',
            fr='empêcher plutôt qu’elle soit effacée, avec ceilings = {"column" = 0}',
        ),
    )


def fails_for(failing: Mapping[str, int]) -> Words:
    """Say for how many records each model fails, where it does.

    Examples
    --------
    >>> fails_for({"k_anonymity": 12, "l_diversity": 0})
    'k_anonymity fails for 12'
    """
    return joined(
        say("{name} fails for {number}", "{name} échoue pour {number}", name=name, number=number)
        for name, number in failing.items()
        if number
    )


def no_coordinates(who: str, bad: int) -> ColumnError:
    """Say that some records are nowhere."""
    return ColumnError(
        say(
            "{who}: {bad} {bad:record has|records have} coordinates that are missing or not finite",
            "{who} : {bad} {bad:enregistrement a|enregistrements ont} des coordonnées"
            " manquantes ou infinies",
            who=who,
            bad=bad,
        ),
        hint=Words(
            "drop these records first, or correct them",
            fr="retirer d’abord ces enregistrements, ou les corriger",
        ),
    )


def in_degrees(who: str) -> ColumnError:
    """Say that coordinates are not projected."""
    return ColumnError(
        say(
            "{who}: coordinates look like degrees, metres are needed",
            "{who} : les coordonnées semblent en degrés, il faut des mètres",
            who=who,
        ),
        hint=Words(
            "project them first, for example to Lambert-93 (EPSG 2154) or LAEA (3035)",
            fr="les projeter d’abord, par exemple en Lambert-93 (EPSG 2154) ou en LAEA (3035)",
        ),
    )
