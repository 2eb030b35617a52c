"""Conflicts of the door: the list, its order, the timelines, and decisions by staff."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text, update

from doorlist.attendees.models import Attendee
from doorlist.audit.rules import Action
from doorlist.door.models import DataGeneration
from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from tests.audit.entries import entries_of
from tests.cast import OLIVE, OSCAR, SAM
from tests.door.access.test_devices import granted
from tests.door.conflicts.rows import add_conflict, add_step, at
from tests.house import House, Json, json_of, new_attendee, new_event, problem

PATH = "/api/door/conflicts"


def listed(client: TestClient, **query: Any) -> Json:
    answer = client.get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def ids_of(page: Json) -> list[int]:
    return [item["id"] for item in page["items"]]


def decide(client: TestClient, conflict_id: int, state: str, version: int, **fields: Any) -> Json:
    answer = client.patch(f"{PATH}/{conflict_id}", json={"state": state, "version": version, **fields})
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def user_id(client: TestClient) -> int:
    found: int = json_of(client.get("/api/me"))["id"]
    return found


@pytest.fixture
def olive(house: House) -> TestClient:
    return house.signed_in(OLIVE)


@pytest.fixture
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


@pytest.mark.either_engine
class TestWhoMayCall:
    @pytest.mark.parametrize(("method", "path"), [("GET", PATH), ("PATCH", f"{PATH}/1")])
    def test_not_a_stranger_and_not_a_device_by_its_grant(self, house: House, method: str, path: str) -> None:
        # 4.conflict.9
        problem(house.stranger().request(method, path, json={"state": "kept", "version": 1}), 401, "not_signed_in")
        device = house.signed_in(OLIVE)
        granted(device, new_event(device))
        device.cookies.delete("doorlist_session")
        problem(device.request(method, path, json={"state": "kept", "version": 1}), 401, "not_signed_in")

    def test_both_roles(self, house: House) -> None:  # 4.conflict.9
        for person in (OSCAR, SAM):
            client = house.signed_in(person)
            conflict_id = add_conflict(house.database)
            assert ids_of(listed(client))[0] == conflict_id
            assert decide(client, conflict_id, "kept", 1)["decidedBy"]["fullName"] == person.full_name


class TestAConflict:
    def test_names_both_doors_people_times_and_certainties(
        self, house: House, olive: TestClient, sam: TestClient
    ) -> None:  # 7.call.53; 7.conflict.1, 2
        event = new_event(olive)
        guest = new_attendee(olive, event)
        of_guest = {"attendee_id": guest["id"], "event_id": event["id"]}
        online = add_step(house.database, "19:05", **of_guest, user_id=user_id(sam), device="Gate A")
        undone = add_step(house.database, "19:06", **of_guest, user_id=user_id(sam), outcome="marked_absent")
        offline = add_step(
            house.database,
            "19:02",
            **of_guest,
            user_id=user_id(olive),
            device="Gate B",
            outcome="let_in_offline",
            received_at=at("19:20"),
            shown="admitted",
            certainty="list",
            list_as_of=at("18:50"),
            clock_error=4_000,
        )
        assert (online, offline) < (undone + 1, undone + 2)
        conflict_id = add_conflict(
            house.database, event_id=event["id"], attendee_id=guest["id"], log_ids=[offline, online]
        )
        [conflict] = listed(olive)["items"]
        timeline = conflict.pop("timeline")
        assert conflict == {
            "id": conflict_id,
            "kind": "twice",
            "event": {"id": event["id"], "name": "Spring Gala", "date": "2026-11-20"},
            "attendee": {"id": guest["id"], "fullName": "Ada Lovelace", "tableNumber": 7},
            "named": None,
            "count": 1,
            "device": None,
            "person": None,
            "state": "open",
            "note": None,
            "decidedBy": None,
            "decidedAt": None,
            "version": 1,
            "at": "2026-11-20T19:05:00.000Z",
            "helper": None,
            "stepsLeftOff": 0,
        }
        assert [(step["at"][11:16], step["device"], step["outcome"], step["isCause"]) for step in timeline] == [
            ("19:02", "Gate B", "let_in_offline", True),
            ("19:05", "Gate A", "admitted", True),
            ("19:06", None, "marked_absent", False),
        ]
        assert timeline[0] == {
            "at": "2026-11-20T19:02:00.000Z",
            "receivedAt": "2026-11-20T19:20:00.000Z",
            "person": {"id": user_id(olive), "fullName": "Olive Organizer"},
            "helper": None,
            "device": "Gate B",
            "outcome": "let_in_offline",
            "shown": "admitted",
            "certainty": "list",
            "listAsOf": "2026-11-20T18:50:00.000Z",
            "isTimeUnsure": True,
            "isCause": True,
            "list": None,
            "attendee": None,
        }
        assert (timeline[1]["certainty"], timeline[1]["isTimeUnsure"]) == (None, False)

    def test_names_the_device_and_the_person_of_its_grant(self, house: House, olive: TestClient) -> None:
        # 7.conflict.1
        event = new_event(olive)
        grant = granted(olive, event, device="Gate B")
        add_conflict(house.database, kind="missing", event_id=event["id"], grant_id=grant["id"])
        [conflict] = listed(olive)["items"]
        named = (conflict["device"], conflict["person"]["fullName"], conflict["helper"])
        assert named == ("Gate B", "Olive Organizer", None)
        with house.database.write() as tx:
            tx.execute(text("DELETE FROM door_access"))
        assert listed(olive)["items"][0]["device"] is None

    def test_names_the_helper_whose_device_it_is(self, house: House, olive: TestClient) -> None:
        # 7.conflict.1, 516
        event = new_event(olive)
        made = json_of(olive.post("/api/door/passes", json={"eventId": event["id"], "door": "Main entrance"}))
        body = {"secret": made["secret"], "helper": "Kim"}
        grant_id = json_of(house.stranger().post("/api/door/passes/claim", json=body))["grantId"]
        add_conflict(house.database, kind="missing", event_id=event["id"], grant_id=grant_id)
        [conflict] = listed(olive)["items"]
        assert (conflict["device"], conflict["helper"]) == ("Main entrance", "Kim")
        assert conflict["person"]["fullName"] == "Olive Organizer"

    @pytest.mark.both_engines
    def test_outlives_its_guest_and_its_event(self, house: House, olive: TestClient) -> None:  # 4.conflict.8
        event = new_event(olive)
        guest = new_attendee(olive, event)
        step = add_step(house.database, "19:05", attendee_id=guest["id"], event_id=event["id"])
        add_conflict(house.database, event_id=event["id"], attendee_id=guest["id"], log_ids=[step])
        olive.delete(f"/api/events/{event['id']}")
        [conflict] = listed(olive)["items"]
        assert (conflict["event"], conflict["attendee"]) == (None, None)
        assert len(conflict["timeline"]) == 1

    @pytest.mark.both_engines
    def test_of_an_earlier_epoch_names_nobody_who_has_the_ids_now(self, house: House, olive: TestClient) -> None:
        # 4.conflict.8
        event = new_event(olive)
        guest = new_attendee(olive, event)
        of_guest = {"attendee_id": guest["id"], "event_id": event["id"]}
        old = add_step(house.database, "19:02", **of_guest)
        add_conflict(house.database, **of_guest, log_ids=[old])
        with house.database.write() as tx:
            tx.execute(update(DataGeneration).values(log_from=old))
        add_step(house.database, "19:05", **of_guest)
        [conflict] = listed(olive)["items"]
        assert (conflict["event"], conflict["attendee"]) == (None, None)
        assert [step["at"][11:16] for step in conflict["timeline"]] == ["19:02"]

    def test_of_a_code_that_was_held_up_all_night_stays_readable(self, house: House, olive: TestClient) -> None:
        # 7.conflict.2
        event = new_event(olive)
        guest = new_attendee(olive, event)
        of_guest = {"attendee_id": guest["id"], "event_id": event["id"]}
        first = add_step(house.database, "19:02", **of_guest)
        for _ in range(60):
            add_step(house.database, "19:03", **of_guest, outcome="repeat")
        second = add_step(house.database, "19:04", **of_guest, outcome="let_in_offline")
        causes = [first, second, *(add_step(house.database, "19:04", **of_guest) for _ in range(48))]
        add_conflict(house.database, event_id=event["id"], attendee_id=guest["id"], log_ids=causes)
        [conflict] = listed(olive)["items"]
        assert conflict["timeline"][0]["isCause"]
        assert sum(step["isCause"] for step in conflict["timeline"]) == 40
        assert conflict["stepsLeftOff"] == 10
        assert len(conflict["timeline"]) <= 80


class TestTheList:
    def test_has_open_ones_first_then_by_event_newest_first(self, house: House, olive: TestClient) -> None:
        # 7.conflict.3
        later = new_event(olive, name="Later", date="2026-11-21")["id"]
        tonight = new_event(olive, name="Tonight")["id"]
        closed = add_conflict(house.database, event_id=later, state="kept", at=at("19:59"))
        first = add_conflict(house.database, event_id=tonight, at=at("19:01"))
        second = add_conflict(house.database, event_id=tonight, at=at("19:02"))
        of_later = add_conflict(house.database, event_id=later, at=at("18:00"))
        of_none = add_conflict(house.database, at=at("19:58"))
        dismissed = add_conflict(house.database, event_id=tonight, state="dismissed", at=at("19:57"))
        page = listed(olive)
        assert ids_of(page) == [of_later, second, first, of_none, closed, dismissed]
        assert (page["open"], page["next"]) == (4, None)

    @pytest.mark.both_engines
    def test_of_one_event_or_one_state(self, house: House, olive: TestClient) -> None:  # 7.conflict.3
        event_id = new_event(olive)["id"]
        here = add_conflict(house.database, event_id=event_id)
        elsewhere = add_conflict(house.database, event_id=event_id + 1)
        kept = add_conflict(house.database, event_id=event_id, state="kept")
        dismissed = add_conflict(house.database, event_id=event_id, state="dismissed")
        assert set(ids_of(listed(olive, eventId=event_id))) == {here, kept, dismissed}
        assert set(ids_of(listed(olive, state="open"))) == {elsewhere, here}
        assert ids_of(listed(olive, state="kept")) == [kept]
        assert ids_of(listed(olive, state="dismissed")) == [dismissed]
        assert listed(olive, eventId=event_id)["open"] == 1
        assert listed(olive, state="kept")["open"] == 2
        assert listed(olive, eventId=2**70) == {"items": [], "next": None, "open": 0}

    @pytest.mark.both_engines
    def test_goes_on_where_a_page_ended_and_misses_none(self, house: House, olive: TestClient) -> None:
        # 7.conflict.4
        event_ids = [new_event(olive, date=f"2026-11-{20 + n}")["id"] for n in range(2)]
        made = {
            add_conflict(
                house.database,
                event_id=(*event_ids, None)[number % 3],
                state=("open", "kept")[number % 2],
                at=at(f"19:{number // 4:02}"),
            )
            for number in range(24)
        }
        whole = ids_of(listed(olive))
        seen: list[int] = []
        cursor: dict[str, str] = {}
        for _ in range(5):
            page = listed(olive, limit=5, **cursor)
            seen += ids_of(page)
            cursor = {"after": page["next"]}
        assert page["next"] is None
        assert seen == whole
        assert set(seen) == made

    def test_counts_alone_where_no_page_is_asked_for(self, house: House, olive: TestClient) -> None:  # 7.conflict.4
        add_conflict(house.database)
        assert listed(olive, limit=0) == {"items": [], "next": None, "open": 1}

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        "after",
        [
            *("", "1", "1~2026-11-20~1~19:05~1", "2~~0~2026-11-20T19:05:00.000Z~1", "x" * 500),
            "1~2026-11-20~1~9999-12-31T23:59:59-1000~1",
            "1~2026-11-20~1~2026-11-20T19:05:00.0000~1",
            "1~2026-11-20~1~2026-13-20T19:05:00.000Z~1",
        ],
    )
    def test_refuses_a_cursor_that_no_page_gave(self, olive: TestClient, after: str) -> None:  # 7.conflict.4
        answer = olive.get(PATH, params={"after": after})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "after"
        huge = olive.get(PATH, params={"after": f"1~~0~2026-11-20T19:05:00.000Z~{2**63}"})
        problem(huge, 400, "validation_failed")

    @pytest.mark.both_engines
    def test_leaves_out_a_guest_who_was_turned_away_and_came_in_afterwards(
        self, house: House, olive: TestClient
    ) -> None:  # 4.conflict.5
        event = new_event(olive)
        guest, earlier = new_attendee(olive, event), new_attendee(olive, event)
        for one in (guest, earlier):
            add_conflict(house.database, kind="turned_away", event_id=event["id"], attendee_id=one["id"])
        assert listed(olive)["open"] == 2
        for one, time in ((guest, "19:30"), (earlier, "19:01")):
            with house.database.write() as tx:
                tx.execute(update(Attendee).where(Attendee.id == one["id"]).values(attended=True, attended_at=at(time)))
        page = listed(olive)
        assert [item["attendee"]["id"] for item in page["items"]] == [earlier["id"]]
        assert page["open"] == 1


class TestDeciding:
    @pytest.mark.both_engines
    def test_closes_with_name_time_and_note_and_opens_again(self, house: House, olive: TestClient) -> None:
        # 3.history.16; 4.conflict.2, 3; 7.call.54; 7.conflict.5
        event_id = new_event(olive)["id"]
        conflict_id = add_conflict(house.database, event_id=event_id)
        kept = decide(olive, conflict_id, "kept", 1, note="  Twins.\r\nBoth paid. ")
        assert (kept["state"], kept["note"], kept["version"]) == ("kept", "Twins.\nBoth paid.", 2)
        assert kept["decidedBy"]["fullName"] == "Olive Organizer"
        assert kept["decidedAt"] is not None
        assert listed(olive)["items"] == [kept]
        dismissed = decide(olive, conflict_id, "dismissed", 2)
        assert (dismissed["state"], dismissed["note"]) == ("dismissed", "Twins.\nBoth paid.")
        opened = decide(olive, conflict_id, "open", 3, note="")
        assert (opened["state"], opened["note"], opened["version"]) == ("open", None, 4)
        assert (opened["decidedBy"], opened["decidedAt"]) == (None, None)
        entries = entries_of(house.database, Action.CONFLICT_DECIDED)
        assert [(entry.subject_id, entry.event_id, entry.before, entry.after) for entry in entries] == [
            (conflict_id, event_id, {"state": "open"}, {"state": "kept"}),
            (conflict_id, event_id, {"state": "kept"}, {"state": "dismissed"}),
            (conflict_id, event_id, {"state": "dismissed"}, {"state": "open"}),
        ]

    def test_changes_nobodys_attendance(self, house: House, olive: TestClient) -> None:  # 4.conflict.2
        event = new_event(olive)
        guest = new_attendee(olive, event)
        scan = olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]})
        before = json_of(scan)["attendee"]
        conflict_id = add_conflict(house.database, event_id=event["id"], attendee_id=guest["id"])
        decide(olive, conflict_id, "dismissed", 1)
        decide(olive, conflict_id, "kept", 2)
        assert json_of(olive.get(f"/api/attendees/{guest['id']}"))["attendedAt"] == before["attendedAt"]

    def test_on_an_older_version_is_refused_with_the_present_one(
        self, house: House, olive: TestClient, sam: TestClient
    ) -> None:  # 7.conflict.6; 10.code.69
        conflict_id = add_conflict(house.database)
        theirs = decide(sam, conflict_id, "kept", 1, note="Two people")
        answer = olive.patch(f"{PATH}/{conflict_id}", json={"state": "dismissed", "version": 1})
        refused = problem(answer, 409, "version_conflict")
        assert refused["current"] == theirs
        assert refused["updatedBy"]["fullName"] == "Sam Superadmin"
        assert refused["updatedAt"] == theirs["decidedAt"]
        assert listed(olive)["items"] == [theirs]
        assert len(entries_of(house.database, Action.CONFLICT_DECIDED)) == 1

    @pytest.mark.parametrize("conflict_id", ["0", "999", str(2**70)])
    def test_of_an_unknown_one_is_not_found(self, olive: TestClient, conflict_id: str) -> None:
        # 7.conflict.6; 10.code.69
        answer = olive.patch(f"{PATH}/{conflict_id}", json={"state": "kept", "version": 1})
        problem(answer, 404, "conflict_not_found")

    @pytest.mark.either_engine
    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"state": "kept"}, "version"),
            ({"version": 1}, "state"),
            ({"state": "gone", "version": 1}, "state"),
            ({"state": "kept", "version": 1, "note": "x" * 501}, "note"),
            ({"state": "kept", "version": 1, "note": "\x07"}, "note"),
        ],
    )
    def test_refuses_what_is_no_decision(self, house: House, olive: TestClient, body: Json, field: str) -> None:
        # 7.conflict.5
        conflict_id = add_conflict(house.database)
        answer = olive.patch(f"{PATH}/{conflict_id}", json=body)
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == field
        assert listed(olive)["open"] == 1


class TestPossibleExtraPeople:
    def test_are_open_and_kept_conflicts_of_two_kinds(self, house: House, olive: TestClient, sam: TestClient) -> None:
        # 3.overview.11
        event_id = new_event(olive)["id"]
        kinds = ("twice", "not_on_list", "turned_away", "cancelled", "other_event", "revoked_device", "missing")
        for kind in kinds:
            for state in ("open", "kept", "dismissed"):
                add_conflict(house.database, kind=kind, state=state, event_id=event_id)
        add_conflict(house.database, kind="twice")

        def counted(**query: int) -> Json:
            return json_of(sam.get("/api/analytics/overview", params=query))

        assert counted()["possibleExtraPeople"] == 5
        assert counted(eventId=event_id)["possibleExtraPeople"] == 4
        assert counted(eventId=event_id)["scannedTickets"] == 0


def test_a_decision_is_published_to_open_screens(house: House, olive: TestClient) -> None:  # 7.live.29
    event_id = new_event(olive)["id"]
    with_event, without = add_conflict(house.database, event_id=event_id), add_conflict(house.database)
    told: list[Changes] = []
    house.database.after_commit(lambda info: told.append(pending_changes(info)))
    decide(olive, with_event, "kept", 1)
    decide(olive, without, "kept", 1)
    assert [changes.conflicts_of for changes in told] == [{event_id}, {0}]
