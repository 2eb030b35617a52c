"""Finds phrases that CONTRIBUTING.md's 'Prose' asks to write plainly, in lines added since the branch left main.

Reads comments and docstrings of Python, comments of TypeScript and CSS, and the prose of Markdown. Lines of earlier
commits are not judged. Without a branch main, locally or at origin, only uncommitted lines are; without git, none.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = frozenset({".ts", ".tsx", ".js", ".mjs", ".mts", ".css"})
# Generated, frozen, or a list of phrases.
EXEMPT = re.compile(r"(^|/)(schema\.d\.ts|CHANGELOG\.md|wording\.py)$|/migrations/versions/")
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))?")
SCRIPT_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL
)
CONTRACT_ID = re.compile(r"\b\d+\.[a-z-]+\.\d+")
DIRECTIVE = re.compile(r"^\W*(noqa|type:|ruff:|mypy:|pragma|biome-ignore|@ts-|!/)")


@dataclass(frozen=True)
class Phrase:
    """An expression, and the advice for the sentence that has it. `@` in the expression begins a sentence."""

    expression: str
    advice: str

    def found_in(self, text: str) -> list[str]:
        """Each occurrence. Ids of the contract, which never change, have none."""
        pattern = self.expression.replace("@", r"(?:^|(?<=[.!?:] ))")
        flags = re.NOFLAG if "@" in self.expression else re.IGNORECASE
        return [found[0] for found in re.finditer(pattern, CONTRACT_ID.sub("", text), flags)]


PHRASES = (
    Phrase(r"\bwho(m?ever)\b", "name the person: the caller, the user, the guest"),
    Phrase(r"\bof (which|whom)\b", "write two sentences, or 'whose'"),
    Phrase(r"@(What|Who|Whom|Whose)\b(?![^.]*\?)", "begin with the noun"),
    Phrase(r"@The same (as|with|for|of|in|at|from|again)\b", "say what happens"),
    Phrase(r"\b(some|any|every)body\b", "name the person, or write 'someone', 'anyone', 'everyone'"),
    Phrase(r"\bone's own\b|\boneself\b", "name the owner"),
    Phrase(r"\balso (if|where|when|after|once|while|without)\b", "write 'even if', 'even after'"),
    Phrase(r"\b(all|none|nobody|everyone|everything|nothing) but\b", "write 'except' or 'only'"),
    Phrase(r"\bof (ours|theirs|its own|their own)\b", "write 'our', 'its own', 'separate'"),
    Phrase(r"\bfor good\b", "write 'permanently'"),
    Phrase(r"\bat the (least|most|latest)\b", "write 'at least', 'at most'"),
    Phrase(r"\ball the same\b", "write 'anyway' or 'still'"),
    Phrase(r"\bany more\b(?! than)", "write 'no longer'"),
    Phrase(r"\b(comes|came) to (the same|nothing|an end)\b", "name the result"),
    Phrase(r"\b(is|are|was|no) news\b", "write 'has changed', 'is new'"),
    Phrase(r"\b(un)?settl(e|es|ed|ing|ement)\b", "write 'sync', 'apply' or 'resolve'"),
    Phrase(r"\blineages?\b", "write 'data generation'"),
    Phrase(r"(?<!')\b(tells?|told)\b(?![^.]{0,40}\bapart\b)", "write 'returns', 'reports', 'sends', 'notifies'"),
    Phrase(r"\bhea(rs?|rd)\b", "write 'receives', 'is notified'"),
    Phrase(r"\b(tak(e|es|en|ing)|took)( \w+){0,2} back\b", "write 'undo', 'revoke', 'revert'"),
    Phrase(r"\bremember(s|ed|ing)?\b", "write 'stored', 'recorded', 'cached'"),
    Phrase(r"\blook(s|ed|ing)? at\b", "write 'check', 'read', 'review'"),
    Phrase(r"\b(stands?|stood)\b(?! (for|still|alone|by|out)\b)", "write 'is', 'appears', 'is stored'"),
    Phrase(r"\b(the|this|each|which|other) rooms?\b(?! for)", "write 'module'"),
    Phrase(r"\b(both|two|each|either) floors?\b", "write 'back end and front end'"),
)

Prose = Iterator[tuple[int, str]]


def main() -> int:
    """Print each phrase with its place; 0 when there is none."""
    count = 0
    for name, added in added_lines().items():
        file = ROOT / name
        for number, text in prose_of(file):
            for phrase in PHRASES if number in added else ():
                for found in phrase.found_in(text):
                    print(f"{name}:{number}: '{found}': {phrase.advice}")
                    count += 1
    return 1 if count else 0


def added_lines() -> dict[str, set[int]]:
    """Numbers of the lines added since the branch left main, by file; all lines of a file unknown to git."""
    if git("rev-parse", "--is-inside-work-tree") is None:
        return {}
    added: dict[str, set[int]] = {}
    lines: set[int] = set()
    options = ("--unified=0", "--no-color", "--no-ext-diff", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/")
    for line in (git("-c", "core.quotePath=false", "diff", *options, base()) or "").splitlines():
        if line.startswith("+++ "):
            lines = added.setdefault(line.removeprefix("+++ b/"), set()) if is_read(line) else set()
        elif hunk := HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines.update(range(first, first + count))
    for name in (git("ls-files", "--others", "--exclude-standard") or "").splitlines():
        if is_read(name):
            added[name] = set(range(1, len((ROOT / name).read_text("utf-8").splitlines()) + 1))
    return added


def base() -> str:
    """The commit where this branch left main, or the last commit where main is not known."""
    for main in ("main", "origin/main"):
        if found := git("merge-base", main, "HEAD"):
            return found.strip()
    return "HEAD"


def git(*arguments: str) -> str | None:
    """Output of a git command; None if it failed or there is no git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def is_read(name: str) -> bool:
    """True for files with prose that this project wrote."""
    return Path(name).suffix in {*SCRIPTS, ".py", ".md"} and not EXEMPT.search(name)


def prose_of(file: Path) -> Prose:
    """Lines of prose with their numbers, without quoted code."""
    source = file.read_text("utf-8")
    readers = {".py": python_prose, ".md": markdown_prose}
    for number, text in readers.get(file.suffix, script_prose)(source):
        if not DIRECTIVE.match(text):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "_", text).strip(" #/*>|-")


def python_prose(source: str) -> Prose:
    """Comments and docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from enumerate(node.value.value.split("\n"), node.lineno)


def script_prose(source: str) -> Prose:
    """Comments outside of strings."""
    for found in SCRIPT_TOKEN.finditer(source):
        if found["comment"]:
            first = source.count("\n", 0, found.start()) + 1
            yield from enumerate(found["comment"].split("\n"), first)


def markdown_prose(source: str) -> Prose:
    """Lines outside of fenced code."""
    is_code = False
    for number, line in enumerate(source.split("\n"), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line


if __name__ == "__main__":
    sys.exit(main())
