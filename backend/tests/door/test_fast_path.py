"""The fast path of the scan: it refuses like every other call, and answers like the ordinary way."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from doorlist.door.admission import worker as worker_module
from doorlist.door.models import ScanLogEntry
from doorlist.users import auth
from doorlist.users.models import SignInSession
from doorlist.users.service import SignedInUser, find_signed_in_user
from doorlist.users.session_check import fingerprint
from tests.cast import NORA, OLIVE
from tests.house import House, Json, json_of, new_attendee, new_event, problem

SCAN, ORDINARY = "/api/attendees/scan", "/api/events"
JSON = {"Content-Type": "application/json"}
MIB = 1024 * 1024

# Each way to be wrong: headers, and a change to a valid body.
GUARD_CASES: dict[str, tuple[dict[str, str], Callable[[bytes], bytes]]] = {
    "right": (JSON, lambda body: body),
    "cross-site by Sec-Fetch-Site": ({**JSON, "Sec-Fetch-Site": "cross-site"}, lambda body: body),
    "same-site by Sec-Fetch-Site": ({**JSON, "Sec-Fetch-Site": "same-site"}, lambda body: body),
    "our own by Sec-Fetch-Site": ({**JSON, "Sec-Fetch-Site": "same-origin"}, lambda body: body),
    "cross-site by Origin": ({**JSON, "Origin": "https://elsewhere.example"}, lambda body: body),
    "no Origin to speak of": ({**JSON, "Origin": "null"}, lambda body: body),
    "our own Origin": ({**JSON, "Origin": "http://testserver"}, lambda body: body),
    "too large": (JSON, lambda body: body.ljust(MIB + 1)),
    "large": (JSON, lambda body: body.ljust(MIB)),
    "empty": (JSON, lambda _: b""),
    "truncated": (JSON, lambda body: body[:-1]),
    "NaN": (JSON, lambda body: body[:-1] + b', "x": NaN}'),
    "beyond a double": (JSON, lambda body: body[:-1] + b', "x": 1e999}'),
    "half a surrogate pair": (JSON, lambda body: body[:-1] + rb', "x": "\ud800"}'),
    "deep": (JSON, lambda body: body[:-1] + b', "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "invalid UTF-8": (JSON, lambda body: body[:-1] + b', "x": "\xff"}'),
    "with a byte order mark": (JSON, lambda body: b"\xef\xbb\xbf" + body),
    "a list": (JSON, lambda _: b"[]"),
    "null": (JSON, lambda _: b"null"),
    "wrong type of a field": (JSON, lambda _: b'{"qrData": 5, "name": 5, "date": "2026-11-20"}'),
    "null for a field": (JSON, lambda _: b'{"qrData": null, "name": null, "date": "2026-11-20"}'),
    "a field missing": (JSON, lambda _: b'{"date": "2026-11-20"}'),
    "another content type": ({"Content-Type": "text/plain"}, lambda body: body),
    "a form": ({"Content-Type": "application/x-www-form-urlencoded"}, lambda body: body),
    "no content type": ({}, lambda body: body),
    "JSON with its charset": ({"Content-Type": "application/json; charset=utf-8"}, lambda body: body),
    "an unknown field": (JSON, lambda body: body[:-1] + b', "x": {"y": [1, 2.5, null]}}'),
}


def log_of(house: House) -> list[ScanLogEntry]:
    with house.database.read() as tx:
        return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))


def refusal_of(answer: Response) -> Any:
    """The part that must be equal in both responses: of a refusal, all except the name of the field."""
    headers = {name: value for name, value in answer.headers.items() if name not in {"content-length", "x-request-id"}}
    if answer.status_code < 400:
        return "success", headers
    body = json_of(answer)
    errors = [error["message"] for error in body.pop("errors", [])]
    if errors:
        del body["detail"]
    return answer.status_code, body, errors, headers


def seen(house: House, client: TestClient) -> TestClient:
    """The client, whose session the worker has seen: plain scans take the fast path."""
    token = client.cookies.get("doorlist_session")
    if token is not None:
        house.app.state.admission_worker._seen[fingerprint(token)] = None
    return client


def gone(house: House, client: TestClient) -> TestClient:
    """A user whose session has ended on the server."""
    with house.database.write() as tx:
        tx.execute(delete(SignInSession))
    return client


CALLERS: dict[str, Callable[[House], TestClient]] = {
    "signed out": lambda house: house.stranger(),
    "whose session is over": lambda house: gone(house, house.signed_in(OLIVE)),
    "who must change the password": lambda house: house.signed_in(NORA),
    "signed in": lambda house: house.signed_in(OLIVE),
}


@pytest.mark.parametrize("caller", CALLERS)
def test_refuses_as_every_other_call_does(sqlite_house: House, caller: str) -> None:
    # 6.roles.2, 12; 10.origin.1, 2; 10.limit.1; 10.problem.3, 7, 8; 10.header.1
    client = CALLERS[caller](sqlite_house)
    decided = 0
    for case, (headers, spoil) in GUARD_CASES.items():
        scan = spoil(b'{"qrData": "DL1.1.AAAAAAAAAAAAAAAAAAAAAAAAAA"}')
        event = spoil(b'{"name": "Spring Gala", "date": "2026-11-20"}')
        of_scan = seen(sqlite_house, client).post(SCAN, content=scan, headers=headers)
        of_event = client.post(ORDINARY, content=event, headers=headers)
        if of_event.status_code == 201:
            # A valid call is decided: no attendee has this ticket.
            problem(of_scan, 404, "ticket_unknown")
            decided += 1
            common = {name: value for name, value in refusal_of(of_event)[1].items() if name != "content-type"}
            assert common.items() <= dict(of_scan.headers).items(), case
        else:
            assert refusal_of(of_scan) == refusal_of(of_event), case
        assert len(log_of(sqlite_house)) == decided, case
    assert decided == (7 if caller == "signed in" else 0)


class TestSessionsThatTheWorkerHasSeen:
    def test_a_scan_of_an_anonymous_caller_never_gets_into_the_queue(  # 10.limit.31
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The queue is full.
        monkeypatch.setattr(worker_module, "MAX_QUEUED", 0)
        stranger = sqlite_house.stranger()
        stranger.cookies.set("doorlist_session", "made up")
        problem(stranger.post(SCAN, json={"qrData": "x"}), 401, "not_signed_in")

    def test_the_first_scan_passes_the_gate_and_the_next_ones_go_by(
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def find(tx: Session, token: str, *, address: str) -> SignedInUser | None:
            asked.append(token)
            return find_signed_in_user(tx, token, address=address)

        monkeypatch.setattr(auth, "find_signed_in_user", find)
        olive = sqlite_house.signed_in()
        for _ in range(3):
            assert olive.post(SCAN, json={"qrData": "x"}).status_code == 400
        assert len(asked) == 1

    def test_a_session_that_has_ended_is_unknown_again(self, sqlite_house: House) -> None:
        olive = seen(sqlite_house, sqlite_house.signed_in())
        gone(sqlite_house, olive)
        problem(olive.post(SCAN, json={"qrData": "x"}), 401, "not_signed_in")
        assert sqlite_house.app.state.admission_worker._seen == {}

    def test_the_oldest_is_forgotten_first(self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_module, "MAX_SEEN_SESSIONS", 2)
        for _ in range(3):
            sqlite_house.signed_in().post(SCAN, json={"qrData": "x"})
        assert len(sqlite_house.app.state.admission_worker._seen) == 2


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
def test_another_method_goes_by(sqlite_house: House, method: str) -> None:
    client = sqlite_house.signed_in()
    body = json.dumps({"qrData": "x"}).encode()
    assert client.request(method, SCAN, content=body, headers=JSON).status_code in {400, 405}
    assert log_of(sqlite_house) == []


def both_ways(client: TestClient, scan: Json) -> tuple[Response, Response]:
    """The fast path, and the ordinary way, which an unknown field forces."""
    return client.post(SCAN, json=scan), client.post(SCAN, json={**scan, "unheardOf": 1})


class TestBothWays:
    def test_are_two(self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        client = seen(sqlite_house, sqlite_house.signed_in())

        def fail(*_: object) -> None:
            raise RuntimeError

        monkeypatch.setattr(auth, "find_signed_in_user", fail)
        for named in ({"qrData": "DL1.1." + "A" * 26}, {"qrHash": "A" * 43}, {"attendeeId": 1}):
            plain, other = both_ways(client, named)
            assert (plain.status_code, other.status_code) == (404, 500)

    def test_answer_alike(self, house: House) -> None:  # 7.scan.1, 2, 10; 10.wire.2
        olive = seen(house, house.signed_in())
        gala, ball = new_event(olive, ticketPriceCents=12_000), new_event(olive, name="Ball 'é'", date="2026-12-01")
        guests = [new_attendee(olive, gala, fullName="Zoë 🎉 \"'", paymentStatus="partial", amountPaidCents=500)]
        guests += [new_attendee(olive, ball)]
        for guest in guests:
            key, other_key = str(uuid4()), str(uuid4())
            for scan in (
                {"qrData": guest["qrCodeData"], "eventId": gala["id"], "idempotencyKey": key, "device": " door 1 "},
                {"qrData": f"  {guest['qrCodeData'].lower()} ", "idempotencyKey": other_key.upper().replace("-", "")},
                {"qrData": guest["qrCodeData"], "scannedBy": json_of(olive.get("/api/me"))["id"]},
                {"qrData": guest["qrCodeData"], "idempotencyKey": key, "eventId": None},
                {"qrData": "x" * 600, "device": ""},
                {"qrData": guest["invoiceNumber"], "eventId": 999},
                {"qrData": guest["qrCodeData"], "scannedBy": 999},
                {"qrData": "other", "idempotencyKey": key},
            ):
                olive.patch(f"/api/attendees/{guest['id']}/attendance", json={"attended": True})
                plain, ordinary = both_ways(olive, scan)
                assert plain.status_code == ordinary.status_code
                assert json_of(plain) == json_of(ordinary)
                ignored = {"x-request-id"}
                assert {n: v for n, v in plain.headers.items() if n not in ignored} == {
                    n: v for n, v in ordinary.headers.items() if n not in ignored
                }
                if plain.status_code == 200:
                    assert json_of(plain)["attendee"] == json_of(olive.get(f"/api/attendees/{guest['id']}"))

    @pytest.mark.parametrize(
        "fields",
        [
            {"device": "door\u00a01"},
            {"device": "\x1cdoor"},
            {"device": "d" * 101},
            {"device": 7},
            {"eventId": "1"},
            {"eventId": 1.0},
            {"eventId": True},
            {"eventId": 0},
            {"eventId": -1},
            {"eventId": 2**63},
            {"eventId": 10**30},
            {"scannedBy": "olive"},
            {"idempotencyKey": "no key"},
            {"idempotencyKey": "urn:uuid:0b7e6c1e-0000-4000-8000-000000000001"},
            {"qrData": "DL1\u0000"},
            {"qrData": "\u3000Ⅷ\u200b"},
            {"qrData": "🎉"},
            {"qrData": ""},
            {"qrData": " "},
            {"qrData": "\x1cx"},
        ],
        ids=repr,
    )
    def test_understand_the_same(self, sqlite_house: House, fields: Json) -> None:
        olive = seen(sqlite_house, sqlite_house.signed_in())
        new_event(olive)
        plain, ordinary = both_ways(olive, {"qrData": "no ticket", **fields})
        first, again = json_of(plain), json_of(ordinary)
        assert (plain.status_code, first) == (ordinary.status_code, again)
        rows = [(row.outcome, row.qr_data, row.device, row.event_id) for row in log_of(sqlite_house)]
        assert len(set(rows)) <= 1

    def test_are_counted_under_one_name(self, sqlite_house: House) -> None:
        olive = seen(sqlite_house, sqlite_house.signed_in())
        guest = new_attendee(olive, new_event(olive))
        both_ways(olive, {"qrData": guest["qrCodeData"]})
        local = TestClient(sqlite_house.app, base_url="http://localhost", client=("127.0.0.1", 5000))
        figures = local.get("/metrics").text
        for line in (
            'doorlist_requests_total{method="POST",route="/api/attendees/scan",status="200"} 2.0',
            'doorlist_scans_total{outcome="admitted"} 1.0',
            'doorlist_scans_total{outcome="repeat"} 1.0',
            "doorlist_desk_waiting 0.0",
            "doorlist_desk_group_scans_sum 2.0",
            "doorlist_scan_seconds_count 2.0",
        ):
            assert line in figures
