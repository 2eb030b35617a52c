"""The admission worker decides and commits waiting scans as one group, then answers each.

Each process has one worker, whose one thread decides. A call puts its scan on the queue and awaits the answer, which
comes after the commit. An idle worker takes a single scan at once; while it works, the next group gathers on the queue.
"""

import threading
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from doorlist.core.db.database import Database
from doorlist.core.db.driver import DriverTransaction, DriverTransactions
from doorlist.core.errors import DatabaseUnavailable, Problem, problem_for
from doorlist.door.admission import service
from doorlist.door.admission.decide import Verdict
from doorlist.door.admission.repository import ScanRepository
from doorlist.door.admission.service import Answer, AttendeesLocked
from doorlist.door.rules import CHANGED, REFUSED, Scan
from doorlist.live.changes import Changes, changes_of, changes_of_attendees
from doorlist.users.session_check import NotSignedIn

log = structlog.get_logger()

MAX_GROUP_SIZE = 256
MAX_QUEUED = 2000
MAX_SEEN_SESSIONS = 4000
CLOSING_SECONDS = 10
# How long a scan waits while another transaction holds its attendee, and how often the worker tries it meanwhile.
LOCK_WAIT_SECONDS = 1.0
LOCK_RETRY_SECONDS = 0.02


class AdmissionQueueFull(Problem):
    """More scans wait than the worker can answer in time; it did not take this one."""

    status = 503
    code = "desk_overrun"
    title = "Too many scans at once"
    detail = "Too many scans at once. Please try again in a moment."
    retry_after_seconds = 1


def _attendee_locked() -> DatabaseUnavailable:
    return DatabaseUnavailable("Someone else is changing this guest right now. Please scan again.")


class AdmissionMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.scans = Counter("doorlist_scans", "Attempts at the door.", ["outcome"], registry=registry)
        self.waiting = Gauge("doorlist_desk_waiting", "Scans on the worker's queue.", registry=registry)
        self.deaths = Counter(
            "doorlist_desk_deaths", "Times that the worker's thread died and was replaced.", registry=registry
        )
        self.group_sizes = Histogram(
            "doorlist_desk_group_scans",
            "Scans that were committed together.",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, MAX_GROUP_SIZE),
            registry=registry,
        )
        self.seconds = Histogram(
            "doorlist_scan_seconds",
            "Time from taking a scan to its answer.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=registry,
        )


class _Waiting:
    """A scan on the queue, and the future of its answer."""

    __slots__ = ("answer", "locked_since", "loop", "scan", "since")

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.loop = get_running_loop()
        self.answer: Future[Answer] = self.loop.create_future()
        self.since = perf_counter()
        self.locked_since: float | None = None


class AdmissionWorker:
    """Decides every scan of this process. `decide` may be called from any event loop."""

    def __init__(
        self, database: Database, metrics: AdmissionMetrics, *, publish: Callable[[Changes], None] = lambda _: None
    ) -> None:
        """`publish` gets the attendees of each group who came in or left, after the commit."""
        self._publish = publish
        self._transactions = DriverTransactions(database)
        self._metrics = metrics
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_closed = False
        # The group being decided, and the scans set aside because another transaction holds their attendees.
        self._group: list[_Waiting] = []
        self._aside: list[_Waiting] = []
        self._retry_at = 0.0
        # Sessions with a scan that was decided here. It grants nothing: the session of each scan is looked up anyway.
        self._seen: dict[str, None] = {}
        metrics.waiting.set_function(self._queue.qsize)

    def has_seen(self, session: str) -> bool:
        """Whether a scan of this session was decided here. No scan of an anonymous caller is."""
        return session in self._seen

    async def decide(self, scan: Scan) -> Verdict:
        """Decide one scan; when this returns, the decision is on disk.

        A scan that was taken is decided and logged, even if its caller hangs up. Raises the problem that
        `service.decide_scans` returns for it; AdmissionQueueFull; DatabaseUnavailable and the like, after which it is
        unknown whether the scan counted: a retry with the same key returns that.
        """
        waiting = _Waiting(scan)
        self._put(waiting)
        answer = await waiting.answer
        if isinstance(answer, Problem):
            raise answer
        return answer

    def close(self) -> None:
        """Take no more scans, answer those on the queue, and end the thread and its connection."""
        with self._guard:
            self._is_closed = True
            thread, self._thread = self._thread, None
            if thread is not None:
                self._queue.put(None)
        if thread is not None:
            thread.join(CLOSING_SECONDS)

    def _put(self, waiting: _Waiting) -> None:
        with self._guard:
            if self._is_closed or self._queue.qsize() >= MAX_QUEUED:
                raise AdmissionQueueFull
            if self._thread is None:
                # Started by the first scan, so that a process that only prints the API has no thread.
                self._start()
            self._queue.put(waiting)

    def _start(self) -> None:
        # A daemon, so that a call that hangs in the database cannot keep the process from ending.
        self._thread = threading.Thread(target=self._work, name="admission-worker", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            while self._next_group():
                self._decide_group(self._group, partial(self._gather_and_decide, self._group))
        except BaseException as error:  # noqa: BLE001 - a worker without a thread would answer no scan
            self._replace_thread(error)
            return
        self._transactions.close()

    def _next_group(self) -> bool:
        """Take the next scan, and those set aside that are due. Whether the worker goes on."""
        self._group = []
        try:
            first = self._queue.get(timeout=LOCK_RETRY_SECONDS if self._aside else None)
        except Empty:
            self._group, self._aside = self._aside, []
            return True
        if first is None:
            self._answer(self._aside, [_attendee_locked() for _ in self._aside])
            return False
        self._group = [first]
        if self._aside and perf_counter() >= self._retry_at:
            self._group += self._aside
            self._aside = []
        return True

    def _replace_thread(self, error: BaseException) -> None:
        """Start another thread, and answer the scans of the group that this one was deciding."""
        log.critical("desk_thread_died", exc_info=error)
        self._metrics.deaths.inc()
        unanswered, self._group = self._group, []
        try:
            self._transactions.close()
        finally:
            with self._guard:
                if not self._is_closed:
                    self._start()
                else:
                    self._gather(unanswered)
            died = DatabaseUnavailable("Please try again in a moment.")
            for waiting in unanswered:
                with suppress(RuntimeError):
                    waiting.loop.call_soon_threadsafe(_hand_over, [(waiting.answer, died)])

    def _gather_and_decide(self, group: list[_Waiting], tx: DriverTransaction) -> list[Answer]:
        # Only now, because the worker may have waited for the writer's lock.
        self._gather(group)
        return _decide(group, tx)

    def _gather(self, group: list[_Waiting]) -> None:
        while len(group) < MAX_GROUP_SIZE:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return
            if waiting is None:
                # The end of the queue is for `_work` to see.
                self._queue.put(None)
                return
            group.append(waiting)

    def _decide_group(self, group: list[_Waiting], decide: Callable[[DriverTransaction], list[Answer]]) -> None:
        """Decide a group and answer each.

        One scan that cannot be decided must not fail the others: halve the group until it stands alone. A scan whose
        attendee another transaction holds is set aside, and the others are decided.
        """
        try:
            answers = self._transactions.commit(decide)
        except AttendeesLocked as held:
            self._set_aside([waiting for place, waiting in enumerate(group) if place in held.places])
            rest = [waiting for place, waiting in enumerate(group) if place not in held.places]
            if rest:
                self._decide_group(rest, partial(_decide, rest))
        except Exception as error:  # noqa: BLE001 - whatever the error, each waiting call gets an answer
            if _is_everybodys(error):
                # Answer the waiting scans too, before each of them waits for the same failure.
                self._gather(group)
                self._answer(group, [problem_for(error)] * len(group))
            elif len(group) == 1:
                self._answer(group, [problem_for(error)])
            else:
                middle = len(group) // 2
                for part in (group[:middle], group[middle:]):
                    self._decide_group(part, partial(_decide, part))
        else:
            self._answer(group, answers)

    def _set_aside(self, held: Sequence[_Waiting]) -> None:
        now = perf_counter()
        given_up: list[_Waiting] = []
        for waiting in held:
            waiting.locked_since = waiting.locked_since or now
            (given_up if now - waiting.locked_since > LOCK_WAIT_SECONDS else self._aside).append(waiting)
        self._retry_at = now + LOCK_RETRY_SECONDS
        self._answer(given_up, [_attendee_locked() for _ in given_up])

    def _answer(self, group: Sequence[_Waiting], answers: Sequence[Answer]) -> None:
        metrics = self._metrics
        metrics.group_sizes.observe(len(group))
        outcomes = Tally(a.outcome for a in answers if isinstance(a, Verdict) and not a.is_replay)
        for outcome, number in outcomes.items():
            metrics.scans.labels(outcome).inc(number)
        now = perf_counter()
        by_loop: dict[AbstractEventLoop, list[tuple[Future[Answer], Answer]]] = {}
        for waiting, answer in zip(group, answers, strict=True):
            metrics.seconds.observe(now - waiting.since)
            self._remember(waiting.scan.session, answer)
            by_loop.setdefault(waiting.loop, []).append((waiting.answer, answer))
        for loop, answered in by_loop.items():
            # No call waits in an event loop that has ended.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_hand_over, answered)
        self._publish_changes(group, answers)

    def _remember(self, session: str, answer: Answer) -> None:
        if isinstance(answer, NotSignedIn):
            self._seen.pop(session, None)
        elif isinstance(answer, Verdict) and session not in self._seen:
            if len(self._seen) >= MAX_SEEN_SESSIONS:
                self._seen.pop(next(iter(self._seen)))
            self._seen[session] = None

    def _publish_changes(self, group: Sequence[_Waiting], answers: Sequence[Answer]) -> None:
        # Replays too: the first answer may have been lost before the change was published.
        ids = defaultdict[int, set[int]](set)
        refused_at = set[int]()
        for waiting, answer in zip(group, answers, strict=True):
            if not isinstance(answer, Verdict):
                continue
            ticket, event_id = answer.ticket, waiting.scan.event_id
            if answer.outcome in CHANGED and ticket:
                ids[ticket.event_id].add(ticket.id)
            elif answer.outcome in REFUSED and event_id is not None:
                refused_at.add(event_id)
        try:
            self._publish(changes_of_attendees(ids) | changes_of(doors_of=refused_at))
        except Exception:
            # A screen that is out of date is no reason to stop the door.
            log.exception("nobody_was_told")


def _decide(group: Sequence[_Waiting], tx: DriverTransaction) -> list[Answer]:
    return service.decide_scans(ScanRepository(tx), [waiting.scan for waiting in group])


def _hand_over(answered: Sequence[tuple[Future[Answer], Answer]]) -> None:
    for future, answer in answered:
        if not future.done():
            future.set_result(answer)


def _is_everybodys(error: Exception) -> bool:
    """Whether the database or its connection failed, rather than one scan."""
    if isinstance(error, Problem | OperationalError | InterfaceError | PoolTimeout):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated
