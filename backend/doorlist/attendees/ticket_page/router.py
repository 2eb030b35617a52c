"""Endpoints of the guest's ticket page (contract 7)."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request

from doorlist.attendees.ticket_page import service
from doorlist.attendees.ticket_page.schemas import TicketOut, TicketPage, TicketRequest
from doorlist.attendees.ticket_page.service import AnonymousLimiter, TicketNotFound
from doorlist.core.http.routing import Config, Db, DoorlistRoute, from_app_state
from doorlist.core.http.security import client_address
from doorlist.users.auth import CurrentUser

router = APIRouter(prefix="/api/ticket", tags=["tickets"], route_class=DoorlistRoute)


@router.post("")
async def read_ticket(
    ticket: TicketRequest,
    request: Request,
    settings: Config,
    database: Db,
    limiter: Annotated[AnonymousLimiter, from_app_state("strangers")],
) -> TicketOut:
    """A ticket, for the guest who has its QR text. Needs no session."""
    try:
        async with limiter.slots.acquire():
            return await database.run(partial(service.get_ticket, qr_data=ticket.qr_data), reading=True)
    except TicketNotFound:
        limiter.count_unknown(client_address(request.scope, settings))
        raise


@router.get("")
async def read_ticket_page(settings: Config, _: CurrentUser) -> TicketPage:
    """The address of the ticket page, for messages to guests."""
    return TicketPage(page_url=settings.ticket_page)
