"""The wish for a hierarchy that is made from the data: what a plan says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from discret.data.hierarchies import arguments
from discret.data.hierarchies.class_sizes import size_faults
from discret.data.hierarchies.forms import Form, Top
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.hierarchies.wishes import Wish
from discret.words import Words

if TYPE_CHECKING:
    from discret.data.dataset import Dataset


class Automatic(Form):
    """A hierarchy to be made once the data is there: ``from = "automatic"`` in a plan.

    `Dataset.of` takes it where it takes hierarchies, and makes it; see `automatic_hierarchy` for
    the arguments.

    Examples
    --------
    >>> from discret import Dataset
    >>> from discret.data.examples import dishes
    >>> ages = Automatic.of(ordered=["-25", "25-50", "+50"])
    >>> data = Dataset.of(dishes(), key=["Sexe", "Âge"], hierarchies={"Âge": ages})
    >>> data.hierarchies["Âge"].table.rows()[0]
    ('-25', '-25 – 25-50', '*')
    >>> ages.to_dict()
    {'from': 'automatic', 'ordered': ['-25', '25-50', '+50']}
    """

    builder = "automatic"
    advice = Words("all may be left out", fr="tous peuvent être omis")
    ordered: arguments.Ordered = None
    sizes: arguments.Sizes = None
    apart: arguments.Apart = ()
    together: arguments.Together = ()
    against: arguments.Against = None
    top: Top = "*"

    def faults(self) -> Iterator[str]:
        """Say which sizes cannot be those of levels."""
        yield from () if self.sizes is None else size_faults(self.sizes)

    def made(self, data: Dataset, column: str) -> Hierarchy:
        """Make it, from what the column holds."""
        against = (self.against,) if isinstance(self.against, str) else self.against
        wish = Wish(
            data, column, self.ordered, self.sizes, self.apart, self.together, against, self.top
        )
        return wish.hierarchy()

    def __repr__(self) -> str:
        return "Automatic()"  # its lists are values of the data

    __str__ = __repr__
