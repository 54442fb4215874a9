"""The app in a real browser: one journey, attacks from other pages, and what axe finds."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl
import pytest

from browsing import Heard, browser, needs_chromium, served
from discret.app.guard import POLICY
from discret.app.pages import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), needs_chromium]
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
OUTLINE = "() => getComputedStyle(document.activeElement).outlineWidth"
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

    told = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}}).response
    return [f"{own['id']}: {own['nodes'][0]['html']}" for own in told["violations"]]


def _roles(page: Any, base: str) -> None:
    page.goto(f"{base}/columns")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.textContent") == "Skip to the content"
    page.locator("select[name='role.0']").focus()
    assert float(str(page.evaluate(OUTLINE)).removesuffix("px")) >= 3
    page.keyboard.press("i")  # identifier
    page.get_by_role("button", name="Apply roles").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Undo: roles of the columns").wait_for()


def _a_step_and_back(page: Any, base: str) -> None:
    page.goto(f"{base}/protect?add=shuffle_records#next")
    page.get_by_role("button", name="Add step").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Undo: add shuffle_records").wait_for()
    assert page.get_by_text("Records shuffled").count() >= 1
    page.get_by_role("button", name="Undo: add shuffle_records").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Redo: add shuffle_records").wait_for()
    page.get_by_role("button", name="Redo: add shuffle_records").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Undo: add shuffle_records").wait_for()


def _export(page: Any, base: str, out: Path) -> None:
    page.goto(f"{base}/export")
    page.locator("#folder").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type(str(out))
    if page.locator("#sentence").count():
        page.locator("#sentence").focus()
        page.keyboard.type("write it all the same")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Written").wait_for()
    assert (out / "release.csv").is_file()


def test_a_journey_with_the_keyboard_alone(chromium: Any, file: Path, tmp_path: Path) -> None:
    """Checks 1, 3, 7 and 25: load, roles, a step, undo, export, and nothing from elsewhere."""
    out = tmp_path / "out"
    with served(str(file)) as (process, address):
        port = int(re.findall(r":(\d+)/", address)[0])
        if Path("/proc/net/tcp").exists():
            assert listeners(process, port) == {"0100007F"}
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        heard = Heard(page)
        base = entered(page, address)
        again = context.new_page()
        assert refused(again, address)
        again.close()
        bare = chromium.new_context().new_page()
        assert refused(bare, base + "/")
        bare.close()

        _roles(page, base)
        _a_step_and_back(page, base)
        _export(page, base, out)
        assert heard.afar == []
        assert heard.console == []
        assert {policy for policy in heard.policies if "sandbox" not in policy} == {POLICY}
        page.get_by_role("button", name="Quit").focus()
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="discret has ended").wait_for()
        assert process.wait(20) == 0
        context.close()


@pytest.mark.slow
def test_every_page_in_both_languages_is_accessible_and_fits_a_small_screen(chromium: Any) -> None:
    """Check 25, on the example half done."""
    with served("--example") as (_, address):
        page = chromium.new_context().new_page()
        heard = Heard(page)
        base = entered(page, address)
        for language in ("en", "fr"):
            if language == "fr":
                page.get_by_role("button", name="Français").click()
                page.locator("html[lang=fr]").wait_for(state="attached")
            for name in [*(own.name for own in PAGES), "protect?add=generalise", "risk?add=suda"]:
                page.set_viewport_size({"width": 1280, "height": 800})
                assert page.goto(f"{base}/{name}").status == 200
                assert violations(page) == [], (language, name)
                page.set_viewport_size({"width": 320, "height": 800})
                assert not page.evaluate(WIDER), (language, name)
        assert heard.afar == []


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


def test_a_page_of_another_port_gets_nowhere(chromium: Any, file: Path) -> None:
    """Check 6."""
    with served(str(file)) as (_, address):
        context = chromium.new_context()
        page = context.new_page()
        base = entered(page, address)
        page.goto(f"{base}/columns")
        before = page.locator("body").get_attribute("data-version")
        Spy.page = ATTACK.format(base=base).encode()
        spy = HTTPServer(("127.0.0.1", 0), Spy)
        Thread(target=spy.serve_forever, daemon=True).start()
        other = context.new_page()
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
        page.reload()
        assert page.locator("body").get_attribute("data-version") == before
        assert all("discret" not in headers.lower().partition("cookie:")[2] for headers in Spy.seen)
        spy.shutdown()
        spy.server_close()
        context.close()


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


def test_nobody_else_can_connect(file: Path) -> None:
    """Check 1, from outside: only this machine is listened to."""
    with served(str(file)) as (_, address):
        port = int(re.findall(r":(\d+)/", address)[0])
        own = socket.gethostbyname(socket.gethostname())
        if own.startswith("127."):
            own = "127.0.0.2"  # another address of this machine
        with pytest.raises(OSError, match="refused"), socket.create_connection((own, port), 2):
            pass
