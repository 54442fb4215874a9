"""Reports as pages that stand alone: from a record, for those inside or for the public."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from discret.document.figures import colours
from discret.document.figures.styles import swatch
from discret.document.older_records import with_words
from discret.document.opened import check_version, opened
from discret.document.pages.environment import environment
from discret.document.pages.internal import internal_view, meaning
from discret.document.pages.public import VERDICTS, public_view
from discret.document.pieces.private_tables import private_view
from discret.document.record_shape import check_shape
from discret.document.records import SCHEMA
from discret.document.words.hierarchies import HIERARCHY
from discret.document.words.voice import Voice
from discret.errors import InputError
from discret.words import LANGUAGES, Language, Words

Audience = Literal["internal", "public"]


def render(record: Mapping[str, Any], *, audience: Audience, language: Language = "en") -> str:
    """Write the report of a record as one HTML page, to be read offline or printed.

    Parameters
    ----------
    record
        The record of a release: plain data, as `record` makes it or `read_record` reads it.
    audience
        ``"internal"`` for those who protect the file: everything, the seed included.
        ``"public"`` for the users of the released file: no parameter, no level of risk, no value
        of the data; its template is given what `public_view` lets through and nothing else.
    language
        ``"en"`` or ``"fr"``.

    Examples
    --------
    >>> page = render({"title": "A & B", "seed": 7}, audience="public", language="fr")
    >>> "A &amp; B" in page, '<html lang="fr">' in page
    (True, True)
    """
    if language not in LANGUAGES:
        raise InputError(
            Words(
                "report: this language is not known", fr="report : cette langue n’est pas connue"
            ),
            hint=Words("say en or fr", fr="écrire en ou fr"),
        )
    voice = Voice(language)
    if audience == "internal":
        shown = {
            "view": internal_view(with_words(record), voice),
            "meaning": meaning,
            "hierarchy": HIERARCHY,
        }
    elif audience == "public":
        view = {**public_view(record), "private": private_view(record, voice)}
        shown = {"view": view, "verdicts": VERDICTS}
    else:
        raise InputError(
            Words("report: this audience is not known", fr="report : ce public n’est pas connu"),
            hint=Words("say internal or public", fr="écrire internal ou public"),
        )
    page = environment().get_template(f"{audience}.html.j2")
    return page.render(v=voice, colours=colours, swatch=swatch, **shown)


def read_record(path: Path | str) -> dict[str, Any]:
    """Read a record from a JSON file, and check that this version can tell it.

    Raises
    ------
    FileError
        Where the file cannot be read, is not a record, or is of another version.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "record.json")
    ...     _ = path.write_text('{"schema": "discret.record/2", "title": "Survey"}')
    ...     read_record(path)["title"]
    'Survey'
    """
    who, read = opened(path)
    check_version(who, str(read.get("schema")), SCHEMA)
    check_shape(who, read)
    return read
