"""Which libraries formats need to be written: asked for before anything is run."""

from __future__ import annotations

from discret.data.files.labels import optional
from discret.data.files.tables import Format
from discret.words import say

WRITERS = {"excel": "xlsxwriter", "stata": "pyreadstat", "spss": "pyreadstat", "xpt": "pyreadstat"}


def check_writer(format: Format) -> None:  # noqa: A002 (the word users expect)
    """Refuse a format that cannot be written here, for want of a library.

    Examples
    --------
    >>> check_writer(Format("csv"))
    """
    if format.kind in WRITERS:
        what = say(
            "writing {suffix} files", "l’écriture de fichiers {suffix}", suffix=format.suffix
        )
        optional(WRITERS[format.kind], what)
