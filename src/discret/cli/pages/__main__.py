"""Write the pages anew, and drop those of parts that are gone: ``python -m discret.cli.pages``."""

from __future__ import annotations

import sys
from pathlib import Path

from discret.cli.pages import pages


def write(folder: Path) -> None:
    """Write all pages below a folder."""
    for old in (folder / "parts").rglob("*.md"):
        old.unlink()
    for path, text in pages().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
