"""Say what was done: a record (plain data), and reports made from it alone.

`records` makes one, `opened` and `reading` take one in, `folder` and `folders` are where a release
is written; `pages` are made of `pieces`, `figures` and `words`.

>>> from discret.document import report
>>> '<html lang="fr">' in report({"title": "Survey"}, public=True, language="fr")
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.document.comparison import compare
    from discret.document.pages.comparison import render_comparison
    from discret.document.pages.render import read_record
    from discret.document.pages.sweep import render_sweep
    from discret.document.records import record
    from discret.document.writing import report, write

__all__ = [
    "compare",
    "read_record",
    "record",
    "render_comparison",
    "render_sweep",
    "report",
    "write",
]

_HOMES = {
    "compare": "discret.document.comparison",
    "read_record": "discret.document.pages.render",
    "record": "discret.document.records",
    "render_comparison": "discret.document.pages.comparison",
    "render_sweep": "discret.document.pages.sweep",
    "report": "discret.document.writing",
    "write": "discret.document.writing",
}
__getattr__, __dir__ = exported(__name__, _HOMES)
