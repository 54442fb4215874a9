"""A grid of settings: values to try at places of a plan, and the plan of each combination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discret.data.files.plain_data import UnreadableError, from_toml
from discret.errors import InputError
from discret.plan.settings import WRITE, first_step, has_place, with_value
from discret.words import Words

if TYPE_CHECKING:
    from discret.plan.plan import Plan

WHO, VARIANT = "sweep", "variant"
MOST = 1000  # settings of one sweep


@dataclass(frozen=True)
class Axis:
    """A place in a plan, and the values that are tried there.

    Examples
    --------
    >>> Axis.read("reduce.1.k=2,3,5")
    Axis(path='reduce.1.k', values=(2, 3, 5))
    >>> Axis.read("reduce.climb.search=greedy,best").values
    ('greedy', 'best')
    """

    path: str
    values: tuple[Any, ...]

    @classmethod
    def read(cls, text: str) -> Axis:
        """Read PATH=V1,V2 as a command has it; values are written as in a plan, or as bare words.

        Lists keep their brackets: ``roles.key=["age"],["age", "sex"]``.
        """
        path, equals, given = text.partition("=")
        if not (path.strip() and equals and given.strip()):
            raise InputError(_NO_AXIS, hint=WRITE)
        return cls(path.strip(), tuple(_values(given)))


def _values(text: str) -> list[Any]:
    try:
        return list(from_toml(f"{WHO}=[{text}]")[WHO])
    except UnreadableError:
        return [_value(part.strip()) for part in text.split(",") if part.strip()]


def _value(text: str) -> Any:
    try:
        return from_toml(f"{WHO}={text}")[WHO]
    except UnreadableError:
        return text


def axes_of(given: Any) -> tuple[Axis, ...]:
    """Read the settings to try: a mapping from places to lists of values.

    Examples
    --------
    >>> axes_of({"reduce.1.k": [2, 3]})
    (Axis(path='reduce.1.k', values=(2, 3)),)
    """
    if not isinstance(given, Mapping) or not all(isinstance(path, str) for path in given):
        raise InputError(_NO_SETTINGS, hint=_SETTINGS)
    axes = tuple(Axis(path, _listed(path, values)) for path, values in given.items())
    if not axes:
        raise InputError(_NO_SETTINGS, hint=_SETTINGS)
    check_many(prod(len(axis.values) for axis in axes))
    return axes


def check_many(settings: int) -> None:
    """Refuse more settings than anybody waits for."""
    if settings > MOST:
        raise InputError(_TOO_MANY.filled(n=settings, most=MOST), hint=_FEWER)


def _listed(path: str, values: Any) -> tuple[Any, ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Sequence) or not len(values):
        raise InputError(_NO_VALUES.filled(path=path), hint=_SETTINGS)
    return tuple(values)


@dataclass(frozen=True)
class Setting:
    """One combination of values, and the plan with these.

    Parameters
    ----------
    values
        What stands at each place; ``None`` where the plan does not have it.
    plan
        The plan with these values.
    rank
        When it is run: settings that share steps come one after the other.
    """

    values: tuple[Any, ...]
    plan: Plan = field(repr=False)
    rank: tuple[int, ...] = field(repr=False)


def settings_of(
    plan: Plan, axes: Sequence[Axis], folder: Path = Path()
) -> tuple[tuple[Axis, ...], list[Setting]]:
    """Return the places, and every combination of values, the last place varying fastest.

    The variants of a plan are a place of their own, the first. Other places are those of the plan
    of each variant, common steps first; a place that one variant lacks is not tried there.

    Examples
    --------
    >>> from discret import Plan
    >>> from discret.reduce import Subsample
    >>> plan = Plan(reduce=[Subsample(share=0.5)])
    >>> _, grid = settings_of(plan, [Axis("reduce.1.share", (0.2, 0.4))])
    >>> [(setting.values, setting.plan.reduce[0].share) for setting in grid]
    [((0.2,), 0.2), ((0.4,), 0.4)]
    """
    branches = plan.branches or {"": plan}
    every = (Axis(VARIANT, tuple(branches)), *axes)
    order = _order(plan, [*branches.values()], axes)
    grid = [
        Setting(values, _with_values(own, axes, values[1:], folder), _rank(values, every, order))
        for title, own in branches.items()
        for values in product((title,), *(_tried(own, axis) for axis in axes))
    ]
    check_many(len(grid))
    if plan.variants:
        return every, grid
    return every[1:], [replace(setting, values=setting.values[1:]) for setting in grid]


def _order(plan: Plan, branches: Sequence[Plan], axes: Sequence[Axis]) -> list[int]:
    """Return places by the first step that each concerns; that of the variants is where they fork.

    A place that no variant has is refused.
    """
    steps = [(len(plan.reduce), 0)]
    for axis in axes:
        having = [own for own in branches if has_place(own, axis.path)]
        steps.append((first_step((having or branches)[0], axis.path), 1))
    return sorted(range(len(steps)), key=lambda place: steps[place])


def _tried(plan: Plan, axis: Axis) -> tuple[Any, ...]:
    return axis.values if has_place(plan, axis.path) else (None,)


def _rank(values: Sequence[Any], axes: Sequence[Axis], order: Sequence[int]) -> tuple[int, ...]:
    known = [axis.values.index(own) if own in axis.values else -1
             for axis, own in zip(axes, values, strict=True)]  # fmt: skip
    return tuple(known[place] for place in order)


def _with_values(plan: Plan, axes: Sequence[Axis], values: Sequence[Any], folder: Path) -> Plan:
    changed = plan
    for axis, value in zip(axes, values, strict=True):
        if has_place(plan, axis.path):
            changed = with_value(changed, axis.path, value, folder)
    return changed


_NO_AXIS = Words(
    "sweep: a place and values are needed: PATH=V1,V2",
    fr="sweep : il faut une place et des valeurs : PLACE=V1,V2",
)
_NO_SETTINGS = Words(
    "sweep: there are no settings to try: a table of places and lists of values is needed",
    fr="sweep : rien à essayer : il faut une table de places et de listes de valeurs",
)
_NO_VALUES = Words(
    "sweep: {path}: a list of values is needed", fr="sweep : {path} : il faut une liste de valeurs"
)
_SETTINGS = Words(
    'plan.sweep({"reduce.1.k": [2, 3, 5]}), for example',
    fr='plan.sweep({"reduce.1.k": [2, 3, 5]}), par exemple',
)
_TOO_MANY = Words(
    "sweep: {n} {n:setting is|settings are} too many, {most} at most {most:is|are} tried",
    fr="sweep : {n} {n:réglage, c’est|réglages, c’est} trop, {most} au plus {most:est essayé|sont"
    " essayés}",
)
_FEWER = Words("try fewer values", fr="essayer moins de valeurs")
