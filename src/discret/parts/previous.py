"""Earlier releases of the same source, as a parameter: files, or tables in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr

from discret.data.beside.past import PastRelease
from discret.data.dataset import Dataset
from discret.data.files.formats import Table
from discret.parts.handed_tables import can_be_read, is_table
from discret.words import Words


class Earlier(BaseModel):
    """An earlier release, in a file; or in memory, which no plan can hold."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = Field(
        default="",
        description=Words(
            "the record.json of a release, or a table. Its path starts at the folder of the plan",
            fr="le record.json d’une diffusion, ou une table. Son chemin part du dossier du plan",
        ),
    )
    _held: _Held = PrivateAttr()

    def model_post_init(self, _context: Any) -> None:
        """Get ready to read the file, once, when it is asked for."""
        self._held = _Held(self.file)

    @classmethod
    def holding(cls, given: Any) -> Earlier:
        """Return one that is in memory."""
        known = cls()
        known._held = _Held(given)
        return known

    @property
    def lacks(self) -> Words | None:
        """What keeps it from being read, if something does."""
        given = self._held.given
        return None if not isinstance(given, str) else _lacks(given)

    @property
    def release(self) -> PastRelease:
        """The release, read once."""
        return self._held.release


class _Held:
    """A release that is read once; it is equal to itself alone."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __eq__(self, other: object) -> bool:
        mine = isinstance(other, _Held) and isinstance(self.given, str)
        return self is other or (mine and self.given == getattr(other, "given", None))

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def release(self) -> PastRelease:
        """The release."""
        return PastRelease.of(self.given)


def _lacks(file: str) -> Words | None:
    if not file:
        return _IN_MEMORY
    return None if can_be_read(file) else _NO_FILE


def _read(given: Any) -> Any:
    """Accept paths, tables in memory, datasets, releases, and {"file": ...}."""
    if not isinstance(given, list | tuple):
        return given
    return [_earlier(number, item) for number, item in enumerate(given, 1)]


def _earlier(number: int, item: Any) -> Any:
    if isinstance(item, Earlier | Mapping):
        return item
    if isinstance(item, str | Path):
        return Earlier(file=str(item))
    if isinstance(item, Dataset | Table | PastRelease) or _is_release(item) or is_table(item):
        return Earlier.holding(item)
    raise ValueError(_NO_TABLE.filled(n=number))


def _is_release(item: Any) -> bool:
    return hasattr(type(item), "gate")


def _check(given: tuple[Earlier, ...]) -> tuple[Earlier, ...]:
    for number, earlier in enumerate(given, 1):
        if (why := earlier.lacks) is not None:
            raise ValueError(why.filled(n=number))
    return given


Previous = Annotated[
    tuple[Earlier, ...],
    BeforeValidator(_read),
    AfterValidator(_check),
    Field(
        description=Words(
            "earlier releases of the same source, first to last. Each is the `record.json` of one,"
            " with the release beside it, or a table; by default those that the plan names under"
            " `[data]`",
            fr="diffusions antérieures de la même source, de la première à la dernière. Chacune"
            " est le `record.json` d’une diffusion, avec celle-ci à côté, ou une table ; par"
            " défaut celles que le plan nomme sous `[data]`",
        )
    ),
]
Followed = Annotated[
    str | None,
    Field(
        description=Words(
            "column by which people are followed. By default the one that tells people apart, or"
            " else the only identifier; it does not leave",
            fr="colonne qui permet de suivre les personnes. Par défaut celle qui les distingue, ou"
            " sinon l’unique identifiant ; elle ne part pas",
        )
    ),
]


def releases_of(given: Sequence[Earlier], data: Dataset) -> tuple[PastRelease, ...]:
    """Return the releases that a part was given, or those that stand beside the data.

    Examples
    --------
    >>> import polars as pl
    >>> releases_of((), Dataset.of(pl.DataFrame({"age": [3]})))
    ()
    """
    return tuple(earlier.release for earlier in given) or data.previous


_NO_TABLE = Words(
    "number {n}: a release, a table or the path of a file is needed",
    fr="numéro {n} : il faut une diffusion, une table ou le chemin d’un fichier",
)
_NO_FILE = Words(
    "number {n}: there is no file that can be read (paths start at the folder of the plan)",
    fr="numéro {n} : pas de fichier lisible à cet endroit (les chemins partent du dossier du plan)",
)
_IN_MEMORY = Words(
    "number {n}: it names no file; write a table that is in memory to one, and name that",
    fr="numéro {n} : pas de fichier nommé ; écrire dans un fichier une table en mémoire, et le"
    " nommer",
)
