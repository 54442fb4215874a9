"""What the steps of a release did, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discret.document.reading import mapping, sequence
from discret.document.words.voice import Voice, is_number


def deed(step: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Return a step with its title, what it left, and what its method says of it.

    Examples
    --------
    >>> step = {"label": "drop", "said": [{"en": "A third is gone.", "fr": "Un tiers est parti."}]}
    >>> deed(step, Voice("fr"))["said"]
    ['Un tiers est parti.']
    """
    method = mapping(step.get("method"))
    difference = mapping(step.get("difference"))
    cells = [n for n in mapping(difference.get("cells")).values() if is_number(n)]
    return {
        "title": method.get("title") or method.get("name", ""),
        "label": step.get("label", ""),
        "before": difference.get("records_before"),
        "after": difference.get("records_after"),
        "cells": sum(cells),
        "said": [voice.said(words) for words in sequence(step.get("said"))],
    }
