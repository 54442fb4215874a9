"""The files that a plan is about: none of them may be overwritten by what is made from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from discret.data.beside.past import kept_beside
from discret.data.files.given_files import given_text
from discret.data.files.plain_data import from_toml

PATHS = ("file", "tables", "previous")  # parameters that name files
LONGEST = 1000  # of a name; what is longer is prose


def sources(plan: Path) -> list[Path]:
    r"""Return a plan and every file that it names, in whatever place: data, hierarchies, rules.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "towns.csv").write_text("Lyon;*")
    >>> _ = (folder / "plan.toml").write_text('[hierarchies.town]\nfile = "towns.csv"')
    >>> [path.name for path in sources(folder / "plan.toml")]
    ['plan.toml', 'towns.csv']
    """
    texts = set(_texts(from_toml(given_text(plan))))
    named = [plan.parent / text for text in sorted(texts) if 0 < len(text) < LONGEST]
    return [plan, *(file for path in named if _is_file(path) for file in kept_beside(path))]


def placed(values: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the parameters of a part with its files found from the folder of the plan.

    Examples
    --------
    >>> placed({"k": 3, "file": "nowhere.toml"}, Path("plans"))
    {'k': 3, 'file': 'nowhere.toml'}
    """
    return {n: _placed(given, folder) if n in PATHS else given for n, given in values.items()}


def _placed(given: Any, folder: Path) -> Any:
    match given:
        case str() if _is_file(folder / given):
            return str(folder / given)
        case list():
            return [_placed(item, folder) for item in given]
        case {"file": str(file), **rest}:
            return {"file": _placed(file, folder), **rest}
    return given


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, say: it is none
        return False


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _texts(inner)
        case list():
            for inner in value:
                yield from _texts(inner)
