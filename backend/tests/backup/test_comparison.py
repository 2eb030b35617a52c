"""GET /api/backup/{filename}/comparison: the contents of a backup beside the present ones (contract 4.backup)."""

import json
from datetime import timedelta

import pytest

from doorlist.core import clock
from tests.backup.test_restore import created
from tests.backup.test_service import backups_directory
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock
from tests.users.second_factor.app import set_up


def compared(house: House, name: str) -> Json:
    return json_of(house.signed_in(SAM).get(f"/api/backup/{name}/comparison"))


def test_says_what_both_hold_and_which_accounts_go_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 4.backup.30, 31; 7.call.62
    time = MovingClock()
    # The cast was made by the machine's own clock.
    time.moment = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", time.now)
    sam, olive = house.signed_in(SAM), house.signed_in(OLIVE)
    event = new_event(olive)
    guest = new_attendee(olive, event)
    users = len(sam.get("/api/users").json())
    time.move(minutes=1)
    name = created(sam)
    before = clock.to_wire(time.now() - timedelta(minutes=1))
    held = {"events": 1, "attendees": 1, "users": users, "newestChangeAt": before}
    assert compared(house, name) == {
        "backup": held,
        "present": held,
        "accounts": [],
        "stayDeactivated": [],
        "keepDays": None,
        "erased": 0,
    }

    time.move(minutes=1)
    vera = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}
    made = json_of(sam.post("/api/users", json=vera))
    named = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "another long one"}
    for _ in range(2):
        assert sam.put(f"/api/users/{made['id']}", json=named).status_code == 200
    set_up(olive, OLIVE)
    new_attendee(olive, event, fullName="Bob")
    time.move(minutes=1)
    assert olive.post("/api/attendees/scan", json={"qrData": guest["qrCodeData"]}).status_code == 200
    answer = compared(house, name)
    assert answer["backup"] == held
    newest = clock.to_wire(time.now())
    assert answer["present"] == {"events": 1, "attendees": 2, "users": users + 1, "newestChangeAt": newest}
    vera_and_olive = [("Olive Organizer", "user.second_factor_added")]
    vera_and_olive += [("Vera New", action) for action in ("user.created", "user.password_set")]
    assert [(row["fullName"], row["action"]) for row in answer["accounts"]] == vera_and_olive


@pytest.mark.both_engines
def test_names_those_who_stay_deactivated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 4.restore.862
    time = MovingClock()
    time.moment = clock.now() + timedelta(hours=1)
    monkeypatch.setattr(clock, "now", time.now)
    sam = house.signed_in(SAM)
    oscar, olive, ida = (
        next(user["id"] for user in sam.get("/api/users").json() if user["username"] == name)
        for name in ("oscar", "olive", "ida")
    )
    name = created(sam)
    time.move(minutes=1)
    vera = {"username": "vera", "fullName": "Vera New", "role": "organizer", "password": "a long enough one"}
    made = json_of(sam.post("/api/users", json=vera))["id"]
    for user in (oscar, olive, made):
        assert sam.delete(f"/api/users/{user}").status_code == 200
    for user in (olive, ida):
        assert sam.post(f"/api/users/{user}/reactivate").status_code == 200
    answer = compared(house, name)
    # Vera goes with the restore, Olive was reactivated.
    assert answer["stayDeactivated"] == ["Oscar Organizer"]
    assert {row["action"] for row in answer["accounts"]} == {"user.created", "user.reactivated"}


def test_of_a_file_that_was_put_there_by_hand_nothing_is_known(house: House) -> None:  # 4.backup.30
    sam = house.signed_in(SAM)
    name = created(sam)
    (backups_directory(house) / f"{name}.json").unlink()
    assert compared(house, name)["backup"] == {
        "events": None,
        "attendees": None,
        "users": None,
        "newestChangeAt": None,
    }
    older = {"counts": {"events": 3}, "sizeBytes": (backups_directory(house) / name).stat().st_size}
    (backups_directory(house) / f"{name}.json").write_text(json.dumps(older))
    assert compared(house, name)["backup"]["events"] == 3
    unknown = sam.get("/api/backup/doorlist-20200101-000000-000-manual.sqlite3/comparison")
    problem(unknown, 404, "backup_not_found")
