"""discret: make files about people safe to release.

A file about people goes through four verbs: **assess** the disclosure risk, **reduce** it,
**quantify** what was lost, **document** what was done.

>>> import discret
>>> from discret.assess import KAnonymity, LDiversity
>>> from discret.reduce import DropIdentifiers, SuppressRecords
>>> from discret.data.examples import dishes

State the roles of the columns:

>>> data = discret.Dataset.of(dishes(), identifier="Nom complet", key=["Sexe", "Âge"],
...                           sensitive="Plat préféré", weight="Poids")

How risky is it?

>>> KAnonymity(k=2).assess(data).value
1

Lower the risk, step by step, with the risk and the loss after each step:

>>> plan = discret.Plan(
...     assess=[KAnonymity(k=2), LDiversity()],
...     reduce=[DropIdentifiers(), SuppressRecords(models=[KAnonymity(k=2)], drop=0.4)],
... )
>>> release = plan.run(data, seed=1)
>>> release.met, len(release.data)
(True, 6)
>>> len(release.undo().data)
9
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discret.loading.nouns import exported

if TYPE_CHECKING:
    from discret.data.dataset import Dataset
    from discret.data.hierarchies.hierarchy import Hierarchy
    from discret.data.roles import Role
    from discret.errors import DiscretError
    from discret.finding import Finding
    from discret.parts.context import Context
    from discret.plan.plan import Plan
    from discret.plan.release import Release

__version__ = "0.1.0"

__all__ = [
    "Context",
    "Dataset",
    "DiscretError",
    "Finding",
    "Hierarchy",
    "Plan",
    "Release",
    "Role",
]

_HOMES = {
    "Context": "discret.parts.context",
    "Dataset": "discret.data.dataset",
    "DiscretError": "discret.errors",
    "Finding": "discret.finding",
    "Hierarchy": "discret.data.hierarchies.hierarchy",
    "Plan": "discret.plan.plan",
    "Release": "discret.plan.release",
    "Role": "discret.data.roles",
}
_ROOMS = (
    "assess",
    "data",
    "document",
    "errors",
    "parts",
    "plan",
    "quantify",
    "reduce",
)
__getattr__, __dir__ = exported(__name__, _HOMES, *_ROOMS)
