"""What the library says, as people who fill in forms say it.

Messages and hints of the library name parameters as Python and plans do (``drop=``). Who works in a
browser sees labels and choices: here the one is put into the other, in both languages. What stands
in quotes is a name of theirs and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from discret.app.forms.annotations import options
from discret.app.forms.choices import choice
from discret.app.texts import BUILDERS, TEXTS
from discret.arguments.docstrings import label
from discret.catalogue import Verb, parts
from discret.data.roles import Role
from discret.document.words.roles_and_months import ROLES
from discret.parts import Part
from discret.words import LANGUAGES, Language, Words
from discret.words.sentences import typeset

VERBS: tuple[Verb, ...] = ("assess", "reduce", "quantify")
VALUE = r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]|\.\.\.|…|[\d.]*\d|\w+|"
SPOKEN = re.compile(
    rf"""
    (?P<quoted>(?<![=\w])(?:'[^']*'|"[^"]*"))
    | `?(?P<part>[A-Z]\w+)\((?P<aim>\w+)=(?P<level>[^)]*)\)`?
    | (?P<name>(?<![\w.])[a-z]\w*)=(?P<value>{VALUE})
    | `(?P<code>[A-Za-z]\w*)`
    | --(?P<option>[a-z][a-z-]*)
    | (?P<how>header_row|date_format|(?<=\.\ )sheet(?=\ says|\ dit))(?:\ =\ (?P<row>[\w{{}}]+))?
    | `(?P<mine>[a-z]\w*)\ =\ (?P<example>[^`]+)`
    | \ ?\((?P<listed>[a-z]\w*(?:,\ [a-z]\w*)*)\)
    | (?:Hierarchy\.)?from_(?P<builder>[a-z]+)
    | (?P<snake>(?<![\w.'])[a-z]+_\w+)
    """,
    re.VERBOSE,
)


def in_forms(said: str, *known: type[Any], typed: Callable[[str], str] = str) -> Words:
    """Return a sentence of the library in the words of the forms of some parts.

    `typed` writes a value, as a plan has it, as it is typed into the control that is spoken of.

    Examples
    --------
    >>> from discret.reduce import Generalise
    >>> print(in_forms(Words("raise drop= or stop", fr="relever drop= ou arrêter"), Generalise))
    raise “largest share dropped” or stop
    """
    words = said if isinstance(said, Words) else Words(said, fr=said)
    told = {tongue: _told(_phrased(words, tongue), tongue, known, typed) for tongue in LANGUAGES}
    return Words(told["en"], fr=told["fr"])


def of_whom(who: str) -> tuple[type[Part], ...]:
    """Return the parts that a name stands for: that of a message, as messages begin.

    Examples
    --------
    >>> [part.name for part in of_whom("k_anonymity")], of_whom("plan")
    (['k_anonymity'], ())
    """
    return tuple(every[who] for every in map(parts, VERBS) if who in every)


def place_in_forms(place: str, *known: type[Any]) -> Words:
    """Return what a place is called: a parameter by its label, a part by its title."""
    found = _label(place, known) if place.isidentifier() else None
    if found is not None:
        return in_forms(found, *known)
    named = of_whom(place)
    return named[0].title if named else Words(place, fr=place)


def _phrased(words: Words, tongue: Language) -> str:
    """Put what is told of commands and of Python into what there is on pages."""
    text = words.within(tongue)
    for wanted, ours in PHRASES:
        text = re.sub(wanted, ours.within(tongue).replace("\\", r"\\"), text)
    return text


def _told(
    text: str, tongue: Language, known: Sequence[type[Any]], typed: Callable[[str], str]
) -> str:
    def said(match: re.Match[str]) -> str:
        if match["mine"]:
            return f"`{typed(match['example'])}`"
        found = _said(match.groupdict(), known)
        return match[0] if found is None else found.within(tongue)

    return typeset(SPOKEN.sub(said, text), tongue)


def _said(match: Mapping[str, str | None], known: Sequence[type[Any]]) -> Words | None:
    """Return what a piece of a sentence is called on a form; nothing where it stays as it is."""
    ways: Mapping[str, Callable[[str], Words | None]] = {
        "part": lambda name: _measure(name, match["level"] or ""),
        "name": lambda name: _parameter(name, (match["value"] or "").strip("'\""), known),
        "option": lambda name: _parameter(name.replace("-", "_"), "", known),
        "how": lambda name: _reading(name, match["row"]),
        "listed": lambda names: _listed(names.split(", "), known),
        "builder": lambda name: quoted(BUILDERS[name]) if name in BUILDERS else None,
        "code": lambda name: _named(name, known),
        "snake": lambda name: _named(name, known),
    }
    found = ((own, match[own]) for own in ways)
    return next((ways[own](name) for own, name in found if name), None)


def _named(name: str, known: Sequence[type[Any]]) -> Words | None:
    """Return what a choice, a parameter or a part is called."""
    found = _choice(name, known) or _label(name, known) or _title(name)
    return None if found is None else quoted(found)


def _reading(name: str, value: str | None) -> Words:
    """Return what says how a file is read, as the page File has it."""
    said = TEXTS[name]
    return quoted(said if value is None else _paired(said, Words(value, fr=value)))


def _measure(name: str, level: str) -> Words | None:
    """Return a measure with its target, where a class is one: ``KAnonymity(k=3)``."""
    for part in _every():
        if part.__name__ == name:
            return quoted(_paired(part.title, Words(level, fr=level)))
    return None


def _parameter(name: str, value: str, known: Sequence[type[Any]]) -> Words:
    """Return a parameter by its label, with the value that it should have, if one is told."""
    found = _label(name, known)
    if found is None and name in [*Role]:
        return _ROLE.filled(role=quoted(ROLES[Role(name)]))
    shown = found or _anywhere(name) or Words(name.replace("_", " "), fr=name.replace("_", " "))
    if not value or value in ("...", "…", "True") or value.startswith("["):
        return quoted(shown)
    return quoted(_paired(shown, choice(name, value)))


def _listed(names: Sequence[str], known: Sequence[type[Any]]) -> Words | None:
    """Return parts or parameters that stand in brackets by what they are called.

    Choices in brackets say how a plan has what was just told: they are left out.
    """
    if all(_choice(name, known) for name in names):
        return Words("", fr="")
    found = [_label(name, known) or _title(name) for name in names]
    if not all(found):
        return None
    shown = [quoted(own) for own in found if own is not None]
    return Words(f" ({', '.join(shown)})", fr=f" ({', '.join(own.fr for own in shown)})")


def _label(name: str, known: Sequence[type[Any]]) -> Words | None:
    for part in known:
        if name in part.model_fields:
            words = part.model_fields[name].description
            return label(words) if isinstance(words, Words) else None
    return None


def _anywhere(name: str) -> Words | None:
    """Return the label that all parts with a parameter have for it, where they agree."""
    found = {_label(name, (part,)) for part in _every() if name in part.model_fields}
    return found.pop() if len(found) == 1 else None


def _title(name: str) -> Words | None:
    """Return the title of a part, by its name in plans or in Python."""
    return next((part.title for part in _every() if name in (part.name, part.__name__)), None)


def _choice(name: str, known: Sequence[type[Any]]) -> Words | None:
    """Return what a choice is called that some parameter of the parts has."""
    for part in known:
        for own, field in part.model_fields.items():
            if name in [str(option) for option in options(field.annotation)]:
                return choice(own, name)
    return None


@cache
def _every() -> tuple[type[Part], ...]:
    return tuple(_parts())


def _parts() -> Iterator[type[Part]]:
    for verb in VERBS:
        yield from parts(verb).values()


def quoted(words: Words) -> Words:
    """Set words in the quotation marks of each language."""
    return Words(f"“{words}”", fr=f"« {words.fr} »")


def _paired(first: Words, second: Words) -> Words:
    return Words(f"{first}: {second}", fr=f"{first.fr} : {second.fr}")


_ROLE = Words("the role {role} (page Columns)", fr="le rôle {role} (page Colonnes)")
_IN_PLAN = Words("“population” in a plan file", fr="« population » dans un fichier de plan")
_REPLACE = quoted(TEXTS["replace_earlier"])
_SECRET = Words("type it into the field “secret”", fr="le saisir dans le champ « secret »")
_READING = Words(
    " (“How to read it”, on the page File)", fr=" (« Comment le lire », à la page Fichier)"
)
_COLUMNS = Words("the page Columns", fr="à la page Colonnes")
_VALUES = Words("the page Hierarchies shows", fr="la page Hiérarchies montre")
_THEM = Words("the page Hierarchies shows them", fr="la page Hiérarchies les montre")
_LIMIT = Words(
    "the command discret run can be allowed more",
    fr="la commande discret run peut y être autorisée",
)
_NOTHING = Words("", fr="")
PHRASES: tuple[tuple[str, Words], ...] = (
    (r" Python (?:also takes it|l’accepte aussi)[^.]*$", _NOTHING),
    (r"Dataset\.of\(\.\.\., population=\.\.\.\)", _IN_PLAN),
    (r"population=\.\.\.", _IN_PLAN),
    (r" \((?:under|sous) \[data\] [^)]*--[^)]*\)", _READING),
    (r"discret values .* --plan PLAN (?:shows them|les montre)", _THEM),
    (r"discret values .* --plan PLAN (?:shows|montre)", _VALUES),
    (r"(?:the columns shown by|aux colonnes que montre) discret profile", _COLUMNS),
    (r"(?:allow more|autorisez davantage) : ?--limit \w+|allow more: --limit \w+", _LIMIT),
    (r" \(--out\)| \((?:in|en) Python, [^)]*\)|^.*DISCRET_DEBUG.*$", _NOTHING),
    (r"--force \((?:in|en) Python, force=True\)", _REPLACE),
    (r" ?; (?:in|en) Python, format= .*$", _NOTHING),
    (r"(?:hand it to the run|le fournir à l’exécution) ?: secret=.*DISCRET_SECRET", _SECRET),
)
