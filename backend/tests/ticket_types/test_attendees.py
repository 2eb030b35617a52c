"""Attendees and their ticket types: forms, lists, prices, the door and the exports, on both engines."""

import csv
import io
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import update

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.door.announcements.service import list_announcements
from tests.backup.json.files import export, file_attendee, file_event, file_of, restored, send, without_date
from tests.cast import SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.effort import effort
from tests.spreadsheets.imports.test_restored_meanwhile import paused_in
from tests.ticket_types.types import new_type, olive_of, ref, wrong_fields

IMPORT = "/api/attendees/import"


def listed(client: TestClient, **query: Any) -> list[str]:
    """The names that a list has, the oldest first."""
    answer = client.get("/api/attendees", params=query)
    assert answer.status_code == 200, answer.text
    return [row["fullName"] for row in answer.json()][::-1]


def came_in(house: House, event: Json, type_: Json, at: datetime) -> NewAttendee:
    """A guest of that type whom Olive has let in."""
    by = olive_of(house).id
    return NewAttendee(
        event["id"], "Guest", "1", 1, "paid", at, at, attended_at=at, scanned_by=by, ticket_type_id=type_["id"]
    )


def read(client: TestClient, attendee: Json) -> Json:
    return json_of(client.get(f"/api/attendees/{attendee['id']}"))


@pytest.mark.smoke
class TestForms:
    def test_an_attendee_has_the_type_that_the_form_says(self, house: House) -> None:  # 3.ticket-type.5
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event, color="gold"), new_type(olive, event, "Standard")
        ada = new_attendee(olive, event, ticketTypeId=vip["id"])
        assert ada["ticketType"] == ref(vip)
        assert new_attendee(olive, event)["ticketType"] is None
        path = f"/api/attendees/{ada['id']}"
        assert json_of(olive.put(path, json={"ticketTypeId": plain["id"]}))["ticketType"] == ref(plain)
        assert json_of(olive.put(path, json={"notes": "Late"}))["ticketType"] == ref(plain)
        assert json_of(olive.put(path, json={"ticketTypeId": None}))["ticketType"] is None
        changes = [
            (item["entry"]["before"], item["entry"]["after"]) for item in json_of(olive.get(f"{path}/history"))["items"]
        ]
        assert changes == [
            ({"ticketType": "Standard"}, {"ticketType": None}),
            ({"notes": None}, {"notes": "Late"}),
            ({"ticketType": "VIP"}, {"ticketType": "Standard"}),
            (None, changes[3][1]),
        ]
        assert changes[3][1]["ticketType"] == "VIP"

    def test_an_unknown_type_and_another_events_are_refused(self, house: House) -> None:  # 5.ticket-type.3
        olive = house.signed_in()
        event = new_event(olive)
        ada = new_attendee(olive, event)
        foreign = new_type(olive, new_event(olive))["id"]
        guest = {"eventId": event["id"], "fullName": "Bo", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
        many = {"ids": [ada["id"]], "expected": 1}
        for type_id in (foreign, 999):
            given = {"ticketTypeId": type_id}
            assert wrong_fields(olive.post("/api/attendees", json=guest | given)) == {"ticketTypeId"}
            assert wrong_fields(olive.put(f"/api/attendees/{ada['id']}", json=given)) == {"ticketTypeId"}
            assert wrong_fields(olive.post("/api/attendees/update-many", json=many | given)) == {"ticketTypeId"}
            query = {"eventId": event["id"], **given}
            assert wrong_fields(olive.get("/api/attendees", params=query)) == {"ticketTypeId"}
            assert wrong_fields(olive.get("/api/attendees/export/csv", params=query)) == {"ticketTypeId"}
            assert wrong_fields(olive.get("/api/attendees/export/xlsx", params=query)) == {"ticketTypeId"}
            rows = {"eventId": event["id"], "attendees": [guest | given, guest]}
            sent = json_of(olive.post("/api/attendees/bulk-import", json=rows))
            assert [error["field"] for error in sent["rowErrors"]] == ["ticketTypeId"]
        assert read(olive, ada)["ticketType"] is None

    def test_the_same_key_with_another_type_is_refused(self, house: House) -> None:  # 3.ticket-type.5
        olive = house.signed_in()
        event = new_event(olive)
        vip, key = new_type(olive, event), str(uuid4())
        first = new_attendee(olive, event, ticketTypeId=vip["id"], idempotencyKey=key)
        assert new_attendee(olive, event, ticketTypeId=vip["id"], idempotencyKey=key)["id"] == first["id"]
        guest = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}
        other = {"eventId": event["id"], "idempotencyKey": key, **guest}
        problem(olive.post("/api/attendees", json=other), 400, "key_reused")


class TestPrices:
    @pytest.mark.both_engines
    def test_what_is_owed_and_what_is_stored_follow_the_type(self, house: House) -> None:
        # 3.ticket-type.4; 3.payment.6, 3.payment.9
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive, ticketPriceCents=4500)
        vip, free = new_type(olive, event, priceCents=9000), new_type(olive, event, "Guest list", priceCents=0)
        plain = new_type(olive, event, "Standard")
        owing = new_attendee(olive, event, paymentStatus="unpaid", ticketTypeId=vip["id"])
        assert (owing["owedCents"], read(olive, owing)["owedCents"]) == (9000, 9000)
        [row] = olive.get("/api/attendees", params={"eventId": event["id"]}).json()
        assert row["owedCents"] == 9000
        path = f"/api/attendees/{owing['id']}"
        assert json_of(olive.put(path, json={"ticketTypeId": plain["id"]}))["owedCents"] == 4500
        both = json_of(olive.put(path, json={"ticketTypeId": vip["id"], "paymentStatus": "paid"}))
        assert (both["amountPaidCents"], both["owedCents"]) == (9000, 0)
        # A later price, and a later type, change nothing that was paid.
        olive.put(f"/api/ticket-types/{vip['id']}", json={"priceCents": 100})
        assert json_of(olive.put(path, json={"ticketTypeId": free["id"]}))["amountPaidCents"] == 9000
        assert new_attendee(olive, event, ticketTypeId=free["id"])["amountPaidCents"] == 0
        assert json_of(sam.get("/api/analytics/overview"))["totalRevenue"] == 90

    @pytest.mark.both_engines
    def test_for_many_at_once_the_new_type_has_the_price(self, house: House) -> None:
        # 7.update-many.870; 3.ticket-type.4
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        vip, plain = new_type(olive, event, priceCents=9000), new_type(olive, event, "Standard")
        ids = [new_attendee(olive, event, paymentStatus="unpaid", ticketTypeId=plain["id"])["id"] for _ in range(2)]
        ids.append(new_attendee(olive, event, paymentStatus="unpaid")["id"])
        change = {"ids": ids, "expected": 3, "ticketTypeId": vip["id"], "paymentStatus": "paid"}
        assert olive.post("/api/attendees/update-many", json=change).json()["updated"] == 3
        rows = [json_of(olive.get(f"/api/attendees/{id_}")) for id_ in ids]
        assert {(row["amountPaidCents"], row["ticketType"]["name"]) for row in rows} == {(9000, "VIP")}
        told = [json_of(olive.get(f"/api/attendees/{id_}/history"))["items"][0]["entry"] for id_ in (ids[0], ids[2])]
        assert [entry["before"]["ticketType"] for entry in told] == ["Standard", None]
        assert told[0]["after"]["ticketType"] == "VIP"

        filtered = {"eventId": event["id"], "ofTicketTypeId": vip["id"], "expected": 3, "ticketTypeId": None}
        assert olive.post("/api/attendees/update-many", json=filtered).json()["updated"] == 3
        assert listed(olive, eventId=event["id"], ticketTypeId=vip["id"]) == []
        unknown = filtered | {"ofTicketTypeId": 999}
        assert wrong_fields(olive.post("/api/attendees/update-many", json=unknown)) == {"ofTicketTypeId"}


class TestLists:
    @pytest.mark.both_engines
    def test_a_list_and_an_export_of_one_type(self, house: House) -> None:  # 7.list.870; 7.export.870
        olive = house.signed_in()
        event = new_event(olive)
        vip, plain = new_type(olive, event), new_type(olive, event, "=Standard")
        for number in range(6):
            name, type_ = f"Guest {number}", (vip, plain, None)[number % 3]
            new_attendee(olive, event, fullName=name, ticketTypeId=type_ and type_["id"])
        of_vip = {"eventId": event["id"], "ticketTypeId": vip["id"]}
        for query in (of_vip, {"ticketTypeId": vip["id"]}, {**of_vip, "search": "guest"}, {**of_vip, "payment": "pai"}):
            assert listed(olive, **query) == ["Guest 0", "Guest 3"]
            assert sorted(listed(olive, **query, sort="name")) == ["Guest 0", "Guest 3"]
        page = olive.get("/api/attendees", params={**of_vip, "limit": 1})
        assert (page.headers["X-Total-Count"], page.json()[0]["fullName"]) == ("2", "Guest 3")
        assert "ticketTypeId" in page.headers["Link"]
        text = olive.get("/api/attendees/export/csv", params=of_vip).text
        assert [row["Ticket Type"] for row in csv.DictReader(io.StringIO(text))] == ["VIP", "VIP"]
        everything = olive.get("/api/export/attendees.csv").text
        rows = list(csv.DictReader(io.StringIO(everything)))
        assert [row["Ticket Type"] for row in rows] == ["VIP", "'=Standard", ""] * 2
        assert everything.splitlines()[0].endswith(",Notes,Ticket Type,Email")

    @pytest.mark.both_engines
    def test_the_figures_of_each_type(self, house: House) -> None:  # 3.by-type.1, 2; 7.call.875
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive, ticketPriceCents=4500)
        path = "/api/analytics/types"
        assert sam.get(path, params={"eventId": event["id"]}).json() == []
        new_attendee(olive, event)
        assert sam.get(path).json() == []
        vip, unused = new_type(olive, event, priceCents=9000), new_type(olive, event, "Standard")
        ada = new_attendee(olive, event, ticketTypeId=vip["id"])
        new_attendee(olive, event, ticketTypeId=vip["id"], paymentStatus="free")
        olive.post("/api/attendees/scan", json={"qrData": ada["qrCodeData"]})
        of_vip = {"type": ref(vip), "sold": 2, "arrived": 1, "revenueCents": 9000}
        of_none = {"type": None, "sold": 1, "arrived": 0, "revenueCents": 4500}
        of_unused = {"type": ref(unused), "sold": 0, "arrived": 0, "revenueCents": 0}
        assert sam.get(path, params={"eventId": event["id"]}).json() == [of_vip, of_unused, of_none]
        assert sam.get(path).json() == [of_vip, of_none]
        problem(olive.get(path), 403, "forbidden")


class TestDoor:
    def test_the_verdict_names_the_type_and_its_price(self, house: House) -> None:  # 7.scan.870; 6.pass.870
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        vip = new_type(olive, event, color="gold", priceCents=9000)
        ada = new_attendee(olive, event, paymentStatus="unpaid", ticketTypeId=vip["id"])
        body = {"qrData": ada["qrCodeData"], "eventId": event["id"]}
        for _ in range(2):
            scanned = json_of(olive.post("/api/attendees/scan", json=body))["attendee"]
            assert (scanned["ticketType"], scanned["owedCents"]) == (ref(vip), 9000)
        assert scanned == read(olive, ada)
        party = new_attendee(olive, event, quantity=2, ticketTypeId=vip["id"], fullName="Bo")["attendees"]
        [other] = olive.get(f"/api/attendees/{party[0]['id']}/party").json()
        assert other["ticketType"] == ref(vip)

    def test_a_helper_is_told_the_type(self, house: House) -> None:  # 6.pass.870
        olive, helper = house.signed_in(), house.stranger()
        event = new_event(olive)
        vip = new_type(olive, event)
        ada = new_attendee(olive, event, ticketTypeId=vip["id"])
        made = json_of(olive.post("/api/door/passes", json={"eventId": event["id"], "door": "Gate"}))
        claimed = helper.post("/api/door/passes/claim", json={"secret": made["secret"], "helper": "Kim"})
        assert claimed.status_code == 200, claimed.text
        maker = json_of(claimed)["user"]["id"]
        body = {"qrData": ada["qrCodeData"], "eventId": event["id"], "scannedBy": maker}
        scanned = json_of(helper.post("/api/attendees/scan", json=body))
        assert scanned["attendee"]["ticketType"] == ref(vip)

    @pytest.mark.both_engines
    def test_the_list_of_a_door_has_it_last_and_is_another_one_after_a_change(self, house: House) -> None:
        # 7.door-list.870, 7.door-list.5
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event, color="gold")
        new_attendee(olive, event, ticketTypeId=vip["id"])
        new_attendee(olive, event, fullName="Bo")
        answer = olive.get("/api/door/list", params={"eventId": event["id"]})
        assert [ticket[11] for ticket in answer.json()["tickets"]] == [[vip["id"], "VIP", "gold"], None]
        olive.put(f"/api/ticket-types/{vip['id']}", json={"name": "Gold"})
        again = olive.get(
            "/api/door/list", params={"eventId": event["id"]}, headers={"If-None-Match": answer.headers["ETag"]}
        )
        assert (again.status_code, again.json()["tickets"][0][11][1]) == (200, "Gold")

    def test_the_guests_ticket_names_it(self, house: House) -> None:  # 7.ticket.870
        olive = house.signed_in()
        event = new_event(olive)
        vip = new_type(olive, event, color="gold")
        ada = new_attendee(olive, event, ticketTypeId=vip["id"])
        ticket = json_of(house.stranger().post("/api/ticket", json={"qrData": ada["qrCodeData"]}))
        assert ticket["ticketType"] == {"name": "VIP", "color": "gold"}


class TestAnnouncements:
    @pytest.mark.both_engines
    def test_the_latest_ten_who_came_in(self, house: House) -> None:  # 7.announcement.1, 2; 7.call.874
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        artist, plain = new_type(olive, event, "Artist", announce=True), new_type(olive, event, "Standard")
        elsewhere = new_type(olive, other, "Press", announce=True)
        path, of_event = "/api/door/announcements", {"eventId": event["id"]}
        assert olive.get(path, params=of_event).json() == []
        guests = [new_attendee(olive, event, fullName=f"Artist {n}", ticketTypeId=artist["id"]) for n in range(11)]
        guests.append(new_attendee(olive, event, ticketTypeId=plain["id"]))
        guests.append(new_attendee(olive, other, fullName="Press", ticketTypeId=elsewhere["id"]))
        for number, guest in enumerate(guests):
            body = {"qrData": guest["qrCodeData"], "device": "North door"}
            assert olive.post("/api/attendees/scan", json=body).status_code == 200
            with house.database.write() as tx:
                at = clock.now() - timedelta(minutes=60 - number)
                tx.execute(update(Attendee).where(Attendee.id == guest["id"]).values(attended_at=at))
        found = olive.get(path, params=of_event).json()
        assert [one["fullName"] for one in found] == [f"Artist {number}" for number in range(10, 0, -1)]
        assert found[0]["ticketType"] == ref(artist)
        assert olive.get(path).json()[0]["fullName"] == "Press"
        olive.patch(f"/api/attendees/{guests[10]['id']}/attendance", json={"attended": False})
        assert olive.get(path, params=of_event).json()[0]["fullName"] == "Artist 9"

    def test_all_who_came_in_within_ten_minutes(self, house: House) -> None:  # 7.announcement.1
        olive = house.signed_in()
        event = new_event(olive)
        artist = new_type(olive, event, "Artist", announce=True)
        party = [*new_attendee(olive, event, quantity=12, ticketTypeId=artist["id"])["attendees"]]
        for guest in party:
            olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        path = "/api/door/announcements"
        assert [one["id"] for one in olive.get(path).json()] == [guest["id"] for guest in party[::-1]]
        with house.database.write() as tx:
            ago = clock.now() - timedelta(minutes=10)
            tx.execute(update(Attendee).where(Attendee.id == party[11]["id"]).values(attended_at=ago))
        assert len(olive.get(path).json()) == 11
        arrived = came_in(house, event, artist, clock.now())
        with house.database.write() as tx:
            come = insert_rows(tx, [arrived] * 101)
        assert [one["id"] for one in olive.get(path).json()] == come[:0:-1]

    @pytest.mark.plans
    @pytest.mark.both_engines
    def test_only_guests_of_announced_types_are_read(self, house: House) -> None:  # 7.announcement.1
        olive = house.signed_in()
        event = new_event(olive)
        plain = new_type(olive, event, "Standard")
        arrived = came_in(house, event, plain, clock.now())
        with house.database.write() as tx:
            insert_rows(tx, [arrived] * 2_000)
        for event_id in (None, event["id"]):
            assert effort(house.database, partial(list_announcements, event_id=event_id)) < 10
        artist = new_type(olive, event, "Artist", announce=True)
        guest = new_attendee(olive, event, ticketTypeId=artist["id"])
        olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        for event_id in (None, event["id"]):
            assert effort(house.database, partial(list_announcements, event_id=event_id)) < 50

    def test_the_door_is_named(self, house: House) -> None:  # 7.announcement.1
        olive = house.signed_in()
        event = new_event(olive)
        artist = new_type(olive, event, "Artist", announce=True)
        guest = new_attendee(olive, event, ticketTypeId=artist["id"])
        olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"], "device": "North door"})
        [found] = olive.get("/api/door/announcements").json()
        assert (found["checkInDoor"]["door"], found["tableNumber"]) == ("North door", 7)


class TestBackupFile:
    def test_types_come_back_with_their_guests(self, house: House) -> None:  # 3.backup-file.870
        sam = house.signed_in(SAM)
        event = new_event(sam)
        vip = new_type(sam, event, color="gold", priceCents=9000, announce=True)
        ada = new_attendee(sam, event, ticketTypeId=vip["id"])
        file = export(house)
        assert json.loads(file)["ticketTypes"] == [vip]
        sam.delete(f"/api/ticket-types/{vip['id']}", params={"moveTo": "none"})
        restored(sam, file)
        assert without_date(export(house)) == without_date(file)
        assert read(sam, ada)["ticketType"] == ref(vip)
        assert new_type(sam, event, "Next")["id"] > vip["id"]

    def test_a_file_of_an_earlier_release_has_none(self, house: House) -> None:  # 3.backup-file.871
        sam = house.signed_in(SAM)
        new_type(sam, new_event(sam))
        restored(sam, file_of([file_event()], [file_attendee()]))
        [row] = sam.get("/api/attendees").json()
        assert row["ticketType"] is None
        assert sam.get("/api/events/1/ticket-types").json() == []

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        ("types", "attendee", "field"),
        [
            ([], {"ticketTypeId": 1}, "attendees.0.ticketTypeId"),
            ([{"id": 1, "eventId": 2, "name": "VIP", "color": "red"}], {"ticketTypeId": 1}, "attendees.0.ticketTypeId"),
            ([{"id": 1, "eventId": 9, "name": "VIP", "color": "red"}], {}, "ticketTypes.0.eventId"),
            ([{"id": 1, "eventId": 1, "name": "VIP", "color": "pink"}], {}, "ticketTypes.0.color"),
            (
                [{"id": n, "eventId": 1, "name": name, "color": "red"} for n, name in ((1, "VIP"), (2, "vip"))],
                {},
                "ticketTypes.1.name",
            ),
            ([{"id": 1, "eventId": 1, "name": name, "color": "red"} for name in "ab"], {}, "ticketTypes.1.id"),
            ({}, {}, "ticketTypes"),
            (
                [{"id": n, "eventId": 1 + n % 2, "name": f"Type {n}", "color": "red"} for n in range(1, 42)],
                {},
                "ticketTypes.40.eventId",
            ),
        ],
    )
    def test_a_file_that_contradicts_itself_is_refused(
        self, house: House, types: Any, attendee: Json, field: str
    ) -> None:  # 5.restore-file.870, 5.restore-file.871
        events = [file_event(), file_event(id=2)]
        content = file_of(events, [file_attendee(**attendee)], ticketTypes=types)
        assert field in wrong_fields(send(house.signed_in(SAM), content, dryRun="true"))


class TestImport:
    def post(self, client: TestClient, event: Json | None, lines: list[str], **fields: str) -> Response:
        content = "\r\n".join(lines).encode()
        chosen = {} if event is None else {"eventId": str(event["id"])}
        return client.post(IMPORT, files={"file": ("guests.csv", content)}, data={**chosen, **fields})

    def send(self, client: TestClient, event: Json | None, lines: list[str], **fields: str) -> Json:
        answer = self.post(client, event, lines, **fields)
        assert answer.status_code == 200, answer.text
        return json_of(answer)

    def types_of(self, client: TestClient, event: Json) -> list[tuple[str, str | None]]:
        rows = client.get("/api/attendees", params={"eventId": event["id"]}).json()[::-1]
        return [(row["fullName"], row["ticketType"] and row["ticketType"]["name"]) for row in rows]

    def test_names_and_creates_the_types_that_the_event_lacks(self, house: House) -> None:
        # 5.import.870, 5.import.871, 5.import.872
        olive = house.signed_in()
        event = new_event(olive, ticketPriceCents=4500)
        new_type(olive, event, "VIP", priceCents=9000)
        lines = ["Name,Phone,Paid,Ticket type", "Ada,1,yes,vip", "Bo,2,yes,Student", "Cy,3,no,student", "Di,4,yes,"]
        preview = self.send(olive, event, lines, dryRun="true")
        assert preview["mapping"]["ticketType"] == 3
        assert preview["newTicketTypes"] == [{"eventName": event["name"], "name": "Student", "guests": 2}]
        assert [guest["ticketType"] for guest in preview["guests"]] == ["VIP", "Student", "Student"]
        assert preview["guests"][0]["columns"]["ticketType"] == [3]
        assert len(olive.get(f"/api/events/{event['id']}/ticket-types").json()) == 1
        self.send(olive, event, lines)
        assert self.types_of(olive, event) == [("Ada", "VIP"), ("Bo", "Student"), ("Cy", "Student"), ("Di", None)]
        paid = [row["amountPaidCents"] for row in olive.get("/api/attendees").json()[::-1]]
        assert paid == [9000, 4500, None, 4500]
        again = self.send(olive, event, lines, includeDuplicates="true")
        assert again["newTicketTypes"] == []

    def test_creates_none_where_that_is_not_wanted(self, house: House) -> None:  # 5.import.871
        olive = house.signed_in()
        event = new_event(olive)
        new_type(olive, event, "VIP")
        lines = ["Name,Phone,Category", "Ada,1,VIP", "Bo,2,Student"]
        assert self.send(olive, event, lines, createTypes="false")["newTicketTypes"][0]["name"] == "Student"
        assert self.types_of(olive, event) == [("Ada", "VIP"), ("Bo", None)]
        assert len(olive.get(f"/api/events/{event['id']}/ticket-types").json()) == 1

    def test_creates_none_where_they_would_be_too_many(self, house: House) -> None:  # 5.import.873
        olive = house.signed_in()
        event = new_event(olive)
        lines = ["Name,Phone,Ticket type", *(f"Guest {number},{number},Type {number}" for number in range(21))]
        report = self.send(olive, event, lines)
        assert (report["imported"], report["newTicketTypes"]) == (21, [])
        assert any("21 ticket types" in note for note in report["notes"])
        assert {name for _, name in self.types_of(olive, event)} == {None}

    def test_adds_nothing_where_they_have_become_too_many(self, house: House) -> None:  # 5.import.875
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(19):
            new_type(olive, event, f"Type {number}")
        with paused_in("_drop_duplicates") as (begun, go_on), ThreadPoolExecutor(1) as thread:
            answer = thread.submit(self.post, olive, event, ["Name,Phone,Ticket type", "Ada,1,VIP"])
            assert begun.wait(30)
            new_type(olive, event, "The twentieth")
            go_on.set()
            problem(answer.result(30), 409, "import_changed")
        assert self.types_of(olive, event) == []
        assert len(olive.get(f"/api/events/{event['id']}/ticket-types").json()) == 20

    @pytest.mark.both_engines
    def test_what_was_exported_comes_back_to_an_event_without_types(self, house: House) -> None:  # 7.export.871
        olive = house.signed_in()
        event, target = new_event(olive), new_event(olive, name="Copy")
        vip = new_type(olive, event, "=VIP")
        new_attendee(olive, event, ticketTypeId=vip["id"])
        new_attendee(olive, event, fullName="Bo")
        text = olive.get("/api/attendees/export/csv", params={"eventId": event["id"]}).text
        olive.delete(f"/api/events/{event['id']}")
        self.send(olive, target, text.splitlines())
        assert self.types_of(olive, target) == [("Ada Lovelace", "=VIP"), ("Bo", None)]

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        "heading",
        [
            *("Ticket type", "Ticket name", "Category", "Ticket Tier", "Product"),
            *("Tickettyp", "Ticketart", "Kategorie", "Type de billet", "Catégorie", "Tarif", "Tipo de entrada"),
            *("Categoría", "Tipo di biglietto", "Categoria", "Ticketsoort", "Soort ticket", "Categorie"),
        ],
    )
    def test_knows_the_heading_in_six_languages(self, house: House, heading: str) -> None:  # 5.import.870
        olive = house.signed_in()
        event = new_event(olive)
        lines = [f"Name,Phone,{heading}", "Ada,1,VIP"]
        assert self.send(olive, event, lines, dryRun="true")["mapping"]["ticketType"] == 2

    @pytest.mark.either_engine
    def test_a_long_name_of_another_tool_is_cut(self, house: House) -> None:  # 5.import.872
        olive = house.signed_in()
        event = new_event(olive)
        self.send(olive, event, ["Name,Phone,Ticket name", f"Ada,1,{'Early Bird ' * 6}"])
        [[_, name]] = self.types_of(olive, event)
        assert name == ("Early Bird " * 6)[:40].strip()

    @pytest.mark.both_engines
    def test_names_that_are_cut_to_the_same_one_are_different_types(self, house: House) -> None:  # 5.import.874
        olive = house.signed_in()
        event = new_event(olive)
        start = "Early bird admission including the late "
        same = "Early bird admission including the late"
        names = [f"{start}dinner", f"{start}concert", same, f"{start}DINNER", f"{start}party", "Standard"]
        lines = [
            "Name,Phone,Ticket name",
            *(f"{letter},1,{name}" for letter, name in zip("abcdef", names, strict=True)),
        ]
        short = "Early bird admission including the l"
        expected = [same, f"{short} (2)", f"{short} (3)", same, f"{short} (4)", "Standard"]
        preview = self.send(olive, event, lines, dryRun="true")
        assert [type_["name"] for type_ in preview["newTicketTypes"]] == [*dict.fromkeys(expected)]
        [note] = [note for note in preview["notes"] if "at most 40 characters" in note]
        assert f"'{start}concert' to '{short} (2)'" in note
        assert "Standard" not in note
        self.send(olive, event, lines)
        assert [name for _, name in self.types_of(olive, event)] == expected
        again = self.send(olive, event, lines, includeDuplicates="true")
        assert again["newTicketTypes"] == []

    @pytest.mark.either_engine
    def test_a_name_that_an_existing_type_has_is_that_type(self, house: House) -> None:  # 5.import.870, 5.import.874
        olive = house.signed_in()
        event = new_event(olive)
        name = "x" * 40
        new_type(olive, event, name)
        self.send(olive, event, ["Name,Phone,Ticket name", f"Ada,1,{name}y", f"Bo,2,{name}", f"Cy,3,{name}z"])
        assert self.types_of(olive, event) == [("Ada", name), ("Bo", name), ("Cy", f"{'x' * 36} (2)")]

    def test_lists_the_first_five_names_that_are_cut(self, house: House) -> None:  # 5.import.874
        olive = house.signed_in()
        event = new_event(olive)
        names = [f"{number} {'x' * 100}" for number in range(7)]
        lines = ["Name,Phone,Ticket name", *(f"Guest {name},1,{name}" for name in names)]
        [note] = [note for note in self.send(olive, event, lines, dryRun="true")["notes"] if "Shortened" in note]
        assert f"'4 {'x' * 78}…' to '4 {'x' * 38}'" in note
        assert note.endswith(" and 2 more.")
