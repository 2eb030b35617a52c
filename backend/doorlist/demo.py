"""A realistic data set to look around in: three evenings and their guests (`make demo`)."""

import random
from datetime import timedelta

from sqlalchemy.orm import Session

from doorlist.attendees.schemas import AttendeeIn
from doorlist.attendees.service import register_attendee
from doorlist.checkin.schemas import AttendanceRequest
from doorlist.checkin.service import set_attendance
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


def fill_with_demo(database: Database) -> None:
    """Make the evenings and their guests, unless there are events already."""
    with database.read() as tx:
        if list_events(tx):
            return
    seller = _seller(database)
    chance = random.Random(2026)  # noqa: S311 - the same guests each time
    for name, days, time, price, guests, inside in EVENINGS:
        with database.write() as tx:
            date = (clock.now() + timedelta(days=days)).date().isoformat()
            event = create_event(tx, EventIn(name=name, date=date, time=time, ticket_price_cents=price), seller)
            for number in range(guests):
                _seat_guest(tx, event.id, number, chance, seller, is_inside=chance.random() < inside)


def _seat_guest(
    tx: Session, event_id: int, number: int, chance: random.Random, seller: SignedInUser, *, is_inside: bool
) -> None:
    guest = AttendeeIn(
        event_id=event_id,
        full_name=f"{chance.choice(GIVEN_NAMES)} {chance.choice(FAMILY_NAMES)}",
        phone=f"04{chance.randrange(100):02d} {chance.randrange(1000):03d} {chance.randrange(1000):03d}",
        table_number=number // SEATS_AT_A_TABLE + 1,
        payment_status=chance.choice(PAYMENTS),
    )
    attendee = register_attendee(tx, guest, seller)
    if is_inside:
        set_attendance(tx, attendee.id, AttendanceRequest(attended=True), seller)


def _seller(database: Database) -> SignedInUser:
    new = NewUser(
        username="robin",
        full_name="Robin Marlowe",
        role=Role.ORGANIZER,
        password=random_password(),
    )
    user = accounts.create_user(database, new, must_change_password=False, created_by=None)
    return SignedInUser(user.id, user.full_name, user.role, must_change_password=False, token="")
