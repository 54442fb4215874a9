"""Hierarchies from a SKOS thesaurus: broader links either way, labels, notations, every fault."""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl
import pytest

from discret import Hierarchy
from discret.errors import DiscretError, ExtraError, FileError, HierarchyError
from tongues import foreign

HEAD = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix c: <https://example.org/crop/> .
"""
# as in « French Crop Usage », which the observatory of the paper takes its crops from
CROPS = (
    HEAD
    + """
c:scheme a skos:ConceptScheme .
c:fruits a skos:Concept ; skos:inScheme c:scheme ; skos:prefLabel "Fruits"@fr, "fruit"@en .
c:nuts a skos:Concept ; skos:inScheme c:scheme ; skos:broader c:fruits ;
    skos:prefLabel "Fruit à coque"@fr, "nuts"@en .
c:walnut a skos:Concept ; skos:inScheme c:scheme ; skos:broader c:nuts ; skos:notation "N1" ;
    skos:prefLabel "noix"@fr, "walnut"@en ; skos:altLabel "noyer"@fr .
c:almond a skos:Concept ; skos:inScheme c:scheme ; skos:broader c:nuts ; skos:notation "N2" ;
    skos:prefLabel "amande"@fr, "almond"@en .
c:roots a skos:Concept ; skos:inScheme c:scheme ; skos:narrower c:beet ;
    skos:prefLabel "racines"@fr, "roots"@en .
c:beet a skos:Concept ; skos:inScheme c:scheme ; skos:notation "R1" ;
    skos:prefLabel "betterave"@fr, "beet"@en .
c:other a skos:Concept ; skos:prefLabel "hors schéma"@fr .
"""
)


def read(folder: Path, text: str = CROPS, **given: object) -> Hierarchy:
    path = folder / "crops.ttl"
    path.write_text(text, encoding="utf-8")
    chosen = {"language": "fr", "scheme": "https://example.org/crop/scheme", **given}
    return Hierarchy.from_skos(path, **chosen)  # type: ignore[arg-type]


def test_siblings_share_what_is_broader(tmp_path: Path) -> None:
    pytest.importorskip("rdflib")
    crops = read(tmp_path, names=["culture", "sous-groupe", "groupe"])
    assert crops.names == ("culture", "sous-groupe", "groupe")
    values = pl.Series(["noix", "amande", "betterave", "Fruit à coque"])
    assert sorted(crops.levels(values).rows()) == [
        ("Fruit à coque", "Fruit à coque", "Fruits"),
        ("amande", "Fruit à coque", "Fruits"),
        ("betterave", "betterave", "racines"),
        ("noix", "Fruit à coque", "Fruits"),
    ]


def test_the_language_is_chosen(tmp_path: Path) -> None:
    pytest.importorskip("rdflib")
    crops = read(tmp_path, language="en")
    assert crops.levels(pl.Series(["walnut"])).rows() == [("walnut", "nuts", "fruit")]


def test_codes_have_labels_above_them(tmp_path: Path) -> None:
    pytest.importorskip("rdflib")
    crops = read(tmp_path, values="notation")
    assert crops.levels(pl.Series(["N1", "R1"])).rows() == [
        ("N1", "Fruit à coque", "Fruits"),
        ("R1", "betterave", "racines"),
    ]


def test_it_is_the_same_in_rdf_xml_and_in_a_plan(tmp_path: Path) -> None:
    rdflib = pytest.importorskip("rdflib")
    crops = read(tmp_path)
    graph = rdflib.Graph().parse(data=CROPS, format="turtle")
    (tmp_path / "crops.rdf").write_text(graph.serialize(format="xml"), encoding="utf-8")
    given = {**crops.to_dict(), "path": "crops.rdf"}
    assert Hierarchy.from_dict(given, folder=tmp_path) == crops


FAULTS = {
    "two parents": (CROPS + "c:walnut skos:broader c:roots .", {}, "1 member with several parents"),
    "round": (CROPS + "c:fruits skos:broader c:walnut .", {}, "links that go round"),
    "no label": (CROPS, {"scheme": None, "language": "en"}, "1 member without one skos:prefLabel"),
    "two labels": (CROPS + 'c:beet skos:prefLabel "betterave rouge"@fr .', {}, "1 member without"),
    "one label twice": (CROPS.replace('"amande"', '"noix"'), {}, "1 member named as another"),
    "no language": (CROPS, {"language": None}, "6 members without one skos:prefLabel"),
    "no concept": (HEAD, {}, "it has no skos:Concept"),
    "flat": (HEAD + 'c:a a skos:Concept ; skos:prefLabel "a"@fr .', {"scheme": None}, "no level"),
    "code twice": (CROPS.replace('"N2"', '"N1"'), {"values": "notation"}, "notation of another"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_are_told_in_both_languages_without_a_value(case: str, tmp_path: Path) -> None:
    pytest.importorskip("rdflib")
    text, given, message = FAULTS[case]
    with pytest.raises(HierarchyError) as caught:
        read(tmp_path, text, **given)
    english, french = caught.value.within("en"), caught.value.within("fr")
    assert message in english
    assert not foreign(french, "fr")
    assert not [word for word in ("noix", "amande", "betterave", "walnut") if word in english]


def test_what_cannot_be_read(tmp_path: Path) -> None:
    pytest.importorskip("rdflib")
    with pytest.raises(FileError, match="cannot be read as turtle") as caught:
        read(tmp_path, CROPS + "SECRETVALUE ; ;")
    assert "SECRET" not in str(caught.value)
    with pytest.raises(FileError, match="No such file"):
        Hierarchy.from_skos(tmp_path / "nowhere.ttl")


def test_a_context_from_elsewhere_is_never_fetched(tmp_path: Path) -> None:
    (tmp_path / "crops.jsonld").write_text('{"@context": "https://example.org/"}')
    with pytest.raises(FileError, match="format that is not read"):
        Hierarchy.from_skos(tmp_path / "crops.jsonld")


def test_without_the_library_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rdflib", None)
    with pytest.raises(ExtraError, match=r"discret\[thesaurus\]"):
        read(tmp_path)


def test_what_is_no_argument() -> None:
    with pytest.raises(DiscretError, match="values"):
        Hierarchy.from_skos("crops.ttl", values="uri")  # type: ignore[arg-type]
