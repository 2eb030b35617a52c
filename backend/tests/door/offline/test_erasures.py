"""A late check-in and an erasure of its guest, at the same moment and in either order: the same result."""

import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text

from doorlist.attendees.models import Attendee
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.privacy.erasure import erase_attendees
from doorlist.tickets.rules import qr_hash
from tests.door.offline.accesses import of_a_helper, of_staff
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of, new_attendee

EXAMPLES = 60 if os.environ.get("DOORLIST_SOAK") else 6
LONGEST_SECONDS = 20
NAMED = ("hash", "id of the list")
ACCESSES = {"session": Device, "staff grant": of_staff, "helper": of_a_helper}


def erase(evening: Evening, guest: Json) -> None:
    evening.house.database.commit(lambda tx: erase_attendees(tx, [guest["id"]], by=None, ledger=None))


def waits_for_a_row(evening: Evening) -> bool:
    """True if a transaction of PostgreSQL waits for another one."""
    with evening.house.database.read_reserved() as tx:
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return bool(tx.scalar(text(f"{waiting} AND datname = current_database()")))


def meanwhile(evening: Evening, guest: Json, deliver: Any) -> list[Json]:
    """Upload while an erasure locks the guest; it commits once the upload waits for it."""
    with ThreadPoolExecutor(1) as threads:
        with evening.house.database.write() as tx:
            erase_attendees(tx, [guest["id"]], by=None, ledger=None)
            sync_request: Future[list[Json]] = threads.submit(deliver)
            if not evening.house.database.is_sqlite:
                until = time.monotonic() + LONGEST_SECONDS
                while not waits_for_a_row(evening) and not sync_request.done():
                    assert time.monotonic() < until
                    time.sleep(0.01)
        return sync_request.result(LONGEST_SECONDS)


class Case:
    """A guest of the evening, and the records of them that a door has to send."""

    def __init__(self, evening: Evening, device: Device, named: str, shown: str, *, undoes: bool) -> None:
        self.evening = evening
        self.guest = new_attendee(evening.staff, evening.event)
        ticket = self.guest["qrCodeData"]
        by_id = {"qrHash": None, "attendeeId": self.guest["id"], "listedHash": qr_hash(ticket)}
        record = device.check_in(-10, self.guest, shown=shown, **(by_id if named == "id of the list" else {}))
        self.records = [record, *([device.undo(-9, record)] if undoes else [])]

    def came_to(self, results: list[Json]) -> tuple[Any, ...]:
        """The guest, the log, the conflicts and the answers, without the keys and ids that differ from case to case."""
        guest = self.guest["id"]
        numbers = {record["key"].replace("-", ""): place for place, record in enumerate(self.records)}
        with self.evening.house.database.read() as tx:
            attendee = tx.get_one(Attendee, guest)
            rows = tx.scalars(select(ScanLogEntry).where(ScanLogEntry.attendee_id == guest)).all()
            kinds = sorted(tx.scalars(select(DoorConflict.kind).where(DoorConflict.attendee_id == guest)))
        log = sorted((numbers[row.idempotency_key.hex] if row.idempotency_key else -1, row.outcome) for row in rows)
        answers = [
            {**result, "key": "", "attendeeId": result["attendeeId"] == guest, "attendedAt": bool(result["attendedAt"])}
            for result in results
        ]
        return attendee.attended, attendee.erased_at is not None, log, kinds, answers


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("named", NAMED)
def test_one_at_the_same_moment_counts_as_one_a_second_later(evening: Evening, access: str, named: str) -> None:
    # 4.erase.476
    device = ACCESSES[access](evening)
    evening.is_minute(20)
    together, after = (Case(evening, device, named, "admitted", undoes=False) for _ in range(2))
    one = together.came_to(meanwhile(evening, together.guest, lambda: device.send(*together.records)))
    erase(evening, after.guest)
    assert one == after.came_to(device.send(*after.records))
    assert one[0], "It counts for the guest who was erased"


@pytest.mark.both_engines
def test_a_late_scan_at_the_same_moment_is_refused_as_one_a_second_later(evening: Evening) -> None:
    # 4.erase.475, 476
    device = Device(evening)
    evening.is_minute(20)
    together, after = (new_attendee(evening.staff, evening.event) for _ in range(2))
    read = {"scannedAt": f"{evening.minute(15):%Y-%m-%dT%H:%M:%SZ}"}
    one = meanwhile(evening, together, lambda: [json_of(device.scan(together, **read))])
    erase(evening, after)
    two = json_of(device.scan(after, **read))
    assert one[0]["code"] == two["code"] == "ticket_unknown"
    assert evening.state(together) == evening.state(after) is None


@pytest.mark.parametrize("shown", ["admitted", "already"])
def test_an_unknown_ticket_is_known_by_its_key_after_the_erasure_of_another_guest(evening: Evening, shown: str) -> None:
    # 4.settle.6, 7.settle.4
    device = Device(evening)
    evening.is_minute(20)
    ticket = f"DL1.{evening.event['id']}.{'0' * 26}"
    record = device.check_in(-10, {"qrCodeData": ticket}, shown=shown)
    device.scan(qrData=ticket, idempotencyKey=record["key"])
    erase(evening, new_attendee(evening.staff, evening.event))
    first = device.send_one(record)
    assert first["outcome"] == "unknown"
    assert device.send_one(record) == first
    undone = device.send_one(device.undo(-9, record))
    assert undone["outcome"] != "failed"
    with evening.house.database.read() as tx:
        kinds = tx.scalars(select(DoorConflict.kind)).all()
    assert kinds == (["cancelled"] if shown == "admitted" else [])


@given(st.sampled_from(list(ACCESSES)), st.sampled_from(NAMED), st.sampled_from(["admitted", "already"]), st.booleans())
@settings(
    max_examples=EXAMPLES,
)
def test_in_either_order_and_together_it_is_the_same(
    evening: Evening, access: str, named: str, shown: str, undoes: bool
) -> None:  # 4.erase.476
    """Whatever a door decided: sent before the erasure, at the same moment, or after it."""
    home = Evening(evening.house, evening.time)
    device = ACCESSES[access](home)
    home.time.move(minutes=20)
    home.began = home.time.now()
    before, together, after = (Case(home, device, named, shown, undoes=undoes) for _ in range(3))
    results = device.send(*before.records)
    erase(home, before.guest)
    first = before.came_to(results)
    second = together.came_to(meanwhile(home, together.guest, lambda: device.send(*together.records)))
    erase(home, after.guest)
    third = after.came_to(device.send(*after.records))
    assert first == second == third
