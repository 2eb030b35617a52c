"""The data generation after a restore, on both engines (contract 6.lineage)."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.door.models import DataGeneration, ScanLogEntry
from tests.backup.json.files import export, restored
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event


def head(house: House, event: Json) -> tuple[str, str]:
    answer = house.signed_in(SAM).get("/api/door/list", params={"eventId": event["id"]})
    body = json_of(answer)
    return body["epoch"], body["restored"]


def log_of(house: House) -> tuple[int, list[int]]:
    """From where the log is of this epoch, and the ids of its rows."""
    with house.database.read() as tx:
        return tx.scalars(select(DataGeneration.log_from)).one(), list(tx.scalars(select(ScanLogEntry.id)))


def backed_up_with_a_guest(house: House) -> tuple[TestClient, Json, Backups, str]:
    """A super admin, an event with a guest who is in, the backups and the name of one."""
    sam = house.signed_in(SAM)
    event = new_event(sam)
    sam.post("/api/attendees/scan", json={"qrData": new_attendee(sam, event)["qrCodeData"]})
    backups = Backups(house.database, house.settings)
    return sam, event, backups, backups.take(BackupKind.MANUAL).filename


def test_is_the_same_as_long_as_nothing_is_restored(house: House) -> None:  # 6.lineage.1; 7.door-list.10
    sam = house.signed_in(SAM)
    event = new_event(sam)
    guest = new_attendee(sam, event)
    before = head(house, event)
    sam.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
    assert head(house, event) == before == head(house, new_event(sam))
    part = json_of(sam.get("/api/door/list", params={"eventId": event["id"], "ids": str(guest["id"])}))
    assert (part["epoch"], part["restored"]) == before


def test_a_server_backup_brings_its_own_epoch_back(house: House) -> None:  # 6.lineage.2
    _, event, backups, name = backed_up_with_a_guest(house)
    epoch, first = head(house, event)
    restore_backup(backups, name, by=None)
    assert head(house, event)[0] == epoch
    second = head(house, event)[1]
    restore_backup(backups, name, by=None)
    third = head(house, event)[1]
    assert len({first, second, third}) == 3
    assert log_of(house)[0] == 0


@pytest.mark.both_engines
def test_a_file_begins_a_new_epoch_and_the_log_so_far_is_of_the_old_one(house: House) -> None:  # 6.lineage.3
    sam, event, backups, name = backed_up_with_a_guest(house)
    before, file = head(house, event), export(house, sam)
    assert log_of(house)[0] == 0

    restored(sam, file)
    after = head(house, event)
    assert not {*before} & {*after}
    log_from, ids = log_of(house)
    assert log_from == max(ids)

    # The epoch of a server backup from before the file is the old one again.
    restore_backup(backups, name, by=None)
    assert head(house, event)[0] == before[0]
    assert log_of(house)[0] == 0


@pytest.mark.both_engines
def test_a_restore_is_a_new_list_where_nothing_else_has_changed(house: House) -> None:  # 7.door-list.5, 10
    sam = house.signed_in(SAM)
    event = new_event(sam)
    new_attendee(sam, event)
    with house.database.write() as tx:
        row = tx.scalars(select(DataGeneration)).one()
        before, epoch = row.restored, row.epoch
    path = f"/api/door/list?eventId={event['id']}"
    tag = sam.get(path).headers["ETag"]
    with house.database.write() as tx:
        tx.scalars(select(DataGeneration)).one().restored = epoch
    assert sam.get(path, headers={"If-None-Match": tag}).status_code == 200
    with house.database.write() as tx:
        tx.scalars(select(DataGeneration)).one().restored = before
    assert sam.get(path, headers={"If-None-Match": tag}).status_code == 304
