"""Devices without a session, by each kind of access, and how each may name a ticket."""

from collections.abc import Callable

from doorlist.tickets.rules import qr_hash, whole_qr_hash
from tests.cast import SAM
from tests.door.offline.doors import Device, Evening
from tests.house import Json, json_of


def of_staff(evening: Evening) -> Device:
    """With a staff grant."""
    return Device(evening, has_grant=True).without_session()


def of_a_helper(evening: Evening, *, list_id: int | None = None) -> Device:
    """With a claimed pass of Olive's, for a check-in list or the entrance."""
    device = Device(evening)
    body = {"eventId": evening.event["id"], "door": "Gate A", "listId": list_id}
    made = evening.staff.post("/api/door/passes", json=body)
    assert made.status_code == 201, made.text
    device.client = evening.house.stranger()
    claim = {"secret": json_of(made)["secret"], "helper": "Kim"}
    claimed = device.client.post("/api/door/passes/claim", json=claim)
    assert claimed.status_code == 200, claimed.text
    device.grant = {"id": json_of(claimed)["grantId"]}
    return device


def revoke(device: Device) -> Device:
    """End its access, as a person does."""
    ended = device.evening.house.signed_in(SAM).delete(f"/api/door/grants/{(device.grant or {})['id']}")
    assert ended.status_code == 204, ended.text
    return device


ACCESSES: dict[str, Callable[[Evening], Device]] = {
    "staff grant": of_staff,
    "helper": of_a_helper,
    "revoked staff grant": lambda evening: revoke(of_staff(evening)),
    "revoked pass": lambda evening: revoke(of_a_helper(evening)),
}

WAYS: dict[str, Callable[[Json], Json]] = {
    "text": lambda ticket: {"qrData": ticket["qrCodeData"]},
    "hash": lambda ticket: {"qrHash": whole_qr_hash(ticket["qrCodeData"])},
    "id": lambda ticket: {"attendeeId": ticket["id"]},
    "id and hash of the list": lambda ticket: {
        "attendeeId": ticket["id"],
        "listedHash": qr_hash(ticket["qrCodeData"]),
    },
}
