"""GET /api/attendees/{id}/neighbours: the attendees before and after one of a list, on both engines."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.cast import NORA
from tests.house import House, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type


def call(attendee_id: int) -> str:
    return f"/api/attendees/{attendee_id}/neighbours"


def listed_ids(client: TestClient, **query: Any) -> list[int]:
    return [row["id"] for row in client.get("/api/attendees", params=query).json()]


def walked(client: TestClient, **query: Any) -> list[tuple[Any, ...]]:
    """The neighbours of each attendee of a list, in its order."""
    ids = listed_ids(client, **query)
    found = [json_of(client.get(call(attendee_id), params=query)) for attendee_id in ids]
    return [(each["previousId"], each["nextId"], each["position"], each["matches"]) for each in found]


def expected(client: TestClient, **query: Any) -> list[tuple[Any, ...]]:
    ids = listed_ids(client, **query)
    before, after = [None, *ids], [*ids[1:], None]
    return [(before[index], after[index], index + 1, len(ids)) for index in range(len(ids))]


class TestNeighbours:
    @pytest.mark.either_engine
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().get(call(1)), 401, "not_signed_in")
        problem(house.signed_in(NORA).get(call(1)), 403, "password_change_required")

    @pytest.mark.both_engines
    def test_follows_the_list_in_each_order_and_filter(self, house: House) -> None:  # 7.call.946; 7.list.941
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event)
        names = ["Cy Young", "Ada Adams", "Bo Zimmer", "Ada Adams", "Dee Brown", "Eve Brown"]
        tables = [3, None, 1, 3, None, 2]
        for number, (name, table) in enumerate(zip(names, tables, strict=True)):
            given = {"ticketTypeId": vip["id"], "paymentStatus": "unpaid"} if number % 2 else {}
            guest = new_attendee(olive, event, fullName=name, tableNumber=table, **given)
            if number in {1, 2}:
                olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        new_attendee(olive, new_event(olive), fullName="Ada Elsewhere")
        for query in (
            *({"sort": sort} for sort in ("newest", "name", "lastName", "table", "arrival")),
            {"eventId": event["id"], "sort": "name"},
            {"search": "ada", "sort": "lastName"},
            {"search": "ad", "eventId": event["id"]},
            {"paymentGroup": "owed", "attended": False, "sort": "table"},
            {"ticketTypeId": vip["id"], "eventId": event["id"], "payment": "unp", "sort": "arrival"},
            {"tableNumber": 3},
        ):
            assert walked(olive, **query) == expected(olive, **query)
            assert len(expected(olive, **query)) > 1

    def test_of_an_attendee_outside_the_list_are_none(self, house: House) -> None:  # 7.list.941
        olive = house.signed_in()
        event = new_event(olive)
        guest = new_attendee(olive, event)
        nobody = {"position": None, "matches": None, "previousId": None, "nextId": None}
        assert json_of(olive.get(call(guest["id"]), params={"search": "zzz"})) == nobody
        problem(olive.get(call(999)), 404, "attendee_not_found")
        problem(olive.get(call(guest["id"]), params={"sort": "shoe"}), 400, "validation_failed")
