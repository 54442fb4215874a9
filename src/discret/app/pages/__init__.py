"""The pages of the app, in the order of their tabs: one module and one template each.

A page is known by one line here; `page` says what one is.
"""

from __future__ import annotations

from discret.app.pages.columns import COLUMNS
from discret.app.pages.file import FILE
from discret.app.pages.page import Page
from discret.app.pages.protect import PROTECT
from discret.app.pages.risk import RISK

PAGES: tuple[Page, ...] = (FILE, COLUMNS, RISK, PROTECT)
BY_NAME = {page.name: page for page in PAGES}
