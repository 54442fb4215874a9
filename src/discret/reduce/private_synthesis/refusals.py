"""What private synthesis refuses, with the way out."""

from __future__ import annotations

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
RECORDS = Words(
    "records: with add_remove the number of people is not known to all: say how many to draw",
    fr="records : avec add_remove, le nombre de personnes n’est pas connu de tous : dire combien en"
    " tirer",
)
FEW = Words(
    "{who}: the file has fewer people than records are to be drawn",
    fr="{who} : le fichier a moins de personnes qu’il n’y a d’enregistrements à tirer",
)
FEWER = Words(
    "draw fewer (records), or check the column of the role individual",
    fr="en tirer moins (records), ou vérifier la colonne de rôle individual",
)
FITTING = Words("measuring and fitting", fr="mesures et ajustement")
