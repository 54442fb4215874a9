"""What the unpicking of blanks says: what the attacker is taken to know, and what they learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from discret.data.history.blanked import Blanked
from discret.maths.unpicking.knowledge import Knowledge
from discret.maths.unpicking.learning import Learnt
from discret.parts.facts import Fact, Facts
from discret.words import Words, say


@dataclass(frozen=True)
class Supposed:
    """What the attacker is taken to know, and what of it is true.

    Parameters
    ----------
    k
        The threshold that was asked for.
    blanks
        The blanks.
    believed, known
        What is believed, and what is left of it once held against the original.
    """

    k: int | None
    blanks: Blanked
    believed: Knowledge
    known: Knowledge

    @property
    def checked(self) -> bool:
        """Whether the original told what the blanks were."""
        return self.blanks.truth is not None

    @property
    def refuted(self) -> int:
        """Number of impossible combinations that occur."""
        return _number(self.believed) - _number(self.known)

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The keys with blanks of which nobody knows other categories than those shown."""
        first = self.blanks.first
        holes = np.asarray((self.blanks.codes < 0).any(axis=0))
        return tuple(
            name
            for place, name in enumerate(self.blanks.keys, first)
            if holes[place] and self.blanks.shelves[place].source == "shown"
        )

    @property
    def details(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "k": self.k,
            "k_holds": None if self.k is None else self._holds(self.known.k is not None),
            "alike": self.believed.alike,
            "alike_holds": self._holds(self.known.alike) if self.believed.alike else None,
            "impossible": _number(self.known),
            "impossible_refuted": self.refuted,
            "original_known": self.checked,
        }

    def _holds(self, kept: bool) -> bool | None:
        return kept if self.checked else None


def told(learnt: Learnt, supposed: Supposed) -> Words:
    """Say what is learnt, by whom, and on what condition."""
    said = [_found(learnt, supposed)]
    if learnt.blank.any() and not supposed.blanks.lost:
        said += [*_misled(supposed), *_unchecked(supposed)]
    gaps = supposed.blanks.gaps
    if gaps:
        said.append(
            say(
                "{n} {n:record|records} lacked a key value in the original file already: that is"
                " no blank.",
                "{n} {n:enregistrement était déjà privé|enregistrements étaient déjà privés}"
                " d’une clé"
                " dans le fichier d’origine : ce n’est pas un effacement.",
                n=gaps,
            )
        )
    return Words(" ".join(said), fr=" ".join(sentence.fr for sentence in said))


def _found(learnt: Learnt, supposed: Supposed) -> Words:
    if not learnt.blank.any():
        return Words(
            "No key value is blank: there is nothing to unpick.",
            fr="Aucune clé n’est effacée : il n’y a rien à détricoter.",
        )
    if supposed.blanks.lost:
        return _changed(supposed)
    if learnt.consistent is None:
        return say(
            "The blanks of {n} {n:record|records} leave too many full keys to look at: what can be"
            " worked out from them is not known, and the file cannot be called safe on this"
            " account.",
            "Les effacements de {n} {n:enregistrement|enregistrements} laissent trop de clés"
            " complètes à examiner : on ne sait pas ce qu’on peut en reconstituer, et le fichier ne"
            " peut être dit sûr sur ce point.",
            n=learnt.records(learnt.blanked),
        )
    return _unexplained(learnt, supposed) if not learnt.consistent else _recovered(learnt, supposed)


def _changed(supposed: Supposed) -> Words:
    return say(
        "The keys {names} were changed in ways that cannot be followed from the original to the"
        " release: what can be worked out of their blanks is not known, and the file cannot be"
        " called safe on this account.",
        "Les clés {names} ont été modifiées d’une façon que l’on ne peut suivre du fichier"
        " d’origine au fichier diffusé : on ne sait pas ce qu’on peut reconstituer de leurs"
        " effacements, et le fichier ne peut être dit sûr sur ce point.",
        names=", ".join(supposed.blanks.lost),
    )


def _unexplained(learnt: Learnt, supposed: Supposed) -> Words:
    return say(
        "At least {lost} of the {n} records with blanks {lost:fits|fit} nothing of what is supposed"
        " of the attacker, who knows {known}: their blanks are there for another reason, or for"
        " another k. What can be worked out from them is not known, and the file cannot be called"
        " safe on this account.",
        "Au moins {lost} des {n} enregistrements à clés effacées {lost:ne cadre|ne cadrent} pas"
        " avec ce que l’attaquant est censé savoir, à savoir {known} : ces effacements ont une"
        " autre raison, ou un autre k. On ne sait pas ce qu’on peut en reconstituer, et le fichier"
        " ne peut être dit sûr sur ce point.",
        lost=learnt.unexplained,
        n=learnt.records(learnt.blanked),
        known=_knowing(supposed),
    )


def _recovered(learnt: Learnt, supposed: Supposed) -> Words:
    numbers = {
        "known": _knowing(supposed),
        "found": learnt.cells(learnt.recovered),
        "least": learnt.cells(learnt.surely_recovered),
        "n": learnt.cells(learnt.blank),
        "share": learnt.share,
        "fewer": learnt.cells(learnt.narrowed),
    }
    if numbers["least"] == numbers["found"]:
        return say(
            "Who knows {known} can work out {found} of {n} blanked values ({share:%}) for certain,"
            " and rule out categories for {upto}{fewer} {fewer:other|others}.",
            "Qui connaît {known} peut reconstituer avec certitude {found}"
            " {found:valeur effacée|valeurs effacées} sur {n} ({share:%}), et exclure des modalités"
            " pour {upto}{fewer} {fewer:autre|autres}.",
            upto=Words("", fr="") if learnt.exact else Words("at most ", fr="au plus "),
            **numbers,
        )
    return say(
        "Who knows {known} can work out at least {least} and at most {found} of {n} blanked values"
        " for certain (at most {share:%}); there are too many full keys to say it exactly.",
        "Qui connaît {known} peut reconstituer avec certitude au moins {least} et au plus {found}"
        " valeurs effacées sur {n} (au plus {share:%}) ; il y a trop de clés complètes pour le dire"
        " exactement.",
        **numbers,
    )


def _knowing(supposed: Supposed) -> Words:
    """Name what the attacker knows."""
    known = supposed.known
    parts = [Words("the categories of the keys", fr="les modalités des clés")]
    if known.k is not None:
        parts.append(
            say(
                "that values were blanked only where fewer than {k} {who} shared a key",
                "le fait que des valeurs n’ont été effacées que là où moins de {k} {who}"
                " partageaient une clé",
                k=known.k,
                who=_RECORDS if known.people is None else _PEOPLE,
            )
        )
    if known.alike:
        parts.append(
            Words(
                "that records with equal keys were blanked alike",
                fr="le fait que les enregistrements de mêmes clés ont été effacés de même",
            )
        )
    if _number(known):
        parts.append(
            say(
                "that combinations of values cannot be ({n} of them)",
                "le fait que des combinaisons de valeurs sont impossibles (au nombre de {n})",
                n=_number(known),
            )
        )
    return Words(_series(parts, "and"), fr=_series([part.fr for part in parts], "et"))


_RECORDS = Words("records", fr="enregistrements")
_PEOPLE = Words("people", fr="personnes")


def _series(parts: list[Any], last: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _misled(supposed: Supposed) -> list[Words]:
    """Say what the attacker might believe that is not true, and was not used."""
    said = []
    if supposed.believed.k is not None and supposed.known.k is None:
        said.append(
            say(
                "Values were also blanked elsewhere than where fewer than {k} shared a key (the"
                " blanks have other reasons, or keys were recoded since): who believes otherwise is"
                " misled, and nothing is concluded from it.",
                "Des valeurs ont aussi été effacées ailleurs que là où moins de {k} partageaient"
                " une clé (les effacements ont d’autres raisons, ou des clés ont été recodées"
                " depuis) : qui croit le contraire se trompe, et rien n’en est conclu.",
                k=supposed.believed.k,
            )
        )
    if supposed.believed.alike and not supposed.known.alike:
        said.append(
            Words(
                "Records with equal keys were not all blanked alike: nothing is concluded from it.",
                fr="Les enregistrements de mêmes clés n’ont pas tous été effacés de même : rien"
                " n’en est conclu.",
            )
        )
    if supposed.refuted:
        said.append(
            say(
                "Of the combinations held for impossible, {n} {n:occurs|occur}: nothing is"
                " concluded from them.",
                "Parmi les combinaisons tenues pour impossibles, {n} {n:existe|existent} : rien"
                " n’en est conclu.",
                n=supposed.refuted,
            )
        )
    return said


def _unchecked(supposed: Supposed) -> list[Words]:
    """Say what is taken on trust."""
    said = []
    if not supposed.checked:
        said.append(
            Words(
                "What the attacker knows could not be held against an original: it is taken on"
                " trust.",
                fr="Ce que sait l’attaquant n’a pu être confronté à un fichier d’origine : il est"
                " cru sur parole.",
            )
        )
    if supposed.unlisted:
        said.append(
            say(
                "Nothing lists the categories of {names}: those that the file still shows are taken"
                " for all there are.",
                "Rien ne donne la liste des modalités de {names} : celles que le fichier montre"
                " encore sont prises pour toutes celles qui existent.",
                names=", ".join(supposed.unlisted),
            )
        )
    return said


def _number(known: Knowledge) -> int:
    return 0 if known.impossible is None else len(known.impossible)


CANDIDATES = Words(
    "pairs of a group and a full key to look at. Past it, the share is bounded from above",
    fr="paires d’un groupe et d’une clé complète à examiner. Au-delà, la part est majorée",
)

TELLS: Facts = {
    "records_blanked": Fact.count("records with blanks", "enregistrements à clés effacées"),
    "records_unpicked": Fact.count(
        "records with a blank recovered", "enregistrements à clé retrouvée"
    ),
    "records_recovered": Fact.count(
        "records with all blanks recovered", "enregistrements aux clés toutes retrouvées"
    ),
    "records_unexplained": Fact.count(
        "records whose blanks have another reason", "enregistrements effacés pour une autre raison"
    ),
    "records_with_gaps": Fact.count("records incomplete before", "enregistrements déjà incomplets"),
    "cells_blanked": Fact.count("blank cells", "cellules effacées"),
    "cells_recovered": Fact.count(
        "blank cells recovered for certain", "cellules effacées retrouvées à coup sûr"
    ),
    "cells_recovered_least": Fact.count(
        "blank cells recovered, at least", "cellules effacées retrouvées, au moins"
    ),
    "cells_narrowed": Fact.count("blank cells narrowed down", "cellules effacées restreintes"),
    "by_column": Fact.table("blanks by column", "effacements par colonne"),
    "completions": Fact.count("joint completions", "complétions conjointes"),
    "completions_log10_least": Fact.number(
        "joint completions, at least (power of ten)",
        "complétions conjointes, au moins (puissance de dix)",
    ),
    "completions_log10_most": Fact.number(
        "joint completions, at most (power of ten)",
        "complétions conjointes, au plus (puissance de dix)",
    ),
    "consistent": Fact.yes("blanks explained by the rule", "effacements expliqués par la règle"),
    "exact": Fact.yes("exact", "exact"),
    "k": Fact.count("k", "k"),
    "k_holds": Fact.yes("only records below k were blanked", "effacements sous k seulement"),
    "alike": Fact.yes("equal records blanked alike", "enregistrements égaux effacés de même"),
    "alike_holds": Fact.yes(
        "equal records were blanked alike", "enregistrements égaux bien effacés de même"
    ),
    "impossible": Fact.count(
        "combinations held for impossible", "combinaisons tenues pour impossibles"
    ),
    "impossible_refuted": Fact.count("of which occur", "dont présentes dans le fichier"),
    "original_known": Fact.yes("held against the original", "confronté au fichier d’origine"),
}
