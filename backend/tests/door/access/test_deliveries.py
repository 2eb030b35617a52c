"""Batches of a device that holds several grants of one user and event: each record goes by the grant that made it."""

from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from doorlist.core import clock
from tests.cast import OLIVE
from tests.door.access.test_devices import granted
from tests.door.access.test_passes import Night, claim, log
from tests.house import COOKIE_DOMAIN, House, Json, json_of, new_attendee, problem
from tests.users.moving_clock import MovingClock


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


class Phone:
    """One phone at Olive's event, on which she signs in and out, and helpers claim passes of hers."""

    def __init__(self, house: House, time: MovingClock) -> None:
        self.night, self.house, self.time = Night(house), house, time
        self.client: TestClient = house.stranger()

    def is_staffs(self) -> int:
        """Olive signs in, opens the door and signs out by closing the browser. Returns the id of her grant."""
        self.time.move(minutes=1)
        session = self.house.signed_in(OLIVE).cookies["doorlist_session"]
        self.client.cookies.set("doorlist_session", session, domain=COOKIE_DOMAIN)
        grant: int = granted(self.client, self.night.event)["id"]
        self.client.cookies.delete("doorlist_session")
        return grant

    def is_helpers(self, name: str) -> Json:
        """A helper claims a pass; the answer."""
        self.time.move(minutes=1)
        self.made = self.night.make(hours=1)
        answer = claim(self.client, self.made, name)
        assert answer.status_code == 200, answer.text
        return json_of(answer)

    def let_in(self, name: str) -> Json:
        """Record that a guest was let in by the list, a minute later."""
        self.time.move(minutes=1)
        guest = new_attendee(self.night.olive, self.night.event, fullName=name)
        at = clock.milliseconds(clock.now())
        return {"key": str(uuid4()), "attendeeId": guest["id"], "at": at, "clockOffset": 0, "shown": "admitted"}

    def request_of(self, *items: Json, **fields: int) -> Json:
        maker = json_of(self.night.olive.get("/api/me"))["id"]
        where = {"eventId": self.night.event["id"], "scannedBy": maker}
        return {**where, "sentAt": clock.milliseconds(clock.now()), "items": list(items), **fields}

    def send(self, *items: Json, **fields: int) -> list[str]:
        """The outcome of each record, a minute later."""
        self.time.move(minutes=1)
        answer = self.client.post("/api/door/scans", json=self.request_of(*items, **fields))
        assert answer.status_code == 200, answer.text
        return [item["outcome"] for item in json_of(answer)["items"]]

    def revoke(self) -> None:
        assert self.night.olive.delete(f"/api/door/passes/{self.made['id']}").status_code == 204


@pytest.fixture
def phone(house: House, time: MovingClock) -> Phone:
    return Phone(house, time)


@pytest.mark.parametrize("is_named", [True, False])
class TestEachByItsGrant:
    """An older release does not name the grant, so the door times decide."""

    def test_staff_after_a_dead_pass(self, phone: Phone, *, is_named: bool) -> None:  # 7.settle.440, 442
        phone.is_helpers("Kim")
        phone.time.move(hours=2)
        grant = phone.is_staffs()
        record = phone.let_in("Grace")
        assert phone.send(record, **({"grantId": grant} if is_named else {})) == ["admitted"]
        assert [(row.grant_id, row.helper) for row in log(phone.house)] == [(grant, None)]

    def test_what_staff_left_is_not_the_helpers(self, phone: Phone, *, is_named: bool) -> None:  # 7.settle.440, 442
        grant = phone.is_staffs()
        record = phone.let_in("Grace")
        phone.is_helpers("Kim")
        assert phone.send(record, **({"grantId": grant} if is_named else {})) == ["admitted"]
        assert [(row.grant_id, row.helper) for row in log(phone.house)] == [(grant, None)]

    def test_a_second_pass_counts_nothing_of_a_revoked_one(self, phone: Phone, *, is_named: bool) -> None:
        # 7.settle.440, 442
        first = phone.is_helpers("Kim")["grantId"]
        record = phone.let_in("Grace")
        phone.revoke()
        second = phone.is_helpers("Lou")["grantId"]
        later = phone.let_in("Alan")
        assert phone.send(record, **({"grantId": first} if is_named else {})) == ["not_counted"]
        assert phone.send(later, **({"grantId": second} if is_named else {})) == ["admitted"]
        assert [(row.grant_id, row.helper) for row in log(phone.house)] == [(first, "Kim"), (second, "Lou")]


def test_a_grant_that_the_device_does_not_hold_opens_nothing(phone: Phone) -> None:  # 7.settle.441
    held = phone.is_staffs()
    body = phone.request_of(phone.let_in("Grace"), grantId=held + 1)
    problem(phone.client.post("/api/door/scans", json=body), 401, "not_signed_in")
    assert log(phone.house) == []
    answer = phone.night.olive.post("/api/door/scans", json=body)
    assert [item["outcome"] for item in json_of(answer)["items"]] == ["admitted"]
