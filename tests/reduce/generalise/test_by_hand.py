"""The best recoding against all recodings made and judged by hand, without the library."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import numpy as np
import pytest

from where import ROOT

SCRIPT = ROOT / "benchmarks" / "brute_force.py"
TABLES = 4


def _script() -> Any:
    spec = spec_from_file_location("brute_force", SCRIPT)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = _script()


@pytest.mark.parametrize("name", script.MODELS)
def test_no_recoding_by_hand_is_better(name: str) -> None:
    for number in range(TABLES):
        task = script.drawn(name, np.random.default_rng([20261117, number]))
        assert script.compared(task)[1] == [], number


@pytest.mark.parametrize(
    "name", [name for name in script.MODELS if name not in script.OF_POPULATION]
)
def test_no_set_of_groups_by_hand_has_more_records(name: str) -> None:
    for number in range(TABLES):
        task = script.drawn(name, np.random.default_rng([20261118, number]))
        assert script.fewest_compared(task)[1] == [], number
