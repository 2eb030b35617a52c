"""A restore never sends anything again: what was sent since stays sent, and what was queued waits for a person."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, func, insert, inspect, select, update
from sqlalchemy.orm import Session, aliased

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.bulk import slices_of
from doorlist.core.db.database import Database
from doorlist.core.db.replaced import read_replaced
from doorlist.mail.models import MailMessage, MailTicket
from doorlist.mail.repository import IDS_PER_STATEMENT, add_run
from doorlist.mail.rules import MailProblem, MailState

_AFTERWARDS = {
    MailState.SENDING: (MailState.UNKNOWN, None),
    MailState.QUEUED: (MailState.FAILED, MailProblem.RESTORED),
}

_LATEST, _SENT = aliased(MailMessage), aliased(MailMessage)
_NEWEST_SENT = (
    select(func.max(MailMessage.id))
    .join(MailTicket, MailTicket.message_id == MailMessage.id)
    .where(MailTicket.attendee_id == Attendee.id, MailMessage.state == MailState.SENT)
    .correlate(Attendee)
    .scalar_subquery()
)
_TICKETS = (
    select(
        Attendee.qr_hash,
        _LATEST.state,
        _LATEST.problem,
        _LATEST.told,
        _LATEST.changed_at,
        _SENT.told.label("sent_told"),
        _SENT.changed_at.label("sent_at"),
        Attendee.id,
        Attendee.event_id,
    )
    .outerjoin(MailTicket, (MailTicket.attendee_id == Attendee.id) & MailTicket.is_latest)
    .outerjoin(_LATEST, _LATEST.id == MailTicket.message_id)
    .outerjoin(_SENT, _SENT.id == _NEWEST_SENT)
)


class SentTicket(NamedTuple):
    """The latest message of a ticket, which is the same ticket in the restored data if its hash is."""

    qr_hash: str
    state: str
    problem: str | None
    told: str | None
    at: datetime
    # The newest message that was sent, since the latest one may have failed.
    sent_told: str | None
    sent_at: datetime | None


def read_sent(database: Database) -> list[SentTicket]:
    """The tickets that were sent, or tried, before a restore; none where the data are damaged or older."""
    return read_replaced(database, sent_of, if_damaged=[])


def sent_of(tx: Session) -> list[SentTicket]:
    if not inspect(tx.connection()).has_table(MailTicket.__tablename__):
        return []
    return [_sent_ticket(row) for row in tx.execute(_TICKETS.where(_LATEST.id.is_not(None)))]


def keep_sent(tx: Session, tickets: list[SentTicket]) -> None:
    """Give the restored tickets the state that they had. Nothing restored is left in the queue."""
    now = clock.now()
    # The restored queue may have been sent since the backup.
    is_open = MailMessage.state.in_((MailState.QUEUED, MailState.SENDING))
    tx.execute(update(MailMessage).where(is_open).values(state=MailState.UNKNOWN, claim=None, changed_at=now))
    by_hash = {each.qr_hash: each for each in tickets}
    run_id = None
    for hashes in slices_of(list(by_hash), IDS_PER_STATEMENT):
        found = tx.execute(_TICKETS.where(Attendee.qr_hash.in_(hashes)))
        chunk = [row for row in found if _sent_ticket(row) != by_hash[row.qr_hash]]
        if chunk and run_id is None:
            # Long ago, so that it is no request of now.
            run_id = add_run(tx, by=None, at=now.replace(year=now.year - 1, day=1), tells_change=False)
        ids = [row.id for row in chunk]
        tx.execute(
            update(MailTicket).where(MailTicket.attendee_id.in_(ids), MailTicket.is_latest).values(is_latest=False)
        )
        for row in chunk:
            known = by_hash[row.qr_hash]
            state, problem = _AFTERWARDS.get(MailState(known.state), (known.state, known.problem))
            common = {"run_id": run_id, "event_id": row.event_id, "tries": 0, "due_at": now}
            sent_before = known.sent_at is not None and known.state != MailState.SENT
            if sent_before and (known.sent_told, known.sent_at) != (row.sent_told, row.sent_at):
                sent = {"state": MailState.SENT, "told": known.sent_told, "changed_at": known.sent_at}
                _add_message(tx, row.id, common | sent, is_latest=False)
            latest = {"state": state, "problem": problem, "told": known.told, "changed_at": known.at}
            _add_message(tx, row.id, common | latest, is_latest=True)


def _sent_ticket(row: Row[*tuple[Any, ...]]) -> SentTicket:
    return SentTicket(*row[: len(SentTicket._fields)])


def _add_message(tx: Session, attendee_id: int, message: Mapping[str, Any], *, is_latest: bool) -> None:
    message_id = tx.scalar(insert(MailMessage).returning(MailMessage.id), message)
    tx.execute(insert(MailTicket).values(message_id=message_id, attendee_id=attendee_id, is_latest=is_latest))
