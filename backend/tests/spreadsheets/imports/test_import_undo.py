"""GET and DELETE of imports: progress, cancelling, undoing, and what others can do while one runs."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import OperationalError

from doorlist.attendees.models import Attendee, IssuedInvoiceNumber
from doorlist.audit.models import AuditEntry
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.pace import Pace
from doorlist.core.processes.worker_process import WorkInterrupted
from doorlist.spreadsheets.imports import past_imports, runner
from doorlist.spreadsheets.imports.checking import Slice
from doorlist.spreadsheets.imports.runner import ImportOrigin, Imports
from doorlist.spreadsheets.rules import SMALLEST_IMPORT_SLICE
from tests.cast import OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import counts, guests, lines, names, send, sent


@contextmanager
def paused_after(slices: int) -> Iterator[Callable[[], None]]:
    """An import waits after so many slices, until the block ends or the given function is called."""
    go_on, calm, begun = threading.Event(), Imports._check_stopping, iter(range(1000))

    def wait(imports: Imports) -> None:
        if next(begun) >= slices:
            go_on.wait(60)
        calm(imports)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Imports, "_check_stopping", wait)
        try:
            yield go_on.set
        finally:
            go_on.set()


def in_background(client: TestClient, number: int, event: Json) -> int:
    """An import that goes on after the answer; its id."""
    answer = send(client, guests(number), eventId=event["id"], background=True)
    assert answer.status_code == 202, answer.text
    body = json_of(answer)
    assert counts(body) == (number, 0, 0)
    import_id: int = body["importId"]
    return import_id


def wait_for(client: TestClient, import_id: int, is_there: Callable[[Json], bool]) -> Json:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        body = json_of(client.get(f"/api/imports/{import_id}"))
        if is_there(body):
            return body
        time.sleep(0.01)
    raise AssertionError(body)


def is_over(body: Json) -> bool:
    return body["finishedAt"] is not None


def rows_of(database: Database) -> int:
    with database.read() as tx:
        return tx.scalar(select(func.count()).select_from(Attendee)) or 0


class TestWhoMay:
    def test_nobody_who_is_not_signed_in(self, sqlite_house: House) -> None:  # 6.roles.2
        for method, path in (("GET", "/api/imports"), ("GET", "/api/imports/1"), ("DELETE", "/api/imports/1")):
            problem(sqlite_house.stranger().request(method, path), 401, "not_signed_in")

    def test_both_roles(self, sqlite_house: House) -> None:  # 6.roles.5
        olive, sam = sqlite_house.signed_in(), sqlite_house.signed_in(SAM)
        import_id = sent(olive, guests(1), eventId=new_event(olive)["id"])["importId"]
        assert json_of(sam.get(f"/api/imports/{import_id}"))["createdBy"]["fullName"] == "Olive Organizer"
        assert sam.delete(f"/api/imports/{import_id}").status_code == 200

    def test_an_unknown_one_is_not_found(self, sqlite_house: House) -> None:  # 10.code.35
        olive = sqlite_house.signed_in()
        problem(olive.get("/api/imports/7"), 404, "import_not_found")
        problem(olive.delete("/api/imports/7"), 404, "import_not_found")


class TestActivity:
    @pytest.mark.both_engines
    def test_the_entry_of_an_import_has_its_id_as_long_as_it_can_be_undone(self, house: House) -> None:
        # 7.history.1091
        sam = house.signed_in(SAM)
        event = new_event(sam)
        first = sent(sam, guests(2), eventId=event["id"])["importId"]
        second = sent(sam, "Name,Phone\nZoe,77\n", eventId=event["id"])["importId"]

        def undo_ids() -> list[int | None]:
            entries = json_of(sam.get("/api/history", params={"kind": "import"}))["items"]
            return [entry["undoId"] for entry in entries]

        assert undo_ids() == [second, first]
        assert sam.delete(f"/api/imports/{second}").status_code == 200
        # The newest is the entry of the undo.
        assert undo_ids() == [None, None, first]
        guest = sam.get("/api/attendees").json()[0]
        sam.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        assert undo_ids() == [None, None, None]

    def test_the_entry_of_an_import_has_none_after_an_hour(self, house: House) -> None:  # 7.history.1091
        sam = house.signed_in(SAM)
        import_id = sent(sam, guests(2), eventId=new_event(sam)["id"])["importId"]
        for minutes, undo_id in ((59, import_id), (61, None)):
            with house.database.write() as tx:
                tx.execute(update(AuditEntry).values(at=clock.now() - timedelta(minutes=minutes)))
            [entry] = json_of(sam.get("/api/history", params={"kind": "import"}))["items"]
            assert entry["undoId"] == undo_id

    @pytest.mark.both_engines
    def test_the_entry_of_a_running_import_has_none(self, house: House) -> None:  # 7.history.1091
        sam = house.signed_in(SAM)
        event = new_event(sam)
        with paused_after(1):
            import_id = in_background(sam, 2 * max(SMALLEST_IMPORT_SLICE.values()), event)
            wait_for(sam, import_id, lambda body: body["added"] > 0)
            [entry] = json_of(sam.get("/api/history", params={"kind": "import"}))["items"]
            assert entry["undoId"] is None
        wait_for(sam, import_id, is_over)


class TestHistory:
    @pytest.mark.both_engines
    def test_says_what_each_import_did_newest_first(self, house: House) -> None:  # 7.call.25, 47
        olive = house.signed_in()
        event = new_event(olive)
        first = sent(olive, "Name,Phone\nA,1\nB,\nA,1\n", eventId=event["id"])["importId"]
        second = sent(olive, guests(2))["importId"]
        latest, earlier = olive.get("/api/imports").json()
        assert (latest["id"], latest["event"]) == (second, None)
        assert earlier == json_of(olive.get(f"/api/imports/{first}"))
        assert earlier.pop("createdAt").endswith("Z")
        assert earlier.pop("finishedAt").endswith("Z")
        olive_id = earlier.pop("createdBy")
        assert olive_id["fullName"] == "Olive Organizer"
        assert earlier == {
            "id": first,
            "state": "done",
            "fileName": "guests.csv",
            "event": {"id": event["id"], "name": "Spring Gala", "date": "2026-11-20"},
            "total": 2,
            "added": 2,
            "imported": 2,
            "errors": 1,
            "duplicates": 0,
            "erased": 0,
            "broughtBack": 0,
            "canUndo": True,
            "message": None,
        }

    def test_has_the_latest_twenty(self, sqlite_house: House) -> None:  # 7.call.47
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        ids = [sent(olive, guests(1, n), eventId=event["id"])["importId"] for n in range(22)]
        assert [one["id"] for one in olive.get("/api/imports").json()] == ids[:1:-1]


class TestUndo:
    def test_takes_out_everybody_it_brought_and_nobody_else(self, house: House) -> None:  # 4.import.7; 7.call.26
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        import_id = sent(olive, guests(2500), eventId=event["id"])["importId"]
        answer = olive.delete(f"/api/imports/{import_id}")
        assert answer.status_code == 200
        body = json_of(answer)
        assert (body["state"], body["added"], body["imported"], body["canUndo"]) == ("undone", 0, 2500, False)
        assert names(olive) == ["Ada Lovelace"]
        assert json_of(olive.delete(f"/api/imports/{import_id}"))["state"] == "undone"
        assert counts(sent(olive, guests(2500), eventId=event["id"])) == (2500, 0, 0)

    @pytest.mark.parametrize("use", ["scan", "mark", "edit"])
    def test_not_once_somebody_was_checked_in_or_edited(self, house: House, use: str) -> None:
        # 4.import.7; 10.code.34
        olive = house.signed_in()
        import_id = sent(olive, guests(3), eventId=new_event(olive)["id"])["importId"]
        guest = olive.get("/api/attendees").json()[1]
        path = f"/api/attendees/{guest['id']}"
        if use == "scan":
            olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        elif use == "edit":
            olive.put(path, json={"tableNumber": 9})
        else:
            olive.patch(f"{path}/attendance", json={"attended": True})
            olive.patch(f"{path}/attendance", json={"attended": False})
        assert json_of(olive.get(f"/api/imports/{import_id}"))["canUndo"] is False
        problem(olive.delete(f"/api/imports/{import_id}"), 409, "import_used")
        assert len(names(olive)) == 3

    def test_a_deleted_attendee_is_no_use_and_the_rest_goes(self, house: House) -> None:
        olive = house.signed_in()
        import_id = sent(olive, guests(3), eventId=new_event(olive)["id"])["importId"]
        olive.delete(f"/api/attendees/{olive.get('/api/attendees').json()[0]['id']}")
        assert json_of(olive.delete(f"/api/imports/{import_id}"))["state"] == "undone"
        assert names(olive) == []

    def test_there_is_nothing_to_undo_once_all_of_it_was_deleted(self, house: House) -> None:
        olive = house.signed_in()
        event = new_event(olive)
        import_id = sent(olive, guests(2), eventId=event["id"])["importId"]
        for attendee in olive.get("/api/attendees").json():
            assert olive.delete(f"/api/attendees/{attendee['id']}").status_code == 204
        assert json_of(olive.get(f"/api/imports/{import_id}"))["canUndo"] is False

    @pytest.mark.both_engines
    def test_who_was_imported_as_present_is_no_use(self, house: House) -> None:  # 3.scan-log.5
        olive = house.signed_in()
        import_id = sent(olive, "Name,Phone,Attended\nA,1,yes\n", eventId=new_event(olive)["id"])["importId"]
        assert json_of(olive.delete(f"/api/imports/{import_id}"))["state"] == "undone"
        assert names(olive) == []

    @pytest.mark.both_engines
    def test_who_is_checked_in_at_that_moment_stays(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.import.13
        olive = house.signed_in()
        import_id = sent(olive, guests(3), eventId=new_event(olive)["id"])["importId"]
        guest = olive.get("/api/attendees").json()[1]
        lock = Imports.lock

        def after_a_scan(imports: Imports, **options: Any) -> Any:
            assert olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).status_code == 200
            return lock(imports, **options)

        monkeypatch.setattr(Imports, "lock", after_a_scan)
        body = json_of(olive.delete(f"/api/imports/{import_id}"))
        assert (body["state"], body["added"]) == ("undone", 1)
        assert body["message"] == "1 stay, because they were checked in or edited."
        assert names(olive) == [guest["fullName"]]


class TestWhileItRuns:
    @pytest.mark.either_engine
    def test_its_progress_can_be_seen(self, house: House) -> None:  # 4.import.11, 12
        olive = house.signed_in()
        with paused_after(2) as go_on:
            import_id = in_background(olive, 3500, new_event(olive))
            body = wait_for(olive, import_id, lambda body: body["added"] == 2 * SMALLEST_IMPORT_SLICE[house.engine])
            assert (body["state"], body["total"], body["finishedAt"], body["canUndo"]) == ("running", 3500, None, False)
            assert rows_of(house.database) == 2 * SMALLEST_IMPORT_SLICE[house.engine]
            go_on()
            body = wait_for(olive, import_id, is_over)
        assert (body["state"], body["added"]) == ("done", 3500)
        assert rows_of(house.database) == 3500

    def test_its_attendees_can_be_checked_in_and_not_edited(self, house: House) -> None:  # 4.import.9; 10.code.33
        olive, oscar = house.signed_in(), house.signed_in(OSCAR)
        with paused_after(1):
            import_id = in_background(olive, 1500, new_event(olive))
            wait_for(olive, import_id, lambda body: body["added"] == SMALLEST_IMPORT_SLICE[house.engine])
            guest = oscar.get("/api/attendees?limit=1").json()[0]
            path = f"/api/attendees/{guest['id']}"
            problem(oscar.put(path, json={"tableNumber": 9}), 409, "import_running")
            problem(oscar.delete(path), 409, "import_running")
            assert oscar.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).status_code == 200
            assert oscar.patch(f"{path}/attendance", json={"attended": False}).status_code == 200
        wait_for(olive, import_id, is_over)
        assert oscar.put(path, json={"tableNumber": 9}).status_code == 200
        assert oscar.delete(path).status_code == 204

    def test_it_can_be_cancelled_and_nothing_stays(self, house: House) -> None:  # 4.import.7, 13
        olive, oscar = house.signed_in(), house.signed_in(OSCAR)
        event = new_event(olive)
        with paused_after(2):
            import_id = in_background(olive, 3500, event)
            wait_for(olive, import_id, lambda body: body["added"] == 2 * SMALLEST_IMPORT_SLICE[house.engine])
            assert json_of(oscar.delete(f"/api/imports/{import_id}"))["state"] == "cancelled"
            guest = oscar.get("/api/attendees?limit=1").json()[0]
            problem(oscar.delete(f"/api/attendees/{guest['id']}"), 409, "import_running")
        body = wait_for(olive, import_id, is_over)
        assert (body["state"], body["added"], body["canUndo"]) == ("cancelled", 0, False)
        assert rows_of(house.database) == 0
        assert counts(sent(olive, guests(5), eventId=event["id"])) == (5, 0, 0)

    def test_it_is_not_cancelled_once_somebody_of_it_is_in(self, house: House) -> None:  # 4.import.7; 7.call.26
        olive = house.signed_in()
        with paused_after(1):
            import_id = in_background(olive, 1500, new_event(olive))
            wait_for(olive, import_id, lambda body: body["added"] == SMALLEST_IMPORT_SLICE[house.engine])
            guest = olive.get("/api/attendees?limit=1").json()[0]
            assert olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).status_code == 200
            problem(olive.delete(f"/api/imports/{import_id}"), 409, "import_used")
        assert wait_for(olive, import_id, is_over)["state"] == "done"
        assert rows_of(house.database) == 1500

    @pytest.mark.either_engine
    def test_whoever_waits_for_it_hears_that_it_was_cancelled(self, house: House) -> None:  # 10.code.36
        olive, oscar = house.signed_in(), house.signed_in(OSCAR)
        event = new_event(olive)
        answers = []
        with paused_after(1):
            call = threading.Thread(target=lambda: answers.append(send(olive, guests(1500), eventId=event["id"])))
            call.start()
            wait_for(oscar, 1, lambda body: body.get("added") == SMALLEST_IMPORT_SLICE[house.engine])
            oscar.delete("/api/imports/1")
        call.join()
        problem(answers[0], 409, "import_cancelled")
        assert rows_of(house.database) == 0

    def test_a_deleted_event_ends_it(self, house: House) -> None:  # 4.import.2; 10.code.37
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        with paused_after(1):
            import_id = in_background(olive, 1500, event)
            wait_for(olive, import_id, lambda body: body["added"] == SMALLEST_IMPORT_SLICE[house.engine])
            assert sam.delete(f"/api/events/{event['id']}").status_code == 204
        body = wait_for(olive, import_id, is_over)
        assert (body["state"], body["added"], body["event"]) == ("failed", 0, None)
        # 4.import.14
        # The first row of the sheet is its head.
        row = f"{SMALLEST_IMPORT_SLICE[house.engine] + 2:,}"
        what = f"The event of row {row} was deleted."
        assert body["message"] == f"{what} Nothing was imported. Check the file and import it again."
        assert rows_of(house.database) == 0

    @pytest.mark.both_engines
    def test_an_invoice_number_that_somebody_got_meanwhile_ends_it_and_is_named(self, house: House) -> None:
        # 4.import.14
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event, other = new_event(olive), new_event(sam, name="Other")
        rows = [("Name", "Phone", "Invoice Number"), *((f"Guest {n}", f"0400 {n:06}", f"T-{n}") for n in range(1200))]
        with paused_after(1):
            answer = send(olive, lines(rows), eventId=event["id"], background=True)
            import_id = json_of(answer)["importId"]
            wait_for(olive, import_id, lambda body: body["added"] == SMALLEST_IMPORT_SLICE[house.engine])
            guest = new_attendee(sam, other)
            with house.database.write() as tx:
                tx.execute(update(Attendee).where(Attendee.id == guest["id"]).values(invoice_number="T-1100"))
        body = wait_for(olive, import_id, is_over)
        assert (body["state"], body["added"]) == ("failed", 0)
        what = "Row 1,102: the invoice number T-1100 now belongs to another attendee."
        assert body["message"] == f"{what} Nothing was imported. Check the file and import it again."
        assert rows_of(house.database) == 1


class TestFailures:
    def test_a_full_disk_leaves_nothing_and_says_so(self, house: House) -> None:
        # 4.import.2; 10.code.40
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        limit = _fill_disk(house)
        refused = problem(send(olive, guests(5000), eventId=event["id"]), 507, "disk_full")
        assert "disk is full" in refused["detail"]
        [failed] = olive.get("/api/imports").json()
        assert (failed["state"], failed["added"]) == ("failed", 0)
        assert names(olive) == ["Ada Lovelace"]
        limit()
        assert counts(sent(olive, guests(5000), eventId=event["id"])) == (5000, 0, 0)

    def test_a_worker_lost_after_the_last_row_takes_nobody_out(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.13
        olive, apply = house.signed_in(), Imports.apply

        def then_lost(slices: Iterable[Slice]) -> Iterator[Slice]:
            yield from slices
            raise WorkInterrupted

        def apply_and_lose(imports: Imports, import_id: int, slices: Iterable[Slice], origin: ImportOrigin) -> None:
            apply(imports, import_id, then_lost(slices), origin)

        monkeypatch.setattr(Imports, "apply", apply_and_lose)
        event = new_event(olive)
        for number, start in ((10, 0), (SMALLEST_IMPORT_SLICE[house.engine], 10)):
            assert counts(sent(olive, guests(number, start), eventId=event["id"])) == (number, 0, 0)
        assert {one["state"] for one in olive.get("/api/imports").json()} == {"done"}
        assert rows_of(house.database) == 10 + SMALLEST_IMPORT_SLICE[house.engine]

    def test_an_error_after_the_last_row_takes_nobody_out(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.13
        olive = house.signed_in()
        event = new_event(olive)

        def lost(*_: Any, **__: Any) -> None:
            raise WorkInterrupted

        monkeypatch.setattr(Pace, "note", lost)
        problem(send(olive, guests(10), eventId=event["id"]), 503, "work_interrupted")
        [done] = olive.get("/api/imports").json()
        assert (done["state"], done["added"]) == ("done", 10)
        assert rows_of(house.database) == 10

    def test_what_could_not_be_taken_out_then_goes_with_the_next_turn(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 4.import.10
        olive = house.signed_in()
        event = new_event(olive)

        def unavailable(*_: Any, **__: Any) -> None:
            raise OperationalError("DELETE", None, Exception("gone"))

        monkeypatch.setattr(runner, "remove_added", unavailable)
        with paused_after(2):
            import_id = in_background(olive, 3500, event)
            wait_for(olive, import_id, lambda body: body["added"] == 2 * SMALLEST_IMPORT_SLICE[house.engine])
            olive.delete(f"/api/imports/{import_id}")
        house.app.state.imports.stop()
        assert rows_of(house.database) == 2 * SMALLEST_IMPORT_SLICE[house.engine]
        monkeypatch.undo()
        Imports(house.database).remove_interrupted()
        assert rows_of(house.database) == 0
        body = json_of(olive.get(f"/api/imports/{import_id}"))
        assert (body["state"], is_over(body)) == ("cancelled", True)

    def test_an_undo_that_meets_an_error_goes_on_later(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.import.10
        olive = house.signed_in()
        import_id = sent(olive, guests(10), eventId=new_event(olive)["id"])["importId"]

        def unavailable(*_: Any, **__: Any) -> None:
            raise OperationalError("DELETE", None, Exception("gone"))

        monkeypatch.setattr(past_imports, "remove_added", unavailable)
        body = json_of(olive.delete(f"/api/imports/{import_id}"))
        assert (body["state"], is_over(body)) == ("undone", False)
        monkeypatch.undo()
        wait_for(olive, import_id, is_over)
        assert rows_of(house.database) == 0

    def test_stopping_the_server_ends_it_and_with_the_next_start_nothing_stays(self, house: House) -> None:
        # 4.import.10
        olive = house.signed_in()
        with paused_after(2) as go_on:
            import_id = in_background(olive, 3500, new_event(olive))
            wait_for(olive, import_id, lambda body: body["added"] == 2 * SMALLEST_IMPORT_SLICE[house.engine])
            stopping = threading.Thread(target=house.app.state.imports.stop)
            stopping.start()
            go_on()
            stopping.join()
        Imports(house.database).remove_interrupted()
        body = json_of(olive.get(f"/api/imports/{import_id}"))
        assert (body["state"], body["added"], is_over(body)) == ("failed", 0, True)
        assert rows_of(house.database) == 0

    def test_invoice_numbers_of_what_was_taken_out_are_not_given_out_again(self, sqlite_house: House) -> None:
        # 3.invoice.2
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        sent(olive, guests(20), eventId=event["id"])
        used = {a["invoiceNumber"] for a in olive.get("/api/attendees").json()}
        olive.delete("/api/imports/1")
        with sqlite_house.database.read() as tx:
            assert used <= set(tx.scalars(select(IssuedInvoiceNumber.number)))


def _fill_disk(house: House) -> Callable[[], None]:
    """Leave the database space for some slices only; a function that frees space again."""
    if house.engine == "sqlite":

        def allow(pages: int) -> None:
            with house.database.write() as tx:
                now = tx.scalar(text("PRAGMA page_count")) or 0
                tx.execute(text(f"PRAGMA max_page_count = {now + pages}"))

        allow(200)
        return lambda: allow(100_000)
    inserted = []

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:
        if "issued_invoice_numbers" in statement:
            inserted.append(statement)
            if len(inserted) == 3:
                error = Exception("could not extend file: No space left on device")
                error.sqlstate = "53100"  # type: ignore[attr-defined]
                raise OperationalError(statement, None, error)

    sqlalchemy_event.listen(house.database.engine, "before_cursor_execute", count)
    return lambda: sqlalchemy_event.remove(house.database.engine, "before_cursor_execute", count)


def test_the_list_reads_no_row_of_an_untouched_import(house: House) -> None:  # 7.list.540
    olive = house.signed_in()
    event = new_event(olive)
    for number in range(6):
        sent(olive, guests(50, start=number * 50), eventId=event["id"])
    by_name = {row["fullName"]: row for row in olive.get("/api/attendees").json()}
    edited, scanned = by_name["Guest 7"], by_name["Guest 63"]
    changes = {name: edited[name] for name in ("fullName", "phone", "tableNumber", "paymentStatus")}
    assert olive.put(f"/api/attendees/{edited['id']}", json={**changes, "notes": "VIP"}).status_code == 200
    assert olive.post("/api/attendees/scan", json={"qrData": scanned["qrCodeData"]}).status_code == 200
    statements = list[str]()

    def note(*arguments: Any) -> None:
        statements.append(arguments[2])

    sqlalchemy_event.listen(house.database._reader.engine, "before_cursor_execute", note)
    try:
        listed = olive.get("/api/imports").json()
    finally:
        sqlalchemy_event.remove(house.database._reader.engine, "before_cursor_execute", note)
    assert [row["canUndo"] for row in reversed(listed)] == [False, False, True, True, True, True]
    reads = [statement for statement in statements if "imports" in statement]
    assert len(reads) == 2
    if house.engine == "sqlite":
        with house.database.read() as tx:
            marks = (0,) * reads[1].count("?")
            plan = [row[3] for row in tx.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {reads[1]}", marks)]
        # Whether there is one attendee, the edited ones, and from the log to each attendee.
        ways = [step for step in plan if "attendees" in step]
        by = ("ix_attendees_import_id", "ix_attendees_edited", "INTEGER PRIMARY KEY")
        assert sorted(sum(name in way for way in ways) for name in by) == [1, 1, 1], plan
        assert all(way.startswith("SEARCH") for way in ways), plan
