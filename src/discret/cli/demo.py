"""The command that shows an example all the way, and where to look next."""

from __future__ import annotations

import os
from pathlib import Path

from rich.markup import escape

from discret.catalogue import LOSSES
from discret.cli.run import carry_out, show_notices, verdict
from discret.cli.run_options import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, table, tell
from discret.data.writing.claim import claimed
from discret.data.writing.targets import check_target, shown
from discret.data.writing.together import all_or_nothing
from discret.document.comparison import HEAD
from discret.document.folder import PUBLIC
from discret.errors import FileError
from discret.finding import Finding
from discret.plan.examples import plan_text, write_example
from discret.plan.release import Release
from discret.words import LANGUAGES, Language, Words, number

BAR = 14  # signs of a whole bar


def demo(out: Path, *, example: str, language: str, json: bool) -> None:
    """Write an example and run its plan: all of it, or nothing."""
    tongue = checked_language(language)
    with claimed(out, "demo") as left:
        tell(left, tongue)
        own = {"plan.toml", f"{example}.csv"}
        with all_or_nothing(out, "demo", public=PUBLIC | own) as folder:
            plan = write_example(example, folder, tongue)
            again = _is_demo(out, folder, example)
            options = Options(seed=2013, who="demo", force=again, view=_show, staged=folder)
            show = carry_out(plan, out, options, tongue, json=json)
    if not json:
        _announce(out, tongue)
    show()
    if not json:
        _show_next(out, example, tongue)


def _is_demo(out: Path, example: Path, name: str) -> bool:
    """Say whether a demo stands in a folder already; refuse one with other files of such names."""
    there = [file for file in example.iterdir() if os.path.lexists(out / file.name)]
    for file in there:
        check_target(out / file.name)
        plans = [plan_text(name, language).encode() for language in LANGUAGES]
        own = plans if file.suffix == ".toml" else [file.read_bytes()]
        if (out / file.name).read_bytes() not in own:
            raise FileError(_NOT_OURS.filled(name=shown(out / file.name)), hint=_ELSEWHERE)
    return len(there) > 1


def _announce(out: Path, language: Language) -> None:
    plan = escape(str(out / "plan.toml"))
    command = f"[bold]discret run {plan} --out {escape(str(out))}[/bold]"
    console.print(_DEMO.within(language), command, "\n", soft_wrap=True)


def _show(release: Release, _: list[str], language: Language) -> None:
    """Print a release in one picture: who can be singled out, and what is left to know."""
    at_risk = [_at_risk(found) for found in (release.risk_before, *(s.risk for s in release.steps))]
    kept = [1.0, *(_kept(step.loss) for step in release.steps)]
    names = [_START, *(step.method.title for step in release.steps)]
    most = max(at_risk) or 1.0
    rows = [
        [
            escape(name.within(language)),
            f"{_bar(risk / most, 'red')} {number(risk, language, '%'):>7}",
            f"{_bar(left, 'green')} {number(left, language, '%'):>7}",
        ]
        for name, risk, left in zip(names, at_risk, kept, strict=True)
    ]
    heads = [head.within(language) for head in (_STEP, _AT_RISK, _KEPT)]
    table(release.plan.title, heads, rows, "LLL")
    left = _LEFT.filled(left=len(release.data), before=len(release.original))
    console.print(left.within(language))
    for finding in (*release.risk, *release.loss):
        if finding.name in ("k_anonymity", "unpicking") or _heads(finding):
            console.print(escape(finding.reads.within(language)))
    console.print()
    show_notices(release, language)
    console.print(f"\n[bold]{verdict(release).within(language)}[/bold]")


def _at_risk(found: tuple[Finding, ...]) -> float:
    """Return the share of people whom too few others look like."""
    own = next((finding.details for finding in found if finding.name == "k_anonymity"), {})
    return float(own.get("records_failing", 0)) / max(1, int(own.get("records", 1)))


def _kept(loss: tuple[Finding, ...]) -> float:
    """Return the share of the detail of the keys that is left; every run measures it."""
    known = (finding.value for finding in loss if _heads(finding) and finding.value is not None)
    return 1.0 - float(next(known))


def _heads(finding: Finding) -> bool:
    """Whether a finding is of the loss that comes first."""
    return finding.name in LOSSES and LOSSES[finding.name].shows == HEAD


def _bar(share: float, colour: str) -> str:
    """Draw a share; a little is still something.

    Examples
    --------
    >>> _bar(0.5, "red"), _bar(0.001, "red")
    ('[red]━━━━━━━[/red]       ', '[red]╸[/red]             ')
    """
    halves = 0 if share <= 0 else max(1, round(2 * BAR * share))
    drawn = "━" * (halves // 2) + "╸" * (halves % 2)
    return f"[{colour}]{drawn}[/{colour}]" + " " * (BAR - len(drawn))


def _show_next(out: Path, example: str, language: Language) -> None:
    """Name what was written, and what to try then."""
    console.print(f"\n[bold]{_NEXT.within(language)}[/bold]")
    there = [(str(out / name), words) for name, words in _FILES.items() if (out / name).is_file()]
    asked = f"discret demo --example {example}"
    commands = [(what.within(language), words) for what, words in _COMMANDS if what != asked]
    lines = [*there, *commands]
    wide = max(len(what) for what, _ in lines)
    for what, words in lines:
        console.print(
            f"  [cyan]{escape(what):<{wide}}[/cyan]  {words.within(language)}", soft_wrap=True
        )


_NOT_OURS = Words(
    "demo: {name} is there already, and is not the example’s",
    fr="demo : {name} existe déjà, et n’est pas celui de l’exemple",
)
_ELSEWHERE = Words("choose another folder (--out)", fr="choisir un autre dossier (--out)")
_DEMO = Words("An example, as if you had typed", fr="Un exemple, comme si vous aviez tapé")
_START = Words("original", fr="original")
_STEP = Words("step", fr="étape")
_AT_RISK = Words("records at risk", fr="enregistrements à risque")
_KEPT = Words("detail kept", fr="détail gardé")
_LEFT = Words(
    "{left} of {before} records {left:is|are} in the release.",
    fr="{left} {left:enregistrement|enregistrements} sur {before} {left:est|sont} dans la"
    " diffusion.",
)
_NEXT = Words("Where to look next", fr="Où regarder ensuite")
_FILES = {
    "comparison.html": Words("all of them side by side", fr="toutes, côte à côte"),
    "report.html": Words("the whole story, with its pictures", fr="toute l’histoire, en images"),
    "public.html": Words("the note to publish with it", fr="la note à publier avec le fichier"),
    "release.csv": Words("the protected file", fr="le fichier protégé"),
    "plan.toml": Words("the plan: change k, run it again", fr="le plan : changer k, relancer"),
}
_SECTION4 = "discret demo --example section4"
_COMMANDS = [
    (
        Words(_SECTION4, fr=_SECTION4),
        Words("four ways, side by side", fr="quatre voies, côte à côte"),
    ),
    (
        Words("discret profile YOUR_FILE.csv", fr="discret profile VOTRE_FICHIER.csv"),
        Words("begin with your own", fr="commencer avec le vôtre"),
    ),
]
