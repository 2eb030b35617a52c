"""Imports as they run: one at a time, in slices, and out again as a whole (contract 4, decision 0009).

An import is a row of `imports`; the attendees that it brought carry its id. It is settled when they are as its state
says. One that is not settled while nobody has the turn was interrupted: whoever takes the turn next takes out what it
had added, and a server that starts does so in the background.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog
from anyio import CapacityLimiter
from sqlalchemy.orm import Session

from doorlist.attendees.bulk import AttendeeRow, insert_rows
from doorlist.core import clock
from doorlist.core.database import Database
from doorlist.core.errors import Problem, RunAgain, problem_for
from doorlist.history.rules import Action
from doorlist.history.service import add_attendees_of_import, add_entry
from doorlist.live.record import record
from doorlist.spreadsheets import repository
from doorlist.spreadsheets.judging import GoodRow
from doorlist.spreadsheets.rules import IMPORT_SLICE
from doorlist.spreadsheets.schemas import ImportState
from doorlist.spreadsheets.turn import AnotherImport, Turn, Turns

log = structlog.get_logger()

# Judging may take a processor for seconds; more at once would be slower for each of them.
AT_ONCE = 4
WAIT_SECONDS = 10
STOP_SECONDS = 8
RETRY_SECONDS = 5
LONGEST_MESSAGE = 500

# The fields of a good row that an attendee has too: all but the number of its line.
_BROUGHT = [field for field in GoodRow._fields if field != "row"]

INTERRUPTED = "The import broke off before its end. Nothing of it stays."


class ImportCancelled(Problem):
    """Somebody cancelled it while it ran."""

    status = 409
    code = "import_cancelled"
    title = "Import cancelled"

    def __init__(self) -> None:
        super().__init__("The import was cancelled. Nothing of it stays.")


class ImportChanged(Problem):
    """What it was judged by is no longer so."""

    status = 409
    code = "import_changed"
    title = "Changed meanwhile"

    def __init__(self, what: str) -> None:
        """`what` is a sentence about what changed."""
        super().__init__(f"{what} Nothing was imported.")


class Interrupted(Problem):
    """The server is being stopped."""

    status = 503
    code = "database_unavailable"
    title = "Temporarily unavailable"

    def __init__(self) -> None:
        super().__init__(INTERRUPTED, headers={"Retry-After": "5"})


class Imports:
    """The imports of one server. Several servers on one PostgreSQL share the turn."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.slots = CapacityLimiter(AT_ONCE)
        self._turns = Turns(database)
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._tidier: threading.Thread | None = None

    def hold_off(self) -> Turn:
        """Wait until no import is being applied or taken out; none is until the turn is given back.

        For a restore, which replaces what interrupted ones left, and the tables. Raises AnotherImport.
        """
        return self._turns.take(WAIT_SECONDS)

    def take_turn(self, *, wait_seconds: float | None = None) -> Turn:
        """Wait until no other import is being applied or taken out, and tidy up after interrupted ones.

        Raises AnotherImport.
        """
        turn = self._turns.take(WAIT_SECONDS if wait_seconds is None else wait_seconds)
        try:
            _take_out_interrupted(self.database, self._go_on)
        except BaseException:
            turn.give_back()
            raise
        return turn

    def take_out_interrupted(self) -> None:
        """Take out what imports had added that a stopped server never finished."""
        try:
            self.take_turn(wait_seconds=0).give_back()
        except AnotherImport:
            # Another process is at it, and did so itself.
            return

    def start(self) -> None:
        """Tidy up after interrupted imports in the background, again and again until it is done."""
        self._tidier = threading.Thread(target=self._tidy_up, name="imports")
        self._tidier.start()

    def apply(self, import_id: int, rows: Sequence[GoodRow], seller: int | None, user_id: int) -> None:
        """Add the rows, all of them or none. To be called with the turn. Raises what stopped it."""
        try:
            at_once = IMPORT_SLICE["sqlite" if self.database.is_sqlite else "postgresql"]
            for start in range(0, len(rows), at_once) or (0,):
                self._go_on()
                part = rows[start : start + at_once]
                is_last = start + at_once >= len(rows)
                try:
                    self.database.commit(
                        partial(
                            _add_slice, import_id=import_id, rows=part, seller=seller, user_id=user_id, is_last=is_last
                        )
                    )
                except RunAgain as error:
                    raise ImportChanged(_what_changed(self.database, part)) from error
        except Exception as error:
            self._take_back(import_id, error)
            raise

    def apply_in_background(
        self, turn: Turn, import_id: int, rows: Sequence[GoodRow], seller: int | None, user_id: int
    ) -> None:
        """The same in a thread of the server, which then gives the turn back."""

        def work() -> None:
            try:
                self.apply(import_id, rows, seller, user_id)
            except Exception as error:  # noqa: BLE001 - the import says it; nobody else waits for it
                log.warning("import_stopped", import_id=import_id, error=type(error).__name__)
            finally:
                turn.give_back()

        thread = threading.Thread(target=work, name=f"import-{import_id}")
        self._threads = [other for other in self._threads if other.is_alive()] + [thread]
        thread.start()

    def stop(self, seconds: float | None = STOP_SECONDS) -> None:
        """End what runs in the background: it is taken out again, here or at the next start. None: wait for it."""
        self._stopping.set()
        tidier = [] if self._tidier is None else [self._tidier]
        for thread in [*self._threads, *tidier]:
            thread.join(seconds)

    def _go_on(self) -> None:
        if self._stopping.is_set():
            raise Interrupted

    def _take_back(self, import_id: int, error: Exception) -> None:
        """Take out what a stopped import had added. Where even that fails, the next turn does it."""
        message = problem_for(error).detail[:LONGEST_MESSAGE]
        try:
            self.database.commit(partial(_fail, import_id=import_id, message=message))
            take_out(self.database, import_id, untouched_only=False, go_on=self._go_on)
        except Exception as second:  # noqa: BLE001 - the first is the one to tell
            log.warning("import_left_for_later", import_id=import_id, error=type(second).__name__)
            self._tidy_up_later()

    def _tidy_up_later(self) -> None:
        """A full disk or a lost database keeps even taking out from being written."""
        if not self._stopping.is_set() and (self._tidier is None or not self._tidier.is_alive()):
            self.start()

    def _tidy_up(self) -> None:
        while not self._stopping.is_set():
            try:
                self.take_turn(wait_seconds=0).give_back()
            except AnotherImport:
                # Whoever has the turn may be restoring, and not importing.
                pass
            except Exception as error:  # noqa: BLE001 - the next try may have more luck
                log.warning("import_left_for_later", error=type(error).__name__)
            else:
                return
            self._stopping.wait(RETRY_SECONDS)


def _what_changed(database: Database, rows: Sequence[GoodRow]) -> str:
    """Why rows that were good cannot be added any more."""
    with database.read() as tx:
        there = {event.id for event in repository.list_events(tx)}
        taken = repository.taken_invoice_numbers(tx, [row.invoice_number for row in rows if row.invoice_number])
    for row in rows:
        if row.event_id not in there:
            return f"The event of row {row.row:,} was deleted meanwhile."
        if row.invoice_number in taken:
            return f"Row {row.row:,}: the invoice number {row.invoice_number} was given to somebody else meanwhile."
    return "What the rows were checked against has changed meanwhile."


def _fail(tx: Session, *, import_id: int, message: str) -> None:
    """Mark an import that runs as failed."""
    if repository.change_state(tx, import_id, ImportState.RUNNING, ImportState.FAILED, message=message):
        add_entry(tx, Action.IMPORT_FAILED, by=None, subject_id=import_id)


def take_out(
    database: Database, import_id: int, *, untouched_only: bool, go_on: Callable[[], None] = lambda: None
) -> None:
    """Delete what an import brought, in slices, and settle it; who was let in or edited meanwhile may stay.

    What `go_on` raises between two slices leaves the rest to whoever has the turn next.
    """
    while database.commit(partial(_delete_slice, import_id=import_id, untouched_only=untouched_only)):
        go_on()


def _delete_slice(tx: Session, *, import_id: int, untouched_only: bool) -> bool:
    """Whether there may be more."""
    event_ids = repository.delete_slice(tx, import_id, untouched_only=untouched_only)
    record(tx, attendees=None, attendees_of=event_ids, imports=True)
    if event_ids:
        return True
    left = repository.count_brought(tx, import_id)
    said: dict[str, Any] = {}
    if left:
        said["message"] = f"{left:,} stay, because they were checked in or edited meanwhile."
    repository.settle(tx, import_id, now=clock.now(), added=left, **said)
    return False


def _take_out_interrupted(database: Database, go_on: Callable[[], None]) -> None:
    with database.read() as tx:
        unsettled = repository.find_unsettled(tx)
    for import_id, state in unsettled:
        log.warning("import_taken_out", import_id=import_id, state=state)
        database.commit(partial(_fail, import_id=import_id, message=INTERRUPTED))
        take_out(database, import_id, untouched_only=state is ImportState.UNDONE, go_on=go_on)


def _add_slice(
    tx: Session, *, import_id: int, rows: Sequence[GoodRow], seller: int | None, user_id: int, is_last: bool
) -> None:
    """Add some rows. Raises ImportCancelled."""
    # In the order in which the deletion of an event comes by, event before import, or each would wait for the other.
    repository.hold_events(tx, {row.event_id for row in rows})
    if not repository.count_added(tx, import_id, len(rows)):
        raise ImportCancelled
    now = clock.now()
    record(tx, attendees=None, attendees_of={row.event_id for row in rows}, imports=True)
    ids = insert_rows(
        tx,
        [
            AttendeeRow(
                **{field: getattr(row, field) for field in _BROUGHT},
                sold_by=seller,
                created_at=now,
                updated_at=now,
                updated_by=user_id,
                import_id=import_id,
            )
            for row in rows
        ],
    )
    add_attendees_of_import(tx, import_id, ids)
    attended = [
        (attendee_id, row.event_id, row.attended_at)
        for attendee_id, row in zip(ids, rows, strict=True)
        if row.attended_at is not None
    ]
    repository.log_imported(tx, attended, user_id=user_id, now=now)
    if is_last:
        repository.settle(tx, import_id, now=now, state=ImportState.DONE)
