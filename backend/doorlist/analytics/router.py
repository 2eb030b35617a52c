"""The requests for the figures, for super admins (contract 7)."""

from typing import Annotated

from fastapi import APIRouter, Query

from doorlist.analytics import service
from doorlist.analytics.schemas import EventSales, Overview, PaymentGroupSales, TableTickets, TypeTickets, UserSales
from doorlist.core import clock
from doorlist.core.api_model import RowId
from doorlist.core.http.routing import DoorlistRoute, Tx
from doorlist.door.figures.schemas import ArrivalsPerMinute
from doorlist.events.schemas import EventDate
from doorlist.users.auth import SuperAdmin

router = APIRouter(prefix="/api/analytics", tags=["analytics"], route_class=DoorlistRoute)

OfEvent = Annotated[RowId | None, Query(alias="eventId")]
"""The event whose tickets count; all events where none is named."""


@router.get("/overview")
def read_overview(
    tx: Tx, _: SuperAdmin, event_id: OfEvent = None, today: Annotated[EventDate | None, Query()] = None
) -> Overview:
    """Tickets, revenue and staff at a glance. `today` says which evenings are over: those before it."""
    return service.read_overview(tx, event_id, today or clock.now().date().isoformat())


@router.get("/users")
def list_user_sales(tx: Tx, _: SuperAdmin, event_id: OfEvent = None) -> list[UserSales]:
    """The sales of every user, by full name."""
    return service.list_user_sales(tx, event_id)


@router.get("/events")
def list_event_sales(tx: Tx, _: SuperAdmin) -> list[EventSales]:
    """The sales of every event, by date."""
    return service.list_event_sales(tx)


@router.get("/arrivals")
def list_arrivals(tx: Tx, _: SuperAdmin, event_id: OfEvent = None) -> list[ArrivalsPerMinute]:
    """Arrivals by the minute, in order; minutes without any are left out."""
    return service.list_arrivals(tx, event_id)


@router.get("/payments")
def list_payments(tx: Tx, _: SuperAdmin, event_id: OfEvent = None) -> list[PaymentGroupSales]:
    """Tickets and revenue of each payment group."""
    return service.list_payments(tx, event_id)


@router.get("/types")
def list_types(tx: Tx, _: SuperAdmin, event_id: OfEvent = None) -> list[TypeTickets]:
    """Tickets, arrivals and revenue of each ticket type."""
    return service.list_types(tx, event_id)


@router.get("/tables")
def list_tables(tx: Tx, _: SuperAdmin, event_id: OfEvent = None) -> list[TableTickets]:
    """Tickets of each table, and how many of them are in."""
    return service.list_tables(tx, event_id)
