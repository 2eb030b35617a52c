"""Erased guests come back where a super admin says so, and never in silence (contract 4.erase, decision 0046)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from doorlist.attendees.models import Attendee, ErasedTicket
from doorlist.audit.rules import Action
from doorlist.main import create_app
from doorlist.privacy.erasure import finish_erasures
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.spreadsheets import service
from doorlist.spreadsheets.imports import bringing_back
from doorlist.spreadsheets.imports.bringing_back import bring_guests_back
from doorlist.tickets.rules import qr_hash
from tests.audit.entries import entries_of
from tests.backup.json.files import export, restored, send
from tests.backup.test_scheduler import eventually
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.guests import NAME, NOTES, PHONE, TICKET, Known
from tests.server.process import environment
from tests.spreadsheets.sending import lines, preview, sent
from tests.spreadsheets.sending import send as send_sheet

SHEET = lines(
    [
        ("Name", "Phone", "Table", "Notes", "Barcode"),
        (NAME, PHONE, 9, NOTES, TICKET),
        ("Cy New", "0400 000 009", 2, "", "KEEP-NEW-0000000001"),
    ]
)


@pytest.fixture
def known(house: House) -> Known:
    return Known(house)


def choices(known: Known, **others: object) -> Json:
    return {"eventId": known.event["id"], "keepTicketCodes": True, **others}


def in_table(house: House) -> dict[str, int]:
    with house.database.read() as tx:
        return {row.qr_hash: row.changes for row in tx.execute(select(ErasedTicket.qr_hash, ErasedTicket.changes))}


def in_file(house: House) -> dict[str, int]:
    return ErasureLedger(house.settings.data_dir).changes()


def guest_of(house: House, attendee_id: int) -> Json:
    return json_of(house.signed_in().get(f"/api/attendees/{attendee_id}"))


def names(house: House) -> list[str]:
    with house.database.read() as tx:
        return list(tx.scalars(select(Attendee.full_name).order_by(Attendee.id)))


def backup(house: House) -> str:
    return str(json_of(house.signed_in(SAM).post("/api/backup/create"))["filename"])


def restore(house: House, filename: str, **fields: object) -> Json:
    answer = house.signed_in(SAM).post("/api/backup/restore", json={"filename": filename, **fields})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


class TestAnImport:
    @pytest.mark.parametrize("keeps_codes", [True, False])
    def test_leaves_erased_guests_out_and_says_so(self, house: House, known: Known, keeps_codes: bool) -> None:
        # 4.erase.489
        known.erase(house)
        wanted = choices(known, keepTicketCodes=keeps_codes)
        for report in (preview(house.signed_in(), SHEET, **wanted), sent(house.signed_in(), SHEET, **wanted)):
            assert (report["imported"], report["erased"], report["broughtBack"]) == (1, 1, 0)
            assert (report["errors"], report["duplicates"]) == (0, 0)
        assert names(house) == ["Erased guest", "Bo Stays", "Cy New"]
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 1}

    def test_brings_them_back_for_a_super_admin(self, house: House, known: Known) -> None:
        # 4.erase.490, 6.erase.481, 7.import.470
        older = backup(house)
        known.erase(house)
        sam = house.signed_in(SAM)
        wanted = choices(known, bringBack=True)
        for dry_run in (True, False):
            problem(send_sheet(house.signed_in(OLIVE), SHEET, dryRun=dry_run, **wanted), 403, "forbidden")
        report = preview(sam, SHEET, **wanted)
        assert (report["imported"], report["erased"], report["broughtBack"]) == (1, 0, 1)
        assert guest_of(house, known.id)["fullName"] == "Erased guest"
        report = sent(sam, SHEET, **wanted)
        assert (report["imported"], report["erased"], report["broughtBack"]) == (1, 0, 1)
        guest = guest_of(house, known.id)
        same = (
            "id",
            "fullName",
            "phone",
            "notes",
            "tableNumber",
            "qrCodeData",
            "attendedAt",
            "invoiceNumber",
            "createdAt",
        )
        assert {field: guest[field] for field in same} == {field: known.guest[field] for field in same}
        assert (guest["erasedAt"], guest["updatedBy"]["fullName"]) == (None, SAM.full_name)
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 2}
        [entry] = entries_of(house.database, Action.ATTENDEE_BROUGHT_BACK)
        assert (entry.subject_id, entry.event_id, entry.before, entry.after) == (
            known.id,
            known.event["id"],
            None,
            None,
        )
        assert json_of(sam.post("/api/attendees/scan", json={"qrData": TICKET}))["alreadyScanned"] is True
        found = json_of(sam.get("/api/history", params={"attendeeId": known.id}))
        assert found["items"][0]["action"] == "attendee.brought_back"
        # Neither that backup nor one of now erases the guest.
        newer = backup(house)
        for filename in (older, newer, older):
            assert restore(house, filename)["erasedAgain"] == 0
            assert guest_of(house, known.id)["fullName"] == NAME
        assert sent(house.signed_in(), SHEET, **choices(known))["erased"] == 0

    def test_in_the_background_too(self, house: House, known: Known) -> None:  # 4.erase.490
        known.erase(house)
        with TestClient(house.app) as running:
            running.cookies = house.signed_in(SAM).cookies
            answer = send_sheet(running, SHEET, background=True, **choices(known, bringBack=True))
            assert answer.status_code == 202
            progress = f"/api/imports/{json_of(answer)['importId']}"
            eventually(lambda: json_of(running.get(progress))["state"] == "done")
        again = House(house.settings, house.engine)
        assert NAME in names(again)
        assert in_table(again) == in_file(again) == {qr_hash(TICKET): 2}
        again.close()

    @pytest.mark.both_engines
    def test_leaves_out_the_guests_of_an_event_deleted_meanwhile(  # 4.erase.490
        self, house: House, known: Known, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sam = house.signed_in(SAM)
        other = new_event(sam, name="Deleted meanwhile")
        gone = new_attendee(sam, other, fullName="Bo Gone")
        known.erase(house)
        assert sam.post(f"/api/attendees/{gone['id']}/erase").status_code == 200
        rows = [
            ("Name", "Phone", "Event Name", "Invoice Number"),
            (NAME, PHONE, known.event["name"], known.guest["invoiceNumber"]),
            ("Bo Gone", "0400 000 010", other["name"], gone["invoiceNumber"]),
        ]

        def after_the_deletion(*args: Any, **options: Any) -> None:
            assert sam.delete(f"/api/events/{other['id']}").status_code == 204
            bring_guests_back(*args, **options)

        monkeypatch.setattr(service, "bring_guests_back", after_the_deletion)
        sent(sam, lines(rows), bringBack=True)
        assert guest_of(house, known.id)["fullName"] == NAME
        assert names(house).count("Bo Gone") == 0

    def test_of_our_own_export_goes_by_the_invoice_number(self, house: House, known: Known) -> None:  # 4.erase.489
        sheet = house.signed_in(SAM).get("/api/attendees/export/csv").content
        older = backup(house)
        known.erase(house)
        wanted = {"eventId": known.event["id"]}
        report = sent(house.signed_in(), sheet, **wanted)
        assert (report["imported"], report["erased"], report["errors"]) == (0, 1, 0)
        assert sent(house.signed_in(SAM), sheet, bringBack=True, **wanted)["broughtBack"] == 1
        guest = guest_of(house, known.id)
        assert (guest["fullName"], guest["invoiceNumber"]) == (NAME, known.guest["invoiceNumber"])
        assert guest["qrCodeData"].startswith("DL1.")
        assert restore(house, older)["erasedAgain"] == 0
        assert guest_of(house, known.id)["qrCodeData"] == TICKET

    @pytest.mark.both_engines
    def test_adds_one_anew_whose_row_is_gone(self, house: House, known: Known) -> None:  # 4.erase.490
        known.erase(house)
        sam = house.signed_in(SAM)
        assert sam.delete(f"/api/attendees/{known.id}").status_code == 204
        assert preview(sam, SHEET, **choices(known))["erased"] == 1
        twice = SHEET + lines([(NAME, PHONE, 9, NOTES, TICKET)])
        report = sent(sam, twice, **choices(known, bringBack=True))
        assert names(house) == ["Bo Stays", "Cy New", NAME]
        # Undoing the import leaves the guest: they belong to none.
        assert sam.delete(f"/api/imports/{report['importId']}").status_code == 200
        assert names(house) == ["Bo Stays", NAME]
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 2}
        # A guest who is on the list again is not brought back a second time.
        assert sent(sam, SHEET, **choices(known, bringBack=True))["broughtBack"] == 0

    @pytest.mark.both_engines
    @pytest.mark.both_engines
    def test_after_a_restore_of_a_file_finds_their_rows(self, house: House, known: Known) -> None:  # 4.erase.490
        sam = house.signed_in(SAM)
        known.erase(house)
        assert sam.delete(f"/api/attendees/{known.other['id']}").status_code == 204
        restored(sam, export(house))
        assert names(house) == ["Erased guest"]
        report = sent(sam, SHEET, **choices(known, bringBack=True))
        assert report["broughtBack"] == 1
        assert names(house) == [NAME, "Cy New"]

    def test_makes_one_safe_who_came_back_before_that_was_known(self, house: House, known: Known) -> None:
        # 4.erase.490
        """An earlier release imported erased tickets like any others."""
        known.erase(house)
        with house.database.write() as tx:
            guest = tx.get_one(Attendee, known.other["id"])
            guest.qr_code_data, guest.qr_hash = TICKET, qr_hash(TICKET)
        assert sent(house.signed_in(SAM), SHEET, **choices(known, bringBack=True))["broughtBack"] == 1
        assert in_table(house) == {qr_hash(TICKET): 2}
        assert restore(house, backup(house))["erasedAgain"] == 0

    @pytest.mark.both_engines
    def test_of_many_is_done_in_slices(  # 4.erase.490
        self, house: House, known: Known, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bringing_back, "AT_ONCE", 10)
        header, codes = (
            ("Name", "Phone", "Barcode"),
            [f"{n:04}-{n * 7919 % 9973:05}-{n * 104729 % 99991}-X" for n in range(23)],
        )
        rows = lines([header, *((f"Guest {n}", f"0400 {n:06}", code) for n, code in enumerate(codes))])
        sam = house.signed_in(SAM)
        assert sent(sam, rows, **choices(known))["imported"] == 23
        with house.database.read() as tx:
            ids = list(tx.scalars(select(Attendee.id).where(Attendee.full_name.like("Guest %"))))
        for attendee_id in ids[:13]:
            assert sam.post(f"/api/attendees/{attendee_id}/erase").status_code == 200
        report = sent(sam, rows, **choices(known, bringBack=True))
        assert (report["broughtBack"], report["imported"], report["duplicates"]) == (13, 0, 10)
        assert set(in_table(house).values()) == set(in_file(house).values()) == {2}
        assert len([name for name in names(house) if name.startswith("Guest ")]) == 23


class TestARestore:
    def test_of_a_backup_brings_them_back_where_that_is_wanted(self, house: House, known: Known) -> None:
        # 4.erase.491, 6.erase.481, 7.restore.471, 7.restore.472
        older = backup(house)
        compared = json_of(house.signed_in(SAM).get(f"/api/backup/{older}/comparison"))
        assert compared["erased"] == 0
        known.erase(house)
        assert json_of(house.signed_in(SAM).get(f"/api/backup/{older}/comparison"))["erased"] == 1
        answer = restore(house, older, bringBack=True)
        assert (answer["erasedAgain"], answer["broughtBack"]) == (0, 1)
        assert guest_of(house, known.id)["fullName"] == NAME
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 2}
        [entry] = entries_of(house.database, Action.BACKUP_RESTORED)
        assert (entry.after or {})["broughtBack"] == 1
        [entry] = entries_of(house.database, Action.ATTENDEE_BROUGHT_BACK)
        assert (entry.subject_id, entry.event_id) == (known.id, known.event["id"])
        answer = restore(house, older)
        assert (answer["erasedAgain"], answer["broughtBack"]) == (0, 0)
        assert guest_of(house, known.id)["fullName"] == NAME
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 2}

    @pytest.mark.both_engines
    def test_of_a_file_too_and_its_preview_says_how_many(self, house: House, known: Known) -> None:
        # 4.erase.491, 6.erase.481, 7.restore.471, 7.restore.472
        content = export(house)
        known.erase(house)
        of_now = export(house)
        for file, number in ((content, 1), (of_now, 0)):
            assert json_of(send(house.signed_in(), file, dryRun="true"))["erased"] == number
        problem(send(house.signed_in(), content, bringBack="true"), 403, "forbidden")
        answer = json_of(send(house.signed_in(SAM), content, bringBack="true"))
        assert (answer["erasedAgain"], answer["broughtBack"]) == (0, 1)
        [entry] = entries_of(house.database, Action.BACKUP_FILE_RESTORED)
        assert (entry.after or {})["broughtBack"] == 1
        assert restored(house.signed_in(SAM), content)["erasedAgain"] == 0
        assert guest_of(house, known.id)["fullName"] == NAME
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 2}

    def test_of_a_time_between_keeps_them_brought_back(self, house: House, known: Known) -> None:  # 4.erase.488
        """The table of that backup has the ticket as erased, and the guest without a name."""
        with_guest = backup(house)
        known.erase(house)
        between = backup(house)
        restore(house, with_guest, bringBack=True)
        assert restore(house, between)["erasedAgain"] == 0
        assert in_table(house) == {qr_hash(TICKET): 2}
        house.close()
        with TestClient(create_app(house.settings, house.database)):
            pass
        again = House(house.settings, house.engine)
        assert restore(again, with_guest)["erasedAgain"] == 0
        assert guest_of(again, known.id)["fullName"] == NAME
        again.close()

    def test_erases_whoever_was_erased_once_more(self, house: House, known: Known) -> None:  # 4.erase.488
        older = backup(house)
        known.erase(house)
        restore(house, older, bringBack=True)
        known.erase(house)
        assert in_table(house) == in_file(house) == {qr_hash(TICKET): 3}
        assert restore(house, older)["erasedAgain"] == 1
        assert in_table(house) == {qr_hash(TICKET): 3}


KILLED = """
import os, sys
from pathlib import Path
from doorlist.cli import app
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.spreadsheets.imports import bringing_back
from tests.cast import SAM
from tests.house import House
from tests.privacy.test_bringing_back import SHEET
from tests.spreadsheets.sending import send

where, event_id = sys.argv[1], int(sys.argv[2])
settings = Settings.from_environment()
house = House(settings, "any")

class Killing(ErasureLedger):
    def add_committed(self, changes):
        os._exit(9)

if where == "after the commit":
    house.app.state.imports.ledger = Killing(settings.data_dir)
else:
    house.database.after_commit(lambda _: None)
    note = bringing_back.erased_guests.note_brought_back
    def killed(*given):
        note(*given)
        os._exit(9)
    bringing_back.erased_guests.note_brought_back = killed
send(house.signed_in(SAM), SHEET, eventId=event_id, keepTicketCodes=True, bringBack=True)
"""


class TestCutOff:
    def killed(self, house: House, known: Known, where: str) -> None:
        command = [sys.executable, "-c", KILLED, where, str(known.event["id"])]
        backend = Path(__file__).parents[2]
        done = subprocess.run(command, env=environment(house.settings), cwd=backend, check=False)
        assert done.returncode == 9

    def started(self, house: House) -> House:
        house.close()
        with TestClient(create_app(house.settings, house.database)):
            pass
        return House(house.settings, house.engine)

    def test_after_the_commit_they_stay_and_the_file_follows(self, house: House, known: Known) -> None:
        # 4.erase.492
        older = backup(house)
        known.erase(house)
        self.killed(house, known, "after the commit")
        assert (in_table(house), in_file(house)) == ({qr_hash(TICKET): 2}, {qr_hash(TICKET): 1})
        # A restore goes by the higher number already.
        assert restore(house, older)["erasedAgain"] == 0
        again = self.started(house)
        assert guest_of(again, known.id)["fullName"] == NAME
        assert in_file(again) == {qr_hash(TICKET): 2}
        assert len(entries_of(again.database, Action.ATTENDEE_ERASED)) == 0
        again.close()

    def test_before_the_commit_they_are_erased_as_before(self, house: House, known: Known) -> None:  # 4.erase.492
        older = backup(house)
        known.erase(house)
        self.killed(house, known, "before the commit")
        again = self.started(house)
        assert guest_of(again, known.id)["fullName"] == "Erased guest"
        assert in_table(again) == in_file(again) == {qr_hash(TICKET): 1}
        assert entries_of(again.database, Action.ATTENDEE_BROUGHT_BACK) == []
        assert restore(again, older)["erasedAgain"] == 1
        again.close()

    @pytest.mark.both_engines
    def test_a_file_that_cannot_be_written_follows_later(self, house: House, known: Known) -> None:  # 4.erase.492
        known.erase(house)
        file = house.settings.data_dir / "erased-tickets.txt"
        content = file.read_text()
        file.unlink()
        file.mkdir()
        assert sent(house.signed_in(SAM), SHEET, **choices(known, bringBack=True))["broughtBack"] == 1
        file.rmdir()
        file.write_text(content)
        assert finish_erasures(house.database, ErasureLedger(house.settings.data_dir)) == 0
        assert in_file(house) == {qr_hash(TICKET): 2}
        assert guest_of(house, known.id)["fullName"] == NAME


def test_other_servers_of_the_database_agree(house: House, known: Known, tmp_path: Path) -> None:  # 4.erase.480
    older = backup(house)
    known.erase(house)
    other = tmp_path / "other"
    other.mkdir()
    finish_erasures(house.database, ErasureLedger(other))
    restore(house, older, bringBack=True)
    # The file of this server still says erased, as it may after another server brought the guest back.
    (house.settings.data_dir / "erased-tickets.txt").write_text(f"{qr_hash(TICKET)}\n")
    assert restore(house, older)["erasedAgain"] == 0
    assert finish_erasures(house.database, ErasureLedger(other)) == 0
    assert ErasureLedger(other).changes() == {qr_hash(TICKET): 2}
    assert guest_of(house, known.id)["fullName"] == NAME


def test_a_guest_of_another_event_with_that_number_is_no_erased_one(house: House) -> None:  # 4.erase.489
    sam = house.signed_in(SAM)
    event, elsewhere = new_event(sam), new_event(sam, name="Elsewhere")
    guest = new_attendee(sam, event)
    assert sam.post(f"/api/attendees/{guest['id']}/erase").status_code == 200
    rows = [("Name", "Phone", "Invoice Number"), ("Ada", "0400 111 222", guest["invoiceNumber"])]
    report = sent(sam, lines(rows), eventId=elsewhere["id"])
    assert (report["erased"], report["errors"]) == (0, 1)
    assert "another attendee" in json.dumps(report["rowErrors"])
