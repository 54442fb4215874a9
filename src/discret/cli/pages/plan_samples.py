"""What the page of the plan file shows: a whole plan, and an example of every kind of hierarchy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A hierarchy of one column, some values of it, and the files that it needs."""

    column: str
    arguments: Mapping[str, Any]
    values: tuple[Any, ...]
    files: Mapping[str, str] = field(default_factory=dict)


THESAURUS = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix crop: <https://example.org/crop/> .
crop:1 a skos:Concept ; skos:prefLabel "wheat"@en, "blé"@fr .
crop:2 a skos:Concept ; skos:prefLabel "durum wheat"@en, "blé dur"@fr ; skos:broader crop:1 .
crop:3 a skos:Concept ; skos:prefLabel "soft wheat"@en, "blé tendre"@fr ; skos:broader crop:1 .
crop:4 a skos:Concept ; skos:prefLabel "beet"@en, "betterave"@fr .
"""
HIERARCHIES: Mapping[str, Sample] = {
    "cuts": Sample(
        column="age", arguments={"cuts": [[15, 30, 45, 60], [30, 60]]}, values=(12, 37, 60)
    ),
    "groups": Sample(
        column="crop",
        arguments={"groupings": [{"wheat": ["soft wheat", "durum wheat"]}], "others": "other"},
        values=("soft wheat", "durum wheat", "beet"),
    ),
    "prefixes": Sample(
        column="commune",
        arguments={"lengths": [3, 2], "fill": "*"},
        values=("42300", "42218", "75114"),
    ),
    "dates": Sample(
        column="birth", arguments={"units": ["month", "year", "decade"]}, values=("1987-05-12",)
    ),
    "order": Sample(
        column="size",
        arguments={"order": ["S", "M", "L", "XL"], "steps": [2]},
        values=("S", "M", "XL"),
    ),
    "parents": Sample(
        column="commune",
        arguments={
            "links": [
                {"42300": "42", "42218": "42", "75114": "75"},
                {"42": "Auvergne-Rhône-Alpes", "75": "Île-de-France"},
            ],
            "names": ["commune", "département", "région"],
        },
        values=("42300", "75114"),
    ),
    "table": Sample(
        column="sex",
        arguments={"rows": [["f", "all"], ["m", "all"]]},
        values=("f", "m"),
    ),
    "csv": Sample(
        column="size",
        arguments={"path": "size.csv"},
        values=("S", "M", "XL"),
        files={"size.csv": "S;small;*\nM;small;*\nL;large;*\nXL;large;*\n"},
    ),
    "skos": Sample(
        column="crop",
        arguments={"path": "crops.ttl", "language": "en"},
        values=(),
        files={"crops.ttl": THESAURUS},
    ),
    "top": Sample(column="sex", arguments={"top": "all"}, values=("f", "m")),
    "automatic": Sample(
        column="crop",
        arguments={"apart": [["beet", "soft wheat"]], "against": ["sex", "age"]},
        values=(),
    ),
}
PLAN = """\
title = "Farms"

[data]
file = "farms.csv"

[roles]
identifier = ["name"]
key = ["age", "birth", "sex", "commune"]
sensitive = ["income"]
weight = "weight"
household = "farm"
individual = "person"

[hierarchies.age]
from = "cuts"
cuts = [[15, 30, 45, 60], [30, 60]]

[hierarchies.birth]
from = "dates"
units = ["year", "decade"]

[hierarchies.commune]
from = "prefixes"
lengths = [2]

[release]
unexamined = ["crop", "size"]

[[assess]]
measure = "k_anonymity"
k = 3

[[assess]]
measure = "l_diversity"
l = 2

[[reduce]]
method = "generalise"
models = [{measure = "k_anonymity", k = 3}]
drop = 0.05

[[quantify]]
measure = "marginals"
"""
DATA = """\
[data]
file = "farms.xlsx"
sheet = "Holders"
header_row = 3
date_format = "dd/mm/yyyy"
columns = ["age", "sex", "commune", "income"]
population = "census.csv"
count = "people"
previous = ["2024/release.csv", "2025/release.csv"]
"""
CSV = """\
[data]
file = "farms.csv"
decimal = ","
encoding = "cp1252"
"""
STAR = """\
[star]
facts = "surveys.csv"
individual = "farmer"
area = "place"
time = "year"
years = 2017

[star.dimensions.place]
table = "parcels.csv"
column = "parcel"
levels = ["commune", "département", "région"]

[star.dimensions.crop]
hierarchy = {from = "skos", path = "crops.ttl", language = "en"}

[star.measures.surface]
adds = "sum"

[star.measures.bees]
adds = "mean"
weight = "surface"
"""
STORED = """\
[star]
database = "observatory.duckdb"
memory = "3GB"
facts = "surveys"
individual = "farmer"
area = "place"
time = "year"
apart = true

[star.dimensions.place]
table = "parcels"
column = "parcel"
levels = ["commune", "département", "région"]
"""
ROLES = """\
[roles]
identifier = ["name"]
key = ["age", "sex", "birth"]
sensitive = ["income", "crop"]
weight = "weight"
household = "farm"
individual = "person"
area = "commune"
"""
RELEASE = """\
[release]
unexamined = ["crop", "size", "birth"]
keep = ["person"]
link = "renumber"
follows = {birth = "age"}
escape_formulas = true
audience = "researchers"
purpose = "the study of incomes"
sensitivity = "high"
access = "on request"
licence = "CC-BY-4.0"
contact = "statistics@example.org"
review = 2028-01-01
"""
STEPS = """\
[[assess]]
measure = "k_anonymity"
k = 5
missing = "known"

[[assess]]
measure = "l_diversity"
l = 2

[[reduce]]
method = "top_code"
column = "income"
top = 2500
label = "high incomes"

[[quantify]]
measure = "contingency"
"""
PRIVATE = """\
[budget]
ledger = "farms.budget"

[[private]]
title = "People by sex"
by = ["sex"]
epsilon = 0.25
categories = {sex = ["f", "m"]}

[[private]]
title = "Mean income by sex"
by = ["sex"]
statistic = "mean"
column = "income"
low = 0
high = 5000
epsilon = 0.25
categories = {sex = ["f", "m"]}
"""
VARIANTS = """\
[[variant]]
title = "recoded"

[[variant.reduce]]
method = "generalise"
models = [{measure = "k_anonymity", k = 3}]
drop = 0.05

[[variant]]
title = "blanked"

[[variant.reduce]]
method = "suppress_cells"
models = [{measure = "k_anonymity", k = 3}]
"""
TABLE = (
    """\
from pathlib import Path
import polars as pl
from discret.data.ledger.ledger import Ledger

table = pl.DataFrame({
    "name": [f"name {n}" for n in range(12)],
    "person": [31, 27, 45, 12, 18, 50, 39, 22, 16, 41, 10, 33],
    "farm": [4, 4, 1, 1, 6, 6, 2, 2, 5, 5, 3, 3],
    "age": [12, 37, 60, 41, 25, 66] * 2,
    "birth": ["1987-05-12", "1990-01-01", "1961-07-30"] * 4,
    "sex": ["f", "m"] * 6,
    "commune": ["42300", "42218", "75114"] * 4,
    "crop": ["soft wheat", "durum wheat", "beet", "beet"] * 3,
    "size": ["S", "M", "L", "XL"] * 3,
    "income": [1000.0 + 170 * (7 * n % 12) for n in range(12)],
    "weight": [10.0] * 12,
})
Path("size.csv").write_text("S;small;*\\nM;small;*\\nL;large;*\\nXL;large;*\\n")
Path("observatory.duckdb").touch()
Ledger.open(Path("farms.budget"), source=Path("observatory.duckdb"), epsilon=2)
for year in ("2024", "2025"):
    Path(year).mkdir()
    table.write_csv(f"{year}/release.csv")
Path("census.csv").write_text("age,birth,sex,commune,people\\n12,1987-05-12,f,42300,9\\n")
"""
    f'Path("crops.ttl").write_text({THESAURUS!r}, encoding="utf-8")\n'
)
