"""A guess of what a column is for, from its name and its values; in doubt, the safer role."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from discret.data.roles import Role
from discret.words import Words

Guess = tuple[Role, Words]
FEW, FEW_NUMBERS = 50, 150
MOST_KEYS = 15  # of Statistics Netherlands' rule for public files (Bergeat 2014)
_PEOPLE = 50  # records that a person, or a household, has at most, on average
_DAYS = 366


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
    def of_people(self) -> bool:
        """Whether there are as many values as there could be people, and they are no amounts."""
        counts = not self.column.dtype.is_float()
        return counts and len(self.values) * _PEOPLE >= len(self.column)

    def says(self, pattern: str) -> bool:
        """Whether the words of its name have a pattern."""
        return re.search(pattern, self.words) is not None

    def share(self, pattern: str) -> float:
        """Return the share of its distinct texts that have a pattern."""
        texts = self.values.cast(pl.String) if self.text else pl.Series([], dtype=pl.String)
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
        return Role.IGNORED, _EMPTY
    return next(found for rule in _RULES if (found := rule(look, taken)))


def _weight(look: Look, taken: set[Role]) -> Guess | None:
    return (Role.WEIGHT, _BY_NAME) if is_weight(look) and Role.WEIGHT not in taken else None


def is_weight(look: Look) -> bool:
    """Whether the name is that of a survey weight (and not of a body's)."""
    return look.numeric and look.says(_WEIGHTS) and not look.says(_BODIES)


def _place_or_day(look: Look, _: set[Role]) -> Guess | None:
    if look.column.dtype.is_temporal() or look.says(_DATES) or look.share(_A_DATE) == 1:
        return Role.KEY, _DAY
    if look.says(_PERIODS) and not look.column.dtype.is_float() and len(look.values) <= _DAYS:
        return Role.KEY, _DAY
    if (look.numeric and look.says(_COORDINATES)) or (
        look.says(_AREAS) and not look.says(_LETTERS)
    ):
        return Role.KEY, _PLACE
    return None


def _household(look: Look, taken: set[Role]) -> Guess | None:
    if not (look.says(_HOUSEHOLDS) and look.of_people):
        return None
    return _linking(look, Role.HOUSEHOLD, taken)


def _named(look: Look, _: set[Role]) -> Guess | None:
    return (Role.IDENTIFIER, _BY_NAME) if look.says(_NAMES) else None


def _row(look: Look, taken: set[Role]) -> Guess | None:
    if Role.ROW in taken or not look.column.dtype.is_integer() or not look.all_different:
        return None
    return (Role.ROW, _COUNTS_UP) if bool((look.column.diff().drop_nulls() == 1).all()) else None


def _person(look: Look, taken: set[Role]) -> Guess | None:
    if look.says(_PERSONS) and look.of_people:
        return _linking(look, Role.INDIVIDUAL, taken)
    mostly = 0.8
    if look.share(_TITLED) >= mostly or (look.of_people and look.share(_FULL_NAME) >= mostly):
        role, _ = _linking(look, Role.INDIVIDUAL, taken)
        return role, _LOOKS_LIKE_NAMES
    return None


def _linking(look: Look, role: Role, taken: set[Role]) -> Guess:
    """Take a number that repeats for what links records, one that does not for an identifier."""
    if look.all_different:
        return Role.IDENTIFIER, _ALL_DIFFERENT
    return (Role.IDENTIFIER, _SECOND) if role in taken else (role, _REPEATS)


def _by_name(look: Look, _: set[Role]) -> Guess | None:
    if look.says(_KEYS):
        return Role.KEY, _BY_NAME
    return (Role.SENSITIVE, _BY_NAME) if look.says(_SENSITIVES) else None


def _by_values(look: Look, _: set[Role]) -> Guess:
    distinct, known = len(look.values), look.column.count()
    if look.all_different and not look.column.dtype.is_float():
        return Role.IDENTIFIER, _ALL_DIFFERENT
    few = FEW_NUMBERS if look.column.dtype.is_integer() else FEW
    if distinct <= few or not (look.numeric or distinct > known / 2):
        return Role.KEY, FEW_VALUES
    return (Role.SENSITIVE, _AMOUNT) if look.numeric else (Role.IDENTIFIER, _MANY_TEXTS)


_RULES: tuple[Callable[[Look, set[Role]], Guess | None], ...] = (
    _weight, _place_or_day, _household, _named, _row, _person, _by_name, _by_values,
)  # fmt: skip

_NUMBER = r"(id|ident\w*|no|nr|num\w*|number|code|key|cle)"
_WEIGHTS = (
    r"\bpoids|\bpond(eration\w*)?\b|\bweights?\b|weight$|\bwgt|wgt$|\bpds\b|^w$|^wts?\b|^wt\w*yr$"
    r"|^wt(mec|int|sa|ph|dr)\w*$|^(db090|rb05\d|rb06\d|pb04\d|pb06\d|hb080)$"
)
_BODIES = r"\b(birth|naissance|body|corps|corporel|kg|kilos?|gram\w*|lbs?|pounds)\b"
_DATES = r"\bdates?\b|\bdob\b|\bdate ?naiss\w*|\bbirth ?(date|day)\b|\btimestamp\b|\bhorodat\w*"
_PERIODS = r"\b(jour|mois|annee|an|day|month|year|naissance|birth\w*|born|semaine|week)\b"
_A_DATE = r"^\s*([0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}|[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2})\b"
_COORDINATES = r"\b(lat|latitude|lon|lng|long|longitude|coord\w*|easting|northing|gps|[xy] ?l93)\b"
_AREAS = (
    r"\b(communes?|villes?|city|cities|towns?|municipal\w*|villages?|quartier|district|departement"
    r"|dept?|regions?|county|canton|province|pays|country|zones?|areas?|iris|nuts ?\d?|lau ?\d?"
    r"|insee|zip\w*|cp|post ?code|code ?postal|postal ?code|parish|arrondissement|tract|carreau)\b"
)
_LETTERS = r"\b(adresse?|address|rue|street|mail|email|courriel)\b"
_HOUSEHOLDS = (
    rf"^({_NUMBER} )?(menage|household|foyer|family|famille|logement|dwelling|hh)( {_NUMBER})?$"
    r"|\b(hid|(hh|fam|family|house|household|men|menage)id)\b"
    r"|\b(id ?(hh|men|menage|fam)|hh ?(id|num\w*))\b"
    r"|^(db|hb|rx|hx)030$"
)
_NAMES = (
    r"\bnoms?\b|\bprenoms?\b|\bnames?\b|\bsurname\b|name$|\badresse?\b|\baddress\b|\be ?mail\b"
    r"|\bcourriel\b|phone\b|\btel\b|\bsiren\b|\bsiret\b|\bnir\b|\bssn\b|\biban\b|\bpasse?port"
)
_PERSONS = (
    rf"^({_NUMBER} )?(mother|father|mere|pere|parent|patiente?|exploitante?|individu|individual"
    r"|personn?e?|respondent|repondant|enquete|eleve|student|pupil|etudiant|employee|salariee?"
    r"|client|customer|user|utilisateur|member|membre|subject|sujet|participant|doctor|medecin"
    r"|teacher|owner|proprietaire|farmer|titulaire|declarant|beneficiaire|assure|candidat\w?"
    rf"|player|joueur|athlete|worker|agent|farm|exploitation|unit|unite)( {_NUMBER})?$"
    r"|^(id|ident|identifi\w*|numero|matricule|pid|uid|uuid|guid|nip|idind\w*|idno|caseid|seqn)$"
    r"|\b(id|identifiant|identifier|matricule|dossier)\b|^id(?=\d)|^(rb|pb)030$"
    r"|\b(pat|pers|person|ind|indiv|subj|user|cust|emp|stud|resp|case|mem|record|rec|unit)id\b"
    rf"|^{_NUMBER} ?(ind|indiv|pers|men|patient|eleve)\w*$"
)
_TITLED = r"^(M|Mr|Mme|Mlle|Mrs|Ms|Miss|Dr|Pr|Me|\p{Lu})\. ?\p{Lu}[\p{L}'’-]+( \p{Lu}[\p{L}'’-]*)*$"
_FULL_NAME = (
    r"^\p{Lu}[\p{L}'’-]*[\p{Ll}\p{Lu}],?( (d[eu]|von|van|la|le|ben|el))*"
    r"( \p{Lu}[\p{L}'’-]+\.?){1,3}$"
)
_KEYS = (
    r"\b(age|sexe?|gender|genre|race|ethni\w*|nationalit\w*|occupation|profession|job|metier"
    r"|diplom\w*|educat\w*|marital|etat civil|club|employer|employeur|school|ecole"
    r"|hopital|hospital)\b"
)
_SENSITIVES = (
    r"maladie|disease|illness|diagnos|\bcondition|salaire|salary|\bwage|\bincome|patholog|victim"
    r"|religion|opinion|\bsante\b|health|prefer"
)
_EMPTY = Words("it is empty", fr="elle est vide")
_BY_NAME = Words("its name says so", fr="son nom le dit")
_COUNTS_UP = Words("it counts the records", fr="elle numérote les enregistrements")
_ALL_DIFFERENT = Words("no two records share a value", fr="chaque valeur est unique")
_REPEATS = Words(
    "a guess: it names who the records are about", fr="à vérifier : elle désigne qui est concerné"
)
_SECOND = Words(
    "a guess: it names somebody, besides another", fr="à vérifier : elle désigne un tiers"
)
_LOOKS_LIKE_NAMES = Words(
    "a guess: its texts look like names of people",
    fr="à vérifier : ses textes ressemblent à des noms de personnes",
)
_DAY = Words("a date, which others may know", fr="une date, que d’autres peuvent connaître")
_PLACE = Words("a place, which others may know", fr="un lieu, que d’autres peuvent connaître")
FEW_VALUES = Words("few values", fr="peu de valeurs")
_AMOUNT = Words("many numbers", fr="nombreuses valeurs")
_MANY_TEXTS = Words("many texts", fr="nombreux textes")
