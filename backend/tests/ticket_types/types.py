"""Ticket types as the tests make them."""

from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from tests.house import Json, json_of, problem


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
