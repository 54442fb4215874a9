"""What reads the templates of all pages."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def environment() -> Environment:
    """Return what reads the templates; everything that they are given is escaped."""
    return Environment(
        loader=PackageLoader("discret.document", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
