"""Deletes events with their attendees in slices, so that the door never waits for a large event (contract 4).

The first transaction hides the event and writes the audit entry. The attendees follow in slices, each its own
transaction, and the event last. A deletion that is interrupted is finished by the next start of a server.
"""

from functools import partial

import structlog
from sqlalchemy.orm import Session

from doorlist.audit.rules import Action
from doorlist.audit.service import add_audit_entry
from doorlist.core import clock
from doorlist.core.worker import Worker
from doorlist.events import repository
from doorlist.events.service import UnknownEvent
from doorlist.live.publish import publish_after_commit
from doorlist.users.service import SignedInUser

log = structlog.get_logger()

# Attendees in one transaction: 9 to 12 ms on a quiet machine, 29 at most. On SQLite every writer waits meanwhile.
DELETE_SLICE = {"sqlite": 150, "postgresql": 500}
RETRY_SECONDS = 5.0


class EventDeletions(Worker):
    """Deletes events. The worker finishes interrupted deletions, and ends when none is left."""

    name = "event-deletions"

    def delete(self, event_id: int, user: SignedInUser) -> None:
        """Delete an event and all its attendees. Raises UnknownEvent, even while the event is being deleted.

        Any other error comes before the deletion began, or leaves the rest to the background.
        """
        self._database.commit(partial(_begin, event_id=event_id, user=user))
        try:
            self._finish(event_id)
        except Exception:
            self.start()
            raise

    def _finish(self, event_id: int) -> None:
        limit = DELETE_SLICE["sqlite" if self._database.is_sqlite else "postgresql"]
        while self._database.commit(partial(_delete_slice, event_id=event_id, limit=limit)):
            if self._stopping.is_set():
                return

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                with self._database.read() as tx:
                    hidden = repository.list_hidden(tx)
                for event_id in hidden:
                    log.info("event_deletion_resumed", event_id=event_id)
                    self._finish(event_id)
            except Exception as error:  # noqa: BLE001 - the next try may succeed
                log.warning("event_deletion_left_for_later", error=type(error).__name__)
            else:
                return
            self._stopping.wait(RETRY_SECONDS)


def _begin(tx: Session, *, event_id: int, user: SignedInUser) -> None:
    before = repository.hide_event(tx, event_id, now=clock.now())
    if before is None:
        raise UnknownEvent
    add_audit_entry(tx, Action.EVENT_DELETED, by=user, event_id=event_id, before=before)
    _publish(tx, event_id)


def _delete_slice(tx: Session, *, event_id: int, limit: int) -> bool:
    """Delete some attendees, and with the last of them the event. Returns whether there is more."""
    if repository.delete_slice(tx, event_id, limit):
        return True
    repository.delete_hidden(tx, event_id)
    _publish(tx, event_id)
    return False


def _publish(tx: Session, event_id: int) -> None:
    publish_after_commit(tx, events=[event_id], attendees=None, attendees_of=[event_id])
