"""POST /api/backup/restore-file: everything replaced, or nothing changed."""

import errno
import json
import threading
from typing import Any, Self
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from doorlist.attendees.bulk_insert import insert_rows
from doorlist.attendees.models import Attendee, Import, IssuedInvoiceNumber
from doorlist.audit.models import AuditEntry
from doorlist.backup.json import repository as json_repository
from doorlist.backup.json import restore as json_restore
from doorlist.backup.store import BackupStore
from doorlist.core import clock
from doorlist.core.db.sqlite import sqlite_module
from doorlist.events.models import Event
from tests.backup.json.files import export, file_attendee, file_event, file_of, restored, send, without_date
from tests.backup.json.test_preview import rows
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def counted(house: House) -> tuple[int, int]:
    with house.database.read() as tx:
        events = tx.scalar(select(func.count()).select_from(Event)) or 0
        return events, tx.scalar(select(func.count()).select_from(Attendee)) or 0


def safety_backups(house: House) -> list[str]:
    return [info.filename for info in BackupStore(house.settings).backups() if info.kind == "safety"]


def furnished(house: House) -> tuple[Json, Json, Json]:
    """Two events and an evening's records; the first event, a guest who is present, a guest who is absent."""
    olive, sam = house.signed_in(), house.signed_in(SAM)
    exits = {"countsExits": True, "reentry": False, "stopsAtCapacity": True}
    gala = new_event(olive, name="Gala Ünder the stars", ticketPriceCents=12_000, capacity=300, **exits)
    sam.post("/api/door/leavers", json={"eventId": gala["id"], "change": 1, "key": str(uuid4())})
    ball = new_event(sam, name="Winter Ball", time=None)
    ada = new_attendee(olive, gala, fullName="Zoë Łukasz", paymentStatus="partial")
    bob = new_attendee(sam, ball, amountPaidCents=5, phone="+61 400 111 222")
    olive.put(f"/api/attendees/{bob['id']}", json={"tableNumber": 9})
    olive.put(f"/api/events/{ball['id']}", json={"time": "20:15"})
    sam.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
    return gala, ada, bob


@pytest.mark.smoke
class TestRoundTrip:
    @pytest.mark.both_engines
    def test_what_was_exported_comes_back_and_a_second_export_equals_the_first(self, house: House) -> None:
        # 4.restore.3; 4.restore-file.1; 3.qr.8; 7.call.41
        sam, oscar = house.signed_in(SAM), house.signed_in(OSCAR)
        gala, ada, bob = furnished(house)
        gone = new_attendee(sam, gala, fullName="Eve")
        for direction in ("in", "out"):
            scan = {"qrData": gone["qrCodeData"], "direction": direction}
            assert sam.post("/api/attendees/scan", json=scan).status_code == 200
        file = export(house)
        before = {row["id"]: row for row in sam.get("/api/attendees").json()}

        sam.delete(f"/api/events/{gala['id']}")
        sam.put(f"/api/attendees/{bob['id']}", json={"fullName": "Somebody else"})
        new_attendee(sam, new_event(sam, name="Never was"))
        answer = restored(sam, file)

        assert answer["restored"] == {"events": 2, "attendees": 3}
        assert answer["problems"] == []
        assert without_date(export(house)) == without_date(file)
        assert {row["id"]: row for row in sam.get("/api/attendees").json()} == before
        doors = json_of(sam.get("/api/doors", params={"eventId": gala["id"]}))
        assert (doors["leavers"], doors["left"]) == (1, 1)
        # Printed tickets still scan: who was in is in, who was not is let in once.
        assert json_of(oscar.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]}))["alreadyScanned"] is True
        first = json_of(oscar.post("/api/attendees/scan", json={"qrData": bob["qrCodeData"]}))
        assert (first["alreadyScanned"], first["attendee"]["id"]) == (False, bob["id"])

    def test_onto_an_empty_house_of_either_kind(self, house: House) -> None:
        attendees = [file_attendee(3, seller={"fullName": "x"}), file_attendee(1), file_attendee(2, tableNumber=0)]
        sam = house.signed_in(SAM)
        restored(sam, file_of([file_event(id=1, time=""), file_event(id=9)], attendees))
        content = without_date(export(house))
        assert [row["id"] for row in content["attendees"]] == [1, 2, 3]
        assert [(row["id"], row["time"]) for row in content["events"]] == [(1, None), (9, None)]
        assert content["attendees"][1]["tableNumber"] == 0

    def test_restoring_twice_is_restoring_once(self, house: House) -> None:
        furnished(house)
        file, sam = export(house), house.signed_in(SAM)
        for _ in range(2):
            restored(sam, file)
            assert without_date(export(house)) == without_date(file)

    @pytest.mark.both_engines
    def test_an_edit_of_another_guest_under_the_same_id_is_a_conflict(self, house: House) -> None:
        # 4.restore-file.1060
        sam = house.signed_in(SAM)
        gala = new_event(sam)
        ada = new_attendee(sam, gala)
        before = {"createdAt": "2020-01-01T00:00:00.000Z"}
        zoe = file_attendee(ada["id"], eventId=gala["id"], fullName="Zoe", **before)
        restored(sam, file_of([file_event(id=gala["id"], name="Fair", **before)], [zoe]))
        for path, of in ((f"/api/events/{gala['id']}", gala), (f"/api/attendees/{ada['id']}", ada)):
            edit = {"version": of["version"]} | ({"name": "Gala 2"} if of is gala else {"fullName": "Ada 2"})
            problem(sam.put(path, json=edit), 409, "version_conflict")
        [guest] = sam.get("/api/attendees").json()
        assert (guest["fullName"], guest["event"]["name"]) == ("Zoe", "Fair")

    def test_an_empty_file_leaves_an_empty_house_that_works(self, house: House) -> None:
        furnished(house)
        sam = house.signed_in(SAM)
        assert restored(sam, file_of())["restored"] == {"events": 0, "attendees": 0}
        assert counted(house) == (0, 0)
        new_attendee(sam, new_event(sam))

    def test_what_was_restored_is_found_and_counted_like_any_other(self, house: House) -> None:
        sam = house.signed_in(SAM)
        attendees = [
            file_attendee(1, fullName="José ÁLVAREZ", phone="+61 (400) 111-222", paymentStatus="PAID"),
            file_attendee(2, phone="+61 400 999 888", paymentStatus="Comp"),
        ]
        restored(sam, file_of([file_event()], attendees))
        for search in ("jose alvarez", "61400111222", "old-1"):
            assert [row["id"] for row in sam.get("/api/attendees", params={"search": search}).json()] == [1], search
        assert [row["id"] for row in sam.get("/api/attendees?paymentGroup=complimentary").json()] == [2]
        assert [row["id"] for row in sam.get("/api/attendees?payment=paid").json()] == [1]

    def test_the_search_index_holds_who_is_there_and_is_kept_up_from_then_on(self, house: House) -> None:
        sam = house.signed_in(SAM)
        furnished(house)
        for first in (1, 5000):
            restored(sam, file_of([file_event()], [file_attendee(number) for number in range(first, first + 1200)]))
            for search, found in (("guest", 1200), ("zoe", 0), (f"guest {first + 1107}", 1)):
                answer = sam.get("/api/attendees", params={"search": search, "limit": 1})
                assert answer.headers["x-total-count"] == str(found), (first, search)
        assert sam.delete("/api/attendees/5007").status_code == 204
        sam.put("/api/attendees/5008", json={"fullName": "Renamed"})
        for search, found in (("guest 5007", 0), ("guest 5008", 0), ("renamed", 1), ("guest", 1198)):
            answer = sam.get("/api/attendees", params={"search": search, "limit": 1})
            assert answer.headers["x-total-count"] == str(found), search

    def test_tickets_of_another_tool_are_kept_and_scan(self, house: House) -> None:  # 3.qr.9; 5.scan.2
        sam = house.signed_in(SAM)
        texts = [
            '{"id":1,"name":"Zoë","event":"Gala"}',
            "lower-case ticket",
            "LOWER-CASE TICKET",
            "https://tickets.example/t?id=7&x=%20",
            "line one\nline two\ttab",
            "  spaces around  ",
            "x" * 500,
            "DL1.999.00000000000000000000000000",
            "4",
        ]
        attendees = [file_attendee(number, qrCodeData=qr) for number, qr in enumerate(texts, start=1)]
        restored(sam, file_of([file_event()], attendees))
        for number, qr in enumerate(texts, start=1):
            scan = sam.post("/api/attendees/scan", json={"qrData": qr})
            assert scan.status_code == 200, qr
            assert (scan.json()["attendee"]["id"], scan.json()["alreadyScanned"]) == (number, False), qr
        # And so does the picture that we draw of it.
        for row in sam.get("/api/attendees").json():
            assert sam.post("/api/attendees/scan", json={"qrData": row["qrCodeData"]}).json()["alreadyScanned"] is True


names = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z", "M"]), min_size=1, max_size=12)
qr_texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30)
moments = st.datetimes(
    min_value=clock.from_wire("1950-01-01T00:00:00.000Z").replace(tzinfo=None),
    max_value=clock.from_wire("2099-01-01T00:00:00.000Z").replace(tzinfo=None),
).map(lambda moment: moment.isoformat() + "Z")
ids = st.integers(1, 2**53 - 1)
cents = st.none() | st.integers(0, 10**10)


@st.composite
def files(draw: st.DrawFn) -> Json:
    """A whole backup of made-up events and attendees."""
    events = [
        {
            "id": event_id,
            "name": draw(names),
            "date": "2026-11-20",
            "time": draw(st.none() | st.just("07:05")),
            "ticketPriceCents": draw(cents),
            "capacity": draw(st.none() | st.integers(1, 100_000)),
            "countsExits": draw(st.booleans()),
            "reentry": draw(st.booleans()),
            "stopsAtCapacity": draw(st.booleans()),
            "leavers": draw(st.integers(0, 10)),
            "version": draw(ids),
            "createdAt": draw(moments),
        }
        for event_id in draw(st.lists(ids, unique=True, max_size=3))
    ]
    if not events:
        return {"events": [], "attendees": []}
    people = draw(
        st.lists(
            st.tuples(ids, names, qr_texts), max_size=6, unique_by=(lambda p: p[0], lambda p: p[1], lambda p: p[2])
        )
    )
    attendees = [
        {
            "id": attendee_id,
            "eventId": draw(st.sampled_from(events))["id"],
            "fullName": name,
            "phone": draw(names),
            "tableNumber": draw(st.integers(0, 100_000)),
            "paymentStatus": draw(names),
            "amountPaidCents": draw(cents),
            "invoiceNumber": name,
            "qrCodeData": qr,
            "attendedAt": draw(st.none() | moments),
            "soldBy": draw(st.none() | st.integers(1, 6)),
        }
        for attendee_id, name, qr in people
    ]
    return {"events": events, "attendees": attendees}


@settings(max_examples=8)
@given(files())
def test_whatever_is_restored_is_exported_as_it_was(house: House, made: Json) -> None:  # 4.restore-file.1
    """Once through, to have it in our own form; from there on it never changes again."""
    sam = house.signed_in(SAM)
    answer = send(sam, json.dumps(made).encode())
    if answer.status_code == 400:
        # Two texts that the door reads as one, or a text that is empty after normalisation: reported, not guessed at.
        assert {finding["field"].rpartition(".")[2] for finding in answer.json()["errors"]} <= {"qrCodeData"}
        return
    first = export(house, sam)
    content = json.loads(first)
    assert [row["id"] for row in content["events"]] == sorted(row["id"] for row in made["events"])
    for row in made["attendees"]:
        [kept] = [other for other in content["attendees"] if other["id"] == row["id"]]
        same = ("eventId", "fullName", "phone", "tableNumber", "paymentStatus", "amountPaidCents", "invoiceNumber")
        assert {name: kept[name] for name in same} == {name: row[name] for name in same}
        assert kept["attended"] is (row["attendedAt"] is not None)
    restored(sam, first)
    assert without_date(export(house, sam)) == without_date(first)


class TestWhatStays:
    @pytest.mark.both_engines
    def test_users_sessions_and_logs(self, house: House) -> None:  # 4.restore.5
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        furnished(house)
        kept = ("users", "sessions", "scan_log", "failed_sign_ins")
        before, noted = rows(house), counted_entries(house)
        restored(sam, file_of([file_event()]))
        after = rows(house)
        assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
        assert set(before["history"]) < set(after["history"])
        assert counted_entries(house) == noted + 1
        for client in (olive, sam):
            assert client.get("/api/me").status_code == 200

    @pytest.mark.both_engines
    def test_who_restored_is_in_the_history(self, house: House) -> None:
        sam = house.signed_in(SAM)
        restored(sam, file_of())
        with house.database.read() as tx:
            last = tx.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        assert last is not None
        assert (last.action, last.user_id) == ("backup.file_restored", json_of(sam.get("/api/me"))["id"])

    def test_numbers_once_issued_stay_issued_and_the_brought_ones_join_them(self, house: House) -> None:
        # 3.invoice.2; 4.restore-file.2
        _, ada, bob = furnished(house)
        sam = house.signed_in(SAM)
        ours = {**file_attendee(1), "invoiceNumber": ada["invoiceNumber"]}
        restored(sam, file_of([file_event()], [ours, file_attendee(2)]))
        with house.database.read() as tx:
            ledger = set(tx.scalars(select(IssuedInvoiceNumber.number)))
        assert ledger == {ada["invoiceNumber"], bob["invoiceNumber"], "OLD-2"}

    def test_new_ids_are_larger_than_any_before(self, house: House) -> None:  # 4.restore-file.2
        sam = house.signed_in(SAM)
        gala, _, bob = furnished(house)
        restored(sam, file_of([file_event(id=1)], [file_attendee(1)]))
        event = new_event(sam)
        attendee = new_attendee(sam, event)
        assert event["id"] > gala["id"] + 1
        assert attendee["id"] > bob["id"]

        restored(sam, file_of([file_event(id=5000)], [file_attendee(70_000, eventId=5000)]))
        event = new_event(sam)
        assert event["id"] == 5001
        assert new_attendee(sam, event)["id"] == 70_001

    def test_a_registration_key_from_before_sells_again(self, house: House) -> None:
        sam = house.signed_in(SAM)
        event = new_event(sam)
        key = {"idempotencyKey": "0b7e3a52-5c57-4a83-9c4c-1f6a6a2c1d11"}
        first = new_attendee(sam, event, **key)
        restored(sam, export(house, sam))
        assert new_attendee(sam, event, **key)["id"] > first["id"]

    @pytest.mark.both_engines
    def test_the_list_of_imports_still_knows_the_events_that_came_back(self, house: House) -> None:
        sam = house.signed_in(SAM)
        stays, goes = new_event(sam), new_event(sam, name="Goes")
        for event in (stays, goes):
            note_import(house, event["id"], is_settled=True)
        restored(sam, file_of([file_event(id=stays["id"])]))
        with house.database.read() as tx:
            assert list(tx.scalars(select(Import.event_id).order_by(Import.id))) == [stays["id"], None]


def counted_entries(house: House) -> int:
    with house.database.read() as tx:
        return tx.scalar(select(func.count()).select_from(AuditEntry)) or 0


def note_import(house: House, event_id: int, *, is_settled: bool) -> None:
    with house.database.write() as tx:
        tx.add(
            Import(
                event_id=event_id,
                file_name="guests.csv",
                state="done" if is_settled else "running",
                is_settled=is_settled,
                **dict.fromkeys(("total", "added", "imported", "errors", "duplicates"), 0),
                created_at=clock.now(),
            )
        )


@pytest.mark.either_engine
class TestPeople:
    def test_who_is_unknown_becomes_nobody_and_is_named(self, house: House) -> None:  # 4.restore.6
        sam = house.signed_in(SAM)
        me = json_of(sam.get("/api/me"))
        at = "2026-11-20T18:30:00.000Z"
        attendees = [
            file_attendee(1, soldBy=me["id"], scannedBy=999, attendedAt=at, updatedBy={"id": 999}),
            file_attendee(2, soldBy=999, scannedBy=me["id"], attendedAt=at),
            file_attendee(3, soldBy=None, scannedBy=me["id"]),
        ]
        answer = restored(sam, file_of([file_event(updatedBy={"id": 999})], attendees))
        assert answer["problems"] == [
            "scannedBy names user 999, who is unknown here: it is left empty for 1 attendee.",
            "soldBy names user 999, who is unknown here: it is left empty for 1 attendee.",
            "scannedBy is left empty for 1 attendee who did not attend.",
        ]
        kept = {row["id"]: row for row in without_date(export(house))["attendees"]}
        credited = {number: (row["soldBy"], row["scannedBy"], row["updatedBy"]) for number, row in kept.items()}
        assert credited == {1: (me["id"], None, None), 2: (None, me["id"], None), 3: (None, None, None)}


class TestAllOrNothing:
    @pytest.mark.either_engine
    def test_a_safety_backup_is_taken_first(self, house: House) -> None:  # 4.restore.4
        sam = house.signed_in(SAM)
        furnished(house)
        answer = restored(sam, file_of())
        assert safety_backups(house) == [answer["safetyBackup"]]
        assert BackupStore(house.settings).get(answer["safetyBackup"]).metadata.counts["attendees"] == 2
        assert house.app.state.backup_scheduler.backups.one_was_taken.is_set()

    @pytest.mark.either_engine
    def test_without_a_safety_backup_nothing_is_restored(self, house: House) -> None:
        sam = house.signed_in(SAM)
        furnished(house)
        before = rows(house)
        # A file where the directory belongs: no backup can be put on that store.
        (house.settings.data_dir / "backups").write_text("in the way")
        problem(send(sam, file_of()), 507, "backup_failed")
        assert rows(house) == before
        new_event(sam)  # and writing goes on

    def test_a_failure_in_the_middle_changes_nothing(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        sam = house.signed_in(SAM)
        furnished(house)
        before = rows(house)

        def fail_at_the_second_slice(tx: Any, slice_: Any) -> list[int]:
            if slice_[0].id > 1:
                raise OSError(5, "Input/output error")
            return insert_rows(tx, slice_)

        monkeypatch.setattr("doorlist.backup.json.repository.insert_rows", fail_at_the_second_slice)
        file = file_of([file_event()], [file_attendee(number) for number in range(1, 1500)])
        problem(send(sam, file), 500, "internal_error")
        assert rows(house) == before
        new_event(sam)
        monkeypatch.undo()
        assert restored(sam, file)["restored"]["attendees"] == 1499

    @pytest.mark.both_engines
    def test_a_running_import_is_not_run_over(self, house: House) -> None:  # 4.restore-file.3
        sam = house.signed_in(SAM)
        note_import(house, new_event(sam)["id"], is_settled=False)
        before = rows(house)
        refusal = problem(send(sam, file_of()), 409, "import_running")
        assert "import is running" in refusal["detail"]
        assert rows(house) == before
        assert safety_backups(house) == []

    def test_an_import_that_began_during_the_validation_goes_on(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 4.restore-file.3
        sam = house.signed_in(SAM)
        event = new_event(sam)

        def begun(*_: Any) -> None:
            note_import(house, event["id"], is_settled=False)

        def closed(*_: Any) -> None:
            pytest.fail("The import's next rows would fail")

        monkeypatch.setattr(json_restore, "refuse_unexpected", begun)
        monkeypatch.setattr(json_restore, "closed_after_safety_backup", closed)
        problem(send(sam, file_of()), 409, "import_running")


class TestMeanwhile:
    def test_writes_and_scans_are_told_to_wait_and_reads_go_on(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 4.restore.7
        sam, olive = house.signed_in(SAM), house.signed_in()
        _, ada, bob = furnished(house)
        file = export(house)
        inside, go_on = threading.Event(), threading.Event()
        replace = json_repository.replace_everything

        def pause(tx: Any, rows_: Any) -> None:
            inside.set()
            assert go_on.wait(20)
            replace(tx, rows_)

        monkeypatch.setattr(json_repository, "replace_everything", pause)
        answers: list[Json] = []
        restoring = threading.Thread(target=lambda: answers.append(restored(sam, file)))
        restoring.start()
        try:
            assert inside.wait(20)
            scan = {"qrData": bob["qrCodeData"]}
            told = problem(olive.post("/api/attendees/scan", json=scan), 503, "being_restored")
            assert told["detail"] == "The server is being restored"
            guest = {
                "eventId": bob["eventId"],
                "fullName": "Late",
                "phone": "0",
                "tableNumber": 1,
                "paymentStatus": "x",
            }
            problem(olive.post("/api/attendees", json=guest), 503, "being_restored")
            problem(send(sam, file), 409, "another_restore")
            assert json_of(olive.get(f"/api/attendees/{ada['id']}"))["attended"] is True
            assert len(olive.get("/api/attendees").json()) == 2
        finally:
            go_on.set()
            restoring.join(30)
        assert answers[0]["restored"] == {"events": 2, "attendees": 2}
        assert json_of(olive.post("/api/attendees/scan", json=scan))["alreadyScanned"] is False


class FullDisk:
    """A file on a disk that has no room."""

    def __init__(self, **_: object) -> None:
        self.closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True

    def __getattr__(self, name: str) -> Any:
        def refuse(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        return refuse


class TestFullDisk:
    @pytest.mark.either_engine
    def test_an_export_says_so_before_it_begins(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        furnished(house)
        monkeypatch.setattr("doorlist.core.http.streaming.TemporaryFile", FullDisk)
        problem(house.signed_in().get("/api/export/backup.json"), 507, "disk_full")

    @pytest.mark.either_engine
    def test_a_restore_says_so_before_anything_is_changed(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        sam = house.signed_in(SAM)
        furnished(house)
        before = rows(house)
        monkeypatch.setattr("doorlist.backup.json.restore.TemporaryFile", FullDisk)
        problem(send(sam, file_of([file_event()], [file_attendee()])), 507, "disk_full")
        assert rows(house) == before
        new_event(sam)

    def test_a_database_that_fills_up_in_the_middle_is_as_before(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sam = house.signed_in(SAM)
        furnished(house)
        before = rows(house)

        def fill_up(*_: object) -> None:
            """SQLite's error when it may not grow; PostgreSQL has a similar one."""
            error = sqlite_module().OperationalError("database or disk is full")
            raise OperationalError("INSERT", {}, error)

        monkeypatch.setattr("doorlist.backup.json.repository.insert_rows", fill_up)
        problem(send(sam, file_of([file_event()], [file_attendee()])), 507, "disk_full")
        assert rows(house) == before
        new_event(sam)
