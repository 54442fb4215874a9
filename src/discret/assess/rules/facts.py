"""What rules of an institute tells, in words."""

from __future__ import annotations

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RULED

TELLS: Facts = {
    **RULED,
    "records_too_rare": Fact.count("records with a rare value", "enregistrements à valeur rare"),
    "rules_broken": Fact.count("rules broken", "règles enfreintes"),
    "rules": Fact.table("rules", "règles"),
    "by_hand": Fact.label("left to be checked by hand", "à vérifier à la main"),
    "title": Fact.label("rules of", "règles de"),
    "source": Fact.label("source", "source"),
}
