"""What a run may be told beside its plan."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from discret.data.files.given_files import given_bytes
from discret.data.files.tables import HowToRead
from discret.data.writing.targets import GROUP, PRIVATE
from discret.plan.release import Release
from discret.plan.sources import sources
from discret.words import Language, say

View = Callable[[Release, list[str], Language], None]


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a run may be told beside its plan."""

    data: Path | None = None
    format: str | None = None
    seed: int | None = None
    draws: int | None = None
    secret_file: Path | None = None
    force: bool = False
    group: bool = False
    how: HowToRead = field(default_factory=HowToRead)
    who: str = "run"  # the command that runs, for messages
    view: View | None = None  # shows a release in another way
    staged: Path | None = None  # what is written waits here for what is written with it

    @property
    def secret(self) -> bytes | None:
        """The secret of keyed methods: from its file, or from the environment."""
        return _secret(self.secret_file)

    @property
    def most(self) -> int:
        """Who may read what is written."""
        return GROUP if self.group else PRIVATE

    def sources(self, plan: Path) -> list[Path]:
        """Return the files that are read, none of which may be overwritten."""
        given = (self.data, self.secret_file)
        return [*sources(plan), *(path for path in given if path is not None)]


def _secret(file: Path | None) -> bytes | None:
    if file is None:
        given = os.environ.get("DISCRET_SECRET")
        return None if given is None else given.encode()
    who = say("secret: {file}", "secret : {file}", file=file.name)
    return given_bytes(file, who=who, most=10**6).strip()
