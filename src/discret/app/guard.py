"""Who may ask: this browser, from these pages, under this name, and nobody else.

Every request names the host as it was bound, comes from a page of ours or from no page, has the
secret in its path and the cookie. Cookies are shared by all ports of a host (RFC 6265, section
8.5): the path keeps ours from the server of somebody else, and an address seen on a screen is not
enough. What fails is refused without a word.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from threading import Lock
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "discret"
HERE = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
    " img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-src 'self';"
    " frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
}


@dataclass(kw_only=True)
class Keys:
    """What a browser must know: the secret of the path, the cookie, and once the token.

    Examples
    --------
    >>> keys = Keys(port=4000)
    >>> keys.used("/start/wrong"), keys.used(f"/start/{keys.token}"), keys.used("/start/" + "?")
    (False, True, False)
    """

    port: int
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    fresh: bool = True  # whether the token was not used yet
    _lock: Lock = field(default_factory=Lock, repr=False)

    @property
    def host(self) -> str:
        """The only name under which the app answers."""
        return f"{HERE}:{self.port}"

    @property
    def home(self) -> str:
        """The path below which all pages are."""
        return f"/{self.secret}/"

    @property
    def start(self) -> str:
        """The address that opens the app, once."""
        return f"http://{self.host}/start/{self.token}"

    def used(self, path: str) -> bool:
        """Use the token up, if the path has it and nobody had used it."""
        with self._lock:
            right = compare_digest(path.encode(), f"/start/{self.token}".encode())
            good, self.fresh = right and self.fresh, self.fresh and not right
            return good


class Guard:
    """The app behind its door."""

    def __init__(self, app: App, keys: Keys) -> None:
        self.app, self.keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # there is no socket
            await send({"type": "websocket.close", "code": 1008})
            return
        path = str(scope["path"])
        if path.startswith("/start/"):
            await self._started(scope, send)
        elif self._known(scope):
            inner = {**scope, "path": "/" + path.removeprefix(self.keys.home), "root_path": ""}
            await self.app(inner, receive, _with_headers(send))
        else:
            await _refused(send)

    async def _started(self, scope: Scope, send: Send) -> None:
        """Give the cookie to who has the token, the first time.

        The page that a browser is started with is a file: it comes from no page of ours. A strict
        cookie does not survive a redirect from there, it does survive a page that goes on.
        """
        own = self._named(scope) and scope["method"] == "GET"
        if not own or not self.keys.used(str(scope["path"])):
            await _refused(send)
            return
        kept = f"{COOKIE}={self.keys.cookie}; HttpOnly; SameSite=Strict; Path={self.keys.home}"
        page = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>discret</title>'
            '<link rel="icon" href="data:,">'
            f'<meta http-equiv="refresh" content="0;url={self.keys.home}">'
        )
        await _answer(send, 200, page.encode(), {"set-cookie": kept, "content-type": "text/html"})

    def _named(self, scope: Scope) -> bool:
        return _header(scope, "host") == [self.keys.host]

    def _known(self, scope: Scope) -> bool:
        """Whether a request comes from a page of ours, with all that it must know."""
        origin = {*_header(scope, "origin")} <= {f"http://{self.keys.host}"}
        site = {*_header(scope, "sec-fetch-site")} <= {"same-origin", "none"}
        inside = _same(str(scope["path"])[: len(self.keys.home)], self.keys.home)
        return self._named(scope) and origin and site and inside and self._has_cookie(scope)

    def _has_cookie(self, scope: Scope) -> bool:
        try:
            given = SimpleCookie("; ".join(_header(scope, "cookie"))).get(COOKIE)
        except CookieError:
            return False
        return given is not None and _same(given.value, self.keys.cookie)


def _same(given: str, own: str) -> bool:
    return compare_digest(given.encode(), own.encode())


def _header(scope: Scope, name: str) -> list[str]:
    """Return all that a request says under a name."""
    return [value.decode("latin-1") for own, value in scope["headers"] if own == name.encode()]


def _with_headers(send: Send) -> Send:
    """Return what sends an answer with the headers of every answer."""

    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name.decode().lower() for name, _ in message.get("headers", ())}
            more = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n not in own]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return sent


async def _refused(send: Send) -> None:
    await _answer(send, 403, b"", {})


async def _answer(send: Send, status: int, body: bytes, headers: dict[str, str]) -> None:
    every = {**HEADERS, **headers, "content-length": str(len(body))}
    told = [(name.encode(), value.encode()) for name, value in every.items()]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})
