"""The result of a measurement: a section of results.md, with each figure beside its bar."""

import operator
import platform
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results.md"
_COMPARE: dict[str, Callable[[float, float], bool]] = {">=": operator.ge, "<=": operator.le}


@dataclass(frozen=True)
class Bar:
    """A figure, and its minimum (`>=`) or maximum (`<=`)."""

    what: str
    reached: float
    sense: str
    bar: float
    unit: str = ""

    @property
    def is_met(self) -> bool:
        """True if the figure meets the bar."""
        return _COMPARE[self.sense](self.reached, self.bar)

    def row(self) -> str:
        """The bar's line of the table."""
        said = "met" if self.is_met else "**missed**"
        return f"| {self.what} | {self.reached:.3g}{self.unit} | {self.sense} {self.bar:g}{self.unit} | {said} |"


@dataclass
class Section:
    """One topic: the method, the bars, and the figures behind them."""

    title: str
    about: str
    bars: list[Bar] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def add_table(self, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Add the figures behind the bars."""
        lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
        lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
        self.tables.append("\n".join(lines))

    def text(self) -> str:
        """The section's text in results.md."""
        bars = ["| what | reached | bar | |", "|---|---|---|---|", *(bar.row() for bar in self.bars)]
        return "\n\n".join([f"## {self.title}", self.about, "\n".join(bars), *self.tables])


def write(sections: Sequence[Section], results: Path = RESULTS, *, by: str = "make bench") -> None:
    """Print the sections, and put each in its place among the results; those not measured stay as they were."""
    kept = {}
    if results.exists():
        parts = re.split(r"^## ", results.read_text(), flags=re.MULTILINE)[1:]
        kept = {part.partition("\n")[0]: "## " + part.strip() for part in parts}
    for section in sections:
        kept[section.title] = section.text()
        sys.stdout.write(section.text() + "\n\n")
    head = (
        f"# What was measured\n\nWritten by `{by}`. Figures differ from machine to machine, and with what else"
        " runs there; where there are ratios, they are what to look at."
        f" Last run: Python {platform.python_version()} on {platform.system()}."
    )
    results.write_text("\n\n".join([head, *kept.values()]) + "\n")
