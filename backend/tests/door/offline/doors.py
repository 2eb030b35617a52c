"""Two doors at one event: their decisions without the server, as their devices send them."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from httpx2 import Response
from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.tickets.rules import whole_qr_hash
from tests.cast import OLIVE, OSCAR, Person
from tests.door.access.test_devices import granted
from tests.house import House, Json, json_of, new_attendee, new_event
from tests.users.moving_clock import MovingClock


class Evening:
    """An event with a guest, on the evening of a moving clock."""

    def __init__(self, house: House, time: MovingClock) -> None:
        self.house = house
        self.time = time
        self.began = time.now()
        self.staff = house.signed_in(OLIVE)
        self.event = new_event(self.staff)
        self.guest = new_attendee(self.staff, self.event)

    def minute(self, minutes: float) -> datetime:
        """The time this many minutes after the beginning."""
        return self.began + timedelta(minutes=minutes)

    def is_minute(self, minutes: float) -> None:
        """Set the clock."""
        self.time.move(seconds=(self.minute(minutes) - self.time.now()).total_seconds())

    def state(self, guest: Json | None = None) -> tuple[datetime, int] | None:
        """The start of the guest's visit, and the user who admitted them."""
        with self.house.database.read() as tx:
            row = tx.get_one(Attendee, (guest or self.guest)["id"])
            assert row.attended == (row.attended_at is not None)
            return None if row.attended_at is None else (row.attended_at, row.scanned_by or 0)

    def log(self) -> list[ScanLogEntry]:
        with self.house.database.read() as tx:
            return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))

    def outcomes(self) -> list[str]:
        return [row.outcome for row in self.log()]

    def conflicts(self) -> list[DoorConflict]:
        with self.house.database.read() as tx:
            return list(tx.scalars(select(DoorConflict).order_by(DoorConflict.id)))

    def kinds(self) -> list[str]:
        return [conflict.kind for conflict in self.conflicts()]


class Device:
    """A device at a door of the evening, with a session and, if asked for, a grant."""

    def __init__(
        self, evening: Evening, person: Person = OLIVE, *, name: str = "Gate A", has_grant: bool = False
    ) -> None:
        self.evening = evening
        self.name = name
        self.client = evening.house.signed_in(person)
        self.user_id: int = json_of(self.client.get("/api/me"))["id"]
        self.sequence = 0
        self.grant = granted(self.client, evening.event, device=name) if has_grant else None

    def without_session(self) -> "Device":
        self.client.cookies.delete("doorlist_session")
        return self

    def check_in(self, minutes: float, guest: Json | None = None, **fields: Any) -> Json:
        """A record of a check-in, made this many minutes after the beginning."""
        ticket = guest or self.evening.guest
        return self._record(minutes, {"qrHash": whole_qr_hash(ticket["qrCodeData"])} | {"shown": "admitted"} | fields)

    def undo(self, minutes: float, of: Json, **fields: Any) -> Json:
        named: Json = {name: of[name] for name in ("qrHash", "attendeeId", "listedHash") if name in of}
        return self._record(minutes, {"kind": "undo", "undoes": of["key"], **named, **fields})

    def _record(self, minutes: float, fields: Json) -> Json:
        self.sequence += 1
        made = clock.milliseconds(self.evening.minute(minutes))
        record = {
            "key": str(uuid4()),
            "kind": "check_in",
            "sequence": self.sequence,
            "at": made,
            "clockOffset": 0,
            "certainty": "list",
            "asOf": made - 60_000,
            **fields,
        }
        return {name: value for name, value in record.items() if value is not None}

    def request_of(self, *items: Json, **fields: Any) -> Json:
        """The body of an upload."""
        return {
            "eventId": self.evening.event["id"],
            "scannedBy": self.user_id,
            "device": self.name,
            "sentAt": clock.milliseconds(clock.now()),
            "pending": 0,
            "lastSequence": self.sequence,
            "items": list(items),
            **fields,
        }

    def post(self, *items: Json, **fields: Any) -> Response:
        return self.client.post("/api/door/scans", json=self.request_of(*items, **fields))

    def send(self, *items: Json, **fields: Any) -> list[Json]:
        """Send records. Returns the result of each."""
        answer = self.post(*items, **fields)
        assert answer.status_code == 200, answer.text
        results: list[Json] = json_of(answer)["items"]
        assert [result["key"] for result in results] == [str(UUID(item["key"])) for item in items]
        return results

    def send_one(self, item: Json, **fields: Any) -> Json:
        [result] = self.send(item, **fields)
        return result

    def scan(self, guest: Json | None = None, **fields: Any) -> Response:
        ticket = guest or self.evening.guest
        body = {"qrData": ticket["qrCodeData"], "eventId": self.evening.event["id"], "scannedBy": self.user_id}
        return self.client.post("/api/attendees/scan", json=body | {"device": self.name} | fields)

    def mark(self, guest: Json | None = None, *, attended: bool) -> None:
        ticket = guest or self.evening.guest
        path = f"/api/attendees/{ticket['id']}/attendance"
        answer = self.client.patch(path, json={"attended": attended, "scannedBy": self.user_id})
        assert answer.status_code == 200, answer.text


def two_doors(evening: Evening) -> tuple[Device, Device]:
    """Gate A with Olive, Gate B with Oscar."""
    return Device(evening), Device(evening, OSCAR, name="Gate B")
