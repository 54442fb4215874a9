"""Where the repository, its figures and the tables beside it are; what may be skipped."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "tests" / "published" / "truth"  # worked examples, and what peers print
SHARED = ROOT.parent / "shared"  # tables of others, too large or not ours to keep here

# The only reasons for which a test may be skipped in CI: see conftest.py.
TABLES = "reads tables that are not kept in the repository (../shared/data)"
JAVA = "Java, which Spark needs, is not installed"
CHROMIUM = "Chromium, which pages are driven in, is not installed (see scripts/test)"
SYSTEM = "not on this system: "  # and why
SKIPS = (TABLES, JAVA, CHROMIUM, SYSTEM)
needs_tables = pytest.mark.skipif(not (SHARED / "data").is_dir(), reason=TABLES)


def needs(present: bool, reason: str) -> pytest.MarkDecorator:
    """Skip what lacks something that may lack."""
    return pytest.mark.skipif(not present, reason=reason)


def needs_system(present: bool, why: str) -> pytest.MarkDecorator:
    """Skip what this system cannot do."""
    return pytest.mark.skipif(not present, reason=SYSTEM + why)
