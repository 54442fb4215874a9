from pathlib import Path

from discret.cli.reference import reference

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_reference_page_is_the_catalogue_of_today() -> None:
    assert (DOCS / "reference.md").read_text(encoding="utf-8") == reference(), (
        "run scripts/reference"
    )
