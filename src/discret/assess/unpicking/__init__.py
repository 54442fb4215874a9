"""Unpicking: what blanked key values still tell someone who knows how they were blanked."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import polars as pl
from pydantic import Field

from discret.assess.unpicking.words import CANDIDATES, TELLS, Supposed, told
from discret.data.dataset import Dataset
from discret.data.history.blanked import Blanked, blanked
from discret.data.history.known_categories import Scalar, is_written
from discret.data.history.known_categories import told as told_value
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError
from discret.finding import Finding, holds
from discret.maths.arrays import Bools, Ints
from discret.maths.unpicking.knowledge import Knowledge, borne_out
from discret.maths.unpicking.learning import Learnt, count_all, learn
from discret.model import Model
from discret.parts import Columns, Counted, Criterion, Pairs, Unit
from discret.parts.facts import Facts, Layout
from discret.words import Words

Categories = Pairs[tuple[Scalar, ...]]
Impossible = tuple[Pairs[Scalar], ...]


class Unpicking(Model):
    r"""Share of the blanked key values that can be worked out again for certain.

    Notes
    -----
    Local suppression blanks key values of the records at risk, those with :math:`f_c < k`. Who
    knows this can fill the blanks in: a full key that would not have been at risk is ruled out
    (Bergeat 2015, section 2.2). All blanks must be filled **jointly**: two blanked records cannot
    both take the last place of a key. A joint completion is consistent if and only if, in the
    completed file, every record with a blank has :math:`f < k`; with :math:`n_c` complete records
    of full key *c*, that is: no more than :math:`k - 1 - n_c` blanked records take it; none where
    :math:`n_c > 0`, if equal records were blanked `alike`. These completions are the flows of a
    transport problem (`discret.maths.unpicking.transport.unpick`), so what is possible in at
    least one of them is found exactly, without enumeration. `alike` is used as far as this: that
    the blanked records of one full key all show the same is not.

    **The attacker** holds the release, knows the list of categories of each key, which missing
    values were missing before any protection, and what `k`, `alike`, `by` and `impossible` say.
    The list holds the categories shown, those given, and those of the original: blanking makes the
    rarest vanish from the file, and whoever takes the rest for all there are deduces what is false.
    Those of the original are taken at the level of the release. Without an original the list of the
    column's hierarchy stands in for it; without that, the attacker takes what is shown for all
    there is, and `reads` says so.

    **What is called certain is true.** Where the original is at hand, what the attacker believes
    is first held against what was blanked: `k`, `alike` and each impossible combination are used
    only if they are true of it (``k_holds``, ``alike_holds``, ``impossible_refuted``). The true
    completion is then among those that are left, so a value called certain is the value that was
    blanked. Where blanks have several reasons (k with l-diversity, individual risk) or were made
    before a recoding, `k` is thus not used; what remains may still recover some. Without an
    original all is taken on trust. Where keys were changed since in ways that cannot be followed
    from original values to the release, nothing is concluded: the value is ``None``.

    Where people are counted (an individual is declared), a full key is ruled out by `k` only where
    k people carry it complete: blanked records may be of people already there.

    A blanked value is *recovered* where one category is left, *narrowed* where fewer are left
    than the column has. The value is the share recovered; `details` has both, for each column
    too, `records_unpicked` (at least one value recovered), `records_recovered` (all of them), and
    the number of joint completions, or bounds of its decimal logarithm; for a small file,
    `discret.assess.unpicking.completions.completions` lists them. In `per_key`, where a group holds
    blanks and values that were missing before, the record that tells most stands for it.

    Where no completion is consistent, the assumption does not fit the file: the blanks were there
    before, or were made for another reason or with another k. Nothing can then be concluded, the
    value is ``None``, and a target does not hold. `records_unexplained` counts the blanked records
    that cannot all have been at risk. The parts of the file that share no full key with these
    are still unpicked.

    Values that the original of the dataset lacks too were not blanked: missing is then a value
    like any other, which the attacker knows. On the original itself, and where records cannot be
    followed, whatever is missing counts as blanked.

    Where there are more than `candidates` pairs (several blanks in columns with many categories),
    the groups with the most are let choose among a part of their full keys: fewer completions,
    hence at least as many values recovered. The value is then the most that may be recovered, and
    `cells_recovered_least` the least, found with these groups left out: they can only take room.
    `exact` says which case it is.

    Limits. An attacker who knows more (the order of the records, so shuffle them; the costs of the
    columns; that no value was blanked in vain; which records belong to one person or household;
    other variables) can learn more than is said here.

    Records are counted, not people: it is records that local suppression judges.

    Examples
    --------
    Figure 2.2 of Bergeat (2015): three ages were blanked, and the woman's can be worked out.

    >>> import polars as pl
    >>> file = pl.DataFrame({
    ...     "Sexe": ["F"] * 5 + ["H"] * 4,
    ...     "Âge": ["-25", "-25", None, "+50", "+50", None, "25-50", "25-50", None],
    ... })
    >>> data = Dataset.of(file, key=["Sexe", "Âge"])
    >>> finding = Unpicking(k=2, most=0).assess(data)
    >>> round(finding.value, 3), finding.met
    (0.333, False)
    >>> [finding.details[name] for name in ("cells_recovered", "cells_narrowed", "completions")]
    [1, 2, 2]

    Had there been a fourth age, which nobody shows any more, nothing would be certain.

    >>> Unpicking(k=2, categories={"Âge": ["inconnu"]}).assess(data).value
    0.0
    """

    name: ClassVar[str] = "unpicking"
    title: ClassVar[Words] = Words("unpicking of blanks", fr="détricotage des suppressions")
    purpose: ClassVar[Words] = Words(
        "says how many blanked values can be worked out again",
        fr="dit combien de valeurs effacées peuvent être reconstituées",
    )
    attacker: ClassVar[Words] = Words(
        "holds the file, knows the list of categories of each key, and knows what the parameters"
        " say of why and how key values were blanked",
        fr="détient le fichier, connaît la liste des modalités de chaque clé, et sait ce que les"
        " paramètres disent de la raison et de la façon dont des clés ont été effacées",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("singling_out", "inference")
    target: ClassVar[str] = "most"
    such_as: ClassVar[str] = "most=0"
    counts: ClassVar[Counted] = "records"
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 2.2.",
        "Ahuja R., Magnanti T., Orlin J. (1993). Network Flows.",
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    of_steps: ClassVar[bool] = True
    unit: ClassVar[Unit] = "share"
    shows: ClassVar[Layout] = "blanks"
    tells: ClassVar[Facts] = TELLS

    k: int | None = Field(
        default=None, ge=2,
        description=Words(
            "values were blanked where fewer records shared the key. The attacker knows that"
            " only records whose full key was shared by fewer than `k` records have blanks;"
            " without it, they do not know why values were blanked",
            fr="les valeurs ont été effacées là où moins d’enregistrements partageaient la"
            " clé. L’attaquant sait que seuls les enregistrements dont moins de `k`"
            " partageaient la clé complète ont des clés effacées ; sans lui, il ne sait pas"
            " pourquoi des valeurs ont été effacées",
        ),
    )  # fmt: skip
    most: float | None = Field(
        default=None, ge=0, le=1,
        description=Words(
            "highest share of blanked values recovered. Without it the share is measured and"
            " nothing is judged",
            fr="plus grande part de valeurs effacées que l’on retrouve. Sans elle, la part est"
            " mesurée et rien n’est jugé",
        ),
    )  # fmt: skip
    alike: bool = Field(
        default=False,
        description=Words(
            "records with equal keys were blanked alike. The attacker knows it, as"
            " `SuppressCells` does so whatever its models: a full key that a complete record"
            " shows is then ruled out",
            fr="les enregistrements de mêmes clés ont été effacés de même. L’attaquant le"
            " sait, puisque `SuppressCells` le fait quels que soient ses modèles : une clé"
            " complète que montre un enregistrement complet est alors exclue",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns of strata. Records were counted, and blanked alike, within them",
            fr="colonnes des strates. Les enregistrements y ont été comptés, et effacés de même",
        ),
    )
    categories: Categories = Field(
        default=(), repr=False,
        description=Words(
            "by key, categories known to exist. The attacker knows these beside those of the"
            ' original, as the release would write them: `categories = { age = ["<15", "15-24"]'
            " }`",
            fr="par clé, les modalités dont on sait qu’elles existent. L’attaquant les connaît"
            " en plus de celles de l’original, telles que le fichier diffusé les écrirait :"
            ' `categories = { age = ["<15", "15-24"] }`',
        ),
    )  # fmt: skip
    impossible: Impossible = Field(
        default=(), repr=False,
        description=Words(
            "combinations of values that cannot be. Any attacker holds them for impossible;"
            ' they are written as the release would: `impossible = [{ age = "<15", status ='
            ' "widowed" }]`. Columns beside the keys may be named',
            fr="combinaisons de valeurs impossibles. Tout attaquant les tient pour impossibles"
            ' ; elles s’écrivent comme dans le fichier diffusé : `impossible = [{ age = "<15",'
            ' status = "widowed" }]`. D’autres colonnes que les clés peuvent être nommées',
        ),
    )  # fmt: skip
    completions: int = Field(
        default=10_000, ge=1,
        description=Words(
            "partial completions held while counting them. That many at most; past it, bounds"
            " are given",
            fr="complétions partielles gardées pendant le comptage. Autant au plus ; au-delà,"
            " des bornes sont données",
        ),
    )  # fmt: skip
    candidates: int = Field(default=5_000_000, ge=1, description=CANDIDATES)

    @property
    def named(self) -> tuple[str, ...]:
        """The columns that the parameters name."""
        ruled = (name for rule in self.impossible for name, _ in rule)
        return tuple(dict.fromkeys([*self.by, *(name for name, _ in self.categories), *ruled]))

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the keys: what is named beside them helps the attacker, and is not judged."""
        return data.columns(Role.KEY)

    @property
    def chooses(self) -> tuple[Role, ...]:
        """None: the plan says what it looks at, the keys."""
        return ()

    def assess(self, data: Dataset) -> Finding:
        """Unpick the blanks of `data`."""
        blanks = self.look(data)
        believed = self._believed(blanks)
        known = self._kept(blanks, believed)
        supposed = Supposed(self.k, blanks, believed, known)
        learnt = learn(blanks.codes, blanks.count, known, self.candidates)
        value = None if blanks.lost else learnt.share
        bad = self._bad(learnt, value, known=not blanks.lost)
        failing = _any(blanks.places, bad, len(data.keys))
        return Finding(
            name=self.name,
            value=value,
            target=self.most,
            met=holds(value, self.most, "lower"),
            better="lower",
            reads=told(learnt, supposed),
            details={
                **self._details(data.keys, blanks, learnt),
                "records_failing": int(data.keys.count[failing].sum()),
                "groups_failing": int(failing.sum()),
                **supposed.details,
            },
            per_key=_per_key(data.keys, blanks, learnt, failing),
        )

    def fails(self, keys: KeyTable) -> Bools:
        """Mark, where the target is missed, the groups that are unpicked or not explained.

        A key table has no original: what it shows is all there is.
        """
        learnt = self.learnt(keys)
        return self._bad(learnt, learnt.share, known=True)

    def learnt(self, keys: KeyTable) -> Learnt:
        """Return what is learnt of the blanks of each group of a key table, taken by itself."""
        whole = not self.by  # without the strata, who shared a key is not known
        rules = [_shown(dict(rule), keys) for rule in self.impossible]
        usable = [rule for rule in rules if rule is not None]
        known = Knowledge(
            k=self.k if whole else None,
            alike=self.alike and whole,
            impossible=np.array(usable, dtype=np.int64) if usable else None,
            people=None if keys.around.individual is None else keys.people("category"),
        )
        known = borne_out(known, keys.codes, keys.count)
        return learn(keys.codes, keys.count, known, self.candidates)

    def look(self, data: Dataset) -> Blanked:
        """Find the blanks, with the columns that the parameters name as far as they are left."""
        lost = [name for name in self.named if name not in {*data.roles, *data.original.roles}]
        if lost:
            raise ColumnError.missing(self.name, lost, data.roles)
        keys = data.keys.columns
        by = [name for name in self.by if name in data.roles and name not in keys]
        ruled = dict.fromkeys(name for rule in self.impossible for name, _ in rule)
        beside = [name for name in ruled if name in data.roles and name not in (*keys, *by)]
        return blanked(data, by=by, beside=beside, given=dict(self.categories))

    def known(self, blanks: Blanked) -> Knowledge:
        """Return what the attacker knows, as far as it is true or cannot be checked."""
        return self._kept(blanks, self._believed(blanks))

    def _believed(self, blanks: Blanked) -> Knowledge:
        blind = blanks.truth is None and not set(self.by) <= set(blanks.columns)
        rules = [_coded(dict(rule), blanks) for rule in self.impossible]
        usable = [rule for rule in rules if rule is not None]
        return Knowledge(
            k=None if blind else self.k,
            alike=self.alike and not blind,
            categories=blanks.categories,
            impossible=np.array(usable, dtype=np.int64) if usable else None,
            key=blanks.last,
            people=blanks.people,
        )

    def _kept(self, blanks: Blanked, believed: Knowledge) -> Knowledge:
        truth = blanks.truth
        if truth is None:
            return borne_out(believed, blanks.codes, blanks.count)
        return borne_out(believed, blanks.codes, blanks.count, truth.codes, truth.count)

    def _bad(self, learnt: Learnt, value: float | None, *, known: bool) -> Bools:
        """Mark the groups to blame for a target that is missed."""
        if holds(value, self.most, "lower") is not False:
            return np.zeros(len(learnt.placed), dtype=np.bool_)
        return learnt.unpicked | ~learnt.placed if known else learnt.blanked

    def _details(self, keys: KeyTable, blanks: Blanked, learnt: Learnt) -> dict[str, Any]:
        return {
            "records": keys.records,
            "groups": len(keys),
            "records_blanked": learnt.records(learnt.blanked),
            "records_unpicked": learnt.records(learnt.unpicked),
            "records_recovered": learnt.records(learnt.blanked & (learnt.possible == 1)),
            "records_unexplained": learnt.unexplained,
            "records_with_gaps": blanks.gaps,
            "cells_blanked": learnt.cells(learnt.blank),
            "cells_recovered": learnt.cells(learnt.recovered),
            "cells_recovered_least": learnt.cells(learnt.surely_recovered),
            "cells_narrowed": learnt.cells(learnt.narrowed),
            "by_column": {
                name: {
                    "blanked": learnt.cells(learnt.blank, slice(place, place + 1)),
                    "recovered": learnt.cells(learnt.recovered, slice(place, place + 1)),
                    "narrowed": learnt.cells(learnt.narrowed, slice(place, place + 1)),
                }
                for place, name in enumerate(blanks.keys, blanks.first)
            },
            **self._number(learnt),
            "consistent": learnt.consistent,
            "exact": learnt.exact,
        }

    def _number(self, learnt: Learnt) -> dict[str, Any]:
        """Count the joint completions: none, so many, or bounds."""
        if not learnt.consistent:
            number = 0 if learnt.consistent is False else None
            return {
                "completions": number,
                "completions_log10_least": None,
                "completions_log10_most": None,
            }
        found = count_all(learnt, self.completions)
        return {
            "completions": found.number,
            "completions_log10_least": found.least,
            "completions_log10_most": found.most,
        }


def _coded(rule: dict[str, Scalar], blanks: Blanked) -> list[int] | None:
    """Write an impossible combination as codes; ``None`` where the release cannot hold it."""
    codes = [
        shelf.written(rule[name]) if name in rule else -1
        for name, shelf in zip(blanks.columns, blanks.shelves, strict=True)
    ]
    return codes if sum(code >= 0 for code in codes) == len(rule) else None


def _shown(rule: dict[str, Scalar], keys: KeyTable) -> list[int] | None:
    """Write an impossible combination as the codes of a key table that shows its values."""
    codes = [-1] * len(keys.columns)
    for name, value in rule.items():
        place = keys.columns.index(name) if name in keys.columns else -1
        own = told_value(value, keys.around.names.get(name))
        rows = [] if place < 0 else np.flatnonzero(is_written(keys.groups[name], own)).tolist()
        if not rows:
            return None
        codes[place] = int(keys.codes[rows[0], place])
    return codes


def _per_key(keys: KeyTable, blanks: Blanked, learnt: Learnt, failing: Bools) -> pl.DataFrame:
    """Lay what is learnt over the groups of the release: the most that a record of each tells."""
    size, places = len(keys), blanks.places
    marks = {"blanked": learnt.blank, "recovered": learnt.recovered, "narrowed": learnt.narrowed}
    most = {name: np.zeros(size, dtype=np.int64) for name in marks}
    for name, marked in [pair for pair in marks.items() if pair[1].any()]:
        np.maximum.at(most[name], places, marked.sum(axis=1))
    least = np.full(size, np.iinfo(np.int64).max)
    np.minimum.at(least, places, learnt.possible)
    return keys.table(count=keys.count, **most, candidates=least, failing=failing)


def _any(places: Ints, marked: Bools, size: int) -> Bools:
    found = np.zeros(size, dtype=np.bool_)
    found[places[marked]] = True
    return found
