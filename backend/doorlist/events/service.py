"""Creating, editing and deleting events (contract 4, 5 and 7)."""

from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action, changed
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.api_model import PersonRef, stale_version
from doorlist.core.db.flush import flush_or_retry
from doorlist.core.errors import InvalidInput, KeyReused, NotFound
from doorlist.events import repository
from doorlist.events.models import Event
from doorlist.events.retention import Retention, refuse_unexpected
from doorlist.events.schemas import CONTENT, EventChanges, EventIn, EventOut
from doorlist.live.publish import publish_after_commit
from doorlist.users.service import SignedInUser


class UnknownEvent(NotFound):
    code = "event_not_found"
    title = "Event not found"


def list_events(tx: Session) -> list[EventOut]:
    """Every event: by date, time (none last), id."""
    return [_to_wire(row) for row in repository.list_events(tx)]


def find_event(tx: Session, event_id: int) -> EventOut | None:
    """One event; None if there is none, or it is being deleted."""
    row = repository.find_event(tx, event_id)
    return None if row is None else _to_wire(row)


def get_event(tx: Session, event_id: int) -> EventOut:
    """One event. Raises UnknownEvent."""
    event = find_event(tx, event_id)
    if event is None:
        raise UnknownEvent
    return event


def lock_event(tx: Session, event_id: int) -> None:
    """Keep others from editing the event until the transaction ends. Raises UnknownEvent."""
    if repository.content_of(tx, event_id) is None:
        raise UnknownEvent


def event_named(tx: Session, event_id: int) -> EventOut:
    """The event that a body names. Raises InvalidInput on `eventId` (contract 7)."""
    try:
        return get_event(tx, event_id)
    except UnknownEvent as error:
        raise InvalidInput.on("eventId", "There is no such event") from error


def create_event(tx: Session, event: EventIn, user: SignedInUser) -> EventOut:
    """Create an event.

    A second call with the same idempotency key adds nothing and returns the same event. Raises KeyReused, and
    InvalidInput on `duplicateOf` where there is no such event.
    """
    if event.idempotency_key is not None:
        earlier = repository.find_by_creation_key(tx, event.idempotency_key)
        if earlier is not None:
            return _created_before(tx, earlier, event, user)
    if event.duplicate_of is not None and repository.find_event(tx, event.duplicate_of) is None:
        raise InvalidInput.on("duplicateOf", "There is no such event")
    now, content = clock.now(), event.model_dump(include=set(CONTENT))
    row = Event(
        **content,
        creation_key=event.idempotency_key,
        version=1,
        created_at=now,
        updated_at=now,
        updated_by=user.id,
    )
    tx.add(row)
    flush_or_retry(tx)
    if event.duplicate_of is not None:
        repository.copy_ticket_types(tx, event.duplicate_of, row.id)
        repository.copy_check_in_lists(tx, event.duplicate_of, row.id)
        content["duplicate_of"] = event.duplicate_of
    add_audit_entry(tx, Action.EVENT_CREATED, by=user, event_id=row.id, after=content)
    publish_after_commit(tx, events=[row.id])
    return get_event(tx, row.id)


def update_event(
    tx: Session, event_id: int, changes: EventChanges, user: SignedInUser, retention: Retention
) -> EventOut:
    """Save an edit.

    Raises UnknownEvent, VersionConflict if the event has changed since it was read, and GuestsWillBeErased.
    """
    values = changes.model_dump(exclude_unset=True, exclude={"version", "expected_erasures"})
    before = repository.content_of(tx, event_id)
    if before is None:
        raise UnknownEvent
    old, new = changed(before, before | values)
    now = clock.now()
    values |= {"updated_at": now, "updated_by": user.id}
    if "date" in new:
        values["date_changed_at"] = now
    if not repository.update_event(tx, event_id, values, expected_version=changes.version):
        raise stale_version("event", get_event(tx, event_id))
    if "date" in new:
        refuse_unexpected(retention.after_date(tx, event_id, new["date"]), changes.expected_erasures)
    add_audit_entry(tx, Action.EVENT_UPDATED, by=user, event_id=event_id, before=old, after=new)
    # Attendees show its name and date, and the sum that they owe depends on its price.
    publish_after_commit(tx, events=[event_id], attendees=None, attendees_of=[event_id])
    return get_event(tx, event_id)


def _created_before(tx: Session, earlier: Event, event: EventIn, user: SignedInUser) -> EventOut:
    """The answer to a repeated call. Later edits of the event are fine; a call with other content is refused."""
    sent = event.model_dump(include=set(CONTENT))
    if earlier.version == 1 and (sent, user.id) != (_content_of(earlier), earlier.updated_by):
        raise KeyReused
    return get_event(tx, earlier.id)


def _content_of(event: Event) -> dict[str, Any]:
    return {field: getattr(event, field) for field in CONTENT}


def _to_wire(row: Row[*tuple[Any, ...]]) -> EventOut:
    event, editor = row
    return EventOut(
        **_content_of(event),
        id=event.id,
        version=event.version,
        updated_at=event.updated_at,
        updated_by=PersonRef(id=event.updated_by, full_name=editor) if event.updated_by else None,
    )
