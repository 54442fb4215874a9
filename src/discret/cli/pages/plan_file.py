"""The page of the plan file: every section and key, written from their declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import polars as pl
from pydantic import BaseModel

from discret.catalogue import Verb, parts
from discret.cli.kinds import choices, kind
from discret.cli.pages import plan_samples as samples
from discret.cli.pages import plan_words as words
from discret.data.files.how_to_read import HowToRead
from discret.data.hierarchies.given import BUILDERS, described
from discret.data.hierarchies.hierarchy import Hierarchy
from discret.data.roles import Role
from discret.data.star.dimensions import Dimension
from discret.data.star.measures import Measure
from discret.data.star.star import Star
from discret.plan.tables import Budget
from discret.plan.terms import Terms
from discret.plan.toml import keys
from discret.plan.toml.text import table_text
from discret.private import PrivateTable
from discret.words import Language, Words
from discret.words.sentences import within

Row = tuple[str, ...]


def plan_file(language: Language) -> str:
    """Return the page in one of the languages, as Markdown.

    Examples
    --------
    >>> plan_file("fr").splitlines()[0]
    '# Le fichier de plan'
    """
    return "\n\n".join(_Page(language).blocks()) + "\n"


class _Page:
    """Writes one page; all words are asked for in its language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def blocks(self) -> Iterator[str]:
        yield f"# {self._say(words.TITLE)}"
        yield f"<!-- run first\n{samples.TABLE}-->"
        yield self._say(words.FIRST)
        yield _toml(samples.PLAN)
        yield self._say(words.PATHS)
        yield self._table(words.SECTIONS, self._told(keys.SECTIONS, _head))
        yield from self._data()
        yield from self._star()
        yield from self._roles()
        yield from self._hierarchies()
        yield from self._release()
        yield from self._steps()
        yield from self._private()
        yield from self._variants()

    def _say(self, sentence: Words) -> str:
        return sentence.within(self.language)

    @property
    def _colon(self) -> str:
        return self._say(words.COLON)

    def _told(self, given: Mapping[str, Words], name: Any = str) -> list[Row]:
        return [(f"`{name(sentence)}`", self._say(said)) for sentence, said in given.items()]

    def _table(self, heads: Iterable[Words], rows: Iterable[Row]) -> str:
        shown = [tuple(self._say(head) for head in heads), *rows]
        lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in shown]
        rule = "|".join("---" for _ in shown[0])
        return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])

    def _fields(self, model: type[BaseModel]) -> Iterator[Row]:
        """Yield the fields of a declaration: name, kind, meaning; what is needed first."""
        schema = model.model_json_schema()["properties"]
        optional = {name: not model.model_fields[name].is_required() for name in schema}
        for name in sorted(schema, key=lambda key: (optional[key], key == "top")):
            said = within(model.model_fields[name].description or "", self.language)
            yield f"`{name}`", self._kind(schema[name]), said

    def _kind(self, field: dict[str, Any]) -> str:
        usual = field.get("default")
        options = ", ".join(f'`"{choice}"`' for choice in choices(field))
        shown = options or kind(field, self.language).replace(" | ", ", ")
        if "default" not in field:
            return f"{shown}, **{self._say(words.NEEDED)}**"
        return shown if usual in (None, [], {}, "", False) else f'{shown} (`"{usual}"`)'

    def _data(self) -> Iterator[str]:
        yield "## `[data]`"
        text = kind({"type": "string"}, self.language)
        given = self._told({**keys.FILES, **keys.SEVERAL, **keys.COUNT})
        files = [(name, text, said) for name, said in given]
        yield self._table(words.KEYS, [*files, *self._fields(HowToRead)])
        yield self._say(words.DATA)
        yield _toml(samples.DATA)
        yield _toml(samples.CSV)

    def _star(self) -> Iterator[str]:
        yield "## `[star]`"
        yield self._say(words.STAR)
        yield self._table(words.KEYS, [row for row in self._fields(Star) if row[0] != "`folder`"])
        yield "### `[star.dimensions.…]`"
        yield self._table(words.KEYS, self._fields(Dimension))
        yield "### `[star.measures.…]`"
        yield self._table(words.KEYS, self._fields(Measure))
        yield self._say(words.STAR_SAMPLE)
        yield _toml(samples.STAR)
        yield _toml(samples.STORED)

    def _roles(self) -> Iterator[str]:
        yield "## `[roles]`"
        yield self._table(
            words.ROLES,
            (
                (f"`{role}`", self._say(words.ONE if role.single else words.SEVERAL),
                 self._say(role.meaning))
                for role in Role
            ),
        )  # fmt: skip
        yield self._say(words.UNNAMED)
        yield _toml(samples.ROLES)

    def _hierarchies(self) -> Iterator[str]:
        yield "## `[hierarchies.…]`"
        yield self._say(words.HIERARCHIES)
        yield self._table(words.KINDS, self._told(keys.KINDS))
        for name in keys.KINDS:
            yield from self._hierarchy(name, samples.HIERARCHIES[name])

    def _hierarchy(self, name: str, sample: samples.Sample) -> Iterator[str]:
        given = {"from": name, **sample.arguments}
        yield f"### `{name}`"
        yield f"{_capital(self._say(keys.KINDS[name]))}."
        yield self._table(words.KEYS, self._fields(BUILDERS[name]))
        yield from (
            f"`{file}`{self._colon}\n\n```text\n{text}```" for file, text in sample.files.items()
        )
        yield _toml(table_text(f"[hierarchies.{sample.column}]", given))
        if sample.values:
            yield self._levels(given, sample)

    def _levels(self, given: Mapping[str, Any], sample: samples.Sample) -> str:
        """Show what becomes of values, level after level."""
        with TemporaryDirectory() as folder:
            for file, text in sample.files.items():
                Path(folder, file).write_text(text, encoding="utf-8")
            made = described(given, folder=Path(folder))
        assert isinstance(made, Hierarchy)  # noqa: S101 (those made from data have no values here)
        rows = made.levels(pl.Series(sample.values)).rows()
        numbers = range(1, made.depth)
        heads = [words.VALUE, *(words.level(number) for number in numbers)]
        return self._table(heads, (tuple(_cell(item) for item in row) for row in rows))

    def _release(self) -> Iterator[str]:
        yield "## `[release]`"
        yield self._say(words.RELEASE)
        yield self._table(words.KEYS, self._fields(Terms))
        yield _toml(samples.RELEASE)

    def _steps(self) -> Iterator[str]:
        yield "## `[[assess]]`, `[[reduce]]`, `[[quantify]]`"
        yield self._say(words.STEPS)
        yield self._table(words.STEP, self._told(keys.STEP))
        yield _toml(samples.STEPS)
        for verb in get_args(Verb):
            links = ", ".join(_link(verb, name) for name in parts(verb))
            yield f"`[[{verb}]]`{self._colon} {links}."

    def _private(self) -> Iterator[str]:
        yield "## `[[private]]`, `[budget]`"
        yield self._say(words.PRIVATE)
        yield self._table(words.KEYS, self._fields(PrivateTable))
        yield self._say(words.BUDGET)
        yield self._table(words.KEYS, self._fields(Budget))
        yield _toml(samples.PRIVATE)

    def _variants(self) -> Iterator[str]:
        yield "## `[[variant]]`"
        yield self._say(words.VARIANTS)
        yield self._table(words.STEP, self._told(keys.VARIANT))
        yield _toml(samples.VARIANTS)


def _toml(text: str) -> str:
    return f"```toml\n{text}```"


def _head(section: str) -> str:
    """Write a section as it stands in a plan."""
    if section == "title":
        return 'title = "…"'
    if section == "hierarchies":
        return "[hierarchies.…]"
    single = ("data", "star", "roles", "release", "budget")
    return f"[{section}]" if section in single else f"[[{section}]]"


def _link(verb: Verb, name: str) -> str:
    return f"[`{name}`](parts/{verb}/{name}.md)"


def _cell(value: object) -> str:
    return f"`{value}`"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
