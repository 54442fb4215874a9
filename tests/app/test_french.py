"""Check 24: in French no English is left of texts, titles, labels or choices, and of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from discret.app.pages import PAGES
from discret.app.texts import BUILDERS
from discret.catalogue import parts
from discret.reduce import ShuffleRecords
from french import THEIRS, Seen, english, left
from offices import Client, client, planned
from tongues import foreign


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with client("fr") as own:
        own.open(planned(tmp_path_factory.mktemp("french"), reduce=[ShuffleRecords()]))
        own.post("compare", do="copy", title="demi")
        own.post("protect", do="add", name="subsample", share="50")
        own.post("protect", do="add", name="suppress_cells", models__measure="k_anonymity",
                 models__aim="2", models__more="")  # fmt: skip
        assert own.faults == []
        yield own


ADDRESSES = [
    *(page.name for page in PAGES),
    "groups?group=0",
    *(f"hierarchies?column=age&builder={name}" for name in BUILDERS),
    *(f"protect?add={name}" for name in parts("reduce")),
    *(f"risk?verb={verb}&add={name}" for verb in ("assess", "quantify") for name in parts(verb)),  # type: ignore[arg-type]
]


def test_no_english_is_left_on_a_french_page(app: Client) -> None:
    """Every page and the form of every part and builder, against the list of all English texts."""
    known = english()
    assert len(known) > 1000
    found: dict[str, list[str]] = {}
    for address in ADDRESSES:
        page = app.get(address)
        assert '<html lang="fr">' in page
        own = left(page, known - THEIRS)
        prose = {word for text in Seen.of(page) for word in foreign(text, "fr") - THEIRS}
        if own or prose:
            found[address] = [*own, *sorted(prose)]
    assert not found, found


def test_the_list_finds_english_where_it_is(app: Client) -> None:
    """The same look at an English page finds nearly all of it."""
    known = english()
    app.post("do/language", language="en", page="risk")
    assert {"steps", "records", "what changed"} <= {*left(app.get("protect"), known)}
    assert "measure of loss" in left(app.get("risk"), known)
    app.post("do/language", language="fr", page="risk")


def test_numbers_are_written_as_french_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "personnes.csv"
    third = [None if n % 3 == 0 else "x" for n in range(12901)]
    pl.DataFrame({"sexe": ["f", "h"] * 6450 + ["f"], "avis": third}).write_csv(path)
    with client("fr") as app:
        app.open(path)
        page = app.get("columns")
        assert "12\u202f901 enregistrements" in page
        assert "33,3\u202f%" in page
        assert "12,901" not in page
        assert "33.3" not in page
        assert '<html lang="fr">' in page
