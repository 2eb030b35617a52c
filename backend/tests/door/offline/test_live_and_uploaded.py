"""Every kind of access, ticket reference and ticket: a live scan and an uploaded record come to the same outcome."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from httpx2 import Response

from doorlist.door.admission.decide import Facts, decide
from doorlist.door.rules import ScanOutcome, Shown
from tests.door.offline.accesses import ACCESSES, WAYS, of_a_helper, of_staff
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of, new_attendee, new_event
from tests.privacy.test_erasure import erased

ADMITTING = Facts(has_ticket=True, is_own_event=True)
ONE_FACT_CHANGED = [
    ({}, ScanOutcome.ADMITTED),
    ({"is_present": True}, ScanOutcome.REPEAT),
    ({"shown": Shown.UNDECIDED}, ScanOutcome.ADMITTED),
    ({"shown": Shown.UNDECIDED, "is_present": True}, ScanOutcome.REPEAT),
    ({"shown": Shown.ADMITTED}, ScanOutcome.LET_IN_OFFLINE),
    ({"shown": Shown.ADMITTED, "is_present": True}, ScanOutcome.LET_IN_OFFLINE),
    ({"shown": Shown.ALREADY}, ScanOutcome.TURNED_AWAY),
    ({"shown": Shown.CANCELLED, "is_followup": True}, ScanOutcome.WITHDRAWN),
    ({"is_undo": True}, ScanOutcome.MARKED_ABSENT),
    ({"is_undo": True, "is_present": True}, ScanOutcome.MARKED_ABSENT),
    ({"is_own_event": False}, ScanOutcome.OTHER_EVENT),
    ({"is_own_event": False, "is_undo": True}, ScanOutcome.OTHER_EVENT),
    ({"has_ticket": False}, ScanOutcome.UNKNOWN),
    ({"has_ticket": False, "is_own_form": False}, ScanOutcome.INVALID),
    ({"is_in_time": False}, ScanOutcome.NOT_COUNTED),
    ({"is_in_time": False, "has_ticket": False}, ScanOutcome.NOT_COUNTED),
    ({"is_in_time": False, "is_undo": True}, ScanOutcome.NOT_COUNTED),
]


@pytest.mark.parametrize(("changed", "outcome"), ONE_FACT_CHANGED)
def test_each_fact_decides(changed: Mapping[str, Any], outcome: ScanOutcome) -> None:  # 4.attendance.1, 4.door-time.4
    assert decide(ADMITTING._replace(**changed)) is outcome


def expected(evening: Evening) -> Json:
    return new_attendee(evening.staff, evening.event)


def present(evening: Evening) -> Json:
    ticket = expected(evening)
    body = {"qrData": ticket["qrCodeData"], "eventId": evening.event["id"]}
    assert evening.staff.post("/api/attendees/scan", json=body).status_code == 200
    return ticket


def of_another_event(evening: Evening) -> Json:
    return new_attendee(evening.staff, new_event(evening.staff))


def of_an_erased_guest(evening: Evening) -> Json:
    ticket = expected(evening)
    erased(evening.house, ticket["id"])
    return ticket


def deleted(evening: Evening) -> Json:
    ticket = expected(evening)
    assert evening.staff.delete(f"/api/attendees/{ticket['id']}").status_code == 204
    return ticket


def of_nobody(evening: Evening) -> Json:
    return {"id": 10**9, "qrCodeData": f"DL1.{evening.event['id']}.{'0' * 26}"}


def expired(made: Callable[[Evening], Device]) -> Callable[[Evening], Device]:
    """A device whose access ended by the clock."""

    def wait(evening: Evening) -> Device:
        device = made(evening)
        evening.is_minute(24 * 60)
        return device

    return wait


TICKETS: dict[Callable[[Evening], Json], str] = {
    expected: "admitted",
    present: "already",
    of_another_event: "other_event",
    of_an_erased_guest: "unknown",
    deleted: "unknown",
    of_nobody: "unknown",
}
REFUSALS = {"ticket_unknown": "unknown", "ticket_other_event": "other_event", "ticket_invalid": "invalid"}
HOLDERS: dict[str, Callable[[Evening], Device]] = {
    "session": Device,
    **ACCESSES,
    "expired staff grant": expired(of_staff),
    "expired pass": expired(of_a_helper),
}


def outcome_of(answer: Response) -> str:
    """The outcome of a live scan, as an uploaded record's is named; a refused access counts nothing."""
    said = json_of(answer)
    if answer.status_code == 200:
        return "already" if said["alreadyScanned"] else "admitted"
    return REFUSALS.get(said["code"], "not_counted")


@pytest.mark.parametrize("reference", WAYS)
@pytest.mark.parametrize("holder", HOLDERS)
def test_every_ticket_comes_to_the_same_live_and_uploaded(evening: Evening, holder: str, reference: str) -> None:
    # 4.door-time.25, 6.grant.14, 7.settle.517
    pairs = [(ticket(evening), ticket(evening)) for ticket in TICKETS]
    device = HOLDERS[holder](evening)
    came_to = {}
    for ticket, (live, uploaded) in zip(TICKETS, pairs, strict=True):
        body = {"eventId": evening.event["id"], "scannedBy": device.user_id, **WAYS[reference](live)}
        scanned = outcome_of(device.client.post("/api/attendees/scan", json=body))
        minute = (evening.time.now() - evening.began).total_seconds() / 60
        named = {"qrHash": None, "shown": "undecided", "certainty": None, **WAYS[reference](uploaded)}
        came_to[ticket] = (scanned, device.send_one(device.check_in(minute, **named))["outcome"])
    is_over = holder.startswith(("revoked", "expired"))
    for ticket, outcome in TICKETS.items():
        should = outcome
        if is_over:
            should = "not_counted"
        elif ticket is of_another_event and holder != "session":
            should = "unknown"
        elif ticket is of_an_erased_guest and reference == "id":
            # The guest's place is kept, with another ticket.
            should = "admitted"
        assert came_to[ticket] == (should, should), (ticket.__name__, came_to[ticket])
