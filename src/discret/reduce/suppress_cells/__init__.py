"""Blank key values of the records at risk: local suppression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from discret.assess import Unpicking
from discret.assess.models import GivenModels
from discret.data.dataset import Dataset
from discret.data.keytable import KeyTable
from discret.data.roles import Role
from discret.errors import ColumnError, listed
from discret.maths import suppression
from discret.maths.arrays import Bools, Floats, Ints
from discret.model import Conjunction, Scope
from discret.parts import FRESH, Change, Columns, Context, Method, Pairs, RiskMeasure
from discret.parts.facts import Facts
from discret.parts.parameters import Importance, Missing
from discret.reduce.refusals import (
    counts_records,
    past_ceilings,
    population_shows_blanks,
    still_missed,
    stratum_is_key,
)
from discret.reduce.suppress_cells.blanking import Blanking, settled
from discret.reduce.suppress_cells.facts import TELLS, suppression_said, unpicked
from discret.reduce.suppress_cells.key_blanks import Stratum, account, cut, with_blanks
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.maths.suppression.local import Found, Problem

Ceilings = Pairs[Annotated[int, Field(ge=0)] | Annotated[float, Field(ge=0, le=1)]]
ROUNDS = 40  # of prices raised until the ceilings hold
CANDIDATES = 500_000  # pairs of a group and a full key that the attack looks at: a second or two


class SuppressCells(Method):
    r"""Blank key values of the records at risk, at the least cost, until the models hold.

    Notes
    -----
    Bergeat 2015, section 2.2: in the records at risk one or several key values are replaced by a
    missing value, so that :math:`∑_j c_j n_j` is least (:math:`c_j` the cost of key j, :math:`n_j`
    its blanks) and the file holds. With ``"entropy"``, :math:`c_j = -\frac1n ∑ f_i \log_2
    \frac{f_i}{n}` over the categories of the key.

    Under ``"known"`` a record is counted with those that carry, not missing, every value it still
    shows: **a blank protects nobody else**. Every record below k then needs a blank, and groups of
    k or more none. Groups at risk that blank the same keys protect each other. Records with equal
    keys are blanked alike. The search is greedy, then improves; ``lower_bound`` in `facts` is a
    cost below which no blanking that treats equal records alike can go, ``gap`` what is left to
    gain at most as a share of the cost, ``optimal`` whether none of them is cheaper.
    For l-diversity, individual risk and other models, sets of keys are tried by increasing cost
    and judged by the models; ``lower_bound`` is then loose, 0 where nothing is known.

    ``"category"`` makes blanks a value of their own: records that hold may have to be blanked to
    keep others company. ``"wildcard"`` lets a blank match anything: it is degenerate, since k−1
    blank records make any file k-anonymous. Use it to compare with other software only. The models
    must say the same of missing values as the method.

    Every result is judged by the models themselves before it is handed out. Who knows how values
    were blanked may work some of them out: ``unpicked`` in `facts` says how many (see `Unpicking`).
    Whatever the models, equal records are blanked alike; where k-anonymity over all keys alone
    decides, only records below k are blanked. Runs assess this attack unasked. The other way,
    dropping records, is `SuppressRecords`.

    It is decided on the key table: a second for a million records. The first use on a machine
    takes some ten seconds more, to compile.

    Examples
    --------
    Figure 2.2 of Bergeat (2015): sex being dearer, three ages are blanked.

    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"])
    >>> method = SuppressCells(models=[KAnonymity(k=2)], importance={"Sexe": 2, "Âge": 1})
    >>> change = method.apply(data, Context())
    >>> change.data.to_native()["Âge"].to_list()
    ['-25', '-25', None, '+50', '+50', None, '25-50', '25-50', None]
    >>> [change.facts[name] for name in ("cells", "cost", "lower_bound", "optimal")]
    [{'Sexe': 0, 'Âge': 3}, 3.0, 3.0, True]
    >>> change.facts["unpicked"]["cells_recovered"]
    1
    """

    name: ClassVar[str] = "suppress_cells"
    title: ClassVar[Words] = Words("key values blanked", fr="suppressions locales")
    purpose: ClassVar[Words] = Words(
        "blanks values of the keys",
        fr="efface des valeurs des clés",
    )
    touches: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    references: ClassVar[tuple[str, ...]] = (
        "Bergeat M. (2015). Anonymisation de données individuelles, section 2.2.",
        "Hundepool A. et al. (2008). µ-Argus User’s Manual.",
        (
            "Templ M., Kowarik A., Meindl B. (2015). Statistical disclosure control for"
            " micro-data using the R package sdcMicro."
        ),
    )
    needs: ClassVar[tuple[Role, ...]] = (Role.KEY,)
    proven: ClassVar[Literal["formal", "heuristic"]] = "heuristic"
    tells: ClassVar[Facts] = TELLS

    models: GivenModels
    importance: Literal["entropy"] | Importance = Field(
        default=(),
        description=Words(
            "what a blank costs in each key, or entropy. 1 by default; `entropy` for the"
            " entropy of the key, as µ-Argus offers it",
            fr="coût d’un effacement dans chaque clé, ou entropy. 1 par défaut ; `entropy`"
            " pour l’entropie de la clé, comme le propose µ-Argus",
        ),
    )
    missing: Missing = "known"
    ceilings: Ceilings = Field(
        default=(),
        description=Words(
            "most blanks of each key, number or share. A number (`ceilings = { age = 50 }`), or"
            " the share of the records that may have one (`ceilings = { age = 0.01 }`); 0"
            " leaves a key as it is",
            fr="plus grand nombre, ou part, d’effacements de chaque clé. Un nombre (`ceilings"
            " = { age = 50 }`), ou la part des enregistrements qui peuvent en avoir un"
            " (`ceilings = { age = 0.01 }`) ; 0 laisse une clé telle quelle",
        ),
    )
    by: Columns = Field(
        default=(),
        description=Words(
            "columns of strata. The models hold in each of them alone",
            fr="colonnes des strates. Les modèles valent dans chacune à elle seule",
        ),
    )
    exact: bool = Field(
        default=False,
        description=Words(
            "prove that nothing cheaper exists. By integer programming: for k-anonymity under"
            " `known`, and files with some thousands of groups at risk",
            fr="prouver qu’il n’existe rien de moins coûteux. Par programmation entière : pour"
            " le k-anonymat sous `known`, et des fichiers de quelques milliers de groupes à"
            " risque",
        ),
    )
    seconds: float = Field(
        default=60.0,
        gt=0,
        description=Words(
            "seconds for the proof, at most. Then the best found stays, with the bound that is"
            " proven",
            fr="secondes pour la preuve, au plus. Le meilleur trouvé reste alors, avec la"
            " borne qui est prouvée",
        ),
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        for model in self.models:
            rule = getattr(model, "missing", self.missing)
            if rule != self.missing:
                raise ValueError(
                    say(
                        "missing: {missing!r} here and {rule!r} in {who}: say the same",
                        "missing : {missing!r} ici et {rule!r} dans {who} : dire la même chose",
                        missing=self.missing,
                        rule=rule,
                        who=model.name,
                    )
                )
        if self.exact and not (self._all.sizes_only and self.missing == "known"):
            raise ValueError(
                Words(
                    "exact: it is for models that ask for numbers of people alone, as k_anonymity"
                    " does, with missing='known'",
                    fr="exact : pour des modèles qui ne demandent que des nombres de personnes,"
                    " comme k_anonymity, avec missing='known'",
                )
            )
        if self.exact and self.by and self.ceilings:
            raise ValueError(
                Words(
                    "exact: not with strata and ceilings at once",
                    fr="exact : pas avec des strates et des plafonds à la fois",
                )
            )
        return self

    @property
    def attacks(self) -> tuple[RiskMeasure, ...]:
        """Who knows how values were blanked may work some of them out."""
        known = Unpicking(k=self._known_k, alike=True, by=self.by, candidates=CANDIDATES)
        return (known,)

    @property
    def _known_k(self) -> int | None:
        """The k that alone decided what is blanked; ``None`` where something else did too."""
        size = self._all.size
        return size if size and size > 1 and self.missing != "category" else None

    @property
    def _all(self) -> Conjunction:
        return Conjunction(self.models)

    def apply(self, data: Dataset, context: Context = FRESH) -> Change:
        """Return the dataset with key values blanked."""
        table, strata = self._strata(data)
        price = self._price(data.keys)
        most = self._most(data.keys)
        context.progress(
            0.0,
            say(
                "blanks are looked for in {table} groups",
                "effacements recherchés dans {table} groupes",
                table=len(table),
            ),
        )
        answer = self._within(strata, price, most)
        blanks = np.zeros((len(table), len(price)), dtype=np.bool_)
        for stratum, found in zip(strata, answer, strict=True):
            blanks[stratum.places] = found.blanks
        changed = with_blanks(data, table, blanks)
        context.progress(
            0.8, Words("the models judge the result", fr="les modèles jugent le résultat")
        )
        self._verify(changed.keys)
        facts = account(
            table, blanks, data.keys.columns, price, sum(found.bound for found in answer)
        )
        return Change(data=changed, facts={**facts, "unpicked": self._unpicked(changed)})

    @classmethod
    def said(cls, facts: Mapping[str, Any]) -> list[Words]:
        """Say what was blanked."""
        return suppression_said(facts)

    # -- what is asked for ------------------------------------------------------------------

    def _strata(self, data: Dataset) -> tuple[KeyTable, list[Stratum]]:
        """Return the table of all groups, and that of each stratum by itself."""
        data.check_columns(self.name, self.by)
        keys = data.keys
        self._check_people(keys)
        if not self.by:
            return keys, [Stratum(keys, np.arange(len(keys)))]
        both = sorted(set(self.by) & set(keys.columns))
        if both:
            raise stratum_is_key(self.name, listed(both))
        table = data.keys_over([*self.by, *keys.columns])
        return table, list(cut(table, len(self.by), keys.columns))

    def _check_people(self, keys: KeyTable) -> None:
        if self.exact and keys.around.individual is not None:
            raise counts_records(self.name)
        against = self._all.against_population(keys)
        if against:
            raise population_shows_blanks(self.name, listed(against))

    def _price(self, keys: KeyTable) -> Floats:
        if self.importance == "entropy":
            bits = suppression.local.entropies(keys.codes, keys.count)
            return np.asarray(
                np.maximum(bits, suppression.local.CHEAP * max(float(bits.max()), 1.0))
            )
        given = dict(self.importance)
        self._known(given, keys)
        return np.array([given.get(name, 1.0) for name in keys.columns])

    def _most(self, keys: KeyTable) -> Ints:
        """Return the largest number of blanks of each key, −1 where there is no limit."""
        given = dict(self.ceilings)
        self._known(given, keys)
        cells = {
            name: top if isinstance(top, int) else int(top * keys.records + 1e-9)
            for name, top in given.items()
        }
        return np.array([cells.get(name, -1) for name in keys.columns], dtype=np.int64)

    def _known(self, given: dict[str, Any], keys: KeyTable) -> None:
        if any(name not in keys.columns for name in given):
            raise ColumnError.missing(self.name, given, keys.columns)

    # -- how it is found --------------------------------------------------------------------

    def _within(self, strata: list[Stratum], price: Floats, most: Ints) -> list[Found]:
        """Find blanks; where a ceiling is passed, raise the price of that key and begin again."""
        asked = floor = np.where(most == 0, np.inf, price)
        bounds: list[float] = []
        for _ in range(ROUNDS):
            seconds = self.seconds / len(strata) if self.exact and not bounds else 0.0
            tried = [self._blanked(stratum, asked, most, seconds) for stratum in strata]
            pairs = list(zip(strata, tried, strict=True))
            bounds = bounds or [self._least(own.keys, asked, found) for own, found in pairs]
            cells = [stratum.keys.count @ found.blanks for stratum, found in pairs]
            over = (most >= 0) & (np.sum(cells, axis=0) > most)
            if not over.any():
                if asked is not floor:
                    tried = self._respent(strata, tried, floor, most)
                return [
                    replace(answer, bound=least)
                    for answer, least in zip(tried, bounds, strict=True)
                ]
            asked = asked * np.where(over, 1.25, 1.0)
        passed = [n for n, o in zip(strata[0].keys.columns, over, strict=True) if o]
        raise past_ceilings(self.name, listed(passed))

    def _respent(
        self, strata: list[Stratum], tried: list[Found], price: Floats, most: Ints
    ) -> list[Found]:
        """Go back to cheaper keys as far as the ceilings allow, where numbers of records decide."""
        again = list(tried)
        for place, stratum in enumerate(strata):
            problem = self._problem(stratum.keys, price)
            if (
                problem is None
                or not self._all.sizes_only
                or stratum.keys.around.individual is not None
            ):
                continue
            used = np.sum([o.keys.count @ f.blanks for o, f in zip(strata, again, strict=True)], 0)
            left = np.where(most >= 0, most - used + stratum.keys.count @ again[place].blanks, -1)
            again[place] = suppression.local.respend(problem, again[place], left)
        return again

    def _blanked(self, stratum: Stratum, asked: Floats, most: Ints, seconds: float) -> Found:
        """Find the blanks of a stratum at the prices asked, the best in so many seconds."""
        keys = stratum.keys
        problem = self._problem(keys, asked)
        none = np.zeros(keys.codes.shape, dtype=np.bool_)
        found = suppression.local.Found(none, 0.0, 0.0, True)
        if problem is not None:
            found = suppression.local.suppress(problem)
        if seconds and problem is not None:
            found = suppression.programme.solve(problem, found, seconds, most)
        task = Blanking(keys, self._all, asked, joins=self.missing == "category")
        bad = task.failing(found.blanks)
        if bad.any():
            found = replace(found, blanks=settled(task, found.blanks))
            self._despair(keys, task.failing(found.blanks))
        return replace(found, bound=max(found.bound, self._bound(keys, asked)))

    def _least(self, keys: KeyTable, price: Floats, found: Found) -> float:
        """Return a cost that no blanking that treats equal records alike goes below."""
        told = self._problem(keys, price)
        return found.bound if told is None else suppression.company.priced(told, found).bound

    def _problem(self, keys: KeyTable, price: Floats) -> Problem | None:
        """Write what the models ask for as numbers of records, as far as it can be."""
        least = self._all.least(keys.columns) if self.missing == "known" else {}
        needs = tuple(suppression.local.Need(columns, number) for columns, number in least.items())
        if not needs or len(keys.columns) > suppression.column_sets.MOST_COLUMNS:
            return None
        return suppression.local.Problem(keys.codes.astype(np.int64), keys.count, price, needs)

    def _bound(self, keys: KeyTable, price: Floats) -> float:
        """Return what it costs at least to blank one value in each record that fails by itself.

        A group that shows all its keys is counted alone: nothing but a blank of its own helps it.
        """
        judges = [model for model in self.models if model.scope(keys) in _BY_ITSELF]
        if not judges or self.missing == "wildcard":
            return 0.0
        bad = Conjunction(tuple(judges)).failing(keys)
        records = int(keys.count[bad & (keys.codes >= 0).all(axis=1)].sum())
        return records * float(price.min()) if records else 0.0

    # -- whether it holds -------------------------------------------------------------------

    def _verify(self, keys: KeyTable) -> None:
        """Let the models judge the release itself, as everybody will count it."""
        for model in self.models:
            self._despair(keys, model.failing(keys), model.name)

    def _despair(self, keys: KeyTable, bad: Bools, *names: str) -> None:
        if not bad.any():
            return
        missed = names or self._all.names
        raise still_missed(self.name, int(keys.count[bad].sum()), keys.records, listed(missed))

    def _unpicked(self, changed: Dataset) -> dict[str, Any]:
        """Say what can be worked out again by who knows how values were blanked."""
        return unpicked(self.attacks[0].assess(changed))


_BY_ITSELF = (Scope.GROUP, Scope.COMBINATIONS)  # blanks elsewhere add nobody to what is counted
