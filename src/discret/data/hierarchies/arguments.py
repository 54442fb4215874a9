"""The arguments of hierarchies, each declared once with what it means."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StrictBool

from discret.data.hierarchies.forms import Grouping, Link, Numbers, Text, Texts, many
from discret.words import Words

Closed = Literal["left", "right"]
WrittenAs = Literal["label", "notation"]
Unit = Literal["day", "week", "month", "quarter", "year", "decade"]

Path = Annotated[
    FilePath,
    Field(
        description=Words(
            "the file; a relative path starts at the folder of the plan",
            fr="le fichier ; un chemin relatif part du dossier du plan",
        )
    ),
]
Separator = Annotated[
    Annotated[str, Field(min_length=1, max_length=1)] | None,
    Field(
        description=Words(
            "the character between cells; found among ; tab and , unless told",
            fr="le caractère entre cellules ; cherché parmi ; tabulation et , sauf mention"
            " contraire",
        )
    ),
]
Header = Annotated[
    bool | None,
    Field(
        description=Words(
            "whether the first row names the levels; unless told, “level 0”, “level 1” does",
            fr="si la première ligne nomme les niveaux ; sauf mention contraire, « niveau 0 », «"
            " niveau 1 » les nomme",
        )
    ),
]
Encoding = Annotated[
    str | None,
    Field(
        description=Words(
            "how letters are stored; UTF-8, else Windows-1252, unless told",
            fr="l’encodage des lettres ; UTF-8, sinon Windows-1252, sauf mention contraire",
        )
    ),
]
Links = Annotated[
    tuple[Link, ...],
    Field(
        min_length=1,
        description=Words(
            "tables of child = parent; the parents of one are the children of the next",
            fr="des tables enfant = parent ; les parents de l’une sont les enfants de la suivante",
        ),
    ),
]
Names = Annotated[
    Texts,
    Field(
        description=Words(
            "names of the levels, values first", fr="noms des niveaux, valeurs d’abord"
        )
    ),
]
InOrder = Annotated[
    Texts,
    Field(
        min_length=1,
        description=Words("all values, in order", fr="toutes les valeurs, dans l’ordre"),
    ),
]
Steps = Annotated[
    tuple[Annotated[int, Field(ge=2)], ...],
    Field(
        min_length=1,
        description=Words(
            "how many values in a row each level groups; each a multiple of the one before",
            fr="combien de valeurs voisines chaque niveau regroupe ; chacun multiple du précédent",
        ),
    ),
    BeforeValidator(many),
]
Labels = Annotated[
    tuple[Texts, ...] | None,
    Field(
        description=Words(
            "for each level, the labels of its classes; written from their ends unless told",
            fr="pour chaque niveau, les libellés de ses classes ; écrits d’après leurs bornes sauf"
            " mention contraire",
        )
    ),
]
Groupings = Annotated[
    tuple[Grouping, ...],
    Field(
        min_length=1,
        description=Words(
            "for each level a table that gives each label its members, those of the level below",
            fr="pour chaque niveau une table qui donne à chaque libellé ses membres, ceux du niveau"
            " inférieur",
        ),
    ),
]
Others = Annotated[
    Text | None,
    Field(
        description=Words(
            "the label of what no group names; unless told, it keeps its own",
            fr="le libellé de ce qu’aucun groupe ne nomme ; sauf mention contraire, il garde le"
            " sien",
        )
    ),
]
CutPoints = Annotated[
    tuple[Numbers, ...],
    Field(
        min_length=1,
        description=Words(
            "for each level a list of increasing numbers, all of them cuts of the level below",
            fr="pour chaque niveau une liste de nombres croissants, tous bornes du niveau"
            " inférieur",
        ),
    ),
]
ClosedOn = Annotated[
    Closed,
    Field(
        description=Words(
            "the side on which an interval holds its end: left is [25, 50), right (25, 50]",
            fr="le côté où un intervalle contient sa borne : left est [25, 50[, right ]25, 50]",
        )
    ),
]
Lengths = Annotated[
    tuple[Annotated[int, Field(ge=1, le=10**6)], ...],
    Field(
        min_length=1,
        description=Words(
            "for each level, how many first characters are kept",
            fr="pour chaque niveau, combien de premiers caractères sont gardés",
        ),
    ),
]
Fill = Annotated[
    Annotated[str, Field(max_length=1)],
    Field(
        description=Words(
            "what replaces each character that goes", fr="ce qui remplace chaque caractère retiré"
        )
    ),
]
Units = Annotated[
    tuple[Unit, ...],
    Field(
        min_length=1,
        description=Words(
            "day, month, quarter, year, decade, from fine to coarse; week comes last",
            fr="day, month, quarter, year, decade, du plus fin au plus grossier ; week vient en"
            " dernier",
        ),
    ),
]
TableRows = Annotated[
    tuple[Annotated[Texts, Field(min_length=1)], ...],
    Field(
        description=Words(
            "for each value a list: the value, its label, the coarser label and so on",
            fr="pour chaque valeur une liste : la valeur, son libellé, le libellé plus grossier et"
            " ainsi de suite",
        )
    ),
]
Ordered = Annotated[
    StrictBool | Texts | None,
    Field(
        description=Words(
            "whether only neighbours are grouped, or the list of all values in their order; unless"
            " told, numbers and dates are ordered",
            fr="si seules des voisines sont groupées, ou la liste de toutes les valeurs dans leur"
            " ordre ; sauf mention contraire, nombres et dates sont ordonnés",
        )
    ),
]
Sizes = Annotated[
    Annotated[tuple[int, ...], BeforeValidator(many)] | None,
    Field(
        description=Words(
            "how many classes each level has, decreasing; half as many each time unless told",
            fr="combien de classes a chaque niveau, de moins en moins ; la moitié chaque fois sauf"
            " mention contraire",
        )
    ),
]
Apart = Annotated[
    tuple[Texts, ...],
    BeforeValidator(many),
    Field(
        description=Words(
            "lists of values of which no two are in one class, but at the top",
            fr="listes de valeurs dont deux ne sont jamais dans une même classe, sauf au sommet",
        )
    ),
]
Together = Annotated[
    tuple[Texts, ...],
    BeforeValidator(many),
    Field(
        description=Words(
            "lists of values that are in one class from the first level on",
            fr="listes de valeurs qui sont dans une même classe dès le premier niveau",
        )
    ),
]
Against = Annotated[
    Texts | None,
    Field(
        description=Words(
            "where there is no order, the columns whose link with this one is kept; the other keys"
            " unless told",
            fr="sans ordre, les colonnes dont le lien avec celle-ci est gardé ; les autres clés"
            " sauf mention contraire",
        )
    ),
]
Tongue = Annotated[
    str | None,
    Field(
        description=Words(
            "the language of the labels, such as fr; that of all of them unless told",
            fr="la langue des libellés, telle que fr ; celle de tous sauf mention contraire",
        )
    ),
]
WrittenBy = Annotated[
    WrittenAs,
    Field(
        description=Words(
            "what the column holds of a concept: its preferred label, or its notation (a code)",
            fr="ce que la colonne contient d’un concept : son libellé préféré, ou sa notation (un"
            " code)",
        )
    ),
]
Scheme = Annotated[
    str | None,
    Field(
        description=Words(
            "the address of the scheme whose concepts are meant, where the file has several",
            fr="l’adresse du schéma dont il s’agit, si le fichier en a plusieurs",
        )
    ),
]
