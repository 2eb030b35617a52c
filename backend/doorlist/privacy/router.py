"""Calls about erasing (contract 7.erase)."""

from functools import partial
from typing import Annotated, cast

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.scrubbing import Eraser
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx
from doorlist.privacy import announcing, erasure, retention
from doorlist.privacy.erasure_ledger import Remembered
from doorlist.privacy.schemas import DueOut, DueQuery, EventPostponed, KeepingChange, KeepingOut
from doorlist.users.guards import ConfirmedSuperAdmin, SuperAdmin

router = APIRouter(prefix="/api/attendees", tags=["privacy"], route_class=DoorlistRoute)


async def _eraser(request: Request) -> Eraser:
    return cast("Eraser", request.app.state.eraser)


@router.post("/{attendee_id}/erase")
async def erase_attendee(
    attendee_id: RowId,
    database: Db,
    settings: Config,
    eraser: Annotated[Eraser, Depends(_eraser)],
    user: ConfirmedSuperAdmin,
) -> AttendeeOut:
    """Take away everything that says who a guest was; table, payment and times stay. It cannot be undone."""
    erase = partial(erasure.erase_attendee, database, attendee_id, user, Remembered(settings.data_dir))
    database.gate.refuse_while_closed()
    attendee = await to_thread.run_sync(erase, limiter=database.writer_slots)
    # The values leave the file too, and not only the tables. What takes longer, the eraser's thread does soon.
    await to_thread.run_sync(eraser.erase_now)
    return attendee


keeping_router = APIRouter(prefix="/api/privacy", tags=["privacy"], route_class=DoorlistRoute)


@keeping_router.get("")
def get_keeping(tx: Tx, _: SuperAdmin) -> KeepingOut:
    """For how long guests are kept after their event, and the last run that erased the others."""
    return retention.get_keeping(tx)


@keeping_router.put("")
def set_keeping(change: KeepingChange, tx: Tx, caller: ConfirmedSuperAdmin) -> KeepingOut:
    """Set the period, and announce whom it erases; the server then erases once a day."""
    return retention.set_keeping(tx, change, caller)


@keeping_router.get("/due")
def get_due_guests(query: Annotated[DueQuery, Query()], tx: Tx, _: SuperAdmin) -> DueOut:
    """The guests whom a period would erase after the announcement. Nothing is changed."""
    return retention.due_guests(tx, query.keep_days)


@keeping_router.put("/events/{event_id}")
def postpone_event(event_id: RowId, change: EventPostponed, tx: Tx, caller: SuperAdmin) -> KeepingOut:
    """Keep the guests of an event until a day, or for as long as the period says."""
    announcing.postpone_event(tx, event_id, change, caller)
    return retention.get_keeping(tx)
