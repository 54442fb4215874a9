"""Words that give a language away, to find English in French and French in English."""

from __future__ import annotations

import re

from discret.words import Language

ENGLISH = set(
    re.findall(
        r"\S+",
        """the of is are not with which has have was were its it they their there this that these
from for must should be been than then when where what who whose about each every other
others no nor only more less does do did cannot would could will shall if so such
any some both between within without before after needs need given takes take""",
    )
)
FRENCH = set(
    re.findall(
        r"\S+",
        """le la les des du au aux est sont une un dans pas qui que pour avec par et ou il elle
ils elles ce cette ces sur sous sans se leur leurs dont ne faut été être avoir peut peuvent
n’est n’a d’un d’une l’on qu’il""",
    )
)
OTHER: dict[Language, frozenset[str]] = {"fr": frozenset(ENGLISH), "en": frozenset(FRENCH)}
QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”|« ?[^»\n]*»|<[^>\n]*>")
CODE = re.compile(
    r"\w+(?: \| \w+)+|\w+(?=[ \u202f]?:)|\S*[_=/\\\[\]{}]\S*|--?[a-z][\w-]*|\S+\.(?:\w{2,5}\b)"
)
WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:’[^\W\d_]+)?(?!\w)")  # not the letters of a name like IL1s


def foreign(text: str, language: Language) -> set[str]:
    """Return the words of `text` that belong to the other language; names and code do not count.

    Examples
    --------
    >>> sorted(foreign("la table 'the_table' is not à jour", "fr"))
    ['is', 'not']
    >>> foreign("the option --des-le is not known: le.csv", "en")
    set()
    """
    prose = CODE.sub(" ", QUOTED.sub(" ", text))
    return {word for word in WORD.findall(prose.lower()) if word in OTHER[language]}
