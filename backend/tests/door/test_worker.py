"""The admission worker: groups, scans that cannot be decided, and scans that wait."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import func, select, text, update
from structlog.testing import capture_logs

from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeOut
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.driver import DriverTransaction, DriverTransactions
from doorlist.core.db.write_gate import BeingRestored
from doorlist.core.errors import DatabaseUnavailable, InternalError, InvalidInput, KeyReused, Problem
from doorlist.door.admission import worker as worker_module
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.repository import Admission, ScanRepository
from doorlist.door.admission.scan_response import body_of
from doorlist.door.admission.service import Answer, AttendeesLocked, decide_scans
from doorlist.door.admission.worker import AdmissionQueueFull, AdmissionWorker
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Scan
from doorlist.events.models import Event
from doorlist.users.models import SignInSession, User
from doorlist.users.service import NotYou, SignedInUser
from doorlist.users.session_check import NotSignedIn, PasswordChangeRequired, fingerprint
from tests.cast import IDA, NORA
from tests.door.door import Door


def scan_of(guest: AttendeeOut, scanner: SignedInUser, **fields: Any) -> Scan:
    values = {"session": fingerprint(scanner.token), "qr_data": guest.qr_code_data, **fields}
    return Scan(**values)


def decided_together(database: Database, scans: list[Scan]) -> list[Answer]:
    """As the worker decides a group."""
    with closing(DriverTransactions(database)) as transactions:
        return transactions.commit(lambda tx: decide_scans(ScanRepository(tx), scans))


def admit(admission: Admission, tx: DriverTransaction) -> int:
    return ScanRepository(tx).admit([admission])


def outcomes(answers: list[Answer]) -> list[str]:
    return [answer.outcome if isinstance(answer, Verdict) else type(answer).__name__ for answer in answers]


def log_of(database: Database) -> list[ScanLogEntry]:
    with database.read() as tx:
        return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))


def session_of(database: Database, username: str) -> str:
    """A session of a user who cannot begin one, as if it were an older session."""
    session = fingerprint(username)
    with database.write() as tx:
        user = tx.scalars(select(User).where(User.username == username)).one()
        now = clock.now()
        tx.add(SignInSession(token_hash=session, user_id=user.id, created_at=now, expires_at=now.replace(year=2100)))
    return session


class Held:
    """A worker whose thread stops before its next group until it is released."""

    def __init__(self, worker: AdmissionWorker, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stands, self.go_on = threading.Event(), threading.Event()
        commit = worker._transactions.commit

        def wait_and_commit(work: Any) -> Any:
            self.stands.set()
            assert self.go_on.wait(20)
            return commit(work)

        monkeypatch.setattr(worker._transactions, "commit", wait_and_commit)

    async def until_it_stands(self) -> None:
        assert await asyncio.to_thread(self.stands.wait, 20)


async def all_of(calls: list[Awaitable[Verdict]], held: Held) -> list[Verdict | BaseException]:
    """The results of calls that wait together."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    await held.until_it_stands()
    await asyncio.sleep(0.02)
    held.go_on.set()
    return list(await asyncio.gather(*tasks, return_exceptions=True))


class TestAGroup:
    def test_lets_the_first_of_two_scans_of_one_ticket_in(self, door: Door) -> None:  # 4.attendance.6; 7.scan.2
        olive, oscar, *_ = door.staff
        guest = door.guest()
        first, again = decided_together(door.database, [scan_of(guest, olive), scan_of(guest, oscar)])
        assert isinstance(first, Verdict)
        assert isinstance(again, Verdict)
        assert [first.outcome, again.outcome] == ["admitted", "repeat"]
        assert first.ticket == again.ticket
        now = door.now(guest)
        assert (now.attended, now.scanned_by) == (True, olive.id)
        assert [(row.outcome, row.user_id, row.attended_by) for row in door.log_of(guest)] == [
            ("admitted", olive.id, olive.id),
            ("repeat", oscar.id, olive.id),
        ]

    def test_writes_one_row_for_a_key_that_comes_twice(self, door: Door) -> None:  # 7.scan.10, 11
        olive, guest, key = door.staff[0], door.guest(), uuid4()
        answers = decided_together(door.database, [scan_of(guest, olive, key=key) for _ in range(3)])
        assert outcomes(answers) == ["admitted"] * 3
        assert len({body_of(answer) for answer in answers if isinstance(answer, Verdict)}) == 1
        assert [row.outcome for row in door.log_of(guest)] == ["admitted"]
        [later] = decided_together(door.database, [scan_of(guest, olive, key=key)])
        assert isinstance(later, Verdict)
        assert isinstance(answers[0], Verdict)
        assert later.is_replay
        assert body_of(later) == body_of(answers[0])

    @pytest.mark.both_engines
    def test_answers_each_scan_for_itself_and_logs_the_attempts_in_their_order(self, door: Door) -> None:
        # 3.scan-log.1; 7.scan.12, 15; 6.roles.9
        olive, oscar, *_ = door.staff
        guest, other, key = door.guest(), door.guest(), uuid4()
        stranger = fingerprint("nobody's")
        answers = decided_together(
            door.database,
            [
                scan_of(guest, olive, session=stranger),
                scan_of(guest, olive, session=session_of(door.database, NORA.username)),
                scan_of(guest, olive, session=session_of(door.database, IDA.username)),
                scan_of(guest, olive, scanned_by=oscar.id),
                scan_of(guest, olive, event_id=999),
                scan_of(guest, olive, qr_data="no ticket"),
                scan_of(guest, olive, qr_data="DL1.1." + "A" * 26),
                scan_of(guest, olive, key=key),
                scan_of(other, olive, key=key),
                scan_of(guest, oscar, key=key),
                scan_of(other, oscar, event_id=other.event_id, device="door 2"),
            ],
        )
        kinds = [type(answer) for answer in answers]
        assert kinds[:5] == [NotSignedIn, PasswordChangeRequired, NotSignedIn, NotYou, InvalidInput]
        assert outcomes(answers[5:8]) == ["invalid", "unknown", "admitted"]
        assert kinds[8:10] == [KeyReused, KeyReused]
        assert outcomes(answers[10:]) == ["admitted"]
        assert [(row.outcome, row.user_id, row.device) for row in log_of(door.database)] == [
            ("invalid", olive.id, None),
            ("unknown", olive.id, None),
            ("admitted", olive.id, None),
            ("admitted", oscar.id, "door 2"),
        ]

    @pytest.mark.both_engines
    def test_that_lost_a_ticket_to_another_worker_is_decided_again(self, door: Door) -> None:  # 4.attendance.6
        olive, oscar, *_ = door.staff
        guest = door.guest()
        tries: list[int] = []

        def decide(tx: Any) -> list[Answer]:
            worker = ScanRepository(tx)
            if not tries and not door.database.is_sqlite:
                look_up = worker.look_up

                def look_up_and_be_late(scans: Any) -> Any:
                    known = look_up(scans)
                    door.mark(guest, oscar, attended=True)
                    return known

                worker.look_up = look_up_and_be_late  # type: ignore[method-assign]
            tries.append(1)
            return decide_scans(worker, [scan_of(guest, olive)])

        if door.database.is_sqlite:
            door.mark(guest, oscar, attended=True)
        transactions = DriverTransactions(door.database)
        answers = transactions.commit(decide)
        transactions.close()
        assert outcomes(answers) == ["repeat"]
        assert [row.outcome for row in door.log_of(guest)] == ["marked_present", "repeat"]
        assert len(tries) == (1 if door.database.is_sqlite else 2)

    def test_makes_present_only_who_is_absent_whatever_was_read_before(self, door: Door) -> None:  # 4.attendance.6
        guest, (olive, oscar, *_) = door.guest(), door.staff
        transactions = DriverTransactions(door.database)
        admissions = [Admission(guest.id, "2026-11-20T18:30:00.000Z", by.id) for by in (olive, oscar)]
        admitted = [transactions.commit(partial(admit, admission)) for admission in admissions]
        transactions.close()
        assert admitted == [1, 0]
        assert door.now(guest).scanned_by == olive.id


class TestTheWorker:
    def test_answers_after_the_commit(self, door: Door) -> None:  # 4.attendance.7
        guest = door.guest()
        witness = Database(door.database_settings)
        door.scan(guest.qr_code_data, door.staff[0])
        with witness.read() as tx:
            assert tx.get_one(Attendee, guest.id).attended
        witness.close()

    def test_decides_those_who_wait_as_one_group(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        worker, olive = door.workers[0], door.staff[0]
        held = Held(worker, monkeypatch)
        guests = [door.guest() for _ in range(20)]
        found = asyncio.run(all_of([worker.decide(scan_of(guest, olive)) for guest in guests], held))
        assert [isinstance(v, Verdict) and v.outcome for v in found] == ["admitted"] * 20
        assert worker._metrics.group_sizes._sum.get() == 20
        assert sum(bucket.get() for bucket in worker._metrics.group_sizes._buckets) == 1

    def test_lets_one_that_cannot_be_decided_fail_alone(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        worker, olive = door.workers[0], door.staff[0]
        held = Held(worker, monkeypatch)
        guests = [door.guest() for _ in range(9)]
        scans = [scan_of(guest, olive) for guest in guests]
        scans[4] = scan_of(guests[4], olive, device="half of a pair: \ud800")
        found = asyncio.run(all_of([worker.decide(scan) for scan in scans], held))
        assert [type(answer) for answer in found] == [Verdict] * 4 + [InternalError] + [Verdict] * 4
        assert [door.now(guest).attended for guest in guests] == [True] * 4 + [False] + [True] * 4
        assert [row.attendee_id for row in log_of(door.database)] == [g.id for g in guests if g != guests[4]]

    def test_refuses_what_is_more_than_it_can_answer_in_good_time(
        self, door: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.code.32
        worker, olive = door.workers[0], door.staff[0]
        held = Held(worker, monkeypatch)
        monkeypatch.setattr(worker_module, "MAX_QUEUED", 3)
        guests = [door.guest() for _ in range(6)]

        async def come() -> list[Verdict | BaseException]:
            first = asyncio.ensure_future(worker.decide(scan_of(guests[0], olive)))
            await held.until_it_stands()
            return [*await all_of([worker.decide(scan_of(guest, olive)) for guest in guests[1:]], held), await first]

        found = asyncio.run(come())
        assert [type(answer) for answer in found] == [Verdict] * 3 + [AdmissionQueueFull] * 2 + [Verdict]
        refusal = found[3]
        assert isinstance(refusal, Problem)
        assert (refusal.status, refusal.code, refusal.headers) == (503, "desk_overrun", {"Retry-After": "1"})
        assert len(log_of(door.database)) == 4

    def test_answers_what_it_took_before_it_closes(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        worker, olive = door.workers[0], door.staff[0]
        held = Held(worker, monkeypatch)
        guests = [door.guest() for _ in range(5)]

        async def close_meanwhile() -> list[Verdict | BaseException]:
            tasks = [asyncio.ensure_future(worker.decide(scan_of(guest, olive))) for guest in guests]
            await held.until_it_stands()
            closing = asyncio.get_running_loop().run_in_executor(None, worker.close)
            await asyncio.to_thread(waits_until, lambda: worker._is_closed)
            held.go_on.set()
            await closing
            return list(await asyncio.gather(*tasks, return_exceptions=True))

        assert [type(answer) for answer in asyncio.run(close_meanwhile())] == [Verdict] * 5
        with pytest.raises(AdmissionQueueFull):
            asyncio.run(worker.decide(scan_of(door.guest(), olive)))
        assert len(log_of(door.database)) == 5

    def test_decides_a_scan_whose_caller_hung_up(self, door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        # 7.scan.14
        worker, olive, guest = door.workers[0], door.staff[0], door.guest()
        held = Held(worker, monkeypatch)

        async def hang_up() -> None:
            task = asyncio.ensure_future(worker.decide(scan_of(guest, olive)))
            await held.until_it_stands()
            task.cancel()
            held.go_on.set()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(hang_up())
        worker.close()
        assert [row.outcome for row in door.log_of(guest)] == ["admitted"]

    def test_is_closed_while_a_restore_is_under_way(self, door: Door) -> None:  # 4.restore.7
        guest = door.guest()
        with door.database.closed_for_restore(), pytest.raises(BeingRestored):
            door.scan(guest.qr_code_data, door.staff[0])
        assert door.scan(guest.qr_code_data, door.staff[0]).outcome == "admitted"


class TestWhoMayScan:
    def change(self, door: Door, model: Any, **values: Any) -> None:
        with door.database.write() as tx:
            condition = (model.id if model is User else model.user_id) == door.staff[0].id
            tx.execute(update(model).where(condition).values(**values))

    @pytest.mark.parametrize(
        ("model", "values", "refusal"),
        [
            (SignInSession, {"expires_at": clock.from_wire("2020-01-01T00:00:00.000Z")}, NotSignedIn),
            (User, {"is_active": False}, NotSignedIn),
            (User, {"must_change_password": True}, PasswordChangeRequired),
        ],
        ids=["session over", "deactivated", "must change the password"],
    )
    def test_is_looked_at_with_every_scan(
        self, door: Door, model: Any, values: dict[str, Any], refusal: type[Problem]
    ) -> None:  # 7.scan.15
        guest = door.guest()
        assert door.scan(guest.qr_code_data, door.staff[0]).outcome == "admitted"
        self.change(door, model, **values)
        with pytest.raises(refusal):
            door.scan(guest.qr_code_data, door.staff[0])
        assert len(door.log_of(guest)) == 1
        assert door.scan(guest.qr_code_data, door.staff[1]).outcome == "repeat"


@contextmanager
def held_back(door: Door, guest: AttendeeOut) -> Iterator[None]:
    """Another transaction holds that row."""
    with door.database.write() as tx:
        tx.execute(text("SELECT 1 FROM attendees WHERE id = :id FOR UPDATE"), {"id": guest.id})
        yield


@contextmanager
def table_held(door: Door) -> Iterator[None]:
    """Another transaction holds the whole table."""
    with door.database.write() as tx:
        tx.execute(text("LOCK TABLE attendees IN SHARE ROW EXCLUSIVE MODE"))
        yield


def end_connections(door: Door, *, only_waiting: bool) -> int:
    url = door.database_settings.database_url
    assert url is not None
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND (wait_event_type = 'Lock' OR NOT %s)",
            [only_waiting],
        )
        return len(ended.fetchall())


def waits_until(is_so: Callable[[], bool]) -> None:
    until = threading.Event()
    for _ in range(6000):
        if is_so():
            return
        until.wait(0.01)
    raise AssertionError("It never came to that.")


class TestALostConnection:
    def test_plans_its_statements_once(self, postgres_door: Door) -> None:
        names = ("plan_cache_mode", "enable_seqscan", "lock_timeout")
        asked = "SELECT " + ", ".join(f"current_setting('{name}')" for name in names)
        transactions = DriverTransactions(postgres_door.database)
        assert transactions.commit(lambda tx: tx.row(asked, {})) == (b"force_generic_plan", b"off", b"1s")
        transactions.close()

    def test_that_was_idle_is_replaced_unnoticed(self, postgres_door: Door) -> None:
        guests = [postgres_door.guest() for _ in range(2)]
        worker = postgres_door.workers[0]
        asyncio.run(worker.decide(scan_of(guests[0], postgres_door.staff[0])))
        assert end_connections(postgres_door, only_waiting=False) > 0
        assert asyncio.run(worker.decide(scan_of(guests[1], postgres_door.staff[0]))).outcome == "admitted"

    def test_in_the_middle_of_a_change_is_503_and_the_same_key_finds_out(
        self, postgres_door: Door
    ) -> None:  # 7.scan.13
        guest, worker = postgres_door.guest(), postgres_door.workers[0]
        scan = scan_of(guest, postgres_door.staff[0], key=uuid4())
        found: list[BaseException] = []

        def scan_and_fail() -> None:
            try:
                asyncio.run(worker.decide(scan))
            except Problem as problem:
                found.append(problem)

        thread = threading.Thread(target=scan_and_fail)
        with table_held(postgres_door):
            thread.start()
            waits_until(lambda: end_connections(postgres_door, only_waiting=True) > 0)
            thread.join(20)
        assert [(p.status, p.code) for p in found if isinstance(p, Problem)] == [(503, "database_unavailable")]
        assert postgres_door.log_of(guest) == []
        assert asyncio.run(worker.decide(scan)).outcome == "admitted"
        with postgres_door.database.read() as tx:
            assert tx.scalar(select(func.count()).select_from(ScanLogEntry)) == 1


class TestALock:
    """Another transaction holds a row, or all of them: the deletion of an event, or a session of psql."""

    def test_on_one_attendee_costs_their_own_scan_and_nobody_elses(
        self, postgres_door: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.database.3
        assert worker_module.LOCK_WAIT_SECONDS == 1
        monkeypatch.setattr(worker_module, "LOCK_WAIT_SECONDS", 600)
        worker, olive = postgres_door.workers[0], postgres_door.staff[0]
        held, *others = [postgres_door.guest() for _ in range(30)]

        async def come() -> tuple[list[Verdict], bool, BaseException | Verdict]:
            waiting = asyncio.ensure_future(worker.decide(scan_of(held, olive, key=key)))
            answers = [await worker.decide(scan_of(guest, olive)) for guest in others[:3]]
            answers += await asyncio.gather(*(worker.decide(scan_of(guest, olive)) for guest in others[3:]))
            is_waiting = not waiting.done()
            monkeypatch.setattr(worker_module, "LOCK_WAIT_SECONDS", 0)
            return answers, is_waiting, (await asyncio.gather(waiting, return_exceptions=True))[0]

        key = uuid4()
        with held_back(postgres_door, held):
            answers, was_waiting, refusal = asyncio.run(come())
        assert outcomes(list(answers)) == ["admitted"] * len(others)
        assert was_waiting
        assert isinstance(refusal, Problem)
        assert (refusal.status, refusal.code, refusal.headers) == (503, "database_unavailable", {"Retry-After": "1"})
        assert postgres_door.log_of(held) == []
        assert asyncio.run(worker.decide(scan_of(held, olive, key=key))).outcome == "admitted"

    def test_on_one_who_leaves_costs_no_scan_of_one_outside(self, postgres_door: Door) -> None:  # 10.database.3
        door, olive = postgres_door, postgres_door.staff[0]
        with door.database.write() as tx:
            tx.execute(update(Event).where(Event.id == door.event.id).values(counts_exits=True))
        outside, held = door.guest(), door.guest()
        assert door.scan(held.qr_code_data, olive).outcome == "admitted"
        exits = [scan_of(guest, olive, direction="out") for guest in (outside, held)]
        with held_back(door, held), pytest.raises(AttendeesLocked) as locked:
            decided_together(door.database, exits)
        assert locked.value.places == {1}
        assert outcomes(decided_together(door.database, exits)) == ["not_inside", "left"]

    def test_that_is_let_go_in_time_is_waited_for(self, postgres_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_module, "LOCK_WAIT_SECONDS", 600)
        worker, guest = postgres_door.workers[0], postgres_door.guest()

        async def come() -> Verdict:
            with held_back(postgres_door, guest):
                scan = asyncio.ensure_future(worker.decide(scan_of(guest, postgres_door.staff[0])))
                await asyncio.to_thread(waits_until, lambda: bool(worker._aside))
            return await scan

        assert asyncio.run(come()).outcome == "admitted"

    def test_on_the_whole_table_is_refused_soon_and_the_next_scan_tries_again(self, postgres_door: Door) -> None:
        worker, guest, olive = postgres_door.workers[0], postgres_door.guest(), postgres_door.staff[0]
        with table_held(postgres_door), pytest.raises(DatabaseUnavailable):
            asyncio.run(worker.decide(scan_of(guest, olive)))
        assert asyncio.run(worker.decide(scan_of(guest, olive))).outcome == "admitted"

    def test_a_scan_set_aside_gets_a_503_when_the_worker_closes(
        self, postgres_door: Door, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(worker_module, "LOCK_WAIT_SECONDS", 600)
        worker, guest = postgres_door.workers[0], postgres_door.guest()

        async def come() -> BaseException | Verdict:
            scan = asyncio.ensure_future(worker.decide(scan_of(guest, postgres_door.staff[0])))
            await asyncio.to_thread(waits_until, lambda: bool(worker._aside))
            await asyncio.to_thread(worker.close)
            return (await asyncio.gather(scan, return_exceptions=True))[0]

        with held_back(postgres_door, guest):
            assert isinstance(asyncio.run(come()), DatabaseUnavailable)


class TestAWorkerWhoseThreadDies:
    @pytest.mark.parametrize("error", [SystemExit, MemoryError])
    def test_gets_another_and_says_so(
        self, door: Door, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
    ) -> None:  # 10.database.11
        worker, olive = door.workers[0], door.staff[0]
        guests = [door.guest() for _ in range(3)]
        keys = [uuid4() for _ in guests]
        answer = worker._answer

        def die(*_: Any) -> None:
            monkeypatch.setattr(worker, "_answer", answer)
            raise error

        async def come() -> list[Verdict | BaseException]:
            scans = [scan_of(guest, olive, key=key) for guest, key in zip(guests, keys, strict=True)]
            return list(await asyncio.gather(*map(worker.decide, scans), return_exceptions=True))

        monkeypatch.setattr(worker, "_answer", die)
        with capture_logs() as logged:
            first = asyncio.run(asyncio.wait_for(come(), 20))
        assert any(isinstance(found, DatabaseUnavailable) for found in first)
        assert {found.headers["Retry-After"] for found in first if isinstance(found, Problem)} == {"1"}
        assert [(line["event"], line["log_level"]) for line in logged] == [("desk_thread_died", "critical")]
        assert worker._metrics.deaths._value.get() == 1
        # A second try with the same keys shows the outcome.
        again = asyncio.run(asyncio.wait_for(come(), 20))
        assert outcomes([v for v in again if isinstance(v, Verdict)]) == ["admitted"] * 3
        assert len(log_of(door.database)) == 3
