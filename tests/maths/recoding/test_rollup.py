"""Groups rolled up: against dictionaries, key by key and with keys put together."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from discret.maths.recoding import rollup
from discret.maths.recoding.loss import ByKey
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
    count = rng.integers(1, 9, rows)
    names = [rng.integers(0, 3, width) for width in widths]
    numbers = np.zeros((keys, max(widths)), dtype=np.int64)
    for key, own in enumerate(names):
        numbers[key, : len(own)] = own * 3**key
    labels = np.stack([own[codes[:, key]] for key, own in enumerate(names)], axis=1)
    rollup.ROOM, before = room, rollup.ROOM
    try:
        packed = Packed(codes, widths)
    finally:
        rollup.ROOM = before
    table = rng.integers(0, 4, (rows, 3)).astype(np.int32)
    roller = Roller(rows, keys, 3)
    together = packed.numbers((0,) * keys, numbers[:, None])
    assert (packed.numbers((0,) * keys, numbers[:, None]) == together).all()
    for given_codes, given_numbers in ((codes, numbers), (packed.codes, together)):
        shown, total, ids, added = roller.roll(given_codes, count, given_numbers, codes, table)
        own = np.stack([one[shown[:, key]] for key, one in enumerate(names)], axis=1)
        assert dict(zip(map(tuple, own.tolist()), total.tolist(), strict=True)) == plainly(
            labels, count
        )
        assert (own[ids] == labels).all()
        wanted = np.zeros_like(added)
        np.add.at(wanted, ids, table)
        assert (added == wanted).all()
        assert roller.roll(given_codes, count, given_numbers, codes).table.shape == (len(own), 0)


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
    whole, spoilt = loss.of(node, codes, count, bad)
    fewest = loss.fewest(node, int(count[bad].sum()), spoilt)
    assert (fewest <= spoilt + 1e-9).all()
    bounds = loss.raised(node, fewest)
    assert bounds[node] <= whole + 1e-9
    finer, _ = loss.of((0,) * keys, codes, count, bad)  # as many are lost at a finer node
    assert bounds[(0,) * keys] <= finer + 1e-9
    assert loss.raised(node, spoilt)[node] == whole
