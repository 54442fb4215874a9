"""The app in a real browser: one journey, attacks from other pages, and what axe finds."""

from __future__ import annotations

import os
import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import polars as pl
import pytest

from browsing import Heard, browser, needs_chromium, served
from discret.app.guard import POLICY
from discret.app.pages import PAGES
from where import needs_system

pytestmark = [pytest.mark.browser, needs_chromium]
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
OUTLINE = """() => {
  const own = getComputedStyle(document.activeElement), colours = [own.outlineColor];
  for (let box = document.activeElement.parentElement; box; box = box.parentElement) {
    const behind = getComputedStyle(box).backgroundColor;
    if (behind !== "rgba(0, 0, 0, 0)") { colours.push(behind); break; }
  }
  return [own.outlineStyle, parseFloat(own.outlineWidth), ...colours];
}"""
PATIENCE = 60_000  # milliseconds: a machine under load is no fault
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("app") / "people.csv"
    pl.DataFrame(
        {
            "name": [f"person {n}" for n in range(120)],
            "sex": ["f", "m"] * 60,
            "town": [f"4{n % 7}" for n in range(120)],
            "illness": [("flu", "gout", "mumps")[n % 3] for n in range(120)],
        }
    ).write_csv(path)
    return path


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as own:
        yield own


@pytest.fixture(scope="module")
def chromium(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as own:
        yield own


class Door(NamedTuple):
    """An app that somebody entered: its address, theirs below it, and their browser."""

    address: str
    base: str
    context: Any
    page: Any


@pytest.fixture(scope="module")
def door(chromium: Any, file: Path) -> Iterator[Door]:
    """One app for those who knock at it and change nothing."""
    with served(str(file)) as (_, address):
        context = chromium.new_context()
        page = context.new_page()
        yield Door(address, entered(page, address), context, page)
        context.close()


def entered(page: Any, address: str) -> str:
    """Open the app; return the address below which its pages are."""
    page.goto(address)
    page.wait_for_url(re.compile(r"/[\w-]{22}/$"))
    page.get_by_role("button", name="Apply roles").or_(page.locator("#path")).wait_for()
    page.locator(".chip").first.wait_for(timeout=60_000)
    return str(page.url).rstrip("/")


def refused(page: Any, address: str) -> bool:
    """Whether an address is refused without a word: Chromium shows a page of its own then."""
    from playwright.sync_api import Error

    with pytest.raises(Error, match="ERR_HTTP_RESPONSE_CODE_FAILURE"):
        page.goto(address)
    return True


def listeners(process: subprocess.Popen[str], port: int) -> set[str]:
    """The addresses on which a port is listened to, as the system tells."""
    found = set()
    for name in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
            own = line.split()
            if own[3] == "0A" and int(own[1].rpartition(":")[2], 16) == port:
                found.add(own[1].rpartition(":")[0])
    return found


def violations(page: Any) -> list[str]:
    """What axe finds."""
    from axe_playwright_python.sync_playwright import Axe

    rules = {"type": "tag", "values": RULES}
    # what passes is looked at all the same, but not described, which took longer
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    told = Axe().run(page, options=options).response
    return [f"{own['id']}: {own['nodes'][0]['html']}" for own in told["violations"]]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2.2 defines it.

    Examples
    --------
    >>> luminance("rgb(255, 255, 255)"), luminance("rgb(0, 0, 0)")
    (1.0, 0.0)
    """
    shares = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [own / 12.92 if own <= 0.04045 else ((own + 0.055) / 1.055) ** 2.4 for own in shares]
    return round(sum(w * own for w, own in zip((0.2126, 0.7152, 0.0722), linear, strict=True)), 6)


def seen_in_focus(page: Any) -> None:
    """The outline of what has the focus is 3 pixels wide, and 3 to 1 against what is behind it."""
    style, width, *colours = page.evaluate(OUTLINE)
    assert (style, width >= 3) == ("solid", True), (style, width)
    dark, light = sorted(luminance(own) for own in colours)
    assert (light + 0.05) / (dark + 0.05) >= 3, colours


def tab_to(page: Any, place: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(300):
        page.keyboard.press("Tab")
        if page.locator(place).first.evaluate("own => own === document.activeElement"):
            return seen_in_focus(page)
    raise AssertionError(f"{place} is not reached by Tab")


def pressed(page: Any, place: str, key: str, wanted: str) -> None:
    """Tab to something, press a key there, and wait for what comes of it."""
    tab_to(page, place)
    page.keyboard.press(key)
    page.locator(wanted).first.wait_for()
    page.locator("#job").wait_for(state="hidden")


UNDO, REDO = "form[action='do/undo'] button", "form[action='do/redo'] button"
SHUFFLED = f"{UNDO}:not([disabled]):has-text('shuffle_records')"


def _loaded(page: Any, file: Path) -> None:
    page.locator("h1").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Skip to the content"
    tab_to(page, "#path")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(file))
    page.keyboard.press("Enter")
    page.locator(".chip").first.wait_for()
    page.locator("#job").wait_for(state="hidden")


def _roles(page: Any) -> None:
    pressed(page, "nav a[href=columns]", "Enter", "select[name='role.0']")
    tab_to(page, "select[name='role.1']")
    page.keyboard.press("i")  # ignored, or an identifier: not what it was
    pressed(page, "main form .foot button", "Enter", f"{UNDO}:not([disabled]):has-text('roles')")


def _a_step_and_back(page: Any) -> None:
    shuffle = "a[href='protect?add=shuffle_records#next']"
    folded = f"details:has({shuffle}) > summary"
    pressed(page, "nav a[href=protect]", "Enter", folded)
    pressed(page, folded, "Enter", shuffle)
    pressed(page, shuffle, "Enter", "form.part")
    pressed(page, "form.part button[value=add]", "Enter", SHUFFLED)
    assert page.get_by_text("Records shuffled").count() >= 1
    pressed(page, UNDO, "Enter", f"{REDO}:not([disabled])")
    pressed(page, REDO, "Space", SHUFFLED)


def _export(page: Any, out: Path) -> None:
    pressed(page, "nav a[href=export]", "Enter", "#folder")
    tab_to(page, "#folder")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(out))
    if page.locator("#sentence").count():
        tab_to(page, "#sentence")
        page.keyboard.type("write it all the same")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Written").wait_for()
    assert (out / "release.csv").is_file()


def test_a_journey_with_the_keyboard_alone(chromium: Any, file: Path, tmp_path: Path) -> None:
    """Checks 1, 3, 7 and 25: load, roles, a step, undo, export, and nothing from elsewhere.

    Nothing is touched but keys: what is to be pressed is reached by Tab, and is seen there.
    """
    out = tmp_path / "out"
    with served() as (process, address):
        port = int(re.findall(r":(\d+)/", address)[0])
        if Path("/proc/net/tcp").exists():
            assert listeners(process, port) == {"0100007F"}
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        heard = Heard(page)
        page.goto(address)
        page.wait_for_url(re.compile(r"/[\w-]{22}/$"))
        base = str(page.url).rstrip("/")
        again = context.new_page()
        assert refused(again, address)
        again.close()
        bare = chromium.new_context().new_page()
        assert refused(bare, base + "/")
        bare.close()

        _loaded(page, file)
        _roles(page)
        _a_step_and_back(page)
        _export(page, out)
        assert heard.afar == []
        assert heard.console == []
        assert {policy for policy in heard.policies if "sandbox" not in policy} == {POLICY}
        tab_to(page, "form[action=quit] button")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="discret has ended").wait_for()
        assert process.wait(20) == 0
        context.close()


def checked(page: Any, *about: str) -> None:
    """A page has nothing that axe finds, and fits the smallest screen."""
    page.set_viewport_size({"width": 1280, "height": 800})
    assert violations(page) == [], about
    page.set_viewport_size({"width": 320, "height": 800})
    assert not page.evaluate(WIDER), about
    page.set_viewport_size({"width": 1280, "height": 800})


def in_french(page: Any) -> None:
    page.locator("form[action='do/language'] button").click()
    page.locator("html[lang=fr]").wait_for(state="attached")


PLACES = (*(own.name for own in PAGES), "protect?add=generalise", "risk?add=suda",
          "protect?add=private_synthesis", "groups?group=0")  # fmt: skip


@pytest.mark.slow
def test_every_page_in_both_languages_is_accessible_and_fits_a_small_screen(chromium: Any) -> None:
    """Check 25, on the example half done, and with what was refused shown."""
    with served("--example") as (_, address):
        page = chromium.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        heard = Heard(page)
        base = entered(page, address)
        for language in ("en", "fr"):
            if language == "fr":
                in_french(page)
            for name in PLACES:
                assert page.goto(f"{base}/{name}").status == 200
                checked(page, language, name)
            page.goto(f"{base}/protect?add=subsample")
            page.locator("#f-share").fill("140")
            with page.expect_navigation():
                page.locator("form.part button[value=add]").click()
            assert page.locator("#f-share[aria-invalid=true]").count() == 1
            checked(page, language, "refused")
        assert heard.afar == []


@pytest.mark.slow
def test_empty_pages_and_a_page_at_work_are_accessible(chromium: Any, tmp_path: Path) -> None:
    """Check 25, of other states: before a file, without a key or a target, while a job runs."""
    path = tmp_path / "plain.csv"
    pl.DataFrame({"remark": ["a", "b"] * 30}).write_csv(path)
    with served() as (_, address):
        page = chromium.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.wait_for_url(re.compile(r"/[\w-]{22}/$"))
        base = str(page.url).rstrip("/")
        for language in ("en", "fr"):
            if language == "fr":
                in_french(page)
            page.goto(f"{base}/file")
            checked(page, language, "no file")
        page.locator("#path").fill(str(path))
        page.keyboard.press("Enter")
        page.locator(".chip").first.wait_for()
        page.goto(f"{base}/columns")
        page.locator("select[name='role.0']").select_option("ignored")
        page.locator("main form .foot button").click()
        page.locator(f"{UNDO}:not([disabled])").wait_for()
        for own in PAGES:
            page.goto(f"{base}/{own.name}")
            checked(page, "fr", "no key", own.name)
        page.evaluate("() => tell({share: 0.4, doing: 'x', seconds: 3})")  # as while a job runs
        assert page.locator("#job progress").is_visible()
        checked(page, "fr", "at work")


class Spy(BaseHTTPRequestHandler):
    """The server of another port: keeps what browsers send to it, and serves an attack."""

    seen: list[str] = []  # noqa: RUF012 (of the class)
    page = b""

    def do_GET(self) -> None:
        """Serve the page of the attack."""
        Spy.seen.append(str(self.headers))
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(Spy.page)

    def log_message(self, *given: Any) -> None:
        """Say nothing."""


ATTACK = """<!doctype html><title>attack</title><iframe id=f src="{base}/columns"></iframe><script>
window.found = {{}};
fetch("{base}/columns", {{credentials: "include"}}).then(r => r.text())
  .then(t => found.read = t, () => found.read = "blocked");
fetch("{base}/do/undo", {{method: "POST", mode: "no-cors", credentials: "include"}})
  .then(r => found.post = r.type, () => found.post = "blocked");
const s = new WebSocket("{base}/events".replace("http", "ws"));
s.onopen = () => found.socket = "open"; s.onerror = () => found.socket = "refused";
</script>"""


def test_a_request_that_is_not_ours_is_refused(door: Door) -> None:
    """Check 4: with the cookie that Chromium has, but another host, origin or site."""
    path = urlsplit(door.base).path + "/columns"
    cookie = "; ".join(f"{own['name']}={own['value']}" for own in door.context.cookies())
    assert cookie
    host = urlsplit(door.address).netloc
    right = {"Host": host, "Cookie": cookie}
    assert answer(host, "GET", path, right) == (200, True)
    for method in ("GET", "POST"):
        for wrong in (
            {"Host": "evil.example"},
            {"Host": f"localhost:{host.partition(':')[2]}"},
            {"Origin": "http://evil.example"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Cookie": ""},
        ):
            assert answer(host, method, path, {**right, **wrong}) == (403, False), wrong


def answer(host: str, method: str, path: str, headers: dict[str, str]) -> tuple[int, bool]:
    """Ask the server as no browser would; return the status, and whether there is a body."""
    asked = HTTPConnection(host, timeout=60)
    asked.putrequest(method, path, skip_host=True)
    for name, value in headers.items():
        asked.putheader(name, value)
    asked.putheader("Content-Length", "0")
    asked.endheaders()
    told = asked.getresponse()
    found = told.status, bool(told.read())
    asked.close()
    return found


@needs_system(os.name == "posix", "programs are not started so")
def test_the_launch_file_is_for_its_user_and_for_once(chromium: Any, file: Path) -> None:
    """Check 3: a browser is started with a file of mode 0600, which is gone once it was used."""
    told = file.with_name("told")
    starter = file.with_name("browser.sh")
    starter.write_text(f'#!/bin/sh\nprintf %s "$1" > "{told}.new" && mv "{told}.new" "{told}"\n')
    starter.chmod(0o700)
    command = [sys.executable, "-m", "discret", "app", str(file)]
    around = {**os.environ, "BROWSER": f"{starter} %s"}
    with subprocess.Popen(command, env=around, stdout=subprocess.PIPE) as process:
        try:
            end = time.monotonic() + 60
            while not told.exists() and time.monotonic() < end:
                time.sleep(0.05)
            launch = Path(urlsplit(told.read_text()).path)
            assert stat.S_IMODE(launch.stat().st_mode) == 0o600
            assert stat.S_IMODE(launch.parent.stat().st_mode) == 0o700
            page = chromium.new_context().new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(launch.as_uri())
            page.locator(".chip").first.wait_for()
            while launch.exists() and time.monotonic() < end + 60:
                time.sleep(0.05)
            assert not launch.parent.exists()
        finally:
            process.terminate()


def test_a_page_of_another_port_gets_nowhere(door: Door) -> None:
    """Check 6."""
    door.page.goto(f"{door.base}/columns")
    before = door.page.locator("body").get_attribute("data-version")
    Spy.page = ATTACK.format(base=door.base).encode()
    spy = HTTPServer(("127.0.0.1", 0), Spy)
    Thread(target=spy.serve_forever, daemon=True).start()
    other = door.context.new_page()
    other.goto(f"http://127.0.0.1:{spy.server_port}/")
    for name in ("read", "post", "socket"):
        other.locator("body").wait_for()
        end = time.monotonic() + 20
        while not other.evaluate(f"() => window.found.{name}") and time.monotonic() < end:
            other.wait_for_timeout(50)
    found = other.evaluate("() => window.found")
    assert found["read"] == "blocked"
    assert found["socket"] == "refused"
    frame = next(own for own in other.frames if own is not other.main_frame)
    assert "Columns" not in frame.content()
    door.page.reload()
    assert door.page.locator("body").get_attribute("data-version") == before
    assert all("discret" not in headers.lower().partition("cookie:")[2] for headers in Spy.seen)
    other.close()
    spy.shutdown()
    spy.server_close()


def test_under_another_name_there_is_no_app(playwright: Any, file: Path) -> None:
    """Check 5: a name that was made to lead here."""
    with (
        served(str(file)) as (_, address),
        browser(playwright, "--host-resolver-rules=MAP evil.example 127.0.0.1") as own,
    ):
        context = own.new_context()
        assert refused(context.new_page(), address.replace("127.0.0.1", "evil.example"))
        page = context.new_page()
        base = entered(page, address)
        assert page.goto(f"{base}/columns").status == 200
        assert refused(page, f"{base}/columns".replace("127.0.0.1", "evil.example"))


def test_nobody_else_can_connect(door: Door) -> None:
    """Check 1, from outside: only this machine is listened to."""
    port = int(re.findall(r":(\d+)/", door.address)[0])
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        own = "127.0.0.2"  # another address of this machine
    with pytest.raises(OSError, match="refused"), socket.create_connection((own, port), 2):
        pass
