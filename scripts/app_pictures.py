"""Pictures of the app, for the docs: the example in a browser, page by page."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from browsing import browser, served

SHOWN = {
    "columns": "columns",
    "protect": "protect",
    "recodings": "recodings?k=2&drop=5",
}


def main(folder: Path) -> None:
    """Write a picture of each page."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        served("--example") as (_, address),
        sync_playwright() as playwright,
        browser(playwright) as own,
    ):
        page = own.new_page(viewport={"width": 1280, "height": 820})
        page.goto(address)
        page.locator(".chip").first.wait_for(timeout=60_000)
        base = page.url.rsplit("/", 1)[0]
        for name, place in SHOWN.items():
            page.goto(f"{base}/{place}")
            page.screenshot(path=folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
