"""Plain data from texts: TOML and JSON, however deep or long, and no key quoted."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any, NoReturn

from discret.words import Words, say

_PLACE = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)$")


class UnreadableError(ValueError):
    """A text that is no plain data; its one argument says why, without quoting it."""

    @property
    def why(self) -> Words:
        """The reason."""
        words: Words = self.args[0]
        return words


def from_toml(text: str) -> dict[str, Any]:
    """Read TOML. Errors tell the line and column, never a key: keys may be values of the data.

    Examples
    --------
    >>> from_toml("k = 3")
    {'k': 3}
    >>> from_toml('groups = {a = 1, a = 2}')
    Traceback (most recent call last):
    discret.data.files.plain_data.UnreadableError: a name stands twice (at line 1, column 23)
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(_toml_fault(str(error))) from None
    except RecursionError:
        raise UnreadableError(_DEEP) from None
    except ValueError:  # an integer of thousands of digits, a date that is none
        raise UnreadableError(_NUMBER) from None


def from_json(text: str) -> Any:
    """Read JSON as its standard has it: no NaN, no Infinity, no half of a letter, no name twice.

    Examples
    --------
    >>> from_json('{"k": 3}')
    {'k': 3}
    >>> from_json('{"k": NaN}')
    Traceback (most recent call last):
    discret.data.files.plain_data.UnreadableError: a number is not finite
    """
    try:
        read = json.loads(text, parse_constant=_refused, parse_float=_finite)
        json.dumps(read, ensure_ascii=False).encode()
    except UnreadableError:
        raise
    except UnicodeEncodeError:  # "\ud800" alone
        raise UnreadableError(_HALF) from None
    except RecursionError:
        raise UnreadableError(_DEEP) from None
    except json.JSONDecodeError as error:
        raise UnreadableError(_JSON.filled(line=error.lineno)) from None
    except ValueError:
        raise UnreadableError(_NUMBER) from None
    return read


def _finite(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else _refused(text)


def _refused(_: str) -> NoReturn:
    raise UnreadableError(_INFINITE)


def _toml_fault(message: str) -> Words:
    """Say what tomllib found, in words of ours, with the place it tells."""
    found = _PLACE.search(message)
    reason = next((words for start, words in _TOML.items() if message.startswith(start)), _WRITTEN)
    if found is None:
        return reason
    if found[1] is None:
        return say("{why} (at the end)", "{why} (à la fin)", why=reason)
    line, column = int(found[1]), int(found[2])
    return say(
        "{why} (at line {line!r}, column {column!r})",
        "{why} (ligne {line!r}, colonne {column!r})",
        why=reason, line=line, column=column,
    )  # fmt: skip


_DEEP = Words("it is nested too deep", fr="l’imbrication est trop profonde")
_NUMBER = Words("a number has too many digits", fr="un nombre a trop de chiffres")
_INFINITE = Words("a number is not finite", fr="un nombre n’est pas fini")
_HALF = Words("a text holds half of a letter", fr="un texte contient une moitié de lettre")
_JSON = Words("it is not JSON (at line {line!r})", fr="ce n’est pas du JSON (ligne {line!r})")
_WRITTEN = Words("it is not written as TOML is", fr="ce n’est pas écrit comme du TOML")
_TWICE = Words("a name stands twice", fr="un nom figure deux fois")
_TOML = {
    "Duplicate inline table key": _TWICE,
    "Cannot overwrite a value": _TWICE,
    "Cannot declare": Words("a table stands twice", fr="une table figure deux fois"),
    "Cannot mutate": Words(
        "a table is added to that was written whole",
        fr="on ajoute à une table qui a été écrite en entier",
    ),
    "Invalid value": Words("a value is needed", fr="il faut une valeur"),
    "Invalid statement": Words("a line is neither a table nor a setting",
                               fr="une ligne n’est ni une table ni un réglage"),
    "Invalid initial character": Words("a name is needed", fr="il faut un nom"),
    "Expected '='": Words("an = is missing after a name", fr="il manque un = après un nom"),
    "Expected newline": Words("a line goes on after its end", fr="une ligne continue après sa fin"),
    "Expected ']": Words("a ] is missing", fr="il manque un ]"),
    "Unclosed array": Words("a list is not closed", fr="une liste n’est pas fermée"),
    "Unclosed inline": Words("a table in braces is not closed",
                             fr="une table entre accolades n’est pas fermée"),
    "Unterminated string": Words("a text in quotes is not closed",
                                 fr="un texte entre guillemets n’est pas fermé"),
    "Expected \"'\"": Words("a text in quotes is not closed",
                            fr="un texte entre guillemets n’est pas fermé"),
    "Illegal character": Words("a character that TOML does not allow",
                               fr="un caractère que TOML n’admet pas"),
    "Found invalid character": Words("a character that TOML does not allow",
                                     fr="un caractère que TOML n’admet pas"),
    "Unescaped": Words("a \\ in a text in quotes must be written twice",
                       fr="un \\ dans un texte entre guillemets s’écrit deux fois"),
    "Invalid date": Words("a date that is none", fr="une date qui n’en est pas une"),
}  # fmt: skip
