"""SAS transport files: whole ones only, for their readers take a part of one for the whole."""

from __future__ import annotations

import re
from pathlib import Path

from discret.errors import FileError
from discret.words import Words

_RECORD = 80
_HEAD = re.compile(rb"HEADER RECORD\*{7}(\w+) +HEADER RECORD!{7}(.{32})", re.DOTALL)
_NAMES, _OBSERVATIONS = {b"NAMESTR", b"NAMSTV8"}, {b"OBS", b"OBSV8"}
_LENGTH = slice(4, 6)  # in the description of a variable: how many bytes it takes
_NEXT = b"HEADER RECORD*******MEMB"
_BLANK = b" "


def check_transport(path: Path) -> None:
    """Refuse a .xpt file that was cut off.

    All of it stands in records of 80 bytes, filled with blanks at the end. Version 8 says how
    many observations there are; in version 5 a file that ends within an observation was cut. One
    cut between two observations, at the end of a record, cannot be told from a whole one.

    References
    ----------
    SAS Institute, *Record Layout of a SAS Version 5 or 6 (8 or 9) Data Set in SAS Transport
    (XPORT) Format*, TS-140.
    """
    raw = path.read_bytes()
    if not raw.startswith(b"HEADER RECORD"):
        return  # the reader will say so
    if len(raw) % _RECORD or not _is_whole(raw):
        raise FileError(_CUT.filled(who=path.name), hint=_AGAIN)


def _is_whole(raw: bytes) -> bool:
    heads = {found[1]: found for found in _heads(raw)}
    names = next((heads[name] for name in _NAMES if name in heads), None)
    rows = next((heads[name] for name in _OBSERVATIONS if name in heads), None)
    if names is None or rows is None:
        return False
    width = _width(raw, names, heads)
    end = raw.find(_NEXT, rows.end())  # of several data sets, the first is read
    raw = raw if end < 0 else raw[:end]
    data = len(raw) - rows.start() - _RECORD
    stated = rows[2][:15].strip()
    if rows[1] == b"OBSV8" and stated.isdigit():
        return 0 <= data - int(stated) * width < _RECORD
    if width == 0:
        return True
    rest = raw[len(raw) - data % width :] if data % width else b""
    return len(rest) < _RECORD and not rest.strip(_BLANK)


def _heads(raw: bytes) -> list[re.Match[bytes]]:
    """Find the headers at the start of records, up to that of the observations."""
    found: list[re.Match[bytes]] = []
    for place in range(0, len(raw), _RECORD):
        head = _HEAD.match(raw, place)
        found += [head] if head else []
        if head and head[1] in _OBSERVATIONS:
            break
    return found


def _width(raw: bytes, names: re.Match[bytes], heads: dict[bytes, re.Match[bytes]]) -> int:
    """Add up the bytes of the variables of an observation."""
    member = heads.get(b"MEMBER") or heads.get(b"MEMBV8")
    stated = member[2][26:30] if member else b""
    size = int(stated) if stated.isdigit() else 140
    count = int(names[2][:10]) if names[2][:10].isdigit() else 0
    start = names.start() + _RECORD
    described = [raw[place : place + size] for place in range(start, start + count * size, size)]
    return sum(int.from_bytes(variable[_LENGTH], "big") for variable in described)


_CUT = Words("{who}: the file was cut off", fr="{who} : le fichier est tronqué")
_AGAIN = Words("fetch or make it again", fr="le télécharger ou le produire de nouveau")
