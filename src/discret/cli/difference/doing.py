"""What the command says while it works, for two publications and for several."""

from __future__ import annotations

from discret.words import Words

READING = Words("reading and counting", fr="lecture et comptage")
SEARCHING = Words("looking for groups", fr="recherche des groupes")
VERIFYING = Words("counting groups again", fr="nouveau comptage des groupes")
WRITING = Words("writing", fr="écriture")
WRITTEN = Words("Written:", fr="Écrit :")
