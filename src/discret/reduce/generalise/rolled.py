"""The groups of a recoding, rolled up from finer ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from discret.data.keytable import KeyTable
from discret.maths.arrays import Floats, Ints
from discret.maths.recoding.loss import Codes

if TYPE_CHECKING:
    from discret.maths.recoding.yardsticks import Table


@dataclass(frozen=True)
class Rolled:
    """The groups of a node: the codes of a group of the key table in each, and their records.

    Where a population is counted, groups of which nobody is in the file come last.
    """

    codes: Codes = field(repr=False)
    count: Ints = field(repr=False)
    price: Floats | None = field(repr=False)
    keys: KeyTable | None = field(repr=False)
    tables: tuple[Table, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, keys: KeyTable, price: Floats | None) -> Rolled:
        """Return the groups of a key table, their codes from 1 on, 0 for what is missing."""
        codes = np.empty(keys.codes.shape, dtype=np.int32)
        np.add(keys.codes, 1, out=codes, casting="unsafe")
        return cls(codes, keys.count, price, keys)

    @cached_property
    def released(self) -> Rolled:
        """The groups that have records."""
        number = int((self.count > 0).sum())
        if number == len(self.count):
            return self
        return replace(
            self,
            codes=self.codes[:number],
            count=self.count[:number],
            price=None if self.price is None else self.price[:number],
            tables=tuple(table[:number] for table in self.tables),
        )

    @property
    def bytes(self) -> int:
        """The room that it takes, at the least."""
        own = self.codes.nbytes * (1 if self.keys is None else 4) + self.count.nbytes
        return own + sum(table.nbytes for table in self.tables)
