"""Uploads while another transaction locks their rows: some get a retry, and no record is lost."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import update

from doorlist.attendees.models import Attendee
from doorlist.core.concurrency import Slots
from doorlist.door.offline import missing_records
from doorlist.door.offline.sync import records_at_once
from tests.cast import OSCAR, SAM
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of, new_attendee, problem


def sync_request(
    device: Device, *items: Json, pause: Callable[[], Awaitable[object]] | None = None
) -> Callable[[], Coroutine[Any, Any, Response]]:
    """An upload over its own connection, with a pause within its body. All of them share one loop, as in a server."""
    body = json.dumps(device.request_of(*items)).encode()

    async def parts() -> AsyncIterator[bytes]:
        yield body[:20]
        if pause is not None:
            await pause()
        yield body[20:]

    async def send() -> Response:
        transport = ASGITransport(device.evening.house.app, raise_app_exceptions=False)
        async with AsyncClient(transport=transport, base_url="http://testserver") as client:
            client.cookies.update({cookie.name: cookie.value or "" for cookie in device.client.cookies.jar})
            headers = {"Content-Type": "application/json"}
            return await client.post("/api/door/scans", content=parts(), headers=headers, timeout=60)

    return send


async def taken(evening: Evening) -> None:
    """Wait until an upload has its turn, and waits for the other transaction."""
    while not evening.house.database.delivery_slots._limiter.borrowed_tokens:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.01)


class Holder:
    """Another thread inside a block that makes writers wait, or refuses them."""

    def __init__(self, block: AbstractContextManager[object]) -> None:
        self._block = block
        self._has_it, self._may_go = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def begin(self) -> None:
        self._thread.start()
        assert self._has_it.wait(20)

    def end(self) -> None:
        self._may_go.set()
        self._thread.join(20)

    def _hold(self) -> None:
        with self._block:
            self._has_it.set()
            assert self._may_go.wait(20)


@contextmanager
def locked_guest(evening: Evening) -> Iterator[None]:
    """Another transaction, such as an import's, that locks an attendee: on SQLite every writer waits."""
    with evening.house.database.write() as tx:
        tx.execute(update(Attendee).where(Attendee.id == evening.guest["id"]).values(table_number=9))
        yield


@contextmanager
def short_patience(evening: Evening, seconds: float = 0.2) -> Iterator[None]:
    """Uploads wait for so long, and not for 30 s, for their turn."""
    database = evening.house.database
    usual = database.delivery_slots
    database.delivery_slots = Slots(1, wait_seconds=seconds, refusal="Other doors are delivering.")
    yield
    database.delivery_slots = usual


def let_ins(evening: Evening) -> Counter[int | None]:
    return Counter(row.attendee_id for row in evening.log() if row.outcome == "let_in_offline")


async def taken_up(send: Callable[[], Coroutine[Any, Any, Response]]) -> Response:
    """The response once the server accepted the batch: on a slow machine it may have to wait too long again."""
    while (answer := await send()).status_code == 503:
        problem(answer, 503, "too_busy")
    return answer


def test_who_waits_too_long_sends_again_and_each_counts_once(evening: Evening) -> None:  # 7.settle.11; 10.code.50
    gates = [Device(evening, person, name=f"Gate {person.username}") for person in (SAM, OSCAR)]
    gates.append(Device(evening))
    guests = [evening.guest, *(new_attendee(evening.staff, evening.event) for _ in range(3))]
    # Each gate let another guest in, and all of them the last one.
    batches = [
        (gate.check_in(2 + place, guests[place]), gate.check_in(5 + place, guests[3]))
        for place, gate in enumerate(gates)
    ]
    evening.is_minute(20)
    holder = Holder(locked_guest(evening))

    async def deliver() -> list[Response]:
        first, *others = (sync_request(gate, *batch) for gate, batch in zip(gates, batches, strict=True))
        holder.begin()
        held = asyncio.ensure_future(first())
        await taken(evening)
        refused = await asyncio.gather(*(send() for send in others))
        holder.end()
        return [await held, *refused, *(await asyncio.gather(*(taken_up(send) for send in (first, *others))))]

    with short_patience(evening):
        held, *refused, again, one, other = asyncio.run(deliver())
    for answer in refused:
        problem(answer, 503, "too_busy")
        assert answer.headers["retry-after"] == "10"
    # The first was sent twice, as after a lost response. Its conflict is the present one.
    assert [item | {"conflict": None} for item in json_of(again)["items"]] == json_of(held)["items"]
    outcomes = [[item["outcome"] for item in json_of(answer)["items"]] for answer in (held, one, other)]
    assert [results[0] for results in outcomes] == ["admitted"] * 3
    assert sorted(results[1] for results in outcomes) == ["admitted", "already", "already"]
    assert let_ins(evening) == {guests[0]["id"]: 1, guests[1]["id"]: 1, guests[2]["id"]: 1, guests[3]["id"]: 3}
    assert [evening.state(guest) for guest in guests] == [
        (evening.minute(2 + place), gate.user_id) for place, gate in enumerate(gates)
    ] + [(evening.minute(5), gates[0].user_id)]
    assert [(conflict.kind, len(conflict.log_ids)) for conflict in evening.conflicts()] == [("twice", 3)]


@pytest.mark.both_engines
def test_records_applied_before_a_restore_begins_stay_applied(evening: Evening) -> None:  # 7.settle.11
    gate, database = Device(evening), evening.house.database
    size = records_at_once(database)
    assert size == (50 if database.is_sqlite else 100)
    records = [gate.check_in(2, new_attendee(evening.staff, evening.event)) for _ in range(3)]
    # Each reading of a code that is held up all evening is a record.
    records += [gate.check_in(3, evening.guest, shown="already") for _ in range(size)]
    evening.is_minute(20)
    restore = Holder(database.closed_for_restore())
    beginnings = [restore.begin]

    def begin_once(_: object) -> None:
        if beginnings:
            beginnings.pop()()

    database.after_commit(begin_once)
    problem(gate.post(*records), 503, "being_restored")
    assert len(evening.log()) == size
    restore.end()
    again = gate.send(*records)
    assert [item["outcome"] for item in again[:3]] == ["admitted"] * 3
    assert len(evening.log()) == len({row.idempotency_key for row in evening.log()}) == len(records)


def test_a_slow_body_makes_no_other_upload_wait(evening: Evening) -> None:  # 7.settle.11; 10.limit.27
    gate, other = Device(evening), Device(evening, OSCAR, name="Gate B")
    guest = new_attendee(evening.staff, evening.event)
    evening.is_minute(20)

    async def deliver() -> None:
        is_halfway, may_end = asyncio.Event(), asyncio.Event()

        async def pause() -> None:
            is_halfway.set()
            await may_end.wait()

        slow = asyncio.ensure_future(sync_request(gate, gate.check_in(2), pause=pause)())
        await is_halfway.wait()
        assert (await sync_request(other, other.check_in(5, guest))()).status_code == 200
        may_end.set()
        assert (await slow).status_code == 200

    with short_patience(evening):
        asyncio.run(deliver())


def test_the_search_for_missing_records_makes_no_other_upload_wait(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:  # 7.settle.11
    slots, find, taken_turns = evening.house.database.delivery_slots, missing_records.find_arrived, list[int]()

    def find_and_count(*args: Any, **values: Any) -> list[int]:
        taken_turns.append(slots._limiter.statistics().borrowed_tokens)
        return find(*args, **values)

    monkeypatch.setattr(missing_records, "find_arrived", find_and_count)
    gate = Device(evening)
    evening.is_minute(20)
    assert gate.send_one(gate.check_in(2))["outcome"] == "admitted"
    assert taken_turns == [0]


def test_the_wait_for_the_turn_does_not_change_door_times(evening: Evening) -> None:  # 7.settle.11; 4.door-time.11
    gate, other = Device(evening), Device(evening, OSCAR, name="Gate B")
    guest = new_attendee(evening.staff, evening.event)
    evening.is_minute(20)
    first, second = sync_request(gate, gate.check_in(2)), sync_request(other, other.check_in(5, guest))

    async def deliver() -> None:
        slots = evening.house.database.delivery_slots
        async with slots.acquire():
            waiting = asyncio.gather(first(), second())
            while slots._limiter.statistics().tasks_waiting < 2:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
            evening.is_minute(25)
        assert [answer.status_code for answer in await waiting] == [200, 200]

    asyncio.run(deliver())
    assert {row.scanned_at for row in evening.log()} == {evening.minute(2), evening.minute(5)}
    assert {row.received_at for row in evening.log()} == {evening.minute(20)}
    assert evening.state(guest) == (evening.minute(5), other.user_id)
    assert {row.clock_error for row in evening.log()} == {None}
