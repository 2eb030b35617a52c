"""Which test holds which statement of docs/contract.md: writes docs/spec-coverage.md, or with --check nothing.

A test holds a statement by naming its id (2.auth.3) in its title, docstring or a comment beside it. A statement that
ends in `(next)` is not built yet and is listed as open; any other without a test is an error. So is an id that
two statements have, and an id, a section or a topic that a test, the code or a document cites (`contract 5, 10`) and
the contract does not have.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "backend"))

from tests.contract_ids import ids_in  # noqa: E402 - the back end's folder is no installed package

CONTRACT = ROOT / "docs" / "contract.md"
TABLE = ROOT / "docs" / "spec-coverage.md"
DEFINED = re.compile(r"\*\*(\d+\.[a-z-]+\.\d+)\*\*")
SECTION = re.compile(r"^## (\d+)\. ", re.MULTILINE)
# `contract 3, 5 and 7`, `contract 10.cookie`; ids_in() reads the number of a statement.
CITED = re.compile(r"\b[cC]ontract (\d+(?:\.[a-z][a-z-]*)?(?:(?:, | and )\d+(?:\.[a-z][a-z-]*)?)*)")
TESTS = (("backend/tests", "*.py"), ("frontend/src", "*.test.ts*"), ("frontend/e2e", "*.spec.ts"))
# Other files that may cite an id. A test's own ids count as held, these only have to exist.
CITING = (
    ("backend/doorlist", "*.py"),
    ("backend/tests", "*.py"),
    ("frontend/src", "*.ts*"),
    ("frontend/src", "*.css"),
    ("frontend/e2e", "*.ts"),
    ("frontend/pictures", "*.ts"),
    ("bench", "*.py"),
    ("docs", "*.md"),
    (".", "*.md"),
)
# A purpose is held by everything; its statements are headings, not facts that one test could hold.
HEADINGS = "1.purpose."


def main() -> int:
    """Write or check the table; 0 when every built statement has a test."""
    statements = read_statements()
    held = find_ids(TESTS)
    cited = find_ids(CITING)
    unknown = sorted(name for name in set(cited) - set(statements) if not name.startswith(HEADINGS))
    places = find_places(CITING)
    wrong = sorted(set(places) - read_places(statements))
    missing = [name for name, is_open in statements.items() if not is_open and name not in held]
    for name in unknown:
        print(f"No such statement in docs/contract.md: {name}, cited by {', '.join(sorted(cited[name]))}")
    for name in wrong:
        print(f"No such part of docs/contract.md: 'contract {name}', cited by {', '.join(sorted(places[name]))}")
    for name in missing:
        print(f"No test holds {name}")
    twice = find_defined_twice()
    for name in twice:
        print(f"Two statements of docs/contract.md have one id: {name}")
    if "--check" not in sys.argv:
        TABLE.write_text(render(statements, held))
    return 1 if missing or unknown or wrong or twice else 0


def read_places(statements: Iterable[str]) -> set[str]:
    """The sections of the contract, and the topics of its ids: `10` and `10.cookie`."""
    return {*SECTION.findall(CONTRACT.read_text()), *(name.rpartition(".")[0] for name in statements)}


def find_places(places: tuple[tuple[str, str], ...]) -> dict[str, set[str]]:
    """For each section or topic that is cited as `contract 5` the files that do so."""
    named: dict[str, set[str]] = defaultdict(set)
    for file in files_of(places):
        for cited in CITED.findall(file.read_text()):
            for place in re.split(r", | and ", cited):
                named[place].add(str(file.relative_to(ROOT)))
    return named


def files_of(places: tuple[tuple[str, str], ...]) -> Iterator[Path]:
    """The files of the folders, and the files in the repository's root without its folders."""
    for folder, pattern in places:
        found = ROOT.glob(pattern) if folder == "." else (ROOT / folder).rglob(pattern)
        yield from sorted(set(found) - {TABLE})


def read_statements() -> dict[str, bool]:
    """Each statement's id, and whether it is still open, in the order of the contract."""
    statements = {}
    for line in CONTRACT.read_text().splitlines():
        found = DEFINED.search(line)
        if found and not found[1].startswith(HEADINGS):
            statements[found[1]] = line.rstrip(" |").endswith("(next)")
    return statements


def find_defined_twice() -> list[str]:
    """The ids that more than one line of the contract defines."""
    lines = map(DEFINED.search, CONTRACT.read_text().splitlines())
    counted = Counter(found[1] for found in lines if found)
    return [name for name, count in counted.items() if count > 1]


def find_ids(places: tuple[tuple[str, str], ...]) -> dict[str, set[str]]:
    """For each id the files that name it."""
    named: dict[str, set[str]] = defaultdict(set)
    for file in files_of(places):
        for name in ids_in(file.read_text()):
            named[name].add(str(file.relative_to(ROOT)))
    return named


def render(statements: dict[str, bool], held: dict[str, set[str]]) -> str:
    """The table as a page."""
    open_count = sum(statements.values())
    lines = [
        "# Which test holds which statement",
        "",
        "Generated by `make coverage-table` from the ids in [contract.md](contract.md) and the tests that name them.",
        f"{len(statements) - open_count} statements are built, {open_count} are open.",
        "",
        "| statement | held by |",
        "|---|---|",
    ]
    for name, is_open in statements.items():
        tests = ", ".join(f"`{file}`" for file in sorted(held.get(name, ())))
        lines.append(f"| {name} | {tests or ('open' if is_open else '**nothing**')} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
