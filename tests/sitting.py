"""Someone who sits at the app: Chromium at its pages, forms filled in and sent as people do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
import polars as pl

from browsing import Heard, browser
from discret import Plan
from discret.app.engine import Near
from discret.app.serving import serve
from discret.app.worker import work
from discret.words import Words

PATIENCE = 60_000  # milliseconds: a machine under load is no fault
PLAN = "async () => await (await fetch('plan.toml')).text()"
ROLES = ("identifier", "key", "key", "key", "sensitive")


def survey(records: int = 240) -> pl.DataFrame:
    """Make people with a name, keys of few values, and what must not be learnt."""
    rng = np.random.default_rng(7)
    return pl.DataFrame(
        {
            "name": [f"person {place}" for place in range(records)],
            "sex": rng.choice(["f", "m"], records),
            "age": rng.integers(18, 80, records),
            "town": rng.choice(["42300", "42218", "75014", "75020"], records),
            "illness": rng.choice(["flu", "gout", "mumps"], records),
        }
    )


@dataclass(frozen=True)
class Sitting:
    """A page at the app, and what it heard."""

    page: Any
    base: str
    heard: Heard

    def to(self, place: str) -> None:
        """Go to a page of the app, as the server has it now."""
        assert self.page.goto(f"{self.base}/{place}").status == 200, place

    def idle(self) -> None:
        """Wait until nothing runs."""
        self.page.locator("#job").wait_for(state="hidden")

    def press(self, button: str) -> None:
        """Press a button that sends a form; wait for its job, and see the page as it is then."""
        with self.page.expect_navigation():
            self.page.locator(button).first.click()
        self.idle()
        self.page.reload()

    def open(self, path: Path) -> None:
        """Open a file or a plan from the first page."""
        self.to("file")
        for folded in self.page.locator("details.another:not([open]) > summary").all():
            folded.click()  # a file is open already
        self.page.locator("#path").fill(str(path))
        self.press("form:has(#path) .row button")
        self.to("columns")
        assert self.faults == []

    def roles(self, roles: tuple[str, ...] = ROLES) -> None:
        """Give the columns their roles."""
        self.to("columns")
        for place, role in enumerate(roles):
            self.page.locator(f"select[name='role.{place}']").select_option(role)
        self.press("main form:has(select[name='role.0']) .foot button")

    def add(self, name: str, do: str = "add", **typed: Any) -> None:
        """Add a step from its form, or try it."""
        self.to(f"protect?add={name}")
        self.fill(typed)
        self.press(f"form.part button[value={do}]")

    def fill(self, typed: Mapping[str, Any]) -> None:
        """Fill controls of the form of a part in; what is folded is opened."""
        for folded in self.page.locator("form.part details:not([open]):not(.sources)").all():
            folded.locator("summary").first.click()
        for name, value in typed.items():
            control = self.page.locator(f"form.part [name='{name}']:visible").first
            if control.evaluate("own => own.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)

    def do(self, deed: str) -> None:
        """Undo or redo."""
        self.press(f"form[action='do/{deed}'] button")

    def target(self, measure: str, value: str) -> None:
        """Give a measure a target on the page of the risk, and all others none."""
        self.to("risk")
        for row in self.page.locator("#targets tr:has(input[name^='target.'])").all():
            own = measure in row.inner_text()
            row.locator("input[name^='target.']").fill(value if own else "")
        self.press("#targets .foot button")

    def export(self, folder: Path) -> None:
        """Write all there is to write, whatever the verdict."""
        self.to("export")
        self.page.locator("#folder").fill(str(folder))
        if self.page.locator("#sentence").count():
            self.page.locator("#sentence").fill("write it all the same")
        self.press("form:has(#folder) .foot button")
        assert (folder / "plan.toml").is_file(), self.faults

    def texts(self, place: str) -> list[str]:
        """Return what is read at some places of the page."""
        return [" ".join(str(own).split()) for own in self.page.locator(place).all_inner_texts()]

    @property
    def plan(self) -> Plan:
        """The plan as the app hands it out."""
        return Plan.from_toml(self.page.evaluate(PLAN))

    @property
    def steps(self) -> list[str]:
        """The labels of the steps, as the page of the protection has them."""
        self.to("protect")
        return self.texts("table.steps-table tbody th code")

    @property
    def version(self) -> str:
        """The version of the desk that the page shows."""
        return str(self.page.locator("body").get_attribute("data-version"))

    @property
    def faults(self) -> list[str]:
        """What was refused last."""
        return self.texts("#faults")

    @property
    def main(self) -> str:
        """All that a page shows below its head."""
        return str(self.page.locator("main").inner_html())


@contextmanager
def seated(address: str, chromium: Any = None) -> Iterator[Sitting]:
    """Open the app at the address that it told, in a browser that is there or in one of its own."""
    from playwright.sync_api import sync_playwright

    if chromium is None:
        with sync_playwright() as own, browser(own) as started, seated(address, started) as sitting:
            yield sitting
        return
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    heard = Heard(page)
    page.goto(address)
    page.wait_for_url(re.compile(r"/[\w-]{22}/$"))
    page.locator("h1").wait_for()
    yield Sitting(page, str(page.url).rstrip("/"), heard)
    context.close()


@contextmanager
def near(file: Path | None = None) -> Iterator[Sitting]:
    """Sit at an app whose server and worker are threads here, where a test can look at them."""
    said = SimpleQueue[Words]()
    told = {"browser": False, "say": said.put, "start": lambda: Near(work)}
    server = Thread(target=serve, args=(file,), kwargs=told, daemon=True)
    server.start()
    address = re.findall(r"http://\S+", str(said.get(timeout=60)))[0]
    with seated(address) as own:
        if file is not None:
            own.page.locator(".chip").first.wait_for()
            own.idle()
        try:
            yield own
        finally:
            own.page.request.post(f"{own.base}/quit")
            server.join(20)
