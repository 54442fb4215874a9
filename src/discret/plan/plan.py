"""A plan: which columns have which roles, what to assess, how to reduce, what to quantify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from pathlib import Path
from typing import Any

from discret.arguments.fitting import as_path, check_fit, fitting
from discret.data.dataset import Dataset
from discret.data.entering.handed import check_dataset
from discret.data.files.how_to_read import HowToRead
from discret.data.files.tables import Opened, Table, read
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import role_arguments
from discret.data.star.star import Star
from discret.errors import InputError
from discret.parts import LossMeasure, Method, Part, Progress, RiskMeasure, silent
from discret.plan import run as running
from discret.plan import sweeping, toml
from discret.plan.attacks import with_attacks
from discret.plan.check import foreseen, refuse
from discret.plan.kinds import A_PATH, Checking, check_after
from discret.plan.opening import dataset_of, opened_for
from discret.plan.release import Release
from discret.plan.sweep import Sweep
from discret.plan.tables import A_TABLE, TABLES, Budget
from discret.plan.terms import Terms
from discret.plan.variants import A_VARIANT, Variant, numbered, several, title_faults
from discret.private import PrivateTable
from discret.words import Words
from discret.words.rows import html_table

Roles = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, kw_only=True, repr=False)
class Plan:
    """What to do with a file, as data: it can be read, written, compared and run again.

    Parameters
    ----------
    title
        A title, for the report.
    file
        The file that the plan is about, if it says.
    original
        The file that it was made from elsewhere, for measures that compare the two.
    population
        The file of the people that the records were drawn from, for measures against a population.
    count
        The column of the population that says how many people a row stands for; by default one.
    previous
        The earlier releases of the same source: the record of each, with the release beside it, or
        a table.
    outlines, code
        The file of outlines of areas, for the maps of the reports, and its property or column with
        the names of the areas; by default named as the area.
    how_to_read
        How to read the file, where it does not say so itself.
    star
        The tables of a warehouse that the plan is about, in place of a file.
    roles
        Columns by role, as for `Dataset.of`.
    hierarchies
        Hierarchies by column; `Automatic` ones are made from the data.
    assess, reduce, quantify
        The risk measures, the methods in their order, and the loss measures.
    labels
        Names of the steps; by default the methods' own, numbered where they repeat. Chance depends
        on the seed and the label, so that adding a step disturbs no other.
    variants
        Ways to go on after these steps, each of which makes a release of its own.
    private
        Tables of statistics that are told of the original under differential privacy.
    budget
        The account that they are paid from.
    release
        The terms of the release: what may leave and how, for whom, when to look again.
    notes
        What there is to say of the file that the plan was read from: names that are others now.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> from discret.reduce import DropIdentifiers
    >>> plan = Plan(assess=[KAnonymity(k=2)], reduce=[DropIdentifiers()])
    >>> plan
    Plan(assess: k_anonymity; reduce: drop_identifiers)
    """

    title: str = ""
    file: Path | None = None
    original: Path | None = None
    population: Path | None = None
    count: str | None = None
    previous: Sequence[Path] = ()
    outlines: Path | None = None
    code: str | None = None
    how_to_read: HowToRead = field(default_factory=HowToRead)
    star: Star | None = None
    roles: Roles = field(default_factory=dict)
    hierarchies: Mapping[str, Hierarchy | Automatic] = field(default_factory=dict)
    assess: Sequence[RiskMeasure] = ()
    reduce: Sequence[Method] = ()
    quantify: Sequence[LossMeasure] = ()
    labels: Sequence[str] = ()
    variants: Sequence[Variant] = ()
    private: Sequence[PrivateTable] = ()
    budget: Budget | None = None
    release: Terms = field(default_factory=Terms)
    notes: tuple[Words, ...] = field(default=(), compare=False, repr=False)

    def __new__(cls, *given: Any, **named: Any) -> Plan:
        """Refuse arguments that a plan does not have."""
        check_fit("plan", signature(cls.__init__), (cls, *given), named, own=1)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        checking = Checking("plan")
        methods = checking.parts("reduce", self.reduce)
        labels = checking.labels(self.labels, methods)
        values: dict[str, Any] = {
            "title": checking.text("title", self.title),
            **{name: checking.path(name, getattr(self, name)) for name in _FILES},
            **{name: checking.name(name, getattr(self, name)) for name in ("count", "code")},
            "previous": tuple(
                map(Path, checking.many("previous", self.previous, str | Path, A_PATH))
            ),
            "how_to_read": checking.one("how_to_read", self.how_to_read, HowToRead),
            "star": checking.maybe("star", self.star, Star),
            "roles": role_arguments(checking.roles(self.roles)),
            "hierarchies": checking.hierarchies(self.hierarchies),
            "assess": checking.parts("assess", self.assess),
            "reduce": methods,
            "quantify": checking.parts("quantify", self.quantify),
            "labels": numbered([*labels, *(method.name for method in methods[len(labels) :])]),
            "variants": checking.many("variants", self.variants, Variant, A_VARIANT),
            "private": checking.many("private", self.private, PrivateTable, A_TABLE),
            "budget": checking.maybe("budget", self.budget, Budget),
            "release": checking.one("release", self.release, Terms),
        }
        checking.faults += title_faults(values["variants"])
        checking.end()
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    @fitting("Plan.read")
    def read(cls, path: str | Path) -> Plan:
        """Read a plan from a TOML file; all its faults are told at once."""
        return cls(**toml.read(as_path("plan", path)))

    @classmethod
    @fitting("Plan.from_toml")
    def from_toml(cls, text: str, *, folder: Path = Path()) -> Plan:
        """Read a plan from TOML text; paths in it are relative to a folder.

        Examples
        --------
        >>> plan = Plan.from_toml('''
        ... [roles]
        ... key = ["age"]
        ... [[assess]]
        ... measure = "k_anonymity"
        ... k = 3
        ... ''')
        >>> plan.assess
        (KAnonymity(k=3, missing='known', combinations=None),)
        """
        return cls(**toml.parse(text, folder=folder))

    def to_toml(self) -> str:
        """Write the plan as TOML."""
        return toml.write(self)

    @property
    def path(self) -> Path:
        """The file that the plan names."""
        if self.file is None:
            raise InputError(
                Words("plan: it names no file", fr="plan : il ne nomme pas de fichier"),
                hint=Words(
                    'add file = "..." under [data], or hand one over',
                    fr='ajouter file = "..." sous [data], ou en fournir un',
                ),
            )
        return self.file

    @property
    def tables_only(self) -> bool:
        """Whether it tells private tables and nothing else: no record is to leave."""
        parts = (*self.assess, *self.reduce, *self.quantify, *self.variants)
        return bool(self.private) and not parts

    @property
    def source(self) -> Path | None:
        """The file that the records are in: the one named, or that of the star."""
        return self.file if self.star is None else self.star.file

    def table(self) -> Table:
        """Read the file that the plan names."""
        return read(self.path, how=self.how_to_read)

    def opened(self) -> Opened:
        """Open the file that the plan names, or the tables of its star, to work on them."""
        return opened_for(self)

    def dataset(self, frame: Any) -> Dataset:
        """Give the columns of a table, or of a file that was read, roles and hierarchies."""
        return dataset_of(self, frame)

    def with_attacks(self, data: Dataset) -> Plan:
        """Return the plan with what every run measures, asked or not."""
        check_dataset("plan", data)
        return with_attacks(self, data)

    def check(self, data: Dataset, *, secret: bytes | None = None) -> None:
        """Refuse what the plan names or needs and the data lacks, all at once."""
        check_dataset("plan.check", data)
        refuse(foreseen(self, data, secret))

    def __repr__(self) -> str:
        many = len(self.variants)
        variants = [_VARIANTS.filled(n=many).here] if many else []
        variants += [TABLES.filled(n=len(self.private)).here] if self.private else []
        named = [f"{verb}: {', '.join(names)}" for verb, names in self._names() if names]
        return f"Plan({'; '.join([*named, *variants])})"

    def _repr_html_(self) -> str:
        rows = [[place, part.title.here, part.purpose.here] for place, part in self.parts()]
        return html_table((), rows, title=self.title or "Plan")

    def _names(self) -> Iterator[tuple[str, list[str]]]:
        for verb in ("assess", "reduce", "quantify"):
            yield verb, [part.name for part in getattr(self, verb)]

    def made(self, data: Dataset) -> set[str]:
        """Return the columns that methods of the plan make, which the data does not have yet.

        Examples
        --------
        >>> from discret.data.examples import dishes
        >>> from discret.reduce import ClimbAreas
        >>> data = Dataset.of(dishes(), individual="Nom complet", area="Sexe")
        >>> Plan(reduce=[ClimbAreas()]).made(data)
        {'Sexe_level'}
        """
        methods = [part for _, part in self.parts() if isinstance(part, Method)]
        return {name for method in methods for name in method.makes(data)} - {*data.roles}

    @property
    def in_series(self) -> bool:
        """Whether it is one of several releases of the same people."""
        return bool(self.previous) or any(part.series for _, part in self.parts())

    def parts(self) -> Iterator[tuple[str, Part]]:
        """Yield every part with its place in the plan."""
        for verb in ("assess", "reduce", "quantify"):
            for number, part in enumerate(getattr(self, verb), 1):
                yield f"[[{verb}]] {number} ({part.name})", part
        for place, variant in enumerate(self.variants, 1):
            for number, method in enumerate(variant.reduce, 1):
                yield f"[[variant]] {place}, [[variant.reduce]] {number} ({method.name})", method

    @property
    def branches(self) -> dict[str, Plan]:
        """The plan of each variant by itself, by title: the common steps, then its own.

        Examples
        --------
        >>> from discret.reduce import ShuffleRecords, Subsample
        >>> half = Variant(title="half", reduce=[Subsample(share=0.5)])
        >>> Plan(reduce=[ShuffleRecords()], variants=[half]).branches["half"].labels
        ('shuffle_records', 'subsample')
        """
        return {
            variant.title: replace(
                self,
                reduce=(*self.reduce, *variant.reduce),
                labels=(*self.labels, *variant.labels),
                variants=(),
            )
            for variant in self.variants
        }

    def _check_single(self) -> None:
        """Refuse a plan of several releases where one is asked for."""
        if self.variants:
            raise several(len(self.variants))

    @fitting("plan.run")
    def run(
        self,
        data: Dataset,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        progress: Progress = silent,
        after: Release | None = None,
    ) -> Release:
        """Run the plan: the risk and the loss are measured at the start and after every step.

        Parameters
        ----------
        data
            The records, with roles.
        seed
            Start of all chance; drawn and kept in the release where it is not given.
        secret
            The key of keyed methods; never stored.
        progress
            Called with a share of [0, 1] and a few words, by methods and between measures; what it
            raises ends the run.
        after
            A release of the same data: its first steps, as far as they are those of this plan, are
            taken over with what was found of them, and so is its seed where none is given. The
            release is the same without it; keyed steps keep the secret that they were run with.
        """
        self._check_single()
        check_after(after)
        return running.run(self, data, seed=seed, secret=secret, progress=progress, after=after)

    @fitting("plan.run_draws")
    def run_draws(
        self,
        data: Dataset,
        draws: int = 20,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        progress: Progress = silent,
    ) -> Release:
        """Run the plan, and see over other seeds how far risk and loss hang on the luck of one.

        The release is that of the seed, as `run` gives it; its `draws` have the least, the median
        and the largest of what each measure finds, the standard deviation, and the share of the
        draws that meet each target. Of the other draws nothing else is kept: they are not to be
        chosen from. A plan without chance is refused.

        Examples
        --------
        >>> from discret.assess import KAnonymity
        >>> from discret.data.examples import dishes
        >>> from discret.reduce import Subsample
        >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
        >>> plan = Plan(assess=[KAnonymity(k=2)], reduce=[Subsample(share=0.5)])
        >>> found = plan.run_draws(data, 20, seed=1).draws
        >>> found.risk[0].name, found.risk[0].least, found.risk[0].met
        ('k_anonymity', 1.0, 0.0)
        """
        self._check_single()
        return running.run_draws(self, data, draws, seed=seed, secret=secret, progress=progress)

    @fitting("plan.run_variants")
    def run_variants(
        self,
        data: Dataset,
        draws: int | None = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        progress: Progress = silent,
    ) -> dict[str, Release]:
        """Run every variant with the same seed; return their releases by title.

        The common steps are run once. What the methods of one variant may give away is measured
        on all of them, so that they can be compared. With `draws`, each variant that draws by
        chance is tried with other seeds as well, the same for all, as in `run_draws`.
        """
        return running.run_variants(self, data, draws, seed=seed, secret=secret, progress=progress)

    @fitting("plan.sweep")
    def sweep(
        self,
        settings: Mapping[str, Sequence[Any]],
        data: Any = None,
        *,
        seed: int | None = None,
        secret: bytes | None = None,
        progress: Progress = silent,
    ) -> Sweep:
        """Run the plan with every combination of settings, what they share once; see `Sweep`.

        Settings are places in the plan with the values to try: ``{"reduce.1.k": [2, 3, 5]}``, where
        numbers begin at 1; steps are also known by their labels, measures by their names. `data`
        has roles, or is a table that gets those of the plan; by default the plan reads its file.
        """
        return sweeping.sweep(self, settings, data, seed=seed, secret=secret, progress=progress)


_FILES = ("file", "original", "population", "outlines")
_VARIANTS = Words("{n} {n:variant|variants}", fr="{n} {n:variante|variantes}")
