"""TAB 1 of the paper on warehouses (seed 003) as a star, in files or in DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

FACTS = pl.DataFrame(
    [
        (1, "A", "M. Boyer", "betterave", "Conventionnelle", 3.979),
        (2, "A", "M. Boyer", "ble dur", "Biologique", 5.723),
        (3, "I", "D. Bernard", "ble dur", "Biologique", 2.151),
        (4, "A", "P. Martinez", "betterave", "Biologique", 4.96),
        (5, "I", "D. Bernard", "betterave", "Conventionnelle", 1.837),
        (6, "I", "P. Draco", "betterave", "Conventionnelle", 8.64),
        (7, "I", "V. Clavez", "ble tendre", "Conventionnelle", 3.52),
        (8, "A", "M. Boyer", "ble tendre", "Conventionnelle", 4.81),
        (9, "I", "H. Guerchet", "ble tendre", "Conventionnelle", 2.987),
        (10, "I", "H. Guerchet", "ble tendre", "Biologique", 2.299),
        (11, "A", "M. Boyer", "ble tendre", "Biologique", 6.8),
    ],
    schema=["parcelle", "dept", "exploitant", "culture", "conduite", "abondance"],
    orient="row",
)
ZONES = pl.DataFrame(
    {
        "code": ["A", "I"],
        "departement": ["Allier", "Isère"],
        "region": ["Auvergne-Rhône-Alpes"] * 2,
    }
)
CROPS = pl.DataFrame(
    [
        ("betterave", "betterave", "racines"),
        ("ble dur", "ble", "céréales"),
        ("ble tendre", "ble", "céréales"),
        ("noix", "Fruit à coque", "fruits"),
        ("amande", "Fruit à coque", "fruits"),
        ("châtaigne", "Fruit à coque", "fruits"),
    ],
    schema=["culture", "sous_groupe", "groupe"],
    orient="row",
)
TABLES = {"faits": FACTS, "zones": ZONES, "cultures": CROPS}


def declared(**other: Any) -> dict[str, Any]:
    """Return the star as it is declared; tables are those at hand, unless named otherwise."""
    tables: dict[str, Any] = {**TABLES, **other.pop("tables", {})}
    return {
        "facts": tables["faits"],
        "individual": "exploitant",
        "area": "zone",
        "dimensions": {
            "zone": {
                "table": tables["zones"],
                "column": "dept",
                "member": "code",
                "levels": ["departement", "region"],
            },
            "culture": {
                "table": tables["cultures"],
                "levels": ["culture", "sous_groupe", "groupe"],
            },
        },
        "measures": {"abondance": {"adds": "mean", "weight": "facts"}},
        **other,
    }


def written(folder: Path, suffix: str = ".csv") -> dict[str, str]:
    """Write the tables as files, and return their names."""
    for name, table in TABLES.items():
        if suffix == ".csv":
            table.write_csv(folder / f"{name}{suffix}")
        else:
            table.write_parquet(folder / f"{name}{suffix}")
    return {name: f"{name}{suffix}" for name in TABLES}


def stored(path: Path, tables: dict[str, pl.DataFrame] | None = None) -> dict[str, str]:
    """Store the tables in a database file, and return their names."""
    import duckdb

    with duckdb.connect(str(path)) as connection:
        for name, table in (tables or TABLES).items():
            connection.register("given", table.to_arrow())
            connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM given')  # noqa: S608
    return {name: name for name in (tables or TABLES)}
