"""What a private table refuses, each with the way out."""

from __future__ import annotations

from discret.words import Words

AMOUNT = Words(
    "epsilon: above 0, with a delta or without, or else rho above 0",
    fr="epsilon : au-dessus de 0, avec ou sans delta, sinon rho au-dessus de 0",
)
BOUNDS = Words(
    "low, high: sums, means and quantiles need a column and bounds, whatever the file holds:"
    " without them what a person adds has no bound",
    fr="low, high : sommes, moyennes et quantiles demandent une colonne et des bornes, quoi que"
    " contienne le fichier : sans elles, ce qu’une personne ajoute n’a pas de borne",
)
CATEGORIES = Words(
    "categories: all columns that make the cells, or none",
    fr="categories : toutes les colonnes des cellules, ou aucune",
)
TWICE = Words(
    "categories: a value once for each column, and at least one",
    fr="categories : chaque valeur une fois par colonne, et au moins une",
)
OPEN = Words(
    "categories: name the values that there can be (--values COLUMN=VALUE,VALUE); without them only"
    " counts above a threshold are told, and a delta is needed",
    fr="categories : nommer les valeurs possibles (--values COLONNE=VALEUR,VALEUR) ; sans elles on"
    " ne dit que des effectifs au-dessus d’un seuil, et il faut un delta",
)
TOTALS = Words(
    "totals: only counts and sums of public categories have them",
    fr="totals : seuls les effectifs et les sommes de modalités publiques en ont",
)
SHARES = Words(
    "shares: which quantiles, one at least and each once",
    fr="shares : quels quantiles, un au moins et chacun une fois",
)
NAMED = Words(
    "by: {names} is the name of what the table tells: rename the column",
    fr="by : {names} est le nom de ce que dit la table : renommer la colonne",
)
TOO_MANY = Words(
    "categories: they make {n} {n:number|numbers} with noise, and the limit is {most}",
    fr="categories : elles font {n} {n:nombre bruité|nombres bruités}, et la limite est {most}",
)
ODD = Words(
    "{who}: by: {names} cannot make cells: durations and raw bytes have no text of their own",
    fr="{who} : by : {names} ne peut faire des cellules : durées et octets bruts n’ont pas de texte"
    " à eux",
)
WRITTEN = Words("write it as text or as a number", fr="l’écrire comme un texte ou un nombre")
HELD = Words(
    "categories: {n} {n:is|are} of a kind that {names} cannot hold",
    fr="categories : {n} {n:est d’un genre|sont d’un genre} que {names} ne peut contenir",
)
AS_WRITTEN = Words(
    "write each as the column does, once", fr="les écrire comme la colonne, une fois"
)
ERROR = Words(
    "error: a number above 0, in what the table tells",
    fr="error : un nombre au-dessus de 0, dans l’unité de ce que dit la table",
)
ABOVE = Words("least_epsilon(error=10), for example", fr="least_epsilon(error=10), par exemple")
