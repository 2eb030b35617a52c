"""The check-in lists of an event, over HTTP, on both engines."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

from doorlist.audit.models import AuditEntry
from doorlist.check_in_lists import service
from doorlist.check_in_lists.models import CheckInList, ListPresence
from doorlist.check_in_lists.schemas import CheckInListIn
from doorlist.door.models import ScanLogEntry
from tests.cast import NORA, SAM
from tests.check_in_lists.lists import check_ins, lists_of, new_list
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.test_ticket_types import outcomes
from tests.ticket_types.types import new_type, olive_of, wrong_fields


def audited(house: House) -> list[tuple[Any, ...]]:
    """The entries of the history about lists, the oldest first."""
    with house.database.read() as tx:
        found = select(AuditEntry).where(AuditEntry.action.like("event.list%")).order_by(AuditEntry.id)
        return [(entry.action, entry.subject_id, entry.before, entry.after) for entry in tx.scalars(found)]


def count(house: House, model: type[CheckInList | ListPresence | ScanLogEntry]) -> int:
    with house.database.read() as tx:
        return tx.scalar(select(func.count()).select_from(model)) or 0


class TestCheckInLists:
    @pytest.mark.either_engine
    def test_needs_somebody_signed_in_with_a_password_of_their_own(
        self, house: House
    ) -> None:  # 7.call.910, 7.call.911, 7.call.912, 7.call.913
        olive = house.signed_in()
        event = new_event(olive)
        made = new_list(olive, event)
        path, one = f"/api/events/{event['id']}/check-in-lists", f"/api/check-in-lists/{made['id']}"
        for client, status, code in (
            (house.stranger(), 401, "not_signed_in"),
            (house.signed_in(NORA), 403, "password_change_required"),
        ):
            problem(client.get(path), status, code)
            problem(client.post(path, json={"name": "x"}), status, code)
            problem(client.put(one, json={"name": "x"}), status, code)
            problem(client.delete(one), status, code)
        assert lists_of(house.signed_in(SAM), event) == [made]
        assert house.signed_in(SAM).put(one, json={"name": "Supper"}).status_code == 200

    def test_an_event_lists_them_in_the_order_of_their_creation(self, house: House) -> None:
        # 3.check-in-list.900, 3.check-in-list.901; 7.call.910, 7.call.911
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        vip = new_type(olive, event)
        backstage = new_list(
            olive,
            event,
            " Backstage ",
            rule="reentry",
            ticketTypeIds=[vip["id"], vip["id"]],
            capacity=40,
            needsEntrance=True,
        )
        dinner = new_list(olive, event)
        new_list(olive, other, "backstage")
        assert backstage == {
            "id": backstage["id"],
            "eventId": event["id"],
            "name": "Backstage",
            "rule": "reentry",
            "ticketTypeIds": [vip["id"]],
            "capacity": 40,
            "needsEntrance": True,
        }
        plain = {"rule": "once", "ticketTypeIds": None, "capacity": None, "needsEntrance": False}
        assert {name: dinner[name] for name in plain} == plain
        assert lists_of(olive, event) == [backstage, dinner]
        problem(olive.get("/api/events/999/check-in-lists"), 404, "event_not_found")
        problem(olive.post("/api/events/999/check-in-lists", json={"name": "x"}), 404, "event_not_found")

    @pytest.mark.both_engines
    def test_a_name_is_used_once_in_an_event_ignoring_case(self, house: House) -> None:
        # 3.check-in-list.901; 10.code.901
        olive = house.signed_in()
        event = new_event(olive)
        dinner, other = new_list(olive, event, "Dîner Ü"), new_list(olive, event, "Bar")
        path = f"/api/events/{event['id']}/check-in-lists"
        problem(olive.post(path, json={"name": "dîner  ü"}), 409, "list_name_taken")
        problem(olive.post(path, json={"name": "ENTRANCE"}), 409, "list_name_taken")
        problem(olive.put(f"/api/check-in-lists/{other['id']}", json={"name": "DÎNER Ü"}), 409, "list_name_taken")
        problem(olive.put(f"/api/check-in-lists/{other['id']}", json={"name": "entrance"}), 409, "list_name_taken")
        answer = olive.put(f"/api/check-in-lists/{dinner['id']}", json={"name": "dîner ü"})
        assert (answer.status_code, answer.json()["name"]) == (200, "dîner ü")
        assert olive.delete(f"/api/check-in-lists/{dinner['id']}").status_code == 204
        assert new_list(olive, event, "Dîner Ü")["id"] != dinner["id"]

    def test_those_who_take_a_name_at_once_make_one_list(self, house: House) -> None:  # 3.check-in-list.901
        event = new_event(house.signed_in())
        create = partial(service.create_list, event_id=event["id"], new=CheckInListIn(name="Bar"), user=olive_of(house))
        assert sorted(outcomes([partial(house.database.commit, create)] * 4)) == ["ListNameTaken"] * 3 + ["done"]

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "name"),
            ({"name": " "}, "name"),
            ({"name": "x" * 41}, "name"),
            ({"name": "a\u0007"}, "name"),
            ({"name": "x", "rule": "twice"}, "rule"),
            ({"name": "x", "capacity": 0}, "capacity"),
            ({"name": "x", "ticketTypeIds": []}, "ticketTypeIds"),
            ({"name": "x", "ticketTypeIds": [999]}, "ticketTypeIds"),
            ({"name": "x", "ticketTypeIds": list(range(1, 22))}, "ticketTypeIds"),
            ({"name": "x", "needsEntrance": "yes"}, "needsEntrance"),
        ],
    )
    def test_what_is_wrong_is_named(self, house: House, body: Json, field: str) -> None:
        # 5.check-in-list.900, 5.check-in-list.901
        olive = house.signed_in()
        event = new_event(olive)
        assert wrong_fields(olive.post(f"/api/events/{event['id']}/check-in-lists", json=body)) == {field}
        one = f"/api/check-in-lists/{new_list(olive, event)['id']}"
        if body:
            assert wrong_fields(olive.put(one, json=body)) == {field}

    def test_a_type_of_another_event_is_refused(self, house: House) -> None:  # 5.check-in-list.901
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        theirs = new_type(olive, other)
        body = {"name": "x", "ticketTypeIds": [theirs["id"]]}
        assert wrong_fields(olive.post(f"/api/events/{event['id']}/check-in-lists", json=body)) == {"ticketTypeIds"}
        one = f"/api/check-in-lists/{new_list(olive, event)['id']}"
        assert wrong_fields(olive.put(one, json=body)) == {"ticketTypeIds"}

    def test_an_event_has_twenty_lists_at_most(self, house: House) -> None:  # 5.check-in-list.900; 10.code.902
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(18):
            new_list(olive, event, f"List {number}")
        creates = [
            partial(service.create_list, event_id=event["id"], new=CheckInListIn(name=name), user=olive_of(house))
            for name in "abcdef"
        ]
        came = sorted(outcomes([partial(house.database.commit, create) for create in creates]))
        assert came == ["TooManyLists"] * 4 + ["done"] * 2
        path = f"/api/events/{event['id']}/check-in-lists"
        problem(olive.post(path, json={"name": "One more"}), 409, "too_many_lists")
        assert olive.delete(f"/api/check-in-lists/{lists_of(olive, event)[0]['id']}").status_code == 204
        new_list(olive, event, "One more")

    @pytest.mark.both_engines
    def test_an_edit_changes_what_it_names_and_leaves_an_entry(self, house: House) -> None:
        # 7.call.912, 7.call.913; 3.check-in-list.904; 10.code.900
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event)
        made = new_list(olive, event, capacity=40)
        path = f"/api/check-in-lists/{made['id']}"
        body = {"capacity": None, "ticketTypeIds": [vip["id"]]}
        assert json_of(olive.put(path, json=body)) == made | body
        assert json_of(olive.put(path, json={})) == made | body
        assert json_of(olive.put(path, json={"ticketTypeIds": None})) == made | {"capacity": None}
        for field in ("name", "rule", "needsEntrance"):
            assert wrong_fields(olive.put(path, json={field: None})) == {field}
        problem(olive.put("/api/check-in-lists/999", json={}), 404, "check_in_list_not_found")
        assert olive.delete(path).status_code == 204
        problem(olive.delete(path), 404, "check_in_list_not_found")
        problem(olive.put(path, json={"name": "x"}), 404, "check_in_list_not_found")
        created, updated, _, deleted = audited(house)
        content = {
            "checkInList": "Dinner",
            "rule": "once",
            "ticketTypeIds": None,
            "capacity": 40,
            "needsEntrance": False,
        }
        assert created == ("event.list_created", event["id"], None, content)
        before = {"checkInList": "Dinner", "ticketTypeIds": None, "capacity": 40}
        assert updated == ("event.list_updated", event["id"], before, body)
        assert deleted == ("event.list_deleted", event["id"], content | {"capacity": None}, None)

    @pytest.mark.both_engines
    def test_a_new_event_gets_the_lists_of_the_one_it_duplicates(self, house: House) -> None:  # 3.check-in-list.903
        olive = house.signed_in()
        event = new_event(olive)
        _, vip = new_type(olive, event, "Standard"), new_type(olive, event)
        bar = new_list(olive, event, "Bar", rule="every", ticketTypeIds=[vip["id"]], capacity=9, needsEntrance=True)
        new_list(olive, event)
        gone = new_list(olive, event, "Gone")
        assert olive.delete(f"/api/check-in-lists/{gone['id']}").status_code == 204
        copy = new_event(olive, duplicateOf=event["id"])
        copied = {each["name"]: each["id"] for each in olive.get(f"/api/events/{copy['id']}/ticket-types").json()}
        first, second = lists_of(olive, copy)
        assert first == bar | {"id": first["id"], "eventId": copy["id"], "ticketTypeIds": [copied["VIP"]]}
        assert (second["name"], second["ticketTypeIds"]) == ("Dinner", None)


class TestAListInUse:
    def scan(self, house: House, guest: Json, made: Json) -> None:
        body = {"qrData": guest["qrCodeData"], "listId": made["id"]}
        answer = house.signed_in().post("/api/attendees/scan", json=body)
        assert answer.status_code == 200, answer.text

    @pytest.mark.both_engines
    def test_keeps_its_rule(self, house: House) -> None:  # 3.check-in-list.902; 10.code.903
        olive = house.signed_in()
        event = new_event(olive)
        made = new_list(olive, event)
        path = f"/api/check-in-lists/{made['id']}"
        assert olive.put(path, json={"rule": "every"}).status_code == 200
        self.scan(house, new_attendee(olive, event), made)
        problem(olive.put(path, json={"rule": "once", "name": "Never"}), 409, "list_in_use")
        assert lists_of(olive, event) == [made | {"rule": "every"}]
        assert json_of(olive.put(path, json={"rule": "every", "name": "Bus"}))["name"] == "Bus"

    def test_keeps_its_log_when_it_is_deleted(self, house: House) -> None:  # 3.check-in-list.905
        olive = house.signed_in()
        event = new_event(olive)
        guest, made = new_attendee(olive, event), new_list(olive, event)
        self.scan(house, guest, made)
        assert olive.delete(f"/api/check-in-lists/{made['id']}").status_code == 204
        assert lists_of(olive, event) == []
        [kept] = check_ins(olive, guest)
        assert (kept["list"], kept["times"]) == ({"id": made["id"], "name": "Dinner"}, 1)
        [scan] = [
            each["scan"]
            for each in json_of(olive.get(f"/api/attendees/{guest['id']}/history"))["items"]
            if each["scan"]
        ]
        assert scan["list"] == {"id": made["id"], "name": "Dinner"}
        body = {"qrData": guest["qrCodeData"], "listId": made["id"]}
        assert wrong_fields(olive.post("/api/attendees/scan", json=body)) == {"listId"}

    @pytest.mark.both_engines
    def test_goes_with_its_event_and_a_check_in_with_its_attendee(self, house: House) -> None:  # 3.check-in-list.900
        sam = house.signed_in(SAM)
        event = new_event(sam)
        ada, bob = new_attendee(sam, event), new_attendee(sam, event)
        made = new_list(sam, event)
        self.scan(house, ada, made)
        self.scan(house, bob, made)
        assert sam.delete(f"/api/attendees/{ada['id']}").status_code == 204
        assert count(house, ListPresence) == 1
        assert sam.delete(f"/api/events/{event['id']}").status_code == 204
        assert [count(house, model) for model in (CheckInList, ListPresence, ScanLogEntry)] == [0, 0, 2]

    @pytest.mark.parametrize("move_to", ["none", "other"])
    def test_no_longer_admits_a_type_that_is_deleted(self, house: House, move_to: str) -> None:
        # 3.check-in-list.906; 5.check-in-list.901
        olive = house.signed_in()
        event = new_event(olive)
        vip, crew, plain = (new_type(olive, event, name) for name in ("VIP", "Crew", "Standard"))
        both = new_list(olive, event, "Both", ticketTypeIds=[vip["id"], crew["id"]])
        one = new_list(olive, event, "One", ticketTypeIds=[vip["id"]])
        every = new_list(olive, event, "All")
        guest = new_attendee(olive, event, ticketTypeId=vip["id"])
        self.scan(house, guest, one)
        moved = "none" if move_to == "none" else str(plain["id"])
        assert olive.delete(f"/api/ticket-types/{vip['id']}", params={"moveTo": moved}).status_code == 204
        assert lists_of(olive, event) == [both | {"ticketTypeIds": [crew["id"]]}, one | {"ticketTypeIds": []}, every]
        # A list whose only type is gone admits no ticket, rather than all.
        body = {"qrData": guest["qrCodeData"], "eventId": event["id"], "listId": both["id"]}
        problem(olive.post("/api/attendees/scan", json=body), 409, "wrong_ticket_type")
        other = new_attendee(olive, event)
        body = {"qrData": other["qrCodeData"], "eventId": event["id"], "listId": one["id"]}
        problem(olive.post("/api/attendees/scan", json=body), 409, "wrong_ticket_type")
        assert json_of(olive.put(f"/api/check-in-lists/{one['id']}", json={"name": "Only"}))["ticketTypeIds"] == []
