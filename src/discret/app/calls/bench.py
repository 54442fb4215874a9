"""What the worker keeps at hand: tables, datasets and releases, each made once.

A call says which plan it is about; the plan says the file, the roles and the steps. A release that
was let go is made again from the same plan and the same seed: it is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from itertools import takewhile
from threading import RLock
from typing import Any, Generic, TypeVar

from discret.data.dataset import Dataset
from discret.data.files.tables import Table, read
from discret.parts import Progress, part_of
from discret.plan.check import checked
from discret.plan.plan import Plan
from discret.plan.release import Release
from discret.plan.run import shared
from discret.words import Words

Kept = TypeVar("Kept")
TABLES, DATASETS, RELEASES = 2, 4, 16  # at hand at the most


class Shelf(Generic[Kept]):
    """The last of some things that take long to make; two threads may ask.

    Examples
    --------
    >>> shelf = Shelf(1)
    >>> [shelf.get(n, lambda: n * 10) for n in (1, 1, 2)], list(shelf)
    ([10, 10, 20], [20])
    """

    def __init__(self, most: int) -> None:
        self.most, self._held, self._lock = most, OrderedDict[Hashable, Kept](), RLock()

    def get(self, name: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what has a name, made now where it is not there."""
        with self._lock:
            if name in self._held:
                self._held.move_to_end(name)
                return self._held[name]
        made = make()
        with self._lock:
            self._held[name] = made
            while len(self._held) > self.most:
                self._held.popitem(last=False)
        return made

    def drop(self, name: Hashable) -> None:
        """Let go what has a name."""
        with self._lock:
            self._held.pop(name, None)

    def __iter__(self) -> Any:
        with self._lock:
            return iter([*self._held.values()])


class Bench:
    """The tables, datasets and releases of a worker."""

    def __init__(self) -> None:
        self._tables, self._datasets = Shelf[Table](TABLES), Shelf[Dataset](DATASETS)
        self._releases, self.more = Shelf[Release](RELEASES), Shelf[Any](RELEASES)
        self.applied = 0  # steps that were run: a test counts them

    def table(self, plan: Plan) -> Table:
        """Return the file of a plan, read as the plan says."""
        stamp = plan.path.stat().st_mtime_ns if plan.path.is_file() else 0
        name = str(plan.path), stamp, repr(plan.how_to_read)
        return self._tables.get(name, lambda: read(plan.path, how=plan.how_to_read))

    def dataset(self, plan: Plan) -> Dataset:
        """Return the records of a plan with their roles and hierarchies."""
        bare = replace(plan, title="", assess=(), reduce=(), quantify=(), labels=(), variants=())
        table = self.table(plan)
        name = bare.to_toml(), id(table)
        return self._datasets.get(name, lambda: checked(bare, table))

    def release(
        self, plan: Plan, seed: int, tell: Progress, secret: bytes | None = None
    ) -> Release:
        """Return the release of a plan; the steps that another has already are not run again.

        Private tables are told by `discret run` alone: each time they are told they are paid for.
        A secret that is handed over counts: what was made with another one is not taken for it.
        """
        plan = replace(plan, private=(), budget=None)
        tell(0.0, READING)
        data = self.dataset(plan)

        def run() -> Release:
            near = self._nearest(plan, data, seed)
            if near is not None and secret is not None:
                near = replace(near, steps=near.steps[: unkeyed(near)])
            self.applied += len(plan.reduce) - (0 if near is None else shared(plan, near))
            told = part_of(tell, 0.1, 0.9)
            return plan.run(data, seed=seed, secret=secret, progress=told, after=near)

        name = plan.to_toml(), id(data), seed
        if secret is not None and any(method.keyed for method in plan.reduce):
            self._releases.drop(name)
        return self._releases.get(name, run)

    def _nearest(self, plan: Plan, data: Dataset, seed: int) -> Release | None:
        """Return the release that shares most steps with a plan."""
        known = [own for own in self._releases if own.original is data]
        same = [own for own in known if own.seed == seed]
        return max(same, key=lambda release: shared(plan, release), default=None)


def unkeyed(release: Release) -> int:
    """Return how many of its first steps a release has without a secret."""
    return sum(1 for _ in takewhile(lambda step: not step.method.keyed, release.steps))


def plan_of(text: str) -> Plan:
    """Read the plan that a call is about."""
    return Plan.from_toml(text)


READING = Words("reading the file", fr="lecture du fichier")
