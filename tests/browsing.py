"""Chromium, driven: the app started as a user starts it, and all that its pages ask for."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from where import CHROMIUM, needs

CHROME = next(
    (path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), ""
)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
needs_chromium = needs(bool(CHROME), CHROMIUM)
FROM_AFAR = re.compile(r"^https?://(?!127\.0\.0\.1:)")


@contextmanager
def served(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start ``discret app``; give the process and the address that it prints."""
    command = [sys.executable, "-m", "discret", "app", *words, "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.findall(r"http://\S+", line)
            assert len(found) == 1, line
            yield process, found[0]
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def browser(playwright: Any, *flags: str) -> Iterator[Any]:
    """Start Chromium without a window."""
    own = playwright.chromium.launch(executable_path=CHROME, args=[*FLAGS, *flags])
    try:
        yield own
    finally:
        own.close()


class Heard:
    """What a page asked for and what its console said."""

    def __init__(self, page: Any) -> None:
        self.addresses: list[str] = []
        self.console: list[str] = []
        self.policies: list[str] = []
        page.on("request", lambda request: self.addresses.append(request.url))
        page.on("console", lambda message: self.console.append(message.text))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("response", self._answered)

    def _answered(self, response: Any) -> None:
        self.policies.append(response.headers.get("content-security-policy", ""))

    @property
    def afar(self) -> list[str]:
        """Addresses that are not on this machine."""
        return [address for address in self.addresses if FROM_AFAR.match(address)]
