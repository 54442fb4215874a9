"""A guess of what a column is for, from its name and its values; in doubt, the safer role."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from discret.data.guessing import names, reasons
from discret.data.guessing.values import (
    coded,
    free_text,
    in_order_of_numbers,
    like_a_weight,
    never_negative,
    packed_dates,
    repeated_list,
)
from discret.data.roles import Role
from discret.words import Words

Guess = tuple[Role, Words]
FEW, FEW_NUMBERS = 50, 150
_PEOPLE = 50  # records that a person, or a household, has at most, on average
_DAYS = 366
_EXACT = 60  # days, or moments, from which on dates are more than years or months


@dataclass(frozen=True)
class Look:
    """What a guess is made from: a column, its values and its name in plain words.

    Examples
    --------
    >>> Look.of(pl.Series("IDunité", [3, 3, None])).words
    'id unite'
    """

    name: str
    words: str
    column: pl.Series = field(repr=False)
    values: pl.Series = field(repr=False)

    @classmethod
    def of(cls, column: pl.Series) -> Look:
        """Look at a column."""
        bare = column.alias("")  # for polars, a name may be a pattern
        bare = bare.fill_nan(None) if bare.dtype.is_float() else bare
        return cls(column.name, plain_words(column.name), bare, bare.drop_nulls().unique())

    @property
    def numeric(self) -> bool:
        """Whether it is made of numbers."""
        return self.column.dtype.is_numeric()

    @property
    def text(self) -> bool:
        """Whether it is made of text, or of categories."""
        return isinstance(self.column.dtype, pl.String | pl.Categorical | pl.Enum)

    @property
    def all_different(self) -> bool:
        """Whether no two records share a value, and none lacks one."""
        return len(self.values) == len(self.column) > 1

    @property
    def identifying(self) -> bool:
        """Whether it is made of many numbers that hardly anybody shares."""
        return self.numeric and FEW < len(self.values) > self.column.count() / 2

    @property
    def of_people(self) -> bool:
        """Whether there are as many values as there could be people, and they are no amounts."""
        counts = not self.column.dtype.is_float()
        return counts and len(self.values) * _PEOPLE >= len(self.column)

    def says(self, pattern: str) -> bool:
        """Whether the words of its name have a pattern."""
        return re.search(pattern, self.words) is not None

    def share(self, pattern: str) -> float:
        """Return the share of its distinct texts that have a pattern."""
        if not self.text:
            return 0.0
        texts = self.values.cast(pl.String)
        return float(texts.str.contains(pattern).mean() or 0.0)  # type: ignore[arg-type]


def plain_words(name: str) -> str:
    """Return a name in lower case, without accents, its words apart.

    Examples
    --------
    >>> plain_words("n°_Patient"), plain_words("IDménage"), plain_words("householdId")
    ('no patient', 'id menage', 'household id')
    """
    apart = re.sub(r"^ID(?=[^\W\d_A-Z])", "id ", name.replace("°", "o"))
    apart = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z])", " ", apart)
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", apart)
        if not unicodedata.combining(letter)
    )
    return re.sub(r"[\W_]+", " ", bare.lower()).strip()


def guess(look: Look, taken: set[Role]) -> Guess:
    """Return the role that a column seems to have, and why.

    Parameters
    ----------
    look
        The column.
    taken
        Roles that one column alone can have, and has.

    Examples
    --------
    >>> farmers = pl.Series("exploitant", ["M. Boyer", "M. Boyer", "D. Bernard"])
    >>> guess(Look.of(farmers), set())[0]
    <Role.INDIVIDUAL: 'individual'>
    """
    if not len(look.values):
        return Role.IGNORED, reasons.EMPTY
    return next(found for rule in _RULES if (found := rule(look, taken)))


def _weight(look: Look, taken: set[Role]) -> Guess | None:
    if Role.WEIGHT in taken:
        return None
    if is_weight(look):
        return Role.WEIGHT, reasons.BY_NAME if look.says(names.WEIGHTS) else reasons.WEIGHT_LIKE
    return None


def is_weight(look: Look) -> bool:
    """Whether it is a survey weight (and not a body's): by its name, or by a hint and behaviour.

    Examples
    --------
    >>> is_weight(Look.of(pl.Series("WTMEC2YR", [1203.5, 880.25, 3010.75])))
    True
    >>> is_weight(Look.of(pl.Series("weight_kg", [71.5, 80.25, 60.75])))
    False
    """
    if not look.numeric or look.says(names.BODIES) or look.says(_OTHER_NAMES):
        return False
    if look.says(names.WEIGHTS):
        return never_negative(look.values)
    return look.says(names.MAYBE_WEIGHTS) and like_a_weight(look.column, len(look.values))


def _place_or_day(look: Look, _: set[Role]) -> Guess | None:
    kind = look.column.dtype
    dated = kind.is_temporal() or look.share(_A_DATE) == 1 or packed_dates(look.values)
    if dated or look.says(names.DATES):
        exact = len(look.values) >= min(_EXACT, max(len(look.column) / 2, 2))
        return Role.KEY, reasons.EXACT_DAY if exact else reasons.DAY
    if look.says(names.PERIODS) and not kind.is_float() and len(look.values) <= _DAYS:
        return Role.KEY, reasons.DAY
    if _coordinate(look):
        return Role.KEY, reasons.COORDINATE
    if look.says(names.AREAS) and not look.says(names.LETTERS) and not kind.is_float():
        return Role.KEY, reasons.PLACE
    return None


def _coordinate(look: Look) -> bool:
    """Whether it says where a point is: by its name, or as text of two numbers."""
    if look.says(names.COORDINATES) and (look.column.dtype.is_float() or len(look.values) > FEW):
        return look.numeric
    return look.share(_A_POINT) == 1


def _household(look: Look, taken: set[Role]) -> Guess | None:
    if not (look.says(names.HOUSEHOLDS) and look.of_people):
        return None
    return _linking(look, Role.HOUSEHOLD, taken)


def _named(look: Look, _: set[Role]) -> Guess | None:
    return (Role.IDENTIFIER, reasons.BY_NAME) if look.says(names.NAMES) else None


def _row(look: Look, taken: set[Role]) -> Guess | None:
    """Take a column for the number of the row; one that is called so leaves in no case."""
    if look.says(names.ROWS):
        counts = look.column.dtype.is_integer() and look.all_different and Role.ROW not in taken
        return (Role.ROW if counts else Role.IDENTIFIER), reasons.BY_NAME
    if Role.ROW in taken or not look.column.dtype.is_integer() or not look.all_different:
        return None
    counts = bool((look.column.diff().drop_nulls() == 1).all())
    return (Role.ROW, reasons.COUNTS_UP) if counts else None


def _person(look: Look, taken: set[Role]) -> Guess | None:
    if look.says(names.PERSONS) and look.of_people:
        return _linking(look, Role.INDIVIDUAL, taken)
    mostly = 0.8
    like = look.of_people and look.share(names.FULL_NAME) >= mostly
    if look.share(names.TITLED) >= mostly or like:
        role, _ = _linking(look, Role.INDIVIDUAL, taken)
        return role, reasons.LOOKS_LIKE_NAMES
    return None


def _linking(look: Look, role: Role, taken: set[Role]) -> Guess:
    """Take a number that repeats for what links records, one that does not for an identifier."""
    if look.all_different:
        return Role.IDENTIFIER, reasons.ALL_DIFFERENT
    return (Role.IDENTIFIER, reasons.SECOND) if role in taken else (role, reasons.REPEATS)


def _by_name(look: Look, _: set[Role]) -> Guess | None:
    if look.says(names.KEYS):
        return Role.KEY, reasons.BY_NAME
    if not look.says(names.SENSITIVES):
        return None
    return _identifying(look) or (Role.SENSITIVE, reasons.BY_NAME)


def _identifying(look: Look) -> Guess | None:
    """Take amounts that single people out for what others know of them, if only roughly.

    Measures of what is sensitive ask for several values in a group: these always have them.
    """
    return (Role.NUMBER, reasons.IDENTIFYING) if look.identifying else None


def _text(look: Look, _: set[Role]) -> Guess | None:
    found = look.text and free_text(look.values, look.column.count())
    return (Role.IDENTIFIER, reasons.FREE_TEXT) if found else None


def _unnamed_number(look: Look, taken: set[Role]) -> Guess | None:
    """Take for people what no name tells: numbers whose records stand together, or long codes."""
    if look.all_different or not look.of_people or len(look.values) <= FEW:
        return None
    if not (in_order_of_numbers(look.column, look.values) or coded(look.values)):
        return None
    role, _ = _linking(look, Role.INDIVIDUAL, taken)
    return role, reasons.TOGETHER


def _repeated(look: Look, taken: set[Role]) -> Guess | None:
    """Take for people what stands in the file as a list does several times over."""
    few = look.numeric and len(look.values) <= FEW
    if few or look.column.dtype.is_temporal() or not repeated_list(look.column, look.values):
        return None
    role, _ = _linking(look, Role.INDIVIDUAL, taken)
    return role, reasons.REPEATED


def _by_values(look: Look, _: set[Role]) -> Guess:
    distinct, known = len(look.values), look.column.count()
    if look.all_different and not look.column.dtype.is_float():
        return Role.IDENTIFIER, reasons.ALL_DIFFERENT
    few = FEW_NUMBERS if look.column.dtype.is_integer() else FEW
    if distinct <= few or not (look.numeric or distinct > known / 2):
        return Role.KEY, reasons.FEW_VALUES
    if look.numeric:
        return _identifying(look) or (Role.SENSITIVE, reasons.AMOUNT)
    return Role.IDENTIFIER, reasons.MANY_TEXTS


_RULES: tuple[Callable[[Look, set[Role]], Guess | None], ...] = (
    _weight, _place_or_day, _household, _named, _row, _person, _text, _by_name, _unnamed_number,
    _repeated, _by_values,
)  # fmt: skip
_A_DATE = r"^\s*([0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}|[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2})\b"
_A_POINT = r"^\s*\(?-?[0-9]{1,3}[.][0-9]{2,}\s*[,; ]\s*-?[0-9]{1,3}[.][0-9]{2,}\)?\s*$"
_OTHER_NAMES = rf"{names.DATES}|{names.PERSONS}|{names.HOUSEHOLDS}"
