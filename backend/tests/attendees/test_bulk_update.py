"""A table or a payment for many attendees at once, over HTTP, on both engines."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert, select, update

from doorlist.attendees.models import Attendee, Import
from doorlist.audit.models import AuditEntry, AuditEntryAttendee
from doorlist.core import clock
from tests.cast import NORA, OLIVE, SAM
from tests.events.test_events import me, named_fields
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.ticket_types.types import new_type

CALL = "/api/attendees/update-many"
PREVIEW = f"{CALL}/preview"


def party_of(client: TestClient, event: Json, quantity: int, **fields: Any) -> list[Json]:
    return list(new_attendee(client, event, quantity=quantity, **fields)["attendees"])


def ids_of(attendees: list[Json]) -> list[int]:
    return [attendee["id"] for attendee in attendees]


def chosen_of(attendees: list[Json]) -> Json:
    return {"ids": ids_of(attendees), "expected": len(attendees)}


def listed(client: TestClient, *fields: str, **query: Any) -> list[Any]:
    rows = client.get("/api/attendees", params=query).json()[::-1]
    return [row[fields[0]] if len(fields) == 1 else tuple(row[field] for field in fields) for row in rows]


def history_of(house: House) -> list[tuple[AuditEntry, set[int]]]:
    found = []
    with house.database.read() as tx:
        for entry in tx.scalars(select(AuditEntry).where(AuditEntry.action == "attendee.updated_many")):
            named = tx.scalars(select(AuditEntryAttendee.attendee_id).where(AuditEntryAttendee.entry_id == entry.id))
            found.append((entry, set(named)))
    return found


class TestUpdateMany:
    @pytest.mark.either_engine
    def test_needs_a_signed_in_user_with_their_own_password(self, house: House) -> None:
        problem(house.stranger().post(CALL, json={}), 401, "not_signed_in")
        problem(house.signed_in(NORA).post(CALL, json={}), 403, "password_change_required")

    def test_gives_those_who_were_named_a_table(self, house: House) -> None:
        # 7.call.63; 7.update-many.1, 3; 3.history.18
        olive = house.signed_in()
        event = new_event(olive)
        party = party_of(olive, event, 4)
        chosen = ids_of(party)[:3]
        answer = olive.post(CALL, json={"ids": [*chosen, chosen[0]], "expected": 3, "tableNumber": 9})
        assert answer.status_code == 200
        assert answer.json() == {"id": 1, "updated": 3, "unchanged": 0, "amountChangeCents": 0}
        assert listed(olive, "tableNumber", "version") == [(9, 2), (9, 2), (9, 2), (7, 1)]
        changed = json_of(olive.get(f"/api/attendees/{chosen[0]}"))
        assert changed["updatedBy"] == {"id": me(olive)["id"], "fullName": OLIVE.full_name}
        stale = olive.put(f"/api/attendees/{chosen[0]}", json={"notes": "Late", "version": 1})
        problem(stale, 409, "version_conflict")
        [(entry, named)] = history_of(house)
        assert (entry.user_id, entry.event_id, named) == (me(olive)["id"], event["id"], set(chosen))
        assert entry.before == {"tableNumbers": {"7": chosen}}
        assert entry.after == {"tableNumber": 9, "updated": 3, "updateId": 1}
        olive.post(CALL, json={"ids": chosen[:1], "expected": 1, "tableNumber": None})
        assert listed(olive, "tableNumber") == [0, 9, 9, 7]

    @pytest.mark.both_engines
    def test_gives_those_whom_the_filters_match_a_payment(self, house: House) -> None:
        # 7.update-many.1, 7.update-many.5
        olive = house.signed_in()
        priced, other = new_event(olive, ticketPriceCents=4500), new_event(olive)
        party_of(olive, priced, 2, paymentStatus="unpaid")
        new_attendee(olive, priced, fullName="Bo", paymentStatus="partial", amountPaidCents=2000)
        new_attendee(olive, other, paymentStatus="unpaid")
        chosen = {"eventId": priced["id"], "paymentGroup": "owed", "search": "ada lov", "attended": False}
        answer = olive.post(CALL, json={**chosen, "expected": 2, "paymentStatus": " Paid "})
        assert (answer.status_code, answer.json()["updated"]) == (200, 2)
        assert listed(olive, "paymentStatus", "paymentGroup", "amountPaidCents", "owedCents") == [
            ("Paid", "paid", 4500, 0),
            ("Paid", "paid", 4500, 0),
            ("partial", "owed", 2000, 2500),
            ("unpaid", "owed", None, None),
        ]
        # The search index and the figures follow, and the rest of a part payment is paid.
        assert len(listed(olive, "id", payment="aid", eventId=priced["id"])) == 2
        olive.post(CALL, json={"eventId": priced["id"], "expected": 3, "paymentStatus": "paid", "tableNumber": 3})
        assert listed(olive, "amountPaidCents", "tableNumber", eventId=priced["id"]) == [
            (4500, 3),
            (4500, 3),
            (4500, 3),
        ]
        olive.post(CALL, json={"expected": 4, "paymentStatus": "unpaid"})
        assert listed(olive, "amountPaidCents", "owedCents") == [(None, 4500)] * 3 + [(None, None)]

    @pytest.mark.either_engine
    def test_a_free_guest_with_an_amount_has_paid_the_price(self, house: House) -> None:  # 7.update-many.5
        olive = house.signed_in()
        new_attendee(olive, new_event(olive, ticketPriceCents=4500), paymentStatus="comp", amountPaidCents=2000)
        olive.post(CALL, json={"expected": 1, "paymentStatus": "paid"})
        assert listed(olive, "amountPaidCents") == [4500]

    @pytest.mark.both_engines
    def test_says_how_many_had_the_new_values_before(self, house: House) -> None:  # 7.update-many.945
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event)
        party = party_of(olive, event, 2) + party_of(olive, event, 2, ticketTypeId=vip["id"], paymentStatus="unpaid")

        def unchanged(**values: Any) -> int:
            body = {**chosen_of(party), **values}
            answer = olive.post(CALL, json=body).json()
            assert answer["updated"] == body["expected"]
            return int(answer["unchanged"])

        assert unchanged(ticketTypeId=None) == 2
        assert unchanged(ticketTypeId=None, tableNumber=7, paymentStatus="unpaid") == 2
        repeated = {"tableNumber": 9, "idempotencyKey": str(uuid4())}
        assert (unchanged(**repeated), unchanged(**repeated)) == (0, 0)
        assert (unchanged(tableNumber=9), unchanged(tableNumber=None), unchanged(tableNumber=None)) == (4, 0, 4)
        some = {"paymentStatus": "unpaid", "tableNumber": None, "idempotencyKey": str(uuid4())}
        assert unchanged(paymentStatus="paid", **chosen_of(party[:3])) == 0
        assert (unchanged(**some), unchanged(**some)) == (1, 1)

    @pytest.mark.both_engines
    def test_says_by_how_much_the_amounts_paid_change(self, house: House) -> None:
        # 7.update-many.1170; 3.history.18
        olive = house.signed_in()
        party = party_of(olive, new_event(olive, ticketPriceCents=4500), 3, paymentStatus="unpaid")
        olive.put(f"/api/attendees/{party[0]['id']}", json={"paymentStatus": "partial", "amountPaidCents": 2000})

        def amount_change(**values: Any) -> int:
            return int(olive.post(CALL, json={**chosen_of(party), **values}).json()["amountChangeCents"])

        repeated = {"paymentStatus": "paid", "idempotencyKey": str(uuid4())}
        assert (amount_change(**repeated), amount_change(**repeated)) == (11_500, 11_500)
        assert amount_change(tableNumber=9) == 0
        assert amount_change(paymentStatus="unpaid") == -13_500
        paid, moved, unpaid = (entry.after or {} for entry, _ in history_of(house))
        assert (paid["amountChangeCents"], unpaid["amountChangeCents"]) == (11_500, -13_500)
        assert "amountChangeCents" not in moved

    @pytest.mark.both_engines
    def test_has_a_preview_that_changes_nobody(self, house: House) -> None:  # 7.call.1173; 7.update-many.1174
        olive = house.signed_in()
        problem(house.stranger().post(PREVIEW, json={}), 401, "not_signed_in")
        event = new_event(olive, ticketPriceCents=4500)
        vip, student = new_type(olive, event, priceCents=9000), new_type(olive, event, "Student", priceCents=2000)
        party = party_of(olive, event, 2, paymentStatus="unpaid")
        party += [new_attendee(olive, event, paymentStatus="comp"), *party_of(olive, event, 2)]

        def preview(**values: Any) -> tuple[int, ...]:
            """`unchanged`, parts of free guests and of part payments, those below and above the price, and the sums."""
            answer = olive.post(PREVIEW, json={**chosen_of(party), **values})
            assert answer.status_code == 200, answer.text
            return tuple(answer.json().values())

        nothing, no_difference = (0, 0, 0, 0), (0, 0, 0, 0)
        assert preview(tableNumber=9) == (*nothing, *no_difference, 9000, 9000, 9000, 9000)
        assert preview(paymentStatus="paid") == (2, 4500, 0, 0, *no_difference, 9000, 22_500, 9000, 0)
        assert preview(paymentStatus="bank transfer") == (0, 0, 4500, 0, *no_difference, 9000, 0, 9000, 22_500)
        below = (2, 9000, 0, 0)
        assert preview(ticketTypeId=vip["id"]) == (*nothing, *below, 9000, 9000, 9000, 18_000)
        full = preview(ticketTypeId=vip["id"], paidInFull=True)
        assert full == (*nothing, *no_difference, 9000, 18_000, 9000, 18_000)
        paid = preview(ticketTypeId=vip["id"], paymentStatus="paid")
        assert paid == (0, 9000, 0, 0, *below, 9000, 36_000, 9000, 0)
        assert preview(ticketTypeId=student["id"])[4:8] == (0, 0, 2, 5000)
        assert set(listed(olive, "version")) == {1}
        problem(
            olive.post(PREVIEW, json={**chosen_of(party), "expected": 4, "tableNumber": 9}), 409, "selection_changed"
        )
        problem(olive.post(PREVIEW, json=chosen_of(party)), 400, "validation_failed")
        priceless = [new_attendee(olive, new_event(olive), paymentStatus="unpaid")]
        body = {**chosen_of(priceless), "paymentStatus": "paid"}
        assert tuple(olive.post(PREVIEW, json=body).json().values()) == (*nothing, *no_difference, 0, 0, None, 0)
        olive.put(f"/api/attendees/{party[0]['id']}", json={"paymentStatus": "partial", "amountPaidCents": 2000})
        assert preview(tableNumber=9)[:4] == (0, 0, 0, 2000)
        assert preview(paymentStatus="free")[:4] == (0, 0, 0, 2000)

    @pytest.mark.both_engines
    def test_can_say_that_the_price_has_been_paid(self, house: House) -> None:
        # 7.update-many.1220; 5.update-many.3; 7.update-many.3, 941, 1170
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        vip = new_type(olive, event, priceCents=9000)
        party = [
            *party_of(olive, event, 2),
            new_attendee(olive, event, amountPaidCents=9900),
            new_attendee(olive, event, paymentStatus="unpaid"),
            new_attendee(olive, new_event(olive)),
        ]

        def amounts() -> list[int | None]:
            return [olive.get(f"/api/attendees/{each['id']}").json()["amountPaidCents"] for each in party]

        in_full = {**chosen_of(party), "paidInFull": True}
        refused = olive.post(CALL, json={**in_full, "paidInFull": False})
        assert [error["field"] for error in problem(refused, 400, "validation_failed")["errors"]] == ["tableNumber"]
        assert olive.post(CALL, json=in_full).json()["unchanged"] == 5
        olive.post(CALL, json={**chosen_of(party[:4]), "ticketTypeId": vip["id"]})
        before = [4500, 4500, 9900, None, None]
        assert amounts() == before
        answer = olive.post(CALL, json=in_full).json()
        assert (answer["updated"], answer["unchanged"], answer["amountChangeCents"]) == (5, 3, 9000)
        assert amounts() == [9000, 9000, 9900, None, None]
        olive.post(f"{CALL}/{answer['id']}/undo")
        assert amounts() == before

    @pytest.mark.both_engines
    def test_leaves_those_alone_who_have_the_new_values_already(self, house: House) -> None:
        # 7.update-many.3, 945; 3.history.18
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive, ticketPriceCents=4500)
        vip = new_type(olive, event, priceCents=9000)
        has_all: Json = {"tableNumber": 9, "paymentStatus": "paid", "ticketTypeId": vip["id"]}
        party = [
            new_attendee(olive, event, **has_all | other)
            for other in ({}, {"tableNumber": 3}, {"paymentStatus": "Paid"}, {"ticketTypeId": None})
        ]
        chosen = ids_of(party)
        answer = sam.post(CALL, json={**chosen_of(party), **has_all}).json()
        assert (answer["updated"], answer["unchanged"]) == (4, 1)
        assert listed(olive, "version") == [1, 2, 2, 2]
        assert json_of(olive.get(f"/api/attendees/{chosen[0]}"))["updatedBy"]["id"] == me(olive)["id"]
        [(entry, named)] = history_of(house)
        assert (entry.after["updated"], named) == (3, set(chosen[1:]))  # type: ignore[index]
        assert entry.before["tableNumbers"] == {"3": chosen[1:2], "9": chosen[2:]}  # type: ignore[index]
        # An edit form that was opened before is not stale.
        saved = olive.put(f"/api/attendees/{chosen[0]}", json={"notes": "Late", "version": 1})
        assert saved.status_code == 200
        answer = sam.post(CALL, json={**chosen_of(party), "tableNumber": 9}).json()
        assert (answer["updated"], answer["unchanged"]) == (4, 4)
        assert listed(olive, "version") == [2, 2, 2, 2]
        assert len(history_of(house)) == 1

    @pytest.mark.both_engines
    def test_changes_nobody_where_another_number_matches(self, house: House) -> None:
        # 7.update-many.2, 946; 10.code.75
        olive = house.signed_in()
        event = new_event(olive)
        party = party_of(olive, event, 3)
        chosen = ids_of(party)
        olive.delete(f"/api/attendees/{chosen[0]}")
        unknown = 2**53 - 1
        for body, matching, missing in (
            ({"ids": chosen, "expected": 3}, 2, chosen[:1]),
            ({"ids": [unknown, *chosen], "expected": 4}, 2, [chosen[0], unknown]),
            ({"ids": [*chosen, 10**30], "expected": 3}, 2, [0, chosen[0]]),
            ({"ids": chosen[1:], "expected": 3}, 2, None),
            ({"eventId": event["id"], "expected": 3}, 2, None),
            ({"eventId": 999, "expected": 1}, 0, None),
            ({"expected": 1}, 2, None),
        ):
            refused = problem(olive.post(CALL, json={**body, "tableNumber": 9}), 409, "selection_changed")
            assert (refused["matching"], refused.get("missing")) == (matching, missing)
        assert listed(olive, "tableNumber", "version") == [(7, 1)] * 2
        assert history_of(house) == []

    @pytest.mark.both_engines
    def test_leaves_an_import_alone_that_is_still_running(self, house: House) -> None:  # 7.update-many.4
        olive = house.signed_in()
        party = party_of(olive, new_event(olive), 2)
        facts = {"state": "running", "is_settled": False, "file_name": "a.csv", "total": 1, "added": 1, "imported": 0}
        with house.database.write() as tx:
            started = (
                insert(Import).values(**facts, errors=0, duplicates=0, created_at=clock.now()).returning(Import.id)
            )
            import_id = tx.scalars(started).one()
            tx.execute(update(Attendee).where(Attendee.id == party[1]["id"]).values(import_id=import_id))
        problem(olive.post(CALL, json={"ids": ids_of(party), "expected": 2, "tableNumber": 9}), 409, "import_running")
        assert listed(olive, "tableNumber") == [7, 7]

    @pytest.mark.either_engine
    def test_refuses_bad_input_and_names_the_field(self, house: House) -> None:  # 5.update-many.1..4
        olive = house.signed_in()
        chosen = ids_of(party_of(olive, new_event(olive), 2))
        good: Json = {"ids": chosen, "expected": 2, "tableNumber": 9}
        wrong: dict[str, tuple[Json, list[str]]] = {
            "nothing at all": ({}, ["expected"]),
            "nothing to change": ({"ids": chosen, "expected": 2}, ["tableNumber"]),
            "nobody": ({**good, "ids": []}, ["ids"]),
            "ids that are none": ({**good, "ids": ["ada"]}, ["ids.0"]),
            "ids that are no list": ({**good, "ids": 3}, ["ids"]),
            "too many": ({**good, "ids": list(range(1, 5002)), "expected": 5000}, ["ids"]),
            "ids and filters": ({**good, "eventId": 1}, ["ids"]),
            "expecting nobody": ({**good, "expected": 0}, ["expected"]),
            "expecting too many": ({**good, "expected": 5001}, ["expected"]),
            "expecting half": ({**good, "expected": 1.5}, ["expected"]),
            "null expected": ({**good, "expected": None}, ["expected"]),
            "table nought": ({**good, "tableNumber": 0}, ["tableNumber"]),
            "table too large": ({**good, "tableNumber": 100_001}, ["tableNumber"]),
            "blank payment": ({**good, "paymentStatus": " "}, ["paymentStatus"]),
            "payment too long": ({**good, "paymentStatus": "x" * 41}, ["paymentStatus"]),
            "null payment": ({**good, "paymentStatus": None}, ["paymentStatus"]),
            "a filter that is none": ({"expected": 2, "tableNumber": 9, "paymentGroup": "rich"}, ["paymentGroup"]),
        }
        found = named_fields(olive, "POST", CALL, {case: body for case, (body, _) in wrong.items()})
        assert found == {case: fields for case, (_, fields) in wrong.items()}
        assert listed(olive, "version") == [1, 1]

    def test_meets_check_ins_and_another_change_at_the_same_time(self, house: House) -> None:  # 3.attendee.13
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        party = party_of(olive, event, 50, paymentStatus="unpaid")
        bodies = [
            (CALL, {"ids": ids_of(party), "expected": 50, "tableNumber": 9}),
            (CALL, {"eventId": event["id"], "expected": 50, "paymentStatus": "paid"}),
            *(("/api/attendees/scan", {"qrData": attendee["qrCodeData"]}) for attendee in party[::-1]),
        ]
        together = threading.Barrier(4)

        def send(part: int) -> list[int]:
            client = house.signed_in()
            together.wait()
            return [client.post(path, json=body).status_code for path, body in bodies[part::4]]

        with ThreadPoolExecutor(4) as threads:
            assert {status for answers in threads.map(send, range(4)) for status in answers} == {200}
        rows = set(listed(olive, "tableNumber", "paymentStatus", "amountPaidCents", "attended", "version"))
        assert rows == {(9, "paid", 4500, True, 3)}

    @pytest.mark.both_engines
    def test_an_attendee_who_no_longer_matches_after_locking_is_not_changed(
        self, house: House
    ) -> None:  # 7.update-many.2
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        party = party_of(olive, event, 3, paymentStatus="unpaid")
        body = {"eventId": event["id"], "paymentGroup": "owed", "expected": 3, "tableNumber": 9}
        with ThreadPoolExecutor(1) as thread:
            with house.database.write() as tx:
                paid = {"payment_status": "paid", "payment_group": "paid"}
                tx.execute(update(Attendee).where(Attendee.id == party[0]["id"]).values(**paid))
                call = thread.submit(olive.post, CALL, json=body)
                # Time for the call to wait for the row; SQLite lets it begin only afterwards.
                threading.Event().wait(0.5)
            assert problem(call.result(), 409, "selection_changed")["matching"] == 2
        assert listed(olive, "tableNumber") == [7, 7, 7]
