"""Ticket types as the tests make them."""

from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from doorlist.users.repository import find_by_username
from doorlist.users.service import SignedInUser
from tests.cast import OLIVE
from tests.house import House, Json, json_of, problem


def new_type(client: TestClient, event: Json, name: str = "VIP", **fields: Any) -> Json:
    """A ticket type of the event as `client` creates it."""
    answer = client.post(f"/api/events/{event['id']}/ticket-types", json={"name": name, **fields})
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def wrong_fields(answer: Response) -> set[str]:
    """The fields that a refusal names."""
    return {error["field"] for error in problem(answer, 400, json_of(answer)["code"])["errors"]}


def ref(type_: Json) -> Json:
    """The type as attendees show it."""
    return {field: type_[field] for field in ("id", "name", "color")}


def olive_of(house: House) -> SignedInUser:
    """Olive, who is signed in."""
    with house.database.read() as tx:
        user = find_by_username(tx, OLIVE.username)
        assert user is not None
        return SignedInUser(user.id, user.full_name, OLIVE.role, must_change_password=False, token="")
