"""What a terminal shows: whatever its width, no column is cut and none is left out."""

from __future__ import annotations

import pytest
from rich.console import Console

from discret.cli.terminal import output as show
from discret.words import say

HEADS = ["measure", "original", *"ABCDEFGH"]
ROWS = [
    [f"a measure with a long name {row}", *(f"{row}{place},123 %" for place in range(9))]
    for row in range(3)
]


def shown(monkeypatch: pytest.MonkeyPatch, width: int, right: str) -> str:
    console = Console(width=width)
    monkeypatch.setattr(show, "console", console)
    with console.capture() as told:
        show.table("Loss", HEADS, ROWS, right)
    return told.get()


@pytest.mark.parametrize("width", range(48, 141))
@pytest.mark.parametrize("right", ["LRRRRRRRRR", ""])
def test_every_head_and_cell_is_shown(
    monkeypatch: pytest.MonkeyPatch, width: int, right: str
) -> None:
    text = shown(monkeypatch, width, right)
    words = text.split()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    assert {*HEADS} <= {*words}
    assert all(text.count(cell) == 1 for row in ROWS for cell in row[1:])
    assert words.count("Loss") == 1


_SECOND = ["original", *(row[1] for row in ROWS)]


def test_very_many_rows_are_shown_as_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(show, "LONG", 2)
    show.table("Loss", HEADS, [[r"\[a]", *row[1:]] for row in ROWS], "LR")
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "Loss"
    assert [line.split()[0] for line in lines] == ["measure", "[a]", "[a]", "[a]"]
    assert all(cell in line for line, row in zip(lines[1:], ROWS, strict=True) for cell in row[1:])
    ends = {line.index(text) + len(text) for line, text in zip(lines, _SECOND, strict=True)}
    assert len(ends) == 1  # to the right


def test_a_cell_wider_than_the_terminal_is_broken_into_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    console = Console(width=40)
    monkeypatch.setattr(show, "console", console)
    with console.capture() as told:
        show.table("", ["column", "values"], [["x" * 60, "7"]], "LR")
    assert told.get().count("x") == 60
    assert "7" in told.get()


@pytest.mark.parametrize("width", range(20, 60))
def test_no_line_is_broken_within_a_number(width: int) -> None:
    console = Console(width=width)
    said = say("{n} of {n} records, {n:%}", "{n} enregistrements sur {n} : {n:%}", n=12901)
    with console.capture() as told:
        console.print(said.fr)
    assert told.get().replace("\n", " ").count("12\u202f901") == 2


@pytest.mark.parametrize("width", range(12, 60))
def test_no_line_begins_with_a_sign_that_french_sets_apart(width: int) -> None:
    console = Console(width=width)
    said = "Le détail perdu : que montre « ce fichier » ? Rien ; et 5 % en part (voir a :b) !"
    with console.capture() as told:
        console.print(said)
    lines = told.get().splitlines()
    assert not any(line.lstrip()[0] in ";?!%»" or line.startswith(": ") for line in lines)
    assert not any(line.rstrip().endswith("«") for line in lines)
    assert " ".join(" ".join(lines).split()) == said
