"""One test of many cases, for rules that take no time: it tries all, and lists those that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

Rule = Callable[..., None]


def for_each(cases: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Rule], Rule]:
    """Turn a rule about one case, or about the members of a tuple, into a test of all cases.

    Examples
    --------
    >>> @for_each([2, 3, 4])
    ... def even(number):
    ...     assert number % 2 == 0, "odd"
    >>> even()
    Traceback (most recent call last):
    ...
    Failed: 1 of 3 cases:
    3: AssertionError: odd
    """

    @cache
    def known() -> list[Any]:  # when the test is run: others collect it too
        return list(cases)

    def turned(rule: Rule) -> Rule:
        def test() -> None:
            assert known(), "a rule about nothing cannot fail"
            told = [(name(case), _fault(rule, case)) for case in known()]
            faults = [f"{case}: {fault}" for case, fault in told if fault]
            if faults:
                pytest.fail("\n".join([f"{len(faults)} of {len(told)} cases:", *faults]), False)

        test.__name__, test.__qualname__ = rule.__name__, rule.__qualname__
        test.__module__, test.__doc__ = rule.__module__, rule.__doc__
        return test

    return turned


def _fault(rule: Rule, case: Any) -> str:
    try:
        rule(*case) if isinstance(case, tuple) else rule(case)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - it is told
        return f"{type(error).__name__}: {error}"
    return ""
