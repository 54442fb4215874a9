"""The search beside all recodings made by hand, for models that look at a population too."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from sys import modules
from typing import Any

import numpy as np
import pytest

from where import ROOT

TABLES = 60


def script() -> Any:
    """Load the script that draws tables, which is in no package."""
    spec = spec_from_file_location("brute_force", ROOT / "benchmarks" / "brute_force.py")
    assert spec
    assert spec.loader
    modules["brute_force"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("model", ["k_map", "delta_presence"])
def test_no_recoding_is_better_where_a_population_is_rolled_up_too(model: str) -> None:
    """Rows of the population stand for no group of the file, in whatever order they come."""
    brute_force = script()
    tasks = [brute_force.drawn(model, np.random.default_rng([91, n])) for n in range(TABLES)]
    outcomes = [brute_force.compared(task) for task in tasks]
    assert sum(bool(found) for found, _ in outcomes) > TABLES / 4
    assert [faults for _, faults in outcomes if faults] == []
