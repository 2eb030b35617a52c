"""POST /api/ticket: what a guest's own ticket says to anyone who holds it (contract 7.ticket, 10.strangers)."""

import json
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from httpx2 import ASGITransport, AsyncClient, Response

from doorlist.core import clock
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

UNKNOWN_TEXT = "DL1.12.0123456789ABCDEFGHJKMNPQRS"


def ask(client: TestClient, qr_data: Any) -> Response:
    return client.post("/api/ticket", json={"qrData": qr_data})


def sold(house: House, **fields: Any) -> tuple[Json, Json]:
    olive = house.signed_in()
    event = new_event(olive, name="Spring Gala", date="2026-11-21", time="19:30")
    return event, new_attendee(olive, event, fullName="Grace Hopper", tableNumber=7, **fields)


def test_the_guest_reads_only_event_name_table_and_terms(house: House) -> None:
    # 7.ticket.1, 2; 7.call.64
    _, guest = sold(house, notes="Allergic to nuts")
    answer = ask(house.stranger(), guest["qrCodeData"])
    assert answer.status_code == 200
    assert json_of(answer) == {
        "event": {
            "name": "Spring Gala",
            "date": "2026-11-21",
            "time": "19:30",
            "endTime": None,
            "venue": None,
            "address": None,
        },
        "fullName": "Grace Hopper",
        "ticketType": None,
        "tableNumber": 7,
        "terms": ["Tickets are not refundable.", "Please arrive 30 minutes early."],
        "settings": json_of(house.stranger().get("/api/settings")),
    }
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    # As a camera or a keyboard may have read it.
    assert ask(house.stranger(), f" {guest['qrCodeData'].lower()}\n").status_code == 200


@pytest.mark.both_engines
def test_a_moved_event_has_its_new_date_and_reading_lets_nobody_in(house: House) -> None:  # 7.ticket.5, 6
    event, guest = sold(house)
    olive = house.signed_in()
    moved = olive.put(f"/api/events/{event['id']}", json={"date": "2026-12-05", "time": "20:00"})
    assert moved.status_code == 200
    ticket = json_of(ask(house.stranger(), guest["qrCodeData"]))
    assert (ticket["event"]["date"], ticket["event"]["time"]) == ("2026-12-05", "20:00")
    assert json_of(olive.get(f"/api/attendees/{guest['id']}"))["attended"] is False


def test_whatever_is_unknown_has_the_same_answer_after_the_same_statements(house: House) -> None:  # 7.ticket.3, 4
    olive = house.signed_in()
    event, deleted = sold(house)
    assert olive.delete(f"/api/attendees/{deleted['id']}").status_code == 204
    _, of_older_tool = sold(house)
    texts = [
        deleted["qrCodeData"],
        UNKNOWN_TEXT,
        of_older_tool["invoiceNumber"],
        f"DL1.{event['id']}.",
        f"DL1.{2**70}.0123456789ABCDEFGHJKMNPQRS",
        "",
        "  ",
        "\x00",
        "%",
        "' OR 1=1 --",
        "DL1\u0660.1",
        "x" * 7_000,
        "\U0001f3ab" * 900,
    ]
    answers = [ask(house.stranger(), text) for text in texts]
    bodies = {answer.content for answer in answers}
    assert len(bodies) == 1, bodies
    assert problem(answers[0], 404, "ticket_unknown")["detail"] == "Ticket not found"
    assert {tuple(sorted(set(a.headers) - {"x-request-id"})) for a in answers} == {
        tuple(sorted(set(answers[0].headers) - {"x-request-id"}))
    }


def test_a_text_of_an_older_tool_opens_no_page(house: House) -> None:  # 7.ticket.3
    sam = house.signed_in(SAM)
    _, guest = sold(house)
    backup = json_of(sam.get("/api/export/backup.json"))
    [attendee] = [one for one in backup["attendees"] if one["id"] == guest["id"]]
    attendee["qrCodeData"] = "GALA-0007"
    restored = sam.post("/api/backup/restore-file", files={"file": ("backup.json", json.dumps(backup))})
    assert restored.status_code == 200, restored.text
    problem(ask(house.stranger(), "GALA-0007"), 404, "ticket_unknown")


@pytest.mark.either_engine
class TestStrangers:
    def test_bad_bodies_are_refused_in_words(self, sqlite_house: House) -> None:  # 10.strangers.1
        for body in ({}, {"qrData": None}, {"qrData": 7}, {"qrData": ["DL1"]}, {"qrData": {"a": 1}}, {"qrData": True}):
            answer = sqlite_house.stranger().post("/api/ticket", json=body)
            assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "qrData"
        for content in (b"", b"[]", b"null", b"{", b"\xff"):
            answer = sqlite_house.stranger().post(
                "/api/ticket", content=content, headers={"Content-Type": "application/json"}
            )
            assert answer.status_code == 400, content
        problem(ask(sqlite_house.stranger(), "x" * 9_000), 413, "payload_too_large")
        cross = {"Sec-Fetch-Site": "cross-site"}
        refused = sqlite_house.stranger().post("/api/ticket", json={"qrData": UNKNOWN_TEXT}, headers=cross)
        problem(refused, 403, "cross_site")

    def test_a_hundred_guesses_are_free_and_real_tickets_are_none(
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.strangers.2, 3
        time = MovingClock()
        monkeypatch.setattr(clock, "now", time.now)
        _, guest = sold(sqlite_house)
        stranger = sqlite_house.stranger()
        for _ in range(99):
            problem(ask(stranger, UNKNOWN_TEXT), 404, "ticket_unknown")
            assert ask(stranger, guest["qrCodeData"]).status_code == 200
        problem(ask(stranger, UNKNOWN_TEXT), 404, "ticket_unknown")
        refused = ask(stranger, UNKNOWN_TEXT)
        assert (
            problem(refused, 429, "too_many_attempts")["detail"] == "Too many unknown tickets. Try again in 9 seconds."
        )
        assert refused.headers["retry-after"] == "9"
        # Many guests share the address of a mobile network: who holds a ticket is not kept from it.
        assert ask(stranger, guest["qrCodeData"]).status_code == 200
        time.move(seconds=9)
        problem(ask(stranger, UNKNOWN_TEXT), 404, "ticket_unknown")
        problem(ask(stranger, UNKNOWN_TEXT), 429, "too_many_attempts")

    def test_staff_read_where_the_page_is(self, sqlite_house: House) -> None:  # 7.ticket.7; 7.call.61
        assert json_of(sqlite_house.signed_in(OLIVE).get("/api/ticket")) == {"pageUrl": None}
        settings = replace(sqlite_house.settings, ticket_url="https://tickets.example.org")
        named = House(settings, "sqlite")
        try:
            assert json_of(named.signed_in(OLIVE).get("/api/ticket")) == {
                "pageUrl": "https://tickets.example.org/ticket"
            }
            # Guests reach it by its own name (10.host.3).
            guest = named.stranger().post(
                "/api/ticket", json={"qrData": UNKNOWN_TEXT}, headers={"Host": "tickets.example.org"}
            )
            problem(guest, 404, "ticket_unknown")
        finally:
            named.close()

    def test_four_at_once_and_staff_keep_the_rest(
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.strangers.4
        slots = sqlite_house.app.state.strangers.slots
        monkeypatch.setattr(slots, "_wait_seconds", 0)

        async def ask_while(taken: int) -> Response:
            transport = ASGITransport(sqlite_house.app)
            async with (
                AsyncExitStack() as held,
                AsyncClient(transport=transport, base_url="http://testserver") as guest,
            ):
                for _ in range(taken):
                    await held.enter_async_context(slots.acquire())
                return await guest.post("/api/ticket", json={"qrData": UNKNOWN_TEXT})

        problem(anyio.run(ask_while, 3), 404, "ticket_unknown")
        assert problem(anyio.run(ask_while, 4), 503, "too_busy")["detail"].endswith("Try again.")
