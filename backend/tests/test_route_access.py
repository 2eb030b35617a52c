"""Every call of the API by every kind of caller: who may make it, and its answer to senseless input.

The list of calls comes from the OpenAPI document, so a new call without an entry here turns the walk red.
"""

import itertools
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import delete, select, update

from doorlist.core import clock
from doorlist.core.config import REPOSITORY
from doorlist.core.db.database import Base
from doorlist.users.models import DoorAccess, RequiredSecondFactor
from doorlist.users.session_check import fingerprint
from tests.cast import NORA, OLIVE, SAM, Person
from tests.databases import Databases
from tests.door.conflicts.rows import add_conflict
from tests.house import House, Json, described_api, json_of, new_attendee, new_event, problem
from tests.settings.images import png

Call = tuple[str, str]
OK, CREATED, EMPTY, FORBIDDEN = "200", "201", "204", "403 forbidden"
NO_SESSION = "404 session_not_found"


@dataclass(frozen=True)
class Sample:
    """A request that is right in every way: values for the ids in its path, its body, and its query.

    With a `file` the request is a form, and `body` has the other fields.
    """

    ids: Json = field(default_factory=dict)
    body: Json | None = None
    file: bytes | None = None
    query: Json | None = None


@dataclass(frozen=True)
class Expectation:
    """The response to each caller's sample: a status, or a status and the code of a problem."""

    sample: Callable[[House], Sample]
    organizer: str
    super_admin: str
    signed_out: str = "401 not_signed_in"
    must_change: str = "403 password_change_required"
    must_set_up: str = "403 second_factor_setup_required"


def _nothing(_: House) -> Sample:
    return Sample()


def _logo_of(house: House) -> Sample:
    assert _client(house, SAM).put("/api/settings/logo", files={"file": png()}).status_code == 200
    return Sample()


def _event_of(house: House) -> Json:
    return new_event(_client(house, SAM))


def _type_of(house: House) -> Json:
    path = f"/api/events/{_event_of(house)['id']}/ticket-types"
    return json_of(_client(house, SAM).post(path, json={"name": "VIP"}))


def _list_of(house: House) -> Json:
    path = f"/api/events/{_event_of(house)['id']}/check-in-lists"
    return json_of(_client(house, SAM).post(path, json={"name": "Backstage"}))


def _attendee_of(house: House) -> Json:
    return new_attendee(_client(house, SAM), _event_of(house))


def _bulk_update_of(house: House) -> int:
    change = {"ids": [_attendee_of(house)["id"]], "expected": 1, "tableNumber": 9}
    return int(json_of(_client(house, SAM).post("/api/attendees/update-many", json=change))["id"])


def _new_attendee(house: House) -> Sample:
    guest = {"fullName": "Grace Hopper", "phone": "0400 333 444", "tableNumber": 3, "paymentStatus": "free"}
    return Sample(body={"eventId": _event_of(house)["id"], **guest})


def _rows_to_import(house: House) -> Sample:
    row = {"fullName": "Grace Hopper", "phone": "0400 333 444", "tableNumber": 3, "paymentStatus": "free"}
    return Sample(body={"eventId": _event_of(house)["id"], "attendees": [row]})


def _backup_of(house: House) -> Sample:
    answer = _client(house, SAM).post("/api/backup/create")
    assert answer.status_code == 200, answer.text
    return Sample(ids={"filename": json_of(answer)["filename"]})


def _one_of_two_backups(house: House) -> Sample:
    _backup_of(house)
    return _backup_of(house)


def _file_to_import(house: House) -> Sample:
    event_id = _event_of(house)["id"]
    return Sample(body={"eventId": str(event_id)}, file=b"Name,Phone\r\nGrace Hopper,0400 333 444\r\n")


def _import_of(house: House) -> Sample:
    answer = _send(_client(house, SAM), ("POST", "/api/attendees/import"), _file_to_import(house))
    return Sample(ids={"import_id": json_of(answer)["importId"]})


_NUMBERS = itertools.count(1)


def _new_user() -> Json:
    number = next(_NUMBERS)
    return {"username": f"vera{number}", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}


def _user_of(house: House) -> Json:
    answer = _client(house, SAM).post("/api/users", json=_new_user())
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def _user_to_end(house: House) -> Sample:
    return Sample(ids={"user_id": _user_of(house)["id"]})


def _unknown_session(house: House) -> Sample:
    return Sample(ids={"user_id": _user_of(house)["id"], "session_id": "0" * 32})


def _grant_of(house: House) -> Sample:
    answer = _client(house, SAM).post("/api/door/grants", json={"eventId": _event_of(house)["id"]})
    assert answer.status_code == 200, answer.text
    return Sample(ids={"grant_id": json_of(answer)["id"]})


def _pass_of(house: House) -> Json:
    body = {"eventId": _event_of(house)["id"], "door": "Main entrance"}
    answer = _client(house, SAM).post("/api/door/passes", json=body)
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def _conflict_of(house: House) -> Sample:
    conflict_id = add_conflict(house.database)
    return Sample(ids={"conflict_id": conflict_id}, body={"state": "kept", "note": "Both are in", "version": 1})


def _leaver_of_an_event(house: House) -> Sample:
    event = new_event(_client(house, SAM), countsExits=True)
    return Sample(body={"eventId": event["id"], "change": 1, "key": str(uuid4())})


def _record_of(house: House) -> Sample:
    client = _client(house, SAM)
    record = {"key": str(uuid4()), "at": 0, "attendeeId": _attendee_of(house)["id"], "shown": "admitted"}
    return Sample(body={"scannedBy": json_of(client.get("/api/me"))["id"], "sentAt": 0, "items": [record]})


WRONG_PASSWORD = {"currentPassword": "not my password", "newPassword": "a better horse battery"}
OPEN_TO_STRANGERS = {("POST", "/api/login"), ("POST", "/api/ticket"), ("POST", "/api/door/passes/claim")}
CREDENTIALS = {"username": "olive", "password": "correct horse battery"}

EXPECTATIONS: dict[Call, Expectation] = {
    ("POST", "/api/login"): Expectation(
        lambda _: Sample(body=CREDENTIALS),
        signed_out=OK,
        must_change=OK,
        must_set_up=OK,
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/logout"): Expectation(
        _nothing, signed_out=EMPTY, must_change=EMPTY, must_set_up=EMPTY, organizer=EMPTY, super_admin=EMPTY
    ),
    ("POST", "/api/ticket"): Expectation(
        lambda house: Sample(body={"qrData": _attendee_of(house)["qrCodeData"]}),
        signed_out=OK,
        must_change=OK,
        must_set_up=OK,
        organizer=OK,
        super_admin=OK,
    ),
    ("GET", "/api/ticket"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/me"): Expectation(_nothing, must_change=OK, must_set_up=OK, organizer=OK, super_admin=OK),
    # With a wrong current password, so that the walk leaves the cast as it was. That far each of them gets.
    ("PUT", "/api/me/password"): Expectation(
        lambda _: Sample(body=WRONG_PASSWORD),
        must_change="400 validation_failed",
        must_set_up="400 validation_failed",
        organizer="400 validation_failed",
        super_admin="400 validation_failed",
    ),
    ("GET", "/api/me/second-factor"): Expectation(_nothing, must_set_up=OK, organizer=OK, super_admin=OK),
    # With a wrong password, too; tests/users/second_factor has the calls themselves.
    ("POST", "/api/me/second-factor"): Expectation(
        lambda _: Sample(body={"password": "not my password"}),
        must_set_up="400 validation_failed",
        organizer="400 validation_failed",
        super_admin="400 validation_failed",
    ),
    ("POST", "/api/me/second-factor/confirm"): Expectation(
        lambda _: Sample(body={"code": "123456"}),
        must_set_up="409 second_factor_absent",
        organizer="409 second_factor_absent",
        super_admin="409 second_factor_absent",
    ),
    ("DELETE", "/api/me/second-factor"): Expectation(
        lambda _: Sample(body={"password": "not my password", "code": "123456"}),
        organizer="400 validation_failed",
        super_admin="400 validation_failed",
    ),
    ("POST", "/api/me/confirm"): Expectation(
        lambda _: Sample(body={"password": "not my password"}),
        organizer="400 validation_failed",
        super_admin="400 validation_failed",
    ),
    ("DELETE", "/api/users/{user_id}/second-factor"): Expectation(
        lambda house: Sample(ids={"user_id": _user_of(house)["id"]}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("GET", "/api/second-factor"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("PUT", "/api/second-factor"): Expectation(
        lambda _: Sample(body={"requiredFor": "nobody"}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("GET", "/api/users"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("POST", "/api/users"): Expectation(lambda _: Sample(body=_new_user()), organizer=FORBIDDEN, super_admin=CREATED),
    ("PUT", "/api/users/{user_id}"): Expectation(
        lambda house: Sample(ids={"user_id": _user_of(house)["id"]}, body={"fullName": "Vera Renamed"}),
        organizer=FORBIDDEN,
        super_admin=OK,
    ),
    ("DELETE", "/api/users/{user_id}"): Expectation(
        lambda house: Sample(ids={"user_id": _user_of(house)["id"]}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("POST", "/api/users/{user_id}/reactivate"): Expectation(
        lambda house: Sample(ids={"user_id": _user_of(house)["id"]}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("GET", "/api/events"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("POST", "/api/events"): Expectation(
        lambda _: Sample(body={"name": "Spring Gala", "date": "2026-11-20", "time": "19:30"}),
        organizer=CREATED,
        super_admin=CREATED,
    ),
    ("GET", "/api/events/{event_id}"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("PUT", "/api/events/{event_id}"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}, body={"name": "Winter Ball"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("DELETE", "/api/events/{event_id}"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}), organizer=EMPTY, super_admin=EMPTY
    ),
    ("GET", "/api/attendees"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/attendees/similar"): Expectation(
        lambda _: Sample(query={"name": "Ada Lovelcae"}), organizer=OK, super_admin=OK
    ),
    ("POST", "/api/attendees"): Expectation(_new_attendee, organizer=CREATED, super_admin=CREATED),
    ("GET", "/api/attendees/figures"): Expectation(
        lambda house: Sample(query={"eventId": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/attendees/{attendee_id}"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/attendees/{attendee_id}/history"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/attendees/{attendee_id}/party"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/attendees/{attendee_id}/neighbours"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("PUT", "/api/attendees/{attendee_id}"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}, body={"fullName": "Ada King"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/attendees/update-many"): Expectation(
        lambda house: Sample(body={"ids": [_attendee_of(house)["id"]], "expected": 1, "paymentStatus": "paid"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/attendees/update-many/preview"): Expectation(
        lambda house: Sample(body={"ids": [_attendee_of(house)["id"]], "expected": 1, "paymentStatus": "paid"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/attendees/update-many/{bulk_update_id}/undo"): Expectation(
        lambda house: Sample(ids={"bulk_update_id": _bulk_update_of(house)}), organizer=OK, super_admin=OK
    ),
    ("DELETE", "/api/attendees/{attendee_id}"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=EMPTY, super_admin=EMPTY
    ),
    # This house has no mail server.
    ("POST", "/api/tickets/send"): Expectation(
        lambda house: Sample(body={"ids": [_attendee_of(house)["id"]], "expected": 1, "again": True}),
        organizer="409 mail_not_ready",
        super_admin="409 mail_not_ready",
    ),
    ("GET", "/api/tickets/sending"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("POST", "/api/tickets/resolve"): Expectation(
        lambda house: Sample(body={"attendeeId": _attendee_of(house)["id"], "arrived": True}),
        organizer="409 not_unknown",
        super_admin="409 not_unknown",
    ),
    ("POST", "/api/settings/test-email"): Expectation(
        lambda _: Sample(body={"to": "sam@example.org"}), organizer=FORBIDDEN, super_admin="409 mail_not_ready"
    ),
    ("GET", "/api/events/{event_id}/mail"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("PUT", "/api/events/{event_id}/mail"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}, body={"subject": "Come in"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/events/{event_id}/mail/preview"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}, body={"subject": "Come in"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("GET", "/api/events/{event_id}/ticket-types"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("POST", "/api/events/{event_id}/ticket-types"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}, body={"name": "VIP"}),
        organizer=CREATED,
        super_admin=CREATED,
    ),
    ("PUT", "/api/ticket-types/{type_id}"): Expectation(
        lambda house: Sample(ids={"type_id": _type_of(house)["id"]}, body={"color": "red"}),
        organizer=OK,
        super_admin=OK,
    ),
    ("DELETE", "/api/ticket-types/{type_id}"): Expectation(
        lambda house: Sample(ids={"type_id": _type_of(house)["id"]}), organizer=EMPTY, super_admin=EMPTY
    ),
    ("GET", "/api/events/{event_id}/check-in-lists"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("POST", "/api/events/{event_id}/check-in-lists"): Expectation(
        lambda house: Sample(ids={"event_id": _event_of(house)["id"]}, body={"name": "Backstage"}),
        organizer=CREATED,
        super_admin=CREATED,
    ),
    ("PUT", "/api/check-in-lists/{list_id}"): Expectation(
        lambda house: Sample(ids={"list_id": _list_of(house)["id"]}, body={"name": "Dinner", "capacity": 9}),
        organizer=OK,
        super_admin=OK,
    ),
    ("DELETE", "/api/check-in-lists/{list_id}"): Expectation(
        lambda house: Sample(ids={"list_id": _list_of(house)["id"]}), organizer=EMPTY, super_admin=EMPTY
    ),
    ("GET", "/api/door/announcements"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/door/list"): Expectation(
        lambda house: Sample(query={"eventId": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("POST", "/api/door/grants"): Expectation(
        lambda house: Sample(body={"eventId": _event_of(house)["id"], "device": "Gate B"}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/door/grants"): Expectation(
        lambda house: Sample(query={"eventId": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    ("POST", "/api/door/passes"): Expectation(
        lambda house: Sample(body={"eventId": _event_of(house)["id"], "door": "Main entrance"}),
        organizer=CREATED,
        super_admin=CREATED,
    ),
    ("GET", "/api/door/passes"): Expectation(
        lambda house: Sample(query={"eventId": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    # Sam's pass: any member of staff may revoke it.
    ("DELETE", "/api/door/passes/{pass_id}"): Expectation(
        lambda house: Sample(ids={"pass_id": _pass_of(house)["id"]}), organizer=EMPTY, super_admin=EMPTY
    ),
    ("POST", "/api/door/passes/claim"): Expectation(
        lambda house: Sample(body={"secret": _pass_of(house)["secret"], "helper": "Kim"}),
        signed_out=OK,
        must_change=OK,
        must_set_up=OK,
        organizer=OK,
        super_admin=OK,
    ),
    ("GET", "/api/doors"): Expectation(
        lambda house: Sample(query={"eventId": _event_of(house)["id"]}), organizer=OK, super_admin=OK
    ),
    # For a device with a grant; tests/door/figures has one.
    ("POST", "/api/door/contact"): Expectation(
        lambda _: Sample(body={"waiting": 0, "eventId": "0"}),
        organizer="404 grant_not_found",
        super_admin="404 grant_not_found",
    ),
    ("POST", "/api/door/leavers"): Expectation(_leaver_of_an_event, organizer=OK, super_admin=OK),
    ("GET", "/api/door/conflicts"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("PATCH", "/api/door/conflicts/{conflict_id}"): Expectation(_conflict_of, organizer=OK, super_admin=OK),
    # For a caller who does not name themselves; tests/door/offline has the call itself.
    ("POST", "/api/door/scans"): Expectation(_record_of, organizer="403 not_you", super_admin=OK),
    # Sam's grant: an organizer may end only the grants of their devices.
    ("DELETE", "/api/door/grants/{grant_id}"): Expectation(_grant_of, organizer=FORBIDDEN, super_admin=EMPTY),
    ("GET", "/api/attendees/{attendee_id}/held"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("POST", "/api/attendees/{attendee_id}/erase"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("PATCH", "/api/attendees/{attendee_id}/attendance"): Expectation(
        lambda house: Sample(ids={"attendee_id": _attendee_of(house)["id"]}, body={"attended": True}),
        organizer=OK,
        super_admin=OK,
    ),
    ("POST", "/api/attendees/bulk-import"): Expectation(_rows_to_import, organizer=OK, super_admin=OK),
    ("GET", "/api/attendees/export/csv"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/attendees/export/xlsx"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("POST", "/api/attendees/import"): Expectation(_file_to_import, organizer=OK, super_admin=OK),
    ("GET", "/api/imports"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/imports/{import_id}"): Expectation(_import_of, organizer=OK, super_admin=OK),
    ("DELETE", "/api/imports/{import_id}"): Expectation(_import_of, organizer=OK, super_admin=OK),
    ("GET", "/api/export/all.csv"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/me/sessions"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("DELETE", "/api/me/sessions"): Expectation(_nothing, organizer=EMPTY, super_admin=EMPTY),
    ("DELETE", "/api/me/sessions/{session_id}"): Expectation(
        _unknown_session, organizer=NO_SESSION, super_admin=NO_SESSION
    ),
    ("GET", "/api/users/{user_id}/sessions"): Expectation(_user_to_end, organizer=FORBIDDEN, super_admin=OK),
    ("DELETE", "/api/users/{user_id}/sessions"): Expectation(_user_to_end, organizer=FORBIDDEN, super_admin=EMPTY),
    ("DELETE", "/api/users/{user_id}/sessions/{session_id}"): Expectation(
        _unknown_session, organizer=FORBIDDEN, super_admin=NO_SESSION
    ),
    ("GET", "/api/history"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/history.csv"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/export/all.xlsx"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/export/events.csv"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/export/events.xlsx"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/export/attendees.csv"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/export/attendees.xlsx"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("POST", "/api/attendees/scan"): Expectation(
        lambda house: Sample(body={"qrData": _attendee_of(house)["qrCodeData"]}), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/export/backup.json"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/analytics/overview"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/users"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/events"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/arrivals"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/payments"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/tables"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/analytics/types"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("POST", "/api/backup/create"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    # An unknown one, so that nobody is signed out in the middle of the walk.
    ("POST", "/api/backup/restore"): Expectation(
        lambda _: Sample(body={"filename": "doorlist-20261120-180455-123-manual.sqlite3"}),
        organizer=FORBIDDEN,
        super_admin="404 backup_not_found",
    ),
    # Only a preview, because a restore would delete the rows that the walk needs; tests/backup has the restore itself.
    ("POST", "/api/backup/restore-file"): Expectation(
        lambda _: Sample(body={"dryRun": "true"}, file=b'{"events":[],"attendees":[]}'), organizer=OK, super_admin=OK
    ),
    ("GET", "/api/backup/list"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/backup/{filename}"): Expectation(_backup_of, organizer=FORBIDDEN, super_admin=OK),
    ("DELETE", "/api/backup/{filename}"): Expectation(_one_of_two_backups, organizer=FORBIDDEN, super_admin=EMPTY),
    ("GET", "/api/backup/{filename}/comparison"): Expectation(_backup_of, organizer=FORBIDDEN, super_admin=OK),
    # Here nobody runs the server's own tasks, so that the stream ends with its greeting; tests/live listens.
    ("GET", "/api/live"): Expectation(_nothing, organizer=OK, super_admin=OK),
    ("GET", "/api/settings"): Expectation(
        _nothing, signed_out=OK, must_change=OK, must_set_up=OK, organizer=OK, super_admin=OK
    ),
    ("PUT", "/api/settings"): Expectation(
        lambda _: Sample(body={"currency": "EUR", "spare": "ignored"}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("GET", "/api/settings/logo"): Expectation(
        _logo_of, signed_out=OK, must_change=OK, must_set_up=OK, organizer=OK, super_admin=OK
    ),
    ("PUT", "/api/settings/logo"): Expectation(lambda _: Sample(file=png()), organizer=FORBIDDEN, super_admin=OK),
    ("DELETE", "/api/settings/logo"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("GET", "/api/privacy"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("PUT", "/api/privacy"): Expectation(
        lambda _: Sample(body={"keepDays": 90, "guests": 1, "spare": "ignored"}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("PUT", "/api/privacy/events/{event_id}"): Expectation(
        lambda house: Sample(
            ids={"event_id": _event_of(house)["id"]}, body={"keepUntil": "2030-01-01", "spare": "ignored"}
        ),
        organizer=FORBIDDEN,
        super_admin=OK,
    ),
    ("GET", "/api/privacy/due"): Expectation(
        lambda _: Sample(query={"keepDays": 90}), organizer=FORBIDDEN, super_admin=OK
    ),
    ("GET", "/api/protection/status"): Expectation(_nothing, organizer=FORBIDDEN, super_admin=OK),
    ("POST", "/api/attendees/before-deletion"): Expectation(
        lambda _: Sample(body={"attendees": 20, "spare": "ignored"}), organizer=OK, super_admin=OK
    ),
}


DESCRIBED: dict[Call, Json] = {
    (method.upper(), path): operation
    for path, operations in described_api()["paths"].items()
    for method, operation in operations.items()
}
CALLS = sorted(EXPECTATIONS.keys() & DESCRIBED.keys())
CHANGING = [call for call in CALLS if call[0] != "GET"]
READING = [call for call in CALLS if call[0] == "GET"]
WITH_BODY = [call for call in CALLS if "application/json" in DESCRIBED[call].get("requestBody", {}).get("content", {})]
NOT_FOUND = {"type_id": "ticket_type_not_found", "list_id": "check_in_list_not_found"}
WITH_ID = [call for call in CALLS if "_id}" in call[1] and "{session_id}" not in call[1]]
CONTRACT = (REPOSITORY / "docs" / "contract.md").read_text("utf-8")
CODES = {
    (int(s), c) for c, s in re.findall(r"^\| \*\*10\.code\.\d+\*\* \| `(\w+)` \| (\d+) \|", CONTRACT, re.MULTILINE)
}


@pytest.fixture(scope="module")
def house(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for the whole walk: no step of it leaves anything behind that the next would trip over."""
    with databases.fresh(tmp_path_factory.mktemp("walk") / "data") as settings:
        made = House(settings, databases.name)
        yield made
        made.close()


# Keyed by house: a worker may leave the module and come back to it, in a house made anew.
_SAMPLES: dict[tuple[House, Call], Sample] = {}
_COOKIES: dict[tuple[House, str], dict[str, str]] = {}


def _client(house: House, person: Person | None) -> TestClient:
    """A new client for each request, in a session that is shared, because signing in is slow on purpose."""
    client = house.stranger()
    if person is not None:
        key = (house, person.username)
        if key not in _COOKIES:
            _COOKIES[key] = dict(house.signed_in(person).cookies)
        client.cookies.update(_COOKIES[key])
    return client


def _refused_sample(house: House, call: Call) -> Sample:
    """A sample that is shared by requests that are refused, and therefore leave it as it is."""
    key = (house, call)
    if call in {("POST", "/api/door/passes/claim"), ("GET", "/api/settings/logo")}:
        # A pass is spent by the first right request, and another walk deletes the logo.
        return EXPECTATIONS[call].sample(house)
    if key not in _SAMPLES:
        _SAMPLES[key] = EXPECTATIONS[call].sample(house)
    return _SAMPLES[key]


def _send(client: TestClient, call: Call, sample: Sample, **options: Any) -> Response:
    method, path = call
    if sample.file is not None:
        files = {"file": ("rows.csv", sample.file)}
        return client.request(method, path.format(**sample.ids), data=sample.body, files=files, **options)
    return client.request(method, path.format(**sample.ids), json=sample.body, params=sample.query, **options)


def _name(call: Call) -> str:
    return " ".join(call)


def _check(answer: Response, expected: str) -> None:
    if " " in expected:
        status, code = expected.split()
        _check_problem(answer, int(status), code)
    else:
        assert answer.status_code == int(expected), answer.text


def _check_problem(answer: Response, status: int, code: str) -> Json:
    body = problem(answer, status, code)
    assert (status, code) in CODES
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"]
    return body


def _check_refusal(answer: Response, *statuses: int) -> None:
    """Any problem of one of the statuses."""
    assert answer.status_code in statuses, answer.text
    _check_problem(answer, answer.status_code, json_of(answer)["code"])


def _rows(house: House) -> dict[str, list[Any]]:
    """Everything the database holds."""
    with house.database.read() as tx:
        return {table.name: sorted(map(repr, tx.execute(select(table)).all())) for table in Base.metadata.sorted_tables}


def test_every_call_has_an_expectation_and_every_expectation_a_call() -> None:
    assert sorted(EXPECTATIONS) == sorted(DESCRIBED)


def test_the_contract_lists_the_codes() -> None:
    assert (404, "attendee_not_found") in CODES
    assert len(CODES) >= 22


@pytest.mark.smoke
@pytest.mark.parametrize("call", CALLS, ids=_name)
@pytest.mark.either_engine
class TestWhoMayCall:
    def test_signed_out(self, house: House, call: Call) -> None:  # 6.roles.2; 10.code.3
        sample = _refused_sample(house, call)
        _check(_send(_client(house, None), call, sample), EXPECTATIONS[call].signed_out)

    def test_must_change_password(self, house: House, call: Call) -> None:  # 6.roles.12; 10.code.4
        self.check(house, call, NORA, EXPECTATIONS[call].must_change)

    def test_must_set_up_a_second_factor(self, house: House, call: Call) -> None:  # 6.factor.398; 10.code.392
        with house.database.write() as tx:
            tx.add(RequiredSecondFactor(role=OLIVE.role))
        try:
            self.check(house, call, OLIVE, EXPECTATIONS[call].must_set_up)
        finally:
            with house.database.write() as tx:
                tx.execute(delete(RequiredSecondFactor))

    def test_organizer(self, house: House, call: Call) -> None:  # 6.roles.1, 3; 10.code.5
        self.check(house, call, OLIVE, EXPECTATIONS[call].organizer)

    def test_super_admin(self, house: House, call: Call) -> None:
        self.check(house, call, SAM, EXPECTATIONS[call].super_admin)

    def check(self, house: House, call: Call, person: Person, expected: str) -> None:
        sample = EXPECTATIONS[call].sample(house)
        # Both end the session that is sent with them, so they get one that nobody shares.
        ends_session = call in {("POST", "/api/logout"), ("POST", "/api/login")}
        client = house.signed_in(person) if ends_session else _client(house, person)
        _check(_send(client, call, sample), expected)


def _scan_of_a_door(event: Json, attendee: Json, user_id: int) -> Sample:
    return Sample(body={"qrData": attendee["qrCodeData"], "eventId": event["id"], "scannedBy": user_id})


def _absence(_: Json, attendee: Json, user_id: int) -> Sample:
    return Sample(ids={"attendee_id": attendee["id"]}, body={"attended": False, "scannedBy": user_id})


def _records_of_a_door(event: Json, attendee: Json, user_id: int) -> Sample:
    record = {"key": str(uuid4()), "at": 0, "attendeeId": attendee["id"], "shown": "admitted"}
    return Sample(body={"eventId": event["id"], "scannedBy": user_id, "sentAt": 0, "items": [record]})


def _leaver(event: Json, _: Json, __: int) -> Sample:
    return Sample(body={"eventId": event["id"], "change": 1, "key": str(uuid4())})


def _in_the_query(event: Json, _: Json, __: int) -> Sample:
    return Sample(query={"eventId": event["id"]})


GRANT_MAKES: dict[Call, Callable[[Json, Json, int], Sample]] = {
    ("GET", "/api/door/list"): _in_the_query,
    ("GET", "/api/door/grants"): _in_the_query,
    ("GET", "/api/live"): _in_the_query,
    ("POST", "/api/attendees/scan"): _scan_of_a_door,
    ("PATCH", "/api/attendees/{attendee_id}/attendance"): _absence,
    ("POST", "/api/door/leavers"): _leaver,
}
GRANT_DELIVERS: dict[Call, Callable[[Json, Json, int], Sample]] = {
    ("POST", "/api/door/grants"): lambda event, _, __: Sample(body={"eventId": event["id"], "waiting": 2}),
    ("POST", "/api/door/scans"): _records_of_a_door,
    ("POST", "/api/door/contact"): lambda event, _, __: Sample(body={"waiting": 2, "eventId": event["id"]}),
}
GRANT_MAY = GRANT_MAKES | GRANT_DELIVERS
"""The calls that a device's grant alone opens, each with a right request of that device."""


@dataclass(frozen=True)
class Door:
    """A device that holds a grant for one event and has no session."""

    event: Json
    attendee: Json
    user_id: int
    secret: str

    def client(self, house: House) -> TestClient:
        client = house.stranger()
        client.cookies.set("doorlist_door", self.secret)
        return client

    def sample(self, call: Call, event: Json | None = None) -> Sample:
        return GRANT_MAY[call](event or self.event, self.attendee, self.user_id)

    def becomes(self, house: House, **values: Any) -> None:
        statement = update(DoorAccess).where(DoorAccess.secret_hash == fingerprint(self.secret))
        with house.database.write() as tx:
            tx.execute(statement.values(**values))


def _door(house: House) -> Door:
    olive = _client(house, OLIVE)
    event = new_event(olive, countsExits=True)
    grant = json_of(olive.post("/api/door/grants", json={"eventId": event["id"]}))
    # Each door is a separate device.
    secret = str(olive.cookies["doorlist_door"]).partition(".")[0]
    return Door(event, new_attendee(olive, event), grant["user"]["id"], secret)


def _opened(call: Call) -> str:
    return EMPTY if call == ("POST", "/api/door/contact") else OK


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(GRANT_MAY), ids=_name)
@pytest.mark.either_engine
class TestWhatAGrantOpens:
    def test_a_live_one_opens_it(self, house: House, call: Call) -> None:  # 6.grant.3, 4
        door = _door(house)
        _check(_send(door.client(house), call, door.sample(call)), _opened(call))

    def test_an_ended_one_opens_nothing(self, house: House, call: Call) -> None:  # 6.grant.9
        door = _door(house)
        door.becomes(house, ended_at=clock.now())
        answer = _send(door.client(house), call, door.sample(call))
        if call == ("POST", "/api/door/scans"):
            # Records of the device are saved, and count for nothing.
            assert [item["outcome"] for item in json_of(answer)["items"]] == ["not_counted"]
        else:
            _check(answer, "403 grant_ended")

    def test_one_for_another_event_opens_nothing(self, house: House, call: Call) -> None:  # 6.grant.3
        door, other = _door(house), _door(house)
        # The device sends a request for the event of the other door, with its own grant.
        _check(_send(other.client(house), call, door.sample(call)), "401 not_signed_in")
        with_both = door.client(house)
        with_both.cookies.set("doorlist_door", f"{other.secret}.{door.secret}")
        _check(_send(with_both, call, door.sample(call)), _opened(call))

    def test_one_that_makes_nothing_any_longer_still_delivers(self, house: House, call: Call) -> None:
        # 6.grant.4, 17
        door = _door(house)
        door.becomes(house, makes_until=clock.now())
        _check(
            _send(door.client(house), call, door.sample(call)),
            _opened(call) if call in GRANT_DELIVERS else "401 not_signed_in",
        )

    def test_one_that_is_over_opens_nothing(self, house: House, call: Call) -> None:  # 6.grant.2
        door = _door(house)
        door.becomes(house, makes_until=clock.now(), delivers_until=clock.now())
        _check(_send(door.client(house), call, door.sample(call)), "401 not_signed_in")

    def test_a_dead_session_is_no_hindrance(self, house: House, call: Call) -> None:  # 6.grant.3
        door = _door(house)
        client = door.client(house)
        client.cookies.set("doorlist_session", "x" * 43)
        _check(_send(client, call, door.sample(call)), _opened(call))

    def test_no_other_site_uses_it(self, house: House, call: Call) -> None:  # 6.grant.11
        if call[0] == "GET":
            return
        door = _door(house)
        for headers in CROSS_SITE_HEADERS:
            answer = _send(door.client(house), call, door.sample(call), headers=headers)
            _check(answer, "403 cross_site")


@pytest.mark.smoke
@pytest.mark.parametrize(
    "call",
    [
        ("GET", "/api"),
        ("GET", "/api/nothing"),
        ("GET", "/api/door"),
        ("GET", "/api/door/list/"),
        ("DELETE", "/api/door/list"),
        ("HEAD", "/api/live"),
        ("GET", "/api/attendees/1/attendance/more"),
        ("GET", "/api/attendees/scan"),
    ],
    ids=_name,
)
@pytest.mark.either_engine
def test_a_grant_does_not_reveal_other_paths(house: House, call: Call) -> None:  # 6.grant.3
    method, path = call
    answer = _door(house).client(house).request(method, path, follow_redirects=False)
    assert answer.status_code == 401


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(set(CALLS) - GRANT_MAY.keys()), ids=_name)
@pytest.mark.either_engine
def test_a_grant_opens_nothing_else(house: House, call: Call) -> None:  # 6.grant.3
    door = _door(house)
    client = door.client(house)
    _check(_send(client, call, _refused_sample(house, call)), EXPECTATIONS[call].signed_out)


HELPER_MAKES: dict[Call, Callable[[Json, Json, int], Sample]] = {
    ("GET", "/api/door/list"): _in_the_query,
    ("GET", "/api/live"): _in_the_query,
    ("POST", "/api/attendees/scan"): _scan_of_a_door,
}
HELPER_DELIVERS: dict[Call, Callable[[Json, Json, int], Sample]] = {
    ("POST", "/api/door/grants"): GRANT_DELIVERS["POST", "/api/door/grants"],
    ("POST", "/api/door/scans"): _records_of_a_door,
}
HELPER_MAY = HELPER_MAKES | HELPER_DELIVERS
"""The calls that a helper's pass opens, each with a right request of the device that claimed it."""


@dataclass(frozen=True)
class Helper:
    """A device that claimed a pass for one event."""

    event: Json
    attendee: Json
    pass_id: int
    grant_id: int
    user_id: int
    secret: str

    def client(self, house: House) -> TestClient:
        client = house.stranger()
        client.cookies.set("doorlist_helper", self.secret)
        return client

    def sample(self, call: Call) -> Sample:
        return HELPER_MAY[call](self.event, self.attendee, self.user_id)

    def becomes(self, house: House, **values: Any) -> None:
        with house.database.write() as tx:
            tx.execute(update(DoorAccess).where(DoorAccess.id == self.grant_id).values(**values))


def _helper(house: House) -> Helper:
    olive = _client(house, OLIVE)
    event = new_event(olive)
    made = json_of(olive.post("/api/door/passes", json={"eventId": event["id"], "door": "Main entrance"}))
    device = house.stranger()
    claimed = json_of(device.post("/api/door/passes/claim", json={"secret": made["secret"], "helper": "Kim"}))
    secret = str(device.cookies["doorlist_helper"])
    return Helper(event, new_attendee(olive, event), made["id"], claimed["grantId"], claimed["user"]["id"], secret)


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(HELPER_MAY), ids=_name)
@pytest.mark.either_engine
class TestWhatAPassOpens:
    def test_a_claimed_one_opens_it(self, house: House, call: Call) -> None:  # 6.pass.292
        helper = _helper(house)
        _check(_send(helper.client(house), call, helper.sample(call)), OK)

    def test_a_revoked_one_opens_nothing(self, house: House, call: Call) -> None:  # 6.pass.296
        helper = _helper(house)
        assert _client(house, SAM).delete(f"/api/door/passes/{helper.pass_id}").status_code == 204
        answer = _send(helper.client(house), call, helper.sample(call))
        if call == ("POST", "/api/door/scans"):
            assert [item["outcome"] for item in json_of(answer)["items"]] == ["not_counted"]
        else:
            _check(answer, "403 grant_ended")

    def test_one_whose_time_is_over_delivers_and_makes_nothing(self, house: House, call: Call) -> None:
        # 6.pass.297
        helper = _helper(house)
        helper.becomes(house, makes_until=clock.now())
        expected = OK if call in HELPER_DELIVERS else "401 not_signed_in"
        _check(_send(helper.client(house), call, helper.sample(call)), expected)
        helper.becomes(house, delivers_until=clock.now())
        _check(_send(helper.client(house), call, helper.sample(call)), "401 not_signed_in")

    def test_one_of_another_event_opens_nothing(self, house: House, call: Call) -> None:  # 6.pass.292
        helper, other = _helper(house), _helper(house)
        _check(_send(other.client(house), call, helper.sample(call)), "401 not_signed_in")

    def test_no_other_site_uses_it(self, house: House, call: Call) -> None:  # 6.pass.299
        helper = _helper(house)
        for headers in CROSS_SITE_HEADERS if call[0] != "GET" else ():
            answer = _send(helper.client(house), call, helper.sample(call), headers=headers)
            _check(answer, "403 cross_site")


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(set(CALLS) - HELPER_MAY.keys()), ids=_name)
@pytest.mark.either_engine
def test_a_pass_opens_nothing_else(house: House, call: Call) -> None:  # 6.pass.292
    client = _helper(house).client(house)
    _check(_send(client, call, _refused_sample(house, call)), EXPECTATIONS[call].signed_out)


CROSS_SITE_HEADERS = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "http://testserver.elsewhere.example"},
    {"Origin": "http://testserver:8001"},
    {"Origin": "null"},
)
SAME_SITE_HEADERS = (
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://testserver"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://testserver"},
)


@pytest.mark.matrix
@pytest.mark.either_engine
class TestCrossSite:
    @pytest.mark.parametrize("call", CHANGING, ids=_name)
    def test_no_other_site_can_change_anything(self, house: House, call: Call) -> None:  # 10.origin.1, 2; 10.code.6
        sample = _refused_sample(house, call)
        _client(house, SAM)  # signing in writes, so it comes before the count
        before = _rows(house)
        for headers in CROSS_SITE_HEADERS:
            _check_problem(_send(_client(house, SAM), call, sample, headers=headers), 403, "cross_site")
        assert _rows(house) == before

    @pytest.mark.parametrize("call", READING, ids=_name)
    def test_reading_works_from_anywhere_but_no_other_site_sees_the_answer(self, house: House, call: Call) -> None:
        # 10.origin.4
        sample = _refused_sample(house, call)
        for headers in CROSS_SITE_HEADERS:
            answer = _send(_client(house, SAM), call, sample, headers=headers)
            assert answer.status_code == 200, answer.text
            assert not [name for name in answer.headers if name.startswith("access-control-")]

    @pytest.mark.parametrize("headers", SAME_SITE_HEADERS, ids=str)
    def test_our_own_screens_pass(self, house: House, headers: dict[str, str]) -> None:  # 10.origin.1, 2
        event = {"name": "Spring Gala", "date": "2026-11-20"}
        assert _client(house, SAM).post("/api/events", json=event, headers=headers).status_code == 201

    def test_no_other_site_can_sign_a_visitor_in_or_out(self, house: House) -> None:
        for path, body in (("/api/login", CREDENTIALS), ("/api/logout", None)):
            answer = house.stranger().post(path, json=body, headers={"Sec-Fetch-Site": "cross-site"})
            _check_problem(answer, 403, "cross_site")
            assert "set-cookie" not in answer.headers


@pytest.mark.matrix
@pytest.mark.parametrize("call", WITH_ID, ids=_name)
class TestIds:
    def test_what_is_no_integer_is_bad_input(self, house: House, call: Call) -> None:  # 7.rest.7; 10.problem.3
        for written in ("abc", "1.0", "1e3", "%20", "٣", "1_0", "0x1", "true", "1%00", "%F0"):
            self.refused(house, call, written, 400, "validation_failed")

    def test_an_integer_that_no_row_has_is_not_found(self, house: House, call: Call) -> None:  # 7.rest.7
        [name] = _refused_sample(house, call).ids
        code = NOT_FOUND.get(name, f"{name.removesuffix('_id')}_not_found")
        for written in ("-1", "0", "999999", str(2**63), str(2**70)):
            self.refused(house, call, written, 404, code)

    def refused(self, house: House, call: Call, written: str, status: int, code: str) -> None:
        sample = _refused_sample(house, call)
        client = _client(house, SAM)
        before = _rows(house)
        answer = _send(client, call, Sample(dict.fromkeys(sample.ids, written), sample.body))
        _check_problem(answer, status, code)
        assert _rows(house) == before


def _instead(other: bytes, _: bytes) -> bytes:
    return other


def _with(member: bytes) -> Callable[[bytes], bytes]:
    """The sample with one more member, which is ignored when its value makes sense."""
    return lambda body: body[:-1] + b', "unheardOf": ' + member + b"}"


NO_JSON: dict[str, Callable[[bytes], bytes]] = {
    "NaN": _with(b"NaN"),
    "-Infinity": _with(b"-Infinity"),
    "1e999": _with(b"1e999"),
    "-1e999": _with(b"-1e999"),
    "an integer of 400 digits": _with(b"9" * 400),
    "an integer of 10,000 digits": _with(b"9" * 10_000),
    "a lone surrogate": _with(rb'"\ud800"'),
    "a lone surrogate in a name": lambda body: body[:-1] + rb', "\udc00": 1}',
    "100,000 brackets": _with(b"[" * 100_000 + b"]" * 100_000),
    "100,000 open brackets": _with(b"[" * 100_000),
    "100,000 braces": _with(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "truncated": lambda body: body[:-1],
    "two values": lambda body: body + body,
    "invalid UTF-8": _with(b'"\xff\xfe"'),
    "an overlong NUL": _with(b'"\xc0\x80"'),
    "a bare newline in a text": _with(b'"\n"'),
}
NO_JSON_TYPES = (
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    None,
)


@pytest.mark.matrix
@pytest.mark.parametrize("call", WITH_BODY, ids=_name)
@pytest.mark.either_engine
class TestBodies:
    def test_what_is_no_json_is_malformed(self, house: House, call: Call) -> None:  # 10.problem.3, 4, 8; 10.code.9
        for why, spoil in NO_JSON.items():
            answer = self.refused(house, call, spoil, statuses=(400, 413))
            # From an anonymous caller 8 KiB are read, whatever they hold (10.limit.24).
            is_large = call in OPEN_TO_STRANGERS and len(answer.request.content) > 8192
            expected = (413, "payload_too_large") if is_large else (400, "malformed_body")
            assert (answer.status_code, json_of(answer)["code"]) == expected, why

    def test_a_surrogate_in_raw_bytes_is_refused(self, house: House, call: Call) -> None:
        self.refused(
            house, call, lambda body: body.replace(b'": "', b'": "\xed\xa0\x80').replace(b"true", b'"\xed\xa0"')
        )

    def test_what_is_no_object_is_refused(self, house: House, call: Call) -> None:
        for body in (b"[]", b"[{}]", b'"x"', b"1", b"null", b""):
            self.refused(house, call, partial(_instead, body))

    def test_another_type_is_refused(self, house: House, call: Call) -> None:  # 10.problem.7
        for content_type in NO_JSON_TYPES:
            self.refused(house, call, lambda body: body, content_type=content_type, statuses=(400, 415))

    @pytest.mark.parametrize("declared", [True, False], ids=["with Content-Length", "without"])
    def test_more_than_a_mebibyte_is_too_large(self, house: House, call: Call, declared: bool) -> None:
        # 10.limit.1; 10.code.19
        size = 1024 * 1024 + 1
        answer = self.refused(house, call, lambda body: body.ljust(size), declared=declared, statuses=(413,))
        assert json_of(answer)["code"] == "payload_too_large"
        limit = "8 KiB" if call in OPEN_TO_STRANGERS else "1 MiB"
        assert limit in json_of(answer)["detail"]

    def refused(
        self,
        house: House,
        call: Call,
        spoil: Callable[[bytes], bytes],
        *,
        content_type: str | None = "application/json",
        declared: bool = True,
        statuses: tuple[int, ...] = (400,),
    ) -> Response:
        """The refusal of a spoilt sample, after checking that it wrote nothing."""
        sample = _refused_sample(house, call)
        body = spoil(json.dumps(sample.body).encode())
        client = _client(house, SAM)
        before = _rows(house)
        answer = client.request(
            call[0],
            call[1].format(**sample.ids),
            content=body if declared else iter([body[:1000], body[1000:]]),
            headers={} if content_type is None else {"Content-Type": content_type},
        )
        _check_refusal(answer, *statuses)
        assert _rows(house) == before
        return answer


def test_exactly_a_mebibyte_is_taken(house: House) -> None:  # 10.limit.1
    body = b'{"name": "Spring Gala", "date": "2026-11-20"}'.ljust(1024 * 1024)
    answer = _client(house, OLIVE).post("/api/events", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201


@pytest.mark.matrix
class TestNumbersOfAnySize:
    """Numbers that are JSON, but that no column can hold."""

    HUGE = (2**31, 2**63, 2**70, 10**300, -(2**63) - 1, -(10**300))

    @pytest.mark.parametrize(
        ("method", "path", "name"),
        [
            ("PUT", "/api/events/{event_id}", "version"),
            ("PUT", "/api/events/{event_id}", "ticketPriceCents"),
            ("PUT", "/api/attendees/{attendee_id}", "version"),
            ("PUT", "/api/attendees/{attendee_id}", "tableNumber"),
            ("PUT", "/api/attendees/{attendee_id}", "amountPaidCents"),
            ("POST", "/api/attendees", "eventId"),
            ("POST", "/api/attendees", "tableNumber"),
            ("POST", "/api/attendees", "soldBy"),
            ("POST", "/api/attendees", "quantity"),
            ("POST", "/api/attendees/update-many", "expected"),
            ("POST", "/api/attendees/update-many", "tableNumber"),
            ("POST", "/api/attendees/update-many/preview", "expected"),
            ("POST", "/api/attendees", "amountPaidCents"),
            ("POST", "/api/attendees/scan", "eventId"),
            ("POST", "/api/attendees/scan", "scannedBy"),
        ],
    )
    def test_in_a_body_they_are_refused_by_name(self, house: House, method: str, path: str, name: str) -> None:
        # 10.problem.4
        sample = EXPECTATIONS[method, path].sample(house)
        for number in self.HUGE:
            if name in {"ticketPriceCents", "amountPaidCents"} and number == 2**31:
                continue
            answer = _send(
                _client(house, SAM), (method, path), Sample(sample.ids, {**(sample.body or {}), name: number})
            )
            _check_refusal(answer, 400, 403, 409)

    @pytest.mark.parametrize("name", ["eventId", "limit", "after"])
    def test_in_a_query_they_are_no_fault_of_the_server(self, house: House, name: str) -> None:
        for number in (*self.HUGE, "9" * 400):
            answer = _client(house, SAM).get(f"/api/attendees?{name}={number}")
            assert answer.status_code in {200, 400}, answer.text


@pytest.mark.either_engine
class TestPathsAndMethods:
    @pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/events/1/nothing", "/api/events/", "/api/me/"])
    def test_an_unknown_path_is_a_problem_and_never_the_page(self, house: House, path: str) -> None:
        # 10.problem.6, 10; 10.code.16
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            _check_problem(_client(house, OLIVE).request(method, path), 404, "not_found")
        _check_problem(_client(house, None).get(path), 401, "not_signed_in")
        _check_problem(_client(house, NORA).get(path), 403, "password_change_required")

    @pytest.mark.rest
    def test_a_wrong_method_and_a_wrong_path_have_different_codes(self, house: House) -> None:  # 10.code.17
        for path in sorted({path for _, path in CALLS}):
            filled = re.sub(r"\{\w+\}", "1", path)
            # /api/attendees/scan is also an /api/attendees/{attendee_id}, if a strange one.
            taken = {method for method, other in CALLS if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", other), filled)}
            right = {method for method, other in CALLS if other == path}
            for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} - taken:
                answer = _client(house, OLIVE).request(method, filled)
                if method == "HEAD":
                    assert answer.status_code == 405
                else:
                    _check_problem(answer, 405, "method_not_allowed")
                assert set(answer.headers["allow"].split(", ")) == right  # 10.problem.230

    def test_an_unknown_method_is_refused(self, house: House) -> None:
        _check_problem(_client(house, OLIVE).request("BREW", "/api/events"), 405, "method_not_allowed")

    def test_the_description_needs_no_session(self, house: House) -> None:  # 7.call.18; 6.roles.2
        answer = _client(house, None).get("/api/openapi.json")
        assert answer.status_code == 200
        assert sorted((m.upper(), p) for p, ops in json_of(answer)["paths"].items() for m in ops) == sorted(DESCRIBED)
