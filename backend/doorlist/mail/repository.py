"""Statements on the queue of messages."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row, delete, exists, func, insert, select, update
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.core.db.bulk import slices_of
from doorlist.mail.models import EventMail, MailMessage, MailRun, MailTicket
from doorlist.mail.rules import MailState
from doorlist.ticket_types.models import TicketType
from doorlist.users.models import User

IDS_PER_STATEMENT = 1_000
OPEN = (MailState.QUEUED, MailState.SENDING)
# A person decides whether one of these is sent again.
NOT_SENT_AGAIN = (*OPEN, MailState.SENT, MailState.UNKNOWN)


class Addressee(NamedTuple):
    """An attendee as a request to send sees them, with the latest message and its state."""

    id: int
    event_id: int
    email: str | None
    is_erased: bool
    message_id: int | None
    state: str | None


class Claimed(NamedTuple):
    """A message that this process alone sends now."""

    id: int
    claim: UUID
    tries: int
    run_id: int
    event_id: int
    tells_change: bool


def find_addressees(tx: Session, ids: Sequence[int]) -> list[Addressee]:
    """The attendees of these ids that exist, in the order of their ids."""
    found: list[Addressee] = []
    for some in slices_of(ids, IDS_PER_STATEMENT):
        of_attendee = (Attendee.id, Attendee.event_id, Attendee.email, Attendee.erased_at.is_not(None))
        query = select(*of_attendee, MailMessage.id, MailMessage.state).select_from(Attendee)
        query = query.outerjoin(MailTicket, (MailTicket.attendee_id == Attendee.id) & MailTicket.is_latest)
        query = query.outerjoin(MailMessage, MailMessage.id == MailTicket.message_id)
        chunk = query.where(Attendee.id.in_(some)).order_by(Attendee.id)
        found += [Addressee(*row) for row in tx.execute(chunk)]
    return found


def add_run(tx: Session, *, by: int | None, at: datetime, tells_change: bool) -> int:
    run = MailRun(created_by=by, created_at=at, tells_change=tells_change)
    tx.add(run)
    tx.flush()
    return run.id


def add_messages(
    tx: Session,
    run_id: int,
    messages: Sequence[tuple[int, Sequence[int]]],
    now: datetime,
    *,
    former: Collection[int] = (),
) -> None:
    """Queue messages, each an event's id and its attendees'. `former` are the messages that were their latest ones.

    Raises IntegrityError if another request queued one of the attendees meanwhile.
    """
    if not messages:
        return
    common = {"run_id": run_id, "state": MailState.QUEUED, "tries": 0, "due_at": now, "changed_at": now}
    rows = [{**common, "event_id": event_id} for event_id, _ in messages]
    added = tx.scalars(insert(MailMessage).returning(MailMessage.id, sort_by_parameter_order=True), rows)
    tickets = [
        {"message_id": message_id, "attendee_id": each, "is_latest": True}
        for message_id, (_, attendee_ids) in zip(added, messages, strict=True)
        for each in attendee_ids
    ]
    ids = [ticket["attendee_id"] for ticket in tickets]
    # Not the message of a request that was committed meanwhile: with it, a guest would be sent two.
    replaced = update(MailTicket).where(MailTicket.attendee_id.in_(ids), MailTicket.message_id.in_(former))
    tx.execute(replaced.values(is_latest=False).execution_options(synchronize_session=False))
    tx.execute(insert(MailTicket), tickets)


def has_work(tx: Session, now: datetime) -> bool:
    """True if a message is due, or was being sent when a server ended."""
    is_due = (MailMessage.state == MailState.QUEUED) & (MailMessage.due_at <= now)
    is_sending = MailMessage.state == MailState.SENDING
    return bool(tx.scalar(select(exists().where(is_due | is_sending))))


def claim_next(tx: Session, now: datetime, claim: UUID, *, after_run: int) -> Claimed | None:
    """Take a due message, so that no one else sends it; None if none is due.

    A further try comes before first ones. For first tries the requests take turns: the next one is the request after
    `after_run`, or else the oldest.
    """
    message_id = _next_message(tx, now, after_run)
    if message_id is None:
        return None
    taken = (
        update(MailMessage)
        .where(MailMessage.id == message_id, MailMessage.state == MailState.QUEUED)
        .values(state=MailState.SENDING, claim=claim, tries=MailMessage.tries + 1, changed_at=now)
        .returning(MailMessage.id, MailMessage.claim, MailMessage.tries, MailMessage.event_id, MailMessage.run_id)
        .execution_options(synchronize_session=False)
    )
    row = tx.execute(taken).one_or_none()
    if row is None:
        return None
    tells_change = tx.scalar(select(MailRun.tells_change).where(MailRun.id == row.run_id))
    return Claimed(row.id, row.claim, row.tries, row.run_id, row.event_id, bool(tells_change))


def _next_message(tx: Session, now: datetime, after_run: int) -> int | None:
    due = select(MailMessage.id).where(MailMessage.state == MailState.QUEUED, MailMessage.due_at <= now).limit(1)
    further = due.where(MailMessage.tries > 0).order_by(MailMessage.due_at, MailMessage.id)
    first = due.where(MailMessage.tries == 0).order_by(MailMessage.run_id, MailMessage.id)
    return tx.scalar(further) or tx.scalar(first.where(MailMessage.run_id > after_run)) or tx.scalar(first)


def finish(tx: Session, claimed: Claimed, values: Mapping[str, Any]) -> bool:
    """Write what became of a claimed message. Returns False if it is no longer this try's, as after a restore."""
    # A server that lost its lock, and was taken for dead, still knows what became of its message; but a person may
    # have sent it again meanwhile, so there is no further try.
    is_retry = values["state"] == MailState.QUEUED
    states = (MailState.SENDING,) if is_retry else (MailState.SENDING, MailState.UNKNOWN)
    finished = (
        update(MailMessage)
        .where(MailMessage.id == claimed.id, MailMessage.claim == claimed.claim)
        .where(MailMessage.state.in_(states))
        .values(**values)
        .returning(MailMessage.id)
        .execution_options(synchronize_session=False)
    )
    return tx.scalar(finished) is not None


def set_told(tx: Session, message_id: int, told: str) -> None:
    tx.execute(update(MailMessage).where(MailMessage.id == message_id).values(told=told))


def tickets_of(tx: Session, message_id: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The attendees of a message with the name of their ticket type, in the order of their ids."""
    query = select(Attendee, TicketType.name).join(MailTicket, MailTicket.attendee_id == Attendee.id)
    query = query.outerjoin(TicketType, TicketType.id == Attendee.ticket_type_id)
    return tx.execute(query.where(MailTicket.message_id == message_id).order_by(Attendee.id)).all()


def messages_to(tx: Session, attendee_id: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """The messages with an attendee's ticket, oldest first: `at`, `state` and `problem`."""
    query = select(MailMessage.changed_at.label("at"), MailMessage.state, MailMessage.problem)
    query = query.join(MailTicket, MailTicket.message_id == MailMessage.id)
    return tx.execute(query.where(MailTicket.attendee_id == attendee_id).order_by(MailMessage.id)).all()


def drop_tickets(tx: Session, message_id: int, attendee_ids: Collection[int]) -> None:
    tx.execute(delete(MailTicket).where(MailTicket.message_id == message_id, MailTicket.attendee_id.in_(attendee_ids)))


def delete_message(tx: Session, message_id: int) -> None:
    tx.execute(delete(MailMessage).where(MailMessage.id == message_id))


def mark_interrupted(tx: Session, now: datetime) -> list[int]:
    """Mark the messages that a server was sending when it ended. Returns their attendees."""
    interrupted = select(MailMessage.id).where(MailMessage.state == MailState.SENDING)
    ids = list(tx.scalars(interrupted))
    if not ids:
        return []
    tx.execute(update(MailMessage).where(MailMessage.id.in_(ids)).values(state=MailState.UNKNOWN, changed_at=now))
    return list(tx.scalars(select(MailTicket.attendee_id).where(MailTicket.message_id.in_(ids))))


def resolve(tx: Session, attendee_id: int, values: Mapping[str, Any]) -> list[int]:
    """Change the latest message of an attendee, if its outcome is unknown. Returns its attendees."""
    latest = select(MailTicket.message_id).where(MailTicket.attendee_id == attendee_id, MailTicket.is_latest)
    changed = (
        update(MailMessage)
        .where(MailMessage.id.in_(latest), MailMessage.state == MailState.UNKNOWN)
        .values(**values)
        .returning(MailMessage.id)
        .execution_options(synchronize_session=False)
    )
    message_id = tx.scalar(changed)
    return list(tx.scalars(select(MailTicket.attendee_id).where(MailTicket.message_id == message_id)))


def remove_from_queue(tx: Session, attendee_ids: Collection[int]) -> None:
    """Take erased attendees out of the messages that are not sent yet, and delete messages without tickets."""
    queued = select(MailMessage.id).where(MailMessage.state == MailState.QUEUED)
    of_them = (MailTicket.attendee_id.in_(attendee_ids), MailTicket.message_id.in_(queued))
    messages = set(tx.scalars(delete(MailTicket).where(*of_them).returning(MailTicket.message_id)))
    left = set(tx.scalars(select(MailTicket.message_id).where(MailTicket.message_id.in_(messages))))
    tx.execute(delete(MailMessage).where(MailMessage.id.in_(messages - left)))


def list_runs(tx: Session, *, since: datetime, limit: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """Unfinished runs, and others since then, newest first: the run, its user's name, its events and its counts."""
    unfinished = select(MailMessage.run_id).where(MailMessage.state.in_(OPEN)).distinct()
    ids = list(tx.scalars(unfinished.order_by(MailMessage.run_id.desc()).limit(limit)))
    recent = select(MailRun.id).where(MailRun.created_at >= since, MailRun.id.not_in(ids))
    ids += tx.scalars(recent.order_by(MailRun.id.desc()).limit(limit - len(ids)))
    if not ids:
        return []
    counts = [func.count().filter(MailMessage.state.in_(states)).label(name) for name, states in _COUNTED.items()]
    query = (
        select(
            MailRun,
            User.full_name,
            func.min(MailMessage.event_id).label("first_event"),
            func.max(MailMessage.event_id).label("last_event"),
            func.count().label("total"),
            *counts,
        )
        .join(MailMessage, MailMessage.run_id == MailRun.id)
        .join(MailTicket, MailTicket.message_id == MailMessage.id)
        .outerjoin(User, User.id == MailRun.created_by)
        .where(MailRun.id.in_(ids))
        .group_by(MailRun.id, User.full_name)
        .order_by(MailRun.id.desc())
    )
    return tx.execute(query).all()


_COUNTED: dict[str, Iterable[str]] = {
    "waiting": OPEN,
    "sent": (MailState.SENT,),
    "failed": (MailState.FAILED,),
    "unknown": (MailState.UNKNOWN,),
}


def texts_of(tx: Session, event_id: int) -> EventMail:
    """The texts of an event's messages; without stored ones a new row, whose texts are None."""
    return tx.get(EventMail, event_id) or EventMail(event_id=event_id)


def ids_to_tell(tx: Session, event_id: int, told: str, limit: int) -> list[int]:
    """The guests whose newest sent ticket has another date, time or place, unless a message is on its way to them."""
    newest = (
        select(MailTicket.attendee_id, func.max(MailMessage.id).label("message_id"))
        .join(MailMessage, MailMessage.id == MailTicket.message_id)
        .where(MailMessage.event_id == event_id, MailMessage.state == MailState.SENT)
        .group_by(MailTicket.attendee_id)
        .subquery()
    )
    sent, latest = aliased(MailMessage), aliased(MailMessage)
    query = (
        select(newest.c.attendee_id)
        .join(sent, sent.id == newest.c.message_id)
        .join(MailTicket, (MailTicket.attendee_id == newest.c.attendee_id) & MailTicket.is_latest)
        .join(latest, latest.id == MailTicket.message_id)
        .join(Attendee, Attendee.id == newest.c.attendee_id)
        .where(sent.told != told, latest.state.in_((MailState.SENT, MailState.FAILED)))
        .where(Attendee.event_id == event_id, Attendee.erased_at.is_(None), Attendee.email.is_not(None))
    )
    return list(tx.scalars(query.order_by(newest.c.attendee_id).limit(limit)))
