"""What the reports say of the gate, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

GATE: Mapping[str, Words] = {
    "closed": Words("The gate is closed", fr="La porte est fermée"),
    "closed_note": Words(
        "The file does not pass, so no verdict holds: do not release it as it is. Why, and what"
        " to add to the plan, stands below.",
        fr="Le fichier ne passe pas : aucun verdict ne vaut, et il ne doit pas être diffusé tel"
        " quel. Pourquoi, et ce qu’il faut ajouter au plan, figure ci-dessous.",
    ),
    "state": Words("at the gate", fr="à la porte"),
    "state_key": Words("passes as a key", fr="passe comme clé"),
    "state_weight": Words("passes as the weight", fr="passe comme poids"),
    "state_judged": Words("passes, judged by a target", fr="passe, jugée par un objectif"),
    "state_examined": Words(
        "passes, examined without a target", fr="passe, examinée sans objectif"
    ),
    "state_accepted": Words("passes unexamined, by name", fr="passe sans examen, nommément"),
    "state_dropped": Words("dropped", fr="retirée"),
    "state_renumbered": Words("passes, renumbered at random", fr="passe, renumérotée au hasard"),
    "state_pseudonymised": Words("passes as a pseudonym", fr="passe comme pseudonyme"),
    "state_kept": Words("passes as it is, by name", fr="passe telle quelle, nommément"),
    "state_unexamined": Words("stopped: unexamined", fr="arrêtée : non examinée"),
    "state_unjudged": Words("stopped: unjudged", fr="arrêtée : non jugée"),
    "state_telling": Words("stopped: tells people apart", fr="arrêtée : distingue les personnes"),
}
