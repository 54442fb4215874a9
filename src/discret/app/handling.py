"""What is answered to a browser: pages, what is posted to them, the event stream, uploads."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from discret.app.desk import Desk
from discret.app.engine import CallError
from discret.app.office import BUSY, Office
from discret.app.pages import BY_NAME, PAGES
from discret.app.pages.compare import plans_of
from discret.app.pages.page import Form, Page, first, number
from discret.app.rendering import Tongue, fault_lines, rendered, script, style, wrong_fields
from discret.words import LANGUAGES, Words

TICK = 0.15  # seconds between two looks at the state, for pages that are open
MOST = 2**25  # bytes of a form: hundreds of thousands of pasted rows
FIELDS = 20_000  # of a form: a role for each of very many columns
UNNAMED, LONGEST = "file.csv", 200  # the name of a copy, and its bytes at the most


def app_of(office: Office, leave: Callable[[], None] = lambda: None) -> Starlette:
    """Return the app for an office; `leave` ends its server."""
    own = Handlers(office, leave)
    return Starlette(
        routes=[
            Route("/", own.show),
            Route("/", own.act, methods=["POST"]),
            Route("/events", own.events),
            Route("/report", own.report),
            Route("/plan.toml", own.plan),
            Route("/style.css", own.style),
            Route("/script.js", own.script),
            Route("/upload", own.upload, methods=["PUT"]),
            Route("/quit", own.quit, methods=["POST"]),
            Route("/do/{deed:str}", own.always, methods=["POST"]),
            Route("/{page:str}", own.show),
            Route("/{page:str}", own.act, methods=["POST"]),
        ],
        exception_handlers={413: own.told(_TOO_LONG), 500: own.told(_FAILED)},
    )


def old(page: Page, form: Form, office: Office) -> bool:
    """Whether a form was drawn before something else changed the work: in another tab, or twice.

    Forms name steps and measures by their places, which may be others by now.
    """
    version = first(form, "version")
    return page.needs_file and version not in ("", str(office.desk.version))


@dataclass(frozen=True)
class Handlers:
    """What is done with each kind of request."""

    office: Office
    leave: Callable[[], None]

    async def show(self, request: Request) -> Response:
        """Show a page; before a file is open, the one that asks for it."""
        office = self.office
        name = request.path_params.get("page") or (FIRST if office.desk.now is None else SECOND)
        if name not in BY_NAME:
            return Response(status_code=404)
        page = BY_NAME[name]
        if page.needs_file and office.desk.now is None:
            return RedirectResponse(FIRST, status_code=303)
        return Response(await shown(office, page, _asked(request)), media_type="text/html")

    async def act(self, request: Request) -> Response:
        """Do what a form of a page asks for."""
        form = await _form(request)
        page = _posted_to(request.path_params.get("page"), first(form, "do"))
        action = None if page is None else page.actions.get(first(form, "do"))
        ready = page is not None and (not page.needs_file or self.office.desk.now is not None)
        if page is None or action is None or not ready:
            return Response(status_code=404)
        if old(page, form, self.office):
            self.office.refuse({"message": _OLD.to_dict()})
            return RedirectResponse(page.name, status_code=303)
        try:
            place = await action(self.office, form)
        except CallError as error:
            self.office.refuse(error.told)
            place = None
        return RedirectResponse(place or page.name, status_code=303)

    async def always(self, request: Request) -> Response:
        """Do what can be done on every page."""
        form, deed = await _form(request), ALWAYS.get(request.path_params["deed"])
        page = first(form, "page", FIRST)
        if deed is None or page not in BY_NAME:
            return Response(status_code=404)
        deed(self.office, form)
        return RedirectResponse(f"../{page}", status_code=303)

    def told(self, words: Words) -> Callable[[Request, Exception], Response]:
        """Return what answers a request that went wrong: a sentence, and nothing of why."""

        def answer(request: Request, error: Exception) -> Response:
            status = error.status_code if isinstance(error, HTTPException) else 500
            voice = Tongue(self.office.language)
            page = rendered("wrong.html.j2", voice, words=voice.said(words))
            return Response(page, media_type="text/html", status_code=status)

        return answer

    async def quit(self, request: Request) -> Response:
        """End the server, and say so."""
        self.leave()
        page = rendered("ended.html.j2", Tongue(self.office.language))
        return Response(page, media_type="text/html")

    async def report(self, request: Request) -> Response:
        """Show the public report, which stands in a frame."""
        if self.office.desk.now is None:
            return Response(status_code=404)
        given = {**self.office.about, "language": self.office.language, "public": True}
        page = await self.office.ask("report", **given)
        return Response(page, media_type="text/html", headers={POLICY: REPORTS})

    async def plan(self, request: Request) -> Response:
        """Hand the plan out as a file."""
        desk = self.office.desk
        if desk.now is None:
            return Response(status_code=404)
        text = await self.office.ask("plan", **plans_of(self.office), shown=desk.shown)
        name = {"content-disposition": "attachment; filename=plan.toml"}
        return Response(text, media_type="text/plain", headers=name)

    async def events(self, request: Request) -> Response:
        """Tell a page what changes, as long as it is open."""
        return StreamingResponse(told(self.office), media_type="text/event-stream")

    async def style(self, request: Request) -> Response:
        """Send the styles."""
        return Response(style(), media_type="text/css")

    async def script(self, request: Request) -> Response:
        """Send the script."""
        return Response(script(), media_type="text/javascript")

    async def upload(self, request: Request) -> Response:
        """Take a file in as it comes, into a folder of ours, and open it.

        Each has a folder of its own: none takes the place of one that is at work.
        """
        try:
            path = Path(mkdtemp(dir=self.office.folder)) / named(first(_asked(request), "name"))
            place = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(place, "wb") as file:
                async for block in request.stream():
                    file.write(block)
        except OSError:
            self.office.refuse({"message": _FULL.to_dict()})
        else:
            await self.office.open("open", path=str(path))
        return Response(status_code=204)


def named(given: str) -> str:
    """Return the name under which a copy is kept: what it is called, where that can be a name.

    Examples
    --------
    >>> named("../people.csv"), named(".."), named("a" * 300 + ".csv")[-8:]
    ('people.csv', 'file.csv', 'aaaa.csv')
    """
    name = "".join(letter for letter in Path(given).name if letter.isprintable())
    while len(name.encode()) > LONGEST:
        name = name[1:]
    return UNNAMED if name in ("", ".", "..") else name


async def shown(office: Office, page: Page, asked: Form) -> str:
    """Return a page as it is now."""
    desk, voice = office.desk, Tongue(office.language)
    trouble: list[str] = []
    template = f"{page.name}.html.j2"
    try:
        if page.needs_keys and not keyed(desk):
            template, view = "keyless.html.j2", dict[str, Any]()
        else:
            view = dict(await page.view(office, voice, asked))
    except CallError as error:
        template, trouble, view = "trouble.html.j2", fault_lines(error.told, voice), {}
    wrong = wrong_fields(desk.faults, voice)
    return rendered(
        template,
        voice,
        page=page,
        pages=[own for own in PAGES if own.tab],
        following=next(iter(PAGES[PAGES.index(page) + 1 :]), None),
        desk=desk,
        job=office.job,
        faults=[line for fault in desk.faults for line in fault_lines(fault, voice)],
        trouble=trouble,
        wrong=lambda form: wrong if drafted(office, form) else {},
        **view,
    )


def keyed(desk: Desk) -> bool:
    """Whether a column is a key, or the area."""
    roles = {} if desk.now is None else desk.now.outline["roles"]
    return bool({"key", "area"} & {*roles.values()})


def drafted(office: Office, form: Mapping[str, Any]) -> bool:
    """Whether a form is the one that was sent last."""
    draft = office.draft or {}
    return (draft.get("verb"), draft.get("name")) == (form["verb"], form["name"])


def _posted_to(name: str | None, deed: str) -> Page | None:
    """Return the page that a form is of; without a name, one that is shown where no page is named.

    Examples
    --------
    >>> _posted_to(None, "open").name, _posted_to(None, "roles").name, _posted_to("risk", "").name
    ('file', 'columns', 'risk')
    """
    if name is not None:
        return BY_NAME.get(name)
    unnamed = (BY_NAME[own] for own in (FIRST, SECOND))
    return next((page for page in unnamed if deed in page.actions), None)


async def _form(request: Request) -> dict[str, list[str]]:
    """Read a form; one that is too long is not read at all, rather than in part."""
    body = bytearray()
    async for block in request.stream():
        body += block
        if len(body) > MOST:
            raise HTTPException(413)
    try:
        text = body.decode("utf-8", "replace")
        return parse_qs(text, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError as error:
        raise HTTPException(413) from error


def _asked(request: Request) -> dict[str, list[str]]:
    return parse_qs(request.url.query, keep_blank_values=True)


async def told(office: Office) -> AsyncIterator[str]:
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
    desk, job, tried = office.seen
    voice = Tongue(office.language)
    told = {"version": f"{desk.version}.{0 if tried is None else id(tried)}"}
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


# -- what can be done on every page --------------------------------------------------------------


def _undo(office: Office, form: Form) -> None:
    _unless_busy(office, lambda: office.put(office.desk.moved(-1)))


def _redo(office: Office, form: Form) -> None:
    _unless_busy(office, lambda: office.put(office.desk.moved(1)))


def _variant(office: Office, form: Form) -> None:
    place = number(form, "variant", -1)
    if place >= 0:
        _unless_busy(office, lambda: office.put(office.desk.showing(place)))


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
_FULL = Words(
    "The copy could not be kept: perhaps the disk is full. Choose the file by its path instead.",
    fr="La copie n’a pas pu être gardée : le disque est peut-être plein. Choisir plutôt le fichier"
    " par son chemin.",
)
_OLD = Words(
    "The page was an old one: something else was done meanwhile. Look at it as it is now, then do"
    " it again.",
    fr="La page n’était plus à jour : autre chose a été fait entre-temps. La regarder telle qu’elle"
    " est maintenant, puis recommencer.",
)
_TOO_LONG = Words(
    "What was sent is too long for a form. Go back, and read it from a file instead.",
    fr="Ce qui a été envoyé est trop long pour un formulaire. Revenir en arrière, et le lire plutôt"
    " dans un fichier.",
)
_FAILED = Words(
    "This is a fault of discret, not of your file. Everything is as it was: go back.",
    fr="C’est une faute de discret, pas de votre fichier. Tout est comme avant : revenir en"
    " arrière.",
)
FIRST, SECOND = "file", "columns"
POLICY = "content-security-policy"
REPORTS = (  # they carry their own styles, and stand in a frame of ours
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox;"
    " frame-ancestors 'self'; base-uri 'none'"
)
