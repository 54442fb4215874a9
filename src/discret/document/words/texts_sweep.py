"""What the page of a sweep says, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

SWEEP: Mapping[str, Words] = {
    "sweep": Words("Settings side by side", fr="Réglages côte à côte"),
    "sweep_of": Words(
        "{n} settings of one plan, on {records} records",
        fr="{n} réglages d’un plan, sur {records} enregistrements",
    ),
    "sweep_only": Words(
        "Internal: what several settings leave says more of the original than one of them does.",
        fr="Interne : ce que laissent plusieurs réglages en dit plus sur l’original qu’un seul.",
    ),
    "sweep_met": Words(
        "{met} of {n} settings meet all targets",
        fr="Réglages qui atteignent tous les objectifs : {met} sur {n}",
    ),
    "sweep_refused": Words("Settings that were refused", fr="Réglages refusés"),
    "sweep_plane": Words("Risk against loss", fr="Le risque face à la perte"),
    "sweep_plane_note": Words(
        "Each dot is a setting, by its number in the table. Blue ones are efficient: no other has"
        " less risk without more loss, or less loss without more risk. Hollow ones miss a target or"
        " are held back at the gate.",
        fr="Chaque point est un réglage, par son numéro dans le tableau. Les bleus sont efficaces :"
        " aucun autre n’a moins de risque sans plus de perte, ni moins de perte sans plus de"
        " risque. Les creux manquent un objectif ou sont retenus à la porte.",
    ),
    "sweep_picture": Words("{risk} against {loss}", fr="{risk} face à : {loss}"),
    "sweep_table": Words("All settings", fr="Tous les réglages"),
    "sweep_table_note": Words(
        "In the order of the grid; ● marks the efficient ones. reduce.1 is the first step of the"
        " plan. The same chance drew them all: one of them alone may be released.",
        fr="Dans l’ordre de la grille ; ● marque les efficaces. reduce.1 est la première étape du"
        " plan. Le même hasard les a tous tirés : un seul d’entre eux peut être diffusé.",
    ),
    "sweep_kept": Words("share kept", fr="part conservée"),
    "sweep_verdict": Words("verdict", fr="verdict"),
    "sweep_risk": Words("risk", fr="risque"),
    "sweep_loss": Words("loss", fr="perte"),
    "sweep_facts": Words("what the method tells", fr="ce que dit la méthode"),
    "sweep_settings": Words("settings", fr="réglages"),
    "sweep_outcome": Words("outcome", fr="issue"),
}
