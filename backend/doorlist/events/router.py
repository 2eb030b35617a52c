"""The five calls about events (contract 7)."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Request

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx, from_app_state
from doorlist.events import service
from doorlist.events.deletion import EventDeletions
from doorlist.events.retention import Retention
from doorlist.events.schemas import EventChanges, EventIn, EventOut
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api/events", tags=["events"], route_class=DoorlistRoute)


async def _safety_backup_first(request: Request, event_id: RowId) -> None:
    """Take a safety backup before the transaction. If that fails, nothing is deleted."""
    await request.app.state.safety_backups.before_event(event_id)


RetentionInForce = Annotated[Retention, from_app_state("retention")]
"""Counts the guests whom the retention period erases after a change."""


@router.get("")
def list_events(tx: Tx, _: CurrentUser) -> list[EventOut]:
    """Every event: by date, time (none last), id."""
    return service.list_events(tx)


@router.post("", status_code=201)
def create_event(event: EventIn, tx: Tx, user: CurrentUser) -> EventOut:
    """Create an event."""
    return service.create_event(tx, event, user)


@router.get("/{event_id}")
def read_event(event_id: RowId, tx: Tx, _: CurrentUser) -> EventOut:
    """One event."""
    return service.get_event(tx, event_id)


@router.put("/{event_id}")
def update_event(
    event_id: RowId, changes: EventChanges, tx: Tx, retention: RetentionInForce, user: CurrentUser
) -> EventOut:
    """Save an edit; with the `version` that was read, a stale one is refused."""
    return service.update_event(tx, event_id, changes, user, retention)


@router.delete("/{event_id}", status_code=204, dependencies=[Depends(_safety_backup_first)])
async def delete_event(
    event_id: RowId,
    deletions: Annotated[EventDeletions, from_app_state("event_deletions")],
    database: Db,
    user: CurrentUser,
) -> None:
    """Delete an event and all its attendees."""
    await to_thread.run_sync(deletions.delete, event_id, user, limiter=database.writer_slots)
