"""Doors that decided apart come together by POST /api/door/scans, in the order of door time."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.door.admission import presences
from doorlist.door.admission.fold import Presence, fold_log
from doorlist.door.admission.log_row import LogRow
from doorlist.door.models import DataGeneration, DoorConflict, ScanLogEntry
from doorlist.door.offline.schemas import DoorRecords
from doorlist.door.offline.sync import SyncRequest
from doorlist.tickets.rules import qr_hash
from doorlist.users.door_credentials import DoorCredentials
from doorlist.users.models import DoorAccess
from tests.cast import OSCAR, SAM
from tests.door.access.test_devices import granted
from tests.door.offline.accesses import ACCESSES, WAYS
from tests.door.offline.doors import Device, Evening, two_doors
from tests.house import COOKIE_DOMAIN, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import OUR_HEADER

KEY = "00000000-0000-4000-8000-000000000001"


class TestTheExample:
    """19:02 without the server at door A, sent at 19:20; 19:05 with it at door B."""

    def test_the_earlier_check_in_counts_though_it_comes_later(self, evening: Evening) -> None:
        # 4.door-time.1, 2; 3.scan-log.7, 8; 7.settle.7; 7.call.52
        gate_a, gate_b = two_doors(evening)
        record = gate_a.check_in(32)
        evening.is_minute(35)
        assert json_of(gate_b.scan())["alreadyScanned"] is False
        evening.is_minute(50)
        result = gate_a.send_one(record)
        assert (result["outcome"], result["conflict"]) == ("admitted", "twice")
        assert result["attendedAt"] == "2026-11-20T19:02:00.000Z"
        assert result["checkedInBy"] == {"id": gate_a.user_id, "fullName": "Olive Organizer"}
        assert evening.state() == (evening.minute(32), gate_a.user_id)
        at_b, at_a = evening.log()
        assert (at_b.outcome, at_b.scanned_at, at_b.received_at) == ("admitted", evening.minute(35), None)
        assert (at_a.outcome, at_a.scanned_at, at_a.received_at) == (
            "let_in_offline",
            evening.minute(32),
            evening.minute(50),
        )
        assert (at_a.shown, at_a.certainty, at_a.list_as_of) == ("admitted", "list", evening.minute(31))
        [conflict] = evening.conflicts()
        assert (conflict.kind, conflict.state, conflict.at) == ("twice", "open", evening.minute(35))
        assert conflict.log_ids == sorted([at_a.id, at_b.id])
        assert (conflict.attendee_id, conflict.event_id) == (evening.guest["id"], evening.event["id"])

    def test_the_answer_of_the_door_that_was_second_stays(self, evening: Evening) -> None:  # 4.door-time.3
        gate_a, gate_b = two_doors(evening)
        record = gate_a.check_in(32)
        evening.is_minute(35)
        first = json_of(gate_b.scan(idempotencyKey=KEY))
        evening.is_minute(50)
        gate_a.send_one(record)
        assert json_of(gate_b.scan(idempotencyKey=KEY)) == first

    def test_an_undo_in_between_is_not_undone(self, evening: Evening) -> None:  # 4.door-time.4
        gate_a, gate_b = two_doors(evening)
        record = gate_a.check_in(32)
        evening.is_minute(35)
        gate_b.scan()
        evening.is_minute(36)
        gate_b.mark(attended=False)
        evening.is_minute(50)
        assert gate_a.send_one(record)["conflict"] == "twice"
        assert evening.state() is None

    def test_the_answer_that_was_lost(self, evening: Evening) -> None:  # 4.door-time.5; 3.scan-log.9
        """The door never receives the server's 'already' and lets in by its list: two people are in."""
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(5)
        gate_b.scan()
        evening.is_minute(6)
        record = gate_a.check_in(6)
        assert json_of(gate_a.scan(idempotencyKey=record["key"]))["alreadyScanned"] is True
        evening.is_minute(20)
        result = gate_a.send_one(record)
        assert (result["outcome"], result["conflict"]) == ("already", "twice")
        assert evening.outcomes() == ["admitted", "repeat", "let_in_offline"]
        assert str(evening.log()[2].about_key) == record["key"]
        # However often the record arrives again.
        assert gate_a.send_one(record) == result
        assert len(evening.log()) == 3
        assert len(evening.conflicts()) == 1

    def test_the_admission_that_was_lost(self, evening: Evening) -> None:  # 4.door-time.6
        """The door never receives the server's admission and turns the guest away by its list."""
        gate_a = Device(evening)
        record = gate_a.check_in(6, shown="already")
        evening.is_minute(6)
        assert json_of(gate_a.scan(idempotencyKey=record["key"]))["alreadyScanned"] is False
        evening.is_minute(20)
        result = gate_a.send_one(record)
        assert (result["outcome"], result["conflict"]) == ("turned_away", "turned_away")
        assert evening.outcomes() == ["admitted", "withdrawn"]
        assert evening.state() is None
        assert gate_a.send_one(record) == result
        assert len(evening.log()) == 2


class TestKinds:
    """Each kind of conflict, by the real call."""

    def test_turned_away_with_a_valid_ticket(self, evening: Evening) -> None:  # 4.door-time.22
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.check_in(10, shown="already"))
        assert (result["outcome"], result["conflict"]) == ("turned_away", "turned_away")
        assert evening.state() is None
        assert evening.kinds() == ["turned_away"]
        # A guest who came in later needs no check by staff.
        gate_b.send_one(gate_b.check_in(15))
        assert evening.kinds() == []

    def test_already_by_its_own_check_in_is_no_conflict(self, evening: Evening) -> None:  # 4.door-time.22
        gate_a = Device(evening)
        evening.is_minute(20)
        first, again = gate_a.check_in(10), gate_a.check_in(11, shown="already", certainty="this_door")
        results = gate_a.send(again, first)
        assert [result["outcome"] for result in results] == ["already", "admitted"]
        assert evening.kinds() == []

    def test_not_on_the_list(self, evening: Evening) -> None:  # 4.door-time.23
        gate_a = Device(evening)
        stranger = {"qrCodeData": f"DL1.{evening.event['id']}.00000000000000000000000000"}
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.check_in(10, stranger, certainty="none"))
        assert (result["outcome"], result["conflict"], result["attendeeId"]) == ("unknown", "not_on_list", None)
        [conflict] = evening.conflicts()
        assert (conflict.kind, conflict.event_id, conflict.attendee_id) == ("not_on_list", evening.event["id"], None)
        assert conflict.named == evening.log()[0].qr_data
        assert str(conflict.named).startswith("sha256:")

    @pytest.mark.parametrize("is_sold", [True, False])
    @pytest.mark.parametrize("is_asked_first", [True, False])
    def test_let_in_anyway_after_the_refusal_was_sent(
        self, evening: Evening, *, is_sold: bool, is_asked_first: bool
    ) -> None:  # 4.door-time.29
        gate_a = Device(evening)
        stranger = {"qrCodeData": f"DL1.{evening.event['id']}.00000000000000000000000000"}
        guest = evening.guest if is_sold else stranger
        evening.is_minute(10)
        refused = gate_a.check_in(10, guest, shown="not_on_list")
        if is_asked_first:
            # The response is lost.
            gate_a.scan(guest, idempotencyKey=refused["key"])
        evening.is_minute(20)
        gate_a.send_one(refused)
        assert evening.state() is None
        let_in = {**refused, "shown": "admitted", "certainty": "none"}
        result = gate_a.send_one(let_in)
        if is_sold:
            assert (result["outcome"], evening.state()) == ("admitted", (evening.minute(10), gate_a.user_id))
            assert evening.kinds() == []
        else:
            assert (result["outcome"], result["conflict"]) == ("unknown", "not_on_list")
            assert evening.kinds() == ["not_on_list"]
        rows = len(evening.log())
        # Any number of repetitions, also with the verdict that the door showed first.
        assert gate_a.send_one(let_in) == gate_a.send_one(refused) == result
        assert len(evening.log()) == rows
        gate_a.send_one(gate_a.undo(15, let_in))
        assert evening.state() is None

    def test_a_removed_device_that_lets_in_after_its_refusal_was_sent(self, evening: Evening) -> None:
        # 4.door-time.26, 29
        gate_a = Device(evening, OSCAR, has_grant=True).without_session()
        evening.is_minute(5)
        evening.house.signed_in(SAM).delete(f"/api/door/grants/{(gate_a.grant or {})['id']}")
        evening.is_minute(20)
        for shown in ("undecided", "not_on_list"):
            record = gate_a.check_in(15, shown=shown)
            gate_a.send_one(record)
            gate_a.send_one({**record, "shown": "admitted"})
        assert evening.outcomes() == ["not_counted"] * 4
        [conflict] = evening.conflicts()
        assert (conflict.kind, conflict.count) == ("revoked_device", 2)
        assert evening.state() is None

    def test_sold_since_is_an_ordinary_check_in(self, evening: Evening) -> None:  # 4.door-time.23
        gate_a = Device(evening)
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.check_in(10, certainty="none"))
        assert (result["outcome"], result["conflict"]) == ("admitted", None)
        assert evening.conflicts() == []

    def test_cancelled(self, evening: Evening) -> None:  # 4.door-time.24
        gate_a = Device(evening)
        record = gate_a.check_in(10)
        assert evening.staff.delete(f"/api/attendees/{evening.guest['id']}").status_code == 204
        evening.is_minute(20)
        result = gate_a.send_one(record)
        assert (result["outcome"], result["conflict"]) == ("unknown", "cancelled")
        assert evening.kinds() == ["cancelled"]

    def test_the_event_was_deleted(self, evening: Evening) -> None:  # 4.door-time.24
        gate_a = Device(evening)
        record = gate_a.check_in(10)
        assert evening.staff.request("DELETE", f"/api/events/{evening.event['id']}", json={}).status_code == 204
        evening.is_minute(20)
        assert gate_a.send_one(record)["conflict"] == "cancelled"

    def test_a_ticket_of_another_event(self, evening: Evening) -> None:  # 4.door-time.25
        gate_a = Device(evening)
        other = new_attendee(evening.staff, new_event(evening.staff, name="Winter Ball"))
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.check_in(10, other))
        assert (result["outcome"], result["conflict"]) == ("other_event", "other_event")
        assert result["detail"] == "Winter Ball"
        assert evening.state(other) is None
        [conflict] = evening.conflicts()
        assert (conflict.event_id, conflict.attendee_id) == (evening.event["id"], other["id"])

    def test_a_removed_device(self, evening: Evening) -> None:  # 4.door-time.26; 7.settle.9
        gate_a = Device(evening, OSCAR, has_grant=True).without_session()
        grant_id = (gate_a.grant or {})["id"]
        let_in, refused = gate_a.check_in(10), gate_a.check_in(11, shown="already")
        evening.is_minute(20)
        assert evening.house.signed_in(SAM).delete(f"/api/door/grants/{grant_id}").status_code == 204
        results = gate_a.send(let_in, refused)
        assert [result["outcome"] for result in results] == ["not_counted", "not_counted"]
        assert [result["conflict"] for result in results] == ["revoked_device", None]
        assert evening.outcomes() == ["not_counted", "not_counted"]
        assert evening.state() is None
        [conflict] = evening.conflicts()
        assert (conflict.kind, conflict.grant_id, conflict.count) == ("revoked_device", grant_id, 1)
        # A guest whom another door lets in is in by that door alone.
        gate_b = Device(evening)
        assert gate_b.send_one(gate_b.check_in(12))["outcome"] == "admitted"
        assert evening.kinds() == ["revoked_device"]

    @pytest.mark.parametrize("goes_on", ["with its session", "with a new grant", "with a new sign-in"])
    @pytest.mark.parametrize("names_grant", [True, False])
    def test_a_removed_device_whose_user_is_signed_in(
        self, evening: Evening, goes_on: str, *, names_grant: bool
    ) -> None:  # 7.settle.9, 443
        gate_a = Device(evening, OSCAR, has_grant=True)
        grant_id = (gate_a.grant or {})["id"]
        let_in = gate_a.check_in(10)
        evening.is_minute(20)
        assert evening.house.signed_in(SAM).delete(f"/api/door/grants/{grant_id}").status_code == 204
        if goes_on == "with a new sign-in":
            session = evening.house.signed_in(OSCAR).cookies["doorlist_session"]
            gate_a.client.cookies.set("doorlist_session", session, domain=COOKIE_DOMAIN)
        new = granted(gate_a.client, evening.event, again=True) if goes_on == "with a new grant" else {"id": None}
        result = gate_a.send_one(let_in, **({"grantId": grant_id} if names_grant else {}))
        assert (result["outcome"], result["conflict"]) == ("not_counted", "revoked_device")
        assert evening.state() is None
        [conflict] = evening.conflicts()
        assert (conflict.kind, conflict.grant_id, conflict.count) == ("revoked_device", grant_id, 1)
        # With a later grant of the device its check-ins count again.
        if new["id"] is not None:
            assert gate_a.send_one(gate_a.check_in(21), grantId=new["id"])["outcome"] == "admitted"

    def test_two_entries_by_two_doors_without_a_server(self, evening: Evening) -> None:  # 4.door-time.21
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        assert gate_a.send_one(gate_a.check_in(10))["conflict"] is None
        later = gate_b.send_one(gate_b.check_in(12))
        assert (later["outcome"], later["attendedAt"]) == ("already", "2026-11-20T18:40:00.000Z")
        assert later["checkedInBy"]["id"] == gate_a.user_id
        assert evening.kinds() == ["twice"]

    @pytest.mark.both_engines
    def test_a_new_entry_reopens_a_decided_conflict(self, evening: Evening) -> None:  # 4.door-time.27
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        gate_a.send_one(gate_a.check_in(10))
        gate_b.send_one(gate_b.check_in(12))
        with evening.house.database.write() as tx:
            tx.execute(update(DoorConflict).values(state="dismissed", decided_by=1, version=2))
        third = gate_b.check_in(13)
        gate_b.send_one(third)
        [conflict] = evening.conflicts()
        assert (conflict.state, conflict.version, len(conflict.log_ids)) == ("open", 3, 3)
        gate_b.send_one(third)
        assert evening.conflicts()[0].version == 3

    @pytest.mark.both_engines
    def test_what_is_none_any_more_is_gone(self, evening: Evening) -> None:  # 4.door-time.28
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        first = gate_a.check_in(10)
        gate_a.send_one(first)
        gate_b.send_one(gate_b.check_in(12))
        assert evening.kinds() == ["twice"]
        gate_a.send_one(gate_a.undo(11, first))
        assert evening.kinds() == []
        assert evening.state() == (evening.minute(12), gate_b.user_id)

    def test_a_batch_of_two_guests_finds_all_conflicts_of_both_again(self, evening: Evening) -> None:  # 4.door-time.7
        gate_a, gate_b = two_doors(evening)
        other = new_attendee(evening.staff, evening.event)
        evening.is_minute(60)
        last = gate_b.check_in(2)
        gate_a.send(gate_a.check_in(1))
        gate_b.send(last)
        gate_a.send(gate_a.check_in(1, other))
        gate_b.send(gate_b.check_in(2, other))
        gate_b.send(gate_b.undo(5, last))
        gate_a.send(gate_a.check_in(11))
        gate_b.send(gate_b.check_in(12))
        before = [conflict.log_ids for conflict in evening.conflicts()]
        assert len(before) == 3
        gate_a.send(gate_a.check_in(20, shown="already"), gate_a.check_in(20, other, shown="already"))
        assert [conflict.log_ids for conflict in evening.conflicts()] == before


class TestUndo:
    @pytest.mark.parametrize("access", ["session", "staff grant", "helper"])
    @pytest.mark.parametrize("way", WAYS)
    def test_of_another_ticket_than_its_check_in_is_failed(self, evening: Evening, access: str, way: str) -> None:
        # 6.pass.295; 7.settle.518
        gate_a = ACCESSES.get(access, Device)(evening)
        other = new_attendee(evening.staff, evening.event)
        evening.is_minute(20)
        check_ins = [gate_a.check_in(15), gate_a.check_in(16, other)]
        gate_a.send(*check_ins)
        rows = len(evening.log())
        undo = {**gate_a.undo(18, {"key": check_ins[0]["key"]}), **WAYS[way](other)}
        result = gate_a.send_one(undo)
        assert (result["outcome"], result["detail"]) == (
            "failed",
            "This undo names another ticket than the check-in that it undoes.",
        )
        assert len(evening.log()) == rows
        assert evening.state() == (evening.minute(15), gate_a.user_id)
        assert evening.state(other) == (evening.minute(16), gate_a.user_id)
        # However often, also in the batch of its check-in.
        assert gate_a.send(check_ins[0], undo)[1] == result

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("scanned", WAYS)
    def test_may_name_its_ticket_in_another_way(self, evening: Evening, scanned: str, way: str) -> None:
        # 7.settle.518
        gate_a = Device(evening)
        evening.is_minute(10)
        body = {"eventId": evening.event["id"], "idempotencyKey": KEY, **WAYS[scanned](evening.guest)}
        assert gate_a.client.post("/api/attendees/scan", json=body).status_code == 200
        evening.is_minute(20)
        undo = {**gate_a.undo(12, {"key": KEY}), **WAYS[way](evening.guest)}
        assert gate_a.send_one(undo)["outcome"] == "marked_absent"
        assert evening.state() is None

    def test_undoes_its_own_check_in(self, evening: Evening) -> None:  # 4.door-time.4
        gate_a = Device(evening)
        check_in = gate_a.check_in(10)
        undo = gate_a.undo(11, check_in)
        evening.is_minute(20)
        assert [result["outcome"] for result in gate_a.send(undo, check_in)] == ["marked_absent", "admitted"]
        assert evening.state() is None

    def test_undoes_no_later_check_in(self, evening: Evening) -> None:  # 4.door-time.4
        gate_a, gate_b = two_doors(evening)
        check_in = gate_a.check_in(10)
        evening.is_minute(20)
        gate_a.send(check_in)
        gate_b.mark(attended=False)
        evening.is_minute(21)
        gate_b.scan()
        gate_a.send(gate_a.undo(22, check_in))
        assert evening.state() == (evening.minute(21), gate_b.user_id)

    def test_may_come_before_its_check_in(self, evening: Evening) -> None:  # 4.door-time.7
        gate_a = Device(evening)
        check_in = gate_a.check_in(10)
        evening.is_minute(20)
        gate_a.send(gate_a.undo(11, check_in))
        gate_a.send(check_in)
        assert evening.state() is None

    def test_of_a_check_in_that_the_server_answered_needs_no_name(self, evening: Evening) -> None:
        gate_a = Device(evening)
        evening.is_minute(5)
        gate_a.scan(idempotencyKey=KEY)
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.undo(6, {"key": KEY}))
        assert (result["outcome"], result["attendeeId"]) == ("marked_absent", evening.guest["id"])
        assert evening.state() is None


class TestTheCall:
    def test_same_key_gets_the_original_answer(self, evening: Evening) -> None:  # 7.settle.4
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        record = gate_b.check_in(12)
        original = gate_b.send_one(record)
        assert original["outcome"] == "admitted"
        gate_a.send_one(gate_a.check_in(10))
        again = gate_b.send_one(record)
        # The conflict in the result is the present one.
        assert again == original | {"conflict": "twice"}
        assert len(evening.log()) == 2

    def test_twice_in_one_batch(self, evening: Evening) -> None:  # 7.settle.4
        gate_a = Device(evening)
        record = gate_a.check_in(10)
        evening.is_minute(20)
        one, other = gate_a.send(record, record)
        assert one == other
        assert len(evening.log()) == 1

    def test_a_key_of_another_ticket_or_person_fails_alone(self, evening: Evening) -> None:  # 7.settle.5
        gate_a, gate_b = two_doors(evening)
        other = new_attendee(evening.staff, evening.event)
        record = gate_a.check_in(10)
        evening.is_minute(20)
        gate_a.send(record)
        wrong = gate_a.check_in(10, other, key=record["key"])
        assert [r["outcome"] for r in gate_a.send(wrong, gate_a.check_in(11, other))] == ["failed", "admitted"]
        assert gate_b.send_one(record)["outcome"] == "failed"

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        "fields",
        [
            {"qrHash": "short"},
            {"at": "noon"},
            {"qrHash": None},
            {"attendeeId": 1},
            {"kind": "wave"},
            {"shown": "green"},
            {"clockOffset": 2**70},
            {"listedHash": "x"},
        ],
    )
    def test_a_record_that_nobody_understands_fails_alone(self, evening: Evening, fields: Json) -> None:  # 7.settle.5
        gate_a = Device(evening)
        evening.is_minute(20)
        bad = {name: value for name, value in (gate_a.check_in(9) | fields).items() if value is not None}
        results = gate_a.send(bad, gate_a.check_in(10))
        assert [result["outcome"] for result in results] == ["failed", "admitted"]
        assert results[0]["detail"]

    @pytest.mark.either_engine
    def test_no_more_than_200_and_no_fewer_than_one(self, evening: Evening) -> None:  # 7.settle.1
        gate_a = Device(evening)
        problem(gate_a.post(), 400, "validation_failed")
        problem(gate_a.post(*[gate_a.check_in(0) for _ in range(201)]), 400, "validation_failed")
        assert len(gate_a.send(*[gate_a.check_in(0) for _ in range(200)])) == 200

    def test_a_batch_is_applied_in_chunks_oldest_first(self, evening: Evening) -> None:  # 7.settle.11
        gate_a = Device(evening)
        evening.is_minute(20)
        items = [gate_a.check_in(minutes / 10) for minutes in range(120, 0, -1)]
        request = DoorRecords.model_validate({"scannedBy": gate_a.user_id, "sentAt": 0, "items": items})
        parts = SyncRequest(request, DoorCredentials(None), clock.now()).chunks(100)
        assert [len(part) for part in parts] == [100, 20]
        assert [made.place for part in parts for made in part] == [*range(119, -1, -1)]

    @pytest.mark.both_engines
    def test_nobody_decided_at_the_door(self, evening: Evening) -> None:  # 7.settle.6
        gate_a, gate_b = two_doors(evening)
        other = new_attendee(evening.staff, evening.event)
        evening.is_minute(15)
        gate_b.scan()
        evening.is_minute(20)
        results = gate_a.send(
            gate_a.check_in(10, shown=None), gate_a.check_in(11, other, shown="undecided"), eventId=None
        )
        assert [result["outcome"] for result in results] == ["already", "admitted"]
        assert evening.conflicts() == []
        assert evening.state() == (evening.minute(15), gate_b.user_id)
        assert evening.state(other) == (evening.minute(11), gate_a.user_id)

    @pytest.mark.parametrize("made", [3, 10, 20])
    def test_an_undecided_record_is_no_second_entry_of_a_visit_that_is_over(
        self, evening: Evening, made: int
    ) -> None:  # 7.settle.6
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(5)
        gate_b.scan()
        evening.is_minute(20)
        gate_b.mark(attended=False)
        evening.is_minute(30)
        result = gate_a.send_one(gate_a.check_in(made, shown="undecided"))
        assert (result["outcome"], result["attendedAt"]) == ("already", clock.to_wire(evening.minute(5)))
        assert (evening.outcomes()[-1], evening.conflicts(), evening.state()) == ("repeat", [], None)
        # After it, nobody was in.
        assert gate_a.send_one(gate_a.check_in(25, shown="undecided"))["outcome"] == "admitted"
        assert evening.state() == (evening.minute(25), gate_a.user_id)

    def test_undecided_records_of_one_guest_do_not_read_the_log_again_each(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 7.settle.6
        gate_a = Device(evening)
        evening.is_minute(20)
        reads: list[int] = []

        def counted(entries: Iterable[LogRow], *, counts_each: bool) -> Presence:
            reads.append(1)
            return fold_log(entries, counts_each=counts_each)

        monkeypatch.setattr(presences, "fold_log", counted)
        gate_a.send(*(gate_a.check_in(10, shown="undecided") for _ in range(100)))
        assert sorted(set(evening.outcomes())) == ["admitted", "repeat"]
        assert 0 < len(reads) <= 4

    def test_a_guest_by_id_and_a_text_that_is_no_ticket(self, evening: Evening) -> None:  # 7.settle.2
        gate_a = Device(evening)
        listed = gate_a.check_in(10)["qrHash"]
        evening.is_minute(20)
        by_id = {"qrHash": None, "attendeeId": evening.guest["id"]}
        foreign = gate_a.check_in(12, qrHash=None, qrData="https://example.org/" + "x" * 600, shown="invalid")
        results = gate_a.send(gate_a.check_in(10, **by_id), foreign)
        assert [result["outcome"] for result in results] == ["admitted", "invalid"]
        assert len(evening.log()[1].qr_data or "") == 100
        assert listed

    def test_an_id_that_is_another_guests_by_now(self, evening: Evening) -> None:  # 4.door-time.9
        gate_a = Device(evening)
        evening.is_minute(20)
        by_id = {"qrHash": None, "attendeeId": evening.guest["id"], "listedHash": "A" * 22}
        result = gate_a.send_one(gate_a.check_in(10, **by_id))
        assert (result["outcome"], result["conflict"]) == ("unknown", "cancelled")
        assert evening.state() is None

    @pytest.mark.either_engine
    def test_not_of_another_persons_name(self, evening: Evening) -> None:  # 7.settle.3
        gate_a, gate_b = two_doors(evening)
        problem(gate_a.post(gate_a.check_in(0), scannedBy=gate_b.user_id), 403, "not_you")
        problem(gate_a.without_session().post(gate_a.check_in(0)), 401, "not_signed_in")


class TestByGrant:
    def test_uploads_without_a_session_and_gets_nothing_private(self, evening: Evening) -> None:
        # 7.settle.3, 10
        gate_a = Device(evening, has_grant=True).without_session()
        other = new_attendee(evening.staff, new_event(evening.staff, name="Winter Ball"))
        evening.is_minute(20)
        by_id: dict[str, Any] = {"qrHash": None, "attendeeId": other["id"]}
        answer = gate_a.post(gate_a.check_in(10), gate_a.check_in(11, other), gate_a.check_in(12, **by_id))
        outcomes = [(result["outcome"], result["attendeeId"]) for result in json_of(answer)["items"]]
        assert outcomes == [("admitted", evening.guest["id"]), ("unknown", None), ("unknown", None)]
        for private in ("Winter Ball", evening.guest["phone"], evening.guest["qrCodeData"]):
            assert private not in answer.text

    def test_only_for_its_own_event(self, evening: Evening) -> None:  # 7.settle.3
        gate_a = Device(evening, has_grant=True).without_session()
        problem(gate_a.post(gate_a.check_in(0), eventId=None), 401, "not_signed_in")
        problem(gate_a.post(gate_a.check_in(0), eventId=new_event(evening.staff)["id"]), 401, "not_signed_in")

    def test_notes_what_the_device_says(self, evening: Evening) -> None:  # 7.settle.8
        gate_a = Device(evening, has_grant=True).without_session()
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(10), pending=7, lastSequence=8)
        with evening.house.database.read() as tx:
            grant = tx.get_one(DoorAccess, (gate_a.grant or {})["id"])
        assert (grant.last_contact_at, grant.waiting, grant.announced_sequence) == (evening.minute(20), 7, 8)

    def test_cannot_announce_numbers_far_ahead(self, evening: Evening) -> None:  # 7.settle.8
        gate_a = Device(evening, has_grant=True).without_session()
        gate_a.send(gate_a.check_in(0), lastSequence=2**62)
        with evening.house.database.read() as tx:
            assert tx.get_one(DoorAccess, (gate_a.grant or {})["id"]).announced_sequence == 10_001

    def test_after_sixteen_hours_what_it_makes_is_not_counted(self, evening: Evening) -> None:  # 7.settle.9
        gate_a = Device(evening, has_grant=True).without_session()
        evening.is_minute(20 * 60)
        results = gate_a.send(gate_a.check_in(16 * 60 + 1), gate_a.check_in(16 * 60))
        assert [result["outcome"] for result in results] == ["not_counted", "admitted"]

    def test_delivers_for_thirty_days_and_no_longer(self, evening: Evening) -> None:  # 7.settle.3
        early, late = (Device(evening, has_grant=True).without_session() for _ in range(2))
        days = 24 * 60
        evening.is_minute(29 * days)
        assert early.send_one(early.check_in(10))["outcome"] == "admitted"
        evening.is_minute(31 * days)
        problem(late.post(late.check_in(10)), 401, "not_signed_in")


@pytest.mark.either_engine  # the arithmetic of clocks
class TestDoorTime:
    def test_is_never_after_it_was_received(self, evening: Evening) -> None:  # 4.door-time.8
        gate_a = Device(evening)
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(100))
        assert evening.state() == (evening.minute(20), gate_a.user_id)
        assert evening.log()[0].clock_error == 80 * 60_000

    @pytest.mark.parametrize("minutes", [100, -100])
    def test_keeps_the_order_of_records_beyond_a_bound(self, evening: Evening, minutes: int) -> None:
        # 4.door-time.31
        evening.is_minute(10)
        gate_a = Device(evening, has_grant=True).without_session()
        evening.is_minute(20)
        first = gate_a.check_in(minutes)
        undo, again = gate_a.undo(minutes + 1, first), gate_a.check_in(minutes + 2, shown="undecided", certainty="none")
        outcomes = [result["outcome"] for result in gate_a.send(first, undo, again)]
        assert outcomes == ["admitted", "marked_absent", "admitted"]
        nearest = evening.minute(20 if minutes > 0 else 10)
        off = timedelta(milliseconds=0 if minutes > 0 else 2)
        assert evening.state() == (nearest + off, gate_a.user_id)
        assert [row.scanned_at for row in evening.log()] == [
            nearest + off - timedelta(milliseconds=before) for before in (2, 1, 0)
        ]

    def test_is_never_before_the_grant(self, evening: Evening) -> None:  # 4.door-time.8
        evening.is_minute(10)
        gate_a = Device(evening, has_grant=True).without_session()
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(5))
        assert evening.state() == (evening.minute(10), gate_a.user_id)

    def test_is_not_before_the_last_contact_unless_announced_then(self, evening: Evening) -> None:  # 4.door-time.8
        gate_a = Device(evening, has_grant=True).without_session()
        guests = [evening.guest, *(new_attendee(evening.staff, evening.event) for _ in range(2))]
        first, told, untold = (gate_a.check_in(5, guest) for guest in guests)
        evening.is_minute(20)
        gate_a.send(first, pending=1, lastSequence=2)
        evening.is_minute(30)
        gate_a.send(told, untold)
        states = [evening.state(guest) for guest in guests]
        assert states == [(evening.minute(minutes), gate_a.user_id) for minutes in (5, 5, 20)]

    def test_keeps_the_order_of_records_before_the_last_contact(self, evening: Evening) -> None:
        # 4.door-time.8, 4.door-time.31
        gate_a = Device(evening, has_grant=True).without_session()
        guests = [new_attendee(evening.staff, evening.event) for _ in range(3)]
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(15), lastSequence=1)
        evening.is_minute(30)
        gate_a.send(*(gate_a.check_in(minutes, guest) for minutes, guest in zip((5, 6, 7), guests, strict=True)))
        _, *rows = evening.log()
        times = [row.scanned_at - evening.minute(20) for row in rows]
        assert times == [timedelta(milliseconds=after) for after in (0, 1, 2)]

    def test_without_an_offset_the_way_counts_as_no_time(self, evening: Evening) -> None:  # 4.door-time.8
        gate_a = Device(evening)
        record = gate_a.check_in(10, clockOffset=None)
        # The device's clock is a day behind.
        day = int(timedelta(days=1).total_seconds() * 1000)
        record["at"] -= day
        evening.is_minute(20)
        sent_at = int(evening.minute(20).timestamp() * 1000) - day
        gate_a.send_one(record, sentAt=sent_at)
        assert evening.state() == (evening.minute(10), gate_a.user_id)
        assert evening.log()[0].clock_error is None

    def test_two_clocks_that_disagree_are_noted(self, evening: Evening) -> None:  # 4.door-time.8
        gate_a = Device(evening)
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(10), sentAt=int(evening.minute(17).timestamp() * 1000))
        assert evening.state() == (evening.minute(10), gate_a.user_id)
        assert evening.log()[0].clock_error == 3 * 60_000


class TestBaselines:
    @pytest.mark.both_engines
    def test_who_came_in_before_there_was_a_log(self, evening: Evening) -> None:  # 4.door-time.10
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(15)
        gate_b.scan()
        _forget_the_log(evening)
        evening.is_minute(20)
        assert gate_a.send_one(gate_a.check_in(10))["conflict"] == "twice"
        assert evening.state() == (evening.minute(10), gate_a.user_id)
        assert evening.outcomes() == ["admitted", "baseline", "let_in_offline"]
        gate_b.send_one(gate_b.check_in(18))
        assert evening.outcomes()[3:] == ["let_in_offline"]
        assert evening.state() == (evening.minute(10), gate_a.user_id)

    def test_an_imported_guest_needs_none(self, evening: Evening) -> None:  # 4.door-time.2; 3.scan-log.5
        gate_a = Device(evening)
        text = f"{OUR_HEADER}\nAda,1,,,,,yes,2026-11-20T18:45:00.000Z\n"
        answer = evening.house.signed_in(SAM).post(
            "/api/attendees/import",
            files={"file": ("guests.csv", text.encode())},
            data={"eventId": str(evening.event["id"])},
        )
        assert json_of(answer)["imported"] == 1, answer.text
        listed = gate_a.client.get("/api/attendees", params={"eventId": evening.event["id"], "attended": True})
        [ada] = listed.json()
        evening.is_minute(20)
        result = gate_a.send_one(gate_a.check_in(10, ada))
        assert (result["outcome"], result["conflict"]) == ("admitted", "twice")
        assert evening.outcomes() == ["imported", "let_in_offline"]
        assert evening.state(ada) == (evening.minute(10), gate_a.user_id)

    @pytest.mark.both_engines
    def test_where_the_log_says_in_and_the_guest_is_out(self, evening: Evening) -> None:  # 4.door-time.10
        gate_a = Device(evening)
        evening.is_minute(5)
        gate_a.scan()
        with evening.house.database.write() as tx:
            tx.execute(update(Attendee).values(attended=False, attended_at=None, scanned_by=None))
        evening.is_minute(20)
        gate_a.send_one(gate_a.check_in(10))
        assert evening.outcomes() == ["admitted", "baseline", "let_in_offline"]
        assert evening.state() is None

    @pytest.mark.both_engines
    def test_where_the_log_says_another_time(self, evening: Evening) -> None:  # 4.door-time.10
        gate_a = Device(evening)
        evening.is_minute(5)
        gate_a.scan()
        with evening.house.database.write() as tx:
            tx.execute(update(Attendee).values(attended_at=evening.minute(7)))
        evening.is_minute(20)
        gate_a.send_one(gate_a.check_in(10))
        assert evening.outcomes() == ["admitted", "baseline", "baseline", "let_in_offline"]
        assert evening.state() == (evening.minute(7), gate_a.user_id)


class TestAfterARestoredFile:
    """A JSON file may have given the ids of the log to other guests."""

    @pytest.mark.both_engines
    def test_the_hash_finds_the_ticket_and_no_row_of_before_counts(self, evening: Evening) -> None:
        # 4.door-time.9, 10
        gate_a = Device(evening)
        evening.is_minute(5)
        gate_a.scan(idempotencyKey=KEY)
        record, undo = gate_a.check_in(6), gate_a.undo(7, {"key": KEY})
        _forget_the_log(evening)
        new = f"DL1.{evening.event['id']}.{'7' * 26}"
        with evening.house.database.write() as tx:
            # Another guest, who is in as the file says.
            guest = {"qr_code_data": new, "qr_hash": qr_hash(new), "attended_at": evening.minute(2)}
            tx.execute(update(Attendee).values(**guest))
        evening.is_minute(20)
        assert [(r["outcome"], r["conflict"]) for r in gate_a.send(record, undo)] == [
            ("unknown", "cancelled"),
            ("unknown", None),
        ]
        assert evening.state() == (evening.minute(2), gate_a.user_id)
        assert gate_a.send_one(gate_a.check_in(10, {"qrCodeData": new}))["outcome"] == "already"
        assert evening.outcomes()[-2:] == ["baseline", "let_in_offline"]
        [_, twice] = evening.conflicts()
        assert (twice.kind, len(twice.log_ids)) == ("twice", 2)

    def test_a_conflict_of_before_stays(self, evening: Evening) -> None:  # 4.conflict.8
        gate_a, gate_b = two_doors(evening)
        evening.is_minute(20)
        gate_a.send(gate_a.check_in(10))
        gate_b.send(gate_b.check_in(11))
        _forget_the_log(evening)
        gate_a.send(gate_a.check_in(12))
        assert [len(conflict.log_ids) for conflict in evening.conflicts()] == [2, 2]

    def test_the_key_of_before_gets_its_answer(self, evening: Evening) -> None:  # 4.door-time.3
        gate_a = Device(evening)
        evening.is_minute(20)
        record = gate_a.check_in(10)
        original = gate_a.send_one(record)
        _forget_the_log(evening)
        again = gate_a.send_one(record)
        assert (again["outcome"], again["attendedAt"]) == (original["outcome"], original["attendedAt"])
        assert len(evening.log()) == 1


def _forget_the_log(evening: Evening) -> None:
    """Begin an epoch as a restore of a JSON file does: the rows of the log are of an earlier one."""
    with evening.house.database.write() as tx:
        tx.execute(update(DataGeneration).values(log_from=select(func.max(ScanLogEntry.id)).scalar_subquery()))
