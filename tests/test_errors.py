"""Every error is one line, or a line for each fault, whatever the names that it carries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import discret.errors
from discret.errors import DiscretError, ExtraError, FaultsError
from discret.words import LANGUAGES, say


def family(parent: type[DiscretError]) -> Iterator[type[DiscretError]]:
    yield parent
    for child in parent.__subclasses__():
        yield from family(child)


FAMILY = sorted(set(family(DiscretError)), key=lambda kind: kind.__name__)


def errors(name: str) -> Iterator[tuple[DiscretError, int]]:
    """Yield every kind of error about `name`, with the lines it may take."""
    told = say("{name}: is odd", "{name} : est étrange", name=name)
    for kind in FAMILY:
        if issubclass(kind, FaultsError):
            yield kind(name, [told, told], hint=told), 4
        elif issubclass(kind, ExtraError):
            yield kind(name, name), 1
        else:
            yield kind(told, hint=told), 1


def test_the_family_is_whole() -> None:
    named = {kind for kind in vars(discret.errors).values() if isinstance(kind, type)}
    assert {kind for kind in named if issubclass(kind, DiscretError)} <= set(FAMILY)


@given(st.text(st.characters(codec="utf-8"), max_size=9))
@example("\n")
@example("a\r\nb")
@example("\x1b[2J\x85\u2028\u2029\x0b\x0c\x1c")
def test_names_do_not_break_lines(name: str) -> None:
    for error, lines in errors(name):
        for language in LANGUAGES:
            said = error.within(language)
            assert len(said.splitlines()) == lines, type(error).__name__
            assert "\x1b" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_faults_stay_apart(language: str) -> None:
    said = FaultsError("plan", ["k: must be at least 2", "level: unknown"]).within(language)
    assert [line[:3] for line in said.splitlines()[1:]] == ["  -", "  -"]
