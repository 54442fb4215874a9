"""Roles, forms, steps, undo and export in a real browser: what is shown is what the library gives.

Checks 10 to 16 of the design.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from browsing import needs_chromium
from command import Call, caller
from discret import Plan
from discret.app.calls.bench import Bench
from discret.app.forms.fields import filled
from discret.app.rendering import Tongue
from discret.catalogue import parts
from discret.data.profiling import profile
from discret.parts import Method
from every_part import EXAMPLES
from offices import planned
from page_forms import of_part
from sitting import Sitting, near, survey

pytestmark = [pytest.mark.browser, needs_chromium]
call_the_command_line = pytest.fixture(name="call")(caller)
VERBS = ("assess", "reduce", "quantify")
EVERY = {name: part for verb in VERBS for name, part in parts(verb).items()}  # type: ignore[arg-type]
OTHERS = ("identifier", "key", "sensitive", "key", "sensitive")
MODELS = {"models.measure": "k_anonymity", "models.aim": "2"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("steps")


@pytest.fixture(scope="module")
def sitting(folder: Path) -> Iterator[Sitting]:
    """An app for all checks here."""
    with near() as own:
        yield own
        assert own.heard.afar == []


@pytest.fixture
def app(sitting: Sitting, folder: Path) -> Sitting:
    """The app with a file just opened, and roles given."""
    file = folder / "people.csv"
    survey().write_csv(file)
    sitting.open(file)
    sitting.roles()
    return sitting


def chosen(app: Sitting) -> list[str]:
    """The roles on the page of the columns."""
    app.to("columns")
    return [str(own.input_value()) for own in app.page.locator("select[name^='role.']").all()]


def test_roles_are_those_of_profile_and_come_back(sitting: Sitting, folder: Path) -> None:
    """Check 10: guessed, changed, in the plan that is handed out, undone."""
    file = folder / "guessed.csv"
    survey().write_csv(file)
    sitting.open(file)
    guessed = [str(own.role) for own in profile(pl.read_csv(file))]
    assert chosen(sitting) == guessed != list(OTHERS)
    sitting.roles(OTHERS)
    assert chosen(sitting) == list(OTHERS)
    roles = sitting.plan.roles
    assert (roles["key"], roles["sensitive"]) == (["sex", "town"], ["age", "illness"])
    sitting.do("undo")
    assert chosen(sitting) == guessed


FORMS = """async (places) => {
  const found = {};
  for (const [name, place] of Object.entries(places)) {
    const answer = await fetch(place), text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const form = [...page.forms].find((own) => own.elements.name && own.elements.name.value === name
                                               && own.querySelector("button[value=add]"));
    found[name] = [answer.status, text, form ? [...new FormData(form)] : null];
  }
  return found;
}"""


def place_of(name: str) -> str:
    """Where the form of a part is."""
    if issubclass(EVERY[name], Method):
        return f"protect?add={name}"
    verb = next(verb for verb in VERBS if name in parts(verb))  # type: ignore[arg-type]
    return f"risk?verb={verb}&add={name}"


def sent_of(pairs: list[list[str]]) -> dict[str, list[str]]:
    """What Chromium would send, every name with its values."""
    sent: dict[str, list[str]] = {}
    for name, value in pairs:
        sent.setdefault(name, []).append(value)
    return sent


def test_every_form_opens_and_gives_its_defaults_back(sitting: Sitting, folder: Path) -> None:
    """Check 11: what Chromium sends of every untouched form are the defaults of the part.

    It is also what the reader of HTML takes off the page with which every part is added and run.
    """
    sitting.open(planned(folder))
    found = sitting.page.evaluate(FORMS, {name: place_of(name) for name in EVERY})
    assert {*found} == {*EVERY}
    for name, (status, page, pairs) in found.items():
        assert status == 200, name
        sent, part = sent_of(pairs), EVERY[name]
        read = of_part(page, name).sent
        plain = {own: [v.replace("\r\n", "\n") for v in values] for own, values in read.items()}
        assert sent == plain, name
        values = filled(part, sent)
        values.pop("models", None)  # proposed: what the plan is judged by
        usual = {own: part.model_fields[own].default for own in values}
        assert values == {
            own: list(value) if isinstance(value, tuple) else value for own, value in usual.items()
        }, name
        known = next(own for own in EXAMPLES if own.name == name).parameters()
        assert part(**{**values, **known}).parameters() == part(**known).parameters(), name


def test_a_broken_bound_is_told_beside_its_field(app: Sitting) -> None:
    """Check 11, of one form: the field is marked, described, and the list has the focus."""
    app.add("subsample", share="140")
    assert app.page.evaluate("() => document.activeElement.id") == "faults"
    field = app.page.locator("#f-share")
    assert (field.get_attribute("aria-invalid"), field.input_value()) == ("true", "140")
    assert "f-share-wrong" in str(field.get_attribute("aria-describedby")).split()
    assert "between 0% and 100%" in app.page.locator("#f-share-wrong").inner_text()
    assert app.steps == []


def three_steps(app: Sitting) -> None:
    app.add("drop_identifiers")
    app.add("suppress_cells", **MODELS)
    app.add("subsample", share="60")
    assert app.faults == []


def test_an_export_is_what_run_writes_and_pages_show_its_numbers(
    app: Sitting, tmp_path: Path, call: Call
) -> None:
    """Checks 12 and 13: the same file and record, and the numbers of every step on the page."""
    out, again = tmp_path / "out", tmp_path / "again"
    three_steps(app)
    app.export(out)
    records = [json.loads((out / "record.json").read_text())]
    seed = records[0]["seed"]
    assert call("run", out / "plan.toml", "--out", again, "--seed", seed).code in (0, 1)
    assert (out / "release.csv").read_bytes() == (again / "release.csv").read_bytes()
    records.append(json.loads((again / "record.json").read_text()))
    for record in records:
        record.pop("created")
        record["steps"] = [{**step, "seconds": 0} for step in record["steps"]]
    assert records[0] == records[1]

    plan = Plan.read(out / "plan.toml")
    release = plan.run(plan.dataset(plan.table()), seed=seed)
    voice = Tongue("en")
    app.to("protect")
    heads = app.texts("table.steps-table thead th")[3:]
    assert heads
    rows = app.page.locator("table.steps-table tbody tr:not(.said)").all()[1:]
    assert len(rows) == len(release.steps) == 3
    for row, step in zip(rows, release.steps, strict=True):
        cells = [" ".join(text.split()) for text in row.locator("td").all_inner_texts()]
        assert cells[0] == voice.number(step.difference.records_after)
        titled = {str(EVERY[own.name].title): own for own in (*step.risk, *step.loss)}
        for head, cell in zip(heads, cells[2:], strict=True):
            own = titled[head]
            shown = voice.level(own.value, share=EVERY[own.name].unit == "share", target=own.target)
            assert re.match(rf"{re.escape(shown)}(\s|$|[✓✗])", cell), (head, cell, shown)


def test_undo_and_redo_lead_back_to_the_same_page(app: Sitting) -> None:
    """Check 14: three times back and forth; a new step after an undo cuts the redo."""
    three_steps(app)
    app.to("protect")
    last = app.main
    for _ in range(3):
        app.do("undo")
    assert app.steps == []
    for _ in range(3):
        app.do("redo")
    app.to("protect")
    assert app.main == last
    app.do("undo")
    app.add("shuffle_records")
    assert app.page.locator("form[action='do/redo'] button").is_disabled()
    assert app.steps == ["drop_identifiers", "suppress_cells", "shuffle_records"]


def became(app: Sitting) -> dict[str, list[str]]:
    """What the first hundred records became, column by column, as the page shows them."""
    app.to("records")
    names = app.texts("table.cells thead th")[1:]
    cells = app.texts("table.cells tbody td")
    return {name: cells[place :: len(names)] for place, name in enumerate(names)}


def test_an_edited_step_runs_with_those_after_it_alone(
    app: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 15: the worker counts, and labels that are not touched have the same chance."""
    benches: list[Bench] = []
    own = Bench.release

    def release(bench: Bench, *given: Any, **named: Any) -> Any:
        benches[:] = [bench]
        return own(bench, *given, **named)

    monkeypatch.setattr(Bench, "release", release)
    app.add("pram", columns="sex", retention="60")
    app.add("round", columns="age", base="5")
    app.add("pram", columns="illness", retention="60")
    assert app.steps == ["pram", "round", "pram 2"]
    drawn, before = became(app), benches[0].applied
    app.to("protect?edit=1")
    app.fill({"base": "10"})
    app.press("form.part button[value=add]")
    assert benches[0].applied - before == 2
    assert app.plan.reduce[1].base == 10  # type: ignore[attr-defined]
    after = became(app)
    assert drawn["age"] != after["age"]
    for name in ("sex", "illness"):
        assert drawn[name] == after[name]
        assert any("is now" in cell for cell in after[name])  # which was drawn


def test_a_try_changes_neither_plan_nor_version(app: Sitting) -> None:
    """Check 16."""
    app.to("protect")
    plan, version, shown = app.plan, app.version, app.texts("table.steps-table")
    app.add("subsample", do="try", share="50")
    assert app.page.locator(".tried table tbody tr").count() >= 1
    assert app.page.locator("#f-share").input_value() == "50"
    assert app.texts("table.steps-table") == shown
    app.to("protect")
    assert (app.plan, app.version) == (plan, version)
