"""A backup before a large deletion: an event with its attendees, or many attendees (contract 4)."""

import threading
import time
from collections import defaultdict, deque
from functools import partial

from sqlalchemy import select

from doorlist.attendees.models import Attendee
from doorlist.backup.rules import ANNOUNCED_DELETIONS, MANY_DELETIONS, ONE_SAFETY_BACKUP_PER, BackupKind
from doorlist.backup.scheduler import BackupScheduler


class SafetyBackups:
    """Takes the safety backups; a user who deletes many attendees in several steps gets one for all of them."""

    def __init__(self, scheduler: BackupScheduler) -> None:
        self._scheduler = scheduler
        self._database = scheduler.backups.database
        self._slots = scheduler.backups.slots
        self._guard = threading.Lock()
        self._last: dict[int, tuple[float, str]] = {}
        # The times of each user's latest deletions, used by the event loop alone. Other users' deletions never wait.
        self._deletions: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=MANY_DELETIONS + 1))

    async def before_event(self, event_id: int) -> None:
        """Back up before an event with attendees is deleted, outside of transactions. Raises a Problem: then stop."""
        one_of_them = select(Attendee.id).where(Attendee.event_id == event_id).limit(1)
        if await self._database.run(lambda tx: tx.scalar(one_of_them), reading=True) is not None:
            await self._slots.run(self._take)

    async def before_attendees(self, number: int, user_id: int) -> str | None:
        """Returns the name of the backup taken before many attendees are deleted; None for a few. Raises a Problem."""
        if number <= ANNOUNCED_DELETIONS:
            return None
        return await self._slots.run(partial(self._take_once, user_id))

    async def before_attendee(self, user_id: int) -> None:
        """Back up if the user deletes many attendees singly, outside of transactions. Raises a Problem: then stop."""
        now = time.monotonic()
        latest = self._deletions[user_id]
        latest.append(now)
        many = len(latest) > MANY_DELETIONS and now - latest[0] < ONE_SAFETY_BACKUP_PER.total_seconds()
        if many:
            await self._slots.run(partial(self._take_once, user_id))

    def _take_once(self, user_id: int) -> str:
        with self._guard:
            taken_at, filename = self._last.get(user_id, (float("-inf"), ""))
            is_old = time.monotonic() - taken_at >= ONE_SAFETY_BACKUP_PER.total_seconds()
            # A user may have deleted the backup meanwhile.
            if is_old or not self._scheduler.backups.store.path(filename).exists():
                filename = self._take()
                self._last[user_id] = (time.monotonic(), filename)
            return filename

    def _take(self) -> str:
        # During a restore nothing is deleted either.
        self._database.gate.refuse_while_closed()
        taken = self._scheduler.backups.take(BackupKind.SAFETY)
        self._scheduler.remove_expired()
        return taken.filename
