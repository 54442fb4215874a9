"""Hierarchies read from a SKOS thesaurus: what is broader, as far up as it goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from discret.data.files.given_files import border, given_bytes
from discret.data.hierarchies import arguments
from discret.data.hierarchies.forms import Top, counted
from discret.data.hierarchies.links import ADVICE, MEMBER, PARENT, levelled, link_faults
from discret.data.hierarchies.sources import FLAT, PAIR, Source
from discret.data.hierarchies.tables import Table
from discret.errors import ExtraError, FileError, HierarchyError, listed
from discret.words import Words, say

if TYPE_CHECKING:
    from rdflib import Graph

# JSON-LD is left out: its context is fetched from wherever the file says.
WRITTEN: Mapping[str, str] = {
    ".ttl": "turtle", ".nt": "nt", ".n3": "n3", ".rdf": "xml", ".xml": "xml", ".owl": "xml",
}  # fmt: skip


class Skos(Source):
    """A thesaurus; see `Hierarchy.from_skos`.

    Examples
    --------
    >>> Skos.of(path="crops.ttl", language="fr").to_dict()
    {'from': 'skos', 'path': 'crops.ttl', 'language': 'fr'}
    """

    builder = "skos"
    advice = Words(
        "path names a thesaurus in Turtle or RDF/XML; language is that of its labels",
        fr="path nomme un thésaurus en Turtle ou en RDF/XML ; language est la langue de ses"
        " libellés",
    )
    path: arguments.Path
    language: arguments.Tongue = None
    values: arguments.WrittenBy = "label"
    scheme: arguments.Scheme = None
    names: arguments.Names = ()
    top: Top = None

    def rule(self, folder: Path | None = None) -> Table:
        """Read the file, and follow what is broader."""
        path = (folder or Path()) / self.path
        who = say("hierarchy from {file!r}", "hiérarchie d’après {file!r}", file=path.name)
        thesaurus = Thesaurus(_graph(path), self.scheme)
        links, faults = thesaurus.links(self.language)
        faults += link_faults(links)
        if faults:
            raise HierarchyError(who, faults, hint=thesaurus.advice(self.language))
        table = levelled(links)
        if self.values == "notation":
            table, faults = thesaurus.by_notation(table, self.language)
        faults += [FLAT] if table.width < PAIR else []
        return Table.checked(who, table, names=self.names, top=self.top, faults=faults)


class Thesaurus:
    """The concepts of a graph, or of one of its schemes: their labels, and what is broader."""

    def __init__(self, graph: Graph, scheme: str | None = None) -> None:
        from rdflib import URIRef
        from rdflib.namespace import RDF, SKOS

        self.graph, self.skos = graph, SKOS
        typed = graph.subjects(RDF.type, SKOS.Concept)
        inside = graph.subjects(SKOS.inScheme, URIRef(scheme or ""))
        self.known = {*typed} if scheme is None else {*typed} & {*inside}
        self.concepts = sorted(self.known, key=str)

    def links(self, language: str | None) -> tuple[pl.DataFrame, list[str]]:
        """Return each concept by its label, with the label of the broader one; and what is wrong.

        Two concepts of one label would be one value; one without label would be none.
        """
        labels = {concept: self._label(concept, language) for concept in self.concepts}
        faults = [*_label_faults(list(labels.values()), language)]
        rows = [
            (labels[concept], labels[above] if above is not None else None)
            for concept in self.concepts
            for above in self._above(concept)
            if labels[concept] is not None
        ]
        schema = {MEMBER: pl.String, PARENT: pl.String}
        return pl.DataFrame(rows, schema=schema, orient="row"), faults

    def by_notation(
        self, table: pl.DataFrame, language: str | None
    ) -> tuple[pl.DataFrame, list[str]]:
        """Return the levels with the notations of concepts as values, and labels above them."""
        pairs = [
            (self._label(concept, language), str(code))
            for concept in self.concepts
            for code in self.graph.objects(concept, self.skos.notation)
        ]
        codes = pl.DataFrame(pairs, schema={"0": pl.String, "code": pl.String}, orient="row")
        named = codes.join(table, on="0", maintain_order="left").drop("0").rename({"code": "0"})
        doubled = counted(named["0"].len() - named["0"].n_unique(), "member")
        fault = say(
            "{n} with the notation of another", "{n} avec la notation d’un autre", n=doubled
        )
        return named, [] if named["0"].is_unique().all() else [fault]

    def advice(self, language: str | None) -> Words:
        """Return the hint: the languages that there are, where none of them was meant."""
        tongues = sorted({label.language or "" for label in self._labels()} - {""})
        if not tongues or language in tongues:
            return ADVICE
        return say(
            "the labels are in {tongues}: choose one as language",
            "les libellés sont en {tongues} : en choisir une comme language",
            tongues=listed(tongues),
        )

    def _labels(self) -> Iterator[Any]:
        for concept in self.concepts:
            yield from self.graph.objects(concept, self.skos.prefLabel)

    def _label(self, concept: Any, language: str | None) -> str | None:
        """Return the one preferred label in a language; in any, if there is but one at all."""
        found: list[Any] = list(self.graph.objects(concept, self.skos.prefLabel))
        own = [label for label in found if language is None or label.language == language]
        return str(own[0]) if len(own) == 1 else None

    def _above(self, concept: Any) -> list[Any]:
        """Return the broader concepts, said from either side; nothing above stands for itself."""
        said = {*self.graph.objects(concept, self.skos.broader)}
        said |= {*self.graph.subjects(self.skos.narrower, concept)}
        return sorted(said & self.known, key=str) or [None]


def _label_faults(labels: list[str | None], language: str | None) -> Iterator[str]:
    if not labels:
        yield Words("it has no skos:Concept", fr="il n’a pas de skos:Concept")
    if lost := labels.count(None):
        yield say(
            "{n} without one skos:prefLabel{tongue}", "{n} sans un skos:prefLabel unique{tongue}",
            n=counted(lost, "member"),
            tongue=say(" in {tongue!r}", " en {tongue!r}", tongue=language) if language else "",
        )  # fmt: skip
    named = [label for label in labels if label is not None]
    if twice := len(named) - len(set(named)):
        yield say("{n} named as another", "{n} du même nom qu’un autre", n=counted(twice, "member"))


def _graph(path: Path) -> Graph:
    """Read a graph; what the parser would say of a fault may quote the file."""
    form = WRITTEN.get(path.suffix.lower())
    name = say("thesaurus: {name!r}", "thésaurus : {name!r}", name=path.name)
    if form is None:
        raise FileError(_OTHER.filled(name=name), hint=_FORMS.filled(forms=", ".join(WRITTEN)))
    content = given_bytes(path, who=name)
    try:
        from rdflib import Graph
    except ImportError:
        raise ExtraError(_READING, "thesaurus") from None
    with border(_UNREAD.filled(name=name, form=form), hint=_MEND):
        return Graph().parse(data=content, format=form, publicID="thesaurus:")


_READING = Words("reading a SKOS thesaurus", fr="lire un thésaurus SKOS")
_OTHER = Words(
    "{name} is of a format that is not read", fr="{name} est d’un format qui n’est pas lu"
)
_FORMS = Words("write it as one of {forms}", fr="l’écrire en l’un de {forms}")
_UNREAD = Words("{name} cannot be read as {form}", fr="{name} ne peut être lu comme {form}")
_MEND = Words(
    "see with another tool whether it is well formed",
    fr="voir avec un autre outil s’il est bien formé",
)
