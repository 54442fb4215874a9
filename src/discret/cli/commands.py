"""The command line: the same verbs as commands."""

from __future__ import annotations

import os
import sys
from functools import partial

from discret.cli.declared import start, verbs, privacy, about  # isort: skip (as help shows)
from discret.cli.declared.app import app
from discret.cli.terminal.help import explained
from discret.cli.terminal.language import spoken
from discret.cli.terminal.refusals import understood
from discret.cli.terminal.waiting import patient

PANELS = (start, verbs, privacy, about)  # of the help: commands are known once imported here


def main() -> None:
    """Run the command line; errors become one message and an exit code, never a traceback."""
    from discret.cli.terminal.ending import ended, leave, short_of_memory
    from discret.cli.terminal.letters import spell_out
    from discret.cli.terminal.watched import watched

    spell_out()
    words = sys.argv[1:] or ["--help"]
    language = spoken(words, os.environ)
    command = explained(app, language, words)
    usual = {name: {"language": language} for name in command.commands}
    run = patient(partial(understood, command, words, usual), language)
    leave(watched(lambda: ended(run, language), partial(short_of_memory, language)))
