"""Queueing tickets to be sent, and the state of sending (contract 4.mail)."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.attendees import search
from doorlist.attendees.bulk_update import FILTERS, SelectionChanged
from doorlist.attendees.schemas import AttendeeFilters
from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.api_model import PersonRef
from doorlist.core.db.database import Database
from doorlist.core.errors import Conflict, InvalidInput, RetryTransaction
from doorlist.events.schemas import EventRef
from doorlist.events.service import event_named, find_event, get_event, lock_event
from doorlist.live.publish import publish_after_commit
from doorlist.mail import repository
from doorlist.mail.content import MailContent, MailTicketContent, told
from doorlist.mail.loading import content_of
from doorlist.mail.repository import NOT_SENT_AGAIN, OPEN, Addressee
from doorlist.mail.rules import (
    MAX_TICKETS_PER_REQUEST,
    MailProblem,
    MailState,
    Recipient,
    in_slices,
    messages_of,
    named_addresses,
)
from doorlist.mail.schemas import (
    AddressCount,
    EventMailOut,
    EventMailTexts,
    MailRunOut,
    Resolution,
    SendRequest,
    SendResult,
)
from doorlist.ticket_types.service import refuse_unknown_type
from doorlist.users.service import SignedInUser

SHOWN_FOR = timedelta(hours=1)
SHOWN_RUNS = 20


class MailNotReady(Conflict):
    """Sending is not set up, or its settings are wrong; the detail says what to do."""

    code = "mail_not_ready"
    title = "Email is not set up"


class NothingUnknown(Conflict):
    """The outcome of the message is no longer unknown: another user decided, or the server received it."""

    code = "not_unknown"
    title = "Already decided"
    detail = "The outcome of this message is known by now. Look at the guest again."


def send_tickets(database: Database, request: SendRequest, caller: SignedInUser) -> SendResult:
    """Queue the tickets of a selection, in slices of at most 100.

    A crash between two slices leaves guests who are 'Not sent': the same request, without `again`, sends the rest.
    Raises InvalidInput, also on an unknown `ticketTypeId`, and SelectionChanged if the number of guests is not the
    expected one.
    """
    result, planned = database.fetch(partial(_plan, request=request))
    if request.dry_run or not planned:
        return result
    run_id = database.commit(partial(_begin, messages=planned, request=request, caller=caller))
    queued = messages = 0
    for slice_ in in_slices(planned):
        tickets, number = database.commit(partial(_queue, run_id=run_id, messages=slice_, again=request.again))
        queued, messages = queued + tickets, messages + number
    # Guests whom another request queued meanwhile are being sent their tickets.
    elsewhere = result.queued - queued
    return result.model_copy(
        update={"queued": queued, "messages": messages, "already_sent": result.already_sent + elsewhere}
    )


def _plan(tx: Session, *, request: SendRequest) -> tuple[SendResult, list[list[Recipient]]]:
    """The expected result, and the recipients of each message."""
    ids = _chosen(tx, request)
    found = repository.find_addressees(tx, ids)
    if len(found) != request.expected:
        missing = set(request.ids or ()) - {each.id for each in found}
        raise SelectionChanged(len(found), request.expected, missing=missing)
    erased = [each for each in found if each.is_erased]
    living = [each for each in found if not each.is_erased]
    without = [each for each in living if each.email is None]
    to_send = [
        Recipient(each.event_id, each.email, each.id, each.message_id)
        for each in living
        if each.email is not None and _is_to_send(each, again=request.again)
    ]
    messages = messages_of(to_send)
    result = SendResult(
        queued=len(to_send),
        messages=len(messages),
        without_email=len(without),
        already_sent=len(living) - len(without) - len(to_send),
        erased=len(erased),
        addresses=[
            AddressCount(address=address, tickets=tickets)
            for address, tickets in (named_addresses(messages) if request.dry_run else {}).items()
        ],
    )
    return result, messages


def _is_to_send(each: Addressee, *, again: bool) -> bool:
    return each.state not in (OPEN if again else NOT_SENT_AGAIN)


def _chosen(tx: Session, request: SendRequest) -> Sequence[int]:
    filters = request.model_dump(include={*FILTERS, "ticket_type_id", "table_number"}, exclude_defaults=True)
    if request.ids is not None:
        if filters:
            raise InvalidInput.on("ids", "Send ids or filters, not both")
        return sorted(set(request.ids))
    if request.tells_change:
        return _to_tell(tx, request)
    refuse_unknown_type(tx, request.ticket_type_id, request.event_id)
    most = MAX_TICKETS_PER_REQUEST + 1
    return search.find_matches(tx, AttendeeFilters(**filters), limit=most).ids


def _to_tell(tx: Session, request: SendRequest) -> Sequence[int]:
    if request.event_id is None:
        raise InvalidInput.on("eventId", "Name the event whose guests are told of the change")
    event = event_named(tx, request.event_id)
    # No more than `read_texts` counts; the next request has the others.
    return repository.ids_to_tell(tx, event.id, told(event), MAX_TICKETS_PER_REQUEST)


def _begin(tx: Session, *, messages: list[list[Recipient]], request: SendRequest, caller: SignedInUser) -> int:
    recipients = [each for message in messages for each in message]
    events = {each.event_id for each in recipients}
    ids = [each.attendee_id for each in recipients]
    add_audit_entry(
        tx,
        Action.TICKETS_SENT,
        by=caller,
        subject_id=ids[0] if len(ids) == 1 else None,
        event_id=min(events) if len(events) == 1 else None,
        after={"tickets": len(ids), "again": request.again, "tells_change": request.tells_change},
        attendees=() if len(ids) == 1 else ids,
    )
    return repository.add_run(tx, by=caller.id, at=clock.now(), tells_change=request.tells_change)


def _queue(tx: Session, *, run_id: int, messages: list[list[Recipient]], again: bool) -> tuple[int, int]:
    """Queue the tickets whose latest message is still the planned one. Returns the tickets and the messages."""
    planned = {each.attendee_id: each.message_id for message in messages for each in message}
    ids = sorted(planned)
    addressees = [
        each
        for each in repository.find_addressees(tx, ids)
        if not each.is_erased and each.email is not None and _is_to_send(each, again=again)
        # Otherwise another request was faster, whose message may have been sent already.
        if each.message_id == planned[each.id]
    ]
    allowed = {each.id: each.event_id for each in addressees}
    former = {each.message_id for each in addressees if each.message_id is not None}
    now = clock.now()
    queued = [kept for message in messages if (kept := [it.attendee_id for it in message if it.attendee_id in allowed])]
    try:
        repository.add_messages(tx, run_id, [(allowed[ids[0]], ids) for ids in queued], now, former=former)
    except IntegrityError as error:
        # Another request queued one of them, or someone deleted one. The next try sees it.
        raise RetryTransaction from error
    tickets = [each for attendee_ids in queued for each in attendee_ids]
    publish_after_commit(tx, attendees=tickets, attendees_of={allowed[each] for each in tickets})
    return len(tickets), len(queued)


def list_runs(tx: Session) -> list[MailRunOut]:
    runs = []
    for row in repository.list_runs(tx, since=clock.now() - SHOWN_FOR, limit=SHOWN_RUNS):
        event = find_event(tx, row.first_event) if row.first_event == row.last_event else None
        by = row.MailRun.created_by
        runs.append(
            MailRunOut(
                id=row.MailRun.id,
                event=None if event is None else EventRef.model_validate(event),
                created_by=None if by is None else PersonRef(id=by, full_name=row.full_name),
                created_at=row.MailRun.created_at,
                **{name: getattr(row, name) for name in ("total", "waiting", "sent", "failed", "unknown")},
            )
        )
    return runs


def resolve(tx: Session, resolution: Resolution, caller: SignedInUser) -> None:
    """Write a person's decision on a message of unknown outcome. Raises NothingUnknown."""
    values: dict[str, Any] = {"state": MailState.SENT, "problem": None}
    if not resolution.arrived:
        values = {"state": MailState.FAILED, "problem": MailProblem.NOT_ARRIVED}
    ids = repository.resolve(tx, resolution.attendee_id, {**values, "changed_at": clock.now()})
    if not ids:
        raise NothingUnknown
    [addressee] = repository.find_addressees(tx, [resolution.attendee_id])
    add_audit_entry(
        tx,
        Action.TICKET_RESOLVED,
        by=caller,
        subject_id=resolution.attendee_id,
        event_id=addressee.event_id,
        after={"arrived": resolution.arrived},
        attendees=ids if len(ids) > 1 else (),
    )
    publish_after_commit(tx, attendees=ids, attendees_of=[addressee.event_id])


def read_texts(tx: Session, event_id: int) -> EventMailOut:
    """The texts of an event's messages. Raises UnknownEvent."""
    event = get_event(tx, event_id)
    texts = repository.texts_of(tx, event_id)
    to_tell = repository.ids_to_tell(tx, event_id, told(event), MAX_TICKETS_PER_REQUEST)
    return EventMailOut(
        subject=texts.subject,
        opening=texts.opening,
        usual_subject=f"Your ticket for {event.name}",
        to_tell=len(to_tell),
    )


def set_texts(tx: Session, event_id: int, texts: EventMailTexts, caller: SignedInUser) -> EventMailOut:
    """Change the given texts of an event's messages; messages that are queued get them. Raises UnknownEvent."""
    lock_event(tx, event_id)
    row = repository.texts_of(tx, event_id)
    before = {"subject": row.subject, "opening": row.opening}
    for field, text in texts.model_dump(exclude_unset=True).items():
        setattr(row, field, text)
    tx.add(row)
    publish_after_commit(tx, events=[event_id])
    after = {"subject": row.subject, "opening": row.opening}
    add_audit_entry(tx, Action.EVENT_MAIL_SET, by=caller, event_id=event_id, before=before, after=after)
    return read_texts(tx, event_id)


def sample(tx: Session, event_id: int, texts: EventMailTexts, *, ticket_page: str | None) -> MailContent:
    """The message to a made-up guest. Raises UnknownEvent."""
    event = get_event(tx, event_id)
    ticket = MailTicketContent("Ada Lovelace", None, 7, "INV-0000-0000", f"DL1.{event_id}.00000000000000000000000000")
    return content_of(tx, event, (ticket,), texts, ticket_page=ticket_page)
