"""The access of devices: made, reported, listed and ended."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import delete, select, update

from doorlist.audit.rules import Action
from doorlist.core import clock
from doorlist.users.models import DoorAccess
from tests.audit.entries import entries_of, last_id
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import COOKIE_DOMAIN, House, Json, json_of, new_event, problem
from tests.users.moving_clock import MovingClock

BEGINNING = "2026-11-20T18:30:00.000Z"


@pytest.fixture(autouse=True)
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


def ask(door: TestClient, event: Json, **said: object) -> Response:
    return door.post("/api/door/grants", json={"eventId": event["id"], **said})


def granted(door: TestClient, event: Json, **said: object) -> Json:
    answer = ask(door, event, **said)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def secrets_of(door: TestClient) -> list[str]:
    return (door.cookies.get("doorlist_door") or "").split(".")


def rows(house: House) -> list[DoorAccess]:
    with house.database.read() as tx:
        return list(tx.scalars(select(DoorAccess).order_by(DoorAccess.id)))


class TestMakingOne:
    def test_says_whose_it_is_and_how_long(self, house: House) -> None:  # 6.grant.1, 2; 7.grant.1; 7.call.49
        door = house.signed_in(OLIVE)
        event = new_event(door)
        grant = granted(door, event, device=" Gate B ", waiting=3)
        assert grant == {
            "id": grant["id"],
            "eventId": event["id"],
            "user": {"id": grant["user"]["id"], "fullName": "Olive Organizer"},
            "device": "Gate B",
            "createdAt": BEGINNING,
            "makesUntil": "2026-11-21T10:30:00.000Z",
            "deliversUntil": "2026-12-20T18:30:00.000Z",
        }

    @pytest.mark.either_engine
    def test_leaves_a_cookie_that_no_script_reads(self, house: House) -> None:  # 10.cookie.10, 11
        door = house.signed_in(OLIVE)
        answer = ask(door, new_event(door))
        [cookie] = answer.headers.get_list("set-cookie")
        name, _, rest = cookie.partition("=")
        assert name == "doorlist_door"
        assert sorted(part.strip() for part in rest.split(";")[1:]) == [
            "HttpOnly",
            "Max-Age=2592000",
            "Path=/",
            "SameSite=lax",
        ]

    @pytest.mark.either_engine
    def test_over_https_binds_the_cookie_to_its_host(self, house: House) -> None:  # 10.cookie.11
        plain = house.signed_in(OLIVE)
        event = new_event(plain)
        door = house.stranger()
        door.base_url = "https://testserver"
        door.cookies.set("__Host-doorlist_session", str(plain.cookies["doorlist_session"]), domain=COOKIE_DOMAIN)
        [cookie] = ask(door, event).headers.get_list("set-cookie")
        assert cookie.startswith("__Host-doorlist_door=")
        assert "; Secure" in cookie

    def test_stores_no_secret(self, house: House, capfd: pytest.CaptureFixture[str]) -> None:  # 10.cookie.4, 12
        door = house.signed_in(OLIVE)
        answer = ask(door, new_event(door))
        [secret] = secrets_of(door)
        assert len(secret) == 43
        assert secret not in answer.text
        written = repr([vars(row) for row in rows(house)]) + repr(entries_of(house.database, Action.GRANT_CREATED))
        assert secret not in written + "".join(capfd.readouterr())

    def test_is_in_the_history(self, house: House) -> None:  # 3.history.14
        door = house.signed_in(OLIVE)
        grant = granted(door, new_event(door), device="Gate B")
        [entry] = entries_of(house.database, Action.GRANT_CREATED)
        assert (entry.user_id, entry.subject_id, entry.event_id) == (grant["user"]["id"], grant["id"], grant["eventId"])
        assert entry.after == {"device": "Gate B"}

    @pytest.mark.either_engine
    def test_needs_an_event(self, house: House) -> None:
        problem(ask(house.signed_in(OLIVE), {"id": 4711}), 404, "event_not_found")

    @pytest.mark.either_engine
    @pytest.mark.parametrize("said", [{"device": "x" * 101}, {"waiting": -1}, {"waiting": 1.5}, {"waiting": 10**9}])
    def test_refuses_what_is_no_name_or_number(self, house: House, said: Json) -> None:
        door = house.signed_in(OLIVE)
        problem(ask(door, new_event(door), **said), 400, "validation_failed")

    def test_forgets_those_that_ended_long_ago(self, house: House, time: MovingClock) -> None:  # 6.grant.12
        door = house.signed_in(OLIVE)
        event = new_event(door)
        old = granted(door, event)
        for days, kept in ((59, True), (2, False)):
            time.move(days=days)
            new = granted(house.signed_in(OLIVE), event)
            assert (old["id"] in {row.id for row in rows(house)}) is kept
            assert new["id"] in {row.id for row in rows(house)}


class TestAdopting:
    """The restore of an older backup leaves devices with secrets that the server does not know."""

    def forget(self, house: House) -> None:
        with house.database.write() as tx:
            tx.execute(delete(DoorAccess))

    @pytest.mark.both_engines
    def test_an_unknown_secret_opens_the_grant_again_from_when_its_first_check_in_was_made(
        self, house: House, time: MovingClock
    ) -> None:  # 7.lineage.4
        door = house.signed_in(OLIVE)
        event = new_event(door)
        granted(door, event, device="Gate B")
        secrets = secrets_of(door)
        self.forget(house)
        time.move(hours=3)
        adopted = granted(door, event, device="Gate B", waiting=2, lastSequence=7, madeAt="2026-11-20T20:00:00.000Z")
        assert adopted["createdAt"] == "2026-11-20T20:00:00.000Z"
        assert secrets_of(door) == secrets
        [row] = rows(house)
        assert (row.announced_sequence, row.waiting) == (7, 2)
        # Once the secret is known, no report of the device changes its time.
        assert granted(door, event, madeAt="2026-11-20T19:00:00.000Z") == adopted

    @pytest.mark.parametrize(
        ("claimed", "counts_from"),
        [
            ("2026-11-01T00:00:00.000Z", "2026-11-20T05:30:00.000Z"),  # 16 h before now
            ("2027-01-01T00:00:00.000Z", "2026-11-20T21:30:00.000Z"),
        ],
    )
    def test_the_word_of_the_device_goes_only_so_far(
        self, house: House, time: MovingClock, claimed: str, counts_from: str
    ) -> None:  # 7.lineage.4
        door = house.signed_in(OLIVE)
        event = new_event(door)
        granted(door, event)
        self.forget(house)
        time.move(hours=3)
        assert granted(door, event, madeAt=claimed)["createdAt"] == counts_from

    @pytest.mark.both_engines
    def test_a_device_without_such_a_secret_begins_now(self, house: House, time: MovingClock) -> None:  # 7.lineage.4
        door, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        event = new_event(door)
        claim = {"madeAt": "2026-11-20T18:00:00.000Z"}
        first = granted(door, event, **claim)
        assert first["createdAt"] == BEGINNING
        # One that was ended is known, and no other user's is taken.
        sam.delete(f"/api/door/grants/{first['id']}")
        time.move(minutes=1)
        problem(ask(door, event, **claim), 403, "grant_ended")
        assert granted(door, event, again=True, **claim)["createdAt"] == "2026-11-20T18:31:00.000Z"

    @pytest.mark.both_engines
    def test_every_user_of_a_shared_device_has_theirs_again(self, house: House, time: MovingClock) -> None:
        # 7.lineage.4
        door = house.signed_in(OLIVE)
        event = new_event(door)
        granted(door, event)
        olive, oscar = (house.signed_in(person).cookies["doorlist_session"] for person in (OLIVE, OSCAR))
        door.cookies.set("doorlist_session", oscar, domain=COOKIE_DOMAIN)
        granted(door, event)
        secrets = set(secrets_of(door))
        self.forget(house)
        time.move(hours=1)
        for session in (oscar, olive):
            door.cookies.set("doorlist_session", session, domain=COOKIE_DOMAIN)
            assert granted(door, event, madeAt="2026-11-20T18:45:00.000Z")["createdAt"] == "2026-11-20T18:45:00.000Z"
        assert set(secrets_of(door)) == secrets


class TestTelling:
    def test_the_highest_sequence_number_counts_only_as_the_grant_is_made(self, house: House) -> None:
        # 7.grant.8
        door = house.signed_in(OLIVE)
        event = new_event(door)
        for told in (30_000, 2**53 - 1):
            granted(door, event, lastSequence=told)
            assert rows(house)[0].announced_sequence == 30_000

    @pytest.mark.both_engines
    def test_the_same_device_user_and_event_keep_their_grant(self, house: House, time: MovingClock) -> None:
        # 7.grant.1, 2
        door = house.signed_in(OLIVE)
        event = new_event(door)
        first = granted(door, event, device="Gate B", waiting=3)
        secret = door.cookies["doorlist_door"]
        entries = last_id(house.database)
        time.move(hours=2)
        again = granted(door, event, device="Gate C", waiting=0)
        assert door.cookies["doorlist_door"] == secret
        assert again == first | {
            "device": "Gate C",
            "makesUntil": "2026-11-21T12:30:00.000Z",
            "deliversUntil": "2026-12-20T20:30:00.000Z",
        }
        [row] = rows(house)
        assert (row.last_contact_at, row.waiting) == (datetime(2026, 11, 20, 20, 30, tzinfo=UTC), 0)
        assert last_id(house.database) == entries

    @pytest.mark.either_engine
    def test_what_is_not_said_stays(self, house: House) -> None:  # 7.grant.2
        door = house.signed_in(OLIVE)
        event = new_event(door)
        granted(door, event, device="Gate B", waiting=3)
        assert granted(door, event)["device"] == "Gate B"
        assert granted(door, event, waiting=4)["device"] == "Gate B"
        assert rows(house)[0].waiting == 4
        assert granted(door, event, device="")["device"] is None

    def test_another_event_and_another_user_have_a_grant_of_their_own(self, house: House) -> None:  # 6.grant.1
        door = house.signed_in(OLIVE)
        event, other = new_event(door), new_event(door)
        ids = [granted(door, event)["id"], granted(door, other)["id"]]
        door.cookies.set("doorlist_session", house.signed_in(OSCAR).cookies["doorlist_session"], domain=COOKIE_DOMAIN)
        ids.append(granted(door, event)["id"])
        assert len(set(ids)) == len(secrets_of(door)) == 3

    @pytest.mark.both_engines
    def test_a_grant_that_is_over_is_replaced(self, house: House, time: MovingClock) -> None:  # 6.grant.2
        door = house.signed_in(OLIVE)
        event = new_event(door)
        first = granted(door, event)
        with house.database.write() as tx:
            tx.execute(update(DoorAccess).values(delivers_until=time.now() + timedelta(seconds=1)))
        time.move(seconds=1)
        assert granted(door, event)["id"] != first["id"]
        assert len(secrets_of(door)) == 1

    def test_a_device_keeps_the_newest_eight(self, house: House) -> None:  # 10.cookie.10
        door = house.signed_in(OLIVE)
        events = [new_event(door) for _ in range(10)]
        for event in events:
            granted(door, event)
        of_device = {grant["id"] for grant in (granted(door, event) for event in reversed(events[2:]))}
        assert of_device == {row.id for row in rows(house)[2:]}
        assert len(secrets_of(door)) == 8

    @pytest.mark.either_engine  # the cookie is read before anything is looked up
    @pytest.mark.parametrize(
        "junk", ["", ".", "x", "x" * 43, "." * 4000, "é" * 43, "%00", '"' * 50, ".".join(["y" * 43] * 30)]
    )
    def test_junk_in_the_cookie_does_no_harm(self, house: House, junk: str) -> None:  # 10.cookie.13
        door = house.signed_in(OLIVE)
        event = new_event(door)
        session = door.cookies["doorlist_session"]
        header = f"doorlist_session={session}; doorlist_door={junk}".encode("utf-8", "replace")
        for cookie in (header, header + b"; doorlist_door=" + b"z" * 43):
            answer = house.stranger().post(
                "/api/door/grants", json={"eventId": event["id"]}, headers={b"cookie": cookie}
            )
            assert answer.status_code == 200, answer.text
            [kept] = answer.headers.get_list("set-cookie")
            assert len(kept.partition("=")[2].partition(";")[0].split(".")) == 1


class TestTheList:
    def test_lists_the_devices_of_the_event_with_their_last_contact(self, house: House, time: MovingClock) -> None:
        # 7.grant.3; 7.call.50
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event = new_event(olive)
        first = granted(olive, event, device="Gate A")
        granted(olive, new_event(olive))
        time.move(minutes=5)
        second = granted(oscar, event, waiting=2)
        devices = olive.get("/api/door/grants", params={"eventId": event["id"]}).json()
        assert devices == [
            {
                "id": second["id"],
                "user": {"id": second["user"]["id"], "fullName": "Oscar Organizer"},
                "helper": None,
                "device": None,
                "createdAt": "2026-11-20T18:35:00.000Z",
                "makesUntil": "2026-11-21T10:35:00.000Z",
                "lastContactAt": "2026-11-20T18:35:00.000Z",
                "waiting": 2,
                "isThisDevice": False,
            },
            {
                "id": first["id"],
                "user": first["user"],
                "helper": None,
                "device": "Gate A",
                "createdAt": BEGINNING,
                "makesUntil": first["makesUntil"],
                "lastContactAt": BEGINNING,
                "waiting": 0,
                "isThisDevice": True,
            },
        ]

    def test_leaves_out_those_that_are_over(self, house: House, time: MovingClock) -> None:  # 7.grant.3
        sam = house.signed_in(SAM)
        event = new_event(sam)
        ended = granted(house.signed_in(OLIVE), event)
        granted(house.signed_in(OLIVE), event)
        assert sam.delete(f"/api/door/grants/{ended['id']}").status_code == 204
        assert len(sam.get("/api/door/grants", params={"eventId": event["id"]}).json()) == 1
        time.move(days=30)
        sam = house.signed_in(SAM)
        assert sam.get("/api/door/grants", params={"eventId": event["id"]}).json() == []

    def test_needs_an_event(self, house: House) -> None:
        sam = house.signed_in(SAM)
        problem(sam.get("/api/door/grants", params={"eventId": 4711}), 404, "event_not_found")
        problem(sam.get("/api/door/grants"), 400, "validation_failed")


class TestEndingOne:
    def test_its_user_and_a_super_admin_may(self, house: House) -> None:  # 6.grant.8
        olive, oscar, sam = (house.signed_in(person) for person in (OLIVE, OSCAR, SAM))
        event = new_event(olive)
        grant = granted(olive, event)
        problem(oscar.delete(f"/api/door/grants/{grant['id']}"), 403, "forbidden")
        for ender in (olive, sam):
            other = granted(house.signed_in(OLIVE), event)
            assert ender.delete(f"/api/door/grants/{other['id']}").status_code == 204

    def test_is_in_the_history_once(self, house: House) -> None:  # 3.history.14; 7.grant.4; 7.call.51
        sam = house.signed_in(SAM)
        grant = granted(house.signed_in(OLIVE), new_event(sam))
        for _ in range(2):
            assert sam.delete(f"/api/door/grants/{grant['id']}").status_code == 204
        [entry] = entries_of(house.database, Action.GRANT_ENDED)
        assert (entry.subject_id, entry.event_id) == (grant["id"], grant["eventId"])

    def test_an_unknown_one_is_not_found(self, house: House) -> None:  # 10.code.67
        problem(house.signed_in(SAM).delete("/api/door/grants/4711"), 404, "grant_not_found")

    def test_the_refusal_names_who_ended_it_and_the_device_asks_again(self, house: House, time: MovingClock) -> None:
        # 7.grant.5, 6, 10; 10.code.66
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        event = new_event(olive)
        ended = granted(olive, event)
        time.move(minutes=1)
        sam.delete(f"/api/door/grants/{ended['id']}")
        body = problem(ask(olive, event), 403, "grant_ended")
        assert body["endedAt"] == "2026-11-20T18:31:00.000Z"
        assert body["endedBy"]["fullName"] == "Sam Superadmin"
        assert "Sam Superadmin" in body["detail"]
        new = granted(olive, event, again=True)
        assert new["id"] != ended["id"]
        assert granted(olive, event) == new
        # The secret of the ended grant stays, behind the new one, because its records may still be uploaded.
        assert len(secrets_of(olive)) == 2
