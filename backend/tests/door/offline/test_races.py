"""Live scans at the worker, and marks by hand, at the same moment as a batch of the same guests."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text, update

from doorlist.attendees.schemas import AttendeeOut
from doorlist.core import clock
from doorlist.door.admission.fold import fold_log
from doorlist.door.admission.repository import BatchRepository
from doorlist.door.admission.service import Answer, ScanGroup
from doorlist.door.models import DoorConflict
from doorlist.door.offline.schemas import DoorRecords, RecordResults
from doorlist.door.offline.sync import SyncRequest, answer, apply_chunk, records_at_once
from doorlist.door.rules import Scan, ScanOutcome
from doorlist.events.models import Event
from doorlist.tickets.rules import whole_qr_hash
from doorlist.users.door_credentials import DoorCredentials
from tests.door.door import Door

GUESTS = 12
ROUNDS = 3


def batch_of(door: Door, guests: list[AttendeeOut], keys: list[UUID], *, person: int = 0) -> DoorRecords:
    now = clock.milliseconds(clock.now())
    items = [
        {
            "key": str(key),
            "at": now - 60_000,
            "clockOffset": 0,
            "qrHash": whole_qr_hash(guest.qr_code_data),
            "shown": "admitted",
            "certainty": "list",
        }
        for guest, key in zip(guests, keys, strict=True)
    ]
    return DoorRecords.model_validate(
        {"eventId": door.event.id, "scannedBy": door.staff[person].id, "sentAt": now, "items": items}
    )


def send(door: Door, batch: DoorRecords, *, person: int = 0) -> RecordResults:
    sync_request = SyncRequest(batch, DoorCredentials(door.staff[person]), clock.now())
    [part] = sync_request.chunks(records_at_once(door.database))
    applied = door.database.commit(lambda tx: apply_chunk(tx, sync_request, part))
    return answer(sync_request, [applied])


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_exactly_one_counts_first_and_each_entry_is_logged_once(door: Door, round_: int) -> None:
    # 4.door-time.12; 4.attendance.6
    guests = [door.guest() for _ in range(GUESTS)]
    keys = [uuid4() for _ in guests]
    batch = batch_of(door, guests, keys)
    together = Barrier(3)

    def deliver() -> RecordResults:
        together.wait()
        return send(door, batch)

    def scan_all(guests: list[AttendeeOut]) -> list[ScanOutcome]:
        together.wait()
        return [door.scan(guest.qr_code_data, door.staff[1]).outcome for guest in guests]

    with ThreadPoolExecutor(3) as threads:
        # The same batch twice, as after an answer that was lost.
        one, other, scans = (
            threads.submit(deliver),
            threads.submit(deliver),
            threads.submit(scan_all, guests[:: -1 if round_ else 1]),
        )
        outcomes = dict(zip([g.id for g in guests[:: -1 if round_ else 1]], scans.result(), strict=True))
        assert one.result().items == other.result().items
    with door.database.read() as tx:
        conflicts = Counter(tx.scalars(select(DoorConflict.attendee_id)))
    for guest, key in zip(guests, keys, strict=True):
        now, log = door.now(guest), door.log_of(guest)
        assert Counter(row.outcome for row in log) == Counter(["let_in_offline", outcomes[guest.id]])
        [late] = [row for row in log if row.idempotency_key == key]
        # Made a minute ago: it counts, whichever of the two came first.
        assert (now.attended_at, now.scanned_by) == (late.scanned_at, door.staff[0].id)
        assert conflicts[guest.id] == (outcomes[guest.id] == ScanOutcome.ADMITTED)


@pytest.mark.both_engines
def test_batches_of_two_doors_and_marks_by_hand_do_not_wait_for_each_other_for_ever(door: Door) -> None:
    # 4.door-time.12
    guests = [door.guest() for _ in range(GUESTS)]
    together = Barrier(3)

    def deliver(person: int) -> None:
        # In the other order: the holder of the first row would wait for the last.
        mine = guests if person == 0 else guests[::-1]
        batch = batch_of(door, mine, [uuid4() for _ in mine], person=person)
        together.wait()
        send(door, batch, person=person)

    def mark() -> None:
        together.wait()
        for guest in guests:
            door.mark(guest, door.staff[0], attended=True)

    with ThreadPoolExecutor(3) as threads:
        for work in [threads.submit(deliver, 0), threads.submit(deliver, 1), threads.submit(mark)]:
            work.result()
    with door.database.read() as tx:
        found = list(tx.scalars(select(DoorConflict)))
    assert sorted(conflict.attendee_id or 0 for conflict in found) == sorted(guest.id for guest in guests)
    for guest in guests:
        let_ins = [row for row in door.log_of(guest) if row.outcome in {"let_in_offline", "marked_present"}]
        [conflict] = [each for each in found if each.attendee_id == guest.id]
        assert conflict.log_ids == sorted(row.id for row in let_ins)
        first = door.now(guest).attended_at
        assert first is not None
        assert clock.now() - first > timedelta(seconds=50)


def test_a_batch_on_postgresql_reads_only_its_own_rows_of_the_log(postgres_door: Door) -> None:
    guests = [postgres_door.guest() for _ in range(2)]
    send(postgres_door, batch_of(postgres_door, guests[:1], [uuid4()]))
    others = "SELECT user_id, 'invalid', scanned_at, event_id FROM scan_log, generate_series(1, 1000)"
    with postgres_door.database.write() as tx:
        tx.execute(text(f"INSERT INTO scan_log (user_id, outcome, scanned_at, event_id) {others}"))
    batch = batch_of(postgres_door, guests[1:], [uuid4()])
    sync_request = SyncRequest(batch, DoorCredentials(postgres_door.staff[0]), clock.now())
    reads = text("SELECT seq_scan, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'scan_log'")
    with postgres_door.database.write() as tx:
        before = tx.execute(reads).one()
        apply_chunk(tx, sync_request, sync_request.made)
        after = tx.execute(reads).one()
    assert after.seq_scan == before.seq_scan
    assert after.idx_tup_fetch - before.idx_tup_fetch < 100


def test_an_exit_that_found_nobody_inside_is_decided_again_after_a_batch(
    postgres_door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.exit.16
    door = postgres_door
    with door.database.write() as tx:
        tx.execute(update(Event).where(Event.id == door.event.id).values(counts_exits=True))
    guest = door.guest()
    answer, batches = ScanGroup.answer, [batch_of(door, [guest], [uuid4()])]

    def answer_before_batch(group: ScanGroup, scan: Scan) -> Answer:
        answered = answer(group, scan)
        if batches:
            send(door, batches.pop())
        return answered

    monkeypatch.setattr(ScanGroup, "answer", answer_before_batch)
    assert door.scan(guest.qr_code_data, door.staff[0], direction="out").outcome == "left"
    now = door.now(guest)
    with door.database.read() as tx:
        folded = fold_log(BatchRepository(tx).fold_rows([guest.id]))
    assert now.left_at is not None
    assert folded.attendance.left_at == clock.to_wire(now.left_at)
