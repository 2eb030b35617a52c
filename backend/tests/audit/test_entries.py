"""The contents of audit entries, and data that they never hold (contract 3)."""

import json
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from structlog.testing import capture_logs

from doorlist.audit.models import AuditEntry, AuditEntryAttendee
from doorlist.audit.rules import Action
from doorlist.core.config import Settings
from doorlist.core.errors import DatabaseUnavailable
from doorlist.users.models import SignInSession, User
from tests.audit.entries import entries_of, last_id
from tests.backup.json.files import file_of, send
from tests.cast import OLIVE, OSCAR, SAM, Person
from tests.databases import Databases
from tests.house import House, HouseOfPasswords, Json, json_of, new_attendee, new_event, problem
from tests.spreadsheets.sending import lines, sent

NEW = "a better horse battery"


@pytest.fixture
def house_of_passwords(settings: Settings, databases: Databases) -> Iterator[HouseOfPasswords]:
    made = HouseOfPasswords(settings, databases.name)
    yield made
    made.close()


def id_of(house: House, person: Person) -> int:
    with house.database.read() as tx:
        return tx.scalars(select(User.id).where(User.username == person.username)).one()


def last(house: House, action: Action) -> AuditEntry:
    return entries_of(house.database, action)[-1]


def under_attendee(house: House, attendee_id: int) -> list[str]:
    """The actions that the attendee's own history shows: its own, and its import's."""
    with house.database.read() as tx:
        imports = (
            select(AuditEntry.subject_id)
            .join(AuditEntryAttendee, AuditEntryAttendee.entry_id == AuditEntry.id)
            .where(AuditEntryAttendee.attendee_id == attendee_id)
        )
        own = (AuditEntry.subject == "attendee") & (AuditEntry.subject_id == attendee_id)
        of_import = (AuditEntry.subject == "import") & AuditEntry.subject_id.in_(imports)
        return list(tx.scalars(select(AuditEntry.action).where(own | of_import).order_by(AuditEntry.id)))


class TestFields:
    @pytest.mark.both_engines
    def test_an_edit_keeps_what_changed_and_nothing_else(self, house: House) -> None:  # 3.history.4
        olive = house.signed_in()
        event = new_event(olive)
        olive.put(f"/api/events/{event['id']}", json={"name": "Ball", "time": None, "date": event["date"]})
        entry = last(house, Action.EVENT_UPDATED)
        assert (entry.before, entry.after) == ({"name": "Spring Gala", "time": "19:30"}, {"name": "Ball", "time": None})

        ada = new_attendee(olive, event)
        olive.put(f"/api/attendees/{ada['id']}", json={"fullName": "Ada King", "tableNumber": 7})
        entry = last(house, Action.ATTENDEE_UPDATED)
        assert (entry.subject_id, entry.event_id) == (ada["id"], event["id"])
        assert (entry.before, entry.after) == ({"fullName": "Ada Lovelace"}, {"fullName": "Ada King"})

        sam = house.signed_in(SAM)
        sam.put(f"/api/users/{id_of(house, OSCAR)}", json={"role": "super_admin", "fullName": OSCAR.full_name})
        entry = last(house, Action.USER_UPDATED)
        assert (entry.before, entry.after) == ({"role": "organizer"}, {"role": "super_admin"})

    def test_an_amount_that_follows_from_an_edit_is_kept_too(self, house: House) -> None:  # 3.history.4
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive, ticketPriceCents=4500), paymentStatus="unpaid")
        olive.put(f"/api/attendees/{ada['id']}", json={"paymentStatus": "paid"})
        entry = last(house, Action.ATTENDEE_UPDATED)
        assert entry.before == {"paymentStatus": "unpaid", "amountPaidCents": None}
        assert entry.after == {"paymentStatus": "paid", "amountPaidCents": 4500}

    def test_a_sold_ticket_is_known_by_its_number_and_a_deleted_one_by_the_name_too(self, house: House) -> None:
        # 3.history.6
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive))
        olive.delete(f"/api/attendees/{ada['id']}")
        expected = {
            "tableNumber": 7,
            "paymentStatus": "paid",
            "amountPaidCents": None,
            "invoiceNumber": ada["invoiceNumber"],
        }
        assert last(house, Action.ATTENDEE_REGISTERED).after == expected
        assert last(house, Action.ATTENDEE_DELETED).before == {"fullName": "Ada Lovelace", **expected}

    def test_a_deleted_event_keeps_what_it_was(self, house: House) -> None:  # 3.history.5
        olive = house.signed_in()
        event = new_event(olive)
        olive.delete(f"/api/events/{event['id']}")
        entry = last(house, Action.EVENT_DELETED)
        assert (entry.subject_id, entry.after) == (event["id"], None)
        assert entry.before == {
            "name": "Spring Gala",
            "date": "2026-11-20",
            "time": "19:30",
            "ticketPriceCents": None,
            "capacity": None,
            "countsExits": False,
            "reentry": True,
            "stopsAtCapacity": False,
            "venue": None,
            "address": None,
            "endTime": None,
            "ticketText": None,
        }


class TestRefusals:
    def test_what_is_rolled_back_leaves_none(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 3.history.7
        olive = house.signed_in()
        event = new_event(olive)
        before = last_id(house.database)
        stale = {"name": "Ball", "version": event["version"] + 1}
        assert olive.put(f"/api/events/{event['id']}", json=stale).status_code == 409

        def fail(*_: object) -> None:
            raise RuntimeError

        monkeypatch.setattr("doorlist.events.service.get_event", fail)
        body = {"name": "Ball", "date": "2026-11-21"}
        assert olive.post("/api/events", json=body).status_code == 500
        assert olive.put(f"/api/events/{event['id']}", json={"name": "Ball"}).status_code == 500
        monkeypatch.undo()
        assert [entry.action for entry in entries_of(house.database) if entry.id > before] == []
        assert [event["name"] for event in olive.get("/api/events").json()] == ["Spring Gala"]

    @pytest.mark.both_engines
    def test_a_second_sending_leaves_no_second_entry(self, house: House) -> None:  # 3.history.7
        olive = house.signed_in()
        key = {"idempotencyKey": "0b7e3a52-5c57-4a83-9c4c-1f6a6a2c1d11"}
        event = new_event(olive, **key)
        new_event(olive, **key)
        for _ in range(2):
            new_attendee(olive, event, **key)
        made = entries_of(house.database, Action.EVENT_CREATED, Action.ATTENDEE_REGISTERED)
        assert len(made) == 2


@pytest.mark.either_engine
class TestSignIn:
    def test_signing_in_and_out(self, house_of_passwords: HouseOfPasswords) -> None:  # 3.history.1
        house = house_of_passwords
        olive = house.signed_in()
        olive.post("/api/logout")
        olive.post("/api/logout")
        own = id_of(house, OLIVE)
        found = entries_of(house.database, Action.USER_SIGNED_IN, Action.USER_SIGNED_OUT)
        assert [(entry.action, entry.user_id, entry.subject_id) for entry in found] == [
            ("user.signed_in", own, own),
            ("user.signed_out", own, own),
        ]

    def test_a_refused_one_names_the_account_but_no_caller(self, house: House) -> None:  # 3.history.8
        for username in ("olive", "my secret password"):
            answer = house.stranger().post("/api/login", json={"username": username, "password": "wrong one"})
            assert answer.status_code == 401
        found = entries_of(house.database, Action.USER_SIGN_IN_REFUSED)
        assert [(entry.user_id, entry.subject_id) for entry in found] == [(None, id_of(house, OLIVE)), (None, None)]

    def test_one_that_has_to_wait_leaves_none(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 3.history.8
        monkeypatch.setattr("doorlist.users.rules.FREE_FAILURES_PER_ACCOUNT", 1)
        wrong = {"username": "olive", "password": "wrong one"}
        answers = [house.stranger().post("/api/login", json=wrong).status_code for _ in range(6)]
        refused = len(entries_of(house.database, Action.USER_SIGN_IN_REFUSED))
        assert answers[-1] == 429
        assert refused < len(answers)

    def test_a_wrong_current_password_has_its_own_entry(self, house: House) -> None:  # 3.history.8
        olive = house.signed_in()
        olive.put("/api/me/password", json={"currentPassword": "wrong one", "newPassword": NEW})
        own = id_of(house, OLIVE)
        entry = last(house, Action.USER_PASSWORD_REFUSED)
        assert (entry.user_id, entry.subject_id) == (own, own)

    @pytest.mark.parametrize(
        ("address", "kept"), [("203.0.113.77", "203.0.113.0"), ("2001:db8:1:2:aaaa::1", "2001:db8:1::")]
    )
    def test_the_address_is_shortened(self, house: House, address: str, kept: str) -> None:  # 3.history.2
        proxied = House(replace(house.settings, trusted_proxies=(ip_network("192.0.2.1"),)), house.engine)
        olive = TestClient(proxied.app, client=("192.0.2.1", 40_000), headers={"X-Forwarded-For": address})
        olive.cookies.update(dict(proxied.signed_in().cookies))
        event = new_event(olive)
        olive.post("/api/login", json={"username": "olive", "password": "wrong one"})
        assert json_of(olive.get("/api/me"))["username"] == "olive"
        olive.post("/api/logout")
        proxied.close()
        actions = (Action.EVENT_CREATED, Action.USER_SIGN_IN_REFUSED, Action.USER_SIGNED_OUT)
        found = entries_of(house.database, *actions)
        assert {entry.action: entry.address for entry in found} == dict.fromkeys(actions, kept)
        assert found[0].subject_id == event["id"]


class TestImports:
    def imported(self, house: House, names: list[str]) -> tuple[TestClient, Json, list[int]]:
        olive = house.signed_in()
        event = new_event(olive)
        rows = [("Name", "Phone"), *((name, f"0400 {number:06}") for number, name in enumerate(names))]
        report = sent(olive, lines(rows), eventId=event["id"])
        ids = [guest["id"] for guest in olive.get("/api/attendees").json()]
        return olive, report, ids

    @pytest.mark.both_engines
    def test_an_import_is_one_entry_that_each_of_its_attendees_finds(self, house: House) -> None:  # 3.history.9
        _, report, ids = self.imported(house, [f"Guest {number}" for number in range(600)])
        [entry] = entries_of(house.database, Action.IMPORT_STARTED)
        assert (entry.subject_id, entry.user_id) == (report["importId"], id_of(house, OLIVE))
        assert entry.after is not None
        assert (entry.after["imported"], entry.after["errors"], entry.after["duplicates"]) == (600, 0, 0)
        assert entries_of(house.database, Action.ATTENDEE_REGISTERED) == []
        assert len(ids) == 600
        for attendee_id in (ids[0], ids[300], ids[-1]):
            assert under_attendee(house, attendee_id) == ["import.started"]

    @pytest.mark.either_engine
    def test_they_find_its_undoing_when_they_are_gone(self, house: House) -> None:  # 3.history.9, 10
        olive, report, ids = self.imported(house, ["Grace", "Ada"])
        assert olive.delete(f"/api/imports/{report['importId']}").status_code == 200
        assert olive.get("/api/attendees").json() == []
        for attendee_id in ids:
            assert under_attendee(house, attendee_id) == ["import.started", "import.undone"]

    @pytest.mark.either_engine
    def test_one_that_fails_says_so(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 3.history.9
        olive = house.signed_in()
        event = new_event(olive)

        def fail(*_: object, **__: object) -> None:
            raise RuntimeError

        monkeypatch.setattr("doorlist.spreadsheets.imports.runner.insert_prepared", fail)
        body = {"eventId": event["id"], "attendees": [{"fullName": "Ada", "phone": "0400 111 222"}]}
        assert olive.post("/api/attendees/bulk-import", json=body).status_code == 500
        found = entries_of(house.database, Action.IMPORT_STARTED, Action.IMPORT_FAILED)
        assert [(entry.action, entry.user_id) for entry in found] == [
            ("import.started", id_of(house, OLIVE)),
            ("import.failed", None),
        ]

    def test_the_entries_of_a_deleted_attendee_stay(self, house: House) -> None:  # 3.history.10
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive))
        olive.put(f"/api/attendees/{ada['id']}", json={"tableNumber": 8})
        olive.delete(f"/api/events/{ada['event']['id']}")
        assert under_attendee(house, ada["id"]) == ["attendee.registered", "attendee.updated"]


def test_a_download_during_a_restore_is_served_and_logged(house: House) -> None:  # 3.history.12
    sam = house.signed_in(SAM)
    filename = json_of(sam.post("/api/backup/create"))["filename"]
    since = last_id(house.database)
    paths = ("/api/export/all.csv", "/api/export/backup.json", f"/api/backup/{filename}")
    with house.database.closed_for_restore(), capture_logs() as logged:
        assert [sam.get(path).status_code for path in paths] == [200, 200, 200]
    lines = [line for line in logged if line["event"] == "download_without_entry"]
    assert [line["action"] for line in lines] == ["export.csv", "export.backup_file", "backup.downloaded"]
    assert {line["user_id"] for line in lines} == {id_of(house, SAM)}
    assert lines[2]["filename"] == filename
    assert last_id(house.database) == since


def test_a_download_whose_entry_fails_for_another_reason_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:  # 3.history.15
    sam = house.signed_in(SAM)

    def fail(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("Please try again in a moment.")

    monkeypatch.setattr("doorlist.audit.downloads.add_audit_entry", fail)
    problem(sam.get("/api/export/all.csv"), 503, "database_unavailable")


@pytest.mark.either_engine
def test_no_entry_contains_a_secret(house_of_passwords: HouseOfPasswords) -> None:  # 3.history.6
    house = house_of_passwords
    typed = "what was typed for a name"
    house.stranger().post("/api/login", json={"username": typed, "password": "wrong one"})
    sam = house.signed_in(SAM)
    sam.put("/api/me/password", json={"currentPassword": SAM.password, "newPassword": NEW})
    vera = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}
    made = json_of(sam.post("/api/users", json=vera))
    sam.put(f"/api/users/{made['id']}", json={"password": "another long one", "fullName": "Vera Renamed"})
    ada = new_attendee(sam, new_event(sam))
    sam.put(f"/api/attendees/{ada['id']}", json={"fullName": "Ada King"})
    sam.get("/api/export/all.csv")
    with house.database.read() as tx:
        secrets = {SAM.password, NEW, "a long enough one", "another long one", "wrong one", typed, ada["qrCodeData"]}
        for user in tx.scalars(select(User)):
            secrets |= {user.password_hash, user.device_key or "$"}
        secrets |= set(tx.scalars(select(SignInSession.token_hash))) | set(dict(sam.cookies).values())
    entries = entries_of(house.database)
    assert {"user.password_changed", "user.password_set", "user.updated"} <= {entry.action for entry in entries}
    told = json.dumps([[entry.action, entry.address, entry.before, entry.after] for entry in entries])
    assert [secret for secret in secrets - {"$"} if secret in told] == []


class TestRestores:
    def test_a_json_restore_leaves_the_history_and_the_file_carries_none(self, house: House) -> None:
        # 3.history.11
        sam = house.signed_in(SAM)
        ada = new_attendee(sam, new_event(sam))
        file = sam.get("/api/export/backup.json").content
        assert b"history" not in file
        before = [entry.id for entry in entries_of(house.database)]
        answer = send(sam, file_of())
        assert answer.status_code == 200, answer.text
        entries = entries_of(house.database)
        assert [entry.id for entry in entries[:-1]] == before
        assert entries[-1].action == "backup.file_restored"
        assert entries[-1].after == {"events": 0, "attendees": 0, "safetyBackup": json_of(answer)["safetyBackup"]}
        # Whatever is older than the last such entry speaks of other attendees, even where an id came back.
        of_ada = [entry.id for entry in entries if (entry.subject, entry.subject_id) == ("attendee", ada["id"])]
        assert max(of_ada) < entries[-1].id

    def test_a_server_backup_carries_it(self, house: House) -> None:  # 3.history.11
        sam = house.signed_in(SAM)
        gala = new_event(sam)
        filename = json_of(sam.post("/api/backup/create"))["filename"]
        new_event(sam, name="Later")
        answer = sam.post("/api/backup/restore", json={"filename": filename})
        assert answer.status_code == 200, answer.text
        created = entries_of(house.database, Action.EVENT_CREATED)
        assert [entry.subject_id for entry in created] == [gala["id"]]
        entry = last(house, Action.BACKUP_RESTORED)
        assert entry.user_id == id_of(house, SAM)
        assert entry.after == {"filename": filename, "safetyBackup": json_of(answer)["safetyBackup"]}
