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
    "columns": "columns",
    "protect": "protect",
    "recodings": "recodings?k=2&drop=5",
}
EVERY = {
    **SHOWN,
    "file": "file",
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
            page.screenshot(path=folder / f"{name}.png")


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
    page.goto(f"{base}/compare")
    page.locator("button[value=suggest]").click()
    page.locator(".sides .part").nth(1).wait_for(timeout=120_000)
    _widths(page, folder, f"suggested_{language}")


def _widths(page: Any, folder: Path, name: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 820})
        page.screenshot(path=folder / f"{name}_{width}.png", full_page=True)


def main(folder: Path, *, every: bool) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    (everything if every else for_docs)(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), every="--all" in sys.argv[2:])
