"""The calls for the doors of an event at a glance (contract 7.doors)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query

from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.door.figures import leavers, service
from doorlist.door.figures.schemas import ContactRequest, DoorsOut, LeaverRequest, PeopleInside
from doorlist.door.schemas import EventQuery
from doorlist.users.auth import AnyAccess, CurrentUser

router = APIRouter(prefix="/api", tags=["doors"], route_class=DoorlistRoute)


@router.get("/doors")
def read_doors(query: Annotated[EventQuery, Query()], tx: Tx, _: CurrentUser) -> DoorsOut:
    """Arrivals, doors and conflicts of one event."""
    return service.read_doors(tx, query.event_id)


@router.post("/door/contact", status_code=204)
def record_contact(said: ContactRequest, tx: Tx, door: AnyAccess) -> None:
    """Note that a device is at its door, and how many check-ins it still has to send."""
    service.record_contact(tx, said, door)


@router.post("/door/leavers")
async def count_leaver(said: LeaverRequest, door: AnyAccess, database: Db) -> PeopleInside:
    """Count a person who left without a scan, or undo that."""
    await database.run(partial(leavers.count_leaver, said=said, door=door), reading=False)
    # All guests are counted after the commit: no other writer waits for it.
    return await database.run(partial(leavers.read_inside, event_id=said.event_id), reading=True)
