"""Texts as the bytes that they are in memory: `apart` tells them apart, and numbers them.

It compiles, and waits until it is asked for: `texts.apart` is loaded then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.maths.texts import apart

__all__ = ["apart"]
__getattr__, __dir__ = exported(__name__, {}, *__all__)
