"""The command that combines: what three publications and more give away together."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import polars as pl
from rich.markup import escape

from discret.assess.several_zonings import SeveralZonings
from discret.cli.difference.doing import READING, SEARCHING, VERIFYING, WRITING, WRITTEN
from discret.cli.difference.two import Options
from discret.cli.terminal.language import checked_language
from discret.cli.terminal.output import console, loaded, print_json, progress, show_notes, table
from discret.data.dataset import Dataset
from discret.errors import InputError
from discret.finding import Finding
from discret.maths.zonings.several import Verdict
from discret.words import Language, Words, number, say

WHO = "difference"
FILES = ("at_risk.csv", "groups.csv")
PAIR_ONLY = ("coarser", "withheld", "blanks", "repeats", "outlines", "x", "y", "protect")


def difference(
    file: Path, values: Mapping[str, Any], options: Options, *, language: str, json: bool
) -> NoReturn:
    """Find what several publications give away, show it, and write it where a folder is given."""
    tongue = checked_language(language)
    measure = _measure(values, options)
    with options.claimed(file, FILES, tongue), progress(not json) as report:
        report(0.0, READING.within(tongue))
        source = loaded(file, options.how)
        combinations = measure.combinations(
            Dataset.of(source.frame, labels=source.labels.restricted(measure.columns))
        )
        report(0.2, SEARCHING.within(tongue))
        found = measure.verdicts(combinations)
        report(0.8, VERIFYING.within(tongue))
        finding = measure.finding(combinations, found)
        groups = combinations.group_table(found.sizes, found.deductions)
        report(0.9, WRITING.within(tongue))
        written = options.write(file, _texts(finding, groups))
    show_notes(source.notes, tongue, json=json)
    if json:
        print_json(_plain(finding, groups, written))
    else:
        _show(finding, written, tongue)
    sys.exit(1 if finding.met is False else 0)


def _measure(values: Mapping[str, Any], options: Options) -> SeveralZonings:
    """Make the measure; refuse what goes with two publications only."""
    drawn = {"outlines": options.outlines, "x": options.x, "y": options.y}
    given = {**values, **drawn, "protect": options.protect}
    odd = [f"--{name}" for name in PAIR_ONLY if given[name]]
    if odd:
        raise InputError(
            say(
                "{WHO}: several publications are taken in full and are not drawn, --also"
                " came with {odd}",
                "{WHO} : plusieurs publications sont prises en entier et ne sont pas"
                " dessinées, --also est venu avec {odd}",
                WHO=WHO,
                odd=", ".join(odd),
            ),
            hint=Words("leave out the one or the other", fr="retirer l’un ou l’autre"),
        )
    names = {"count", "least", "most"}
    asked = {name: values[name] for name in names if values[name] is not None}
    columns = [values["zone"], values["square"], *values["also"]]
    return SeveralZonings(columns=columns, seconds=options.seconds, **asked)


def _texts(finding: Finding, groups: pl.DataFrame) -> dict[str, str]:
    """Return what is written: the combinations that are not safe, and the totals of the groups."""
    rows = pl.DataFrame() if finding.per_key is None else finding.per_key
    return dict(zip(FILES, (rows.write_csv(), groups.write_csv()), strict=True))


def _plain(finding: Finding, groups: pl.DataFrame, written: list[str]) -> dict[str, Any]:
    """Return the answer under the names that the command has for two publications."""
    details = finding.details
    totals = groups.partition_by("group", maintain_order=True)
    return {
        "observations_at_risk": details["observations_at_risk"],
        "intersections_at_risk": details["combinations_at_risk"],
        "by_size": details["by_size"],
        "groups": [
            {
                "group": own["group"][0],
                "observations": own["observations"][0],
                "divisor": own["divisor"][0],
                "totals": own.select("zoning", "zone", "times").to_dicts(),
            }
            for own in totals
        ],
        "details": details,
        "files": written,
    }


def _show(finding: Finding, written: list[str], language: Language) -> None:
    details = finding.details
    console.print(escape(finding.reads.within(language)), "\n")
    rows = [
        [
            _VERDICTS[verdict].within(language),
            number(details[f"combinations_{verdict.name.lower()}"], language),
            number(details[f"observations_{verdict.name.lower()}"], language),
        ]
        for verdict in Verdict
    ]
    table(_TITLE.within(language), [sentence.within(language) for sentence in _HEADS], rows, "LRR")
    if details["by_size"]:
        sizes = [[size, number(many, language)] for size, many in details["by_size"].items()]
        table(_BY_SIZE.within(language), [words.within(language) for words in _SIZES], sizes, "RR")
    if written:
        console.print(WRITTEN.within(language), escape(", ".join(written)), soft_wrap=True)


_TITLE = Words("Differencing of several zonings", fr="Différenciation de plusieurs zonages")
_BY_SIZE = Words("At risk, by the group they were found in", fr="À risque, selon le groupe trouvé")
_SIZES = [Words("group of", fr="groupe de"), Words("observations", fr="observations")]
_HEADS = [
    Words("verdict", fr="verdict"),
    Words("combinations", fr="combinaisons"),
    Words("observations", fr="observations"),
]
_VERDICTS = {
    Verdict.SAFE: Words("safe", fr="sûres"),
    Verdict.AT_RISK: Words("at risk", fr="à risque"),
    Verdict.UNDECIDED: Words("undecided", fr="indécises"),
    Verdict.BELOW: Words("in a total below the threshold", fr="dans un total sous le seuil"),
}
