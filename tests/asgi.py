"""Ask an app as a server does, without one: every request in a loop that goes on between them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from threading import Thread
from typing import Any

PATIENCE = 120.0


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body, as text."""
        return self.body.decode()


@cache
def loop() -> asyncio.AbstractEventLoop:
    """The loop of all requests, in a thread of its own."""
    own = asyncio.new_event_loop()
    Thread(target=own.run_forever, daemon=True).start()
    return own


def answered(
    app: Any,
    method: str,
    address: str,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    kind: str = "http",
) -> Answer:
    """Ask an app for an address."""
    asked = _answered(app, method, address, headers or {}, body, kind)
    return asyncio.run_coroutine_threadsafe(asked, loop()).result(PATIENCE)


async def _answered(
    app: Any, method: str, address: str, headers: Mapping[str, str], body: bytes, kind: str
) -> Answer:
    path, _, query = address.partition("?")
    scope = {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }
    sent: list[Mapping[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Any:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start = sent[0]
    told = {name.decode(): value.decode() for name, value in start.get("headers", ())}
    parts = (message.get("body", b"") for message in sent[1:])
    return Answer(start.get("status", 0), told, b"".join(parts))
