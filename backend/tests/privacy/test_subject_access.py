"""'What we hold': everything about one guest in one file (contract 7.held)."""

import pytest

from doorlist.audit.rules import Action
from tests.audit.entries import entries_of
from tests.backup.json.files import export, restored
from tests.cast import OLIVE, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.privacy.guests import (
    CARD,
    FORMER_NAME,
    FORMER_NOTES,
    FORMER_PHONE,
    NAME,
    NOTES,
    PHONE,
    TICKET,
    Known,
    found_in,
)


@pytest.fixture
def known(house: House) -> Known:
    return Known(house)


def held(house: House, attendee_id: int) -> Json:
    answer = house.signed_in(SAM).get(f"/api/attendees/{attendee_id}/held")
    assert answer.status_code == 200, answer.text
    return json_of(answer)


@pytest.mark.either_engine
def test_is_for_super_admins_alone(house: House) -> None:  # 6.held.481
    olive = house.signed_in(OLIVE)
    path = f"/api/attendees/{new_attendee(olive, new_event(olive))['id']}/held"
    problem(house.stranger().get(path), 401, "not_signed_in")
    problem(olive.get(path), 403, "forbidden")
    problem(house.signed_in(SAM).get("/api/attendees/9999/held"), 404, "attendee_not_found")
    assert entries_of(house.database, Action.ATTENDEE_HELD_EXPORTED) == []


@pytest.mark.both_engines
def test_has_everything_about_the_guest(house: House, known: Known) -> None:  # 7.held.486; 7.call.471
    name = json_of(house.signed_in(SAM).post("/api/backup/create"))["filename"]
    file = held(house, known.id)
    assert file["attendee"] == known.guest
    assert [each["fileName"] for each in file["imports"]] == [f"{FORMER_NAME}.csv"]
    outcomes = [(each["outcome"], each["text"]) for each in file["scans"]]
    assert outcomes[0] == ("admitted", TICKET)
    assert [outcome for outcome, _ in outcomes] == ["admitted", "repeat", "other_event"]
    assert [each["text"] for each in file["refusedTexts"]][:2] == [
        CARD,
        f"https://tickets.example/?n={NAME.replace(' ', '')}",
    ]
    assert len(file["refusedTexts"]) == 3
    assert [each["note"] for each in file["conflicts"]] == [f"{NAME}, twice"]
    assert [each["action"] for each in file["history"]] == [*("import.started", "attendee.updated", "attendee.updated")]
    assert file["history"][1]["before"] == {"fullName": FORMER_NAME, "phone": FORMER_PHONE, "notes": FORMER_NOTES}
    assert [each["filename"] for each in file["backups"]] == [name]
    assert found_in(str(file).encode()) >= {NAME, PHONE, NOTES, FORMER_NAME, TICKET}
    assert "Bo Stays" not in str(file)
    assert "menu.example" not in str(file)


def test_names_no_backup_from_before_the_guest(house: House) -> None:  # 7.held.486
    sam = house.signed_in(SAM)
    json_of(sam.post("/api/backup/create"))
    known = Known(house)
    assert held(house, known.id)["backups"] == []


def test_is_a_file_and_an_entry_of_the_history(house: House, known: Known) -> None:  # 7.held.486; 3.history.471
    answer = house.signed_in(SAM).get(f"/api/attendees/{known.id}/held")
    name = answer.headers["content-disposition"]
    assert name.startswith(f'attachment; filename="guest-{known.id}-2')
    assert name.endswith('.json"')
    [entry] = entries_of(house.database, Action.ATTENDEE_HELD_EXPORTED)
    assert (entry.subject_id, entry.event_id, entry.before, entry.after) == (known.id, known.event["id"], None, None)
    assert held(house, known.id)["history"][-1]["action"] == "attendee.held_exported"


def test_of_an_erased_guest_has_what_is_left(house: House, known: Known) -> None:  # 7.held.487
    sam = house.signed_in(SAM)
    before = json_of(sam.post("/api/backup/create"))["filename"]
    after = known.erase(house)
    json_of(sam.post("/api/backup/create"))
    file = held(house, known.id)
    assert file["attendee"] == after
    assert found_in(str(file).encode()) == set()
    assert [each["text"] for each in file["scans"]] == [None, None, None]
    assert (file["refusedTexts"], [each["note"] for each in file["conflicts"]]) == ([], [None])
    assert file["history"][-1]["action"] == "attendee.erased"
    assert [each["filename"] for each in file["backups"]] == [before]


def test_speaks_of_this_epoch_alone(house: House, known: Known) -> None:  # 7.held.486
    """Before a restore of a JSON file, another guest may have had the id."""
    restored(house.signed_in(SAM), export(house))
    file = held(house, known.id)
    assert (file["scans"], file["refusedTexts"], file["history"]) == ([], [], [])
