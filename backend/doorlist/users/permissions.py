"""The permissions of a device without a session, by the kind of its access (contract 6.grant, 6.pass)."""

import re
from datetime import timedelta
from typing import NamedTuple

from doorlist.users.rules import AccessKind

_ENDPOINTS = "POST /api/attendees/scan|GET /api/live|GET /api/door/list|POST /api/door/(scans|contact|grants|leavers)"


class Permissions(NamedTuple):
    """The permissions of a device at the event of its access."""

    endpoints: re.Pattern[str]
    """Method and path of the requests that it may send."""
    undoes_within: timedelta | None
    """The time in which it may undo check-ins of the same device. None: any check-in, at any time."""
    names_door: bool
    """Whether its requests name the door. Otherwise the door is the one of its access."""
    attendee_fields: frozenset[str] | None
    """Fields of the attendee in the response to a scan. None: all except `phone`, `email` and `qrCodeData`."""


MAY = {
    AccessKind.STAFF: Permissions(
        endpoints=re.compile(f"{_ENDPOINTS}|PATCH /api/attendees/[^/]+/attendance|GET /api/door/grants"),
        undoes_within=None,
        names_door=True,
        attendee_fields=None,
    ),
    AccessKind.HELPER: Permissions(
        endpoints=re.compile(_ENDPOINTS),
        undoes_within=timedelta(minutes=10),
        names_door=False,
        attendee_fields=frozenset(
            (
                "id",
                "eventId",
                "event",
                "fullName",
                "tableNumber",
                "paymentStatus",
                "paymentGroup",
                "owedCents",
                "notes",
                "attended",
                "attendedAt",
                "scannedBy",
                "scanner",
                "checkInDoor",
                "inside",
                "leftAt",
                "ticketType",
            )
        ),
    ),
}
