"""Place and texts of events, and the texts of their messages, in the JSON file."""

import pytest
from fastapi.testclient import TestClient

from tests.backup.json.files import export, file_event, file_of, restored, without_date
from tests.cast import SAM
from tests.house import House, Json, json_of, new_event

TEXTS: Json = {"subject": "Come in", "opening": "Dear friends,\nwe look forward to it."}
PLACE: Json = {
    "venue": "Town Hall",
    "address": "1 High Street\nMelbourne",
    "endTime": "01:30",
    "ticketText": "Bring it.",
}


@pytest.fixture
def sam(house: House) -> TestClient:
    return house.signed_in(SAM)


@pytest.mark.both_engines
def test_the_texts_of_messages_come_back(house: House, sam: TestClient) -> None:  # 3.event.901
    event = new_event(sam, **PLACE)
    path = f"/api/events/{event['id']}/mail"
    assert sam.put(path, json=TEXTS).is_success
    new_event(sam, name="Without texts")
    file = export(house, sam)
    assert sam.put(path, json={"subject": None, "opening": None}).is_success
    restored(sam, file)
    told = json_of(sam.get(path))
    assert (told["subject"], told["opening"]) == (TEXTS["subject"], TEXTS["opening"])
    assert without_date(export(house, sam)) == without_date(file)


def test_a_value_of_another_tool_does_not_keep_the_file_out(sam: TestClient) -> None:  # 3.event.901
    other = {"address": {"street": "High Street"}, "endTime": "23:00:00", "venue": "x" * 500, "mailSubject": 7}
    restored(sam, file_of([file_event() | other], []))
    [event] = sam.get("/api/events").json()
    assert [event[name] for name in ("address", "endTime", "venue", "ticketText")] == [None] * 4
