"""What the worker can be asked for: one module for each page that needs more than the state.

A call is a function of the `bench` (what is at hand), of a progress (which may raise to end it) and
of plain data, and returns plain data; it is known by one line in `CALLS`. Every call says all that
it needs, the plan above all: a worker that starts anew can answer it. `telling` is what is told of
a plan and its release, `changes` are those of a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from discret.app.calls.changes import change
from discret.app.calls.forms import form
from discret.app.calls.hierarchies import hierarchy
from discret.app.calls.leaving import compare, export, plan_file, report
from discret.app.calls.opening import again, open_example, open_file
from discret.app.calls.recodings import recodings
from discret.app.calls.records import group, groups, records
from discret.app.calls.suggesting import suggest

CALLS: Mapping[str, Callable[..., Any]] = {
    "open": open_file,
    "example": open_example,
    "again": again,
    "change": change,
    "try": change,
    "form": form,
    "hierarchy": hierarchy,
    "recodings": recodings,
    "groups": groups,
    "group": group,
    "records": records,
    "compare": compare,
    "suggest": suggest,
    "report": report,
    "plan": plan_file,
    "export": export,
}
