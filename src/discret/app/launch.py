"""How a browser gets to the app: by a file that only its user can read, and only once.

Arguments of a process can be read by all users of a machine, so the token is in a file that the
browser is told to open. It is gone once it was used, or after a minute.
"""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Event, Timer

from discret.app.guard import Keys

MINUTE = 60.0
PATIENCE = 10.0  # seconds after which a browser that was to come is not waited for


class Launch:
    """The file that opens the app, as long as it is there.

    Examples
    --------
    >>> launch = Launch(Keys(port=4000))
    >>> oct(launch.path.stat().st_mode)[-3:], oct(launch.path.parent.stat().st_mode)[-3:]
    ('600', '700')
    >>> launch.remove()
    >>> launch.path.exists()
    False
    """

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.path = Path(mkdtemp(prefix="discret-")) / "discret.html"
        number = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(_PAGE.format(address=keys.start))

    def remove(self) -> None:
        """Take the file away; what is gone already is no fault."""
        rmtree(self.path.parent, ignore_errors=True)

    def open(
        self,
        late: Callable[[], None],
        ended: Event,
        show: Callable[[str], bool] = webbrowser.open,
        patience: float = PATIENCE,
    ) -> None:
        """Have the browser open the file, and tell where none came; remove it in any case."""
        Timer(0.0, lambda: show(self.path.as_uri())).start()
        waited = 0.0
        while waited < MINUTE and self.keys.fresh and not ended.wait(STEP):
            if waited < patience <= waited + STEP:
                late()
            waited += STEP
        self.remove()


STEP = 0.1
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>discret</title>'
    '<meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0;url={address}">'
)
