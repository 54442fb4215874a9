"""The app as a server: routes, the event stream, and its life from launch to quit."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from discret.app.engine import CallError, Line, Process
from discret.app.guard import HERE, Guard, Keys
from discret.app.launch import Launch
from discret.app.office import BUSY, Office
from discret.app.pages import BY_NAME, PAGES
from discret.app.pages.compare import plans_of
from discret.app.pages.page import Form, Page, first
from discret.app.rendering import Tongue, fault_lines, rendered, script, style, wrong_fields
from discret.words import LANGUAGES, Language, Words

TICK = 0.15  # seconds between two looks at the state, for pages that are open
ALONE = 600.0  # seconds without a page and without a job, after which the server ends
MOST = 2**22  # bytes of a form
PLACES = 16  # digits of a name that an upload may have


def app_of(office: Office, quit_: Callable[[], None] = lambda: None) -> Starlette:
    """Return the app for an office."""

    async def show(request: Request) -> Response:
        name = request.path_params.get("page") or _home(office)
        if name not in BY_NAME:
            return Response(status_code=404)
        page = BY_NAME[name]
        if page.needs_file and office.desk.now is None:
            return RedirectResponse(FIRST, status_code=303)
        return Response(await shown(office, page, _asked(request)), media_type="text/html")

    async def act(request: Request) -> Response:
        page = BY_NAME.get(request.path_params["page"])
        form = parse_qs((await request.body())[:MOST].decode(), keep_blank_values=True)
        action = None if page is None else page.actions.get(first(form, "do"))
        if page is None or action is None:
            return Response(status_code=404)
        try:
            place = await action(office, form)
        except CallError as error:
            office.refuse(error.told)
            place = None
        return RedirectResponse(place or page.name, status_code=303)

    async def always(request: Request) -> Response:
        form = parse_qs((await request.body())[:MOST].decode(), keep_blank_values=True)
        ALWAYS[request.path_params["deed"]](office, form)
        return RedirectResponse(f"../{first(form, 'page', FIRST)}", status_code=303)

    async def leave(request: Request) -> Response:
        quit_()
        voice = Tongue(office.language)
        return Response(rendered("ended.html.j2", voice), media_type="text/html")

    async def report(request: Request) -> Response:
        if office.desk.now is None:
            return Response(status_code=404)
        given = {**office.about, "language": office.language, "public": True}
        page = await office.ask("report", **given)
        return Response(page, media_type="text/html", headers={POLICY_OF: REPORTS})

    async def plan(request: Request) -> Response:
        if office.desk.now is None:
            return Response(status_code=404)
        text = await office.ask("plan", **plans_of(office), shown=office.desk.shown)
        name = {"content-disposition": "attachment; filename=plan.toml"}
        return Response(text, media_type="text/plain", headers=name)

    async def events(request: Request) -> Response:
        return StreamingResponse(_told(office, request), media_type="text/event-stream")

    return Starlette(
        routes=[
            Route("/", show),
            Route("/events", events),
            Route("/report", report),
            Route("/plan.toml", plan),
            Route("/style.css", _asset(style, "text/css")),
            Route("/script.js", _asset(script, "text/javascript")),
            Route("/upload", _upload(office), methods=["PUT"]),
            Route("/quit", leave, methods=["POST"]),
            Route("/do/{deed:str}", always, methods=["POST"]),
            Route("/{page:str}", show),
            Route("/{page:str}", act, methods=["POST"]),
        ]
    )


async def shown(office: Office, page: Page, asked: Form) -> str:
    """Return a page as it is now."""
    desk, voice = office.desk, Tongue(office.language)
    trouble: list[str] = []
    try:
        view = await page.view(office, voice, asked)
    except CallError as error:
        trouble, view = fault_lines(error.told, voice), {}
    wrong = wrong_fields(desk.faults, voice)
    return rendered(
        f"{page.name}.html.j2" if not trouble else "trouble.html.j2",
        voice,
        page=page,
        pages=[own for own in PAGES if own.tab],
        desk=desk,
        job=office.job,
        faults=[line for fault in desk.faults for line in fault_lines(fault, voice)],
        trouble=trouble,
        wrong=lambda form: wrong if drafted(office, form) else {},
        **view,
    )


def drafted(office: Office, form: Mapping[str, Any]) -> bool:
    """Whether a form is the one that was sent last."""
    draft = office.draft or {}
    return (draft.get("verb"), draft.get("name")) == (form["verb"], form["name"])


def _asked(request: Request) -> dict[str, list[str]]:
    return parse_qs(request.url.query, keep_blank_values=True)


def _home(office: Office) -> str:
    return FIRST if office.desk.now is None else SECOND


async def _told(office: Office, request: Request) -> AsyncIterator[str]:
    """Tell a page the version of the state and how far the job is, whenever one changes."""
    office.watchers += 1
    last = ""
    try:
        while not office.ended.is_set():
            now = json.dumps(state(office))
            if now != last:
                yield f"data: {now}\n\n"
                last = now
            await asyncio.sleep(TICK)
    finally:
        office.watchers -= 1
        office.left = monotonic()


def state(office: Office) -> dict[str, Any]:
    """Return what pages are told as it changes."""
    job, voice = office.job, Tongue(office.language)
    tried = 0 if office.tried is None else id(office.tried)
    told = {"version": f"{office.desk.version}.{tried}"}
    if job is None:
        return told
    doing = voice.said(job.doing) if job.doing else voice.title(job.title)
    return {
        **told,
        "title": voice.title(job.title),
        "doing": voice("stopping") if job.stopping else doing,
        "share": round(job.share, 3),
        "seconds": int(monotonic() - job.began),
    }


def _asset(text: Callable[[], str], kind: str) -> Any:
    async def sent(request: Request) -> Response:
        return Response(text(), media_type=kind)

    return sent


def _upload(office: Office) -> Any:
    """Take a file in as it comes, into a folder of ours, and open it."""

    async def take(request: Request) -> Response:
        name = Path(first(_asked(request), "name", "file.csv")).name
        path = office.folder / name
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as file:
            async for block in request.stream():
                file.write(block)
        await office.open("open", path=str(path))
        return Response(status_code=204)

    return take


# -- what can be done on every page --------------------------------------------------------------


def _undo(office: Office, form: Form) -> None:
    _unless_busy(office, lambda: office.put(office.desk.moved(-1)))


def _redo(office: Office, form: Form) -> None:
    _unless_busy(office, lambda: office.put(office.desk.moved(1)))


def _variant(office: Office, form: Form) -> None:
    place = first(form, "variant")
    if place.isdecimal():
        _unless_busy(office, lambda: office.put(office.desk.showing(int(place))))


def _language(office: Office, form: Form) -> None:
    wanted = first(form, "language")
    office.language = next((own for own in LANGUAGES if own == wanted), office.language)


def _stop(office: Office, form: Form) -> None:
    office.stop()


def _unless_busy(office: Office, deed: Callable[[], None]) -> None:
    """Do something, unless a job runs that goes on from where the desk is."""
    if office.job is not None:
        office.refuse({"message": BUSY.filled(title=office.job.title).to_dict()})
    elif office.desk.now is not None:
        deed()


ALWAYS: Mapping[str, Callable[[Office, Form], None]] = {
    "undo": _undo,
    "redo": _redo,
    "variant": _variant,
    "language": _language,
    "stop": _stop,
}
FIRST, SECOND = "file", "columns"
POLICY_OF = "content-security-policy"
REPORTS = (  # they carry their own styles, and stand in a frame of ours
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox;"
    " frame-ancestors 'self'; base-uri 'none'"
)


# -- the life of the server --------------------------------------------------------------------


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
        Guard(app_of(office, leave), keys),  # type: ignore[arg-type]
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
