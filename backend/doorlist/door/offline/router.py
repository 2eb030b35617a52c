"""The endpoint for uploads (contract 7.settle)."""

from functools import partial

from fastapi import APIRouter

from doorlist.core import clock
from doorlist.core.http.routing import Db, DoorlistRoute
from doorlist.door.offline import missing_records, sync
from doorlist.door.offline.schemas import DoorRecords, RecordResult, RecordResults
from doorlist.users.auth import AnyAccess

router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=DoorlistRoute)


@router.post("/scans")
async def send_records(request: DoorRecords, door: AnyAccess, database: Db) -> RecordResults:
    """Apply the uploaded check-ins and undos of a device, each with its own result."""
    sync_request = sync.SyncRequest(request, door, clock.now())
    if door.signed_in(request.scanned_by) is None:
        await database.run(partial(sync.check_limits, sync_request=sync_request), reading=True)
    results = dict[int, RecordResult]()
    *chunks, last = sync_request.chunks
    for chunk in chunks:
        results |= await database.write_queued(partial(sync.apply_chunk, sync_request=sync_request, chunk=chunk))
    results |= await database.write_queued(partial(sync.apply_last_chunk, sync_request=sync_request, chunk=last))
    # Read without the writer's lock: other devices of the user may wait with tens of thousands of records.
    find = partial(missing_records.find_arrived, user_id=request.scanned_by, event_id=request.event_id)
    for grant_id in await database.run(find, reading=True):
        note = partial(missing_records.record_unsent, access_id=grant_id, unsent=None, now=sync_request.received)
        await database.run(note, reading=False)
    return sync.answer(sync_request, results)
