"""`discret epsilon`: what an ε means, its inverse, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import Call, caller


@pytest.fixture
def discret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    return caller(tmp_path, monkeypatch, capsys)


def test_the_bound_and_its_inverse(discret: Call) -> None:
    told = discret("epsilon", "--values", "26", "--epsilon", "1", "--json").json
    assert told["bound"] == pytest.approx(0.0980682)
    assert told["equivalent_k"] == pytest.approx(1 / told["bound"])
    back = discret("epsilon", "--values", "26", "--risk", "0.1", "--json").json
    assert (back["epsilon"], back["bound"]) == pytest.approx((1.0217, 0.1), abs=5e-5)


@pytest.mark.parametrize(
    ("values", "epsilon", "bound"), [(2, 1, 0.731), (1000, 1, 0.0027), (10**6, 10, 0.0216)]
)
def test_published_figures(discret: Call, values: int, epsilon: float, bound: float) -> None:
    told = discret("epsilon", "--values", str(values), "-e", str(epsilon), "--json").json
    assert told["bound"] == pytest.approx(bound, abs=5e-5 if bound < 0.1 else 5e-4)


def test_what_was_held_for_likely_before(discret: Call) -> None:
    words = ["epsilon", "--values", "2", "--epsilon", "1.0986122886681098", "--prior", "0.1"]
    assert discret(*words, "--json").json["posterior"] == pytest.approx(0.25)
    assert "at most 25%" in " ".join(discret(*words).out.split())
    assert "25 % au plus" in " ".join(discret(*words, "-l", "fr").out.split())


def test_a_picture(discret: Call, tmp_path: Path) -> None:
    drawn = tmp_path / "epsilon.svg"
    assert discret("epsilon", "--values", "26", "-e", "1", "-o", str(drawn)).code == 0
    assert "9.81%" in drawn.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--values", "26"], "one of the two"),
        (["--values", "26", "--epsilon", "1", "--risk", "0.1"], "one of the two"),
        (["--values", "1", "--epsilon", "1"], "from 2"),
        (["--values", "26", "--epsilon", "0"], "above 0"),
        (["--values", "26", "--epsilon", "-1"], "above 0"),
        (["--values", "26", "--epsilon", "nan"], "above 0"),
        (["--values", "26", "--risk", "0.03"], "above 1 in 26"),
        (["--values", "26", "--risk", "1"], "below 1"),
        (["--values", "26", "--epsilon", "1", "--prior", "0"], "between 0 and 1"),
    ],
)
def test_what_means_nothing_is_refused(discret: Call, words: list[str], said: str) -> None:
    told = discret("epsilon", *words)
    assert told.code == 2
    assert said in " ".join(told.err.split())
    assert "Hint" in told.err


# --- several releases -------------------------------------------------------------------


def test_fifty_releases(discret: Call) -> None:
    words = ("epsilon", "--releases", "50", "--epsilon", "0.1", "--delta", "1e-6")
    told = discret(*words, "--json").json["composition"]
    rounded = {way: round(told[way], 2) for way in told if way not in ("releases", "delta")}
    assert rounded == {
        "epsilon_each": 0.1, "basic": 5.0, "advanced": 4.24, "zero_concentrated": 3.97,
        "numerical": 3.12, "numerical_any": 3.17,
    }  # fmt: skip
    shown = discret(*words).out
    assert all(figure in shown for figure in ("5", "4.243", "3.967", "3.122", "3.174"))
    assert "bruit de Laplace" in discret(*words, "-l", "fr").out
    both = discret(*words, "--values", "26", "--json").json
    assert both["composition"]["bounds"]["basic"] == pytest.approx(0.8558, abs=1e-3)
    assert both["bound"] == pytest.approx(0.0423, abs=1e-3)


@pytest.mark.parametrize(
    "words",
    [
        ("--releases", "0", "--epsilon", "1"),
        ("--releases", "3", "--epsilon", "0"),
        ("--releases", "3", "--epsilon", "1", "--delta", "1"),
        ("--releases", "3", "--risk", "0.1"),
        ("--epsilon", "1"),
    ],
)
def test_releases_that_are_refused(discret: Call, words: tuple[str, ...]) -> None:
    told = discret("epsilon", *words)
    assert told.code == 2
    assert "Hint" in told.err
