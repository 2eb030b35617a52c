"""Automatic backups, the protection status, and the backups before deletions."""

import contextlib
import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from structlog.testing import capture_logs

from doorlist.backup import scheduler as scheduler_module
from doorlist.backup.metadata import Metadata
from doorlist.backup.problems import BackupFailed
from doorlist.backup.rules import BackupKind, BackupName
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore, StoredBackup
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.processes import pool
from doorlist.core.processes.worker_process import WorkInterrupted
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import guests, sent


@pytest.fixture
def scheduler(house: House) -> BackupScheduler:
    made: BackupScheduler = house.app.state.backup_scheduler
    return made


def kinds(house: House) -> list[str]:
    return [str(backup.kind) for backup in BackupStore(house.settings).backups()]


def aged(house: House, filename: str, **age: float) -> str:
    """The same backup, as if it had been taken so much earlier."""
    store = BackupStore(house.settings)
    info = store.get(filename)
    ending = filename.rpartition(".")[2]
    older = str(BackupName(info.created_at - timedelta(**age), info.kind, ending))
    store.path(filename).rename(store.path(older))
    store.save_metadata(older, info.metadata)
    (store.directory / f"{filename}.json").unlink()
    return older


def eventually(claim: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < until
        time.sleep(0.02)


class TestLargeImports:
    def test_a_backup_follows_an_import_of_500(self, house: House, scheduler: BackupScheduler) -> None:  # 4.backup.940
        olive = house.signed_in()
        event = new_event(olive)
        sent(olive, guests(499), eventId=event["id"])
        assert not scheduler.is_requested
        sent(olive, guests(500, start=499), eventId=event["id"])
        assert scheduler.is_requested
        scheduler.start()
        try:
            eventually(lambda: kinds(house) == ["safety"])
        finally:
            scheduler.stop()
        assert not scheduler.is_requested

    def test_attendees_in_no_backup_are_a_warning(self, house: House, scheduler: BackupScheduler) -> None:
        # 4.backup.941
        sam = house.signed_in(SAM)

        def warnings() -> list[str]:
            return [each for each in json_of(sam.get("/api/protection/status"))["warnings"] if "in no backup" in each]

        event = new_event(sam)
        sent(sam, guests(500), eventId=event["id"])
        assert warnings() == []
        sent(sam, guests(1, start=500), eventId=event["id"])
        assert warnings() == ["501 attendees are in no backup yet."]
        scheduler.take_requested_backup()
        assert warnings() == []


class TestAutomaticBackups:
    @pytest.mark.either_engine
    def test_one_a_day_and_old_ones_go(self, house: House, scheduler: BackupScheduler) -> None:  # 4.backup.1, 2
        scheduler.take_due_backup()
        assert kinds(house) == ["daily"]
        scheduler.take_due_backup()
        assert kinds(house) == ["daily"]
        old = Backups(house.database, house.settings).take(BackupKind.SAFETY).filename
        old = aged(house, old, days=31)
        aged(house, BackupStore(house.settings).backups()[0].filename, days=1, minutes=1)
        scheduler.take_due_backup()
        assert kinds(house) == ["daily", "daily"]
        assert old not in {backup.filename for backup in BackupStore(house.settings).backups()}

    @pytest.mark.either_engine
    def test_old_ones_go_even_where_there_is_no_room_for_a_new_one(
        self, house: House, scheduler: BackupScheduler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = Backups(house.database, house.settings).take(BackupKind.SAFETY).filename
        aged(house, old, days=31)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
        with pytest.raises(BackupFailed, match="No space left"):
            scheduler.take_due_backup()
        assert kinds(house) == []
        assert {
            path.name for path in scheduler.backups.store.directory.iterdir() if not path.name.startswith(".")
        } == set()

    def test_several_processes_take_one_between_them(self, house: House, scheduler: BackupScheduler) -> None:
        others = [BackupScheduler(Backups(house.database, house.settings)) for _ in range(3)]
        threads = [threading.Thread(target=one.take_due_backup) for one in (scheduler, *others)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert kinds(house) == ["daily"]

    def test_a_server_begins_by_itself_and_proves_what_it_took(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(scheduler_module, "FIRST_LOOK_SECONDS", 0.0)
        monkeypatch.setattr(scheduler_module, "QUIET_SECONDS", 0.0)
        store = BackupStore(house.settings)
        with TestClient(house.app):
            eventually(lambda: [backup.metadata.verified for backup in store.backups()] == [True])
        house.database = Database(house.settings)

    @pytest.mark.either_engine
    def test_the_proof_waits_for_the_door_but_not_for_ever(
        self, house: House, scheduler: BackupScheduler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 3.server-backup.6
        # However slow the machine is, the pauses between two writes are no quiet.
        monkeypatch.setattr(scheduler_module, "QUIET_SECONDS", 3600)
        store = BackupStore(house.settings)
        taken = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename

        def write_until_proven(seconds: float) -> bool:
            until = time.monotonic() + seconds
            while time.monotonic() < until and store.get(taken).metadata.verified is None:
                with house.database.write():
                    pass
                time.sleep(0.02)
            return bool(store.get(taken).metadata.verified)

        with contextlib.closing(Running(scheduler)):
            scheduler.backups.one_was_taken.set()
            assert not write_until_proven(1.5)
            monkeypatch.setattr(scheduler_module, "QUIET_SECONDS", 0.5)
            eventually(lambda: store.get(taken).metadata.verified)
        monkeypatch.setattr(scheduler_module, "QUIET_SECONDS", 3600)
        taken = Backups(house.database, house.settings).take(BackupKind.MANUAL).filename
        monkeypatch.setattr(scheduler_module, "LONGEST_WAIT_SECONDS", 0.5)
        with contextlib.closing(Running(BackupScheduler(Backups(house.database, house.settings)))) as other:
            other.scheduler.backups.one_was_taken.set()
            assert write_until_proven(120)

    @pytest.mark.either_engine
    def test_a_disk_that_lost_a_backup_is_noticed_the_next_day(self, house: House, scheduler: BackupScheduler) -> None:
        scheduler.take_due_backup()
        scheduler.verify_new_backups()
        store = BackupStore(house.settings)
        name = aged(house, store.backups()[0].filename, days=1, hours=1)
        content = bytearray(store.path(name).read_bytes())
        content[-1] ^= 1
        store.path(name).write_bytes(bytes(content))
        assert store.get(name).metadata.verified is True
        scheduler.take_due_backup()
        assert (store.get(name).metadata.verified, store.get(name).metadata.note) == (
            False,
            "The file is not as it was written.",
        )

    @pytest.mark.both_engines
    def test_a_lost_connection_is_a_warning_without_a_trace(self, house: House, scheduler: BackupScheduler) -> None:
        if house.database.is_sqlite:
            pytest.skip("SQLite has no connection to lose.")

        def lose_connection() -> None:
            with house.database.read() as tx:
                tx.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        with capture_logs() as logged:
            scheduler._try(lose_connection)
            scheduler._noting_failure(lose_connection)
        assert scheduler.failure == "The database did not answer. Please try again in a moment."
        events = [(line["event"], line["log_level"]) for line in logged if line["event"] != "database_unavailable"]
        assert events == [("not_done_today", "warning"), ("backups_failed", "warning")]

    @pytest.mark.either_engine
    def test_a_verification_without_a_free_process_is_no_failure(
        self, house: House, scheduler: BackupScheduler, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.18
        monkeypatch.setattr(pool, "WAIT_SECONDS", 0.1)
        scheduler.take_due_backup()
        [backup] = BackupStore(house.settings).backups()
        jobs = scheduler.backups.database.workers.jobs
        jobs.begin()
        taken, jobs._free = jobs._free, []
        scheduler._noting_failure(scheduler.verify_new_backups)
        assert scheduler.failure is None
        monkeypatch.setattr(scheduler_module, "POSTPONED_SECONDS", 0.1)
        monkeypatch.setattr(scheduler_module, "QUIET_SECONDS", 0)
        monkeypatch.setattr(scheduler_module, "FIRST_LOOK_SECONDS", 3600)
        with contextlib.ExitStack() as ending:
            ending.callback(jobs.end)
            running = ending.enter_context(contextlib.closing(Running(BackupScheduler(scheduler.backups))))
            running.scheduler.backups.one_was_taken.set()
            eventually(lambda: running.scheduler._is_postponed)
            jobs._free = taken
            eventually(lambda: not BackupStore(house.settings).get(backup.filename).awaits_verification)
            assert running.scheduler.failure is None

    @pytest.mark.either_engine
    def test_a_verification_that_the_end_of_the_server_interrupts_is_no_failure(
        self, house: House, scheduler: BackupScheduler
    ) -> None:  # 10.worker.18
        scheduler.take_due_backup()
        [backup] = BackupStore(house.settings).backups()
        scheduler.backups.database.workers.end()
        scheduler._stopping.set()
        with pytest.raises(WorkInterrupted):
            scheduler._verified(backup.filename)
        scheduler._noting_failure(lambda: scheduler._verify(backup.filename))
        assert scheduler.failure is None
        assert BackupStore(house.settings).get(backup.filename).awaits_verification

    @pytest.mark.either_engine
    @pytest.mark.parametrize("when", ["before", "after"])
    def test_one_that_goes_while_it_is_proven_keeps_the_others_from_nothing(
        self, house: House, scheduler: BackupScheduler, monkeypatch: pytest.MonkeyPatch, when: str
    ) -> None:
        first, goes = (Backups(house.database, house.settings).take(BackupKind.SAFETY).filename for _ in range(2))
        save = BackupStore.save_metadata

        verify = Backups.verify

        def verify_too_late(backups: Backups, filename: str) -> StoredBackup:
            if filename == goes and when == "before":
                scheduler.backups.store.remove(goes)
            return verify(backups, filename)

        def save_too_late(store: BackupStore, filename: str, metadata: Metadata) -> None:
            if filename == goes:
                scheduler.backups.store.remove(goes)
            save(store, filename, metadata)

        monkeypatch.setattr(Backups, "verify", verify_too_late)
        monkeypatch.setattr(BackupStore, "save_metadata", save_too_late)
        scheduler._noting_failure(scheduler.verify_new_backups)
        assert scheduler.failure is None
        assert [backup.metadata.verified for backup in scheduler.backups.store.backups()] == [True]
        assert sorted(path.name for path in scheduler.backups.store.directory.glob("doorlist-*")) == [
            first,
            f"{first}.json",
        ]


class Running:
    """A scheduler at work, until it is closed."""

    def __init__(self, scheduler: BackupScheduler) -> None:
        self.scheduler = scheduler
        scheduler.start()

    def close(self) -> None:
        self.scheduler.stop()


@pytest.mark.either_engine  # the status of the backups in the folder
class TestProtection:
    def status(self, house: House) -> Json:
        answer = house.signed_in(SAM).get("/api/protection/status")
        assert answer.status_code == 200, answer.text
        return json_of(answer)

    def test_says_loudly_that_there_is_nothing(self, house: House) -> None:  # 7.call.44; 7.protection.2
        state = self.status(house)
        assert state["lastBackupAt"] is None
        assert state["lastProvenRestoreAt"] is None
        assert state["databaseIntegrity"] == "unknown"
        assert "There is no backup yet." in state["warnings"]

    def test_says_what_was_proven_and_when(self, house: House, scheduler: BackupScheduler) -> None:  # 7.protection.1
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY)
        assert "No backup has been tested yet." in self.status(house)["warnings"]
        scheduler.verify_new_backups()
        state = self.status(house)
        assert state["lastBackupAt"] == clock.to_wire(taken.created_at)
        assert state["lastProvenRestoreAt"] >= state["lastBackupAt"]
        assert state["databaseIntegrity"] == "ok"
        assert [warning for warning in state["warnings"] if "MB are free" not in warning] == []

    @pytest.mark.either_engine
    def test_a_verification_is_due_whatever_the_note_says(self, house: House, scheduler: BackupScheduler) -> None:
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY)
        store = BackupStore(house.settings)
        store.save_metadata(taken.filename, taken.metadata.model_copy(update={"note": "In other words."}))
        scheduler.verify_new_backups()
        assert store.get(taken.filename).metadata.verified is True

    @pytest.mark.either_engine
    def test_a_backup_of_the_release_before_is_verified_once(self, house: House, scheduler: BackupScheduler) -> None:
        # 3.server-backup.541; its file says by the note alone that the verification was still to come.
        store = BackupStore(house.settings)
        names = [Backups(house.database, house.settings).take(BackupKind.DAILY).filename for _ in range(2)]
        for name, note in zip(names, ("Not tested yet.", "Not tested: no room."), strict=True):
            file = store.directory / f"{name}.json"
            content = json.loads(file.read_text()) | {"note": note}
            content.pop("unverified", None)
            file.write_text(json.dumps(content))
        scheduler.verify_new_backups()
        assert [store.get(name).metadata.verified for name in names] == [True, True]

    @pytest.mark.either_engine
    def test_what_cannot_be_verified_here_is_tried_once(self, house: House, scheduler: BackupScheduler) -> None:
        store = BackupStore(house.settings)
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY)
        other = taken.filename.rpartition(".")[0] + (".pgdump" if house.engine == "sqlite" else ".sqlite3")
        store.path(taken.filename).rename(store.path(other))
        store.save_metadata(other, taken.metadata)
        assert store.get(other).awaits_verification
        scheduler.verify_new_backups()
        found = store.get(other)
        assert (found.metadata.verified, found.awaits_verification, found.cannot_be_verified) == (None, False, True)
        (store.directory / f"{other}.json").unlink()
        found = store.get(other)
        assert (found.metadata.verified, found.awaits_verification, found.cannot_be_verified) == (None, False, False)

    def test_twenty_six_hours_later_it_warns(self, house: House, scheduler: BackupScheduler) -> None:  # 7.protection.2
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY).filename
        scheduler.verify_new_backups()
        taken = aged(house, taken, hours=25, minutes=59)
        assert not any("hours old" in warning for warning in self.status(house)["warnings"])
        aged(house, taken, minutes=2)
        assert "The last tested backup is 26 hours old." in self.status(house)["warnings"]

    def test_a_backup_from_a_wrong_clock_does_not_quieten_it(self, house: House, scheduler: BackupScheduler) -> None:
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY).filename
        scheduler.verify_new_backups()
        aged(house, taken, days=-400)
        assert "No backup has been tested yet." in self.status(house)["warnings"]

    def test_names_what_cannot_be_used(self, house: House) -> None:
        taken = Backups(house.database, house.settings).take(BackupKind.DAILY).filename
        store = BackupStore(house.settings)
        store.path(taken).write_bytes(b"")
        Backups(house.database, house.settings).verify(taken)
        assert any(taken in warning for warning in self.status(house)["warnings"])

    def test_knows_whether_automatic_backups_run(
        self, house: House, scheduler: BackupScheduler
    ) -> None:  # 7.protection.3
        assert self.status(house)["automaticBackups"] is False
        with contextlib.closing(Running(scheduler)):
            assert self.status(house)["automaticBackups"] is True

    def test_says_why_automatic_backups_fail(
        self, house: House, scheduler: BackupScheduler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
        scheduler._noting_failure(scheduler.take_due_backup)
        monkeypatch.undo()
        scheduler._noting_failure(scheduler.verify_new_backups)
        state = self.status(house)
        assert state["automaticBackups"] is False
        reason = "The backup could not be written: No space left on device."
        assert f"Automatic backups do not work. {reason}" in state["warnings"]
        scheduler._noting_failure(scheduler.take_due_backup)
        assert not any("do not work" in warning for warning in self.status(house)["warnings"])

    def test_the_list_is_newest_first_and_says_what_is_known(self, house: House, scheduler: BackupScheduler) -> None:
        # 7.call.39, 42; 7.list.17
        sam = house.signed_in(SAM)
        first = json_of(sam.post("/api/backup/create"))["filename"]
        scheduler.verify_new_backups()
        second = json_of(sam.post("/api/backup/create"))["filename"]
        rows = sam.get("/api/backup/list").json()
        assert [row["filename"] for row in rows] == [second, first]
        assert [row["verified"] for row in rows] == [None, True]
        assert [row["kind"] for row in rows] == ["manual", "manual"]
        assert rows[1]["note"] is None
        assert rows[1]["sizeBytes"] == BackupStore(house.settings).path(first).stat().st_size
        assert set(rows[0]) == {"filename", "sizeBytes", "createdAt", "keptUntil", "kind", "verified", "note"}

    def test_a_download_is_the_very_file(self, house: House) -> None:  # 7.call.43; 5.backup.1
        sam = house.signed_in(SAM)
        name = json_of(sam.post("/api/backup/create"))["filename"]
        answer = sam.get(f"/api/backup/{name}")
        assert answer.content == BackupStore(house.settings).path(name).read_bytes()
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        for other in ("..%2Fdoorlist.sqlite3", f"{name}.json", ".part-lock", "doorlist.sqlite3"):
            refused = sam.get(f"/api/backup/{other}")
            assert refused.status_code == 404, refused.text


class TestBeforeDeletions:
    def test_an_event_with_attendees_is_backed_up_before_it_goes(self, house: House) -> None:  # 4.backup.5
        olive = house.signed_in(OLIVE)
        event = new_event(olive)
        new_attendee(olive, event)
        assert olive.delete(f"/api/events/{event['id']}").status_code == 204
        store = BackupStore(house.settings)
        assert kinds(house) == ["safety"]
        assert store.backups()[0].metadata.counts["attendees"] == 1

    @pytest.mark.either_engine
    def test_who_deletes_all_evening_does_not_fill_the_disk(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 4.backup.11
        monkeypatch.setattr("doorlist.backup.rules.SAFETY_BACKUPS_KEPT", 2)
        olive = house.signed_in(OLIVE)
        names = list[str]()
        for _ in range(5):
            event = new_event(olive)
            new_attendee(olive, event)
            assert olive.delete(f"/api/events/{event['id']}").status_code == 204
            names.append(BackupStore(house.settings).backups()[0].filename)
        left = [backup.filename for backup in BackupStore(house.settings).backups()]
        assert sorted(left) == [names[0], *names[3:]]

    @pytest.mark.either_engine
    def test_an_event_without_any_is_not(self, house: House) -> None:
        olive = house.signed_in(OLIVE)
        assert olive.delete(f"/api/events/{new_event(olive)['id']}").status_code == 204
        problem(olive.delete("/api/events/999"), 404, "event_not_found")
        assert kinds(house) == []

    @pytest.mark.either_engine
    def test_where_the_disk_is_full_nothing_is_deleted(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.backup.7
        olive = house.signed_in(OLIVE)
        event = new_event(olive)
        new_attendee(olive, event)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
        refusal = problem(olive.delete(f"/api/events/{event['id']}"), 507, "backup_failed")
        assert refusal["detail"] == "The backup could not be written: No space left on device."
        problem(olive.post("/api/attendees/before-deletion", json={"attendees": 21}), 507, "backup_failed")
        assert len(olive.get("/api/attendees").json()) == 1
        assert kinds(house) == []

    @pytest.mark.rest
    def test_the_server_counts_deletions_that_nobody_announced(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """4.backup.12"""
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        event = new_event(olive)
        sold = [new_attendee(olive, event, quantity=quantity)["attendees"] for quantity in (50, 50, 50, 50, 6)]
        ids = [ticket["id"] for tickets in sold for ticket in tickets]

        def delete(client: TestClient, number: int) -> None:
            for _ in range(number):
                assert client.delete(f"/api/attendees/{ids.pop()}").status_code == 204

        delete(olive, 100)
        delete(sam, 1)
        assert kinds(house) == []

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as no_disk:
            no_disk.setattr("doorlist.backup.store.os.fsync", full)
            problem(olive.delete(f"/api/attendees/{ids[-1]}"), 507, "backup_failed")
            delete(sam, 1)
        assert len(olive.get("/api/attendees").json()) == 104

        delete(olive, 1)
        assert kinds(house) == ["safety"]
        delete(olive, 101)
        assert kinds(house) == ["safety"]
        delete(sam, 2)
        assert kinds(house) == ["safety"]

    @pytest.mark.either_engine
    def test_deletions_that_are_a_minute_apart_are_not_counted_together(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """4.backup.12"""
        monkeypatch.setattr("doorlist.backup.before_deletion.ONE_SAFETY_BACKUP_PER", timedelta(0))
        olive = house.signed_in(OLIVE)
        event = new_event(olive)
        for _ in range(101):
            assert olive.delete(f"/api/attendees/{new_attendee(olive, event)['id']}").status_code == 204
        assert kinds(house) == []

    @pytest.mark.either_engine
    def test_more_than_twenty_attendees_are_backed_up_once_a_minute(self, house: House) -> None:
        # 4.backup.6; 7.call.46
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)

        def asked(client: TestClient, number: int) -> str | None:
            answer = client.post("/api/attendees/before-deletion", json={"attendees": number})
            assert answer.status_code == 200, answer.text
            name: str | None = json_of(answer)["safetyBackup"]
            return name

        assert asked(olive, 20) is None
        first = asked(olive, 21)
        assert first is not None
        assert "-safety." in first
        assert asked(olive, 5000) == first
        assert asked(sam, 21) != first
        assert kinds(house) == ["safety", "safety"]
        for nonsense in (-1, "many", None, 1.5):
            answer = olive.post("/api/attendees/before-deletion", json={"attendees": nonsense})
            problem(answer, 400, "validation_failed")
