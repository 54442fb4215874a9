"""The terms of a release: what may leave and how, for whom, what for, and when to look again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, StrictBool

from discret.arguments.declared import Declared
from discret.data.dataset import Dataset
from discret.data.roles import HELD, Role
from discret.parts import Columns, Pairs
from discret.words import Words, say

Link = Literal["drop", "renumber"]
LINKS = (Role.INDIVIDUAL, Role.HOUSEHOLD)
TEXTS = ("audience", "purpose", "sensitivity", "access", "licence", "contact", "review")


def _written(given: Any) -> Any:
    return given.isoformat() if isinstance(given, date) else given


class Terms(Declared):
    """What a plan says of the release itself: the table ``[release]``.

    Notes
    -----
    Bergeat (2014) asks of a producer for whom a file is and how sensitive it is before any method
    is chosen; Nguyen and Castelluccia (2020), with the Article 29 working party, that the risk be
    assessed again regularly.

    Examples
    --------
    >>> Terms(audience="researchers", review="2028-01-01").told()
    {'audience': 'researchers', 'review': '2028-01-01'}
    """

    name: ClassVar[str] = "release"

    unexamined: Columns = Field(
        default=(),
        description=Words(
            "columns accepted though unexamined. They leave although no measure looks at them; an"
            " area named here is no longer counted as a key",
            fr="colonnes acceptées sans examen. Elles partent bien qu’aucune mesure ne les"
            " regarde ; un lieu (area) nommé ici ne compte plus comme clé",
        ),
    )
    keep: Columns = Field(
        default=(),
        description=Words(
            "identifying columns that leave as they are. Those with the role identifier,"
            " individual, household or row",
            fr="colonnes identifiantes qui partent telles quelles. Celles dont le rôle est"
            " identifier, individual, household ou row",
        ),
    )
    link: Link = Field(
        default="drop",
        description=Words(
            "what becomes of person and household numbers: dropped, or drawn anew at random."
            " Numbers drawn anew keep records linked",
            fr="sort des numéros de personnes et de ménages : retirés, ou tirés de nouveau au"
            " hasard. Des numéros nouveaux gardent le lien entre enregistrements",
        ),
    )
    follows: Pairs[str] = Field(
        default=(),
        description=Words(
            "columns that share another's fate: blanked where it was blanked or changed, dropped"
            " with it, or where its values stand in the place of others by chance",
            fr="colonnes qui partagent le sort d’une autre : effacées là où elle l’est ou change,"
            " retirées avec elle, ou si le hasard a mis ses valeurs à la place d’autres",
        ),
    )
    readable: Columns = Field(
        default=(),
        description=Words(
            "columns that may be read from others. What was protected in them is accepted to be"
            " readable elsewhere",
            fr="colonnes qui peuvent se lire dans d’autres. On accepte que ce qui y a été protégé"
            " se lise ailleurs",
        ),
    )
    escape_formulas: StrictBool = Field(
        default=False,
        description=Words(
            "write an apostrophe before what a spreadsheet would take for a formula (CSV)",
            fr="écrire une apostrophe devant ce qu’un tableur prendrait pour une formule (CSV)",
        ),
    )
    audience: str = Field(
        default="", description=Words("for whom the file is", fr="pour qui est le fichier")
    )
    purpose: str = Field(
        default="", description=Words("what it is released for", fr="pour quoi il est diffusé")
    )
    sensitivity: str = Field(
        default="",
        description=Words("how sensitive its content is", fr="degré de sensibilité de son contenu"),
    )
    access: str = Field(default="", description=Words("how one gets it", fr="comment on l’obtient"))
    licence: str = Field(
        default="", description=Words("under which licence", fr="sous quelle licence")
    )
    contact: str = Field(default="", description=Words("whom to ask", fr="à qui s’adresser"))
    review: Annotated[str, BeforeValidator(_written)] = Field(
        default="",
        description=Words(
            "the day on which the risk is to be looked at again",
            fr="le jour où le risque est à réexaminer",
        ),
    )

    def told(self) -> dict[str, str]:
        """Return what is said of the release in words, where something is said."""
        return {name: text for name in TEXTS if (text := str(getattr(self, name)))}

    def faults(self, data: Dataset, made: Iterable[str]) -> Iterator[str]:
        """Yield what the terms name and neither the data has nor a method makes, and conflicts."""
        known = {*data.roles, *made}
        led = [name for pair in self.follows for name in pair]
        named = {"unexamined": self.unexamined, "keep": self.keep, "readable": self.readable}
        for place, names in {**named, "follows": led}.items():
            yield from (_lost(place, name) for name in names if name not in known)
        free = [n for n in self.keep if n in data.roles and data.roles[n] not in HELD]
        yield from (_free(name) for name in free)
        leaders = {leader for _, leader in self.follows}
        both = sorted(leaders & {follower for follower, _ in self.follows})
        yield from (_both(name) for name in both)


def _lost(place: str, name: str) -> Words:
    return say(
        "[release] {place}: the table has no column {name}",
        "[release] {place} : la table n’a pas de colonne {name}",
        place=place,
        name=repr(name),
    )


def _free(name: str) -> Words:
    return say(
        "[release] keep: {name} is not held back, it needs no leave",
        "[release] keep : {name} n’est pas retenue, elle n’a pas besoin de permission",
        name=repr(name),
    )


def _both(name: str) -> Words:
    return say(
        "[release] follows: {name} both leads and follows",
        "[release] follows : {name} à la fois mène et suit",
        name=repr(name),
    )
