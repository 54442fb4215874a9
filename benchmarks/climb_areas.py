"""Areas that climb: an observatory over the 24 settings of TAB 3 (003), and nine million parcels.

`observatory` draws 1,590 parcels of about 500 farmers (crops in three levels, two ways to grow or
none told) in real communes where the list of these is at hand, and protects them with every setting
of the paper's table 3, by the paper's search and by the better one: what each keeps, where, and
whether the better one keeps at least as much in each setting, 15 % more on average, and never more
for a larger k or threshold.

`register` draws as many parcels as the national register has, of 350,000 farmers, and protects them
as a user would (`discret run`), by one plan: from file to file, and from a DuckDB database, as a
star whose engine may take little, so that the whole process stays below the limit. Prints seconds,
by the clock and of the processors, and the memory at most, beside the limits: it ends with 1 where
one of these does not hold.

    python benchmarks/climb_areas.py observatory [--communes ../shared/data/communes_fr.csv.gz]
    python benchmarks/climb_areas.py register [--records 9000000] [--folder /tmp/climb_areas]
    python benchmarks/climb_areas.py stars --from 0 --to 5000
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from discret import Dataset, Hierarchy
from discret.errors import TargetError
from discret.reduce import ClimbAreas

COMMUNES = Path("../shared/data/communes_fr.csv.gz")
GAIN, SECONDS, MEMORY, CAP = 0.15, 180, 6.0, 3.0
COMMAND = "import sys; from discret.cli import main; sys.exit(main())"
OLD = {
    "Alsace": "67 68",
    "Aquitaine": "24 33 40 47 64",
    "Auvergne": "03 15 43 63",
    "Basse-Normandie": "14 50 61",
    "Bourgogne": "21 58 71 89",
    "Bretagne": "22 29 35 56",
    "Centre": "18 28 36 37 41 45",
    "Champagne-Ardenne": "08 10 51 52",
    "Corse": "2A 2B",
    "Franche-Comté": "25 39 70 90",
    "Haute-Normandie": "27 76",
    "Île-de-France": "75 77 78 91 92 93 94 95",
    "Languedoc-Roussillon": "11 30 34 48 66",
    "Limousin": "19 23 87",
    "Lorraine": "54 55 57 88",
    "Midi-Pyrénées": "09 12 31 32 46 65 81 82",
    "Nord-Pas-de-Calais": "59 62",
    "Pays de la Loire": "44 49 53 72 85",
    "Picardie": "02 60 80",
    "Poitou-Charentes": "16 17 79 86",
    "Provence-Alpes-Côte d'Azur": "04 05 06 13 83 84",
    "Rhône-Alpes": "01 07 26 38 42 69 73 74",
}
WAYS = ["Conventionnelle", "Biologique", "Non renseignée"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["observatory", "register", "stars"])
    parser.add_argument("--communes", type=Path, default=COMMUNES)
    parser.add_argument("--records", type=int, default=9_000_000)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/climb_areas"))  # noqa: S108
    parser.add_argument("--search", choices=["best", "greedy"], default="best")
    parser.add_argument("--draw", action="store_true", help="draw the register, and no more")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=5000)
    options = parser.parse_args()
    if options.what == "stars":
        stars(options.first, options.to)
    elif options.what == "observatory":
        observatory(communes_of(options.communes))
    elif options.draw:
        draw(options)
    else:
        register(options)


def communes_of(path: Path) -> pl.DataFrame:
    """Return the communes with their département and both kinds of région, made up if need be."""
    old = {code: name for name, codes in OLD.items() for code in codes.split()}
    if path.exists():
        found = pl.read_csv(path, infer_schema=False, columns=["commune", "departement", "region"])
        found = found.filter(pl.col("departement").is_in(list(old)))
    else:
        code = [f"{n // 360 + 1:02}{n % 360:03}" for n in range(34_000)]
        departement = [list(old)[n // 360 % len(old)] for n in range(34_000)]
        found = pl.DataFrame({"commune": code, "departement": departement})
        found = found.with_columns(pl.col("departement").str.slice(0, 1).alias("region"))
    return found.with_columns(pl.col("departement").replace_strict(old).alias("old_region"))


def crops(many: int) -> pl.DataFrame:
    """Return crops in three levels: crop, sub-group, group; as many of each as follow a fifth."""
    number = np.arange(many)
    return pl.DataFrame(
        {
            "crop": [f"crop {n:03}" for n in number],
            "subgroup": [f"sub-group {n // 3:02}" for n in number],
            "group": [f"group {n // 15:02}" for n in number],
        }
    )


def facts(
    records: int, farmers: int, communes: pl.DataFrame, known: pl.DataFrame, seed: int
) -> pl.DataFrame:
    """Draw the parcels of farmers: in a commune or two, of a few crops, grown in one way mostly."""
    rng = np.random.default_rng(seed)
    farmer = np.sort(np.minimum(rng.integers(0, farmers, records), farmers - 1))
    rank = rng.permutation(communes.height)
    home = rank[(rng.beta(1.0, 2.5, farmers) * communes.height).astype(np.int64)]
    place = np.clip(home[farmer] + rng.integers(-1, 2, records), 0, communes.height - 1)
    usual = rng.geometric(0.06, farmers) - 1
    other = rng.geometric(0.04, records) - 1
    crop = np.where(rng.random(records) < 0.5, usual[farmer], other) % known.height
    way = rng.choice(3, farmers, p=[0.62, 0.2, 0.18])[farmer]
    surface = np.round(rng.lognormal(0.7, 1.0, records), 2)
    return pl.DataFrame(
        {
            "parcel": np.arange(records),
            "farmer": farmer + 100_000,
            "commune": communes["commune"].gather(place),
            "crop": known["crop"].gather(crop),
            "way": pl.Series(WAYS).gather(way),
            "surface": surface,
        }
    )


class Setting(NamedTuple):
    k: int
    unique: int
    region: str


class Kept(NamedTuple):
    areas: dict[str, int]
    kept: int
    lifted: int


def observatory(communes: pl.DataFrame) -> None:
    """Run the 24 settings by both searches, and hold the better one against what it promises."""
    known = crops(60)
    table = facts(1590, 520, communes, known, seed=3)
    print(f"{table.height} parcels, {table['farmer'].n_unique()} farmers, "
          f"{table['commune'].n_unique()} communes, {table['crop'].n_unique()} crops")  # fmt: skip
    names = "rég dép com    %"
    print(f"{'k':>2} {'unique':>6} {'régions':>10} | greedy: {names} | best: {names}")
    found: dict[Setting, tuple[Kept, Kept]] = {}
    for region in ("region", "old_region"):
        data = placed(table, communes, known, region)
        for k in (3, 4, 5, 6):
            for unique in (15, 30, 45):
                setting = Setting(k, unique, region)
                found[setting] = kept(data, setting, "greedy"), kept(data, setting, "best")
                told(setting, *found[setting], table.height)
    judge(found)


def placed(
    table: pl.DataFrame, communes: pl.DataFrame, known: pl.DataFrame, region: str
) -> Dataset:
    """Give columns their roles, areas and crops their levels."""
    return Dataset.of(
        table,
        identifier="parcel",
        individual="farmer",
        area="commune",
        key=["crop", "way"],
        number="surface",
        hierarchies={
            "commune": Hierarchy.from_parents(
                communes, columns=["commune", "departement", region], top=None
            ),
            "crop": Hierarchy.from_parents(known, columns=known.columns, top=None),
        },
    )


def kept(data: Dataset, setting: Setting, search: str) -> Kept:
    """Protect, and say what is left."""
    method = ClimbAreas(k=setting.k, unique=setting.unique, individuals=3, search=search)
    try:
        told = method.apply(data).facts
    except TargetError:
        return Kept({"commune": 0, "departement": 0, setting.region: 0}, 0, 0)
    return Kept(told["areas"], told["kept"], told["lifted"])


def told(setting: Setting, greedy: Kept, best: Kept, records: int) -> None:
    def row(one: Kept) -> str:
        com, dep, reg = one.areas.values()
        return f"{reg:>3} {dep:>3} {com:>3} {100 * one.kept / records:6.3f}"

    name = "anciennes" if setting.region == "old_region" else "nouvelles"
    print(
        f"{setting.k:>2} {setting.unique:>6} {name:>10} |         {row(greedy)} |       {row(best)}"
    )


def judge(found: dict[Setting, tuple[Kept, Kept]]) -> None:
    """Print whether every promise holds."""
    say("best keeps at least what greedy keeps", all(b.kept >= g.kept for g, b in found.values()))
    gains = [b.kept / g.kept - 1 if g.kept else float(b.kept > 0) for g, b in found.values()]
    whole = sum(b.kept for _, b in found.values()) / sum(g.kept for g, _ in found.values()) - 1
    print(f"  gain: {np.mean(gains):.1%} on average over settings, {whole:.1%} over all facts")
    say(f"at least {GAIN:.0%} more on average", min(float(np.mean(gains)), whole) >= GAIN)
    say("monotone in k and unique", not broken(found, 1))
    print(f"  (greedy breaks that {broken(found, 0)} times)")


def broken(found: dict[Setting, tuple[Kept, Kept]], which: int) -> int:
    """Count the pairs of settings of which the stricter keeps more."""
    return sum(
        own[which].kept < other[which].kept
        for one, own in found.items()
        for two, other in found.items()
        if one.region == two.region and one.k <= two.k and one.unique <= two.unique
    )


def say(what: str, holds: bool) -> None:
    print(f"  {what}: {'holds' if holds else 'FAILS'}")


FILE = """
title = "The register of parcels"
[data]
file = "parcels.csv"
[roles]
identifier = "parcel"
individual = "farmer"
area = "commune"
key = ["crop", "way"]
[hierarchies.commune]
from = "csv"
path = "communes.csv"
header = true
[hierarchies.crop]
from = "csv"
path = "crops.csv"
header = true
"""
DATABASE = """
title = "The register of parcels, where it is"
[star]
database = "parcels.duckdb"
memory = "700MB"
facts = "parcels"
individual = "farmer"
area = "commune"
[star.dimensions.commune]
table = "communes"
levels = ["commune", "departement", "region"]
[star.dimensions.crop]
table = "crops"
levels = ["crop", "subgroup", "group"]
[star.measures.surface]
adds = "sum"
[roles]
identifier = "parcel"
key = ["way"]
"""
PLANS = {"file": FILE, "database": DATABASE}
STEPS = """
[release]
unexamined = ["surface"]
[[assess]]
measure = "k_anonymity"
k = 3
[[reduce]]
method = "climb_areas"
k = 3
individuals = 3
unique = 15
search = "{search}"
"""


class Used(NamedTuple):
    """What a command took: seconds by the clock, of the processors, and gigabytes at most."""

    wall: float
    cpu: float
    memory: float


def register(options: argparse.Namespace) -> None:
    """Protect the register from file to file, and from a database whose memory is limited."""
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    own = [sys.executable, __file__, *sys.argv[1:]]
    used([*own, "--draw"])  # in a process of its own: what it takes is not taken by the others
    size = (folder / "parcels.csv").stat().st_size / 2**20
    print(f"{options.records:,} parcels in a file of {size:.0f} MB, search {options.search}")
    took = {name: protected(folder, name, start, options.search) for name, start in PLANS.items()}
    held = [measured("from file to file", took["file"], MEMORY)]
    held.append(measured("from a database", took["database"], CAP))
    sys.exit(0 if all(held) else 1)


def protected(folder: Path, name: str, start: str, search: str) -> Used:
    """Run a plan as a user would, in a process of its own."""
    plan, out = folder / f"{name}.plan.toml", folder / name
    plan.write_text(start + STEPS.format(search=search), encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    return used([sys.executable, "-c", COMMAND, "run", plan, "--out", out])


def draw(options: argparse.Namespace) -> None:
    """Write the register, its levels, and a database of it."""
    folder: Path = options.folder
    communes, known = communes_of(options.communes), crops(150)
    farmers = max(options.records * 350_000 // 9_000_000, 1)
    table = facts(options.records, farmers, communes, known, seed=9)
    table.write_csv(folder / "parcels.csv")
    communes.select("commune", "departement", "region").write_csv(folder / "communes.csv")
    known.write_csv(folder / "crops.csv")
    import duckdb

    (folder / "parcels.duckdb").unlink(missing_ok=True)
    base = duckdb.connect(str(folder / "parcels.duckdb"))
    for name in ("parcels", "communes", "crops"):
        file, texts = str(folder / f"{name}.csv"), name != "parcels"
        kinds = "" if texts else ", types = {'commune': 'VARCHAR'}"
        rows = f"read_csv(?, all_varchar = {str(texts).lower()}{kinds})"
        base.execute(f"create table {name} as select * from {rows}", [file])  # noqa: S608
    base.close()


def used(words: Sequence[str | Path]) -> Used:
    """Run a command in a process of its own, and tell what it took."""
    began = time.perf_counter()
    process = subprocess.Popen(words)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: a target is missed
        sys.exit(f"failed: {words}")
    cpu = usage.ru_utime + usage.ru_stime
    return Used(time.perf_counter() - began, cpu, usage.ru_maxrss / 2**20)


def measured(what: str, took: Used, memory: float) -> bool:
    """Print what a run took beside its limits, and return whether both hold."""
    print(f"{what}: {took.wall:.0f} s ({took.cpu:.0f} of the processors), {took.memory:.2f} GB")
    within = took.memory < memory
    say(f"the whole process under {memory:g} GB", within)
    say(f"under {SECONDS} s by the clock", took.wall < SECONDS)
    return within and took.wall < SECONDS


def stars(first: int, last: int) -> None:
    """Verify releases of random stars, from the definition, as the tests do with fewer."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from area_stars import checked

    found = sum(checked(seed) for seed in range(first, last))
    print(f"{last - first} random stars, {found} releases verified")


if __name__ == "__main__":
    main()
