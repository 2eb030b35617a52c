"""The others of a party, as the door offers them; over HTTP, on both engines."""

import pytest
from fastapi.testclient import TestClient

from doorlist.attendees.rules import party_name
from tests.cast import NORA
from tests.house import House, Json, new_attendee, new_event, problem


def party_of(client: TestClient, attendee: Json) -> list[str]:
    answer = client.get(f"/api/attendees/{attendee['id']}/party")
    assert answer.status_code == 200, answer.text
    return [other["fullName"] for other in answer.json()]


@pytest.mark.either_engine
def test_needs_a_signed_in_user_with_their_own_password(house: House) -> None:
    problem(house.stranger().get("/api/attendees/1/party"), 401, "not_signed_in")
    problem(house.signed_in(NORA).get("/api/attendees/1/party"), 403, "password_change_required")
    problem(house.signed_in().get("/api/attendees/1/party"), 404, "attendee_not_found")


@pytest.mark.both_engines
def test_is_those_of_the_same_phone_and_name_who_are_not_in_yet(house: House) -> None:  # 7.call.77; 7.party.1, 2
    olive = house.signed_in()
    event, other_event = new_event(olive), new_event(olive)
    first = new_attendee(olive, event, fullName="Rosa Martin", phone="0400 111-222", quantity=4)
    _, second, third, fourth = first["attendees"]
    new_attendee(olive, event, fullName="Rosa Martín (5)", phone="+0400111222")
    for fields in ({"phone": "0400 111 223"}, {"fullName": "Rosalind Martin"}, {"fullName": "Rosa"}):
        new_attendee(olive, event, **{"fullName": "Rosa Martin", "phone": "0400 111-222", **fields})
    new_attendee(olive, other_event, fullName="Rosa Martin (2)", phone="0400 111-222")
    olive.post("/api/attendees/scan", json={"qrData": first["qrCodeData"]})
    assert party_of(olive, first) == ["Rosa Martin (2)", "Rosa Martin (3)", "Rosa Martin (4)", "Rosa Martín (5)"]
    olive.post("/api/attendees/scan", json={"qrData": third["qrCodeData"]})
    # A guest who was given another name belongs to no party.
    olive.put(f"/api/attendees/{fourth['id']}", json={"fullName": "Bo Diaz"})
    assert party_of(olive, first) == party_of(olive, third) == ["Rosa Martin (2)", "Rosa Martín (5)"]
    assert party_of(olive, second) == ["Rosa Martín (5)"]


def test_without_a_phone_number_nobody_is_a_party(house: House) -> None:  # 7.party.1
    olive = house.signed_in()
    first = new_attendee(olive, new_event(olive), phone="-", quantity=3)
    assert party_of(olive, first) == []


@pytest.mark.parametrize(
    ("full_name", "name"),
    [("Rosa Martin", "rosa martin"), ("ROSA  Martín (12)", "rosa martin"), ("Rosa (2) (3)", "rosa"), ("(2)", "(2)")],
)
def test_the_name_of_a_party_is_that_of_its_first(full_name: str, name: str) -> None:
    assert party_name(full_name) == name
