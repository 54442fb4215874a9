"""The secret that whoever holds the data keeps: what is drawn or named from it comes out alike."""

from __future__ import annotations

import hashlib

from discret.errors import InputError
from discret.words import Words

LEAST_SECRET = 16


def checked_secret(who: str, secret: bytes | None) -> bytes:
    """Return a key of 64 bytes made from a secret; refuse one that is lacking or short.

    Examples
    --------
    >>> len(checked_secret("pseudonymise", b"a long secret, kept apart"))
    64
    """
    if secret is None or len(secret) < LEAST_SECRET:
        raise InputError(_NEEDED.filled(who=who, least_secret=LEAST_SECRET), hint=_HAND)
    return hashlib.blake2b(secret, digest_size=64).digest()


_NEEDED = Words(
    "{who}: needs a secret of at least {least_secret} bytes",
    fr="{who} : il faut un secret d’au moins {least_secret} octets",
)
_HAND = Words(
    "hand it to the run: secret=..., --secret-file FILE, or DISCRET_SECRET",
    fr="le fournir à l’exécution : secret=..., --secret-file FICHIER, ou DISCRET_SECRET",
)
