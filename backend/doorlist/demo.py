"""A realistic data set to look around in: three evenings and their guests (`make demo`)."""

import random
from datetime import datetime, timedelta

from sqlalchemy import update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeIn, AttendeeOut
from doorlist.attendees.service import register_attendee
from doorlist.checkin.models import ScanLogEntry
from doorlist.checkin.rules import ScanOutcome
from doorlist.core import clock
from doorlist.core.database import Database
from doorlist.events.schemas import EventIn
from doorlist.events.service import create_event, list_events
from doorlist.users import accounts
from doorlist.users.passwords import random_password
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from doorlist.users.service import SignedInUser

# (name, days from today, time, price in cents, guests, share already inside)
EVENINGS = (
    ("Harbour Lights Gala", 0, "19:30", 12_000, 180, 0.4),
    ("Winter Jazz Supper", 9, "18:45", 8_500, 120, 0.0),
    ("Founders' Breakfast", -12, None, None, 60, 0.9),
)
GIVEN_NAMES = [
    "Amara",
    "Beatrix",
    "Chiara",
    "Dmitri",
    "Elif",
    "Fionn",
    "Greta",
    "Hamid",
    "Ingrid",
    "João",
    "Keiko",
    "Liam",
    "Mireille",
    "Nikhil",
    "Oona",
    "Paolo",
    "Quynh",
    "Rosa",
    "Saoirse",
    "Tomás",
    "Uma",
    "Viktor",
    "Wren",
    "Ximena",
    "Yusuf",
    "Zofia",
]
FAMILY_NAMES = [
    "Abbott",
    "Banerjee",
    "Castellanos",
    "Dvořák",
    "Eriksen",
    "Fernández",
    "Goldberg",
    "Haddad",
    "Ito",
    "Jansen",
    "Kowalski",
    "Lindqvist",
    "Moreau",
    "Nguyen",
    "O'Brien",
    "Papadopoulos",
    "Quinn",
    "Rossi",
    "Silva",
    "Tanaka",
    "Uzun",
    "Vasquez",
    "Whitlam",
    "Xu",
    "Yilmaz",
    "Zieliński",
]
PAYMENTS = ("paid", "paid", "paid", "paid", "unpaid", "partial", "free", "comp")
SEATS_AT_A_TABLE = 8
# (username, full name, share of the sales)
SELLERS = (("robin", "Robin Marlowe", 0.6), ("priya", "Priya Raman", 0.3), ("tom", "Tom Becker", 0.1))
# Guests come in a wave, most of them in its middle.
WAVE_MINUTES = 40


def fill_with_demo(database: Database) -> None:
    """Make the evenings and their guests, unless there are events already."""
    with database.read() as tx:
        if list_events(tx):
            return
    sellers = [_seller(database, username, full_name) for username, full_name, _ in SELLERS]
    chance = random.Random(2026)  # noqa: S311 - the same guests each time
    for name, days, time, price, guests, inside in EVENINGS:
        with database.write() as tx:
            date = (clock.now() + timedelta(days=days)).date().isoformat()
            event = create_event(tx, EventIn(name=name, date=date, time=time, ticket_price_cents=price), sellers[0])
            doors_opened = clock.now() + timedelta(days=days, minutes=-WAVE_MINUTES)
            for number in range(guests):
                [seller] = chance.choices(sellers, weights=[share for _, _, share in SELLERS])
                guest = _seat_guest(tx, event.id, number, chance, seller)
                if chance.random() < inside:
                    minutes = chance.triangular(0, WAVE_MINUTES)
                    _let_in(tx, guest, doors_opened + timedelta(seconds=round(minutes * 60)), scanner=sellers[0])


def _seat_guest(tx: Session, event_id: int, number: int, chance: random.Random, seller: SignedInUser) -> AttendeeOut:
    guest = AttendeeIn(
        event_id=event_id,
        full_name=f"{chance.choice(GIVEN_NAMES)} {chance.choice(FAMILY_NAMES)}",
        phone=f"04{chance.randrange(100):02d} {chance.randrange(1000):03d} {chance.randrange(1000):03d}",
        table_number=number // SEATS_AT_A_TABLE + 1,
        payment_status=chance.choice(PAYMENTS),
    )
    return register_attendee(tx, guest, seller)


def _let_in(tx: Session, guest: AttendeeOut, moment: datetime, *, scanner: SignedInUser) -> None:
    """What a scan at that moment would have left: the door itself only knows the present one."""
    arrival = {"attended_at": moment, "scanned_by": scanner.id}
    tx.execute(update(Attendee).where(Attendee.id == guest.id).values(attended=True, **arrival))
    tx.add(
        ScanLogEntry(
            attendee_id=guest.id,
            event_id=guest.event_id,
            user_id=scanner.id,
            outcome=ScanOutcome.ADMITTED,
            qr_data=guest.qr_code_data,
            attended_at=moment,
            attended_by=scanner.id,
            scanned_at=moment,
        )
    )


def _seller(database: Database, username: str, full_name: str) -> SignedInUser:
    new = NewUser(username=username, full_name=full_name, role=Role.ORGANIZER, password=random_password())
    user = accounts.create_user(database, new, must_change_password=False, created_by=None)
    return SignedInUser(user.id, user.full_name, user.role, must_change_password=False, token="")
