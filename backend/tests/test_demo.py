"""The made-up evenings of `make demo`, as a first visitor sees them."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import select

from doorlist.core import clock
from doorlist.demo import fill_with_demo, keep_password
from doorlist.door.models import ScanLogEntry
from doorlist.users import accounts
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from tests.cast import SAM, Person
from tests.databases import SqliteDatabases
from tests.door.access.test_devices import granted
from tests.house import House, HouseOfPasswords, Json, new_event

Evenings = list[tuple[Json, list[Json]]]


@pytest.fixture(scope="module")
def venue(sqlite_databases: SqliteDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which the demonstration was made, and asked for once more."""
    with sqlite_databases.fresh(tmp_path_factory.mktemp("demo") / "data") as settings:
        made = House(settings, "sqlite")
        fill_with_demo(made.database)
        fill_with_demo(made.database)
        yield made
        made.close()


@pytest.fixture(scope="module")
def evenings(venue: House) -> Evenings:
    """Each evening with its guests, by date."""
    sam = venue.signed_in(SAM)
    return [(event, sam.get(f"/api/attendees?eventId={event['id']}").json()) for event in sam.get("/api/events").json()]


def test_10_demo_1_one_evening_is_over_one_is_tonight_one_is_ahead(evenings: Evenings) -> None:
    """10.demo.1: mostly present, partly in, nobody yet."""
    names = [event["name"] for event, _ in evenings]
    assert names == ["Founders' Dinner", "Harbour Lights Gala", "Jazz on the Wharf"]
    today = clock.now().astimezone().date().isoformat()
    days = [event["date"] for event, _ in evenings]
    assert days[0] < today == days[1] < days[2]
    present = [sum(guest["attended"] for guest in guests) / len(guests) for _, guests in evenings]
    assert 0.9 < present[0] < 1
    assert 0.25 < present[1] < 0.6
    assert present[2] == 0


def test_10_demo_1_the_evening_that_is_over_filled_around_its_beginning(evenings: Evenings) -> None:
    [(dinner, guests), *_] = evenings
    begins = datetime.fromisoformat(f"{dinner['date']}T{dinner['time']}").astimezone()
    arrivals = sorted(
        datetime.fromisoformat(guest["attendedAt"]) - begins for guest in guests if guest["attendedAt"] is not None
    )
    assert timedelta(minutes=-45) <= arrivals[0] < timedelta(minutes=-25)
    assert timedelta(minutes=-20) < arrivals[len(arrivals) // 2] < timedelta(minutes=5)
    assert timedelta(minutes=10) < arrivals[-1] < timedelta(minutes=40)


def test_10_demo_2_tables_have_their_guests(evenings: Evenings) -> None:
    """10.demo.2: no table has more guests than chairs, and nobody is on the list twice."""
    for (_, guests), seats, tables in zip(evenings, (8, 10, 8), (12, 18, 15), strict=True):
        at_table = Counter(guest["tableNumber"] for guest in guests)
        assert tables * 0.8 < len(at_table) <= max(at_table) <= tables
        assert max(at_table.values()) <= seats
        assert len({guest["fullName"] for guest in guests}) == len(guests)


def test_10_demo_3_no_phone_number_is_anybodys(evenings: Evenings) -> None:
    """10.demo.3: Australian numbers that are kept for fiction."""
    kept_for_fiction = re.compile(r"0491 57\d \d{3}|\(0[2378]\) (5550|7010) \d{4}")
    phones = [guest["phone"] for _, guests in evenings for guest in guests]
    assert [phone for phone in phones if not kept_for_fiction.fullmatch(phone)] == []


def test_10_demo_4_every_kind_of_payment_and_of_seller_is_there(venue: House, evenings: Evenings) -> None:
    """10.demo.4: a deposit leaves something owed; sellers have each of the three badges."""
    statuses = Counter(guest["paymentStatus"] for _, guests in evenings for guest in guests)
    assert set(statuses) == {"paid", "unpaid", "partial", "pending", "comp", "free"}
    assert statuses["paid"] > statuses.total() / 2
    deposits = [guest for _, guests in evenings for guest in guests if guest["paymentStatus"] == "partial"]
    assert all(0 < guest["amountPaidCents"] == guest["owedCents"] for guest in deposits)
    for event, guests in evenings:
        paid = {guest["amountPaidCents"] for guest in guests if guest["paymentStatus"] == "paid"}
        assert paid == {event["ticketPriceCents"]}

    sam = venue.signed_in(SAM)
    overview = sam.get("/api/analytics/overview").json()
    assert (overview["totalTicketsSold"], overview["totalEvents"]) == (341, 3)
    sold = sorted(entry["stats"]["totalSold"] for entry in sam.get("/api/analytics/users").json())
    assert sum(sold) == 341
    assert [tickets for tickets in sold if 0 < tickets < 20]
    assert [tickets for tickets in sold if 20 <= tickets < 50]
    assert [tickets for tickets in sold if tickets >= 50]


def test_the_scan_log_has_the_same_arrivals_in_order(venue: House, evenings: Evenings) -> None:
    sam = venue.signed_in(SAM)
    tonight, _ = evenings[1]
    assert len(sam.get(f"/api/analytics/arrivals?eventId={tonight['id']}").json()) > 12

    with venue.database.read() as tx:
        entries = tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)).all()
    assert len(entries) == sam.get("/api/analytics/overview").json()["scannedTickets"]
    assert {entry.outcome for entry in entries} == {"admitted"}
    assert all(earlier.scanned_at <= later.scanned_at for earlier, later in pairwise(entries))
    assert entries[-1].scanned_at <= clock.now()
    assert len({entry.user_id for entry in entries}) == 2


def test_10_demo_5_a_restart_keeps_the_password_and_the_devices(
    sqlite_databases: SqliteDatabases, tmp_path: Path
) -> None:
    """10.demo.5: also one that was chosen on the screens."""
    kept = tmp_path / "demo-password"
    with sqlite_databases.fresh(tmp_path / "data") as settings:
        house = HouseOfPasswords(settings, "sqlite")
        admin = NewUser(
            username="admin", full_name="Administrator", role=Role.SUPER_ADMIN, password="horses and riders"
        )
        accounts.create_user(house.database, admin, must_change_password=True, created_by=None)
        password = keep_password(house.database, kept)
        assert password is not None
        door = house.signed_in(Person("admin", "Administrator", Role.SUPER_ADMIN, password))
        grant = granted(door, new_event(door))
        assert keep_password(house.database, kept) == password
        assert door.get("/api/me").status_code == 200
        assert granted(door, {"id": grant["eventId"]})["id"] == grant["id"]
        accounts.set_password_for(house.database, "admin", "horses and batteries")
        assert keep_password(house.database, kept) is None
        kept.unlink()
        assert keep_password(house.database, kept) not in {None, password}
        house.close()
