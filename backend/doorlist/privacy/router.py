"""Calls about erasing (contract 7.erase)."""

from functools import partial
from typing import Annotated, cast

from anyio import to_thread
from fastapi import APIRouter, Depends, Request

from doorlist.attendees.erasing import Eraser
from doorlist.attendees.schemas import AttendeeOut
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute
from doorlist.privacy import service
from doorlist.privacy.remembered import Remembered
from doorlist.users.guards import SuperAdmin

router = APIRouter(prefix="/api/attendees", tags=["privacy"], route_class=DoorlistRoute)


async def _eraser(request: Request) -> Eraser:
    return cast("Eraser", request.app.state.eraser)


@router.post("/{attendee_id}/erase")
async def erase_attendee(
    attendee_id: RowId,
    database: Db,
    settings: Config,
    eraser: Annotated[Eraser, Depends(_eraser)],
    user: SuperAdmin,
) -> AttendeeOut:
    """Take away everything that says who a guest was; table, payment and times stay. It cannot be undone."""
    erase = partial(
        service.erase_attendee, attendee_id=attendee_id, caller=user, remembered=Remembered(settings.data_dir)
    )
    attendee = await database.run(erase, reading=False)
    # The values leave the file too, and not only the tables. What takes longer, the eraser's thread does soon.
    await to_thread.run_sync(eraser.erase_now)
    return attendee
