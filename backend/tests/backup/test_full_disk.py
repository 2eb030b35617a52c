"""A disk that is really full: a small one of our own, where the system lets us mount it."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from httpx2 import Response
from sqlalchemy import insert
from structlog.testing import capture_logs

from doorlist.attendees.models import IssuedInvoiceNumber
from doorlist.backup.store import BackupStore
from tests.audit.entries import entries_of, last_id
from tests.backup.test_restore import created, listed, restore
from tests.cast import SAM
from tests.databases import Databases
from tests.house import House, json_of, new_attendee, new_event, problem
from tests.server.test_kill import check_sqlite_file

MIB = 1024 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few mebibytes."""
    directory = tmp_path / "small"
    directory.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", str(directory)]
    try:
        may_mount = subprocess.run(mounting, check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        may_mount = False
    if not may_mount:
        pytest.skip("Nothing can be mounted here; the injected failures stand for a full disk.")
    yield directory
    subprocess.run(["umount", "--lazy", str(directory)], check=True)


@pytest.fixture
def cramped(databases: Databases, small_disk: Path) -> Iterator[House]:
    """A house whose data directory is on the small disk."""
    with databases.fresh(small_disk / "data") as settings:
        made = House(settings, databases.name)
        yield made
        made.close()


def fill_up(disk: Path, *, leave: int) -> None:
    """Leave so many bytes free."""
    filler = disk / "filler"
    filler.unlink(missing_ok=True)
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_bsize
    if free > leave:
        filler.write_bytes(bytes(free - leave))


def left_behind(house: House) -> set[str]:
    """The files in the store besides whole backups."""
    store = BackupStore(house.settings)
    whole = {name for backup in store.backups() for name in (backup.filename, f"{backup.filename}.json")}
    return {path.name for path in store.directory.iterdir() if not path.name.startswith(".")} - whole


def test_nothing_is_lost_and_everybody_is_told(cramped: House, small_disk: Path) -> None:
    # 10.code.31; 4.backup.7
    sam = cramped.signed_in(SAM)
    event = new_event(sam)
    ada = new_attendee(sam, event)
    with cramped.database.write() as tx:
        # A database of some size, so that a copy does not fit into what is left.
        tx.execute(insert(IssuedInvoiceNumber), [{"number": f"INV-{number:030d}"} for number in range(20_000)])
    name = created(sam)
    fill_up(small_disk, leave=64 * 1024)
    calls: list[Callable[[], Response]] = [
        lambda: sam.post("/api/backup/create"),
        lambda: sam.delete(f"/api/events/{event['id']}"),
        lambda: restore(sam, name),
    ]
    for call in calls:
        refusal = problem(call(), 507, "backup_failed")
        assert "No space left" in refusal["detail"] or "full" in refusal["detail"]
        assert left_behind(cramped) == set()
        assert list(listed(sam)) == [name]
        assert sam.get("/api/attendees").json() == [ada]
    fill_up(small_disk, leave=8 * MIB)
    assert restore(sam, name).status_code == 200


def test_what_is_there_can_be_downloaded(cramped: House, small_disk: Path) -> None:  # 3.history.12
    if not cramped.database.is_sqlite:
        pytest.skip("There the database is on a disk of its own, and the entry can be written.")
    sam = cramped.signed_in(SAM)
    ada = new_attendee(sam, new_event(sam))
    name = created(sam)
    fill_up(small_disk, leave=0)
    # The log of the database may have free space left inside.
    while (answer := sam.post("/api/events", json={"name": "x" * 100, "date": "2026-11-20"})).status_code == 201:
        pass
    problem(answer, 507, "disk_full")
    since = last_id(cramped.database)
    with capture_logs() as logged:
        exported, downloaded = sam.get("/api/export/attendees.csv"), sam.get(f"/api/backup/{name}")
    assert ada["fullName"] in exported.text
    assert downloaded.content == BackupStore(cramped.settings).path(name).read_bytes()
    lines = [line["action"] for line in logged if line["event"] == "download_without_entry"]
    assert lines == ["export.csv", "backup.downloaded"]
    assert last_id(cramped.database) == since
    # Both files are written to the server's disk first.
    for path in ("backup.json", "attendees.xlsx"):
        problem(sam.get(f"/api/export/{path}"), 507, "disk_full")
    assert not list(small_disk.rglob("export-*"))
    fill_up(small_disk, leave=8 * MIB)
    assert sam.get("/api/export/attendees.csv").status_code == 200
    assert [entry.action for entry in entries_of(cramped.database)][-1] == "export.csv"


def test_a_backup_that_is_deleted_makes_room(cramped: House, small_disk: Path) -> None:  # 4.backup.542
    sam = cramped.signed_in(SAM)
    event = new_event(sam)
    name, other = created(sam), created(sam)
    fill_up(small_disk, leave=0)
    if cramped.database.is_sqlite:
        while sam.post("/api/events", json={"name": "x" * 100, "date": "2026-11-20"}).status_code == 201:
            pass
    assert sam.delete(f"/api/backup/{name}").status_code == 204
    assert (list(listed(sam)), left_behind(cramped)) == ([other], set())
    (entry,) = entries_of(cramped.database, "backup.deleted")
    assert entry.before == {"filename": name}
    assert sam.put(f"/api/events/{event['id']}", json={"name": "Still here"}).status_code == 200


@pytest.mark.both_engines
def test_a_restore_that_runs_out_of_room_anywhere_changes_nothing(cramped: House, small_disk: Path) -> None:
    sam = cramped.signed_in(SAM)
    event = new_event(sam)
    ada = new_attendee(sam, event)
    with cramped.database.write() as tx:
        tx.execute(insert(IssuedInvoiceNumber), [{"number": f"INV-{number:030d}"} for number in range(8_000)])
    name = created(sam)
    bob = new_attendee(sam, event, fullName="Bob")
    outcomes = set[int]()
    for leave in range(256 * 1024, 8 * MIB, 512 * 1024):
        fill_up(small_disk, leave=leave)
        answer = restore(sam, name)
        (small_disk / "filler").unlink(missing_ok=True)
        outcomes.add(answer.status_code)
        check_sqlite_file(cramped.settings)
        if answer.status_code == 200:
            sam = cramped.signed_in(SAM)
            assert sam.get("/api/attendees").json() == [ada]
            break
        problem(answer, 507, "backup_failed")
        assert {row["id"] for row in sam.get("/api/attendees").json()} == {ada["id"], bob["id"]}
        assert left_behind(cramped) == set()
        # A restore that failed after its safety backup leaves a whole backup.
        for filename in set(listed(sam)) - {name}:
            BackupStore(cramped.settings).remove(filename)
        assert json_of(sam.put(f"/api/events/{event['id']}", json={"name": "Still here"}))["name"] == "Still here"
    assert 200 in outcomes
    assert outcomes <= {200, 507}
