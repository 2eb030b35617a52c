"""Sending a spreadsheet as the screens do."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response

from tests.house import Json, json_of

# Fields of a warning that is not about an amount.
NO_AMOUNTS = {"paidCents": None, "priceCents": None}
OUR_HEADER = "Attendee Name,Phone,Event ID,Table Number,Payment Status,Invoice Number,Attended,Check-in Time"


def send(client: TestClient, text: str | bytes, *, name: str = "guests.csv", **fields: Any) -> Response:
    """POST the file with the form's other fields, as text like a browser."""
    data = {key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()}
    content = text.encode() if isinstance(text, str) else text
    return client.post("/api/attendees/import", data=data, files={"file": (name, content)})


def sent(client: TestClient, text: str | bytes, **fields: Any) -> Json:
    """The report of an import that works."""
    answer = send(client, text, **fields)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def preview(client: TestClient, text: str | bytes, **fields: Any) -> Json:
    """The report of a dry run with the file."""
    return sent(client, text, dryRun=True, **fields)


def counts(report: Json) -> tuple[int, int, int]:
    """Imported, errors, duplicates."""
    return report["imported"], report["errors"], report["duplicates"]


def names(client: TestClient) -> list[str]:
    """The names on all lists, oldest first."""
    return [attendee["fullName"] for attendee in reversed(client.get("/api/attendees").json())]


def lines(rows: Iterable[Sequence[object]]) -> str:
    """The rows as a CSV file."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()


def guests(number: int, start: int = 0) -> str:
    """A file of so many guests, all different."""
    header = [("Name", "Phone", "Table")]
    return lines([*header, *((f"Guest {n}", f"0400 {n:06}", n % 20 + 1) for n in range(start, start + number))])
