"""What stays unknown of values: against Bergeat (2014), by hand, and slowly over all joints."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import log
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import shows_no, speaks_both_languages
from discret import Context, Dataset
from discret.data.examples import illnesses
from discret.errors import ColumnError
from discret.quantify import Entropy
from discret.reduce import Noise, Pram, Recode, Swap
from small import kept, of, recoded
from strategies import examples

P = {"Femme": {"Femme": 0.85, "Homme": 0.15}, "Homme": {"Femme": 0.1, "Homme": 0.9}}


def surprise(counts: Counter[Any]) -> float:
    total = sum(counts.values())
    return -sum(n / total * log(n / total) for n in counts.values())


def slowly(old: list[Any], new: list[Any]) -> tuple[float, float]:
    """The sum over records, and what there was: what shows nothing leaves all unknown."""
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if a is not None]
    whole = surprise(Counter(a for a, _ in pairs))
    left = {
        label: surprise(Counter(a for a, b in pairs if b == label))
        for label in {b for _, b in pairs if b is not None}
    }
    return sum(whole if b is None else left[b] for _, b in pairs), whole * len(pairs)


cells = st.one_of(st.none(), st.sampled_from("abcd"))


@examples(80)
@given(st.lists(st.tuples(cells, cells, st.booleans()), min_size=1, max_size=15))
def test_against_the_definition(rows: list[tuple[Any, Any, bool]]) -> None:
    """Missing values, blanks, dropped records and any label in the place of any value."""
    old, new = [row[0] for row in rows], [row[1] for row in rows]
    data = Dataset.of(pl.DataFrame({"a": old}, schema={"a": pl.String}), key="a")
    after = Dataset.of(pl.DataFrame({"a": new}, schema={"a": pl.String}), key="a")
    left = [place for place, row in enumerate(rows) if row[2]]
    found = Entropy().compare(data, kept(after, *left))
    seen = [b if row[2] else None for b, row in zip(new, rows, strict=True)]
    nats, whole = slowly(old, seen)
    assert found.details["nats"] == pytest.approx(nats, abs=1e-9)
    assert found.details["bits"] == pytest.approx(nats / log(2), abs=1e-9)
    assert found.value == (None if whole < 1e-12 else pytest.approx(nats / whole, abs=1e-9))


def test_known_chances_are_used_and_not_what_was_drawn() -> None:
    """What is shown for whom is chance; what stays unknown is by Bayes' rule."""
    data = Dataset.of(illnesses(), key=["Sexe"])
    seen = set()
    for seed in range(60):
        context = Context(rng=np.random.default_rng(seed))
        after = Pram(columns=["Sexe"], matrix=P).apply(data, context).data
        shown = Counter(after.to_polars()["Sexe"])
        found = Entropy().compare(data, after)
        joint = dict.fromkeys(product(P, P), 0.0)
        for true, n in Counter(data.to_polars()["Sexe"]).items():
            for label, chance in P[true].items():
                joint[true, label] += n * chance
        wanted = 0.0
        for label, n in shown.items():
            total = sum(joint[true, label] for true in P)
            shares = [joint[true, label] / total for true in P]
            wanted -= n * sum(share * log(share) for share in shares)
        assert found.details["nats"] == pytest.approx(wanted)
        assert found.details["known_chances"] == ["Sexe"]
        seen.add(shown["Femme"])
    assert len(seen) > 2


def test_chances_are_followed_through_recodings() -> None:
    """Recoded, exchanged, and recoded again: one matrix after the other."""
    draw = np.random.default_rng(3)
    values = draw.choice(list("abcdef"), 4000, p=[0.3, 0.2, 0.2, 0.1, 0.1, 0.1]).tolist()
    data = of(a=values)
    pairs = recoded(data, "a", {"a": "A", "b": "A", "c": "C", "d": "C", "e": "E", "f": "F"})
    pram = Pram(columns=["a"], retention=0.6)
    drawn = pram.apply(pairs, Context(rng=np.random.default_rng(1))).data
    after = recoded(drawn, "a", {"A": "A", "C": "C", "E": "G", "F": "G"})
    found = Entropy().compare(data, after)
    assert found.details["known_chances"] == ["a"]
    chances = pram.apply(pairs, Context(rng=np.random.default_rng(9))).facts["matrix"]["a"]
    first = {"a": "A", "b": "A", "c": "C", "d": "C", "e": "E", "f": "F"}
    last = {"A": "A", "C": "C", "E": "G", "F": "G"}
    joint: Counter[tuple[str, str]] = Counter()
    for value, n in Counter(values).items():
        for label, chance in chances[first[value]].items():
            joint[value, last[label]] += n * chance  # type: ignore[assignment]
    left = {
        label: surprise(Counter({v: n for (v, one), n in joint.items() if one == label}))
        for label in "ACG"
    }
    shown = Counter(after.to_polars()["a"])
    assert found.details["nats"] == pytest.approx(sum(left[one] * n for one, n in shown.items()))


def test_it_is_near_to_what_is_drawn_where_there_are_many() -> None:
    """The mean over draws of the joint drawn comes near to Bayes' rule, within its own noise."""
    draw = np.random.default_rng(5)
    data = of(a=draw.choice(list("abc"), 20_000, p=[0.5, 0.3, 0.2]).tolist())
    after = Pram(columns=["a"], retention=0.7).apply(data, Context(rng=draw)).data
    known = Entropy().compare(data, after).value
    bare = Dataset.of(after.to_polars(), key="a")  # what it went through is forgotten
    drawn = Entropy().compare(data, bare).value
    assert known == pytest.approx(drawn, rel=0.02)
    assert known != drawn


def test_several_columns_together_and_parts() -> None:
    """Chances over the whole file, of one column, whatever else was drawn with it."""
    draw = np.random.default_rng(8)
    n = 3000
    data = of(
        a=draw.choice(list("abc"), n).tolist(),
        b=draw.choice(list("xy"), n).tolist(),
        s=draw.choice(list("12"), n).tolist(),
    )
    for settings in ({"together": True}, {"by": ["s"]}):
        method = Pram(columns=["a", "b"], retention=0.6, **settings)  # type: ignore[arg-type]
        after = method.apply(data, Context(rng=np.random.default_rng(2))).data
        found = Entropy().compare(data, after)
        assert found.details["known_chances"] == ["a", "b"]
        bare = Dataset.of(after.to_polars(), key=["a", "b", "s"])
        drawn = Entropy().compare(data, bare)
        for name in ("a", "b"):
            own = drawn.details["by_column"][name]
            assert found.details["by_column"][name] == pytest.approx(own, rel=0.05)


def test_swapped_categories_are_seen_and_numbers_with_noise_are_not() -> None:
    """What the docstring says of its limits."""
    draw = np.random.default_rng(1)
    table = {"a": draw.choice(list("abc"), 300).tolist(), "x": draw.normal(size=300).tolist()}
    data = of(**table)
    swapped = Swap(columns=["a"], share=0.5, kind="random").apply(data, Context(rng=draw)).data
    assert Entropy(columns=["a"]).compare(data, swapped).value > 0.2  # type: ignore[operator]
    noisy = Noise(columns=["x"], alpha=1.0).apply(data, Context(rng=draw)).data
    assert Entropy(columns=["x"]).compare(data, noisy).value == 0


def test_a_column_of_one_value_has_nothing_to_lose() -> None:
    data = of(a=["x", "x"], b=["p", "q"])
    found = Entropy().compare(data, kept(data, 0))
    assert found.details["by_column"] == {"a": None, "b": 0.5}
    assert found.value == 0.5


def test_columns_of_very_many_values_are_left_out_unless_they_are_named() -> None:
    data = of(a=[str(n) for n in range(300)], b=["p", "q"] * 150)
    assert list(Entropy().compare(data, data).details["by_column"]) == ["b"]
    assert list(Entropy(columns=["a"]).compare(data, data).details["by_column"]) == ["a"]
    with pytest.raises(ColumnError):
        Entropy(columns=["nowhere"]).compare(data, data)


def test_what_is_said_and_met() -> None:
    data = of(secret=["secret-1", "secret-2"] * 5)
    after = Recode(column="secret", mapping={"secret-1": "*", "secret-2": "*"})
    found = Entropy(most=0.5).compare(data, after.apply(data, Context()).data)
    assert (found.value, found.met) == (1.0, False)
    speaks_both_languages(found)
    shows_no("secret-1", found)


def test_it_says_of_which_columns_it_speaks() -> None:
    """A noisy number has too many values to be looked at: that others are known is not all."""
    frame = pl.DataFrame({"sex": ["f", "m"] * 200, "pay": [float(n) for n in range(400)]})
    data = Dataset.of(frame, key="sex", number="pay")
    found = Entropy().compare(data, data)
    assert found.value == 0
    assert found.details["skipped"] == ["pay"]
    assert found.reads == (
        "Who sees a released value of 'sex' knows the original one. Not looked at, with more than"
        " 200 values: 'pay'."
    )
    assert found.reads.fr.endswith("Non examiné, avec plus de 200 valeurs : 'pay'.")
    asked = Entropy(columns=["sex"]).compare(data, data)
    assert "Not looked at" not in asked.reads
