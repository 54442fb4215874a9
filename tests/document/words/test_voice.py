"""What a record has as plain data is written as the language of the reader writes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discret.document.words.voice import Voice
from discret.words import say

RATIOS = {"ratios": {"en": "ratios", "fr": "rapports", "unit": "ratio", "by": "quantile"}}


def test_quantiles_are_shares_in_both_languages() -> None:
    found = {"0": 0.5, "0.01": 1.5, "odd": 2.0}
    assert Voice("en").plain(found, "ratios", RATIOS) == "0%: 0.5, 1%: 1.5, odd: 2"
    expected = "0\u202f%\u202f: 0,5, 1\u202f%\u202f: 1,5, odd\u202f: 2"
    assert Voice("fr").plain(found, "ratios", RATIOS) == expected


@given(some=st.integers(1, 10**9), rest=st.integers(1, 10**9))
def test_nothing_and_all_are_written_where_they_are(some: int, rest: int) -> None:
    """9,999 of 10,000 records were written as 100%."""
    share = some / (some + rest)
    for voice in (Voice("en"), Voice("fr")):
        told = {voice.share(share), voice.percent(share)}
        assert not told & {"0%", "100%", "0.0%", "100.0%"}
        assert not told & {"0\u202f%", "100\u202f%", "0,0\u202f%", "100,0\u202f%"}


def test_nothing_and_all_are_written_as_such() -> None:
    noise = 1e-15
    for share in (0.0, noise, 1.0, 1 - noise):
        assert Voice("en").share(share) == f"{round(100 * share)}%"
        assert Voice("en").percent(share) == f"{round(100 * share)}.0%"
    assert say("{share:%}", "{share:%}", share=9_999 / 10_000).fr == "99,99\u202f%"


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("target", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("gap", [1e-3, 1e-5, 1e-7, 1e-9])
def test_a_level_that_is_not_its_target_does_not_read_like_it(
    target: float, gap: float, share: bool
) -> None:
    for voice in (Voice("en"), Voice("fr")):
        goal = voice.level(target, share=share)
        assert voice.level(target + gap, share=share, target=target) != goal
        assert voice.level(target + 1e-15, share=share, target=target) == goal
