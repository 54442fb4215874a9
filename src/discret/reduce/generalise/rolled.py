"""The groups of a recoding, rolled up from finer ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from discret.data.keytable import KeyTable
from discret.maths.arrays import Floats, Ints
from discret.maths.recoding.loss import Codes

if TYPE_CHECKING:
    from discret.maths.recoding.yardsticks import Table


@dataclass(frozen=True)
class Rolled:
    """The groups of a node: where one of the key table stands that is in each, and their records.

    Where a population is counted, some groups have none.
    """

    places: NDArray[np.int32] = field(repr=False)
    count: Ints = field(repr=False)
    price: Floats | None = field(repr=False)
    keys: KeyTable | None = field(repr=False)
    tables: tuple[Table, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, keys: KeyTable, price: Floats | None) -> Rolled:
        """Return the groups of a key table."""
        return cls(np.arange(len(keys), dtype=np.int32), keys.count, price, keys)

    @cached_property
    def released(self) -> Rolled:
        """The groups that have records."""
        some = self.count > 0
        if some.all():
            return self
        return Rolled(
            self.places[some],
            self.count[some],
            None if self.price is None else self.price[some],
            self.keys,
            tuple(table[some] for table in self.tables),
        )

    @property
    def bytes(self) -> int:
        """The room that it takes, at the least."""
        own = self.places.nbytes + self.count.nbytes
        if self.keys is not None:
            own += 2 * self.keys.codes.nbytes
        return own + sum(table.nbytes for table in self.tables)


def codes_of(keys: KeyTable) -> Codes:
    """Return the codes of the groups of a key table from 1 on, 0 for what is missing."""
    codes = np.empty(keys.codes.shape, dtype=np.int32)
    np.add(keys.codes, 1, out=codes, casting="unsafe")
    return codes
