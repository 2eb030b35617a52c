"""Limits of one access: records in an hour, texts in the log, and one conflict after its end (10.access)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.door.conflicts import reconcile
from doorlist.door.models import DoorConflict
from doorlist.users import access_limits
from doorlist.users.access import PresentedAccess
from doorlist.users.access_limits import AccessLimits, TooManyRecords
from doorlist.users.rules import AccessKind
from tests.cast import SAM
from tests.door.access.test_passes import Helper, Night, key, log, now
from tests.house import House, Json, json_of, new_attendee, problem
from tests.users.moving_clock import MovingClock


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


@pytest.fixture
def writes(house: House, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """An entry for each transaction that wanted to write."""
    entered: list[None] = []
    enter = house.database.gate.enter

    def count(ask: Callable[[str], object]) -> None:
        entered.append(None)
        enter(ask)

    monkeypatch.setattr(house.database.gate, "enter", count)
    return entered


def revoke(helper: Helper) -> None:
    path = f"/api/door/passes/{helper.pass_['id']}"
    assert helper.night.house.signed_in(SAM).delete(path).status_code == 204


def invented(**fields: object) -> Json:
    return {"key": key(), "qrData": f"invented {key()}", "shown": "invalid", **fields}


def batch(helper: Helper, *items: Json) -> Json:
    return {
        "eventId": helper.night.event["id"],
        "scannedBy": helper.claimed["user"]["id"],
        "sentAt": now(),
        "items": [{"at": now(), **item} for item in items],
    }


def texts(house: House) -> list[str]:
    return [row.qr_data or "" for row in log(house)]


class TestRecordsOfAnHour:
    @pytest.mark.both_engines
    def test_of_a_revoked_pass_are_a_thousand(
        self, house: House, time: MovingClock, writes: list[None]
    ) -> None:  # 10.access.570, 571; 10.code.570; 7.settle.570
        helper = Night(house).helper()
        revoke(helper)
        for _ in range(5):
            results = helper.send(*(invented(shown="admitted") for _ in range(200)))
            assert {result["outcome"] for result in results} == {"not_counted"}
        kept = batch(helper, *(invented(shown="admitted") for _ in range(200)))
        writes.clear()
        answer = helper.device.post("/api/door/scans", json=kept)
        assert "later" in problem(answer, 429, "too_many_records")["detail"]
        assert answer.headers["Retry-After"] == "720"
        assert (writes, len(log(house))) == ([], 1000)
        time.move(seconds=720)
        assert helper.device.post("/api/door/scans", json=kept).status_code == 200
        assert len(log(house)) == 1200

    def test_live_scans_count_too(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 10.access.570
        monkeypatch.setattr(access_limits, "RECORDS_AN_HOUR", 3)
        night = Night(house)
        helper = night.helper()
        helper.send(invented(), invented())
        assert helper.scan().status_code == 200
        problem(helper.scan(), 429, "too_many_records")
        assert len(log(house)) == 3
        # The limit is of each access, and a session has none.
        assert night.helper("Lou").scan().status_code == 200
        for _ in range(5):
            assert night.olive.post("/api/attendees/scan", json=helper.body(night.guest)).status_code == 200

    @pytest.mark.either_engine
    def test_leak_away_steadily(self, time: MovingClock) -> None:  # 10.access.570, 571; 9.access.570, 571
        limits = AccessLimits()
        live, over = access(time, number=1), access(time, number=2, has_ended=True)
        for grant, most in ((live, 5000), (over, 1000)):
            limits.take(grant, most)
            with pytest.raises(TooManyRecords):
                limits.take(grant, 1)
        time.move(minutes=30)
        limits.take(live, 2500)
        limits.take(over, 500)
        with pytest.raises(TooManyRecords):
            limits.take(over, 1)
        # A person ends the live access: the used part of its hour stays the same.
        time.move(minutes=30)
        ended = access(time, number=1, has_ended=True)
        limits.take(ended, 500)
        with pytest.raises(TooManyRecords):
            limits.take(ended, 1)

    @pytest.mark.either_engine
    def test_leak_away_from_a_refusal_on_after_the_clock_is_set_back(self, time: MovingClock) -> None:
        # 10.access.570
        limits, live = AccessLimits(), access(time, number=1)
        limits.take(live, 5000)
        time.move(minutes=-180)
        with pytest.raises(TooManyRecords):
            limits.take(live, 1)
        time.move(minutes=30)
        limits.take(live, 2500)


def access(time: MovingClock, *, number: int, has_ended: bool = False) -> PresentedAccess:
    """An access whose 16 hours are over; it has ended only if a person ended it."""
    return PresentedAccess(
        id=number,
        kind=AccessKind.STAFF,
        user=PersonRef(id=1, full_name="Olive Organizer"),
        event_id=1,
        device=None,
        begins_at=time.now(),
        makes_until=time.now() - timedelta(hours=1),
        ended_at=time.now() if has_ended else None,
        ended_by=None,
        secret="",
    )


class TestRefusedTexts:
    def test_beyond_the_first_are_logged_as_their_hash(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.access.572
        monkeypatch.setattr(access_limits, "MAX_REFUSED_TEXTS", 3)
        helper = Night(house).helper()
        items = [invented() for _ in range(2)]
        first = helper.send(*items)
        live: Json = {"qrData": "a text " * 30, "idempotencyKey": key()}
        for _ in range(2):
            problem(helper.scan(**live), 400, "ticket_invalid")
        more = [invented() for _ in range(2)]
        later = helper.send(*more)
        over: Json = {"qrData": "another text " * 30, "idempotencyKey": key()}
        late: Json = {
            "scannedAt": clock.to_wire(clock.now() - timedelta(minutes=1)),
            "qrData": "late",
            "idempotencyKey": key(),
        }
        for body in (over, over, late, late):
            problem(helper.scan(**body), 400, "ticket_invalid")
        stored = texts(house)
        assert [text.startswith("sha256:") for text in stored] == [False] * 3 + [True] * 4
        # A repeated key is answered as before.
        assert (helper.send(*items), helper.send(*more)) == (first, later)
        assert len(log(house)) == 7

    def test_are_500_of_one_access_and_process(self) -> None:  # 9.access.572; 10.access.573
        limits = AccessLimits()
        limits.count_texts(1, 499)
        assert (limits.texts_left(1), limits.texts_left(2)) == (1, 500)
        assert AccessLimits().texts_left(1) == 500

    def test_of_a_revoked_pass_are_not_stored(self, house: House) -> None:  # 10.access.572
        helper = Night(house).helper()
        revoke(helper)
        helper.send(invented(), invented(shown="admitted"))
        assert all(text.startswith("sha256:") for text in texts(house))

    def test_of_staff_with_a_session_all_are_stored(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 10.access.572
        monkeypatch.setattr(access_limits, "MAX_REFUSED_TEXTS", 0)
        night = Night(house)
        maker = json_of(night.olive.get("/api/me"))["id"]
        body = {"eventId": night.event["id"], "scannedBy": maker, "sentAt": now(), "items": [invented(at=now())]}
        assert night.olive.post("/api/door/scans", json=body).status_code == 200
        assert texts(house)[0].startswith("invented")


class TestTheConflictOfAnEndedAccess:
    def conflicts(self, night: Night) -> list[Json]:
        items: list[Json] = json_of(night.olive.get("/api/door/conflicts"))["items"]
        return items

    @pytest.mark.both_engines
    def test_is_one_with_their_number(self, house: House) -> None:  # 4.conflict.570; 7.conflict.570; 7.conflict.571
        night = Night(house)
        helper = night.helper()
        other = new_attendee(night.olive, night.event, fullName="Grace Hopper")
        revoke(helper)
        let_in = {"shown": "admitted", "certainty": "list"}
        guests = [{"key": key(), "attendeeId": guest["id"], **let_in} for guest in (night.guest, other)]
        helper.send(*(invented(shown="admitted") for _ in range(30)), guests[0])
        helper.send(*(invented(shown="admitted") for _ in range(30)), guests[1])
        # A refusal is no conflict.
        helper.send(invented())
        [conflict] = self.conflicts(night)
        assert (conflict["kind"], conflict["count"], conflict["attendee"]) == ("revoked_device", 62, None)
        assert (conflict["device"], conflict["helper"]) == ("Main entrance", "Kim")
        named = [step["attendee"] and step["attendee"]["fullName"] for step in conflict["timeline"]]
        assert (sorted(filter(None, named)), len(named), conflict["stepsLeftOff"]) == (
            ["Ada Lovelace", "Grace Hopper"],
            40,
            22,
        )
        assert json_of(night.olive.get("/api/door/conflicts"))["open"] == 1

    @pytest.mark.both_engines
    def test_is_closed_by_one_request_and_opened_by_another_check_in(self, house: House) -> None:  # 4.conflict.570
        night = Night(house)
        helper = night.helper()
        revoke(helper)
        helper.send(*(invented(shown="admitted") for _ in range(3)))
        [conflict] = self.conflicts(night)
        body = {"state": "dismissed", "version": conflict["version"]}
        closed = json_of(night.olive.patch(f"/api/door/conflicts/{conflict['id']}", json=body))
        assert (closed["state"], closed["count"]) == ("dismissed", 3)
        helper.send(invented())
        assert self.conflicts(night)[0]["state"] == "dismissed"
        helper.send(invented(shown="admitted"))
        [again] = self.conflicts(night)
        assert (again["id"], again["state"], again["count"], again["decidedBy"]) == (conflict["id"], "open", 4, None)

    def test_is_one_for_each_access(self, house: House) -> None:  # 4.conflict.570
        night = Night(house)
        kim, lou = night.helper("Kim"), night.helper("Lou")
        for helper in (kim, lou):
            revoke(helper)
            helper.send(invented(shown="admitted"))
        assert sorted(conflict["helper"] for conflict in self.conflicts(night)) == ["Kim", "Lou"]

    def test_names_no_more_than_some_rows(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 4.conflict.570
        monkeypatch.setattr(reconcile, "MOST_NAMED", 3)
        helper = Night(house).helper()
        revoke(helper)
        for _ in range(2):
            helper.send(*(invented(shown="admitted") for _ in range(2)))
        with house.database.read() as tx:
            [conflict] = tx.scalars(select(DoorConflict))
            assert (len(conflict.log_ids), conflict.count) == (3, 4)
