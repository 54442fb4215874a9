"""The cheapest blanks that there are, by integer programming."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from discret.maths.arrays import Floats, Ints
from discret.maths.suppression.classes import Space
from discret.maths.suppression.local import Found, Layout, Problem, bounds, found, lay_out

Entries = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def solve(problem: Problem, known: Found, seconds: float, most: Ints | None = None) -> Found:
    r"""Find the cheapest blanks, or the best known and what is proven of it within the time.

    Parameters
    ----------
    problem
        What must hold, and what a blank costs.
    known
        What was found before: its cost rules sets of columns out.
    seconds
        Time to spend, at most.
    most
        Largest number of blanks in each column, −1 where there is no limit.

    Notes
    -----
    With :math:`x_{gs}` = 1 where group g blanks up to the set s of columns, and :math:`z_c` = 1
    where the class c (groups that agree on what s leaves) is made use of:

    .. math:: \min ∑ f_g p_s x_{gs}, \quad ∑_s x_{gs} = 1, \quad x_{gs} ≤ z_c, \quad
       ∑_{(h, t) \text{ in } c} f_h x_{ht} ≥ (k - n_c) z_c,

    where (h, t) is in c if h agrees with it and t hides nothing that it shows, and :math:`n_c`
    counts the records of c that hold by themselves. A set that costs more above the bound of its
    group than the best known above the sum of the bounds is left out: no better solution has it.

    Examples
    --------
    >>> from discret.maths.suppression.local import Need, suppress
    >>> codes = np.array([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    >>> problem = Problem(codes, np.array([2, 1, 2, 1, 2, 1]), np.array([1.0, 1.0]),
    ...                   (Need((0, 1), 2),))
    >>> solve(problem, suppress(problem), 10.0, np.array([1, 2])).cost
    3.0
    """
    layout = lay_out(problem)
    least = bounds(problem, layout)
    good = known.holds and within(known, problem, most)
    spare = known.cost - float(least.sum()) if good else None
    options = _options(problem, layout, least, spare)
    if not len(layout.groups) or len(np.unique(options.group)) < len(layout.groups):
        return known
    result = _minimum(_programme(layout, options, most), seconds)
    whole = _whole(problem, layout, least, spare)
    bound = max(float(least.sum()), _number(result.mip_dual_bound) if whole else 0.0)
    if result.x is None:
        return replace(known, bound=max(bound, known.bound))
    at = np.zeros(len(layout.groups), dtype=np.int64)
    chosen = result.x[: len(options.group)] > 0.5  # noqa: PLR2004 (0 or 1, up to rounding)
    at[options.group[chosen]] = options.set[chosen]
    best = replace(found(problem, layout, at), bound=bound)
    if result.status == 0 and whole:  # proven: rounding apart, the bound is the cost
        best = replace(best, bound=max(best.cost, bound))
    return best if spare is None or best.cost < known.cost else replace(known, bound=best.bound)


def within(some: Found, problem: Problem, most: Ints | None) -> bool:
    """Say whether no column has more blanks than it may."""
    cells = problem.count @ some.blanks
    return most is None or not bool(((most >= 0) & (cells > most)).any())


class _Options(NamedTuple):
    """Pairs of a group and a set that it may blank, with the cost."""

    group: Ints
    set: Ints
    cost: Floats


class _Programme(NamedTuple):
    """Costs, and rows of at least `low` and at most `high`."""

    cost: Floats
    rows: Any
    low: Floats
    high: Floats


def _options(problem: Problem, layout: Layout, least: Floats, spare: float | None) -> _Options:
    space = layout.space
    count = problem.count[layout.groups]
    costs = count * (layout.prices[:, None] - layout.prices[space.own])
    fits = space.allowed[:, space.own]
    if spare is not None:
        fits = fits & (costs - least <= spare + 1e-9 * (1 + abs(spare)))
    sets, groups = np.nonzero(fits)
    return _Options(groups, sets, costs[sets, groups])


def _whole(problem: Problem, layout: Layout, least: Floats, spare: float | None) -> bool:
    """Whether no set that was not listed can be part of a better solution."""
    cheapest = problem.count[layout.groups] * layout.beyond - least
    return bool(np.isinf(layout.beyond).all() or (spare is not None and (cheapest > spare).all()))


def _programme(layout: Layout, options: _Options, most: Ints | None) -> _Programme:
    from scipy.sparse import csr_array, vstack

    space = layout.space
    size, groups = len(options.group), len(layout.groups)
    leaning, place, used = _leaning(space, options)
    width = size + len(used)
    each = csr_array((np.ones(size), (options.group, np.arange(size))), shape=(groups, width))
    steps = np.arange(len(leaning))
    signs = np.concatenate([np.ones(len(leaning)), -np.ones(len(leaning))])
    places = np.concatenate([size + place, leaning])
    links = csr_array((signs, (np.tile(steps, 2), places)), shape=(len(leaning), width))
    pools = _pools(space, options, used, width)
    blocks, low, high = [each, links, pools], [1.0, 0.0, 0.0], [1.0, np.inf, np.inf]
    if most is not None and (most >= 0).any():
        blocks.append(_ceilings(layout, options, most, width))
    rows = [block.shape[0] for block in blocks]
    tops = np.concatenate([np.full(n, top) for n, top in zip(rows, high, strict=False)])
    lows = np.concatenate([np.full(n, bottom) for n, bottom in zip(rows, low, strict=False)])
    if len(blocks) > 3:  # noqa: PLR2004 (the ceilings came last)
        tops = np.concatenate([tops, most[most >= 0] if most is not None else []])
        lows = np.concatenate([lows, np.full(rows[-1], -np.inf)])
    cost = np.concatenate([options.cost, np.zeros(len(used))])
    return _Programme(cost, vstack(blocks, format="csr"), lows, tops)


def _leaning(space: Space, options: _Options) -> tuple[Ints, Ints, Ints]:
    """List the options that need company, the class they need it in, and these classes."""
    wanted, classes = [], []
    for view in space.uses.T:
        of = space.ids[view[options.set], options.group]
        alone = space.total[of] + space.records[options.group] < space.k[view[options.set]]
        wanted.append(np.flatnonzero(alone))
        classes.append(of[alone])
    used, place = np.unique(np.concatenate(classes), return_inverse=True)
    return np.concatenate(wanted), place.ravel(), used


def _pools(space: Space, options: _Options, used: Ints, width: int) -> Any:
    """Make the rows that ask each class that is made use of for its records."""
    from scipy.sparse import csr_array

    place = np.full(len(space.total), -1, dtype=np.int64)
    place[used] = np.arange(len(used))
    need = np.zeros(len(space.total), dtype=np.int64)
    entries: list[Entries] = []
    for view, ids in enumerate(space.ids):
        inside = ids[ids >= 0]
        need[inside] = space.k[view] - space.total[inside]
        of = ids[options.group]
        counted = space.counts[options.set, view] & (of >= 0)
        counted[counted] &= place[of[counted]] >= 0
        which = np.flatnonzero(counted)
        given = np.minimum(space.records[options.group[which]], need[of[which]])
        entries.append((place[of[which]], which, given))
    entries.append((np.arange(len(used)), width - len(used) + np.arange(len(used)), -need[used]))
    rows, columns, values = (np.concatenate(some) for some in zip(*entries, strict=True))
    return csr_array((values.astype(np.float64), (rows, columns)), shape=(len(used), width))


def _ceilings(layout: Layout, options: _Options, most: Ints, width: int) -> Any:
    from scipy.sparse import csr_array

    limited = np.flatnonzero(most >= 0)
    fresh = layout.sets[options.set] & ~layout.sets[layout.space.own[options.group]]
    hidden = (fresh >> limited[:, None]) & 1
    cells = hidden * layout.space.records[options.group]
    return csr_array(np.pad(cells, ((0, 0), (0, width - len(options.group)))).astype(np.float64))


def _minimum(programme: _Programme, seconds: float) -> Any:
    from scipy.optimize import Bounds, LinearConstraint, milp

    rows = LinearConstraint(programme.rows, programme.low, programme.high)
    return milp(
        programme.cost,
        constraints=rows,
        integrality=np.ones(len(programme.cost)),
        bounds=Bounds(0, 1),
        options={"time_limit": seconds, "mip_rel_gap": 0.0},
    )


def _number(value: float | None) -> float:
    return 0.0 if value is None or not np.isfinite(value) else float(value)
