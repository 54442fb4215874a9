"""Every sentence that a person reads exists in English and in French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from discret.catalogue import parts
from discret.parts.facts import within
from discret.words import Words
from sources import spelt, trees

UNITS = ("count", "number", "ratio", "share", "label", "yes", "names", "table")
BOTH = {"Words", "say", "filled", "self._fault", *(f"Fact.{unit}" for unit in UNITS)}
TOLD = re.compile(r"(Error|ValueError|\.progress|progress|\.echo|report)$")
NAMED = {"fault", "hint", "message", "advice", "refusal", "why", "reason", "description"}
SENTENCE = re.compile(r"[A-Za-z]{2,}[^A-Za-z\n]* +[^A-Za-z\n]*[a-z]{2,}")
PYTHONS = {"AttributeError", "ImportError"}  # which Python tells, as it tells its own
CODE = re.compile(r"^\[\w+\] \w+$|pip install|\[bold|module .*has no|is not known to")


def literal(node: ast.AST) -> str | None:
    """Return the text of a string, or of an f-string without what it is filled with."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        held = (value.value for value in node.values if isinstance(value, ast.Constant))
        return " ".join(str(one) for one in held)
    return None


def plain(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the sentences below a node that are in no pair of languages."""
    if isinstance(node, ast.Call) and spelt(node.func) in BOTH:
        return
    text = literal(node)
    if text is not None:
        if SENTENCE.search(text) and not CODE.search(text):
            yield getattr(node, "lineno", 0), text
        return
    for child in ast.iter_child_nodes(node):
        yield from plain(child)


def told(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the sentences of one language that are handed to a person."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and TOLD.search(spelt(node.func)):
            for one in (*node.args, *(word.value for word in node.keywords)):
                yield from plain(one)
        elif isinstance(node, ast.keyword) and node.arg in NAMED:
            yield from plain(node.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if {ast.unparse(target) for target in targets} & NAMED:
                yield from plain(node.value)


def raised(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield what errors are told that no pair of languages holds.

    A name stands for what its module gives it. Texts that are put together by an f-string, a sum
    or a word between others lose their French.
    """
    held: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                held.setdefault(spelt(target), []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            given = (*node.exc.args, *(word.value for word in node.exc.keywords))
            named = [
                value
                for own in given
                for name in ast.walk(own)
                if isinstance(name, ast.Name)
                for value in held.get(name.id, ())
            ]
            if spelt(node.exc.func) in PYTHONS:
                continue
            yield from (fault for own in (*given, *named) for fault in plain(own))
            yield from (fault for own in given for fault in put_together(own))


def put_together(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield texts that are joined by a word of one language, or by a sign that French spaces."""
    joins = isinstance(node, ast.Call) and spelt(node.func).endswith(".join")
    if joins and isinstance(node.func, ast.Attribute):  # type: ignore[attr-defined]
        between = literal(node.func.value)  # type: ignore[attr-defined]
        if between is not None and re.search(r"[A-Za-z:;!?]", between):
            yield node.lineno, between  # type: ignore[attr-defined]
    last = literal(node.values[-1]) if isinstance(node, ast.JoinedStr) else None
    if last is not None and re.search(r"[:;!?]$", last):
        yield node.lineno, ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from put_together(child)


def pair(node: ast.AST | None) -> tuple[str, str] | None:
    """Return the English and the French of a call, if both are written out."""
    if not isinstance(node, ast.Call) or spelt(node.func) not in BOTH:
        return None
    given = [*node.args, *(word.value for word in node.keywords if word.arg == "fr")][:2]
    texts = [one.value for one in given if isinstance(one, ast.Constant)]
    both = len(texts) == 2 and all(isinstance(text, str) for text in texts)
    return (str(texts[0]), str(texts[1])) if both else None


def pairs(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Yield the English and the French of each pair that is written out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (found := pair(node)) is not None:
            yield node.lineno, *found


def unfilled(tree: ast.Module) -> Iterator[str]:
    """Yield the sentences that are filled with other values than they have blanks for."""
    held = {
        spelt(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(word.arg is None for word in node.keywords):
            continue
        owner, _, verb = spelt(node.func).rpartition(".")
        words = pair(node) if (owner, verb) == ("", "say") else pair(held.get(owner))
        if words is not None and verb in ("say", "filled"):
            given = {word.arg for word in node.keywords}
            if any(places(text) != given for text in words):
                yield f"{node.lineno} {words[0]}"


def places(text: str) -> set[str | None]:
    """Return the names that a sentence is filled with."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # braces of a plan or of a dictionary, not of a sentence
        return set()


def test_no_sentence_is_english_alone() -> None:
    faults = [
        f"{name}:{line} {text}" for name, tree in trees().items() for line, text in told(tree)
    ]
    assert faults == []


def test_no_error_is_told_in_english_alone() -> None:
    faults = [
        f"{name}:{line} {text}" for name, tree in trees().items() for line, text in raised(tree)
    ]
    assert faults == []


def test_errors_are_counted() -> None:
    every = [node for tree in trees().values() for node in ast.walk(tree)]
    assert sum(isinstance(node, ast.Raise) for node in every) > 500


@pytest.mark.parametrize(
    "text",
    [
        'WHY = "it is not known"\nraise InputError(WHY)',
        'def f():\n    why = f"{n} is not known"\n    raise InputError(who, hint=why)',
        'raise no_role(who, " or ".join(roles))',
        'raise FileError(LONG.format(who=f"{path}:"))',
        'raise ValueError("it is not known")',
    ],
)
def test_an_error_in_english_alone_would_be_seen(text: str) -> None:
    assert len([*raised(ast.parse(text))]) == 1
    both = 'raise InputError(say("it is {n}", "c’est {n}", n=", ".join(names)), hint=HINT)'
    assert [*raised(ast.parse('HINT = Words("do it now", fr="à faire")\n' + both))] == []


def at_odds(english: str, french: str) -> bool:
    """Whether a pair differs in what fills it, or one half is missing or the other's copy."""
    wordy = len(re.findall(r"[a-z]{2,}", re.sub(r"\{[^}]*\}", "", english))) > 2
    filled = places(english) == places(french) and bool(english.strip()) == bool(french.strip())
    return not filled or (wordy and english == french)


def test_both_languages_say_the_same_things() -> None:
    faults = [
        f"{name}:{line}"
        for name, tree in trees().items()
        for line, english, french in pairs(tree)
        if at_odds(english, french)
    ]
    assert faults == []


FOREIGN = {  # what French could also say, and the one word that the glossary has for it
    r"barrière": "porte",
    r"\bcibles?\b": "objectif",
    r"catégorie": "modalité",
    r"écarts?-type": "écart type",
    r"erreurs?-type": "erreur type",
    r"réidentif": "ré-identif",
    r"paresseu": "différé",
    r"blanchie|cellules? blanche": "effacée",
    r"\bôt[ée]": "retiré",
    r"[Ss]auf mention(?! contraire)": "sauf mention contraire",
    r"en population\b|\bau fichier (?!diffusé|d’origine)": "dans",
    r"niveau de tête": "sommet",
    r"retir\w+ (?:des carreaux )?de la diffusion": "masqué",
    r"s’accordent? à tout": "avec tout",
    r"appariés? à (?:raison|bon droit)": "correctement appariés",
}


def foreign(text: str) -> list[str]:
    """Return the words of a French text that are another's, each with ours."""
    said = {re.search(word, text): ours for word, ours in FOREIGN.items()}
    return [f"{found[0]}: {ours}" for found, ours in said.items() if found]


def test_one_thing_has_one_french_word() -> None:
    faults = [
        f"{name}:{line} {found}"
        for name, tree in trees().items()
        for line, _, french in pairs(tree)
        for found in foreign(french)
    ]
    assert faults == []


def test_another_word_would_be_seen() -> None:
    assert foreign("une cible, sauf mention") == [
        "cible: objectif",
        "sauf mention: sauf mention contraire",
    ]
    assert foreign("un objectif, sauf mention contraire") == []


def test_every_blank_is_filled_and_nothing_else_is_given() -> None:
    faults = [f"{name}:{fault}" for name, tree in trees().items() for fault in unfilled(tree)]
    assert faults == []


def test_a_blank_left_open_would_be_seen() -> None:
    text = (
        '_N = Words("{n}", fr="{n}")\n_N.filled(n=1)\n_N.filled(m=1)\n_N.filled(**more)\n'
        'say("{n}", "{n}", n=1)\nsay("{n}", "{n}")\n'
    )
    assert [*unfilled(ast.parse(text))] == ["3 {n}", "6 {n}"]


@pytest.mark.parametrize("french", ["un {m}", "", "it is the {n}"])
def test_a_pair_at_odds_would_be_seen(french: str) -> None:
    assert at_odds("it is the {n}", french)
    assert not at_odds("it is the {n}", "c’est le {n}")


def test_what_is_looked_for_would_be_seen() -> None:
    text = (
        'raise InputError(f"{who}: it is not known", hint="say more of it")\n'
        'hint = "look at it"\ncontext.progress(0.1, f"{n} groups are cut")\n'
        'raise InputError(say("it is not {n}", "ce n’est pas {n}", n=1))\n'
    )
    assert len(set(told(ast.parse(text)))) == 4
    assert list(pairs(ast.parse('say("a {n}", "un {m}", n=1)'))) == [(1, "a {n}", "un {m}")]
    assert places("a {n!r}") != places("un {m}")


def inside(field: FieldInfo) -> list[type[BaseModel]]:
    """Return what the values of a parameter are made of."""
    return within(field.annotation)


def test_what_stands_inside_a_parameter_is_looked_at() -> None:
    kinds = inside(parts("assess")["k_anonymity"].model_fields["combinations"])
    assert [[*kind.model_fields] for kind in kinds] == [["columns", "k"]]


@pytest.mark.parametrize("verb", ["assess", "reduce", "quantify"])
def test_every_parameter_is_explained_in_french(verb: str) -> None:
    silent = [
        f"{name}.{field}"
        for name, part in parts(verb).items()  # type: ignore[arg-type]
        for model in (part, *(kind for own in part.model_fields.values() for kind in inside(own)))
        for field, said in model.model_fields.items()
        if not isinstance(said.description, Words) or said.description.fr == said.description
    ]
    assert silent == []
