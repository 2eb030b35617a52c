"""Ids of the contract (`4.scan.35`) in texts, and the tests that name them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

# The number after a comma may begin the next id: in `2.auth.12, 4.first.1` the 4 is no number of 2.auth.
NAMED = re.compile(r"\b(\d+\.[a-z-]+)\.(\d+(?:(?:, |/|\.\.)\d+(?!\d|\.[a-z]))*)\b")


def ids_in(text: str) -> set[str]:
    """Ids that a text names: `2.auth.3, 4`, `2.auth.3/4` and `2.auth.3..6` name several."""
    return {f"{topic}.{number}" for topic, numbers in NAMED.findall(text) for number in _expand(numbers)}


def _expand(numbers: str) -> list[int]:
    """'3, 5..7' is 3, 5, 6, 7."""
    expanded: list[int] = []
    for part in re.split(r", |/", numbers):
        first, _, last = part.partition("..")
        expanded += range(int(first), int(last or first) + 1)
    return expanded


def names_part(ids: set[str], part: str) -> bool:
    """True if an id is `part` or belongs to it: `4` is a section, `4.scan` a topic, `4.scan.35` a statement."""
    return any(f"{named}.".startswith(f"{part}.") for named in ids)


@cache
def ids_by_test(file: Path) -> dict[str, set[str]]:
    """Ids of each test of a file, by the names that lead to it: `TestUndo.test_of_a_repeat`.

    A test has the ids in its lines, in the comment above it, and in the heads of its class and file.
    """
    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    return dict(_tests_in(tree, lines, "", ids_in("\n".join(lines[: _first_line(tree.body, lines)]))))


def _tests_in(
    parent: ast.Module | ast.ClassDef, lines: list[str], prefix: str, inherited: set[str]
) -> Iterator[tuple[str, set[str]]]:
    for node in parent.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, inherited | ids_in("\n".join(lines[_start(node, lines) : node.end_lineno]))
        elif isinstance(node, ast.ClassDef):
            head = lines[_start(node, lines) : _first_line(node.body, lines)]
            yield from _tests_in(node, lines, f"{prefix}{node.name}.", inherited | ids_in("\n".join(head)))


def _first_line(body: list[ast.stmt], lines: list[str]) -> int:
    """Index of the line where the first function or class begins."""
    members = (node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    return next((_start(node, lines) for node in members), len(lines))


def _start(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, lines: list[str]) -> int:
    """Index of a test's first line, with its decorators and the comment above it."""
    start = min(part.lineno for part in (node, *node.decorator_list)) - 1
    while start and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return start
