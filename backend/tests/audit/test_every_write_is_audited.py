"""Every call that writes, or hands out a file, leaves an entry in the history, or has an excuse by name.

The list of calls comes from the OpenAPI document, so a new call without an entry here turns the walk red.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, cast
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import func, select

from doorlist.attendees.models import Attendee
from doorlist.audit.models import AuditEntry
from doorlist.audit.rules import Action
from doorlist.door.models import ScanLogEntry
from doorlist.users.models import DoorAccess, SignInSession, User
from tests.audit.entries import entries_of, last_id
from tests.backup.json.files import file_of
from tests.cast import OSCAR, SAM
from tests.door.conflicts.rows import add_conflict
from tests.house import House, Json, described_api, json_of, new_attendee, new_event
from tests.settings.images import png
from tests.users.second_factor.app import set_up

Call = tuple[str, str]
Send = Callable[[TestClient, Json], Response]

NEW = "a better horse battery"
GUEST: Json = {"fullName": "Grace Hopper", "phone": "0400 333 444", "tableNumber": 3, "paymentStatus": "free"}
USER = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}
CSV = b"Name,Phone\r\nGrace Hopper,0400 333 444\r\n"


class Recorded(NamedTuple):
    """The call that succeeds, and the entry that it must leave."""

    action: Action
    send: Send


def _with_json(method: str, path: str, body: Any = None) -> Send:
    return lambda client, ids: client.request(method, path.format(**ids), json=body(ids) if callable(body) else body)


def _with_file(path: str, content: bytes, form: Callable[[Json], Json] = lambda _: {}) -> Send:
    return lambda client, ids: client.post(path, files={"file": ("guests.csv", content)}, data=form(ids))


def _reactivate(client: TestClient, ids: Json) -> Response:
    assert client.delete(f"/api/users/{ids['user_id']}").status_code == 200
    return client.post(f"/api/users/{ids['user_id']}/reactivate")


def _records(ids: Json) -> Json:
    record = {"key": str(uuid4()), "at": 0, "attendeeId": ids["attendee_id"], "shown": "admitted"}
    return {"scannedBy": ids["caller_id"], "sentAt": 0, "items": [record]}


def _leaver(ids: Json) -> Json:
    return {"eventId": ids["event_id"], "change": 1, "key": str(uuid4())}


def _end_sign_in(path: str) -> Send:
    """End a second sign-in of Sam's."""

    def send(client: TestClient, ids: Json) -> Response:
        TestClient(client.app).post("/api/login", json={"username": "sam", "password": SAM.password})
        [other] = [session for session in client.get("/api/me/sessions").json() if not session["isCurrent"]]
        return client.delete(path.format(user_id=ids["caller_id"], session_id=other["id"]))

    return send


def _new_pass(client: TestClient, ids: Json) -> Json:
    return json_of(client.post("/api/door/passes", json={"eventId": ids["event_id"], "door": "Gate B"}))


def _revoke_pass(client: TestClient, ids: Json) -> Response:
    return client.delete(f"/api/door/passes/{_new_pass(client, ids)['id']}")


def _set_logo(client: TestClient, _: Json) -> Response:
    return client.put("/api/settings/logo", files={"file": png()})


def _remove_logo(client: TestClient, ids: Json) -> Response:
    _set_logo(client, ids)
    return client.delete("/api/settings/logo")


def _end_grant(client: TestClient, ids: Json) -> Response:
    grant = json_of(client.post("/api/door/grants", json={"eventId": ids["event_id"]}))
    return client.delete(f"/api/door/grants/{grant['id']}")


def _delete_backup(client: TestClient, ids: Json) -> Response:
    # The last good one is not deleted.
    assert client.post("/api/backup/create").status_code == 200
    return client.delete(f"/api/backup/{ids['filename']}")


def _remove_second_factor(client: TestClient, _: Json) -> Response:
    recovery_code = json_of(set_up(client, SAM)[1])["recoveryCodes"][0]
    return client.request("DELETE", "/api/me/second-factor", json={"password": SAM.password, "code": recovery_code})


def _reset_second_factor(client: TestClient, ids: Json) -> Response:
    oscar = cast("TestClient", ids["oscar"])
    assert set_up(oscar, OSCAR)[1].status_code == 200
    return client.delete(f"/api/users/{ids['user_id']}/second-factor")


RECORDED: dict[Call, Recorded] = {
    call: Recorded(action, send if callable(send) else _with_json(*call, *send))
    for call, action, send in (
        (("POST", "/api/login"), Action.USER_SIGNED_IN, ({"username": "sam", "password": SAM.password},)),
        (("POST", "/api/logout"), Action.USER_SIGNED_OUT, ()),
        (
            ("PUT", "/api/me/password"),
            Action.USER_PASSWORD_CHANGED,
            ({"currentPassword": SAM.password, "newPassword": NEW},),
        ),
        (("POST", "/api/me/confirm"), Action.USER_CONFIRMED, ({"password": SAM.password},)),
        (("POST", "/api/users"), Action.USER_CREATED, (USER,)),
        (("PUT", "/api/users/{user_id}"), Action.USER_UPDATED, ({"fullName": "Oscar Renamed"},)),
        (("DELETE", "/api/users/{user_id}"), Action.USER_DEACTIVATED, ()),
        (("POST", "/api/users/{user_id}/reactivate"), Action.USER_REACTIVATED, _reactivate),
        (
            ("POST", "/api/me/second-factor/confirm"),
            Action.USER_SECOND_FACTOR_ADDED,
            lambda client, _: set_up(client, SAM)[1],
        ),
        (("DELETE", "/api/me/second-factor"), Action.USER_SECOND_FACTOR_REMOVED, _remove_second_factor),
        (("DELETE", "/api/users/{user_id}/second-factor"), Action.USER_SECOND_FACTOR_RESET, _reset_second_factor),
        (("PUT", "/api/second-factor"), Action.USER_SECOND_FACTOR_REQUIRED, ({"requiredFor": "super_admins"},)),
        (("POST", "/api/events"), Action.EVENT_CREATED, ({"name": "Ball", "date": "2026-11-21"},)),
        (("PUT", "/api/events/{event_id}"), Action.EVENT_UPDATED, ({"name": "Ball"},)),
        (("DELETE", "/api/events/{event_id}"), Action.EVENT_DELETED, ()),
        (("POST", "/api/events/{event_id}/ticket-types"), Action.EVENT_TYPE_CREATED, ({"name": "Artist"},)),
        (("PUT", "/api/ticket-types/{type_id}"), Action.EVENT_TYPE_UPDATED, ({"name": "Artist"},)),
        (("DELETE", "/api/ticket-types/{type_id}"), Action.EVENT_TYPE_DELETED, ()),
        (("POST", "/api/events/{event_id}/check-in-lists"), Action.EVENT_LIST_CREATED, ({"name": "Dinner"},)),
        (("PUT", "/api/check-in-lists/{list_id}"), Action.EVENT_LIST_UPDATED, ({"name": "Dinner"},)),
        (("DELETE", "/api/check-in-lists/{list_id}"), Action.EVENT_LIST_DELETED, ()),
        (("PUT", "/api/events/{event_id}/mail"), Action.EVENT_MAIL_SET, ({"subject": "Come in"},)),
        (
            ("POST", "/api/attendees"),
            Action.ATTENDEE_REGISTERED,
            (lambda ids: GUEST | {"eventId": ids["event_id"]},),
        ),
        (("PUT", "/api/attendees/{attendee_id}"), Action.ATTENDEE_UPDATED, ({"fullName": "Ada King"},)),
        (
            ("POST", "/api/attendees/update-many"),
            Action.ATTENDEES_UPDATED,
            (lambda ids: {"ids": [ids["attendee_id"]], "expected": 1, "tableNumber": 9},),
        ),
        (("POST", "/api/attendees/update-many/{bulk_update_id}/undo"), Action.ATTENDEES_UPDATE_UNDONE, ()),
        (("DELETE", "/api/attendees/{attendee_id}"), Action.ATTENDEE_DELETED, ()),
        (("GET", "/api/attendees/{attendee_id}/held"), Action.ATTENDEE_HELD_EXPORTED, ()),
        (("POST", "/api/attendees/{attendee_id}/erase"), Action.ATTENDEE_ERASED, ()),
        (("PUT", "/api/privacy/events/{event_id}"), Action.EVENT_POSTPONED, ({"keepUntil": "2030-01-01"},)),
        (("PUT", "/api/settings"), Action.SETTINGS_CHANGED, ({"currency": "EUR"},)),
        (("PUT", "/api/settings/logo"), Action.SETTINGS_LOGO_SET, _set_logo),
        (("DELETE", "/api/settings/logo"), Action.SETTINGS_LOGO_REMOVED, _remove_logo),
        (("PUT", "/api/privacy"), Action.KEEPING_SET, ({"keepDays": 90, "guests": 100},)),
        (
            ("POST", "/api/attendees/bulk-import"),
            Action.IMPORT_STARTED,
            (lambda ids: {"eventId": ids["event_id"], "attendees": [GUEST]},),
        ),
        (
            ("POST", "/api/attendees/import"),
            Action.IMPORT_STARTED,
            _with_file("/api/attendees/import", CSV, lambda ids: {"eventId": str(ids["event_id"])}),
        ),
        (("DELETE", "/api/imports/{import_id}"), Action.IMPORT_UNDONE, ()),
        (("POST", "/api/door/grants"), Action.GRANT_CREATED, (lambda ids: {"eventId": ids["event_id"]},)),
        (("DELETE", "/api/door/grants/{grant_id}"), Action.GRANT_ENDED, _end_grant),
        (
            ("POST", "/api/door/passes"),
            Action.PASS_CREATED,
            (lambda ids: {"eventId": ids["event_id"], "door": "Gate B"},),
        ),
        (("DELETE", "/api/door/passes/{pass_id}"), Action.PASS_REVOKED, _revoke_pass),
        (
            ("PATCH", "/api/door/conflicts/{conflict_id}"),
            Action.CONFLICT_DECIDED,
            ({"state": "dismissed", "version": 1},),
        ),
        (("POST", "/api/backup/create"), Action.BACKUP_TAKEN, ()),
        (("POST", "/api/backup/restore"), Action.BACKUP_RESTORED, (lambda ids: {"filename": ids["filename"]},)),
        (
            ("POST", "/api/backup/restore-file"),
            Action.BACKUP_FILE_RESTORED,
            _with_file("/api/backup/restore-file", file_of()),
        ),
        (("GET", "/api/backup/{filename}"), Action.BACKUP_DOWNLOADED, ()),
        (("DELETE", "/api/backup/{filename}"), Action.BACKUP_DELETED, _delete_backup),
        (("GET", "/api/export/backup.json"), Action.EXPORT_BACKUP_FILE, ()),
        (("GET", "/api/attendees/export/csv"), Action.EXPORT_CSV, ()),
        (("GET", "/api/attendees/export/xlsx"), Action.EXPORT_XLSX, ()),
        (("GET", "/api/export/attendees.csv"), Action.EXPORT_CSV, ()),
        (("GET", "/api/export/attendees.xlsx"), Action.EXPORT_XLSX, ()),
        (("GET", "/api/export/events.csv"), Action.EXPORT_CSV, ()),
        (("GET", "/api/export/events.xlsx"), Action.EXPORT_XLSX, ()),
        (("GET", "/api/export/all.csv"), Action.EXPORT_CSV, ()),
        (("GET", "/api/history.csv"), Action.EXPORT_HISTORY, ()),
        (("GET", "/api/export/all.xlsx"), Action.EXPORT_XLSX, ()),
    )
}

RECORDED |= {
    ("DELETE", path): Recorded(action, _end_sign_in(path))
    for path, action in (
        ("/api/me/sessions", Action.USER_SESSIONS_ENDED),
        ("/api/me/sessions/{session_id}", Action.USER_SESSION_ENDED),
        ("/api/users/{user_id}/sessions", Action.USER_SESSIONS_ENDED),
        ("/api/users/{user_id}/sessions/{session_id}", Action.USER_SESSION_ENDED),
    )
}

IN_THE_SCAN_LOG: dict[Call, Send] = {
    ("POST", "/api/attendees/scan"): _with_json(
        "POST", "/api/attendees/scan", lambda ids: {"qrData": ids["qr_code_data"]}
    ),
    ("POST", "/api/door/scans"): _with_json("POST", "/api/door/scans", _records),
    ("PATCH", "/api/attendees/{attendee_id}/attendance"): _with_json(
        "PATCH", "/api/attendees/{attendee_id}/attendance", {"attended": True}
    ),
    ("POST", "/api/door/leavers"): _with_json("POST", "/api/door/leavers", _leaver),
}
"""Writes without an audit entry, so that the door stays fast: the scan log has a row for each of these."""

ASKED: dict[str, Callable[[Json], Json]] = {
    path: lambda ids: {"eventId": ids["event_id"]}
    for path in ("/api/door/list", "/api/door/grants", "/api/door/passes", "/api/doors", "/api/attendees/figures")
} | {"/api/attendees/similar": lambda _: {"name": "Ada"}, "/api/privacy/due": lambda _: {"keepDays": 90}}
"""Parameters of a reading call besides its path."""

SECRET_FIELDS: tuple[tuple[Any, ...], ...] = (
    (User, "password_hash", "device_key"),
    (SignInSession, "token_hash"),
    (DoorAccess, "secret_hash"),
    (Attendee, "qr_code_data"),
)

EXCUSED = {
    ("POST", "/api/me/second-factor"): "a secret that counts for nothing until it is confirmed",
    ("POST", "/api/attendees/before-deletion"): "a copy that the server makes for itself; the deletions are recorded",
    ("POST", "/api/door/passes/claim"): "by nobody who has an account; tests/door/passes has its entry",
    ("POST", "/api/door/contact"): "a device says that it is there; its grant remembers the last time alone",
    ("POST", "/api/tickets/send"): "needs a mail server; tests/mail/test_sending.py has its entry",
    ("POST", "/api/tickets/resolve"): "needs an interrupted message; tests/mail/test_sending.py has its entry",
    ("POST", "/api/settings/test-email"): "needs a mail server; tests/mail/test_sending.py has its entry",
    ("POST", "/api/attendees/update-many/preview"): "changes nobody",
    ("POST", "/api/events/{event_id}/mail/preview"): "renders a text, and writes nothing",
    ("POST", "/api/ticket"): "reads one ticket for its holder, and writes nothing",
}


DESCRIBED = {(method.upper(), path) for path, operations in described_api()["paths"].items() for method in operations}
READING = sorted(call for call in DESCRIBED if call[0] == "GET" and call not in RECORDED)


def furnished(house: House) -> tuple[TestClient, Json]:
    """Sam, and the ids of the rows that the calls use."""
    sam = house.signed_in(SAM)
    event = new_event(sam, countsExits=True)
    ada = new_attendee(sam, event)
    rows = {"eventId": str(event["id"])}
    report = json_of(sam.post("/api/attendees/import", files={"file": ("guests.csv", CSV)}, data=rows))
    filename = json_of(sam.post("/api/backup/create"))["filename"]
    assert _set_logo(sam, {}).status_code == 200
    users = {user["username"]: user["id"] for user in sam.get("/api/users").json()}
    moved = {"ids": [new_attendee(sam, event, fullName="Bo")["id"]], "expected": 1, "tableNumber": 9}
    return sam, {
        "bulk_update_id": sam.post("/api/attendees/update-many", json=moved).json()["id"],
        "event_id": event["id"],
        "type_id": sam.post(f"/api/events/{event['id']}/ticket-types", json={"name": "VIP"}).json()["id"],
        "list_id": sam.post(f"/api/events/{event['id']}/check-in-lists", json={"name": "Bar"}).json()["id"],
        "attendee_id": ada["id"],
        "qr_code_data": ada["qrCodeData"],
        "import_id": report["importId"],
        "user_id": users[OSCAR.username],
        "caller_id": users[SAM.username],
        "oscar": house.signed_in(OSCAR),
        "filename": filename,
        "conflict_id": add_conflict(house.database),
    }


def _secrets_told(house: House, client: TestClient) -> list[str]:
    """Passwords, tokens, keys, their hashes and texts of tickets that occur in any row of the history."""
    secrets = {SAM.password, NEW, USER["password"], *dict(client.cookies).values()}
    with house.database.read() as tx:
        for model, *fields in SECRET_FIELDS:
            secrets |= {
                value for row in tx.scalars(select(model)) for field in fields if (value := getattr(row, field))
            }
        told = json.dumps(list(map(list, tx.execute(select(AuditEntry.__table__)))), default=str)
    assert len(secrets) >= 9
    return [secret for secret in secrets if secret in told]


def _name(call: Call) -> str:
    return " ".join(call)


def test_every_call_that_writes_has_its_entry_or_an_excuse() -> None:  # 3.history.1
    writing = {call for call in DESCRIBED if call[0] != "GET"}
    named = RECORDED.keys() | IN_THE_SCAN_LOG.keys() | EXCUSED.keys()
    assert sorted(writing - named) == []
    assert sorted(named - DESCRIBED) == []


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(RECORDED), ids=_name)
def test_a_call_leaves_its_entry(sqlite_house: House, call: Call) -> None:  # 3.history.1, 2
    sam, ids = furnished(sqlite_house)
    expected = RECORDED[call]
    before = last_id(sqlite_house.database)
    answer = expected.send(sam, ids)
    assert answer.status_code in {200, 201, 204}, answer.text
    # A restore of a server backup brings the entries of that time back.
    since = 0 if expected.action is Action.BACKUP_RESTORED else before
    found = [entry for entry in entries_of(sqlite_house.database, expected.action) if entry.id > since]
    assert len(found) == 1, answer.text
    assert _secrets_told(sqlite_house, sam) == []
    assert (found[0].user_id, found[0].address) == (ids["caller_id"], "unknown")


@pytest.mark.smoke
@pytest.mark.parametrize("call", sorted(IN_THE_SCAN_LOG), ids=_name)
def test_a_check_in_is_in_the_scan_log_and_pays_nothing_for_the_history(sqlite_house: House, call: Call) -> None:
    # 3.history.3
    sam, ids = furnished(sqlite_house)
    before = last_id(sqlite_house.database)
    answer = IN_THE_SCAN_LOG[call](sam, ids)
    assert answer.status_code == 200, answer.text
    assert last_id(sqlite_house.database) == before
    with sqlite_house.database.read() as tx:
        assert tx.scalar(select(func.count()).select_from(ScanLogEntry)) == 1


@pytest.mark.smoke
@pytest.mark.parametrize("call", READING, ids=_name)
def test_what_leaves_no_entry_hands_out_no_file(sqlite_house: House, call: Call) -> None:  # 3.history.1
    sam, ids = furnished(sqlite_house)
    before = last_id(sqlite_house.database)
    answer = sam.get(call[1].format(**ids), params=ASKED.get(call[1], dict)(ids))
    assert answer.status_code == 200, answer.text
    assert "attachment" not in answer.headers.get("content-disposition", "")
    assert last_id(sqlite_house.database) == before
