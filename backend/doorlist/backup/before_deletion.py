"""A backup before much is deleted at once: an event with its attendees, or a long selection (contract 4)."""

import threading
import time

from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.backup.rules import MANY_DELETIONS, ONE_SAFETY_COPY_PER, BackupKind
from doorlist.backup.scheduler import Keeper
from doorlist.backup.service import take_snapshot


class SafetyCopies:
    """Takes them; who deletes a long selection in several steps gets one for all of them."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._guard = threading.Lock()
        self._last: dict[int, tuple[float, str]] = {}

    def before_event(self, event_id: int) -> None:
        """Before an event is deleted, and outside any transaction. Raises a Problem: then delete nothing."""
        with self._keeper.database.read() as tx:
            has_attendees = tx.scalar(select(Attendee.id).where(Attendee.event_id == event_id).limit(1)) is not None
        if has_attendees:
            self._take()

    def before_attendees(self, number: int, user_id: int) -> str | None:
        """The name of the backup before so many are deleted; None where they are few. Raises a Problem."""
        if number <= MANY_DELETIONS:
            return None
        with self._guard:
            taken_at, filename = self._last.get(user_id, (float("-inf"), ""))
            if time.monotonic() - taken_at >= ONE_SAFETY_COPY_PER.total_seconds():
                filename = self._take()
                self._last[user_id] = (time.monotonic(), filename)
            return filename

    def _take(self) -> str:
        # While a restore is under way nothing is deleted either.
        self._keeper.database.gate.refuse_while_closed()
        taken = take_snapshot(self._keeper.database, self._keeper.settings, BackupKind.SAFETY)
        self._keeper.tidy_up()
        self._keeper.wake()
        return taken.filename
