"""Calls about attendees (contract 7)."""

from functools import partial
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.orm import Session

from doorlist.attendees import service
from doorlist.attendees.schemas import AttendeeChanges, AttendeeFilters, AttendeeIn, AttendeeOut
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.core.http.streaming import stream
from doorlist.users.guards import CurrentUser

CHUNK = 1000

router = APIRouter(prefix="/api/attendees", tags=["attendees"], route_class=DoorlistRoute)


@router.get("", response_model=list[AttendeeOut])
async def list_attendees(
    request: Request, filters: Annotated[AttendeeFilters, Query()], database: Db, _: CurrentUser
) -> Response:
    """Attendees, newest first: all that match, or one page of them when `limit` is given."""
    limit = filters.limit
    if limit is None:
        return await stream(database, WholeList(filters), media_type="application/json")
    find_page = partial(
        service.list_page, filters=filters, limit=limit, after=filters.after, counted=filters.after is None
    )
    page = await database.run(find_page, reading=True)
    headers = {}
    if page.total is not None:
        headers["X-Total-Count"] = str(page.total)
    if page.next_after is not None:
        query = {**request.query_params, "after": page.next_after}
        headers["Link"] = f'<{request.url.path}?{urlencode(query)}>; rel="next"'
    return Response(page.attendees, media_type="application/json", headers=headers)


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


class WholeList:
    """All that match as one JSON array, a chunk at a time."""

    def __init__(self, filters: AttendeeFilters) -> None:
        self._filters = filters
        # The cursors of chunks that had rows: people may be deleted while the list is on its way.
        self._filled: set[int | None] = set()

    def __call__(self, tx: Session, after: int | None) -> tuple[str, int | None]:
        """The next rows, with the brackets and commas that make all of them one array."""
        start = self._filters.after if after is None else after
        page = service.list_page(tx, self._filters, limit=CHUNK, after=start, counted=False)
        rows = page.attendees[1:-1]
        comma = "," if rows and self._filled - {after} else ""
        if rows:
            self._filled.add(after)
        opening = "[" if after is None else ""
        closing = "]" if page.next_after is None else ""
        return opening + comma + rows + closing, page.next_after
