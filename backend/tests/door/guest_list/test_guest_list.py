"""GET /api/door/list: the guest list, over HTTP, on both engines (contract 7.door-list)."""

import gzip
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import insert, select

from doorlist.attendees.models import Attendee
from doorlist.backup.restore import restore_backup
from doorlist.backup.rules import BackupKind
from doorlist.backup.service import Backups
from doorlist.core import clock
from doorlist.door.guest_list import repository, service
from doorlist.door.guest_list.schemas import ListedTicket
from doorlist.tickets.rules import qr_hash
from tests.cast import NORA, OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.live.listening import listening

FIELDS = ListedTicket._fields


def list_of(client: TestClient, event: Json, **query: Any) -> Json:
    answer = client.get("/api/door/list", params={"eventId": event["id"], **query})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def ids_of(client: TestClient, event: Json, **query: Any) -> list[int]:
    return [ticket[1] for ticket in list_of(client, event, **query)["tickets"]]


def many(house: House, number: int) -> None:
    """Insert copies of the one attendee."""
    with house.database.write() as tx:
        source = tx.scalars(select(Attendee)).one()
        same = {c.key: getattr(source, c.key) for c in Attendee.__table__.columns if c.key != "id"}
        rows = [same | {"invoice_number": f"INV-{n}", "qr_code_data": f"Q{n}"} for n in range(number)]
        if rows:
            tx.execute(insert(Attendee), rows)


def changed_parts(answer: Response) -> list[Any]:
    return [answer.json()["event"], answer.json()["tickets"]]


@pytest.mark.either_engine
def test_needs_somebody_signed_in_with_a_password_of_their_own(house: House) -> None:  # 7.call.48
    path = f"/api/door/list?eventId={new_event(house.signed_in())['id']}"
    problem(house.stranger().get(path), 401, "not_signed_in")
    problem(house.signed_in(NORA).get(path), 403, "password_change_required")
    for person in (OLIVE, SAM):
        assert house.signed_in(person).get(path).status_code == 200


def test_of_an_unknown_event_is_not_found(house: House) -> None:  # 7.door-list.1
    olive = house.signed_in()
    for written in ("999999", "0", "-1", str(2**63), "9" * 30):
        for more in ("", "&ids=1"):
            problem(olive.get(f"/api/door/list?eventId={written}{more}"), 404, "event_not_found")
    for written in ("", "x", "1.0"):
        problem(olive.get(f"/api/door/list?eventId={written}"), 400, "validation_failed")
    problem(olive.get("/api/door/list"), 400, "validation_failed")


@pytest.mark.smoke
def test_each_ticket_is_an_array_of_what_the_door_shows(house: House) -> None:  # 7.door-list.1, 2
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
    event = new_event(olive, ticketPriceCents=4500, capacity=300)
    other = new_event(olive, name="Another", time=None)
    new_attendee(olive, other)
    paid = new_attendee(olive, event, fullName='Zoë "Q" Ångström\u2028\\', notes='Ramp:\n"Gate B" é')
    owing = new_attendee(olive, event, paymentStatus="50%", amountPaidCents=1500, tableNumber=9)
    sam.post("/api/attendees/scan", json={"qrData": paid["qrCodeData"]})
    attended_at = olive.get(f"/api/attendees/{paid['id']}").json()["attendedAt"]

    before = clock.milliseconds(clock.now())
    read = list_of(olive, event)
    told = {"id": event["id"], "name": "Spring Gala", "date": "2026-11-20", "time": "19:30", "capacity": 300}
    told |= {"countsExits": False, "reentry": True, "stopsAtCapacity": False, "leavers": 0, "lists": []}
    assert read["event"] == told
    assert before <= read["asOf"] <= clock.milliseconds(clock.now())
    assert read["position"] == house.app.state.live.position
    first, second = (dict(zip(FIELDS, ticket, strict=True)) for ticket in read["tickets"])
    assert first == {
        "qr_hash": qr_hash(paid["qrCodeData"]),
        "id": paid["id"],
        "full_name": 'Zoë "Q" Ångström\u2028\\',
        "table_number": 7,
        "payment_status": "paid",
        "owed_cents": 0,
        "invoice_number": paid["invoiceNumber"],
        "attended_at": clock.milliseconds(clock.from_wire(attended_at)),
        "scanner_name": "Sam Superadmin",
        "notes": 'Ramp:\n"Gate B" é',
        "marked_absent_at": None,
        "ticket_type": None,
        "left_at": None,
        "check_ins": None,
    }
    # A page of an earlier release reads the fields before them.
    assert FIELDS[-5:] == ("notes", "marked_absent_at", "ticket_type", "left_at", "check_ins")
    assert second["notes"] is None
    assert (second["table_number"], second["payment_status"], second["owed_cents"]) == (9, "50%", 3000)
    assert (second["attended_at"], second["scanner_name"]) == (None, None)
    assert second["qr_hash"] == qr_hash(owing["qrCodeData"])

    [stranger] = list_of(olive, other)["tickets"]
    assert stranger[FIELDS.index("owed_cents")] == 0
    assert list_of(olive, other)["event"]["time"] is None


def test_a_guest_who_is_out_has_when_they_were_last_marked_absent(house: House) -> None:  # 7.door-list.11
    olive = house.signed_in(OLIVE)
    event = new_event(olive)
    guest, never = new_attendee(olive, event), new_attendee(olive, event)

    def marked(*, attended: bool) -> int:
        before = clock.milliseconds(clock.now())
        path = f"/api/attendees/{guest['id']}/attendance"
        assert olive.patch(path, json={"attended": attended}).status_code == 200
        return before

    def absent_since() -> list[int | None]:
        return [ticket[FIELDS.index("marked_absent_at")] for ticket in list_of(olive, event)["tickets"]]

    assert absent_since() == [None, None]
    for _ in range(2):
        marked(attended=True)
        assert absent_since() == [None, None]
        before = marked(attended=False)
        first, second = absent_since()
        assert first is not None
        assert before <= first <= clock.milliseconds(clock.now())
        assert second is None
    named = olive.get(f"/api/door/list?eventId={event['id']}&ids={never['id']},{guest['id']}").json()["tickets"]
    assert [ticket[FIELDS.index("marked_absent_at")] for ticket in named] == [first, None]


@pytest.mark.parametrize("status", ["paid", "free", "unpaid", "50%"])
@pytest.mark.parametrize(("price", "amount"), [(None, None), (4500, None), (4500, 4500), (4500, 9900), (0, None)])
def test_what_is_owed_is_what_the_verdict_says(  # 7.door-list.2
    house: House, status: str, price: int | None, amount: int | None
) -> None:
    olive = house.signed_in()
    event = new_event(olive, ticketPriceCents=price)
    guest = new_attendee(olive, event, paymentStatus=status, amountPaidCents=amount)
    [ticket] = list_of(olive, event)["tickets"]
    verdict = olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).json()
    assert ticket[FIELDS.index("owed_cents")] == verdict["attendee"]["owedCents"]


def test_holds_no_text_that_lets_somebody_in_and_no_phone(house: House) -> None:  # 7.door-list.3
    olive = house.signed_in()
    event = new_event(olive)
    guests = [new_attendee(olive, event, phone=f"0400 111 {n}") for n in range(222, 225)]
    for query in ({}, {"ids": ",".join(str(guest["id"]) for guest in guests)}):
        text = json.dumps(list_of(olive, event, **query))
        assert "DL1." not in text
        for guest in guests:
            assert str(guest["id"]) in text
            for secret in (guest["qrCodeData"], guest["qrCodeData"].split(".")[2], guest["phone"], "0400"):
                assert secret not in text


class TestIds:
    def test_only_those_of_the_event_that_are_there(self, house: House) -> None:  # 7.door-list.4
        olive = house.signed_in()
        event, other = new_event(olive), new_event(olive)
        one, two, three = (new_attendee(olive, event)["id"] for _ in range(3))
        elsewhere = new_attendee(olive, other)["id"]
        assert olive.delete(f"/api/attendees/{two}").status_code == 204
        asked = f"{three},{two},{one},{one},{elsewhere},0,999999,{2**63},{2**62}"
        assert ids_of(olive, event, ids=asked) == [one, three]
        assert ids_of(olive, event, ids="999999") == []
        whole, part = list_of(olive, event), list_of(olive, event, ids=f"{one},{three}")
        assert part["tickets"] == whole["tickets"]
        assert part["event"] == whole["event"]

    @pytest.mark.parametrize(
        "ids", ["", ",", "1,", "x", "1;2", "-1", "1.0", "٣", "1 2", ",".join(["1"] * 501), "9" * 20]
    )
    def test_what_is_no_list_of_ids_is_refused_by_name(self, sqlite_house: House, ids: str) -> None:
        olive = sqlite_house.signed_in()
        event = new_event(olive)
        body = problem(
            olive.get("/api/door/list", params={"eventId": event["id"], "ids": ids}), 400, "validation_failed"
        )
        assert [error["field"] for error in body["errors"]] == ["ids"]

    @pytest.mark.both_engines
    def test_five_hundred_at_once(self, house: House) -> None:  # 7.door-list.4
        olive = house.signed_in()
        event = new_event(olive)
        new_attendee(olive, event)
        many(house, 600)
        ids = ids_of(olive, event)
        assert ids_of(olive, event, ids=",".join(map(str, ids[:500]))) == ids[:500]


@pytest.mark.parametrize("number", [0, 1, 249, 250, 251, 700])
def test_a_list_of_any_length_is_whole_and_in_order(
    house: House, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # 7.door-list.1
    monkeypatch.setattr(service, "CHUNK", 250)
    olive = house.signed_in()
    event = new_event(olive)
    if number:
        new_attendee(olive, event)
        many(house, number - 1)
    ids = ids_of(olive, event)
    assert len(ids) == number
    assert ids == sorted(set(ids))


@pytest.mark.both_engines
def test_a_list_in_chunks_has_a_line_for_each(house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 7.door-list.12
    monkeypatch.setattr(service, "CHUNK", 250)
    olive = house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event, notes="Vegan,\nno nuts")
    many(house, 600)
    path = f"/api/door/list?eventId={event['id']}"
    first, *between, last = olive.get(path).text.split(",\n")
    tickets = [*json.loads(first + "]}")["tickets"]]
    for line in (*between, last.removesuffix("]}")):
        tickets += json.loads(f"[{line}]")
    assert (len(between), len(tickets)) == (1, 601)
    assert tickets == olive.get(path).json()["tickets"]


def test_the_last_page_costs_no_more_than_the_first(sqlite_house: House) -> None:
    """SQLite bounds a scan of an index by the first column of a row comparison alone."""
    olive = sqlite_house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    many(sqlite_house, 3000)
    last = ids_of(olive, event)[-101]

    def steps(after: int) -> int:
        counted = itertools.count()
        with sqlite_house.database.read() as tx:
            driver: Any = tx.connection().connection.driver_connection
            driver.set_progress_handler(lambda: next(counted) and 0, 100)
            assert repository.page(tx, event["id"], after=after, limit=100).found == 100
            driver.set_progress_handler(None, 0)
        return next(counted)

    assert steps(last) < 1.5 * steps(0)


def test_goes_out_compressed_to_who_can_read_it(sqlite_house: House) -> None:  # 7.door-list.6
    olive = sqlite_house.signed_in()
    event = new_event(olive)
    new_attendee(olive, event)
    many(sqlite_house, 1500)
    path = f"/api/door/list?eventId={event['id']}"
    bodies = {}
    for accepted in ("gzip", "identity"):
        with olive.stream("GET", path, headers={"Accept-Encoding": accepted}) as answer:
            assert answer.headers.get("content-encoding") == {"gzip": "gzip"}.get(accepted)
            assert "accept-encoding" in answer.headers["vary"].lower()
            bodies[accepted] = b"".join(answer.iter_raw())
    assert json.loads(gzip.decompress(bodies["gzip"]))["tickets"] == json.loads(bodies["identity"])["tickets"]
    assert len(bodies["gzip"]) < len(bodies["identity"]) / 2


class TestTheTag:
    def test_of_a_list_that_has_not_changed_is_all_that_is_sent(self, house: House) -> None:  # 7.door-list.5
        olive = house.signed_in()
        event = new_event(olive)
        guest = new_attendee(olive, event)
        path = f"/api/door/list?eventId={event['id']}"
        first = olive.get(path)
        tag = first.headers["etag"]
        assert first.headers["cache-control"] == "private, no-cache"
        for header in (tag, f'"other", {tag}', "*", tag.removeprefix("W/")):
            again = olive.get(path, headers={"If-None-Match": header})
            assert (again.status_code, again.content) == (304, b"")
            assert (again.headers["etag"], again.headers["cache-control"]) == (tag, "private, no-cache")
        assert olive.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
        part = olive.get(f"{path}&ids={guest['id']}", headers={"If-None-Match": tag})
        assert (part.status_code, part.headers["cache-control"]) == (200, "no-store")
        assert "etag" not in part.headers

    @pytest.mark.parametrize(
        "change",
        [
            lambda sam, event, _: new_attendee(sam, event),
            lambda sam, _, guest: sam.put(f"/api/attendees/{guest['id']}", json={"fullName": "Ada King"}),
            lambda sam, _, guest: sam.put(f"/api/attendees/{guest['id']}", json={"amountPaidCents": 100}),
            lambda sam, _, guest: sam.put(f"/api/attendees/{guest['id']}", json={"notes": "Vegan"}),
            lambda sam, _, guest: sam.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}),
            lambda sam, _, guest: sam.patch(f"/api/attendees/{guest['id']}/attendance", json={"attended": True}),
            lambda sam, _, guest: sam.patch(f"/api/attendees/{guest['id'] + 1}/attendance", json={"attended": False}),
            lambda sam, _, guest: sam.delete(f"/api/attendees/{guest['id']}"),
            lambda sam, event, _: sam.put(f"/api/events/{event['id']}", json={"name": "Winter Ball"}),
            lambda sam, event, _: sam.put(f"/api/events/{event['id']}", json={"ticketPriceCents": 9900}),
            lambda sam, _, guest: sam.put(f"/api/users/{guest['scanner']}", json={"fullName": "Samantha"}),
            lambda sam, event, _: sam.post(
                "/api/attendees/bulk-import",
                json={
                    "eventId": event["id"],
                    "attendees": [{"fullName": "G", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}],
                },
            ),
        ],
        ids=[
            "new",
            "name",
            "paid",
            "notes",
            "scan",
            "present",
            "absent",
            "gone",
            "event",
            "price",
            "scanner",
            "import",
        ],
    )
    def test_is_another_one_after_any_change(  # 7.door-list.5
        self, house: House, change: Callable[[TestClient, Json, Json], Any]
    ) -> None:
        sam = house.signed_in(SAM)
        event = new_event(sam, ticketPriceCents=4500)
        guest = new_attendee(sam, event, paymentStatus="unpaid")
        present = new_attendee(sam, event)
        sam.post("/api/attendees/scan", json={"qrData": present["qrCodeData"]})
        guest["scanner"] = sam.get("/api/me").json()["id"]
        path = f"/api/door/list?eventId={event['id']}"
        before = sam.get(path)
        change(sam, event, guest)
        after = sam.get(path, headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        assert after.headers["etag"] != before.headers["etag"]
        assert changed_parts(after) != changed_parts(before)

    @pytest.mark.either_engine
    def test_is_another_one_where_the_list_has_another_form(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 7.door-list.5
        """A device that keeps a list without notes is sent the whole list, though nothing of the event has changed."""
        olive = house.signed_in()
        path = f"/api/door/list?eventId={new_event(olive)['id']}"
        with monkeypatch.context() as earlier:
            earlier.setattr(service, "FORM", 1)
            tag = olive.get(path).headers["etag"]
            assert olive.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert olive.get(path, headers={"If-None-Match": tag}).status_code == 200

    def test_is_another_one_after_a_restore_that_keeps_ids_and_versions(self, house: House) -> None:  # 7.door-list.5
        sam = house.signed_in(SAM)
        event = new_event(sam)
        guest = new_attendee(sam, event)
        path = f"/api/door/list?eventId={event['id']}"
        tag = sam.get(path).headers["etag"]
        file = sam.get("/api/export/backup.json").content.replace(b"Ada Lovelace", b"Ada Restored")
        answer = sam.post("/api/backup/restore-file", files={"file": ("b.json", file)})
        assert answer.status_code == 200, answer.text
        after = sam.get(path, headers={"If-None-Match": tag})
        [ticket] = after.json()["tickets"]
        assert ticket[:3] == [qr_hash(guest["qrCodeData"]), guest["id"], "Ada Restored"]

    def test_is_another_one_after_a_server_backup_came_back(self, house: House) -> None:  # 7.door-list.5
        olive = house.signed_in()
        event = new_event(olive)
        guest = new_attendee(olive, event)
        backups = Backups(house.database, house.settings)
        name = backups.take(BackupKind.MANUAL).filename
        backups.verify(name)
        path = f"/api/door/list?eventId={event['id']}"
        olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        tag = olive.get(path).headers["etag"]
        restore_backup(backups, name, by=None)
        after = house.signed_in().get(path, headers={"If-None-Match": tag})
        assert after.status_code == 200
        assert after.json()["tickets"][0][FIELDS.index("attended_at")] is None


def test_what_is_imported_is_listed_by_its_hash(house: House) -> None:  # 3.qr.10
    olive = house.signed_in()
    event = new_event(olive)
    rows = [{"fullName": f"G{n}", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"} for n in range(3)]
    olive.post("/api/attendees/bulk-import", json={"eventId": event["id"], "attendees": rows})
    texts = {guest["id"]: guest["qrCodeData"] for guest in olive.get("/api/attendees").json()}
    assert len(texts) == 3
    assert {t[1]: t[0] for t in list_of(olive, event)["tickets"]} == {i: qr_hash(text) for i, text in texts.items()}


def test_the_stream_has_the_changes_since_the_position_of_the_list(house: House) -> None:  # 7.door-list.7
    olive = house.signed_in()
    event = new_event(olive)
    with listening(house) as here:
        client = here.signed_in()
        position = client.ask("GET", f"/api/door/list?eventId={event['id']}").json()["position"]
        guest = new_attendee(olive, event)
        with here.ear(client, path=f"/api/live?after={position}") as ear:
            heard = set[int]()
            while guest["id"] not in heard:
                heard |= set(ear.changes().get("attendees", []))
