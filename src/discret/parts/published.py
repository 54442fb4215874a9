"""What the users of a release are told of how values were changed, where the plan says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from discret.words import Words

Chances = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Published:
    """How a method changed values, and how to correct for it: what the plan says, and no more.

    A method makes it from its parameters alone. It is never handed the data, so that nothing here
    can hang on a value: whatever the file was, the same plan publishes the same.

    Parameters
    ----------
    columns
        The columns that it is about.
    said
        How they were changed, and how to correct for it.
    chances
        The chance of each value (a row) to be shown as each, where the plan gives them.
    never
        Combinations that never appear, each as columns and values.
    """

    columns: tuple[str, ...]
    said: tuple[Words, ...]
    chances: Chances = field(default_factory=dict, repr=False)
    never: tuple[Mapping[str, str], ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a record.

        Examples
        --------
        >>> Published(("age",), (Words("by 5", fr="par 5"),)).to_dict()["said"]
        [{'en': 'by 5', 'fr': 'par 5'}]
        """
        return {
            "columns": list(self.columns),
            "said": [words.to_dict() for words in self.said],
            "chances": {true: dict(row) for true, row in self.chances.items()},
            "never": [dict(combination) for combination in self.never],
        }


def publishing() -> Any:
    """Declare whether a method publishes what it did; the same words in every method."""
    return Field(
        default=False,
        description=Words(
            "whether users are told, with how to correct for it. The public note then has what the"
            " plan says of it, and the run measures what whoever knows it finds",
            fr="dire ou non aux utilisateurs, avec la façon de corriger. La note publique porte"
            " alors ce que le plan en dit, et l’exécution mesure ce que trouve qui le sait",
        ),
    )
