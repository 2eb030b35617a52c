"""Undoing a change of many attendees, over HTTP, on both engines (contract 7.update-many.941..944)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select, update

from doorlist.attendees.models import BulkUpdate, FormerValues
from doorlist.audit.rules import Action
from doorlist.backup.scheduler import BackupScheduler
from doorlist.backup.service import Backups
from doorlist.core import clock
from tests.attendees.test_bulk_update import CALL, ids_of, listed, party_of
from tests.audit.entries import entries_of
from tests.cast import NORA, SAM
from tests.events.test_events import me
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type


def change(client: TestClient, attendees: list[Json], **values: Any) -> str:
    """Change the attendees; returns the path of the undo."""
    body = {"ids": ids_of(attendees), "expected": len(attendees), **values}
    answer = client.post(CALL, json=body)
    assert answer.status_code == 200, answer.text
    return f"{CALL}/{answer.json()['id']}/undo"


def stored(house: House) -> tuple[int, int]:
    """The numbers of bulk updates and of former values."""
    with house.database.read() as tx:
        return tuple(tx.scalar(select(func.count()).select_from(table)) or 0 for table in (BulkUpdate, FormerValues))  # type: ignore[return-value]


def let_time_pass(house: House, passed: timedelta) -> None:
    with house.database.write() as tx:
        tx.execute(update(BulkUpdate).values(updated_at=clock.now() - passed))


class TestUndo:
    @pytest.mark.either_engine
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().post(f"{CALL}/1/undo"), 401, "not_signed_in")
        problem(house.signed_in(NORA).post(f"{CALL}/1/undo"), 403, "password_change_required")

    @pytest.mark.both_engines
    def test_gives_each_attendee_the_former_values(self, house: House) -> None:  # 7.call.940; 7.update-many.941
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive, ticketPriceCents=4500)
        vip, plain = new_type(olive, event, priceCents=9000), new_type(olive, event, "Standard")
        given: list[Json] = [
            {"tableNumber": 3, "paymentStatus": "Half now", "amountPaidCents": 2000, "ticketTypeId": vip["id"]},
            {"tableNumber": 4, "paymentStatus": "paid"},
            {"tableNumber": 3, "paymentStatus": "UNPAID", "ticketTypeId": plain["id"]},
        ]
        guests = [new_attendee(olive, event, fullName=f"Guest {n}", **each) for n, each in enumerate(given)]
        fields = ("tableNumber", "paymentStatus", "paymentGroup", "amountPaidCents", "owedCents", "ticketType")
        before = listed(olive, *fields)
        undo = change(olive, guests, tableNumber=9, paymentStatus="free", ticketTypeId=plain["id"])
        assert listed(olive, "tableNumber", "paymentGroup") == [(9, "complimentary")] * 3
        # A check-in since is no edit, and stays.
        olive.post("/api/attendees/scan", json={"qrData": guests[0]["qrCodeData"]})
        answer = sam.post(undo)
        assert (answer.status_code, answer.json()["restored"]) == (200, 3)
        assert listed(olive, *fields) == before
        assert listed(olive, "version", "attended") == [(3, True), (3, False), (3, False)]
        assert json_of(olive.get(f"/api/attendees/{guests[0]['id']}"))["updatedBy"]["id"] == me(sam)["id"]
        # The search index follows.
        assert listed(olive, "fullName", payment="unpaid") == ["Guest 2"]
        assert listed(olive, "fullName", payment="free") == []
        assert stored(house) == (0, 0)

    @pytest.mark.both_engines
    def test_the_list_of_all_entries_has_its_id_as_long_as_it_can_be_undone(self, house: House) -> None:
        # 7.history.1090
        sam = house.signed_in(SAM)
        party = party_of(sam, new_event(sam), 2)
        first = change(sam, party, tableNumber=9)
        second = change(sam, party[:1], tableNumber=4)

        def undo_ids() -> list[int | None]:
            entries = json_of(sam.get("/api/history", params={"kind": "attendee"}))["items"]
            return [entry["undoId"] for entry in entries]

        latest, *others = undo_ids()
        assert (f"{CALL}/{latest}/undo", set(others)) == (second, {None})
        assert sam.post(second).status_code == 200
        found = undo_ids()
        assert (f"{CALL}/{found[2]}/undo", found[:2]) == (first, [None, None])
        let_time_pass(house, timedelta(minutes=59))
        assert found[2] in undo_ids()
        let_time_pass(house, timedelta(minutes=61))
        assert set(undo_ids()) == {None}
        let_time_pass(house, timedelta(minutes=1))
        sam.put(f"/api/attendees/{party[1]['id']}", json={"notes": "Late"})
        assert set(undo_ids()) == {None}
        # Nobody reads the id among the new values.
        assert "updateId" not in sam.get("/api/history.csv").text
        assert "updateId" not in sam.get(f"/api/attendees/{party[0]['id']}/history").text

    @pytest.mark.both_engines
    def test_is_an_entry_of_the_audit_log_that_each_of_them_finds(self, house: House) -> None:  # 3.history.18
        olive = house.signed_in()
        event = new_event(olive)
        first, second = party_of(olive, event, 2, tableNumber=4)
        olive.post(change(olive, [first, second], tableNumber=9))
        [entry] = entries_of(house.database, Action.ATTENDEES_UPDATE_UNDONE)
        ids = [first["id"], second["id"]]
        assert (entry.user_id, entry.event_id) == (me(olive)["id"], event["id"])
        assert entry.before == {"tableNumbers": {"9": ids}}
        assert entry.after == {"tableNumbers": {"4": ids}, "updated": 2}
        newest = json_of(olive.get(f"/api/attendees/{second['id']}/history"))["items"][0]["entry"]
        assert (newest["action"], newest["before"], newest["after"]) == (
            "attendee.update_undone",
            {"tableNumber": 9},
            {"tableNumber": 4, "updated": 2},
        )

    def test_changes_nobody_where_one_was_edited_or_deleted_since(
        self, house: House
    ) -> None:  # 7.update-many.942, 1104; 10.code.940
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 4)
        undo = change(olive, party, tableNumber=9)

        def refusal() -> tuple[int, str]:
            body = problem(olive.post(undo), 409, "edited_since")
            return body["edited"], body["detail"].partition(" since")[0]

        olive.delete(f"/api/attendees/{party[0]['id']}")
        assert refusal() == (1, "1 of these attendees was deleted")
        olive.put(f"/api/attendees/{party[1]['id']}", json={"notes": "Late"})
        name = party[1]["fullName"]
        assert refusal() == (2, f"{name} and 1 more were edited or deleted")
        assert listed(olive, "tableNumber", "version") == [(9, 3), (9, 2), (9, 2)]
        assert entries_of(house.database, Action.ATTENDEES_UPDATE_UNDONE) == []

    @pytest.mark.both_engines
    def test_later_changes_of_many_are_undone_first(self, house: House) -> None:  # 7.update-many.947; 10.code.1134
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 2, tableNumber=7)
        first, second, third = (
            change(olive, party, tableNumber=8),
            change(olive, party[:1], tableNumber=9),
            change(olive, party, paymentStatus="pending"),
        )
        refusal = problem(olive.post(first), 409, "undo_later_first")
        both = f"{party[0]['fullName']} and 1 more were changed again by a later change of 2 attendees."
        assert refusal["detail"].startswith(both)
        problem(olive.post(second), 409, "undo_later_first")
        assert olive.post(third).json()["restored"] == 2
        refusal = problem(olive.post(first), 409, "undo_later_first")
        one = f"{party[0]['fullName']} was changed again by a later change of 1 attendee."
        assert refusal["detail"].startswith(one)
        assert olive.post(second).json()["restored"] == 1
        assert olive.post(first).json()["restored"] == 2
        assert listed(olive, "tableNumber", "version") == [(7, 7), (7, 5)]
        assert stored(house) == (0, 0)

    @pytest.mark.both_engines
    def test_takes_the_amounts_paid_back(self, house: House) -> None:  # 7.update-many.1170; 3.history.18
        olive = house.signed_in()
        party = party_of(olive, new_event(olive, ticketPriceCents=4500), 3, paymentStatus="unpaid")
        olive.put(f"/api/attendees/{party[0]['id']}", json={"paymentStatus": "partial", "amountPaidCents": 2000})
        undo = change(olive, party, paymentStatus="paid")
        assert olive.post(undo).json() == {"restored": 3, "amountChangeCents": -11_500}
        [entry] = entries_of(house.database, Action.ATTENDEES_UPDATE_UNDONE)
        assert (entry.after or {})["amountChangeCents"] == -11_500

    @pytest.mark.both_engines
    def test_an_edit_between_two_changes_of_many_stays(self, house: House) -> None:  # 7.update-many.942, 947
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 2)
        first = change(olive, party, tableNumber=8)
        olive.put(f"/api/attendees/{party[0]['id']}", json={"notes": "Late"})
        second = change(olive, party, tableNumber=9)
        # Undoing the later change would not help.
        assert problem(olive.post(first), 409, "edited_since")["edited"] == 2
        assert olive.post(second).json()["restored"] == 2
        assert problem(olive.post(first), 409, "edited_since")["edited"] == 1

    @pytest.mark.either_engine
    def test_an_edit_without_a_change_is_none(self, house: House) -> None:  # 3.attendee.1221
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        [ada], ben = (party := [new_attendee(olive, event)]), new_attendee(olive, event, fullName="Ben")
        undo = change(olive, party, tableNumber=9)
        read = olive.get(f"/api/attendees/{ada['id']}").json()
        fields = ("fullName", "phone", "tableNumber", "paymentStatus", "amountPaidCents", "notes", "email", "version")
        sent = {field: read[field] for field in fields}
        saved = olive.put(f"/api/attendees/{ada['id']}", json=sent)
        assert (saved.status_code, saved.json()["version"], saved.json()["updatedAt"]) == (200, 2, read["updatedAt"])
        problem(olive.put(f"/api/attendees/{ada['id']}", json={**sent, "version": 1}), 409, "version_conflict")
        assert entries_of(house.database, Action.ATTENDEE_UPDATED) == []
        # The amount is compared with the price of the ticket, which is read before anything is changed.
        moved = olive.put(
            f"/api/attendees/{ben['id']}", json={"tableNumber": 12, "amountPaidCents": 4500, "version": 1}
        )
        assert (moved.json()["tableNumber"], moved.json()["version"]) == (12, 2)
        [entry] = entries_of(house.database, Action.ATTENDEE_UPDATED)
        assert (entry.before, entry.after) == ({"tableNumber": 7}, {"tableNumber": 12})
        assert olive.post(undo).json()["restored"] == 1

    @pytest.mark.both_engines
    def test_leaves_those_alone_who_had_the_values_before(self, house: House) -> None:  # 7.update-many.941, 942, 944
        olive = house.signed_in()
        event = new_event(olive)
        party = [*party_of(olive, event, 2), new_attendee(olive, event, tableNumber=9)]
        key = str(uuid4())
        undo = change(olive, party, tableNumber=9, idempotencyKey=key)
        # Neither is a later edit of those whom the undo restores.
        same = change(olive, party, tableNumber=9)
        olive.put(f"/api/attendees/{party[2]['id']}", json={"notes": "Late"})
        assert change(olive, party, tableNumber=9, idempotencyKey=key) == undo
        assert stored(house) == (2, 2)
        assert olive.post(undo).json()["restored"] == 2
        assert listed(olive, "tableNumber", "version") == [(7, 3), (7, 3), (9, 2)]
        [entry] = entries_of(house.database, Action.ATTENDEES_UPDATE_UNDONE)
        assert entry.after == {"tableNumbers": {"7": ids_of(party[:2])}, "updated": 2}
        assert olive.post(same).json()["restored"] == 0
        assert len(entries_of(house.database, Action.ATTENDEES_UPDATE_UNDONE)) == 1
        problem(olive.post(same), 404, "bulk_update_not_found")

    @pytest.mark.both_engines
    def test_does_not_give_back_a_deleted_type(self, house: House) -> None:  # 7.update-many.942; 10.code.942
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event)
        guest = new_attendee(olive, event, ticketTypeId=vip["id"])
        undo = change(olive, [guest], ticketTypeId=None)
        assert olive.delete(f"/api/ticket-types/{vip['id']}").status_code == 204
        problem(olive.post(undo), 409, "former_type_deleted")
        assert json_of(olive.get(f"/api/attendees/{guest['id']}"))["ticketType"] is None

    def test_works_once_and_for_an_hour(self, house: House) -> None:  # 7.update-many.943; 10.code.941
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 2)
        undo = change(olive, party, tableNumber=9)
        let_time_pass(house, timedelta(minutes=59))
        assert olive.post(undo).status_code == 200
        problem(olive.post(undo), 404, "bulk_update_not_found")
        undo = change(olive, party, tableNumber=9)
        let_time_pass(house, timedelta(minutes=61))
        problem(olive.post(undo), 404, "bulk_update_not_found")
        assert listed(olive, "tableNumber") == [9, 9]
        problem(olive.post(f"{CALL}/999/undo"), 404, "bulk_update_not_found")
        problem(olive.post(f"{CALL}/none/undo"), 400, "validation_failed")

    def test_two_at_once_restore_once(self, house: House) -> None:  # 7.update-many.943
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 20)
        undo = change(olive, party, tableNumber=9)
        together = threading.Barrier(2)

        def send(client: TestClient) -> int:
            together.wait()
            return client.post(undo).status_code

        with ThreadPoolExecutor(2) as threads:
            assert sorted(threads.map(send, [house.signed_in(), house.signed_in()])) == [200, 404]
        assert set(listed(olive, "tableNumber", "version")) == {(7, 3)}


class TestRepeatedRequest:
    """The request is sent again because its response was lost."""

    @pytest.mark.both_engines
    def test_is_undone_to_the_values_before_the_first(self, house: House) -> None:  # 7.update-many.944
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 3)
        key = str(uuid4())
        undo = change(olive, party, tableNumber=9, idempotencyKey=key)
        assert change(olive, party, tableNumber=9, idempotencyKey=key) == undo
        assert stored(house) == (1, 3)
        assert listed(olive, "tableNumber", "version") == [(9, 2)] * 3
        assert olive.post(undo).json()["restored"] == 3
        assert listed(olive, "tableNumber") == [7] * 3

    def test_with_other_content_or_from_another_user_is_refused(self, house: House) -> None:
        # 7.update-many.944; 10.code.10
        olive, sam = house.signed_in(), house.signed_in(SAM)
        party = party_of(olive, new_event(olive), 2)
        key = str(uuid4())
        change(olive, party, tableNumber=9, idempotencyKey=key)
        body = {"ids": ids_of(party), "expected": 2, "tableNumber": 8, "idempotencyKey": key}
        problem(olive.post(CALL, json=body), 400, "key_reused")
        problem(sam.post(CALL, json={**body, "tableNumber": 9}), 400, "key_reused")
        assert listed(olive, "tableNumber") == [9] * 2

    @pytest.mark.either_engine
    def test_sent_while_the_first_is_at_work_changes_once(self, house: House) -> None:  # 7.update-many.944
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 20)
        key = str(uuid4())
        together = threading.Barrier(2)

        def send(client: TestClient) -> str:
            together.wait()
            return change(client, party, tableNumber=9, idempotencyKey=key)

        with ThreadPoolExecutor(2) as threads:
            undos = set(threads.map(send, [house.signed_in(), house.signed_in()]))
        assert len(undos) == 1
        assert set(listed(olive, "tableNumber", "version")) == {(9, 2)}


class TestFormerValues:
    @pytest.mark.both_engines
    def test_old_ones_are_deleted_every_hour(self, house: House) -> None:  # 7.update-many.943
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 3)
        change(olive, party, tableNumber=8)
        let_time_pass(house, timedelta(minutes=61))
        change(olive, party[:2], tableNumber=9)
        assert stored(house) == (2, 5)
        BackupScheduler(Backups(house.database, house.settings)).forget_former_values()
        assert stored(house) == (1, 2)

    def test_an_erasure_deletes_those_of_its_guest(self, house: House) -> None:
        # 7.update-many.942, 943; 7.history.1090
        olive, sam = house.signed_in(), house.signed_in(SAM)
        party = party_of(olive, new_event(olive), 3)
        undo = change(olive, party, tableNumber=9)
        assert sam.post(f"/api/attendees/{party[0]['id']}/erase").status_code == 200
        assert stored(house) == (1, 2)
        assert problem(olive.post(undo), 409, "edited_since")["edited"] == 1
        entries = json_of(sam.get("/api/history", params={"kind": "attendee"}))["items"]
        assert {entry["undoId"] for entry in entries} == {None}

    def test_an_erasure_counts_nobody_as_unchanged(self, house: House) -> None:  # 7.update-many.944, 945
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        party = [*party_of(olive, event, 2), new_attendee(olive, event, tableNumber=9)]
        body = {"ids": ids_of(party), "expected": 3, "tableNumber": 9, "idempotencyKey": str(uuid4())}
        first = olive.post(CALL, json=body).json()
        assert (first["updated"], first["unchanged"]) == (3, 1)
        assert sam.post(f"/api/attendees/{party[0]['id']}/erase").status_code == 200
        assert olive.post(CALL, json=body).json() == first

    def test_a_restore_of_a_json_file_deletes_all(self, house: House) -> None:  # 7.update-many.943
        olive, sam = house.signed_in(), house.signed_in(SAM)
        undo = change(olive, party_of(olive, new_event(olive), 3), tableNumber=9)
        file = sam.get("/api/export/backup.json").content
        answer = sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)})
        assert answer.status_code == 200, answer.text
        assert listed(olive, "tableNumber") == [9] * 3
        problem(olive.post(undo), 404, "bulk_update_not_found")
        assert stored(house) == (0, 0)
