"""Register: records that tables of named people, joined in a chain, lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import polars as pl
from pydantic import AfterValidator, Field

from discret.assess.register.findings import Found
from discret.assess.register.tables import KnownTables, chained, check_files
from discret.assess.register.words import TELLS, sentence
from discret.data.beside.named_people import NamedPeople
from discret.data.dataset import Dataset
from discret.data.roles import HELD, Role
from discret.errors import ColumnError, DiscretError, InputError
from discret.finding import Finding
from discret.parts import Columns, Counted, Criterion, MaybeColumn, Pairs, RiskMeasure, Unit
from discret.parts.ahead import Ahead
from discret.parts.facts import Facts
from discret.words import Words

Complete = Literal["register", "file", "both"]


class Register(RiskMeasure):
    r"""Share of the records that tables of named people lead to.

    Notes
    -----
    The attacker holds one or several tables about people, and their names. They join them in a
    chain, each on the columns that it shares with those before it (Croce et al. 2019, section 5.1:
    one site gives the number of a parcel and its surface, another the number and the crops), and
    compare what they know with what the release shows, **at the level at which it shows it**: a
    value goes with the label that it is, with all labels above it in the hierarchy of the column,
    with an interval that holds it, with what the steps of the column make of it (a rounding, a top
    coding), and, where it is known less finely than it is shown, with all labels below it. What is
    missing on either side goes with anything. What tables tell of numbers may be intervals too:
    "≥ 1500".

    The *candidates* of a record are the people who fit it. The value is the share of records with
    one candidate, or with at most `within`. Where nothing is known of who is in the file, a record
    with a single candidate may still be somebody else's: the value is what the attacker believes,
    and nothing is certain.

    **Possible worlds.** Where the tables have everybody of the file, or the file has everybody of
    the tables (`complete`), more follows by counting: « exactly three players earn 1500 or more »
    (Nguyen and Castelluccia 2020, example 3). A world gives records different people who fit them,
    such that nobody is left out who is known to be there; a candidate counts where there is a world
    with them, and a record is named *for certain* where its person is the same in all worlds. Both
    are found exactly, by one largest flow and the strongly connected components of what it leaves
    (Dulmage and Mendelsohn 1958; Régin 1994). Where there is no world at all, tables, file and what
    is supposed contradict each other: `fits` says so, and candidates are then all who fit.

    A sensitive value is *told* of somebody where all records that may be theirs have the same.

    **Several records.** Where an individual column tells people apart, their records are seen
    together, and a candidate must fit all of them; and also one by one, as the file is once that
    column is held back, for tables that are about records (parcels, not farmers): the way that
    leads to more counts. Where the file had such a column when it came and has it no longer,
    somebody may have several records, and less follows from `complete`. Somebody who has several
    rows in the tables fits a record where one of these does.

    Limits: values that were exchanged for others (PRAM, swapping, noise) are taken for true, and so
    are the tables; what is certain may then be wrong (`exchanged` has these columns). That a finer
    label was not shown may tell something too: nothing is deduced from it. Records are counted, not
    people: somebody with several records is named as often.

    Names never leave: nothing but counts is told, recorded or shown.

    Examples
    --------
    >>> released = pl.DataFrame({"age": ["30-39", "30-39", "20-29", "20-29"], "club": ["PSG"] * 4,
    ...                          "wage": [1160, 1500, 1730, 3060]})
    >>> known = pl.DataFrame({"name": ["Cavani", "Mbappé", "Neymar"], "age": [32, None, None],
    ...                       "wage": [">= 1500"] * 3})
    >>> data = Dataset.of(released, key=["age", "club"], sensitive="wage")
    >>> finding = Register(tables=[known], complete="file", most=0.0).assess(data)
    >>> finding.value, finding.met, finding.details["certain"], finding.details["told"]
    (0.25, False, 1, {'wage': 1})
    """

    name: ClassVar[str] = "register"
    title: ClassVar[Words] = Words("attack by a register", fr="attaque par un registre")
    purpose: ClassVar[Words] = Words(
        "gives the share of records that tables of named people lead to",
        fr="donne la part des enregistrements auxquels mènent des tables de personnes nommées",
    )
    attacker: ClassVar[Words] = Words(
        "holds tables of people with their names, joins them, and looks for those who fit each"
        " record; may know that everybody of one side is on the other",
        fr="détient des tables de personnes avec leurs noms, les joint, et cherche qui s’accorde"
        " avec chaque enregistrement ; sait parfois que toutes celles d’un côté sont de l’autre",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability", "inference")
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    references: ClassVar[tuple[str, ...]] = (
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, exemple 3.",
        (
            "Croce L., Lemièr L., Bimonte S., Pinet F. (2019). Une nouvelle méthodologie pour"
            " l’anonymisation des entrepôts de données spatiales, section 5.1."
        ),
        (
            "Dulmage A., Mendelsohn N. (1958). Coverings of bipartite graphs. Canadian Journal of"
            " Mathematics 10, 517-534."
        ),
        "Régin J.-C. (1994). A filtering algorithm for constraints of difference in CSPs. AAAI-94.",
    )
    tells: ClassVar[Facts] = TELLS

    tables: Annotated[KnownTables, AfterValidator(check_files)] = Field(
        min_length=1,
        description=Words(
            "tables of named people. Files, or tables in memory; several are joined in a chain"
            ' (`tables = ["koumoul.csv", "geoportail.csv"]`), and columns that have other names'
            ' there are renamed (`{ file = "...", rename = { theirs = "ours" } }`)',
            fr="tables de personnes nommées. Des fichiers, ou des tables en mémoire ; plusieurs"
            ' sont jointes en chaîne (`tables = ["koumoul.csv", "geoportail.csv"]`), et les'
            ' colonnes qui y portent d’autres noms sont renommées (`{ file = "...", rename = {'
            ' leur = "notre" } }`)',
        ),
    )
    individual: MaybeColumn = Field(
        default=None,
        description=Words(
            "column of the tables that names people. By default the first that the release does"
            " not show; where it shows them all, each row is somebody",
            fr="colonne des tables qui nomme les personnes. Par défaut la première que le fichier"
            " diffusé ne montre pas ; s’il les montre toutes, chaque ligne est une personne",
        ),
    )
    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "columns that are compared. By default all that the tables and the release have, but"
            " those that name or number people",
            fr="colonnes comparées. Par défaut toutes celles qu’ont les tables et le fichier"
            " diffusé, sauf celles qui nomment ou numérotent des personnes",
        ),
    )
    tolerance: Pairs[Annotated[float, Field(gt=0)]] = Field(
        default=(),
        description=Words(
            "how far numbers may be apart in some columns. `{ surface = 0.5 }`, for example; equal"
            " by default",
            fr="écart admis entre nombres dans certaines colonnes. `{ surface = 0.5 }`, par"
            " exemple ; égaux par défaut",
        ),
    )
    complete: Complete | None = Field(
        default=None,
        description=Words(
            "what the attacker knows of who is where. `register`: everybody of the file is in the"
            " tables; `file`: everybody of the tables is in the file; `both`: the same people. By"
            " default nothing",
            fr="ce que l’attaquant sait de qui est où. `register` : tout le fichier est dans les"
            " tables ; `file` : toutes les tables sont dans le fichier ; `both` : les mêmes"
            " personnes. Par défaut rien",
        ),
    )
    within: int = Field(
        default=1,
        ge=1,
        description=Words(
            "number of candidates that is as good as a name. A record with so many, or fewer,"
            " counts",
            fr="nombre de candidats qui vaut un nom. Un enregistrement qui en a autant, ou moins,"
            " compte",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest share of records that lead to so few people",
            fr="plus grande part d’enregistrements menant à si peu de personnes",
        ),
    )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the columns that the tables and the release have."""
        return self._columns(data, self._known(data))

    @property
    def chooses(self) -> tuple[Any, ...]:
        """No role: the tables alone say which columns it looks at."""
        return ()

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: tables that cannot be joined, or share nothing with it."""
        yield from super().foreseen(ahead)
        try:
            known = self._known(ahead.data)
            self._name(ahead.data, known)
            if not ahead.written - set(ahead.data.roles):
                self._columns(ahead.data, known)
        except DiscretError as error:
            yield error.message

    def assess(self, data: Dataset) -> Finding:
        """Measure how many records of `data` lead to people of the tables."""
        known = self._known(data)
        name, columns = self._name(data, known), self._columns(data, known)
        if name is not None:
            known = known.filter(pl.col(name).is_not_null())
        views = [self._found(view, known, name, columns) for view in _views(data)]
        found, details = max(views, key=lambda view: view[1]["within"])
        return Finding.at_most(
            self.name,
            details["within"] / details["records"],
            self.most,
            reads=sentence(details),
            details=details,
            per_key=found.per_key(self.within),
        )

    def _found(
        self, data: Dataset, known: pl.DataFrame, name: str | None, columns: tuple[str, ...]
    ) -> tuple[Found, dict[str, Any]]:
        """Return who may be whom, and counts of it."""
        both = NamedPeople.of(self.name, data, known, name, columns, dict(self.tolerance))
        found = Found.of(both, data, self.complete)
        return found, found.details(data, columns, self.complete, self.within)

    def _known(self, data: Dataset) -> pl.DataFrame:
        """Return the tables, joined."""
        return chained(self.name, [table.columns(data) for table in self.tables])

    def _name(self, data: Dataset, known: pl.DataFrame) -> str | None:
        """Return the column that names people."""
        if self.individual is None:
            held = {*data.columns(*HELD)}
            others = (n for n in known.columns if n not in data.roles or n in held)
            return next(others, None)
        if self.individual not in known.columns:
            raise ColumnError.missing(self.name, [self.individual], known.columns)
        return self.individual

    def _columns(self, data: Dataset, known: pl.DataFrame) -> tuple[str, ...]:
        """Return the columns that are compared."""
        if self.columns is not None:
            data.check_columns(self.name, self.columns)
            if lost := [name for name in self.columns if name not in known.columns]:
                raise ColumnError.missing(self.name, lost, known.columns)
            return self.columns
        held = {*data.columns(*HELD)}
        shared = tuple(n for n in data.roles if n in known.columns and n not in held)
        if not shared:
            raise InputError(_NOTHING.filled(who=self.name), hint=_RENAME)
        return shared


def _views(data: Dataset) -> list[Dataset]:
    """Return the records by the people whom the file tells apart, and each by itself.

    The column that does so mostly stays behind at the gate, and tables may be about the records
    (parcels, not farmers): one of them then fits a single record, and never all of a person.
    """
    told = data.column(Role.INDIVIDUAL)
    return [data] if told is None else [data, data.without_columns([told])]


_NOTHING = Words(
    "{who}: the release and the tables have no column in common",
    fr="{who} : le fichier diffusé et les tables n’ont pas de colonne en commun",
)
_RENAME = Words(
    'name columns alike with rename: tables=[{"file": "...", "rename": {"theirs": "ours"}}]',
    fr='nommer les colonnes de même avec rename : tables=[{"file": "...", "rename": {"leur":'
    ' "notre"}}]',
)
