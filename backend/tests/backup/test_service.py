"""Taking a backup and proving it, on both engines."""

import contextlib
import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import func, select

from doorlist.audit.models import AuditEntry
from doorlist.backup.engines import sqlite as sqlite_copy
from doorlist.backup.problems import BackupFailed, UnknownBackup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore, StoredBackup
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.postgres import read_address
from doorlist.core.db.sqlite import sqlite_module
from tests.audit.entries import add_test_entry
from tests.house import House, new_attendee, new_event


def taken(house: House, kind: BackupKind = BackupKind.MANUAL) -> StoredBackup:
    return Backups(house.database, house.settings).take(kind)


def proven(house: House, backup: StoredBackup) -> StoredBackup:
    return Backups(house.database, house.settings).verify(backup.filename)


def backups_directory(house: House) -> Path:
    return house.settings.data_dir / "backups"


def test_is_a_file_for_its_owner_alone_and_nothing_else_is_left(house: House) -> None:  # 10.run.9
    backup = taken(house)
    assert stat.S_IMODE(backups_directory(house).stat().st_mode) == 0o700
    ending = "sqlite3" if house.engine == "sqlite" else "pgdump"
    assert backup.filename.startswith("doorlist-20")
    assert backup.filename.endswith(f"-manual.{ending}")
    left = {path.name for path in backups_directory(house).iterdir() if not path.name.startswith(".")}
    assert left == {backup.filename, f"{backup.filename}.json"}
    for name in left:
        assert stat.S_IMODE((backups_directory(house) / name).stat().st_mode) == 0o600


def test_is_not_called_good_before_it_was_restored_and_counted(house: House) -> None:  # 3.server-backup.2
    olive = house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    backup = taken(house)
    assert backup.metadata.verified is None
    after = proven(house, backup)
    assert (after.metadata.verified, after.metadata.note, after.metadata.intact) == (True, None, True)
    assert after.metadata.counts["attendees"] == 1
    assert after.metadata.counts["users"] == 5
    assert "sessions" not in after.metadata.counts
    assert after.metadata.verified_at is not None


def test_a_file_that_was_damaged_is_found_out(house: House) -> None:  # 3.server-backup.3
    olive = house.signed_in()
    event = new_event(olive)
    for _ in range(20):
        new_attendee(olive, event)
    backup = taken(house)
    path = backups_directory(house) / backup.filename
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    for place in range(middle, middle + 64):
        content[place] ^= 0xFF
    path.write_bytes(bytes(content))
    after = proven(house, backup)
    assert (after.metadata.verified, after.metadata.note) == (False, "The file is not as it was written.")
    path.write_bytes(bytes(content[:middle]))
    listed = BackupStore(house.settings).get(backup.filename)
    assert (listed.metadata.verified, listed.metadata.note) == (False, "The file is not as it was written.")


@pytest.mark.parametrize("keep", ["middle", "first half", "no table", "nothing"])
def test_damage_is_found_without_a_checksum_too(house: House, keep: str) -> None:
    olive = house.signed_in()
    event = new_event(olive)
    for _ in range(20):
        new_attendee(olive, event)
    backup = taken(house)
    path = backups_directory(house) / backup.filename
    content = path.read_bytes()
    third = len(content) // 3
    changed = {
        "middle": content[:third] + b"\xa5" * third + content[2 * third :],
        "first half": content[: len(content) // 2],
        "no table": b"",
        "nothing": b"this is no backup at all" * 100,
    }
    path.write_bytes(changed[keep])
    # As if a person had copied the file here by hand.
    (backups_directory(house) / f"{backup.filename}.json").unlink()
    after = proven(house, backup)
    assert after.metadata.verified is False
    assert after.metadata.note


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE attendees SET attended = 1", "integrity check"),
        ("UPDATE attendees SET event_id = 999", "point to rows that are not there"),
    ],
)
def test_rows_that_no_database_of_ours_can_have_are_found(sqlite_house: House, damage: str, words: str) -> None:
    olive = sqlite_house.signed_in()
    new_attendee(olive, new_event(olive))
    backup = taken(sqlite_house)
    with contextlib.closing(sqlite_module().connect(backups_directory(sqlite_house) / backup.filename)) as file:
        file.execute("PRAGMA ignore_check_constraints = ON")
        file.execute(damage)
        file.commit()
    store = BackupStore(sqlite_house.settings)
    size = store.path(backup.filename).stat().st_size
    store.save_metadata(backup.filename, backup.metadata.model_copy(update={"sha256": None, "size_bytes": size}))
    after = proven(sqlite_house, backup)
    assert after.metadata.verified is False
    assert words in str(after.metadata.note)


def test_rows_that_are_missing_are_counted(house: House) -> None:
    backup = taken(house)
    counts = {**backup.metadata.counts, "users": 6}
    BackupStore(house.settings).save_metadata(backup.filename, backup.metadata.model_copy(update={"counts": counts}))
    after = proven(house, backup)
    assert (after.metadata.verified, after.metadata.note) == (False, "Of 6 rows in users, 5 came back.")


@pytest.mark.either_engine
def test_no_name_but_those_of_the_list_leads_to_a_file(house: House) -> None:  # 5.backup.1
    backup = taken(house)
    store = BackupStore(house.settings)
    for name in (
        f"../backups/{backup.filename}",
        f"./{backup.filename}",
        f"{backup.filename}.json",
        f"{backup.filename}\n",
        backup.filename.replace("manual", "daily"),
        "doorlist-20261399-000000-000-manual.sqlite3",
        "",
    ):
        with pytest.raises(UnknownBackup):
            store.get(name)
    linked = "doorlist-20200101-000000-000-manual.sqlite3"
    (store.directory / linked).symlink_to(house.settings.data_dir / "elsewhere")
    with pytest.raises(UnknownBackup):
        store.get(linked)
    assert [info.filename for info in store.backups()] == [backup.filename]


@pytest.mark.either_engine
def test_two_at_the_same_moment_are_two_files(house: House) -> None:
    names = list[str]()
    threads = [threading.Thread(target=lambda: names.append(taken(house).filename)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names, reverse=True) == [info.filename for info in BackupStore(house.settings).backups()]
    assert len(set(names)) == 4


@pytest.mark.both_engines
def test_is_one_exact_moment_while_others_write(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 3.server-backup.1
    monkeypatch.setattr(sqlite_copy, "PAGES_AT_ONCE", 4)
    acknowledged, stop = [0] * 4, threading.Event()

    def write(writer: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            with house.database.write() as tx:
                add_test_entry(tx, number)
            acknowledged[writer] = number

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    try:
        while min(acknowledged) < 20:
            stop.wait(0.01)
        before = list(acknowledged)
        backup = taken(house)
        while min(now - then for now, then in zip(acknowledged, before, strict=True)) < 5:
            stop.wait(0.01)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert proven(house, backup).metadata.verified is True
    assert sum(before) <= backup.metadata.counts["history"] - cast_entries(house) <= sum(acknowledged)


def cast_entries(house: House) -> int:
    with house.database.read() as tx:
        return tx.scalar(select(func.count()).select_from(AuditEntry).where(AuditEntry.action != "test")) or 0


def test_a_full_disk_is_told_and_leaves_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 10.code.31
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("doorlist.backup.store.os.fsync", full)
    with pytest.raises(BackupFailed, match="No space left on device"):
        taken(house)
    monkeypatch.undo()
    assert [path.name for path in backups_directory(house).iterdir() if not path.name.startswith(".")] == []
    taken(house)


def test_what_a_killed_process_left_is_taken_away(house: House) -> None:
    store = BackupStore(house.settings)
    store.prepare()
    (store.directory / "part-doorlist-20261120-000000-000-manual.sqlite3").write_bytes(b"half")
    (store.directory / "scratch-1").mkdir()
    (store.directory / "scratch-1" / "doorlist.sqlite3").write_bytes(b"half")
    assert store.backups() == []
    proven(house, taken(house))
    assert not list(store.directory.glob("part-*"))
    assert not list(store.directory.glob("scratch-*"))


@pytest.mark.both_engines
def test_without_the_right_to_a_scratch_database_it_says_not_proven_and_why(house: House, settings: Settings) -> None:
    # 3.server-backup.4
    if house.engine == "sqlite":
        return
    assert settings.database_url is not None
    name = read_address(settings.database_url)["dbname"]
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("DROP ROLE IF EXISTS modest")
        connection.exec_driver_sql("CREATE ROLE modest LOGIN NOCREATEDB PASSWORD 'a:b@c/d e'")
        connection.exec_driver_sql(f'ALTER DATABASE "{name}" OWNER TO modest')
        for kind in ("TABLES", "SEQUENCES"):
            connection.exec_driver_sql(f"GRANT SELECT ON ALL {kind} IN SCHEMA public TO modest")
    url = settings.database_url.replace("doorlist@", "modest:a%3Ab%40c%2Fd%20e@")
    modest = Settings(data_dir=settings.data_dir, database_url=url)
    database = Database(modest)
    backup = Backups(database, modest).take(BackupKind.DAILY)
    after = Backups(database, modest).verify(backup.filename)
    database.close()
    assert after.metadata.verified is None
    assert (
        after.metadata.note == "Not tested: the database's role may not create a scratch database. Grant it CREATEDB."
    )
    with house.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f'ALTER DATABASE "{name}" OWNER TO doorlist')
        connection.exec_driver_sql("DROP OWNED BY modest")
        connection.exec_driver_sql("DROP ROLE modest")
