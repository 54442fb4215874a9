"""What is refused of the facts of a star, all at once: counted in the engine, in one query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import narwhals as nw

from discret.data.engine import Frame, collected
from discret.data.hierarchies.automatic import Automatic
from discret.data.star.measures import Measure, weight_faults, weights_of
from discret.data.star.members import Members
from discret.errors import ColumnError, InputError, ParameterError, listed
from discret.words import Words
from discret.words.sentences import plural

WHO = Words("star", fr="étoile")


def check_declared(
    have: Sequence[str],
    individual: str,
    dimensions: Mapping[str, Any],
    area: str,
    measures: Mapping[str, Measure],
) -> None:
    """Refuse measures, an area and columns that the star does not have."""
    faults = [*weight_faults(measures)]
    if area not in dimensions:
        faults.append(_NO_AREA.filled(area=area, dimensions=listed(dimensions)))
    if faults:
        raise ParameterError(WHO, faults, hint=_SAY)
    if lost := [name for name in measures if name not in have]:
        raise ColumnError.missing(_MEASURES, lost, have)
    if individual in dimensions or individual in measures:
        raise ParameterError(WHO, [_A_PERSON.filled(name=individual)], hint=_SAY)


def check_facts(
    frame: Frame,
    individual: str,
    area: str,
    members: Sequence[Members],
    measures: Mapping[str, Measure],
) -> int:
    """Refuse facts that lack what they need, all faults at once; return how many there are.

    The frame has the facts with the member of each dimension under a name of its own, and what was
    joined to them.
    """
    schema = frame.collect_schema()
    if words := [n for n in measures if not schema[n].is_numeric()]:
        raise ColumnError(_NOT_NUMBERS.filled(names=listed(words)), hint=_NUMBERS)
    wanted = {"facts": nw.len(), "nobody": _none(individual, schema).cast(nw.Int64).sum()}
    wanted |= {f"below {name}": (nw.col(name) < 0).cast(nw.Int64).sum()
               for name in weights_of(measures)}  # fmt: skip
    for own in members:
        none = _none(_member(own.name), schema)
        wanted[f"nowhere {own.name}"] = none.cast(nw.Int64).sum()
        lost = nw.col(own.name).is_null() & ~none
        wanted[f"lost {own.name}"] = lost.cast(nw.Int64).sum()
    asked = [expression.alias(name) for name, expression in wanted.items()]
    found = collected(frame.select(*asked)).row(0, named=True)
    counts = {name: int(number or 0) for name, number in found.items()}
    if not counts["facts"]:
        raise InputError(_NO_FACTS, hint=_CHOSEN)
    lacking = {own.name: _lacking(frame, own) for own in members if not own.joins}
    faults = [*_faults(counts, individual, area, [own.name for own in members], lacking)]
    faults += [_BELOW.filled(name=n) for n in weights_of(measures) if counts[f"below {n}"]]
    if faults:
        raise ParameterError(WHO, faults, hint=_MEND)
    return counts["facts"]


def member_alias(name: str) -> str:
    """Return the name under which facts have the member that they named, in a check."""
    return _member(name)


def _member(name: str) -> str:
    return f"member of {name}"


def _none(column: str, schema: nw.Schema) -> nw.Expr:
    """Whether a cell is missing; an empty text is, and so it is for a dataset."""
    text = nw.col(column).cast(nw.String) == ""
    missing = nw.col(column).is_null()
    return missing | text if isinstance(schema[column], nw.String | nw.Categorical) else missing


def _lacking(frame: Frame, own: Members) -> int:
    """Count the distinct members that facts name and that the dimension does not have."""
    if own.hierarchy is None or isinstance(own.hierarchy, Automatic):
        return 0
    values = collected(frame.select(own.name).unique())[own.name]
    return own.hierarchy.lacking(values)


def _faults(
    counts: Mapping[str, int],
    individual: str,
    area: str,
    dimensions: Sequence[str],
    lacking: Mapping[str, int],
) -> Iterator[Words]:
    if counts["nobody"]:
        yield _NOBODY.filled(n=_facts(counts["nobody"]), column=individual)
    if counts[f"nowhere {area}"]:
        yield _NOWHERE.filled(n=_facts(counts[f"nowhere {area}"]), area=area)
    for name in dimensions:
        if counts[f"lost {name}"]:
            yield _LOST.filled(n=_facts(counts[f"lost {name}"]), name=name)
        if lacking.get(name):
            yield _LACKING.filled(n=plural(lacking[name], *_MEMBER), name=name)


def _facts(n: int) -> Words:
    return plural(n, *_FACT)


_FACT = Words("fact", fr="fait"), Words("facts", fr="faits")
_MEMBER = Words("member", fr="membre"), Words("members", fr="membres")
_MEASURES = Words("star, measures", fr="étoile, mesures")
_NO_AREA = Words(
    "area: {area!r} is no dimension; there are {dimensions}",
    fr="area : {area!r} n’est pas une dimension ; il y a {dimensions}",
)
_A_PERSON = Words(
    "individual: {name!r} is a dimension or a measure already",
    fr="individual : {name!r} est déjà une dimension ou une mesure",
)
_SAY = Words(
    "a measure adds up as a sum, or as a mean by the weight of a sum; the area is one of the"
    " dimensions",
    fr="une mesure s’ajoute comme somme, ou comme moyenne selon le poids d’une somme ; le lieu"
    " (area) est l’une des dimensions",
)
_NOT_NUMBERS = Words(
    "star: measures are numbers, {names} holds none",
    fr="étoile : les mesures sont des nombres, {names} n’en contient pas",
)
_NUMBERS = Words(
    "convert the column, or make it a dimension",
    fr="convertir la colonne, ou en faire une dimension",
)
_NO_FACTS = Words("star: no fact is left", fr="étoile : il ne reste aucun fait")
_CHOSEN = Words(
    "see the table of facts, and the years that are chosen",
    fr="voir la table des faits, et les années choisies",
)
_NOBODY = Words("{n} without individual in {column!r}", fr="{n} sans individu dans {column!r}")
_NOWHERE = Words("{n} without area in {area!r}", fr="{n} sans lieu dans {area!r}")
_LOST = Words(
    "{n} with a member that the dimension {name!r} does not have",
    fr="{n} avec un membre que la dimension {name!r} n’a pas",
)
_LACKING = Words(
    "{n} of the facts that the dimension {name!r} does not have",
    fr="{n} des faits que la dimension {name!r} n’a pas",
)
_BELOW = Words(
    "the measure {name!r} weighs another and is negative in places: means do not add up",
    fr="la mesure {name!r} en pondère une autre et est parfois négative : les moyennes ne"
    " s’ajoutent pas",
)
_MEND = Words(
    "complete the tables, or leave these facts out before they come here",
    fr="compléter les tables, ou écarter ces faits en amont",
)
