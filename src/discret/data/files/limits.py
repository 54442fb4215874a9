"""How much a file may hold: what is small on the disk can be vast in memory."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from io import BytesIO

from discret.errors import FileError, InputError
from discret.words import Words

GIGABYTE = 10**9
LIMIT = 16 * GIGABYTE
SUSPECT = GIGABYTE // 4  # below this, nobody is hurt
RATIO = 250  # real tables shrink to a tenth, very regular ones to a hundredth
BLOCK = 2**24
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": GIGABYTE, "t": 10**12}
_ALLOWED: ContextVar[int | None] = ContextVar("allowed", default=None)


@contextmanager
def allowed(limit: str | int | None) -> Iterator[None]:
    """Let files hold up to `limit` bytes when they are unpacked; ``None`` changes nothing.

    Who says how much is expected is believed: the rule about how far a file may unfold no longer
    holds then.

    Examples
    --------
    >>> with allowed("40 GB"):
    ...     check_size("vast.csv.gz", 39 * GIGABYTE, packed=1000)
    """
    token = _ALLOWED.set(_ALLOWED.get() if limit is None else _bytes(limit))
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def check_size(who: str, unpacked: int, packed: int | None = None) -> None:
    """Refuse what would take more memory than is allowed, or unfolds as no honest file does.

    Parameters
    ----------
    who
        The name of the file.
    unpacked
        How many bytes it holds, at least.
    packed
        How many it has on the disk.

    Examples
    --------
    >>> check_size("vast.csv.gz", 10 * GIGABYTE, packed=10**6)
    Traceback (most recent call last):
    discret.errors.FileError: vast.csv.gz: unpacked, it is more than 250 times as large. Hint: ...
    """
    limit = _ALLOWED.get()
    if unpacked > (LIMIT if limit is None else limit):
        most = f"{(LIMIT if limit is None else limit) / GIGABYTE:,.3g}"
        raise FileError(_LARGE.filled(who=who, most=most), hint=_RAISE)
    if limit is None and packed is not None and unpacked > max(SUSPECT, RATIO * packed):
        raise FileError(_UNFOLDS.filled(who=who, ratio=RATIO), hint=_RAISE)


def unzipped(who: str, raw: bytes) -> bytes:
    """Return what a gzip file holds, block by block: what is too large is never unpacked whole.

    Examples
    --------
    >>> unzipped("small.csv.gz", gzip.compress(b"age"))
    b'age'
    """
    content = bytearray()
    with gzip.open(BytesIO(raw)) as stream:
        while block := stream.read(BLOCK):
            content += block
            check_size(who, len(content), packed=len(raw))
    return bytes(content)


def _bytes(limit: str | int) -> int:
    found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,6})?)\s*([kmgt]?)(?:i?b)?\s*", str(limit).lower())
    size = int(limit) if isinstance(limit, int) else 0
    if found and not size:
        size = int(float(found[1]) * _UNITS[found[2]])
    if size <= 0:
        raise InputError(_UNREADABLE, hint=_EXAMPLE)
    return size


_LARGE = Words(
    "{who}: unpacked, it holds more than {most} GB, which is the limit",
    fr="{who} : décompressé, il contient plus de {most} Go, la limite",
)
_UNFOLDS = Words(
    "{who}: unpacked, it is more than {ratio} times as large",
    fr="{who} : décompressé, il est plus de {ratio} fois plus gros",
)
_RAISE = Words(
    "if you know where it comes from and have the memory, allow more: --limit 40GB",
    fr="si vous savez d’où il vient et avez la mémoire, autorisez davantage : --limit 40GB",
)
_UNREADABLE = Words("limit: a size is needed", fr="limit : il faut une taille")
_EXAMPLE = Words("write 40GB, or 500MB", fr="écrire 40GB, ou 500MB")
