"""POST /api/backup/restore and its kin, on both engines: all comes back, or nothing changes."""

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from psycopg.errors import DiskFull
from sqlalchemy import select, text, update

from doorlist.attendees.models import Attendee, Import, IssuedInvoiceNumber
from doorlist.audit.models import AuditEntry
from doorlist.backup.engines import postgres_restore
from doorlist.backup.problems import BackupFailed
from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore, StoredBackup
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import read_address
from doorlist.core.db.write_gate import BeingRestored
from doorlist.spreadsheets.imports import runner
from doorlist.users.models import SignInSession
from tests.backup.test_service import backups_directory
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def created(sam: TestClient) -> str:
    answer = sam.post("/api/backup/create")
    assert answer.status_code == 200, answer.text
    name: str = json_of(answer)["filename"]
    return name


def restore(client: TestClient, filename: str) -> Response:
    return client.post("/api/backup/restore", json={"filename": filename})


def listed(sam: TestClient) -> dict[str, Json]:
    return {row["filename"]: row for row in sam.get("/api/backup/list").json()}


@pytest.mark.both_engines
def test_brings_back_everything_that_was_there(house: House) -> None:
    # 4.restore.4, 8; 4.backup.10; 3.qr.8; 7.call.40; 3.backup-file.3
    sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
    event = new_event(olive)
    ada, bob = new_attendee(olive, event), new_attendee(olive, event, fullName="Bob", tableNumber=3)
    assert olive.post("/api/attendees/scan", json={"qrData": bob["qrCodeData"]}).status_code == 200
    name = created(sam)

    olive.delete(f"/api/attendees/{ada['id']}")
    later = new_attendee(olive, event, fullName="Carol")
    olive.put(f"/api/events/{event['id']}", json={"name": "Another name"})
    vera = {"username": "vera", "password": "a long enough one"}
    sam.post("/api/users", json={**vera, "fullName": "Vera", "role": "organizer"})

    answer = restore(sam, name)
    assert answer.status_code == 200, answer.text
    body = json_of(answer)
    assert body["restored"] == {"events": 1, "attendees": 2}
    assert "-safety." in body["safetyBackup"]

    # Everyone signs in again, with the credentials of that time.
    problem(olive.get("/api/events"), 401, "not_signed_in")
    problem(sam.get("/api/events"), 401, "not_signed_in")
    problem(house.stranger().post("/api/login", json=vera), 401, "invalid_credentials")
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    assert olive.get("/api/events").json() == [event]
    back = {row["id"]: row for row in olive.get("/api/attendees").json()}
    assert set(back) == {ada["id"], bob["id"]}
    assert back[ada["id"]] == ada
    # The printed ticket still lets in, and who was in is still in.
    first = json_of(olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]}))
    assert first["alreadyScanned"] is False
    assert json_of(olive.post("/api/attendees/scan", json={"qrData": bob["qrCodeData"]}))["alreadyScanned"] is True
    problem(olive.post("/api/attendees/scan", json={"qrData": later["qrCodeData"]}), 404, "ticket_unknown")
    # An id that was given out is not given to another attendee.
    assert new_attendee(olive, event)["id"] > later["id"]
    assert body["safetyBackup"] in listed(sam)
    with house.database.read() as tx:
        assert tx.scalars(select(AuditEntry.action).order_by(AuditEntry.id.desc())).first() is not None
        assert "backup.restored" in tx.scalars(select(AuditEntry.action)).all()
        assert len(tx.scalars(select(IssuedInvoiceNumber.number)).all()) == 3


def test_the_safety_backup_is_the_way_back(house: House) -> None:  # 4.restore.4
    sam = house.signed_in(SAM)
    name = created(sam)
    event = new_event(sam)
    ada = new_attendee(sam, event)
    safety = json_of(restore(sam, name))["safetyBackup"]
    sam = house.signed_in(SAM)
    assert sam.get("/api/attendees").json() == []
    assert restore(sam, safety).status_code == 200
    assert house.signed_in(SAM).get("/api/attendees").json() == [ada]


def test_a_backup_holds_no_sessions_and_brings_none_back(house: House) -> None:  # 3.server-backup.5; 4.restore.8
    sam = house.signed_in(SAM)
    restore(sam, created(sam))
    with house.database.read() as tx:
        assert tx.scalars(select(SignInSession)).all() == []


@pytest.mark.both_engines
def test_the_database_is_as_strict_and_quick_after_it_as_before(house: House) -> None:
    def shape() -> list[object]:
        with house.database.read() as tx:
            if house.engine == "sqlite":
                rows = tx.execute(text("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"))
                return [*rows.all(), tx.scalar(text("PRAGMA journal_mode"))]
            columns = tx.execute(
                text(
                    "SELECT table_name, column_name, data_type, is_nullable, column_default"
                    " FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, column_name"
                )
            )
            others = [
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
                "SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
                "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1",
                "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'doorlist%'",
            ]
            return [*columns.all(), *(sorted(tx.execute(text(other)).all()) for other in others)]

    before = shape()
    sam = house.signed_in(SAM)
    restore(sam, created(sam))
    assert shape() == before


def test_a_damaged_backup_changes_nothing_and_is_marked(house: House) -> None:  # 10.code.30
    sam = house.signed_in(SAM)
    name = created(sam)
    event = new_event(sam)
    path = backups_directory(house) / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(bytes(content))
    body = problem(restore(sam, name), 400, "backup_invalid")
    assert body["detail"].startswith("Invalid backup file or corrupted data")
    assert sam.get("/api/events").json() == [event]
    rows = listed(sam)
    assert list(rows) == [name]
    assert (rows[name]["verified"], rows[name]["note"]) == (False, "The file is not as it was written.")


@pytest.mark.parametrize("content", [b"", b"no backup", b"SQLite format 3\0" + b"\xa5" * 8192, b"PGDMP" + b"\xa5" * 99])
def test_a_file_that_is_no_backup_changes_nothing(house: House, content: bytes) -> None:
    sam = house.signed_in(SAM)
    event = new_event(sam)
    BackupStore(house.settings).prepare()
    name = f"doorlist-20261120-180455-123-manual.{'sqlite3' if house.engine == 'sqlite' else 'pgdump'}"
    (backups_directory(house) / name).write_bytes(content)
    problem(restore(sam, name), 400, "backup_invalid")
    assert sam.get("/api/events").json() == [event]


@pytest.mark.either_engine
def test_only_names_of_the_list_are_taken(house: House) -> None:  # 5.backup.1; 10.code.29
    sam = house.signed_in(SAM)
    name = created(sam)
    for other in (f"../backups/{name}", "doorlist-20261120-180455-123-manual.sqlite3", f"{name}.json", ""):
        assert problem(restore(sam, other), 404, "backup_not_found")["detail"] == "Backup not found"


@pytest.mark.both_engines
def test_a_backup_of_a_newer_release_is_refused(house: House) -> None:
    sam = house.signed_in(SAM)
    with house.database.write() as tx:
        revision = tx.scalar(text("SELECT version_num FROM alembic_version"))
        tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    name = created(sam)
    with house.database.write() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    assert "made by a newer Doorlist" in problem(restore(sam, name), 400, "backup_invalid")["detail"]
    assert sam.get("/api/events").status_code == 200


def test_a_safety_backup_that_fails_stops_the_restore(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sam = house.signed_in(SAM)
    name = created(sam)
    event = new_event(sam)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
    assert "No space left" in problem(restore(sam, name), 507, "backup_failed")["detail"]
    monkeypatch.undo()
    assert sam.get("/api/events").json() == [event]
    assert list(listed(sam)) == [name]
    new_event(sam)


def test_a_database_without_room_for_the_restored_rows_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    if house.engine == "sqlite":
        pytest.skip("There it is the disk of the data directory, which test_full_disk.py fills.")
    sam = house.signed_in(SAM)
    name = created(sam)
    event = new_event(sam)

    def full(*_: object) -> None:
        raise DiskFull("could not extend file")

    monkeypatch.setattr(postgres_restore, "_copy", full)
    detail = problem(restore(sam, name), 507, "backup_failed")["detail"]
    assert detail == "The backup was not restored: could not extend file. Everything is as it was."
    assert sam.get("/api/events").json() == [event]
    assert listed(sam)[name]["verified"] is None


@pytest.mark.both_engines
def test_from_the_safety_backup_on_nobody_else_writes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 4.restore.7
    sam, oscar = house.signed_in(SAM), house.signed_in(OSCAR)
    event = new_event(sam)
    ada = new_attendee(sam, event)
    name = created(sam)
    refused = list[str]()

    take = Backups.take

    def meanwhile(backups: Backups, kind: BackupKind, **options: Any) -> StoredBackup:
        answer = oscar.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        refused.append(problem(answer, 503, "being_restored")["detail"])
        with pytest.raises(BeingRestored), house.database.write():
            pass
        assert oscar.get("/api/events").status_code == 200
        return take(backups, kind, **options)

    monkeypatch.setattr(Backups, "take", meanwhile)
    assert restore(sam, name).status_code == 200
    assert refused == ["The server is being restored"]
    house.signed_in(OSCAR)


def test_a_backup_of_an_earlier_release_is_brought_to_the_present(house: House) -> None:
    """The first release had fewer tables; its backups are still good."""
    sam = house.signed_in(SAM)
    event = new_event(sam)
    name = created(sam)
    info = BackupStore(house.settings).get(name)
    assert info.metadata.revision is not None
    assert restore(sam, name).status_code == 200
    with house.database.read() as tx:
        assert tx.scalar(text("SELECT version_num FROM alembic_version")) == info.metadata.revision
    assert house.signed_in(SAM).get("/api/events").json() == [event]


def test_no_import_runs_meanwhile(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WAIT_SECONDS", 0.2)
    sam = house.signed_in(SAM)
    name = created(sam)
    lock = house.app.state.imports.lock()
    problem(restore(sam, name), 409, "another_import")
    lock.close()
    assert restore(sam, name).status_code == 200


def test_what_an_import_had_added_when_the_backup_was_taken_is_taken_out(house: House) -> None:
    sam = house.signed_in(SAM)
    ada = new_attendee(sam, new_event(sam))
    bob = new_attendee(sam, ada["event"], fullName="Bob")
    unfinished = Import(
        state="running",
        file_name="guests.csv",
        event_id=None,
        total=2,
        added=1,
        errors=0,
        duplicates=0,
        imported=0,
        is_settled=False,
        created_at=clock.now(),
    )
    with house.database.write() as tx:
        tx.add(unfinished)
        tx.flush()
        tx.execute(update(Attendee).where(Attendee.id == bob["id"]).values(import_id=unfinished.id))
    name = created(sam)
    house.app.state.imports.remove_interrupted()
    assert restore(sam, name).status_code == 200
    assert [row["id"] for row in house.signed_in(SAM).get("/api/attendees").json()] == [ada["id"]]


def test_a_long_reader_is_waited_for_and_holds_nobody_else_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    if house.engine == "sqlite":
        return
    monkeypatch.setattr(postgres_restore, "SWITCH_WAITS_SECONDS", 0.2)
    sam, oscar = house.signed_in(SAM), house.signed_in(OSCAR)
    name = created(sam)
    reading, stop = threading.Event(), threading.Event()

    def read_long() -> None:
        with house.database.read() as tx:
            tx.execute(text("SELECT count(*) FROM attendees"))
            reading.set()
            stop.wait(30)

    with ThreadPoolExecutor(2) as threads:
        long = threads.submit(read_long)
        assert reading.wait(10)
        restoring_now = threads.submit(restore, sam, name)
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            assert oscar.get("/api/attendees").status_code == 200
        # A read that waited for the restore would have waited for the long reader, and found the restore done.
        assert not restoring_now.done()
        stop.set()
        long.result()
        assert restoring_now.result().status_code == 200


@pytest.mark.both_engines
def test_without_the_right_to_a_schema_it_says_what_to_grant(house: House, settings: Settings) -> None:
    if house.engine == "sqlite":
        return
    sam = house.signed_in(SAM)
    name = created(sam)
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE ROLE poor LOGIN")
        for kind in ("TABLES", "SEQUENCES"):
            connection.exec_driver_sql(f"GRANT ALL ON ALL {kind} IN SCHEMA public TO poor")
    assert settings.database_url is not None
    modest = Settings(data_dir=settings.data_dir, database_url=settings.database_url.replace("doorlist@", "poor@"))
    with contextlib.closing(Database(modest)) as database:
        for _ in range(2):
            with pytest.raises(BackupFailed, match="Grant it CREATE on the database"):
                restore_backup(Backups(database, modest), name, by=None)
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("DROP OWNED BY poor")
        connection.exec_driver_sql("DROP ROLE poor")
    assert sam.get("/api/events").status_code == 200


@pytest.mark.both_engines
def test_a_role_that_may_not_create_databases_restores_all_the_same(house: House, settings: Settings) -> None:
    # 4.restore.14
    if house.engine == "sqlite":
        return
    sam = house.signed_in(SAM)
    event = new_event(sam)
    name = created(sam)
    assert settings.database_url is not None
    own = read_address(settings.database_url)["dbname"]
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE ROLE owner_only LOGIN NOCREATEDB IN ROLE doorlist")
        connection.exec_driver_sql(f'GRANT CREATE ON DATABASE "{own}" TO owner_only')
    url = settings.database_url.replace("doorlist@", "owner_only@")
    modest = Settings(data_dir=settings.data_dir, database_url=url)
    with contextlib.closing(Database(modest)) as database:
        backups = Backups(database, modest)
        assert backups.verify(name).metadata.verified is None
        new_event(sam, name="A later one")
        assert restore_backup(backups, name, by=None).events == 1
    assert house.signed_in(SAM).get("/api/events").json() == [event]
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("REASSIGN OWNED BY owner_only TO doorlist")
        connection.exec_driver_sql("DROP OWNED BY owner_only")
        connection.exec_driver_sql("DROP ROLE owner_only")


@pytest.mark.either_engine
class TestWhoMay:
    def test_signed_out(self, house: House) -> None:
        problem(restore(house.stranger(), "x"), 401, "not_signed_in")

    def test_organizer(self, house: House) -> None:  # 6.roles.6
        olive = house.signed_in(OLIVE)
        name = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename
        problem(restore(olive, name), 403, "forbidden")
        problem(olive.get(f"/api/backup/{name}"), 403, "forbidden")
        assert "-safety." not in "".join(path.name for path in Path(backups_directory(house)).iterdir())
