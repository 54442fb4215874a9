"""What keys generalised tells, in words."""

from __future__ import annotations

from discret.parts.facts import Fact, Facts

TELLS: Facts = {
    "levels": Fact.count("levels", "niveaux", by="column"),
    "level_names": Fact.label("names of the levels", "noms des niveaux", by="column"),
    "loss": Fact.number("loss", "perte"),
    "suppressed": Fact.count("records dropped", "enregistrements retirés"),
    "share": Fact.share("share", "part"),
    "least": Fact.yes(
        "proven that with these levels no fewer will do",
        "minimum prouvé des retraits à ces niveaux",
    ),
    "optimal": Fact.yes("proven best", "optimum prouvé"),
    "bound": Fact.number("no recoding loses less than", "aucun recodage ne perd moins de"),
    "nodes": Fact.count("recodings possible", "recodages possibles"),
    "checked": Fact.count("recodings looked at", "recodages examinés"),
    "pruned": Fact.count("recodings ruled out unseen", "recodages écartés sans examen"),
    "frontier": Fact.table("frontier", "frontière"),
    "frontier_complete": Fact.yes(
        "all minimal recodings found", "tous les recodages minimaux trouvés"
    ),
    "lattice": Fact.table("all recodings", "tous les recodages"),
}
