"""The starting plan as a text to be read: what tables are for, and whence their numbers are."""

from __future__ import annotations

from discret.plan.plan import Plan
from discret.words import Language, Words

WIDE = 98


def commented(plan: Plan, language: Language) -> str:
    """Write a plan as TOML, with comments before the tables they are about.

    Examples
    --------
    >>> print(commented(Plan(roles={"key": ["age"]}), "en").splitlines()[-1])
    key = ["age"]
    """
    blocks = [text for text in plan.to_toml().split("\n\n") if text.strip()]
    told: set[str] = set()
    lines = [_comment(_HEAD, language).strip("\n")]
    for block in blocks:
        start = next((name for name in _SAID if block.startswith(name) and name not in told), None)
        if start is not None:
            told.add(start)
            lines.append(_comment(_SAID[start], language) + block.strip("\n"))
        else:
            lines.append(block.strip("\n"))
    return "\n\n".join(lines) + "\n"


def _comment(words: Words, language: Language) -> str:
    """Break a comment into lines that fit a screen."""
    lines = [""]
    for word in words.within(language).split():
        room = len(lines[-1]) + len(word) < WIDE
        lines = [*lines[:-1], f"{lines[-1]} {word}"] if room else [*lines, f" {word}"]
    return "".join(f"#{line}\n" for line in lines)


_HEAD = Words(
    "A plan to start from. The roles are guesses from names and counts: read and mend them first."
    " A column that an attacker could know and that is not a key makes every verdict too rosy."
    " Then: discret check, discret run. Tables of statistics with noise may stand beside the"
    " records, or instead of them: [[private]], see discret private.",
    fr="Un plan pour commencer. Les rôles sont devinés d’après les noms et les effectifs : les lire"
    " et les corriger d’abord. Une colonne qu’un attaquant pourrait connaître et qui n’est pas une"
    " clé rend tous les verdicts trop favorables. Ensuite : discret check, discret run. Des tables"
    " de statistiques bruitées peuvent accompagner les enregistrements, ou les remplacer :"
    " [[private]], voir discret private.",
)
_SAID = {
    "[roles]": Words(
        "key: what others may know of a person. number: what they know roughly. sensitive: what"
        " must not be learnt. identifier,"
        " individual, household: never leave unless [release] says so.",
        fr="key : ce que d’autres peuvent savoir d’une personne. number : ce qu’ils savent à peu"
        " près. sensitive : ce qui ne doit pas être appris. identifier, individual, household : ne"
        " sortent pas, sauf si [release] le dit.",
    ),
    "[hierarchies": Words(
        "How keys are made coarser, level after level, up to *. Made from the data: edit them, so"
        " that classes are those that the users of the file know.",
        fr="Comment les clés deviennent moins fines, niveau après niveau, jusqu’à *. Tirées des"
        " données : à modifier, pour que les classes soient celles que connaissent les"
        " utilisateurs du fichier.",
    ),
    '[[assess]]\nmeasure = "k_anonymity"': Words(
        "Every combination of keys is shared by k people. Usual values go from 3 to 15"
        " (El Emam and Dankar 2008, Protecting privacy using k-anonymity).",
        fr="Chaque combinaison de clés est partagée par k personnes. Les valeurs usuelles vont de 3"
        " à 15 (El Emam et Dankar 2008, Protecting privacy using k-anonymity).",
    ),
    '[[assess]]\nmeasure = "l_diversity"': Words(
        "Those who share their keys differ in what is sensitive: at least 2 values"
        " (Machanavajjhala et al. 2007, l-diversity).",
        fr="Les personnes de mêmes clés diffèrent par ce qui est sensible : au moins 2 valeurs"
        " (Machanavajjhala et al. 2007, l-diversity).",
    ),
    '[[assess]]\nmeasure = "linkage"': Words(
        "Numbers that others know roughly lead back to whom they are about for at most one record"
        " in k (Domingo-Ferrer and Torra 2001).",
        fr="Les nombres que d’autres connaissent à peu près ramènent à la personne concernée pour"
        " un enregistrement sur k au plus (Domingo-Ferrer et Torra 2001).",
    ),
    '[[reduce]]\nmethod = "microaggregate"': Words(
        "Numbers that others know roughly are shown as the means of k records that are alike. A"
        " number that is only sensitive, and known to nobody, may have the role sensitive instead.",
        fr="Les nombres que d’autres connaissent à peu près sont montrés comme moyennes de k"
        " enregistrements qui se ressemblent. Un nombre seulement sensible, que personne ne"
        " connaît, peut avoir le rôle sensitive.",
    ),
    '[[reduce]]\nmethod = "generalise"': Words(
        "The recoding of the keys that loses least; drop is the largest share of the records"
        " that may be dropped: a choice to start from, without a source.",
        fr="Le recodage des clés qui perd le moins ; drop est la plus grande part des"
        " enregistrements qui peut être retirée : un choix pour commencer, sans source.",
    ),
    '[[reduce]]\nmethod = "suppress_cells"': Words(
        "What is still at risk is blanked, cell by cell: nobody else is dropped.",
        fr="Ce qui reste à risque est effacé, cellule par cellule : personne d’autre n’est retiré.",
    ),
    '[[quantify]]\nmeasure = "detail_lost"': Words(
        "The largest share of the detail of the keys that may be lost: a choice to start from,"
        " without a source. Set it from what the file is for.",
        fr="La plus grande part du détail des clés qui peut être perdue : un choix pour commencer,"
        " sans source. À fixer selon l’usage du fichier.",
    ),
}
