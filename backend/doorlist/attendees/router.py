"""Calls about attendees (contract 7)."""

from functools import partial
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.orm import Session

from doorlist.attendees import service
from doorlist.attendees.schemas import AttendeeChanges, AttendeeFilters, AttendeeIn, AttendeeOut
from doorlist.core.api_model import RowId
from doorlist.core.routing import Db, DoorlistRoute, Tx
from doorlist.core.streaming import stream
from doorlist.users.guards import CurrentUser

router = APIRouter(prefix="/api/attendees", tags=["attendees"], route_class=DoorlistRoute)


@router.get("", response_model=list[AttendeeOut])
async def list_attendees(
    request: Request, response: Response, filters: Annotated[AttendeeFilters, Query()], database: Db, _: CurrentUser
) -> list[AttendeeOut] | Response:
    """Attendees, newest first: all that match, or one page of them when `limit` is given."""
    limit = filters.limit
    if limit is None:
        return await stream(database, partial(_json_chunk, filters=filters), media_type="application/json")
    page = await database.run(lambda tx: service.list_page(tx, filters, limit), reading=True)
    if page.total is not None:
        response.headers["X-Total-Count"] = str(page.total)
    if page.next_after is not None:
        query = {**request.query_params, "after": page.next_after}
        response.headers["Link"] = f'<{request.url.path}?{urlencode(query)}>; rel="next"'
    return page.attendees


@router.post("", status_code=201)
def register_attendee(attendee: AttendeeIn, tx: Tx, user: CurrentUser) -> AttendeeOut:
    """Register an attendee; the invoice number and the QR text are made here."""
    return service.register_attendee(tx, attendee, user)


@router.get("/{attendee_id}")
def read_attendee(attendee_id: RowId, tx: Tx, _: CurrentUser) -> AttendeeOut:
    """One attendee, with event, seller and scanner."""
    return service.get_attendee(tx, attendee_id)


@router.put("/{attendee_id}")
def update_attendee(attendee_id: RowId, changes: AttendeeChanges, tx: Tx, user: CurrentUser) -> AttendeeOut:
    """Save an edit; with the `version` that was read, a stale one is refused."""
    return service.update_attendee(tx, attendee_id, changes, user)


@router.delete("/{attendee_id}", status_code=204)
def delete_attendee(attendee_id: RowId, tx: Tx, user: CurrentUser) -> None:
    """Take an attendee off the list."""
    service.delete_attendee(tx, attendee_id, user)


def _json_chunk(tx: Session, after: int | None, *, filters: AttendeeFilters) -> tuple[str, int | None]:
    """The next rows of the whole list, with the brackets and commas that make all of them one JSON array."""
    chunk = service.list_chunk(tx, filters=filters, after=filters.after if after is None else after)
    rows = ",".join([attendee.model_dump_json(by_alias=True) for attendee in chunk.attendees])
    opening = "[" if after is None else ","
    closing = "]" if chunk.next_after is None else ""
    return opening + rows + closing, chunk.next_after
