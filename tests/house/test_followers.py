"""What a column that follows another still shows does not tell which values of that are true."""

from __future__ import annotations

import polars as pl
import pytest

from discret import Dataset
from discret.data.engine import collected
from discret.data.history.following import followed
from discret.errors import DiscretError
from discret.parts import Change, Method
from every_part import REDUCTIONS, dataset, label, people, used

LED = ("sex", "age", "town", "illness", "income", "home", "zone", "weight")


def shadow(leader: str) -> str:
    """The name of the column that says the same as another."""
    return f"{leader} again"


def released(method: Method) -> Dataset | None:
    """The file that a method makes, in which every column is said twice, and one follows it."""
    frame = people().with_columns(pl.col(leader).alias(shadow(leader)) for leader in LED)
    try:
        change = used(method, dataset(frame))
    except DiscretError:
        return None
    assert isinstance(change, Change)
    return followed(change.data, [(shadow(leader), leader) for leader in LED])


@pytest.mark.parametrize("method", REDUCTIONS, ids=label)
def test_no_label_is_followed_for_some_and_not_for_others(method: Method) -> None:
    data = released(method)
    left = [] if data is None else [name for name in LED if shadow(name) in data.roles]
    for leader in left:
        assert data is not None
        assert not data.trail.exchanged(leader)
        table = collected(data.frame).filter(pl.col(leader).is_not_null())
        each = table.group_by(leader).agg(pl.col(shadow(leader)).is_null().n_unique())
        assert set(each[shadow(leader)]) <= {1}
