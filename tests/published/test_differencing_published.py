"""Costemalle (2018): the example of figure 2 and tables 1 to 3, as the theory page tells it."""

from __future__ import annotations

import doctest

from where import ROOT

PAGE = ROOT / "docs" / "differencing.md"


def test_the_theory_page_says_what_the_code_does() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0
