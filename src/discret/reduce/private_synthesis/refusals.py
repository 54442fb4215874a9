"""What private synthesis refuses, with the way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from discret.data.ledger.neighbours import Neighbours
from discret.data.roles import Role
from discret.parts.ahead import Ahead
from discret.words import Words

AMOUNT = Words(
    "epsilon: above 0, with a delta or without, or else rho above 0",
    fr="epsilon : au-dessus de 0, avec ou sans delta, sinon rho au-dessus de 0",
)
BOUNDS = Words(
    "bounds: the least number stands first, and below the largest",
    fr="bounds : le plus petit nombre vient d’abord, et sous le plus grand",
)
TWICE = Words(
    "bounds: a column has either bounds or categories",
    fr="bounds : une colonne a soit des bornes, soit des modalités",
)
NAMES = Words(
    "{who}: {names} name or number people, and are held back rather than drawn",
    fr="{who} : {names} désignent ou numérotent des personnes, et sont retenues plutôt que tirées",
)
LEAVE = Words(
    "leave them out: they do not leave with the file",
    fr="les omettre : elles ne sont pas diffusées",
)
ONCE = Words(
    "categories: a value once for each column, and at least one",
    fr="categories : chaque valeur une fois par colonne, et au moins une",
)
FIRST = Words(
    "a step before it changes its columns, or drops records: what that makes of one record may hang"
    " on others, which no noise covers; put private_synthesis first, what follows costs nothing",
    fr="une étape avant elle change ses colonnes, ou retire des enregistrements : ce qu’elle fait"
    " d’un enregistrement peut dépendre d’autres, ce qu’aucun bruit ne couvre ; mettre"
    " private_synthesis en premier, la suite ne coûte rien",
)
NOBODY = Words(
    "{who}: the file has nobody to draw from",
    fr="{who} : le fichier n’a personne dont tirer",
)
SOMEBODY = Words(
    "check the file, and the column of the role individual; nothing was spent",
    fr="vérifier le fichier, et la colonne de rôle individual ; rien n’a été dépensé",
)


def touched(ahead: Ahead, columns: Iterable[str], neighbours: Neighbours) -> Iterator[Words]:
    """Yield that steps before it change what it reads.

    A sample by lot is as private where one record is replaced, and its size known: what is drawn
    of the others can be the same. Where there is one more, or people of several records, it is not.
    """
    alone = neighbours == "replace" and ahead.data.column(Role.INDIVIDUAL) is None
    gone = ahead.chosen or (ahead.fewer and not alone)
    if gone or ahead.stacked or ahead.written & {*columns}:
        yield FIRST


FITTING = Words("measuring and fitting", fr="mesures et ajustement")
