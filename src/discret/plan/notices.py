"""What whoever releases a file should look at, whatever the targets say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import narwhals as nw

from discret.data.dataset import Dataset
from discret.data.engine import collected
from discret.data.roles import Role
from discret.words import Words, say

if TYPE_CHECKING:
    from discret.plan.apart import Alone
    from discret.plan.gate import Gate
    from discret.plan.release import Release

_TOLD = ("key", "telling")
MANY = 0.1  # more of the records dropped than this is said aloud


def notices(release: Release) -> list[Words]:
    """Return the notices of a release, the gravest first: why it does not pass, then the rest."""
    return [
        *release.gate.reasons,
        *_written(release),
        *_alike(release),
        *_formulas(release),
        *gone(release),
        *_attacked(release),
        *_columns(release),
        *_links(release),
        *_order(release),
    ]


def _written(release: Release) -> list[Words]:
    found = release.reading
    if found is None or (found.passage.same and found.whole):
        return []
    lost = found.passage.records_before - found.passage.records_after
    names = ", ".join(found.passage.columns)
    return [
        *([_LOST(lost)] if lost else []),
        *([_REREAD(names)] if names else []),
        *([] if found.whole else [_UNREADABLE]),
        *(_MISSED(title) for title in found.missed),
    ]


def _alike(release: Release) -> list[Words]:
    found = release.reading
    if found is None or not found.missed_alike:
        return []
    return [_ALIKE(", ".join(found.alike), title) for title in found.missed_alike]


def _formulas(release: Release) -> list[Words]:
    found = {} if release.reading is None else release.reading.passage.formulas
    if not found:
        return []
    advice = _RENAME if release.plan.release.escape_formulas else _ESCAPE
    return [_FORMULAS(found, advice)]


def gone(release: Release) -> list[Words]:
    """Tell how many records were dropped, and which columns lost whole categories."""
    before, after = len(release.original), len(release.data)
    dropped = before - after
    if dropped <= 0:
        return []
    said = [_DROPPED(dropped, before)] if dropped > MANY * before else []
    lost, uncounted = release.emptied
    told = _EMPTIED if release.inside.follows(release.original) else _VANISHED
    return [
        *said,
        *([told(lost)] if lost else []),
        *([_UNCOUNTED(", ".join(uncounted))] if uncounted else []),
    ]


def _attacked(release: Release) -> list[Words]:
    """Tell what an attack that nobody asked for, and so without a target, found."""
    unasked = [part for part in release.plan.assess if part not in release.asked.assess]
    taken = dict(zip(release.plan.assess, release.risk, strict=True))
    found = [(part, taken[part]) for part in unasked if taken[part].value]
    return [_FOUND(part.title, finding.reads) for part, finding in found if finding.met is None]


def _columns(release: Release) -> list[Words]:
    gate, data = release.gate, release.data
    harmless = [reading for reading in gate.readings if gate.harmless(reading)]
    accepted, named = gate.within("accepted"), gate.within("kept")
    alone = lone_weights(data)
    return [
        *([_KEPT(", ".join(named))] if named else []),
        *([_ACCEPTED(", ".join(accepted))] if accepted else []),
        *_singular(gate),
        *(_READ(entry["column"], ", ".join(entry["from"])) for entry in harmless),
        *_unsearched(gate),
        *([gate.redundancy.reads] if gate.redundancy.value is None and not gate.unsearched else []),
        *([_WEIGHTS(alone, len(data), _measured(release))] if alone else []),
    ]


def _singular(gate: Gate) -> list[Words]:
    """Tell of the columns, none of them stopped or a key, with whose value many are alone."""
    passing = {n: column.alone for n, column in gate.columns.items() if column.state not in _TOLD}
    many = {name: found for name, found in passing.items() if found and found.many}
    return [_SINGULAR(many)] if many else []


def _unsearched(gate: Gate) -> list[Words]:
    """Tell where the search for what can be read elsewhere could not be made, or not all of it."""
    few = [n for n in gate.redundancy.details.get("too_few", ()) if gate.told_elsewhere(n)]
    pairs = gate.redundancy.details.get("pairs_untried", {})
    pairs = {name: number for name, number in pairs.items() if gate.told_elsewhere(name)}
    return [
        *([_TOO_FEW(", ".join(few))] if few else []),
        *([_UNTRIED(", ".join(pairs), sum(pairs.values()))] if pairs else []),
    ]


def _measured(release: Release) -> bool:
    return any(part.name == "weight_disclosure" for part in release.plan.assess)


def lone_weights(data: Dataset) -> int:
    """Count the records that no other shares its weight with."""
    weight = data.column(Role.WEIGHT)
    if weight is None:
        return 0
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
    done = {step.method.name for step in release.steps}
    sorted_ = release.data.numbered and "shuffle_records" not in done
    return [_SORTED] if sorted_ else []


# Sentences with a blank to fill, kept beside the others.


def _LOST(number: int) -> Words:  # noqa: N802
    return say(
        "Records that a reader of the written file does not find: {number}.",
        "Enregistrements qu’un lecteur du fichier écrit ne retrouve pas : {number}.",
        number=number,
    )


def _REREAD(names: str) -> Words:  # noqa: N802
    return say(
        "Read back from the file, these columns are not what was released: {names}. The verdict is"
        " about the file as it is read.",
        "Relues dans le fichier, ces colonnes ne sont pas ce qui a été diffusé : {names}. Le"
        " verdict porte sur le fichier tel qu’il se lit.",
        names=names,
    )


def _MISSED(title: Words) -> Words:  # noqa: N802
    return say(
        "The file as it is read misses a target that held before it was written: {title}. Write it"
        " in another format.",
        "Le fichier tel qu’il se lit manque un objectif atteint avant l’écriture : {title}."
        " L’écrire dans un autre format.",
        title=title,
    )


def _ALIKE(names: str, title: Words) -> Words:  # noqa: N802
    return say(
        "Some values of these columns are one for people and programs (capital letters, blanks, 01"
        " and 1.0) or none at all (NA, None): {names}. Taken so, a target is missed that held:"
        " {title}. Write what is the same in one way, and leave empty what is missing.",
        "Des valeurs de ces colonnes n’en font qu’une pour les personnes et les programmes"
        " (majuscules, espaces, 01 et 1.0), ou ne sont rien (NA, None) : {names}. Lues ainsi, elles"
        " font manquer un objectif atteint : {title}. Écrire d’une seule façon ce qui est pareil,"
        " et laisser vide ce qui manque.",
        names=names,
        title=title,
    )


def _FORMULAS(found: Mapping[str, int], advice: Words) -> Words:  # noqa: N802
    return say(
        "Cells that a spreadsheet would take for formulas when it opens this CSV file: {names}."
        " {advice}",
        "Cellules qu’un tableur prendrait pour des formules en ouvrant ce fichier CSV : {names}."
        " {advice}",
        names=", ".join(f"{name} ({number})" for name, number in found.items()),
        advice=advice,
    )


def _DROPPED(dropped: int, records: int) -> Words:  # noqa: N802
    return say(
        "Records dropped: {dropped} of {records} ({share:%}). What is left may no longer describe"
        " the people the file was about.",
        "Enregistrements retirés : {dropped} sur {records} ({share:%}). Ce qui reste peut ne plus"
        " décrire les personnes sur lesquelles portait le fichier.",
        dropped=dropped,
        records=records,
        share=dropped / records,
    )


def _EMPTIED(lost: dict[str, int]) -> Words:  # noqa: N802
    return say(
        "All records of some categories are gone: {names}.",
        "Tous les enregistrements de certaines modalités ont disparu : {names}.",
        names=", ".join(f"{name} ({number})" for name, number in lost.items()),
    )


def _FOUND(title: Words, reads: Words) -> Words:  # noqa: N802
    return say(
        "Found by an attack ({title}), judged by no target: {reads}",
        "Trouvé par une attaque ({title}), que ne juge aucun objectif : {reads}",
        title=title,
        reads=reads,
    )


def _VANISHED(lost: dict[str, int]) -> Words:  # noqa: N802
    return say(
        "Some categories are no longer in the file: {names}. Whether their records were dropped or"
        " only blanked cannot be told in a lazy table: declare a column that numbers them (row).",
        "Certaines modalités ne sont plus dans le fichier : {names}. Dans une table différée, on ne"
        " peut dire si leurs enregistrements ont été retirés ou seulement masqués : déclarer une"
        " colonne qui les numérote (row).",
        names=", ".join(f"{name} ({number})" for name, number in lost.items()),
    )


def _UNCOUNTED(names: str) -> Words:  # noqa: N802
    return say(
        "Whether all records of a category are gone could not be counted for these columns, which"
        " were recoded or dropped: {names}. Declare a column that numbers the records (row).",
        "On n’a pu compter si tous les enregistrements d’une modalité ont disparu pour ces"
        " colonnes, recodées ou retirées : {names}. Déclarer une colonne qui numérote les"
        " enregistrements (row).",
        names=names,
    )


def _TOO_FEW(names: str) -> Words:  # noqa: N802
    return say(
        "Too few records to tell by counting whether what was hidden in these columns can be read"
        " from others: {names}. Look at the file yourself: does another column say the same?",
        "Trop peu d’enregistrements pour savoir en comptant si ce qui a été caché dans ces colonnes"
        " se lit dans d’autres : {names}. Regarder le fichier soi-même : une autre colonne dit-elle"
        " la même chose ?",
        names=names,
    )


def _UNTRIED(names: str, number: int) -> Words:  # noqa: N802
    return say(
        "Whether two columns together give back what was hidden was not tried for all of them: too"
        " many pairs (not tried: {number}) for {names}. Release fewer columns, or look yourself.",
        "On n’a pas essayé toutes les paires de colonnes qui, ensemble, pourraient rendre ce qui a"
        " été caché : elles sont trop nombreuses (non essayées : {number}) pour {names}. Diffuser"
        " moins de colonnes, ou regarder soi-même.",
        names=names,
        number=number,
    )


def _KEPT(names: str) -> Words:  # noqa: N802
    return say(
        "The file still names or numbers people, as the plan says: {names}.",
        "Le fichier nomme ou numérote encore des personnes, comme le plan le dit : {names}.",
        names=names,
    )


def _ACCEPTED(names: str) -> Words:  # noqa: N802
    return say(
        "Columns released unexamined, as the plan accepts: {names}.",
        "Colonnes diffusées sans examen, comme le plan l’accepte : {names}.",
        names=names,
    )


def _READ(column: str, others: str) -> Words:  # noqa: N802
    return say(
        "What was hidden in {column} can be read from {others}, which the measures suppose to be"
        " known: they are keys.",
        "Ce qui a été caché dans {column} se lit dans {others}, que les mesures supposent connues :"
        " ce sont des clés.",
        column=column,
        others=others,
    )


def _SINGULAR(found: Mapping[str, Alone]) -> Words:  # noqa: N802
    return say(
        "People alone with their value, whom those who know it can find: {names}. Consider"
        " making them coarser (round, top_code, recode).",
        "Personnes seules à avoir leur valeur, que peut retrouver qui la connaît : {names}."
        " Envisager de les rendre plus grossières (round, top_code, recode).",
        names=", ".join(f"{name} ({alone.alone}/{alone.people})" for name, alone in found.items()),
    )


def _WEIGHTS(alone: int, records: int, measured: bool) -> Words:  # noqa: N802
    return say(
        "Records alone with their weight, which tells them apart: {alone} of {records}. Consider"
        " round_weights{measure}.",
        "Enregistrements seuls à porter leur poids, qui les distingue : {alone} sur {records}."
        " Envisager round_weights{measure}.",
        measure=Words("", fr="") if measured else _MEASURE_IT,
        alone=alone,
        records=records,
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
