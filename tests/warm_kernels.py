"""Compile what the tests will need, once: two processes would each compile it all.

python tests/warm_kernels.py
"""

from __future__ import annotations

from contextlib import suppress

from discret.errors import DiscretError
from every_part import REDUCTIONS, dataset, used

if __name__ == "__main__":
    for method in REDUCTIONS:
        with suppress(DiscretError):  # that it works is for the tests to say
            used(method, dataset())
