"""Requests about ticket types (contract 7)."""

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query

from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.ticket_types import service
from doorlist.ticket_types.schemas import MoveTarget, TicketTypeChanges, TicketTypeIn, TicketTypeOut
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api", tags=["ticket types"], route_class=DoorlistRoute)


@router.get("/events/{event_id}/ticket-types")
def list_ticket_types(event_id: RowId, tx: Tx, _: CurrentUser) -> list[TicketTypeOut]:
    """The ticket types of an event, the oldest first."""
    return service.list_types(tx, event_id)


@router.post("/events/{event_id}/ticket-types", status_code=201)
def create_ticket_type(event_id: RowId, new: TicketTypeIn, tx: Tx, user: CurrentUser) -> TicketTypeOut:
    """Add a ticket type to an event."""
    return service.create_type(tx, event_id, new, user)


@router.put("/ticket-types/{type_id}")
def update_ticket_type(type_id: RowId, changes: TicketTypeChanges, tx: Tx, user: CurrentUser) -> TicketTypeOut:
    """Save an edit."""
    return service.update_type(tx, type_id, changes, user)


@router.delete("/ticket-types/{type_id}", status_code=204)
async def delete_ticket_type(
    type_id: RowId, database: Db, user: CurrentUser, move_to: Annotated[MoveTarget | None, Query(alias="moveTo")] = None
) -> None:
    """Delete a ticket type; with `moveTo` the attendees who have it get that type, or none."""
    delete = partial(service.delete_type, database, type_id, user, move_to=move_to)
    await to_thread.run_sync(delete, limiter=database.writer_slots)
