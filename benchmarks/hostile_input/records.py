"""Bad records: JSON cut, broken or tampered with anywhere."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hostile_input import MARK, Case, filled, odd, put

COMMANDS = {
    "report": ["report", "{file}", "--out", "new.html"],
    "report --public": ["report", "{file}", "--public", "--out", "new.html"],
    "compare": ["compare", "{file}", "base/record.json", "--out", "new.html"],
    "compare, second": ["compare", "base/record.json", "{file}", "--out", "new.html"],
}
FREE = {"details", "facts", "parameters", "release", "terms", "hierarchies", "automatic",
        "readings"}  # fmt: skip


def record_cases(base: Path, rng: random.Random) -> Iterator[Case]:
    """Give every command that reads a record bad ones."""
    whole = (base / "base" / "record.json").read_text(encoding="utf-8")
    for name, words in COMMANDS.items():
        for label, text, sure in bad_records(whole, rng):
            raw = text if isinstance(text, bytes) else text.encode()
            call = filled(words, "bad.json")
            yield Case("record", name, label, call, put("bad.json", raw), sure)
        for label, (file, make) in odd(".json").items():
            yield Case("record", name, f"odd {label}", filled(words, file), make)


def bad_records(whole: str, rng: random.Random) -> Iterator[tuple[str, str | bytes, bool]]:
    for part in range(24):
        yield f"cut {part}", whole[: len(whole) * part // 24], True
    for number in range(24):
        place = rng.choice([m.start() for m in re.finditer(r"[{}\[\]:,]", whole)])
        marked = whole[:place] + "@" + whole[place + 1 :]
        yield f"mark {number}", marked, not is_json(marked)  # it may stand in a sentence
    numbers = [m.span() for m in re.finditer(r"(?<=: )-?\d+(\.\d+)?(?=[,\n])", whole)]
    for text in ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "[" * 10**5, '"\\ud800"'):
        for number, (start, end) in enumerate(rng.sample(numbers, 4)):
            yield f"{text[:9]} {number}", whole[:start] + text + whole[end:], True
    yield "not UTF-8", b"\xff\xfe" + whole.encode(), True
    for text in (
        "[]",
        "3",
        "null",
        '"x"',
        "{}",
        '{"schema": []}',
        '{"schema": "discret.record/9"}',
    ):
        yield text, text, True
    yield from tampered(whole, rng)
    for number in range(20):
        raw = bytearray(whole.encode())
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        yield f"bit {number}", bytes(raw), False


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def tampered(whole: str, rng: random.Random) -> Iterator[tuple[str, str, bool]]:
    places = list(leaves(json.loads(whole)))
    typed = [p for p in places if not FREE.intersection(p)]
    for number, place in enumerate(rng.sample(typed, 60)):
        wrong = changed(whole, place, rng.choice([[MARK, 3], {MARK: [MARK]}]))
        yield f"wrong {number} {'.'.join(map(str, place))}", wrong, True
    for number, place in enumerate(rng.sample(places, 60)):
        text = changed(whole, place, rng.choice([None, [], {}, "x", -1, 10**30, True, "\x1b[2J"]))
        yield f"odd {number} {'.'.join(map(str, place))}", text, False
    inner = list(branches(json.loads(whole)))
    for number, place in enumerate(rng.sample(inner, min(40, len(inner)))):
        value = rng.choice([None, [], {}, 3, MARK, [{}], [[]]])
        yield f"branch {number} {'.'.join(map(str, place))}", changed(whole, place, value), False
    for number, place in enumerate(rng.sample(places, 30)):
        yield f"gone {number} {'.'.join(map(str, place))}", changed(whole, place), False


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for name, one in inside(value):
        if isinstance(one, dict | list) and one:
            yield from leaves(one, (*place, name))
        elif not isinstance(one, dict | list):
            yield (*place, name)


def branches(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for name, one in inside(value):
        if isinstance(one, dict | list):
            yield (*place, name)
            yield from branches(one, (*place, name))


def inside(value: Any) -> Any:
    return value.items() if isinstance(value, dict) else enumerate(value)


def changed(whole: str, place: tuple[Any, ...], *value: Any) -> str:
    """Put another value at a place of a record, or take away what is there."""
    record = json.loads(whole)
    within: Any = record
    for step in place[:-1]:
        within = within[step]
    if value:
        within[place[-1]] = value[0]
    else:
        del within[place[-1]]
    return json.dumps(record)
