"""The call by which a device sends what it kept (contract 7.settle)."""

from functools import partial

from fastapi import APIRouter

from doorlist.core import clock
from doorlist.core.http.routing import Db, DoorlistRoute
from doorlist.door.offline import missing, sync
from doorlist.door.offline.schemas import DoorRecords, SettledRecord, SettledRecords
from doorlist.users.guards import Doorkeeper

router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=DoorlistRoute)


@router.post("/scans")
async def send_records(request: DoorRecords, door: Doorkeeper, database: Db) -> SettledRecords:
    """Settle check-ins and undos that a device kept, each by itself."""
    delivery = sync.Delivery(request, door, clock.now())
    if door.signed_in(request.scanned_by) is None:
        await database.run(partial(sync.check_limits, delivery=delivery), reading=True)
    results = dict[int, SettledRecord]()
    *parts, last = delivery.parts
    for part in parts:
        results |= await database.write_in_turn(partial(sync.settle_part, delivery=delivery, part=part))
    results |= await database.write_in_turn(partial(sync.settle_and_note, delivery=delivery, part=last))
    # Read without the writer's lock: other devices of the user may wait with tens of thousands of records.
    for grant_id in await database.run(partial(sync.find_arrived, delivery=delivery), reading=True):
        note = partial(missing.note_unsent, grant_id=grant_id, unsent=None, now=delivery.received)
        await database.run(note, reading=False)
    return sync.answer(delivery, results)
