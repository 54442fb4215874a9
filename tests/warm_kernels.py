"""Compile what the tests will need, once: two processes would each compile it all.

DISCRET_TESTS=quick python tests/warm_kernels.py
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numba  # noqa: F401 (loaded, it lets small searches compile their kernels too)
import numpy as np
import polars as pl
import pytest

from discret import Dataset, Hierarchy
from discret.assess import KAnonymity, LDiversity
from discret.errors import DiscretError
from discret.reduce import Generalise, SuppressCells
from every_part import REDUCTIONS, dataset, used

# Tests of those kernels that so small a table does not need, and of any text: hypothesis looks up
# what characters there are, once.
MORE = (
    "assess/test_closest_record.py",
    "data/test_text_numbers.py",
    "maths/partitions/test_clusters.py",
    "maths/recoding/test_yardsticks.py",
    "plan/toml/test_toml.py",
    "test_errors.py",
)

SEARCHES = [  # that are over at once in a table of which little must be hidden
    SuppressCells(models=[KAnonymity(k=4)]),
    Generalise(models=[KAnonymity(k=2), LDiversity(l=2)], drop=0.05),
]


def people() -> Dataset:
    """Draw a table of which much must be hidden."""
    draw = np.random.default_rng(7)
    names = {"sex": "fm", "town": "abc", "age": "2468", "home": "xyz", "ill": "123"}
    return Dataset.of(
        pl.DataFrame({name: draw.choice(list(values), 80) for name, values in names.items()}),
        key=["sex", "town", "age", "home"],
        sensitive="ill",
        hierarchies={"town": Hierarchy.from_groups({"ab": ["a", "b"]})},
    )


if __name__ == "__main__":
    for method in SEARCHES:
        with suppress(DiscretError):
            used(method, people())
    for method in REDUCTIONS:
        with suppress(DiscretError):  # that it works is for the tests to say
            used(method, dataset())
    folder = Path(__file__).parent
    pytest.main(["--quiet", "--exitfirst", *(str(folder / name) for name in MORE)])
