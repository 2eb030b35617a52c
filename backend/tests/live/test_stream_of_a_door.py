"""The stream of a door that has a grant and no session: its own event's part, while the grant makes check-ins."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from doorlist.core import clock
from doorlist.users.models import DoorGrant
from tests.cast import OLIVE, SAM
from tests.checkin.grants.test_grants import granted
from tests.house import House, Json, new_attendee, new_event
from tests.live.listening import Ear, Listening, listening
from tests.live.test_stream import let_it_be_told


class Door:
    """A device that hears of one event by its grant alone."""

    def __init__(self, here: Listening) -> None:
        device = here.house.signed_in(OLIVE)
        self.event = new_event(device)
        self.grant = granted(device, self.event)
        self._here = here
        let_it_be_told()
        self._cookie = f"doorlist_door={device.cookies['doorlist_door']}"

    def ear(self, event: Json | None = None, *, after: str | None = None) -> Ear:
        path = f"/api/live?eventId={(event or self.event)['id']}"
        ear = Ear(self._here.port, self._cookie, path=path if after is None else f"{path}&after={after}")
        self._here.opened.append(ear)
        return ear


def greeted(ear: Ear) -> Ear:
    hello = ear.event()
    assert ear.status == 200
    assert hello is not None
    assert hello.kind == "hello"
    return ear


def test_hears_of_its_own_event_and_of_no_other(house: House) -> None:  # 6.grant.5; 7.live.22
    with listening(house) as here:
        door, sam = Door(here), house.signed_in(SAM)
        other = new_event(sam)
        ear = greeted(door.ear())
        elsewhere = new_attendee(sam, other)
        # At once with a change to the other event, so that both are gathered as one.
        mine = new_attendee(sam, door.event)
        sam.post("/api/attendees/scan", json={"qrData": elsewhere["qrCodeData"]})
        heard: set[int] = set()
        while mine["id"] not in heard:
            told = ear.changes()
            assert told.keys() <= {"attendees", "attendeesOf", "events"}
            assert {*told.get("attendeesOf", ()), *told.get("events", ())} == {door.event["id"]}
            heard |= set(told.get("attendees", ()))
        assert heard == {mine["id"]}
        new_attendee(sam, other)
        assert ear.is_quiet()


def test_goes_on_where_it_stood_with_its_own_event_alone(house: House) -> None:  # 6.grant.5; 7.live.7
    with listening(house) as here:
        door, sam = Door(here), house.signed_in(SAM)
        other = new_event(sam)
        ear = greeted(door.ear())
        first = new_attendee(sam, door.event)
        while first["id"] not in ear.changes().get("attendees", ()):
            pass
        stood = ear.last_id
        ear.close()
        new_attendee(sam, other)
        mine = new_attendee(sam, door.event)
        told = greeted(door.ear(after=stood)).changes()
        assert told == {"attendees": [mine["id"]], "attendeesOf": [door.event["id"]]}


@pytest.mark.parametrize("values", [{"ended_at": timedelta(0)}, {"makes_until": timedelta(0)}], ids=str)
def test_ends_within_a_second_of_its_grant(house: House, values: dict[str, Any]) -> None:  # 7.live.23
    with listening(house) as here:
        door = Door(here)
        ear = greeted(door.ear())
        at = {name: clock.now() + lag for name, lag in values.items()}
        with house.database.write() as tx:
            tx.execute(update(DoorGrant).values(**at))
        event = ear.event()
        assert event is not None
        assert (event.kind, event.data) == ("end", {"reason": "grant_ended"})
        assert ear.event() is None


def test_goes_on_while_its_grant_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 6.grant.4
    monkeypatch.setattr("doorlist.live.hub.CHECK_SECONDS", 0.05)
    with listening(house) as here:
        door = Door(here)
        assert greeted(door.ear()).is_quiet(1)


def test_is_not_opened_for_another_event(house: House) -> None:  # 6.grant.3
    with listening(house) as here:
        door = Door(here)
        assert door.ear(new_event(house.signed_in(SAM))).status == 401
