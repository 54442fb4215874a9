"""The four verbs in order: plans, runs, and the terms of a release.

A `plan` is begun (`start`), read (`toml`, `kinds`), checked (`check`) and run (`run`). What came of
it is a `release`, with its `steps`, its `terms` and its `gate`; `reading` judges the file that was
written, and `draws` how much is left to luck. A `sweep` is what came of many `settings`, run side
by side (`sweeping`).

>>> from discret.plan import Plan, Variant
>>> Plan(variants=[Variant(title="as it is")])
Plan(1 variant)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.plan.draws import Dispersion, Draws
    from discret.plan.gate import Gate
    from discret.plan.plan import Plan
    from discret.plan.release import Release, Step
    from discret.plan.start import every_measure, starting_plan
    from discret.plan.sweep import Sweep, Tried
    from discret.plan.terms import Terms
    from discret.plan.variants import Variant

__all__ = [
    "Dispersion",
    "Draws",
    "Gate",
    "Plan",
    "Release",
    "Step",
    "Sweep",
    "Terms",
    "Tried",
    "Variant",
    "every_measure",
    "starting_plan",
]

_HOMES = {
    "Dispersion": "discret.plan.draws",
    "Draws": "discret.plan.draws",
    "Gate": "discret.plan.gate",
    "Plan": "discret.plan.plan",
    "Release": "discret.plan.release",
    "Step": "discret.plan.release",
    "Sweep": "discret.plan.sweep",
    "Terms": "discret.plan.terms",
    "Tried": "discret.plan.sweep",
    "Variant": "discret.plan.variants",
    "every_measure": "discret.plan.start",
    "starting_plan": "discret.plan.start",
}
__getattr__, __dir__ = exported(__name__, _HOMES)
