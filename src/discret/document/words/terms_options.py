"""What the options of measures are called where a report tells what was supposed."""

from __future__ import annotations

from collections.abc import Mapping

from discret.words import Words

_MISSING = {
    "known": Words("what is known counts", fr="seul compte ce qui est connu"),
    "wildcard": Words("match anything", fr="s’accordent à tout"),
    "category": Words("a category of their own", fr="une modalité à part"),
}
_FORMS = {
    "automatic": Words("made from the data", fr="tirée des données"),
    "csv": Words("a file", fr="un fichier"),
    "dates": Words("dates", fr="dates"),
    "parents": Words("parent links", fr="liens de parenté"),
    "cuts": Words("limits", fr="bornes"),
    "groups": Words("groups", fr="regroupements"),
    "order": Words("order", fr="ordre"),
    "prefixes": Words("prefixes", fr="préfixes"),
    "table": Words("table", fr="table"),
    "top": Words("one class of all values", fr="une seule classe"),
}
_LEVELS = {
    "day": Words("day", fr="jour"),
    "week": Words("week", fr="semaine"),
    "month": Words("month", fr="mois"),
    "quarter": Words("quarter", fr="trimestre"),
    "year": Words("year", fr="année"),
    "decade": Words("decade", fr="décennie"),
    "top": Words("all in one", fr="tout ensemble"),
}
_RANGE = {
    "exact": Words("exact", fr="exacte"),
    "approximate": Words("approximate", fr="approchée"),
    "elliot": Words("Elliot", fr="Elliot"),
    "ihsn": Words("IHSN", fr="IHSN"),
}
_SOURCE = {
    "file": Words("the file", fr="le fichier"),
    "given": Words("the plan", fr="le plan"),
    "population": Words("the population", fr="la population"),
    "weights": Words("the weights", fr="les poids"),
}

_WHOLE, _NUMBER, _TEXT = (
    Words("whole number", fr="nombre entier"),
    Words("number", fr="nombre"),
    Words("text", fr="texte"),
)
_TYPES = {
    **{f"{sign}{bits}": _WHOLE for sign in ("Int", "UInt") for bits in (8, 16, 32, 64, 128)},
    **dict.fromkeys(("Float32", "Float64", "Decimal"), _NUMBER),
    **dict.fromkeys(("String", "Categorical", "Enum"), _TEXT),
    "Boolean": Words("yes or no", fr="oui ou non"),
    "Date": Words("date", fr="date"),
    "Datetime": Words("date and time", fr="date et heure"),
    "Time": Words("time", fr="heure"),
    "Duration": Words("duration", fr="durée"),
}

# By the name of the detail, then by its value; one that is not here is shown as it is.
OPTIONS: Mapping[str, Mapping[str, Words]] = {
    "from": _FORMS,
    "absent": {
        "all": Words("count for all groups", fr="comptent pour tous les groupes"),
        "present": Words("are left out", fr="sont laissées de côté"),
    },
    "base": {"e": Words("e", fr="e"), "2": Words("2", fr="2"), "10": Words("10", fr="10")},
    "distance": {
        "equal": Words("the same between all values", fr="la même entre toutes les valeurs"),
        "hierarchical": Words("along the hierarchy", fr="le long de la hiérarchie"),
        "mahalanobis": Words("Mahalanobis", fr="de Mahalanobis"),
        "ordered": Words("by the order of the values", fr="selon l’ordre des valeurs"),
        "standardised": Words("standardised", fr="normée"),
    },
    "estimate": _SOURCE,
    "formula": _RANGE,
    "fraction_from": _SOURCE,
    "kind": {
        "basic": Words("basic", fr="simple"),
        "deviation": Words("in standard deviations", fr="en écarts types"),
        "distinct": Words("distinct values", fr="valeurs distinctes"),
        "enhanced": Words("enhanced", fr="renforcée"),
        "entropy": Words("entropy", fr="entropie"),
        "grassberger": Words("entropy, after Grassberger", fr="entropie, selon Grassberger"),
        "rank": Words("in ranks", fr="en rangs"),
        "recursive": Words("recursive", fr="récursive"),
    },
    "level": _LEVELS,
    "missing": _MISSING,
    "model": {
        "best": Words("the one that fits best", fr="celui qui convient le mieux"),
        "dankar": Words("Dankar’s rule", fr="règle de Dankar"),
        "main": Words("main effects", fr="effets principaux"),
        "negative_binomial": Words("negative binomial", fr="binomiale négative"),
        "none": Words("none: all is known", fr="aucun : tout est connu"),
        "pitman": Words("Pitman", fr="Pitman"),
        "snb": Words("slide negative binomial", fr="binomiale négative glissante"),
        "two_way": Words("two-way effects", fr="effets croisés deux à deux"),
        "zayatz": Words("Zayatz", fr="Zayatz"),
    },
    "population": _SOURCE,
    "rule": _MISSING,
    "type": _TYPES,
}
