"""What is said of a plan that cannot be read."""

from __future__ import annotations

from discret.words import Words

COLON = Words(": ", fr=" : ")
COLUMN = Words("the name of a column", fr="le nom d’une colonne")
NO_POPULATION = Words(
    "[data] count: it counts the people of a population, none is named",
    fr="[data] count : il compte les personnes d’une population, aucune n’est nommée",
)
FILE_OR_STAR = Words(
    "[data] file and [star]: a plan is about one of them",
    fr="[data] file et [star] : un plan porte sur l’un des deux",
)
PATH = Words("a path", fr="un chemin")
TELLS = Words(
    "discret parts NAME tells about a part or a kind of hierarchy",
    fr="discret parts NOM dit tout d’une partie ou d’une sorte de hiérarchie",
)
