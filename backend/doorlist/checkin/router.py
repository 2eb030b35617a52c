"""The two calls of the door (contract 7)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from doorlist.checkin import service
from doorlist.checkin.rules import ScanOutcome
from doorlist.checkin.schemas import AttendanceAnswer, AttendanceRequest, ScanAnswer, ScanRequest
from doorlist.core.api_model import RowId
from doorlist.core.errors import Problem
from doorlist.core.metrics import Metrics
from doorlist.core.routing import DoorlistRoute, Tx
from doorlist.events.schemas import EventRef
from doorlist.users.guards import CurrentUser

router = APIRouter(prefix="/api/attendees", tags=["checkin"], route_class=DoorlistRoute)


class TicketInvalid(Problem):
    """The text is no ticket of ours, nor one that was brought along."""

    code = "ticket_invalid"
    title = "Invalid QR Code"

    def __init__(self) -> None:
        super().__init__("Invalid QR code: this is not a ticket")


class TicketUnknown(Problem):
    """A text in our form that nobody on the list has."""

    status = 404
    code = "ticket_unknown"
    title = "Invalid QR Code"

    def __init__(self) -> None:
        super().__init__("Ticket not found")


class TicketOfOtherEvent(Problem):
    """A good ticket at the wrong door; `ticketEvent` says which event it is for."""

    status = 404
    code = "ticket_other_event"
    title = "Invalid QR Code"

    def __init__(self, event: EventRef) -> None:
        super().__init__(
            "Ticket not found for this event: it is for another one",
            extra={"ticketEvent": event.model_dump(by_alias=True)},
        )


async def _metrics(request: Request) -> Metrics:
    metrics: Metrics = request.app.state.metrics
    return metrics


@router.post("/scan", response_model=ScanAnswer)
def scan(
    request: ScanRequest, tx: Tx, user: CurrentUser, metrics: Annotated[Metrics, Depends(_metrics)]
) -> ScanAnswer | Response:
    """Decide one scan. Refusals are returned, not raised, because their log rows are to be kept."""
    verdict = service.scan(tx, request, user)
    if not verdict.is_replay:
        metrics.scans.labels(verdict.outcome).inc()
    match verdict.outcome, verdict.attendee:
        case ScanOutcome.ADMITTED, attendee if attendee:
            return ScanAnswer(already_scanned=False, attendee=attendee, message="Check-in complete")
        case ScanOutcome.REPEAT, attendee if attendee:
            return ScanAnswer(already_scanned=True, attendee=attendee, message="Already checked in")
        case ScanOutcome.OTHER_EVENT, attendee if attendee:
            return TicketOfOtherEvent(attendee.event).response()
        case ScanOutcome.UNKNOWN, _:
            return TicketUnknown().response()
        case _:
            return TicketInvalid().response()


@router.patch("/{attendee_id}/attendance")
def set_attendance(attendee_id: RowId, request: AttendanceRequest, tx: Tx, user: CurrentUser) -> AttendanceAnswer:
    """Mark somebody present or absent by hand."""
    attendee, changed = service.set_attendance(tx, attendee_id, request, user)
    state = "present" if request.attended else "absent"
    message = f"Marked {state}" if changed else f"Was already {state}"
    return AttendanceAnswer(message=message, attendee=attendee)
