"""The bars of the app on a file of a million records: python benchmarks/app.py [RECORDS].

Starts ``discret app`` as a user does and drives it in Chromium without a window: how soon the first
page is there, how quick pages are while a step runs, how long it takes to cancel, to undo, to look
at the last records, to move a key up and down. Every bar is printed with its limit, whether it
holds, and how busy the machine was: a clock on a machine that is shared tells of the others too.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np
import polars as pl
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from browsing import browser, served
from discret.app.pages import PAGES
from discret.app.rendering import script
from discret.data.files.tables import read
from discret.plan.check import checked
from discret.plan.plan import Plan
from discret.reduce import Generalise

LONG = 240_000.0  # milliseconds that something slow may take
TIMES = 7  # a short deed is done so often, and the middle counts
STARTS = 3  # of the app, of which the middle counts too
PLAN = """
[data]
file = "survey.csv"

[roles]
identifier = "name"
key = ["town", "age", "sex", "job"]
sensitive = "illness"

[hierarchies]
town = {from = "prefixes", lengths = [3, 2, 1]}
age = {from = "cuts", cuts = [[10, 20, 30, 40, 50, 60, 70, 80, 90], [20, 40, 60, 80]]}
sex = {from = "top"}
job = {from = "top"}

[[assess]]
measure = "k_anonymity"
k = 3
"""
ANSWER = """() => { const own = performance.getEntriesByType("navigation")[0];
  return own.responseEnd - own.requestStart; }"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].reduce((n, own) => n + own.decodedBodySize, 0)"""
WARM = {"town": 3, "job": 1}
LEVELS = (
    {"town": 3, "age": 1},
    {"town": 3, "age": 2},
    {"town": 2, "age": 2},
)  # of the steps whose time is compared


def survey(records: int, folder: Path) -> Path:
    """Write people with four keys, and a plan that gives them roles and hierarchies."""
    rng = np.random.default_rng(1)
    pl.DataFrame(
        {
            "name": np.arange(records),
            "town": rng.integers(1000, 4000, records).astype(str),
            "age": rng.integers(0, 100, records),
            "sex": rng.choice(["f", "m"], records),
            "job": rng.choice([f"job {n}" for n in range(30)], records),
            "illness": rng.choice(["flu", "gout", "mumps"], records),
        }
    ).write_csv(folder / "survey.csv")
    path = folder / "plan.toml"
    path.write_text(PLAN)
    return path


# -- processes -----------------------------------------------------------------------------------


def memory(number: int) -> float:
    """Return the megabytes that a process has at hand."""
    status = Path(f"/proc/{number}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def busy(number: int) -> float:
    """Return the seconds that a process has computed."""
    told = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def worker(number: int) -> int:
    """Return the number of the process that holds the records."""
    return int(Path(f"/proc/{number}/task/{number}/children").read_text().split()[0])


# -- what is printed -----------------------------------------------------------------------------


@dataclass
class Bars:
    """The bars, each printed as soon as it is known."""

    missed: list[str] = field(default_factory=list)

    def tell(self, name: str, value: float, limit: float, unit: str, note: str = "") -> None:
        """Print a bar: what was found, its limit, whether it holds, how busy the machine was."""
        holds = value <= limit
        if not holds:
            self.missed.append(name)
        shown = f"{value:9.2f} {unit:<5} ≤ {limit:<6g} {'holds' if holds else 'MISSED'}"
        print(f"{name:<38}{shown:<34} load {os.getloadavg()[0]:4.1f}  {note}", flush=True)


def took(deed: Callable[[], Any]) -> float:
    """Return the seconds that something takes."""
    begun = time.perf_counter()
    deed()
    return time.perf_counter() - begun


def middle(*deeds: Callable[[], Any]) -> float:
    """Return the milliseconds that the slowest of some deeds takes, each in the middle of some."""
    found = [[took(deed) for deed in deeds] for _ in range(TIMES)]
    return 1000 * max(median(own) for own in zip(*found, strict=True))


# -- the browser ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class App:
    """The app in a browser."""

    page: Page
    base: str
    process: subprocess.Popen[str]
    waits: list[float] = field(default_factory=list)  # seconds until a bar was on the screen

    def go(self, place: str) -> float:
        """Open a page, wait until it can be read; return the milliseconds of its answer."""
        self.page.goto(f"{self.base}/{place}", wait_until="domcontentloaded", timeout=LONG)
        return float(self.page.evaluate(ANSWER))

    def idle(self) -> float:
        """Wait until nothing runs; say how long."""
        return took(lambda: self.page.locator("#job").wait_for(state="hidden", timeout=LONG))

    def press(self, deed: str, value: str = "") -> None:
        """Press a button that is on every page, and wait for the page that comes of it."""
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            if value:
                self.page.locator(f"form[action='do/{deed}'] select").select_option(value)
            else:
                self.page.locator(f"form[action='do/{deed}'] button").click()

    def begin(self, button: str) -> None:
        """Press a button that begins a job, and note how soon its bar is on the screen."""
        bar = self.page.locator("#job progress")
        self.waits.append(took(lambda: (self.send(button), bar.wait_for(timeout=LONG))))

    def send(self, button: str) -> None:
        """Press a button of a form; do not wait for what comes of it."""
        self.page.locator(f"button[value={button}]").first.click(no_wait_after=True)


@contextmanager
def opened(plan: Path, bars: Bars) -> Iterator[App]:
    """Open the plan in a browser, some times, and tell how soon the first page is there."""
    with sync_playwright() as playwright, browser(playwright) as own:
        found = []
        for left in reversed(range(STARTS)):
            page = own.new_context(viewport={"width": 1280, "height": 820}).new_page()
            begun = time.perf_counter()
            with served(str(plan)) as (process, address):
                page.goto(address)
                page.locator("#job progress").wait_for(timeout=LONG)
                found.append((time.perf_counter() - begun, busy(process.pid)))
                assert page.locator("#job").is_visible(), "the file was read before the first page"
                if not left:
                    first_page(bars, found)
                    app = App(page, page.url.rsplit("/", 1)[0], process)
                    page.locator(".chip").first.wait_for(timeout=LONG)
                    app.idle()
                    yield app


def first_page(bars: Bars, found: Sequence[tuple[float, float]]) -> None:
    """Tell how soon the first page was there, in the middle of some starts."""
    wall, cpu = (median(own) for own in zip(*found, strict=True))
    bars.tell("first page, file still being read", wall, 2, "s")
    bars.tell("  computed by the web process", cpu, 0.6, "s CPU")


# -- the bars ------------------------------------------------------------------------------------


def while_busy(app: App, bars: Bars) -> None:
    """Bars while cells of a million records are suppressed, and how that is cancelled."""
    app.go("protect?add=suppress_cells")
    app.begin("add")
    bars.tell("bar on the screen", median(app.waits), 0.5, "s", f"middle of {len(app.waits)}")
    names = [page.name for page in PAGES if page.name not in ("recodings", "compare")]
    found: dict[str, list[float]] = {name: [] for name in names}
    for name in names * 6:
        if app.page.locator("#job").is_visible():
            found[name].append(app.go(name))
    every = [value for own in found.values() for value in own]
    slow = max(found, key=lambda name: max(found[name], default=0))
    each = ", ".join(f"{name} {median(own):.0f}" for name, own in found.items() if own)
    bars.tell("pages while a step runs, p95", quantiles(every, n=20)[-1], 100, "ms", each)
    bars.tell("pages while a step runs, most", max(every), 300, "ms", f"{slow}, of {len(every)}")
    bars.tell("web process", memory(app.process.pid), 60, "MB")
    app.idle()


def cancelled(app: App, bars: Bars) -> None:
    """The bar of a step that is cancelled in the middle."""
    app.go("protect?add=suppress_cells")
    app.page.locator("form.part [name='models.aim']").first.fill("4")
    app.begin("add")
    app.page.wait_for_timeout(1500)
    app.page.locator("#job button").click(no_wait_after=True)
    bars.tell("cancelled", app.idle(), 3, "s")
    assert app.page.locator("#faults").count() == 1, "it ended before"


def moved(app: App, bars: Bars) -> None:
    """Bars of what moves a pointer: nothing is computed again."""
    app.go("compare")
    with app.page.expect_navigation(timeout=LONG):
        app.send("copy")
    app.idle()
    stepped(app, WARM)
    app.go("risk")
    number = worker(app.process.pid)
    before = busy(number)
    found = middle(
        lambda: app.press("undo"),
        lambda: app.press("redo"),
        lambda: app.press("variant", "0"),
        lambda: app.press("variant", "1"),
    )
    bars.tell("undo, redo, another variant", found, 300, "ms")
    each = 1000 * (busy(number) - before) / (4 * TIMES)
    bars.tell("  computed by the worker for each", each, 50, "msCPU")


def stepped(app: App, levels: Mapping[str, int]) -> float:
    """Recode keys; return what the worker computed for it, the page that shows it included."""
    app.go("protect?add=generalise")
    app.page.locator("form.part details summary").first.click()
    for name, level in levels.items():
        beside = f"input[name='levels.name'][value='{name}'] + input"
        app.page.locator(beside).fill(str(level))
    app.page.locator("form.part [name=drop]").fill("100")
    number = worker(app.process.pid)
    before = busy(number)
    app.begin("add")
    app.page.get_by_role("button", name="Undo: add generalise").wait_for(timeout=LONG)
    app.idle()
    return busy(number) - before


def compared(app: App, bars: Bars, plan: Path) -> None:
    """The bar of a step in the app against the same step of a plan that is run.

    Both begin where nothing was done yet, and with a step that does not count: what is compiled
    and loaded then is not there again.
    """
    own = []
    for levels in (WARM, *LEVELS):
        own.append(stepped(app, levels))
        app.press("undo")
    command = [sys.executable, __file__, "--step", str(plan)]
    bare = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    ours = sum(own[1:])
    note = f"{ours:.1f} s of CPU in the app, {bare:.1f} s in plan.run"
    bars.tell("a step in the app / in plan.run", ours / bare, 1.15, "", note)


def run_bare(plan: Path) -> float:
    """Run the steps of the ratio as a plan; return what they computed, once all is compiled."""
    start = replace(Plan.read(plan), variants=())
    data = checked(start, read(start.path))
    begun = start.run(data, seed=1)
    took_each = []
    for levels in (WARM, *LEVELS):
        method = Generalise(models=start.assess[:1], levels=levels, drop=1.0)
        before = time.process_time()
        wanted = replace(start, reduce=(method,), labels=("generalise",))
        assert wanted.run(data, seed=1, after=begun).met is not None  # a page has the verdict
        took_each.append(time.process_time() - before)
    return sum(took_each[1:])


def looked(app: App, bars: Bars, records: int) -> None:
    """Bars of the pages that show data, and of the lattice."""
    last = middle(lambda: app.go(f"records?from={records - 99}"))
    bars.tell("records from the last hundred on", last, 300, "ms")
    bars.tell("groups", middle(lambda: app.go("groups")), 300, "ms")
    app.press("undo")  # of the file as it came: a key that climbed already has no way to go
    app.go("recodings")
    slider = app.page.locator("input[type=range]").first
    levels = iter("1203120312031203")

    def slid() -> None:
        level = next(levels)
        slider.fill(level)
        app.page.locator(f"form.foot input[name='level.town'][value='{level}']").wait_for(
            state="attached"
        )

    bars.tell("a recoding in the lattice", middle(slid), 200, "ms")


def weighed(app: App, bars: Bars) -> None:
    """Bars of what goes over the line: the heaviest page with all that it asks for."""
    found = {}
    for page in PAGES:
        app.page.goto(f"{app.base}/{page.name}", wait_until="load", timeout=LONG)
        found[page.name] = app.page.evaluate(WEIGHT) / 1000
    most = max(found, key=lambda name: found[name])
    bars.tell("page with all assets", found[most], 150, "kB", most)
    bars.tell("own JavaScript", len(script().splitlines()), 300, "lines")


def main(records: int) -> None:
    """Print the bars."""
    bars = Bars()
    with tempfile.TemporaryDirectory() as name:
        plan = survey(records, Path(name))
        with opened(plan, bars) as app:
            compared(app, bars, plan)
            while_busy(app, bars)
            cancelled(app, bars)
            moved(app, bars)
            looked(app, bars, records)
            weighed(app, bars)
    print(f"missed: {', '.join(bars.missed) or 'none'}")


if __name__ == "__main__":
    if "--step" in sys.argv:
        print(run_bare(Path(sys.argv[-1])))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
