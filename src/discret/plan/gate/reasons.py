"""Why a file does not pass the gate, each reason with the way out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from discret.words import Words, say


def read_from(reading: Mapping[str, Any], accept: Sequence[str]) -> Words:
    """Say what can be read from which columns, and the way out: all that may be accepted."""
    column, others = reading["column"], reading["from"]
    return say(
        "What was hidden in {column} can be read from {others} (values: {cells}). Drop what gives"
        " it away, let that share the fate of {column} (follows = {{{first} = {quoted}}} under"
        " [release]), or accept it by name: readable = [{accept}].",
        "Ce qui a été caché dans {column} se lit dans {others} (valeurs : {cells}). Retirer ce qui"
        " le trahit, lui faire partager le sort de la colonne {column} (follows = {{{first} ="
        " {quoted}}} sous [release]), ou l’accepter nommément : readable = [{accept}].",
        column=column,
        others=", ".join(others),
        cells=reading["cells"],
        quoted=_quoted([column]),
        first=_quoted(others[:1]),
        accept=_quoted(accept),
    )


def stopped(why: Words, names: Sequence[str], accept: Sequence[str]) -> list[Words]:
    """Say why some columns do not pass, if any, and the way out: all that may be accepted."""
    said = why.filled(names=", ".join(names))
    return [_ACCEPT.filled(said=said, quoted=_quoted(accept))] if names else []


def _quoted(names: Sequence[str]) -> str:
    """Write names as TOML does."""
    return ", ".join(json.dumps(name, ensure_ascii=False) for name in names)


EMPTY = Words("No column is left to release.", fr="Il ne reste aucune colonne à diffuser.")
_ACCEPT = Words(
    "{said}, or accept them by name: unexamined = [{quoted}] under [release].",
    fr="{said}, ou les accepter nommément : unexamined = [{quoted}] sous [release].",
)
UNEXAMINED = Words(
    "Nothing examined these columns: {names}. Give them a role, drop them",
    fr="Rien n’a examiné ces colonnes : {names}. Leur donner un rôle, les retirer",
)
UNCOUNTED = Words(
    "No target counts these keys: {names}. Add a measure that does, such as k_anonymity with k,"
    " drop the columns",
    fr="Aucun objectif ne compte ces clés : {names}. Ajouter une mesure qui le fait, telle que"
    " k_anonymity avec k, retirer les colonnes",
)
UNJUDGED = Words(
    "No measure looked at these sensitive columns: {names}. Add one, such as l_diversity, drop"
    " the columns",
    fr="Aucune mesure n’a examiné ces colonnes sensibles : {names}. En ajouter une, telle que"
    " l_diversity, retirer les colonnes",
)
SINGLY = Words(
    "Several copies leave, and no target judges what all of them tell together of these columns:"
    " {names}. Add a measure that does, such as inference or membership with most (the latter with"
    " a subsample first, which holds records out), drop the columns",
    fr="Plusieurs copies partent, et aucun objectif ne juge ce qu’elles disent ensemble de ces"
    " colonnes : {names}. Ajouter une mesure qui le fait, telle que inference ou membership avec"
    " most (celle-ci après un sous-échantillon, qui réserve des enregistrements), retirer les"
    " colonnes",
)
FAR = Words(
    "No target judges how near these numbers are to those that others know: {names}. Add a measure"
    " by distance, such as linkage with most, make keys of classes of them, drop the columns",
    fr="Aucun objectif ne juge à quel point ces nombres sont proches de ceux que d’autres"
    " connaissent : {names}. Ajouter une mesure de distance, telle que linkage avec most, faire"
    " des clés de leurs classes, retirer les colonnes",
)
TELLING = Words(
    "Most people are alone with what these columns say, as with a name or free text, and who"
    " knows it finds them: {names}. Make them coarser, give them the role identifier"
    " (individual, if people have several records), drop them",
    fr="La plupart des personnes sont seules à avoir ce que disent ces colonnes, comme un nom ou"
    " un texte libre, et qui le sait les retrouve : {names}. Les rendre plus grossières, leur"
    " donner le rôle identifier (individual, si l’on a plusieurs enregistrements par"
    " personne), les retirer",
)
