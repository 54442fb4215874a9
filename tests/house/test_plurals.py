"""What is counted agrees with its number: a sentence that may say 1 has both forms."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from listed import for_each
from sources import FILES, parsed

NUMBER = r"(?<![Tt]he )(?<![Ll]es )(?<![Dd]es )\{(?!names|numbers|columns)\w+\}"
SHARE = r"(?: \(\{\w+:%\}\))?"
ENGLISH = re.compile(
    rf"{NUMBER}(?: of (?:the )?\{{\w+\}})?(?: (?!must|would|as )[a-z-]+){{0,4}}?{SHARE} (?:still )?"
    r"(?:have|are|were|lack|fail|miss|show|carry|occur|fit|come)\b"
)
FRENCH = re.compile(
    rf"{NUMBER}(?: des \{{\w+\}})?(?: [\w’-]+){{0,5}}?(?: sur \{{\w+\}})?{SHARE}"
    r"(?: (?:ne|y|en|se|le|n’y|n’en))* (?:n’|s’)?"
    r"(?:ont|sont|étaient|échouent|manquent|portent|dépassent|ressortent|lisent|cadrent|existent)\b"
)


def sentences(path: Path) -> list[str]:
    tree = parsed(path.read_text(encoding="utf-8"))
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def disagreeing(texts: list[str]) -> list[str]:
    found = [(form.search(text), text) for text in texts for form in (ENGLISH, FRENCH)]
    return [text for match, text in found if match]


@for_each(FILES.values())
def test_what_is_counted_agrees_with_its_number(path: Path) -> None:
    assert disagreeing(sentences(path)) == []


@pytest.mark.parametrize(
    "text",
    [
        "{failing} of {n} records have a score above the threshold",
        "{found} of {n} records ({share:%}) are singled out",
        "{n} rows of the population lack a key value",
        "{found} enregistrements sur {n} ({share:%}) sont isolés",
        "{n} enregistrements diffusés ne sont pas là",
        "{n} ré-identifications sont attendues",
        "{n} of the {all} hidden cells are known",
    ],
)
def test_the_rule_finds_what_it_is_for(text: str) -> None:
    assert disagreeing([text]) == [text]
    mended = re.sub(
        r"\b(have|are|lack|sont|records|enregistrements|ré-identifications)\b", r"{n:one|\1}", text
    )
    assert disagreeing([mended]) == []
