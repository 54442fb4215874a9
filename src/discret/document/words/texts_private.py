"""What both reports say of private tables, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

PRIVATE: Mapping[str, Words] = {
    "private": Words("Private tables", fr="Tables privées"),
    "private_lead": Words(
        "These tables were told of the original records under differential privacy: whatever"
        " anybody knows besides, what they show would have been about as likely without any one of"
        " those whom they protect. Their numbers carry noise: they are not exact, and are not"
        " meant to be.",
        fr="Ces tables ont été tirées des enregistrements d’origine sous confidentialité"
        " différentielle : quoi que l’on sache par ailleurs, ce qu’elles montrent aurait été à peu"
        " près aussi probable sans l’un quelconque de ceux qu’elles protègent. Leurs nombres"
        " portent un bruit : ils ne sont pas exacts, et n’ont pas à l’être.",
    ),
    "private_alone": Words(
        "No record leaves: these tables are all that is released.",
        fr="Aucun enregistrement ne part : ces tables sont tout ce qui est diffusé.",
    ),
    "private_measures": Words(
        "The measures of risk judge records that leave, not these tables: what bounds these is"
        " their ε.",
        fr="Les mesures de risque jugent les enregistrements qui partent, non ces tables : ce qui"
        " borne celles-ci, c’est leur ε.",
    ),
    "private_table": Words("table", fr="table"),
    "private_what": Words("what is told", fr="ce qui est dit"),
    "private_cost": Words("cost", fr="coût"),
    "private_noise": Words("noise added", fr="bruit ajouté"),
    "private_unit": Words("protects", fr="protège"),
    "private_seal": Words("seal of the account", fr="sceau du compte"),
    "private_count": Words("counts", fr="effectifs"),
    "private_sum": Words("sums of {column}", fr="sommes de {column}"),
    "private_mean": Words("means of {column}", fr="moyennes de {column}"),
    "private_quantile": Words("quantiles of {column}", fr="quantiles de {column}"),
    "private_by": Words("by {names}", fr="par {names}"),
    "private_bounds": Words("within {low} and {high}", fr="entre {low} et {high}"),
    "private_laplace": Words(
        "Laplace, a standard deviation of {deviation}; within {within} in 95 of 100 cells",
        fr="de Laplace, un écart type de {deviation} ; à {within} près dans 95 cellules sur 100",
    ),
    "private_gaussian": Words(
        "Gaussian, a standard deviation of {deviation}; within {within} in 95 of 100 cells",
        fr="gaussien, un écart type de {deviation} ; à {within} près dans 95 cellules sur 100",
    ),
    "private_of_sums": Words(
        "on the sums; {deviation} on the counts that the means are divided by",
        fr="sur les sommes ; {deviation} sur les effectifs par lesquels on divise les moyennes",
    ),
    "private_of_bins": Words(
        "on the counts between the bounds that quantiles are read from",
        fr="sur les effectifs entre les bornes, d’où se lisent les quantiles",
    ),
    "private_household": Words("a household", fr="un ménage"),
    "private_individual": Words("a person", fr="une personne"),
    "private_record": Words("a record", fr="un enregistrement"),
    "private_add_remove": Words(
        "neighbouring tables have one more or less",
        fr="les tables voisines ont une unité de plus ou de moins",
    ),
    "private_replace": Words(
        "neighbouring tables have one replaced", fr="les tables voisines ont une unité remplacée"
    ),
    "private_counts_in": Words(
        "counts in {cells} {cells:cell|cells} at most",
        fr="compte dans {cells} {cells:cellule|cellules} au plus",
    ),
    "private_planned": Words("planned, number {n}", fr="prévue, numéro {n}"),
    "private_meaning": Words("What this ε means", fr="Ce que cet ε veut dire"),
    "private_meaning_lead": Words(
        "All tables together: ε = {epsilon} if the value of one person is another (where tables"
        " differ by a person more or less, that is two steps). Whoever sees them finds this value"
        " with a probability of at most:",
        fr="Toutes les tables ensemble : ε = {epsilon} si la valeur d’une personne est une autre"
        " (là où les tables diffèrent d’une personne, ce sont deux pas). Qui les voit trouve cette"
        " valeur avec une probabilité d’au plus :",
    ),
    "private_delta": Words(
        "Some of it holds but for a chance of δ = {delta}.",
        fr="Une partie ne vaut qu’à une probabilité près, δ = {delta}.",
    ),
    "private_values": Words("values that there can be", fr="valeurs possibles"),
    "private_guess": Words("by guessing", fr="au hasard"),
    "private_bound": Words("with these tables, at most", fr="avec ces tables, au plus"),
    "private_group": Words("as in a group of", fr="comme dans un groupe de"),
    "private_picture": Words(
        "How surely one of two values is found, by ε: this release, and what is used in practice",
        fr="À quel point une valeur sur deux se trouve, selon ε : cette diffusion, et la pratique",
    ),
    "private_practice": Words("The scale of practice", fr="L’échelle de la pratique"),
    "private_where": Words("where", fr="où"),
    "private_found": Words("one of two values, at most", fr="une valeur sur deux, au plus"),
    "private_theorem": Words(
        "Nguyen & Castelluccia (2020), theorem 1, all values being as likely before. Other releases"
        " of the same source add to it: the account has their sum.",
        fr="Nguyen & Castelluccia (2020), théorème 1, toutes les valeurs étant aussi probables"
        " auparavant. D’autres diffusions de la même source s’y ajoutent : le compte en a la"
        " somme.",
    ),
    "private_proof": Words("What carries the proof", fr="Ce qui porte la preuve"),
    "private_opendp": Words(
        "The noise, and what it costs, are those of OpenDP {version}, whose mechanisms are proven;"
        " its randomness is cryptographic, and no seed touches it.",
        fr="Le bruit, et ce qu’il coûte, sont ceux d’OpenDP {version}, dont les mécanismes sont"
        " prouvés ; son hasard est cryptographique, et aucune graine n’y touche.",
    ),
    "private_ours": Words(
        "What is discret’s own: each unit counts in so many cells at most, with numbers brought"
        " within bounds that were chosen before anything was read, in whole steps; and what is made"
        " of the noisy numbers afterwards (no negative counts, totals that agree), which costs"
        " nothing.",
        fr="Ce qui est propre à discret : chaque unité compte dans un nombre borné de cellules,"
        " avec des nombres ramenés entre des bornes choisies avant toute lecture, en pas entiers ;"
        " et ce qui est fait ensuite des nombres bruités (pas d’effectif négatif, des totaux qui"
        " concordent), qui ne coûte rien.",
    ),
    "private_only_title": Words("Tables, and no records", fr="Des tables, et aucun enregistrement"),
    "private_only_note": Words(
        "Nothing but noisy tables leaves; the gate has no column to judge.",
        fr="Rien ne part que des tables bruitées ; la porte n’a aucune colonne à juger.",
    ),
}
