"""What users are told of perturbed values, and how they correct for it."""

from __future__ import annotations

from discret.words import Words

CHANCES = Words(
    "Values of {names} were replaced with the chances below. With P their matrix and t the counts"
    " of the file, (P⁻¹)′ t estimates the true counts without bias; tables with other columns are"
    " corrected in the same way, column by column.",
    fr="Les valeurs de {names} ont été remplacées selon les probabilités ci-dessous. Avec P leur"
    " matrice et t les effectifs du fichier, (P⁻¹)′ t estime les vrais effectifs sans biais ; les"
    " tableaux avec d’autres colonnes se corrigent de même, colonne par colonne.",
)
INVARIANT_GIVEN = Words(
    "Values of {names} were replaced with chances that leave expected counts as they were: counts"
    " of {n:this column|these columns, each by itself,} need no correction.",
    fr="Les valeurs de {names} ont été remplacées selon des probabilités qui laissent les effectifs"
    " attendus tels qu’ils étaient : les effectifs de {n:cette colonne|ces colonnes, chacune pour"
    " elle-même,} se passent de correction.",
)
INVARIANT = Words(
    f"{INVARIANT_GIVEN} A value stays what it is with a chance of at least {{retention:%}}.",
    fr=f"{INVARIANT_GIVEN.fr} Une valeur reste ce qu’elle est avec une probabilité d’au moins"
    " {retention:%}.",
)
SHARES = Words(
    "Otherwise it is drawn anew from the shares of all values: between k and l, that is a chance of"
    " {rest:%} times the share of l, which the file estimates.",
    fr="Sinon elle est tirée de nouveau selon les parts de toutes les valeurs : de k à l, c’est une"
    " probabilité de {rest:%} fois la part de l, que le fichier estime.",
)
WITHIN = Words(
    "This holds for each {n:value|combination} of {names}, taken by itself.",
    fr="Cela vaut pour chaque {n:valeur|combinaison} de {names}, prise à part.",
)
NEVER = Words(
    "Combinations listed as never shown do not appear: whoever would have come to show one shows"
    " the true value, and there counts need no correction.",
    fr="Les combinaisons données comme jamais montrées n’apparaissent pas : qui en serait venu à en"
    " montrer une montre la vraie valeur, et là les effectifs se passent de correction.",
)
# Noise of α times the variance takes a factor √(1 + α) from every correlation with what it leaves
# alone, and 1 + α from that of two columns that have noise of their own.
NOISE = {
    ("independent", False): Words(
        "Independent noise of α = {alpha} times the variance was added to {names}. Means and"
        " covariances need no correction; divide variances by {grown}{n:.|, and multiply"
        " correlations of two of these columns by {grown}.}",
        fr="Un bruit indépendant, de variance α = {alpha} fois la leur, a été ajouté à {names}."
        " Moyennes et covariances se passent de correction ; diviser les variances par"
        " {grown}{n:.|, et multiplier par {grown} les corrélations de deux de ces colonnes.}",
    ),
    ("independent", True): Words(
        "Independent noise of α = {alpha} times the variance was added to {names}, and numbers were"
        " drawn towards their mean. Means and variances need no correction{n:.|; multiply"
        " covariances and correlations of two of these columns by {grown}.}",
        fr="Un bruit indépendant, de variance α = {alpha} fois la leur, a été ajouté à {names}, et"
        " les nombres rapprochés de leur moyenne. Moyennes et variances se passent de"
        " correction{n:.| ; multiplier par {grown} les covariances et corrélations de deux de ces"
        " colonnes.}",
    ),
    ("correlated", False): Words(
        "Noise of α = {alpha} times the {n:variance|covariances} was added to {names}. Means{n:|,"
        " and correlations of two of these columns,} need no correction; divide variances"
        "{n:| and covariances of these columns} by {grown}.",
        fr="Un bruit de α = {alpha} fois {n:la variance|les covariances} a été ajouté à {names}."
        " {n:Les moyennes|Moyennes et corrélations de deux de ces colonnes} se passent de"
        " correction ; diviser par {grown} les variances{n:| et covariances de ces colonnes}.",
    ),
    ("correlated", True): Words(
        "Noise of α = {alpha} times the {n:variance|covariances} was added to {names}, and numbers"
        " were drawn towards their mean. Means{n: and variances|, and variances, covariances and"
        " correlations of these columns,} need no correction.",
        fr="Un bruit de α = {alpha} fois {n:la variance|les covariances} a été ajouté à {names}, et"
        " les nombres rapprochés de leur moyenne. Moyennes{n: et variances|, variances, covariances"
        " et corrélations de ces colonnes} se passent de correction.",
    ),
    ("multiplicative", False): Words(
        "Numbers of {names} were multiplied by noise of mean 1 and variance α = {alpha}. Means need"
        " no correction; with v the variance and m the mean of the file, (v − {alpha} m²) / {grown}"
        " estimates the true variance.",
        fr="Les nombres de {names} ont été multipliés par un bruit de moyenne 1 et de variance α ="
        " {alpha}. Les moyennes se passent de correction ; avec v la variance et m la moyenne du"
        " fichier, (v − {alpha} m²) / {grown} estime la vraie variance.",
    ),
    ("multiplicative", True): Words(
        "Numbers of {names} were multiplied by noise of mean 1 and variance α = {alpha}, and drawn"
        " towards their mean. Means m and variances v need no correction.",
        fr="Les nombres de {names} ont été multipliés par un bruit de moyenne 1 et de variance α ="
        " {alpha}, et rapprochés de leur moyenne. Moyennes m et variances v se passent de"
        " correction.",
    ),
    ("log", False): Words(
        "Noise of α = {alpha} times the {n:variance|covariances} was added to the"
        " logarithms of {names}. Means need no correction; divide variances{n:| and covariances} of"
        " logarithms by {grown}.",
        fr="Un bruit de α = {alpha} fois {n:la variance|les covariances} a été ajouté aux"
        " logarithmes de {names}. Les moyennes se passent de correction ; diviser par {grown} les"
        " variances{n:| et covariances} des logarithmes.",
    ),
    ("log", True): Words(
        "Noise of α = {alpha} times the {n:variance|covariances} was added to the logarithms of"
        " {names}, drawn towards their mean. Means, and variances of logarithms, need no"
        " correction.",
        fr="Un bruit de α = {alpha} fois {n:la variance|les covariances} a été ajouté aux"
        " logarithmes de {names}, rapprochés de leur moyenne. Les moyennes, et les variances des"
        " logarithmes, se passent de correction.",
    ),
}
_LINKS = Words(
    "With any other column of the file, covariances need no correction; multiply correlations by"
    " {root}.",
    fr="Avec toute autre colonne du fichier, les covariances se passent de correction ; multiplier"
    " les corrélations par {root}.",
)
_DRAWN_LINKS = Words(
    "With any other column of the file, multiply covariances and correlations by {root}.",
    fr="Avec toute autre colonne du fichier, multiplier covariances et corrélations par {root}.",
)
BESIDE = {
    ("independent", False): _LINKS,
    ("independent", True): _DRAWN_LINKS,
    ("correlated", False): _LINKS,
    ("correlated", True): _DRAWN_LINKS,
    ("multiplicative", False): Words(
        "Covariances{n: with any other column of the file|, of these columns and with any other of"
        " the file,} need no correction.",
        fr="Les covariances{n: avec toute autre colonne du fichier|, de ces colonnes et avec toute"
        " autre du fichier,} se passent de correction.",
    ),
    ("multiplicative", True): Words(
        "Covariances and correlations{n: with any other column of the file are to be multiplied|,"
        " of these columns and with any other of the file, are to be multiplied, for each of these"
        " columns in them,} by the square root of {grown} + {alpha} m² / v.",
        fr="Les covariances et corrélations{n: avec toute autre colonne du fichier sont à"
        " multiplier|, de ces colonnes et avec toute autre du fichier, sont à multiplier, pour"
        " chacune de ces colonnes qui y entre,} par la racine carrée de {grown} + {alpha} m² / v.",
    ),
    ("log", False): Words(
        "Covariances of logarithms with any other column of the file need no correction; multiply"
        " these correlations by {root}.",
        fr="Les covariances des logarithmes avec toute autre colonne du fichier se passent de"
        " correction ; multiplier ces corrélations par {root}.",
    ),
    ("log", True): Words(
        "Multiply covariances and correlations of logarithms with any other column of the file by"
        " {root}.",
        fr="Multiplier par {root} les covariances et corrélations des logarithmes avec toute autre"
        " colonne du fichier.",
    ),
}
MIRRORED = Words(
    "What would have passed a bound was mirrored there: near bounds this is not exact.",
    fr="Ce qui aurait passé une borne y a été réfléchi : près des bornes, cela n’est pas exact.",
)
ROUNDED = Words(
    "Numbers of {names} were rounded to multiples of {base}. Where they spread over many multiples,"
    " subtract {square} (base² / 12) from variances{whole}.",
    fr="Les nombres de {names} ont été arrondis à des multiples de {base}. Là où ils s’étendent sur"
    " de nombreux multiples, retrancher {square} (base² / 12) des variances{whole}.",
)
DRAWN = Words(
    "Numbers of {names} were rounded to multiples of {base}, up or down by chance. Means need no"
    " correction; where numbers spread over many multiples, subtract {square} (base² / 6) from"
    " variances{whole}.",
    fr="Les nombres de {names} ont été arrondis à des multiples de {base}, vers le haut ou le bas"
    " au hasard. Les moyennes se passent de correction ; là où les nombres s’étendent sur de"
    " nombreux multiples, retrancher {square} (base² / 6) des variances{whole}.",
)
UP = Words(
    "They were rounded up: subtract {half} from means{whole}.",
    fr="Ils ont été arrondis vers le haut : retrancher {half} des moyennes{whole}.",
)
DOWN = Words(
    "They were rounded down: add {half} to means{whole}.",
    fr="Ils ont été arrondis vers le bas : ajouter {half} aux moyennes{whole}.",
)
HALFWAY = Words(
    "If they were whole numbers, those halfway went up: subtract 0.5 from means.",
    fr="S’ils étaient entiers, ceux du milieu sont allés vers le haut : retrancher 0,5 des"
    " moyennes.",
)
WHOLE = Words(", or {less} of whole numbers", fr=", ou {less} pour des nombres entiers")
