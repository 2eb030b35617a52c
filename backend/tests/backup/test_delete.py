"""'Delete backup': a super admin deletes one backup of the list, on the screen or in the shell."""

import threading
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from typer.testing import CliRunner, Result

from doorlist.backup.metadata import Metadata, Unverified
from doorlist.backup.rules import BackupKind
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.cli import app
from doorlist.core.config import Settings
from tests.audit.entries import entries_of
from tests.cast import OLIVE, SAM
from tests.house import House, json_of, problem
from tests.server.process import run_doorlist, serving
from tests.test_cli import shell

__all__ = ["shell"]

ONLY_VERIFIED = "This is the only tested backup. Create another one, wait until it is tested, then delete this one."
ONLY_GOOD = "This is the only backup that is not damaged. Create another one, then delete this one."


def taken(house: House, verified: bool | None = None, *, unverified: Unverified = Unverified.DUE) -> str:
    """The name of a new backup whose metadata has these results of its verification."""
    backups = Backups(house.database, house.settings)
    backup = backups.take(BackupKind.MANUAL)
    found = {"verified": verified, "unverified": unverified}
    backups.store.save_metadata(backup.filename, backup.metadata.model_copy(update=found))
    return backup.filename


def names(house: House) -> list[str]:
    """The names of the list, oldest first."""
    return sorted(backup.filename for backup in BackupStore(house.settings).backups())


def files(house: House) -> list[str]:
    """Every file in the directory but the locks."""
    directory = BackupStore(house.settings).directory
    return sorted(path.name for path in directory.iterdir() if not path.name.startswith("."))


def delete(client: TestClient, name: str) -> Response:
    return client.delete(f"/api/backup/{name}")


class TestWho:
    @pytest.mark.either_engine
    def test_only_a_super_admin(self, house: House) -> None:  # 7.call.540
        name, _ = taken(house), taken(house)
        problem(delete(house.stranger(), name), 401, "not_signed_in")
        problem(delete(house.signed_in(OLIVE), name), 403, "forbidden")
        assert name in names(house)
        answer = delete(house.signed_in(SAM), name)
        assert (answer.status_code, answer.content) == (204, b"")


class TestDeleting:
    def test_it_is_gone_with_all_that_is_known_of_it(self, house: House) -> None:  # 4.backup.540; 7.call.540
        name, other = taken(house), taken(house)
        sam = house.signed_in(SAM)
        assert delete(sam, name).status_code == 204
        assert files(house) == [other, f"{other}.json"]
        assert [row["filename"] for row in sam.get("/api/backup/list").json()] == [other]
        problem(sam.get(f"/api/backup/{name}"), 404, "backup_not_found")
        problem(delete(sam, name), 404, "backup_not_found")

    def test_the_history_says_who_deleted_which(self, house: House) -> None:  # 3.history.1
        name, _ = taken(house), taken(house)
        sam = house.signed_in(SAM)
        assert delete(sam, name).status_code == 204
        assert delete(sam, name).status_code == 404
        (entry,) = entries_of(house.database, "backup.deleted")
        assert (entry.before, entry.after) == ({"filename": name}, None)
        assert entry.user_id is not None

    @pytest.mark.either_engine
    def test_no_name_but_those_of_the_list_leads_to_a_file(self, house: House) -> None:  # 5.backup.1
        name, _ = taken(house), taken(house)
        sam = house.signed_in(SAM)
        for other in ("..%2Fdoorlist.sqlite3", f"{name}.json", f"part-{name}", ".part-lock", "doorlist.sqlite3"):
            assert delete(sam, other).status_code == 404
        assert name in names(house)
        assert entries_of(house.database, "backup.deleted") == []

    @pytest.mark.either_engine
    def test_one_whose_entry_cannot_be_written_stays(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.backup.542
        name, _ = taken(house), taken(house)
        before = files(house)

        def fail(*_: object, **__: object) -> None:
            assert name not in names(house)
            raise RuntimeError("no entry")

        sam = house.signed_in(SAM)
        monkeypatch.setattr("doorlist.backup.delete.add_audit_entry", fail)
        problem(delete(sam, name), 500, "internal_error")
        assert files(house) == before

    @pytest.mark.either_engine
    def test_a_file_that_cannot_be_deleted_is_said_to_be_there(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name, _ = taken(house), taken(house)
        sam = house.signed_in(SAM)

        def refuse(_: Path, __: Path) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "rename", refuse)
        refusal = problem(delete(sam, name), 507, "backup_failed")
        assert refusal["detail"] == "The backup was not deleted: Permission denied."
        assert name in names(house)
        assert entries_of(house.database, "backup.deleted") == []

    def test_not_during_a_restore(self, house: House) -> None:  # 4.restore.7
        name, _ = taken(house), taken(house)
        sam = house.signed_in(SAM)
        with house.database.closed_for_restore():
            problem(delete(sam, name), 503, "being_restored")
        assert name in names(house)

    @pytest.mark.either_engine
    def test_it_waits_for_a_backup_that_is_being_written(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 10.code.43
        monkeypatch.setattr("doorlist.backup.store.ADDING_WAITS_SECONDS", 0.05)
        name, _ = taken(house), taken(house)
        sam = house.signed_in(SAM)
        with BackupStore(house.settings).adding():
            problem(delete(sam, name), 409, "another_backup")
        assert delete(sam, name).status_code == 204


class TestTheLastGoodOne:
    @pytest.mark.parametrize(
        ("verified", "others", "sentence"),
        [
            (True, (), ONLY_VERIFIED),
            (True, (None, False), ONLY_VERIFIED),
            (None, (), ONLY_GOOD),
            (None, (False,), ONLY_GOOD),
        ],
    )
    @pytest.mark.either_engine
    def test_stays(
        self, house: House, verified: bool | None, others: tuple[bool | None, ...], sentence: str
    ) -> None:  # 4.backup.541; 10.code.540
        name = taken(house, verified)
        for other in others:
            taken(house, other)
        before = files(house)
        refusal = problem(delete(house.signed_in(SAM), name), 409, "last_good_backup")
        assert refusal["detail"] == sentence
        assert files(house) == before
        assert entries_of(house.database, "backup.deleted") == []

    @pytest.mark.parametrize(
        ("verified", "others"), [(True, (True,)), (None, (None,)), (None, (True,)), (False, ()), (False, (True,))]
    )
    @pytest.mark.either_engine
    def test_any_other_goes(self, house: House, verified: bool | None, others: tuple[bool | None, ...]) -> None:
        # 4.backup.541
        name = taken(house, verified)
        left = [taken(house, other) for other in others]
        assert delete(house.signed_in(SAM), name).status_code == 204
        assert names(house) == left

    @pytest.mark.either_engine
    def test_one_that_cannot_be_proven_here_is_good_enough_and_a_stranger_is_not(self, house: House) -> None:
        # 4.backup.541
        name = taken(house, verified=True)
        store = BackupStore(house.settings)
        ending = "pgdump" if house.engine == "sqlite" else "sqlite3"
        foreign = f"doorlist-20261101-000000-000-manual.{ending}"
        by_hand = name.replace("doorlist-20", "doorlist-19")
        for path in (foreign, by_hand):
            store.path(path).write_bytes(b"from elsewhere")
        store.save_metadata(foreign, Metadata(size_bytes=14, verified=True))
        sam = house.signed_in(SAM)
        problem(delete(sam, name), 409, "last_good_backup")
        unprovable = taken(house, unverified=Unverified.IMPOSSIBLE)
        assert delete(sam, name).status_code == 204
        assert delete(sam, foreign).status_code == 204
        assert names(house) == sorted([by_hand, unprovable])

    @pytest.mark.either_engine
    def test_two_who_delete_the_last_two_leave_one(self, house: House) -> None:  # 4.backup.541
        both = [taken(house, verified=True) for _ in range(2)]
        clients = [house.signed_in(SAM) for _ in both]
        start, codes = threading.Barrier(2), list[int]()

        def press(client: TestClient, name: str) -> None:
            start.wait()
            codes.append(delete(client, name).status_code)

        threads = [threading.Thread(target=press, args=pair) for pair in zip(clients, both, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [204, 409]
        assert len(names(house)) == 1


class TestWhatGoesOn:
    @pytest.mark.either_engine
    def test_a_daily_backup_that_was_deleted_is_taken_again(self, house: House) -> None:  # 4.backup.543
        scheduler: BackupScheduler = house.app.state.backup_scheduler
        scheduler.take_due_backup()
        (daily,) = names(house)
        taken(house)
        assert delete(house.signed_in(SAM), daily).status_code == 204
        scheduler.take_due_backup()
        assert [backup.kind for backup in BackupStore(house.settings).backups()] == ["daily", "manual"]
        assert daily not in names(house)

    @pytest.mark.either_engine
    def test_one_that_was_taken_before_a_deletion_counts_only_while_it_is_there(self, house: House) -> None:
        # 4.backup.543, 6
        sam = house.signed_in(SAM)

        def asked() -> str:
            answer = sam.post("/api/attendees/before-deletion", json={"attendees": 21})
            return str(json_of(answer)["safetyBackup"])

        first, _ = asked(), taken(house)
        assert asked() == first
        assert delete(sam, first).status_code == 204
        assert asked() != first

    @pytest.mark.either_engine
    def test_one_that_goes_before_it_is_compared_with_its_checksum(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scheduler: BackupScheduler = house.app.state.backup_scheduler
        proven = taken(house, verified=True)
        take = Backups.take

        def take_and_delete(backups: Backups, kind: BackupKind) -> object:
            backup = take(backups, kind)
            before = backups.store.backups()
            backups.store.remove(proven)
            monkeypatch.setattr(BackupStore, "backups", lambda _: before)
            return backup

        monkeypatch.setattr(Backups, "take", take_and_delete)
        scheduler._noting_failure(scheduler.take_due_backup)
        monkeypatch.undo()
        assert scheduler.failure is None
        assert len(names(house)) == 1
        assert not [name for name in files(house) if proven in name]

    def test_one_that_is_being_proven(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 4.backup.540
        scheduler: BackupScheduler = house.app.state.backup_scheduler
        sam = house.signed_in(SAM)
        _, name = taken(house), taken(house)
        verified = Backups._verified

        def verify_meanwhile(backups: Backups, backup: object, scratch: Path) -> Metadata:
            if name in names(house):
                assert delete(sam, name).status_code == 204
            return verified(backups, backup, scratch)  # type: ignore[arg-type] # handed on as it came

        monkeypatch.setattr(Backups, "_verified", verify_meanwhile)
        scheduler._noting_failure(scheduler.verify_new_backups)
        assert scheduler.failure is None
        assert not [file for file in files(house) if name in file]


class TestShell:
    def run(self, shell: CliRunner, *arguments: str, typed: str = "") -> Result:
        return shell.invoke(app, ["delete-backup", *arguments], input=typed)

    def test_asks_with_the_moment_it_was_taken(self, shell: CliRunner, house: House) -> None:  # 10.run.540
        name, other = taken(house), taken(house)
        created = BackupStore(house.settings).get(name).created_at
        refused = self.run(shell, name, typed="n\n")
        assert refused.exit_code == 1
        assert f"Delete {name}, taken {created:%Y-%m-%d %H:%M} UTC?" in refused.stdout
        assert "It cannot be brought back." in refused.stdout
        assert names(house) == [name, other]
        done = self.run(shell, name, typed="y\n")
        assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, f"Deleted {name}.")
        assert names(house) == [other]
        (entry,) = entries_of(house.database, "backup.deleted")
        assert (entry.user_id, entry.before) == (None, {"filename": name})

    @pytest.mark.either_engine
    def test_does_not_ask_where_it_is_told(self, shell: CliRunner, house: House) -> None:  # 10.run.540
        name, other = taken(house), taken(house)
        assert self.run(shell, name, "--yes").stdout == f"Deleted {name}.\n"
        last = self.run(shell, other, "--yes")
        assert (last.exit_code, last.stderr) == (1, f"doorlist: {ONLY_GOOD}\n")

    @pytest.mark.either_engine
    @pytest.mark.parametrize("name", ["nothing", "../doorlist.sqlite3", "doorlist-20261120-180455-123-manual.sqlite3"])
    def test_of_what_is_not_there_is_one_clear_line(self, shell: CliRunner, house: House, name: str) -> None:
        result = self.run(shell, name, typed="y\n")
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", "doorlist: Backup not found\n")
        assert names(house) == []

    @pytest.mark.server
    def test_works_beside_a_server(self, settings: Settings) -> None:  # 10.run.540
        with serving(settings) as server:
            client = server.client()
            client.sign_in(SAM.username, SAM.password)
            first, second = (client.ask("POST", "/api/backup/create").json()["filename"] for _ in range(2))
            assert run_doorlist(settings, "delete-backup", first, "--yes").returncode == 0
            listed = {
                row["filename"] for row in server.client(cookie=client.cookie).ask("GET", "/api/backup/list").json()
            }
        assert (first in listed, second in listed) == (False, True)
