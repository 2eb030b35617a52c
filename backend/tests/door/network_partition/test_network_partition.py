"""In the manner of Jepsen: five doors, a network that breaks in every way, the real server, and a checker.

`DOORLIST_DOORS_SEED=7 pytest tests/door/network_partition` runs the evenings of a seed that has failed, and no others.
`DOORLIST_DOORS_SEED=1-200` runs the evenings of 200 seeds.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import Databases
from tests.door.network_partition.checker import changes_elsewhere, contradictions
from tests.door.network_partition.evening import Evening, Venue, build
from tests.door.network_partition.upload import uploaded
from tests.server.process import serving

pytestmark = pytest.mark.server

CHOSEN = os.environ.get("DOORLIST_DOORS_SEED")


def seeds(usual: int) -> list[Any]:
    """The seeds of every run, and the others of a soak; or the chosen ones."""
    if CHOSEN:
        first, _, last = CHOSEN.partition("-")
        return list(range(int(first), int(last or first) + 1))
    soak = [pytest.param(seed, marks=pytest.mark.soak) for seed in range(usual + 1, 101)]
    return [*range(1, usual + 1), *soak]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("doors"))


@pytest.fixture(scope="module")
def venue(databases: Databases, program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with (
        databases.fresh(tmp_path_factory.mktemp("network-partition") / "data") as settings,
        serving(settings) as server,
        Venue.at(server, settings, program) as made,
    ):
        yield made


@pytest.mark.matrix
@pytest.mark.parametrize("seed", seeds(10))
def test_whatever_doors_decided_apart_comes_together(venue: Venue, seed: int) -> None:
    # 4.door-time.1, 2, 4, 5, 6, 7, 12, 21, 22, 23, 24, 25, 26, 28; 4.outbox.1, 7; 4.settle.6; 7.settle.4
    _run(venue, seed, venue.evening(seed))


@pytest.mark.matrix
@pytest.mark.parametrize("seed", seeds(4))
def test_exits_and_returns_decided_apart_come_together(venue: Venue, seed: int) -> None:
    # 4.exit.9, 4.exit.17
    _run(venue, seed, venue.evening(seed, counts_exits=True))


@pytest.mark.matrix
@pytest.mark.parametrize("seed", seeds(6))
def test_check_ins_at_lists_decided_apart_come_together(venue: Venue, seed: int) -> None:
    # 4.lists.1; 4.check-in-list.900, 901, 902, 903, 904, 905, 908, 909, 910, 912
    _run(venue, seed, venue.evening(seed, has_lists=True, counts_exits=seed % 2 == 0))


def _run(venue: Venue, seed: int, evening: Evening) -> None:
    found = [*evening.unsent, *contradictions(evening.history, evening.database), *changes_elsewhere(evening.elsewhere)]
    one, other = (uploaded(venue, evening, order) for order in (seed, -seed))
    if one != other:
        found.append(f"The order of upload changes what comes of it: {one ^ other}")
    assert not found, "\n".join([f"DOORLIST_DOORS_SEED={seed}: {len(found)} contradictions", *found[:10]])
