"""Long jobs in a real browser: the file is read, a step runs and is cancelled, pages answer."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from browsing import Heard, browser, needs_chromium, served
from discret.app.pages import PAGES
from where import needs_system

pytestmark = [pytest.mark.browser, needs_chromium]
RECORDS = 150_000
PATIENCE = 120_000  # milliseconds; bars are measured by benchmarks/app.py
PING = """async () => {
  const begun = performance.now();
  const answer = await fetch("columns");
  return [answer.status, performance.now() - begun];
}"""
SECOND = """async () => {
  const form = new URLSearchParams({do: "add", name: "shuffle_records"});
  const answer = await fetch("protect", {method: "POST", body: form});
  return await answer.text();
}"""
PLAN = "async () => await (await fetch('plan.toml')).text()"


@dataclass(frozen=True)
class Sat:
    """A page at the app, what it heard, and what it saw while the file was read."""

    page: Any
    base: str
    heard: Heard
    seen: dict[str, bool]
    process: Any

    def to(self, name: str) -> None:
        """Go to a page of the app."""
        self.page.goto(f"{self.base}/{name}")


def people(path: Path, records: int) -> Path:
    """Write people with so many combinations of keys that a step takes a while."""
    rng = np.random.default_rng(1)
    sizes = {"commune": 400, "age": 90, "job": 30, "size": 8, "sex": 2}
    pl.DataFrame({name: rng.integers(0, many, records) for name, many in sizes.items()}).write_csv(
        path
    )
    return path


@contextmanager
def seated(file: Path, chromium: Any) -> Iterator[Sat]:
    """Start the app on a file, and sit down at it while it is being read."""
    with served(str(file)) as (process, address):
        page = chromium.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        heard = Heard(page)
        page.goto(address)
        page.wait_for_url(re.compile(r"/[\w-]{22}/$"))
        page.locator("h1").wait_for()
        seen = {
            "opened": page.locator(".chip").count() > 0,
            "progress": page.locator("#job progress").is_visible(),
        }
        yield Sat(page, str(page.url).rstrip("/"), heard, seen, process)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as own, browser(own) as started:
        yield started


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return people(tmp_path_factory.mktemp("jobs") / "many.csv", RECORDS)


@pytest.fixture(scope="module")
def sat(file: Path, chromium: Any) -> Iterator[Sat]:
    with seated(file, chromium) as own:
        yield own


def keys_given(sat: Sat) -> None:
    """Make all columns keys, once."""
    sat.page.locator(".chip").first.wait_for()
    sat.to("columns")
    for place in range(5):
        sat.page.locator(f"select[name='role.{place}']").select_option("key")
    sat.page.get_by_role("button", name="Apply roles").click()
    sat.page.get_by_role("button", name="Undo: roles of the columns").wait_for()
    sat.page.locator("#job").wait_for(state="hidden")


def test_the_first_page_is_there_while_the_file_is_read(sat: Sat) -> None:
    """Check 2: it says how far the reading is, and then shows the file by itself."""
    assert sat.seen == {"opened": False, "progress": True}
    sat.page.locator(".chip").first.wait_for()
    assert "150,000 records" in sat.page.locator("header").inner_text()
    sat.page.locator("#job").wait_for(state="hidden")


def worker_of(process: Any) -> int:
    """The number of the process that holds the records."""
    own = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return int(own.read_text().split()[0])


@needs_system(Path("/proc/self/task").is_dir(), "children of a process are not listed so")
def test_a_worker_that_is_killed_in_the_middle_loses_nothing(sat: Sat) -> None:
    """Check 19: a sentence, no stack trace, the state as before, and the next step works."""
    page = sat.page
    keys_given(sat)
    plan = page.evaluate(PLAN)
    begun(sat)
    first = worker_of(sat.process)
    os.kill(first, signal.SIGKILL)
    page.locator("#faults").wait_for()
    assert "The worker ended in the middle" in page.locator("#faults").inner_text()
    assert "Traceback" not in page.content()
    page.locator("#job").wait_for(state="hidden")
    assert page.evaluate(PLAN) == plan
    assert worker_of(sat.process) != first
    a_step_and_back(sat, plan)


def begun(sat: Sat) -> None:
    """Begin a step that takes long, and see its bar."""
    sat.to("protect?add=suppress_cells#next")
    sat.page.locator("select[name='models.measure']").first.select_option("k_anonymity")
    sat.page.locator("input[name='models.aim']").first.fill("5")
    sat.page.get_by_role("button", name="Add step").click()
    sat.page.locator("#job progress").wait_for()


def a_step_and_back(sat: Sat, plan: str) -> None:
    """Add a step, find it on the page and in the plan, and undo it."""
    page = sat.page
    sat.to("protect?add=shuffle_records#next")
    page.get_by_role("button", name="Add step").click()
    page.get_by_role("button", name="Undo: add shuffle_records").wait_for()
    page.locator("#job").wait_for(state="hidden")
    assert page.locator("table.steps-table tbody code").all_inner_texts() == ["shuffle_records"]
    assert "shuffle_records" in page.evaluate(PLAN)
    page.get_by_role("button", name="Undo: add shuffle_records").click()
    page.get_by_role("button", name="Redo: add shuffle_records").wait_for()
    assert page.evaluate(PLAN) == plan


def used_and_cancelled(sat: Sat) -> None:
    """Ask for pages while a step runs, begin another, cancel the first, and go on."""
    page = sat.page
    keys_given(sat)
    plan = page.evaluate(PLAN)
    begun(sat)
    pings = [page.evaluate(PING) for _ in range(10)]
    assert page.locator("#job progress").is_visible()
    assert page.get_by_role("button", name="Cancel").is_visible()
    assert {status for status, _ in pings} == {200}
    assert sorted(took for _, took in pings)[5] < 2000  # the step itself takes much longer
    assert "One thing at a time" in page.evaluate(SECOND)
    assert page.locator("#job progress").is_visible()
    stopped = time.monotonic()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Stopped, as you asked").wait_for()
    page.locator("#job").wait_for(state="hidden")
    assert time.monotonic() - stopped < 30
    assert page.evaluate(PLAN) == plan
    a_step_and_back(sat, plan)
    assert sat.heard.afar == []
    assert sat.heard.console == []


def test_pages_answer_while_a_step_runs_and_it_can_be_cancelled(sat: Sat) -> None:
    """Checks 17 and 18: pings, the bar, a second job that is refused, the cancel, what is left."""
    used_and_cancelled(sat)


@pytest.mark.slow
def test_a_million_records(chromium: Any, tmp_path: Path) -> None:
    """Checks 2, 17 and 18 as they are worded; their bars are read by benchmarks/app.py."""
    with seated(people(tmp_path / "million.csv", 1_000_000), chromium) as sat:
        assert sat.seen == {"opened": False, "progress": True}
        used_and_cancelled(sat)


def shown(page: Any) -> str:
    """The content of a page, when nothing runs."""
    page.locator("#job").wait_for(state="hidden")
    return str(page.locator("main").inner_html())


PARTS: dict[str, tuple[str, dict[str, str]]] = {
    "protect?add=subsample": ("Add step", {"#f-share": "50"}),
    "protect?add=round": ("Add step", {"#f-columns": "age", "#f-base": "10"}),
    "protect?add=top_code": ("Add step", {"#f-column": "age", "#f-top": "80"}),
    "risk?verb=assess&add=sample_uniques": ("Add", {}),
    "risk?verb=quantify&add=entropy": ("Add", {}),
}


def opened(sat: Sat, path: Path) -> None:
    """Open another file from the first page."""
    sat.page.locator(".chip").first.wait_for()
    sat.page.locator("#job").wait_for(state="hidden")
    sat.to("file")
    sat.page.locator("details.another > summary").click()
    sat.page.locator("#path").fill(str(path))
    sat.page.get_by_role("button", name="Open", exact=True).click()
    sat.page.locator("header .what", has_text=path.name).wait_for()
    sat.page.locator("#job").wait_for(state="hidden")


def test_some_parts_are_added_and_undone(sat: Sat, tmp_path: Path) -> None:
    """A handful of the forms of the catalogue, clicked: all are tried without a browser."""
    page, small = sat.page, tmp_path / "few.csv"
    pl.DataFrame({"age": [20 + n % 60 for n in range(90)], "sex": ["f", "m"] * 45}).write_csv(small)
    opened(sat, small)
    for address, (button, typed) in PARTS.items():
        name = address.rpartition("=")[2]
        sat.to(address.partition("?")[0])
        before = shown(page)
        sat.to(address)
        for place, text in typed.items():
            control = page.locator(place)
            if not control.is_visible():  # usual values are folded
                page.locator("form.part summary", has_text="More").click()
            chosen = control.evaluate("own => own.tagName") == "SELECT"
            control.select_option(text) if chosen else control.fill(text)
        page.locator("form.part").get_by_role("button", name=button, exact=True).click()
        undo = page.get_by_role("button", name=re.compile(r"Undo: add (a measure|" + name + ")"))
        undo.wait_for()
        assert shown(page) != before, name
        undo.click()
        page.get_by_role("button", name=re.compile("Redo: add")).wait_for()
        assert shown(page) == before, name


HOSTILE = ("<img src=x onerror=window.got=1>", '"><script>window.got=1</script>', "{{7*7}}")


def test_nothing_of_a_hostile_file_runs(sat: Sat, tmp_path: Path) -> None:
    """Check 8, in the browser: pages and both reports show it as text, and nothing happens."""
    page, path, out = sat.page, tmp_path / f"{HOSTILE[0]}.csv", tmp_path / "out"
    rng = np.random.default_rng(1)
    pl.DataFrame(
        {f"{own} {n}": rng.choice(HOSTILE, 60) for n, own in enumerate(HOSTILE)}
    ).write_csv(path)
    opened(sat, path)
    sat.to("columns")
    for place in range(3):
        page.locator(f"select[name='role.{place}']").select_option("key")
    page.get_by_role("button", name="Apply roles").click()
    page.locator("#job").wait_for(state="hidden")
    for name in (*(own.name for own in PAGES), "groups?group=0", "protect?add=pram"):
        sat.to(name)
        assert page.evaluate("() => window.got") is None, name
        assert page.locator("img").count() == 0
    sat.to("records")
    text = page.locator("main").inner_text()
    assert all(own in text for own in HOSTILE)
    sat.to("export")
    page.locator("#folder").fill(str(out))
    page.locator("#sentence").fill("write it all the same")
    page.get_by_role("button", name="Write").click()
    page.get_by_role("heading", name="Written").wait_for()
    for name in ("report.html", "public.html"):
        other = page.context.new_page()
        other.goto((out / name).as_uri())
        assert other.evaluate("() => window.got") is None, name
        assert HOSTILE[0] in other.locator("body").inner_text()
        other.close()
    assert sat.heard.afar == []
    assert sat.heard.console == []
