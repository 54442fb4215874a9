"""Quasi-identifiers: which sets of columns single people out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import polars as pl
from pydantic import Field

from discret.assess.subsets import Missing, checked_size, seconds, walked
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.finding import Finding
from discret.maths.identity.subset_walk import walk
from discret.maths.identity.subsets import Subset, minimal
from discret.parts import Columns, Counted, Criterion, RiskMeasure, Source
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import GROUPS, RECORDS, RULED
from discret.words import Words, say

SHOWN = 1_024


class QuasiIdentifiers(RiskMeasure):
    r"""Sets of columns that single people out, and how well every set tells records apart.

    Notes
    -----
    A set of columns is a quasi-identifier of the file if at least one combination of its values is
    carried by one record alone (Nguyen & Castelluccia 2020, definition 3). What contains a
    quasi-identifier is one too, so the *minimal* sets count: those of which no part is a
    quasi-identifier. The value of the finding is the number of columns of the smallest, ``None``
    where there are none; `details` has them all under ``minimal``.

    ``subsets`` in `details` has for every set of columns (as long as there are no more than 1,024
    of them; `table` gives all): ``records`` with a value in each column, ``groups`` (combinations
    of values), ``uniques`` (combinations carried by one person alone), and the two measures of
    Motwani & Xu, as ARX gives them: ``distinction``, groups over records, and ``separation``, the
    share of pairs of records that differ in at least one column. They are ``None`` where there is
    no record, or no pair.

    With an individual column, who is alone is a person, not a record; distinction and separation
    stay about records. Whether a quasi-identifier is dangerous depends on what an attacker can
    know: the measure looks at this file alone. To judge sets of columns, say how many records
    every combination must hold with `KAnonymity` and its ``combinations``.

    Examples
    --------
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key=["Âge", "Club"], sensitive="Salaire")
    >>> finding = QuasiIdentifiers(columns=["Âge", "Club", "Salaire"]).assess(data)
    >>> finding.value, finding.details["minimal"]
    (1, [['Âge'], ['Salaire']])
    >>> finding.details["subsets"][1]["uniques"], finding.details["subsets"][1]["distinction"]
    (0, 0.3333333333333333)
    """

    name: ClassVar[str] = "quasi_identifiers"
    title: ClassVar[Words] = Words("quasi-identifiers", fr="quasi-identifiants")
    purpose: ClassVar[Words] = Words(
        "finds the smallest sets of columns that single people out",
        fr="trouve les plus petits ensembles de colonnes qui isolent des personnes",
    )
    attacker: ClassVar[Words] = Words(
        "knows a person's values in some of the columns, any of them, and that the person is in the"
        " file",
        fr="connaît les valeurs d’une personne dans certaines colonnes, n’importe lesquelles, et la"
        " sait dans le fichier",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire, définition 3.",
        (
            "Motwani R., Xu Y. (2007). Efficient algorithms for masking and finding"
            " quasi-identifiers. VLDB."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    tells: ClassVar[Facts] = {
        **RECORDS,
        **GROUPS,
        **RULED,
        "columns": Fact.count("columns", "colonnes"),
        "size": Fact.count("columns at most", "colonnes au plus"),
        "subsets_counted": Fact.count("sets of columns counted", "jeux de colonnes comptés"),
        "subsets_with_uniques": Fact.count(
            "sets of columns with uniques", "jeux de colonnes avec uniques"
        ),
        "minimal_sets": Fact.count(
            "smallest sets of columns that single someone out",
            "plus petits jeux de colonnes qui isolent quelqu’un",
        ),
        "minimal": Fact.table("these sets, by their columns", "ces jeux, par leurs colonnes"),
        "subsets": Fact.table("sets of columns", "jeux de colonnes"),
    }

    size: int | None = Field(
        default=None,
        ge=1,
        description=Words(
            "largest number of columns together, by default all",
            fr="plus grand nombre de colonnes ensemble, par défaut toutes",
        ),
    )
    columns: Columns | None = Field(
        default=None,
        min_length=1,
        description=Words(
            "the columns to look at, by default the keys. Whatever their roles",
            fr="les colonnes à examiner, par défaut les clés. Quels que soient leurs rôles",
        ),
    )
    missing: Missing = Field(
        default="known",
        description=Words(
            "what a missing value means. `known`: a combination with a missing value does not"
            " exist for the record, which neither is alone nor counts; `category`: missing is a"
            " value",
            fr="sens d’une valeur manquante. `known` : une combinaison à valeur manquante"
            " n’existe pas pour l’enregistrement, qui n’est ni seul ni compté ; `category` :"
            " manquant est une modalité",
        ),
    )

    def takes(self, data: Dataset) -> float:
        """Guess the seconds that it takes: subsets of many keys are many."""
        return seconds(self._keys(data), self.size)

    def assess(self, data: Dataset) -> Finding:
        """Find the quasi-identifiers of `data`."""
        keys = self._keys(data)
        subsets = self._subsets(keys)
        sets = minimal((subset.columns, subset.alone > 0) for subset in subsets)
        least = min(map(len, sets), default=None)
        size = max(len(subset.columns) for subset in subsets)
        return Finding(
            name=self.name,
            value=least,
            better="higher",
            reads=_sentence(least, len(sets), size),
            details={
                "records": keys.records,
                "groups": len(keys),
                "columns": len(keys.columns),
                "size": size,
                "subsets_counted": len(subsets),
                "subsets_with_uniques": sum(subset.alone > 0 for subset in subsets),
                "minimal_sets": len(sets),
                "minimal": [_names(keys, group_set) for group_set in sets[:SHOWN]],
                "subsets": _rows(keys, subsets) if len(subsets) <= SHOWN else [],
                "rule": self.missing,
            },
        )

    def table(self, data: Dataset) -> pl.DataFrame:
        """Return every set of columns with what was counted, whatever their number."""
        keys = self._keys(data)
        return pl.DataFrame(_rows(keys, self._subsets(keys)), infer_schema_length=None)

    def _keys(self, data: Dataset) -> KeyTable:
        if self.columns is None:
            return data.keys
        data.check_columns(self.name, self.columns)
        person = data.column(Role.INDIVIDUAL)
        roles = {name: Role.INDIVIDUAL if name == person else Role.IGNORED for name in data.roles}
        looked_at = replace(data, roles=roles | dict.fromkeys(self.columns, Role.KEY))
        return looked_at.keys_over(self.columns)

    def _subsets(self, keys: KeyTable) -> list[Subset]:
        """Count the subsets, the smallest first, then in the order of the columns."""
        size = checked_size(self.name, len(keys.columns), self.size)
        groups = walked(keys, self.missing)
        counted = walk(groups.codes, groups.count, size, groups.people)
        return sorted(counted, key=lambda subset: (len(subset.columns), subset.columns))


def _names(keys: KeyTable, columns: tuple[int, ...]) -> list[str]:
    return [keys.columns[column] for column in columns]


def _rows(keys: KeyTable, subsets: list[Subset]) -> list[dict[str, Any]]:
    return [
        {
            "columns": _names(keys, subset.columns),
            "records": subset.records,
            "groups": subset.groups,
            "uniques": subset.alone,
            "distinction": subset.distinction,
            "separation": subset.separation,
        }
        for subset in subsets
    ]


def _sentence(least: int | None, number: int, size: int) -> Words:
    if least is None:
        return say(
            "No set of at most {size} {size:column|columns} singles anyone out.",
            "Aucun ensemble d’au plus {size} {size:colonne|colonnes} n’isole qui que ce soit.",
            size=size,
        )
    if least == 1:
        return say(
            "A single column is enough to single someone out; minimal sets of at most {size}"
            " {size:column|columns} that do: {number}.",
            "Une seule colonne suffit à isoler quelqu’un ; ensembles minimaux d’au plus {size}"
            " {size:colonne|colonnes} qui le font : {number}.",
            number=number,
            size=size,
        )
    return say(
        "{least} {least:column is|columns together are} enough to single someone out; minimal sets"
        " of at most {size} columns that do: {number}.",
        "{least} colonnes ensemble suffisent à isoler quelqu’un ; ensembles minimaux d’au plus"
        " {size} colonnes qui le font : {number}.",
        least=least,
        number=number,
        size=size,
    )
