"""Effective sample size: by hand, with and without weights."""

from __future__ import annotations

import numpy as np
import pytest

from by_hand import speaks_both_languages
from discret.errors import InputError, ParameterError
from discret.quantify import EffectiveSize
from small import kept, of


def worth(*w: float) -> float:
    return sum(w) ** 2 / sum(one**2 for one in w)


def test_uneven_weights_cost_records() -> None:
    data, after = of(a=[1, 2, 3, 4], w=[1.0] * 4), of(a=[1, 2, 3, 4], w=[1.0, 1, 1, 5])
    finding = EffectiveSize().compare(data, after)
    assert finding.value == pytest.approx(1 - worth(1, 1, 1, 5) / 4)
    w = np.array([1.0, 1, 1, 5])
    assert finding.details["design_effect_after"] == pytest.approx(1 + (w.std() / w.mean()) ** 2)
    assert finding.details["design_effect_before"] == 1
    assert finding.details["effective_size_before"] == 4


def test_records_dropped_cost_as_much_as_they_weigh() -> None:
    data = of(a=[1, 2, 3], w=[1.0, 2.0, 3.0])
    finding = EffectiveSize(most=0.2).compare(data, kept(data, 1, 2))
    assert finding.value == pytest.approx(1 - worth(2, 3) / worth(1, 2, 3))
    assert finding.met is (finding.value <= 0.2)


def test_weights_made_even_gain() -> None:
    data, after = of(a=[1, 2], w=[1.0, 9.0]), of(a=[1, 2], w=[5.0, 5.0])
    finding = EffectiveSize().compare(data, after)
    assert finding.value == pytest.approx(1 - 2 / worth(1, 9))
    assert finding.value < 0


def test_without_weights_records_are_counted() -> None:
    data = of(a=[1, 2, 3, 4])
    finding = EffectiveSize().compare(data, kept(data, 0))
    assert (finding.value, finding.details["weighted"]) == (0.75, False)


def test_an_empty_release_has_lost_everything_and_an_empty_file_nothing_to_lose() -> None:
    data = of(a=[1, 2], w=[1.0, 2.0])
    assert EffectiveSize().compare(data, kept(data)).value == 1
    assert EffectiveSize(most=0.5).compare(kept(data), kept(data)).value is None


@pytest.mark.parametrize("bad", [None, 0.0, -31.0])
def test_weights_that_count_nobody_are_refused(bad: float | None) -> None:
    data = of(a=["x", "y"], w=[70.0, bad])
    with pytest.raises(InputError, match="1 record"):
        EffectiveSize().compare(data, data)


def test_words_and_parameters() -> None:
    data = of(a=[1, 2, 3], w=[1.0, 2.0, 3.0])
    speaks_both_languages(EffectiveSize().compare(data, kept(data, 0, 1)))
    with pytest.raises(ParameterError, match="most"):
        EffectiveSize(most=2)
