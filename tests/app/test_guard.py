"""Who may ask: checks 3, 4 and 7 of the design, and what an answer carries."""

from __future__ import annotations

import stat
from pathlib import Path
from threading import Event, Thread

import pytest

from asgi import answered
from discret.app.guard import COOKIE, POLICY, Guard, Keys
from discret.app.launch import Launch

KEYS = Keys(port=4321, secret="s" * 22, cookie="c" * 43, token="t" * 43)  # names of tests
DESIGN = (
    "default-src 'none'", "script-src 'self'", "style-src 'self'",
    "style-src-attr 'unsafe-inline'", "img-src 'self' data:", "connect-src 'self'",
    "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
)  # fmt: skip


async def inner(scope: dict, receive: object, send: object) -> None:
    """An app that says which path it was asked for."""
    await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": scope["path"].encode()})  # type: ignore[operator]


def asked(method: str = "GET", path: str | None = None, **headers: str) -> tuple[int, str, dict]:
    """Ask with all that is right, but what is said otherwise; an empty header is left out."""
    usual = {"host": KEYS.host, "cookie": f"{COOKIE}={KEYS.cookie}"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {name: value for name, value in {**usual, **named}.items() if value}
    answer = answered(Guard(inner, KEYS), method, path or f"{KEYS.home}page", sent)
    return answer.status, answer.text, dict(answer.headers)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
@pytest.mark.parametrize("site", ["", "same-origin", "none"])
def test_who_knows_all_gets_in(method: str, site: str) -> None:
    origin = f"http://{KEYS.host}" if method != "GET" else ""
    assert asked(method, origin=origin, sec_fetch_site=site)[:2] == (200, "/page")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:4321"},
        {"host": "localhost:4321"},
        {"host": "127.0.0.1"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:4322"},
        {"origin": "null"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site"},
        {"cookie": ""},
        {"cookie": f"{COOKIE}=guess"},
        {"cookie": f"other={KEYS.cookie}"},
        {"cookie": "a=b; \x01=;;"},
    ],
    ids=str,
)
def test_who_does_not_is_refused_without_a_word(method: str, headers: dict[str, str]) -> None:
    status, text, told = asked(method, **headers)
    assert (status, text) == (403, "")
    assert told["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    "path", ["/", "/page", "/wrong-secret/page", f"/{KEYS.secret}", "/start/x"]
)
def test_the_secret_is_in_the_path(path: str) -> None:
    assert asked(path=path)[0] == 403


def test_every_answer_has_the_policy_of_the_design() -> None:
    told = asked()[2]
    said = {part.strip() for part in told["content-security-policy"].split(";")}
    assert {*DESIGN} <= said
    assert said - {*DESIGN} == {"frame-src 'self'"}
    assert told["cache-control"] == "no-store"
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "same-origin"
    assert (
        told["cross-origin-opener-policy"] == told["cross-origin-resource-policy"] == "same-origin"
    )
    assert "server" not in told


def test_the_token_is_good_once() -> None:
    keys = Keys(port=4321)
    guard, path, here = Guard(inner, keys), f"/start/{keys.token}", {"host": keys.host}
    assert answered(guard, "GET", path, {"host": "localhost:4321"}).status == 403
    assert answered(guard, "POST", path, here).status == 403
    first = answered(guard, "GET", path, {**here, "sec-fetch-site": "cross-site"})  # from a file
    assert first.status == 200
    cookie = first.headers["set-cookie"]
    assert f"Path={keys.home}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert answered(guard, "GET", path, here).status == 403


def test_there_is_no_socket() -> None:
    right = {"host": KEYS.host, "cookie": f"{COOKIE}={KEYS.cookie}"}
    answer = answered(Guard(inner, KEYS), "GET", f"{KEYS.home}page", right, kind="websocket")
    assert answer.status == 0
    assert answer.body == b""


def test_secrets_are_long_and_in_no_repr() -> None:
    keys = Keys(port=1)
    assert len(keys.secret) >= 22
    assert len(keys.cookie) == len(keys.token) >= 43
    assert not {keys.secret, keys.cookie, keys.token} & {*repr(keys).replace("'", " ").split()}
    assert Keys(port=1).token != keys.token


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("used", [True, False])
def test_the_launch_file_is_ours_alone_and_gone_after_use(used: bool) -> None:
    keys, ended, shown, late = Keys(port=4321), Event(), list[str](), list[bool]()
    launch = Launch(keys)
    assert (mode(launch.path), mode(launch.path.parent)) == (0o600, 0o700)
    assert keys.start in launch.path.read_text()

    def show(address: str) -> bool:
        shown.append(address)
        if used:
            keys.used(f"/start/{keys.token}")
        return True

    waiting = Thread(target=launch.open, args=(lambda: late.append(True), ended, show, 0.1))
    waiting.start()
    if not used:
        while not late:
            ended.wait(0.01)
        ended.set()
    waiting.join(10)
    assert shown == [launch.path.as_uri()]
    assert late == ([] if used else [True])
    assert not launch.path.parent.exists()
