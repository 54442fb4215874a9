"""Bad words: options that do not exist, values of the wrong kind, too few words, too many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hostile_input import Case, nothing

GOOD = {
    "demo": ["demo", "--example", "dishes", "--out", "new"],
    "profile": ["profile", "people.csv", "--plan", "new.toml"],
    "assess": ["assess", "people.csv", "-k", "sex", "-m", "k_anonymity k=2"],
    "difference": ["difference", "people.csv", "--zone", "zone", "--square", "sex"],
    "run": ["run", "plan.toml", "--out", "out"],
    "report": ["report", "base/record.json", "--out", "new.html"],
    "compare": ["compare", "base/record.json", "base/record.json"],
    "check": ["check", "plan.toml"],
    "values": ["values", "people.csv", "town"],
    "parts": ["parts", "suda"],
}
NAMES = ["zqx", "", " ", "k-anonymity", "K_ANONYMITY", "../suda", "suda ", "x" * 9999, "\udc80",
         "\x1b[2J", "été", "suda,k_map", "*", "%s", "{0}", "None", "0"]  # fmt: skip
VALUES = ["", " ", "x", "-1", "0", "1e400", "nan", "inf", "9" * 5000, "1.5", "1_0", "0x10", "١",
          "x" * 10_000, "\udc80", "\x1b[2J", "=", "a=b", "*", "{0}", "/dev/null", "nowhere",
          "true", "None", "[]", "'", '"', "\n", "sex", "sex,town",
          "k_anonymity k=", "k_anonymity k=x",
          "utf-99", "dd/mm", "0GB", "-3GB", "99999999999999TB", "xlsx", "zqx"]  # fmt: skip
NUMBERS = {"x", "", " ", "1e400", "nan", "inf", "1.5", "0x10", "sex", "None"}
MANY = 80


def word_cases(_: Path, rng: random.Random) -> Iterator[Case]:
    """Call every command with words it cannot understand."""
    from discret import cli
    from discret.cli.terminal.help import explained

    line = explained(cli.app, "en", ())
    for name, good in GOOD.items():
        command = line.commands[name]
        for label, words, sure in (*misused(good, command), *odd_values(good, command, rng)):
            yield Case("words", name, label, words, nothing, sure)
    for text in NAMES:
        yield Case("words", "(none)", repr(text[:20]), [text], nothing)
        if text != "k-anonymity":
            yield Case("words", "parts", repr(text[:20]), ["parts", text], nothing)
    letters = "abcdefghijklmnopqrstuvwxyz_-."
    for _number in range(100):
        text = "q" + "".join(rng.choices(letters, k=rng.randrange(1, 30)))
        yield Case("words", "parts", f"name {text}", ["parts", text], nothing)
        yield Case("words", "(none)", f"name {text}", [text], nothing)


def misused(good: list[str], command: Any) -> Iterator[tuple[str, list[str], bool]]:
    for option in ("--zqx", "-Z", "--", "---", "--json=3", "--help=", "--=", "-=", "--jsn"):
        yield f"option {option}", [*good, option], option != "--"
    if command.params[0].nargs == 1:
        yield "more words", [*good, "a", "b", "c"], True
    for param in command.params:
        if param.param_type_name == "option":
            yield f"{param.opts[0]} alone", [*good, param.opts[0]], not param.is_flag
            yield f"{param.opts[0]}x", [*good, f"{param.opts[0]}x"], param.opts[0].startswith("--")
            if param.is_flag:
                yield f"{param.opts[0]}=1", [*good, f"{param.opts[0]}=1"], True
    for size in range(1, len(good)):
        yield f"first {size}", good[:size], False
    for language in ("", "de", "EN", "x" * 999, "\udc80", "fr-FR", "*"):
        yield f"language {language[:9]!r}", [*good, "--language", language], False


def odd_values(
    good: list[str], command: Any, rng: random.Random
) -> Iterator[tuple[str, list[str], bool]]:
    options = [
        param for param in command.params if param.param_type_name == "option" and not param.is_flag
    ]
    for _ in range(MANY):
        one, value = rng.choice(options), rng.choice(VALUES)
        number = one.name in ("seed", "threshold", "seconds", "most", "header_row")
        sure = number and value in NUMBERS - {"1.5", "inf", "nan", "1e400"}
        yield f"{one.opts[0]} {value[:20]!r}", [*good, one.opts[0], value], sure
    places = [place for place, word in enumerate(good[1:], 1) if not word.startswith("-")]
    for _ in range(20):
        place, value = rng.choice(places), rng.choice(VALUES)
        words = [*good[:place], value, *good[place + 1 :]]
        yield f"word {place} {value[:20]!r}", words, False
