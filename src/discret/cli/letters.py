"""Letters that a terminal lacks, written as plainly as can be."""

from __future__ import annotations

import codecs
import sys
from contextlib import suppress
from unicodedata import combining, normalize

PLAIN = {"’": "'", "–": "-", "—": "-", "«": '"', "»": '"', "≥": ">=", "≤": "<=", "−": "-", "×": "x",
         "━": "=", "╸": "-", "─": "-"}  # fmt: skip


def spell_out() -> None:
    """Let no stream refuse a letter.

    Examples
    --------
    >>> spell_out()
    >>> "Âge – écrit dans l’été ✓".encode("ascii", "discret")
    b"Age - ecrit dans l'ete ?"
    """
    codecs.register_error("discret", _replaced)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="discret")  # type: ignore[union-attr]


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    apart = normalize("NFKD", "".join(PLAIN.get(one, one) for one in text))
    letters = (one if one.isascii() else "?" for one in apart if not combining(one))
    return "".join(letters), error.end
