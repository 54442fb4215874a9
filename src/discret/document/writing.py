"""Write a release into a folder: what `discret run` does, from Python."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discret.arguments.fitting import needed
from discret.data.beside.past import kept_beside
from discret.data.files.formats import FORMATS, Format
from discret.data.files.labels import Labels
from discret.data.files.writers import check_writer
from discret.data.writing.claim import claimed
from discret.data.writing.targets import GROUP, PRIVATE
from discret.document.folder import Place
from discret.document.pages.render import render
from discret.document.records import record
from discret.errors import FileError, InputError
from discret.plan.release import Release
from discret.words import Language, Words


def report(
    told: Release | Mapping[str, Any], *, language: Language = "en", public: bool = False
) -> str:
    """Return the report of a release, or of its record, as one HTML page.

    Parameters
    ----------
    told
        The release, or its record: plain data, as `record` makes it or `read_record` reads it.
    language
        ``"en"`` or ``"fr"``.
    public
        Whether it is for the users of the released file: no parameter, no level of risk, no value
        of the data. Otherwise it is for those who protect the file: everything, the seed included.

    Examples
    --------
    >>> page = report({"title": "A & B", "seed": 7}, public=True)
    >>> "A &amp; B" in page, '<html lang="en">' in page
    (True, True)
    """
    plain = record(told) if isinstance(told, Release) else told
    if not isinstance(plain, Mapping):
        what = Words("a release or its record", fr="une diffusion ou son relevé")
        raise InputError(needed("report", what, told), hint=_RECORD)
    return render(plain, audience="public" if public else "internal", language=language)


def write(
    release: Release,
    folder: str | Path,
    *,
    format: str | None = None,  # noqa: A002 (what it is)
    labels: Labels | None = None,
    language: Language = "en",
    force: bool = False,
    group: bool = False,
) -> Release:
    """Write a release into a folder, all of it or nothing; return it as it is read there.

    Parameters
    ----------
    release
        The release.
    folder
        Where the protected file, ``record.json``, ``report.html`` and ``public.html`` go; made if
        need be.
    format
        Of the protected file: ``"csv"``, ``"parquet"``, ``"xlsx"``, ``"dta"`` and so on; by default
        that of the file that the plan names, or CSV.
    labels
        The labels of columns and values, as `read` gives them.
    language
        Of the two reports.
    force
        Whether an earlier release may be replaced. A file that was read never is.
    group
        Whether your group may read what is written, and not you alone; the public report is for
        all that your umask lets read it.

    Returns
    -------
    Release
        The release, judged on what a reader of the written file finds: look at its `met`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from discret import Dataset, Plan
    >>> from discret.assess import KAnonymity
    >>> from discret.data.examples import dishes
    >>> data = Dataset.of(dishes(), key=["Sexe"], sensitive="Plat préféré", weight="Poids",
    ...                   identifier="Nom complet", unexamined="Âge")
    >>> release = Plan(assess=[KAnonymity(k=2)]).run(data, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     written = write(release, folder, format="csv", force=True)
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['public.html', 'record.json', 'release.csv', 'report.html']
    """
    if not isinstance(release, Release):
        what = Words("a release", fr="une diffusion")
        raise InputError(needed("write", what, release), hint=_RECORD)
    if not isinstance(labels, Labels | None):
        raise InputError(needed("write", Words("Labels", fr="des Labels"), labels), hint=_LABELS)
    if not isinstance(folder, str | Path):
        raise FileError(_A_FOLDER, hint=_SAY)
    out, plan = Path(folder), release.plan
    given = (plan.source, plan.original, plan.population, plan.outlines)
    ledger = None if plan.budget is None else plan.budget.ledger
    sources = [path for path in (*given, ledger) if path is not None]
    sources += [file for path in plan.previous for file in kept_beside(path)]
    place = Place.of(out, _format(release), format).beside(
        plan.star, len(release.private), in_series=plan.in_series, alone=plan.tables_only
    )
    with claimed(out, place.who):
        place.check(*sources, force=force)
        check_writer(place.format)
        most = GROUP if group else PRIVATE
        return place.write(release, labels, language=language, sources=sources, most=most)


def _format(release: Release) -> Format:
    plan, file = release.plan, release.plan.source
    if plan.star is not None and plan.star.database is not None:
        return Format("parquet")  # which keeps the types of its tables
    suffix = "" if file is None else file.name.removesuffix(".gz")
    return FORMATS.get(Path(suffix).suffix.lower(), Format("csv"))


_A_FOLDER = Words(
    "write: the path of a folder is needed", fr="write : il faut le chemin d’un dossier"
)
_SAY = Words('release.write("out"), for example', fr='release.write("out"), par exemple')
_LABELS = Words(
    "discret.data.read(path).labels has those of a file",
    fr="discret.data.read(path).labels a ceux d’un fichier",
)
_RECORD = Words(
    'plan.run(data) gives a release, read_record("out/record.json") a record',
    fr='plan.run(data) donne une diffusion, read_record("out/record.json") un relevé',
)
