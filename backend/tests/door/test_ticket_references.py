"""POST /api/attendees/scan by `qrData`, `qrHash` and `attendeeId`: three ways to name one ticket, on both engines."""

import itertools
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert

from doorlist.attendees.models import Attendee
from doorlist.attendees.schemas import AttendeeOut
from doorlist.core.db.database import Database
from doorlist.core.db.driver import DriverTransaction, DriverTransactions
from doorlist.door.admission import sql as statements
from doorlist.door.admission.repository import ScanRepository
from doorlist.door.admission.service import decide_scans
from doorlist.door.rules import Scan
from doorlist.tickets.rules import half_of_qr_hash
from doorlist.users.service import SignedInUser
from tests.cast import OLIVE, OSCAR, SAM
from tests.door.door import Door
from tests.door.test_scan import log_of
from tests.door.test_worker import decided_together, outcomes, scan_of
from tests.house import House, Json, json_of, new_attendee, new_event, problem

SCAN = "/api/attendees/scan"
WAYS = ("qrData", "qrHash", "attendeeId")


def base64url(digest: bytes) -> str:
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def whole_hash(qr_text: str) -> str:
    return base64url(sha256(qr_text.encode()).digest())


def named(attendee: Json, way: str) -> Json:
    """The attendee's ticket, named in that way."""
    values = {
        "qrData": attendee["qrCodeData"],
        "qrHash": whole_hash(attendee["qrCodeData"]),
        "attendeeId": attendee["id"],
    }
    return {way: values[way]}


@pytest.fixture(params=[{}, {"unheardOf": 1}], ids=["fast path", "ordinary way"])
def more(request: pytest.FixtureRequest) -> Json:
    """The fast path, and the ordinary way, which an unknown field forces."""
    fields: Json = request.param
    return fields


def scan(client: TestClient, **fields: Any) -> Any:
    return client.post(SCAN, json=fields)


class TestAnIdFromAList:
    def test_admits_nobody_who_came_to_that_id_by_a_restore(self, house: House) -> None:  # 7.scan.21
        olive = house.signed_in(OLIVE)
        guest = new_attendee(olive, new_event(olive))
        asked = {"eventId": guest["eventId"]}
        [[listed_hash, *_]] = json_of(olive.get("/api/door/list", params=asked))["tickets"]
        by_list = {"attendeeId": guest["id"], "listedHash": listed_hash, **asked}
        # The file of another installation has another guest under the same ids.
        file = json_of(olive.get("/api/export/backup.json"))
        file["attendees"][0] |= {"fullName": "Grace Hopper", "qrCodeData": "another ticket"}
        sent = {"file": ("backup.json", json.dumps(file))}
        answer = house.signed_in(SAM).post("/api/backup/restore-file", files=sent)
        assert answer.status_code == 200, answer.text
        problem(scan(olive, **by_list), 404, "ticket_unknown")
        now_there = whole_hash("another ticket")
        problem(scan(olive, **by_list | {"listedHash": now_there}), 400, "validation_failed")
        assert not json_of(olive.get(f"/api/attendees/{guest['id']}"))["attended"]
        first = json_of(scan(olive, **by_list | {"listedHash": half_of_qr_hash(now_there)}))
        assert (first["alreadyScanned"], first["attendee"]["fullName"]) == (False, "Grace Hopper")


class TestEachWay:
    @pytest.mark.parametrize("way", WAYS)
    def test_admits_once_and_responds_to_a_repeat_with_the_first(self, house: House, way: str, more: Json) -> None:
        # 7.scan.16, 17; 7.scan.1, 2
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        guest = new_attendee(olive, new_event(olive))
        first = scan(olive, **named(guest, way), eventId=guest["eventId"], device="Gate B", **more)
        assert first.status_code == 200
        assert (json_of(first)["alreadyScanned"], json_of(first)["attendee"]["id"]) == (False, guest["id"])
        for other in WAYS:
            again = json_of(scan(oscar, **named(guest, other), **more))
            assert (again["alreadyScanned"], again["attendee"]) == (True, json_of(first)["attendee"])
        assert [(e.outcome, e.attendee_id) for e in log_of(house)] == [("admitted", guest["id"])] + [
            ("repeat", guest["id"])
        ] * 3

    @pytest.mark.parametrize("way", ["qrHash", "attendeeId"])
    def test_refuses_a_ticket_of_another_event(self, house: House, way: str, more: Json) -> None:  # 7.scan.5, 6, 16
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive, name="Winter Ball", date="2026-12-01")
        guest = new_attendee(olive, ball)
        refusal = problem(scan(olive, **named(guest, way), eventId=gala["id"], **more), 404, "ticket_other_event")
        assert refusal["ticketEvent"] == {"id": ball["id"], "name": "Winter Ball", "date": "2026-12-01"}
        assert json_of(olive.get(f"/api/attendees/{guest['id']}")) == guest

    @pytest.mark.parametrize("unknown", [{"qrHash": whole_hash("none")}, {"attendeeId": 999}, {"attendeeId": 2**70}])
    def test_refuses_an_unknown_ticket(self, house: House, unknown: Json, more: Json) -> None:  # 7.scan.18
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        refusal = problem(scan(olive, **unknown, **more), 404, "ticket_unknown")
        assert "not found" in refusal["detail"]
        assert [(e.outcome, e.attendee_id) for e in log_of(house)] == [("unknown", None)]

    @pytest.mark.parametrize("way", WAYS)
    def test_refuses_a_deleted_ticket(self, house: House, way: str, more: Json) -> None:  # 7.scan.4, 18
        olive = house.signed_in()
        guest = new_attendee(olive, new_event(olive))
        assert olive.delete(f"/api/attendees/{guest['id']}").status_code == 204
        problem(scan(olive, **named(guest, way), **more), 404, "ticket_unknown")

    def test_the_log_has_what_was_sent(self, house: House, more: Json) -> None:  # 3.scan-log.6
        olive = house.signed_in()
        guest = new_attendee(olive, new_event(olive))
        for fields in (named(guest, "qrHash"), named(guest, "attendeeId"), {"qrHash": "A" * 43}, {"attendeeId": 999}):
            scan(olive, **fields, **more)
        assert [entry.qr_data for entry in log_of(house)] == [
            f"sha256:{whole_hash(guest['qrCodeData'])}",
            f"attendee:{guest['id']}",
            f"sha256:{'A' * 43}",
            "attendee:999",
        ]


class TestTheHash:
    def test_is_compared_whole(self, house: House, more: Json) -> None:  # 7.scan.17
        olive = house.signed_in()
        guest = new_attendee(olive, new_event(olive))
        digest = urlsafe_b64decode(named(guest, "qrHash")["qrHash"] + "=")
        for other in (digest[:16] + digest[:16], digest[:31] + bytes([digest[31] ^ 1]), digest[16:] + digest[16:]):
            problem(scan(olive, qrHash=base64url(other), **more), 404, "ticket_unknown")
        assert json_of(scan(olive, qrHash=base64url(digest), **more))["alreadyScanned"] is False

    @pytest.mark.both_engines
    def test_is_of_the_normalised_text(self, house: House) -> None:  # 7.scan.17; 3.qr.11
        """Two texts that are one when normalised: the hash names the one that a reading of it would find."""
        olive = house.signed_in()
        gala = new_event(olive)
        deleted, guest = new_attendee(olive, gala), new_attendee(olive, gala)
        assert olive.delete(f"/api/attendees/{deleted['id']}").status_code == 204
        with house.database.write() as tx:
            row = tx.get_one(Attendee, guest["id"])
            fields = {column.name: getattr(row, column.name) for column in Attendee.__table__.columns}
            fields |= {"id": deleted["id"], "invoice_number": "INV-X", "qr_code_data": guest["qrCodeData"].lower()}
            tx.execute(insert(Attendee).values(**fields))
            # Neither the older nor the younger of them: the one whose text is the normalised one.
            fields |= {"id": 1_000_000, "invoice_number": "INV-Y", "qr_code_data": f" {guest['qrCodeData']}"}
            tx.execute(insert(Attendee).values(**fields))
        answers = [json_of(scan(olive, **named(guest, way))) for way in ("qrHash", "qrData")]
        assert [answer["attendee"]["id"] for answer in answers] == [guest["id"]] * 2

    @pytest.mark.plans
    @pytest.mark.both_engines
    def test_is_found_by_its_index(self, database: Database) -> None:  # 7.scan.19
        """A group with hashes and ids costs no walk through the table."""
        values: dict[str, Any] = dict.fromkeys(("sessions", "keys", "event_ids", "qr_texts", "qr_hashes", "ids"), "[]")
        values["now"] = "2026-11-20T18:30:00.000Z"
        steps: list[str] = []
        with database.engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            if database.is_sqlite:
                plan = driver.execute(f"EXPLAIN QUERY PLAN {statements.SQLITE.look_up_any}", values)
                steps = [row[3] for row in plan.fetchall()]
                assert not [step for step in steps if step.startswith("SCAN attendees")]
            else:
                driver.execute("SET enable_seqscan = off")
                plan = driver.execute(f"EXPLAIN {statements.POSTGRES.look_up_any}", values)
                steps = [row[0] for row in plan.fetchall()]
                assert not [step for step in steps if "Seq Scan on attendees" in step]
        assert [step for step in steps if "ix_attendees_qr_hash" in step]

    def test_has_a_plan_that_fits_a_log_that_grows(self, postgres_door: Door) -> None:  # 7.scan.19
        """The plan of an empty log is kept for a minute of scans: a step that reads the whole log grows with it."""
        values = dict.fromkeys(("sessions", "keys", "event_ids", "qr_texts"), "[]") | {
            "now": "2026-11-20T18:30:00.000Z"
        }
        url = postgres_door.database_settings.database_url
        assert url is not None
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM scan_log")
            connection.execute("SET enable_seqscan = off")
            explained = f"EXPLAIN {statements.POSTGRES.look_up}"
            plan = [row[0] for row in connection.execute(explained.encode(), values).fetchall()]
        reads = [number for number, step in enumerate(plan) if " on scan_log " in step]
        assert len(reads) >= 2
        assert all("Cond: " in plan[number + 1] for number in reads)


class TestTheBody:
    @pytest.mark.parametrize("ways", [*itertools.combinations(WAYS, 2), WAYS], ids=str)
    def test_names_one_ticket_in_one_way(self, sqlite_house: House, ways: tuple[str, ...]) -> None:  # 7.scan.16
        olive = sqlite_house.signed_in()
        guest = new_attendee(olive, new_event(olive))
        fields = {key: value for way in ways for key, value in named(guest, way).items()}
        refusal = problem(scan(olive, **fields), 400, "validation_failed")
        message = "Send only one of qrData, qrHash and attendeeId"
        assert refusal["errors"] == [{"field": "qrData", "message": message}]
        assert refusal["detail"] == f"qrData: {message}"
        assert log_of(sqlite_house) == []

    def test_names_a_ticket(self, sqlite_house: House) -> None:  # 7.scan.16
        olive = sqlite_house.signed_in()
        for fields in ({}, {"qrData": None}, {"qrData": None, "qrHash": None, "attendeeId": None}):
            refusal = problem(scan(olive, **fields), 400, "validation_failed")
            assert refusal["errors"] == [{"field": "qrData", "message": "This field is required"}]

    @pytest.mark.either_engine
    def test_may_have_null_for_the_other_ways(self, house: House, more: Json) -> None:  # 7.scan.16
        olive = house.signed_in()
        gala = new_event(olive)
        for way in WAYS:
            guest = new_attendee(olive, gala)
            fields = {**dict.fromkeys(WAYS), **named(guest, way)}
            assert json_of(scan(olive, **fields, **more))["alreadyScanned"] is False

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("qrHash", "somebody.with.a.longer.name@example.invalid"),
            ("qrHash", "A" * 42),
            ("qrHash", "A" * 44),
            ("qrHash", "A" * 42 + "="),
            ("qrHash", "A" * 42 + "\n"),
            ("qrHash", "A" * 42 + "+"),
            ("qrHash", "\uff21" * 43),
            ("qrHash", ""),
            ("qrHash", 7),
            ("attendeeId", "olive"),
            ("attendeeId", True),
            ("attendeeId", 1.5),
        ],
        ids=repr,
    )
    def test_has_a_hash_or_an_id_of_the_right_form(self, sqlite_house: House, field: str, value: object) -> None:
        # 7.scan.16
        olive = sqlite_house.signed_in()
        refusal = problem(scan(olive, **{field: value}), 400, "validation_failed")
        assert [error["field"] for error in refusal["errors"]] == [field]
        assert log_of(sqlite_house) == []


class TestTheSameKey:
    @pytest.mark.parametrize("ways", list(itertools.permutations(WAYS, 2)), ids=str)
    def test_gets_the_same_answer_whichever_way_the_ticket_is_named(
        self, house: House, ways: tuple[str, str], more: Json
    ) -> None:  # 7.scan.12, 20
        olive = house.signed_in()
        gala, ball = new_event(olive), new_event(olive, name="Ball")
        guest, elsewhere = new_attendee(olive, gala), new_attendee(olive, ball)
        for ticket, status in ((guest, 200), (elsewhere, 404)):
            fields = {"idempotencyKey": str(uuid4()), "eventId": gala["id"], **more}
            first, again = (scan(olive, **named(ticket, way), **fields) for way in ways)
            assert (first.status_code, json_of(first)) == (status, json_of(again))
        assert [entry.outcome for entry in log_of(house)] == ["admitted", "other_event"]

    @pytest.mark.parametrize("ways", list(itertools.product(WAYS, WAYS)), ids=str)
    def test_for_another_ticket_is_refused(self, house: House, ways: tuple[str, str]) -> None:  # 7.scan.12
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        gala = new_event(olive)
        guest, other = new_attendee(olive, gala), new_attendee(olive, gala)
        key, (first, again) = str(uuid4()), ways
        assert scan(olive, **named(guest, first), idempotencyKey=key).status_code == 200
        problem(scan(olive, **named(other, again), idempotencyKey=key), 400, "key_reused")
        problem(scan(oscar, **named(guest, again), idempotencyKey=key), 400, "key_reused")
        assert json_of(olive.get(f"/api/attendees/{other['id']}")) == other

    @pytest.mark.parametrize(
        "ways", [*zip(WAYS, WAYS, strict=True), ("qrData", "qrHash"), ("qrHash", "qrData"), ("qrHash", "attendeeId")]
    )
    def test_is_known_after_the_ticket_was_deleted(self, house: House, ways: tuple[str, str]) -> None:
        # 7.scan.12, 20
        olive = house.signed_in()
        guest, key = new_attendee(olive, new_event(olive)), str(uuid4())
        scan(olive, **named(guest, ways[0]), idempotencyKey=key)
        assert olive.delete(f"/api/attendees/{guest['id']}").status_code == 204
        problem(scan(olive, **named(guest, ways[1]), idempotencyKey=key), 404, "ticket_unknown")
        assert len(log_of(house)) == 1

    @pytest.mark.parametrize(
        "unknown", [{"qrHash": whole_hash("none")}, {"attendeeId": 999}, {"qrData": "DL1.1." + "A" * 26}]
    )
    def test_of_an_unknown_ticket_writes_no_second_row(self, house: House, unknown: Json) -> None:  # 7.scan.10, 11
        olive, key = house.signed_in(), str(uuid4())
        for _ in range(2):
            problem(scan(olive, **unknown, idempotencyKey=key), 404, "ticket_unknown")
        for other in ({"qrHash": whole_hash("other")}, {"attendeeId": 998}, {"qrData": "other"}):
            problem(scan(olive, **other, idempotencyKey=key), 400, "key_reused")
        assert len(log_of(house)) == 1


def named_scan(guest: AttendeeOut, scanner: SignedInUser, way: str, **fields: Any) -> Scan:
    ways: dict[str, dict[str, Any]] = {
        "qrData": {"qr_data": guest.qr_code_data},
        "qrHash": {"qr_hash": whole_hash(guest.qr_code_data)},
        "attendeeId": {"attendee_id": guest.id},
    }
    return scan_of(guest, scanner, **{"qr_data": None, **ways[way], **fields})


class Subscriber:
    """A transaction of the driver that records its statements."""

    def __init__(self, tx: DriverTransaction) -> None:
        self.tx = tx
        self.is_sqlite = tx.is_sqlite
        self.seen: list[str] = []

    def row(self, statement: str, values: Any) -> tuple[Any, ...]:
        self.seen.append(statement)
        return self.tx.row(statement, values)

    def change(self, statement: str, values: Any) -> int:
        self.seen.append(statement)
        return self.tx.change(statement, values)

    def change_and_commit(self, statement: str, values: Any) -> None:
        self.seen.append(statement)
        self.tx.change_and_commit(statement, values)


def statements_of(door: Door, scans: list[Scan]) -> list[str]:
    """The statements that the worker runs to decide a group."""

    def decide(tx: DriverTransaction) -> list[str]:
        listener = Subscriber(tx)
        assert set(outcomes(decide_scans(ScanRepository(listener), scans))) == {"admitted"}
        return listener.seen

    transactions = DriverTransactions(door.database)
    seen = transactions.commit(decide)
    transactions.close()
    return seen


class TestAGroup:
    def test_may_name_one_ticket_in_all_ways(self, door: Door) -> None:  # 7.scan.2, 16
        """The first is let in, by whichever way, and all others are repeats of it."""
        olive, oscar, *_ = door.staff
        for ways in itertools.permutations(WAYS):
            guest = door.guest()
            scans = [named_scan(guest, oscar if place else olive, way) for place, way in enumerate(ways)]
            answers = decided_together(door.database, scans)
            assert outcomes(answers) == ["admitted", "repeat", "repeat"]
            assert len({answer.ticket for answer in answers}) == 1  # type: ignore[union-attr]
            assert [(row.outcome, row.attended_by) for row in door.log_of(guest)] == [
                ("admitted", olive.id),
                ("repeat", olive.id),
                ("repeat", olive.id),
            ]

    def test_answers_each_in_its_own_way(self, door: Door) -> None:  # 7.scan.16, 20
        olive, *_ = door.staff
        guests = [door.guest() for _ in range(3)]
        key = uuid4()
        answers = decided_together(
            door.database,
            [
                named_scan(guests[0], olive, "qrHash", key=key),
                named_scan(guests[0], olive, "attendeeId", key=key),
                named_scan(guests[1], olive, "attendeeId", key=key),
                scan_of(guests[1], olive),
                named_scan(guests[2], olive, "attendeeId"),
                scan_of(guests[2], olive, qr_data=None, qr_hash="A" * 43),
            ],
        )
        assert outcomes(answers) == ["admitted", "admitted", "KeyReused", "admitted", "admitted", "unknown"]

    def test_by_texts_alone_asks_no_more_than_before(self, door: Door) -> None:  # 7.scan.19
        """The ordinary scan runs the statement that knows texts alone, and as many as ever: look up, admit, log."""
        seen = statements_of(door, [scan_of(door.guest(), door.staff[0])])
        mixed = statements_of(door, [named_scan(door.guest(), door.staff[0], way) for way in WAYS])
        sql = statements.SQLITE if door.database.is_sqlite else statements.POSTGRES
        assert seen == [sql.look_up, sql.admit, sql.log]
        assert mixed == [sql.look_up_any, sql.admit, sql.log]
