"""Messages between the page's process and the worker: plain data, each with its length before."""

from __future__ import annotations

import json
from struct import Struct
from threading import Lock
from typing import Any, BinaryIO

_LENGTH = Struct("<Q")
MOST = 2**31  # bytes of a message: more is no message of ours


def sent(message: Any) -> bytes:
    r"""Write a message: its length, then itself as JSON.

    Examples
    --------
    >>> sent([1])
    b'\x03\x00\x00\x00\x00\x00\x00\x00[1]'
    """
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return _LENGTH.pack(len(text)) + text


class Pipe:
    """One end of a pair of streams; several threads may send.

    Examples
    --------
    >>> from io import BytesIO
    >>> Pipe(BytesIO(sent({"call": "look"})), BytesIO()).receive()
    {'call': 'look'}
    """

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._incoming, self._outgoing, self._lock = incoming, outgoing, Lock()

    def send(self, message: Any) -> None:
        """Send a message."""
        with self._lock:
            self._outgoing.write(sent(message))
            self._outgoing.flush()

    def receive(self) -> Any:
        """Wait for a message and return it; ``None`` where the other side is gone."""
        head = self._incoming.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack(head)
        text = self._incoming.read(length) if length <= MOST else b""
        return json.loads(text) if len(text) == length else None
