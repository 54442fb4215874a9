"""The desk: undo, redo, variants, and what is refused; nothing is changed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from discret.app.desk import Branch, Desk, Entry


def entry(name: str) -> Entry:
    return Entry(plan=name, outline={}, told={}, did={"en": name, "fr": name})


def opened(*names: str) -> Desk:
    desk = Desk().opened({"name": "a.csv"}, entry("open"), seed=1)
    for name in names:
        desk = desk.did(entry(name))
    return desk


def test_undo_and_redo_name_what_they_undo() -> None:
    branch = opened("roles", "subsample").branch
    assert branch is not None
    assert branch.undoes == {"en": "subsample", "fr": "subsample"}
    assert branch.undone is None
    back = branch.moved(-1)
    assert back.now.plan == "roles"
    assert back.undone == branch.undoes
    assert back.moved(1) == branch


def test_a_new_action_cuts_what_lay_ahead() -> None:
    desk = opened("a", "b").moved(-1).did(entry("c"))
    assert desk.branch is not None
    assert [own.plan for own in desk.branch.entries] == ["open", "a", "c"]
    assert desk.moved(1).now == desk.now


def test_what_is_refused_stays_until_the_next_action() -> None:
    desk = opened("a").refused({"message": {"en": "no"}})
    assert desk.faults
    assert desk.now == opened("a").now
    assert desk.moved(-1).faults == ()


@given(st.lists(st.sampled_from(["did", "undo", "redo", "copy", "drop", "show"]), max_size=20))
def test_every_change_makes_the_version_grow_and_leaves_the_old_desk(deeds: list[str]) -> None:
    desk = opened()
    for number, deed in enumerate(deeds):
        before, copy = desk, repr(desk)
        after = {
            "did": lambda desk=desk, n=number: desk.did(entry(str(n))),
            "undo": lambda desk=desk: desk.moved(-1),
            "redo": lambda desk=desk: desk.moved(1),
            "copy": lambda desk=desk, n=number: desk.copied(f"copy {n}"),
            "drop": lambda desk=desk: desk.dropped(len(desk.branches) - 1),
            "show": lambda desk=desk: desk.showing(0),
        }[deed]()
        assert repr(before) == copy
        assert after is before or after.version == before.version + 1
        assert after.now is not None
        assert 0 <= after.shown < len(after.branches)
        desk = after


def test_the_last_variant_stays() -> None:
    desk = opened().copied("B")
    assert desk.shown == 1
    assert [branch.title for branch in desk.dropped(1).branches] == ["A"]
    assert desk.dropped(0).shown == 0
    assert opened().dropped(0) == opened()


def test_the_pointer_stays_inside() -> None:
    branch = Branch(title="A", entries=(entry("open"),))
    assert branch.moved(-5) == branch.moved(5) == branch
