"""What is told of how a file was read: which way was taken, and how to choose another."""

from __future__ import annotations

from discret.words import Words

NUMBERED = Words(
    "The first column has no name, as row numbers of R and pandas: it is called {name}.",
    fr="La première colonne n’a pas de nom, comme les numéros de ligne de R et de pandas : elle"
    " est appelée {name}.",
)
UNDECIDED = Words(
    "Dates that could be read in several ways stay text: {names}. date_format says how they are"
    " written: dd/mm/yyyy, for example (under [data] in a plan, or --date-format).",
    fr="Des dates qui se liraient de plusieurs façons restent du texte : {names}. date_format dit"
    " comment elles sont écrites : dd/mm/yyyy, par exemple (sous [data] dans un plan, ou"
    " --date-format).",
)
UNUSED = Words(
    "No column has all its values written as date_format says ({given}).",
    fr="Aucune colonne n’a toutes ses valeurs écrites comme le dit date_format ({given}).",
)
SHEETS = Words(
    "Read from the sheet {read}. The file has others: {others}. sheet says which one to read"
    " (under [data] in a plan, or --sheet).",
    fr="Lu dans la feuille {read}. Le fichier en a d’autres : {others}. sheet dit laquelle lire"
    " (sous [data] dans un plan, ou --sheet).",
)
CENTURY = Words(
    "Years of two digits were read as those from 1970 to 2069.",
    fr="Les années à deux chiffres ont été lues comme allant de 1970 à 2069.",
)
