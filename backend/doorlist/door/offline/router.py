"""The endpoint for uploads (contract 7.settle)."""

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.http.routing import Db, DoorlistRoute
from doorlist.door.offline import missing_records, sync
from doorlist.door.offline.schemas import DoorRecords, RecordResults
from doorlist.users.auth import AnyAccess


class TurnRoute(DoorlistRoute):
    """A route for one upload after the other: to parse two hundred records takes as long as dozens of scans.

    The body has arrived by then, so a slow connection makes no other upload wait. `request.state.turn` may be closed
    before the response.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_in_turn(request: Request) -> Response:
            database: Database = request.app.state.database
            # Before the wait: door times depend on it.
            request.state.received = clock.now()
            async with AsyncExitStack() as turn:
                await turn.enter_async_context(database.delivery_slots.acquire())
                request.state.turn = turn
                return await handle(request)

        return handle_in_turn


router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=TurnRoute)


@router.post("/scans")
async def send_records(request: DoorRecords, http: Request, door: AnyAccess, database: Db) -> RecordResults:
    """Apply the uploaded check-ins and undos of a device, each with its own result."""
    sync_request = sync.SyncRequest(request, door, http.state.received)
    if door.signed_in(request.scanned_by) is None:
        await database.run(partial(sync.check_limits, sync_request=sync_request), reading=True)
    *chunks, last = sync_request.chunks(sync.records_at_once(database))
    applied = [
        await database.write_delivery(partial(sync.apply_chunk, sync_request=sync_request, chunk=chunk))
        for chunk in chunks
    ]
    applied.append(await database.write_delivery(partial(sync.apply_last_chunk, sync_request=sync_request, chunk=last)))
    results = await to_thread.run_sync(sync.answer, sync_request, applied)
    await http.state.turn.aclose()
    # Read without the writer's lock: other devices of the user may wait with tens of thousands of records.
    find = partial(missing_records.find_arrived, user_id=request.scanned_by, event_id=request.event_id)
    for grant_id in await database.run(find, reading=True):
        note = partial(missing_records.record_unsent, access_id=grant_id, unsent=None, now=sync_request.received)
        await database.run(note, reading=False)
    return results
