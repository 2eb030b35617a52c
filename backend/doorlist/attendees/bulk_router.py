"""Calls that change many attendees at once (contract 7.update-many)."""

from functools import partial

from fastapi import APIRouter

from doorlist.attendees.bulk_undo import undo_update
from doorlist.attendees.bulk_update import preview_of_many
from doorlist.attendees.bulk_update import update_many as update_many_attendees
from doorlist.attendees.schemas import ManyChanges, PreviewOfMany, RestoredMany, UpdatedMany
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Db, DoorlistRoute, Tx
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api/attendees/update-many", tags=["attendees"], route_class=DoorlistRoute)


@router.post("")
def update_many(changes: ManyChanges, tx: Tx, user: CurrentUser) -> UpdatedMany:
    """Give a table or a payment to many attendees, all of them or none."""
    return update_many_attendees(tx, changes, user)


@router.post("/preview")
async def preview_update_many(changes: ManyChanges, database: Db, _: CurrentUser) -> PreviewOfMany:
    """The effect of a bulk update, which is not made."""
    return await database.run(partial(preview_of_many, changes=changes), reading=True)


@router.post("/{bulk_update_id}/undo")
def undo_update_many(bulk_update_id: RowId, tx: Tx, user: CurrentUser) -> RestoredMany:
    """Give the attendees of a bulk update their former values again, unless one was edited since."""
    return undo_update(tx, bulk_update_id, user)
