"""The command line: the same verbs as commands.

`main` runs it; `declared` says which there are. Each has a module of its name that does the work.
"""

from discret.cli.commands import main
from discret.cli.declared.app import app

__all__ = ["app", "main"]
