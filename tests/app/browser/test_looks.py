"""How pages look and behave in a real browser: nothing overflows, nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browsing import browser, needs_chromium, served
from discret.app.pages import PAGES

pytestmark = [pytest.mark.browser, needs_chromium]
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
PLACES = "(rows) => rows.map((cell) => Math.round(cell.getBoundingClientRect().left))"
STEPS = "button[value=remove]"


@pytest.fixture(scope="module")
def app() -> Iterator[tuple[Any, str]]:
    """The example, in a browser."""
    from playwright.sync_api import sync_playwright

    with (
        served("--example") as (_, address),
        sync_playwright() as playwright,
        browser(playwright) as own,
    ):
        page = own.new_context(viewport={"width": 1280, "height": 820}).new_page()
        page.goto(address)
        page.locator(".chip").first.wait_for(timeout=60_000)
        yield page, page.url.rstrip("/").removesuffix("/columns")


def test_no_page_is_wider_than_its_window(app: tuple[Any, str]) -> None:
    page, base = app
    for own in PAGES:
        page.goto(f"{base}/{own.name}")
        assert not page.evaluate(WIDER), own.name


def test_columns_stand_below_their_heads(app: tuple[Any, str]) -> None:
    page, base = app
    page.goto(f"{base}/columns")
    heads = page.eval_on_selector_all("table.wide thead th", PLACES)
    first = page.eval_on_selector_all(
        "table.wide tbody tr:first-child th, table.wide tbody tr:first-child td", PLACES
    )
    assert heads == first
    assert len(set(heads)) == len(heads) > 5


def test_what_was_typed_outlives_a_page_that_draws_itself_again(app: tuple[Any, str]) -> None:
    page, base = app
    page.goto(f"{base}/protect?add=subsample")
    page.fill("#f-share", "33")
    other = page.context.new_page()
    other.goto(f"{base}/protect?add=shuffle_records")
    other.get_by_role("button", name="Add step").click()
    page.locator(STEPS).nth(1).wait_for()  # it drew itself again
    assert page.input_value("#f-share") == "33"
    other.close()


def test_a_button_that_is_pressed_twice_is_meant_once(app: tuple[Any, str]) -> None:
    page, base = app
    for name in ("shuffle_records", "shuffle_records"):
        page.goto(f"{base}/protect?add={name}")
        many = page.locator(STEPS).count()
        page.get_by_role("button", name="Add step").click()
        page.locator(STEPS).nth(many).wait_for()
    page.locator(STEPS).last.dblclick()
    page.locator(STEPS).nth(many).wait_for(state="detached")
    page.goto(f"{base}/protect")
    assert page.locator(STEPS).count() == many
