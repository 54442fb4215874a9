"""Members that name their parents: levels from the top, against a walk by hand; and every fault."""

from __future__ import annotations

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from discret.data.hierarchies.links import MEMBER, MOST, PARENT, levelled, link_faults

# a tree: each member but the first few hangs below an earlier one, or is at the top
TREES = st.lists(st.integers(-1, 30), min_size=1, max_size=25).map(
    lambda drawn: {f"m{n}": f"m{above % n}" if n and above >= 0 else None
                   for n, above in enumerate(drawn)}
)  # fmt: skip


def frame(links: dict[str, str | None]) -> pl.DataFrame:
    schema = {MEMBER: pl.String, PARENT: pl.String}
    return pl.DataFrame({MEMBER: [*links], PARENT: [*links.values()]}, schema=schema)


def path(links: dict[str, str | None], member: str) -> list[str]:
    """Walk up from a member to the top, by hand."""
    above = links[member]
    return [member] if above is None else [member, *path(links, above)]


@given(TREES)
def test_levels_are_those_of_a_walk_to_the_top(links: dict[str, str | None]) -> None:
    assert not link_faults(frame(links))
    deepest = max(len(path(links, member)) for member in links)
    table = levelled(frame(links))
    assert table.width == deepest
    for row in table.rows():
        own = path(links, row[0])
        assert list(row) == [row[0]] * (deepest - len(own)) + own


@given(TREES)
def test_without_inner_members_every_row_is_a_leaf(links: dict[str, str | None]) -> None:
    leaves = set(links) - set(links.values())
    assert set(levelled(frame(links), inner=False)["0"]) == leaves


@given(TREES, st.data())
def test_a_link_back_down_goes_round(links: dict[str, str | None], data: st.DataObject) -> None:
    member = data.draw(st.sampled_from(sorted(links)))
    top = path(links, member)[-1]
    assert any("go round" in fault for fault in link_faults(frame({**links, top: member})))


def test_a_chain_that_is_no_hierarchy() -> None:
    chain = {f"m{n}": f"m{n + 1}" if n < MOST else None for n in range(MOST + 1)}
    assert link_faults(frame(chain)) == [f"{MOST + 1} levels, {MOST} at most"]


def test_rows_said_twice_count_once() -> None:
    twice = pl.concat([frame({"a": "b", "b": None})] * 2)
    assert not link_faults(twice)
    assert levelled(twice).rows() == [("a", "b"), ("b", "b")]
