"""The table of cases: the outcome of each record of each ticket at each place by each origin, live and uploaded.

One house per engine and place plays all its cases, with every ticket reference; each origin is a test.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from httpx2 import Response

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.attendees.repository import delete_rows
from doorlist.check_in_lists.models import ListPresence
from doorlist.core import clock
from doorlist.door.models import ScanLogEntry
from doorlist.privacy.erasure import erase_attendees
from tests.check_in_lists.lists import new_list
from tests.databases import Databases
from tests.door.offline.accesses import WAYS, of_a_helper, of_staff, revoke
from tests.door.offline.doors import Device, Evening
from tests.house import House, Json, json_of, new_event
from tests.ticket_types.types import wrong_fields
from tests.users.moving_clock import MovingClock

TABLE = """
ticket         record       session        staff          helper
absent         undecided    admitted       admitted       admitted
absent         let in       admitted       admitted       admitted
absent         turned away  turned_away    turned_away    turned_away
absent         undo         marked_absent  marked_absent  marked_absent
absent         mark         done           not_counted    not_counted
absent         unmark       done           done           not_counted
absent         out          not_inside     not_inside     not_inside
absent         out seen     left           left           left
absent         out refused  not_inside     not_inside     not_inside
absent         undo out     exit_undone    exit_undone    exit_undone
present        undecided    already        already        already
present        let in       already        already        already
present        turned away  already        already        already
present        undo         marked_absent  marked_absent  marked_absent
present        mark         done           not_counted    not_counted
present        unmark       done           done           not_counted
present        out          left           left           left
present        out seen     left           left           left
present        out refused  left           left           left
present        undo out     exit_undone    exit_undone    exit_undone
left           undecided    admitted       admitted       admitted
left           let in       admitted       admitted       admitted
left           turned away  turned_away    turned_away    turned_away
left           undo         marked_absent  marked_absent  marked_absent
left           mark         done           not_counted    not_counted
left           unmark       done           done           not_counted
left           out          not_inside     not_inside     not_inside
left           out seen     left           left           left
left           out refused  not_inside     not_inside     not_inside
left           undo out     exit_undone    exit_undone    exit_undone
other event    undecided    other_event    unknown        unknown
other event    let in       other_event    unknown        unknown
other event    turned away  other_event    unknown        unknown
other event    undo         other_event    unknown        unknown
other event    mark         done           not_counted    not_counted
other event    unmark       done           not_counted    not_counted
other event    out          other_event    unknown        unknown
other event    out seen     other_event    unknown        unknown
other event    out refused  other_event    unknown        unknown
other event    undo out     other_event    unknown        unknown
erased         undecided    unknown        unknown        unknown
erased         let in       admitted       admitted       admitted
erased         turned away  turned_away    turned_away    turned_away
erased         undo         marked_absent  marked_absent  marked_absent
erased         mark         done           not_counted    not_counted
erased         unmark       done           done           not_counted
erased         out          unknown        unknown        unknown
erased         out seen     left           left           left
erased         out refused  not_inside     not_inside     not_inside
erased         undo out     exit_undone    exit_undone    exit_undone
erased, by id  undecided    admitted       admitted       admitted
erased, by id  let in       admitted       admitted       admitted
erased, by id  turned away  turned_away    turned_away    turned_away
erased, by id  undo         marked_absent  marked_absent  marked_absent
erased, by id  mark         done           not_counted    not_counted
erased, by id  unmark       done           done           not_counted
erased, by id  out          not_inside     not_inside     not_inside
erased, by id  out seen     left           left           left
erased, by id  out refused  not_inside     not_inside     not_inside
erased, by id  undo out     exit_undone    exit_undone    exit_undone
deleted        undecided    unknown        unknown        unknown
deleted        let in       unknown        unknown        unknown
deleted        turned away  unknown        unknown        unknown
deleted        undo         unknown        unknown        unknown
deleted        mark         not_found      not_counted    not_counted
deleted        unmark       not_found      not_counted    not_counted
deleted        out          unknown        unknown        unknown
deleted        out seen     unknown        unknown        unknown
deleted        out refused  unknown        unknown        unknown
deleted        undo out     unknown        unknown        unknown
unknown        undecided    unknown        unknown        unknown
unknown        let in       unknown        unknown        unknown
unknown        turned away  unknown        unknown        unknown
unknown        undo         unknown        unknown        unknown
unknown        mark         not_found      not_counted    not_counted
unknown        unmark       not_found      not_counted    not_counted
unknown        out          unknown        unknown        unknown
unknown        out seen     unknown        unknown        unknown
unknown        out refused  unknown        unknown        unknown
unknown        undo out     unknown        unknown        unknown
"""
"""Records: a check-in without a verdict of the door (a live scan, a late one, an uploaded record), or with the one that
the door showed, the undo of a check-in, and marks by hand. The same on the way out, at an event that counts exits:
'out' without a verdict, 'out seen' and 'out refused' with one of the door, and the undo of an exit. Columns: a
session, and the access of staff and of a helper.
"""
PLACES = """
place                   session  staff    helper   list helper
entrance                table    table    table    refused
the list                table    table    refused  table
another list            table    table    refused  refused
a deleted list          upload   upload   refused  refused
a list of other event   refused  refused  refused  refused
"""
"""Where the outcome is the one of TABLE, by the presence at that place: 'upload', only that of an uploaded record.

The pass of the 'list helper' is for 'the list', that of the 'helper' for the entrance, as are marks by hand.
"""


def rows_of(table: str) -> tuple[list[str], list[list[str]]]:
    """The head of a table, and its lines."""
    head, *lines = [re.split("  +", line) for line in table.strip().splitlines()]
    return head, lines


HEAD, LINES = rows_of(TABLE)
OUTCOMES = {
    (ticket, record, device): outcome
    for ticket, record, *outcomes in LINES
    for device, outcome in zip(HEAD[2:], outcomes, strict=True)
}
(_, *DEVICES), PLACE_LINES = rows_of(PLACES)
ACCEPTED = {place: dict(zip(DEVICES, accepted, strict=True)) for place, *accepted in PLACE_LINES}
LIVE = {
    "in time": ("live", "live, late"),
    "late": ("live, late",),
    "ended": ("live",),
    "revoked": ("live", "live, late"),
}
"""The live scans by the state of the access.

'late' is an access that ended after the record was made, 'ended' one that ended before. A person ended a 'revoked' one,
before or after the record was made.
"""
DIRECTIONS = {"in": "", "out": " out"}
UPLOADED = {
    "undecided": {"shown": "undecided"},
    "let in": {"shown": "admitted"},
    "turned away": {"shown": "not_on_list"},
    "out": {"shown": "undecided", "direction": "out"},
    "out seen": {"shown": "left", "direction": "out"},
    "out refused": {"shown": "not_inside", "direction": "out"},
}
UNDOS = {"undo": {}, "undo out": {"direction": "out"}}
MARKS = {"mark": True, "unmark": False}
PREPARED = ("absent", "present", "left", "erased", "erased, by id")
LATE = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)
CODES = {
    "ticket_unknown": "unknown",
    "ticket_other_event": "other_event",
    "attendee_not_found": "not_found",
    "not_inside": "not_inside",
    "not_signed_in": "not_counted",
    "grant_ended": "not_counted",
}


class Origin(NamedTuple):
    """A device by its credential, and the state of its access."""

    device: str
    state: str

    def __str__(self) -> str:
        return f"{self.device} {self.state}"


ORIGINS = [Origin(device, state) for device in DEVICES for state in LIVE if device != "session" or state == "in time"]


def expected(place: str, ticket: str, record: str, origin: Origin) -> str:
    """The outcome by the tables."""
    is_live, column = record.startswith("live"), origin.device.removeprefix("list ")
    if record in MARKS:
        return OUTCOMES[ticket, record, column] if origin.state == "in time" else "not_counted"
    has_ended = origin.state in {"ended", "revoked"}
    # After the end of their access a helper scans nothing. It uploads earlier records (6.pass.297).
    if is_live and (has_ended or (origin.state == "late" and column == "helper")):
        return "not_counted"
    accepted = ACCEPTED[place][origin.device]
    if accepted == "refused" or (accepted == "upload" and is_live):
        return "refused"
    live = "out" if record.endswith(" out") else "undecided"
    return "not_counted" if has_ended else OUTCOMES[ticket, live if is_live else record, column]


class Played(NamedTuple):
    """A case that was played: the record of a ticket by an origin."""

    ticket: str
    record: str
    origin: Origin


class Venue(Evening):
    """The evening of all cases of a place."""

    def __init__(self, house: House, time: MovingClock, place: str) -> None:
        super().__init__(house, time)
        self.event = new_event(self.staff, countsExits=True)
        there = new_event(self.staff)
        self.the_list = self._list(self.event, "Dinner")
        self.list_id = {
            "entrance": None,
            "the list": self.the_list,
            "another list": self._list(self.event, "Bar"),
            "a deleted list": self._list(self.event, "Shuttle"),
            "a list of other event": self._list(there, "Bar"),
        }[place]
        if place == "a deleted list":
            assert self.staff.delete(f"/api/check-in-lists/{self.list_id}").status_code == 204
        self.user_id: int = json_of(self.staff.get("/api/me"))["id"]
        self.outcomes_of = defaultdict[Played, set[str]](set)
        self.shared: dict[str, Json] = {
            "other event": self._sold(there, 1)[0],
            "deleted": self._sold(self.event, 1)[0],
            "unknown": {"id": 10**9, "qrCodeData": f"DL1.{self.event['id']}.{'0' * 26}"},
        }
        with house.database.write() as tx:
            delete_rows(tx, [self.shared["deleted"]["id"]], untouched_only=True)
        self.prepared = {kind: iter(list[Json]()) for kind in PREPARED}

    def _list(self, event: Json, name: str) -> int:
        return int(new_list(self.staff, event, name, rule="reentry")["id"])

    def _sold(self, event: Json, number: int, **fields: Any) -> list[Json]:
        row = NewAttendee(event["id"], "Ada", "0400", 7, "paid", self.began, self.began, **fields)
        with self.house.database.write() as tx:
            ids = insert_rows(tx, [row] * number)
            return [{"id": id_, "qrCodeData": tx.get_one(Attendee, id_).qr_code_data} for id_ in ids]

    def _prepare(self, kind: str) -> Iterator[Json]:
        present = {"attended_at": self.began, "scanned_by": self.user_id}
        fields: Json = {"present": present, "left": {**present, "left_at": self.began}}.get(kind, {})
        tickets = self._sold(self.event, 100, **({} if self.list_id else fields))
        if self.list_id and fields:
            self._store_presences(tickets, fields.get("left_at"))
        if kind.startswith("erased"):
            with self.house.database.write() as tx:
                erase_attendees(tx, [ticket["id"] for ticket in tickets], by=None, ledger=None)
        return iter(tickets)

    def _store_presences(self, tickets: list[Json], left_at: datetime | None) -> None:
        """Store a check-in of each ticket at the list, as a restored file does."""
        in_log = {"event_id": self.event["id"], "user_id": self.user_id, "outcome": "baseline"}
        in_log |= {"attended_at": self.began, "attended_by": self.user_id, "scanned_at": self.began}
        stored = {"first_at": self.began, "first_by": self.user_id, "last_at": self.began, "times": 1}
        with self.house.database.write() as tx:
            for ticket in tickets:
                place = {"attendee_id": ticket["id"], "list_id": self.list_id, "left_at": left_at}
                tx.add(ScanLogEntry(**in_log, **place, idempotency_key=uuid4()))
                tx.add(ListPresence(**stored, **place, times_before=0))

    def ticket(self, kind: str) -> Json:
        """A ticket of that kind: a new one for each case that may change its attendee."""
        if kind in self.shared:
            return self.shared[kind]
        ticket = next(self.prepared[kind], None)
        if ticket is None:
            self.prepared[kind] = self._prepare(kind)
            ticket = next(self.prepared[kind])
        return ticket

    @property
    def cases(self) -> list[tuple[str, str]]:
        """Each kind of ticket with each way to refer to it."""
        every = [(kind, reference) for kind in (*self.prepared, *self.shared) for reference in WAYS]
        # The id of an erased attendee still refers to an attendee, with another ticket.
        return [case for case in every if "erased" not in case[0] or (case[0] == "erased") is (case[1] != "id")]

    def play(self, device: Device, origin: Origin, made_at: datetime | None = None) -> None:
        """Play every case by that device, with records made at that moment, by default now."""
        for live in LIVE[origin.state] if made_at is None else ("live, late",):
            scanned_at = None if live == "live" else clock.to_wire(made_at or self.time.now() - LATE)
            for direction, suffix in DIRECTIONS.items():
                self._scan(device, origin, f"{live}{suffix}", scanned_at, direction)
        self.upload(device, origin, made_at or self.time.now())
        if self.list_id is None:
            self._mark(device, origin)

    def _scan(self, device: Device, origin: Origin, record: str, scanned_at: str | None, direction: str) -> None:
        for kind, reference in self.cases:
            body = {"eventId": self.event["id"], "scannedBy": device.user_id, "scannedAt": scanned_at}
            body |= {"direction": direction, "listId": self.list_id} | WAYS[reference](self.ticket(kind))
            outcome = outcome_of(device.client.post("/api/attendees/scan", json=body))
            self.outcomes_of[Played(kind, record, origin)].add(outcome)

    def upload(self, device: Device, origin: Origin, made_at: datetime) -> None:
        """Upload every record of every case."""
        minute = (made_at - self.began).total_seconds() / 60
        sent: list[tuple[Played | None, Json]] = []
        for kind, reference in self.cases:
            for record, fields in UPLOADED.items():
                named = {"qrHash": None, "listId": self.list_id, **fields, **WAYS[reference](self.ticket(kind))}
                sent.append((Played(kind, record, origin), device.check_in(minute, **named)))
            for record, fields in UNDOS.items():
                named = {"qrHash": None, "listId": self.list_id, **fields, **WAYS[reference](self.ticket(kind))}
                undone = device.check_in(minute, shown="undecided", **named)
                sent += [(None, undone), (Played(kind, record, origin), device.undo(minute, undone, **named))]
        for start in range(0, len(sent), 200):
            batch = sent[start : start + 200]
            for (played, _), result in zip(batch, device.send(*(item for _, item in batch)), strict=True):
                if played is not None:
                    outcome = result["outcome"]
                    self.outcomes_of[played].add("refused" if outcome == "failed" else outcome)

    def _mark(self, device: Device, origin: Origin) -> None:
        for kind in (*self.prepared, *self.shared):
            for record, attended in MARKS.items():
                body = {"attended": attended, "scannedBy": device.user_id}
                answer = device.client.patch(f"/api/attendees/{self.ticket(kind)['id']}/attendance", json=body)
                outcome = "done" if answer.status_code == 200 else CODES[json_of(answer)["code"]]
                self.outcomes_of[Played(kind, record, origin)].add(outcome)


def outcome_of(answer: Response) -> str:
    """The response to a live scan, in a word of the table."""
    said = json_of(answer)
    if answer.status_code != 200:
        return CODES.get(said["code"]) or ("refused" if wrong_fields(answer) == {"listId"} else said["code"])
    if said.get("direction") == "out":
        return "left"
    return "already" if said["alreadyScanned"] else "admitted"


@pytest.fixture(
    scope="module", params=[pytest.param(place, marks=[pytest.mark.rest] * (place != "entrance")) for place in ACCEPTED]
)
def place(request: pytest.FixtureRequest) -> str:
    """A place at which records are made."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def venue(databases: Databases, tmp_path_factory: pytest.TempPathFactory, place: str) -> Iterator[Venue]:
    time = MovingClock()
    with pytest.MonkeyPatch.context() as patch, databases.fresh(tmp_path_factory.mktemp("cases") / "data") as settings:
        patch.setattr(clock, "now", time.now)
        house = House(settings, databases.name)
        made = Venue(house, time, place)
        devices = {"session": Device(made)} | devices_of(made)
        made.is_minute(5)
        revoked = devices_of(made)
        made.is_minute(10)
        for device in revoked.values():
            revoke(device)
        made.is_minute(15)
        for name, device in devices.items():
            made.play(device, Origin(name, "in time"))
        for name, device in revoked.items():
            made.play(device, Origin(name, "revoked"))
            made.upload(device, Origin(name, "revoked"), made_at=made.minute(7))
        for hours, names in ((12, ("helper", "list helper")), (16, ("staff",))):
            end = made.began + timedelta(hours=hours)
            time.move(seconds=(end + MINUTE - time.now()).total_seconds())
            for name in names:
                made.play(devices[name], Origin(name, "late"), made_at=end - MINUTE)
            made.is_minute(hours * 60 + 10)
            for name in names:
                made.play(devices[name], Origin(name, "ended"))
        yield made
        house.close()


def devices_of(venue: Venue) -> dict[str, Device]:
    """A device of each kind of access."""
    list_helper = of_a_helper(venue, list_id=venue.the_list)
    return {"staff": of_staff(venue), "helper": of_a_helper(venue), "list helper": list_helper}


@pytest.mark.parametrize("origin", ORIGINS, ids=str)
def test_each_record_comes_to_its_outcome(venue: Venue, place: str, origin: Origin) -> None:
    # 3.check-in-list.905, 4.door-time.25, 4.erase.475, 4.erase.476, 5.check-in-list.902, 6.grant.14, 6.grant.15
    # 6.grant.17, 6.pass.292, 6.pass.297, 6.pass.901, 7.settle.9, 7.settle.517
    scans = {f"{live}{suffix}" for live in LIVE[origin.state] for suffix in DIRECTIONS.values()}
    records = {*scans, *UPLOADED, *UNDOS, *(MARKS if place == "entrance" else ())}
    cases = {(ticket, record) for ticket in (*venue.prepared, *venue.shared) for record in records}
    played = {each[:2]: outcomes for each, outcomes in venue.outcomes_of.items() if each.origin == origin}
    assert played == {case: {expected(place, *case, origin)} for case in cases}
