"""The survey where it used to be: `discret.data.examples` has it, with the other examples."""

from __future__ import annotations

from discret.data.examples import survey

__all__ = ["survey"]
