"""k-anonymity: nobody is alone with their key values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations as subsets
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ParameterError
from discret.finding import Finding, misses
from discret.maths.arrays import Bools, Ints
from discret.maths.matching import RULES, Rule
from discret.model import Least, Merging, Model, Scope, judged
from discret.parts import Columns, Counted, Criterion, Source
from discret.parts.facts import Fact, Facts, Layout
from discret.parts.parameters import Missing
from discret.parts.shared_facts import RULED
from discret.words import Words, say


class Combination(BaseModel):
    """Some key columns, with the threshold that their groups must reach."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    columns: Columns = Field(min_length=1, description=Words("keys", fr="clés"))
    k: int | None = Field(default=None, ge=2, description=Words("threshold", fr="seuil"))


def _read_combinations(given: Any) -> Any:
    """Accept {(a, b): 3}, [["a", "b"], ...] and [{"columns": ["a", "b"], "k": 3}, ...]."""
    if isinstance(given, Mapping):
        return [{"columns": _columns(names), "k": k} for names, k in given.items()]
    if isinstance(given, list | tuple):
        return [
            {"columns": _columns(entry)} if isinstance(entry, str | list | tuple) else entry
            for entry in given
        ]
    return given


def _columns(names: Any) -> Any:
    return (names,) if isinstance(names, str) else names


Combinations = Annotated[
    Annotated[int, Field(ge=1)] | Annotated[tuple[Combination, ...], Field(min_length=1)],
    BeforeValidator(_read_combinations),
]


class KAnonymity(Model):
    """Smallest number of people who share the key values of a record.

    Notes
    -----
    A file is k-anonymous if and only if :math:`f_c ≥ k` for every combination *c* of key values
    present, where :math:`f_c` counts the records that carry it (Bergeat 2015, definition 1). With
    an individual column, distinct people are counted, not records: a group of k records of one
    person protects nobody.

    k-anonymity says nothing about what is learnt of the whole group (see `LDiversity`), and holds
    only for the keys that were declared. Under ``"wildcard"`` it is degenerate: k−1 blank records
    make any file k-anonymous.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> finding = KAnonymity(k=2).assess(data)
    >>> finding.value, finding.met, finding.details["records_failing"]
    (1, False, 3)
    >>> KAnonymity(k=3, combinations=1).assess(data).met
    True
    """

    name: ClassVar[str] = "k_anonymity"
    title: ClassVar[Words] = Words("k-anonymity", fr="k-anonymat")
    purpose: ClassVar[Words] = Words(
        "counts the people who cannot be told apart by their keys",
        fr="compte les personnes que leurs clés ne distinguent pas",
    )
    attacker: ClassVar[Words] = Words(
        "knows that a person is in the file and knows all of the person's key values",
        fr="sait qu’une personne est dans le fichier et connaît toutes ses clés",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "k"
    such_as: ClassVar[str] = "k=3"
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        "Samarati P., Sweeney L. (1998). Protecting privacy when disclosing information.",
        "Bergeat M. (2015). Anonymisation de données individuelles, définition 1.",
        "Hundepool A. et al. (2008). µ-Argus User’s Manual.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    shows: ClassVar[Layout] = "smallest_group"
    tells: ClassVar[Facts] = {
        **RULED,
        "uniques": Fact.count(
            "records alone with their keys", "enregistrements seuls avec leurs clés"
        ),
        "pairs": Fact.count("records in groups of two", "enregistrements en groupes de deux"),
        "group_sizes": Fact.count(
            "records by size of group", "enregistrements selon la taille du groupe", by="class"
        ),
        "by_rule": Fact.number(
            "level under each rule for missing values",
            "niveau selon le sens des valeurs manquantes",
            by="rule",
        ),
        "combinations": Fact.table("combinations", "combinaisons"),
    }

    k: int | None = Field(
        default=None,
        ge=2,
        description=Words(
            "wanted size of the smallest group. Every group must hold at least `k` people."
            " Without it the level is measured and nothing is judged",
            fr="taille voulue du plus petit groupe. Chaque groupe doit compter au moins `k`"
            " personnes. Sans elle, le niveau est mesuré et rien n’est jugé",
        ),
    )
    missing: Missing = "known"
    combinations: Combinations | None = Field(
        default=None,
        description=Words(
            "combinations of keys to judge, or a number of keys. They are judged instead of all"
            " keys at once: a list of them, each with a threshold of its own if wanted"
            ' (`combinations = [{ columns = ["age", "sex"], k = 5 }]`), or a number m for all'
            " subsets of m keys, as µ-Argus does",
            fr="combinaisons de clés à juger, ou un nombre de clés. Elles sont jugées au lieu"
            " de toutes les clés à la fois : une liste, chacune avec son propre seuil si l’on"
            ' veut (`combinations = [{ columns = ["age", "sex"], k = 5 }]`), ou un nombre m'
            " pour tous les sous-ensembles de m clés, comme le fait µ-Argus",
        ),
    )

    def assess(self, data: Dataset) -> Finding:
        """Measure the level of k-anonymity of `data`."""
        keys = data.keys
        counts = self._counts(keys)
        least = np.min([count.sizes for count in counts], axis=0)
        bad = self._bad(counts, len(keys))
        value = int(least.min())
        return Finding(
            name=self.name,
            value=value,
            target=self._target(counts),
            met=None if self._unjudged(counts) else not bad.any(),
            better="higher",
            reads=self._sentence(value, keys, bad, least),
            details=self._details(keys, counts, bad, least),
            per_key=keys.table(count=keys.count, size=least, failing=bad),
        )

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the keys that are counted: those of the combinations, where some are listed.

        Where some combinations have a target, those without one judge nobody: they do not count.
        """
        judged = [
            combination for combination in self._listed() if combination.k or self.k
        ] or self._listed()
        listed = {name for combination in judged for name in combination.columns}
        keys = data.columns(Role.KEY)
        return tuple(name for name in keys if name in listed) if listed else keys

    def supposes(self, known: Collection[str], data: Dataset) -> bool:
        """Say yes if they are keys, and in one combination where combinations are judged."""
        if isinstance(self.combinations, int) and len(known) > self.combinations:
            return False
        listed = [combination.columns for combination in self._listed()] or [self.examines(data)]
        return any({*known} <= {*columns} for columns in listed)

    @property
    def against(self) -> Words:
        """Somebody who knows all keys, or those of a combination that is judged."""
        return self.attacker if self.combinations is None else _ONE_COMBINATION

    @property
    def does(self) -> Words:
        """Count by all keys, or by combinations of them."""
        return self.purpose if self.combinations is None else _BY_COMBINATIONS

    @property
    def judges(self) -> bool:
        """Whether there is a target."""
        return self.k is not None or any(combination.k for combination in self._listed())

    def scope(self, keys: KeyTable) -> Scope:
        """Say that groups are counted by themselves, or across what they share."""
        return Scope.GROUP if self.combinations is None else Scope.COMBINATIONS

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that each group keeps what it has; combinations are kept by the file as a whole."""
        return Merging.EACH if self.combinations is None else Merging.WHOLE

    @property
    def least(self) -> Least:
        """As many people as are wanted, in every combination that is judged."""
        if isinstance(self.combinations, int):
            return Least(sizes={self.combinations: self.k or 1}, enough=True)
        named = {
            combination.columns: combination.k or self.k or 1 for combination in self._listed()
        }
        return Least(every=1 if named else self.k or 1, named=named, enough=True)

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that are too small in at least one judged combination."""
        counts = self._counts(keys)
        return self._bad(counts, len(keys))

    def _counts(self, keys: KeyTable) -> list[_Count]:
        if self.combinations is None:
            return [_Count(keys.columns, self.k, keys.people(self.missing))]
        return [
            _Count(
                combination.columns,
                combination.k or self.k,
                _sizes(keys, combination.columns, self.missing),
            )
            for combination in self._judged(keys)
        ]

    def _listed(self) -> tuple[Combination, ...]:
        return self.combinations if isinstance(self.combinations, tuple) else ()

    def _judged(self, keys: KeyTable) -> list[Combination]:
        if not isinstance(self.combinations, int):
            return list(self._listed())
        if self.combinations > len(keys.columns):
            raise ParameterError(
                self.name,
                [
                    say(
                        "combinations: {combinations} keys wanted, there are {columns}",
                        "combinations : {combinations} clés demandées, il y en a {columns}",
                        combinations=self.combinations,
                        columns=len(keys.columns),
                    )
                ],
                hint=Words("ask for fewer", fr="en demander moins"),
            )
        return [Combination(columns=subset) for subset in subsets(keys.columns, self.combinations)]

    def _target(self, counts: list[_Count]) -> int | None:
        """Return what the value must reach; nothing where combinations have their own."""
        return self.k if all(count.k == self.k for count in counts) else None

    def _unjudged(self, counts: list[_Count]) -> bool:
        return all(count.k is None for count in counts)

    def _bad(self, counts: list[_Count], groups: int) -> Bools:
        bad = np.zeros(groups, dtype=np.bool_)
        for count in counts:
            bad |= misses(count.sizes, count.k, "higher")
        return bad

    def _details(
        self, keys: KeyTable, counts: list[_Count], bad: Bools, least: Ints
    ) -> dict[str, Any]:
        details: dict[str, Any] = {
            **judged(keys, bad),
            "uniques": int(keys.count[least == 1].sum()),
            "pairs": int(keys.count[least == 2].sum()),  # noqa: PLR2004 (a pair is two)
            "rule": self.missing,
            "group_sizes": size_classes(least, keys.count),
        }
        if self.combinations is None:
            details["by_rule"] = {rule: int(keys.people(rule).min()) for rule in RULES}
        else:
            details["combinations"] = [count.to_dict(keys.count) for count in counts]
        return details

    def _sentence(self, value: int, keys: KeyTable, bad: Bools, least: Ints) -> Words:
        each, some = (_NO, _NO) if self.combinations is None else (_IN_EACH, _IN_SOME)
        if self.k is None and not bad.any():
            alone = int(keys.count[least == 1].sum())
            return _LEVEL.filled(value=value, alone=alone, n=keys.records, where=some)
        if not bad.any():
            enough = _RECORDS if keys.around.individual is None else _PEOPLE
            return enough.filled(value=value, where=each)
        failing = int(keys.count[bad].sum())
        return _FAILING.filled(
            failing=failing, n=keys.records, share=failing / keys.records, value=value, where=some
        )


_LEVEL = Words(
    "The smallest group holds {value}; {alone} of {n} records {alone:is|are} alone with their"
    " keys{where}.",
    fr="Le plus petit groupe est de taille {value} ; {alone}"
    " {alone:enregistrement|enregistrements} sur"
    " {n} {alone:est seul avec ses|sont seuls avec leurs} clés{where}.",
)
_PEOPLE = Words(
    "Every record is about one of at least {value} people who share its keys{where}.",
    fr="Chaque enregistrement porte sur une personne parmi au moins {value} qui partagent ses"
    " clés{where}.",
)
_RECORDS = Words(
    "Every record is one of at least {value} that share its keys{where}.",
    fr="Chaque enregistrement est l’un d’au moins {value} qui partagent ses clés{where}.",
)
_FAILING = Words(
    "{failing} of {n} records ({share:%}) {failing:is|are} in groups that are too small{where};"
    " the smallest holds {value}.",
    fr="{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%}) {failing:est|sont}"
    " dans des groupes trop petits{where} ; le plus petit est de taille {value}.",
)
_NO = Words("", fr="")
_IN_EACH = Words(" in each combination of them that is judged", fr=" dans chaque combinaison jugée")
_IN_SOME = Words(
    " in a combination of keys that is counted", fr=" dans une combinaison de clés comptée"
)
_ONE_COMBINATION = Words(
    "knows that a person is in the file and knows the person's values of one combination of keys"
    " that is judged, and of no other key",
    fr="sait qu’une personne est dans le fichier et connaît ses valeurs pour une combinaison de"
    " clés jugée, et pour aucune autre clé",
)
_BY_COMBINATIONS = Words(
    "counts the people who cannot be told apart by combinations of their keys",
    fr="compte les personnes que des combinaisons de leurs clés ne distinguent pas",
)


class _Count(NamedTuple):
    """The sizes of all groups over one combination of keys."""

    columns: tuple[str, ...]
    k: int | None
    sizes: Ints

    def to_dict(self, count: Ints) -> dict[str, Any]:
        bad = self.sizes < (self.k or 0)
        return {
            "columns": list(self.columns),
            "k": self.k,
            "value": int(self.sizes.min()),
            "records_failing": int(count[bad].sum()),
        }


def _sizes(keys: KeyTable, columns: tuple[str, ...], rule: Rule) -> Ints:
    table, places = keys.over(columns)
    return table.people(rule)[places]


def size_classes(sizes: Ints, count: Ints) -> dict[str, int]:
    """Count the records by the size of their group, in classes for a figure.

    Examples
    --------
    >>> size_classes(np.array([1, 2, 7]), np.array([1, 2, 7]))
    {'1': 1, '2': 2, '3-4': 0, '5-9': 7, '10-19': 0, '20-49': 0, '50-99': 0, '100+': 0}
    """
    edges = [1, 2, 3, 5, 10, 20, 50, 100]
    names = ["1", "2", "3-4", "5-9", "10-19", "20-49", "50-99", "100+"]
    place = np.searchsorted(edges, sizes, side="right") - 1
    totals = np.bincount(place, weights=count, minlength=len(edges))
    return {name: int(total) for name, total in zip(names, totals, strict=True)}
