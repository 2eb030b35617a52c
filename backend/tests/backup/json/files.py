"""Backup files as the tests send them."""

import json
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from tests.house import House, Json, json_of

PATH = "/api/backup/restore-file"


def file_event(**fields: Any) -> Json:
    """An event as a file may have it, with nothing that is not needed."""
    return {"id": 1, "name": "Spring Gala", "date": "2026-11-20", **fields}


def file_attendee(number: int = 1, **fields: Any) -> Json:
    """An attendee as a file may have it, with nothing that is not needed."""
    return {
        "id": number,
        "eventId": 1,
        "fullName": f"Guest {number}",
        "phone": "0400 111 222",
        "tableNumber": 3,
        "paymentStatus": "paid",
        "invoiceNumber": f"OLD-{number}",
        "qrCodeData": f"old ticket {number}",
        **fields,
    }


def file_of(events: Any = (), attendees: Any = (), **members: Any) -> bytes:
    """A file as another tool would write it."""
    return json.dumps({"version": "1.0", "events": events, "attendees": attendees, **members}).encode()


def send(client: TestClient, content: bytes, **fields: str) -> Response:
    """The file, sent to be restored."""
    return client.post(PATH, files={"file": ("backup.json", content, "application/json")}, data=fields)


def preview(client: TestClient, content: bytes) -> Response:
    """Send the file for a preview."""
    return send(client, content, dryRun="true")


def restored(client: TestClient, content: bytes) -> Json:
    """The answer to a restore that must succeed."""
    answer = send(client, content)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def export(house: House, client: TestClient | None = None) -> bytes:
    """The Complete System Backup at this moment."""
    answer = (client or house.signed_in()).get("/api/export/backup.json")
    assert answer.status_code == 200, answer.text
    return answer.content


def without_date(file: bytes) -> Json:
    """The file but for the moment at which it was written."""
    content: Json = json.loads(file)
    del content["exportDate"]
    return content
