"""Calls about attendees (contract 7)."""

from functools import partial
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request, Response
from sqlalchemy.orm import Session

from doorlist.attendees import lists, service
from doorlist.attendees.schemas import (
    AttendeeChanges,
    AttendeeDetails,
    AttendeeFilters,
    AttendeeOut,
    EventFigures,
    Neighbours,
    RegisteredTogether,
    Registration,
    SimilarQuery,
    SortedAttendees,
)
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.core.http.streaming import stream
from doorlist.users.auth import CurrentUser

CHUNK = 1000

router = APIRouter(prefix="/api/attendees", tags=["attendees"], route_class=DoorlistRoute)


async def _safety_backup_first(request: Request, user: CurrentUser) -> None:
    """Before the transaction: the 101st deletion by one user within a minute takes a backup first."""
    await request.app.state.safety_backups.before_attendee(user.id)


@router.get("", response_model=list[AttendeeOut])
async def list_attendees(
    request: Request, filters: Annotated[AttendeeFilters, Query()], database: Db, _: CurrentUser
) -> Response:
    """Attendees in the order asked for: all that match, or one page of them when `limit` is given."""
    limit = filters.limit
    if limit is None:
        return await stream(database, partial(read_list_chunk, filters=filters), media_type="application/json")
    find_page = partial(lists.list_page, filters=filters, limit=limit, counted=filters.after is None)
    page, attendees = await database.run(find_page, reading=True)
    headers = {}
    if page.total is not None:
        headers["X-Total-Count"] = str(page.total)
    if page.next_after is not None:
        query = {**request.query_params, "after": page.next_after}
        headers["Link"] = f'<{request.url.path}?{urlencode(query)}>; rel="next"'
    return Response(attendees, media_type="application/json", headers=headers)


@router.get("/similar", response_model=list[AttendeeOut])
async def list_similar_attendees(query: Annotated[SimilarQuery, Query()], database: Db, _: CurrentUser) -> Response:
    """At most five attendees whose name is one or two letters off, the nearest first."""
    find = partial(lists.list_similar, name=query.name, event_id=query.event_id)
    return Response(await database.run(find, reading=True), media_type="application/json")


@router.post("", status_code=201)
def register_attendee(attendee: Registration, tx: Tx, user: CurrentUser) -> RegisteredTogether | AttendeeOut:
    """Register an attendee, or several of one buyer; the invoice numbers and the QR texts are made here."""
    return service.register_attendee(tx, attendee, user)


# Before the call of one attendee, whose id it would be.
@router.get("/figures")
def read_figures(event_id: Annotated[RowId, Query(alias="eventId")], tx: Tx, _: CurrentUser) -> EventFigures:
    """How many tickets an event has, who arrived, and what is still owed."""
    return service.read_figures(tx, event_id)


@router.get("/{attendee_id}")
def read_attendee(attendee_id: RowId, tx: Tx, _: CurrentUser) -> AttendeeDetails:
    """One attendee, with event, seller, scanner and the check-ins at lists."""
    return service.get_details(tx, attendee_id)


@router.get("/{attendee_id}/party")
def read_party(attendee_id: RowId, tx: Tx, _: CurrentUser) -> list[AttendeeOut]:
    """The others of the same buyer, by name and phone, who are not in yet."""
    return lists.party_outside(tx, attendee_id)


@router.get("/{attendee_id}/neighbours")
def read_neighbours(
    attendee_id: RowId, query: Annotated[SortedAttendees, Query()], tx: Tx, _: CurrentUser
) -> Neighbours:
    """The attendees before and after this one in a list, and the position in it."""
    return lists.find_neighbours(tx, attendee_id, query)


@router.put("/{attendee_id}")
def update_attendee(attendee_id: RowId, changes: AttendeeChanges, tx: Tx, user: CurrentUser) -> AttendeeOut:
    """Save an edit; with the `version` that was read, a stale one is refused."""
    return service.update_attendee(tx, attendee_id, changes, user)


@router.delete("/{attendee_id}", status_code=204, dependencies=[Depends(_safety_backup_first)])
def delete_attendee(attendee_id: RowId, tx: Tx, user: CurrentUser) -> None:
    """Take an attendee off the list."""
    service.delete_attendee(tx, attendee_id, user)


class _Position(NamedTuple):
    """Where the next chunk of a whole list begins, and whether any row came before it."""

    after: str
    is_filled: bool


def read_list_chunk(
    tx: Session, position: _Position | None, *, filters: AttendeeFilters
) -> tuple[str, _Position | None]:
    """Return the next rows, with the brackets and commas that make all chunks one array, and the next position.

    A chunk may have no rows: attendees may be deleted while the list is on its way.
    """
    if position is not None:
        filters = filters.model_copy(update={"after": position.after})
    page, attendees = lists.list_page(tx, filters, limit=CHUNK, counted=False)
    rows = attendees[1:-1]
    was_filled = position is not None and position.is_filled
    text = ("[" if position is None else "") + ("," if rows and was_filled else "") + rows
    if page.next_after is None:
        return f"{text}]", None
    return text, _Position(page.next_after, bool(rows) or was_filled)
