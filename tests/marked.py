"""Data whose every value bears a mark, and a search for the mark in whatever discret says."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import Any

import polars as pl

from every_part import people

TEXT = "SECRETVALUE7"
NUMBER = 918273645
# Thousands may be apart, by a comma or a narrow space; the last digits may be rounded.
MARK = re.compile(rf"{TEXT}|9[\W_]?1[\W_]?8[\W_]?2[\W_]?7\d?[\W_]?\d*", re.IGNORECASE)


def shown(*texts: object) -> list[str]:
    """Return the marks that some texts show."""
    return [match.group() for text in texts for match in MARK.finditer(str(text))]


def told(error: BaseException) -> str:
    """Everything that an error says: itself, its notes, its causes, with the whole traceback."""
    return "\n".join([str(error), repr(error), *traceback.format_exception(error)])


def marked(frame: pl.DataFrame | None = None) -> pl.DataFrame:
    """Put a mark on every value, distinct values staying distinct; weights stay what they are."""
    plain = people() if frame is None else frame
    texts, numbers = pl.col(pl.String), pl.col("age", "income", "home")
    return plain.with_columns((pl.lit(f"{TEXT} ") + texts).name.keep(), numbers + NUMBER)


def with_marked_past(part: Any) -> Any:
    """Let a part that compares with an earlier release have one of some of the marked people."""
    if not getattr(part, "previous", ()):
        return part
    some = marked().head(9).select("name", "sex", "age", "town", "illness", "income")
    return type(part)(**part.parameters() | {"previous": [some]})


def written(frame: pl.DataFrame, path: Path) -> Path:
    """Write a table as CSV."""
    frame.write_csv(path)
    return path


def content(path: Path, text: str | bytes) -> Path:
    """Write a file, and say where."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def everything_in(folder: Path) -> dict[str, Any]:
    """What a folder holds: every path under it, hidden ones too, with its content."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
