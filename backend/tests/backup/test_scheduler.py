"""Automatic backups, the protection status, and the backups before deletions."""

import contextlib
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from doorlist.backup import scheduler as keeper_module
from doorlist.backup.metadata import Facts
from doorlist.backup.problems import BackupFailed
from doorlist.backup.rules import BackupKind, BackupName
from doorlist.backup.scheduler import Keeper
from doorlist.backup.service import prove_snapshot, take_snapshot
from doorlist.backup.store import Shelf, SnapshotInfo
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem


@pytest.fixture
def keeper(house: House) -> Keeper:
    made: Keeper = house.app.state.keeper
    return made


def kinds(house: House) -> list[str]:
    return [str(backup.kind) for backup in Shelf(house.settings).backups()]


def aged(house: House, filename: str, **age: float) -> str:
    """The same backup, as if it had been taken so much earlier."""
    shelf = Shelf(house.settings)
    info = shelf.get(filename)
    ending = filename.rpartition(".")[2]
    older = str(BackupName(info.created_at - timedelta(**age), info.kind, ending))
    shelf.path(filename).rename(shelf.path(older))
    shelf.note(older, info.facts)
    (shelf.directory / f"{filename}.json").unlink()
    return older


def eventually(claim: Callable[[], object], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < until
        time.sleep(0.02)


class TestAutomaticBackups:
    def test_one_a_day_and_old_ones_go(self, house: House, keeper: Keeper) -> None:  # 4.backup.1, 2
        keeper.look_after()
        assert kinds(house) == ["daily"]
        keeper.look_after()
        assert kinds(house) == ["daily"]
        old = take_snapshot(house.database, house.settings, BackupKind.SAFETY).filename
        old = aged(house, old, days=31)
        aged(house, Shelf(house.settings).backups()[0].filename, days=1, minutes=1)
        keeper.look_after()
        assert kinds(house) == ["daily", "daily"]
        assert old not in {backup.filename for backup in Shelf(house.settings).backups()}

    def test_old_ones_go_even_where_there_is_no_room_for_a_new_one(
        self, house: House, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = take_snapshot(house.database, house.settings, BackupKind.SAFETY).filename
        aged(house, old, days=31)

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
        with pytest.raises(BackupFailed, match="No space left"):
            keeper.look_after()
        assert kinds(house) == []
        assert {path.name for path in keeper.shelf.directory.iterdir() if not path.name.startswith(".")} == set()

    def test_several_processes_take_one_between_them(self, house: House, keeper: Keeper) -> None:
        others = [Keeper(house.database, house.settings) for _ in range(3)]
        threads = [threading.Thread(target=one.look_after) for one in (keeper, *others)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert kinds(house) == ["daily"]

    def test_a_server_begins_by_itself_and_proves_what_it_took(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(keeper_module, "FIRST_LOOK_SECONDS", 0.0)
        monkeypatch.setattr(keeper_module, "CALM_SECONDS", 0.0)
        shelf = Shelf(house.settings)
        with TestClient(house.app):
            eventually(lambda: [backup.facts.verified for backup in shelf.backups()] == [True])
        house.database = Database(house.settings)

    def test_the_proof_waits_for_the_door_but_not_for_ever(
        self, house: House, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 3.server-backup.6
        monkeypatch.setattr(keeper_module, "CALM_SECONDS", 0.5)
        shelf = Shelf(house.settings)
        taken = take_snapshot(house.database, house.settings, BackupKind.MANUAL).filename

        def write_until_proven(seconds: float) -> bool:
            until = time.monotonic() + seconds
            while time.monotonic() < until and shelf.get(taken).facts.verified is None:
                with house.database.write():
                    pass
                time.sleep(0.02)
            return bool(shelf.get(taken).facts.verified)

        with contextlib.closing(keeper_of(keeper)):
            keeper.wake()
            assert not write_until_proven(1.5)
            eventually(lambda: shelf.get(taken).facts.verified)
        taken = take_snapshot(house.database, house.settings, BackupKind.MANUAL).filename
        monkeypatch.setattr(keeper_module, "LONGEST_WAIT_SECONDS", 0.5)
        with contextlib.closing(keeper_of(Keeper(house.database, house.settings))) as running:
            running.keeper.wake()
            assert write_until_proven(20)

    def test_a_disk_that_lost_a_backup_is_noticed_the_next_day(self, house: House, keeper: Keeper) -> None:
        keeper.look_after()
        keeper.prove_what_waits()
        shelf = Shelf(house.settings)
        name = aged(house, shelf.backups()[0].filename, days=1, hours=1)
        content = bytearray(shelf.path(name).read_bytes())
        content[-1] ^= 1
        shelf.path(name).write_bytes(bytes(content))
        assert shelf.get(name).facts.verified is True
        keeper.look_after()
        assert (shelf.get(name).facts.verified, shelf.get(name).facts.note) == (
            False,
            "The file is not as it was written.",
        )

    @pytest.mark.parametrize("when", ["before", "after"])
    def test_one_that_goes_while_it_is_proven_keeps_the_others_from_nothing(
        self, house: House, keeper: Keeper, monkeypatch: pytest.MonkeyPatch, when: str
    ) -> None:
        first, goes = (take_snapshot(house.database, house.settings, BackupKind.SAFETY).filename for _ in range(2))
        note = Shelf.note

        def prove(database: Database, settings: Settings, filename: str) -> SnapshotInfo:
            if filename == goes and when == "before":
                keeper.shelf.remove(goes)
            return prove_snapshot(database, settings, filename)

        def note_too_late(shelf: Shelf, filename: str, facts: Facts) -> None:
            if filename == goes:
                keeper.shelf.remove(goes)
            note(shelf, filename, facts)

        monkeypatch.setattr(keeper_module, "prove_snapshot", prove)
        monkeypatch.setattr(Shelf, "note", note_too_late)
        keeper._unless_trouble(keeper.prove_what_waits)
        assert keeper.trouble is None
        assert [backup.facts.verified for backup in keeper.shelf.backups()] == [True]
        assert sorted(path.name for path in keeper.shelf.directory.glob("doorlist-*")) == [first, f"{first}.json"]


class keeper_of:  # noqa: N801 - reads as what it is where it is used
    """A keeper at work, until it is closed."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        keeper.start()

    def close(self) -> None:
        self.keeper.stop()


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

    def test_says_what_was_proven_and_when(self, house: House, keeper: Keeper) -> None:  # 7.protection.1
        taken = take_snapshot(house.database, house.settings, BackupKind.DAILY)
        assert "No backup has been proven yet." in self.status(house)["warnings"]
        keeper.prove_what_waits()
        state = self.status(house)
        assert state["lastBackupAt"] == clock.to_wire(taken.created_at)
        assert state["lastProvenRestoreAt"] >= state["lastBackupAt"]
        assert state["databaseIntegrity"] == "ok"
        assert [warning for warning in state["warnings"] if "MB are free" not in warning] == []

    def test_twenty_six_hours_later_it_warns(self, house: House, keeper: Keeper) -> None:  # 7.protection.2
        taken = take_snapshot(house.database, house.settings, BackupKind.DAILY).filename
        keeper.prove_what_waits()
        taken = aged(house, taken, hours=25, minutes=59)
        assert not any("hours old" in warning for warning in self.status(house)["warnings"])
        aged(house, taken, minutes=2)
        assert "The last proven backup is 26 hours old." in self.status(house)["warnings"]

    def test_a_backup_from_a_wrong_clock_does_not_quieten_it(self, house: House, keeper: Keeper) -> None:
        taken = take_snapshot(house.database, house.settings, BackupKind.DAILY).filename
        keeper.prove_what_waits()
        aged(house, taken, days=-400)
        assert "No backup has been proven yet." in self.status(house)["warnings"]

    def test_names_what_cannot_be_used(self, house: House) -> None:
        taken = take_snapshot(house.database, house.settings, BackupKind.DAILY).filename
        shelf = Shelf(house.settings)
        shelf.path(taken).write_bytes(b"")
        prove_snapshot(house.database, house.settings, taken)
        assert any(taken in warning for warning in self.status(house)["warnings"])

    def test_knows_whether_automatic_backups_run(self, house: House, keeper: Keeper) -> None:  # 7.protection.3
        assert self.status(house)["automaticBackups"] is False
        with contextlib.closing(keeper_of(keeper)):
            assert self.status(house)["automaticBackups"] is True

    def test_says_why_automatic_backups_fail(
        self, house: House, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
        keeper._unless_trouble(keeper.look_after)
        monkeypatch.undo()
        keeper._unless_trouble(keeper.prove_what_waits)
        state = self.status(house)
        assert state["automaticBackups"] is False
        reason = "The backup could not be written: No space left on device."
        assert f"Automatic backups do not work. {reason}" in state["warnings"]
        keeper._unless_trouble(keeper.look_after)
        assert not any("do not work" in warning for warning in self.status(house)["warnings"])

    def test_the_list_is_newest_first_and_says_what_is_known(self, house: House, keeper: Keeper) -> None:
        # 7.call.39, 42; 7.list.17
        sam = house.signed_in(SAM)
        first = json_of(sam.post("/api/backup/create"))["filename"]
        keeper.prove_what_waits()
        second = json_of(sam.post("/api/backup/create"))["filename"]
        rows = sam.get("/api/backup/list").json()
        assert [row["filename"] for row in rows] == [second, first]
        assert [row["verified"] for row in rows] == [None, True]
        assert [row["kind"] for row in rows] == ["manual", "manual"]
        assert rows[1]["note"] is None
        assert rows[1]["sizeBytes"] == Shelf(house.settings).path(first).stat().st_size
        assert set(rows[0]) == {"filename", "sizeBytes", "createdAt", "kind", "verified", "note"}

    def test_a_download_is_the_very_file(self, house: House) -> None:  # 7.call.43; 5.backup.1
        sam = house.signed_in(SAM)
        name = json_of(sam.post("/api/backup/create"))["filename"]
        answer = sam.get(f"/api/backup/{name}")
        assert answer.content == Shelf(house.settings).path(name).read_bytes()
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
        shelf = Shelf(house.settings)
        assert kinds(house) == ["safety"]
        assert shelf.backups()[0].facts.counts["attendees"] == 1

    def test_who_deletes_all_evening_does_not_fill_the_disk(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 4.backup.11
        monkeypatch.setattr("doorlist.backup.rules.SAFETY_COPIES_KEPT", 2)
        olive = house.signed_in(OLIVE)
        names = list[str]()
        for _ in range(5):
            event = new_event(olive)
            new_attendee(olive, event)
            assert olive.delete(f"/api/events/{event['id']}").status_code == 204
            names.append(Shelf(house.settings).backups()[0].filename)
        left = [backup.filename for backup in Shelf(house.settings).backups()]
        assert sorted(left) == [names[0], *names[3:]]

    def test_an_event_without_any_is_not(self, house: House) -> None:
        olive = house.signed_in(OLIVE)
        assert olive.delete(f"/api/events/{new_event(olive)['id']}").status_code == 204
        problem(olive.delete("/api/events/999"), 404, "event_not_found")
        assert kinds(house) == []

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
        problem(olive.post("/api/attendees/before-deletion", json={"attendees": 101}), 507, "backup_failed")
        assert len(olive.get("/api/attendees").json()) == 1
        assert kinds(house) == []

    def test_more_than_a_hundred_attendees_are_backed_up_once_a_minute(self, house: House) -> None:
        # 4.backup.6; 7.call.46
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)

        def asked(client: TestClient, number: int) -> str | None:
            answer = client.post("/api/attendees/before-deletion", json={"attendees": number})
            assert answer.status_code == 200, answer.text
            name: str | None = json_of(answer)["safetyBackup"]
            return name

        assert asked(olive, 100) is None
        first = asked(olive, 101)
        assert first is not None
        assert "-safety." in first
        assert asked(olive, 5000) == first
        assert asked(sam, 101) != first
        assert kinds(house) == ["safety", "safety"]
        for nonsense in (-1, "many", None, 1.5):
            answer = olive.post("/api/attendees/before-deletion", json={"attendees": nonsense})
            problem(answer, 400, "validation_failed")
