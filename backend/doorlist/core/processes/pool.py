"""The server's pools of worker processes, and what runs in them (decision 0051)."""

import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum, auto
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, cast

from sqlalchemy.orm import Session

from doorlist.core.concurrency import TooBusy
from doorlist.core.config import Settings
from doorlist.core.errors import Problem
from doorlist.core.processes.worker_process import WorkerProcess, WorkInterrupted

if TYPE_CHECKING:
    from doorlist.core.db.database import Database

CHUNK_WORKERS = 1
JOB_WORKERS = 2
WAIT_SECONDS = 60.0
SHORT_WAIT_SECONDS = 2.0
BUSY = "The server is busy with other long work. Please try again in a moment."

T = TypeVar("T")


class Workplace(NamedTuple):
    """Where work runs: the settings and the data of the server, and the files of this call."""

    settings: Settings
    database: "Database"
    files: Sequence[BinaryIO] = ()


Work = Callable[[Workplace], T]
"""A function of a module, or a `partial` of one, since it travels to another process."""


def reading(work: Callable[[Session], T]) -> Work[T]:
    """Work in one transaction that only reads."""
    return partial(_read, work)


def _read(work: Callable[[Session], T], workplace: Workplace) -> T:
    return workplace.database.fetch(work)


def _nothing(_: Workplace) -> None:
    """The first work of a process, so that it is ready for the next."""


class Steps:
    """The values that work yields. The process makes up to `ahead` of them while the caller handles another."""

    def __init__(self, receive: Callable[[], Any], ask: Callable[[], None]) -> None:
        self.ahead = 0
        self._receive = receive
        self._ask = ask
        # The first comes without being asked for.
        self._asked = 1
        self._is_over = False

    def __iter__(self) -> "Steps":
        return self

    def __next__(self) -> Any:
        """Return the next step. Raises what the work raises, and WorkInterrupted."""
        if self._is_over:
            raise StopIteration
        self._ask_for(max(1, self.ahead))
        try:
            step = self._receive()
        except StopIteration:
            self._is_over = True
            raise
        self._asked -= 1
        self._ask_for(self.ahead)
        return step

    def _ask_for(self, steps: int) -> None:
        while self._asked < steps:
            self._ask()
            self._asked += 1


class State(Enum):
    """Where the calls of a pool run: in this process, in worker processes, or no longer."""

    HERE = auto()
    OPEN = auto()
    ENDED = auto()


class WorkerPool:
    """Processes that run one call each at a time. Until `begin` calls run in this process, after `end` short ones."""

    def __init__(self, settings: Settings, database: "Database", processes: int) -> None:
        self._workplace = Workplace(settings, database)
        self._workers = [WorkerProcess(settings) for _ in range(processes)]
        self._free = list(self._workers)
        self._changed = threading.Condition()
        self._state = State.HERE
        self._is_starting = False

    def begin(self) -> None:
        """Send calls to processes from now on; the first one starts a process."""
        self._state = State.OPEN

    def end(self) -> None:
        """End all processes, the work in them, and the wait for them."""
        with self._changed:
            self._state = State.ENDED
            self._changed.notify_all()
            for worker in self._free:
                worker.kill()
        for worker in self._workers:
            worker.interrupt()

    def second_passed(self) -> None:
        """End processes that are idle for long, without waiting for them."""
        with self._changed:
            for worker in self._free:
                worker.end_if_idle()

    def run(self, work: Work[T], files: Sequence[BinaryIO] = ()) -> T:
        """Return the result of `work`. Raises a Problem: that of the work, WorkInterrupted, TooBusy."""
        if self._state is State.HERE:
            return work(self._workplace._replace(files=files))
        with self._call(work, files, WAIT_SECONDS) as worker:
            return cast("T", worker.result())

    def run_at_once(self, work: Work[T]) -> T:
        """Return the result of short work as `run` does; in this process while no worker process is ready or free."""
        if self._state is State.HERE or self._is_cold():
            return work(self._workplace)
        try:
            with self._call(work, (), SHORT_WAIT_SECONDS) as worker:
                return cast("T", worker.result())
        except TooBusy:
            return work(self._workplace)

    def _is_cold(self) -> bool:
        """Whether no process is ready. Then one is started in the background."""
        with self._changed:
            if self._is_starting:
                return True
            if any(worker.is_started for worker in self._workers):
                return False
            self._is_starting = True
        threading.Thread(target=self._start_one, name="worker-start", daemon=True).start()
        return True

    def _start_one(self) -> None:
        try:
            # A failure is in the log, and the next call tries again.
            with suppress(Problem):
                self.run(_nothing)
        finally:
            self._is_starting = False

    @contextmanager
    def steps(
        self, work: Work[Iterator[Any]], files: Sequence[BinaryIO] = (), *, is_small: bool = False
    ) -> Iterator[Steps]:
        """Yield the steps of `work`; leaving the block ends it. Small work runs in this process.

        Raises as `run` does, also within the block.
        """
        if is_small or self._state is State.HERE:
            made = work(self._workplace._replace(files=files))
            yield Steps(partial(next, made), lambda: None)
            return
        with self._call(work, files, WAIT_SECONDS) as worker:
            try:
                yield Steps(worker.step, worker.ask)
            finally:
                worker.stop()

    @contextmanager
    def _call(self, work: Work[Any], files: Sequence[BinaryIO], wait_seconds: float) -> Iterator[WorkerProcess]:
        for file in files:
            file.flush()
        body = pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        worker = self._take(wait_seconds)
        try:
            worker.begin(body, [file.fileno() for file in files])
            yield worker
        finally:
            worker.finish()
            with self._changed:
                if self._state is State.ENDED:
                    worker.kill()
                self._free.append(worker)
                self._changed.notify()

    def _take(self, wait_seconds: float) -> WorkerProcess:
        until = monotonic() + wait_seconds
        with self._changed:
            while not self._free and self._state is State.OPEN:
                if not self._changed.wait(until - monotonic()):
                    raise TooBusy(BUSY)
            if self._state is State.ENDED:
                raise WorkInterrupted
            # The one that was used last, whose process still runs.
            return self._free.pop()


class WorkerPools:
    """The worker processes of one server: one for short pieces of long answers, the others for work that takes long."""

    def __init__(self, settings: Settings, database: "Database") -> None:
        self.chunks = WorkerPool(settings, database, CHUNK_WORKERS)
        self.jobs = WorkerPool(settings, database, JOB_WORKERS)

    def begin(self) -> None:
        for pool in (self.chunks, self.jobs):
            pool.begin()

    def end(self) -> None:
        for pool in (self.chunks, self.jobs):
            pool.end()

    def second_passed(self) -> None:
        for pool in (self.chunks, self.jobs):
            pool.second_passed()
