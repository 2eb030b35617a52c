"""The endpoints of live scans and manual marks (contract 7)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Response
from fastapi.routing import APIRoute

from doorlist.core import clock
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx, from_app_state
from doorlist.door.access import callers
from doorlist.door.admission import service
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.scan_response import body_of
from doorlist.door.admission.worker import AdmissionWorker
from doorlist.door.offline.late_scan import decide_alone
from doorlist.door.rules import RecordOrigin, Scan, is_late
from doorlist.door.schemas import AttendanceAnswer, AttendanceRequest, ScanAnswer, ScanRequest
from doorlist.users.auth import AnyAccess, StaffAccess
from doorlist.users.door_credentials import DoorUser, device_of
from doorlist.users.session_check import fingerprint

router = APIRouter(prefix="/api/attendees", tags=["checkin"], route_class=DoorlistRoute)


@router.post("/scan", response_model=ScanAnswer)
async def scan(
    request: ScanRequest,
    door: AnyAccess,
    worker: Annotated[AdmissionWorker, from_app_state("admission_worker")],
    database: Db,
) -> Response:
    """Decide one scan."""
    user = door.signed_in(request.scanned_by)
    if user is None:
        user = await database.run(partial(callers.user_of_scan, door=door, request=request), reading=True)
    device, origin = device_of(user, request.device), None
    if user.access:
        door.limits.take(user.access, 1)
        origin = RecordOrigin(
            user.id,
            user.full_name,
            request.event_id,
            device,
            grant_id=user.access.id,
            helper=user.helper,
            texts_left=door.limits.texts_left(user.access.id),
        )
    command = Scan(
        session=fingerprint(door.user.token) if door.user else "",
        qr_data=request.qr_data,
        qr_hash=request.qr_hash,
        attendee_id=request.attendee_id,
        listed_hash=request.listed_hash,
        scanned_by=request.scanned_by,
        event_id=request.event_id,
        key=request.idempotency_key,
        direction=request.direction,
        list_id=request.list_id,
        device=device,
        origin=origin,
    )
    # A pass is for one list, which the admission worker does not know.
    is_of_a_list = request.list_id is not None or (user.access is not None and user.access.list_id is not None)
    if is_of_a_list or is_late(request.scanned_at, clock.now()):
        alone = partial(decide_alone, scan=command, scanned_at=request.scanned_at, user=user, door=door)
        return _answer(await database.run(alone, reading=False), user)
    verdict = await worker.decide(command)
    is_new_text = verdict.ticket is None and request.qr_data is not None and not verdict.is_replay
    if user.access and origin and origin.texts_left and is_new_text:
        door.limits.count_texts(user.access.id, 1)
    return _answer(verdict, user)


def _answer(verdict: Verdict, user: DoorUser) -> Response:
    if user.access:
        verdict = callers.verdict_without_private(verdict)
    return Response(body_of(verdict, fields=user.may and user.may.attendee_fields), media_type="application/json")


@router.patch("/{attendee_id}/attendance")
def set_attendance(attendee_id: RowId, request: AttendanceRequest, tx: Tx, door: StaffAccess) -> AttendanceAnswer:
    """Mark an attendee present or absent by hand."""
    user = callers.user_of_attendance(tx, door, attendee_id, request)
    attendee, changed = service.set_attendance(tx, attendee_id, request, user)
    state = "present" if request.attended else "absent"
    message = f"Marked {state}" if changed else f"Was already {state}"
    if attendee.attended != request.attended:
        message = "Checked in at another time"
    return AttendanceAnswer(message=message, attendee=callers.without_private(attendee) if user.access else attendee)


SCAN_ROUTE = next(route for route in router.routes if isinstance(route, APIRoute) and route.name == scan.__name__)
"""The route of the scan, for the fast path that answers it first."""
