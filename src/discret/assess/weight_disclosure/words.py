"""What disclosure by weights tells, in words."""

from __future__ import annotations

from typing import Any

from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RULED
from discret.words import Words, say

TELLS: Facts = {
    **RULED,
    "records_exposed": Fact.count(
        "records that the weight singles out", "enregistrements que le poids isole"
    ),
    "told_apart": Fact.count("told apart by the weight", "distingués par le poids"),
    "distinct_weights": Fact.count("different weights", "poids différents"),
    "unique_weights": Fact.count("weights that occur once", "poids présents une fois"),
    "uniques_without_weight": Fact.count(
        "records alone with keys", "enregistrements seuls avec leurs clés"
    ),
    "uniques_with_weight": Fact.count(
        "records alone with keys and weight", "enregistrements seuls avec clés et poids"
    ),
    "k_without_weight": Fact.count("k without the weight", "k sans le poids"),
    "k_with_weight": Fact.count("k if the weight is known", "k si le poids est connu"),
    "blanks": Fact.count("blanks", "valeurs effacées", by="column"),
    "blanks_given_away": Fact.count("blanks given away", "valeurs effacées dévoilées", by="column"),
    "blanks_misread": Fact.count(
        "blanks read wrongly", "valeurs effacées lues à tort", by="column"
    ),
    "original_known": Fact.yes("held against the original", "confronté au fichier d’origine"),
    "readable": Fact.share("share readable by column", "part lisible par colonne", by="column"),
    "original": Fact.table("beside the original weights", "rapproché des poids d’origine"),
    "digits": Fact.count("decimals", "décimales"),
}


def sentence(details: dict[str, Any]) -> Words:
    """Say whom weights tell apart, and which blanks they give away."""
    given = sum(details["blanks_given_away"].values())
    before = details["original"] or {"blanks_given_away": {}}
    values: dict[str, Any] = {
        "apart": details["told_apart"],
        "n": details["records"],
        "share": details["told_apart"] / details["records"],
        "alone": details["uniques_with_weight"],
        "given": given,
        "wrong": sum(details["blanks_misread"].values()),
        "ratio": sum(before["blanks_given_away"].values()),
    }
    first = say(
        "Weights tell apart {apart} of {n} records ({share:%}) that keys alone do not; {alone}"
        " {alone:is|are} alone with both.",
        "Les poids distinguent {apart} {apart:enregistrement|enregistrements} sur {n} ({share:%})"
        " que les clés seules ne distinguent pas ; {alone} {alone:est seul|sont seuls} avec les"
        " deux.",
        **values,
    )
    second = _given(details, values)
    third = say(
        " Beside the original weights: {ratio}.",
        " Rapprochés des poids d’origine : {ratio}.",
        **values,
    )
    some = any(values[name] > 0 for name in ("given", "wrong", "ratio"))
    told_so = [first] + [second] * some + [third] * (values["ratio"] > 0)
    return Words("".join(told_so), fr="".join(words.fr for words in told_so))


def _given(details: dict[str, Any], values: dict[str, Any]) -> Words:
    if not details["original_known"]:
        return say(
            " Blanked values that they give away: {given}, where others of the same weight are"
            " believed; there is no original to tell whether what is read is true.",
            " Valeurs effacées qu’ils livrent : {given}, à en croire les autres de même poids ;"
            " sans fichier d’origine, rien ne dit si ce qui est lu est vrai.",
            **values,
        )
    return say(
        " Blanked values that they give away: {given}, by the original; {wrong}"
        " {wrong:other|others} would be read wrongly.",
        " Valeurs effacées qu’ils livrent : {given}, d’après le fichier d’origine ; {wrong}"
        " {wrong:autre serait lue|autres seraient lues} à tort.",
        **values,
    )
