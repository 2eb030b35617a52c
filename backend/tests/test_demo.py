"""The made-up evenings of `make demo`: what somebody who looks around for the first time sees."""

from datetime import timedelta

from sqlalchemy import select

from doorlist.checkin.models import ScanLogEntry
from doorlist.core import clock
from doorlist.demo import fill_with_demo
from tests.cast import SAM
from tests.house import House


def test_the_demonstration_has_sales_and_a_wave_of_arrivals_and_is_made_once(sqlite_house: House) -> None:
    fill_with_demo(sqlite_house.database)
    fill_with_demo(sqlite_house.database)
    sam = sqlite_house.signed_in(SAM)
    events = sam.get("/api/events").json()
    assert [event["name"] for event in events] == ["Founders' Breakfast", "Harbour Lights Gala", "Winter Jazz Supper"]
    overview = sam.get("/api/analytics/overview").json()
    assert (overview["totalTicketsSold"], overview["totalEvents"]) == (360, 3)
    assert overview["totalRevenue"] > 0
    sold = sorted(entry["stats"]["totalSold"] for entry in sam.get("/api/analytics/users").json())
    assert sum(sold) == 360
    assert len([tickets for tickets in sold if tickets]) == 3
    arrivals = sam.get(f"/api/analytics/arrivals?eventId={events[1]['id']}").json()
    assert len(arrivals) > 20

    with sqlite_house.database.read() as tx:
        entries = tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.scanned_at)).all()
    assert len(entries) == overview["scannedTickets"]
    assert {entry.outcome for entry in entries} == {"admitted"}
    assert clock.now() - timedelta(days=13) < entries[0].scanned_at
    assert entries[-1].scanned_at <= clock.now()
