"""The stream of a door that has a grant and no session: its own event's part, while the grant makes check-ins."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from doorlist.core import clock
from doorlist.users.models import DoorAccess
from tests.cast import OLIVE, SAM
from tests.door.access.test_devices import granted
from tests.house import House, Json, new_attendee, new_event
from tests.live.listening import Ear, Listening, listening
from tests.live.test_stream import let_it_be_told


class Door:
    """A device that follows one event by its grant alone."""

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


def test_a_door_receives_changes_of_its_event_only(house: House) -> None:  # 6.grant.5; 7.live.22
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


@pytest.mark.either_engine
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
            tx.execute(update(DoorAccess).values(**at))
        # Beats would come for ever: one right after the greeting, the next after the end.
        kinds = [(event.kind, event.data) for _ in range(2) if (event := ear.event(beats=True))]
        assert [kinds[0][0], kinds[1]] == ["beat", ("end", {"reason": "grant_ended"})]
        assert ear.event() is None


@pytest.mark.either_engine
def test_goes_on_while_its_grant_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 6.grant.4
    monkeypatch.setattr("doorlist.live.hub.CHECK_SECONDS", 0.05)
    with listening(house) as here:
        door = Door(here)
        assert greeted(door.ear()).is_quiet(1)


@pytest.mark.either_engine
def test_no_more_than_four_for_one_grant(house: House) -> None:  # 7.live.27
    with listening(house) as here:
        door, olive = Door(here), here.signed_in(OLIVE)
        oldest, *rest = [greeted(door.ear()) for _ in range(5)]
        assert oldest.event() is None
        with here.ear(olive) as signed_in:
            mine = new_attendee(house.signed_in(SAM), door.event)
            for ear in (*rest, signed_in):
                while mine["id"] not in ear.changes().get("attendees", ()):
                    pass


@pytest.mark.either_engine
def test_doors_take_no_stream_of_their_user_s_screens(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 7.live.430
    monkeypatch.setattr("doorlist.live.hub.MAX_STREAMS_PER_USER", 2)
    with listening(house) as here:
        doors = [Door(here) for _ in range(3)]
        for door in doors:
            greeted(door.ear())
        for _ in range(2):
            here.ear(here.signed_in(OLIVE))
        greeted(doors[0].ear())
        assert here.signed_in(OLIVE).ask("GET", "/api/live").json()["code"] == "live_full"


@pytest.mark.either_engine
def test_a_removed_device_of_a_signed_in_user_is_notified(house: House) -> None:  # 7.live.28
    with listening(house) as here:
        door, olive = Door(here), here.signed_in(OLIVE)
        sam, path = house.signed_in(SAM), f"/api/door/grants/{door.grant['id']}"
        let_it_be_told()
        with here.ear(olive) as ear:
            assert sam.delete(path).status_code == 204
            assert ear.changes() == {"users": [door.grant["user"]["id"]]}
            assert sam.delete(path).status_code == 204
            assert ear.is_quiet()


@pytest.mark.either_engine
def test_is_not_opened_for_another_event(house: House) -> None:  # 6.grant.3
    with listening(house) as here:
        door = Door(here)
        assert door.ear(new_event(house.signed_in(SAM))).status == 401


class TestAHelpers:
    """A stream by a pass: as that of a grant, and no word more."""

    @pytest.mark.both_engines
    def test_receives_changes_of_its_event_only_and_ends_with_its_pass(self, house: House) -> None:
        # 6.pass.293, 305; 7.pass.297
        with listening(house) as here:
            olive, device = house.signed_in(OLIVE), house.stranger()
            event, other = new_event(olive), new_event(olive)
            made = olive.post("/api/door/passes", json={"eventId": event["id"], "door": "Gate B"}).json()
            desk = here.ear(here.signed_in(OLIVE))
            claim = {"secret": made["secret"], "helper": "Kim"}
            assert device.post("/api/door/passes/claim", json=claim).status_code == 200
            while made["maker"]["id"] not in desk.changes().get("users", ()):
                pass
            let_it_be_told()
            path = f"/api/live?eventId={event['id']}"
            ear = Ear(here.port, f"doorlist_helper={device.cookies['doorlist_helper']}", path=path)
            here.opened.append(ear)
            greeted(ear)
            new_attendee(olive, other)
            mine = new_attendee(olive, event)
            assert ear.changes() == {"attendees": [mine["id"]], "attendeesOf": [event["id"]]}
            assert olive.delete(f"/api/door/passes/{made['id']}").status_code == 204
            end = ear.event()
            assert end is not None
            assert (end.kind, end.data) == ("end", {"reason": "grant_ended"})
