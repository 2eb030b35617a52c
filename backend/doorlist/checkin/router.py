"""The two calls of the door (contract 7)."""

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request, Response
from fastapi.routing import APIRoute

from doorlist.checkin import service
from doorlist.checkin.answers import body_of
from doorlist.checkin.desk import AdmissionDesk
from doorlist.checkin.rules import Scan
from doorlist.checkin.schemas import AttendanceAnswer, AttendanceRequest, ScanAnswer, ScanRequest
from doorlist.core import clock
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.users.guards import CurrentUser
from doorlist.users.sessions import fingerprint

router = APIRouter(prefix="/api/attendees", tags=["checkin"], route_class=DoorlistRoute)


async def _desk(request: Request) -> AdmissionDesk:
    return cast("AdmissionDesk", request.app.state.desk)


@router.post("/scan", response_model=ScanAnswer)
async def scan(request: ScanRequest, user: CurrentUser, desk: Annotated[AdmissionDesk, Depends(_desk)]) -> Response:
    """Decide one scan."""
    command = Scan(
        session=fingerprint(user.token),
        at=clock.now(),
        qr_data=request.qr_data,
        qr_hash=request.qr_hash,
        attendee_id=request.attendee_id,
        scanned_by=request.scanned_by,
        event_id=request.event_id,
        key=request.idempotency_key,
        device=request.device,
    )
    return Response(body_of(await desk.decide(command)), media_type="application/json")


@router.patch("/{attendee_id}/attendance")
def set_attendance(attendee_id: RowId, request: AttendanceRequest, tx: Tx, user: CurrentUser) -> AttendanceAnswer:
    """Mark somebody present or absent by hand."""
    attendee, changed = service.set_attendance(tx, attendee_id, request, user)
    state = "present" if request.attended else "absent"
    message = f"Marked {state}" if changed else f"Was already {state}"
    if attendee.attended != request.attended:
        message = "Checked in at another time"
    return AttendanceAnswer(message=message, attendee=attendee)


SCAN_ROUTE = next(route for route in router.routes if isinstance(route, APIRoute) and route.name == scan.__name__)
"""The route of the scan, for the fast path that answers it first."""
