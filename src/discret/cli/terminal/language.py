"""Which language a person is spoken to in, known before the command line is understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discret.errors import InputError
from discret.words import LANGUAGES, OWN, Language, Words, say

SYSTEM = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order of gettext


def spoken(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """Return the language asked for on the command line, or that of the environment.

    It is for errors too, so nothing is refused here: a language that is not known is as if none
    was asked for.

    Examples
    --------
    >>> spoken(["run", "-l", "fr"], {}), spoken(["parts"], {"LANG": "fr_FR.UTF-8"})
    ('fr', 'fr')
    >>> spoken(["parts", "--language=en"], {"DISCRET_LANGUAGE": "fr"})
    'en'
    """
    asked = (_asked(words) or "").lower()
    return _known(asked if asked.startswith(LANGUAGES) else usual(environment))


def checked_language(given: str) -> Language:
    """Refuse a language that discret does not write.

    Examples
    --------
    >>> checked_language("fr")
    'fr'
    """
    for language in LANGUAGES:
        if given == language:
            return language
    raise InputError(
        say("language: {given!r} is not known", "langue : {given!r} n’est pas connue", given=given),
        hint=Words("choose en or fr", fr="choisir en ou fr"),
    )


def usual(environment: Mapping[str, str]) -> str:
    """Return the language of the environment: its own setting, or that of the system.

    Examples
    --------
    >>> usual({"LC_ALL": "fr_BE.UTF-8", "LANG": "en_GB.UTF-8"}), usual({"LANG": "C.UTF-8"})
    ('fr', 'en')
    """
    if own := environment.get(OWN):
        return own
    return _known(next((found for name in SYSTEM if (found := environment.get(name))), ""))


def _asked(words: Sequence[str]) -> str | None:
    asked = None
    for word, following in zip(words, [*words, ""][1:], strict=True):
        if word == "--":
            break
        if word in ("-l", "--language"):
            asked = following
        elif word.startswith("--language="):
            asked = word.removeprefix("--language=")
        elif word.startswith("-l"):
            asked = word.removeprefix("-l")
    return asked


def _known(text: str) -> Language:
    return next((language for language in LANGUAGES if text.lower().startswith(language)), "en")
