"""What commands write: never over what was read or is no file, for few eyes, all or nothing."""

from __future__ import annotations

import os
import resource
import shutil
import socket
from collections.abc import Callable
from itertools import product
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from command import PLAN, Call, Outcome, caller
from discret.cli import app
from discret.data.files.tables import write
from every_part import people
from marked import everything_in

call_the_command_line = pytest.fixture(name="discret")(caller)

WRITTEN = {"release.csv", "record.json", "report.html", "public.html"}
TOWNS = """
[hierarchies.town]
from = "csv"
path = "towns.csv"
"""


@pytest.fixture(name="made", scope="module")
def a_folder_with_all_there_is(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file, its plan and its release, a table of zones: what commands read."""
    folder = tmp_path_factory.mktemp("made")
    write(people(), folder / "people.csv")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    zones = {"zone": ["a", "a", "b", "b"], "cell": [1, 2, 2, 3], "n": [20, 2, 15, 30]}
    pl.DataFrame(zones).write_csv(folder / "zones.csv")
    words = ["run", str(folder / "plan.toml"), "-o", str(folder / "released"), "--seed", "1"]
    assert CliRunner().invoke(app, words).exit_code == 0
    return folder


@pytest.fixture(name="here")
def a_copy_to_work_in(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def refused(discret: Call, *words: object) -> Outcome:
    """A call ends in one message with a hint, and leaves all as it was."""
    before = everything_in(Path())
    told = discret(*words)
    assert told.code == 2, told.err
    assert told.err.count("discret: ") == 1
    assert "Hint: " in told.err
    assert told.out == ""
    assert everything_in(Path()) == before
    return told


# -- where nothing may be written ----------------------------------------------------------

DIFFERENCE = ("difference", "zones.csv", "--zone", "zone", "--square", "cell", "--count", "n")
FILES: dict[str, tuple[str, ...]] = {
    "profile": ("profile", "people.csv", "--force", "--plan"),
    "report": ("report", "released", "--out"),
    "public report": ("report", "released", "--public", "--out"),
    "compare": ("compare", "released", "released", "--out"),
}
FOLDERS: dict[str, tuple[tuple[str, ...], str]] = {
    "run": (("run", "plan.toml", "--force", "--out"), "record.json"),
    "demo": (("demo", "--example", "dishes", "--out"), "plan.toml"),
    "difference": ((*DIFFERENCE, "--force", "--out"), "groups.csv"),
}


def a_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(path))


def a_loop(path: Path) -> None:
    path.symlink_to(path.name)


ODD: dict[str, Callable[[Path], object]] = {
    "device": lambda path: path.symlink_to("/dev/null"),
    "pipe": os.mkfifo,
    "socket": a_socket,
    "folder": Path.mkdir,
    "loop": a_loop,
}


@pytest.mark.parametrize("oddity", ODD)
@pytest.mark.parametrize("command", FILES)
def test_only_regular_files_are_replaced(
    discret: Call, here: Path, command: str, oddity: str
) -> None:
    ODD[oddity](here / "odd")
    refused(discret, *FILES[command], "odd")
    assert not (here / "odd").is_file()


@pytest.mark.parametrize("oddity", ODD)
@pytest.mark.parametrize("command", FOLDERS)
def test_in_folders_too(discret: Call, here: Path, command: str, oddity: str) -> None:
    words, name = FOLDERS[command]
    (here / "out").mkdir()
    ODD[oddity](here / "out" / name)
    refused(discret, *words, "out")
    assert not (here / "out" / name).is_file()


NAMES = {"empty": "", "blank": " ", "NUL": "a\0b", "long": "x" * 300, "path": "x/" * 3000 + "x"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", [*FILES, *FOLDERS])
def test_bad_names_are_refused(discret: Call, here: Path, command: str, name: str) -> None:
    words = FILES[command] if command in FILES else FOLDERS[command][0]
    refused(discret, *words, NAMES[name])


# -- what was read -------------------------------------------------------------------------

LINKS: dict[str, Callable[[Path, Path], object]] = {
    "itself": lambda source, path: source.rename(path) and source.symlink_to(path),
    "hard link": lambda source, path: path.hardlink_to(source),
    "symbolic link": lambda source, path: path.symlink_to(source),
}
SOURCES = ("people.csv", "plan.toml", "original.csv", "population.csv", "towns.csv", "secret.txt")


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_run_never_overwrites_what_it_reads(
    discret: Call, here: Path, source: str, link: str
) -> None:
    beside = 'original = "original.csv"\npopulation = "population.csv"\n[roles]'
    plan = PLAN.replace("[roles]", beside) + TOWNS
    (here / "plan.toml").write_text(plan, encoding="utf-8")
    for name in ("original.csv", "population.csv"):
        shutil.copy(here / "people.csv", here / name)
    towns = people()["town"].unique().to_list()
    (here / "towns.csv").write_text("".join(f"{town};*\n" for town in towns), encoding="utf-8")
    (here / "secret.txt").write_text("a secret of sixteen letters", encoding="utf-8")
    words = ("run", "plan.toml", "--secret-file", "secret.txt", "--force", "-o", "out")
    (here / "out").mkdir()
    LINKS[link](here / source, here / "out" / "report.html")
    told = refused(discret, *words)
    assert "it would overwrite a file that was read" in told.err


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize(
    ("words", "source"),
    [
        (("profile", "people.csv", "--force", "--plan"), "people.csv"),
        (("report", "released", "--out"), "released/record.json"),
        (("compare", "released", "released/record.json", "--out"), "released/record.json"),
    ],
)
def test_no_page_and_no_plan_overwrites_what_was_read(
    discret: Call, here: Path, words: tuple[str, ...], source: str, link: str
) -> None:
    LINKS[link](here / source, here / "target")
    assert "a file that was read" in refused(discret, *words, "target").err


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("source", ["zones.csv", "map.geojson"])
def test_nor_do_differences(discret: Call, here: Path, source: str, link: str) -> None:
    (here / "map.geojson").write_text('{"type": "FeatureCollection", "features": []}')
    (here / "out").mkdir()
    LINKS[link](here / source, here / "out" / "groups.csv")
    words = (*DIFFERENCE, "--outlines", "map.geojson", "--force", "--out", "out")
    assert "a file that was read" in refused(discret, *words).err


# -- what others wrote ---------------------------------------------------------------------


def test_an_earlier_release_is_replaced_by_force_only(discret: Call, here: Path) -> None:
    told = refused(discret, "run", "plan.toml", "--out", "released", "--seed", 2)
    assert "--force (in Python, force=True) replaces them; or choose another" in told.err
    assert discret("run", "plan.toml", "--out", "released", "--seed", 2, "--force").code == 0


def test_so_are_variants(discret: Call, here: Path) -> None:
    variants = "".join(
        f'[[variant]]\ntitle = "{name}"\n[[variant.reduce]]\nmethod = "shuffle_records"\n'
        for name in ("one", "two")
    )
    (here / "plan.toml").write_text(PLAN + variants, encoding="utf-8")
    assert discret("run", "plan.toml", "--out", "out", "--seed", 1).code == 0
    discret("report", "out/1-one", "-l", "fr")
    refused(discret, "run", "plan.toml", "--out", "out", "--seed", 1)
    assert discret("run", "plan.toml", "--out", "out", "--seed", 1, "--force").code == 0
    assert not (here / "out" / "1-one" / "report.fr.html").exists()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (here / "out").rglob("*.*")}
    assert {modes[name] for name in modes if name != "public.html"} == {0o600}


@pytest.mark.parametrize("name", ["dishes.csv", "plan.toml", "release.csv", "record.json"])
def test_the_demo_takes_nobodys_place(discret: Call, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("precious", encoding="utf-8")
    refused(discret, "demo", "--example", "dishes", "--out", ".")


def test_the_demo_can_be_shown_again(discret: Call, tmp_path: Path) -> None:
    for _ in range(2):
        assert discret("demo", "--example", "dishes", "--out", "here").code == 0
    (tmp_path / "here" / "dishes.csv").write_text("mine", encoding="utf-8")
    refused(discret, "demo", "--example", "dishes", "--out", "here")


def test_a_demo_that_cannot_run_leaves_nothing(
    discret: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("discret.document.folder.render", full)
    refused(discret, "demo", "--example", "dishes", "--out", "new/here")


# -- languages -----------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "name"), [([], "report"), (["--public"], "public")])
def test_a_report_in_french_stands_beside_the_english_one(
    discret: Call, here: Path, words: list[str], name: str
) -> None:
    english = (here / "released" / f"{name}.html").read_bytes()
    told = discret("report", "released", *words, "-l", "fr")
    assert told.code == 0
    assert f"released/{name}.fr.html" in told.out
    assert b'<html lang="fr">' in (here / "released" / f"{name}.fr.html").read_bytes()
    assert (here / "released" / f"{name}.html").read_bytes() == english
    assert discret("report", "released", *words, "-l", "fr").code == 0
    assert len(list((here / "released").iterdir())) == len(WRITTEN) + 1


def test_a_new_release_takes_the_translations_of_the_old_one_away(
    discret: Call, here: Path
) -> None:
    discret("report", "released", "-l", "fr")
    (here / "released" / "public.fr.html").write_text("mine", encoding="utf-8")
    discret("run", "plan.toml", "--out", "released", "--force")
    found = {path.name for path in (here / "released").iterdir()}
    assert found == WRITTEN | {"public.fr.html"}


def test_a_report_takes_nobodys_place(discret: Call, here: Path) -> None:
    for name in ("report.html", "report.en.html"):
        (here / "released" / name).write_text("mine", encoding="utf-8")
    assert "another file is in the way" in refused(discret, "report", "released").err


# -- rights --------------------------------------------------------------------------------


def rights(folder: Path) -> dict[str, str]:
    return {path.name: f"{path.stat().st_mode & 0o777:o}" for path in folder.iterdir()}


def test_who_may_read_what_is_written(discret: Call, here: Path) -> None:
    (here / "usual").write_text("")
    usual = f"{(here / 'usual').stat().st_mode & 0o777:o}"
    private = dict.fromkeys(sorted(WRITTEN - {"public.html"}), "600")
    assert rights(here / "released") == {**private, "public.html": usual}
    again = ("run", "plan.toml", "--out", "released", "--force")
    discret(*again, "--group")
    group = dict.fromkeys(private, "640")
    assert rights(here / "released") == {**group, "public.html": usual}
    discret(*again)
    assert rights(here / "released") == {**group, "public.html": usual}
    for path in (here / "released").iterdir():
        path.chmod(0o600)
    discret(*again)
    discret("report", "released", "--public")
    assert set(rights(here / "released").values()) == {"600"}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("report", "released", "--out", "out"), "out"),
        (("compare", "released", "released", "--out", "out"), "out"),
        ((*DIFFERENCE, "--out", "folder"), "folder/at_risk.csv"),
    ],
)
def test_what_is_for_those_inside_is_closed_to_others(
    discret: Call, here: Path, words: tuple[str, ...], name: str
) -> None:
    discret(*words)
    assert (here / name).stat().st_mode & 0o777 == 0o600
    shutil.rmtree(here / "folder", ignore_errors=True)
    discret(*words, "--group")
    assert (here / name).stat().st_mode & 0o777 == 0o640


# -- full disks ----------------------------------------------------------------------------

WRITERS: dict[str, tuple[str, ...]] = {
    **{name: (*words, "page.html") for name, words in FILES.items()},
    **{name: (*words, "out") for name, (words, _) in FOLDERS.items()},
    "run again": ("run", "plan.toml", "--force", "--out", "released"),
}
SMALL = {"profile"}  # a plan has room in 3000 bytes


@pytest.mark.parametrize(
    ("command", "room"),
    [*product(WRITERS, [0]), *((name, 3000) for name in WRITERS if name not in SMALL)],
)
def test_a_full_disk_is_told_and_what_was_there_stays(
    discret: Call, here: Path, command: str, room: int
) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        before = everything_in(here)
        told = discret(*WRITERS[command])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert told.code == 2, told.err
    assert "File too large" in told.err
    assert "Hint: " in told.err
    assert everything_in(here) == before


# -- what a killed run left ----------------------------------------------------------------


def test_what_a_killed_run_left_is_removed_and_told(discret: Call, here: Path) -> None:
    left = here / "released" / ".discret-0123456789ab"
    (left / "new").mkdir(parents=True)
    left.chmod(0o700)
    (here / ".discret-0123456789ab-page.html").write_text("half")
    told = discret("report", "released", "-l", "fr")
    assert "discret\u202f: un traitement a été tué ici" in told.err
    assert not left.exists()
    assert "killed here" in discret("compare", "released", "released", "--out", "page.html").err
    assert not list(here.glob(".discret-*"))


@pytest.mark.parametrize("words", [("report", "released"), ("compare", "released", "released")])
def test_a_change_that_was_decided_is_completed_before_its_record_is_read(
    discret: Call, here: Path, words: tuple[str, ...]
) -> None:
    left = here / "released" / ".discret-0123456789ab"
    (left / "new").mkdir(parents=True)
    left.chmod(0o700)
    for name in ("record.json", "release.csv"):
        (here / "released" / name).rename(left / "new" / name)
    moves = '{"come": ["record.json", "release.csv"], "go": [], "folders": []}'
    (left / "journal.json").write_text(moves, encoding="utf-8")
    told = discret(*words)
    assert told.code == 0
    assert "its files are now all in place" in told.err
    assert (here / "released" / "release.csv").is_file()


def test_json_stays_json_when_it_is_told(discret: Call, here: Path) -> None:
    (here / "out" / ".discret-0123456789ab").mkdir(parents=True)
    (here / "out" / ".discret-0123456789ab").chmod(0o700)
    told = discret("run", "plan.toml", "--out", "out", "--json")
    assert told.json["met"] is True
    assert "killed here" in told.err
