"""The calls for access: devices (contract 7.grant) and passes (contract 7.pass)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from doorlist.attendees.ticket_page.service import AnonymousLimiter
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx, from_app_state
from doorlist.core.http.security import client_address, is_https
from doorlist.door.access import devices, passes
from doorlist.door.access.passes import UnknownPass
from doorlist.door.access.schemas import (
    ClaimRequest,
    GrantListed,
    GrantOut,
    GrantRequest,
    PassClaimed,
    PassMade,
    PassOut,
    PassRequest,
)
from doorlist.door.schemas import EventQuery
from doorlist.users.auth import AnyAccess, CurrentUser, StaffAccess, StaffReader
from doorlist.users.cookies import read_secrets, set_secrets
from doorlist.users.rules import AccessKind

router = APIRouter(prefix="/api/door", tags=["checkin"], route_class=DoorlistRoute)


@router.post("/grants")
def make_grant(
    request: Request,
    response: Response,
    said: GrantRequest,
    tx: Tx,
    door: StaffAccess,
    doorkeeper: AnyAccess,
    settings: Config,
) -> GrantOut:
    """Give this device access for its user and the event, even after the session; or record its report."""
    if door.user is None:
        return devices.report(tx, said, doorkeeper)
    grant, secrets = devices.grant_to_user(tx, said, door.user, door)
    set_secrets(response, AccessKind.STAFF, secrets, https=is_https(request.scope, settings))
    return grant


@router.get("/grants")
def list_grants(query: Annotated[EventQuery, Query()], tx: Tx, _: StaffReader, door: StaffAccess) -> list[GrantListed]:
    """The devices that may check in at the event."""
    return devices.list_devices(tx, query.event_id, door)


@router.delete("/grants/{grant_id}", status_code=204)
def end_grant(grant_id: RowId, tx: Tx, caller: CurrentUser) -> None:
    """End the access of a device, by its user or a super administrator."""
    devices.end_device(tx, grant_id, caller)


@router.post("/passes", status_code=201)
def make_pass(request: PassRequest, tx: Tx, caller: CurrentUser) -> PassMade:
    """Make a pass for a helper."""
    return passes.make_pass(tx, request, caller)


@router.get("/passes")
def list_passes(query: Annotated[EventQuery, Query()], tx: Tx, _: CurrentUser) -> list[PassOut]:
    """The passes for an event, newest first."""
    return passes.list_passes(tx, query.event_id)


@router.delete("/passes/{pass_id}", status_code=204)
def revoke_pass(pass_id: RowId, tx: Tx, caller: CurrentUser) -> None:
    """Revoke a pass and the access of its device."""
    passes.revoke_pass(tx, pass_id, caller)


@router.post("/passes/claim")
async def claim_pass(
    request: Request,
    response: Response,
    claim: ClaimRequest,
    settings: Config,
    database: Db,
    strangers: Annotated[AnonymousLimiter, from_app_state("strangers")],
) -> PassClaimed:
    """Claim a pass for this device. Needs no session."""
    scope, address = request.scope, client_address(request.scope, settings)
    held, of_staff = (read_secrets(scope, kind, settings) for kind in (AccessKind.HELPER, AccessKind.STAFF))
    work = partial(passes.claim_pass, request=claim, held=held, of_staff=of_staff, address=address)
    try:
        async with strangers.slots.acquire():
            await database.run(partial(passes.check_claim, request=claim), reading=True)
            claimed, secrets = await database.run(work, reading=False)
    except UnknownPass:
        strangers.count_unknown(address)
        raise
    set_secrets(response, AccessKind.HELPER, secrets, https=is_https(scope, settings))
    return claimed
