"""A restore never sends anything again: what was sent since stays sent, and what was queued waits for a person."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import insert, inspect, select, update
from sqlalchemy.orm import Session

from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.db.database import Database
from doorlist.core.db.replaced import read_replaced
from doorlist.mail.models import MailMessage, MailRun, MailTicket
from doorlist.mail.repository import IDS_PER_STATEMENT
from doorlist.mail.rules import MailProblem, MailState

_AFTERWARDS = {
    MailState.SENDING: (MailState.UNKNOWN, None),
    MailState.QUEUED: (MailState.FAILED, MailProblem.RESTORED),
}

_RESTORED = (
    select(
        Attendee.id,
        Attendee.event_id,
        Attendee.qr_hash,
        MailMessage.state,
        MailMessage.problem,
        MailMessage.told,
        MailMessage.changed_at,
    )
    .outerjoin(MailTicket, (MailTicket.attendee_id == Attendee.id) & MailTicket.is_latest)
    .outerjoin(MailMessage, MailMessage.id == MailTicket.message_id)
)


class SentTicket(NamedTuple):
    """The latest message of a ticket, which is the same ticket in the restored data if its hash is."""

    qr_hash: str
    state: str
    problem: str | None
    told: str | None
    at: datetime


def read_sent(database: Database) -> list[SentTicket]:
    """The tickets that were sent, or tried, before a restore; none where the data are damaged or older."""
    return read_replaced(database, sent_of, if_damaged=[])


def sent_of(tx: Session) -> list[SentTicket]:
    if not inspect(tx.connection()).has_table(MailTicket.__tablename__):
        return []
    query = select(Attendee.qr_hash, MailMessage.state, MailMessage.problem, MailMessage.told, MailMessage.changed_at)
    query = query.join(MailTicket, (MailTicket.attendee_id == Attendee.id) & MailTicket.is_latest)
    query = query.join(MailMessage, MailMessage.id == MailTicket.message_id)
    return [SentTicket(*row) for row in tx.execute(query)]


def keep_sent(tx: Session, tickets: list[SentTicket]) -> None:
    """Give the restored tickets the state that they had. Nothing restored is left in the queue."""
    now = clock.now()
    # The restored queue may have been sent since the backup.
    is_open = MailMessage.state.in_((MailState.QUEUED, MailState.SENDING))
    tx.execute(update(MailMessage).where(is_open).values(state=MailState.UNKNOWN, claim=None, changed_at=now))
    by_hash = {each.qr_hash: each for each in tickets}
    hashes, run_id = list(by_hash), None
    for start in range(0, len(hashes), IDS_PER_STATEMENT):
        chunk = [
            row
            for row in tx.execute(_RESTORED.where(Attendee.qr_hash.in_(hashes[start : start + IDS_PER_STATEMENT])))
            if SentTicket(row.qr_hash, row.state, row.problem, row.told, row.changed_at) != by_hash[row.qr_hash]
        ]
        if chunk and run_id is None:
            # Long ago, so that it is no request of now.
            run = MailRun(created_by=None, created_at=now.replace(year=now.year - 1, day=1), tells_change=False)
            tx.add(run)
            tx.flush()
            run_id = run.id
        ids = [row.id for row in chunk]
        tx.execute(
            update(MailTicket).where(MailTicket.attendee_id.in_(ids), MailTicket.is_latest).values(is_latest=False)
        )
        for row in chunk:
            known = by_hash[row.qr_hash]
            state, problem = _AFTERWARDS.get(MailState(known.state), (known.state, known.problem))
            values = {"state": state, "problem": problem, "told": known.told, "tries": 0, "changed_at": known.at}
            message = {**values, "run_id": run_id, "event_id": row.event_id, "due_at": now}
            message_id = tx.scalar(insert(MailMessage).returning(MailMessage.id), message)
            tx.execute(insert(MailTicket).values(message_id=message_id, attendee_id=row.id, is_latest=True))
