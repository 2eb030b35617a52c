"""The calls for door passes (contract 7.pass)."""

from functools import partial
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query, Request, Response

from doorlist.attendees.ticket_page.service import Strangers
from doorlist.core.api_model import RowId
from doorlist.core.http.guards import client_address, is_https
from doorlist.core.http.routing import Config, Db, DoorlistRoute, Tx
from doorlist.door.passes import service
from doorlist.door.passes.schemas import ClaimRequest, PassClaimed, PassMade, PassOut, PassQuery, PassRequest
from doorlist.door.passes.service import UnknownPass
from doorlist.users.cookies import grant_secrets, pass_secrets, read_grants, set_passes
from doorlist.users.guards import CurrentUser

router = APIRouter(prefix="/api/door/passes", tags=["checkin"], route_class=DoorlistRoute)


async def _strangers(request: Request) -> Strangers:
    return cast("Strangers", request.app.state.strangers)


@router.post("", status_code=201)
def make_pass(request: PassRequest, tx: Tx, caller: CurrentUser) -> PassMade:
    """Make a pass for a helper."""
    return service.make_pass(tx, request, caller)


@router.get("")
def list_passes(query: Annotated[PassQuery, Query()], tx: Tx, _: CurrentUser) -> list[PassOut]:
    """The passes for an event, newest first."""
    return service.list_passes(tx, query.event_id)


@router.delete("/{pass_id}", status_code=204)
def revoke_pass(pass_id: RowId, tx: Tx, caller: CurrentUser) -> None:
    """Take a pass back, and end what it opened."""
    service.revoke_pass(tx, pass_id, caller)


@router.post("/claim")
async def claim_pass(
    request: Request,
    response: Response,
    claim: ClaimRequest,
    settings: Config,
    database: Db,
    strangers: Annotated[Strangers, Depends(_strangers)],
) -> PassClaimed:
    """Claim a pass for this device. Needs no session."""
    scope, address = request.scope, client_address(request.scope, settings)
    held, of_staff = pass_secrets(scope, settings), grant_secrets(read_grants(scope, settings))
    work = partial(service.claim_pass, request=claim, held=held, of_staff=of_staff, address=address)
    try:
        async with strangers.slots.place():
            await database.run(partial(service.check_claim, request=claim), reading=True)
            claimed = await database.run(work, reading=False)
    except UnknownPass:
        strangers.count_unknown(address)
        raise
    set_passes(response, claimed.secrets, https=is_https(scope, settings))
    return claimed.answer
