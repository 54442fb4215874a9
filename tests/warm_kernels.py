"""Compile what the tests will need, once: two processes would each compile it all.

DISCRET_TESTS=quick python tests/warm_kernels.py
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numba  # noqa: F401 (loaded, it lets small searches compile their kernels too)
import pytest

from discret.errors import DiscretError
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

if __name__ == "__main__":
    for method in REDUCTIONS:
        with suppress(DiscretError):  # that it works is for the tests to say
            used(method, dataset())
    folder = Path(__file__).parent
    pytest.main(["--quiet", "--exitfirst", *(str(folder / name) for name in MORE)])
