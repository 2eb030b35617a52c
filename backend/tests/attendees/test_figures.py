"""GET /api/attendees/figures: how full an evening is and what is still owed, on both engines."""

import pytest
from fastapi.testclient import TestClient

from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def figures(client: TestClient, event_id: int) -> Json:
    return json_of(client.get("/api/attendees/figures", params={"eventId": event_id}))


@pytest.mark.either_engine
class TestWhoMayRead:
    def test_staff_of_both_roles_and_no_anonymous_caller(self, house: House) -> None:  # 6.roles.2; 7.call.70
        problem(house.stranger().get("/api/attendees/figures?eventId=1"), 401, "not_signed_in")
        for person in (OLIVE, SAM):
            assert figures(house.signed_in(person), 1)["tickets"] == 0

    def test_one_event_has_to_be_named(self, house: House) -> None:
        for query in ("", "?eventId=gala"):
            answer = house.signed_in().get(f"/api/attendees/figures{query}")
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "eventId"


class TestFigures:
    def test_count_tickets_arrivals_and_debts_of_that_event_alone(self, house: House) -> None:
        # 3.figures.1..3; 7.call.70
        olive = house.signed_in()
        gala, ball = new_event(olive, ticketPriceCents=4_500), new_event(olive, ticketPriceCents=100_000)
        paid = new_attendee(olive, gala)
        new_attendee(olive, gala, paymentStatus="comp")
        new_attendee(olive, gala, paymentStatus="unpaid")
        # More than the price is no credit for others.
        new_attendee(olive, gala, paymentStatus="partial", amountPaidCents=9_000)
        new_attendee(olive, gala, paymentStatus="partial", amountPaidCents=1_250)
        new_attendee(olive, ball, paymentStatus="unpaid")
        olive.post("/api/attendees/scan", json={"qrData": paid["qrCodeData"]})
        counted = {"eventId": gala["id"], "tickets": 5, "attended": 1, "unpaidTickets": 3, "inside": None, "left": None}
        assert figures(olive, gala["id"]) == {**counted, "owedCents": 4_500 + 3_250}
        olive.patch(f"/api/attendees/{paid['id']}/attendance", json={"attended": False})
        assert figures(olive, gala["id"])["attended"] == 0

    def test_without_a_price_nobody_knows_what_is_owed(self, house: House) -> None:  # 3.figures.3
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        assert figures(olive, event["id"])["owedCents"] == 0
        new_attendee(olive, event, paymentStatus="unpaid")
        assert figures(olive, event["id"])["owedCents"] is None

    @pytest.mark.both_engines
    def test_of_an_unknown_event_are_nothing(self, house: House) -> None:  # 3.figures.4; 7.list.13
        nothing = {"eventId": 999, "tickets": 0, "attended": 0, "unpaidTickets": 0, "owedCents": 0}
        assert figures(house.signed_in(), 999) == {**nothing, "inside": None, "left": None}
