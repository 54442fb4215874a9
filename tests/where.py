"""Where the repository is, the published figures in it, and the tables that may lie beside it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "tests" / "published" / "truth"  # worked examples, and what peers print
SHARED = ROOT.parent / "shared"  # tables of others, too large or not ours to keep here
needs_tables = pytest.mark.skipif(
    not SHARED.is_dir(), reason="reads tables that are not kept in the repository (../shared/data)"
)
