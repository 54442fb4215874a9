"""The pages of the docs that are written from the declarations: parts, and the plan file."""

from __future__ import annotations

from discret.words import LANGUAGES


def pages() -> dict[str, str]:
    """Return every written page by its path below docs/.

    Examples
    --------
    >>> "parts/assess/k_anonymity.md" in pages()
    True
    """
    from discret.cli.pages.catalogue import catalogue
    from discret.cli.pages.plan_file import plan_file

    names = {"en": "plan_file.md", "fr": "plan_file.fr.md"}
    return {**catalogue(), **{names[tongue]: plan_file(tongue) for tongue in LANGUAGES}}
