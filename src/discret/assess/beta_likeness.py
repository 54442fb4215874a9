"""β-likeness: finding the group of a person makes no sensitive value much likelier."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.compared import ComparedModel, Reference
from discret.assess.sensitive import Seen
from discret.assess.spread import Spread
from discret.data.keytable import KeyTable
from discret.maths.arrays import Bools, Floats, Ints
from discret.maths.attributes.likeness import beyond_bound, relative_gains
from discret.maths.recoding.yardsticks import Ruler, Yardstick
from discret.parts.facts import Fact, Facts
from discret.parts.parameters import Missing, SensitiveColumn
from discret.words import Words, say


class BetaLikeness(ComparedModel):
    r"""Largest relative gain in frequency of a sensitive value, from the file to a group.

    Notes
    -----
    With :math:`p_i` the share of value i in the file and :math:`q_i` in a group, the gain is
    :math:`(q_i - p_i) / p_i`, looked at where :math:`q_i > p_i`: what becomes rarer tells less.
    *Basic* β-likeness asks that it is at most β; *enhanced*, at most :math:`\min(β, -\ln p_i)`, so
    that a value that is frequent already cannot become certain.

    The value is the smallest β that the file holds: the largest gain. Where a gain is above
    :math:`-\ln p_i`, enhanced β-likeness fails whatever β: the finding then has no value, its
    sentence says so, and `details` counts these groups (``groups_beyond``) and has the largest
    gain all the same.

    Records whose sensitive value is missing are left out; a group with no known value tells
    nothing, and gains 0. A rare value has a large gain as soon as one small group holds it. The
    model takes the shares in the whole file to be known to all.

    Where individuals are declared, a group whose known values are all of one person holds no
    target, however they are spread: they are that person's, and `details` counts such groups. The
    shares are those of people, in the group and in the file, each counted once with each value that
    they have. Judge k-anonymity or l-diversity beside it for a number of people.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import footballers
    >>> data = Dataset.of(footballers(), key="Club", sensitive="Salaire")
    >>> finding = BetaLikeness(beta=1).assess(data)
    >>> finding.value, finding.met, finding.details["records_failing"]
    (2.0, False, 2)
    """

    name: ClassVar[str] = "beta_likeness"
    title: ClassVar[Words] = Words("β-likeness", fr="β-ressemblance")
    purpose: ClassVar[Words] = Words(
        "says how much likelier a sensitive value becomes once the group of a person is found",
        fr="dit combien une valeur sensible gagne en vraisemblance une fois le groupe trouvé",
    )
    attacker: ClassVar[Words] = Words(
        "knows how frequent each sensitive value is in the whole file, finds the group of a person"
        " through the keys and bets on what is more frequent there",
        fr="connaît la fréquence de chaque valeur sensible dans tout le fichier, trouve le groupe"
        " d’une personne par ses clés et parie sur ce qui y est plus fréquent",
    )
    target: ClassVar[str] = "beta"
    such_as: ClassVar[str] = "beta=1"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Cao J., Karras P. (2012). Publishing microdata with a robust privacy guarantee."
            " PVLDB 5(11), 1388-1399."
        ),
        "Nguyen B., Castelluccia C. (2020). Techniques d’anonymisation tabulaire.",
    )
    tells: ClassVar[Facts] = {
        **ComparedModel.tells,
        "kind": Fact.label(
            "kind",
            "sorte",
            {"basic": Words("basic", fr="simple"), "enhanced": Words("enhanced", fr="renforcée")},
        ),
        "largest_gain": Fact.number("largest gain", "plus grand gain"),
        "records_beyond": Fact.count(
            "records that no β allows", "enregistrements qu’aucun β n’admet"
        ),
        "groups_beyond": Fact.count("groups that no β allows", "groupes qu’aucun β n’admet"),
    }

    beta: float | None = Field(
        default=None,
        gt=0,
        description=Words(
            "largest gain allowed. 1 lets a value be twice as frequent in a group as in the"
            " file. Without it the gain is measured and nothing is judged",
            fr="gain le plus grand admis. 1 permet à une valeur d’être deux fois plus"
            " fréquente dans un groupe que dans le fichier. Sans lui, le gain est mesuré et"
            " rien n’est jugé",
        ),
    )
    kind: Literal["basic", "enhanced"] = Field(
        default="basic",
        description=Words(
            "whether frequent values are bounded further. `basic`: the gain is at most β;"
            " `enhanced`: also at most −ln p, with p the share of the value in the file",
            fr="borner davantage les valeurs fréquentes. `basic` : le gain est au plus β ;"
            " `enhanced` : au plus aussi −ln p, où p est la part de la valeur dans le fichier",
        ),
    )
    reference: Reference = "release"
    column: SensitiveColumn = None
    missing: Missing = "known"

    def level(self, spread: Spread) -> Floats:
        """Return the largest gain of each group, infinite beyond the bound that no β lifts."""
        gains = relative_gains(*spread.arrays)
        if self.kind == "basic":
            return gains
        return np.where(beyond_bound(*spread.arrays), np.inf, gains)

    def yardstick(self, spread: Spread) -> tuple[Ints, Yardstick]:
        """Return what measures gains."""
        kind = Ruler.GAIN if self.kind == "basic" else Ruler.GAIN_BOUNDED
        return np.arange(len(spread.values)), Yardstick(kind)

    def more(self, seen: Seen) -> dict[str, Any]:
        """Return the largest gain, and what is beyond the bound."""
        beyond = np.isinf(seen.spans.worst)
        return {
            "kind": self.kind,
            "largest_gain": _largest_gain(seen),
            "records_beyond": int(seen.keys.count[beyond].sum()),
            "groups_beyond": int(beyond.sum()),
            **self.told(seen),
        }

    def reads(self, seen: Seen) -> Words:
        """Say how many times as frequent a value is, at most."""
        bound = _bound(seen.keys, np.isinf(seen.spans.worst))
        said: dict[str, Any] = {"times": 1 + _largest_gain(seen), "bound": bound}
        if seen.failing.any():
            return say(
                "{failing} of {n} records ({share:%}) {failing:is|are} in groups where a sensitive"
                " value gains too much; at worst it is {times} times as frequent in a group as in"
                " the whole file.{bound}",
                "{failing} {failing:enregistrement|enregistrements} sur {n} ({share:%})"
                " {failing:est|sont} dans des groupes où une valeur sensible gagne trop ; au pire"
                " elle est {times} fois aussi fréquente dans un groupe que dans tout le"
                " fichier.{bound}",
                **seen.records,
                **said,
            )
        return say(
            "A sensitive value is at most {times} times as frequent in a group as in the whole"
            " file.{bound}",
            "Une valeur sensible est au plus {times} fois aussi fréquente dans un groupe que dans"
            " tout le fichier.{bound}",
            **said,
        )


def _largest_gain(seen: Seen) -> float:
    """Return the largest gain of all, whatever the bound."""
    gains = [relative_gains(*spread.arrays) for spread in seen.spreads.values()]
    return float(np.max(gains))


def _bound(keys: KeyTable, beyond: Bools) -> Words:
    """Say where enhanced β-likeness fails whatever β."""
    if not beyond.any():
        return Words("", fr="")
    return say(
        " No β holds for {beyond} of {groups} groups: a value gains more there than −ln p, p being"
        " its share in the file.",
        " Aucun β ne vaut pour {beyond} {beyond:groupe|groupes} sur {groups} : une valeur y gagne"
        " plus que −ln p, p étant sa part dans le fichier.",
        beyond=int(beyond.sum()),
        groups=len(keys),
    )
