"""Endpoints for erasures and retention (contract 7.erase, 7.keep)."""

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query

from doorlist.attendees.schemas import AttendeeOut
from doorlist.attendees.scrubbing import DeletedRowScrubber
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx, from_app_state
from doorlist.privacy import announcing, erasure, retention
from doorlist.privacy.erasure_ledger import ErasureLedger
from doorlist.privacy.schemas import DueOut, DueQuery, EventPostponed, RetentionChange, RetentionOut
from doorlist.users.auth import ConfirmedSuperAdmin, SuperAdmin

router = APIRouter(prefix="/api/attendees", tags=["privacy"], route_class=DoorlistRoute)


@router.post("/{attendee_id}/erase")
async def erase_attendee(
    attendee_id: RowId,
    database: Db,
    settings: Config,
    scrubber: Annotated[DeletedRowScrubber, from_app_state("scrubber")],
    user: ConfirmedSuperAdmin,
) -> AttendeeOut:
    """Erase a guest: remove all personal data; table, payment and times stay. It cannot be undone."""
    erase = partial(erasure.erase_attendee, database, attendee_id, user, ErasureLedger(settings.data_dir))
    database.gate.refuse_while_closed()
    attendee = await to_thread.run_sync(erase, limiter=database.writer_slots)
    # Removes the values from the database file too; the worker finishes if this takes long.
    await to_thread.run_sync(scrubber.scrub_now)
    return attendee


retention_router = APIRouter(prefix="/api/privacy", tags=["privacy"], route_class=DoorlistRoute)


@retention_router.get("")
def get_retention(tx: Tx, _: SuperAdmin) -> RetentionOut:
    """The retention period, its last run, and the announced erasures."""
    return retention.get_retention(tx)


@retention_router.put("")
def set_retention(change: RetentionChange, tx: Tx, caller: ConfirmedSuperAdmin) -> RetentionOut:
    """Set the period and announce its erasures; the server then erases once a day."""
    return retention.set_retention(tx, change, caller)


@retention_router.get("/due")
def get_due_guests(query: Annotated[DueQuery, Query()], tx: Tx, _: SuperAdmin) -> DueOut:
    """The guests whom a period would erase after the announcement. Changes nothing."""
    return retention.due_guests(tx, query.keep_days)


@retention_router.put("/events/{event_id}")
def postpone_event(event_id: RowId, change: EventPostponed, tx: Tx, caller: SuperAdmin) -> RetentionOut:
    """Keep the guests of an event until a day, or as long as the period says."""
    announcing.postpone_event(tx, event_id, change, caller)
    return retention.get_retention(tx)
