"""Rules of an institute: every category, pair or triple of keys must be common enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import BeforeValidator, Field, field_validator

from discret.assess.heads import share
from discret.assess.rules.facts import TELLS
from discret.assess.rules.rule_book import GRADES, CountRule, Grade, RuleBook, read_rules
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable, check_weights
from discret.data.roles import Role
from discret.errors import ColumnError, InputError, ParameterError, listed
from discret.finding import Finding
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.identity.cell_sums import Margin, margin
from discret.maths.matching import Rule
from discret.model import Merging, Model, judged
from discret.parts import Counted, Criterion, Pairs, Source, Unit
from discret.parts.facts import Facts
from discret.parts.parameters import Missing
from discret.words import Words, say


def _known_grades(given: Any) -> Any:
    """Name the columns whose grade is none."""
    graded = given if isinstance(given, dict) else {}
    wrong = [name for name, grade in graded.items() if grade not in GRADES]
    if wrong:
        raise ValueError(
            say(
                "column {wrong} must have one of {grades}",
                "la colonne {wrong} doit avoir un degré parmi {grades}",
                wrong=listed(wrong),
                grades=listed(GRADES),
            )
        )
    return given


Grades = Annotated[Pairs[Grade], BeforeValidator(_known_grades)]


class Rules(Model):
    """Thresholds of an institute on each category of the keys, and on their combinations.

    Notes
    -----
    A rule file is TOML::

        most_keys = 15               # at most so many keys; leave out for any number
        sensitive_allowed = false    # no sensitive column may be released; true if left out

        [title]                      # and [source]: both in both languages
        en = "Our rules"
        fr = "Nos règles"

        [[counts]]                   # as many such tables as wanted
        columns = 2                  # every combination of two keys...
        least = 1000                 # ...is that of 1,000 people at least...
        weighted = true              # ...in the population; false: in the file

        [[counts]]                   # one column of each grade
        grades = ["extremely", "very", "identifying"]
        least = 100
        weighted = true

        [[by_hand]]                  # what the rules also ask, that a file cannot show
        en = "the records are in random order"
        fr = "les enregistrements sont dans un ordre aléatoire"

    Grades are nested: an extremely identifying column is also very identifying, and a very
    identifying one is identifying (µ-Argus manual). Where too few columns have a grade, as many
    places of the combination as possible are filled: without a regional column, the Dutch triples
    become pairs (the handbook says the same). Fewer keys than a rule combines are all combined.

    The Dutch files follow Bergeat 2014, and the handbook where Bergeat leaves a doubt: 200 000
    people are asked of each value of each key, not of the geography alone, and the 100 people of
    a triple are counted in the population. What the handbook asks and a file cannot show is in
    `details` under ``by_hand``.

    The value is the share of records that carry a combination that is too rare. A rule on the file
    as a whole (number of keys, sensitive columns) that is broken condemns every record: no dropping
    of records can mend it. People are counted by the sum of weights, or in the file by records;
    where individuals are declared each counts once, with the smallest of their weights. A weighted
    count is an estimate, bad for rare cells of small samples. Only columns with the role key are
    looked at: an area counts if it is declared as a key.

    Examples
    --------
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], weight="Poids")
    >>> finding = Rules(file="dutch_public_use").assess(data)
    >>> finding.met, [rule["holds"] for rule in finding.details["rules"]]
    (False, [True, True, False, False])
    >>> graded = Rules(file="dutch_research", grades={"Sexe": "very", "Âge": "identifying"})
    >>> graded.assess(data).met
    True
    """

    name: ClassVar[str] = "rules"
    title: ClassVar[Words] = Words("rules of an institute", fr="règles d’un institut")
    purpose: ClassVar[Words] = Words(
        "checks the thresholds that an institute sets on each value of the keys and on their"
        " combinations",
        fr="vérifie les seuils qu’un institut fixe pour chaque modalité des clés et pour leurs"
        " croisements",
    )
    attacker: ClassVar[Words] = Words(
        "notices a person whose one, two or three key values are rare in the population",
        fr="remarque une personne dont une, deux ou trois clés sont rares dans la population",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out",)
    target: ClassVar[str] = "file"
    such_as: ClassVar[str] = 'file="…"'
    source: ClassVar[Source] = "release"
    counts: ClassVar[Counted] = "people"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Bergeat M. (2014). Un panorama de la protection des fichiers de données"
            ' individuelles. Séminaire de méthodologie statistique, Insee, "Aux Pays-Bas".'
        ),
        (
            "Hundepool A. et al. (2024). Handbook on Statistical Disclosure Control, second"
            " edition, section 3.7: rules at Statistics Netherlands."
        ),
        "Hundepool A. et al. (2014). µ-ARGUS version 5.1 user’s manual: identification level.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    unit: ClassVar[Unit] = "share"
    tells: ClassVar[Facts] = TELLS

    file: str = Field(
        default="dutch_public_use",
        description=Words(
            "a rule file, by name or by path. `dutch_public_use`, `dutch_research`, or the path"
            " of another",
            fr="un fichier de règles, par son nom ou son chemin. `dutch_public_use`,"
            " `dutch_research`, ou le chemin d’un autre",
        ),
    )
    grades: Grades = Field(
        default=(),
        description=Words(
            "how identifying each key is. `identifying`, `very` or `extremely`. Grade every"
            " key, or none: without grades each is taken to be extremely identifying, so that"
            " rules on grades apply to all combinations",
            fr="degré auquel chaque clé identifie. `identifying`, `very` ou `extremely`. Donner un"
            " degré à chaque clé, ou à aucune : sans degrés, chacune passe pour extrêmement"
            " identifiante, si bien que les règles sur les degrés valent pour toutes les"
            " combinaisons",
        ),
    )
    missing: Missing = "known"

    @field_validator("file")
    @classmethod
    def _check_file(cls, file: str) -> str:
        read_rules(cls.name, file)
        return file

    def assess(self, data: Dataset) -> Finding:
        """Check the rules on `data`."""
        keys = data.keys
        book = read_rules(self.name, self.file)
        checks = self._checks(book, keys)
        whole = _whole(book, keys)
        rare = _rare(checks, keys)
        bad = rare | any(not rule["holds"] for rule in whole)
        told = [*whole, *(check.told for check in checks)]
        return Finding(
            name=self.name,
            value=share(keys, bad),
            target=0,
            met=not bad.any(),
            better="lower",
            reads=_sentence(book, told, int(keys.count[rare].sum()), keys.records),
            details={
                **judged(keys, bad),
                "records_too_rare": int(keys.count[rare].sum()),
                "rules_broken": sum(not rule["holds"] for rule in told),
                "rules": told,
                "by_hand": [text.words.to_dict() for text in book.by_hand],
                "title": book.title.words.to_dict(),
                "source": book.source.words.to_dict(),
                "rule": self.missing,
            },
            per_key=keys.table(count=keys.count, failing=bad),
        )

    @property
    def judges(self) -> bool:
        """Rules are targets."""
        return True

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as every rule asks for many people."""
        return Merging.WHOLE

    def fails(self, keys: KeyTable) -> Bools:
        """Mark the groups that carry a combination too rare; all, if the whole file may not go."""
        book = read_rules(self.name, self.file)
        condemned = any(not rule["holds"] for rule in _whole(book, keys))
        return _rare(self._checks(book, keys), keys) | condemned

    def _checks(self, book: RuleBook, keys: KeyTable) -> list[_Check]:
        grades = self._graded(keys)
        return [
            _Check.of(rule, keys, rule.combinations(grades), self.missing) for rule in book.counts
        ]

    def _graded(self, keys: KeyTable) -> dict[str, Grade]:
        """Return the grade of every key."""
        if not self.grades:
            return dict.fromkeys(keys.columns, GRADES[-1])
        given = dict(self.grades)
        if any(name not in keys.columns for name in given):
            rule = say(
                "{who}: grades are those of keys",
                "{who} : les degrés sont ceux de clés",
                who=self.name,
            )
            raise ColumnError.missing(rule, given, keys.columns)
        lacking = [name for name in keys.columns if name not in given]
        if lacking:
            raise ParameterError(
                self.name,
                [
                    say(
                        "grades: the key {lacking} has none",
                        "grades : la clé {lacking} n’en a pas",
                        lacking=listed(lacking),
                    )
                ],
                hint=Words(
                    "grade every key, or none: each is then taken to be extremely identifying",
                    fr="donner un degré à chaque clé, ou à aucune : chacune est alors"
                    " tenue pour extrêmement identifiante",
                ),
            )
        return {name: given[name] for name in keys.columns}


@dataclass(frozen=True)
class _Check:
    """What a rule on counts found: the groups in a cell that is too rare, and the numbers."""

    bad: Bools
    told: dict[str, Any]

    @classmethod
    def of(
        cls, rule: CountRule, keys: KeyTable, sets: list[tuple[str, ...]], missing: Rule
    ) -> _Check:
        bad = np.zeros(len(keys), dtype=np.bool_)
        codes = dict(zip(keys.columns, np.ascontiguousarray(keys.codes.T), strict=True))
        by_columns = []
        for columns in sets:
            cells = _counted(rule, keys, [codes[name] for name in columns], columns, missing)
            rare = cells.present & ~(cells.sums >= rule.least * (1 - 1e-9))
            own = rare[cells.cells]
            bad |= own
            by_columns.append(_told(columns, cells, rare, int(keys.count[own].sum())))
        failing = sum(column["cells_failing"] for column in by_columns)
        told = {
            "rule": "counts",
            **rule.model_dump(mode="json", exclude_none=True),
            "combinations": len(by_columns),
            "cells": sum(entry["cells"] for entry in by_columns),
            "cells_failing": failing,
            "records_failing": int(keys.count[bad].sum()),
            "holds": failing == 0,
            "by_columns": by_columns,
        }
        return cls(bad, told)


def _told(columns: tuple[str, ...], cells: Margin, rare: Bools, records: int) -> dict[str, Any]:
    return {
        "columns": list(columns),
        "cells": int(cells.present.sum()),
        "cells_failing": int(rare.sum()),
        "records_failing": records,
        "smallest": float(cells.sums[cells.present].min()),
    }


def _counted(
    rule: CountRule, keys: KeyTable, codes: list[Ints], columns: tuple[str, ...], missing: Rule
) -> Margin:
    """Count the people of each cell that some columns make."""
    if keys.around.individual is None:
        return margin(codes, _weights(keys) if rule.weighted else keys.count, missing)
    _ = _weights(keys) if rule.weighted else None  # refuses what has none
    table, cells = keys.over(columns)
    people = table.stands_for(missing) if rule.weighted else table.people(missing).astype(float)
    return Margin(cells, people, np.ones(len(table), dtype=np.bool_))


def _weights(keys: KeyTable) -> Floats:
    if keys.total_weight is None:
        raise InputError(
            say(
                "{who}: the rules count people in the population, the data has no weight",
                "{who} : les règles comptent les personnes de la population, les données"
                " n’ont pas de poids",
                who=Rules.name,
            ),
            hint=Words(
                "declare weight=..., or write weighted = false in a rule file of your own",
                fr="déclarer weight=..., ou écrire weighted = false dans un fichier de"
                " règles à soi",
            ),
        )
    check_weights(keys.bad_weights)
    return keys.total_weight


def _rare(checks: list[_Check], keys: KeyTable) -> Bools:
    bad = np.zeros(len(keys), dtype=np.bool_)
    for check in checks:
        bad |= check.bad
    return bad


def _whole(book: RuleBook, keys: KeyTable) -> list[dict[str, Any]]:
    """Check the rules on the file as a whole."""
    told: list[dict[str, Any]] = []
    if book.most_keys is not None:
        found = len(keys.columns)
        told.append(
            {
                "rule": "most_keys",
                "most": book.most_keys,
                "found": found,
                "holds": found <= book.most_keys,
            }
        )
    if not book.sensitive_allowed:
        told.append(
            {
                "rule": "sensitive_allowed",
                "columns": list(keys.around.sensitive),
                "found": len(keys.around.sensitive),
                "holds": not keys.around.sensitive,
            }
        )
    return told


def _sentence(book: RuleBook, told: list[dict[str, Any]], rare: int, records: int) -> Words:
    values: dict[str, Any] = {
        "title": book.title.words,
        "rules": len(told),
        "broken": sum(not rule["holds"] for rule in told),
        "rare": rare,
        "n": records,
        "share": rare / records,
    }
    if not values["broken"]:
        return say(
            "{rules} of {rules} rules {rules:holds|hold} ({title}).",
            "{rules} {rules:règle respectée|règles respectées} sur {rules} ({title}).",
            **values,
        )
    if rare:
        return say(
            "Rules broken: {broken} of {rules} ({title}); {rare} of {n} records ({share:%})"
            " {rare:carries|carry} key values that are too rare.",
            "Règles non respectées : {broken} sur {rules} ({title}) ; {rare}"
            " {rare:enregistrement|enregistrements} sur {n} ({share:%}) {rare:porte|portent} des"
            " clés trop rares.",
            **values,
        )
    return say(
        "Rules broken: {broken} of {rules} ({title}); no key value is too rare, but the file has"
        " columns that may not be released.",
        "Règles non respectées : {broken} sur {rules} ({title}) ; aucune clé n’est trop rare, mais"
        " le fichier a des colonnes qui ne peuvent être diffusées.",
        **values,
    )
