"""A realistic data set to explore: three evenings, their guests and a sign-in (`make demo`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random

from sqlalchemy import update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeIn, AttendeeOut
from doorlist.attendees.service import register_attendee
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.door.models import ScanLogEntry
from doorlist.door.rules import ScanOutcome
from doorlist.events.schemas import EventIn
from doorlist.events.service import create_event, list_events
from doorlist.users import accounts
from doorlist.users.models import User
from doorlist.users.passwords import random_password, verify_password
from doorlist.users.repository import find_by_username
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from doorlist.users.service import SignedInUser

# Groups of guests: how many of a hundred, given names, family names.
PEOPLE = """\
46 | Charlotte Isla Matilda Florence Harriet Imogen Eleanor Siobhan Jack Oliver Hamish Callum Declan Lachlan Angus Hugh\
 | Campbell Wilson Murphy Kelly Walsh Taylor Thompson Hughes Fraser Mitchell O'Brien Bennett Whitfield Doyle Sinclair
8 | Ananya Kavya Meera Arjun Rohan Vikram Harpreet Gurpreet | Patel Sharma Singh Reddy Iyer Fernando
8 | Meilin Jiayi Xinyi Yifan Wei Jun Haoran | Chen Li Wang Zhang Liu Huang
6 | Giulia Francesca Chiara Marco Luca Matteo | Rossi Romano Russo Ferrara
5 | Linh Thao Quynh Minh Huy Bao | Nguyen Tran Pham
5 | Eleni Sofia Katerina Nikos Dimitri Yianni | Papadopoulos Georgiou Pappas
5 | Layla Nour Yasmin Omar Karim Elias | Haddad Khoury Mansour
3 | Ivana Zofia Katarzyna Ante Marek Goran | Novak Kowalczyk Jurić
3 | Maricel Jasmine Paolo Jericho | Santos Reyes Bautista
3 | Aroha Moana Mele Sione Tevita Tane | Tamihana Tupou Ngata
2 | Kirra Marlee Jarrah Jedda | Williams Roberts Morgan
2 | Camila Valentina Mateo Santiago | Fernández Morales Rojas
2 | Jiwoo Soyeon Minjun Seojun | Kim Park Choi
2 | Elif Zeynep Emre Deniz | Çelik Demir Kaya
"""
GROUPS = [
    (int(share), given.split(), family.split())
    for share, given, family in (line.split("|") for line in PEOPLE.splitlines())
]
# Sizes of parties, and how often each occurs.
HAS_NOTES = 0.06
NOTES = (
    "Wheelchair: ramp at the side door.",
    "Vegetarian.\nAllergic to nuts.",
    "Arrives after the speeches.",
    "Birthday!",
)
PARTY_SIZES = {1: 15, 2: 48, 3: 10, 4: 18, 6: 9}
SHARES_THE_FAMILY_NAME = 0.55
SHARES_THE_PHONE = 0.6
# Numbers reserved for fiction: mobiles 0491 57x xxx, fixed lines 5550 and 7010.
MOBILES = 0.8
AREA_CODES = ("02", "02", "02", "03", "07")
# (username, full name, share of the sales)
SELLERS = (
    ("priya", "Priya Raman", 0.5),
    ("robin", "Robin Marlowe", 0.34),
    ("tom", "Tom Becker", 0.12),
    ("aroha", "Aroha Ngata", 0.04),
)
AT_THE_DOOR = 2
# Doors open before the evening begins; guests come in a wave, most of them a while later.
DOORS_OPEN_MINUTES = 45
WAVE_MINUTES = 80
CREST_MINUTE = 32
# Tonight the doors opened a little while ago, at whatever time the demonstration starts.
OPEN_SO_FAR_MINUTES = 36
STAYS_AWAY = 0.05


@dataclass(frozen=True)
class _Evening:
    name: str
    date: date
    time: time
    price_cents: int
    tables: int
    seats: int
    sold: int
    payments: dict[str, int]
    doors_opened: datetime | None


def fill_with_demo(database: Database) -> None:
    """Create the evenings and their guests, unless there are events already."""
    with database.read() as tx:
        if list_events(tx):
            return
    sellers = [_seller(database, username, full_name) for username, full_name, _ in SELLERS]
    chance = Random(2026)  # noqa: S311 - the same guests each time
    for evening in _evenings():
        with database.write() as tx:
            _hold(tx, evening, sellers, chance)


def keep_password(database: Database, file: Path) -> str | None:
    """The password of the admin as `file` has it, so that a restart ends no door; the first time, a new one.

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


def _evenings() -> list[_Evening]:
    """A past Saturday, a coming one, and today, in the order of creation.

    Days and times are in this machine's time zone, as at a venue.
    """
    now = clock.now()
    today = now.astimezone().date()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7)
    dinner, dinner_begins = saturday - timedelta(days=14), time(18, 30)
    return [
        _Evening(
            name="Founders' Dinner",
            date=dinner,
            time=dinner_begins,
            price_cents=9_500,
            tables=12,
            seats=8,
            sold=93,
            payments={"paid": 88, "comp": 8, "free": 4},
            doors_opened=datetime.combine(dinner, dinner_begins).astimezone(UTC)
            - timedelta(minutes=DOORS_OPEN_MINUTES),
        ),
        _Evening(
            name="Jazz on the Wharf",
            date=saturday + timedelta(days=7),
            time=time(19, 0),
            price_cents=8_500,
            tables=15,
            seats=8,
            sold=74,
            payments={"paid": 62, "unpaid": 14, "partial": 10, "pending": 8, "comp": 6},
            doors_opened=None,
        ),
        _Evening(
            name="Harbour Lights Gala",
            date=today,
            time=time(19, 30),
            price_cents=18_000,
            tables=18,
            seats=10,
            sold=174,
            payments={"paid": 78, "comp": 7, "free": 4, "unpaid": 6, "partial": 5},
            doors_opened=now - timedelta(minutes=OPEN_SO_FAR_MINUTES),
        ),
    ]


def _hold(tx: Session, evening: _Evening, sellers: list[SignedInUser], chance: Random) -> None:
    about = EventIn(
        name=evening.name,
        date=evening.date.isoformat(),
        time=evening.time.isoformat("minutes"),
        ticket_price_cents=evening.price_cents,
        capacity=evening.tables * evening.seats,
    )
    event = create_event(tx, about, sellers[0])
    arrivals: list[tuple[datetime, AttendeeOut]] = []
    for party in _parties(evening, event.id, chance):
        [seller] = chance.choices(sellers, weights=[share for _, _, share in SELLERS])
        guests = [register_attendee(tx, guest, seller) for guest in party]
        arrivals += _arrivals(evening, guests, chance)
    for moment, guest in sorted(arrivals, key=lambda arrival: arrival[0]):
        _let_in(tx, guest, moment, scanner=chance.choice(sellers[:AT_THE_DOOR]))


def _parties(evening: _Evening, event_id: int, chance: Random) -> Iterator[list[AttendeeIn]]:
    """A party bought its tickets together: one table, one payment."""
    free_seats = dict.fromkeys(range(1, evening.tables + 1), evening.seats)
    names: set[str] = set()
    left = evening.sold
    while left:
        [wanted] = chance.choices(list(PARTY_SIZES), weights=list(PARTY_SIZES.values()))
        size = min(wanted, left, max(free_seats.values()))
        table = chance.choice([table for table, free in free_seats.items() if free >= size])
        free_seats[table] -= size
        left -= size
        [payment] = chance.choices(list(evening.payments), weights=list(evening.payments.values()))
        phone = _phone(chance)
        yield [
            AttendeeIn(
                event_id=event_id,
                full_name=name,
                phone=phone if number == 0 or chance.random() < SHARES_THE_PHONE else _phone(chance),
                table_number=table,
                payment_status=payment,
                amount_paid_cents=evening.price_cents // 2 if payment == "partial" else None,
                notes=_notes(name),
            )
            for number, name in enumerate(_names(size, names, chance))
        ]


def _notes(name: str) -> str | None:
    """What few guests have a note about: the same each time, whatever else is drawn."""
    chance = Random(name)  # noqa: S311 - no secret
    return chance.choice(NOTES) if chance.random() < HAS_NOTES else None


def _names(size: int, taken: set[str], chance: Random) -> list[str]:
    """The names of a party; no name occurs twice in an evening."""
    family = None
    names: list[str] = []
    while len(names) < size:
        if family is None or chance.random() >= SHARES_THE_FAMILY_NAME:
            [(_, given, families)] = chance.choices(GROUPS, weights=[share for share, _, _ in GROUPS])
            family = chance.choice(families)
        name = f"{chance.choice(given)} {family}"
        if name not in taken:
            taken.add(name)
            names.append(name)
    return names


def _phone(chance: Random) -> str:
    if chance.random() < MOBILES:
        return f"0491 57{chance.randrange(10)} {chance.randrange(1000):03d}"
    exchange = chance.choice(("5550", "7010"))
    return f"({chance.choice(AREA_CODES)}) {exchange} {chance.randrange(10_000):04d}"


def _arrivals(evening: _Evening, guests: list[AttendeeOut], chance: Random) -> Iterator[tuple[datetime, AttendeeOut]]:
    """The arrival times of a party up to now: together, one scan after the other."""
    if evening.doors_opened is None:
        return
    moment = evening.doors_opened + timedelta(seconds=round(60 * chance.triangular(0, WAVE_MINUTES, CREST_MINUTE)))
    for guest in guests:
        moment += timedelta(seconds=chance.randrange(4, 12))
        if chance.random() >= STAYS_AWAY and moment <= clock.now():
            yield moment, guest


def _let_in(tx: Session, guest: AttendeeOut, moment: datetime, *, scanner: SignedInUser) -> None:
    """Write the rows of a scan at that moment; the door itself can only scan now."""
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
    with database.write() as tx:
        # The sellers have sold tickets for weeks.
        since = {"created_at": clock.now() - timedelta(days=60), "last_login": clock.now() - timedelta(hours=1)}
        tx.execute(update(User).where(User.id == user.id).values(**since))
    return SignedInUser(user.id, user.full_name, user.role, must_change_password=False, token="")
