"""POST /api/backup/restore-file with dryRun: what is taken, what is refused and why, what is only pointed out."""

import io
import json
from typing import Any

import pytest
from sqlalchemy import select

from doorlist.backup.json.validate import validate_file
from doorlist.backup.problems import BackupInvalid
from doorlist.core.db.database import Base
from tests.backup.json.files import PATH, export, file_attendee, file_event, file_of, preview, send
from tests.cast import IDA, NORA, OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem

INVALID = "Invalid backup file or corrupted data"
LONG_TIME_AGO = "0001-01-01T00:00:00+14:00"


def rows(house: House) -> dict[str, list[str]]:
    """Everything that the database holds."""
    with house.database.read() as tx:
        return {table.name: sorted(map(repr, tx.execute(select(table)).all())) for table in Base.metadata.sorted_tables}


def findings(house: House, content: bytes) -> dict[str, str]:
    """The errors of the file by place, after checking that nothing was written."""
    client = house.signed_in(SAM)
    before = rows(house)
    for answer in (preview(client, content), send(client, content)):
        refusal = problem(answer, 400, "backup_invalid")
        assert refusal["detail"] == INVALID
    assert rows(house) == before
    assert not list((house.settings.data_dir / "backups").glob("*-safety.*"))
    return {finding["field"]: finding["message"] for finding in refusal["errors"]}


def refused(content: bytes) -> dict[str, str]:
    """The errors of the file by place, like `findings` but without a house around it."""
    with pytest.raises(BackupInvalid) as refusal:
        validate_file(io.BytesIO(content), {})
    assert refusal.value.detail == INVALID
    return {finding["field"]: finding["message"] for finding in refusal.value.errors}


def problems(house: House, content: bytes) -> list[str]:
    answer = preview(house.signed_in(), content)
    assert answer.status_code == 200, answer.text
    said: list[str] = json_of(answer)["problems"]
    return said


@pytest.mark.either_engine
class TestWhoMayLook:
    def test_both_roles_and_nobody_else(self, house: House) -> None:  # 6.roles.5, 6
        content = file_of()
        problem(preview(house.stranger(), content), 401, "not_signed_in")
        problem(preview(house.signed_in(NORA), content), 403, "password_change_required")
        for person in (OLIVE, SAM):
            assert preview(house.signed_in(person), content).status_code == 200

    def test_an_organizer_may_look_and_not_restore(self, house: House) -> None:  # 6.roles.6; 7.call.41
        olive = house.signed_in()
        event = new_event(olive)
        before = rows(house)
        for fields in ({}, {"dryRun": "false"}, {"dryRun": "0"}, {"dryRun": ""}):
            problem(send(olive, file_of(), **fields), 403, "forbidden")
        # A caller who may not restore the file does not learn whether it is valid.
        problem(send(olive, b"nonsense"), 403, "forbidden")
        assert rows(house) == before
        assert [row["id"] for row in olive.get("/api/events").json()] == [event["id"]]

    def test_no_other_site_may(self, house: House) -> None:
        client = house.signed_in(SAM)
        answer = client.post(PATH, files={"file": file_of()}, headers={"Sec-Fetch-Site": "cross-site"})
        problem(answer, 403, "cross_site")


@pytest.mark.either_engine
class TestForms:
    def test_a_form_without_a_file_is_refused(self, house: House) -> None:
        olive = house.signed_in()
        for answer in (olive.post(PATH, data={"dryRun": "true"}), olive.post(PATH, json={"dryRun": True})):
            assert answer.status_code in {400, 403, 415}, answer.text
        answer = olive.post(PATH, data={"dryRun": "true"}, files={"other": b"{}"})
        assert problem(answer, 400, "validation_failed")["errors"][0]["field"] == "file"

    def test_a_dry_run_is_true_or_false(self, house: House) -> None:
        answer = send(house.signed_in(SAM), file_of(), dryRun="perhaps")
        assert problem(answer, 400, "validation_failed")["errors"] == [
            {"field": "dryRun", "message": "Must be true or false"}
        ]


@pytest.mark.either_engine
class TestPreview:
    def test_counts_what_is_in_the_arrays(self, house: House) -> None:  # 4.restore.1; 7.call.41
        content = file_of(
            [file_event(), file_event(id=7)],
            [
                file_attendee(1, attended=True, attendedAt="2026-11-20T18:30:00.000Z"),
                file_attendee(2, eventId=7),
                file_attendee(3, eventId=7, attended=False, attendedAt=None),
            ],
            exportDate="2026-11-20T19:00:00.5+01:00",
            summary={"totalEvents": 2, "totalAttendees": 3, "attendedCount": 1},
        )
        olive = house.signed_in()
        before = rows(house)
        assert json_of(preview(olive, content)) == {
            "version": "1.0",
            "exportDate": "2026-11-20T18:00:00.500Z",
            "totalEvents": 2,
            "totalAttendees": 3,
            "attendedCount": 1,
            "erasures": None,
            "erased": 0,
            "hasSettings": False,
            "problems": [],
        }
        assert rows(house) == before

    def test_looks_at_an_export_of_its_own(self, house: House) -> None:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        body = json_of(preview(olive, export(house)))
        assert (body["totalEvents"], body["totalAttendees"], body["problems"]) == (1, 1, [])

    def test_two_empty_arrays_are_a_backup_too(self, house: House) -> None:
        body = json_of(preview(house.signed_in(), b'{"events":[],"attendees":[]}'))
        assert body == {
            "version": None,
            "exportDate": None,
            "totalEvents": 0,
            "totalAttendees": 0,
            "attendedCount": 0,
            "erasures": None,
            "erased": 0,
            "hasSettings": False,
            "problems": [],
        }

    @pytest.mark.parametrize(
        ("written", "read"),
        [
            ("1.0", "1.0"),
            (1, "1"),
            ("v1.0.0", "v1.0.0"),
            (0.9, "0.9"),
            ("2026 edition", "2026 edition"),
            (True, "True"),
            (None, None),
            ([], None),
            ({"a": 1}, None),
            ("", None),
        ],
    )
    def test_takes_whatever_version_is_not_newer(self, written: Any, read: str | None) -> None:
        content = file_of(version=written, exportDate="last week", summary=[1])
        judged = validate_file(io.BytesIO(content), {})
        assert (judged.version, judged.export_date) == (read, None)

    @pytest.mark.parametrize("written", ["2.0", 2, 1.5, "1.0.1", "v2", " 10.0 ", 1e15])
    def test_refuses_what_a_newer_doorlist_wrote(self, house: House, written: object) -> None:  # 3.backup-file.5
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        words = "This backup was made by a newer Doorlist. Update Doorlist, then restore it."
        for answer in (
            preview(olive, file_of(version=written)),
            send(sam, file_of(version=written)),
        ):
            assert problem(answer, 400, "backup_invalid")["detail"] == words
        assert olive.get("/api/events").json() == [event]

    def test_ignores_what_it_does_not_know(self, house: House) -> None:  # 5.restore-file.3
        content = json.dumps(
            {
                "users": [{"password": "x"}, [[[]]]],
                "attendees": [file_attendee(seatColour="red", event={"id": 99}, extra=[{"a": {"b": None}}])],
                "settings": {"theme": "dark"},
                "events": [file_event(capacity=100, organiser=None)],
            }
        ).encode()
        assert json_of(preview(house.signed_in(), content))["totalAttendees"] == 1

    def test_an_event_may_stand_after_its_attendees(self, house: House) -> None:
        content = json.dumps({"attendees": [file_attendee()], "events": [file_event()]}).encode()
        assert preview(house.signed_in(), content).status_code == 200

    @pytest.mark.parametrize(
        "fields",
        [
            {"time": ""},
            {"time": "00:00"},
            {"ticketPriceCents": 0},
            {"id": 2**53 - 1},
            {"id": "12"},
            {"updatedBy": None},
            {"updatedBy": {"id": 999, "fullName": "Gone"}},
            {"updatedBy": "somebody"},
            {"createdAt": ""},
        ],
        ids=str,
    )
    def test_takes_events_as_they_come(self, fields: Json) -> None:
        assert validate_file(io.BytesIO(file_of([file_event(**fields)])), {}).total_events == 1

    @pytest.mark.parametrize(
        "fields",
        [
            {"tableNumber": 0},
            {"tableNumber": "12"},
            {"tableNumber": 100_000},
            {"fullName": "  Zoë 🎭  "},
            {"paymentStatus": "half now, half at the door"},
            {"amountPaidCents": None},
            {"attended": None},
            {"attendedAt": "2026-11-20T18:30:00+11:00"},
            {"attended": True, "attendedAt": "2026-11-20 18:30:00"},
            {"soldBy": None, "scannedBy": ""},
            {"seller": "Olive"},
            {"seller": {"fullName": 7}},
            {"qrCodeData": "x" * 500},
            {"qrCodeData": '{"id":1,\n"name":"Zoë"}'},
            {"invoiceNumber": "x" * 40},
        ],
        ids=str,
    )
    def test_takes_attendees_as_they_come(self, fields: Json) -> None:
        content = file_of([file_event()], [file_attendee(**fields)])
        assert validate_file(io.BytesIO(content), {}).total_attendees == 1


BAD_EVENTS: list[tuple[Json, str]] = [
    ({"id": None}, "This field is required"),
    ({"id": 0}, "Must be at least 1"),
    ({"id": -1}, "Must be at least 1"),
    ({"id": 1.5}, "Must be a whole number"),
    ({"id": True}, "Must be a whole number"),
    ({"id": "one"}, "Must be a whole number"),
    ({"id": 2**53}, "Must be at most 9007199254740991"),
    ({"id": 2**63}, "Must be at most 9007199254740991"),
    ({"id": []}, "Must be a whole number"),
    ({"name": None}, "This field is required"),
    ({"name": "  "}, "This field is required"),
    ({"name": "x" * 201}, "Must be at most 200 characters"),
    ({"name": "a\u0000b"}, "Must not contain control characters"),
    ({"name": 7}, "Must be text"),
    ({"date": "2026-02-30"}, "Must be a day that exists, like 2026-11-20"),
    ({"date": "20/11/2026"}, "Must be a day that exists, like 2026-11-20"),
    ({"date": None}, "This field is required"),
    ({"time": "25:00"}, "Must be a time like 19:30"),
    ({"time": 1930}, "Must be text"),
    ({"ticketPriceCents": -1}, "Must be at least 0"),
    ({"ticketPriceCents": 10**13}, "Must be at most 10000000000"),
    ({"ticketPriceCents": 10.5}, "Must be a whole number"),
    ({"version": 0}, "Must be at least 1"),
    ({"createdAt": "yesterday"}, "Must be a timestamp like 2026-11-20T18:30:00.000Z"),
    ({"updatedAt": 1700000000}, "Must be a timestamp like 2026-11-20T18:30:00.000Z"),
    ({"updatedAt": LONG_TIME_AGO}, "Must be a timestamp like 2026-11-20T18:30:00.000Z"),
    ({"updatedBy": [1]}, "Must be a whole number"),
]
BAD_ATTENDEES: list[tuple[Json, str]] = [
    ({"id": None}, "This field is required"),
    ({"id": 0}, "Must be at least 1"),
    ({"eventId": None}, "This field is required"),
    ({"eventId": 99}, "No event of the file has this id"),
    ({"fullName": ""}, "This field is required"),
    ({"fullName": "x" * 201}, "Must be at most 200 characters"),
    (
        {"fullName": "\u202eeve"},
        "Must be readable: no text of invisible characters, no marks that turn its direction",
    ),
    ({"phone": None}, "This field is required"),
    ({"phone": "0" * 41}, "Must be at most 40 characters"),
    ({"phone": "0\t4"}, "Must not contain control characters"),
    ({"phone": 400111222}, "Must be text"),
    ({"tableNumber": None}, "This field is required"),
    ({"tableNumber": -1}, "Must be at least 0"),
    ({"tableNumber": 100_001}, "Must be at most 100000"),
    ({"tableNumber": "VIP"}, "Must be a whole number"),
    ({"paymentStatus": " "}, "This field is required"),
    ({"paymentStatus": "x" * 41}, "Must be at most 40 characters"),
    ({"amountPaidCents": "12.50"}, "Must be a whole number"),
    ({"invoiceNumber": None}, "This field is required"),
    ({"invoiceNumber": "x" * 41}, "Must be at most 40 characters"),
    ({"invoiceNumber": "IN\nV"}, "Must not contain control characters"),
    ({"qrCodeData": None}, "This field is required"),
    ({"qrCodeData": " \n "}, "This field is required"),
    ({"qrCodeData": "x" * 501}, "Must be at most 500 characters"),
    ({"attended": "perhaps"}, "Must be true or false"),
    ({"scannedBy": True}, "Must be a whole number"),
    ({"soldBy": 1.5}, "Must be a whole number"),
    ({"version": "new"}, "Must be a whole number"),
]


@pytest.mark.either_engine
class TestBadFiles:
    @pytest.mark.parametrize(("fields", "message"), BAD_EVENTS, ids=str)
    def test_a_bad_event(self, fields: Json, message: str) -> None:  # 5.restore.2
        found = refused(file_of([file_event(), file_event(**{"id": 2, **fields})]))
        assert found == {f"events.1.{next(iter(fields))}": message}

    @pytest.mark.parametrize(("fields", "message"), BAD_ATTENDEES, ids=str)
    def test_a_bad_attendee(self, fields: Json, message: str) -> None:  # 5.restore-file.2
        found = refused(file_of([file_event()], [file_attendee(1), file_attendee(2, **fields)]))
        assert found == {f"attendees.1.{next(iter(fields))}": message}

    @pytest.mark.parametrize("name", ["id", "name", "date"])
    def test_an_event_without(self, name: str) -> None:
        event = file_event()
        del event[name]
        assert refused(file_of([event])) == {f"events.0.{name}": "This field is required"}

    @pytest.mark.parametrize(
        "name",
        ["id", "eventId", "fullName", "phone", "tableNumber", "paymentStatus", "invoiceNumber", "qrCodeData"],
    )
    def test_an_attendee_without(self, name: str) -> None:
        attendee = file_attendee()
        del attendee[name]
        found = refused(file_of([file_event()], [attendee]))
        assert found == {f"attendees.0.{name}": "This field is required"}

    @pytest.mark.parametrize("member", [None, 1, "x", True, {}, {"0": {}}])
    def test_arrays_that_are_none(self, member: Any) -> None:  # 5.restore.1
        assert refused(file_of(events=member)) == {"events": "Must be a list"}
        assert refused(file_of(attendees=member)) == {"attendees": "Must be a list"}

    def test_arrays_that_are_missing(self) -> None:  # 5.restore.1
        assert refused(b'{"events":[]}') == {"attendees": "This field is required"}
        assert refused(b'{"attendees":[]}') == {"events": "This field is required"}
        assert refused(b'{"Events":[],"data":{"events":[],"attendees":[]}}') == {
            "events": "This field is required",
            "attendees": "This field is required",
        }

    @pytest.mark.parametrize("entry", [None, 1, "x", True, [], [[]]])
    def test_entries_that_are_no_objects(self, entry: Any) -> None:
        assert refused(file_of([entry])) == {"events.0": "Must be a JSON object"}
        assert refused(file_of([], [entry])) == {"attendees.0": "Must be a JSON object"}

    def test_two_with_one_id_number_or_ticket(self) -> None:  # 5.restore-file.2
        twice = "Another event of the file has it too"
        assert refused(file_of([file_event(), file_event()])) == {"events.1.id": twice}
        other = "Another attendee of the file has it too"
        for name in ("id", "invoiceNumber", "qrCodeData"):
            pair = [file_attendee(1), file_attendee(2, **{name: file_attendee(1)[name]})]
            assert refused(file_of([file_event()], pair)) == {f"attendees.1.{name}": other}

    def test_two_long_tickets_that_the_door_would_read_alike(self) -> None:
        pair = [file_attendee(1, qrCodeData="é" * 499 + "\n "), file_attendee(2, qrCodeData=" " + "é" * 499)]
        found = refused(file_of([file_event()], pair))
        assert found == {"attendees.1.qrCodeData": "Another attendee of the file has it too"}
        pair = [file_attendee(1, qrCodeData="a\nb"), file_attendee(2, qrCodeData="a\tb")]
        assert list(refused(file_of([file_event()], pair))) == ["attendees.1.qrCodeData"]

    def test_attended_and_the_time_of_it_must_agree(self) -> None:  # 5.restore-file.2
        for fields in (
            {"attended": True},
            {"attended": True, "attendedAt": None},
            {"attended": False, "attendedAt": "2026-11-20T18:30:00.000Z"},
        ):
            found = refused(file_of([file_event()], [file_attendee(**fields)]))
            assert found == {
                "attendees.0.attendedAt": "Must be set for an attendee who attended, and empty for the others"
            }

    def test_what_is_no_json_at_all(self, house: House) -> None:  # 5.restore.1, 2; 5.restore-file.1
        for content in (b"", b"nonsense", b"[]", b'{"events":[],"attendees":[NaN]}', rb'{"events":["\ud800"]}'):
            assert list(findings(house, content)) == ["file"]

    def test_a_file_that_is_cut_off(self, house: House) -> None:
        olive = house.signed_in()
        new_attendee(olive, new_event(olive))
        content = export(house)
        for end in (1, len(content) // 3, len(content) // 2, len(content) - 2):
            assert "file" in findings(house, content[:end])

    def test_lists_at_most_a_hundred_findings(self, house: House) -> None:  # 5.restore-file.4
        attendees = [file_attendee(number, phone="") for number in range(1, 300)]
        found = findings(house, file_of([file_event()], attendees))
        assert len(found) == 100
        assert list(found)[-1] == "attendees.99.phone"


@pytest.mark.either_engine  # the file is judged before anything of it is written
class TestProblems:
    def test_somebody_who_is_unknown_here_is_named(self, house: House) -> None:  # 4.restore.6
        attendees = [
            file_attendee(1, soldBy=999, seller={"id": 999, "fullName": "Vera Gone"}),
            file_attendee(2, soldBy=999, seller={"id": 999, "fullName": "Vera Gone"}),
            file_attendee(3, scannedBy="5f2a", attendedAt="2026-11-20T18:30:00Z"),
        ]
        assert problems(house, file_of([file_event()], attendees)) == [
            "soldBy names user 999 (Vera Gone), who is unknown here: it is left empty for 2 attendees.",
            "scannedBy names user 5f2a, who is unknown here: it is left empty for 1 attendee.",
        ]

    def test_known_people_are_no_problem_whether_active_or_not(self, house: House) -> None:
        users = {row["username"]: row["id"] for row in house.signed_in(SAM).get("/api/users").json()}
        attendees = [
            file_attendee(1, soldBy=users[IDA.username], seller={"fullName": "Ida Inactive"}),
            file_attendee(2, soldBy=str(users[OSCAR.username])),
        ]
        assert problems(house, file_of([file_event()], attendees)) == []

    def test_an_id_that_is_somebody_else_here_is_pointed_out(self, house: House) -> None:
        me = json_of(house.signed_in().get("/api/me"))
        attendee = file_attendee(soldBy=me["id"], seller={"id": me["id"], "fullName": "Vera Gone"})
        assert problems(house, file_of([file_event()], [attendee])) == [
            f"User {me['id']} is Vera Gone in the file and Olive Organizer here, and keeps what is credited to them."
        ]

    def test_a_scanner_of_somebody_who_is_not_there(self, house: House) -> None:
        me = json_of(house.signed_in().get("/api/me"))
        assert problems(house, file_of([file_event()], [file_attendee(scannedBy=me["id"])])) == [
            "scannedBy is left empty for 1 attendee who did not attend."
        ]

    def test_a_summary_that_counts_otherwise(self, house: House) -> None:  # 4.restore-file.5
        summary = {
            "totalEvents": 1,
            "totalAttendees": 12,
            "attendedCount": 1,
            "erasures": None,
            "erased": 0,
            "other": 5,
        }
        assert problems(house, file_of([file_event()], [file_attendee()], summary=summary)) == [
            "The summary says that totalAttendees is 12, but the file holds 1.",
            "The summary says that attendedCount is 1, but the file holds 0.",
        ]

    def test_no_more_than_a_hundred_are_listed(self, house: House) -> None:
        attendees = [file_attendee(number, soldBy=10_000 + number) for number in range(1, 400)]
        said = problems(house, file_of([file_event()], attendees))
        assert len(said) == 101
        assert said[-1] == "And 299 more of this kind."
