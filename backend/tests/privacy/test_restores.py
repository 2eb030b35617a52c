"""No restore brings an erased guest back, and an erasure that was cut off is finished (contract 4.erase)."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select, text, update

from doorlist.attendees.models import Attendee, ErasedTicket, Import
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from doorlist.main import create_app
from doorlist.privacy.erasure import erase_attendees, erased_among, finish_erasures
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.tickets.rules import qr_hash
from doorlist.users import accounts
from doorlist.users.schemas import NewUser
from tests.audit.entries import entries_of
from tests.backup.json.files import export, restored
from tests.cast import SAM, Person
from tests.door.offline.doors import Device, Evening
from tests.house import House, Json, json_of, problem
from tests.privacy.guests import NAME, TICKET, VALUES, Known, calm, database_files, found_in
from tests.server.process import environment, run_doorlist, serving
from tests.users.moving_clock import MovingClock

Restore = Callable[[House], Json]


@pytest.fixture
def known(house: House) -> Known:
    return Known(house)


def by_call(house: House) -> Restore:
    """A server backup of now, and its restore later."""
    name = json_of(house.signed_in(SAM).post("/api/backup/create"))["filename"]

    def restore(house: House) -> Json:
        answer = house.signed_in(SAM).post("/api/backup/restore", json={"filename": name})
        assert answer.status_code == 200, answer.text
        return json_of(answer)

    return restore


def by_file(house: House) -> Restore:
    """A JSON file of now, and its restore later."""
    content = export(house)
    return lambda house: restored(house.signed_in(SAM), content)


def guest_of(house: House, attendee_id: int) -> Json:
    return json_of(house.signed_in().get(f"/api/attendees/{attendee_id}"))


@pytest.mark.parametrize("kept", [by_call, by_file])
class TestAnOlderBackup:
    def test_brings_nobody_back_who_was_erased_since(
        self, house: House, known: Known, kept: Callable[[House], Restore]
    ) -> None:
        # 4.erase.479, 3.history.470; 7.restore.470
        restore = kept(house)
        known.erase(house)
        answer = restore(house)
        assert (answer["erasedAgain"], answer["restored"]["attendees"]) == (1, 2)
        guest = guest_of(house, known.id)
        assert (guest["fullName"], guest["phone"], guest["notes"]) == ("Erased guest", "-", None)
        assert guest["erasedAt"] is not None
        assert guest["qrCodeData"] != TICKET
        assert guest["tableNumber"] == known.guest["tableNumber"]
        assert guest_of(house, known.other["id"])["fullName"] == "Bo Stays"
        calm(house)
        assert found_in(database_files(house.settings)) == set()
        [entry] = entries_of(house.database, Action.BACKUP_RESTORED, Action.BACKUP_FILE_RESTORED)
        assert (entry.after or {})["erasedAgain"] == 1
        assert entries_of(house.database, Action.ATTENDEE_ERASED)[-1].subject_id == known.id
        page = json_of(house.signed_in(SAM).get("/api/history", params={"attendeeId": known.id}))
        assert "attendee.erased" in {each["action"] for each in page["items"]}
        # The next one as well.
        assert restore(house)["erasedAgain"] == 1
        assert guest_of(house, known.id)["fullName"] == "Erased guest"

    def test_nor_who_was_deleted_after_that(self, house: House, known: Known, kept: Callable[[House], Restore]) -> None:
        # 4.erase.479
        restore = kept(house)
        known.erase(house)
        assert house.signed_in(SAM).delete(f"/api/attendees/{known.id}").status_code == 204
        assert restore(house)["erasedAgain"] == 1
        assert guest_of(house, known.id)["fullName"] == "Erased guest"

    def test_takes_the_file_or_the_table_for_it(
        self, house: House, known: Known, kept: Callable[[House], Restore]
    ) -> None:
        # 4.erase.480
        """Each of several servers on one PostgreSQL has its own file; the table is shared."""
        restore = kept(house)
        known.erase(house)
        file = house.settings.data_dir / "erased-tickets.txt"
        content = file.read_text()
        file.unlink()
        assert restore(house)["erasedAgain"] == 1
        file.write_text(content)
        with house.database.write() as tx:
            tx.execute(delete(ErasedTicket))
        assert restore(house)["erasedAgain"] == 1

    def test_with_nobody_in_it_who_was_erased(
        self, house: House, known: Known, kept: Callable[[House], Restore]
    ) -> None:
        # 7.restore.470
        known.erase(house)
        answer = kept(house)(house)
        assert answer["erasedAgain"] == 0
        guest = guest_of(house, known.id)
        assert guest["fullName"] == "Erased guest"
        [entry] = entries_of(house.database, Action.BACKUP_RESTORED, Action.BACKUP_FILE_RESTORED)
        assert "erasedAgain" not in (entry.after or {})


@pytest.mark.both_engines
def test_an_import_that_the_backup_shows_half_finished_is_no_hindrance(house: House, known: Known) -> None:
    # 4.erase.479
    with house.database.write() as tx:
        tx.execute(update(Import).values(is_settled=False))
    restore = by_call(house)
    with house.database.write() as tx:
        tx.execute(update(Import).values(is_settled=True))
    known.erase(house)
    assert restore(house)["erasedAgain"] == 1
    with house.database.read() as tx:
        assert NAME not in tx.scalars(select(Attendee.full_name)).all()


def test_the_backup_may_lack_the_account_of_who_restores(house: House, known: Known) -> None:  # 4.erase.479
    restore = by_call(house)
    late = Person("tess", "Tess Late", SAM.role)
    new = NewUser(username=late.username, full_name=late.full_name, role=late.role, password=late.password)
    accounts.create_user(house.database, new, must_change_password=False, created_by=None)
    assert house.signed_in(late).post(f"/api/attendees/{known.id}/erase").status_code == 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.privacy.test_restores.SAM", late)
        assert restore(house)["erasedAgain"] == 1
    assert guest_of(house, known.id)["updatedBy"] is None


def test_what_a_door_decided_counts_after_the_restore_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 4.erase.476
    moving = MovingClock()
    monkeypatch.setattr("doorlist.core.clock.now", moving.now)
    evening = Evening(house, moving)
    record = Device(evening).check_in(5)
    evening.is_minute(20)
    restore = by_call(house)
    assert house.signed_in(SAM).post(f"/api/attendees/{evening.guest['id']}/erase").status_code == 200
    restore(house)
    assert Device(evening).send_one(record)["attendeeId"] == evening.guest["id"]


class TestFromTheShell:
    def test_a_backup_stays_erased(self, house: House, known: Known) -> None:  # 4.erase.479, 10.run.470
        json_of(house.signed_in(SAM).post("/api/backup/create"))
        known.erase(house)
        [backup] = BackupStore(house.settings).backups()
        result = run_doorlist(house.settings, "restore", "--yes", backup.filename)
        assert result.returncode == 0, result.stderr
        assert "stay erased: 1" in result.stdout
        if house.engine == "sqlite":
            # No server runs that would see to the index.
            assert found_in(database_files(house.settings)) == set()
        assert guest_of(house, known.id)["fullName"] == "Erased guest"

    def test_onto_a_damaged_database_by_the_file_alone(self, sqlite_house: House) -> None:  # 4.erase.479
        known = Known(sqlite_house)
        json_of(sqlite_house.signed_in(SAM).post("/api/backup/create"))
        known.erase(sqlite_house)
        sqlite_house.close()
        settings = sqlite_house.settings
        for file in settings.data_dir.glob("doorlist.sqlite3-*"):
            file.unlink()
        settings.sqlite_file.write_bytes(b"no database any more " * 1000)
        [backup] = BackupStore(settings).backups()
        result = run_doorlist(settings, "restore", "--yes", backup.filename)
        assert result.returncode == 0, result.stderr
        assert "stay erased: 1" in result.stdout
        for file in settings.data_dir.glob("*.damaged-*"):
            file.unlink()
        assert found_in(database_files(settings)) == set()


KILLED = """
import os, sys
from pathlib import Path
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.privacy.erasure import erase_attendees
from doorlist.privacy.erasure_ledger import ErasureLedger

settings = Settings.from_environment()
with Database(settings).write() as tx:
    erase_attendees(tx, [int(sys.argv[1])], by=None, ledger=ErasureLedger(settings.data_dir))
    os._exit(9)
"""


class TestCutOff:
    def test_before_the_commit_the_next_start_finishes_it(self, house: House, known: Known) -> None:  # 4.erase.478
        command = [sys.executable, "-c", KILLED, str(known.id)]
        assert subprocess.run(command, env=environment(house.settings), check=False).returncode == 9
        assert guest_of(house, known.id)["fullName"] == NAME
        assert erased_among(ErasureLedger(house.settings.data_dir).changes()) == {qr_hash(TICKET)}
        house.close()
        with TestClient(create_app(house.settings, house.database)):
            pass
        again = House(house.settings, house.engine)
        assert guest_of(again, known.id)["fullName"] == "Erased guest"
        [entry] = entries_of(again.database, Action.ATTENDEE_ERASED)
        assert entry.user_id is None
        assert found_in(database_files(house.settings)) == set()
        assert finish_erasures(again.database, ErasureLedger(house.settings.data_dir)) == 0
        again.close()

    def test_the_file_has_the_ticket_before_the_database(self, house: House, known: Known) -> None:  # 4.erase.478
        class Refusing(ErasureLedger):
            def add(self, changes: object) -> None:
                raise OSError(28, "No space left on device", str(changes))

        with pytest.raises(OSError, match="No space"), house.database.write() as tx:
            erase_attendees(tx, [known.id], by=None, ledger=Refusing(house.settings.data_dir))
        assert guest_of(house, known.id)["fullName"] == NAME

    def test_a_file_that_cannot_be_written_is_no_reason_not_to_start(
        self, house: House, known: Known, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 4.erase.478
        known.erase(house)

        def refuse(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(ErasureLedger, "changes", refuse)
        assert finish_erasures(house.database, ErasureLedger(house.settings.data_dir)) == 0

    def test_a_full_disk_is_said_and_nobody_is_erased(
        self, house: House, known: Known, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 4.erase.478
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(ErasureLedger, "add", full)
        problem(house.signed_in(SAM).post(f"/api/attendees/{known.id}/erase"), 507, "disk_full")
        assert guest_of(house, known.id)["fullName"] == NAME


class TestTheFile:
    def test_learns_at_a_start_what_other_servers_erased(self, house: House, known: Known, tmp_path: Path) -> None:
        # 4.erase.480
        known.erase(house)
        other = tmp_path / "other"
        other.mkdir()
        assert finish_erasures(house.database, ErasureLedger(other)) == 0
        assert erased_among(ErasureLedger(other).changes()) == {qr_hash(TICKET)}
        assert finish_erasures(house.database, ErasureLedger(other)) == 0
        assert (other / "erased-tickets.txt").read_text() == f"{qr_hash(TICKET)}\n"

    def test_is_for_its_owner_alone_and_outlives_an_unfinished_line(self, tmp_path: Path) -> None:  # 4.erase.478
        ledger, file = ErasureLedger(tmp_path), tmp_path / "erased-tickets.txt"
        assert erased_among(ledger.changes()) == set()
        ledger.add({})
        assert not file.exists()
        ledger.add({"a" * 22: 1, "b" * 22: 1})
        assert file.stat().st_mode & 0o777 == 0o600
        file.write_text(f"{'a' * 22}\n{'b' * 10}")
        assert erased_among(ledger.changes()) == {"a" * 22}
        ledger.add({"c" * 22: 1})
        assert erased_among(ledger.changes()) == {"a" * 22, "c" * 22}


@pytest.mark.server
def test_a_running_server_leaves_nothing_in_its_files(sqlite_house: House) -> None:  # 4.erase.471
    """At once after the answer, not only when it is idle or the server ends."""
    known = Known(sqlite_house)
    settings: Settings = sqlite_house.settings
    sqlite_house.close()
    with serving(settings) as server:
        client = server.client()
        client.sign_in(SAM.username, SAM.password)
        assert found_in(database_files(settings)) >= {NAME, TICKET}
        assert client.ask("POST", f"/api/attendees/{known.id}/erase").status == 200
        assert found_in(database_files(settings)) == set()


@pytest.mark.both_engines
def test_earlier_epochs_contain_nothing_either(house: House, known: Known) -> None:  # 4.erase.472
    restored(house.signed_in(SAM), export(house))
    known.erase(house)
    with house.database.read() as tx:
        values = str(tx.execute(select(AuditEntry.before, AuditEntry.after)).all())
        tickets = tx.execute(text("SELECT qr_hash, attendee_id FROM erased_tickets")).all()
    assert found_in(values.encode(), VALUES) == set()
    assert [tuple(row) for row in tickets] == [(qr_hash(TICKET), known.id)]
