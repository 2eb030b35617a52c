"""Runs the checks and tests of `make check`, `make test` and `make test-rest`; prints what a check prints if it fails.

Ends with the summary lines of pytest, vitest and Playwright, with a count of the checks, and with the names of failed
tests. `check.py` runs the quick checks, `check.py test` these and the tests of `make test`, `check.py rest` all others.
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BACKEND, FRONTEND = ROOT / "backend", ROOT / "frontend"
# How Playwright, pytest and vitest name a test that failed.
FAILED_TEST = re.compile(r"^ +\[(?:phone|desktop)\] \u203a .*|^(?:FAILED|ERROR) .*|^ *FAIL .*", re.MULTILINE)
# How each of them begins the reason.
REASON = re.compile(r"^(?:E  |\s*(?:\w*Error\b|Locator:|Expected|Received|Test timeout)).*", re.MULTILINE)
PYTHON_FOLDERS = ". ../bench ../tools ../frontend/pictures"


@dataclass(frozen=True)
class Check:
    """A command line, its folder, and the number of last lines that are worth reading if it passes."""

    name: str
    folder: Path
    command: str
    summary_lines: int = 0


# The longest first, so that the short ones fill the remaining time.
CHECKS = (
    Check("vitest", FRONTEND, "npm run --silent test -- --project '!pages' --reporter=dot", summary_lines=4),
    Check("pytest", BACKEND, ".venv/bin/pytest -q -n 2 -m quick", summary_lines=1),
    Check("mypy", BACKEND, ".venv/bin/mypy && MYPYPATH=../bench .venv/bin/mypy ../bench ../tools"),
    Check("tsc", FRONTEND, "npm run --silent typecheck"),
    Check("knip", FRONTEND, "npm run --silent knip"),
    Check("biome", FRONTEND, "npm run --silent lint"),
    Check("import-linter", BACKEND, ".venv/bin/lint-imports"),
    Check("schema.d.ts", FRONTEND, "npm run --silent api:check"),
    Check("contract ids", ROOT, "backend/.venv/bin/python tools/spec_coverage.py --check"),
    Check("wording", ROOT, "backend/.venv/bin/python tools/wording.py"),
    Check("ruff", BACKEND, f".venv/bin/ruff check {PYTHON_FOLDERS}"),
    Check("ruff format", BACKEND, f".venv/bin/ruff format --check {PYTHON_FOLDERS}"),
)


PAGES = Check(
    "vitest of pages",
    FRONTEND,
    "npm run --silent test -- --project pages --reporter=dot --maxWorkers=1",
    summary_lines=4,
)


def long_checks(tests: str, marks: str) -> tuple[Check, ...]:
    """Tests in a browser beside tests with a database, which wait at different times; each with two workers."""
    browser = f"DOORLIST_TESTS={tests} npm run --silent e2e -- --workers=2"
    return (
        Check("browser tests", FRONTEND, browser, summary_lines=6),
        Check("pytest", BACKEND, f".venv/bin/pytest -q -n 2 --dist worksteal -m '{marks}'", summary_lines=1),
    )


PROCESSORS = os.cpu_count() or 2
# Stages, each with the number of its checks that run at a time. Pages compute while the other long tests wait.
SUITES = {
    "check": ((PROCESSORS, CHECKS),),
    "test": ((PROCESSORS, CHECKS), (PROCESSORS + 1, (*long_checks("main", "not quick and not rest"), PAGES))),
    "rest": ((PROCESSORS, long_checks("rest", "rest")),),
}


@dataclass(frozen=True)
class Outcome:
    """How a check ended."""

    check: Check
    passed: bool
    printed: str

    def failed_tests(self) -> list[str]:
        """Names of the tests that failed, each once."""
        return [] if self.passed else list(dict.fromkeys(FAILED_TEST.findall(self.printed)))

    def reasons(self) -> list[str]:
        """The first lines about each failure: a log may be cut to its end."""
        return [] if self.passed else [line[:300] for line in REASON.findall(self.printed)[:40]]


def main() -> int:
    """Run one stage after the other, even after a failure, so that one run names all failures; 0 if all passed."""
    began = time.monotonic()
    stages = SUITES[(sys.argv[1:] or ["check"])[0]]
    outcomes = [outcome for at_once, checks in stages for outcome in run_stage(checks, at_once)]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        print(f"\n--- {outcome.check.name}: {outcome.check.command}\n{outcome.printed}")
    for outcome in outcomes:
        if outcome.passed and outcome.check.summary_lines:
            print("\n".join(outcome.printed.strip().splitlines()[-outcome.check.summary_lines :]))
    print(f"{len(outcomes) - len(failed)} of {len(outcomes)} checks passed in {time.monotonic() - began:.0f} s")
    for outcome in failed:
        print("\n".join([f"FAILED {outcome.check.name}", *outcome.reasons(), *outcome.failed_tests()]))
    return 1 if failed else 0


def run_stage(checks: tuple[Check, ...], at_once: int) -> list[Outcome]:
    """Run the checks of a stage."""
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(run, checks))


def run(check: Check) -> Outcome:
    """Run one; print its result, with the names of failed tests, as soon as it has ended."""
    began = time.monotonic()
    # Python keeps compiled files for the next process, whatever the environment says: pytest compiles the assertions
    # of every test, which takes longer than to run most of them.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(  # noqa: S603 - the commands above
        ["/bin/sh", "-c", check.command],
        cwd=check.folder,
        env={**environment, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    outcome = Outcome(check, done.returncode == 0, done.stdout)
    print(f"{'ok    ' if outcome.passed else 'FAILED'} {check.name}, {time.monotonic() - began:.0f} s", flush=True)
    for name in outcome.failed_tests():
        print(name, flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
