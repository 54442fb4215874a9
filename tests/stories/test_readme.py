"""The plan of the README, on an ordinary file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from where import ROOT


def patients(n: int, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame({
        "name": [f"P{i}" for i in range(n)],
        "age": rng.integers(0, 100, n),
        "sex": rng.choice(["f", "m"], n),
        "commune": [f"{d:02}{c:03}" for d, c in rng.integers((1, 1), (96, 400), (n, 2))],
        "diagnosis": rng.choice(["flu", "gout", "mumps", "cough"], n),
        "weight": rng.uniform(50, 150, n),
    })  # fmt: skip


@pytest.mark.parametrize(("n", "seed"), [(400, 1), (400, 2), (3000, 3)])
def test_it_meets_its_targets_and_keeps_the_file(
    n: int, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # it writes a folder
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    there: dict[str, Any] = {"frame": patients(n, seed)}
    exec(code, there)  # noqa: S102 (it is our own page)
    release = there["release"]
    assert release.met
    assert len(release.data) >= 0.95 * n
    assert set(release.data.columns()) == {"age", "sex", "commune", "diagnosis", "weight"}
