"""Compiled templates are kept where Python keeps compiled modules, if it does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from discret.document.pages import environment as pages


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def _made() -> set[str]:
    made = pages.environment.__wrapped__()
    return {made.get_template(name).name for name in ("internal.html.j2", "public.html.j2")}


def test_they_are_kept_and_used(kept: Path) -> None:
    first = _made()
    files = sorted(kept.rglob("*.cache"))
    assert len(files) >= len(first)
    written = [file.stat().st_mtime_ns for file in files]
    assert _made() == first
    assert [file.stat().st_mtime_ns for file in files] == written


def test_what_is_damaged_is_made_anew(kept: Path) -> None:
    _made()
    for file in kept.rglob("*.cache"):
        file.write_bytes(b"damaged")
    assert len(_made()) == 2


def test_nothing_is_kept_where_python_keeps_nothing(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _made()
    assert list(kept.rglob("*.cache")) == []
