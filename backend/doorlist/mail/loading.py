"""Reads the content of a claimed message: the tickets, the event and its texts, as they are now (contract 4.mail)."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.events.schemas import EventOut
from doorlist.events.service import find_event
from doorlist.live.publish import publish_after_commit
from doorlist.mail import repository
from doorlist.mail.colors import colors_of
from doorlist.mail.content import PRODUCT, MailContent, MailEvent, MailLogo, MailTicketContent
from doorlist.mail.models import EventMail
from doorlist.mail.repository import Claimed
from doorlist.mail.rules import MAX_LOGO_BYTES, MailProblem, MailState, same_mailbox, shown_size
from doorlist.mail.schemas import EventMailTexts
from doorlist.settings.logo import LogoType, logo_size
from doorlist.settings.service import find_logo, get_settings, terms_of

# Outlook shows no WebP.
_LOGO_TYPES = {LogoType.PNG, LogoType.JPEG}


class ToSend(NamedTuple):
    """A claimed message with all that it needs."""

    recipient: str
    attendee_ids: list[int]
    content: MailContent


def load(tx: Session, *, claimed: Claimed, ticket_page: str | None) -> ToSend | None:
    """The message's content; None if nothing of it is left to send.

    Guests who have another address by now get a separate message. Guests without one are 'Failed'.
    """
    rows = repository.tickets_of(tx, claimed.id)
    event = find_event(tx, claimed.event_id)
    if event is None or not rows:
        repository.delete_message(tx, claimed.id)
        return None
    recipient = next((row.Attendee.email for row in rows if row.Attendee.email), None)
    if recipient is None:
        values = {"state": MailState.FAILED, "problem": MailProblem.NO_ADDRESS, "changed_at": clock.now()}
        repository.finish(tx, claimed, values)
        ids = [row.Attendee.id for row in rows]
        publish_after_commit(tx, attendees=ids, attendees_of=[claimed.event_id])
        return None
    mailbox = same_mailbox(recipient)
    together = [row for row in rows if row.Attendee.email and same_mailbox(row.Attendee.email) == mailbox]
    others = [row.Attendee.id for row in rows if row not in together]
    if others:
        repository.drop_tickets(tx, claimed.id, others)
        alone = [(claimed.event_id, [attendee_id]) for attendee_id in others]
        repository.add_messages(tx, claimed.run_id, alone, clock.now())
    tickets = tuple(
        MailTicketContent(
            full_name=row.Attendee.full_name,
            type_name=row.name,
            table_number=row.Attendee.table_number,
            invoice_number=row.Attendee.invoice_number,
            qr_code_data=row.Attendee.qr_code_data,
        )
        for row in together
    )
    texts = repository.texts_of(tx, event.id)
    content = content_of(tx, event, tickets, texts, ticket_page=ticket_page, tells_change=claimed.tells_change)
    return ToSend(recipient, [row.Attendee.id for row in together], content)


def content_of(
    tx: Session,
    event: EventOut,
    tickets: tuple[MailTicketContent, ...],
    texts: EventMail | EventMailTexts,
    *,
    ticket_page: str | None,
    tells_change: bool = False,
) -> MailContent:
    """The message of these tickets, with the settings of the installation."""
    settings = get_settings(tx)
    return MailContent(
        event=MailEvent(event.id, event.name, event.date, event.time, event.end_time, event.venue, event.address),
        tickets=tickets,
        organisation=settings.organisation_name or PRODUCT,
        date_format=settings.date_format,
        time_format=settings.time_format,
        subject=texts.subject,
        opening=texts.opening,
        tells_change=tells_change,
        ticket_page=ticket_page,
        terms=tuple(terms_of(event.ticket_text or settings.ticket_text)),
        colors=colors_of(settings.accent_color),
        logo=_logo(tx) if settings.logo_url else None,
    )


def _logo(tx: Session) -> MailLogo | None:
    logo = find_logo(tx)
    if logo is None or logo.type not in _LOGO_TYPES or len(logo.content) > MAX_LOGO_BYTES:
        return None
    return MailLogo(logo.content, logo.type, *shown_size(*logo_size(logo.content)))
