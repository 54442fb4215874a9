"""Pictures of the app: page by page for the docs, or all of them, to be looked at.

python scripts/app_pictures.py FOLDER [--all]: with ``--all``, every page in both languages, as wide
as a desk and as narrow as a telephone, and those of an app without a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from browsing import browser, served

SHOWN = {
    "file": "file#whom",
    "columns": "columns",
    "recodings": "recodings?k=2&drop=5",
}
EVERY = {
    **SHOWN,
    "file": "file",
    "protect": "protect",
    "hierarchies": "hierarchies",
    "hierarchies_cuts": "hierarchies?column=age&builder=cuts",
    "risk": "risk",
    "risk_add": "risk?add=suda",
    "protect_add": "protect?add=generalise",
    "protect_edit": "protect?edit=0",
    "groups": "groups",
    "records": "records",
    "compare": "compare",
    "export": "export",
}
WIDTHS = (1280, 400)
SETTLED = 400  # milliseconds that a page takes at another width, with the report in its frame
SCROLLED = 800  # milliseconds that a page takes to get to a heading
LANGUAGES = ("en", "fr")


@contextmanager
def opened(*words: str) -> Iterator[tuple[Any, str]]:
    """Open the app in a browser; give the page and the address below which all pages are."""
    with (
        served(*words) as (_, address),
        sync_playwright() as playwright,
        browser(playwright) as own,
    ):
        page = own.new_page(viewport={"width": 1280, "height": 820})
        page.goto(address)
        page.locator(".chip, #path").first.wait_for(timeout=60_000)
        yield page, page.url.rsplit("/", 1)[0]


def for_docs(folder: Path) -> None:
    """Write a picture of the pages that the docs show."""
    with opened("--example") as (page, base):
        page.locator(".chip").first.wait_for(timeout=60_000)
        for name, place in SHOWN.items():
            page.goto(f"{base}/{place}")
            page.wait_for_timeout(SCROLLED)
            page.screenshot(path=folder / f"{name}.png")
        page.goto(f"{base}/groups")
        page.locator("td a").first.click()
        page.screenshot(path=folder / "group.png")
        _suggested(page, base)
        page.set_viewport_size({"width": 1280, "height": 1240})
        page.screenshot(path=folder / "compare.png")
        page.set_viewport_size({"width": 1280, "height": 820})
        page.locator(".variants .part").nth(2).get_by_role("button").first.click()
        page.locator("#steps-head").wait_for()
        page.screenshot(path=folder / "protect.png")


def everything(folder: Path) -> None:
    """Write a picture of every page, of a group that was opened, and of an app without a file."""
    for language in LANGUAGES:
        with opened("--language", language) as (page, base):
            _widths(page, folder, f"empty_{language}")
        with opened("--example", "--language", language) as (page, base):
            page.locator(".chip").first.wait_for(timeout=60_000)
            for name, place in EVERY.items():
                page.goto(f"{base}/{place}")
                _widths(page, folder, f"{name}_{language}")
            _deeds(page, base, folder, language)


def _deeds(page: Any, base: str, folder: Path, language: str) -> None:
    """Picture what is only there after something was done: a group, a fault, a trial, an export."""
    page.goto(f"{base}/groups")
    why = page.locator("td a").first
    if why.count():
        why.click()
        _widths(page, folder, f"group_{language}")
    page.goto(f"{base}/protect?add=suppress_cells")
    page.locator("button[value=try]").click()
    page.locator(".tried, #faults").first.wait_for(timeout=60_000)
    _widths(page, folder, f"tried_{language}")
    page.goto(f"{base}/protect?add=subsample")
    page.locator("button[value=add]").first.click()
    page.locator("#faults, button.small-button").first.wait_for()
    _widths(page, folder, f"fault_{language}")
    _suggested(page, base)
    _widths(page, folder, f"suggested_{language}")


def _suggested(page: Any, base: str) -> None:
    """Have ways to go on suggested, and wait for them."""
    page.goto(f"{base}/compare")
    page.locator("button[value=suggest]").click()
    page.locator(".variants .part").nth(1).wait_for(timeout=300_000)


def _widths(page: Any, folder: Path, name: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 820})
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=folder / f"{name}_{width}.png", full_page=True)


def main(folder: Path, *, every: bool) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    (everything if every else for_docs)(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), every="--all" in sys.argv[2:])
