"""Check-in lists as the tests make them."""

from typing import Any

from fastapi.testclient import TestClient

from tests.house import Json, json_of


def new_list(client: TestClient, event: Json, name: str = "Dinner", **fields: Any) -> Json:
    """A check-in list of the event as `client` creates it."""
    answer = client.post(f"/api/events/{event['id']}/check-in-lists", json={"name": name, **fields})
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def lists_of(client: TestClient, event: Json) -> list[Json]:
    """The check-in lists of the event."""
    answer = client.get(f"/api/events/{event['id']}/check-in-lists")
    assert answer.status_code == 200, answer.text
    found: list[Json] = answer.json()
    return found


def check_ins(client: TestClient, guest: Json) -> list[Json]:
    """The check-ins of the guest at lists."""
    found: list[Json] = json_of(client.get(f"/api/attendees/{guest['id']}")).get("checkIns", [])
    return found
