"""The bars of the app, with a file of a million records: python benchmarks/app.py [RECORDS].

Starts ``discret app`` as a user does and asks for its pages over HTTP: how soon the first is there,
how much memory the process of the pages takes, how quick pages are while a step runs, how long a
cancellation, an undo and a look at the last records take.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import polars as pl


def survey(records: int, path: Path) -> Path:
    """Write people with four keys."""
    rng = np.random.default_rng(1)
    pl.DataFrame(
        {
            "name": np.arange(records),
            "town": rng.integers(1000, 4000, records).astype(str),
            "age": rng.integers(0, 100, records),
            "sex": rng.choice(["f", "m"], records),
            "job": rng.choice([f"job {n}" for n in range(30)], records),
            "illness": rng.choice(["flu", "gout", "mumps"], records),
        }
    ).write_csv(path)
    return path


class Pages:
    """The pages of a server, asked for as a browser does."""

    def __init__(self, address: str) -> None:
        self.host, self.path = re.findall(r"http://([^/]+)(/.*)", address)[0]
        self.cookie = self.home = ""

    def ask(self, method: str, path: str, **form: Any) -> tuple[int, str, dict[str, str]]:
        """Ask for an address."""
        line = HTTPConnection(self.host, timeout=600)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        line.request(method, path, urlencode(form), headers)
        answer = line.getresponse()
        told = answer.status, answer.read().decode(), dict(answer.getheaders())
        line.close()
        return told

    def enter(self) -> None:
        """Use the token, and keep the cookie."""
        _, text, headers = self.ask("GET", self.path)
        self.cookie = headers["set-cookie"].partition(";")[0]
        self.home = re.findall(r"url=(/[^\"]+)", text)[0]

    def get(self, page: str) -> str:
        """Read a page."""
        status, text, _ = self.ask("GET", self.home + page)
        assert status in (200, 303), (page, status)
        return text

    def post(self, page: str, /, **form: Any) -> None:
        """Send a form."""
        assert self.ask("POST", self.home + page, **form)[0] == 303

    def busy(self) -> bool:
        """Whether a job runs."""
        return 'id="job" role="status" hidden' not in self.get("file")

    def waited(self) -> float:
        """Wait until nothing runs; say how long."""
        begun = time.perf_counter()
        while self.busy():
            time.sleep(0.02)
        return time.perf_counter() - begun


def took(deed: Callable[[], Any]) -> float:
    """Return the seconds that something takes."""
    begun = time.perf_counter()
    deed()
    return time.perf_counter() - begun


def memory(number: int) -> float:
    """Return the megabytes that a process has at hand."""
    status = Path(f"/proc/{number}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def main(records: int) -> None:
    """Print the bars."""
    with tempfile.TemporaryDirectory() as folder:
        path = survey(records, Path(folder) / "survey.csv")
        begun = time.perf_counter()
        command = [sys.executable, "-m", "discret", "app", str(path), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            pages = Pages(re.findall(r"http://\S+", process.stdout.readline())[0])
            pages.enter()
            pages.get("file")
            print(f"first page                {time.perf_counter() - begun:8.2f} s  (bar 2)")
            print(f"file read and assessed    {pages.waited():8.2f} s")
            try:
                _bars(pages, process.pid, records)
            finally:
                pages.ask("POST", pages.home + "quit")


def _bars(pages: Pages, number: int, records: int) -> None:
    roles = ["identifier", "key", "key", "key", "key", "sensitive"]
    pages.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(roles)})
    print(f"roles changed, assessed   {pages.waited():8.2f} s")
    assert 'id="faults"' not in pages.get("file")
    step = {"models.measure": "k_anonymity", "models.aim": "3", "models.more": ""}
    pages.post("protect", do="add", name="suppress_cells", **step)
    pings = []
    while pages.busy() and len(pings) < 200:
        pings.append(took(lambda: pages.get("columns")))
        if len(pings) == 40:
            break
    if pings:
        p95, most = np.quantile(pings, 0.95), max(pings)
        print(
            f"pages while a step runs   {1000 * p95:8.0f} ms p95 (bar 100), {1000 * most:.0f} max"
        )
    print(f"web process               {memory(number):8.0f} MB (bar 60)")
    if pages.busy():
        pages.post("do/stop", page="protect")
        print(f"cancelled after           {pages.waited():8.2f} s  (bar 3)")
    pages.post("protect", do="add", name="drop_identifiers")
    pages.waited()
    pages.post("protect", do="add", name="shuffle_records")
    print(f"a step                    {pages.waited():8.2f} s")
    for name, deed in {
        "undo": lambda: pages.post("do/undo", page="protect"),
        "redo": lambda: pages.post("do/redo", page="protect"),
        "last records": lambda: pages.get(f"records?from={records - 99}"),
        "groups": lambda: pages.get("groups"),
    }.items():
        deed()
        print(f"{name:<25} {1000 * took(deed):8.0f} ms (bar 300)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
