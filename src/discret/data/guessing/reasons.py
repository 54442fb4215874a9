"""Why a column seems to have a role, and what is to be done with it."""

from __future__ import annotations

from discret.words import Words, say

MOST_KEYS = 15  # of Statistics Netherlands' rule for public files (Bergeat 2014)

EMPTY = Words("it is empty", fr="elle est vide")
BY_NAME = Words("its name says so", fr="son nom le dit")
COUNTS_UP = Words("it counts the records", fr="elle numérote les enregistrements")
ALL_DIFFERENT = Words("no two records share a value", fr="chaque valeur est unique")
REPEATS = Words(
    "a guess: it names who the records are about", fr="à vérifier : elle désigne qui est concerné"
)
TOGETHER = Words(
    "a guess: its numbers stand together, like those of people",
    fr="à vérifier : ses numéros se suivent, comme ceux de personnes",
)
REPEATED = Words(
    "a guess: each value stands as often, like people asked several times",
    fr="à vérifier : chaque valeur revient aussi souvent, comme des personnes réinterrogées",
)
SECOND = Words(
    "a guess: it names somebody, besides another", fr="à vérifier : elle désigne un tiers"
)
LOOKS_LIKE_NAMES = Words(
    "a guess: its texts look like names of people",
    fr="à vérifier : ses textes ressemblent à des noms de personnes",
)
FREE_TEXT = Words(
    "free text, which may name anybody: read it and code it, or drop it",
    fr="texte libre, qui peut nommer quelqu’un : le lire et le coder, ou le retirer",
)
DAY = Words("a date, which others may know", fr="une date, que d’autres peuvent connaître")
EXACT_DAY = Words(
    "an exact date, which others may know: recode it to months or years",
    fr="une date exacte, que d’autres peuvent connaître : la recoder en mois ou en années",
)
PLACE = Words("a place, which others may know", fr="un lieu, que d’autres peuvent connaître")
COORDINATE = Words(
    "a coordinate, which finds a house: make squares of it (grid), or drop it",
    fr="une coordonnée, qui désigne une maison : en faire des carreaux (grid), ou la retirer",
)
WEIGHT_LIKE = Words(
    "a guess: positive, varied, and more in sum than the records",
    fr="à vérifier : positive, variée, de somme supérieure au nombre d’enregistrements",
)
FEW_VALUES = Words("few values", fr="peu de valeurs")
AMOUNT = Words("many numbers", fr="nombreuses valeurs")
IDENTIFYING = Words(
    "numbers that hardly anybody shares: others may know them roughly",
    fr="nombres que presque personne ne partage : d’autres peuvent les connaître à peu près",
)
MANY_TEXTS = Words("many texts", fr="nombreux textes")
SPARE = Words("a second weight", fr="une seconde pondération")
BEYOND = say(
    "too many keys: choose the {most} that others most likely know",
    "trop de clés : choisir les {most} que d’autres connaissent le plus probablement",
    most=MOST_KEYS,
)


def battery(size: int) -> Words:
    """Say that a column is one of several with the same answers.

    Examples
    --------
    >>> battery(80)
    'one of 80 columns with the same answers: make keys of those that others may know'
    """
    return say(
        "one of {size} columns with the same answers: make keys of those that others may know",
        "une des {size} colonnes aux mêmes réponses : faire des clés de celles que d’autres peuvent"
        " connaître",
        size=size,
    )
