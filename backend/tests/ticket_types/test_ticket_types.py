"""The ticket types of an event, over HTTP, on both engines."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from doorlist.attendees.bulk_update import update_many
from doorlist.attendees.models import Import
from doorlist.attendees.schemas import AttendeeChanges, ManyChanges
from doorlist.attendees.service import update_attendee
from doorlist.audit.models import AuditEntry
from doorlist.core import clock
from doorlist.core.errors import InvalidInput, Problem
from doorlist.ticket_types import service
from doorlist.ticket_types.schemas import TicketTypeIn
from tests.cast import NORA
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type, olive_of, ref, wrong_fields


def audited(house: House) -> list[tuple[Any, ...]]:
    """The entries of the history about types, the oldest first."""
    with house.database.read() as tx:
        found = select(AuditEntry).where(AuditEntry.action.like("event.type%")).order_by(AuditEntry.id)
        return [(entry.action, entry.subject_id, entry.before, entry.after) for entry in tx.scalars(found)]


def outcomes(calls: Sequence[Callable[[], object]]) -> list[str]:
    """The outcomes of the calls when none begins before all are ready."""
    together = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> str:
        together.wait(30)
        try:
            call()
        except Problem as refusal:
            return type(refusal).__name__
        return "done"

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


class TestTicketTypes:
    @pytest.mark.either_engine
    def test_needs_somebody_signed_in_with_a_password_of_their_own(self, house: House) -> None:
        path = f"/api/events/{new_event(house.signed_in())['id']}/ticket-types"
        problem(house.stranger().get(path), 401, "not_signed_in")
        problem(house.signed_in(NORA).get(path), 403, "password_change_required")

    def test_an_event_lists_its_types_in_the_order_of_their_creation(self, house: House) -> None:
        # 3.ticket-type.1, 2, 3; 7.call.870, 7.call.871
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        vip = new_type(olive, event, " VIP ", color="gold", priceCents=9000, announce=True)
        plain = new_type(olive, event, "Standard")
        new_type(olive, other, "vip")
        assert vip == {
            "id": vip["id"],
            "eventId": event["id"],
            "name": "VIP",
            "color": "gold",
            "priceCents": 9000,
            "announce": True,
        }
        assert (plain["color"], plain["priceCents"], plain["announce"]) == ("slate", None, False)
        assert olive.get(f"/api/events/{event['id']}/ticket-types").json() == [vip, plain]
        problem(olive.get("/api/events/999/ticket-types"), 404, "event_not_found")
        problem(olive.post("/api/events/999/ticket-types", json={"name": "x"}), 404, "event_not_found")

    @pytest.mark.both_engines
    def test_a_name_is_used_once_in_an_event_ignoring_case(self, house: House) -> None:  # 3.ticket-type.2; 10.code.871
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event, "VIP Ü"), new_type(olive, event, "Standard")
        path = f"/api/events/{event['id']}/ticket-types"
        problem(olive.post(path, json={"name": "vip  ü"}), 409, "type_name_taken")
        problem(olive.put(f"/api/ticket-types/{plain['id']}", json={"name": "Vip ü"}), 409, "type_name_taken")
        answer = olive.put(f"/api/ticket-types/{vip['id']}", json={"name": "Vip Ü"})
        assert (answer.status_code, answer.json()["name"]) == (200, "Vip Ü")

    def test_those_who_take_a_name_at_once_make_one_type(self, house: House) -> None:  # 3.ticket-type.2
        event = new_event(house.signed_in())
        create = partial(service.create_type, event_id=event["id"], new=TicketTypeIn(name="VIP"), user=olive_of(house))
        assert sorted(outcomes([partial(house.database.commit, create)] * 4)) == ["TypeNameTaken"] * 3 + ["done"]

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "name"),
            ({"name": " "}, "name"),
            ({"name": "x" * 41}, "name"),
            ({"name": "a\u0007"}, "name"),
            ({"name": "x", "color": "pink"}, "color"),
            ({"name": "x", "priceCents": -1}, "priceCents"),
            ({"name": "x", "announce": "yes"}, "announce"),
        ],
    )
    def test_what_is_wrong_is_named(self, house: House, body: Json, field: str) -> None:  # 5.ticket-type.1, 2
        olive = house.signed_in()
        path = f"/api/events/{new_event(olive)['id']}/ticket-types"
        assert wrong_fields(olive.post(path, json=body)) == {field}

    def test_an_event_has_twenty_types_at_most(self, house: House) -> None:  # 5.ticket-type.1; 10.code.872
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(20):
            new_type(olive, event, f"Type {number}")
        problem(olive.post(f"/api/events/{event['id']}/ticket-types", json={"name": "One more"}), 409, "too_many_types")

    def test_those_who_add_types_at_once_add_twenty_at_most(self, house: House) -> None:  # 5.ticket-type.4
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(18):
            new_type(olive, event, f"Type {number}")
        creates = [
            partial(service.create_type, event_id=event["id"], new=TicketTypeIn(name=name), user=olive_of(house))
            for name in "abcdef"
        ]
        assert (
            sorted(outcomes([partial(house.database.commit, create) for create in creates]))
            == ["TooManyTypes"] * 4 + ["done"] * 2
        )

    @pytest.mark.both_engines
    def test_an_edit_changes_what_it_names_and_leaves_an_entry(self, house: House) -> None:
        # 7.call.872; 3.ticket-type.7
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event, priceCents=9000)
        path = f"/api/ticket-types/{vip['id']}"
        assert json_of(olive.put(path, json={"priceCents": None, "announce": True})) == {
            **vip,
            "priceCents": None,
            "announce": True,
        }
        assert json_of(olive.put(path, json={}))["announce"] is True
        assert wrong_fields(olive.put(path, json={"name": None})) == {"name"}
        problem(olive.put("/api/ticket-types/999", json={}), 404, "ticket_type_not_found")  # 10.code.870
        created, updated = audited(house)
        content = {"ticketType": "VIP", "color": "slate", "priceCents": 9000, "announce": False}
        assert created == ("event.type_created", event["id"], None, content)
        before = {"ticketType": "VIP", "priceCents": 9000, "announce": False}
        assert updated == ("event.type_updated", event["id"], before, {"priceCents": None, "announce": True})


class TestDeletion:
    def test_a_type_that_nobody_has_goes(self, house: House) -> None:  # 7.call.873
        olive = house.signed_in()
        event = new_event(olive)
        path = f"/api/ticket-types/{new_type(olive, event)['id']}"
        assert olive.delete(path).status_code == 204
        problem(olive.delete(path), 404, "ticket_type_not_found")
        assert olive.get(f"/api/events/{event['id']}/ticket-types").json() == []

    @pytest.mark.both_engines
    def test_a_type_in_use_needs_to_be_told_where_its_guests_go(self, house: House) -> None:
        # 7.ticket-type.1, 2; 10.code.873
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event), new_type(olive, event, "Standard")
        ada = new_attendee(olive, event, ticketTypeId=vip["id"])
        bo = new_attendee(olive, event, fullName="Bo", ticketTypeId=plain["id"])
        path = f"/api/ticket-types/{vip['id']}"
        assert problem(olive.delete(path), 409, "type_in_use")["attendees"] == 1
        other = new_type(olive, new_event(olive))
        for target in ("x", "0", "999", str(vip["id"]), str(other["id"])):
            assert wrong_fields(olive.delete(path, params={"moveTo": target})) == {"moveTo"}
        assert olive.delete(path, params={"moveTo": plain["id"]}).status_code == 204
        moved = json_of(olive.get(f"/api/attendees/{ada['id']}"))
        assert (moved["ticketType"], moved["version"]) == (ref(plain), 2)
        entry = audited(house)[-1]
        assert (entry[0], entry[3]) == ("event.type_deleted", {"moved": 1, "movedTo": "Standard"})

        assert olive.delete(f"/api/ticket-types/{plain['id']}", params={"moveTo": "none"}).status_code == 204
        left = [json_of(olive.get(f"/api/attendees/{one['id']}")) for one in (ada, bo)]
        assert [one["ticketType"] for one in left] == [None, None]
        told = json_of(olive.get(f"/api/attendees/{ada['id']}/history"))["items"]
        assert [item["entry"]["action"] for item in told][:2] == ["event.type_deleted"] * 2

    def test_who_gets_a_type_while_it_goes_is_refused_or_loses_it(self, house: House) -> None:  # 7.ticket-type.3
        client, olive = house.signed_in(), olive_of(house)
        event = new_event(client)
        for _ in range(5):
            type_id, attendee_id = new_type(client, event)["id"], new_attendee(client, event)["id"]
            many = ManyChanges(ids=[attendee_id], expected=1, ticket_type_id=type_id)
            edit = partial(
                update_attendee,
                attendee_id=attendee_id,
                changes=AttendeeChanges(ticket_type_id=type_id),
                caller=olive,
            )
            calls: list[Callable[[], object]] = [
                partial(service.delete_type, house.database, type_id, olive, move_to="none"),
                partial(house.database.commit, partial(update_many, changes=many, caller=olive)),
                partial(house.database.commit, edit),
            ]
            deleted, *others = outcomes(calls)
            assert deleted == "done"
            assert set(others) <= {"done", "InvalidInput"}
            assert json_of(client.get(f"/api/attendees/{attendee_id}"))["ticketType"] is None

    def test_guests_of_a_type_that_very_many_have_move_in_slices(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 7.ticket-type.5
        monkeypatch.setattr(service, "MAX_MOVED_WITH_DELETION", 5)
        monkeypatch.setattr(service, "MOVE_SLICE", 3)
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event), new_type(olive, event, "Standard")
        party = new_attendee(olive, event, quantity=12, ticketTypeId=vip["id"])["attendees"]
        path = f"/api/ticket-types/{vip['id']}"
        assert problem(olive.delete(path), 409, "type_in_use")["attendees"] == 12
        remaining: list[int] = []

        def let_the_last_in(_: object) -> None:
            if not remaining:
                remaining.append(0)
                remaining[0] = len(olive.get("/api/attendees", params={"ticketTypeId": vip["id"]}).json())
                assert olive.post("/api/attendees/scan", json={"qrData": party[11]["qrCodeData"]}).status_code == 200

        house.database.after_commit(let_the_last_in)
        service.delete_type(house.database, vip["id"], olive_of(house), move_to=str(plain["id"]))
        assert remaining == [9]
        rows = olive.get("/api/attendees", params={"ticketTypeId": plain["id"]}).json()
        assert [(row["version"], row["attended"]) for row in rows] == [(2, True), *[(2, False)] * 11]
        problem(olive.delete(path), 404, "ticket_type_not_found")
        entry = audited(house)[-1]
        assert (entry[0], entry[3]) == ("event.type_deleted", {"moved": 12, "movedTo": "Standard"})
        entries = [
            json_of(olive.get(f"/api/attendees/{guest['id']}/history"))["items"][0]["entry"] for guest in party[:10]
        ]
        assert [one["action"] for one in entries] == ["attendee.updated_many"] * 9 + ["event.type_deleted"]
        assert (entries[0]["before"], entries[0]["after"]["ticketType"]) == ({"ticketType": "VIP"}, "Standard")

    @pytest.mark.both_engines
    def test_a_slice_stays_moved_where_the_rest_is_refused(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 7.ticket-type.5
        monkeypatch.setattr(service, "MAX_MOVED_WITH_DELETION", 1)
        monkeypatch.setattr(service, "MOVE_SLICE", 2)
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event), new_type(olive, event, "Standard")
        new_attendee(olive, event, quantity=4, ticketTypeId=vip["id"])
        gone: list[int] = []

        def delete_the_other(_: object) -> None:
            if not gone:
                gone.append(plain["id"])
                olive.delete(f"/api/ticket-types/{plain['id']}", params={"moveTo": "none"})

        house.database.after_commit(delete_the_other)
        with pytest.raises(InvalidInput):
            service.delete_type(house.database, vip["id"], olive_of(house), move_to=str(plain["id"]))
        types = [row["ticketType"] and row["ticketType"]["name"] for row in olive.get("/api/attendees").json()]
        assert types == ["VIP", "VIP", None, None]

    @pytest.mark.both_engines
    def test_waits_for_an_import_into_its_event(self, house: House) -> None:  # 7.ticket-type.4; 10.code.33
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        path = f"/api/ticket-types/{new_type(olive, event)['id']}"
        facts = {"state": "undone", "file_name": "a.csv", "total": 1, "added": 1, "imported": 1}
        with house.database.write() as tx:
            values = {**facts, "is_settled": False, "errors": 0, "duplicates": 0, "created_at": clock.now()}
            import_id = tx.scalars(insert(Import).values(**values).returning(Import.id)).one()
        for event_id in (None, event["id"]):
            with house.database.write() as tx:
                tx.execute(update(Import).where(Import.id == import_id).values(event_id=event_id))
            problem(olive.delete(path), 409, "import_running")
            problem(olive.delete(path, params={"moveTo": "none"}), 409, "import_running")
        with house.database.write() as tx:
            tx.execute(update(Import).where(Import.id == import_id).values(event_id=other["id"]))
        assert olive.delete(path).status_code == 204

    def test_with_its_event_a_type_goes_too(self, house: House) -> None:  # 3.ticket-type.1
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event)
        new_attendee(olive, event, ticketTypeId=vip["id"])
        assert olive.delete(f"/api/events/{event['id']}").status_code == 204
        problem(olive.put(f"/api/ticket-types/{vip['id']}", json={}), 404, "ticket_type_not_found")


@pytest.mark.both_engines
def test_a_duplicate_of_an_event_has_its_types(house: House) -> None:  # 3.ticket-type.6
    olive = house.signed_in()
    event = new_event(olive)
    new_type(olive, event, color="gold", priceCents=9000, announce=True)
    new_type(olive, event, "Standard")
    key = "0d9c1f5e-7a3b-4d2c-8e6f-1a0b9c8d7e6f"
    copy = new_event(olive, name="Next Gala", duplicateOf=event["id"], idempotencyKey=key)
    assert new_event(olive, name="Next Gala", duplicateOf=event["id"], idempotencyKey=key) == copy
    types, copied = (olive.get(f"/api/events/{one['id']}/ticket-types").json() for one in (event, copy))
    kept = ("name", "color", "priceCents", "announce")
    assert [[one[field] for field in kept] for one in copied] == [[one[field] for field in kept] for one in types]
    assert {one["id"] for one in copied}.isdisjoint(one["id"] for one in types)
    answer = olive.post("/api/events", json={"name": "x", "date": "2026-11-20", "duplicateOf": 999})
    assert wrong_fields(answer) == {"duplicateOf"}
