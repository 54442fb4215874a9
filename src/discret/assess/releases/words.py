"""What measures of several releases tell: facts, and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.parts.facts import Fact, Facts
from discret.words import Words

FOLLOWED: Facts = {
    "releases": Fact.count("releases, this one included", "diffusions, celle-ci comprise"),
    "records": Fact.count("records of all of them", "enregistrements de toutes"),
    "followed": Fact.yes(
        "people are followed from release to release",
        "les personnes sont suivies d’une diffusion à l’autre",
    ),
    "people": Fact.count("people in all releases", "personnes dans l’ensemble des diffusions"),
    "stayed": Fact.count(
        "people in this release and in an earlier one",
        "personnes de cette diffusion et d’une antérieure",
    ),
    "joined": Fact.count("people who joined", "personnes arrivées"),
    "left": Fact.count(
        "people of earlier releases who are gone", "personnes de diffusions antérieures parties"
    ),
    "nobody": Fact.count(
        "records behind which nobody is known (counterfeits)",
        "enregistrements derrière lesquels il n’y a personne de connu (fictifs)",
    ),
}
TELLS: Facts = {
    **FOLLOWED,
    "unnamed": Fact.count(
        "records of people of whom nothing says who they are",
        "enregistrements de personnes dont rien ne dit qui elles sont",
    ),
    "exposed": Fact.count(
        "people told of, or told apart by a difference",
        "personnes révélées, ou isolées par une différence",
    ),
    "undecided": Fact.count(
        "further people of whom it was not found out whether they are told of",
        "autres personnes dont on n’a pu établir si elles sont révélées",
    ),
    "told": Fact.count(
        "people whose sensitive value is told by the releases together",
        "personnes dont une valeur sensible est révélée par l’ensemble des diffusions",
        by="column",
    ),
    "told_by_one": Fact.count(
        "of these, told by one release alone", "dont révélées par une seule diffusion", by="column"
    ),
    "by_difference": Fact.count(
        "people in sets under k by difference",
        "personnes dans des ensembles sous k par différence",
        by="column",
    ),
    "values_changed": Fact.count(
        "people whose sensitive value changed",
        "personnes dont une valeur sensible a changé",
        by="column",
    ),
    "linked": Fact.count(
        "records of this release that one record alone of an earlier one can be",
        "enregistrements auxquels un seul d’une diffusion antérieure peut correspondre",
        by="release",
    ),
    "regions_changed": Fact.count(
        "parts of the file in which fewer than k records changed, at least",
        "parties du fichier où moins de k enregistrements ont changé, au moins",
        by="column",
    ),
    "k": Fact.count("smallest group allowed", "plus petit groupe admis"),
}


def sentence(details: Mapping[str, Any]) -> Words:
    """Say what was found."""
    told = max(details["told"].values(), default=0)
    linked = max((many or 0 for many in details["linked"].values()), default=0)
    if not details["followed"]:
        few = max(details["regions_changed"].values(), default=0)
        numbers = {name: details[name] for name in ("releases", "k")}
        return _BOUNDED.filled(told=told, linked=linked, few=few, **numbers)
    apart = max(details["by_difference"].values(), default=0)
    names = ("releases", "people", "joined", "left", "k")
    numbers = {name: details[name] for name in names}
    changed = max(details["values_changed"].values(), default=0)
    said = [_CHANGED.filled(n=changed)] if changed else []
    said += [_UNNAMED.filled(n=details["unnamed"])] if details["unnamed"] else []
    said += [_UNDECIDED.filled(n=details["undecided"])] if details["undecided"] else []
    more = Words("".join(said), fr="".join(own.fr for own in said))
    return _FOLLOWED.filled(told=told, apart=apart, linked=linked, more=more, **numbers)


_FOLLOWED = Words(
    "Of the {people} people of the {releases} releases, {joined} joined since the one before, and"
    " {left} left. Whoever knows everybody’s keys and who is in which release is told a sensitive"
    " value of {told}, and sees {apart} in sets of fewer than {k} by difference;"
    " {linked} {linked:record|records} can be linked to an earlier release.{more}",
    fr="Sur {people} personnes des {releases} diffusions, {joined} {joined:est arrivée|sont"
    " arrivées} depuis la précédente et {left} {left:est partie|sont parties}. Qui connaît les clés"
    " de chacune et sait qui est dans quelle diffusion apprend une valeur sensible de {told}, et en"
    " voit {apart} dans des ensembles de moins de {k} par différence ; {linked}"
    " {linked:enregistrement se relie|enregistrements se relient} à une diffusion"
    " antérieure.{more}",
)
_CHANGED = Words(
    " The sensitive value of {n} changed in between: whoever compares is supposed to know whose.",
    fr=" La valeur sensible de {n} a changé entre-temps : qui compare est supposé savoir de qui.",
)
_UNDECIDED = Words(
    " Of {n} more it was not found out, in what a search may take, whether they are told of: a"
    " target is met only if it would be were they all.",
    fr=" Pour {n} autres, une recherche bornée n’a pu établir si elles sont révélées : un objectif"
    " n’est atteint que s’il l’était en les comptant toutes.",
)
_UNNAMED = Words(
    " Nothing says whose {n} {n:record is|records are}, though they are somebody’s: no target is"
    " met that way.",
    fr=" Rien ne dit de qui {n:est|sont} {n} {n:enregistrement|enregistrements} : aucun objectif"
    " n’est atteint de cette façon.",
)
_BOUNDED = Words(
    "Nothing follows people through the {releases} releases, so less is known than an attacker may"
    " know. Of this release, {told} {told:record|records} at most may be told of by the values that"
    " its groups share with earlier ones; fewer than {k} records changed, at least, in {few}"
    " {few:part|parts} of the file that {few:covers|cover} the same people; and {linked}"
    " {linked:record|records} can be linked to an earlier release. No target is met that way.",
    fr="Rien ne suit les personnes à travers les {releases} diffusions : on en sait moins qu’un"
    " attaquant peut-être. De cette diffusion, {told} {told:enregistrement|enregistrements} au plus"
    " {told:peut être révélé|peuvent être révélés} par les valeurs que ses groupes partagent avec"
    " de plus anciens ; moins de {k} {k:enregistrement a|enregistrements ont} changé, au moins,"
    " dans {few} {few:partie|parties} du fichier qui {few:couvre|couvrent} les mêmes personnes ; et"
    " {linked}"
    " {linked:enregistrement se relie|enregistrements se relient} à une diffusion antérieure."
    " Aucun objectif n’est atteint de cette façon.",
)
