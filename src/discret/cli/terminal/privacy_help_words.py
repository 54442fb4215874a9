"""What the commands of differential privacy say of themselves, in English and in French."""

from __future__ import annotations

from discret.words import Words

PRIVACY = (
    Words(
        "Say what an ε of differential privacy means: how surely a value is found.",
        fr="Dire ce que signifie un ε de confidentialité différentielle : à quel point une valeur"
        " se trouve.",
    ),
    Words(
        "How many values the sensitive column can have.",
        fr="Combien de valeurs la colonne sensible peut avoir.",
    ),
    Words("An ε.", fr="Un ε."),
    Words(
        "Or the highest risk: which ε keeps below it?",
        fr="Ou le risque le plus élevé : quel ε reste en dessous ?",
    ),
    Words(
        "How likely the attacker held the value before.",
        fr="À quel point l’attaquant tenait la valeur pour probable auparavant.",
    ),
    Words("A picture (SVG).", fr="Une image (SVG)."),
    Words(
        "Open the account of a source, show it, or pay for a release from it.",
        fr="Ouvrir le compte d’une source, le montrer, ou en payer une diffusion.",
    ),
    Words(
        "Tell counts, sums, means or quantiles of a file under differential privacy.",
        fr="Dire effectifs, sommes, moyennes ou quantiles d’un fichier, sous confidentialité"
        " différentielle.",
    ),
    Words("The file, or a plan that names it.", fr="Le fichier, ou un plan qui le nomme."),
    Words("A column that makes cells; repeat.", fr="Une colonne de cellules ; répéter."),
    Words("The column of numbers.", fr="La colonne de nombres."),
    Words(
        "The ε of the table, budget or release.", fr="L’ε de la table, du budget ou de la sortie."
    ),
    Words("The δ that they have together.", fr="Le δ qu’elles ont ensemble."),
    Words(
        "How many releases of this ε are planned.",
        fr="Combien de diffusions de cet ε sont prévues.",
    ),
    Words("Tell the margins too.", fr="Dire aussi les marges."),
    Words(
        "count (the usual one), sum, mean or quantile.",
        fr="count (l’effectif, d’ordinaire), sum, mean ou quantile.",
    ),
    Words(
        "household, individual or record; the largest declared.",
        fr="household, individual ou record ; la plus grande déclarée.",
    ),
    Words("add_remove (the usual one) or replace.", fr="add_remove (d’ordinaire) ou replace."),
    Words(
        "Cells that a unit counts in, at most (1).",
        fr="Cellules où une unité compte, au plus (1).",
    ),
    Words(
        "Records of a unit that count in a cell, at most (1).",
        fr="Enregistrements d’une unité qui comptent dans une cellule, au plus (1).",
    ),
    Words(
        "Of a release: laplace, or pure (any noise).",
        fr="D’une diffusion : laplace, ou pure (bruit quelconque).",
    ),
    Words(
        "At opening, how many releases share the budget equally.",
        fr="À l’ouverture, combien de diffusions se partagent le budget à parts égales.",
    ),
    Words(
        "At opening, planned releases: '12 x epsilon 0.1 laplace'; repeat.",
        fr="À l’ouverture, les diffusions prévues : '12 x epsilon 0.1 laplace' ; à répéter.",
    ),
    Words("The least number that counts.", fr="Le plus petit nombre compté."),
    Words("The largest number that counts.", fr="Le plus grand nombre compté."),
    Words("A quantile; repeat.", fr="Un quantile ; répéter."),
    Words(
        "Values that there can be: sex=f,m; repeat.",
        fr="Valeurs possibles : sexe=f,m ; répéter.",
    ),
    Words(
        "The account that it is paid from, before it is read.",
        fr="Le compte qui la paie, avant toute lecture.",
    ),
    Words("The part of the source that it is about.", fr="La partie de la source concernée."),
    Words("Tell the noise, and read nothing.", fr="Dire le bruit, sans rien lire."),
    Words("Write the table (CSV).", fr="Écrire la table (CSV)."),
    Words(
        "Outlines of the areas, for maps: GeoJSON or GeoParquet.",
        fr="Contours des lieux, pour les cartes : GeoJSON ou GeoParquet.",
    ),
    Words(
        "Their property or column with the names.",
        fr="Leur propriété ou colonne qui porte les noms.",
    ),
    Words("ACTION", fr="ACTION"),
    Words("LEDGER", fr="COMPTE"),
    Words("open, show or spend.", fr="open (ouvrir), show (montrer) ou spend (payer)."),
    Words("The file of the account.", fr="Le fichier du compte."),
    Words("The δ beside it.", fr="Le δ à côté."),
    Words("Or a ρ (zero-concentrated).", fr="Ou un ρ (concentration nulle)."),
    Words(
        "What costs are counted in: epsilon or rho.",
        fr="En quoi se comptent les coûts : epsilon ou rho.",
    ),
    Words("The file that releases are made from.", fr="Le fichier dont on tire les diffusions."),
    Words(
        "At opening, parts of the source that share no unit; repeat. Then one.",
        fr="À l’ouverture, des parties de la source sans unité en commun ; répéter. Puis une.",
    ),
    Words(
        "Tables that nobody may tell apart: add_remove (usual) or replace; at opening.",
        fr="Tables qu’on ne doit pas distinguer : add_remove (usuel) ou replace ; à l’ouverture.",
    ),
    Words(
        "household, individual or record; by default as the first release says.",
        fr="household (ménage), individual (personne) ou record (enregistrement) ; "
        "par défaut, ce que dit la première diffusion.",
    ),
    Words(
        "A seal that was told earlier, which the account must still have.",
        fr="Un sceau dit plus tôt, que le compte doit encore avoir.",
    ),
    Words("What a release is called.", fr="Comment s’appelle une diffusion."),
    Words(
        "Its number: one that was paid is not paid again.",
        fr="Son numéro : une qui est payée ne se paie pas deux fois.",
    ),
    Words(
        "The release that it is made from alone, at no cost.",
        fr="La diffusion dont elle seule est tirée, sans coût.",
    ),
    Words(
        "List all measures and methods, or tell everything about one.",
        fr="Énumérer toutes les mesures et méthodes, ou tout dire de l’une.",
    ),
)
