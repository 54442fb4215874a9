"""The desk and who works at it: one job at a time, what is refused, who looks.

Handlers of pages ask the office to do something; the office asks the engine, and puts a new desk in
the place of the old one when the answer comes. It is the only thing of the app that changes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event, RLock
from time import monotonic
from typing import Any

from discret.app.desk import Branch, Desk, Entry
from discret.app.engine import CallError, Engine, Line, Process
from discret.app.stamps import stamp
from discret.words import Language, Words

SOON = 0.1  # seconds that an action waits for its job before the page is shown again
Changes = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Job:
    """What the worker is busy with, and how far it is."""

    number: int
    title: Words
    began: float = field(default_factory=monotonic)
    share: float = 0.0
    doing: Mapping[str, str] = field(default_factory=dict)
    stopping: bool = False


class Office:
    """The state of the app, and what is done to it."""

    def __init__(self, start: Callable[[], Line] = Process, language: Language = "en") -> None:
        self.desk, self.language = Desk(seed=secrets.randbits(64)), language
        self.job: Job | None = None
        self.tried: Mapping[str, Any] | None = None  # what a step that was tried would come to
        self.draft: Mapping[str, Any] | None = None  # a form that was refused, as it was sent
        self.written: Mapping[str, Any] | None = None  # what was exported last
        self.suggested: Sequence[Mapping[str, Any]] = ()  # what could not be suggested, and why
        self.sought: tuple[int, str] = (-1, "")  # the key and the value that groups are to have
        self.catalogue: Mapping[str, Changes] = {}  # the parts of each verb, as the worker has them
        self.watchers, self.left = 0, monotonic()
        self.ended = Event()
        self._folder: Path | None = None
        self._lock = RLock()
        self.engine = Engine(start, again=self._again)

    @property
    def folder(self) -> Path:
        """A folder for what is uploaded and for examples: ours alone, gone at the end."""
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="discret-"))
            self.engine.entrust(self._folder)
        return self._folder

    @property
    def seen(self) -> tuple[Desk, Job | None, Mapping[str, Any] | None]:
        """The desk, the job and what was tried, as they are at one moment."""
        with self._lock:
            return self.desk, self.job, self.tried

    def close(self) -> None:
        """End the worker, and take away what was uploaded."""
        self.ended.set()
        self.engine.close()
        if self._folder is not None:
            rmtree(self._folder, ignore_errors=True)

    # -- what is asked without a job ---------------------------------------------------------

    async def ask(self, call: str, **given: Any) -> Any:
        """Ask the worker for something that a page shows; it is answered while a job runs."""
        if call != PLAN and not self.unchanged:
            raise CallError({"kind": "changed", "message": CHANGED.to_dict()})
        return await asyncio.wrap_future(self.engine.ask(call, "look", **given))

    @property
    def about(self) -> dict[str, Any]:
        """What most calls begin with: the plan that is shown, and the seed."""
        now = self.desk.now
        assert now is not None  # noqa: S101 (asked for where a file is open)
        return {"plan": now.plan, "seed": self.desk.seed}

    @property
    def unchanged(self) -> bool:
        """Whether the file is still the one that was opened: all that is shown is about that."""
        source = self.desk.source
        return source is None or stamp(source["path"]) == source["stamp"]

    def parts(self, verb: str) -> list[dict[str, Any]]:
        """Return the parts of a verb, with the roles that each lacks here."""
        known = set[str]() if self.desk.now is None else {*self.desk.now.outline["roles"].values()}
        return [
            {**part, "lacks": [role for role in part["needs"] if role not in known]}
            for part in self.catalogue.get(verb, ())
        ]

    # -- jobs ----------------------------------------------------------------------------------

    async def begin(
        self,
        title: Words,
        call: str,
        done: Callable[[Any], None],
        draft: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> None:
        """Begin a job, and wait for it a moment; refuse a second one while it runs."""
        with self._lock:
            if self.job is not None:
                self.refuse({"message": BUSY.filled(title=self.job.title).to_dict()})
                return
            if call not in OPENING and not self.unchanged:
                self.refuse({"message": CHANGED.to_dict()})
                return
            self.tried = self.draft = None
            future = self.engine.ask(call, "job", self._heard, **given)
            self.job = Job(number=future.number, title=title)
        future.add_done_callback(lambda ended: self._done(ended, done, draft))
        await asyncio.wait([asyncio.wrap_future(_quiet(future))], timeout=SOON)

    def stop(self) -> None:
        """Ask the job to stop."""
        with self._lock:
            if self.job is not None:
                self.job = replace(self.job, stopping=True)
                self.engine.stop(self.job.number)

    def _heard(self, share: float, doing: Mapping[str, str]) -> None:
        with self._lock:
            if self.job is not None:
                self.job = replace(self.job, share=share, doing=doing)

    def _done(
        self, ended: Future[Any], done: Callable[[Any], None], draft: Mapping[str, Any] | None
    ) -> None:
        with self._lock:
            self.job = None
            error = ended.exception()
            if error is None:
                done(ended.result())
            else:
                self.draft = draft
                self.refuse(error.told if isinstance(error, CallError) else _UNKNOWN)

    def _again(self) -> None:
        """Have a new worker make the release that is shown, so that the next step begins there."""
        if self._folder is not None:
            self.engine.entrust(self._folder)
        if self.desk.now is not None:
            self.engine.ask("again", "job", **self.about)

    # -- what is done to the desk ------------------------------------------------------------------

    def refuse(self, *faults: Mapping[str, Any]) -> None:
        """Keep what was refused until the next action."""
        with self._lock:
            self.desk = self.desk.refused(*faults)

    def put(self, desk: Desk) -> None:
        """Put a new desk in the place of the old one."""
        with self._lock:
            self.desk, self.tried, self.draft, self.written = desk, None, None, None
            self.suggested, self.sought = (), (-1, "")

    async def open(self, call: str, **given: Any) -> None:
        """Open a file, a plan or an example."""
        seed = secrets.randbits(63)

        def done(answer: Mapping[str, Any]) -> None:
            entries = [(told["title"], entry_of(told, _OPENED)) for told in answer["entries"]]
            desk = self.desk.opened(answer["source"], entries[0][1], seed)
            branches = tuple(
                Branch(title=title or desk.branches[0].title, entries=(entry,))
                for title, entry in entries
            )
            self.catalogue = answer["parts"]
            self.put(replace(desk, branches=branches))

        await self.begin(_OPENING, call, done, seed=seed, **given)

    async def change(
        self,
        did: Words,
        changes: Changes,
        secret: str = "",
        draft: Mapping[str, Any] | None = None,
    ) -> None:
        """Change the plan that is shown, run what is new of it, and show what came of it."""
        branch = self.desk.shown

        def done(answer: Mapping[str, Any]) -> None:
            self.put(self.desk.did(entry_of(answer, did), on=branch))

        more = {"changes": list(changes), "secret": secret}
        await self.begin(did, "change", done, draft, **self.about, **more)

    async def attempt(
        self, did: Words, changes: Changes, secret: str, draft: Mapping[str, Any]
    ) -> None:
        """Run a change of the plan and show its numbers; plan and version stay as they are."""

        def done(answer: Mapping[str, Any]) -> None:
            self.tried, self.draft = answer, draft

        more = {"changes": list(changes), "secret": secret}
        await self.begin(did, "try", done, draft, **self.about, **more)


def entry_of(told: Mapping[str, Any], did: Words) -> Entry:
    """Return a state of the work from what the worker told of it."""
    words = {"en": str(did), "fr": did.fr}
    return Entry(plan=told["plan"], outline=told["outline"], told=told["told"], did=words)


def _quiet(future: Future[Any]) -> Future[None]:
    """Return a future that ends with another, whatever came of it."""
    ended: Future[None] = Future()
    future.add_done_callback(lambda _: ended.set_result(None))
    return ended


OPENING, PLAN = ("open", "example"), "plan"
CHANGED = Words(
    "The file has changed, or is gone, since it was opened: what is shown is about the file as it"
    " was. Open it again, on the page File.",
    fr="Le fichier a changé, ou n’est plus là, depuis son ouverture : ce qui est affiché porte sur"
    " le fichier d’alors. L’ouvrir à nouveau, à la page Fichier.",
)
BUSY = Words(
    "One thing at a time: “{title}” is still running. Wait for it, or cancel it.",
    fr="Une chose à la fois : « {title} » est en cours. Attendre la fin, ou annuler.",
)
_OPENING = Words("open the file", fr="ouvrir le fichier")
_OPENED = Words("opened", fr="ouvert")
_UNKNOWN = {
    "message": Words("It did not work.", fr="Cela n’a pas marché.").to_dict(),
}
