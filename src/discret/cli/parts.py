"""The command that lists: parts."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel
from rich.markup import escape

from discret.arguments.docstrings import headed, plain, sections
from discret.catalogue import Verb
from discret.catalogue import parts as catalogue
from discret.cli.kinds import kind
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import colon, console, print_json, table
from discret.data.hierarchies.given import BUILDERS
from discret.errors import InputError, listed
from discret.parts import Part, RiskMeasure
from discret.plan.toml.keys import KINDS
from discret.plan.toml.text import value_text
from discret.words import Language, Words, say
from discret.words.sentences import within


def parts(name: str | None, *, language: str, json: bool) -> None:
    """List the catalogue, or tell about one part."""
    tongue = checked_language(language)
    if name is not None:
        _one(name, tongue, json=json)
    elif json:
        told = {verb: [_told(part) for part in catalogue(verb).values()] for verb in _VERBS}
        print_json({**told, "hierarchies": [_described(word) for word in KINDS]})
    else:
        for verb in _VERBS:
            rows = [
                [text.name, escape(text.title.within(tongue)), escape(text.purpose.within(tongue))]
                for text in catalogue(verb).values()
            ]
            table(verb, [head.within(tongue) for head in _HEADS], rows)
        kinds = [[name, escape(said.within(tongue))] for name, said in KINDS.items()]
        table(_HIERARCHIES.within(tongue), [_HEADS[i].within(tongue) for i in (0, 2)], kinds)


def _near(name: str) -> Words:
    """Return the way out for a name that no part has: the nearest, and where all are."""
    known = [*KINDS, *(part for verb in _VERBS for part in catalogue(verb))]
    near = get_close_matches(name, known, 1)
    guess = say("did you mean {near}? ", "vouliez-vous dire {near} ? ", near=listed(near))
    return say(
        "{guess}discret parts lists them all", "{guess}discret parts les énumère toutes",
        guess=guess if near else "",
    )  # fmt: skip


def _one(name: str, language: Language, *, json: bool) -> None:
    if name in KINDS:
        _hierarchy(name, language, json=json)
        return
    found = [
        (verb, part) for verb in _VERBS for part in catalogue(verb).values() if part.name == name
    ]
    if not found:
        raise InputError(
            say(
                "parts: there is no part {name!r}",
                "parts : il n’y a pas de partie {name!r}",
                name=name,
            ),
            hint=_near(name),
        )
    for verb, part in found:
        if json:
            print_json({"verb": verb, **_told(part)})
            continue
        head = f"[bold]{part.name}[/bold] ({verb}){colon(language)}"
        console.print(f"{head} {escape(part.purpose.within(language))}\n")
        if language == "en":  # the docstring is the reference, and English
            console.print(escape(_doc(part)), highlight=False)
        elif issubclass(part, RiskMeasure):
            console.print(
                f"{_ATTACKER.within(language)} {escape(part.attacker.within(language))}.\n"
            )
        _parameters(part, language)


def _hierarchy(name: str, language: Language, *, json: bool) -> None:
    """Tell about a kind of hierarchy, as a plan names it."""
    if json:
        print_json(_described(name))
        return
    head = f'[bold]from = "{name}"[/bold] ({_HIERARCHIES.within(language)}){colon(language)}'
    console.print(f"{head} {escape(KINDS[name].within(language))}\n")
    _parameters(BUILDERS[name], language)


def _described(name: str) -> dict[str, Any]:
    schema = BUILDERS[name].model_json_schema()
    return {"name": name, "purpose": KINDS[name].to_dict(), "schema": schema}


def _parameters(one: type[BaseModel], language: Language) -> None:
    rows = [
        [name, escape(kind(field, language)),
         escape(_usual(field, language)),
         escape(_meaning(one.model_fields[name].description or "", language))]
        for name, field in one.model_json_schema()["properties"].items()
    ]  # fmt: skip
    if rows:
        table("", [head.within(language) for head in _FIELDS], rows)


def _usual(field: Mapping[str, Any], language: Language) -> str:
    """Write what a parameter is unless told, as a plan says it; nothing where it is left out."""
    if "default" not in field:
        return _NEEDED.within(language)
    value = field["default"]
    return "" if value in (None, [], {}) else value_text(value).strip('"')


def _meaning(said: str, language: Language) -> str:
    return within(said, language).replace("`", "'")  # marks of code, which a terminal has not


def _told(one: type[Part]) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title.to_dict(),
        "purpose": one.purpose.to_dict(),
        "needs": [str(role) for role in one.needs],
        "tier": one.tier,
        "references": list(one.references),
        "schema": one.model_json_schema(),
    }


def _doc(one: type[Part]) -> str:
    """Return what the docstring says beside parameters, which have a table, and examples."""
    told = sections(one.__doc__ or "")
    return "\n\n".join(
        headed(head, plain(told[head])) for head in told if head not in ("Parameters", "Examples")
    )


_VERBS: tuple[Verb, ...] = get_args(Verb)
_ATTACKER = Words("The attacker", fr="L’attaquant")
_HIERARCHIES = Words("hierarchies", fr="hiérarchies")
_NEEDED = Words("(needed)", fr="(nécessaire)")
_HEADS = [
    Words("name", fr="nom"),
    Words("title", fr="titre"),
    Words("what it does", fr="ce qu’elle fait"),
]
_FIELDS = [
    Words("parameter", fr="paramètre"),
    Words("type", fr="type"),
    Words("default", fr="défaut"),
    Words("meaning", fr="sens"),
]
