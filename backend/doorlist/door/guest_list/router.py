"""The call for a door's list (contract 7)."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from doorlist.core import clock
from doorlist.core.http.compression import gzipped, takes_gzip
from doorlist.core.http.routing import Db, DoorlistRoute
from doorlist.core.http.security import REVALIDATED
from doorlist.core.http.streaming import stream
from doorlist.door.guest_list.schemas import DoorList, DoorListQuery
from doorlist.door.guest_list.service import Since, entity_tag, is_known, list_chunk, named_tickets
from doorlist.live.hub import LiveHub
from doorlist.users.auth import AnyReader

JSON = "application/json"

router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=DoorlistRoute)


async def _since(request: Request) -> Since:
    live = cast("LiveHub", request.app.state.live)
    return Since(clock.milliseconds(clock.now()), live.position)


@router.get("/list", response_model=DoorList, responses={304: {"description": "The list is still the one of the ETag"}})
async def read_door_list(
    query: Annotated[DoorListQuery, Query()],
    since: Annotated[Since, Depends(_since)],
    database: Db,
    _: AnyReader,
    if_none_match: Annotated[str | None, Header()] = None,
    accept_encoding: Annotated[str | None, Header()] = None,
) -> Response:
    """The tickets of an event, for a door that goes on without the server; with `ids` only these of them."""
    event_id, ids = query.event_id, query.named
    if ids is not None:
        answer = partial(named_tickets, event_id=event_id, ids=ids, since=since)
        return Response(await database.run(answer, reading=True), media_type=JSON)
    slots = database.door_list_slots
    tag = await database.run_long_read(partial(entity_tag, event_id=event_id), slots)
    headers = {"ETag": tag, "Cache-Control": REVALIDATED[1].decode()}
    if is_known(tag, if_none_match):
        return Response(status_code=304, headers=headers)
    whole = partial(list_chunk, event_id=event_id, since=since)
    response = await stream(database, whole, media_type=JSON, headers=headers, slots=slots)
    if takes_gzip(accept_encoding):
        response.headers["Content-Encoding"] = "gzip"
        response.body_iterator = gzipped(cast("AsyncIterator[str]", response.body_iterator))
    return response
