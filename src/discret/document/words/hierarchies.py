"""How the forms of hierarchies are told, and the levels of dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.parts.facts import Fact, Options
from discret.words import Words

_FORMS: Options = {
    "automatic": Words("made from the data", fr="tirée des données"),
    "csv": Words("a file", fr="un fichier"),
    "dates": Words("dates", fr="dates"),
    "parents": Words("parent links", fr="liens de parenté"),
    "cuts": Words("limits", fr="bornes"),
    "groups": Words("groups", fr="regroupements"),
    "order": Words("order", fr="ordre"),
    "prefixes": Words("prefixes", fr="préfixes"),
    "skos": Words("a thesaurus", fr="un thésaurus"),
    "table": Words("table", fr="table"),
    "top": Words("one class of all values", fr="une seule classe"),
}
_DATES: Options = {
    "day": Words("day", fr="jour"),
    "week": Words("week", fr="semaine"),
    "month": Words("month", fr="mois"),
    "quarter": Words("quarter", fr="trimestre"),
    "year": Words("year", fr="année"),
    "decade": Words("decade", fr="décennie"),
    "top": Words("all in one", fr="tout ensemble"),
}

_TOLD = {
    "from": Fact.label("form", "forme", _FORMS),
    "level": Fact.label("level", "niveau", _DATES),
    "against": Fact.names("against", "en regard de"),
    "apart": Fact.names("never merged", "jamais regroupées"),
    "closed": Fact.label("closed on", "fermé à", {
        "left": Words("the left", fr="gauche"), "right": Words("the right", fr="droite"),
    }),
    "cuts": Fact.number("limits", "bornes"),
    "encoding": Fact.names("encoding", "encodage"),
    "fill": Fact.names("filled with", "complété par"),
    "groupings": Fact.names("groups", "regroupements", by="group"),
    "header": Fact.yes("with a header", "avec en-tête"),
    "labels": Fact.names("labels", "libellés"),
    "language": Fact.names("language", "langue"),
    "lengths": Fact.count("characters kept", "caractères gardés"),
    "links": Fact.names("links", "liens", by="value"),
    "names": Fact.names("names of the levels", "noms des niveaux"),
    "order": Fact.names("order", "ordre"),
    "ordered": Fact.names("in order", "dans l’ordre"),
    "others": Fact.names("others", "autres"),
    "path": Fact.names("file", "fichier"),
    "rows": Fact.table("rows", "lignes"),
    "scheme": Fact.names("scheme", "schéma"),
    "separator": Fact.names("separator", "séparateur"),
    "sizes": Fact.count("numbers of classes", "nombres de classes"),
    "steps": Fact.count("steps", "pas"),
    "together": Fact.names("always merged", "toujours regroupées"),
    "top": Fact.names("label of the top", "libellé du sommet"),
    "values": Fact.names("values", "valeurs"),
    "units": Fact.label("units", "unités", _DATES),
}  # fmt: skip
HIERARCHY: Mapping[str, Any] = {name: fact.to_dict() for name, fact in _TOLD.items()}
