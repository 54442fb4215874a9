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

Every message reads *who: rule, what came*, followed by ``Hint:`` and a way out. No message
carries a value of the data: column names and counts only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class DiscretError(Exception):
    """Base of all errors of discret: a message, and a hint that shows the way out.

    Examples
    --------
    >>> str(DiscretError("plan: no step", hint="add a [[reduce]] table"))
    'plan: no step. Hint: add a [[reduce]] table.'
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        self.message, self.hint = message, hint
        super().__init__(_ended(message) + (f" Hint: {_ended(hint)}" if hint else ""))


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
        guess = f"did you mean {listed(near)}? " if near else ""
        return cls(
            f"{who}: the table has no column {listed(lost)}", hint=f"{guess}It has: {listed(have)}"
        )


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
        self.faults = tuple(faults)
        count = f"{len(faults)} fault" + ("s" if len(faults) != 1 else "")
        super().__init__(f"{who}: {count}", hint=hint)
        lines = [f"{who}: {count}", *(f"  - {fault}" for fault in faults)]
        self.args = ("\n".join(lines + ([f"Hint: {_ended(hint)}"] if hint else [])),)


class HierarchyError(FaultsError):
    """A hierarchy is faulty, or lacks values that the data has."""


class ParameterError(FaultsError):
    """A part was given a value it refuses."""


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
            f"{what} needs an optional library", hint=f"pip install 'discret[{extra}]'"
        )


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def listed(names: Iterable[str], most: int = 12) -> str:
    """Write names in quotes, cut after `most` of them.

    Examples
    --------
    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    every = list(names)
    rest = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(repr(str(name)) for name in every[:most]) + rest
