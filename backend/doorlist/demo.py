"""A realistic data set to explore: three events, their guests of `demo.csv` and a sign-in (`make demo`)."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.retention import Consent
from doorlist.events.schemas import EventIn
from doorlist.events.service import create_event, list_events
from doorlist.privacy import becoming_due
from doorlist.spreadsheets.imports.readers import FileChoices
from doorlist.spreadsheets.imports.runner import Imports
from doorlist.spreadsheets.service import import_file
from doorlist.users import accounts
from doorlist.users.models import User
from doorlist.users.passwords import random_password, verify_password
from doorlist.users.repository import find_by_username
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from doorlist.users.service import SignedInUser

# The names are made up, and the phone numbers are reserved for fiction.
GUESTS = Path(__file__).with_name("demo.csv")
SELLERS = {"priya": "Priya Raman", "robin": "Robin Marlowe", "tom": "Tom Becker", "aroha": "Aroha Ngata"}
OPEN_BEFORE = timedelta(minutes=45)
TODAY_OPEN_SINCE = timedelta(minutes=36)


def fill_with_demo(database: Database) -> None:
    """Create the events and their guests, unless there are events already."""
    with database.read() as tx:
        if list_events(tx):
            return
    sellers = {full_name: _seller(database, username, full_name) for username, full_name in SELLERS.items()}
    first_seller = sellers["Priya Raman"]
    with database.write() as tx:
        events = {event.name: (create_event(tx, event, first_seller).id, opened_at) for event, opened_at in _events()}
    content = GUESTS.read_bytes()
    consent = Consent(becoming_due, expected=0)
    choices = FileChoices(file_name=GUESTS.name, event_id=None)
    import_file(Imports(database), BytesIO(content), choices, first_seller, consent)
    with database.write() as tx:
        _add_sales_and_scans(tx, csv.DictReader(StringIO(content.decode())), events, sellers)


def keep_password(database: Database, file: Path) -> str | None:
    """The password of the admin from `file`, so that a restart ends no door; the first time, a new one.

    None where the admin has another one by now.
    """
    if file.exists():
        password = file.read_text("utf-8").strip()
        with database.read() as tx:
            admin = find_by_username(tx, accounts.FIRST_USERNAME)
            password_hash = None if admin is None else admin.password_hash
        return password if verify_password(password, password_hash) else None
    password = random_password()
    accounts.set_password_for(database, accounts.FIRST_USERNAME, password)
    file.write_text(f"{password}\n", "utf-8")
    return password


def _events() -> Iterator[tuple[EventIn, datetime]]:
    """A past Saturday, a coming one, and today, in the order of creation, each with the time when its doors open.

    Days and times are in this machine's time zone, as at a venue.
    """
    today = clock.now().astimezone().date()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7)
    for name, day, begins, price_cents, capacity in (
        ("Founders' Dinner", saturday - timedelta(days=14), "18:30", 9_500, 96),
        ("Jazz on the Wharf", saturday + timedelta(days=7), "19:00", 8_500, 120),
        ("Harbour Lights Gala", today, "19:30", 18_000, 180),
    ):
        begins_at = datetime.fromisoformat(f"{day}T{begins}").astimezone(UTC)
        # Whatever the time is now, today's doors have just opened.
        opened_at = clock.now() - TODAY_OPEN_SINCE if day == today else begins_at - OPEN_BEFORE
        event = EventIn(name=name, date=str(day), time=begins, ticket_price_cents=price_cents, capacity=capacity)
        yield event, opened_at


def _add_sales_and_scans(
    tx: Session,
    rows: Iterable[dict[str, str]],
    events: Mapping[str, tuple[int, datetime]],
    sellers: Mapping[str, SignedInUser],
) -> None:
    """Write who sold each ticket, and the scans up to now in their order; the door itself can only scan now."""
    attendees = {(attendee.event_id, attendee.full_name): attendee for attendee in tx.scalars(select(Attendee))}
    scans: list[tuple[datetime, int, Attendee]] = []
    for row in rows:
        event_id, opened_at = events[row["Event Name"]]
        attendee = attendees[event_id, row["Attendee Name"]]
        attendee.sold_by = sellers[row["Sold By"]].id
        if row["Scanned By"]:
            scanned_at = opened_at + timedelta(seconds=int(row["Seconds after Doors Open"]))
            scans.append((scanned_at, sellers[row["Scanned By"]].id, attendee))
    for scanned_at, scanned_by, attendee in sorted(scans, key=lambda scan: scan[0]):
        if scanned_at > clock.now():
            break
        attendee.attended, attendee.attended_at, attendee.scanned_by = True, scanned_at, scanned_by
        tx.add(
            ScanLogEntry(
                attendee_id=attendee.id,
                event_id=attendee.event_id,
                user_id=scanned_by,
                outcome=ScanOutcome.ADMITTED,
                qr_data=attendee.qr_code_data,
                attended_at=scanned_at,
                attended_by=scanned_by,
                scanned_at=scanned_at,
            )
        )


def _seller(database: Database, username: str, full_name: str) -> SignedInUser:
    new = NewUser(username=username, full_name=full_name, role=Role.ORGANIZER, password=random_password())
    user = accounts.create_user(database, new, must_change_password=False, created_by=None)
    with database.write() as tx:
        # The sellers have sold tickets for weeks.
        since = {"created_at": clock.now() - timedelta(days=60), "last_login": clock.now() - timedelta(hours=1)}
        tx.execute(update(User).where(User.id == user.id).values(**since))
    return SignedInUser(user.id, user.full_name, user.role, must_change_password=False, token="")
