"""House rules that no linter knows: sizes, names, and documents that say what is there."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from doorlist import __version__
from doorlist.cli import app
from doorlist.core.config import REPOSITORY, Settings
from doorlist.core.db.database import Database
from doorlist.core.http.openapi import openapi_text
from doorlist.main import create_app

GUIDE = REPOSITORY / "docs" / "a-night-at-the-door.md"
TRUST = REPOSITORY / "docs" / "trust-the-certificate.md"
DOCUMENTS = [
    REPOSITORY / "README.md",
    REPOSITORY / "ARCHITECTURE.md",
    REPOSITORY / "CONTRIBUTING.md",
    REPOSITORY / "CHANGELOG.md",
    GUIDE,
    TRUST,
    *sorted((REPOSITORY / "docs" / "decisions").glob("*.md")),
]
# Where a name may begin: the checkout, the back end or the front end, or the sources of either.
ROOTS = [REPOSITORY / folder for folder in ("", "backend", "backend/doorlist", "frontend", "frontend/src")]
# Made by building and running, so a bare checkout has none.
MADE_LATER = re.compile(r"(data|demo-data|frontend/dist|dist|node_modules)(/|$)")
FILE_ENDINGS = {
    "css",
    "html",
    "ini",
    "json",
    "lock",
    "md",
    "mjs",
    "mako",
    "py",
    "sql",
    "svg",
    "toml",
    "ts",
    "tsx",
    "yml",
}
# Files of frontend/e2e that repeat a main path in unusual conditions, so that `make test-rest` has all of them.
WITHOUT_MAIN_PATH = {
    "broken-reads": "each read fails in turn",
    "broken-writes": "each write fails in turn",
    "door-certificate": "a certificate that was clicked through",
    "door-clock": "clocks that are wrong",
    "door-conflicts": "two doors that decide apart; the screen of conflicts has a main path",
    "door-first-step": "a second factor that becomes required while a door is open",
    "door-layout": "narrow screens and long names",
    "door-privacy": "what the device keeps at sign-out",
    "door-profile": "the files of the browser",
    "door-releases": "two releases in two tabs",
    "door-restore": "an older backup while a door is open",
    "door-session": "sessions that end while a door is open",
    "door-slow": "a list that loads slowly",
    "door-state": "devices that are removed, and records that conflict",
    "door-storage": "a browser without room",
    "door-survives": "a server and a browser that are killed",
    "door-trouble": "a camera or a reader that stops",
    "door-two-windows": "two doors of a full house; exits and capacity have a main path each",
    "doors-night": "a whole night",
}
NEVER = {"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}


@cache
def files() -> list[Path]:
    """Every file of the repository, new ones included, without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [REPOSITORY / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def named_paths(text: str) -> set[str]:
    """The names in `code` of the document that can only be files or folders of this repository."""
    words = re.findall(r"`([^`\s]+)`", text)
    return {word for word in words if _is_path(word)}


def _is_path(word: str) -> bool:
    if not re.fullmatch(r"[\w.@*-]+(/[\w.@*-]+)*/?", word):
        return False
    if word.startswith(("application/", "text/", "image/")) or MADE_LATER.match(word):
        return False
    stem, _, ending = word.rpartition(".")
    return "/" in word or (stem != "" and not word.startswith(".") and ending in FILE_ENDINGS)


def is_there(word: str) -> bool:
    word = word.rstrip("/")
    if "/" not in word:
        return any(path.name == word for path in files()) or any((root / word).exists() for root in ROOTS)
    return any(next(root.glob(word), None) is not None for root in ROOTS)


def linked_files(text: str) -> set[str]:
    targets = re.findall(r"\]\(([^)#\s]+)", text)
    return {target for target in targets if "://" not in target}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
class TestDocuments:
    def test_name_only_what_is_there(self, document: Path) -> None:
        assert [word for word in sorted(named_paths(document.read_text("utf-8"))) if not is_there(word)] == []

    def test_link_only_to_what_is_there(self, document: Path) -> None:
        targets = linked_files(document.read_text("utf-8"))
        assert [target for target in sorted(targets) if not (document.parent / target).exists()] == []


def test_the_check_of_documents_sees_paths_and_nothing_else() -> None:
    text = (
        "`backend/doorlist/cli.py` `docs/` `cast.py` `make run` `application/problem+json` `/api/me` `room: verb` `x`"
    )
    assert named_paths(text) == {"backend/doorlist/cli.py", "docs/", "cast.py"}
    assert not is_there("backend/doorlist/nowhere.py")
    assert not is_there("nowhere.py")


@pytest.mark.parametrize("document", [GUIDE, REPOSITORY / "README.md"], ids=lambda path: path.name)
def test_what_is_quoted_to_people_is_what_the_screens_say(document: Path) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in (REPOSITORY / "frontend" / "src").rglob("*.ts*"))
    quoted = re.findall(r"(?<!\w)'([^'\n]+)'(?!\w)", document.read_text("utf-8"))
    assert quoted
    # Values are written as examples, or in braces.
    parts = {part for quote in quoted for part in re.split(r"\{\w+\}|\$?\d[\d.]*", quote)}
    assert {part for part in parts if part not in texts} == set()


def test_every_decision_is_in_the_list_of_decisions() -> None:
    listed = linked_files((REPOSITORY / "docs" / "decisions" / "README.md").read_text("utf-8"))
    made = {path.name for path in (REPOSITORY / "docs" / "decisions").glob("0*.md")}
    assert made <= listed


def test_the_newest_version_of_the_changelog_is_the_one_that_is_here() -> None:  # 10.run.262
    headings = re.findall(
        r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", (REPOSITORY / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert headings[:2] == ["Unreleased", __version__]
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.stdout) == (0, f"doorlist {__version__}\n")


class TestSizes:
    def test_routers_stay_under_150_lines(self) -> None:
        self.check("backend/doorlist/*/router.py", 150)

    def test_services_stay_under_300_lines(self) -> None:
        self.check("backend/doorlist/*/service.py", 300)

    def test_components_stay_under_200_lines(self) -> None:
        self.check("frontend/src/**/*.tsx", 200)

    def check(self, pattern: str, limit: int) -> None:
        found = [path for path in REPOSITORY.glob(pattern) if ".test." not in path.name]
        assert found
        sizes = {str(path.relative_to(REPOSITORY)): lines(path) for path in found}
        assert {name: size for name, size in sizes.items() if size >= limit} == {}


def test_nothing_is_named_after_not_knowing_what_it_is() -> None:
    parts = {part for path in files() for part in path.relative_to(REPOSITORY).parts}
    assert {part for part in parts if NEVER & set(re.split(r"[^a-z]+", part.lower()))} == set()


def test_the_committed_description_of_the_api_is_fresh() -> None:
    settings = Settings(data_dir=Path("nowhere"))
    fresh = openapi_text(create_app(settings, Database(settings)))
    assert (REPOSITORY / "openapi.json").read_text("utf-8") == fresh, "Run: make api"


def test_every_system_has_a_drawing_of_where_to_tap_that_has_words_and_both_schemes() -> None:
    drawn = re.findall(r'<img src="(pictures/trust-(\w+)\.svg)" width="(\d+)" alt="([^"]+)">', TRUST.read_text())
    assert [system for _, system, _, _ in drawn] == ["iphone", "android", "windows", "macos"]
    for file, system, width, alternative in drawn:
        assert len(alternative) > 50, system
        # A phone of 390 px shows it in full size.
        assert int(width) <= 360, system
        drawing = (TRUST.parent / file).read_text()
        assert re.search(r"<title [^>]+>[^<]+</title>\s*<desc [^>]+>[^<]+</desc>", drawing), system
        assert "prefers-color-scheme:dark" in drawing, system


def test_each_browser_file_has_a_main_path_or_a_reason() -> None:
    specs = [file for file in files() if "e2e" in file.parts and file.name.endswith(".spec.ts")]
    without = {file.name.removesuffix(".spec.ts") for file in specs if '"@main"' not in file.read_text("utf-8")}
    assert without == WITHOUT_MAIN_PATH.keys()
