"""A hostile file: names and values that want to be code are text, on every page and in exports."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import polars as pl
import pytest

from discret import Plan
from discret.app.pages import PAGES
from discret.app.pages.export import FORMATS
from discret.data.files.tables import read
from offices import Client, client, texts

IMAGE = "<img src=x onerror=window.got=1>"
SCRIPT = '"><script>window.got=1</script>'
BRACES = "{{7*7}}"
OTHERS = ("' onfocus=window.got=1 autofocus '", "${7*7}", "</textarea><b>", "javascript:window.got")
HOSTILE = (IMAGE, SCRIPT, BRACES, *OTHERS)
NAMES = [f"{text} {n}" for n, text in enumerate(HOSTILE)]
FOLDER = "<img src=x onerror=window.got=1> {{7*7}}"
MODELS = {"models__measure": "k_anonymity", "models__aim": "2", "models__more": ""}


class Code(HTMLParser):
    """Keeps what of a page could run: scripts, handlers, addresses that are code, what is not ours.

    Examples
    --------
    >>> Code.of("<p onclick=x>a</p><script>b</script>")
    ['onclick of p', 'script']
    """

    OURS = ("script.js",)
    STRANGE = ("img", "b", "iframe", "object", "embed", "base", "math", "foreignobject")

    @classmethod
    def of(cls, page: str) -> list[str]:
        """Return what could run of a page."""
        own = cls()
        own.feed(page)
        own.close()
        return own.found

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at a tag."""
        given = {name: value or "" for name, value in attrs}
        framed = tag == "iframe" and given.get("src") == "report" and "sandbox" in given
        if tag in self.STRANGE and not framed:
            self.found.append(tag)
        if tag == "script" and given.get("src") not in self.OURS:
            self.found.append(tag)
        self.found += [f"{name} of {tag}" for name in given if name.startswith(("on", "autofocus"))]
        links = [given.get(name, "") for name in ("href", "src", "action", "formaction")]
        self.found += [f"code in {tag}" for link in links if link.lower().startswith("javascript:")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / FOLDER
    path.mkdir()
    rng = np.random.default_rng(1)
    columns: dict[str, Any] = {name: rng.choice(HOSTILE, 60) for name in NAMES}
    pl.DataFrame(columns).write_csv(path / f"{IMAGE[:-1].replace('/', '')}.csv")
    return path


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[Client]:
    roles = ("key", "key", "key", "sensitive", "sensitive", "identifier", "ignored")
    labels = [f"{IMAGE} {SCRIPT}"] * len(HOSTILE)
    with client() as own:
        own.open(next(folder.glob("*.csv")))
        own.post("columns", do="roles", **{f"role.{n}": role for n, role in enumerate(roles)})
        own.post(
            "hierarchies", do="table", column=NAMES[0],
            value=list(HOSTILE), levels="1", label__1=labels,
        )  # fmt: skip
        own.post("file", do="aims", audience="public", purpose=IMAGE)
        own.post("protect", do="add", name="drop_identifiers")
        own.post("protect", do="add", name="suppress_cells", **MODELS)
        own.post("compare", do="copy", title=SCRIPT)
        own.post("protect", do="add", name="pram", columns=[NAMES[3]])
        assert own.faults == []
        yield own


def addresses(folder: Path) -> list[str]:
    """All pages, each with what else it shows on demand."""
    column = quote(NAMES[0], safe="")
    return [
        *(page.name for page in PAGES),
        f"file?folder={quote(str(folder), safe='')}",
        f"file?folder={quote(str(folder.parent), safe='')}",
        f"hierarchies?column={column}",
        f"hierarchies?column={column}&builder=table",
        f"hierarchies?column={column}&builder=table&preview=1&rows={quote(SCRIPT)}",
        f"hierarchies?column={quote(IMAGE)}&builder={quote(SCRIPT)}",
        "groups?group=0",
        f"groups?measure={quote(SCRIPT)}&key={quote(IMAGE)}&start={quote(IMAGE)}",
        f"records?from={quote(SCRIPT)}",
        f"recodings?k={quote(SCRIPT)}&drop={quote(IMAGE)}&level.{column}=1",
        f"risk?add={quote(SCRIPT)}",
        f"risk?verb={quote(SCRIPT)}&add=l_diversity",
        "risk?verb=quantify&add=regression",
        f"protect?add={quote(IMAGE)}",
        "protect?add=pram",
        "protect?add=suppress_cells",
        "protect?edit=1",
        "protect?edit=2",
    ]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_hostile_names_and_values_are_text_on_every_page(
    app: Client, folder: Path, language: str
) -> None:
    """Check 8, of the pages."""
    app.post("do/language", language=language, page="risk")
    seen: dict[str, str] = {}
    for address in addresses(folder):
        page = app.get(address)
        assert Code.of(page) == [], address
        assert not any(text in page for text in (IMAGE, SCRIPT, "</textarea><b>")), address
        seen[address] = texts(page) + html.unescape(page)
    for name in NAMES:  # every name is there to be read, and none was computed
        assert name in seen["columns"]
        assert name in seen["records"]
    for page in ("hierarchies", "groups", "records", "protect", "recodings"):
        assert IMAGE in seen[page], page
    assert SCRIPT in seen["compare"]
    assert FOLDER in seen["export"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_refused_is_text_too(app: Client, language: str) -> None:
    app.post("do/language", language=language, page="risk")
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("protect", {"do": "add", "name": IMAGE}),
        ("protect", {"do": "add", "name": "subsample", "share": SCRIPT, "by": [IMAGE]}),
        ("protect", {"do": "add", "name": "recode", "column": IMAGE, "mapping": SCRIPT}),
        ("protect", {"do": "add", "name": "pram", "columns": [IMAGE], "matrix": SCRIPT}),
        ("risk", {"do": "add", "name": "l_diversity", "column": SCRIPT}),
        ("risk", {"do": "targets", "target__0": IMAGE}),
        ("compare", {"do": "copy", "title": SCRIPT}),
        ("file", {"do": "open", "path": f"/{IMAGE}"}),
        ("file", {"do": "open", "path": f"/{IMAGE}.toml", "encoding": SCRIPT}),
        ("hierarchies", {"do": "use", "column": NAMES[1], "builder": "table", "rows": SCRIPT}),
        ("hierarchies", {"do": "use", "column": NAMES[1], "builder": "csv", "file": IMAGE}),
        ("export", {"do": "export", "folder": f"/proc/{IMAGE}", "sentence": "écrire malgré tout"}),
    ]
    for page, form in wrong:
        app.post(page, **form)
        assert app.faults, form
        for address in (app.place.partition("#")[0], "protect", "export"):
            assert Code.of(app.get(address)) == [], (form, address)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_hostile_names_and_values_are_text_in_every_export(
    app: Client, tmp_path: Path, language: str
) -> None:
    """Check 8, of the exports: reports, record, plan, and the file in each format."""
    for kind in FORMATS if language == "en" else FORMATS[:1]:
        out = tmp_path / kind
        sentence = "write it all the same"
        form = {"folder": str(out), "format": kind, "language": language, "sentence": sentence}
        app.post("export", do="export", **form)
        if kind in ("dta", "sav", "xpt"):  # which hold no such names: refused, with a sentence
            assert app.faults
            assert Code.of(app.get("export")) == []
            continue
        assert app.faults == []
        written = {name: (out / name).read_text() for name in ("report.html", "public.html")}
        for name, page in written.items():
            assert Code.of(page) == [], name
            assert IMAGE in texts(page) + html.unescape(page), name
        assert IMAGE in json.dumps(json.loads((out / "record.json").read_text()))
        frame = read(out / f"release.{kind}").frame
        assert frame.columns == [name for n, name in enumerate(NAMES) if n != 5]
        known = {*HOSTILE, *([f"{IMAGE} {SCRIPT}"]), None}
        assert {value for name in frame.columns for value in frame[name]} <= known
        plan = Plan.read(out / "plan.toml")
        assert plan.roles["key"] == NAMES[:3]
        assert [variant.title for variant in plan.variants] == ["A", SCRIPT]
    assert Code.of(app.get("report")) == []
