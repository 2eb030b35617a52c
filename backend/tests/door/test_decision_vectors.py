"""The decisions of a door without the server, held against the real scan call (contract 4.decide).

`decision_vectors.json` says what a door decides by its facts; the browser's tests run the same file through its own
function. `server` is what the server answers to that scan if its state is the one of the facts, where it can be.
"""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.cast import OLIVE, OSCAR
from tests.house import House, Json, json_of, new_attendee, new_event

VECTORS: list[Json] = [
    vector
    for vector in json.loads(Path(__file__).with_name("decision_vectors.json").read_text("utf-8"))
    if vector["server"] is not None
]
# The verdicts that a door may show for each response of the server.
SHOWN = {
    "admitted": {"admitted"},
    "already": {"already"},
    "unknown": {"not_on_list", "cancelled"},
    "invalid": {"invalid"},
    "other_event": {"other_event"},
    "left": {"left"},
    "not_inside": {"not_inside"},
    "already_left": {"already_left"},
    "wrong_ticket_type": {"wrong_ticket_type"},
    "not_entered": {"not_entered"},
    "full": {"full"},
}
CODES = {
    "ticket_unknown": "unknown",
    "ticket_invalid": "invalid",
    "ticket_other_event": "other_event",
    "not_inside": "not_inside",
    "reentry_not_allowed": "already_left",
    "wrong_ticket_type": "wrong_ticket_type",
    "not_entered": "not_entered",
    "full": "full",
}


class Evening:
    """The server in the state of a vector's facts. Olive is at this door, Oscar at another."""

    def __init__(self, house: House, facts: Json) -> None:
        self.here, self.elsewhere = house.signed_in(OLIVE), house.signed_in(OSCAR)
        self.facts = facts
        self.place: Json = {}
        self.event = new_event(self.here, countsExits=True, reentry=facts.get("reentry", True))
        self.guest = self._guest()
        if self.guest is not None:
            self._let_pass(self.guest)
        if facts.get("isFull"):
            self._fill()

    def _fill(self) -> None:
        """Let in another guest, of an event for one."""
        self._enter(self.elsewhere, new_attendee(self.here, self.event))
        self._stop(capacity=1)

    def _stop(self, **values: Any) -> None:
        changed = self.here.put(f"/api/events/{self.event['id']}", json={"stopsAtCapacity": True, **values})
        assert changed.status_code == 200, changed.text

    def _guest(self) -> Json | None:
        """The guest of the ticket, if the facts say that there is or was one."""
        facts, text = self.facts, self.facts["text"]
        listed = facts["list"] and facts["list"]["ticket"]
        if listed or facts["answer"] in {"admitted", "already", "left", "already_left"}:
            return new_attendee(self.here, self.event)
        if text and text["form"] == "ours" and text["eventId"] != facts["eventId"]:
            return new_attendee(self.here, new_event(self.here, name="Winter Ball"))
        return None

    def _let_pass(self, guest: Json) -> None:
        """Apply the past of the ticket, in the order of its times."""
        own, listed = self.facts["own"], self.facts["list"] and self.facts["list"]["ticket"]
        delivered = own["deliveredAt"] if own else None
        is_exit = bool(own and own.get("isExit"))
        # A check-in that was not delivered is nothing that the server can know.
        if delivered is not None and not is_exit:
            self._enter(self.here, guest)
        if listed == "cancelled":
            assert self.here.delete(f"/api/attendees/{guest['id']}").status_code == 204
            return
        attended_at = listed["attendedAt"] if listed else None
        if listed and not is_exit:
            is_own = attended_at is not None and delivered is not None and own["at"] <= attended_at <= delivered
            is_undone = delivered is not None and not is_own and delivered < self.facts["list"]["asOf"]
            if listed.get("markedAbsentAt") and delivered is None:
                self._enter(self.elsewhere, guest)
                is_undone = True
            if is_undone:
                body = {"attended": False}
                assert self.elsewhere.patch(f"/api/attendees/{guest['id']}/attendance", json=body).status_code == 200
            if attended_at is not None and not is_own:
                self._enter(self.elsewhere, guest)
        if is_exit or (attended_at is None and self.facts["answer"] in {"left", "already_left"}):
            self._enter(self.elsewhere, guest)
        if is_exit and delivered is not None:
            self._leave(self.here, guest)
        elif (listed and listed.get("leftAt")) or self.facts["answer"] == "already_left":
            self._leave(self.elsewhere, guest)

    def _enter(self, door: TestClient, guest: Json) -> None:
        assert scan(door, qrData=guest["qrCodeData"]) == "admitted"

    def _leave(self, door: TestClient, guest: Json) -> None:
        event_id = self.event["id"]
        assert scan(door, qrData=guest["qrCodeData"], direction="out", eventId=event_id) == "left"

    def names(self) -> list[Json]:
        """The ways in which this door can name the ticket."""
        text, guest = self.facts["text"], self.guest
        if text is None:
            assert guest is not None
            return [{"attendeeId": guest["id"]}]
        if text["form"] == "other":
            return [{"qrData": "https://example.org/menu"}]
        qr_data = guest["qrCodeData"] if guest else f"DL1.{self.event['id']}.{'A' * 26}"
        digest = urlsafe_b64encode(sha256(qr_data.encode()).digest()).rstrip(b"=").decode()
        return [{"qrData": qr_data}, {"qrHash": digest}]


class EveningAtList(Evening):
    """The server in the state of a vector's facts at a check-in list."""

    def __init__(self, house: House, facts: Json, checked: Json) -> None:
        self.checked = checked
        super().__init__(house, facts)

    def _guest(self) -> Json:
        event = self.event["id"]
        vip = json_of(self.here.post(f"/api/events/{event}/ticket-types", json={"name": "VIP"}))
        types = [vip["id"]] if "isTypeAdmitted" in self.facts else None
        new = {"name": "Backstage", "rule": self.checked["rule"], "needsEntrance": True, "ticketTypeIds": types}
        self.place = {"listId": json_of(self.here.post(f"/api/events/{event}/check-in-lists", json=new))["id"]}
        # The type is taken away after the past, which needs it.
        self.type_id = vip["id"]
        return new_attendee(self.here, self.event, ticketTypeId=vip["id"])

    def _let_pass(self, guest: Json) -> None:
        listed = self.facts["list"]["ticket"]
        self._enter(self.elsewhere, guest)
        for _ in range(self.checked["rides"] + int(listed["attendedAt"] is not None)):
            assert scan(self.elsewhere, qrData=guest["qrCodeData"], **self.place) == "admitted"
        if listed.get("leftAt"):
            assert scan(self.elsewhere, qrData=guest["qrCodeData"], direction="out", **self.place) == "left"
        if "isTypeAdmitted" in self.facts:
            changed = self.here.put(f"/api/attendees/{guest['id']}", json={"ticketTypeId": None})
            assert changed.status_code == 200, changed.text
        if "hasEntered" in self.facts:
            absent = self.here.patch(f"/api/attendees/{guest['id']}/attendance", json={"attended": False})
            assert absent.status_code == 200, absent.text

    def _fill(self) -> None:
        other = new_attendee(self.here, self.event, ticketTypeId=self.type_id)
        self._enter(self.elsewhere, other)
        assert scan(self.elsewhere, qrData=other["qrCodeData"], **self.place) == "admitted"
        path = f"/api/check-in-lists/{self.place['listId']}"
        changed = self.here.put(path, json={"capacity": 1})
        assert changed.status_code == 200, changed.text
        self._stop()


def evening_of(house: House, vector: Json) -> Evening:
    checked = vector.get("checkInList")
    return Evening(house, vector["facts"]) if checked is None else EveningAtList(house, vector["facts"], checked)


def scan(client: TestClient, **fields: Any) -> str:
    """The server's response, in the word of the vectors."""
    answer = client.post("/api/attendees/scan", json=fields)
    body = json_of(answer)
    if answer.status_code != 200:
        return CODES[body["code"]]
    if body.get("direction") == "out":
        return "left"
    return "already" if body["alreadyScanned"] else "admitted"


def test_every_answer_of_the_server_is_among_them() -> None:
    assert {vector["server"] for vector in VECTORS} == set(SHOWN)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_the_server_answers_what_the_door_shows(
    house: House, vector: Json
) -> None:  # 4.decide.8, 4.decide.10, 4.decide.11
    facts, verdict = vector["facts"], vector["decision"]["verdict"]
    assert verdict["kind"] in SHOWN[vector["server"]]
    for way in range(len(evening_of(house, vector).names())):
        evening = evening_of(house, vector)
        event = {} if facts["eventId"] is None else {"eventId": evening.event["id"]}
        direction = {"direction": facts["direction"]} if "direction" in facts else {}
        assert scan(evening.here, **evening.names()[way], **event, **direction, **evening.place) == vector["server"]
        if verdict["kind"] == "already" and facts["answer"] is None and not evening.place:
            assert evening.guest is not None
            now = json_of(evening.here.get(f"/api/attendees/{evening.guest['id']}"))
            assert now["scanner"]["fullName"] == (OLIVE if verdict["here"] else OSCAR).full_name
