"""The command line: the same verbs as commands.

`main` runs it; `commands` declares them, and each has a module of its name that does the work.
"""

from discret.cli.commands import app, main

__all__ = ["app", "main"]
