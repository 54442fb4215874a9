"""Plans as TOML: all faults at once, each with its place; and back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from discret.catalogue import Verb, part, parts
from discret.data.given_hierarchies import described
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchy import Hierarchy
from discret.data.how_to_read import HowToRead
from discret.data.roles import Role
from discret.errors import FaultsError, FileError, PlanError
from discret.parts import Part
from discret.plan.plan import Plan
from discret.plan.terms import Terms
from discret.plan.variants import Variant
from discret.words import say

WORD: dict[Verb, str] = {"assess": "measure", "reduce": "method", "quantify": "measure"}
LONG = 90  # characters of a list that stays on its line
_NESTED = (Mapping, list, tuple)
FILES = ("file", "original", "population")
SECTIONS = (
    "title", "data", "roles", "hierarchies", "release", "assess", "reduce", "quantify", "variant",
)  # fmt: skip


def read(path: Path) -> Plan:
    """Read a plan from a file; paths in it are relative to its folder."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"plan: {path.name} is not UTF-8 text", hint="save it as UTF-8") from None
    except OSError as error:
        raise FileError(
            f"plan: {path.name} cannot be read ({error.strerror})", hint="check the path"
        ) from None
    return parse(text, folder=path.absolute().parent)


def parse(text: str, *, folder: Path = Path()) -> Plan:
    """Read a plan from TOML text.

    Examples
    --------
    >>> plan = parse('''
    ... [roles]
    ... key = ["age"]
    ... [[assess]]
    ... measure = "k_anonymity"
    ... k = 3
    ... ''')
    >>> plan.assess
    (KAnonymity(k=3, missing='known', combinations=None),)
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlanError("plan", [f"it is not valid TOML: {error}"], hint="mend this line") from None
    return _Reader(text, tables, folder).plan()


class _Reader:
    """Reads one plan, collecting faults instead of stopping at the first."""

    def __init__(self, text: str, tables: dict[str, Any], folder: Path) -> None:
        self.text, self.tables, self.folder = text, tables, folder
        self.faults: list[str] = []

    def plan(self) -> Plan:
        unknown = [name for name in self.tables if name not in SECTIONS]
        self.faults += [f"{name}: unknown; known are {', '.join(SECTIONS)}" for name in unknown]
        labels: list[str] = []
        values: dict[str, Any] = {
            "title": self._text(self.tables.get("title", ""), "title"),
            **self._data(),
            "roles": self._roles(),
            "hierarchies": self._hierarchies(),
            "release": self._release(),
            "assess": self._parts("assess", []),
            "reduce": self._parts("reduce", labels),
            "quantify": self._parts("quantify", []),
            "variants": self._variants(),
        }
        if self.faults:
            raise PlanError("plan", self.faults, hint="discret parts NAME tells about a part")
        return Plan(**values, labels=labels)

    def _data(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        table = self._table("data")
        for name, given in table.items():
            if name in HowToRead.model_fields:
                continue
            if name not in (*FILES, "count"):
                known = ", ".join((*FILES, "count", *HowToRead.model_fields))
                self.faults.append(f"[data] {name}: unknown; known are {known}")
            elif not isinstance(given, str):
                what = "a path" if name in FILES else "the name of a column"
                self.faults.append(f"[data] {name}: {what} in quotes is needed")
            else:
                found[name] = self.folder / given if name in FILES else given
        if "count" in found and "population" not in found:
            self.faults.append("[data] count: it counts the people of a population, none is named")
        return {**found, "how_to_read": self._how_to_read(table)}

    def _how_to_read(self, table: Mapping[str, Any]) -> HowToRead:
        try:
            return HowToRead(**{n: one for n, one in table.items() if n in HowToRead.model_fields})
        except FaultsError as error:
            self.faults += [say("[data] {fault}", "[data] {fault}", fault=f) for f in error.faults]
            return HowToRead()

    def _roles(self) -> dict[str, Any]:
        roles: dict[str, Any] = {}
        for name, given in self._table("roles").items():
            if name not in set(Role):
                self.faults.append(f"[roles] {name}: unknown; known are {', '.join(Role)}")
                continue
            columns = [given] if isinstance(given, str) else given
            if not isinstance(columns, list) or not all(isinstance(one, str) for one in columns):
                self.faults.append(f"[roles] {name}: names of columns are needed")
            elif Role(name).single and len(columns) != 1:
                self.faults.append(f"[roles] {name}: one column only, got {len(columns)}")
            elif Role(name) is not Role.IGNORED:
                roles[name] = columns[0] if Role(name).single else columns
        return roles

    def _release(self) -> Terms:
        try:
            return Terms(**self._table("release"))
        except FaultsError as error:
            self.faults += [f"[release] {fault} ({error.hint})" for fault in error.faults]
            return Terms()

    def _hierarchies(self) -> dict[str, Hierarchy | Automatic]:
        found: dict[str, Hierarchy | Automatic] = {}
        for column, given in self._table("hierarchies").items():
            place = f"[hierarchies.{column}]"
            if not isinstance(given, dict):
                self.faults.append(f"{place}: a table is needed")
                continue
            try:
                found[column] = described(given, folder=self.folder)
            except FaultsError as error:
                self.faults += [f"{place} {fault}" for fault in error.faults]
            except FileError as error:
                self.faults.append(f"{place} {error.message}")
        return found

    def _parts(self, verb: Verb, labels: list[str]) -> list[Part]:
        found: list[Part] = []
        for number, table in enumerate(self._list(self.tables, verb), 1):
            place = f"[[{verb}]] {number}{self._line(verb, number)}"
            one = self._part(verb, dict(table), place, labels)
            found += [] if one is None else [one]
        return found

    def _variants(self) -> list[Variant]:
        found: list[Variant] = []
        steps = 0
        for number, table in enumerate(self._list(self.tables, "variant"), 1):
            place = f"[[variant]] {number}{self._line('variant', number)}"
            unknown = [name for name in table if name not in ("title", "reduce")]
            self.faults += [f"{place} {name}: unknown; known are title, reduce" for name in unknown]
            title = self._text(table.get("title", ""), f"{place}: title")
            labels: list[str] = []
            methods: list[Any] = []
            for own, given in enumerate(self._list(table, "reduce", f"{place}, "), 1):
                steps += 1
                where = f"{place}, [[variant.reduce]] {own}{self._line('variant.reduce', steps)}"
                methods.append(self._part("reduce", dict(given), where, labels))
            if None not in methods:
                found.append(Variant(title=title, reduce=methods, labels=labels))
        return found

    def _list(self, tables: Mapping[str, Any], name: str, place: str = "") -> list[Any]:
        given = tables.get(name, [])
        if isinstance(given, list) and all(isinstance(one, dict) for one in given):
            return given
        head = f"variant.{name}" if place else name
        what = "variant" if head == "variant" else "part"
        self.faults.append(f"{place}{name}: write [[{head}]], with two brackets, for each {what}")
        return []

    def _part(
        self, verb: Verb, values: dict[str, Any], place: str, labels: list[str]
    ) -> Part | None:
        name = values.pop(WORD[verb], None)
        label = values.pop("label", None) if verb == "reduce" else None
        if not isinstance(name, str):
            self.faults.append(f'{place}: {WORD[verb]} = "..." is needed')
            return None
        labels.append(self._text(label or name, f"{place}, {name}: label"))
        if isinstance(values.get("file"), str) and (self.folder / values["file"]).is_file():
            values["file"] = str(self.folder / values["file"])  # as all paths of a plan
        try:
            return part(verb, name)(**values)
        except FaultsError as error:
            near = f" ({error.hint})" if name not in parts(verb) else ""
            self.faults += [f"{place}, {name}: {fault}{near}" for fault in error.faults]
            return None

    def _text(self, value: Any, place: str) -> str:
        if not isinstance(value, str):
            self.faults.append(f"{place}: a text in quotes is needed")
        return str(value)

    def _table(self, name: str) -> dict[str, Any]:
        table = self.tables.get(name, {})
        if not isinstance(table, dict):
            self.faults.append(f"{name}: a table [{name}] is needed")
            return {}
        return table

    def _line(self, verb: str, number: int) -> str:
        """Find the line of the n-th [[verb]] table, for the reader's convenience."""
        found = re.finditer(rf"(?m)^[ \t]*\[\[\s*{re.escape(verb)}\s*\]\]", self.text)
        lines = [self.text.count("\n", 0, match.start()) + 1 for match in found]
        return f" (line {lines[number - 1]})" if number <= len(lines) else ""


def write(plan: Plan) -> str:
    """Write a plan as TOML that `parse` reads back.

    Examples
    --------
    >>> from discret.assess import KAnonymity
    >>> print(write(Plan(roles={"key": ["age"]}, assess=[KAnonymity(k=3)])))
    [roles]
    key = ["age"]
    <BLANKLINE>
    [[assess]]
    measure = "k_anonymity"
    k = 3
    <BLANKLINE>
    """
    blocks = [_lines("", {"title": plan.title} if plan.title else {})]
    files = {name: getattr(plan, name) for name in (*FILES, "count")}
    paths = {name: str(one) for name, one in files.items() if one is not None}
    blocks.append(_lines("[data]", {**paths, **plan.how_to_read.parameters()}))
    blocks.append(_lines("[roles]", dict(plan.roles)))
    for column, hierarchy in plan.hierarchies.items():
        blocks.append(_lines(f"[hierarchies.{_name(column)}]", hierarchy.to_dict()))
    blocks.append(_lines("[release]", plan.release.parameters()))
    for verb in WORD:
        labels = plan.labels if verb == "reduce" else ()
        blocks += _tables(verb, verb, getattr(plan, verb), labels)
    for variant in plan.variants:
        blocks.append(_lines("[[variant]]", {"title": variant.title}))
        blocks += _tables("variant.reduce", "reduce", variant.reduce, variant.labels)
    return "\n".join(block for block in blocks if block)


def _tables(head: str, verb: Verb, parts: Sequence[Part], labels: Sequence[str]) -> list[str]:
    """Write parts, each as a table, with its label where it is not its name."""
    names = labels or [one.name for one in parts]
    return [
        _lines(
            f"[[{head}]]",
            {
                WORD[verb]: one.name,
                **({} if name == one.name else {"label": name}),
                **one.parameters(),
            },
        )
        for one, name in zip(parts, names, strict=True)
    ]


def _lines(head: str, values: Mapping[str, Any]) -> str:
    kept = {name: value for name, value in values.items() if value is not None}
    if not kept:
        return ""
    lines = [head] if head else []
    return "\n".join([*lines, *(f"{_name(n)} = {_broken(v)}" for n, v in kept.items())]) + "\n"


def _broken(value: Any) -> str:
    """Write a value; a long list has a line for each of its lists or tables."""
    whole = _value(value)
    nested = isinstance(value, Sequence) and not isinstance(value, str)
    if len(whole) <= LONG or not nested or not all(isinstance(one, _NESTED) for one in value):
        return whole
    return "[\n" + "".join(f"  {_value(one)},\n" for one in value) + "]"


def _name(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_name(str(n))} = {_value(v)}" for n, v in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value) if isinstance(value, int | float) else _text(str(value))
