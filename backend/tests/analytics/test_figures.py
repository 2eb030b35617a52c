"""GET /api/analytics/...: who may read the figures, and what each of them counts, on both engines."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.cast import OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem

CALLS = ("overview", "users", "arrivals", "payments", "tables")
EVERYBODY = ["Ida Inactive", "Nora Newcomer", "Olive Organizer", "Oscar Organizer", "Sam Superadmin"]


def read(client: TestClient, call: str, event: Json | None = None) -> Any:
    query = {} if event is None else {"eventId": event["id"]}
    answer = client.get(f"/api/analytics/{call}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def check_in(client: TestClient, attendee: Json) -> str:
    answer = client.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
    assert answer.status_code == 200, answer.text
    moment: str = json_of(answer)["attendee"]["attendedAt"]
    return moment


@pytest.fixture
def olive(house: House) -> TestClient:
    return house.signed_in(OLIVE)


@pytest.fixture
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.either_engine
class TestWhoMayRead:
    def test_no_anonymous_caller(self, house: House, call: str) -> None:
        problem(house.stranger().get(f"/api/analytics/{call}"), 401, "not_signed_in")

    def test_not_an_organizer(self, house: House, call: str) -> None:  # 6.roles.4
        problem(house.signed_in(OLIVE).get(f"/api/analytics/{call}"), 403, "forbidden")

    def test_a_super_admin(self, sam: TestClient, call: str) -> None:  # 7.call.32..36
        assert sam.get(f"/api/analytics/{call}").status_code == 200

    def test_an_event_that_is_no_number_is_bad_input(self, sam: TestClient, call: str) -> None:
        for written in ("gala", "1.5", "%20"):
            answer = sam.get(f"/api/analytics/{call}?eventId={written}")
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "eventId"

    def test_any_number_is_an_event_that_may_not_exist(self, sam: TestClient, call: str) -> None:  # 7.list.13
        for number in ("0", "-1", "999999", str(2**63), str(-(2**70))):
            assert sam.get(f"/api/analytics/{call}?eventId={number}").status_code == 200


class TestAnEmptyHouse:
    @pytest.mark.both_engines
    def test_has_nothing_but_staff(self, sam: TestClient) -> None:  # 3.overview.1, 3; 3.by-payment.1
        assert read(sam, "overview") == {
            "totalEvents": 0,
            "totalTicketsSold": 0,
            "totalRevenue": 0,
            "activeUsers": 4,
            "paidTickets": 0,
            "unpaidTickets": 0,
            "complimentaryTickets": 0,
            "scannedTickets": 0,
            "possibleExtraPeople": 0,
            "totalOutstanding": 0,
            "unpricedTickets": 0,
            "noShows": 0,
        }
        assert read(sam, "payments") == [
            {"group": group, "count": 0, "revenue": 0, "totalOutstanding": 0, "unpriced": 0, "partial": 0}
            for group in ("paid", "complimentary", "owed")
        ]
        assert read(sam, "arrivals") == []
        assert read(sam, "tables") == []


class TestOverview:
    def test_counts_the_tickets_by_what_was_typed(self, olive: TestClient, sam: TestClient) -> None:
        # 3.overview.2, 7; 3.by-payment.1, 2
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball")
        for event, status in ((gala, "PAID"), (gala, "Comp"), (gala, "partial"), (ball, "free"), (ball, "later")):
            new_attendee(olive, event, paymentStatus=status)
        check_in(olive, new_attendee(olive, ball, paymentStatus="unpaid"))
        figures = read(sam, "overview")
        assert (figures["totalEvents"], figures["totalTicketsSold"]) == (2, 6)
        assert (figures["paidTickets"], figures["unpaidTickets"], figures["complimentaryTickets"]) == (1, 3, 2)
        assert figures["scannedTickets"] == 1
        assert [(entry["group"], entry["count"]) for entry in read(sam, "payments")] == [
            ("paid", 1),
            ("complimentary", 2),
            ("owed", 3),
        ]

    def test_of_one_event_leaves_the_others_out(self, olive: TestClient, sam: TestClient) -> None:
        # 3.overview.8; 7.call.32
        gala, ball = new_event(olive, ticketPriceCents=5_000), new_event(olive, ticketPriceCents=700)
        new_attendee(olive, gala)
        check_in(olive, new_attendee(olive, ball))
        figures = read(sam, "overview", gala)
        assert (figures["totalEvents"], figures["totalTicketsSold"], figures["scannedTickets"]) == (1, 1, 0)
        assert (figures["totalRevenue"], figures["activeUsers"]) == (50, 4)

    @pytest.mark.both_engines
    def test_of_an_unknown_event_is_empty(self, olive: TestClient, sam: TestClient) -> None:  # 3.overview.9
        new_attendee(olive, new_event(olive, ticketPriceCents=5_000))
        unknown = {"id": 999}
        figures = read(sam, "overview", unknown)
        assert {name for name, figure in figures.items() if figure} == {"activeUsers"}
        assert {entry["count"] for entry in read(sam, "payments", unknown)} == {0}
        assert [entry["stats"]["totalSold"] for entry in read(sam, "users", unknown)] == [0] * 5
        assert (read(sam, "arrivals", unknown), read(sam, "tables", unknown)) == ([], [])

    def test_debts_are_summed_where_there_is_a_price(self, olive: TestClient, sam: TestClient) -> None:
        # 3.overview.12, 13
        gala, ball = new_event(olive, ticketPriceCents=4_550), new_event(olive)
        new_attendee(olive, gala, paymentStatus="unpaid")
        new_attendee(olive, gala, paymentStatus="partial", amountPaidCents=1_000)
        new_attendee(olive, gala)
        new_attendee(olive, ball, paymentStatus="pending")
        figures = read(sam, "overview")
        assert (figures["totalOutstanding"], figures["unpricedTickets"]) == (81, 1)
        figures = read(sam, "overview", ball)
        assert (figures["totalOutstanding"], figures["unpricedTickets"]) == (0, 1)

    @pytest.mark.both_engines
    def test_the_unpaid_owe_what_is_outstanding_and_who_paid_a_part_is_counted(
        self, olive: TestClient, sam: TestClient
    ) -> None:
        # 3.by-payment.3
        gala, ball = new_event(olive, ticketPriceCents=4_550), new_event(olive)
        for status, paid in (("partial", 1_000), ("unpaid", 50), ("unpaid", 0), ("unpaid", None), ("paid", 2_000)):
            new_attendee(olive, gala, paymentStatus=status, amountPaidCents=paid)
        new_attendee(olive, ball, paymentStatus="partial", amountPaidCents=700)
        expected = {
            None: (171.5, 1, 3),
            gala["id"]: (171.5, 0, 2),
            ball["id"]: (0, 1, 1),
        }
        for event_id, unpaid in expected.items():
            event = None if event_id is None else {"id": event_id}
            owing = [(row["totalOutstanding"], row["unpriced"], row["partial"]) for row in read(sam, "payments", event)]
            assert owing == [(0, 0, 0), (0, 0, 0), unpaid]
            overview = read(sam, "overview", event)
            assert (overview["totalOutstanding"], overview["unpricedTickets"]) == unpaid[:2]

    def test_who_stayed_away_is_a_no_show_once_the_evening_is_over(self, olive: TestClient, sam: TestClient) -> None:
        # 3.overview.14
        over, tonight = new_event(olive, date="2026-11-20"), new_event(olive, date="2026-11-21")
        check_in(olive, new_attendee(olive, over))
        for event in (over, over, tonight):
            new_attendee(olive, event)
        asked = {"2026-11-20": 0, "2026-11-21": 2, "2026-11-22": 3}
        for today, no_shows in asked.items():
            answer = sam.get("/api/analytics/overview", params={"today": today})
            assert answer.json()["noShows"] == no_shows
        answer = sam.get("/api/analytics/overview", params={"today": "2026-11-31"})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "today"

    def test_who_was_deactivated_is_no_longer_active(self, sam: TestClient) -> None:  # 3.overview.3
        oscar = next(user for user in sam.get("/api/users").json() if user["username"] == "oscar")
        sam.delete(f"/api/users/{oscar['id']}")
        assert read(sam, "overview")["activeUsers"] == 3

    def test_an_attendee_who_was_deleted_was_never_sold(self, olive: TestClient, sam: TestClient) -> None:
        attendee = new_attendee(olive, new_event(olive))
        olive.delete(f"/api/attendees/{attendee['id']}")
        assert read(sam, "overview")["totalTicketsSold"] == 0


class TestRevenue:
    def revenue(self, sam: TestClient) -> list[float]:
        """The same sum wherever it is read: of the overview, of the groups, of the sellers."""
        by_group = sum(entry["revenue"] for entry in read(sam, "payments"))
        by_seller = sum(entry["stats"]["revenue"] for entry in read(sam, "users"))
        return [read(sam, "overview")["totalRevenue"], by_group, by_seller]

    @pytest.mark.parametrize(
        ("price", "status", "amount", "dollars"),
        [
            (5_000, "paid", None, 50),
            (5_000, "paid", 4_550, 45.5),
            (5_000, "paid", 0, 0),
            (5_000, "partial", 2_001, 20.01),
            (5_000, "unpaid", None, 0),
            (5_000, "comp", None, 0),
            (5_000, "free", 100, 1),
            (None, "paid", None, 0),
            (None, "paid", 999, 9.99),
        ],
    )
    def test_is_the_amount_else_the_price_of_what_is_paid_else_nothing(
        self,
        olive: TestClient,
        sam: TestClient,
        price: int | None,
        status: str,
        amount: int | None,
        dollars: float,
    ) -> None:  # 3.payment.9; 3.by-payment.2
        event = new_event(olive, ticketPriceCents=price)
        new_attendee(olive, event, paymentStatus=status, amountPaidCents=amount)
        assert self.revenue(sam) == [dollars] * 3

    def test_a_price_set_later_counts_for_paid_tickets_that_have_no_amount(
        self, olive: TestClient, sam: TestClient
    ) -> None:  # 3.payment.9
        event = new_event(olive, ticketPriceCents=None)
        new_attendee(olive, event)
        new_attendee(olive, event, paymentStatus="unpaid")
        olive.put(f"/api/events/{event['id']}", json={"ticketPriceCents": 3_000})
        assert self.revenue(sam) == [30] * 3

    def test_a_price_changed_later_does_not(self, olive: TestClient, sam: TestClient) -> None:  # 3.payment.7
        event = new_event(olive, ticketPriceCents=5_000)
        new_attendee(olive, event)
        olive.put(f"/api/events/{event['id']}", json={"ticketPriceCents": 9_000})
        assert self.revenue(sam) == [50] * 3

    def test_sums_in_cents_and_never_writes_a_third_decimal(self, olive: TestClient, sam: TestClient) -> None:
        # 3.payment.10, 11: as floats, three times 0.1 is 0.30000000000000004.
        event = new_event(olive)
        for _ in range(3):
            new_attendee(olive, event, amountPaidCents=10)
        for call in ("overview", "payments", "users"):
            written = re.findall(r'"(?:totalRevenue|revenue)":([^,}]+)', sam.get(f"/api/analytics/{call}").text)
            assert "0.3" in written
            assert all(re.fullmatch(r"\d+(\.\d{1,2})?", number) for number in written)

    def test_survives_the_largest_amounts(self, olive: TestClient, sam: TestClient) -> None:
        event = new_event(olive)
        for _ in range(2):
            new_attendee(olive, event, amountPaidCents=100_000_000_00)
        assert read(sam, "overview")["totalRevenue"] == 200_000_000


class TestUsers:
    def test_everybody_is_there_by_name(self, sam: TestClient) -> None:  # 3.per-user.1, 2, 4, 5
        entries = read(sam, "users")
        assert [entry["user"]["fullName"] for entry in entries] == EVERYBODY
        nothing = {"totalSold": 0, "paidTickets": 0, "unpaidTickets": 0, "complimentaryTickets": 0, "revenue": 0}
        assert [entry["stats"] for entry in entries] == [nothing] * 5
        assert {key: entries[4]["user"][key] for key in ("fullName", "username", "role")} == {
            "fullName": "Sam Superadmin",
            "username": "sam",
            "role": "super_admin",
        }
        assert set(entries[4]["user"]) == {"id", "fullName", "username", "role"}

    def test_a_ticket_counts_for_who_sold_it(self, house: House, olive: TestClient, sam: TestClient) -> None:
        # 3.per-user.3, 4; 7.call.33
        gala, ball = new_event(olive, ticketPriceCents=5_000), new_event(olive, name="Winter Ball")
        new_attendee(olive, gala)
        new_attendee(olive, gala, paymentStatus="partial", amountPaidCents=1_250)
        new_attendee(olive, ball, paymentStatus="comp")
        oscars = new_attendee(house.signed_in(OSCAR), gala)
        check_in(olive, oscars)  # who scans a ticket has not sold it
        stats = {entry["user"]["username"]: entry["stats"] for entry in read(sam, "users")}
        assert stats["olive"] == {
            "totalSold": 3,
            "paidTickets": 1,
            "unpaidTickets": 1,
            "complimentaryTickets": 1,
            "revenue": 62.5,
        }
        assert (stats["oscar"]["totalSold"], stats["oscar"]["revenue"]) == (1, 50)
        of_the_ball = {entry["user"]["username"]: entry["stats"] for entry in read(sam, "users", ball)}
        assert (of_the_ball["olive"]["totalSold"], of_the_ball["oscar"]["totalSold"]) == (1, 0)


class TestEvents:
    @pytest.mark.both_engines
    def test_each_event_in_order_has_the_figures_of_its_overview(self, olive: TestClient, sam: TestClient) -> None:
        # 3.by-event.1142; 7.call.1143
        late = new_event(olive, name="Late Show", time="23:00", venue="Pier 2")
        untimed = new_event(olive, name="Open Day", time=None, ticketPriceCents=900)
        gala = new_event(olive, ticketPriceCents=4_550)
        early = new_event(olive, name="Winter Ball", date="2026-07-01", ticketPriceCents=2_000)
        for status, paid in (("partial", 1_000), ("unpaid", None), ("comp", None)):
            new_attendee(olive, gala, paymentStatus=status, amountPaidCents=paid)
        check_in(olive, new_attendee(olive, gala))
        new_attendee(olive, late, paymentStatus="pending", amountPaidCents=700)
        new_attendee(olive, early)
        entries = read(sam, "events")
        assert [entry["event"]["id"] for entry in entries] == [event["id"] for event in (early, gala, late, untimed)]
        assert entries[2] == {
            "event": {
                "id": late["id"],
                "name": "Late Show",
                "date": "2026-11-20",
                "time": "23:00",
                "venue": "Pier 2",
            },
            "tickets": 1,
            "arrived": 0,
            "revenueCents": 700,
            "outstandingCents": 0,
            "unpriced": 1,
        }
        assert (entries[1]["revenueCents"], entries[1]["outstandingCents"]) == (5_550, 8_100)
        for entry in entries:
            overview = read(sam, "overview", entry["event"])
            assert (entry["tickets"], entry["arrived"]) == (overview["totalTicketsSold"], overview["scannedTickets"])
            assert (entry["revenueCents"], entry["outstandingCents"], entry["unpriced"]) == (
                round(overview["totalRevenue"] * 100),
                round(overview["totalOutstanding"] * 100),
                overview["unpricedTickets"],
            )


class TestTables:
    def test_count_tickets_and_who_is_in(self, olive: TestClient, sam: TestClient) -> None:
        # 3.by-table.1, 2; 7.call.36
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball")
        for table in (12, 3, 3):
            new_attendee(olive, gala, tableNumber=table)
        check_in(olive, new_attendee(olive, ball, tableNumber=3))
        assert read(sam, "tables", gala) == [
            {"tableNumber": 3, "tickets": 2, "attended": 0},
            {"tableNumber": 12, "tickets": 1, "attended": 0},
        ]
        assert read(sam, "tables")[0] == {"tableNumber": 3, "tickets": 3, "attended": 1}


class TestArrivals:
    def test_count_check_ins_that_were_not_undone(self, olive: TestClient, sam: TestClient) -> None:
        # 3.arrivals.1, 2, 3; 7.call.34
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball")
        moment = check_in(olive, new_attendee(olive, gala))
        gone_again = new_attendee(olive, gala)
        check_in(olive, gone_again)
        olive.patch(f"/api/attendees/{gone_again['id']}/attendance", json={"attended": False})
        new_attendee(olive, gala)
        assert read(sam, "arrivals", gala) == [{"minute": f"{moment[:16]}:00.000Z", "count": 1}]
        assert read(sam, "arrivals") == [{"minute": f"{moment[:16]}:00.000Z", "count": 1}]
        assert read(sam, "arrivals", ball) == []
