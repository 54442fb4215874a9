"""A star: facts, dimensions and measures of a warehouse, which becomes a dataset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, ValidationInfo, field_validator

from discret.arguments.declared import Declared
from discret.arguments.fitting import needed
from discret.data.dataset import Dataset
from discret.data.files.how_to_read import HowToRead
from discret.data.star.dimensions import Dimension
from discret.data.star.measures import Measure
from discret.data.star.places import Places
from discret.data.star.query import Query
from discret.errors import ParameterError
from discret.words import Words


class Star(Declared):
    """A fact table and its dimensions, in files or in a DuckDB database that is read where it is.

    Notes
    -----
    A fact is what a parcel, a survey or a sale told; an individual stands behind several of them,
    and is the one who is protected. The members of each dimension have levels (commune,
    département, région), so that a fact may be shown at a coarser one [1]_. `dataset` gives the
    roles `individual` and `area`, one key for each other dimension, and the hierarchies: nothing
    is copied that a query can give, and facts are joined to dimensions inside the engine that
    holds them.

    Examples
    --------
    >>> import polars as pl
    >>> from discret import Hierarchy
    >>> facts = pl.DataFrame({"farmer": ["a", "a", "b"], "place": ["A", "I", "I"],
    ...                       "crop": ["durum", "soft", "beet"], "bees": [3.9, 5.7, 2.1]})
    >>> places = pl.DataFrame({"place": ["A", "I"], "region": ["ARA", "ARA"]})
    >>> star = Star(
    ...     facts=facts, individual="farmer", area="place",
    ...     dimensions={
    ...         "place": Dimension(table=places, levels=["place", "region"]),
    ...         "crop": Dimension(hierarchy=Hierarchy.from_groups({"wheat": ["durum", "soft"]})),
    ...     },
    ...     measures={"bees": Measure(adds="mean", weight="facts")},
    ... )
    >>> star
    Star(2 dimensions, 1 measure)
    >>> data = star.dataset(sensitive="bees")
    >>> data, data.hierarchies["place"].names
    (Dataset(3 records: 1 key, 1 sensitive, 1 individual, 1 area), ('place', 'region'))

    References
    ----------
    .. [1] Croce L., Lemièr L., Bimonte S., Pinet F. (2019). Une nouvelle méthodologie pour
       l'anonymisation des entrepôts de données spatiales. EDA.
    """

    name: ClassVar[str] = "star"

    facts: Any = Field(
        json_schema_extra={"type": "string"},
        description=Words(
            "the table of facts: a file, or a table of the database (in Python, any table)",
            fr="la table des faits : un fichier, ou une table de la base (en Python, n’importe"
            " quelle table)",
        ),
    )
    individual: str = Field(
        description=Words(
            "the column of who is protected: of the facts, or of the table of a dimension",
            fr="la colonne de qui est protégé : des faits, ou de la table d’une dimension",
        )
    )
    area: str = Field(
        description=Words(
            "the dimension that says where a fact is", fr="la dimension qui dit où est un fait"
        )
    )
    database: Path | None = Field(
        default=None,
        description=Words(
            "a DuckDB file: tables are its own, unless they are named as files are. It is read"
            " where it is, and never changed",
            fr="un fichier DuckDB : les tables sont les siennes, sauf si elles sont nommées comme"
            " des fichiers. Il est lu là où il est, et jamais changé",
        ),
    )
    memory: str | None = Field(
        default=None,
        description=Words(
            "the most memory that DuckDB may take for its queries, such as 700MB; the rest of the"
            " process is not counted in it",
            fr="la mémoire que DuckDB peut prendre au plus pour ses requêtes, telle que 700MB ; le"
            " reste du processus n’y est pas compté",
        ),
    )
    time: str | None = Field(
        default=None,
        description=Words(
            "the column of the facts, or the dimension, that says when",
            fr="la colonne des faits, ou la dimension, qui dit quand",
        ),
    )
    years: Any = Field(
        default=None,
        json_schema_extra={"type": "array"},
        description=Words(
            "the year or years that are taken, by default all",
            fr="l’année ou les années prises, par défaut toutes",
        ),
    )
    apart: bool | None = Field(
        default=None,
        description=Words(
            "of several years, whether each is told apart, as a key; otherwise they are pooled, and"
            " an individual of several years counts once",
            fr="de plusieurs années, si chacune est distinguée, comme une clé ; sinon elles sont"
            " réunies, et un individu de plusieurs années compte une fois",
        ),
    )
    dimensions: Mapping[str, Dimension] = Field(
        default={},
        description=Words(
            "the dimensions by name, each a table: see below",
            fr="les dimensions par leur nom, chacune une table : voir plus bas",
        ),
    )
    measures: Mapping[str, Measure] = Field(
        default={},
        description=Words(
            "the measures by their column, each a table: see below",
            fr="les mesures par leur colonne, chacune une table : voir plus bas",
        ),
    )
    folder: Path = Field(default=Path(), exclude=True, repr=False)

    @field_validator("dimensions", "measures", mode="before")
    @classmethod
    def _each(cls, given: Any, info: ValidationInfo) -> Any:
        return each_of(Dimension if info.field_name == "dimensions" else Measure, given)

    @field_validator("years")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        if given is None:
            return None
        many = given if isinstance(given, list | tuple) else (given,)
        plain = all(isinstance(value, int | str) and not isinstance(value, bool) for value in many)
        if not many or not plain:
            raise ValueError(_YEARS)
        return tuple(many)

    def __repr__(self) -> str:
        return f"Star({_SIZED.filled(d=len(self.dimensions), m=len(self.measures)).here})"

    __str__ = __repr__

    @cached_property
    def places(self) -> Places:
        """Where its tables are."""
        return Places(self.folder, self.database, self.memory)

    def query(self, how: HowToRead | None = None) -> Query:
        """Return the lazy query that joins facts and dimensions; `how` says how to read files."""
        return Query.of(self, how)

    def dataset(self, **roles: Any) -> Dataset:
        """Return the facts as a dataset: individual, area, keys and their hierarchies.

        Every dimension but the area is a key, and so are years that are told apart; further keys
        and other roles are given as to `Dataset.of`. A measure has the role that it is given.
        """
        table = self.query().opened(roles.get("row"))
        return Dataset.of(table.frame, **{"labels": table.labels, **table.beside(roles)})

    def by_year(self, **roles: Any) -> dict[str, Dataset]:
        """Return a dataset for each year, to be released apart; counts are of each by itself.

        Examples
        --------
        >>> import polars as pl
        >>> facts = pl.DataFrame({"who": ["a", "b"], "place": ["A", "A"], "year": [2016, 2017]})
        >>> star = Star(facts=facts, individual="who", area="place", time="year",
        ...             dimensions={"place": Dimension()})
        >>> {year: len(data) for year, data in star.by_year().items()}
        {'2016': 1, '2017': 1}
        """
        every = self.model_copy(update={"apart": True}).query().years()
        return {
            str(year): self.model_copy(update={"years": (year,)}).dataset(**roles) for year in every
        }

    def parameters(self) -> dict[str, Any]:
        """Return the parameters as plain data, those left at their default left out."""
        given = {name: getattr(self, name) for name in type(self).model_fields if name != "folder"}
        named = ("facts", "database")
        plain = {n: str(own) if n in named else own for n, own in given.items() if own is not None}
        plain |= {"years": list(self.years)} if self.years else {}
        told = {name: own.parameters() for name, own in self.dimensions.items()}
        added = {name: own.parameters() for name, own in self.measures.items()}
        return {**plain, "dimensions": told, "measures": added}

    @property
    def shown(self) -> dict[str, Dimension]:
        """The dimensions that a dataset has: without the time, unless it is told apart."""
        named = dict(self.dimensions)
        if self.time is None:
            return named
        others = {name: own for name, own in named.items() if name != self.time}
        return {**others, self.time: named.get(self.time, Dimension())} if self.apart else others

    @property
    def file(self) -> Path | None:
        """The file that facts are in: the database, or their own; none of a table at hand."""
        if self.database is not None:
            return self.folder / self.database
        return self.folder / self.facts if isinstance(self.facts, str | Path) else None

    @property
    def written(self) -> bool:
        """Whether it can be written down: all its tables are named, none is handed over."""
        tables = [self.facts, *(own.table for own in self.dimensions.values())]
        return all(table is None or isinstance(table, str | Path) for table in tables)


def each_of(kind: type[Declared], given: Any) -> Any:
    """Declare each of a table of things of one kind; tell the faults of all, each by its name.

    Examples
    --------
    >>> each_of(Measure, {"bees": {"adds": "mean"}, "surface": {"add": "sum"}})
    Traceback (most recent call last):
    ...
    discret.errors.ParameterError: star: 3 faults
      - measure 'bees': a mean adds up by its weight, none is named
      - measure 'surface': adds: is missing
      - measure 'surface': add: there is no such parameter
    Hint: known are adds, weight.
    """
    if not isinstance(given, Mapping):
        return given
    made: dict[str, Any] = {}
    faults: list[str] = []
    for name, own in given.items():
        try:
            made[name] = own if isinstance(own, kind) else kind(**own)
        except ParameterError as error:
            noun = _KINDS[kind.name]
            faults += [_FAULT.filled(kind=noun, name=name, fault=f) for f in error.faults]
        except TypeError:
            faults.append(needed(name, _A_TABLE, own))
    if faults:
        raise ParameterError("star", faults, hint=kind._there_are())
    return made


_FAULT = Words("{kind} {name!r}: {fault}", fr="{kind} {name!r} : {fault}")
_A_TABLE = Words("a table of parameters", fr="une table de paramètres")
_KINDS = {
    "dimension": Words("dimension", fr="dimension"), "measure": Words("measure", fr="mesure"),
}  # fmt: skip
_YEARS = Words("a year or a list of years is needed", fr="il faut une année ou une liste d’années")
_SIZED = Words(
    "{d} {d:dimension|dimensions}, {m} {m:measure|measures}",
    fr="{d} {d:dimension|dimensions}, {m} {m:mesure|mesures}",
)
