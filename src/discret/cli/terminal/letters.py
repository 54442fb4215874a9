"""Letters that a terminal lacks, written as plainly as can be; those that command it, never."""

from __future__ import annotations

import codecs
import re
import sys
from contextlib import suppress
from unicodedata import combining, normalize

from discret.words.sentences import in_one_line

PLAIN = {"’": "'", "–": "-", "—": "-", "«": '"', "»": '"', "≥": ">=", "≤": "<=", "−": "-", "×": "x",
         "━": "=", "╸": "-", "─": "-"}  # fmt: skip


def legible(text: str) -> str:
    r"""Replace what a terminal would obey instead of showing it, such as in the name of a file.

    Examples
    --------
    >>> legible("\x1b[2Jsex\n") == "\ufffd[2Jsex\n"
    True
    """
    return re.sub(r"[^\n\t]+", lambda line: in_one_line(line[0]), text)


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
    apart = normalize("NFKD", "".join(PLAIN.get(word, word) for word in text))
    letters = (name if name.isascii() else "?" for name in apart if not combining(name))
    return "".join(letters), error.end
