"""Deleting a large event: in slices, invisible from the first, and finished whatever interrupts it."""

import contextlib
import http.client
import threading
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from doorlist.attendees.models import Attendee
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.events import repository
from doorlist.events.models import Event
from tests.backup.json.files import export
from tests.backup.test_restore import restore
from tests.backup.test_scheduler import eventually
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.server.process import serving
from tests.server.test_kill import sell_tickets
from tests.spreadsheets.sending import guests, lines, send, sent

SLICE = {"sqlite": 150, "postgresql": 500}
GUESTS = 1100


def guests_of(database: Database, event: Json) -> int:
    with database.read() as tx:
        return tx.scalar(select(func.count()).select_from(Attendee).where(Attendee.event_id == event["id"])) or 0


def deletions(database: Database) -> int:
    with database.read() as tx:
        entries = select(func.count()).select_from(AuditEntry).where(AuditEntry.action == Action.EVENT_DELETED)
        return tx.scalar(entries) or 0


def large_event(olive: TestClient) -> Json:
    event = new_event(olive)
    sent(olive, guests(GUESTS), eventId=event["id"])
    return event


def hidden_event(house: House) -> Json:
    """An event whose deletion was cut off after its first transaction."""
    olive = house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    house.database.commit(lambda tx: repository.hide_event(tx, event["id"], now=clock.now()))
    return event


@contextlib.contextmanager
def after_each_commit(house: House, work: Callable[[], None]) -> Any:
    """Call `work` after each transaction of the block that is not its own."""
    busy = threading.Lock()

    def listen(_: Mapping[Any, Any]) -> None:
        if busy.acquire(blocking=False):
            try:
                work()
            finally:
                busy.release()

    house.database.after_commit(listen)
    try:
        yield
    finally:
        house.database._listeners.remove(listen)


def test_no_transaction_deletes_more_than_a_slice(house: House) -> None:  # 4.event.540
    olive = house.signed_in()
    event, other = large_event(olive), new_event(olive)
    new_attendee(olive, other)
    left = [guests_of(house.database, event)]
    with after_each_commit(house, lambda: left.append(guests_of(house.database, event))):
        assert olive.delete(f"/api/events/{event['id']}").status_code == 204
    steps = [before - after for before, after in pairwise(left) if before != after]
    limit = SLICE[house.engine]
    assert steps == [*[limit] * (GUESTS // limit), GUESTS % limit]
    assert guests_of(house.database, other) == 1
    assert deletions(house.database) == 1


def test_the_event_is_gone_from_the_first_transaction_on(house: House) -> None:  # 4.event.541, 542
    olive, sam = house.signed_in(), house.signed_in(SAM)
    event, other = large_event(olive), new_event(olive)
    path = f"/api/events/{event['id']}"
    guest = olive.get("/api/attendees", params={"eventId": event["id"], "limit": 1}).json()[0]
    seen = list[int]()

    def look() -> None:
        left = guests_of(house.database, event)
        if not 0 < left < GUESTS:
            return
        seen.append(left)
        problem(olive.get(path), 404, "event_not_found")
        problem(sam.delete(path), 404, "event_not_found")
        problem(olive.put(path, json={"name": "Another"}), 404, "event_not_found")
        assert [row["id"] for row in olive.get("/api/events").json()] == [other["id"]]
        body = {"eventId": event["id"], "fullName": "Late", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
        assert "no such event" in problem(olive.post("/api/attendees", json=body), 400, "validation_failed")["detail"]
        problem(send(olive, guests(1), eventId=event["id"]), 400, "validation_failed")
        by_id = lines([("Attendee Name", "Phone", "Event ID"), ("Late", "1", event["id"])])
        assert json_of(send(olive, by_id, dryRun=True))["errors"] == 1
        file = export(house, olive).decode()
        assert (f'"totalEvents":{1},' in file, '"totalAttendees":0' in file) == (True, True)
        assert "Guest" not in olive.get("/api/export/attendees.csv").text
        assert event["name"] not in olive.get("/api/export/events.csv").text.replace(other["name"], "", 1)
        answer = olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        assert answer.status_code in {200, 404}, answer.text

    with after_each_commit(house, look):
        assert olive.delete(path).status_code == 204
    assert seen
    problem(olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}), 404, "ticket_unknown")
    assert deletions(house.database) == 1


@pytest.mark.both_engines
def test_a_start_finishes_what_was_interrupted(house: House) -> None:  # 4.event.543
    event = hidden_event(house)
    house.app.state.event_deletions.start()
    eventually(lambda: guests_of(house.database, event) == 0)
    house.app.state.event_deletions.stop()
    with house.database.read() as tx:
        assert tx.get(Event, event["id"]) is None


def test_so_does_a_restore_of_a_backup_taken_in_between(house: House) -> None:  # 4.event.543
    event = hidden_event(house)
    name = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename
    answer = restore(house.signed_in(SAM), name)
    assert json_of(answer)["restored"] == {"events": 0, "attendees": 0}
    assert guests_of(house.database, event) == 0


def test_an_event_that_a_file_brings_back_is_left_alone(house: House) -> None:
    olive = house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    assert house.database.commit(lambda tx: repository.delete_slice(tx, event["id"], 500)) is False
    house.database.commit(lambda tx: repository.delete_hidden(tx, event["id"]))
    assert guests_of(house.database, event) == 1
    assert olive.get(f"/api/events/{event['id']}").status_code == 200


def test_its_creation_key_is_free_again(house: House) -> None:
    olive = house.signed_in()
    key = "6d1d6bd3-3f6e-4f1c-9d9a-1e2ab0c0f001"
    event = new_event(olive, idempotencyKey=key)
    house.database.commit(lambda tx: repository.hide_event(tx, event["id"], now=clock.now()))
    assert new_event(olive, idempotencyKey=key)["id"] != event["id"]


@pytest.mark.server
@pytest.mark.rest
def test_a_killed_server_finishes_it_at_its_next_start(settings: Settings) -> None:  # 4.event.543
    sell_tickets(settings, 1500)
    database = Database(settings)
    with database.read() as tx:
        event = {"id": tx.scalar(select(Event.id))}
    with serving(settings) as server:
        olive = server.client()
        olive.sign_in(OLIVE.username, OLIVE.password)
        other = server.client(cookie=olive.cookie)

        def delete() -> None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                other.ask("DELETE", f"/api/events/{event['id']}")

        deleting = threading.Thread(target=delete)
        deleting.start()
        while guests_of(database, event) == 1500:
            pass
        server.kill()
        deleting.join()
    with serving(settings) as server:
        eventually(lambda: guests_of(database, event) == 0)
        client = server.client(cookie=olive.cookie)
        assert client.ask("GET", f"/api/events/{event['id']}").status == 404
    assert deletions(database) == 1
    database.close()
