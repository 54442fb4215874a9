"""The errors of discret, one family.

::

    DiscretError                 everything discret raises on purpose
    ├── InputError               what was handed in cannot be used (exit code 2)
    │   ├── ColumnError          a column is missing, doubled, or of the wrong kind
    │   ├── FileError            a file cannot be read or written
    │   ├── HierarchyError       a hierarchy is faulty, or lacks values that the data has
    │   ├── ParameterError       a part was given a value it refuses
    │   ├── PlanError            a plan has faults (all of them listed)
    │   └── EngineError          the engine that holds the data cannot do what is asked
    ├── TargetError              a target cannot be reached
    └── ExtraError               an optional library is not installed

Every message reads *who: rule, what came*, followed by ``Hint:`` and a way out, in one line
whatever the names in it (several faults: a line each). No message carries a value of the data:
column names and counts only. ``str(error)`` is English, or French where the environment says
``DISCRET_LANGUAGE=fr``; where the message and the hint are `Words`, ``error.within("fr")`` says
the same in French anywhere.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Sequence

from discret.words import Language, Words, say, spoken_here
from discret.words.sentences import in_one_line, joined, plural, typeset, within


class DiscretError(Exception):
    """Base of all errors of discret: a message, and a hint that shows the way out.

    Examples
    --------
    >>> str(DiscretError("plan: no step", hint="add a [[reduce]] table"))
    'plan: no step. Hint: add a [[reduce]] table.'
    >>> DiscretError(Words("plan: no step", fr="plan : aucune étape")).within("fr")
    'plan\u202f: aucune étape.'
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(self.within("en"))

    def __str__(self) -> str:
        return self.within(spoken_here())

    def within(self, language: Language) -> str:
        """Return the message and its hint in `language`."""
        hint = _hinted(self.hint, language)
        message = in_one_line(_ended(within(self.message, language)))
        return typeset(message, language) + (hint and f" {hint}")


class InputError(DiscretError):
    """What was handed in cannot be used."""


class ColumnError(InputError):
    """A column is missing, doubled, or of the wrong kind."""

    @classmethod
    def missing(cls, who: str, wanted: Iterable[str], available: Iterable[str]) -> ColumnError:
        """Build the error for columns that the table does not have.

        Examples
        --------
        >>> str(ColumnError.missing("roles", ["aeg"], ["age", "sex"]))
        "roles: the table has no column 'aeg'. Hint: did you mean 'age'? It has: 'age', 'sex'."
        """
        from difflib import get_close_matches

        have = list(available)
        lost = [name for name in wanted if name not in have]
        near = [close for name in lost for close in get_close_matches(name, have, 1)]
        guess = say("did you mean {near}? ", "vouliez-vous dire {near} ? ", near=listed(near))
        return cls(
            say(
                "{who}: the table has no column {lost}",
                "{who} : la table n’a pas de colonne {lost}",
                who=who, lost=listed(lost),
            ),
            hint=say(
                "{guess}It has: {have}", "{guess}Elle a : {have}",
                guess=guess if near else "", have=listed(have),
            ),
        )  # fmt: skip


class FileError(InputError):
    """A file cannot be read or written."""


class FaultsError(InputError):
    """Several faults, told at once.

    Examples
    --------
    >>> print(FaultsError("plan", ["k: must be at least 2", "level: unknown"]))
    plan: 2 faults
      - k: must be at least 2
      - level: unknown
    """

    def __init__(self, who: str, faults: Sequence[str], *, hint: str = "") -> None:
        self.who, self.faults = who, tuple(faults)
        count = plural(len(self.faults), _FAULT, _FAULTS)
        super().__init__(say("{who}: {count}", "{who} : {count}", who=who, count=count), hint=hint)

    def within(self, language: Language) -> str:
        """Return the faults and the hint in `language`, a line each."""
        faults = [f"  - {in_one_line(within(fault, language))}" for fault in self.faults]
        head, hint = in_one_line(within(self.message, language)), _hinted(self.hint, language)
        return typeset("\n".join([head, *faults, *([hint] if hint else [])]), language)


class HierarchyError(FaultsError):
    """A hierarchy is faulty, or lacks values that the data has."""


class ParameterError(FaultsError):
    """A part was given a value it refuses."""

    @classmethod
    def needed(cls, who: str, name: str, example: str) -> ParameterError:
        """Build the error for a target without which nothing can be judged.

        Examples
        --------
        >>> print(ParameterError.needed("k_anonymity", "k", "k=3"))
        k_anonymity: 1 fault
          - k: a target is needed
        Hint: say k=3, for example.
        """
        fault = say("{name}: a target is needed", "{name} : il faut un objectif", name=name)
        hint = say("say {example}, for example", "écrire {example}, par exemple", example=example)
        return cls(who, [fault], hint=hint)


class PlanError(FaultsError):
    """A plan has faults, all of them listed with their place."""


class EngineError(InputError):
    """The engine that holds the data cannot do what is asked."""


class TargetError(DiscretError):
    """A target cannot be reached."""


class ExtraError(DiscretError):
    """An optional library is not installed.

    Examples
    --------
    >>> str(ExtraError("reading Excel files", "formats"))
    "reading Excel files needs an optional library. Hint: pip install 'discret[formats]'."
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            say(
                "{what} needs an optional library",
                "{what} : une bibliothèque facultative est nécessaire",
                what=what,
            ),
            hint=f"pip install 'discret[{extra}]'",
        )


def _hinted(hint: str, language: Language) -> str:
    said = typeset(in_one_line(_ended(within(hint, language))), language)
    return f"{_HINT.within(language)} {said}" if hint else ""


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def listed(names: Iterable[str], most: int = 12) -> Words:
    """Write names in quotes, cut after `most` of them.

    Examples
    --------
    >>> listed(["a", "b"])
    "'a', 'b'"
    >>> listed(["a", "b", "c"], most=1).fr
    "'a' et 2 autres"
    """
    every = list(names)
    shown = joined(repr(str(name)) for name in every[:most])
    if len(every) <= most:
        return shown
    rest = plural(len(every) - most, _OTHER, _OTHERS)
    return say("{shown} and {rest}", "{shown} et {rest}", shown=shown, rest=rest)


_HINT = Words("Hint:", fr="Piste\u202f:")
_FAULT, _FAULTS = Words("fault", fr="défaut"), Words("faults", fr="défauts")
_OTHER, _OTHERS = Words("more", fr="autre"), Words("more", fr="autres")


def system_fault(error: BaseException) -> Words:
    """Say in both languages why the system refused; empty where it gave no reason.

    Examples
    --------
    >>> system_fault(FileNotFoundError(2, "No such file or directory")).fr
    'ce fichier ou ce dossier n’existe pas'
    >>> system_fault(ValueError("embedded null byte"))
    ''
    """
    english = str(getattr(error, "strerror", None) or "")
    french = SYSTEM.get(getattr(error, "errno", None) or 0, OTHER if english else "")
    return Words(english, fr=french)


def numbered_fault(error: OSError) -> OSError:
    """Give what the system refused its number again, of which engines tell in words alone.

    Examples
    --------
    >>> numbered_fault(OSError("No space left on device (os error 28)")).errno
    28
    """
    told = re.search(r"\(os error ([0-9]+)\)", str(error))
    if error.errno is not None or told is None:
        return error
    return OSError(int(told[1]), os.strerror(int(told[1])))


OTHER = "le système le refuse"
SYSTEM = {
    errno.EACCES: "permission refusée",
    errno.EEXIST: "il existe déjà",
    errno.EFBIG: "le fichier est trop grand",
    errno.EINVAL: "le nom ou l’opération n’est pas valide",
    errno.EIO: "le disque ne répond pas bien",
    errno.EISDIR: "c’est un dossier",
    errno.ELOOP: "trop de liens symboliques",
    errno.EMFILE: "trop de fichiers ouverts",
    errno.ENAMETOOLONG: "le nom est trop long",
    errno.ENOENT: "ce fichier ou ce dossier n’existe pas",
    errno.ENOSPC: "le disque est plein",
    errno.ENOTDIR: "un dossier du chemin n’en est pas un",
    errno.ENOTEMPTY: "le dossier n’est pas vide",
    errno.EPERM: "opération interdite",
    errno.EROFS: "le disque est en lecture seule",
    errno.EXDEV: "les deux chemins ne sont pas sur le même disque",
}
