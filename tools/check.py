"""`make check`: every quick check, two at a time; what a check prints is shown once it fails.

Ends with one line per check, and with what pytest and vitest sum up. With `--long` the rest of `make test`: what stands
on a database and what needs a browser, side by side, because each of them waits while the other has something to do.
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BACKEND, FRONTEND = ROOT / "backend", ROOT / "frontend"
# How Playwright, pytest and vitest name a test that failed.
FAILED_TEST = re.compile(r"^ +\[(?:phone|desktop)\] \u203a .*|^(?:FAILED|ERROR) .*|^ *FAIL .*", re.MULTILINE)
PYTHON_FOLDERS = ". ../bench ../tools ../frontend/pictures"


@dataclass(frozen=True)
class Check:
    """A command line, the folder where it runs, and how many of its last lines are worth reading when all is well."""

    name: str
    folder: Path
    command: str
    summary_lines: int = 0


# The longest first, so that the short ones fill what is left of the time.
CHECKS = (
    Check("vitest", FRONTEND, "npm run --silent test -- --reporter=dot", summary_lines=4),
    Check("pytest", BACKEND, ".venv/bin/pytest -q -m quick", summary_lines=1),
    Check("mypy", BACKEND, ".venv/bin/mypy && MYPYPATH=../bench .venv/bin/mypy ../bench ../tools"),
    Check("tsc", FRONTEND, "npm run --silent typecheck"),
    Check("knip", FRONTEND, "npm run --silent knip"),
    Check("biome", FRONTEND, "npm run --silent lint"),
    Check("import-linter", BACKEND, ".venv/bin/lint-imports"),
    Check("schema.d.ts", FRONTEND, "npm run --silent api:check"),
    Check("contract ids", ROOT, "backend/.venv/bin/python tools/spec_coverage.py --check"),
    Check("ruff", BACKEND, f".venv/bin/ruff check {PYTHON_FOLDERS}"),
    Check("ruff format", BACKEND, f".venv/bin/ruff format --check {PYTHON_FOLDERS}"),
)

# Two at a time each: they keep two cores busy, and more of them only miss their deadlines.
LONG_CHECKS = (
    Check("browser tests", FRONTEND, "npm run --silent e2e -- --workers=2", summary_lines=6),
    Check("pytest", BACKEND, ".venv/bin/pytest -q -n 2 --dist worksteal -m 'not quick'", summary_lines=1),
)


@dataclass(frozen=True)
class Outcome:
    """How a check ended."""

    check: Check
    passed: bool
    printed: str
    seconds: float


def main() -> int:
    """Run all; 0 when each passed."""
    checks = LONG_CHECKS if "--long" in sys.argv[1:] else CHECKS
    began = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        running: list[Future[Outcome]] = [pool.submit(run, check) for check in checks]
        outcomes = [future.result() for future in running]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    for outcome in failed:
        print(f"\n--- {outcome.check.name}: {outcome.check.command}\n{outcome.printed}")
    for outcome in outcomes:
        if outcome.passed and outcome.check.summary_lines:
            print("\n".join(outcome.printed.strip().splitlines()[-outcome.check.summary_lines :]))
    print(f"{len(outcomes) - len(failed)} of {len(outcomes)} checks passed in {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def run(check: Check) -> Outcome:
    """Run one; print how it ended, with the names of failed tests, as soon as it has."""
    began = time.monotonic()
    done = subprocess.run(  # noqa: S603 - the commands above
        ["/bin/sh", "-c", check.command],
        cwd=check.folder,
        env={**os.environ, "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    seconds = time.monotonic() - began
    passed = done.returncode == 0
    print(f"{'ok    ' if passed else 'FAILED'} {check.name}, {seconds:.0f} s", flush=True)
    if not passed:
        names = dict.fromkeys(FAILED_TEST.findall(done.stdout))
        print("\n".join(names), flush=True)
    return Outcome(check, passed, done.stdout, seconds)


if __name__ == "__main__":
    sys.exit(main())
