"""Labels of files that leave, read by another reader and held against the codebook of the source.

Whatever a method does, a code that is released means what it meant in the source, no label names a
category that nobody has any more, and none is that of a column which names or numbers people.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from discret import Dataset, Plan
from discret.data.files.labels import Labels
from discret.data.files.tables import Format, read
from discret.document.stored import stored
from discret.parts import Method
from discret.plan.terms import Terms
from every_part import REDUCTIONS, ROLES, SECRET, hierarchies, label, people

pyreadstat = pytest.importorskip("pyreadstat")

Book = Mapping[str, Mapping[Any, str]]
READERS = {"stata": pyreadstat.read_dta, "spss": pyreadstat.read_sav}
BOOK: dict[str, dict[Any, str]] = {
    "sex": {4: "woman", 9: "man", 5: "NOBODY IS"},
    "town": {31: "Lille", 12: "Laon", 55: "NOBODY THERE"},
    "illness": {3: "flu", 2: "gout", 1: "mumps", 8: "NOBODY HAS"},
    "zone": {2: "north", 3: "south", 1: "east"},
    "income": {1000: "FEW"},
    "home": {place: f"HOME OF {place}" for place in range(12)},
    "number": {place: f"CALLED {place}" for place in range(1, 25)},
}


def source(seed: int) -> tuple[pl.DataFrame, dict[str, dict[Any, str]]]:
    """The people, coded at random, with the codebook."""
    rng, frame, book = np.random.default_rng(seed), people(), {}
    for name, known in BOOK.items():
        texts = [text for text in known.values() if name in ("sex", "town", "illness", "zone")]
        here = frame[name].drop_nulls().unique().cast(pl.String).sort().to_list()
        texts = list(dict.fromkeys([*texts, *here])) if texts else []
        if not texts:
            book[name] = dict(known)
            continue
        codes = rng.permutation(100)[: len(texts)].tolist()
        book[name] = dict(zip(codes, texts, strict=True))
        turned = dict(zip(texts, codes, strict=True))
        frame = frame.with_columns(pl.col(name).replace_strict(turned, return_dtype=pl.Int64))
    return frame, book


def check(
    path: Path, kind: str, before: pl.DataFrame, book: Mapping[str, Mapping[Any, str]]
) -> None:
    """Hold a released file against the codebook, column by column."""
    frame, meta = READERS[kind](path, output_format="polars")
    raw = path.read_bytes()
    assert b"NOBODY" not in raw
    assert b"HOME OF" not in raw
    assert b"CALLED" not in raw
    for name, labels in meta.variable_value_labels.items():
        assert {int(code): text for code, text in labels.items()}.items() <= book[name].items()
        present = {*frame[name].drop_nulls().unique().to_list()}
        assert present >= {*labels}
    for name in [n for n in ("sex", "town", "illness", "zone") if n in frame.columns]:
        values = frame[name].drop_nulls().unique().to_list()
        if frame[name].dtype.is_numeric():
            assert {*values} == {*meta.variable_value_labels.get(name, {})}
            assert {*values} <= {*before[name].drop_nulls().to_list()}
        else:
            assert not {*values} & {str(code) for code in book[name]}


@pytest.mark.parametrize("kind", ["stata", "spss"])
@pytest.mark.parametrize("method", REDUCTIONS, ids=label)
def test_labels_after_every_method(method: Method, kind: str, tmp_path: Path) -> None:
    frame, book = source(len(label(method)))
    writer = pyreadstat.write_dta if kind == "stata" else pyreadstat.write_sav
    file = tmp_path / ("in.dta" if kind == "stata" else "in.sav")
    writer(frame, file, variable_value_labels=book)
    table = read(file)
    given: dict[str, Any] = {**ROLES, "hierarchies": hierarchies(), "unexamined": ["zone"]}
    data = Dataset.of(table.frame, labels=table.labels, **given)
    plan = Plan(reduce=[method], release=Terms(link="renumber"))
    release = plan.run(data, seed=1, secret=SECRET)
    form = Format(kind)
    out = tmp_path / f"out{form.suffix}"
    stored(release, out, form, table.labels)
    check(out, kind, frame, book)


def test_the_check_finds_a_wrong_label(tmp_path: Path) -> None:
    frame, book = source(1)
    wrong = {**book, "town": dict.fromkeys(book["town"], "Elsewhere")}
    keep = ["sex", "town", "illness", "zone"]
    labels = {name: wrong[name] for name in keep}
    labels = Labels(values=labels).present(frame).values
    pyreadstat.write_dta(frame.select(keep), tmp_path / "a.dta", variable_value_labels=labels)
    with pytest.raises(AssertionError):
        check(tmp_path / "a.dta", "stata", frame, book)
