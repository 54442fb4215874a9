"""Rule files: thresholds that an institute sets for its releases, read from TOML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    ValidationError,
    model_validator,
)

from discret.arguments.faults import faults
from discret.data.files.given_files import given_text
from discret.data.files.plain_data import UnreadableError, from_toml
from discret.errors import FileError, ParameterError, listed
from discret.words import Words, say

Grade = Literal["identifying", "very", "extremely"]
GRADES: tuple[Grade, ...] = get_args(Grade)
MOST = 5  # columns that a rule may combine
SHIPPED = ("dutch_public_use", "dutch_research")


class Text(BaseModel):
    """A text in English and in French."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)

    @property
    def words(self) -> Words:
        """The text as words."""
        return Words(self.en, fr=self.fr)


def _a_few(grades: tuple[Grade, ...]) -> tuple[Grade, ...]:
    if not 1 <= len(grades) <= MOST:
        raise ValueError(
            say(
                "from 1 to {most} {most:grade is|grades are} needed, got {grades}",
                "il faut de 1 à {most} degrés, et non {grades}",
                most=MOST,
                grades=len(grades),
            )
        )
    return grades


class CountRule(BaseModel):
    """Every combination of values of some columns must be that of `least` people.

    Examples
    --------
    >>> rule = CountRule(grades=["extremely", "very", "identifying"], least=100, weighted=True)
    >>> rule.combinations({"town": "extremely", "sex": "very", "age": "very", "job": "identifying"})
    [('town', 'sex', 'age'), ('town', 'sex', 'job'), ('town', 'age', 'job')]
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    columns: Annotated[int, Field(ge=1, le=MOST)] | None = None
    grades: Annotated[tuple[Grade, ...], AfterValidator(_a_few)] | None = None
    least: float = Field(gt=0)
    weighted: StrictBool

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.columns is None) == (self.grades is None):
            raise ValueError(
                Words(
                    "columns, grades: exactly one is needed",
                    fr="columns, grades : il faut l’un des deux, et un seul",
                )
            )
        return self

    def combinations(self, grades: Mapping[str, Grade]) -> list[tuple[str, ...]]:
        """List the combinations of the graded columns that the rule speaks of.

        Grades are nested, as in µ-Argus: what is extremely identifying is also very identifying,
        and what is very identifying is identifying. Where there are too few columns of a grade to
        fill every place, as many places as possible are filled.
        """
        places = sorted((GRADES.index(grade) for grade in self.grades or ()), reverse=True)
        wanted = places or [0] * (self.columns or 0)
        for size in range(min(len(wanted), len(grades)), 0, -1):
            found = [
                combination
                for combination in combinations(grades, size)
                if _fills(combination, grades, wanted[-size:])
            ]
            if found:
                return found
        return []


def _fills(columns: Sequence[str], grades: Mapping[str, Grade], wanted: Sequence[int]) -> bool:
    ranks = sorted((GRADES.index(grades[name]) for name in columns), reverse=True)
    return all(rank >= least for rank, least in zip(ranks, wanted, strict=True))


class RuleBook(BaseModel):
    """The rules of one file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Text
    source: Text
    most_keys: Annotated[int, Field(ge=1)] | None = None
    sensitive_allowed: StrictBool = True
    counts: tuple[CountRule, ...] = ()
    by_hand: tuple[Text, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.most_keys is None and self.sensitive_allowed and not self.counts:
            raise ValueError(
                Words(
                    "there is no rule: write most_keys, sensitive_allowed or [[counts]]",
                    fr="il n’y a pas de règle : écrire most_keys, sensitive_allowed ou [[counts]]",
                )
            )
        return self


def read_rules(who: str, file: str) -> RuleBook:
    """Read a rule file: one of those that come along, by name, or any other by its path.

    Examples
    --------
    >>> read_rules("rules", "dutch_public_use").most_keys
    15
    """
    text = _text(who, file)
    try:
        tables = from_toml(text)
    except UnreadableError as error:
        fault = say(
            "file: it is not valid TOML: {why}", "file : ce n’est pas du TOML : {why}",
            why=error.why,
        )  # fmt: skip
        raise _refused(who, [fault]) from None
    try:
        return RuleBook.model_validate(tables)
    except ValidationError as error:
        raise _refused(who, [_placed(fault, text) for fault in faults(error)]) from None


def _text(who: str, file: str) -> str:
    if file in SHIPPED:
        folder = files("discret.assess.rules") / "rule_files"
        return (folder / f"{file}.toml").read_text("utf-8")
    try:
        return given_text(Path(file), who=f"{Path(file).name!r}")
    except FileError as error:
        fault = say("file: {why}", "file : {why}", why=error.message)
        known = say(
            "give a path, or one of {names}", "donner un chemin, ou un nom parmi {names}",
            names=listed(SHIPPED),
        )  # fmt: skip
        raise ParameterError(who, [fault], hint=known) from None


def _refused(who: str, told: Sequence[str]) -> ParameterError:
    hint = Words(
        "mend the rule file; discret parts rules tells about its format",
        fr="corriger le fichier de règles ; discret parts rules en dit le format",
    )
    return ParameterError(who, told, hint=hint)


def _placed(fault: Words, text: str) -> Words:
    """Write "counts.1.least: ..." as "file: [[counts]] 2 (line 9), least: ..."."""
    pattern = re.compile(r"(counts|by_hand)\.(\d+)(?:\.([^:]*?))?(?: ?): (.*)", re.DOTALL)
    found, french = pattern.match(fault), pattern.match(fault.fr)
    if not (found and french):
        return say("file: {fault}", "file : {fault}", fault=fault)
    table, number, place, rule = found.groups()
    heads = list(re.finditer(rf"(?m)^[ \t]*\[\[\s*{table}\s*\]\]", text))
    line = Words("", fr="")
    if int(number) < len(heads):
        at = text.count("\n", 0, heads[int(number)].start()) + 1
        line = Words(f" (line {at})", fr=f" (ligne {at})")
    return say(
        "file: [[{table}]] {number}{line}{place}: {rule}",
        "file : [[{table}]] {number}{line}{place} : {rule}",
        table=table, number=int(number) + 1, line=line,
        place=f", {place}" if place else "", rule=Words(rule, fr=french[4]),
    )  # fmt: skip
