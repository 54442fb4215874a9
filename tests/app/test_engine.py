"""The engine: answers, progress, stopping, and a worker that is gone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from discret.app.engine import CallError, Engine, Near, Process
from discret.app.forms.refusals import refusal
from discret.app.worker import confession, work
from discret.errors import InputError, ParameterError
from discret.words import Words
from where import needs_system


def near(work: Callable[..., None]) -> Engine:
    return Engine(lambda: Near(work))


def test_a_worker_tells_how_far_it_is() -> None:
    def telling(receive: Any, send: Any) -> None:
        asked = receive()
        send({"id": asked["id"], "share": 0.5, "doing": {"en": "half"}})
        send({"id": asked["id"], "answer": "done"})

    heard: list[Any] = []
    engine = near(telling)
    future = engine.ask("look", heard=lambda share, doing: heard.append((share, doing)))
    assert future.result(5) == "done"
    assert heard == [(0.5, {"en": "half"})]
    engine.close()


def test_a_job_that_stops_when_asked_is_not_ended() -> None:
    started = []

    def obeying(receive: Any, send: Any) -> None:
        started.append(True)
        asked = receive()
        stop = receive()
        send({"id": stop["stop"], "error": {"kind": "stopped", "message": {"en": "as asked"}}})
        assert asked["id"] == stop["stop"]
        receive()

    engine = near(obeying)
    future = engine.ask("run", "job")
    engine.stop(future.number, patience=30)
    with pytest.raises(CallError, match="stopped"):
        future.result(5)
    assert started == [True]
    engine.close()


def test_a_job_that_does_not_stop_is_ended_and_another_worker_starts() -> None:
    again, deaf = Event(), Event()

    def stubborn(receive: Any, send: Any) -> None:
        while (asked := receive()) is not None:
            if asked.get("call") == "look":
                send({"id": asked["id"], "answer": "here"})
            deaf.wait(0)

    engine = Engine(lambda: Near(stubborn), again=again.set)
    future = engine.ask("run", "job")
    begun = time.monotonic()
    engine.stop(future.number, patience=0.2)
    with pytest.raises(CallError, match="stopped"):
        future.result(5)
    assert time.monotonic() - begun < 3
    assert again.wait(5)
    assert engine.ask("look").result(5) == "here"
    engine.close()


def test_a_call_that_ended_already_cannot_be_stopped() -> None:
    engine = near(lambda receive, send: send({"id": receive()["id"], "answer": 1}))
    future = engine.ask("look")
    assert future.result(5) == 1
    engine.stop(future.number, patience=0)
    engine.close()


def test_an_error_of_discret_is_told_in_both_languages() -> None:
    words = Words("k: must be at least 2", fr="k : il faut au moins 2")
    told = refusal(ParameterError("k_anonymity", [words], hint="see"))
    assert [fault["place"] for fault in told["faults"]] == ["k"]
    assert told["faults"][0]["en"] == "wanted size of the smallest group: must be at least 2"
    assert told["faults"][0]["rule"] == {"en": "must be at least 2", "fr": "il faut au moins 2"}
    assert "hint" not in told  # the form says more
    plain = refusal(InputError(Words("no", fr="non"), hint=Words("go", fr="allez")))
    assert plain["message"]["fr"] == "non. Piste\u202f: allez."


def test_another_error_shows_no_value() -> None:
    with pytest.raises(KeyError) as error:
        {}["SECRETVALUE7"]
    told = confession(error.value)
    assert "SECRETVALUE7" not in str(told)
    assert "KeyError" in told["message"]["fr"]
    assert "memory" in confession(MemoryError())["message"]["en"]


@needs_system(hasattr(signal, "SIGKILL"), "processes are not killed so")
def test_a_worker_that_is_killed_from_outside_is_replaced(tmp_path: Any) -> None:
    """Check 19: a sentence, no stack trace, and the next call works."""
    again = Event()
    engine = Engine(Process, again=again.set)
    first = engine.line
    assert isinstance(first, Process)
    path = tmp_path / "a.csv"
    path.write_text("sex,age\n" + "f,1\nm,2\n" * 5)
    future = engine.ask("open", "job", path=str(path), seed=1)
    os.kill(first.number, signal.SIGKILL)
    with pytest.raises(CallError) as ended:
        future.result(30)
    assert ended.value.told["kind"] == "gone"
    assert "memory" in ended.value.told["message"]["en"]
    assert again.wait(30)
    answer = engine.ask("open", "job", path=str(path), seed=1).result(120)
    assert answer["source"]["records"] == 10
    engine.close()


def test_a_call_that_nobody_knows_is_told_as_a_fault() -> None:
    engine = near(work)
    with pytest.raises(CallError, match="fault"):
        engine.ask("no such call").result(10)
    with pytest.raises(CallError, match="refused"):
        engine.ask("open", path="/nowhere/at-all.csv", seed=1).result(60)
    engine.close()


def test_a_run_is_stopped_between_two_steps() -> None:
    """The flag is read by the progress, which methods and measures call."""
    from discret.app.worker import StoppedError, _telling

    stop, sent = Event(), list[Any]()
    tell = _telling(1, sent.append, stop)
    tell(0.1, "one")
    tell(0.2, "two")  # too soon after the first
    assert [message["share"] for message in sent] == [0.1]
    stop.set()
    with pytest.raises(StoppedError):
        tell(0.3, "three")
