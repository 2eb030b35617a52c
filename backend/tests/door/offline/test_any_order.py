"""Any order of uploads, with repetitions, gives the same state and the same conflicts."""

import itertools
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.door.models import DoorConflict, ScanLogEntry
from tests.door.offline.doors import Device, Evening, two_doors
from tests.house import Json, new_attendee

runs = itertools.count(1)

minutes = st.integers(1, 5)
gates = st.integers(0, 1)
made = st.lists(
    st.tuples(
        st.sampled_from(["admitted", "already", "undo", "left", "not_inside", "undecided", "undo out"]),
        gates,
        minutes,
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=6,
)
Made = list[tuple[str, int, int, int]]


def records_of(made: Made, guest: Json, doors: tuple[Device, Device], run: int) -> list[tuple[Device, Json]]:
    """The records of one evening. Their keys have the same order in every run."""
    records: list[tuple[Device, Json]] = []
    for number, (what, gate, minute, other) in enumerate(made):
        key = f"{number:08x}-0000-4000-8000-{run:012x}"
        door = doors[gate]
        if what.startswith("undo"):
            named = door.check_in(minute, guest)
            undone = {"key": f"{other % len(made):08x}-0000-4000-8000-{run:012x}", "qrHash": named["qrHash"]}
            records.append((door, door.undo(minute, undone, key=key, direction="out" if "out" in what else None)))
        else:
            direction = "out" if what in {"left", "not_inside", "undecided"} else None
            records.append((door, door.check_in(minute, guest, key=key, shown=what, direction=direction)))
    return records


def upload(records: list[tuple[Device, Json]], chance: Random) -> None:
    """Send them in any order, some of them again, in batches of any size, now from one door and now from the other."""
    batches: list[tuple[Device, list[Json]]] = []
    for door in {id(door): door for door, _ in records}.values():
        mine = [record for owner, record in records if owner is door]
        queue = [*chance.sample(mine, len(mine)), *chance.choices(mine, k=chance.randrange(3))]
        while queue:
            size = chance.randint(1, len(queue))
            batches.append((door, queue[:size]))
            queue = queue[size:]
    for door, batch in chance.sample(batches, len(batches)):
        door.send(*batch)


def what_came_of_it(evening: Evening, guest: Json) -> tuple[object, list[object], list[object]]:
    """The guest's state, the conflicts by the numbers of their records, and the rows of the log, without their ids."""
    with evening.house.database.read() as tx:
        rows = list(tx.scalars(select(ScanLogEntry).where(ScanLogEntry.attendee_id == guest["id"])))
        found = list(tx.scalars(select(DoorConflict).where(DoorConflict.attendee_id == guest["id"])))
    numbers = {row.id: row.idempotency_key.hex[:8] if row.idempotency_key else "" for row in rows}
    conflicts = sorted((each.kind, sorted(numbers[id_] for id_ in each.log_ids), str(each.at)) for each in found)
    # Whether a refusal was right is known only once all records have arrived.
    words = {"repeat": "refused", "turned_away": "refused", "not_inside": "left"}
    log = sorted((numbers[row.id], words.get(row.outcome, row.outcome), str(row.scanned_at)) for row in rows)
    with evening.house.database.read() as tx:
        left_at = tx.get_one(Attendee, guest["id"]).left_at
    return (evening.state(guest), left_at), list(conflicts), list(log)


@pytest.mark.rest
@given(made, st.randoms(use_true_random=False))
@settings(
    max_examples=20,
)
def test_every_order_comes_to_the_same(evening: Evening, made: Made, chance: Random) -> None:  # 4.door-time.7
    evening.is_minute(20)
    doors = two_doors(evening)
    results = []
    for order in range(3):
        guest = new_attendee(evening.staff, evening.event)
        records = records_of(made, guest, doors, next(runs))
        if order == 0:
            # In the order of door time, one by one, as if the server had been there.
            for door, record in sorted(records, key=lambda each: (each[1]["at"], each[1]["key"])):
                door.send(record)
        else:
            upload(records, chance)
        results.append(what_came_of_it(evening, guest))
    assert results[1] == results[0]
    assert results[2] == results[0]
