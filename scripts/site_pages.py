"""What the site has beside the pages of docs/: lists, pages for Python, formulas, a last check."""

from __future__ import annotations

import html
import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from latex2mathml.converter import convert
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

import discret

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
ROOMS = ("data", "plan", "document")
ELSEWHERE = {"docs/decisions/": "decisions/index.md", "CONTRIBUTING.md": "contributing.md"}
SHIM = re.compile(r"https://[^\"]*/iframe-worker/shim")  # what the theme would load
FORMULA = re.compile(r'<(span|div) class="arithmatex">\\[\[(](.*?)\\[\])]</\1>', re.DOTALL)
LOADED = re.compile(
    r"<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc=[\"']?(?:https?:)?//[^>]*"
    r"|<link\b(?=[^>]*rel=[\"']?(?:stylesheet|preconnect|preload|icon|manifest|modulepreload))"
    r"[^>]*href=[\"']?(?:https?:)?//[^>]*"
    r"|(?:@import|url\()\s*[\"']?(?:https?:)?//[^\"')]*"
)


def on_config(config: Any) -> Any:
    """Add a page for each part, noun and decision to the contents."""
    added = {"Parts": _parts(), "Python": _python(), "Decisions": _decisions()}
    config["nav"] = [
        {title: added.get(title, pages)} for one in config["nav"] for title, pages in one.items()
    ]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made here."""
    made = {
        "index.md": _from_root("README.md"),
        "contributing.md": _from_root("CONTRIBUTING.md"),
        "changes.md": _from_root("CHANGELOG.md"),
        "decisions/index.md": _list_of_decisions(),
        **_nouns(),
    }
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leave out what only the tests of a page need."""
    return re.sub(r"(?ms)^<!-- run first\n.*?-->\n", "", markdown)


def on_page_content(content: str, **_: Any) -> str:
    """Write formulas as MathML, which browsers show by themselves."""
    return FORMULA.sub(_formula, content)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Take the script that lets the search run from a folder from the site itself."""
    return SHIM.sub(get_relative_url("assets/worker.js", page.url), output)


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Do the same in the page for what is not found."""
    return SHIM.sub(get_relative_url("assets/worker.js", template_name), output_content)


def on_post_build(config: Any) -> None:
    """Refuse a site whose pages would load something from elsewhere."""
    site = Path(config["site_dir"])
    found = [
        f"{path.relative_to(site)}: {match[0][:120]}"
        for path in sorted(site.rglob("*"))
        if path.suffix in {".html", ".css"}
        for match in LOADED.finditer(path.read_text(encoding="utf-8"))
    ]
    if found:
        raise PluginError("pages load from elsewhere:\n" + "\n".join(found))


def _formula(match: re.Match[str]) -> str:
    display = "block" if match[1] == "div" else "inline"
    return str(convert(html.unescape(match[2]), display=display))


_FIRST = "    options:\n      heading_level: 1\n"


def _from_root(name: str) -> str:
    """Return a page that stands beside docs/, its links turned to the site."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for old, new in ELSEWHERE.items():
        text = text.replace(f"]({old})", f"]({new})")
    return text.replace("](docs/", "](")


def _parts() -> list[Any]:
    verbs = {"Assess": "assess", "Reduce": "reduce", "Quantify": "quantify"}
    rooms = [
        {title: [f"parts/{verb}/{path.name}" for path in _pages(f"parts/{verb}")]}
        for title, verb in verbs.items()
    ]
    return ["parts/index.md", *rooms]


def _pages(folder: str) -> list[Path]:
    return sorted((DOCS / folder).glob("*.md"))


def _decisions() -> list[Any]:
    return ["decisions/index.md", *(f"decisions/{path.name}" for path in _pages("decisions"))]


def _list_of_decisions() -> str:
    lines = [
        "# Decisions",
        "",
        "Choices that were not obvious, and why. Those that no longer hold in",
    ]
    lines += ["full say so below their title.", ""]
    for path in _pages("decisions"):
        title = path.read_text(encoding="utf-8").splitlines()[0]
        words = re.sub(r"^# (\d+\. )?", "", title)
        lines.append(f"{int(path.name[:4])}. [{words}]({path.name})")
    return "\n".join(lines) + "\n"


def _python() -> list[Any]:
    pages = [path for path in _nouns() if path != "api/index.md"]
    return ["api/index.md", *({Path(path).stem: path} for path in pages)]


def _nouns() -> dict[str, str]:
    """Return a page for each public noun, and one for each room that has others."""
    first = {f"api/{name}.md": f"{_told(discret, name)}{_FIRST}" for name in discret.__all__}
    rooms = {f"api/{room}.md": _room(room) for room in ROOMS}
    nouns = "\n".join(
        f"- [`{name}`]({name}.md): {_summary(getattr(discret, name))}" for name in discret.__all__
    )
    others = "\n".join(
        f"- [`discret.{room}`]({room}.md): {_summary(import_module(f'discret.{room}'))}"
        for room in ROOMS
    )
    index = f"# Python\n\n{_fenced(discret)}\n\n## Nouns\n\n{nouns}\n{others}\n"
    parts = (
        "- [`discret.assess`, `discret.reduce`, `discret.quantify`](../parts/index.md): parts.\n"
    )
    return {"api/index.md": index + parts, **first, **rooms}


def _room(room: str) -> str:
    module = import_module(f"discret.{room}")
    names = [name for name in module.__all__ if name not in discret.__all__]
    told = "\n".join(_told(module, name) for name in names)
    return f"# discret.{room}\n\n{_fenced(module)}\n\n{told}"


def _told(module: ModuleType, name: str) -> str:
    """Ask for what is said of a noun, where it is explained."""
    return f"::: {getattr(module, name).__module__}.{name}\n"


def _summary(noun: Any) -> str:
    return (inspect.getdoc(noun) or "").splitlines()[0]


def _fenced(module: ModuleType) -> str:
    """Return what a module says of itself, its examples as code."""
    told = (inspect.getdoc(module) or "").split("\n\n")
    return "\n\n".join(f"```python\n{one}\n\n```" if one.startswith(">>>") else one for one in told)
