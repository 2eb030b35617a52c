"""Many doors at one instant: real threads, real transactions, on both engines (contract 4).

Scans go through the worker, each from a separate event loop; marks by hand through `Database.commit`,
which is what such a request runs in its own thread.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar
from uuid import uuid4

import pytest
from sqlalchemy import select, update

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.scan_response import body_of
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Scan, ScanOutcome
from doorlist.users.session_check import fingerprint
from tests.door.door import Door

T = TypeVar("T")

ROUNDS = [20, pytest.param(500, marks=pytest.mark.soak)]


def all_at_once(threads: ThreadPoolExecutor, calls: Sequence[Callable[[], T]]) -> list[T]:
    """The results of calls that begin together. The pool must have a thread for each."""
    together = threading.Barrier(len(calls))

    def call(one: Callable[[], T]) -> T:
        together.wait(30)
        return one()

    return [future.result() for future in [threads.submit(call, one) for one in calls]]


@pytest.mark.parametrize("rounds", ROUNDS)
def test_of_64_doors_that_scan_one_ticket_exactly_one_admits(door: Door, rounds: int) -> None:  # 4.attendance.6
    with ThreadPoolExecutor(64) as threads:
        for _ in range(rounds):
            guest = door.guest()
            scanners = [door.staff[n % len(door.staff)] for n in range(64)]
            verdicts = all_at_once(threads, [partial(door.scan, guest.qr_code_data, by) for by in scanners])
            assert Counter(verdict.outcome for verdict in verdicts) == {"admitted": 1, "repeat": 63}

            log = door.log_of(guest)
            assert Counter(entry.outcome for entry in log) == {"admitted": 1, "repeat": 63}
            assert sorted(entry.user_id for entry in log) == sorted(by.id for by in scanners)
            first = next(entry for entry in log if entry.outcome == "admitted")
            assert first.attended_at is not None
            told = {(v.ticket.attended_at, v.ticket.scanned_by) for v in verdicts if v.ticket}
            assert told == {(clock.to_wire(first.attended_at), first.user_id)}
            now = door.now(guest)
            assert (now.attended_at, now.scanned_by) == (first.attended_at, first.user_id)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_one_key_from_16_threads_is_one_row_and_one_answer(door: Door, rounds: int) -> None:
    scanner = door.staff[0]
    with ThreadPoolExecutor(16) as threads:
        for _ in range(rounds):
            guest = door.guest()
            scan = partial(door.scan, guest.qr_code_data, scanner, uuid4())
            verdicts = all_at_once(threads, [scan] * 16)
            assert {verdict.outcome for verdict in verdicts} == {"admitted"}
            assert len({body_of(verdict) for verdict in verdicts}) == 1
            assert sum(not verdict.is_replay for verdict in verdicts) == 1
            assert [entry.outcome for entry in door.log_of(guest)] == ["admitted"]


def test_one_key_from_16_threads_is_one_row_for_a_refused_text_too(door: Door) -> None:
    with ThreadPoolExecutor(16) as threads:
        verdicts = all_at_once(threads, [partial(door.scan, "no ticket", door.staff[0], uuid4())] * 16)
    assert {verdict.outcome for verdict in verdicts} == {"invalid"}
    with door.database.read() as tx:
        assert len(tx.scalars(select(ScanLogEntry)).all()) == 1


@pytest.mark.parametrize("rounds", ROUNDS)
def test_marking_absent_while_others_scan_leaves_log_and_state_in_agreement(door: Door, rounds: int) -> None:
    scanner, worker = door.staff[0], door.staff[1]
    with ThreadPoolExecutor(12) as threads:
        for _ in range(rounds):
            guest = door.guest()
            calls: list[Callable[[], object]] = [partial(door.scan, guest.qr_code_data, scanner)] * 8
            calls += [partial(door.mark, guest, worker, attended=False)] * 3
            calls += [partial(door.mark, guest, worker, attended=True)]
            all_at_once(threads, calls)

            changes = [entry for entry in door.log_of(guest) if entry.outcome != "repeat"]
            # In and out take turns, beginning with in: nobody was admitted twice without having been marked absent.
            assert [entry.outcome == "marked_absent" for entry in changes] == [n % 2 == 1 for n in range(len(changes))]
            now = door.now(guest)
            assert now.attended is (changes[-1].outcome != "marked_absent")
            assert now.attended_at == (changes[-1].attended_at if now.attended else None)
            assert now.scanned_by == (changes[-1].user_id if now.attended else None)


def test_a_scan_that_waited_sorts_after_the_mark_that_it_was_decided_by(door: Door) -> None:  # 4.door-time.12
    guest, scanner = door.guest(), door.staff[0]
    scan = Scan(session=fingerprint(scanner.token), qr_data=guest.qr_code_data)
    door.mark(guest, scanner, attended=True)
    door.mark(guest, scanner, attended=False)
    asyncio.run(door.workers[0].decide(scan))
    _, absent, admitted = door.log_of(guest)
    assert admitted.scanned_at >= absent.scanned_at
    assert door.now(guest).attended_at == admitted.scanned_at


def test_a_mark_that_waited_sorts_after_the_record_that_it_waited_for(door: Door) -> None:  # 4.door-time.12
    guest, scanner = door.guest(), door.staff[0]
    door.mark(guest, scanner, attended=True)
    with ThreadPoolExecutor(1) as threads:
        with door.database.write() as tx:
            tx.execute(update(Attendee).where(Attendee.id == guest.id).values(attended_at=clock.now()))
            marking = threads.submit(door.mark, guest, scanner, attended=False)
            threading.Event().wait(0.2)
            waited_for = clock.now()
        assert marking.result(30)
    assert door.log_of(guest)[-1].scanned_at >= waited_for


def test_marking_present_at_64_workers_changes_it_once(door: Door) -> None:
    guest = door.guest()
    with ThreadPoolExecutor(64) as threads:
        changed = all_at_once(threads, [partial(door.mark, guest, door.staff[0], attended=True)] * 64)
    assert Counter(changed) == {True: 1, False: 63}
    assert [entry.outcome for entry in door.log_of(guest)] == ["marked_present"]


def test_deleting_the_event_while_its_tickets_are_scanned_answers_everyone(
    database: Database, settings: Settings
) -> None:
    with ThreadPoolExecutor(16) as threads:
        for _ in range(8):
            door = Door(database, settings)
            scan = partial(door.scan, door.guest().qr_code_data, door.staff[0])
            calls: list[Callable[[], object]] = [scan] * 15
            calls.insert(8, door.delete_event)
            answers = all_at_once(threads, calls)
            door.close()
            outcomes = [answer.outcome for answer in answers if isinstance(answer, Verdict)]
            assert len(outcomes) == 15
            assert set(outcomes) <= {"admitted", "repeat", "unknown"}
            assert outcomes.count(ScanOutcome.ADMITTED) <= 1
    with database.read() as tx:
        assert len(tx.scalars(select(ScanLogEntry)).all()) == 8 * 15
