"""Erasing a guest at once: what goes, what stays, and what is still possible (contract 4.erase, 7.erase)."""

import json
from typing import Any

import pytest
from sqlalchemy import func, select

from doorlist.attendees.models import Attendee, Import
from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.door.models import DoorConflict, ScanLogEntry
from doorlist.live.publish import pending_changes
from doorlist.privacy import erasure
from doorlist.privacy.erasure import erased_among
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.rules import PersonalDataMatcher
from doorlist.tickets.rules import qr_hash, whole_qr_hash
from tests.audit.entries import entries_of
from tests.backup.json.files import export, send
from tests.cast import OLIVE, SAM
from tests.door.offline.doors import Device, Evening
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.guests import HASHES, KEY, NAME, TICKET, VALUES, Known, calm, database_files, exports, found_in
from tests.users.moving_clock import MovingClock


@pytest.fixture
def known(house: House) -> Known:
    return Known(house)


# The search knows no former names.
OF_FORMER_SEARCHES = {"xanthippe brumfjell", "brumfjell", "0491578666"}


def erased(house: House, attendee_id: int) -> Json:
    answer = house.signed_in(SAM).post(f"/api/attendees/{attendee_id}/erase")
    assert answer.status_code == 200, answer.text
    return json_of(answer)


class TestWhoMay:
    @pytest.mark.either_engine
    def test_super_admins_alone(self, house: House) -> None:  # 6.erase.480
        olive = house.signed_in(OLIVE)
        guest = new_attendee(olive, new_event(olive))
        path = f"/api/attendees/{guest['id']}/erase"
        problem(house.stranger().post(path), 401, "not_signed_in")
        problem(olive.post(path), 403, "forbidden")
        assert json_of(olive.get(f"/api/attendees/{guest['id']}"))["fullName"] == "Ada Lovelace"
        problem(house.signed_in(SAM).post("/api/attendees/9999/erase"), 404, "attendee_not_found")


class TestWhatGoes:
    def test_the_answer_is_the_erased_guest(
        self, house: House, known: Known
    ) -> None:  # 7.erase.481, 4.erase.470; 7.call.470
        after = known.erase(house)
        stays = {"id", "eventId", "event", "tableNumber", "paymentStatus", "paymentGroup", "amountPaidCents"}
        stays |= {"owedCents", "invoiceNumber", "attended", "attendedAt", "scannedBy", "scanner", "checkInDoor"}
        stays |= {"soldBy", "seller", "createdAt"}
        assert {field: after[field] for field in stays} == {field: known.guest[field] for field in stays}
        assert (after["attended"], after["amountPaidCents"]) == (True, 9000)
        assert (after["fullName"], after["phone"], after["notes"]) == ("Erased guest", "-", None)
        assert after["qrCodeData"].startswith(f"DL1.{known.event['id']}.")
        assert after["erasedAt"] == after["updatedAt"] > known.guest["updatedAt"]
        assert after["version"] == known.guest["version"] + 1
        assert after["updatedBy"]["fullName"] == SAM.full_name
        assert json_of(house.signed_in().get(f"/api/attendees/{known.id}")) == after
        [listed] = house.signed_in().get("/api/attendees", params={"search": "erased guest"}).json()
        assert listed == after

    def test_a_second_time_changes_nothing(self, house: House, known: Known) -> None:  # 7.erase.482
        first = known.erase(house)
        ledger = erased_among(ErasureLedger(house.settings.data_dir).changes())
        assert known.erase(house) == first
        assert erased_among(ErasureLedger(house.settings.data_dir).changes()) == ledger == {qr_hash(TICKET)}
        assert len(entries_of(house.database, Action.ATTENDEE_ERASED)) == 1

    @pytest.mark.both_engines
    def test_no_file_of_the_database_and_no_export_contains_a_value(self, house: House, known: Known) -> None:
        # 4.erase.471
        calm(house)
        before = database_files(house.settings)
        assert found_in(before) >= VALUES - OF_FORMER_SEARCHES
        known.erase(house)
        files = database_files(house.settings)
        assert found_in(files) == set()
        assert found_in(files, HASHES) <= {qr_hash(TICKET)}
        for path, content in exports(house.signed_in(SAM)).items():
            assert found_in(content) == set(), path
            assert b"Stays" in content or "events" in path or "history" in path, path

    @pytest.mark.both_engines
    def test_each_table_is_emptied_of_personal_values(self, house: House, known: Known) -> None:
        # 4.erase.472, 4.erase.473, 4.erase.474, 4.erase.520
        # The same person was on the list twice, and another guest was deleted too.
        for name in (NAME, "Cy Deleted"):
            twice = new_attendee(house.signed_in(), known.event, fullName=name)
            house.signed_in().delete(f"/api/attendees/{twice['id']}")
        known.erase(house)
        deletions = entries_of(house.database, Action.ATTENDEE_DELETED)
        assert [(entry.before or {})["fullName"] for entry in deletions] == [None, "Cy Deleted"]
        with house.database.read() as tx:
            texts = tx.scalars(select(ScanLogEntry.qr_data).order_by(ScanLogEntry.id)).all()
            notes = dict(tx.execute(select(DoorConflict.id, DoorConflict.note)).all())
            named = tx.scalar(select(func.count()).where(DoorConflict.named.is_not(None)))
            [file_name] = tx.scalars(select(Import.file_name))
        assert list(filter(None, texts)) == []
        assert [notes[each] for each in known.conflicts] == [None, None, None, "Two of them"]
        assert named == 0
        assert file_name == ""
        [edit, table, of_the_other] = entries_of(house.database, Action.ATTENDEE_UPDATED)
        nothing = {"fullName": None, "phone": None, "notes": None}
        assert (edit.before, edit.after) == (nothing, nothing)
        assert (table.before or {})["tableNumber"] == 4
        assert of_the_other.after == {"notes": "Stays as well"}
        [entry] = entries_of(house.database, Action.IMPORT_STARTED)
        assert (entry.after or {})["fileName"] is None
        assert (entry.after or {})["imported"] == 1

    def test_the_history_says_who_erased_whom(self, house: House, known: Known) -> None:  # 3.history.470
        known.erase(house)
        [entry] = entries_of(house.database, Action.ATTENDEE_ERASED)
        assert (entry.subject, entry.subject_id, entry.event_id) == ("attendee", known.id, known.event["id"])
        assert (entry.before, entry.after) == (None, None)
        page = json_of(house.signed_in(SAM).get("/api/history", params={"attendeeId": known.id}))
        assert page["items"][0]["action"] == "attendee.erased"
        assert page["items"][0]["person"]["fullName"] == SAM.full_name

    def test_open_screens_and_doors_are_notified(self, house: House, known: Known) -> None:  # 7.erase.483
        told: list[Any] = []
        house.database.after_commit(lambda info: told.append(pending_changes(info)))
        known.erase(house)
        [change] = [each for each in told if each.attendees]
        assert known.id in change.attendees[known.event["id"]]
        door = json_of(house.signed_in().get("/api/door/list", params={"eventId": known.event["id"]}))
        assert NAME not in str(door)
        assert all(value[:20] not in str(door) for value in HASHES)


class TestAfterwards:
    def test_an_edit_is_refused(self, house: House, known: Known) -> None:  # 7.erase.484
        after = known.erase(house)
        sam, path = house.signed_in(SAM), f"/api/attendees/{known.id}"
        for change in ({"fullName": NAME}, {"notes": "Back"}, {"paymentStatus": "unpaid"}, {"version": 1}):
            assert "delete it" in problem(sam.put(path, json=change), 409, "attendee_erased")["detail"]
        many = {"ids": [known.id, known.other["id"]], "expected": 2, "tableNumber": 3}
        refusal = problem(sam.post("/api/attendees/update-many", json=many), 409, "attendee_erased")
        assert refusal["erased"] == [known.id]
        assert "1 of the selected guests" in refusal["detail"]
        assert json_of(sam.get(path)) == after
        assert json_of(sam.get(f"/api/attendees/{known.other['id']}"))["tableNumber"] == known.other["tableNumber"]

    def test_attendance_and_deletion_still_work(self, house: House, known: Known) -> None:  # 7.erase.485
        known.erase(house)
        sam, path = house.signed_in(SAM), f"/api/attendees/{known.id}"
        user_id = json_of(sam.get("/api/me"))["id"]
        for attended in (False, True):
            answer = sam.patch(f"{path}/attendance", json={"attended": attended, "scannedBy": user_id})
            assert json_of(answer)["attendee"]["attended"] is attended
        assert sam.get(f"{path}/history").status_code == 200
        assert sam.delete(path).status_code == 204

    def test_the_old_ticket_is_unknown_and_the_new_one_is_valid(self, house: House, known: Known) -> None:
        # 4.erase.475
        after = known.erase(house)
        sam = house.signed_in(SAM)
        for old in ({"qrData": TICKET}, {"qrHash": whole_qr_hash(TICKET)}, {"qrData": TICKET, "idempotencyKey": KEY}):
            assert sam.post("/api/attendees/scan", json=old).status_code in {400, 404}
        again = json_of(sam.post("/api/attendees/scan", json={"qrData": after["qrCodeData"]}))
        assert again["attendee"]["fullName"] == "Erased guest"

    def test_two_erased_guests_are_no_party(self, house: House) -> None:  # 4.erase.470
        olive = house.signed_in()
        event = new_event(olive)
        ids = [new_attendee(olive, event, quantity=1)["id"] for _ in range(2)]
        for each in ids:
            erased(house, each)
        assert olive.get(f"/api/attendees/{ids[0]}/party").json() == []


class TestTheFileOfABackup:
    def test_has_the_time_of_the_last_erasure(self, house: House, known: Known) -> None:  # 3.erased.470
        after = known.erase(house)
        sam = house.signed_in(SAM)
        saved = json.loads(export(house))
        [entry] = [each for each in saved["attendees"] if each["id"] == known.id]
        assert entry["erasedAt"] == after["erasedAt"]
        assert send(sam, json.dumps(saved).encode()).status_code == 200
        assert json_of(sam.get(f"/api/attendees/{known.id}"))["erasedAt"] == after["erasedAt"]
        entry["fullName"] = "Changed By Hand"
        assert send(sam, json.dumps(saved).encode()).status_code == 200
        assert json_of(sam.get(f"/api/attendees/{known.id}"))["erasedAt"] is None


class TestTheDoorWithoutANetwork:
    @pytest.fixture
    def evening(self, house: House, monkeypatch: pytest.MonkeyPatch) -> Evening:
        moving = MovingClock()
        monkeypatch.setattr(clock, "now", moving.now)
        return Evening(house, moving)

    def test_a_record_of_the_old_ticket_counts_for_the_guest(self, house: House, evening: Evening) -> None:
        # 4.erase.476
        gate = Device(evening)
        record, listed = gate.check_in(5), gate.check_in(7, attendeeId=evening.guest["id"], qrHash=None)
        listed["listedHash"] = qr_hash(evening.guest["qrCodeData"])[:22]
        evening.is_minute(20)
        erased(house, evening.guest["id"])
        first, second = gate.send(record, listed)
        assert (first["outcome"], first["attendeeId"]) == ("admitted", evening.guest["id"])
        assert second["attendeeId"] == evening.guest["id"]
        assert evening.state() == (evening.minute(5), gate.user_id)
        assert gate.send(record, listed) == [first, second]

    def test_one_sent_before_and_again_after_gets_the_same_answer(self, house: House, evening: Evening) -> None:
        # 4.erase.476
        gate = Device(evening)
        record = gate.check_in(5)
        evening.is_minute(20)
        first = gate.send_one(record)
        erased(house, evening.guest["id"])
        assert gate.send_one(record) == first
        assert len(evening.log()) == 1
        undone = gate.send_one(gate.undo(21, record))
        assert undone["outcome"] == "marked_absent"
        assert evening.state() is None

    def test_a_reading_that_nobody_decided_is_of_an_unknown_ticket(self, house: House, evening: Evening) -> None:
        # 4.erase.476
        gate = Device(evening)
        record = gate.check_in(5, shown="undecided")
        evening.is_minute(20)
        erased(house, evening.guest["id"])
        assert gate.send_one(record)["outcome"] == "unknown"
        assert evening.state() is None


class TestManyAtOnce:
    @pytest.mark.both_engines
    def test_a_hundred_in_one_transaction(self, house: House) -> None:  # 4.erase.477
        olive = house.signed_in()
        event = new_event(olive)
        ids = [each["id"] for each in new_attendee(olive, event, quantity=50, fullName="Zed Ypsil")["attendees"]]
        ledger = ErasureLedger(house.settings.data_dir)
        done = house.database.commit(lambda tx: erasure.erase_attendees(tx, ids, by=None, ledger=ledger))
        assert done == ids
        with house.database.read() as tx:
            rows = tx.execute(select(Attendee.full_name, Attendee.qr_code_data, Attendee.erased_at)).all()
        assert {row.full_name for row in rows} == {"Erased guest"}
        assert len({row.qr_code_data for row in rows}) == len(erased_among(ledger.changes())) == 50
        assert all(row.erased_at is not None for row in rows)
        assert house.database.commit(lambda tx: erasure.erase_attendees(tx, ids, by=None, ledger=ledger)) == []
        with house.database.write() as tx, pytest.raises(ValueError, match="slices"):
            erasure.erase_attendees(tx, range(101), by=None, ledger=None)

    @pytest.mark.both_engines
    def test_those_of_a_running_import_wait_for_it(self, house: House, known: Known) -> None:  # 4.erase.477
        with house.database.write() as tx:
            [brought] = tx.scalars(select(Import))
            brought.is_settled = False
        answer = house.signed_in(SAM).post(f"/api/attendees/{known.id}/erase")
        problem(answer, 409, "import_running")
        assert erased_among(ErasureLedger(house.settings.data_dir).changes()) == set()


@pytest.mark.parametrize(
    ("text", "is_theirs"),
    [
        ("Ada Lovelace", True),
        ("LOVELACE;ADA", True),
        ("https://x.example/?name=adalovelace&t=1", True),
        ("tel:+61 (0)400-111-222", True),
        ("tel:0400-111-222", True),
        ("Ada Byron", False),
        ("DL1.7.00000000000000000000000000", True),
        ("dl1.7.00000000000000000000000000 ", True),
        ("DL1.7.11111111111111111111111111", False),
        (f"sha256:{whole_qr_hash('DL1.7.00000000000000000000000000')}", True),
        ("sha256:adalovelace", False),
        ("Bo", True),
        ("Bob", False),
        ("table 12", False),
        ("vegetarian", False),
        ("", False),
    ],
)
def test_a_text_matches_a_guest_if_it_contains_a_personal_value(text: str, is_theirs: bool) -> None:
    # 4.erase.473
    traces = PersonalDataMatcher(())
    for value in ("Ada Lovelace", "0400 111 222", "Bo", "12", "-"):
        traces.add(value)
    traces.add_notes("vegetarian")
    traces.add_ticket("DL1.7.00000000000000000000000000")
    assert traces.are_in(text) is is_theirs
