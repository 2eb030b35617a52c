"""The benchmarks: `make bench` runs them all, `python bench/run.py door` one of them.

A measurement is a module of this directory with a function `measure` that gives sections of the report.
"""

import importlib
import sys

import report

MEASUREMENTS = (
    "door",
    "busy",
    "door_list",
    "doors",
    "settling",
    "backups",
    "search",
    "sorts",
    "spreadsheets",
    "history",
)


def main() -> None:
    """Run the measurements that are named, or all."""
    names = sys.argv[1:] or MEASUREMENTS
    unknown = set(names) - set(MEASUREMENTS)
    if unknown:
        sys.exit(f"There is no measurement {', '.join(unknown)}. There are: {', '.join(MEASUREMENTS)}.")
    sections = []
    for name in names:
        found = importlib.import_module(name).measure()
        report.write(found)
        sections += found
    if not all(bar.is_met for section in sections for bar in section.bars):
        sys.stdout.write("Some bars were missed.\n")


if __name__ == "__main__":
    main()
