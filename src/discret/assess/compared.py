"""What the models share that compare groups with a file: with which file, and how they say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from discret.assess.sensitive import AttributeModel, Seen
from discret.assess.spread import Spread
from discret.data.keytable import KeyTable
from discret.model import Merging, Scope
from discret.parts import Source
from discret.parts.facts import Fact, Facts
from discret.parts.shared_facts import COMPARED
from discret.words import Words

Reference = Annotated[
    Literal["release", "original"],
    Field(
        description=Words(
            "the file that groups are compared with. `release`: the one that is judged; `original`:"
            " the one before any method, as ARX and most papers do",
            fr="le fichier de comparaison. `release` : celui qui est jugé ; `original` : celui"
            " d’avant toute méthode, comme ARX et la plupart des articles",
        )
    ),
]


class ComparedModel(AttributeModel):
    """A model that compares the values of a group with those of a file.

    A part of this kind has the parameter `reference`: ``"release"``, the file that is judged, which
    an attacker sees; or ``"original"``, the file before any method, which never changes: no group
    comes to fail because others are dropped, and what was dropped still counts.
    """

    tells: ClassVar[Facts] = {
        **COMPARED,
        "reference": Fact.label(
            "compared with",
            "comparé à",
            {
                "release": Words("the file that is judged", fr="le fichier jugé"),
                "original": Words("the file as it came", fr="le fichier d’origine"),
            },
        ),
    }

    if TYPE_CHECKING:  # declared by each part, after the parameters that are its own
        reference: Reference

    @property
    def decided_by(self) -> Source:
        """The file that groups are compared with: what was dropped from it decides too."""
        return "original" if self.reference == "original" else self.source

    def spread(self, keys: KeyTable, column: str) -> Spread:
        """Return how the values of a column are spread in the groups and in the reference."""
        if self.reference == "original":
            return Spread.from_before(keys, column, self.missing)
        return super().spread(keys, column)

    def scope(self, keys: KeyTable) -> Scope:
        """Say that a group is compared with the whole file, or with one that never changes."""
        return Scope.FILE if self.reference == "release" else Scope.GROUP

    def kept_by(self, keys: KeyTable) -> Merging:
        """Say that a file keeps it, as a mixture is no more extreme than its parts.

        Not so where groups overlap; groups that share people overlap too.
        """
        return self.mixture(keys)

    def told(self, seen: Seen) -> dict[str, Any]:
        """Return the details that all models of this kind have."""
        return {"reference": self.reference, **seen.unlevelled}

    def said(self, reads: Words) -> Words:
        """Add to a sentence what the whole file is, where it is not the one that is judged."""
        if self.reference == "release":
            return reads
        return Words(f"{reads} {_ORIGINAL}", fr=f"{reads.fr} {_ORIGINAL.fr}")


_ORIGINAL = Words(
    "The whole file is here the one that came in, before anything was dropped or changed.",
    fr="Tout le fichier est ici celui d’origine, avant tout retrait et toute modification.",
)
