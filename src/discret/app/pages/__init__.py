"""The pages of the app, in the order of their tabs: one module and one template each.

A page is known by one line here; `page` says what one is.
"""

from __future__ import annotations

from discret.app.pages.columns import COLUMNS
from discret.app.pages.compare import COMPARE
from discret.app.pages.export import EXPORT
from discret.app.pages.file import FILE
from discret.app.pages.groups import GROUPS
from discret.app.pages.hierarchies import HIERARCHIES
from discret.app.pages.page import Page
from discret.app.pages.protect import PROTECT
from discret.app.pages.recodings import RECODINGS
from discret.app.pages.records import RECORDS
from discret.app.pages.risk import RISK

PAGES: tuple[Page, ...] = (
    FILE,
    COLUMNS,
    HIERARCHIES,
    RISK,
    PROTECT,
    RECODINGS,
    GROUPS,
    RECORDS,
    COMPARE,
    EXPORT,
)
BY_NAME = {page.name: page for page in PAGES}
