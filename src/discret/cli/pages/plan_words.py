"""The sentences of the page of the plan file, in English and in French."""

from __future__ import annotations

from discret.words import Words, say

TITLE = Words("The plan file", fr="Le fichier de plan")
FIRST = Words(
    "A plan says in one TOML file what a file about people holds, what is to be true of its"
    " release, and what is done to it. `discret profile FILE` writes a first one,"
    " `discret check PLAN` tells all that it lacks, `discret run PLAN --out FOLDER` runs it."
    " This page is written from the declarations by `scripts/reference`"
    " ([en français](plan_file.fr.md)). A whole plan:",
    fr="Un plan dit en un fichier TOML ce que contient un fichier sur des personnes, ce qui doit"
    " être vrai de sa diffusion, et ce qu’on lui fait. `discret profile FICHIER` en écrit un"
    " premier, `discret check PLAN` dit tout ce qui lui manque, `discret run PLAN --out DOSSIER`"
    " l’exécute. Cette page est écrite d’après les déclarations par `scripts/reference`"
    " ([in English](plan_file.md)). Un plan entier :",
)
PATHS = Words(
    "All sections may be left out. Paths start at the folder of the plan. The seed is given to the"
    " run (`--seed`), not written in the plan: with it, noise and swaps could be undone.",
    fr="Toutes les sections peuvent être omises. Les chemins partent du dossier du plan. La graine"
    " est donnée à l’exécution (`--seed`), et non écrite dans le plan : avec elle, bruits et"
    " échanges pourraient être défaits.",
)
DATA = Words(
    "What is not said is found out. `sheet` is for Excel, `decimal` and `encoding` for CSV,"
    " `header_row` for both; each is also an option of the commands that read a file.",
    fr="Ce qui n’est pas dit est cherché. `sheet` est pour Excel, `decimal` et `encoding` pour CSV,"
    " `header_row` pour les deux ; chacun est aussi une option des commandes qui lisent un"
    " fichier.",
)
STAR = Words(
    "In place of `[data] file`, the facts of a warehouse: each fact is about an individual, who may"
    " have several, and names a member of each dimension. The area and the other dimensions become"
    " keys with their hierarchies; `[roles]` may add others. `[data]` says how to read files of"
    " facts. Beside the release, `warehouse/` then has it as facts, dimensions of published"
    " members and bridges.",
    fr="À la place de `[data] file`, les faits d’un entrepôt : chaque fait concerne un individu,"
    " qui peut en avoir plusieurs, et nomme un membre de chaque dimension. Le lieu et les autres"
    " dimensions deviennent des clés avec leurs hiérarchies ; `[roles]` peut en ajouter. `[data]`"
    " dit comment lire les fichiers de faits. À côté de la diffusion, `warehouse/` la contient"
    " alors sous forme de faits, de dimensions aux membres diffusés et de ponts.",
)
STAR_SAMPLE = Words(
    "From files, and from a DuckDB database:", fr="Depuis des fichiers, puis une base DuckDB :"
)
UNNAMED = Words(
    "A column that is not named is `ignored`: no measure looks at it unless it names it, and it"
    " leaves only if `[release]` accepts it.",
    fr="Une colonne qui n’est pas nommée est `ignored` : aucune mesure ne l’examine sans la nommer,"
    " et elle ne sort que si `[release]` l’accepte.",
)
HIERARCHIES = Words(
    "One table for each column, `[hierarchies.age]` for the column `age`; a name with spaces or"
    ' accents stands in quotes, `[hierarchies."Âge"]`. `from` says of which kind it is. Level 0 is'
    " the value itself.",
    fr="Une table par colonne, `[hierarchies.age]` pour la colonne `age` ; un nom avec des espaces"
    ' ou des accents est entre guillemets, `[hierarchies."Âge"]`. `from` dit de quelle sorte elle'
    " est. Le niveau 0 est la valeur même.",
)
RELEASE = Words(
    "What the plan says of the release itself. Without `unexamined`, a column that no measure looks"
    " at closes the gate.",
    fr="Ce que le plan dit de la diffusion même. Sans `unexamined`, une colonne qu’aucune mesure"
    " n’examine ferme la porte.",
)
STEPS = Words(
    "Beside these keys, a table has the parameters of its part: its page tells them all, and so"
    " does `discret parts NAME`.",
    fr="Outre ces clés, une table a les paramètres de sa partie : sa page les dit tous, et"
    " `discret parts NOM` aussi.",
)
PRIVATE = Words(
    "Statistics told of the original under differential privacy, written beside the release; a plan"
    " of nothing else lets no record leave. The [guide](private.md) tells the story of one.",
    fr="Des statistiques tirées de l’original sous confidentialité différentielle, écrites à côté"
    " de la diffusion ; un plan qui n’a rien d’autre ne laisse partir aucun enregistrement. Le"
    " [guide](private.md) en raconte l’histoire.",
)
BUDGET = Words(
    "They are paid from the account of the source, all or none, before the file is read. Without"
    " one they are told all the same, and the report says so.",
    fr="Elles sont payées du compte de la source, toutes ou aucune, avant que le fichier soit lu."
    " Sans compte elles sont dites tout de même, et le rapport le dit.",
)
VARIANTS = Words(
    "Each variant makes a release of its own, and a report has them side by side.",
    fr="Chaque variante fait sa propre diffusion, et un rapport les montre côte à côte.",
)
COLON = Words(":", fr=" :")
NEEDED = Words("needed", fr="nécessaire")
ONE = Words("one", fr="une")
SEVERAL = Words("several", fr="plusieurs")
VALUE = Words("value", fr="valeur")
_KEY, _MEANING = Words("key", fr="clé"), Words("what it says", fr="ce qu’elle dit")
SECTIONS = (Words("section", fr="section"), _MEANING)
STEP = (_KEY, _MEANING)
KEYS = (_KEY, Words("kind (usual value)", fr="sorte (valeur usuelle)"), _MEANING)
ROLES = (Words("role", fr="rôle"), Words("columns", fr="colonnes"), _MEANING)
KINDS = (
    Words("`from`", fr="`from`"),
    Words("how labels are made", fr="comment se font les libellés"),
)


def level(number: int) -> Words:
    """Name a level.

    Examples
    --------
    >>> level(2).fr
    'niveau 2'
    """
    return say("level {number}", "niveau {number}", number=number)
