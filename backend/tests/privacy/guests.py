"""A guest whose values lie wherever an installation keeps any, and the search for them."""

import subprocess
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import psycopg
from fastapi.testclient import TestClient

from doorlist.attendees.scrubbing import DeletedRowScrubber
from doorlist.core.config import Settings
from doorlist.core.text import search_form
from doorlist.tickets.rules import qr_hash, whole_qr_hash
from tests.cast import SAM
from tests.door.conflicts.rows import add_conflict, add_step
from tests.house import House, Json, json_of, new_attendee, new_event
from tests.spreadsheets.sending import lines, sent

# No other text has its last letter, so that the search index, which is of three letters each, writes it out.
RARE = "\u754c"
NAME, FORMER_NAME = f"Xanthippe Quorvold {RARE}", "Xanthippe Brumfjell"
PHONE, FORMER_PHONE = "0491 578 777", "0491 578 666"
NOTES, FORMER_NOTES = "Wheelchair at the zwieback table", "Allergic to every pomegranate"
TICKET = "KEEP-ZQ9XW7VJ2M4T8B"
CARD = f"BEGIN:VCARD N:Quorvold;Xanthippe TEL:{PHONE}"
KEY = str(uuid4())


class Known:
    """The guest, beside one who stays; and the events of both."""

    def __init__(self, house: House) -> None:
        sam = house.signed_in(SAM)
        self.event = new_event(sam, ticketPriceCents=9000)
        self.elsewhere = new_event(sam, name="Another evening")
        rows = [("Name", "Phone", "Table", "Notes", "Barcode"), (FORMER_NAME, FORMER_PHONE, 4, FORMER_NOTES, TICKET)]
        choices = {"eventId": self.event["id"], "keepTicketCodes": True}
        assert sent(sam, lines(rows), name=f"{FORMER_NAME}.csv", **choices)["imported"] == 1
        [before] = sam.get("/api/attendees", params={"search": "brumfjell"}).json()
        self.before = before
        _made(sam, "PUT", f"/api/attendees/{before['id']}", {"fullName": NAME, "phone": PHONE, "notes": NOTES})
        _made(sam, "PUT", f"/api/attendees/{before['id']}", {"tableNumber": 9, "paymentStatus": "paid"})
        self.other = new_attendee(sam, self.event, fullName="Bo Stays", phone="0400 000 001", notes="Stays too")
        _made(sam, "PUT", f"/api/attendees/{self.other['id']}", {"notes": "Stays as well"})
        for body in (
            {"qrData": CARD, "eventId": self.event["id"]},
            {"qrData": f"https://tickets.example/?n={NAME.replace(' ', '')}"},
            {"qrData": "https://menu.example/", "eventId": self.event["id"]},
        ):
            assert sam.post("/api/attendees/scan", json=body).status_code == 400
        scans: Iterable[Json] = (
            {"qrData": TICKET, "idempotencyKey": KEY},
            {"qrHash": whole_qr_hash(TICKET)},
            {"qrData": TICKET, "eventId": self.elsewhere["id"]},
        )
        assert [sam.post("/api/attendees/scan", json=body).status_code for body in scans] == [200, 200, 404]
        hashed = f"sha256:{whole_qr_hash(TICKET)}"
        add_step(house.database, "18:00", outcome="unknown", event_id=self.event["id"], qr_data=hashed)
        self.conflicts = [
            add_conflict(house.database, attendee_id=before["id"], event_id=self.event["id"], note=f"{NAME}, twice"),
            add_conflict(house.database, event_id=self.event["id"], named=TICKET, note="Somebody"),
            add_conflict(
                house.database, event_id=self.event["id"], attendee_id=self.other["id"], note=f"With {FORMER_NAME}"
            ),
            add_conflict(house.database, event_id=self.event["id"], attendee_id=self.other["id"], note="Two of them"),
        ]
        self.guest = json_of(sam.get(f"/api/attendees/{before['id']}"))
        self.id: int = before["id"]

    def erase(self, house: House) -> Json:
        answer = house.signed_in(SAM).post(f"/api/attendees/{self.id}/erase")
        assert answer.status_code == 200, answer.text
        return json_of(answer)


VALUES = {
    *(NAME, FORMER_NAME, PHONE, FORMER_PHONE, NOTES, FORMER_NOTES, TICKET, CARD),
    *(search_form(each) for each in (NAME, FORMER_NAME, PHONE, FORMER_PHONE)),
    *("Quorvold", "quorvold", "Brumfjell", "brumfjell", "zwieback", "pomegranate"),
    *(RARE, "\\u754c"),
}
HASHES = {qr_hash(TICKET), whole_qr_hash(TICKET)}
"""In the database only as erased: in the file beside it, and in the table of erased tickets."""


def found_in(content: bytes, values: Iterable[str] = VALUES) -> set[str]:
    return {value for value in values if value.encode() in content}


def exports(client: TestClient) -> dict[str, bytes]:
    """Every file that staff can download, by its path; of a workbook what is in it."""
    paths = [
        *(f"/api/export/{name}" for name in ("all.csv", "events.csv", "attendees.csv", "backup.json")),
        *(f"/api/export/{name}.xlsx" for name in ("all", "events", "attendees")),
        *("/api/attendees/export/csv", "/api/attendees/export/xlsx", "/api/history.csv"),
    ]
    files = {path: client.get(path) for path in paths}
    assert {answer.status_code for answer in files.values()} == {200}
    return {path: _unpacked(answer.content) if "xlsx" in path else answer.content for path, answer in files.items()}


def database_files(settings: Settings) -> bytes:
    """The bytes of the database: its files, or of PostgreSQL a dump and its files once nothing is left to vacuum."""
    if settings.database_url is None:
        return b"".join(file.read_bytes() for file in sorted(settings.data_dir.glob("doorlist.sqlite3*")))
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("VACUUM (FULL, ANALYZE)")
        connection.execute("VACUUM FULL pg_statistic")
        connection.execute("CHECKPOINT")
        row = connection.execute(
            "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database"
            " WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    files = [file.read_bytes() for file in sorted(Path(row[0]).iterdir()) if file.is_file()]
    assert sum(map(len, files)) > 1_000_000
    return b"".join([*files, _dump(settings)])


def _dump(settings: Settings) -> bytes:
    assert settings.database_url is not None
    command = ["pg_dump", "--data-only", "--inserts", f"--dbname={settings.database_url}"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def calm(house: House) -> None:
    """As long after as the eraser needs."""
    assert DeletedRowScrubber(house.database).scrub(seconds=60)


def _made(client: TestClient, method: str, path: str, body: Json) -> None:
    answer = client.request(method, path, json=body)
    assert answer.status_code == 200, answer.text


def _unpacked(workbook: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(workbook)) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())
