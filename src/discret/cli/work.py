"""What running a plan and running its variants have in common: a place, a run, what is written."""

from __future__ import annotations

import json as plain
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from discret.cli.run_options import Options
from discret.cli.terminal.output import WRITING, print_json, progress, show_notes
from discret.cli.terminal.waiting import WAITING
from discret.data.files.tables import Opened, Table
from discret.data.files.writers import check_writer
from discret.document.folder import Place
from discret.document.folders import Places
from discret.plan.check import checked
from discret.plan.plan import Plan
from discret.words import Language


@dataclass(frozen=True, kw_only=True)
class Work:
    """A plan to carry out: its data, the place of what it makes, and what was said beside it."""

    plan: Plan
    data: Table | Opened
    place: Place | Places
    options: Options
    sources: Sequence[Path]
    language: Language
    json: bool

    def carry_out(self, run: Callable[..., Any]) -> Any:
        """Run the plan, once its place is known to be free, and write; return what was written."""
        self.place.check(*self.sources, force=self.options.force)
        check_writer(self.place.format)
        with progress(not self.json) as report:
            made = run(
                checked(self.plan, self.data, self.options.secret),
                seed=self.options.seed,
                secret=self.options.secret,
                progress=report,
            )
        WAITING.report(1.0, WRITING)
        return replace(self.place, out=self._folder).write(
            made,
            self.data.labels,
            language=self.language,
            sources=self.sources,
            most=self.options.most,
        )

    def told(self, file: str) -> Any:
        """Read back a file of plain data that was written."""
        return plain.loads((self._folder / file).read_text(encoding="utf-8"))

    def show(self, met: bool | None, view: Callable[[list[str]], None], **told: Any) -> int:
        """Show what was written as JSON, or in another way; return the exit code."""
        names = [str(path) for path in self.place.files]
        notes = (*self.plan.notes, *self.data.notes)
        if self.json:
            notices = [note.to_dict() for note in notes]
            print_json({"met": met, "files": names, "notices": notices, **told})
        else:
            show_notes(notes, self.language)
            view(names)
        return 1 if met is False else 0

    @property
    def _folder(self) -> Path:
        return self.options.staged or self.place.out
