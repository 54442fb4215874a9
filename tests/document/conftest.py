"""One small release, told as plain data."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from discret import Dataset, Plan
from discret.assess import Attackers, IndividualRisk, KAnonymity, LDiversity
from discret.data.examples import dishes
from discret.document.records import record as tell
from discret.plan.release import Release
from discret.quantify import CellsChanged, Contingency, Marginals
from discret.reduce import DropIdentifiers, Recode, Subsample, SuppressRecords


@pytest.fixture(scope="session")
def release() -> Release:
    data = Dataset.of(
        dishes(),
        identifier="Nom complet",
        key=["Sexe", "Âge"],
        sensitive="Plat préféré",
        weight="Poids",
    )
    ages = {"-25": "moins de 50", "25-50": "moins de 50", "+50": "50 et plus"}
    return Plan(
        title="Dishes & people",
        assess=[KAnonymity(k=2), LDiversity(), IndividualRisk(most=0.05), Attackers()],
        reduce=[
            DropIdentifiers(),
            Recode(column="Âge", mapping=ages),
            SuppressRecords(models=[KAnonymity(k=2)], drop=1),
            Subsample(share=0.9),
            SuppressRecords(models=[KAnonymity(k=2)], drop=1),
        ],
        quantify=[CellsChanged(), Marginals(), Contingency()],
    ).run(data, seed=20261115)


@pytest.fixture(scope="session")
def told(release: Release, tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("released") / "dishes.csv"
    file.write_text("Sexe,Age\n", encoding="utf-8")
    return json.dumps(tell(release, released=file))


@pytest.fixture
def record(told: str) -> dict[str, Any]:
    """A record as it is read from its file; each test has its own to spoil."""
    return copy.deepcopy(json.loads(told))


@pytest.fixture
def record_file(told: str, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(told, encoding="utf-8")
    return path
