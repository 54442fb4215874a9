"""What the plans of the examples say to people, in French: line by line, and text by text."""

from __future__ import annotations

LINES = {
    # survey
    "# A household victimisation survey, made 3-anonymous without losing anybody. First the best"
    " recoding:": "# Une enquête de victimation auprès des ménages, rendue 3-anonyme sans perdre"
    " personne. D’abord",
    "# the one that loses least, such that nobody is told from fewer than two others by any three"
    " keys.": "# le meilleur recodage : celui qui perd le moins, et où nul ne se distingue de moins"
    " de deux autres",
    "# Then cells: what still singles people out by all keys is blanked, where it costs least. The"
    " exact": "# par trois clés. Puis les cellules : ce qui isole encore par toutes les clés est"
    " effacé, là où",
    "# income goes: it would tell what the recoding of income hides.": "# il en coûte le moins. Le"
    " revenu exact s’en va : il dirait ce que cache le recodage du revenu.",
    "# Its table is discret.data.examples.survey().": "# Sa table :"
    " discret.data.examples.survey().",
    "# How values may be made coarser: the search chooses among these levels.": "# Comment rendre"
    " les valeurs plus grossières : la recherche choisit parmi ces niveaux.",
    "# Who knows how values were blanked may work some of them out: at most one in ten.": "# Qui"
    " sait comment on a effacé peut retrouver certaines valeurs : une sur dix au plus.",
    "# Blanks go where a key has many categories: of two, the other one is soon worked out.": "# On"
    " efface là où une clé a beaucoup de modalités : de deux, l’autre se devine vite.",
    # dishes
    "# The favourite-dish file of Bergeat (2015), section 1: nine people, made 2-anonymous by"
    " dropping": "# Le fichier des plats préférés de Bergeat (2015), section 1 : neuf personnes,"
    " rendu 2-anonyme",
    "# those at risk. Its table is discret.data.examples.dishes().": "# en retirant celles à"
    " risque. Sa table : discret.data.examples.dishes().",
    # section4
    "# Section 4 of Bergeat (2015) on a generated survey: two ways to a 3-anonymous file, side by"
    " side.": "# La section 4 de Bergeat (2015) sur une enquête engendrée : deux voies vers un"
    " fichier 3-anonyme.",
    "# The first blanks key values where they cost least. The second drops the records at risk,"
    " then": "# La première efface des valeurs de clés là où il en coûte le moins. La deuxième"
    " retire les",
    "# calibrates the weights of the others; a third does so with bounded ratios; a fourth leaves"
    " the": "# enregistrements à risque, puis cale les poids des autres ; une troisième borne leurs"
    " rapports ;",
    "# weights as they are.": "# une quatrième laisse les poids tels quels.",
    "# Its table is discret.data.examples.survey(); it is not the survey of the paper.": "# Sa"
    " table : discret.data.examples.survey() ; ce n’est pas l’enquête de l’article.",
    "# How categories are put in order in tables.": "# L’ordre des modalités dans les tableaux.",
    "# The paper judges whether people are recognised, not what is learnt of them.": "# L’article"
    " juge si l’on reconnaît des personnes, non ce que l’on apprend d’elles.",
}
TEXTS = {
    "three of nine; a tenth by default": "trois sur neuf ; un dixième par défaut",
    "Household victimisation survey": "Enquête de victimation auprès des ménages",
    "Favourite dishes": "Plats préférés",
    "Victimisation survey, made 3-anonymous": "Enquête de victimation, rendue 3-anonyme",
    "researchers": "chercheurs",
    "studies of victimisation": "études de la victimation",
    "on request": "sur demande",
    "local suppressions": "suppressions locales",
    "records dropped, weights calibrated": "enregistrements retirés, poids calés",
    "records dropped, weights calibrated within bounds": "enregistrements retirés, poids calés"
    " entre des bornes",
    "records dropped, weights left as they are": "enregistrements retirés, poids tels quels",
    "drop the first weight": "retirer le premier poids",
}


def in_french(plan: str) -> str:
    """Return the text of an example's plan with its comments and its texts in French.

    Examples
    --------
    >>> in_french('title = "Favourite dishes"')
    'title = "Plats préférés"'
    """
    text = "\n".join(LINES.get(line, line) for line in plan.split("\n"))
    for english, french in TEXTS.items():
        text = text.replace(f'"{english}"', f'"{french}"').replace(f"# {english}", f"# {french}")
    return text
