"""An evening at the door, below HTTP: staff with sessions, guests, and the workers of several servers."""

import asyncio
import itertools
from datetime import date
from uuid import UUID

from prometheus_client import CollectorRegistry
from sqlalchemy import select

from doorlist.attendees import service as attendees_service
from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeIn, AttendeeOut
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.door.admission import service
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.worker import AdmissionMetrics, AdmissionWorker
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import Direction, Scan
from doorlist.door.schemas import AttendanceRequest
from doorlist.events import service as events_service
from doorlist.events.deletion import EventDeletions
from doorlist.events.schemas import EventIn
from doorlist.users.door_credentials import DoorUser
from doorlist.users.models import User
from doorlist.users.rules import Role
from doorlist.users.service import SignedInUser, begin_session
from doorlist.users.session_check import fingerprint

WORKERS = 3


class Door:
    """An evening with one guest per call, and the staff who scan at several workers, as of several servers."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.database_settings = settings
        self.workers = [AdmissionWorker(database, AdmissionMetrics(CollectorRegistry())) for _ in range(WORKERS)]
        self.turns = itertools.cycle(self.workers)
        with database.read() as tx:
            active = tx.scalars(select(User).where(User.is_active).order_by(User.id)).all()
        with database.write() as tx:
            self.staff = [
                SignedInUser(
                    user.id,
                    user.full_name,
                    Role(user.role),
                    must_change_password=False,
                    token=begin_session(tx, user, begun_at=clock.now()),
                )
                for user in active
                if not user.must_change_password
            ]
            self.event = events_service.create_event(
                tx, EventIn(name="Gala", date=date(2026, 11, 20).isoformat()), self.staff[0]
            )

    def guest(self) -> AttendeeOut:
        fields = AttendeeIn(
            event_id=self.event.id, full_name="Ada", phone="0400", table_number=7, payment_status="paid"
        )
        with self.database.write() as tx:
            return attendees_service.register_attendee(tx, fields, self.staff[0])

    def scan(
        self, qr_data: str, scanner: SignedInUser, key: UUID | None = None, direction: Direction = "in"
    ) -> Verdict:
        scan = Scan(session=fingerprint(scanner.token), qr_data=qr_data, key=key, direction=direction)
        return asyncio.run(next(self.turns).decide(scan))

    def close(self) -> None:
        for worker in self.workers:
            worker.close()

    def mark(self, guest: AttendeeOut, scanner: SignedInUser, *, attended: bool) -> bool:
        request = AttendanceRequest(attended=attended)
        caller = DoorUser(scanner.id, scanner.full_name)
        return self.database.commit(lambda tx: service.set_attendance(tx, guest.id, request, caller)[1])

    def delete_event(self) -> None:
        EventDeletions(self.database).delete(self.event.id, self.staff[0])

    def log_of(self, guest: AttendeeOut) -> list[ScanLogEntry]:
        with self.database.read() as tx:
            entries = select(ScanLogEntry).where(ScanLogEntry.attendee_id == guest.id).order_by(ScanLogEntry.id)
            return list(tx.scalars(entries))

    def now(self, guest: AttendeeOut) -> Attendee:
        with self.database.read() as tx:
            return tx.get_one(Attendee, guest.id)
