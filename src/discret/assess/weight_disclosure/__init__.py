"""Weight disclosure: what the weights of a release give away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.refusals import most_and_column, no_weights
from discret.assess.weight_disclosure.against_original import (
    against_original,
    aligned,
    linked_marks,
)
from discret.assess.weight_disclosure.readings import Blanks, numbers_of
from discret.assess.weight_disclosure.words import TELLS, sentence
from discret.data.dataset import Dataset
from discret.data.history.blanked import blanked
from discret.data.keytable import LARGEST, LEAST, KeyTable, check_weights
from discret.data.roles import Role
from discret.finding import Finding, holds
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.weight_marks import alike, shared, told
from discret.maths.matching import Matching, Rule
from discret.model import Model
from discret.parts import Columns, Counted, Criterion, MaybeColumn, Unit
from discret.parts.facts import Facts
from discret.parts.parameters import Missing
from discret.words import Words


class WeightDisclosure(Model):
    r"""Records that their weight tells apart, and blanked values that it gives away.

    Notes
    -----
    Weights are made from strata and calibration cells, and records of one cell share a weight, or
    the ratio of their weight to the one before: someone who knows how the weights were made reads
    the cell from the weight, and with it values that were left out or blanked (de Waal &
    Willenborg 1997, who show that it is not enough to keep to oneself which weight belongs to
    which stratum). A weight that few records carry tells them apart and links releases.

    A record is *exposed* by its weight if

    - it is *told apart*: alone with its keys and its weight, but not with its keys; or
    - a *blank is given away*: one of its keys is missing, and all records with the same weight
      that show this key show the same value, while the key takes several values in the file.

    The value is the share of records exposed. A blank counts as given away even if a single other
    record has the weight: those who know the cells need no more. Equal is equal as stored for
    telling apart, and within :math:`10^{-9}` for reading a cell. Records are counted, not
    people.

    **What counts as given away is true** where the original is at hand (``checked``): a value that
    others with the weight share, but that this record did not have, is not counted
    (``blanks_misread``), nor is what the original lacks too. Original values are taken as the
    release would write them. Without an original, or where a key was changed in ways that cannot be
    followed, whatever can be read counts, right or wrong; `reads` says so. It is so too where
    groups are marked from a key table, which has no original.

    Where the dataset has an original, the ratios of the weights to the original ones are looked
    at in the same way, for an attacker who has those (an earlier release, or a constant design
    weight); they are in `details` and in the sentence, not in the value. There, too: the records
    that are gone, and the ratio of the totals. If records are gone and totals are kept, what a
    cell gained is the weight of those who left it (Bergeat 2015, figure 3.1).

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = WeightDisclosure(most=0.1).assess(data)
    >>> round(finding.value, 3), finding.met, finding.details["told_apart"]
    (0.667, False, 6)
    >>> finding.details["distinct_weights"], finding.details["unique_weights"]
    (8, 7)
    """

    name: ClassVar[str] = "weight_disclosure"
    title: ClassVar[Words] = Words("disclosure by weights", fr="divulgation par les poids")
    purpose: ClassVar[Words] = Words(
        "says what the weights may give away",
        fr="dit ce que les poids peuvent trahir",
    )
    attacker: ClassVar[Words] = Words(
        "knows a person's keys and weight, or how the weights were made: the strata and the cells"
        " of a calibration",
        fr="connaît les clés et le poids d’une personne, ou la façon dont les poids ont été faits :"
        " strates et cellules d’un calage",
    )
    by_record: ClassVar[bool] = True
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "linkability", "inference")
    target: ClassVar[str] = "most"
    such_as: ClassVar[str] = "most=0"
    counts: ClassVar[Counted] = "records"
    references: ClassVar[tuple[str, ...]] = (
        (
            "de Waal A.G., Willenborg L. (1997). Statistical disclosure control and sampling"
            " weights. Journal of Official Statistics 13(4), 417-434."
        ),
        "Willenborg L., de Waal T. (2001). Elements of statistical disclosure control. Springer.",
        (
            "Fienberg S. (2009). The relevance or irrelevance of weights for confidentiality"
            " and statistical analyses. Journal of Privacy and Confidentiality 1(2)."
        ),
        "Bergeat M. (2015). Anonymisation de données individuelles, section 3.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY, Role.WEIGHT)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = TELLS

    column: MaybeColumn = Field(
        default=None,
        description=Words(
            "the weights, by default the column with that role. Those that will be released",
            fr="les poids, par défaut la colonne qui a ce rôle. Ceux qui seront diffusés",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns that the weights may mark. Strata or margins of a calibration, released or"
            " not; by default the keys. The details have, for each, the share of records whose"
            " value can be read from their weight",
            fr="colonnes que les poids peuvent trahir. Strates ou marges d’un calage,"
            " diffusées ou non ; par défaut les clés. Les détails ont, pour chacune, la part"
            " des enregistrements dont la valeur se lit dans le poids",
        ),
    )
    digits: int | None = Field(
        default=None,
        ge=0,
        le=12,
        description=Words(
            "decimals with which weights are released. Without it they are compared as they are"
            " stored",
            fr="décimales avec lesquelles les poids sont diffusés. Sans elles, ils sont"
            " comparés tels quels",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        lt=1,
        description=Words(
            "highest share of records exposed", fr="plus grande part d’enregistrements exposés"
        ),
    )
    missing: Missing = "known"

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the keys and the weights: what is named under `by` is told of, and not judged."""
        weights = data.columns(Role.WEIGHT) if self.column is None else (self.column,)
        return (*data.columns(Role.KEY), *(name for name in weights if name in data.roles))

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: the plan says what it looks at, keys and weights."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Measure what the weights of `data` give away."""
        column = self.column or data.need(self.name, Role.WEIGHT)[0]
        data.check_numeric(self.name, [column])
        keys = data.keys
        cells = self._cells(keys, column).beside(data, column)
        value = int(cells.exposed.sum()) / keys.records
        bad = self._bad(cells, keys)
        details = self._details(data, column, cells, bad)
        return Finding.at_most(
            self.name,
            value,
            self.most,
            reads=sentence(details),
            details=details,
            per_key=keys.table(
                count=keys.count,
                told_apart=cells.by_group(cells.count * cells.told_apart),
                exposed=cells.by_group(cells.exposed),
                failing=bad,
            ),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups with a record exposed, where too many are."""
        column = self.column or keys.around.weight_column
        if self.most is None or column is None:
            raise most_and_column(self.name)
        return self._bad(self._cells(keys, column), keys)

    def _bad(self, cells: _Cells, keys: KeyTable) -> Bools:
        """Mark the groups with a record exposed, unless no more are exposed than allowed."""
        share = int(cells.exposed.sum()) / keys.records
        missed = holds(share, self.most, "lower") is False
        return (cells.by_group(cells.exposed) > 0) & missed

    def _cells(self, keys: KeyTable, column: str) -> _Cells:
        table = keys.around.tally(column)
        if not table.values.dtype.is_numeric():
            raise no_weights(self.name, column)
        values = table.values.cast(pl.Float64).to_numpy()
        fine = (values > LEAST) & (values < LARGEST)
        check_weights(keys.records - int(table.counts.data[fine[table.counts.indices]].sum()))
        return _Cells.of(keys, table.counts, values, self.digits, self.missing)

    def _details(self, data: Dataset, column: str, cells: _Cells, bad: Bools) -> dict[str, Any]:
        keys = data.keys
        without = keys.size(self.missing)
        alone = np.bincount(cells.weight, weights=cells.count) == 1
        exposed = int(cells.exposed.sum())
        right, wrong = (cells.blanks.counted(marked) for marked in cells.read)
        return {
            "records": keys.records,
            "groups": len(keys),
            "records_failing": exposed if bad.any() else 0,
            "groups_failing": int(bad.sum()),
            "records_exposed": exposed,
            "told_apart": cells.records(cells.told_apart),
            "distinct_weights": len(alone),
            "unique_weights": int(alone.sum()),
            "uniques_without_weight": int(keys.count[without == 1].sum()),
            "uniques_with_weight": cells.records(cells.with_weight == 1),
            "k_without_weight": int(without.min()),
            "k_with_weight": int(cells.with_weight.min()),
            "blanks": dict(zip(keys.columns, cells.blanks.records, strict=True)),
            "blanks_given_away": dict(zip(keys.columns, right, strict=True)),
            "blanks_misread": dict(zip(keys.columns, wrong, strict=True)),
            "original_known": cells.blanks.true is not None,
            "readable": {
                name: self._readable(data, column, cells, name) for name in self.by or keys.columns
            },
            "original": against_original(data, column, self.digits),
            "digits": self.digits,
            "rule": self.missing,
        }

    def _readable(self, data: Dataset, column: str, cells: _Cells, name: str) -> float:
        """Return the share of records whose value of a column others with their weight show."""
        if name in data.keys.columns:
            return cells.readable[data.keys.columns.index(name)] / data.keys.records
        marks, values, count = linked_marks(self.name, data, column, name, self.digits)
        return readable(marks, values, count) / data.keys.records


@dataclass(frozen=True)
class _Cells:
    """The records of each group that share a weight."""

    group: Ints
    codes: Ints  # keys × cells
    weight: Ints  # number of the weight, as it is released
    distinct: Floats  # the weights, in the order of their numbers
    count: Ints
    without: Ints  # records that the group is counted with
    digits: int | None
    rule: Rule
    blanks: Blanks

    @classmethod
    def of(
        cls, keys: KeyTable, counts: Any, values: Floats, digits: int | None, rule: Rule
    ) -> _Cells:
        from scipy.sparse import csr_array

        distinct, number = np.unique(_shown(values, digits), return_inverse=True)
        group = np.repeat(np.arange(len(keys)), np.diff(counts.indptr))
        entries = counts.data, (group, number[counts.indices])
        merged = csr_array(entries, shape=(len(keys), len(distinct)))  # adds what became equal
        merged.sort_indices()
        group = np.repeat(np.arange(len(keys)), np.diff(merged.indptr))
        weight, codes = merged.indices.astype(np.int64), keys.codes.T[:, group]
        without, blanks = keys.size(rule)[group], Blanks.shown(codes, merged.data)
        return cls(group, codes, weight, distinct, merged.data, without, digits, rule, blanks)

    def beside(self, data: Dataset, column: str) -> _Cells:
        """Hold the blanks against the original, where there is one."""
        if data.original is data or self.codes.min() >= 0:
            return self
        beside = [] if column in data.keys.columns else [column]
        found = blanked(aligned(data), beside=beside)
        number = np.searchsorted(self.distinct, _shown(numbers_of(found, column), self.digits))
        size = len(self.distinct)
        cell = np.searchsorted(self.group * size + self.weight, found.places * size + number)
        return replace(self, blanks=Blanks.of(found).at(cell))

    def records(self, marked: Bools) -> int:
        """Count the records of the marked cells."""
        return int(self.count[marked].sum())

    def by_group(self, number: Ints) -> Ints:
        """Add up numbers of records by group (none is without a cell)."""
        return np.bincount(self.group, weights=number).astype(np.int64)

    @cached_property
    def mark(self) -> Ints:
        """The same number for weights that are equal but for rounding."""
        return alike(self.distinct)[self.weight]

    @cached_property
    def with_weight(self) -> Ints:
        """Number of records counted with each cell when the weight is one more key."""
        if self.rule == "category" or self.codes.min() >= 0:  # a cell is then alone with itself
            return self.count
        several = np.flatnonzero(np.bincount(self.weight)[self.weight] > 1)  # others match nobody
        codes = np.vstack([self.codes[:, several], self.weight[several]]).T
        found = self.count.copy()
        found[several] = Matching.of(codes, self.rule).sums(self.count[several])
        return found

    @cached_property
    def told_apart(self) -> Bools:
        """Mark the records that are alone with their weight and not without."""
        return np.asarray((self.with_weight == 1) & (self.without > 1))

    @cached_property
    def read(self) -> tuple[Bools, Bools]:
        """Mark the blanks that the weight gives away, and those that it gets wrong."""
        return self.blanks.read(self.mark, self.codes, self.count)

    @cached_property
    def readable(self) -> list[int]:
        """For each key: the records whose value others with their weight show."""
        among = shared(self.mark, self.count)
        return [readable(self.mark, values, self.count, among) for values in self.codes]

    @cached_property
    def exposed(self) -> Ints:
        """Count the records of each cell that are told apart, or have a blank given away."""
        given = self.blanks.count * self.read[0].any(axis=0)
        read = np.bincount(self.blanks.cell, weights=given, minlength=len(self.count))
        return np.where(self.told_apart, self.count, read.astype(np.int64))


def _shown(weights: Floats, digits: int | None) -> Floats:
    return weights if digits is None else np.round(weights, digits)


def readable(marks: Ints, values: Ints, count: Ints, among: Bools | None = None) -> int:
    """Count the records whose value is that of all others with their mark, of one at least.

    Examples
    --------
    >>> readable(np.array([0, 0, 1, 2, 2]), np.array([0, 0, 1, 0, 1]), np.array([1, 4, 1, 1, 1]))
    5
    """
    among = shared(marks, count) if among is None else among
    if not among.any():
        return 0
    tells, number = told(marks, values, count, among)
    cells = np.flatnonzero(among & (values >= 0))
    at = marks[cells]
    return int(count[cells[(tells[at] >= 0) & (number[at] > 1)]].sum())
