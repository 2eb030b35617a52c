"""Finds a guest's ticket by the text of its QR code, for callers without a session."""

from datetime import timedelta
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.attendees.ticket_page.schemas import TicketEvent, TicketOut, TicketPageType
from doorlist.core.concurrency import Slots
from doorlist.core.errors import NotFound, Problem
from doorlist.core.leaky_buckets import LeakyBuckets
from doorlist.events.models import Event
from doorlist.settings.service import get_settings, terms_of
from doorlist.ticket_types.models import TicketType
from doorlist.tickets.rules import is_our_form, normalise_qr
from doorlist.users.rules import throttled_address, waiting_time

# Guests use at most this number of the threads and connections that staff need.
MAX_CONCURRENT = 4
WAIT_SECONDS = 5
ADDRESSES = 10_000
FREE_UNKNOWN = 100
REFILL = timedelta(minutes=15)


class TicketNotFound(NotFound):
    """No attendee has this ticket: it was deleted, never sold, or belongs to another tool."""

    code = "ticket_unknown"
    title = "Not a valid ticket"
    detail = "Ticket not found"


class TooManyUnknown(Problem):
    status = 429
    code = "too_many_attempts"
    title = "Too many attempts"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            f"Too many unknown tickets. Try again in {waiting_time(seconds)}.", retry_after_seconds=seconds
        )


class AnonymousLimiter:
    """Limits anonymous callers: concurrent requests, and unknown tickets per address."""

    def __init__(self) -> None:
        self.slots = Slots(MAX_CONCURRENT, wait_seconds=WAIT_SECONDS, refusal="Too many guests ask at once. Try again.")
        self._unknown = LeakyBuckets[str](REFILL, most_keys=ADDRESSES)

    def count_unknown(self, address: str) -> None:
        """Count an unknown ticket of this address. Raises TooManyUnknown if it must wait.

        Only unknown tickets are limited, because many guests share the address of a mobile network.
        """
        if wait := self._unknown.take(throttled_address(address), Fraction(1, FREE_UNKNOWN)):
            raise TooManyUnknown(wait)


def get_ticket(tx: Session, qr_data: str) -> TicketOut:
    """Raises TicketNotFound, after equal work for every kind of wrong text."""
    text = normalise_qr(qr_data)
    named = select(Event, Attendee.full_name, Attendee.table_number, TicketType)
    joined = named.select_from(Attendee).join(Event, Event.id == Attendee.event_id)
    joined = joined.outerjoin(TicketType, TicketType.id == Attendee.ticket_type_id)
    row = tx.execute(joined.where(Attendee.qr_code_data == text)).first()
    # Codes of other tools may be short enough to guess; ours have 128 random bits.
    if row is None or not is_our_form(text):
        raise TicketNotFound
    type_ = None if row.TicketType is None else TicketPageType.model_validate(row.TicketType)
    settings = get_settings(tx)
    return TicketOut(
        event=TicketEvent.model_validate(row.Event),
        full_name=row.full_name,
        table_number=row.table_number,
        terms=terms_of(row.Event.ticket_text or settings.ticket_text),
        ticket_type=type_,
        settings=settings,
    )
