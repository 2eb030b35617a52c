"""Which SQL statements `make test` leaves untested on PostgreSQL: runs all its tests there and reads the server's log.

Ends with 1 and names each such statement with a test that runs it: mark that test with `both_engines`, unless it is a
further case of a test with that mark. Takes about as long as the tests of `make test-rest`.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

BACKEND = Path(__file__).resolve().parent.parent / "backend"
PYTEST = [".venv/bin/pytest", "-q", "-k", "postgresql"]
ENTRY = re.compile(r"@@([^@]*)@@LOG: {2}(?:statement|execute [^:]*): (.*)", re.DOTALL)
# Statements that differ in their values alone, or in the number of them, are one.
VALUES = (
    (re.compile(r"'(?:[^']|'')*'"), "?"),
    (re.compile(r"\$\d+(?:::\w+(?: WITH(?:OUT)? TIME ZONE)?(?:\[\])?)?|\b\d+\b"), "?"),
    (re.compile(r"doorlist_\w+"), "?"),
    (re.compile(r"\s+"), " "),
    (re.compile(r"\?(?:, ?\?)+"), "?"),
    (re.compile(r"(\([^()]*\))(?:, ?\([^()]*\))+"), r"\1"),
)


def main() -> int:
    """Run the tests, and print what only `make test-rest` has."""
    with tempfile.TemporaryDirectory() as folder:
        # The account of PostgreSQL is another one where root runs the tests.
        Path(folder).chmod(0o777)
        command = [*PYTEST, "-n", "2", "--dist", "worksteal", "-m", "not server and not soak"]
        environment = {**os.environ, "DOORLIST_STATEMENTS": folder}
        if subprocess.run(command, cwd=BACKEND, env=environment, check=False).returncode:  # noqa: S603 - ours
            return 1
        tests_of = statements(Path(folder))
    in_make_test = collected("not quick and not rest")
    missing = {statement: tests for statement, tests in tests_of.items() if not tests & in_make_test}
    for statement, tests in sorted(missing.items(), key=lambda each: min(each[1])):
        print(f"{min(tests)}\n    {statement[:200]}")
    print(f"{len(tests_of) - len(missing)} of {len(tests_of)} statements run on PostgreSQL in make test")
    return 1 if missing else 0


def statements(folder: Path) -> dict[str, set[str]]:
    """The tests that run each statement."""
    lines = (folder / "tests").read_text(encoding="utf-8").splitlines()
    test_of = {database: name.rpartition(" ")[0] for database, _, name in (line.partition(" ") for line in lines)}
    found = defaultdict[str, set[str]](set)
    for log in folder.glob("*.log"):
        for database, statement in entries(log):
            if database in test_of:
                found[statement].add(test_of[database])
    return found


def entries(log: Path) -> Iterator[tuple[str, str]]:
    """Each statement in the log with its database, without its values."""
    text = log.read_text(encoding="utf-8", errors="replace")
    for part in re.split(r"^(?=@@)", text, flags=re.MULTILINE):
        if entry := ENTRY.match(part):
            statement = entry[2]
            for pattern, replacement in VALUES:
                statement = pattern.sub(replacement, statement)
            yield entry[1], statement.strip()


def collected(marks: str) -> set[str]:
    """The ids of the tests with these marks."""
    command = [*PYTEST, "--collect-only", "-m", marks]
    printed = subprocess.run(command, cwd=BACKEND, capture_output=True, text=True, check=True).stdout  # noqa: S603 - ours
    return {line for line in printed.splitlines() if "::" in line}


if __name__ == "__main__":
    sys.exit(main())
