"""Dimensions of a warehouse: which table has their members, and which levels are above these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, Field, model_validator

from discret.arguments.declared import Declared
from discret.data.hierarchies.forms import Top
from discret.words import Words


def _names(given: Any) -> Any:
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ValueError(_NAMES)
    if len({*names}) < len(names):
        raise ValueError(_TWICE)
    return tuple(names)


Names = Annotated[tuple[str, ...], BeforeValidator(_names)]


def _members(given: Any) -> Any:
    many = given if isinstance(given, list | tuple) else (given,)
    if not all(isinstance(value, int | str) and not isinstance(value, bool) for value in many):
        raise ValueError(_SOME_MEMBERS)
    return tuple(str(value) for value in many)


Unknown = Annotated[tuple[str, ...], BeforeValidator(_members)]


class Dimension(Declared):
    """A dimension of a star: its members and their levels, from the finest that may be published.

    The levels stand in columns of a table (`levels`), one row for each member that facts name; or
    each member names its parent in the same table (`parent`); or a hierarchy of any kind has them
    (`hierarchy`: links, a CSV file, a SKOS thesaurus). Without any of these, the members have no
    level above them. A member such as "unknown" is one like any other, unless `missing` says that
    it tells nothing.

    Examples
    --------
    >>> Dimension(table="parcels.csv", member="parcel", levels=["commune", "région"]).levels
    ('commune', 'région')
    >>> Dimension(table="crops.csv", parent="group", levels=["crop", "group"])
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: dimension: 1 fault
      - one of levels, parent and hierarchy is needed at most, 2 came
    Hint: known are table, column, member, levels, parent, hierarchy, names, missing, top.
    """

    name: ClassVar[str] = "dimension"

    table: Any = Field(
        default=None,
        json_schema_extra={"type": "string"},
        description=Words(
            "the table of members: a file, or a table of the database (in Python, any table)",
            fr="la table des membres : un fichier, ou une table de la base (en Python, n’importe"
            " quelle table)",
        ),
    )
    column: str | None = Field(
        default=None,
        description=Words(
            "the column of the facts that names a member; by default, that of the dimension’s name",
            fr="la colonne des faits qui nomme un membre ; par défaut, celle du nom de la"
            " dimension",
        ),
    )
    member: str | None = Field(
        default=None,
        description=Words(
            "the column of the table that facts refer to; by default, named as in the facts",
            fr="la colonne de la table à laquelle renvoient les faits ; par défaut, nommée comme"
            " dans les faits",
        ),
    )
    levels: Names = Field(
        default=(),
        description=Words(
            "the columns of the table that are levels, from the finest that may be published",
            fr="les colonnes de la table qui sont des niveaux, à partir du plus fin qui puisse être"
            " diffusé",
        ),
    )
    parent: str | None = Field(
        default=None,
        description=Words(
            "the column of the table that names the parent of each member, itself a member",
            fr="la colonne de la table qui nomme le parent de chaque membre, lui-même un membre",
        ),
    )
    hierarchy: Any = Field(
        default=None,
        description=Words(
            'a hierarchy of the members, as under [hierarchies]: from = "skos" reads a thesaurus',
            fr='une hiérarchie des membres, comme sous [hierarchies] : from = "skos" lit un'
            " thésaurus",
        ),
    )
    names: Names = Field(
        default=(),
        description=Words(
            "names of the levels, finest first, where members name their parents",
            fr="noms des niveaux, le plus fin d’abord, si les membres nomment leurs parents",
        ),
    )
    missing: Unknown = Field(
        default=(),
        json_schema_extra={"type": "array"},
        description=Words(
            "members, as the facts name them, that say that nothing is known: they become missing"
            " values. Otherwise they are members like any other",
            fr="membres, tels que les faits les nomment, qui disent que rien n’est connu : ils"
            " deviennent des valeurs manquantes. Sinon ce sont des membres comme les autres",
        ),
    )
    top: Top = None

    @model_validator(mode="after")
    def _sound(self) -> Self:
        given = [self.levels or None, self.parent, self.hierarchy]
        many = sum(item is not None for item in given)
        if many > 1:
            raise ValueError(_ONE.filled(many=many))
        if self.table is None and (self.levels or self.parent is not None):
            raise ValueError(_NO_TABLE)
        if self.names and self.parent is None:
            raise ValueError(_IDLE)
        return self

    def column_of(self, dimension: str) -> str:
        """Return the column of the facts, in a dimension of this name."""
        return self.column or dimension

    def member_of(self, dimension: str) -> str:
        """Return the column of the table of members, in a dimension of this name."""
        return self.member or self.column_of(dimension)

    def finest_of(self, dimension: str) -> str:
        """Return the column of the table that holds what is shown of a member at its finest."""
        return self.levels[0] if self.levels else self.member_of(dimension)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters as plain data, those left at their default left out."""
        plain = self.model_dump(exclude_defaults=True)
        described = getattr(self.hierarchy, "to_dict", None)
        given = described() if described is not None else self.hierarchy
        listed = {name: list(item) for name, item in plain.items() if isinstance(item, tuple)}
        told = {"hierarchy": given} if isinstance(given, Mapping | str) else {}
        return {**plain, **listed, **told}


_NAMES = Words("a list of names of columns is needed", fr="il faut une liste de noms de colonnes")
_SOME_MEMBERS = Words("a list of members is needed", fr="il faut une liste de membres")
_TWICE = Words("each name stands once", fr="chaque nom figure une fois")
_ONE = Words(
    "one of levels, parent and hierarchy is needed at most, {many} came",
    fr="il faut au plus l’un de levels, parent et hierarchy, reçu : {many}",
)
_NO_TABLE = Words(
    "levels and parent are columns of a table, none is named",
    fr="levels et parent sont des colonnes d’une table, aucune n’est nommée",
)
_IDLE = Words(
    "names: goes with parent; levels and hierarchies have their own",
    fr="names : va avec parent ; les niveaux et les hiérarchies ont les leurs",
)
