"""An import that began before a restore adds nothing to the restored data."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from doorlist.backup.store import BackupStore
from doorlist.door.data_generation import record_restore
from doorlist.spreadsheets import service
from doorlist.spreadsheets.imports import checking
from doorlist.spreadsheets.rules import SMALLEST_IMPORT_SLICE
from tests.backup.json.files import export
from tests.backup.json.files import send as restore_file
from tests.backup.test_restore import created, restore
from tests.cast import SAM
from tests.house import House, Json, new_attendee, new_event, problem
from tests.spreadsheets.imports.test_import_undo import in_background, is_over, paused_after, rows_of, wait_for
from tests.spreadsheets.sending import guests, send

RESTORED = "A backup was restored while this import ran. Nothing was imported. Check the file and import it again."


def of_a_server_backup(house: House) -> Response:
    return restore(house.signed_in(SAM), BackupStore(house.settings).backups()[0].filename)


def of_a_json_file(house: House) -> Response:
    return restore_file(house.signed_in(SAM), export(house))


def a_file(client: TestClient, event: Json) -> Response:
    return send(client, guests(3), eventId=event["id"])


def a_file_in_the_background(client: TestClient, event: Json) -> Response:
    return send(client, guests(3), eventId=event["id"], background=True)


def rows(client: TestClient, event: Json) -> Response:
    people = [{"fullName": f"Guest {n}", "phone": f"0400 {n:06}"} for n in range(3)]
    return client.post("/api/attendees/bulk-import", json={"eventId": event["id"], "attendees": people})


@contextmanager
def paused_in(step: str, module: ModuleType = checking) -> Iterator[tuple[threading.Event, threading.Event]]:
    """The import waits in that function: whether it has come there, and what lets it go on."""
    begun, go_on, work = threading.Event(), threading.Event(), getattr(module, step)

    def wait(*arguments: Any, **named: Any) -> Any:
        begun.set()
        go_on.wait(30)
        return work(*arguments, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, step, wait)
        try:
            yield begun, go_on
        finally:
            go_on.set()


@pytest.mark.parametrize("restoring", [of_a_server_backup, of_a_json_file])
@pytest.mark.parametrize(
    ("importing", "step"),
    [(a_file, "validate_rows"), (a_file_in_the_background, "validate_rows"), (rows, "_with_defaults")],
)
def test_a_restore_while_rows_are_checked(
    house: House,
    restoring: Callable[[House], Response],
    importing: Callable[[TestClient, Json], Response],
    step: str,
) -> None:  # 4.import.540
    olive = house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    created(house.signed_in(SAM))
    with paused_in(step) as (begun, go_on), ThreadPoolExecutor(1) as thread:
        answer = thread.submit(importing, olive, event)
        assert begun.wait(30)
        restored = restoring(house)
        assert restored.status_code == 200, restored.text
        go_on.set()
        refused = problem(answer.result(30), 409, "import_changed")
    assert refused["detail"] == RESTORED
    assert rows_of(house.database) == 1
    olive = house.signed_in()
    assert olive.get("/api/imports").json() == []
    assert importing(olive, event).status_code in {200, 202}


@pytest.mark.parametrize("restoring", [of_a_server_backup, of_a_json_file])
def test_a_restore_while_an_import_waits_for_its_turn(
    house: House, restoring: Callable[[House], Response]
) -> None:  # 4.import.540
    olive = house.signed_in()
    event = new_event(olive)
    created(house.signed_in(SAM))
    with paused_in("_drop_duplicates") as (begun, go_on), ThreadPoolExecutor(2) as threads:
        answer = threads.submit(a_file, olive, event)
        assert begun.wait(30)
        # The import has the lock, and writes nothing yet. A JSON file does not wait for the lock, a server backup does.
        restored = threads.submit(restoring, house)
        if restoring is of_a_json_file:
            assert restored.result(30).status_code == 200
        go_on.set()
        if restoring is of_a_json_file:
            assert problem(answer.result(30), 409, "import_changed")["detail"] == RESTORED
        else:
            assert answer.result(30).status_code == 200
            assert restored.result(30).status_code == 200
    assert rows_of(house.database) == 0


def test_a_restore_by_another_process_between_two_slices(house: House) -> None:  # 4.import.540
    # As where PostgreSQL ended the connection that held the import's lock.
    olive = house.signed_in()
    event = new_event(olive)
    with paused_after(1) as go_on:
        import_id = in_background(olive, SMALLEST_IMPORT_SLICE[house.engine] * 2, event)
        wait_for(olive, import_id, lambda body: body["added"] > 0)
        with house.database.write() as tx:
            record_restore(tx)
        go_on()
        body = wait_for(olive, import_id, is_over)
    assert (body["state"], body["added"], body["message"]) == ("failed", 0, RESTORED)
    assert rows_of(house.database) == 0


def test_a_restore_before_erased_guests_are_brought_back(house: House) -> None:  # 4.import.540, 4.erase.490
    sam = house.signed_in(SAM)
    event = new_event(sam)
    guest = new_attendee(sam, event)
    sheet = sam.get("/api/attendees/export/csv").content
    assert sam.post(f"/api/attendees/{guest['id']}/erase").status_code == 200
    with paused_in("bring_guests_back", service) as (begun, go_on), ThreadPoolExecutor(1) as thread:
        answer = thread.submit(send, sam, sheet, eventId=event["id"], bringBack=True)
        assert begun.wait(30)
        # The import's own rows are added by then: a JSON file does not wait for the rest.
        assert of_a_json_file(house).status_code == 200
        go_on.set()
        problem(answer.result(30), 409, "import_changed")
    [left] = house.signed_in().get("/api/attendees").json()
    assert left["fullName"] == "Erased guest"
