"""Deleted guests are in none of the embedded database's files soon after (contract 4.erase)."""

from collections.abc import Callable
from contextlib import closing

import pytest
from sqlalchemy import delete

from doorlist.attendees.scrubbing import DeletedRowScrubber, has_deleted_rows
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.core.db.sqlite import sqlite_module
from doorlist.core.text import search_form
from tests.audit.entries import entries_of
from tests.backup.json.files import file_of, send
from tests.cast import SAM
from tests.house import House, Json, new_attendee, new_event
from tests.server.process import serving
from tests.spreadsheets.sending import lines, sent

GUESTS = [(f"\u754c{number:03} Xjkvovich", f"0491 570 {number:03}") for number in range(60)]


def traces(settings: Settings, guests: list[Json]) -> set[str]:
    """The traces of guests in the bytes of the files; the ledger keeps invoice numbers, in capitals, on purpose."""
    files = sorted(settings.data_dir.glob("doorlist.sqlite3*"))
    content = b"".join(file.read_bytes() for file in files)
    words = {
        word
        for guest in guests
        for word in (
            guest["fullName"],
            search_form(guest["fullName"]),
            guest["phone"],
            search_form(guest["phone"]),
            search_form(guest["invoiceNumber"]),
            guest["qrCodeData"],
        )
    }
    return {word for word in words if word.encode() in content}


def is_indexed(settings: Settings) -> bool:
    """Whether the index holds anything of them, in the bytes of its pages: searches hide what is marked as deleted.

    No other text has their first letter, so that the index writes it out.
    """
    with closing(sqlite_module().connect(settings.sqlite_file)) as file:
        pages = file.execute("SELECT block FROM attendee_search_data")
        return any("\u754c".encode() in block for (block,) in pages)


def guests_of(house: House) -> list[Json]:
    found: list[Json] = house.signed_in().get("/api/attendees").json()
    return [guest for guest in found if guest["fullName"] in dict(GUESTS)]


def delete_one_by_one(house: House) -> None:
    sam = house.signed_in(SAM)
    for guest in guests_of(house):
        assert sam.delete(f"/api/attendees/{guest['id']}").status_code == 204
    # The history keeps the name of each deletion, and nothing else does.
    kept = entries_of(house.database, Action.ATTENDEE_DELETED)
    assert {(entry.before or {})["fullName"] for entry in kept} == set(dict(GUESTS))
    with house.database.write() as tx:
        tx.execute(delete(AuditEntry).where(AuditEntry.action == Action.ATTENDEE_DELETED))


def delete_their_event(house: House) -> None:
    event = guests_of(house)[0]["event"]["id"]
    assert house.signed_in(SAM).delete(f"/api/events/{event}").status_code == 204


def rename(house: House) -> None:
    sam = house.signed_in(SAM)
    for guest in guests_of(house):
        changes = {
            "fullName": "Erased",
            "phone": "-",
            "tableNumber": 1,
            "paymentStatus": "paid",
            "version": guest["version"],
        }
        assert sam.put(f"/api/attendees/{guest['id']}", json=changes).status_code == 200
    # The history keeps what an edit changed, and nothing else does.
    kept = [entry.before or {} for entry in entries_of(house.database, Action.ATTENDEE_UPDATED)]
    assert {(before["fullName"], before["phone"]) for before in kept} == set(GUESTS)
    with house.database.write() as tx:
        tx.execute(delete(AuditEntry).where(AuditEntry.action == Action.ATTENDEE_UPDATED))


def undo_their_import(house: House) -> None:
    import_id = house.signed_in().get("/api/imports").json()[0]["id"]
    assert house.signed_in().delete(f"/api/imports/{import_id}").status_code in {200, 202, 204}


def restore_a_file(house: House) -> None:
    assert send(house.signed_in(SAM), file_of()).status_code == 200


def fill(house: House) -> list[Json]:
    """Guests who will go, brought in by an import, beside one of another event who stays."""
    olive = house.signed_in()
    new_attendee(olive, new_event(olive, name="Another evening"), fullName="Ada Lovelace")
    rows = [("Name", "Phone", "Table"), *((name, phone, 3) for name, phone in GUESTS)]
    report = sent(olive, lines(rows), eventId=new_event(olive)["id"])
    assert report["imported"] == len(GUESTS)
    guests = guests_of(house)
    assert len(traces(house.settings, guests)) > len(GUESTS)
    assert is_indexed(house.settings)
    return guests


@pytest.mark.parametrize("delete", [delete_one_by_one, delete_their_event, undo_their_import, rename, restore_a_file])
def test_nothing_of_them_is_left_when_it_is_calm(sqlite_house: House, delete: Callable[[House], None]) -> None:
    # 4.erase.1
    guests = fill(sqlite_house)
    delete(sqlite_house)
    assert DeletedRowScrubber(sqlite_house.database).scrub(seconds=60)
    left = traces(sqlite_house.settings, guests)
    # An edit keeps the ticket.
    assert left == (set() if delete is not rename else {g["qrCodeData"] for g in guests} | numbers_of(guests))
    assert not is_indexed(sqlite_house.settings)
    if delete is not restore_a_file:
        found = sqlite_house.signed_in().get("/api/attendees", params={"search": "lovel"}).json()
        assert [guest["fullName"] for guest in found] == ["Ada Lovelace"]


def test_a_backup_contains_no_attendee_deleted_before_it(sqlite_house: House) -> None:
    # 4.erase.2
    guests = fill(sqlite_house)
    delete_one_by_one(sqlite_house)
    with sqlite_house.database.read() as tx:
        assert has_deleted_rows(tx)
    taken = Backups(sqlite_house.database, sqlite_house.settings).take(BackupKind.MANUAL)
    copy = Settings(data_dir=sqlite_house.settings.data_dir / "copy")
    copy.prepare_data_dir()
    BackupStore(sqlite_house.settings).path(taken.filename).rename(copy.sqlite_file)
    assert traces(copy, guests) == set()
    assert not is_indexed(copy)


def test_a_file_from_before_loses_what_was_deleted_when_it_is_next_opened(sqlite_house: House) -> None:
    # 4.erase.3
    guests = fill(sqlite_house)
    with closing(sqlite_module().connect(sqlite_house.settings.sqlite_file, isolation_level=None)) as file:
        file.execute("PRAGMA secure_delete = OFF")
        file.execute("DELETE FROM attendees WHERE full_name LIKE '%Xjkvovich'")
        file.execute("PRAGMA user_version = 0")
    assert len(traces(sqlite_house.settings, guests)) > 0
    sqlite_house.close()
    database = Database(sqlite_house.settings)
    migrate(database)
    assert DeletedRowScrubber(database).scrub(seconds=60)
    assert traces(sqlite_house.settings, guests) == set()
    database.close()


def test_the_write_ahead_log_is_truncated_after_a_reader_ends(sqlite_house: House) -> None:
    # 4.erase.1
    guests = fill(sqlite_house)
    scrubber = DeletedRowScrubber(sqlite_house.database)
    with sqlite_house.database.read() as tx:
        assert not has_deleted_rows(tx)  # begins to read
        delete_one_by_one(sqlite_house)
        assert not scrubber.scrub(seconds=60)
    assert scrubber.scrub(seconds=60)
    assert traces(sqlite_house.settings, guests) == set()


@pytest.mark.server
def test_a_server_that_ends_leaves_nothing_of_them(sqlite_house: House) -> None:
    # 4.erase.1
    guests = fill(sqlite_house)
    sqlite_house.close()
    with serving(sqlite_house.settings) as server:
        client = server.client()
        client.sign_in(SAM.username, SAM.password)
        for guest in guests:
            assert client.ask("DELETE", f"/api/attendees/{guest['id']}").status == 204
        assert traces(sqlite_house.settings, guests) != set()
        server.terminate()
    assert traces(sqlite_house.settings, guests) == set()
    assert not is_indexed(sqlite_house.settings)


def numbers_of(guests: list[Json]) -> set[str]:
    return {search_form(guest["invoiceNumber"]) for guest in guests}
