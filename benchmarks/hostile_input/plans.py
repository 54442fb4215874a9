"""Bad plans: no TOML, unknown keys, keys twice, every key with every wrong kind of value."""

from __future__ import annotations

import datetime as dt
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hostile_input import MARK, Case, filled, odd, put

COMMANDS = {
    "run": ["run", "{file}", "--out", "out"],
    "assess": ["assess", "--plan", "{file}"],
    "check": ["check", "{file}"],
    "values": ["values", "people.csv", "town", "--plan", "{file}"],
}
HIERARCHY = f"""[hierarchies.town]
from = "groups"
groupings = [{{north = ["{MARK} Lille", "{MARK} Laon"]}}]
"""
PARTS, KINDS = 150, 120  # how many of the many are tried with each command


def plan_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    """Give every command that reads a plan bad ones."""
    plain = (base / "plan.toml").read_text(encoding="utf-8")
    for name, words in COMMANDS.items():
        for label, text, sure in bad_plans(plain, rng):
            raw = text if isinstance(text, bytes) else text.encode()
            call = filled(words, "bad.toml")
            bad = sure and (name != "values" or label[0] != "[")  # which wants the hierarchy alone
            yield Case("plan", name, label, call, put("bad.toml", raw), bad)
        for label, (file, make) in odd(".toml").items():
            yield Case("plan", name, f"odd {label}", filled(words, file), make)


def bad_plans(plain: str, rng: random.Random) -> Iterator[tuple[str, str | bytes, bool]]:
    for number, text in enumerate(NO_TOML):
        yield f"no TOML {number}", f"{plain}\n{text}", True
    yield "not UTF-8", plain.encode() + b"# \xff", True
    for coding in ("utf-16", "utf-32", "cp500"):
        yield coding, plain.encode(coding), True
    yield "NUL", plain + "\0", True
    yield from whole_sections(plain)
    for setting in SETTINGS:
        section, text = setting.split("\n", 1)
        yield setting[:60], plain.replace(section, f"{section}\n{text}", 1), True
    yield from lines(plain)
    yield from rng.sample(list(kinds(plain)), KINDS)
    yield from rng.sample(list(bad_parts(plain, rng)), PARTS)
    for number in range(40):
        at, many = rng.randrange(len(plain)), rng.choice([1, 1, 3, 30, len(plain)])
        yield f"without {number}", plain[:at] + plain[at + many :], False
    for number in range(20):
        raw = bytearray(plain.encode())
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        yield f"bit {number}", bytes(raw), False


def whole_sections(plain: str) -> Iterator[tuple[str, str, bool]]:
    for section in ("data", "roles", "hierarchies", "release"):
        for value in ("3", f'"{MARK}"', "[3]", "true", "[[]]"):
            rest = re.sub(rf"(?ms)^\[{section}[\].].*?(?=^\[)", "", plain)
            yield f"{section} is {value}", f"{section} = {value}\n{rest}", True
    for section in ("assess", "reduce", "quantify", "variant"):
        for value in ("3", f'"{MARK}"', "[3]", "{}", "true"):
            rest = plain.replace("[[assess]]", "[[x]]").replace("[[reduce]]", "[[y]]")
            yield f"{section} is {value}", f"{section} = {value}\n{rest}", True


def lines(plain: str) -> Iterator[tuple[str, str, bool]]:
    """Write each line twice, an unknown key after each heading, a key with other letters."""
    every = plain.splitlines()
    for number, line in enumerate(every):
        if not line:
            continue
        head, tail = every[: number + 1], every[number + 1 :]
        yield f"line {number} twice", "\n".join([*head, line, *tail]), not line.startswith("[[")
        if line.startswith("["):
            yield f"unknown in {line}", "\n".join([*head, f"{MARK.lower()} = 3", *tail]), True
        else:
            wrong = line.replace(" =", "x =", 1)
            yield f"misspelt {line[:20]}", "\n".join([*every[:number], wrong, *tail]), False


def kinds(plain: str) -> Iterator[tuple[str, str, bool]]:
    """Give every key every kind of value; some may be fine."""
    for place in places(tomllib.loads(plain)):
        for value in WRONG:
            plan = tomllib.loads(plain)
            inside: Any = plan
            for step in place[:-1]:
                inside = inside[step]
            inside[place[-1]] = value
            yield f"{'.'.join(map(str, place))} is {str(value)[:20]}", written(plan), False


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    if isinstance(value, dict | list):
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*place, name))


def written(plan: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(name)} = {inline(value)}" for name, value in plan.items())


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value)
    return str(value)


def bad_parts(plain: str, rng: random.Random) -> Iterator[tuple[str, str, bool]]:
    from discret.catalogue import parts

    words = {"assess": "measure", "reduce": "method", "quantify": "measure"}
    for verb, word in words.items():
        for name, part in parts(verb).items():  # type: ignore[arg-type]
            head = f'{plain}\n[[{verb}]]\n{word} = "{name}"\n'
            yield f"{name} unknown", f"{head}zqx = 3\n", True
            for field in part.model_fields:
                text = f"{head}{field} = "
                yield f"{name} {field} table", text + '{a = [["x"]], b = {c = [{}]}}\n', True
                for value in rng.sample(VALUES, 2):
                    yield f"{name} {field} {value}", f"{text}{value}\n", False


VALUES = ["1e300", f"{10**23 - 1}", "[-1]", "-1e-300", '""', '"nowhere"', "0", "[]", "nan", "inf"]
WRONG = [3, -1, 0.5, 10**30, float("inf"), float("nan"), "", "zqx", "\x1b[2J", True, [], [[]], [3],
         ["x", "x"], {}, {"x": 3}, {"a": {"b": [{}]}}, dt.date(2020, 1, 1)]  # fmt: skip
NO_TOML = [
    "x = ", "x", "= 3", "[x", "[[x]", "x = [", "x = {", 'x = "', "x = '", "x = 1 2", "x = 01",
    "x = 1\nx = 2", "[a]\n[a]", "x.y = 1\nx = 2", "x = 2020-13-01", "x = tru", 'x = "\\q"',
    f'x = {{"{MARK}" = 1, "{MARK}" = 2}}', f'["{MARK}"]\n["{MARK}"]', f'"{MARK}" = {MARK}',
    "x = " + "[" * 20_000, "x = " + "{a=" * 20_000, "x = " + "9" * 5000, "x = \x1b[2J",
    "x = " + "1" * 4299 + "e9999", "[" + "a." * 20_000 + "a]", "#" * 17 * 10**6,
]  # fmt: skip
SETTINGS = [
    "[data]\nnonsense = 1", "[data]\noriginal = 3", "[data]\npopulation = []",
    '[data]\ncount = "x"', '[data]\noriginal = "nowhere.csv"', '[data]\npopulation = "a\\u0000b"',
    f'[data]\noriginal = "{"x" * 5000}.csv"', '[data]\noriginal = "base"',
    "[roles]\nnonsense = []", "[roles]\narea = 3", "[roles]\narea = [[]]", "[roles]\narea = {}",
    f'[roles]\narea = "{"x" * 9999}"', '[roles]\narea = "\\u001b[2J"',
    '[roles]\nhousehold = ["home", "person"]', '[roles]\nrow = "sex"',
    "[release]\nnonsense = 1", "[release]\nlink = 3", "[release]\nreview = 3",
    '[release]\nfollows = {a = 3}', "[release]\naudience = []",
]  # fmt: skip
