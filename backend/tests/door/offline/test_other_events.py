"""To a device with a grant or a pass, a ticket of another event does not exist, however it is named."""

import os
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import Response
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from doorlist.attendees.models import Attendee
from doorlist.core.db.database import Base
from doorlist.door.models import DoorConflict, ScanLogEntry
from tests.cast import OSCAR
from tests.door.offline.accesses import ACCESSES, WAYS, of_a_helper, of_staff
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of, new_attendee, new_event, problem
from tests.privacy.test_erasure import erased

EXAMPLES = 100 if os.environ.get("DOORLIST_SOAK") else 8
SHOWN: tuple[Json, ...] = (
    {"shown": "admitted", "certainty": "list"},
    {"shown": "admitted", "certainty": "none"},
    {"shown": "already", "certainty": "list"},
    {"shown": "undecided", "certainty": None},
)


class Neighbour:
    """Another event of the same house, with guests in each state, each with a ticket that nobody has beside it."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.event = new_event(evening.staff, name="Winter Ball")
        self.out, self.inside, self.unlogged, self.erased, self.deleted = (
            new_attendee(evening.staff, self.event, fullName=name)
            for name in ("Out Olga", "Inside Ines", "Unlogged Uma", "Erased Edda", "Deleted Dora")
        )
        body = {"qrData": self.inside["qrCodeData"], "eventId": self.event["id"]}
        assert evening.staff.post("/api/attendees/scan", json=body).status_code == 200
        with evening.house.database.write() as tx:
            # As an earlier release left a guest: in, and nothing in the log. The first late record brings a baseline.
            values = {"attended": True, "attended_at": evening.began, "scanned_by": 1}
            tx.execute(update(Attendee).where(Attendee.id == self.unlogged["id"]).values(**values))
        erased(evening.house, self.erased["id"])
        assert evening.staff.delete(f"/api/attendees/{self.deleted['id']}").status_code == 204

    @property
    def tickets(self) -> list[Json]:
        return [self.out, self.inside, self.unlogged, self.erased, self.deleted]

    @property
    def nobodys(self) -> Json:
        """A ticket that no guest of any event has."""
        return {"id": 10**9, "qrCodeData": f"DL1.{self.event['id']}.{'0' * 26}"}

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything that any table has about this event and its guests."""
        event, guests = self.event["id"], [ticket["id"] for ticket in self.tickets]
        found: dict[str, list[tuple[Any, ...]]] = {}
        with self.evening.house.database.read() as tx:
            for table in Base.metadata.sorted_tables:
                which = [
                    column.in_(values)
                    for name, values in (("event_id", [event]), ("attendee_id", guests))
                    if (column := table.columns.get(name)) is not None
                ]
                if table.name == "attendees":
                    which = [table.c.event_id == event]
                for one in which:
                    rows = tx.execute(select(table).where(one).order_by(*table.primary_key.columns))
                    found[f"{table.name} {one.left.name}"] = [tuple(row) for row in rows]
        return found


@pytest.fixture
def neighbour(evening: Evening) -> Neighbour:
    return Neighbour(evening)


def batched(device: Device, way: str, ticket: Json, **fields: Any) -> Json:
    """A record that names the ticket in that way."""
    return device.check_in(10, **{"qrHash": None, **WAYS[way](ticket), **fields})


def live(device: Device, way: str, ticket: Json, **fields: Any) -> Response:
    body = {"eventId": device.evening.event["id"], "scannedBy": device.user_id, **WAYS[way](ticket), **fields}
    return device.client.post("/api/attendees/scan", json=body)


def told(answer: Response) -> tuple[int, Json]:
    return answer.status_code, {name: value for name, value in json_of(answer).items() if name != "requestId"}


@pytest.mark.matrix
@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("way", WAYS)
class TestIsAnsweredAsOneThatNobodyHas:
    def test_in_a_batch(self, evening: Evening, neighbour: Neighbour, access: str, way: str) -> None:
        # 7.settle.10, 517; 4.door-time.30
        device = ACCESSES[access](evening)
        evening.is_minute(20)
        before = neighbour.rows()
        tickets = [neighbour.nobodys, *neighbour.tickets]
        for shown in SHOWN:
            answered = device.send(*(batched(device, way, ticket, **shown) for ticket in tickets))
            expected, *results = [{**result, "key": ""} for result in answered]
            assert results == [expected] * len(neighbour.tickets)
        assert neighbour.rows() == before
        logged = {(row.outcome, row.attendee_id, row.event_id) for row in evening.log() if row.grant_id}
        is_revoked = access.startswith("revoked")
        assert logged == {("not_counted" if is_revoked else "unknown", None, evening.event["id"])}
        assert {conflict.attendee_id for conflict in evening.conflicts()} == {None}

    @pytest.mark.parametrize("read_ago", [None, 300])
    def test_live(
        self, evening: Evening, neighbour: Neighbour, access: str, way: str, read_ago: int | None
    ) -> None:  # 6.grant.14, 7.settle.517
        device = ACCESSES[access](evening)
        evening.is_minute(20)
        before = neighbour.rows()
        read = {} if read_ago is None else {"scannedAt": f"{evening.minute(15):%Y-%m-%dT%H:%M:%SZ}"}
        expected = told(live(device, way, neighbour.nobodys, **read))
        assert expected[1]["code"] == ("grant_ended" if access.startswith("revoked") else "ticket_unknown")
        for ticket in neighbour.tickets:
            assert told(live(device, way, ticket, **read)) == expected
        assert neighbour.rows() == before
        assert {row.attendee_id for row in evening.log() if row.grant_id} <= {None}


@pytest.mark.matrix
@pytest.mark.parametrize("access", ["staff grant", "helper"])
@pytest.mark.parametrize("way", WAYS)
def test_an_undo_of_it_is_that_of_nobody(evening: Evening, neighbour: Neighbour, access: str, way: str) -> None:
    # 7.settle.517, 518
    device = ACCESSES[access](evening)
    evening.is_minute(20)
    let_in = device.check_in(10)
    assert device.send_one(let_in)["outcome"] == "admitted"
    before = neighbour.rows()
    tickets = [neighbour.nobodys, *neighbour.tickets]
    results = device.send(*({**device.undo(12, {"key": let_in["key"]}), **WAYS[way](ticket)} for ticket in tickets))
    assert {result["outcome"] for result in results} == {"failed"}
    assert len({result["detail"] for result in results}) == 1
    assert neighbour.rows() == before
    assert evening.state() is not None
    assert evening.outcomes()[-1] == "let_in_offline"


@pytest.mark.parametrize("access", ["staff grant", "helper"])
def test_a_key_of_another_event_is_taken_and_reveals_nothing(
    evening: Evening, neighbour: Neighbour, access: str
) -> None:  # 7.settle.517
    """The same user scanned at the other event before, and the key is known to this device."""
    keys = [str(uuid4()) for _ in range(2)]
    olive = Device(evening)
    for key, ticket in zip(keys, (neighbour.out, neighbour.nobodys), strict=True):
        live(olive, "hash", ticket, idempotencyKey=key, eventId=neighbour.event["id"])
    device = ACCESSES[access](evening)
    before = neighbour.rows()
    results = [
        {**device.send_one(batched(device, way, ticket, key=key)), "key": ""}
        for way in ("hash", "id")
        for key, ticket in zip(keys, (neighbour.out, neighbour.nobodys), strict=True)
    ]
    assert all(result == results[0] for result in results)
    assert results[0]["outcome"] == "failed"
    for way in ("hash", "id"):
        for key, ticket in zip(keys, (neighbour.out, neighbour.nobodys), strict=True):
            problem(live(device, way, ticket, idempotencyKey=key), 400, "key_reused")
    assert neighbour.rows() == before


def test_a_refusal_for_the_session_is_not_the_response_for_the_grant(evening: Evening, neighbour: Neighbour) -> None:
    # 7.settle.517
    """With a session the result names the other event; with the grant only, the same record is unknown."""
    device = Device(evening, has_grant=True)
    evening.is_minute(20)
    records = [batched(device, way, neighbour.inside, shown="already") for way in ("hash", "id")]
    assert [result["outcome"] for result in device.send(*records)] == ["other_event"] * 2
    device.without_session()
    for way, record in zip(("hash", "id"), records, strict=True):
        unheard = batched(device, way, neighbour.nobodys, shown="already")
        assert {**device.send_one(record), "key": ""} == {**device.send_one(unheard), "key": ""}
        problem(live(device, way, neighbour.inside, idempotencyKey=record["key"]), 404, "ticket_unknown")


@pytest.mark.both_engines
def test_staff_at_their_own_event_write_nothing_to_it_either(evening: Evening, neighbour: Neighbour) -> None:
    # 4.door-time.25, 30
    device = Device(evening)
    evening.is_minute(20)
    before = neighbour.rows()
    result = device.send_one(batched(device, "hash", neighbour.unlogged))
    assert (result["outcome"], result["detail"]) == ("other_event", "Winter Ball")
    after = neighbour.rows()
    assert len(after.pop("door_conflicts attendee_id")) == 1
    assert len(after.pop("scan_log attendee_id")) == len(before["scan_log attendee_id"]) + 1
    assert after == {name: rows for name, rows in before.items() if name in after}
    assert evening.outcomes()[-1] == "other_event"


def test_what_does_not_count_leaves_no_baseline(evening: Evening) -> None:  # 7.settle.9
    device = ACCESSES["revoked pass"](evening)
    with evening.house.database.write() as tx:
        tx.execute(update(Attendee).values(attended=True, attended_at=evening.began, scanned_by=1))
    evening.is_minute(20)
    assert device.send_one(device.check_in(10))["outcome"] == "not_counted"
    assert evening.outcomes() == ["not_counted"]


records = st.lists(
    st.tuples(
        st.sampled_from(["check_in", "undo", "live"]),
        st.sampled_from(["staff grant", "helper", "session"]),
        st.sampled_from(list(WAYS)),
        st.sampled_from(SHOWN),
        st.integers(0, 9),
    ),
    min_size=1,
    max_size=8,
)


@given(records)
@settings(
    max_examples=EXAMPLES,
)
def test_no_record_of_a_device_touches_a_row_of_another_event(
    evening: Evening, made: list[tuple[str, str, str, Json, int]]
) -> None:  # 4.door-time.30
    """Three devices of one event send records of both events, in any order: the other event stays as it was."""
    home = Evening(evening.house, evening.time)
    neighbour = Neighbour(home)
    evening.time.move(minutes=20)
    doors = {
        "staff grant": of_staff(home),
        "helper": of_a_helper(home),
        "session": Device(home, OSCAR, name="Gate B"),
    }
    before = neighbour.rows()
    sent: list[Json] = []
    for what, access, way, shown, number in made:
        device, tickets = doors[access], [*neighbour.tickets, home.guest, neighbour.nobodys]
        ticket = tickets[number % len(tickets)]
        record = batched(device, way, ticket, **shown)
        if what == "live":
            live(device, way, ticket)
        elif what == "undo" and sent:
            device.send(device.undo(12, sent[number % len(sent)]) | WAYS[way](ticket))
        else:
            device.send(record)
            sent.append(record)
    after = neighbour.rows()
    if any(access == "session" for _, access, _, _, _ in made):
        # Staff may know whose ticket it was: such rows belong to the event of the door, and name the guest.
        for name in ("scan_log attendee_id", "door_conflicts attendee_id"):
            with home.house.database.read() as tx:
                table: Any = ScanLogEntry if name.startswith("scan_log") else DoorConflict
                known = {row[0] for row in before[name]}
                new = tx.scalars(select(table).where(table.id.in_({row[0] for row in after[name]} - known)))
                assert {row.event_id for row in new} <= {home.event["id"]}
            after[name] = before[name]
    assert after == before
