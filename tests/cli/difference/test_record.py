"""The record of differencing: its page is made again from it alone, in either language."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from command import Call, caller
from discret.assess.differencing.record import SCHEMA
from discret.data.examples import communes, villages
from discret.data.examples.generated_villages import village_outlines
from discret.document import differencing

call_the_command_line = pytest.fixture(name="discret")(caller)
WORDS = ("--zone", "commune", "--square", "carreau")
DRAWN = ("--outlines", "villages.geojson", "--x", "x", "--y", "y", "--protect")


@pytest.fixture(name="ask", params=["maps", "graphs"])
def asked(request: pytest.FixtureRequest, discret: Call, tmp_path: Path) -> tuple[str, ...]:
    """Return a question to the command, and the files that it reads."""
    villages().write_csv(tmp_path / "villages.csv")
    text = json.dumps(village_outlines())
    (tmp_path / "villages.geojson").write_text(text, encoding="utf-8")
    if request.param == "graphs":
        communes().write_csv(tmp_path / "communes.csv")
        return ("difference", "communes.csv", *WORDS, "--least", "3")
    return ("difference", "villages.csv", *WORDS, *DRAWN)


def page_of(folder: Path, name: str = "difference.html") -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_the_page_is_made_again_in_either_language(
    discret: Call, tmp_path: Path, ask: tuple[str, ...]
) -> None:
    """Without the table, the outlines and the run: the record alone."""
    assert discret(*ask, "--out", "here", "--language", "en").code == 0
    assert discret(*ask, "--out", "there", "--language", "fr").code == 0
    seconds = r'"seconds":[0-9.e-]+'
    records = [page_of(tmp_path / name, "difference.json") for name in ("here", "there")]
    assert len({re.sub(seconds, "", record) for record in records}) == 1
    for path in tmp_path.glob("*.*"):
        path.unlink()
    first = page_of(tmp_path / "here")
    assert discret("report", "here", "--language", "fr").code == 0
    made = page_of(tmp_path / "here", "difference.fr.html")
    assert re.sub(r"\d", "", made) == re.sub(r"\d", "", page_of(tmp_path / "there"))
    assert '<html lang="fr">' in made
    assert discret("report", "here/difference.json", "--language", "en").code == 0
    assert page_of(tmp_path / "here") == first


def test_a_record_of_the_first_version_gives_the_same_page(
    discret: Call, tmp_path: Path, ask: tuple[str, ...]
) -> None:
    """It spoke of cells, and had no words for its tables."""
    assert discret(*ask, "--out", "out").code == 0
    page, path = page_of(tmp_path / "out"), tmp_path / "out" / "difference.json"
    told = path.read_text(encoding="utf-8").replace(SCHEMA, "discret.differencing/1")
    first = json.loads(re.sub(r'"(?:[a-z]+_)?squares?(?:_[a-z_]+)?"', in_cells, told))
    del first["words"]
    path.write_text(json.dumps(first), encoding="utf-8")
    assert discret("report", "out", "--language", "en").code == 0
    assert page_of(tmp_path / "out") == page


def in_cells(name: re.Match[str]) -> str:
    return name[0].replace("square", "cell")


def test_the_record_tells_no_more_than_its_page(
    discret: Call, tmp_path: Path, ask: tuple[str, ...]
) -> None:
    """No coordinate of the world, no zone or square that the page does not name."""
    assert discret(*ask, "--out", "out").code == 0
    record, page = page_of(tmp_path / "out", "difference.json"), page_of(tmp_path / "out")
    shown = {"groups", "maps", "components"}
    named = [*texts({name: value for name, value in json.loads(record).items() if name in shown})]
    assert named
    assert [text for text in named if text not in page] == []
    assert max(numbers(json.loads(record)["maps"]), default=0) <= 2_000


def texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in texts(one)]


def numbers(value: Any) -> list[float]:
    if isinstance(value, int | float):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [number for each in inner for number in numbers(each)]


def test_it_is_internal(discret: Call, tmp_path: Path, ask: tuple[str, ...]) -> None:
    assert discret(*ask, "--out", "out").code == 0
    refused = discret("report", "out", "--public")
    assert refused.code == 2
    assert "never public" in refused.err
    assert not (tmp_path / "out" / "public.html").exists()
    assert discret("report", "out", "--language", "fr").code == 0
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "out").iterdir()}
    assert modes == {0o600}


def test_a_page_in_another_language_goes_with_its_record(
    discret: Call, tmp_path: Path, ask: tuple[str, ...]
) -> None:
    assert discret(*ask, "--out", "out").code == 0
    assert discret("report", "out", "--language", "fr").code == 0
    assert (tmp_path / "out" / "difference.fr.html").exists()
    assert discret(*ask, "--out", "out", "--force").code == 0
    assert not (tmp_path / "out" / "difference.fr.html").exists()


def test_the_schema_is_the_one_that_is_read() -> None:
    assert SCHEMA == differencing.SCHEMA


BROKEN: dict[str, Any] = {
    "threshold": -1,
    "groups": [{"group": 1}],
    "maps": {"whole": {"width": 960, "height": 10, "layers": [{"kind": 3}]}},
    "components": [{"names": [], "edges": [], "hidden": 0}],
    "components_found": "many",
    "protections": [3],
    "schema": "discret.differencing/3",
    "more": 1,
}


@pytest.mark.parametrize("section", BROKEN)
def test_a_record_that_was_changed_is_refused_in_one_sentence(
    discret: Call, tmp_path: Path, section: str
) -> None:
    pl.DataFrame({"commune": list("ab"), "carreau": [0, 0]}).write_csv(tmp_path / "t.csv")
    assert discret("difference", "t.csv", *WORDS, "--out", "out").code == 0
    path = tmp_path / "out" / "difference.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {section: BROKEN[section]}), encoding="utf-8")
    refused = discret("report", "out")
    assert refused.code == 2
    told = r"discret: record 'difference.json': .*Hint: .*"
    assert re.fullmatch(told, refused.err.strip(), re.DOTALL)


@pytest.mark.parametrize("at", [9, 10**6])
def test_what_does_not_hold_together_is_refused(discret: Call, tmp_path: Path, at: int) -> None:
    """An edge between nodes that are not there: of the right kind, and wrong."""
    communes().write_csv(tmp_path / "t.csv")
    assert discret("difference", "t.csv", *WORDS, "--least", "3", "--out", "out").code == 0
    path = tmp_path / "out" / "difference.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    record["components"][0]["edges"].append([0, at, 1])
    path.write_text(json.dumps(record), encoding="utf-8")
    refused = discret("report", "out")
    assert refused.code == 2
    assert "hold together" in refused.err
