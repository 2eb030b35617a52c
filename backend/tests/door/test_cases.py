"""The table of cases: the outcome of each record of each ticket by each origin, the same live and uploaded.

One house per engine plays all cases, with every ticket reference; each line of the table is a test.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.attendees.repository import delete_rows
from doorlist.core import clock
from doorlist.privacy.erasure import erase_attendees
from tests.databases import Databases
from tests.door.offline.accesses import WAYS, of_a_helper, of_staff, revoked
from tests.door.offline.doors import Device, Evening
from tests.house import House, Json, json_of, new_event
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
HEAD, *LINES = [re.split("  +", line) for line in TABLE.strip().splitlines()]
OUTCOMES = {
    (ticket, record, origin): outcome
    for ticket, record, *outcomes in LINES
    for origin, outcome in zip(HEAD[2:], outcomes, strict=True)
}
ORIGINS = ("session", "staff", "helper", "late staff", "late helper", "ended")
"""'late' is an access that ended after the record was made, 'ended' one that ended before, by the clock or a person."""
UPLOADED = {
    "undecided": {"shown": "undecided"},
    "let in": {"shown": "admitted"},
    "turned away": {"shown": "not_on_list"},
    "out": {"shown": "undecided", "direction": "out"},
    "out seen": {"shown": "left", "direction": "out"},
    "out refused": {"shown": "not_inside", "direction": "out"},
}
UNDOS = {"undo": {}, "undo out": {"direction": "out"}}
PREPARED = ("absent", "present", "left", "erased", "erased, by id")
LATE = timedelta(minutes=5)
MINUTE = timedelta(minutes=1)
CODES = {
    "ticket_unknown": "unknown",
    "ticket_other_event": "other_event",
    "attendee_not_found": "not_found",
    "not_inside": "not_inside",
}


def expected(ticket: str, record: str, origin: str) -> str:
    """The outcome by the table."""
    is_late, is_mark, is_live = origin.startswith("late "), record in {"mark", "unmark"}, record.startswith("live")
    # After its end an access marks nobody, and a helper's scans nothing. It uploads earlier records (6.pass.297).
    if origin == "ended" or (is_late and is_mark) or (origin == "late helper" and is_live):
        return "not_counted"
    live = "out" if record.endswith(" out") else "undecided"
    return OUTCOMES[ticket, live if is_live else record, origin.removeprefix("late ")]


class Played(NamedTuple):
    """A case that was played: the record of a ticket by an origin."""

    ticket: str
    record: str
    origin: str


class Venue(Evening):
    """The evening of all cases."""

    def __init__(self, house: House, time: MovingClock) -> None:
        super().__init__(house, time)
        self.event = new_event(self.staff, countsExits=True)
        there = new_event(self.staff)
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

    def _sold(self, event: Json, number: int, **fields: Any) -> list[Json]:
        row = NewAttendee(event["id"], "Ada", "0400", 7, "paid", self.began, self.began, **fields)
        with self.house.database.write() as tx:
            ids = insert_rows(tx, [row] * number)
            return [{"id": id_, "qrCodeData": tx.get_one(Attendee, id_).qr_code_data} for id_ in ids]

    def _prepare(self, kind: str) -> Iterator[Json]:
        present = {"attended_at": self.began, "scanned_by": self.user_id}
        fields = {"present": present, "left": {**present, "left_at": self.began}}
        tickets = self._sold(self.event, 100, **fields.get(kind, {}))
        if kind.startswith("erased"):
            with self.house.database.write() as tx:
                erase_attendees(tx, [ticket["id"] for ticket in tickets], by=None, ledger=None)
        return iter(tickets)

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

    def play(self, device: Device, origin: str, made_at: datetime | None = None) -> None:
        """Play every case by that device, with records made at that moment, by default now."""
        late = clock.to_wire(made_at or self.time.now() - LATE)
        for direction, suffix in (("in", ""), ("out", " out")):
            if made_at is None:
                self._scan(device, origin, f"live{suffix}", None, direction)
            if origin != "ended":
                self._scan(device, origin, f"live, late{suffix}", late, direction)
        self._upload(device, origin, made_at or self.time.now())
        self._mark(device, origin)

    def _scan(self, device: Device, origin: str, record: str, scanned_at: str | None, direction: str) -> None:
        for kind, reference in self.cases:
            body = {"eventId": self.event["id"], "scannedBy": device.user_id, "scannedAt": scanned_at}
            body |= {"direction": direction} | WAYS[reference](self.ticket(kind))
            answer = device.client.post("/api/attendees/scan", json=body)
            said = json_of(answer)
            outcome = CODES.get(said.get("code", ""), "not_counted")
            if answer.status_code == 200:
                outcome = "already" if said["alreadyScanned"] else "admitted"
                outcome = "left" if direction == "out" else outcome
            self.outcomes_of[Played(kind, record, origin)].add(outcome)

    def _upload(self, device: Device, origin: str, made_at: datetime) -> None:
        minute = (made_at - self.began).total_seconds() / 60
        sent: list[tuple[Played | None, Json]] = []
        for kind, reference in self.cases:
            for record, fields in UPLOADED.items():
                named = {"qrHash": None, **fields, **WAYS[reference](self.ticket(kind))}
                sent.append((Played(kind, record, origin), device.check_in(minute, **named)))
            for record, fields in UNDOS.items():
                named = {"qrHash": None, **fields, **WAYS[reference](self.ticket(kind))}
                undone = device.check_in(minute, shown="undecided", **named)
                sent += [(None, undone), (Played(kind, record, origin), device.undo(minute, undone, **named))]
        for start in range(0, len(sent), 200):
            batch = sent[start : start + 200]
            for (played, _), result in zip(batch, device.send(*(item for _, item in batch)), strict=True):
                if played is not None:
                    self.outcomes_of[played].add(result["outcome"])

    def _mark(self, device: Device, origin: str) -> None:
        for kind in (*self.prepared, *self.shared):
            for record, attended in (("mark", True), ("unmark", False)):
                body = {"attended": attended, "scannedBy": device.user_id}
                path = f"/api/attendees/{self.ticket(kind)['id']}/attendance"
                answer = device.client.patch(path, json=body)
                code = json_of(answer).get("code", "")
                outcome = "done" if answer.status_code == 200 else CODES.get(code, "not_counted")
                self.outcomes_of[Played(kind, record, origin)].add(outcome)


@pytest.fixture(scope="module")
def venue(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    time = MovingClock()
    with pytest.MonkeyPatch.context() as patch, databases.fresh(tmp_path_factory.mktemp("cases") / "data") as settings:
        patch.setattr(clock, "now", time.now)
        house = House(settings, databases.name)
        made = Venue(house, time)
        session, staff, helper = Device(made), of_staff(made), of_a_helper(made)
        ended = [revoked(of_staff)(made), revoked(of_a_helper)(made)]
        made.is_minute(15)
        made.play(session, "session")
        made.play(staff, "staff")
        made.play(helper, "helper")
        for device in ended:
            made.play(device, "ended")
        for device, name, hours in ((helper, "late helper", 12), (staff, "late staff", 16)):
            end = made.began + timedelta(hours=hours)
            time.move(seconds=(end + MINUTE - time.now()).total_seconds())
            made.play(device, name, made_at=end - MINUTE)
            made.is_minute(hours * 60 + 10)
            made.play(device, "ended")
        yield made
        house.close()


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("ticket", dict.fromkeys(line[0] for line in LINES))
def test_each_record_comes_to_its_outcome(venue: Venue, ticket: str, origin: str) -> None:
    # 4.door-time.25, 4.erase.475, 4.erase.476, 6.grant.14, 6.grant.15, 6.grant.17, 6.pass.292, 6.pass.297, 7.settle.9
    # 7.settle.517
    played = {each.record: outcomes for each, outcomes in venue.outcomes_of.items() if each[::2] == (ticket, origin)}
    assert played.keys() >= {line[1] for line in LINES}
    assert played == {record: {expected(ticket, record, origin)} for record in played}
