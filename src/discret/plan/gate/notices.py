"""What whoever releases a file should look at, whatever the targets say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import narwhals as nw
import numpy as np

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.roles import Role
from discret.data.stacks import each_copy
from discret.words import Words

if TYPE_CHECKING:
    from discret.plan.gate import Gate
    from discret.plan.release import Release

_TOLD = ("key", "telling")
LONG = 2**48  # seeds below can all be tried
MANY = 0.1  # more of the records dropped than this is said aloud


def notices(release: Release) -> list[Words]:
    """Return the notices of a release, the gravest first: why it does not pass, then the rest."""
    unpaid = [_UNPAID] if release.private and release.plan.budget is None else []
    if release.plan.tables_only:
        return unpaid
    return [
        *release.gate.reasons,
        *unpaid,
        *_written(release),
        *_alike(release),
        *_formulas(release),
        *gone(release),
        *_attacked(release),
        *_columns(release),
        *_links(release),
        *_order(release),
        *_replayed(release),
    ]


def _written(release: Release) -> list[Words]:
    found = release.reading
    if found is None or (found.passage.same and found.whole):
        return []
    lost = found.passage.records_before - found.passage.records_after
    return [
        *([_LOST.filled(number=lost)] if lost else []),
        *_of(_REREAD, found.passage.columns),
        *([] if found.whole else [_UNREADABLE]),
        *(_MISSED.filled(title=title) for title in found.missed),
    ]


def _alike(release: Release) -> list[Words]:
    found = release.reading
    if found is None or not found.missed_alike:
        return []
    names = ", ".join(found.alike)
    return [_ALIKE.filled(names=names, title=title) for title in found.missed_alike]


def _formulas(release: Release) -> list[Words]:
    found = {} if release.reading is None else release.reading.passage.formulas
    advice = _RENAME if release.plan.release.escape_formulas else _ESCAPE
    return _of(_FORMULAS, _counted(found), advice=advice)


def gone(release: Release) -> list[Words]:
    """Tell how many records were dropped, and which columns lost whole categories."""
    before, after = len(release.original), len(each_copy(release.data)[0])
    dropped = before - after
    if dropped <= 0:
        return []
    said = _DROPPED.filled(dropped=dropped, records=before, share=dropped / before)
    lost, uncounted = release.emptied
    told = _EMPTIED if release.inside.follows(release.original) else _VANISHED
    return [
        *([said] if dropped > MANY * before else []),
        *_of(told, _counted(lost)),
        *_of(_UNCOUNTED, uncounted),
    ]


def _attacked(release: Release) -> list[Words]:
    """Tell what an attack that nobody asked for, and so without a target, found."""
    unasked = [part for part in release.plan.assess if part not in release.asked.assess]
    taken = dict(zip(release.plan.assess, release.risk, strict=True))
    found = [(part.title, taken[part]) for part in unasked if taken[part].value]
    return [
        _FOUND.filled(title=title, reads=finding.reads)
        for title, finding in found
        if finding.met is None
    ]


def _columns(release: Release) -> list[Words]:
    gate, data = release.gate, each_copy(release.data)[0]
    harmless = [reading for reading in gate.readings if gate.harmless(reading)]
    read = [(reading["column"], ", ".join(reading["from"])) for reading in harmless]
    accepted, named = gate.within("accepted"), gate.within("kept")
    alone, measure = lone_weights(data), Words("", fr="") if _measured(release) else _MEASURE_IT
    weights = _WEIGHTS.filled(alone=alone, records=len(data), measure=measure)
    return [
        *_of(_KEPT, named),
        *_of(_ACCEPTED, accepted),
        *_singular(gate),
        *(_READ.filled(column=column, names=names) for column, names in read),
        *_unsearched(gate),
        *([gate.redundancy.reads] if gate.redundancy.value is None and not gate.unsearched else []),
        *([weights] if alone else []),
    ]


def _singular(gate: Gate) -> list[Words]:
    """Tell of the columns, none of them stopped or a key, with whose value many are alone."""
    passing = {n: column.alone for n, column in gate.columns.items() if column.state not in _TOLD}
    many = {name: found for name, found in passing.items() if found and found.many}
    return _of(
        _SINGULAR, [f"{name} ({found.alone}/{found.people})" for name, found in many.items()]
    )


def _unsearched(gate: Gate) -> list[Words]:
    """Tell where the search for what can be read elsewhere could not be made, or not all of it."""
    few = [n for n in gate.redundancy.details.get("too_few", ()) if gate.told_elsewhere(n)]
    pairs = gate.redundancy.details.get("pairs_untried", {})
    pairs = {name: number for name, number in pairs.items() if gate.told_elsewhere(name)}
    return [*_of(_TOO_FEW, few), *_of(_UNTRIED, pairs, number=sum(pairs.values()))]


def _measured(release: Release) -> bool:
    return any(part.name == "weight_disclosure" for part in release.plan.assess)


def lone_weights(data: Dataset) -> int:
    """Count the records that no other shares its weight with."""
    weight = data.column(Role.WEIGHT)
    if weight is None:
        return 0
    coded = None if data.numbers is None else data.numbers.of(weight)
    if coded is not None:
        return int(np.count_nonzero(np.bincount(coded.codes) == 1))
    counted = data.frame.group_by(weight).agg(nw.len().alias("__n__"))
    alone = collected(counted.select((nw.col("__n__") == 1).cast(nw.Int64).sum()))
    return int(alone["__n__"][0] or 0)


def _links(release: Release) -> list[Words]:
    gate, data = release.gate, release.data
    coded = gate.within("pseudonymised")
    said = [_CODED] if coded else []
    said += [_HOUSEHOLD] if data.column(Role.HOUSEHOLD) is not None else []
    return [*said, *([_INDIVIDUAL] if data.column(Role.INDIVIDUAL) is not None else [])]


def _order(release: Release) -> list[Words]:
    done = any(step.method.shuffles for step in release.steps)
    mixed = release.data.trail.made_up  # among made-up ones, records are in no order
    return [_SORTED] if release.data.numbered and not done and not mixed else []


def _replayed(release: Release) -> list[Words]:
    """Tell that chance can be drawn again from a short seed, or told by two files that it drew."""
    seeded = any(step.method.random and step.method.seeded for step in release.steps)
    drawn = seeded or release.gate.within("renumbered")
    return [
        *([_GUESSED] if drawn and release.seed < LONG else []),
        *([_VARIANTS] if drawn and release.beside else []),
    ]


def _of(sentence: Words, names: Iterable[str], **others: object) -> list[Words]:
    """Say something of what has these names, if there is any."""
    told = list(names)
    return [sentence.filled(names=", ".join(told), **others)] if told else []


def _counted(found: Mapping[str, int]) -> list[str]:
    return [f"{name} ({number})" for name, number in found.items()]


_LOST = Words(
    "Records that a reader of the written file does not find: {number}.",
    fr="Enregistrements qu’un lecteur du fichier écrit ne retrouve pas : {number}.",
)
_REREAD = Words(
    "Read back from the file, these columns are not what was released: {names}. The verdict is"
    " about the file as it is read.",
    fr="Relues dans le fichier, ces colonnes ne sont pas ce qui a été diffusé : {names}. Le"
    " verdict porte sur le fichier tel qu’il se lit.",
)
_MISSED = Words(
    "The file as it is read misses a target that held before it was written: {title}. Write it"
    " in another format.",
    fr="Le fichier tel qu’il se lit manque un objectif atteint avant l’écriture : {title}."
    " L’écrire dans un autre format.",
)
_ALIKE = Words(
    "Some values of these columns are one for people and programs (capital letters, blanks, 01"
    " and 1.0) or none at all (NA, None): {names}. Taken so, a target is missed that held:"
    " {title}. Write what is the same in one way, and leave empty what is missing.",
    fr="Des valeurs de ces colonnes n’en font qu’une pour les personnes et les programmes"
    " (majuscules, espaces, 01 et 1.0), ou ne sont rien (NA, None) : {names}. Lues ainsi, elles"
    " font manquer un objectif atteint : {title}. Écrire d’une seule façon ce qui est pareil,"
    " et laisser vide ce qui manque.",
)
_FORMULAS = Words(
    "Cells that a spreadsheet would take for formulas when it opens this CSV file: {names}."
    " {advice}",
    fr="Cellules qu’un tableur prendrait pour des formules en ouvrant ce fichier CSV : {names}."
    " {advice}",
)
_DROPPED = Words(
    "Records dropped: {dropped} of {records} ({share:%}). What is left may no longer describe"
    " the people the file was about.",
    fr="Enregistrements retirés : {dropped} sur {records} ({share:%}). Ce qui reste peut ne plus"
    " décrire les personnes sur lesquelles portait le fichier.",
)
_EMPTIED = Words(
    "All records of some categories are gone: {names}.",
    fr="Tous les enregistrements de certaines modalités ont disparu : {names}.",
)
_FOUND = Words(
    "Found by an attack ({title}), judged by no target: {reads}",
    fr="Trouvé par une attaque ({title}), que ne juge aucun objectif : {reads}",
)
_VANISHED = Words(
    "Some categories are no longer in the file: {names}. Whether their records were dropped or"
    " only blanked cannot be told in a lazy table: declare a column that numbers them (row).",
    fr="Certaines modalités ne sont plus dans le fichier : {names}. Dans une table différée, on ne"
    " peut dire si leurs enregistrements ont été retirés ou leurs valeurs seulement effacées :"
    " déclarer une colonne qui les numérote (row).",
)
_UNCOUNTED = Words(
    "Whether all records of a category are gone could not be counted for these columns, which"
    " were recoded or dropped: {names}. Declare a column that numbers the records (row).",
    fr="On n’a pu compter si tous les enregistrements d’une modalité ont disparu pour ces"
    " colonnes, recodées ou retirées : {names}. Déclarer une colonne qui numérote les"
    " enregistrements (row).",
)
_TOO_FEW = Words(
    "Too few records to tell by counting whether what was hidden in these columns can be read"
    " from others: {names}. Look at the file yourself: does another column say the same?",
    fr="Trop peu d’enregistrements pour savoir en comptant si ce qui a été caché dans ces colonnes"
    " se lit dans d’autres : {names}. Regarder le fichier soi-même : une autre colonne dit-elle"
    " la même chose ?",
)
_UNTRIED = Words(
    "Whether two columns together give back what was hidden was not tried for all of them: too"
    " many pairs (not tried: {number}) for {names}. Release fewer columns, or look yourself.",
    fr="On n’a pas essayé toutes les paires de colonnes qui, ensemble, pourraient rendre ce qui a"
    " été caché : elles sont trop nombreuses (non essayées : {number}) pour {names}. Diffuser"
    " moins de colonnes, ou regarder soi-même.",
)
_KEPT = Words(
    "The file still names or numbers people, as the plan says: {names}.",
    fr="Le fichier nomme ou numérote encore des personnes, comme le plan le dit : {names}.",
)
_ACCEPTED = Words(
    "Columns released unexamined, as the plan accepts: {names}.",
    fr="Colonnes diffusées sans examen, comme le plan l’accepte : {names}.",
)
_READ = Words(
    "What was hidden in {column} can be read from {names}, which the measures suppose to be"
    " known: they are keys.",
    fr="Ce qui a été caché dans {column} se lit dans {names}, que les mesures supposent connues :"
    " ce sont des clés.",
)
_SINGULAR = Words(
    "People alone with their value, whom those who know it can find: {names}. Consider"
    " making them coarser (round, top_code, recode).",
    fr="Personnes seules à avoir leur valeur, que peut retrouver qui la connaît : {names}."
    " Envisager de les rendre plus grossières (round, top_code, recode).",
)
_WEIGHTS = Words(
    "Records alone with their weight, which tells them apart: {alone} of {records}. Consider"
    " round_weights{measure}.",
    fr="Enregistrements seuls à porter leur poids, qui les distingue : {alone} sur {records}."
    " Envisager round_weights{measure}.",
)
_ESCAPE = Words(
    "[release] escape_formulas = true writes an apostrophe before them.",
    fr="[release] escape_formulas = true y met une apostrophe devant.",
)
_RENAME = Words(
    "What is left are names of columns: rename them.",
    fr="Il reste des noms de colonnes : les renommer.",
)
_MEASURE_IT = Words(
    ", and weight_disclosure to measure it", fr=", et weight_disclosure pour le mesurer"
)
_UNREADABLE = Words(
    "The file as it is read could not be judged: write it in another format.",
    fr="Le fichier tel qu’il se lit n’a pu être jugé : l’écrire dans un autre format.",
)
_CODED = Words(
    "Pseudonyms remain: whoever holds the secret can go back to people, and files made with the"
    " same secret can be linked.",
    fr="Des pseudonymes subsistent : qui détient le secret peut revenir aux personnes, et les"
    " fichiers faits avec le même secret peuvent être rapprochés.",
)
_SORTED = Words(
    "The records are in their original order, which may give away what was hidden: consider"
    " shuffle_records.",
    fr="Les enregistrements sont dans leur ordre d’origine, qui peut trahir ce qui a été caché :"
    " envisager shuffle_records.",
)
_GUESSED = Words(
    "The seed is short: whoever tries all such seeds can draw the same again, and take noise,"
    " exchanges and new numbers back. Give none for the file that leaves: a long one is drawn.",
    fr="La graine est courte : qui essaie toutes celles de cette longueur peut refaire les mêmes"
    " tirages, et défaire bruits, échanges et nouveaux numéros. N’en donner aucune pour le fichier"
    " qui part : une longue est tirée.",
)
_VARIANTS = Words(
    "The variants of a plan are drawn by the same chance, to be compared: release one of them"
    " alone. Whoever holds two takes noise and exchanges back.",
    fr="Les variantes d’un plan sont tirées du même hasard, pour être comparées : n’en diffuser"
    " qu’une. Qui en détient deux défait bruits et échanges.",
)
_HOUSEHOLD = Words(
    "The household number links the members of a household: together they are easier to recognise,"
    " and who counts them knows the size of the household.",
    fr="Le numéro de ménage relie les membres d’un ménage : ensemble, ils sont plus faciles à"
    " reconnaître, et qui les compte connaît la taille du ménage.",
)
_INDIVIDUAL = Words(
    "A number links the records of a person: together they are easier to recognise than each by"
    " itself, and no measure judges them together.",
    fr="Un numéro relie les enregistrements d’une personne : ensemble, ils sont plus faciles à"
    " reconnaître que chacun à part, et aucune mesure ne les juge ensemble.",
)
_UNPAID = Words(
    "The private tables are paid from no account: nothing says what was told of the source before,"
    " or will be. discret budget open begins one, [budget] ledger names it.",
    fr="Les tables privées ne sont payées d’aucun compte : rien ne dit ce qui a été dit de la"
    " source auparavant, ni ce qui le sera. discret budget open en ouvre un, [budget] ledger"
    " le nomme.",
)
