"""The life of the server: from launch to quit, on this machine alone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic

import uvicorn

from discret.app.engine import Line, Process
from discret.app.guard import HERE, Guard, Keys
from discret.app.handling import app_of
from discret.app.launch import Launch
from discret.app.office import Office
from discret.words import Language, Words

ALONE = 600.0  # seconds without a page and without a job, after which the server ends


def serve(
    file: Path | None,
    *,
    port: int = 0,
    browser: bool = True,
    language: Language = "en",
    example: bool = False,
    say: Callable[[Words], None],
    start: Callable[[], Line] = Process,
) -> None:
    """Serve the app on this machine until it is left; `say` tells its user what to do."""
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind((HERE, port))
        place.listen()
        keys = Keys(port=place.getsockname()[1])
        office = Office(start, language)
        server = _server(office, keys)
        launched = _launched(keys, office, browser, say)
        try:
            asyncio.run(_live(server, place, office, file, example=example))
        finally:
            office.close()
            if launched is not None:
                launched.remove()


def _server(office: Office, keys: Keys) -> uvicorn.Server:
    def leave() -> None:
        office.ended.set()
        server.should_exit = True

    config = uvicorn.Config(
        Guard(app_of(office, leave), keys),
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    return server


def _launched(
    keys: Keys, office: Office, browser: bool, say: Callable[[Words], None]
) -> Launch | None:
    address = ADDRESS.filled(address=keys.start)
    if not browser:
        say(address)
        return None
    launch = Launch(keys)
    Thread(target=launch.open, args=(lambda: say(address), office.ended), daemon=True).start()
    return launch


async def _live(
    server: uvicorn.Server,
    place: socket.socket,
    office: Office,
    file: Path | None,
    *,
    example: bool,
) -> None:
    """Open the file while the server begins, and end it where nobody looks any more."""
    given = {"folder": str(office.folder), "language": office.language} if example else {}
    opening = office.open("example", **given) if example else None
    if opening is None and file is not None:
        opening = office.open("open", path=str(file.absolute()))
    begun = None if opening is None else asyncio.ensure_future(opening)
    watching = asyncio.ensure_future(_watched(server, office))
    with suppress(asyncio.CancelledError):
        await server.serve(sockets=[place])
    for task in (begun, watching):
        if task is not None:
            task.cancel()


async def _watched(server: uvicorn.Server, office: Office) -> None:
    while not server.should_exit:
        await asyncio.sleep(1.0)
        quiet = office.watchers == 0 and office.job is None
        if quiet and monotonic() - office.left > ALONE:
            office.ended.set()
            server.should_exit = True


ADDRESS = Words(
    "Open this address in a browser of this machine; it works once: {address}",
    fr="Ouvrir cette adresse dans un navigateur de cette machine ; elle ne sert qu’une fois :"
    " {address}",
)
