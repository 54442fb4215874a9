"""What the entries of an account look like: anybody can seal others, which are refused as such."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from discret.data.ledger.costs import MOST, Cost, Terms
from discret.data.ledger.neighbours import Neighbours, Unit


def is_opening(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has what the first one has."""
    return (
        entry["kind"] == "budget"
        and entry["terms"] in get_args(Terms)
        and entry.get("neighbours") in (None, *get_args(Neighbours))
        and entry.get("unit") in (None, *get_args(Unit))
        and all(is_cost(entry[name]) for name in ("given", "budget"))
        and all(isinstance(entry[name], str) for name in ("ledger", "begun"))
        and isinstance(entry["source"], dict)
        and isinstance(entry["parts"], list)
        and all(isinstance(part, str) for part in entry["parts"])
        and (entry.get("calendar") is None or is_calendar(entry["calendar"]))
    )


def is_calendar(told: Mapping[str, Any]) -> bool:
    """Whether plain data tells a calendar."""
    entries = told["entries"]
    return (
        is_cost(told["whole"])
        and isinstance(told["way"], str)
        and isinstance(told["ways"], dict)
        and all(isinstance(amount, int | float) for amount in told["ways"].values())
        and isinstance(entries, list)
        and all(is_cost(own["cost"]) and isinstance(own["name"], str) for own in entries)
    )


def is_paid(entry: Mapping[str, Any]) -> bool:
    """Whether an entry has what those of releases have."""
    maybe = (entry["parent"], entry["part"], entry.get("unit"), entry.get("column"))
    return (
        entry["kind"] == "release"
        and all(isinstance(entry[name], str) for name in ("release", "name", "at"))
        and bool(entry["release"])
        and all(own is None or isinstance(own, str) for own in maybe)
        and (entry.get("planned") is None or type(entry["planned"]) is int)
        and is_cost(entry["cost"])
    )


def is_cost(told: Any) -> bool:
    """Whether plain data tells a cost that can be told, none of its numbers below 0.

    Examples
    --------
    >>> is_cost({"epsilon": "1/2"}), is_cost({"epsilon": "-1"}), is_cost({"epsilon": "1e400"})
    (True, False, False)
    """
    numbers = isinstance(told, dict) and all(isinstance(own, str) for own in told.values())
    return numbers and all(0 <= own <= MOST for own in Cost.from_dict(told).numbers)
