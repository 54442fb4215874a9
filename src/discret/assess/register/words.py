"""What an attack by a register tells: facts, and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.parts.facts import Fact, Facts, Options
from discret.parts.shared_facts import RECORDS
from discret.words import Words

COMPLETE: Options = {
    "register": Words(
        "everybody of the file is in the tables", fr="tout le fichier est dans les tables"
    ),
    "file": Words(
        "everybody of the tables is in the file", fr="toutes les tables sont dans le fichier"
    ),
    "both": Words("the same people are in both", fr="les mêmes personnes sont dans les deux"),
    "neither": Words("nothing", fr="rien"),
}
TELLS: Facts = {
    **RECORDS,
    "individuals": Fact.count(
        "people told apart in the file", "personnes distinguées dans le fichier"
    ),
    "people": Fact.count("people of the tables", "personnes des tables"),
    "columns": Fact.names("columns compared", "colonnes comparées"),
    "named": Fact.count("records with one candidate", "enregistrements à un seul candidat"),
    "certain": Fact.count("records named for certain", "enregistrements nommés à coup sûr"),
    "within": Fact.count(
        "records with few enough candidates", "enregistrements aux candidats trop peu nombreux"
    ),
    "nobody": Fact.count("records without a candidate", "enregistrements sans candidat"),
    "found": Fact.count(
        "people with one record that fits", "personnes avec un seul enregistrement possible"
    ),
    "told": Fact.count(
        "people whose sensitive value is told",
        "personnes dont une valeur sensible est révélée",
        by="column",
    ),
    "by_candidates": Fact.count(
        "records by number of candidates",
        "enregistrements selon le nombre de candidats",
        by="candidates",
    ),
    "people_by_records": Fact.count(
        "people by number of records that fit",
        "personnes selon le nombre d’enregistrements possibles",
        by="records",
    ),
    "complete": Fact.label(
        "supposed to be known of who is where", "supposé connu de qui est où", COMPLETE
    ),
    "fits": Fact.yes(
        "what is supposed fits the file", "ce qui est supposé s’accorde avec le fichier"
    ),
    "exchanged": Fact.names(
        "columns taken for true, whose values stand for others",
        "colonnes tenues pour vraies, aux valeurs échangées",
    ),
}


def sentence(details: Mapping[str, Any]) -> Words:
    """Say what was found."""
    numbers = {name: details[name] for name in ("records", "named", "certain", "people", "found")}
    told = max(details["told"].values(), default=0)
    share = details["named"] / details["records"]
    said = _CERTAIN if details["complete"] != "neither" and details["fits"] else _SUPPOSED
    more = "" if details["fits"] else _MISFIT
    return said.filled(share=share, most=told, more=more, **numbers)


_SUPPOSED = Words(
    "Of the {records} records, {named} ({share:%}) {named:fits|fit} one of the {people} people of"
    " the tables alone: whoever knows that these are in the file names them. Of these people"
    " {found} {found:has|have} one record only that fits, and a sensitive value is told of"
    " {most}.{more}",
    fr="Sur {records} enregistrements, {named} ({share:%}) {named:ne s’accorde|ne s’accordent}"
    " qu’avec une seule des {people} personnes des tables : qui les sait dans le fichier les nomme."
    " De ces personnes, {found} {found:n’a|n’ont} qu’un enregistrement possible, et une valeur"
    " sensible est révélée de {most}.{more}",
)
_CERTAIN = Words(
    "Of the {records} records, {named} ({share:%}) {named:has|have} one candidate left among the"
    " {people} people of the tables, and {certain} {certain:is|are} named for certain. Of these"
    " people {found} {found:has|have} one record only that fits, and a sensitive value is told of"
    " {most}.{more}",
    fr="Sur {records} enregistrements, {named} ({share:%}) {named:n’a|n’ont} plus qu’un candidat"
    " parmi les {people} personnes des tables, et {certain} {certain:est nommé|sont nommés} à coup"
    " sûr. De ces personnes, {found} {found:n’a|n’ont} qu’un enregistrement possible, et une valeur"
    " sensible est révélée de {most}.{more}",
)
_MISFIT = Words(
    " What is supposed of who is in the file and in the tables does not fit them: nothing was"
    " deduced from it.",
    fr=" Ce qui est supposé de qui est dans le fichier et dans les tables ne s’y accorde pas : rien"
    " n’en a été déduit.",
)
