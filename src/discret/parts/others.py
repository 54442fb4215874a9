"""Parts of other packages: what they declare under the entry points ``discret.parts``.

A package that has a measure or a method of its own says so in its ``pyproject.toml``::

    [project.entry-points."discret.parts"]
    half = "their_package:Half"

It then stands in the catalogue like any other: plans, the command line and reports know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from discret.errors import InputError
from discret.parts import LossMeasure, Method, Part, RiskMeasure
from discret.parts.guards import check_declared
from discret.words import Words, say

GROUP = "discret.parts"
SHAPES: tuple[type[Part], ...] = (RiskMeasure, Method, LossMeasure)


@cache
def others() -> dict[str, type[Part]]:
    """Return the parts of other packages by name; refuse one that is none, and two of a name."""
    found: dict[str, type[Part]] = {}
    for point, part in _loaded():
        if part.name in found:
            raise clash(point.value, part.name)
        found[part.name] = part
    return found


def clash(where: str, name: str) -> InputError:
    """Return the error for a part that has the name of another.

    Examples
    --------
    >>> print(clash("their_package:Half", "half"))
    their_package:Half: there is a part 'half' already. Hint: ...
    """
    return InputError(
        say(
            "{where}: there is a part {name!r} already",
            "{where} : il y a déjà une partie {name!r}",
            where=where, name=name,
        ),
        hint=_RENAME,
    )  # fmt: skip


def _loaded() -> Iterator[tuple[EntryPoint, type[Part]]]:
    for point in entry_points(group=GROUP):
        try:
            part = point.load()
        except Exception as error:
            kind = type(error).__name__
            raise InputError(_FAILS.filled(where=point.value, kind=kind), hint=_REMOVE) from error
        if not (isinstance(part, type) and issubclass(part, SHAPES)):
            raise InputError(_NO_PART.filled(where=point.value), hint=_REMOVE)
        check_declared(part, part.stated)
        yield point, part


_FAILS = Words(
    "{where}: this part of another package cannot be loaded ({kind})",
    fr="{where} : cette partie d’un autre paquet ne peut être chargée ({kind})",
)
_NO_PART = Words(
    "{where}: it is no RiskMeasure, Method or LossMeasure",
    fr="{where} : ce n’est ni un RiskMeasure, ni une Method, ni un LossMeasure",
)
_REMOVE = Words("mend the package, or uninstall it", fr="corriger ce paquet, ou le désinstaller")
_RENAME = Words(
    "the package must give it another name; uninstall it until then",
    fr="le paquet doit lui donner un autre nom ; le désinstaller d’ici là",
)
