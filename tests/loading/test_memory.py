"""Memory is handed back where the system can take it, and nothing happens elsewhere."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from discret.loading.memory import handed_back


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_another_system_does_nothing(error: type[Exception], monkeypatch: Any) -> None:
    def refuse(_: None) -> None:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    assert handed_back() is False


def test_the_c_library_is_asked(monkeypatch: Any) -> None:
    asked = []

    class Library:
        def malloc_trim(self, left: int) -> int:
            asked.append(left)
            return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda _: Library())
    assert handed_back() is True
    assert asked == [0]
