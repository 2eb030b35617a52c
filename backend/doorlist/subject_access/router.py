"""The endpoint of the subject access export (contract 7.held)."""

from fastapi import APIRouter, Response

from doorlist.audit.downloads import record_download
from doorlist.audit.rules import Action
from doorlist.backup.router import AllBackups
from doorlist.core import clock
from doorlist.core.api_model import RowId
from doorlist.core.http.attachment import attachment
from doorlist.core.http.routing import Db, DoorlistRoute
from doorlist.subject_access import service
from doorlist.subject_access.schemas import SubjectAccessExport
from doorlist.users.auth import SuperAdmin

router = APIRouter(prefix="/api/attendees", tags=["privacy"], route_class=DoorlistRoute)


@router.get("/{attendee_id}/held", response_model=SubjectAccessExport)
def read_held(attendee_id: RowId, database: Db, backups: AllBackups, user: SuperAdmin) -> Response:
    """All data about one guest, as a file for that guest."""
    stored = backups.store.backups()
    with database.read() as tx:
        held = service.collect_personal_data(tx, attendee_id, stored)
    record_download(
        database,
        Action.ATTENDEE_HELD_EXPORTED,
        by=user,
        after={},
        subject_id=attendee_id,
        event_id=held.attendee.event_id,
    )
    name = f"guest-{attendee_id}-{clock.today(None)}.json"
    return Response(
        held.model_dump_json(by_alias=True, indent=2),
        media_type="application/json",
        headers={"Content-Disposition": attachment(name)},
    )
