"""The command run as it begins: its file is read while what works on it is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from discret.cli.reading_ahead import read_ahead
from discret.data.files.how_to_read import HowToRead


def run(
    plan: Path,
    out: Path,
    how: HowToRead,
    *,
    data: Path | None,
    language: str,
    json: bool,
    **others: Any,
) -> None:
    """Run a plan with what it was told beside: see `Options`."""
    if data is None:
        read_ahead(plan, how)
    from discret.cli.run import run as carry_out
    from discret.cli.run_options import Options

    options = Options(data=data, how=how, **others)
    carry_out(plan, out, options, language=language, json=json)
