"""Records as they are read from files: plain data, of a kind and a version that is known."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from discret.arguments.fitting import as_path
from discret.data.files.given_files import given_text
from discret.data.files.plain_data import UnreadableError, from_json
from discret.errors import FileError
from discret.words import Words, say


def opened(path: Path | str) -> tuple[Words, dict[str, Any]]:
    """Return what to call a record, and what is in it."""
    path = as_path("read_record", path)
    who = say("record {name!r}", "relevé {name!r}", name=path.name)
    try:
        read = from_json(given_text(Path(path), who=say("{who}:", "{who} :", who=who)))
    except UnreadableError as error:
        why = say("{who}: {why}", "{who} : {why}", who=who, why=error.why)
        raise FileError(why, hint=_HINT) from None
    return who, dict(read) if isinstance(read, dict) else {}


def check_version(who: str, schema: str, known: str) -> None:
    """Refuse what is not of this kind, or of a later version."""
    name, _, ours = known.partition("/")
    version = re.fullmatch(rf"{re.escape(name)}/(\d+)", schema)
    if version is None:
        raise FileError(
            say(
                "{who}: is not a record of discret",
                "{who} : n’est pas un relevé de discret",
                who=who,
            ),
            hint=_HINT,
        )
    if not 1 <= int(version[1]) <= int(ours):
        raise FileError(
            say(
                "{who}: is of version {version}, this discret reads versions up to {ours}",
                "{who} : est de version {version}, ce discret lit les versions jusqu’à {ours}",
                who=who,
                version=version[1],
                ours=ours,
            ),
            hint=Words(
                "use the version of discret that made it; the record names it",
                fr="employer la version de discret qui l’a fait ; le relevé la nomme",
            ),
        )


_HINT = Words(
    "give the record.json that was written with the release",
    fr="donner le record.json qui a été écrit avec la diffusion",
)
