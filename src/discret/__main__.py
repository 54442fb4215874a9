"""The command `discret`: imports take a moment, so Ctrl-C is met from the first of them on."""

from __future__ import annotations

import sys


def start() -> None:
    """Run the command line; an interruption ends it without a word, with exit code 130."""
    try:
        from discret.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    start()
