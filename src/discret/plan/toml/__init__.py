"""Plans as TOML: all faults at once, each with its place; and back.

`keys` are what may stand in a plan, `names_that_were` what older plans call them; `text` writes
plain values and `writing` whole plans, `words` says what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from discret.arguments.declared import Declared
from discret.catalogue import Verb, known_as, part
from discret.data.files.formats import FORMATS
from discret.data.files.given_files import given_text
from discret.data.files.how_to_read import HowToRead
from discret.data.files.plain_data import UnreadableError, from_toml
from discret.data.hierarchies.automatic import Automatic
from discret.data.hierarchies.given import described
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import Role
from discret.data.star.star import Star
from discret.data.writing.targets import shown
from discret.errors import FaultsError, FileError, PlanError
from discret.parts import Part
from discret.plan.sources import placed
from discret.plan.tables import Budget
from discret.plan.terms import Terms
from discret.plan.toml.keys import COUNT, FILES, SECTIONS, SEVERAL, VARIANT
from discret.plan.toml.names_that_were import renamed
from discret.plan.toml.stars import star_of
from discret.plan.toml.words import COLON, COLUMN, FILE_OR_STAR, NO_POPULATION, PATH, TELLS
from discret.plan.toml.writing import WORD
from discret.plan.toml.writing import write as write
from discret.plan.variants import Variant
from discret.private import PrivateTable
from discret.words import Words, say
from discret.words.sentences import joined

Noun = TypeVar("Noun", bound=Declared)
MOST = 16 * 10**6  # bytes; a hierarchy of a million values is better kept in its own file


def read(path: Path) -> dict[str, Any]:
    """Read from a file what a plan is made of; paths in it are relative to its folder."""
    who = say("plan: {name}", "plan : {name}", name=shown(path))
    if path.name.lower().endswith(DATA) and path.is_file():
        raise FileError(_DATA.filled(who=who), hint=_PROFILE.filled(name=shown(path)))
    text = given_text(path, who=who, most=MOST)
    return parse(text, folder=path.absolute().parent)


DATA = (*(suffix for suffix in FORMATS if suffix != ".txt"), ".gz")
_DATA = Words(
    "{who} is a data file, a plan is needed", fr="{who} est un fichier de données, il faut un plan"
)
_PROFILE = Words("discret profile {name} writes one", fr="discret profile {name} en écrit un")


def parse(text: str, *, folder: Path = Path()) -> dict[str, Any]:
    """Read from TOML text what a plan is made of: the arguments of `Plan`."""
    try:
        tables = from_toml(text)
    except UnreadableError as error:
        fault = say("it is not valid TOML: {why}", "ce n’est pas du TOML : {why}", why=error.why)
        hint = Words("mend this line", fr="corriger cette ligne")
        raise PlanError("plan", [fault], hint=hint) from None
    return _Reader(text, tables, folder).arguments()


class _Reader:
    """Reads one plan, collecting faults instead of stopping at the first."""

    def __init__(self, text: str, tables: dict[str, Any], folder: Path) -> None:
        self.text, self.tables, self.folder = text, tables, folder
        self.faults: list[str] = []
        self.notes: list[Words] = []

    def arguments(self) -> dict[str, Any]:
        unknown = [name for name in self.tables if name not in SECTIONS]
        self.faults += [
            say(
                "{name}: unknown; known are {sections}",
                "{name} : inconnu ; il y a {sections}",
                name=name,
                sections=", ".join(SECTIONS),
            )
            for name in unknown
        ]
        labels: list[str] = []
        values: dict[str, Any] = {
            "title": self._text(self.tables.get("title", ""), "title"),
            **self._data(),
            "star": self._star(),
            "roles": self._roles(),
            "hierarchies": self._hierarchies(),
            "release": self._release(),
            "assess": self._parts("assess", []),
            "reduce": self._parts("reduce", labels),
            "quantify": self._parts("quantify", []),
            "private": self._private(),
            "budget": self._budget(),
            "variants": self._variants(),
        }
        if self.faults:
            raise PlanError("plan", self.faults, hint=TELLS)
        return {**values, "labels": labels, "notes": tuple(self.notes)}

    def _fault(self, english: str, french: str, **values: object) -> None:
        self.faults.append(say(english, french, **values))

    def _data(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        table = self._table("data")
        for name, given in table.items():
            if name in HowToRead.model_fields:
                continue
            if name in SEVERAL:
                found[name] = self._paths(name, given)
            elif name not in (*FILES, *COUNT):
                known = ", ".join((*FILES, *SEVERAL, *COUNT, *HowToRead.model_fields))
                self._fault(
                    "[data] {name}: unknown; known are {known}",
                    "[data] {name} : inconnu ; il y a {known}",
                    name=name, known=known,
                )  # fmt: skip
            elif not isinstance(given, str):
                what = PATH if name in FILES else COLUMN
                self._fault(
                    "[data] {name}: {what} in quotes is needed",
                    "[data] {name} : il faut {what} entre guillemets",
                    name=name, what=what,
                )  # fmt: skip
            else:
                found[name] = self.folder / given if name in FILES else given
        if "count" in found and "population" not in found:
            self.faults.append(NO_POPULATION)
        return {**found, "how_to_read": self._how_to_read(table)}

    def _paths(self, name: str, given: Any) -> list[Path]:
        if isinstance(given, list) and all(isinstance(text, str) for text in given):
            return [self.folder / text for text in given]
        self._fault(
            "[data] {name}: a list of paths in quotes is needed",
            "[data] {name} : il faut une liste de chemins entre guillemets",
            name=name,
        )
        return []

    def _star(self) -> Star | None:
        star, faults = star_of(self._table("star"), self.folder)
        data = self.tables.get("data")
        both = isinstance(data, Mapping) and "file" in data and "star" in self.tables
        self.faults += [*faults, *([FILE_OR_STAR] if both else [])]
        return star

    def _how_to_read(self, table: Mapping[str, Any]) -> HowToRead:
        try:
            return HowToRead(
                **{n: item for n, item in table.items() if n in HowToRead.model_fields}
            )
        except FaultsError as error:
            self.faults += [say("[data] {fault}", "[data] {fault}", fault=f) for f in error.faults]
            return HowToRead()

    def _roles(self) -> dict[str, Any]:
        roles: dict[str, Any] = {}
        for name, given in self._table("roles").items():
            if name not in set(Role):
                self._fault(
                    "[roles] {name}: unknown; known are {role}",
                    "[roles] {name} : inconnu ; il y a {role}",
                    name=name, role=", ".join(Role),
                )  # fmt: skip
                continue
            columns = [given] if isinstance(given, str) else given
            if not isinstance(columns, list) or not all(
                isinstance(column, str) for column in columns
            ):
                self._fault(
                    "[roles] {name}: names of columns are needed",
                    "[roles] {name} : il faut des noms de colonnes",
                    name=name,
                )
            elif Role(name).single and len(columns) != 1:
                self._fault(
                    "[roles] {name}: one column only, got {columns}",
                    "[roles] {name} : une seule colonne, et non {columns}",
                    name=name, columns=len(columns),
                )  # fmt: skip
            elif Role(name) is not Role.IGNORED:
                roles[name] = columns[0] if Role(name).single else columns
        return roles

    def _release(self) -> Terms:
        try:
            return Terms(**self._table("release"))
        except FaultsError as error:
            self.faults += [
                say(
                    "[release] {fault} ({hint})",
                    "[release] {fault} ({hint})",
                    fault=fault,
                    hint=error.hint,
                )
                for fault in error.faults
            ]
            return Terms()

    def _hierarchies(self) -> dict[str, Hierarchy | Automatic]:
        found: dict[str, Hierarchy | Automatic] = {}
        for column, given in self._table("hierarchies").items():
            place = f"[hierarchies.{column}]"
            if not isinstance(given, dict):
                self._fault(
                    "{place}: a table is needed", "{place} : il faut une table", place=place
                )
                continue
            try:
                found[column] = described(given, folder=self.folder)
            except FaultsError as error:
                self.faults += [joined([place, fault], " ") for fault in error.faults]
            except FileError as error:
                self.faults.append(joined([place, error.message], " "))
        return found

    def _parts(self, verb: Verb, labels: list[str]) -> list[Part]:
        found: list[Part] = []
        for number, table in enumerate(self._list(self.tables, verb), 1):
            place = joined([f"[[{verb}]] {number}", self._line(verb, number)], "")
            one = self._part(verb, dict(table), place, labels)
            found += [] if one is None else [one]
        return found

    def _private(self) -> list[PrivateTable]:
        found: list[PrivateTable] = []
        for number, table in enumerate(self._list(self.tables, "private"), 1):
            place = joined([f"[[private]] {number}", self._line("private", number)], "")
            read = self._declared(PrivateTable, table, place)
            found += [] if read is None else [read]
        return found

    def _budget(self) -> Budget | None:
        if "budget" not in self.tables:
            return None
        table = self._table("budget")
        read = self._declared(Budget, table, "[budget]")
        return None if read is None else Budget(ledger=self.folder / read.ledger, part=read.part)

    def _declared(self, noun: type[Noun], table: Mapping[str, Any], place: str) -> Noun | None:
        """Read a noun from a table; its faults are told with their place."""
        try:
            return noun(**table)
        except FaultsError as error:
            known = set(noun.model_fields)
            for fault in error.faults:
                odd = fault.split(":")[0].strip() not in known | {"low, high"}
                hint = say(" ({hint})", " ({hint})", hint=error.hint) if odd else ""
                self._fault("{place} {fault}{hint}", "{place} {fault}{hint}",
                            place=place, fault=fault, hint=hint)  # fmt: skip
            return None

    def _variants(self) -> list[Variant]:
        found: list[Variant] = []
        steps = 0
        for number, table in enumerate(self._list(self.tables, "variant"), 1):
            place = say(
                "[[variant]] {number}{line}",
                "[[variant]] {number}{line}",
                number=number,
                line=self._line("variant", number),
            )
            unknown = [name for name in table if name not in VARIANT]
            self.faults += [
                say(
                    "{place} {name}: unknown; known are {known}",
                    "{place} {name} : inconnu ; il y a {known}",
                    place=place,
                    name=name,
                    known=", ".join(VARIANT),
                )
                for name in unknown
            ]
            title = self._text(table.get("title", ""), joined([place, "title"], COLON))
            labels: list[str] = []
            methods: list[Any] = []
            for own, given in enumerate(self._list(table, "reduce", f"{place}, "), 1):
                steps += 1
                where = say(
                    "{place}, [[variant.reduce]] {own}{line}",
                    "{place}, [[variant.reduce]] {own}{line}",
                    place=place,
                    own=own,
                    line=self._line("variant.reduce", steps),
                )
                methods.append(self._part("reduce", dict(given), where, labels))
            if None not in methods:
                found.append(Variant(title=title, reduce=methods, labels=labels))
        return found

    def _list(self, tables: Mapping[str, Any], name: str, place: str = "") -> list[Any]:
        given = tables.get(name, [])
        if isinstance(given, list) and all(isinstance(item, dict) for item in given):
            return given
        head = f"variant.{name}" if place else name
        what = "variant" if head == "variant" else "part"
        self._fault(
            "{place}{name}: write [[{head}]], with two brackets, for each {what}",
            "{place}{name} : écrire [[{head}]], avec deux crochets, pour chaque {what}",
            place=place, name=name, head=head, what=what,
        )  # fmt: skip
        return []

    def _part(
        self, verb: Verb, values: dict[str, Any], place: str, labels: list[str]
    ) -> Part | None:
        name = values.pop(WORD[verb], None)
        label = values.pop("label", None) if verb == "reduce" else None
        if not isinstance(name, str):
            self._fault(
                '{place}: {verb} = "..." is needed',
                '{place} : il faut {verb} = "..."',
                place=place, verb=WORD[verb],
            )  # fmt: skip
            return None
        labels.append(self._text(label or name, joined([place, f", {name}", COLON, "label"], "")))
        values = placed(values, self.folder)
        try:
            found = part(verb, name)(**values)
        except FaultsError as error:
            near = (
                say(" ({hint})", " ({hint})", hint=error.hint)
                if known_as(verb, name) is None
                else ""
            )
            self.faults += [
                say(
                    "{place}, {name}: {fault}{near}",
                    "{place}, {name} : {fault}{near}",
                    place=place,
                    name=name,
                    fault=fault,
                    near=near,
                )
                for fault in error.faults
            ]
            return None
        self.notes += renamed(place, name, found, values)
        return found

    def _text(self, value: Any, place: str) -> str:
        if not isinstance(value, str):
            self._fault(
                "{place}: a text in quotes is needed",
                "{place} : il faut un texte entre guillemets",
                place=place,
            )
        return str(value)

    def _table(self, name: str) -> dict[str, Any]:
        table = self.tables.get(name, {})
        if not isinstance(table, dict):
            self._fault(
                "{name}: a table [{name}] is needed",
                "{name} : il faut une table [{name}]",
                name=name,
            )
            return {}
        return table

    def _line(self, verb: str, number: int) -> Words:
        """Find the line of the n-th [[verb]] table, for the reader's convenience."""
        found = re.finditer(rf"(?m)^[ \t]*\[\[\s*{re.escape(verb)}\s*\]\]", self.text)
        lines = [self.text.count("\n", 0, match.start()) + 1 for match in found]
        return (
            say(" (line {number})", " (ligne {number})", number=lines[number - 1])
            if number <= len(lines)
            else Words("", fr="")
        )
