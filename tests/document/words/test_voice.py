"""What a record has as plain data is written as the language of the reader writes it."""

from __future__ import annotations

from discret.document.words.voice import Voice

RATIOS = {"ratios": {"en": "ratios", "fr": "rapports", "unit": "ratio", "by": "quantile"}}


def test_quantiles_are_shares_in_both_languages() -> None:
    found = {"0": 0.5, "0.01": 1.5, "odd": 2.0}
    assert Voice("en").plain(found, "ratios", RATIOS) == "0%: 0.5, 1%: 1.5, odd: 2"
    expected = "0\u202f%\u202f: 0,5, 1\u202f%\u202f: 1,5, odd\u202f: 2"
    assert Voice("fr").plain(found, "ratios", RATIOS) == expected
