"""Losses of several releases put together: what can stand in one table or figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from discret.document.reading import Compared

Orders = Mapping[str, Sequence[str]]
Held = tuple["Release", Mapping[str, Any]]


class Release(NamedTuple):
    """One of the releases that are compared: a letter or a word, a title, its place and losses."""

    name: str
    title: str
    place: int
    losses: Sequence[Compared]


def details_of(releases: Sequence[Release], layout: str) -> list[Held]:
    """Return the details that are laid out so, for each release that has some."""
    return [
        (release, loss.after["details"])
        for release in releases
        for loss in release.losses
        if loss.part["shows"] == layout
    ]


def grouped(found: Sequence[Held], key: Callable[[Mapping[str, Any]], Any]) -> list[list[Held]]:
    """Put together what can stand in one table: what has the same key."""
    groups: dict[Any, list[Held]] = {}
    for release, details in found:
        groups.setdefault(key(details), []).append((release, details))
    return list(groups.values())
