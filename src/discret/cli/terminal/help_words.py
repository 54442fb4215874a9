"""What the command line says of itself, in English and in French."""

from __future__ import annotations

from discret.cli.terminal.privacy_help_words import PRIVACY
from discret.words import Words

NAMES = (  # of what is to be given, as the help and the refusals write them
    Words("FILE", fr="FICHIER"),
    Words("PATH", fr="CHEMIN"),
    Words("LANG", fr="LANGUE"),
    Words("RECORD", fr="RELEVÉ"),
    Words("RELEASE", fr="DIFFUSION"),
    Words("COLUMN", fr="COLONNE"),
    Words("NAME", fr="NOM"),
    Words("PLAN", fr="PLAN"),
    Words("TABLE", fr="TABLE"),
    Words("SETTING", fr="RÉGLAGE"),
)
HELP = (
    *NAMES,
    *PRIVACY,
    Words(
        "Make files about people safe to release: assess, reduce, quantify, document.\n\nExit"
        " codes: 0 fine, 1 a target is not met or the gate is closed, 2 bad input, 3 a"
        " fault of discret itself.",
        fr="Rendre diffusables des fichiers sur des personnes : évaluer, réduire,"
        " quantifier, documenter.\n\nCodes de sortie : 0 tout va bien, 1 un objectif"
        " n’est pas atteint ou la porte est fermée, 2 entrée refusée, 3 faute de"
        " discret même.",
    ),
    Words(
        "Take an example file all the way: data, plan, protected file and reports.",
        fr="Mener un fichier d’exemple jusqu’au bout : données, plan, fichier protégé et rapports.",
    ),
    Words("Start", fr="Commencer"),
    Words("Folder to write into.", fr="Dossier où écrire."),
    Words("survey, dishes or section4.", fr="survey, dishes ou section4."),
    Words("en or fr.", fr="en ou fr."),
    Words(
        "Print plain data instead of tables.", fr="Afficher des données brutes au lieu de tableaux."
    ),
    Words(
        "Look at a file: types, missing values, uniques, a guess of the roles, a starting plan.",
        fr="Regarder un fichier : types, valeurs manquantes, uniques, rôles supposés, plan"
        " de départ.",
    ),
    Words(
        "CSV, Parquet, Arrow, Excel, Stata, SPSS or SAS.",
        fr="CSV, Parquet, Arrow, Excel, Stata, SPSS ou SAS.",
    ),
    Words(
        "Where to write the starting plan; by default FILE.plan.toml here.",
        fr="Où écrire le plan de départ ; par défaut FICHIER.plan.toml ici.",
    ),
    Words("Overwrite the plan if it exists.", fr="Remplacer le plan s’il existe."),
    Words(
        "Say how risky a file is, against which attacker, and whether targets are met.",
        fr="Dire à quel point un fichier est risqué, face à quel attaquant, et si les objectifs"
        " sont atteints.",
    ),
    Words("The four verbs", fr="Les quatre verbes"),
    Words(
        "The file; by default the one the plan names.",
        fr="Le fichier ; par défaut celui que nomme le plan.",
    ),
    Words("Roles and measures from this plan.", fr="Rôles et mesures de ce plan."),
    Words("A key column; repeat.", fr="Une colonne clé ; à répéter."),
    Words("A sensitive column; repeat.", fr="Une colonne sensible ; à répéter."),
    Words(
        "A number that others know roughly; repeat.",
        fr="Un nombre que d’autres connaissent à peu près ; à répéter.",
    ),
    Words("An identifier; repeat.", fr="Un identifiant ; à répéter."),
    Words("The weight column.", fr="La colonne des poids."),
    Words("The column that tells people apart.", fr="La colonne qui distingue les personnes."),
    Words("The column that tells households apart.", fr="La colonne qui distingue les ménages."),
    Words(
        "The column that says where; it is a key too.",
        fr="La colonne qui dit où ; c’est aussi une clé.",
    ),
    Words(
        "The column that numbers the records.", fr="La colonne qui numérote les enregistrements."
    ),
    Words(
        "The file it was made from: what can be linked to it?",
        fr="Le fichier d’origine : que peut-on y rattacher ?",
    ),
    Words(
        "The people the records were drawn from, one a row.",
        fr="Les personnes d’où les enregistrements sont tirés, une par ligne.",
    ),
    Words(
        "An earlier release: its record.json, or a table; repeat.",
        fr="Une diffusion antérieure : son record.json, ou une table ; à répéter.",
    ),
    Words(
        "A measure with its parameters: 'k_anonymity k=3'; repeat.",
        fr="Une mesure et ses paramètres : 'k_anonymity k=3' ; à répéter.",
    ),
    Words(
        "Say what comes out when totals by zone and by square are subtracted from each other.",
        fr="Dire ce que révèle la soustraction de totaux par zone et par carreau.",
    ),
    Words("Rows, or a crossed table.", fr="Des lignes, ou une table croisée."),
    Words(
        "The column of the first publication (communes).",
        fr="La colonne de la première publication (communes).",
    ),
    Words(
        "The column of the second one (grid squares).", fr="La colonne de la seconde (carreaux)."
    ),
    Words(
        "The column of a further publication; repeat.",
        fr="La colonne d’une publication de plus ; à répéter.",
    ),
    Words(
        "The number of observations, in a crossed table.",
        fr="Le nombre d’observations, dans une table croisée.",
    ),
    Words(
        "Totals of fewer must not be known.",
        fr="Les totaux de moins d’observations ne doivent pas être connus.",
    ),
    Words(
        "A coarser level of a nested grid, coarsest first.",
        fr="Un niveau plus grossier d’une grille emboîtée, du plus grossier au plus fin.",
    ),
    Words(
        "COLUMN=FLAG: the 0/1 column that says what is withheld; repeat.",
        fr="COLONNE=MARQUE : la colonne de 0 et de 1 qui dit ce qui est masqué ; à répéter.",
    ),
    Words(
        "Rows without zone or square: refused, or withheld.",
        fr="Lignes sans zone ou sans carreau : refused, ou withheld.",
    ),
    Words(
        "Rows that repeat a pair, with --count: refused, or added.",
        fr="Lignes qui répètent une paire, avec --count : refused, ou added.",
    ),
    Words(
        "Exit with 1 if more observations are not safe.",
        fr="Sortir avec 1 si plus d’observations ne sont pas sûres.",
    ),
    Words(
        "Compare ways to protect: withhold squares, merge squares.",
        fr="Comparer des protections : masquer des carreaux, en regrouper.",
    ),
    Words(
        "Time to look for squares to withhold (--protect), groups (--also).",
        fr="Temps pour chercher des carreaux à masquer (--protect), des groupes (--also).",
    ),
    Words(
        "Folder for at_risk.csv, groups.csv, difference.html and its record.",
        fr="Dossier pour at_risk.csv, groups.csv, difference.html et son relevé.",
    ),
    Words(
        "GeoJSON of zones and squares, for the map; repeat.",
        fr="GeoJSON des zones et des carreaux, pour la carte ; à répéter.",
    ),
    Words("The column of x coordinates.", fr="La colonne des coordonnées x."),
    Words("The column of y coordinates.", fr="La colonne des coordonnées y."),
    Words(
        "Most that a file may hold unpacked, such as 40GB; by default 16GB.",
        fr="Le plus qu’un fichier décompressé peut contenir, par exemple 40GB ; 16GB par défaut.",
    ),
    Words(
        "Replace what an earlier run wrote there.",
        fr="Remplacer ce qu’une exécution antérieure y a écrit.",
    ),
    Words(
        "Let your group read what is written, not you alone.",
        fr="Laisser votre groupe lire ce qui est écrit, et pas vous seul.",
    ),
    Words(
        "Run a plan: write the protected file, its record and two reports.\n\nA plan with"
        " variants makes a release of each, in its own folder, and their comparison. With\n"
        "--draws 20, a plan with chance is also tried with other seeds: the spread of risk"
        " and loss.",
        fr="Exécuter un plan : écrire le fichier protégé, son relevé et deux rapports.\n\nUn"
        " plan à variantes fait une diffusion de chacune, dans son dossier, et leur"
        " comparaison. Avec --draws 20, un plan qui tire au hasard est aussi essayé avec"
        " d’autres graines : la dispersion du risque et de la perte.",
    ),
    Words("The plan (TOML).", fr="Le plan (TOML)."),
    Words("Another file than the plan names.", fr="Un autre fichier que celui du plan."),
    Words(
        "Another format than the input's: parquet, csv, ...",
        fr="Un autre format que celui de l’entrée : parquet, csv, ...",
    ),
    Words(
        "Start of all chance; kept in the record.", fr="Graine du hasard ; gardée dans le relevé."
    ),
    Words(
        "Judge the plan over so many seeds; the file is that of the first.",
        fr="Juger le plan sur autant de graines ; le fichier est celui de la première.",
    ),
    Words(
        "The secret of keyed methods (or DISCRET_SECRET).",
        fr="Le secret des méthodes à clé (ou DISCRET_SECRET).",
    ),
    Words(
        "Run a plan with a grid of settings: risk, loss and facts of each, in one table.\n\n"
        "--set reduce.1.k=2,3,5 tries three values of k in the first step of the plan, which is"
        " number 1;\nsteps are also known by their labels, measures by their names"
        " (assess.k_anonymity.k). Each\nsetting is judged as run judges it, by the file that a"
        " reader finds; variants are tried each.",
        fr="Exécuter un plan avec une grille de réglages : risque, perte et faits de chacun, en un"
        " tableau.\n\n--set reduce.1.k=2,3,5 essaie trois valeurs de k dans la première étape du"
        " plan, qui porte le numéro 1 ; les étapes ont aussi leurs noms (label), les mesures les"
        " leurs (assess.k_anonymity.k). Chaque réglage est jugé comme par run, sur le fichier qu’un"
        " lecteur trouve ; les variantes sont essayées chacune.",
    ),
    Words(
        "A place in the plan and values to try: reduce.1.k=2,3,5; repeat.",
        fr="Une place dans le plan et les valeurs à essayer : reduce.1.k=2,3,5 ; à répéter.",
    ),
    Words("Folder for sweep.html and sweep.json.", fr="Dossier pour sweep.html et sweep.json."),
    Words(
        "Make a report again from a record alone, in English or French.",
        fr="Refaire un rapport d’un relevé seul, en anglais ou en français.",
    ),
    Words(
        "A record.json or difference.json, or a folder with one.",
        fr="Un record.json ou difference.json, ou un dossier qui en a un.",
    ),
    Words(
        "Where to write; by default report.html or public.html beside the record, or"
        " report.fr.html beside one in English.",
        fr="Où écrire ; par défaut report.html ou public.html à côté du relevé, ou"
        " report.fr.html à côté d’un rapport en anglais.",
    ),
    Words("The report for the file's users.", fr="Le rapport pour les utilisateurs du fichier."),
    Words(
        "Put the risk and the loss of several releases of one file side by side.",
        fr="Mettre côte à côte le risque et la perte de plusieurs diffusions d’un fichier.",
    ),
    Words(
        "Two or more: a record.json, or a folder with one.",
        fr="Deux ou plus : un record.json, ou un dossier qui en a un.",
    ),
    Words("Write the comparison as a page, too.", fr="Écrire aussi la comparaison en une page."),
    Words(
        "Tell all that a plan lacks to be run on its data, before anything is run.",
        fr="Dire tout ce qui manque à un plan pour être exécuté sur ses données, avant"
        " toute exécution.",
    ),
    Words("The format the release will have.", fr="Le format qu’aura la diffusion."),
    Words(
        "Show the values of a column to whoever holds the file: no message ever says them.",
        fr="Montrer les valeurs d’une colonne à qui détient le fichier : aucun message ne"
        " les dit jamais.",
    ),
    Words("The column.", fr="La colonne."),
    Words(
        "A hierarchy (CSV): which values does it lack?",
        fr="Une hiérarchie (CSV) : quelles valeurs lui manquent ?",
    ),
    Words("Or the hierarchy of this plan.", fr="Ou la hiérarchie de ce plan."),
    Words("Values shown, at most.", fr="Valeurs montrées, au plus."),
    Words("Differential privacy", fr="Confidentialité différentielle"),
    Words("Help", fr="Aide"),
    Words("One part, or kind of hierarchy.", fr="Une partie, ou sorte de hiérarchie."),
    Words("Show the version.", fr="Afficher la version."),
    Words("Show this message and exit.", fr="Afficher cette aide."),
    Words("How to read the file", fr="Comment lire le fichier"),
    Words("COMMAND [ARGS]...", fr="COMMANDE [ARGUMENTS]..."),
    Words(
        "Work with pages in a browser, on this machine only: no plan is written by hand.",
        fr="Travailler avec des pages dans un navigateur, sur cette machine seulement : aucun plan"
        " à écrire à la main.",
    ),
    Words(
        "A data file, or a plan (TOML); or choose one there.",
        fr="Un fichier de données, ou un plan (TOML) ; ou en choisir un sur place.",
    ),
    Words(
        "Port on this machine; by default a free one.",
        fr="Port sur cette machine ; par défaut un port libre.",
    ),
    Words(
        "Open a browser, or print the address.", fr="Ouvrir un navigateur, ou afficher l’adresse."
    ),
    Words(
        "Open the example survey, half protected.",
        fr="Ouvrir l’enquête d’exemple, à moitié protégée.",
    ),
)
