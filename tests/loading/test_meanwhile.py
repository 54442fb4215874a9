"""Two things done at once: both are done at the end, and neither hides the failure of the other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from discret.loading.meanwhile import made_ready, meanwhile


def test_work_goes_on_while_a_block_does() -> None:
    met = threading.Barrier(2, timeout=60)
    with meanwhile(met.wait):
        met.wait()  # for ever, were the work done before or after


def test_what_fails_in_the_work_fails_at_the_end_of_the_block() -> None:
    reached = []
    with pytest.raises(ZeroDivisionError), meanwhile(lambda: 1 / 0):
        reached.append(True)
    assert reached


def test_the_block_fails_first_and_the_work_has_ended_by_then() -> None:
    told, ended = threading.Event(), []

    def work() -> None:
        told.wait(60)
        ended.append(True)

    def fail() -> None:
        told.set()
        raise KeyError

    with pytest.raises(KeyError), meanwhile(work):
        fail()
    assert ended


@pytest.mark.parametrize("room", [True, False])
def test_without_room_or_threads_the_work_comes_after_the_block(
    room: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuse)
    done = []
    with meanwhile(lambda: done.append("work"), apart=room):
        done.append("block")
    assert done == ["block", "work"]


def test_what_cannot_be_made_ready_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert made_ready(lambda: None) is None
