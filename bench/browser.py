"""Measurements in a browser, by the programs in `web/`, and the text of their figures."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from stage import HERE


def in_a_browser(parts: Sequence[str], asked: Mapping[str, object]) -> dict[str, Any]:
    """Measure these parts."""
    done = subprocess.run(
        ["node", str(HERE / "web" / "measure.mjs"), *parts],
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def share_of(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def row(what: str, values: Sequence[float]) -> tuple[str, ...]:
    """A line of the table."""
    middle, most, worst = median(values), share_of(values, 0.95), max(values)
    return (what, str(len(values)), f"{middle:.0f}", f"{most:.0f}", f"{worst:.0f}")
