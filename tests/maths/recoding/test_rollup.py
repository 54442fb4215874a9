"""Groups rolled up: against dictionaries, key by key and with keys put together."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.recoding.loss import ByKey, Shown
from discret.maths.recoding.rollup import Packed, Roller
from strategies import examples


def plainly(labels: NDArray[Any], count: NDArray[Any]) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for label, number in zip(map(tuple, labels.tolist()), count.tolist(), strict=True):
        found[label] = found.get(label, 0) + number
    return found


@examples(100)
@given(st.integers(0, 2**32 - 1), st.sampled_from([2**4, 2**8, 2**12]))
def test_keys_put_together_make_the_same_groups(seed: int, room: int) -> None:
    rng = np.random.default_rng(seed)
    keys, rows = int(rng.integers(1, 6)), int(rng.integers(1, 200))
    widths = rng.integers(1, 9, keys).tolist()
    codes = np.stack([rng.integers(0, width, rows) for width in widths], axis=1).astype(np.int32)
    count = rng.integers(0, 9, rows)
    names = [[rng.integers(0, most, width) for most in (9, 3, 1)] for width in widths]
    node = tuple(rng.integers(0, 3, keys).tolist())
    labels = np.stack([own[node[key]][codes[:, key]] for key, own in enumerate(names)], axis=1)
    packed = Packed(codes, names, room=room)
    table = rng.integers(0, 4, (rows, 3)).astype(np.int32)
    roller, every = Roller(packed.codes, 3), np.arange(rows, dtype=np.int32)
    numbers = packed.numbers(node)
    assert (numbers.each == packed.numbers(node).each).all()
    for size in (numbers.size, max(numbers.size, rows + 1)):  # in their places, or looked up
        places, total, ids, added = roller.roll(every, count, numbers._replace(size=size), table)
        own = labels[places]
        assert dict(zip(map(tuple, own.tolist()), total.tolist(), strict=True)) == plainly(
            labels, count
        )
        assert (own[ids] == labels).all()
        wanted = np.zeros_like(added)
        np.add.at(wanted, ids, table)
        assert (added == wanted).all()
        assert roller.roll(every, count, numbers).table.shape == (len(own), 0)


@examples(60)
@given(st.integers(0, 2**32 - 1))
def test_no_records_cost_less_than_the_cheapest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    keys, rows = int(rng.integers(1, 4)), int(rng.integers(1, 12))
    codes = rng.integers(0, 3, (rows, keys)).astype(np.int32)
    count = rng.integers(1, 5, rows)
    low = [rng.random(3) for _ in range(keys)]
    high = [own + rng.random(3) * (1 - own) for own in low]
    loss = ByKey(
        cost=tuple(zip(low, high, strict=True)),
        top=tuple(np.ones(3) for _ in range(keys)),
        least=np.zeros(keys),
        most=np.full(keys, float(count.sum())),
        totals=tuple(np.bincount(own, count, 3) for own in codes.T),
        importance=np.ones(keys),
    )
    node = tuple(rng.integers(0, 2, keys).tolist())
    bad = rng.random(rows) < 0.5
    shown = Shown(codes, np.arange(rows, dtype=np.int32))
    whole, spoilt = loss.of(node, shown, count, bad)
    fewest = loss.fewest(node, int(count[bad].sum()), int(count.sum()), spoilt)
    assert (fewest <= spoilt + 1e-9).all()
    bounds = loss.raised(node, fewest)
    assert bounds[node] <= whole + 1e-9
    finer, _ = loss.of((0,) * keys, shown, count, bad)  # as many are lost at a finer node
    assert bounds[(0,) * keys] <= finer + 1e-9
    assert loss.raised(node, spoilt)[node] == whole


@examples(100)
@given(st.integers(0, 2**32 - 1))
def test_a_node_on_the_way_lies_between_and_is_small(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = [
        [np.arange(9) // step for step in (1, 2, 4, 9)[: rng.integers(1, 5)]]
        for _ in range(rng.integers(1, 5))
    ]
    node = tuple(int(rng.integers(0, len(own))) for own in labels)
    low = np.array([rng.integers(0, level + 1) for level in node], dtype=np.int16)
    packed = Packed(np.zeros((1, len(labels)), dtype=np.int32), labels)
    most = int(rng.integers(1, 500))
    found = packed.lowered(node, low, most)
    if found is None:
        assert packed.numbers(node).size > most
        return
    assert all(a <= b <= c for a, b, c in zip(low, found, node, strict=True))
    assert packed.numbers(found).size <= most
    for key, level in enumerate(found):  # as low as can be
        if level > low[key]:
            lower = (*found[:key], level - 1, *found[key + 1 :])
            assert packed.numbers(lower).size > most
