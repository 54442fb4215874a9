"""Inference: what of people can be guessed from the rest of what is known of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from discret.assess.inference.attack import Scores, attacked
from discret.assess.inference.knowledge import Answers, answers, questions
from discret.data.beside.values import Tables
from discret.data.codes import numbered
from discret.data.dataset import Dataset
from discret.data.keytable import LARGEST
from discret.data.roles import ATTRIBUTES, Role
from discret.errors import ColumnError, InputError
from discret.finding import Finding
from discret.maths.arrays import Ints
from discret.parts import Column, Columns, Counted, Criterion, RiskMeasure, Tier, Together, Unit
from discret.parts.ahead import Ahead
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import RECORDS
from discret.words import Words

MOST_RECORDS = 20_000  # that are learnt from and tried
MOST_CLASSES = 200
SECONDS = 2e-4  # a record, of trees that are grown


class Inference(RiskMeasure):
    r"""How much better than by its base rate a column is guessed by who learns from the release.

    Notes
    -----
    The attacker knows everything else of a person, and guesses one column with a model that learnt
    it from the release: a forest of trees that grow until every released record is known by heart,
    so that whoever is alone with the rest of their values is guessed as the release shows them.
    Tried on the original records of the people in the release, it is right for a share a. Guessing
    the commonest category of the release is right for a share b, and the value is what is won of
    what there was to win, :math:`\max(0, (a - b) / (1 - b))`. For numbers a is the share of the
    variance that guesses explain, and b is 0: the mean explains none.

    What a release tells of everybody, and not only of those who are in it, is what statistics are
    for. So people are also guessed by a model that learnt from the others alone (three parts, each
    in its turn; `outside`), and with `reference = "outside"` the value is what is won over that:
    :math:`\max(0, (a - o) / (1 - o))`, what the release gives away of its own people (the attack
    against a control group of Giomi et al. 2023).

    Values that were recoded are asked for by the label that the same value mostly has; those that
    were exchanged, by what they are called. Where all have the same value there is nothing to win,
    and no value; nor of more than 200 categories, which a target then misses. Of a column that the
    file no longer has, or shows nothing of, nothing is learnt: the value is 0. Of more than 20,000
    records, that many spread evenly are learnt from and tried. Trees draw from a state of their
    own, always the same: the same file gives the same number. Another model may guess better: the
    value is no upper bound. Records are counted, not people; those of one person are left out
    together.

    Examples
    --------
    >>> import polars as pl
    >>> people = pl.DataFrame({"age": [20, 20, 60, 60] * 9, "ill": ["no", "no", "yes", "yes"] * 9})
    >>> data = Dataset.of(people, key="age", sensitive="ill")
    >>> Inference(target="ill", most=0.2).assess(data).value
    1.0
    """

    name: ClassVar[str] = "inference"
    title: ClassVar[Words] = Words("inference by a model", fr="inférence par un modèle")
    purpose: ClassVar[Words] = Words(
        "gives how much better than by its base rate a column is guessed from the others by a"
        " model that learnt from the file",
        fr="dit de combien une colonne se devine mieux que par sa fréquence de base, à partir des"
        " autres, par un modèle appris sur le fichier",
    )
    attacker: ClassVar[Words] = Words(
        "knows everything else of a person, and learns from the file how to guess one column",
        fr="connaît tout le reste d’une personne, et apprend du fichier à deviner une colonne",
    )
    criteria: ClassVar[tuple[Criterion, ...]] = ("inference",)
    counts: ClassVar[Counted] = "records"
    unit: ClassVar[Unit] = "share"
    together: ClassVar[Together] = "union"
    references: ClassVar[tuple[str, ...]] = (
        (
            "Giomi M., Boenisch F., Wehmeyer C., Tasnádi B. (2023). A unified framework for"
            " quantifying privacy risk in synthetic data. PoPETs 2023(2), 312-328."
        ),
        "Breiman L. (2001). Random forests. Machine Learning 45, 5-32.",
        (
            "Article 29 Data Protection Working Party (2014). Opinion 05/2014 on anonymisation"
            " techniques. WP216."
        ),
    )
    tier: ClassVar[Tier] = "row"
    tells: ClassVar[Facts] = {
        **RECORDS,
        "tried": Fact.count("records tried", "enregistrements essayés"),
        "inside": Fact.share(
            "guessed of people in the file (of a number: variance explained)",
            "deviné de personnes du fichier (d’un nombre : variance expliquée)",
        ),
        "outside": Fact.share(
            "the same of people left out of it", "de même, de personnes laissées en dehors"
        ),
        "base": Fact.share("the same by the base rate", "de même, par la fréquence de base"),
        "counted": Fact.yes("guessed as a number", "deviné comme un nombre"),
        "classes": Fact.count("categories", "modalités"),
        "columns": Fact.names("columns that are known", "colonnes connues"),
    }

    target: Column = Field(
        description=Words("the column that is guessed", fr="la colonne que l’on devine")
    )
    columns: Columns | None = Field(
        default=None,
        description=Words(
            "the columns that the attacker knows. By default all other keys, numbers and sensitive"
            " columns",
            fr="les colonnes que l’attaquant connaît. Par défaut les autres : clés, nombres et"
            " sensibles",
        ),
    )
    reference: Literal["base", "outside"] = Field(
        default="base",
        description=Words(
            "what it is compared with. `base`: the commonest value, or the mean; `outside`: what"
            " the model guesses of people it did not learn from",
            fr="à quoi on compare. `base` : la valeur la plus fréquente, ou la moyenne ;"
            " `outside` : ce que le modèle devine de personnes dont il n’a pas appris",
        ),
    )
    most: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description=Words(
            "highest advantage allowed. As a share of what there is to win",
            fr="plus grand avantage admis. En part de ce qu’il y a à gagner",
        ),
    )

    def foreseen(self, ahead: Ahead) -> Iterator[str]:
        """Yield what it would refuse: a column to guess that the data lacks."""
        yield from super().foreseen(ahead)
        if self.target not in {*ahead.data.roles, *ahead.written}:
            yield ColumnError.missing(self.name, [self.target], ahead.data.roles).message

    def takes(self, data: Dataset) -> float:
        """Guess the seconds that trees take to grow."""
        return SECONDS * min(len(data), MOST_RECORDS) * (1 + len(self._known(data)) / 4)

    def examines(self, data: Dataset) -> tuple[str, ...]:
        """Return the column that is guessed."""
        return tuple(name for name in (self.target,) if name in data.roles)

    @property
    def chooses(self) -> tuple[Role, ...]:
        """No role: the plan alone says which columns it looks at."""
        return ()

    def _known(self, data: Dataset) -> list[str]:
        """Return the columns that the attacker knows, of those that the release has."""
        told = data.columns(*ATTRIBUTES) if self.columns is None else self.columns
        data.original.check_columns(self.name, self.columns or ())
        tables = (data.roles, data.original.roles)
        return [n for n in told if n != self.target and all(n in roles for roles in tables)]

    def assess(self, data: Dataset) -> Finding:
        """Measure how well the column is guessed by who learns from `data`."""
        data.original.check_columns(self.name, [self.target])
        if self.target not in data.roles:
            return self._untold(data, _DROPPED)
        known, person = self._known(data), data.original.column(Role.INDIVIDUAL)
        told = [n for n in (person,) if n is not None and n in data.roles]
        tables = _spread(
            Tables.of(self.name, data, list(dict.fromkeys([self.target, *known, *told])))
        )
        asked = answers(tables, self.target)
        self._check(asked)
        if asked.classes > MOST_CLASSES:
            return self._untold(data, _MANY, most=MOST_CLASSES)
        if np.isnan(asked.shown).all():
            return self._untold(data, _BLANKED)
        scores = attacked(*questions(tables, known), asked, _people(tables, person))
        return self._finding(len(data), known, asked, scores)

    def _untold(self, data: Dataset, why: Words, **others: Any) -> Finding:
        """Say why there is nothing to judge: nothing is learnt of what the file does not show."""
        gone = why is not _MANY
        return Finding.at_most(
            self.name, 0.0 if gone else None, self.most,
            reads=why.filled(name=self.target, **others), details={"records": len(data)},
        )  # fmt: skip

    def _check(self, asked: Answers) -> None:
        if asked.counted and any((np.abs(numbers) > LARGEST).any() for numbers in asked[:2]):
            raise InputError(_INFINITE.filled(who=self.name, name=self.target), hint=_TOP_CODE)
        if np.isnan(asked.truth).all():
            raise InputError(_NOTHING.filled(who=self.name, name=self.target), hint=_OTHER)

    def _finding(self, records: int, known: list[str], asked: Answers, scores: Scores) -> Finding:
        rival = scores.base if self.reference == "base" else scores.outside
        room = 1 - rival
        value = max(0.0, (scores.inside - rival) / room) if room > 0 else None
        same = len(np.unique(asked.truth[~np.isnan(asked.truth)])) == 1
        value = None if same else value
        details: dict[str, Any] = {
            "records": records,
            **scores._asdict(),
            "counted": asked.counted,
            "classes": None if asked.counted else asked.classes,
            "columns": known,
        }
        reads = (_SAME if same else _NUMBERS if asked.counted else _GUESSED).filled(
            name=self.target, **scores._asdict()
        )
        return Finding.at_most(self.name, value, self.most, reads=reads, details=details)


def _spread(tables: Tables) -> Tables:
    """Take some records where there are very many, spread evenly."""
    size = len(tables.released)
    if size <= MOST_RECORDS:
        return tables
    some = np.unique(np.linspace(0, size - 1, MOST_RECORDS).astype(np.int64))
    return Tables(tables.released[some], tables.original, tables.place[some])


def _people(tables: Tables, person: str | None) -> Ints:
    """Return whom each record is about: of copies the same; a number each where nobody says so."""
    size = len(tables.released)
    if person is None or person not in tables.original.columns:
        return np.unique(tables.place, return_inverse=True)[1]
    codes = numbered(tables.original[person].gather(tables.place))[1]
    return np.where(codes < 0, codes.max(initial=-1) + 1 + np.arange(size), codes)


_GUESSED = Words(
    "A forest of trees that learnt from the file guesses {name} rightly for {inside:%} of the"
    " people in it, against {base:%} by the commonest value and {outside:%} of people left out of"
    " it.",
    fr="Une forêt d’arbres apprise sur le fichier devine correctement {name} pour {inside:%} des"
    " personnes qui y sont, contre {base:%} par la valeur la plus fréquente et {outside:%} pour des"
    " personnes laissées en dehors.",
)
_NUMBERS = Words(
    "What a forest of trees that learnt from the file guesses explains {inside:%} of the variance"
    " of {name} among the people in it, and {outside:%} among people left out of it; the mean"
    " explains none.",
    fr="Ce que devine une forêt d’arbres apprise sur le fichier explique {inside:%} de la variance"
    " de {name} chez les personnes du fichier, et {outside:%} chez des personnes laissées en"
    " dehors ; la moyenne n’en explique rien.",
)
_SAME = Words(
    "All have the same value of {name}: there is nothing to guess, and nothing is hidden.",
    fr="Tous ont la même valeur de {name} : il n’y a rien à deviner, et rien n’est caché.",
)
_DROPPED = Words(
    "The file does not have {name}: nobody learns from it how to guess that.",
    fr="Le fichier n’a pas {name} : nul n’y apprend à la deviner.",
)
_BLANKED = Words(
    "The file shows no value of {name}: nobody learns from it how to guess that.",
    fr="Le fichier ne montre aucune valeur de {name} : nul n’y apprend à la deviner.",
)
_MANY = Words(
    "There would be more than {most} {most:category|categories} of {name} to guess, too many for a"
    " model: it is not judged. Recode it first.",
    fr="Il y a plus de {most} {most:modalité|modalités} de {name} à deviner, trop pour un modèle :"
    " elle n’est pas jugée. La recoder d’abord.",
)
_INFINITE = Words(
    "{who}: {name!r} holds numbers that are infinite or too large",
    fr="{who} : {name!r} contient des nombres infinis ou trop grands",
)
_TOP_CODE = Words("bring them back first (top_code)", fr="les ramener d’abord (top_code)")
_NOTHING = Words(
    "{who}: no value of {name!r} is known in the original",
    fr="{who} : aucune valeur de {name!r} n’est connue dans l’original",
)
_OTHER = Words("name another column as target", fr="nommer une autre colonne comme target")
