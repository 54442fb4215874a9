"""What the internal report says of several draws, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

DRAWS: Mapping[str, Words] = {
    "draws": Words("Left to luck: {n} draws", fr="La part du hasard : {n} tirages"),
    "draws_table": Words(
        "Risk and loss over draws that differ by their seed alone",
        fr="Risque et perte sur des tirages qui ne diffèrent que par leur graine",
    ),
    "draws_own": Words("this release", fr="cette diffusion"),
    "draws_least": Words("least", fr="minimum"),
    "draws_median": Words("median", fr="médiane"),
    "draws_most": Words("most", fr="maximum"),
    "draws_deviation": Words("standard deviation", fr="écart type"),
    "draws_met": Words("target met in", fr="objectif atteint dans"),
    "draws_note": Words(
        "The released file is that of the seed, whatever the other draws are. These were measured"
        " before anything was written, and not kept. They say more of the original than the file"
        " does: none of this is to be released.",
        fr="Le fichier diffusé est celui de la graine, quels que soient les autres tirages. Ceux-ci"
        " ont été mesurés avant toute écriture, et n’ont pas été gardés. Ils en disent plus sur"
        " l’original que le fichier : rien de cela ne se diffuse.",
    ),
}
