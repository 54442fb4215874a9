"""Several draws of a plan, as the internal report shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discret.document.reading import Compared, mapping, sequence

_NONE = dict.fromkeys(("least", "median", "most", "deviation", "met"))


def draws(
    record: Mapping[str, Any], risks: Sequence[Compared], losses: Sequence[Compared]
) -> dict[str, Any]:
    """Return how risk and loss vary over draws; nothing where one draw was all.

    Examples
    --------
    >>> draws({"draws": {"number": 20}}, [], [])["number"], draws({}, [], [])
    (20, {})
    """
    told = mapping(record.get("draws"))
    if not told:
        return {}
    rows = [*_rows(risks, told.get("risk")), *_rows(losses, told.get("loss"))]
    return {"number": told.get("number"), "reads": told.get("reads"), "rows": rows}


def _rows(measures: Sequence[Compared], found: Any) -> list[dict[str, Any]]:
    """Align measures with their spread, which the record lists in the same order."""
    both = zip(measures, sequence(found), strict=False)
    return [
        {
            **_NONE,
            **mapping(own),
            "part": measure.part,
            "share": measure.share,
            "own": measure.after["value"],
        }
        for measure, own in both
    ]
