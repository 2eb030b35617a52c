"""Door passes: the rights of a helper's device, the fields sent to it, and attacks on both."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select, update

from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.door.access.passes import claim_pass
from doorlist.door.access.schemas import ClaimRequest
from doorlist.door.models import ScanLogEntry
from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from doorlist.users.access import end_access_of
from doorlist.users.models import DoorAccess, User
from doorlist.users.rules import AccessKind
from tests.audit.entries import entries_of
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import COOKIE_DOMAIN, House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

ATTENDEE = {
    "id",
    "eventId",
    "event",
    "fullName",
    "tableNumber",
    "paymentStatus",
    "paymentGroup",
    "owedCents",
    "notes",
    "attended",
    "attendedAt",
    "scannedBy",
    "scanner",
    "checkInDoor",
    "ticketType",
    "inside",
    "leftAt",
}


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


class Night:
    """An event of Olive's with a guest, and the passes that she makes for it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.olive = house.signed_in(OLIVE)
        self.event = new_event(self.olive)
        self.guest = new_attendee(self.olive, self.event, notes="Wheelchair")

    def make(self, **fields: Any) -> Json:
        body = {"eventId": self.event["id"], "door": "Main entrance", **fields}
        answer = self.olive.post("/api/door/passes", json=body)
        assert answer.status_code == 201, answer.text
        return json_of(answer)

    def listed(self) -> list[Json]:
        found: list[Json] = self.olive.get("/api/door/passes", params={"eventId": self.event["id"]}).json()
        return found

    def helper(self, name: str = "Kim", **fields: Any) -> "Helper":
        return Helper(self, self.make(**fields), name)


class Helper:
    """A device that claimed a pass."""

    def __init__(self, night: Night, made: Json, name: str) -> None:
        self.night, self.pass_ = night, made
        self.device = night.house.stranger()
        answer = claim(self.device, made, name)
        assert answer.status_code == 200, answer.text
        self.claimed = json_of(answer)

    def scan(self, guest: Json | None = None, **fields: Any) -> Response:
        return self.device.post("/api/attendees/scan", json=self.body(guest or self.night.guest, **fields))

    def body(self, guest: Json, **fields: Any) -> Json:
        named = {"eventId": self.night.event["id"], "scannedBy": self.claimed["user"]["id"]}
        return {"qrData": guest["qrCodeData"], **named, **fields}

    def send(self, *items: Json) -> list[Json]:
        body = {
            "eventId": self.night.event["id"],
            "scannedBy": self.claimed["user"]["id"],
            "device": "A name of its own choosing",
            "sentAt": now(),
            "items": [{"at": now(), **item} for item in items],
        }
        answer = self.device.post("/api/door/scans", json=body)
        assert answer.status_code == 200, answer.text
        results: list[Json] = json_of(answer)["items"]
        return results


def now() -> int:
    return clock.milliseconds(clock.now())


def key() -> str:
    return str(uuid4())


def claim(device: TestClient, made: Json, name: str = "Kim", **fields: Any) -> Response:
    return device.post("/api/door/passes/claim", json={"secret": made["secret"], "helper": name, **fields})


def log(house: House) -> list[ScanLogEntry]:
    with house.database.read() as tx:
        return list(tx.scalars(select(ScanLogEntry).order_by(ScanLogEntry.id)))


@pytest.mark.either_engine
class TestMaking:
    def test_it_is_for_twelve_hours_and_claimed_within_half_an_hour(self, house: House) -> None:
        # 6.pass.290; 7.pass.290; 7.call.290; 9.pass.290; 9.pass.291
        made = Night(house).make()
        told = {name: made[name] for name in ("createdAt", "claimUntil", "makesUntil")}
        assert told == {
            "createdAt": "2026-11-20T18:30:00.000Z",
            "claimUntil": "2026-11-20T19:00:00.000Z",
            "makesUntil": "2026-11-21T06:30:00.000Z",
        }
        assert made["maker"]["fullName"] == "Olive Organizer"
        assert len(made["secret"]) == 43

    def test_the_secret_is_returned_once_and_stored_nowhere(self, house: House) -> None:  # 6.pass.291
        night = Night(house)
        made = night.make()
        assert "secret" not in night.listed()[0]
        with house.database.read() as tx:
            row = tx.get_one(DoorAccess, made["id"])
            assert made["secret"] not in str(vars(row))
        [entry] = entries_of(house.database, Action.PASS_CREATED)
        assert made["secret"] not in str(entry.after)

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("hours", 0),
            ("hours", 25),
            ("hours", 1.5),
            ("door", ""),
            ("door", "x" * 101),
            ("door", None),
            ("helper", "\x00"),
            ("claimUntil", "2026-11-20T18:30:00.000Z"),
            ("claimUntil", "later"),
        ],
    )
    def test_what_makes_no_sense_is_refused_by_its_name(self, house: House, field: str, value: Any) -> None:
        # 7.pass.291
        night = Night(house)
        body = {"eventId": night.event["id"], "door": "Gate B", field: value}
        refusal = problem(night.olive.post("/api/door/passes", json=body), 400, "validation_failed")
        assert [error["field"] for error in refusal["errors"]] == [field]
        unknown = night.olive.post("/api/door/passes", json={"eventId": 999, "door": "Gate B"})
        problem(unknown, 404, "event_not_found")

    def test_no_pass_can_be_claimed_after_its_end(self, house: House) -> None:  # 7.pass.290
        made = Night(house).make(hours=1, claimUntil="2026-12-24T18:00:00.000Z")
        assert made["claimUntil"] == made["makesUntil"] == "2026-11-20T19:30:00.000Z"


class TestClaiming:
    @pytest.mark.both_engines
    def test_it_is_spent_and_staff_see_by_whom(
        self, house: House
    ) -> None:  # 3.history.290; 7.call.291; 7.call.293; 7.pass.292, 293; 10.code.291
        # 6.pass.301
        night = Night(house)
        helper = night.helper()
        assert helper.claimed == {
            "grantId": helper.claimed["grantId"],
            "event": {
                "id": night.event["id"],
                "name": "Spring Gala",
                "date": "2026-11-20",
                "time": "19:30",
                "capacity": None,
                "countsExits": False,
                "reentry": True,
                "stopsAtCapacity": False,
                "leavers": 0,
                "lists": [],
            },
            "list": None,
            "door": "Main entrance",
            "helper": "Kim",
            "user": {"id": helper.claimed["user"]["id"], "fullName": "Olive Organizer"},
            "makesUntil": "2026-11-21T06:30:00.000Z",
        }
        problem(claim(house.stranger(), helper.pass_, "Mallory"), 409, "pass_used")
        [listed] = night.listed()
        assert (listed["helper"], listed["grantId"]) == ("Kim", helper.claimed["grantId"])
        assert listed["claimedAt"] == "2026-11-20T18:30:00.000Z"
        [entry] = entries_of(house.database, Action.PASS_CLAIMED)
        assert (entry.user_id, entry.subject_id) == (None, helper.pass_["id"])
        assert entry.address is not None
        assert entry.after == {"door": "Main entrance", "helper": "Kim"}

    @pytest.mark.either_engine
    def test_its_cookie_is_no_page_s(self, house: House) -> None:  # 10.cookie.290
        night = Night(house)
        plain = claim(house.stranger(), night.make()).headers["set-cookie"]
        assert plain.startswith("doorlist_helper=")
        assert {"HttpOnly", "SameSite=lax", "Max-Age=2678400", "Path=/"} <= {part.strip() for part in plain.split(";")}
        device = house.stranger()
        device.base_url = "https://testserver"
        first = str(claim(device, night.make()).cookies["__Host-doorlist_helper"])
        second = str(claim(device, night.make()).cookies["__Host-doorlist_helper"])
        # The device still uploads the records of the earlier pass.
        assert second.split(".")[1:] == [first]

    @pytest.mark.either_engine
    def test_a_lost_answer_is_asked_for_again_by_the_same_device_alone(self, house: House) -> None:  # 7.pass.294
        night = Night(house)
        made, mine = night.make(), key()
        first, again = house.stranger(), house.stranger()
        assert claim(first, made, idempotencyKey=mine).status_code == 200
        assert claim(again, made, idempotencyKey=mine).status_code == 200
        problem(claim(house.stranger(), made, idempotencyKey=key()), 409, "pass_used")
        asked = {"eventId": night.event["id"]}
        # The cookie of the answer that was lost opens nothing.
        assert [device.get("/api/door/list", params=asked).status_code for device in (first, again)] == [401, 200]
        assert len(entries_of(house.database, Action.PASS_CLAIMED)) == 1

    @pytest.mark.either_engine
    def test_late_revoked_unknown_and_of_a_former_colleague(self, house: House, time: MovingClock) -> None:
        # 7.pass.292; 6.pass.298; 10.code.290; 10.code.292; 10.code.293
        night = Night(house)
        made, revoked, orphaned = night.make(), night.make(), night.make()
        assert night.olive.delete(f"/api/door/passes/{revoked['id']}").status_code == 204
        problem(claim(house.stranger(), revoked), 410, "pass_revoked")
        problem(claim(house.stranger(), {"secret": "x" * 43}), 404, "pass_not_found")
        with house.database.write() as tx:
            tx.execute(update(User).where(User.id == orphaned["maker"]["id"]).values(is_active=False))
        problem(claim(house.stranger(), orphaned), 410, "pass_revoked")
        with house.database.write() as tx:
            tx.execute(update(User).values(is_active=True))
        time.move(minutes=30)
        problem(claim(house.stranger(), made), 410, "pass_expired")

    @pytest.mark.either_engine
    def test_a_wrong_secret_does_not_write(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 7.pass.570
        night = Night(house)
        made, spent = night.make(), night.make()
        assert claim(house.stranger(), spent).status_code == 200
        entered: list[None] = []
        enter = house.database.gate.enter

        def count(ask: Callable[[str], object]) -> None:
            entered.append(None)
            enter(ask)

        monkeypatch.setattr(house.database.gate, "enter", count)
        guesser = house.stranger()
        for number in range(120):
            assert claim(guesser, {"secret": f"guess {number}"}).status_code in {404, 429}
        problem(claim(guesser, spent), 409, "pass_used")
        assert entered == []
        # Another request has the writer's lock.
        with house.database.write():
            problem(claim(house.stranger(), {"secret": "another guess"}), 429, "too_many_attempts")
        entered.clear()
        assert claim(guesser, made).status_code == 200
        assert len(entered) == 1

    def test_guessing_is_slowed_as_with_tickets(self, house: House) -> None:  # 10.strangers.290
        device = house.stranger()
        for _ in range(100):
            problem(claim(device, {"secret": "x" * 43}), 404, "pass_not_found")
        answer = claim(device, {"secret": "x" * 43})
        problem(answer, 429, "too_many_attempts")
        assert answer.headers["Retry-After"]
        problem(device.post("/api/ticket", json={"qrData": "x"}), 429, "too_many_attempts")
        # Many helpers share the address of one network.
        assert claim(device, Night(house).make()).status_code == 200

    @pytest.mark.either_engine
    def test_a_device_of_staff_makes_nothing_by_its_own_grant_from_then_on(self, house: House) -> None:
        # 6.pass.300
        night = Night(house)
        device = house.signed_in(SAM)
        assert device.post("/api/door/grants", json={"eventId": night.event["id"]}).status_code == 200
        device.cookies.delete("doorlist_session")
        assert claim(device, night.make()).status_code == 200
        with house.database.read() as tx:
            making = tx.scalars(select(DoorAccess).where(DoorAccess.makes_until > clock.now())).all()
        assert [access.kind for access in making] == [AccessKind.HELPER]


def test_at_several_servers_at_the_same_moment_one_device_claims_it(house: House) -> None:
    # 7.pass.292
    night = Night(house)
    servers = [house, *(House(house.settings, house.engine) for _ in range(3))]
    for server in servers:
        # The framework builds its validators at the first call, and not for several servers of one process at once.
        problem(claim(server.stranger(), {"secret": "x" * 43}), 404, "pass_not_found")
    for _ in range(5):
        made, together = night.make(), Barrier(len(servers))

        def at_once(server: House, made: Json = made, together: Barrier = together) -> int:
            device = server.stranger()
            together.wait()
            return claim(device, made, idempotencyKey=key()).status_code

        with ThreadPoolExecutor(len(servers)) as pool:
            assert sorted(pool.map(at_once, servers)) == [200, 409, 409, 409]
    for server in servers[1:]:
        server.close()
    assert all(row["claimedAt"] and row["grantId"] for row in night.listed())


class TestWhatAHelperDoes:
    def test_it_is_logged_with_door_and_name_and_credited_to_the_issuer(self, house: House) -> None:
        # 6.pass.294; 3.check-in-door.290
        night = Night(house)
        helper = night.helper()
        scanned = json_of(helper.scan(device="A name of its own choosing"))
        assert scanned["attendee"]["checkInDoor"] == {"door": "Main entrance", "helper": "Kim"}
        [row] = log(house)
        assert (row.device, row.helper, row.grant_id) == ("Main entrance", "Kim", helper.claimed["grantId"])
        for seen in (
            json_of(night.olive.get(f"/api/attendees/{night.guest['id']}")),
            night.olive.get("/api/attendees").json()[0],
            json_of(night.olive.post("/api/attendees/scan", json={"qrData": night.guest["qrCodeData"]}))["attendee"],
        ):
            assert seen["checkInDoor"] == {"door": "Main entrance", "helper": "Kim"}
            assert seen["scanner"]["fullName"] == "Olive Organizer"

    def test_the_door_of_staff_has_no_helper_and_an_undo_no_door(self, house: House, time: MovingClock) -> None:
        # 3.check-in-door.290, 291
        night = Night(house)
        body = {"qrData": night.guest["qrCodeData"], "device": "Gate B", "idempotencyKey": key()}
        staff = {"door": "Gate B", "helper": None}
        assert json_of(night.olive.post("/api/attendees/scan", json=body))["attendee"]["checkInDoor"] == staff
        path = f"/api/attendees/{night.guest['id']}"
        absent = night.olive.patch(f"{path}/attendance", json={"attended": False})
        assert json_of(absent)["attendee"]["checkInDoor"] is None
        # The response to the same key does not change.
        assert json_of(night.olive.post("/api/attendees/scan", json=body))["attendee"]["checkInDoor"] == staff
        time.move(minutes=1)
        assert night.olive.patch(f"{path}/attendance", json={"attended": True}).status_code == 200
        assert json_of(night.olive.get(path))["checkInDoor"] is None

    def test_what_was_kept_without_a_network_has_the_helper_too(self, house: House) -> None:
        # 6.pass.293, 294
        night = Night(house)
        helper = night.helper()
        record = {"key": key(), "attendeeId": night.guest["id"], "shown": "admitted", "certainty": "list"}
        [settled] = helper.send(record)
        assert settled["outcome"] == "admitted"
        [row] = log(house)
        assert (row.outcome, row.device, row.helper) == ("let_in_offline", "Main entrance", "Kim")
        seen = json_of(night.olive.get(f"/api/attendees/{night.guest['id']}"))
        assert seen["checkInDoor"] == {"door": "Main entrance", "helper": "Kim"}

    def test_the_result_of_a_later_upload_names_the_helper_who_was_first(self, house: House, time: MovingClock) -> None:
        # 7.settle.516
        night = Night(house)
        helper, mine = night.helper(), key()
        time.move(minutes=5)
        let_in = {"attendeeId": night.guest["id"], "shown": "admitted", "certainty": "list"}
        assert helper.send({**let_in, "key": mine, "at": now() - 120_000})[0]["checkInDoor"]["helper"] == "Kim"
        of_staff = {"eventId": night.event["id"], "scannedBy": helper.claimed["user"]["id"], "sentAt": now()}
        sent = {**of_staff, "items": [{**let_in, "key": key(), "at": now() - 60_000}], "device": "Gate B"}
        for _ in range(2):
            [settled] = json_of(night.olive.post("/api/door/scans", json=sent))["items"]
            assert (settled["outcome"], settled["checkedInBy"]["fullName"]) == ("already", "Olive Organizer")
            assert settled["checkInDoor"] == {"door": "Main entrance", "helper": "Kim"}
        # No one was admitted by the record.
        assert helper.send({"key": key(), "qrData": "no ticket", "shown": "invalid"})[0]["checkInDoor"] is None

    def test_a_slow_scan_that_counts_from_the_door_has_its_door(self, house: House, time: MovingClock) -> None:
        # 3.check-in-door.290
        night = Night(house)
        helper = night.helper()
        time.move(minutes=5)
        late = clock.to_wire(clock.now() - timedelta(minutes=1))
        answer = json_of(helper.scan(scannedAt=late, idempotencyKey=key()))
        assert (answer["attendee"]["attendedAt"], answer["attendee"]["checkInDoor"]["helper"]) == (late, "Kim")


class TestInTheCookieOfStaff:
    """A helper's secret that its holder moves to the cookie of staff's grants."""

    def moved(self, helper: Helper, device: TestClient) -> TestClient:
        device.cookies.set("doorlist_door", helper.device.cookies["doorlist_helper"], domain=COOKIE_DOMAIN)
        return device

    def test_marks_nobody_absent_for_a_signed_in_caller(self, house: House) -> None:  # 6.pass.570
        night = Night(house)
        helper = night.helper()
        assert night.olive.post("/api/attendees/scan", json=helper.body(night.guest)).status_code == 200
        path = f"/api/attendees/{night.guest['id']}/attendance"
        body = {"attended": False, "scannedBy": helper.claimed["user"]["id"]}
        problem(self.moved(helper, house.signed_in(OSCAR)).patch(path, json=body), 403, "not_you")
        problem(self.moved(helper, house.stranger()).patch(path, json=body), 401, "not_signed_in")
        assert [row.outcome for row in log(house)] == ["admitted"]

    def test_is_not_prolonged_as_staff_s(self, house: House, time: MovingClock) -> None:  # 6.pass.570
        night = Night(house)
        helper = night.helper(hours=2)
        time.move(hours=1)
        self.moved(helper, night.olive).post("/api/door/grants", json={"eventId": night.event["id"]})
        time.move(hours=2)
        problem(helper.scan(), 401, "not_signed_in")


class TestUndo:
    def test_their_own_of_the_last_ten_minutes(self, house: House, time: MovingClock) -> None:  # 6.pass.295; 9.pass.292
        night = Night(house)
        helper, scanned = night.helper(), key()
        assert helper.scan(idempotencyKey=scanned).status_code == 200
        time.move(minutes=10)
        [undone] = helper.send({"key": key(), "kind": "undo", "undoes": scanned})
        assert undone["outcome"] == "marked_absent"

    def test_not_after_that_nor_of_another_door(self, house: House, time: MovingClock) -> None:  # 6.pass.295
        night = Night(house)
        helper, other = night.helper(), night.helper("Lou")
        mine, theirs, staffs = key(), key(), key()
        assert helper.scan(idempotencyKey=mine).status_code == 200
        second, third = (new_attendee(night.olive, night.event, fullName=name) for name in ("Grace", "Alan"))
        assert other.scan(second, idempotencyKey=theirs).status_code == 200
        body = {"qrData": third["qrCodeData"], "idempotencyKey": staffs}
        assert night.olive.post("/api/attendees/scan", json=body).status_code == 200
        time.move(minutes=10, seconds=1)
        tries = [{"key": key(), "kind": "undo", "undoes": undone} for undone in (mine, theirs, staffs, key())]
        results = helper.send(*tries)
        assert [result["outcome"] for result in results] == ["failed"] * 4
        assert {result["detail"] for result in results} == {
            "A helper can undo only check-ins of their own device, within 10 minutes. Ask a member of staff."
        }
        everyone: list[Json] = night.olive.get("/api/attendees").json()
        assert [guest["attended"] for guest in everyone] == [True, True, True]

    @pytest.mark.parametrize("is_late", [False, True], ids=["known by then", "known later"])
    def test_leaves_the_check_in_of_another_door_before_it(
        self, house: House, time: MovingClock, *, is_late: bool
    ) -> None:  # 6.pass.430
        night = Night(house)
        helper, other = night.helper(), night.helper("Lou")
        time.move(minutes=5)
        begun, let_in = now(), {"attendeeId": night.guest["id"], "shown": "admitted", "certainty": "list"}
        mine, undo = key(), {"key": key(), "kind": "undo"}
        uploads = [
            (other, [{**let_in, "key": key(), "at": begun - 120_000}]),
            (helper, [{**let_in, "key": mine, "at": begun - 60_000}, {**undo, "undoes": mine, "at": begun}]),
        ]
        for sender, records in reversed(uploads) if is_late else uploads:
            results = sender.send(*records)
        guest = json_of(night.olive.get(f"/api/attendees/{night.guest['id']}"))
        assert (guest["attended"], guest["checkInDoor"]["helper"]) == (True, "Lou")
        # The same undo once more, when all is known.
        [again] = helper.send({**undo, "undoes": mine, "at": begun})
        assert again["outcome"] == "failed"
        assert again["detail"].startswith("A helper can undo only check-ins of their own device")
        if not is_late:
            assert results[-1] == again

    def test_a_check_in_and_its_undo_in_one_batch(self, house: House) -> None:  # 6.pass.295
        helper, mine = Night(house).helper(), key()
        let_in = {"key": mine, "attendeeId": helper.night.guest["id"], "shown": "admitted", "certainty": "list"}
        undo = {"key": key(), "kind": "undo", "undoes": mine, "sequence": 2}
        results = helper.send({**let_in, "sequence": 1}, undo)
        assert [result["outcome"] for result in results] == ["admitted", "marked_absent"]


class TestTheEnd:
    def test_a_scan_on_its_way_is_refused_and_what_comes_later_does_not_count(self, house: House) -> None:
        # 6.pass.296; 7.call.292; 7.pass.295
        night = Night(house)
        helper = night.helper()
        sam = house.signed_in(SAM)
        path = f"/api/door/passes/{helper.pass_['id']}"
        assert [sam.delete(path).status_code for _ in range(2)] == [204, 204]
        refusal = problem(helper.scan(), 403, "grant_ended")
        assert refusal["endedBy"]["fullName"] == "Sam Superadmin"
        record = {"key": key(), "attendeeId": night.guest["id"], "shown": "admitted", "certainty": "list"}
        assert helper.send(record)[0]["outcome"] == "not_counted"
        assert json_of(night.olive.get(f"/api/attendees/{night.guest['id']}"))["attended"] is False
        [listed] = night.listed()
        assert listed["revokedBy"]["fullName"] == "Sam Superadmin"
        assert len(entries_of(house.database, Action.PASS_REVOKED)) == 1
        problem(sam.delete("/api/door/passes/999"), 404, "pass_not_found")

    @pytest.mark.either_engine
    @pytest.mark.either_engine
    def test_a_pass_that_nobody_claimed_is_revoked_when_it_is_replaced(self, house: House, time: MovingClock) -> None:
        # 7.pass.296
        night = Night(house)
        unclaimed, helper = night.make(), night.helper()
        time.move(minutes=5)
        for made in (unclaimed, helper.pass_):
            night.make(replaces=made["id"])
        problem(claim(house.stranger(), unclaimed), 410, "pass_revoked")
        listed = {row["id"]: row for row in night.listed()}
        assert listed[helper.pass_["id"]]["makesUntil"] == clock.to_wire(clock.now())

    @pytest.mark.either_engine
    def test_a_device_that_was_removed_claims_its_pass_no_more(self, house: House) -> None:  # 7.pass.292, 294
        night, mine, device = Night(house), key(), house.stranger()
        made = night.make()
        claimed = json_of(claim(device, made, idempotencyKey=mine))
        assert night.olive.delete(f"/api/door/grants/{claimed['grantId']}").status_code == 204
        problem(claim(device, made, idempotencyKey=mine), 410, "pass_revoked")

    def test_a_change_of_a_pass_is_published_as_a_change_of_its_issuer(self, house: House) -> None:  # 7.pass.297
        night, sam = Night(house), house.signed_in(SAM)
        maker = json_of(night.olive.get("/api/me"))["id"]
        told: list[Changes] = []
        house.database.after_commit(lambda info: told.append(pending_changes(info)))
        made = night.make()
        assert claim(house.stranger(), made).status_code == 200
        for _ in range(2):
            assert sam.delete(f"/api/door/passes/{made['id']}").status_code == 204
        assert [changes.users for changes in told if changes.users] == [{maker}] * 3

    @pytest.mark.either_engine
    def test_a_pass_ends_with_the_account_of_its_issuer(self, house: House) -> None:  # 6.pass.298
        night = Night(house)
        helper, unclaimed = night.helper(), night.make()
        maker = helper.claimed["user"]["id"]
        assert house.signed_in(SAM).delete(f"/api/users/{maker}").status_code == 200
        problem(helper.scan(), 403, "grant_ended")
        problem(claim(house.stranger(), unclaimed), 410, "pass_revoked")

    @pytest.mark.both_engines
    def test_a_claim_at_the_same_moment_ends_too(self, house: House) -> None:  # 6.pass.298
        made = Night(house).make()
        asked = ClaimRequest(secret=made["secret"], helper="Kim")
        maker = made["maker"]["id"]

        def end_all() -> None:
            with house.database.write() as tx:
                end_access_of(tx, maker, ended_by=None)

        with ThreadPoolExecutor() as at_once:
            with house.database.write() as tx:
                claim_pass(tx, asked, (), (), "127.0.0.1")
                ending = at_once.submit(end_all)
                with pytest.raises(TimeoutError):
                    ending.result(timeout=0.5)
            ending.result()
        with house.database.read() as tx:
            assert tx.scalars(select(DoorAccess.ended_at)).one() is not None

    @pytest.mark.either_engine
    def test_a_super_admin_who_signs_its_issuer_out_everywhere_ends_it(self, house: House) -> None:
        # 7.session.430; 6.pass.298
        night = Night(house)
        helper, unclaimed = night.helper(), night.make()
        # The issuer's own phone was lost, and the helpers go on.
        assert night.olive.delete("/api/me/sessions").status_code == 204
        assert helper.scan().status_code == 200
        maker = helper.claimed["user"]["id"]
        assert house.signed_in(SAM).delete(f"/api/users/{maker}/sessions").status_code == 204
        problem(helper.scan(), 403, "grant_ended")
        problem(claim(house.stranger(), unclaimed), 410, "pass_revoked")

    @pytest.mark.either_engine
    def test_a_dead_phone_is_replaced_and_still_delivers(self, house: House) -> None:  # 7.pass.296
        night = Night(house)
        helper = night.helper()
        successor = night.make(helper="Kim", replaces=helper.pass_["id"])
        assert claim(house.stranger(), successor).status_code == 200
        problem(helper.scan(), 401, "not_signed_in")
        record = {"key": key(), "attendeeId": night.guest["id"], "shown": "admitted", "certainty": "list"}
        assert helper.send(record)[0]["outcome"] == "admitted"
        elsewhere = new_event(night.olive)
        body = {"eventId": elsewhere["id"], "door": "Gate B", "replaces": successor["id"]}
        problem(night.olive.post("/api/door/passes", json=body), 404, "pass_not_found")

    @pytest.mark.either_engine
    def test_removing_the_device_alone_shows_on_the_pass(self, house: House) -> None:  # 7.pass.293
        night = Night(house)
        helper = night.helper()
        [device] = night.olive.get("/api/door/grants", params={"eventId": night.event["id"]}).json()
        assert (device["device"], device["helper"]) == ("Main entrance", "Kim")
        assert night.olive.delete(f"/api/door/grants/{helper.claimed['grantId']}").status_code == 204
        assert night.listed()[0]["revokedAt"] is not None


class TestTheWire:
    """A helper gets what the table of 6.pass lists, and nothing more."""

    def test_no_answer_holds_more_than_the_table(self, house: House) -> None:  # 6.pass.302, 303, 304
        night = Night(house)
        helper = night.helper()
        where = {"eventId": night.event["id"]}
        scanned = json_of(helper.scan())
        assert set(scanned) == {"alreadyScanned", "attendee", "message"}
        assert set(scanned["attendee"]) == ATTENDEE
        listed = json_of(helper.device.get("/api/door/list", params=where))
        assert set(listed) == {"event", "asOf", "position", "epoch", "restored", "tickets"}
        [[_, *ticket]] = listed["tickets"]
        assert ticket[:6] == [night.guest["id"], "Ada Lovelace", 7, "paid", 0, night.guest["invoiceNumber"]]
        assert ticket[7:] == ["Kim, Main entrance", "Wheelchair", None, None, None, None]
        told = json_of(helper.device.post("/api/door/grants", json={"eventId": night.event["id"], "device": "Mine"}))
        assert set(told) == {"id", "eventId", "user", "device", "createdAt", "makesUntil", "deliversUntil"}
        assert told["device"] == "Main entrance"
        present = helper.device.post("/api/door/contact", json={"eventId": night.event["id"], "waiting": 3})
        assert (present.status_code, present.content) == (204, b"")
        assert night.listed()[0]["waiting"] == 3
        [settled] = helper.send({"key": key(), "qrData": "no ticket", "shown": "invalid"})
        assert set(settled) == {
            "key",
            "outcome",
            "attendeeId",
            "attendedAt",
            "checkedInBy",
            "checkInDoor",
            "detail",
            "eventDate",
            "conflict",
            "returned",
            "leftAt",
        }
        everything = "".join(map(str, (scanned, listed, told, settled, helper.claimed)))
        assert night.guest["phone"] not in everything
        assert night.guest["qrCodeData"] not in everything

    def test_an_id_of_another_event_is_unknown(self, house: House) -> None:  # 6.pass.292
        night = Night(house)
        helper = night.helper()
        stranger = new_attendee(night.olive, new_event(night.olive, name="Another"))
        body = {**helper.body(stranger), "attendeeId": stranger["id"]}
        del body["qrData"]
        problem(helper.device.post("/api/attendees/scan", json=body), 404, "ticket_unknown")
        [settled] = helper.send({"key": str(UUID(int=7)), "attendeeId": stranger["id"], "shown": "admitted"})
        assert (settled["outcome"], settled["attendeeId"]) == ("unknown", None)


@pytest.mark.either_engine
class TestContact:
    """Staff see the latest report of a device."""

    def doors(self, night: Night) -> dict[str, tuple[bool, int]]:
        told = night.olive.get("/api/doors", params={"eventId": night.event["id"]}).json()["doors"]
        return {door["door"]: (door["isOnline"], door["waiting"]) for door in told}

    def test_of_staff_on_a_device_that_was_a_helpers(self, house: House, time: MovingClock) -> None:
        # 7.grant.430; 7.doors.430
        night = Night(house)
        device = night.helper().device
        credentials = {"username": OLIVE.username, "password": OLIVE.password}
        said = {"eventId": night.event["id"], "waiting": 2}
        assert device.post("/api/login", json=credentials).status_code == 200
        # A pass is no grant of the person who made it.
        problem(device.post("/api/door/contact", json=said), 404, "grant_not_found")
        grant = {"eventId": night.event["id"], "device": "Gate B"}
        assert device.post("/api/door/grants", json=grant).status_code == 200
        time.move(minutes=1)
        assert device.post("/api/door/contact", json=said).status_code == 204
        assert self.doors(night) == {"Main entrance": (False, 0), "Gate B": (True, 2)}
        # The same by the grant alone.
        device.cookies.delete("doorlist_session")
        time.move(minutes=1)
        assert device.post("/api/door/contact", json=said).status_code == 204
        assert self.doors(night) == {"Main entrance": (False, 0), "Gate B": (True, 2)}

    def test_of_a_second_pass_after_the_first_was_revoked(self, house: House) -> None:  # 7.grant.430
        night = Night(house)
        first, second = night.make(), night.make(door="Gate B")
        device = house.stranger()
        for made in (second, first):
            assert claim(device, made).status_code == 200
        assert night.olive.delete(f"/api/door/passes/{first['id']}").status_code == 204
        assert device.post("/api/door/contact", json={"waiting": 2}).status_code == 204
        assert self.doors(night) == {"Gate B": (True, 2)}

    def test_of_a_pass_that_is_over(self, house: House, time: MovingClock) -> None:  # 7.doors.430
        night = Night(house)
        device = night.helper(hours=1).device
        time.move(hours=1)
        assert device.post("/api/door/contact", json={"waiting": 2}).status_code == 204
        assert self.doors(night) == {"Main entrance": (False, 2)}
