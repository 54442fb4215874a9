"""Every part of the catalogue from its form: added, run, seen in numbers, undone, and exported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from command import Call, caller
from discret.app.forms.fields import fields
from discret.app.rendering import Tongue
from discret.parts import LossMeasure, Method, Part
from discret.reduce import ShuffleRecords
from every_part import CATALOGUE, EXAMPLES, SECRET
from listed import for_each
from offices import Client, client, planned, texts
from page_forms import of_part, typed_in

FIRST = [next(part for part in EXAMPLES if part.name == name) for name in CATALOGUE]
"""The first example of each part: with its defaults, where they are enough."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An app for all tests here: each leaves it as it was."""
    with client() as own:
        own.open(planned(tmp_path_factory.mktemp("forms"), reduce=[ShuffleRecords()]))
        yield own


def place_of(part: Part) -> tuple[str, str]:
    """The page of a part, and where its form is asked for."""
    if isinstance(part, Method):
        return "protect", f"protect?add={part.name}"
    verb = "quantify" if isinstance(part, LossMeasure) else "assess"
    return "risk", f"risk?verb={verb}&add={part.name}"


def bare(page: str) -> str:
    """A page without its version, and without what it says can be done again."""
    page = re.sub(r'data-version="\d+"', "", page)
    return re.sub(r'(?s)<form method="post" action="do/redo".*?</form>', "", page)


def added(app: Client, part: Part) -> str:
    """Open the form of a part, fill it in, and send it; return the page with its numbers."""
    page, address = place_of(part)
    form = typed_in(of_part(app.get(address), part.name), fields(type(part), part.parameters()))
    sent: dict[str, Any] = form.pressed("do", "add")
    if isinstance(part, Method) and part.keyed:
        assert "secret" in form.names
        sent["secret"] = [SECRET.decode()]
    app.post(page, **{name.replace(".", "__"): values for name, values in sent.items()})
    assert app.faults == []
    return app.get(page)


def told_of(app: Client, part: Part) -> dict[str, Any]:
    """What the app knows of the part that was added last."""
    outline = app.now.outline
    if isinstance(part, Method):
        return dict(outline["steps"][-1])
    return dict(outline["quantify" if isinstance(part, LossMeasure) else "assess"][-1])


def numbers(app: Client, part: Part) -> set[str]:
    """The numbers of a part as they stand on its page: of a step, the records that it left."""
    voice, told = Tongue("en"), app.now.told
    last = told["steps"][-1]
    if isinstance(part, Method):
        return {voice.number(last["difference"]["records_after"])}
    verb = "loss" if isinstance(part, LossMeasure) else "risk"
    place = len(app.now.outline["quantify" if verb == "loss" else "assess"]) - 1
    own = last[verb][place]
    assert own["name"] == part.name
    return {voice.level(own["value"], share=part.unit == "share", target=own["target"])}


@dataclass(frozen=True)
class Hands:
    """What rules about single parts work with: the app, the command line, a folder."""

    app: Client
    call: Call
    folder: Path


HANDS: list[Hands] = []
call_the_command_line = pytest.fixture(name="call")(caller)


@pytest.fixture(autouse=True)
def _at_hand(app: Client, call: Call, tmp_path: Path) -> None:
    HANDS[:] = [Hands(app, call, tmp_path)]


@for_each(FIRST, lambda part: part.name)
def test_every_part_is_added_run_exported_and_undone(part: Part) -> None:
    """It is in the plan as it was typed, its numbers are on the page, and it leaves no trace."""
    hands, page = HANDS[0], place_of(part)[0]
    app = hands.app
    before, plan = bare(app.get(page)), app.now.plan
    try:
        seen = added(app, part)
        told = told_of(app, part)
        assert (told["name"], told["parameters"]) == (part.name, part.parameters())
        title = re.escape(str(escape(Tongue("en").title(part.title))))
        row = re.findall(rf'(?s)<th scope="row">[^\n]*{title}.*?</tr>', seen)[-1]
        assert numbers(app, part) <= {*texts(row).split("\n")}
        if isinstance(part, Method):
            _exported(hands, part)
    finally:
        app.post("do/undo", page=page)
        assert app.now.plan == plan
    assert bare(app.get(page)) == before


def _exported(hands: Hands, part: Method) -> None:
    """Check 12, of every method: run elsewhere, the plan of the export gives the same file."""
    app, out, again = hands.app, hands.folder / part.name, hands.folder / f"{part.name} again"
    sent = {"folder": str(out), "language": "en", "sentence": "write it all the same"}
    app.post("export", do="export", **sent)
    assert app.faults == []
    secret = hands.folder / "secret"
    secret.write_bytes(SECRET)
    words = ["--secret-file", secret] if part.keyed else []
    seed = app.office.desk.seed
    ran = hands.call("run", out / "plan.toml", "--out", again, "--seed", seed, *words)
    assert ran.code in (0, 1), ran.err
    files = [(folder / "release.csv").read_bytes() for folder in (out, again)]
    if part.seeded:  # the chance of the others is nobody's, and drawn anew
        assert files[0] == files[1]
    else:
        assert files[0].splitlines()[0] == files[1].splitlines()[0]
