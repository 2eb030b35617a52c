"""Any input gets an answer with a reason, and accepted input reads back as it was meant (contract 5, 10)."""

import json
import re
import unicodedata
from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.events.test_events import me
from tests.house import House, Json, new_attendee, new_event

pytestmark = pytest.mark.rest

# One house serves all examples of a test: no example depends on what another left there.
bounded_settings = settings(max_examples=30)

bounded: Callable[[Any], Any] = bounded_settings

# Any character there is, half surrogate pairs and unassigned ones too, and often characters that make trouble.
TROUBLE = (
    "\u0000\u0007\t\n\r\u001c\u0085\u00a0\u200b\u200f\u202e\u2028\ufeff\ufffd\ud800\udfff'\"\\%_;$<>{}😀é\u0301ßİﷺ"
)
characters = st.one_of(st.characters(exclude_categories=()), st.sampled_from(TROUBLE), st.sampled_from("aZ09 -:.,+"))
texts = st.one_of(
    st.text(characters, max_size=60),
    st.text(st.sampled_from("0123456789-: "), max_size=12),
    st.builds(lambda text, times: text * times, st.text(characters, min_size=1, max_size=4), st.integers(30, 400)),
)
dates = st.one_of(texts, st.dates().map(str), st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", fullmatch=True))
times = st.one_of(texts, st.none(), st.from_regex(r"[0-9]{2}:[0-9]{2}", fullmatch=True))
EDGES = [0, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 1e308, -0.0]
numbers = st.one_of(st.sampled_from(EDGES), st.integers(), st.floats(), st.booleans(), st.none(), texts)
anything = st.recursive(
    st.one_of(numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=8,
)

ATTENDEE: Json = {"fullName": "Ada Lovelace", "phone": "0400", "tableNumber": 7, "paymentStatus": "paid"}


@pytest.fixture
def olive(house: House) -> TestClient:
    return house.signed_in()


def send(client: TestClient, method: str, path: str, body: Any) -> Response:
    """Send JSON as any program may: half surrogate pairs escaped, numbers as Python writes them, NaN among them."""
    return client.request(method, path, content=json.dumps(body), headers={"Content-Type": "application/json"})


def refused_fields(answer: Response) -> set[str] | None:
    """None when the call was accepted; the fields that are at fault when it was refused. Nothing else may come."""
    assert answer.status_code < 500, answer.text
    if answer.status_code < 400:
        return None
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["detail"]
    if body["code"] == "malformed_body":
        return {"(the body)"}
    assert body["code"] == "validation_failed", body
    assert body["errors"]
    assert all(error["message"] for error in body["errors"])
    return {error["field"] for error in body["errors"]}


def may_be_refused(text: str, *, longest: int, shortest: int = 1) -> bool:
    """Whether a free text breaks a rule: its length after trimming, what no database keeps, what nobody can read."""
    has_controls = any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in text)
    turns_direction = any(c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for c in text)
    is_invisible = all(unicodedata.category(c) in {"Cc", "Cf", "Mn", "Zs", "Zl", "Zp"} for c in text)
    return not shortest <= len(text.strip()) <= longest or has_controls or turns_direction or is_invisible


def is_calendar_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_half_pair(text: str) -> bool:
    return any(0xD800 <= ord(c) <= 0xDFFF for c in text)


class FreeText:
    """A field of free text: an accepted value reads back trimmed, a refused one is named in the problem."""

    def __init__(self, client: TestClient, path: str, field: str, others: Json, longest: int) -> None:
        self.client = client
        self.path = path
        self.field = field
        self.others = others
        self.longest = longest

    def check(self, text: str) -> None:
        answer = send(self.client, "POST", self.path, {**self.others, self.field: text})
        refused = refused_fields(answer)
        if is_half_pair(text):
            assert refused in ({"(the body)"}, {self.field})
        elif refused is not None:
            assert refused == {self.field}
            assert may_be_refused(text, longest=self.longest)
        else:
            made = answer.json()
            assert made[self.field] == text.strip()
            assert 1 <= len(made[self.field]) <= self.longest
            assert self.client.get(f"{self.path}/{made['id']}").json() == made


class TestEvents:
    @bounded
    @given(name=texts)
    @example(name="x" * 200)
    @example(name=" " + "😀" * 200 + "\n")
    @example(name="\u001c")
    @example(name="\u200b")
    @example(name="\u202eadA")
    @example(name="🎟️")
    def test_a_name(self, olive: TestClient, name: str) -> None:
        FreeText(olive, "/api/events", "name", {"date": "2026-11-20"}, 200).check(name)

    @bounded
    @given(day=dates)
    @example(day="2024-02-29")
    @example(day="1999-12-31")
    def test_a_date(self, olive: TestClient, day: str) -> None:
        answer = send(olive, "POST", "/api/events", {"name": "Gala", "date": day})
        refused = refused_fields(answer)
        if refused is None:
            assert answer.json()["date"] == day.strip()
        else:
            assert refused in ({"date"}, {"(the body)"})
            assert not is_calendar_day(day)

    @bounded
    @given(time=times)
    @example(time="24:00")
    @example(time="23:59")
    @example(time="\u2003")
    def test_a_time(self, olive: TestClient, time: str | None) -> None:
        answer = send(olive, "POST", "/api/events", {"name": "Gala", "date": "2026-11-20", "time": time})
        refused = refused_fields(answer)
        if refused is None:
            assert answer.json()["time"] == ((time or "").strip() or None)
        else:
            assert refused in ({"time"}, {"(the body)"})
            assert not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]", time or "")

    @pytest.mark.both_engines
    @bounded
    @given(body=st.dictionaries(st.sampled_from(["name", "date", "time", "ticketPriceCents", "version"]), anything))
    @example(body={"version": 2**63})
    @example(body={"ticketPriceCents": 2**63})
    def test_a_change_of_anything_into_anything(self, olive: TestClient, body: Json) -> None:
        event = new_event(olive)
        answer = send(olive, "PUT", f"/api/events/{event['id']}", body)
        if answer.status_code == 409:
            assert answer.json()["current"] == event
            return
        refused = refused_fields(answer)
        assert refused is None or refused <= {*body, "(the body)"}
        if refused is not None:
            assert olive.get(f"/api/events/{event['id']}").json() == event

    @bounded
    @given(body=anything.filter(lambda body: not isinstance(body, dict)))
    def test_a_body_that_is_no_object(self, olive: TestClient, body: Any) -> None:
        assert refused_fields(send(olive, "POST", "/api/events", body)) is not None

    @bounded
    @given(body=st.binary(max_size=200))
    @example(body=b'{"name":"\xed\xa0\x80","date":"2026-11-20"}')
    @example(body=b'{"name":"\xff","date":"2026-11-20"}')
    @example(body='{"name":"Gala","date":"2026-11-20"}'.encode("utf-16"))
    @example(body=b'{"name":"Gala","name":{},"date":' + b"9" * 5000 + b"}")
    @example(body=b'{"a":' * 2000)
    def test_a_body_of_any_bytes(self, olive: TestClient, body: bytes) -> None:  # 10.problem.4
        headers = {"Content-Type": "application/json"}
        answer = olive.post("/api/events", content=body, headers=headers)
        refused_fields(answer)

    @bounded
    @given(event_id=texts)
    def test_an_id_of_anything(self, olive: TestClient, event_id: str) -> None:
        answer = olive.get("/api/events/" + quote(event_id, safe="", errors="replace"))
        assert answer.status_code in {200, 400, 404}
        assert answer.status_code == 200 or answer.json()["status"] == answer.status_code


class TestAttendees:
    @pytest.fixture
    def event(self, olive: TestClient) -> Json:
        return new_event(olive)

    @bounded
    @given(name=texts)
    @example(name="x" * 200)
    @example(name="ﷺ" * 200)
    def test_a_name(self, olive: TestClient, event: Json, name: str) -> None:
        FreeText(olive, "/api/attendees", "fullName", {**ATTENDEE, "eventId": event["id"]}, 200).check(name)

    @bounded
    @given(phone=texts)
    @example(phone="+" * 40)
    def test_a_phone(self, olive: TestClient, event: Json, phone: str) -> None:
        FreeText(olive, "/api/attendees", "phone", {**ATTENDEE, "eventId": event["id"]}, 40).check(phone)

    @bounded
    @given(status=texts)
    @example(status="ﷺ" * 40)
    @example(status="\u0301")
    def test_a_payment(self, olive: TestClient, event: Json, status: str) -> None:
        FreeText(olive, "/api/attendees", "paymentStatus", {**ATTENDEE, "eventId": event["id"]}, 40).check(status)

    @bounded
    @given(table=anything)
    @example(table=100_000)
    @example(table=100_001)
    @example(table=7.0)
    @example(table="7")
    @example(table=10**400)
    def test_a_table(self, olive: TestClient, event: Json, table: Any) -> None:
        answer = send(olive, "POST", "/api/attendees", {**ATTENDEE, "eventId": event["id"], "tableNumber": table})
        refused = refused_fields(answer)
        if table is None:
            assert answer.json()["tableNumber"] == 0
        elif refused is None:
            assert answer.json()["tableNumber"] == int(table)
            assert 1 <= int(table) <= 100_000
        else:
            assert refused in ({"tableNumber"}, {"(the body)"})
            assert isinstance(table, bool) or not isinstance(table, int) or not 1 <= table <= 100_000

    @bounded
    @given(
        body=st.dictionaries(
            st.sampled_from(["eventId", "soldBy", "amountPaidCents", "idempotencyKey", "fullName"]), anything
        )
    )
    def test_anything_in_every_other_field(self, olive: TestClient, event: Json, body: Json) -> None:
        answer = send(olive, "POST", "/api/attendees", {**ATTENDEE, "eventId": event["id"], **body})
        if answer.status_code == 403:
            assert answer.json()["code"] == "not_you"
            assert body["soldBy"] != me(olive)["id"]
            return
        refused = refused_fields(answer)
        assert refused is None or refused <= {*body, "(the body)"}

    @pytest.mark.both_engines
    @bounded
    @given(search=texts, payment=texts)
    @example(search="\\", payment="%")
    @example(search="\u0301", payment="\u0301")
    @example(search="x" * 200, payment="ﷺ" * 40)
    def test_a_search(self, olive: TestClient, event: Json, search: str, payment: str) -> None:
        if not olive.get("/api/attendees").json():
            new_attendee(olive, event)
        query = "&".join(
            f"{name}={quote(text, safe='', errors='replace')}"
            for name, text in (("search", search), ("payment", payment))
        )
        for path in (f"/api/attendees?{query}", f"/api/attendees?{query}&limit=1"):
            refused = refused_fields(olive.get(path))
            assert refused is None or refused <= {"search", "payment"}

    @bounded
    @given(name=texts, phone=texts)
    def test_who_was_registered_is_found_again_by_all_that_was_typed(
        self, olive: TestClient, event: Json, name: str, phone: str
    ) -> None:
        fields = {**ATTENDEE, "eventId": event["id"], "fullName": name, "phone": phone}
        answer = send(olive, "POST", "/api/attendees", fields)
        if refused_fields(answer) is None:
            made = answer.json()
            # Capitals may be longer than the longest search: 'ß' becomes 'SS'.
            for typed in (name, phone, name.upper()[:200], made["invoiceNumber"].lower()):
                found = olive.get("/api/attendees", params={"search": typed, "limit": 1})
                assert found.status_code == 200
                assert found.json() == [made], typed

    @pytest.mark.both_engines
    @bounded
    @given(query=st.dictionaries(st.sampled_from(["eventId", "paymentGroup", "attended", "limit", "after"]), texts))
    @example(query={})
    @example(query={"limit": "1"})
    @example(query={"attended": "true"})
    @example(query={"eventId": "7"})
    def test_filters_of_anything(self, olive: TestClient, query: dict[str, str]) -> None:
        sent = "&".join(f"{name}={quote(text, safe='', errors='replace')}" for name, text in query.items())
        refused = refused_fields(olive.get(f"/api/attendees?{sent}"))
        assert refused is None or refused <= set(query)
        assert refused is None or query not in ({}, {"limit": "1"}, {"attended": "true"}, {"eventId": "7"})


class TestTheDoor:
    @bounded
    @given(qr_data=st.one_of(texts, st.from_regex(r"[Dd]L1\.[0-9]{1,22}\.[0-9A-Za-z]{24,28}", fullmatch=True)))
    @example(qr_data="")
    @example(qr_data="x" * 100_000)
    @example(qr_data="DL1.9223372036854775808." + "A" * 26)
    def test_a_text_of_anything_is_no_ticket(self, olive: TestClient, qr_data: str) -> None:
        answer = send(olive, "POST", "/api/attendees/scan", {"qrData": qr_data})
        code = answer.json()["code"]
        assert (answer.status_code, code) in {
            (400, "ticket_invalid"),
            (404, "ticket_unknown"),
            (400, "malformed_body"),
            (400, "validation_failed"),
        }
        if code in {"malformed_body", "validation_failed"}:
            assert is_half_pair(qr_data)

    @bounded
    @given(body=st.dictionaries(st.sampled_from(["qrData", "eventId", "idempotencyKey", "device"]), anything))
    def test_anything_in_every_field(self, olive: TestClient, body: Json) -> None:  # 10.problem.4
        answer = send(olive, "POST", "/api/attendees/scan", body)
        if answer.json().get("code") in {"ticket_invalid", "ticket_unknown"}:
            return
        refused = refused_fields(answer)
        assert refused is not None
        assert refused <= {*body, "qrData", "(the body)"}

    @bounded
    @given(attended=anything)
    def test_attendance_of_anything(self, olive: TestClient, attended: Any) -> None:
        everybody = olive.get("/api/attendees").json()
        attendee = everybody[0] if everybody else new_attendee(olive, new_event(olive))
        answer = send(olive, "PATCH", f"/api/attendees/{attendee['id']}/attendance", {"attended": attended})
        refused = refused_fields(answer)
        assert refused in (None, {"attended"}, {"(the body)"})
        assert refused is None or not isinstance(attended, bool)


class TestSignIn:
    # Each try costs a password hash, on purpose.
    @settings(bounded_settings, max_examples=8)
    @given(username=texts, password=texts)
    def test_any_username_and_password(self, house: House, username: str, password: str) -> None:
        answer = send(house.stranger(), "POST", "/api/login", {"username": username, "password": password})
        # A sign-in's body is read up to 8 KiB (10.limit.24).
        is_large = len(answer.request.content) > 8192
        assert answer.status_code in ({413} if is_large else {400, 401, 429})
        if answer.status_code == 400:
            assert refused_fields(answer) in (
                {"username"},
                {"password"},
                {"username", "password"},
                {"(the body)"},
            )
