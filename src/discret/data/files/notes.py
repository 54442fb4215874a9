"""What is told of how a file was read: which way was taken, and how to choose another."""

from __future__ import annotations

from collections.abc import Sequence

from discret.errors import listed
from discret.words import Words, say


def NUMBERED(name: str) -> Words:  # noqa: N802
    """Say that the first column has no name."""
    return say(
        "The first column has no name, as row numbers of R and pandas: it is called {name}.",
        "La première colonne n’a pas de nom, comme les numéros de ligne de R et de pandas : elle"
        " est appelée {name}.",
        name=name,
    )


def UNDECIDED(names: Sequence[str]) -> Words:  # noqa: N802
    """Say that dates could be read in several ways."""
    return say(
        "Dates that could be read in several ways stay text: {names}. date_format says how they are"
        " written: dd/mm/yyyy, for example (under [data] in a plan, or --date-format).",
        "Des dates qui se liraient de plusieurs façons restent du texte : {names}. date_format dit"
        " comment elles sont écrites : dd/mm/yyyy, par exemple (sous [data] dans un plan, ou"
        " --date-format).",
        names=listed(names),
    )


def UNUSED(given: str) -> Words:  # noqa: N802
    """Say that no column is written in the format that was given."""
    return say(
        "No column has all its values written as date_format says ({given}).",
        "Aucune colonne n’a toutes ses valeurs écrites comme le dit date_format ({given}).",
        given=given,
    )


def SHEETS(read: str, others: Sequence[str]) -> Words:  # noqa: N802
    """Say which sheet was read, and which there are besides."""
    return say(
        "Read from the sheet {read}. The file has others: {others}. sheet says which one to read"
        " (under [data] in a plan, or --sheet).",
        "Lu dans la feuille {read}. Le fichier en a d’autres : {others}. sheet dit laquelle lire"
        " (sous [data] dans un plan, ou --sheet).",
        read=repr(read),
        others=listed(others),
    )


CENTURY = Words(
    "Years of two digits were read as those from 1970 to 2069.",
    fr="Les années à deux chiffres ont été lues comme allant de 1970 à 2069.",
)
