"""The calls for the grants of doors (contract 7)."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from doorlist.core.api_model import RowId
from doorlist.core.http.guards import is_https
from doorlist.core.http.routing import Config, DoorlistRoute, Tx
from doorlist.door.grants import service
from doorlist.door.grants.schemas import GrantListed, GrantOut, GrantQuery, GrantRequest
from doorlist.users.cookies import set_grants
from doorlist.users.guards import CurrentUser, DoorCaller, Doorkeeper, DoorReader

router = APIRouter(prefix="/api/door/grants", tags=["checkin"], route_class=DoorlistRoute)


@router.post("")
def make_grant(
    request: Request,
    response: Response,
    said: GrantRequest,
    tx: Tx,
    door: DoorCaller,
    doorkeeper: Doorkeeper,
    settings: Config,
) -> GrantOut:
    """Let this device check in for its user at the event, also when the session is over; or tell of the device."""
    if door.user is None:
        return service.tell_of_device(tx, said, doorkeeper)
    granted = service.grant_to_user(tx, said, door.user, door)
    set_grants(response, granted.secrets, https=is_https(request.scope, settings))
    return granted.grant


@router.get("")
def list_grants(query: Annotated[GrantQuery, Query()], tx: Tx, _: DoorReader, door: DoorCaller) -> list[GrantListed]:
    """The devices that may check in at the event."""
    return service.list_devices(tx, query.event_id, door)


@router.delete("/{grant_id}", status_code=204)
def end_grant(grant_id: RowId, tx: Tx, caller: CurrentUser) -> None:
    """End the access of a device, by its user or a super administrator."""
    service.end_grant(tx, grant_id, caller)
