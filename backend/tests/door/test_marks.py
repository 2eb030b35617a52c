"""PATCH /api/attendees/{id}/attendance: present and absent by hand, over HTTP, on both engines."""

from datetime import timedelta, timezone
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from doorlist.core.clock import from_wire, to_wire
from tests.attendees.test_register import id_of
from tests.cast import NORA, OLIVE, OSCAR, SAM, Person
from tests.door.test_scan import log_of
from tests.events.test_events import named_fields
from tests.house import House, Json, json_of, new_attendee, new_event, problem


def wire(moment: str, milliseconds: int) -> str:
    """A moment on the wire, so many milliseconds later."""
    return to_wire(from_wire(moment) + timedelta(milliseconds=milliseconds))


def mark(client: TestClient, attendee: Json, **body: Any) -> Json:
    answer = client.patch(f"/api/attendees/{attendee['id']}/attendance", json=body)
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"message", "attendee"}
    return json_of(answer)


class TestAttendance:
    def test_needs_somebody_signed_in_with_a_password_of_their_own(self, house: House) -> None:
        path, body = "/api/attendees/1/attendance", {"attended": True}
        problem(house.stranger().patch(path, json=body), 401, "not_signed_in")
        problem(house.signed_in(NORA).patch(path, json=body), 403, "password_change_required")

    @pytest.mark.parametrize("person", [OLIVE, SAM], ids=["organizer", "super admin"])
    def test_marks_present_with_the_time_and_who_did_it(self, house: House, person: Person) -> None:
        # 7.call.13; 6.roles.8
        client = house.signed_in(person)
        attendee = new_attendee(client, new_event(client))
        answer = mark(client, attendee, attended=True)
        assert answer["message"] == "Marked present"
        present = answer["attendee"]
        assert present["attended"] is True
        assert present["attendedAt"] >= attendee["createdAt"]
        assert present["scanner"] == {"id": id_of(house, person), "fullName": person.full_name}
        assert present["scannedBy"] == id_of(house, person)
        assert json_of(client.get(f"/api/attendees/{attendee['id']}")) == present

    def test_changes_nothing_else_of_the_attendee(self, house: House) -> None:
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        present = mark(olive, attendee, attended=True)["attendee"]
        differing = {field for field, value in attendee.items() if present[field] != value}
        assert differing == {"attended", "attendedAt", "scannedBy", "scanner", "inside"}
        assert mark(olive, attendee, attended=False)["attendee"] == attendee

    @pytest.mark.either_engine
    @pytest.mark.parametrize("attended", [0, 1, "true", "off", 1.0, None])
    def test_takes_true_and_false_alone(self, house: House, attended: object) -> None:  # 10.wire.230
        olive = house.signed_in()
        event = new_event(olive)
        attendee = new_attendee(olive, event)
        for method, path, body in (
            ("PATCH", f"/api/attendees/{attendee['id']}/attendance", {"attended": attended}),
            ("POST", "/api/attendees/update-many", {"attended": attended or 0, "expected": 1, "tableNumber": 3}),
            ("POST", "/api/door/grants", {"again": attended, "eventId": event["id"]}),
        ):
            [error] = problem(olive.request(method, path, json=body), 400, "validation_failed")["errors"]
            assert error["field"] in {"attended", "again"}
            assert error["message"] == "Must be true or false"
        assert olive.get(f"/api/attendees/{attendee['id']}").json() == attendee

    def test_marks_absent_and_empties_time_and_scanner(self, house: House) -> None:  # 3.attendee.8; 4.attendance.4
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        answer = mark(oscar, attendee, attended=False)
        assert answer["message"] == "Marked absent"
        absent = answer["attendee"]
        assert [absent[field] for field in ("attended", "attendedAt", "scannedBy", "scanner")] == [
            False,
            None,
            None,
            None,
        ]

    def test_what_already_is_so_stays_as_it_is_and_still_answers(self, house: House) -> None:  # 7.attendance.1
        # 4.attendance.5
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        assert mark(olive, attendee, attended=False) == {"message": "Was already absent", "attendee": attendee}
        present = mark(olive, attendee, attended=True)["attendee"]
        again = mark(oscar, attendee, attended=True)
        assert again == {"message": "Was already present", "attendee": present}
        assert [entry.outcome for entry in log_of(house)] == ["marked_present"]

    def test_each_change_is_a_row_of_the_log_with_who_made_it(self, house: House) -> None:  # 3.scan-log.3
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        event = new_event(olive)
        attendee = new_attendee(olive, event)
        mark(olive, attendee, attended=True)
        mark(oscar, attendee, attended=False)
        olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        mark(oscar, attendee, attended=False)
        assert [(e.outcome, e.user_id, e.attendee_id, e.event_id) for e in log_of(house)] == [
            ("marked_present", id_of(house, OLIVE), attendee["id"], event["id"]),
            ("marked_absent", id_of(house, OSCAR), attendee["id"], event["id"]),
            ("admitted", id_of(house, OLIVE), attendee["id"], event["id"]),
            ("marked_absent", id_of(house, OSCAR), attendee["id"], event["id"]),
        ]

    def test_after_present_by_hand_a_scan_is_a_repeat(self, house: House) -> None:  # 4.attendance.3
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        present = mark(olive, attendee, attended=True)["attendee"]
        scan = json_of(oscar.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]}))
        assert (scan["alreadyScanned"], scan["attendee"]) == (True, present)

    def test_credits_only_who_is_signed_in(self, house: House) -> None:  # 6.roles.9
        olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)
        attendee = new_attendee(olive, new_event(olive))
        path = f"/api/attendees/{attendee['id']}/attendance"
        for attended in (True, False):
            body = {"attended": attended, "scannedBy": id_of(house, OLIVE)}
            problem(sam.patch(path, json=body), 403, "not_you")
        assert mark(olive, attendee, attended=True, scannedBy=id_of(house, OLIVE))["attendee"]["attended"] is True
        assert mark(olive, attendee, attended=False, scannedBy=None)["attendee"]["attended"] is False

    def test_undoes_the_check_in_that_it_names_and_no_other(self, house: House) -> None:  # 7.attendance.2
        olive, oscar = house.signed_in(OLIVE), house.signed_in(OSCAR)
        attendee = new_attendee(olive, new_event(olive))
        first = mark(olive, attendee, attended=True)["attendee"]["attendedAt"]
        earlier = wire(first, -1)
        for other in (earlier, wire(first, 1)):
            kept = mark(oscar, attendee, attended=False, attendedAt=other)
            assert (kept["message"], kept["attendee"]["attendedAt"]) == ("Checked in at another time", first)
        undone = mark(oscar, attendee, attended=False, attendedAt=first)
        assert (undone["message"], undone["attendee"]) == ("Marked absent", attendee)
        again = mark(oscar, attendee, attended=False, attendedAt=first)
        assert again == {"message": "Was already absent", "attendee": attendee}
        second = json_of(olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]}))["attendee"]
        late = mark(oscar, attendee, attended=False, attendedAt=earlier)
        assert late == {"message": "Checked in at another time", "attendee": second}
        assert [entry.outcome for entry in log_of(house)] == ["marked_present", "marked_absent", "admitted"]

    @pytest.mark.both_engines
    def test_undoes_a_check_in_of_the_millisecond_in_the_response(self, house: House) -> None:  # 7.attendance.2
        olive = house.signed_in(OLIVE)
        attendee = new_attendee(olive, new_event(olive))
        told = mark(olive, attendee, attended=True)["attendee"]["attendedAt"]
        if house.engine == "postgresql":
            with house.database.write() as tx:
                tx.execute(text("UPDATE attendees SET attended_at = attended_at + interval '999 microseconds'"))
        elsewhere = from_wire(told).astimezone(timezone(timedelta(hours=10))).isoformat()
        assert mark(olive, attendee, attended=False, attendedAt=elsewhere)["message"] == "Marked absent"
        told = mark(olive, attendee, attended=True)["attendee"]["attendedAt"]
        finer = told.replace("Z", "400Z")
        assert mark(olive, attendee, attended=False, attendedAt=finer)["message"] == "Marked absent"

    def test_takes_the_time_in_any_zone_and_none_of_a_marking_present(self, house: House) -> None:
        # 7.attendance.2
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        present = mark(olive, attendee, attended=True, attendedAt="2001-01-01T00:00:00.000Z")["attendee"]
        assert present["attendedAt"] > "2026"
        in_perth = from_wire(present["attendedAt"]).astimezone(timezone(timedelta(hours=8))).isoformat()
        assert mark(olive, attendee, attended=False, attendedAt=in_perth)["message"] == "Marked absent"
        mark(olive, attendee, attended=True)
        assert mark(olive, attendee, attended=False, attendedAt=None)["message"] == "Marked absent"

    def test_an_unknown_attendee_is_404_and_leaves_no_row(self, house: House) -> None:
        olive = house.signed_in()
        for attended in (True, False):
            for unknown in ("999", "0", "9" * 30):
                answer = olive.patch(f"/api/attendees/{unknown}/attendance", json={"attended": attended})
                problem(answer, 404, "attendee_not_found")
        problem(olive.patch("/api/attendees/x/attendance", json={"attended": True}), 400, "validation_failed")
        assert log_of(house) == []

    def test_refuses_bad_input_and_names_the_field(self, house: House) -> None:
        olive = house.signed_in()
        attendee = new_attendee(olive, new_event(olive))
        found = named_fields(
            olive,
            "PATCH",
            f"/api/attendees/{attendee['id']}/attendance",
            {
                "nothing": {},
                "null": {"attended": None},
                "a word": {"attended": "perhaps"},
                "a number": {"attended": 2},
                "a list": {"attended": []},
                "no number for a user": {"attended": True, "scannedBy": "olive"},
                "no time": {"attended": False, "attendedAt": "yesterday"},
                "a time without a zone": {"attended": False, "attendedAt": "2026-11-20T18:30:00"},
                "a time before all times": {"attended": False, "attendedAt": "0001-01-01T00:00:00+14:00"},
                "a number for a time": {"attended": False, "attendedAt": 1_800_000_000},
            },
        )
        assert found == {
            "nothing": ["attended"],
            "null": ["attended"],
            "a word": ["attended"],
            "a number": ["attended"],
            "a list": ["attended"],
            "no number for a user": ["scannedBy"],
            "no time": ["attendedAt"],
            "a time without a zone": ["attendedAt"],
            "a time before all times": ["attendedAt"],
            "a number for a time": ["attendedAt"],
        }
        assert json_of(olive.get(f"/api/attendees/{attendee['id']}")) == attendee
