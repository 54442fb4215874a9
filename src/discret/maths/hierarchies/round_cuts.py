"""Round numbers between others."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

DIGITS = 40  # more than any number has


def roundest(low: float, high: float) -> float:
    """Return the roundest number above `low` and up to `high`; of several, the one in the middle.

    A cut there tells less of the records beside it than their own values would.

    Examples
    --------
    >>> roundest(42, 46), roundest(17, 31), roundest(-3, 8), roundest(1.17, 1.19)
    (45, 20, 0, 1.18)
    """
    if low < 0 <= high:
        return 0
    below, above = (Decimal(repr(number)) for number in (low, high))
    power = max(below.adjusted(), above.adjusted()) + 1
    powers = range(power, power - DIGITS, -1)
    for step in (Decimal(lead).scaleb(e) for e in powers for lead in (5, 2, 1)):
        first, last = _floor(below / step) + 1, _floor(above / step)
        middle = min(max(_floor((below + above) / 2 / step), first), last)
        found = int(middle * step) if isinstance(high, int) else float(middle * step)
        if first <= last and low < found <= high:
            return found
    return high


def _floor(number: Decimal) -> Decimal:
    return number.to_integral_value(ROUND_FLOOR)
