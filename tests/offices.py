"""The app in one process: a worker in threads, and a client that waits for what it began."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import polars as pl

from asgi import Answer, answered
from discret import Plan
from discret.app.engine import Near
from discret.app.handling import app_of
from discret.app.office import Office
from discret.app.worker import work
from discret.assess import KAnonymity
from discret.plan.terms import Terms
from discret.quantify import DetailLost
from every_part import ROLES, hierarchies, people, population

PATIENCE = 120.0


class Client:
    """A browser without pictures: posts forms, waits for jobs, reads pages."""

    place = ""  # where the last form led to

    def __init__(self, office: Office) -> None:
        self.office, self._app = office, app_of(office)

    def get(self, page: str, status: int = 200) -> str:
        """Read a page."""
        answer = answered(self._app, "GET", f"/{page}")
        assert answer.status == status, (page, answer.status)
        return answer.text

    def post(self, page: str, /, **form: Any) -> Client:
        """Send a form, and wait until nothing runs; names may have a dot for two underscores."""
        pairs = {name.replace("__", "."): value for name, value in form.items()}
        body = urlencode(pairs, doseq=True)
        answer = answered(self._app, "POST", f"/{page}", body=body.encode())
        assert answer.status == 303, (page, answer.status)
        self.place = answer.headers["location"]
        return self.waited()

    def put(self, address: str, body: bytes) -> Answer:
        """Upload something."""
        answer = answered(self._app, "PUT", address, body=body)
        self.waited()
        return answer

    def waited(self) -> Client:
        """Wait until nothing runs."""
        end = time.monotonic() + PATIENCE
        while self.office.job is not None:
            assert time.monotonic() < end
            time.sleep(0.005)
        return self

    def open(self, path: Path) -> Client:
        """Open a file or a plan."""
        self.post("file", do="open", path=str(path))
        assert self.faults == []
        return self

    @property
    def faults(self) -> list[str]:
        """What was refused last, in English."""
        told = self.office.desk.faults
        return [
            own["en"] for one in told for own in (*one.get("faults", ()), one["message"]) if own
        ]

    @property
    def now(self) -> Any:
        """The state that is shown."""
        return self.office.desk.now


@contextmanager
def client(language: Any = "en") -> Iterator[Client]:
    """Have an app of one's own."""
    office = Office(lambda: Near(work), language)
    try:
        yield Client(office)
    finally:
        office.close()


def texts(page: str) -> str:
    """Return what a reader sees of a page."""
    bare = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page)
    return html.unescape(re.sub(r"<[^>]+>", "\n", bare))


def planned(folder: Path, **more: Any) -> Path:
    """Write a plan about people of whom every role is known."""
    people().write_csv(folder / "people.csv")
    drawn = population(people(), ROLES["key"])
    assert isinstance(drawn, pl.DataFrame)
    drawn.write_csv(folder / "population.csv")
    plan = Plan(
        file=folder / "people.csv",
        population=folder / "population.csv",
        roles=ROLES,
        hierarchies=hierarchies(),
        release=Terms(unexamined=("zone",)),
        assess=[KAnonymity(k=2)],
        quantify=[DetailLost()],
        **more,
    )
    path = folder / "plan.toml"
    path.write_text(plan.to_toml())
    return path
