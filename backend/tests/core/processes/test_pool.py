"""Worker processes: what they return, and what a caller reads when one is lost."""

import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

import psutil
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from doorlist.attendees.service import AttendeeErased
from doorlist.core.concurrency import TooBusy
from doorlist.core.config import REPOSITORY, Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import DatabaseUnavailable, InternalError, InvalidInput
from doorlist.core.processes import pool, worker_process
from doorlist.core.processes.pool import WorkerPool, Workplace, reading
from doorlist.core.processes.worker_process import WorkInterrupted
from doorlist.users.models import User
from tests.cast import CAST
from tests.databases import SqliteDatabases


def pid(_: Workplace) -> int:
    return os.getpid()


def pids_of(workers: WorkerPool) -> list[int]:
    """The processes that run now."""
    processes = (worker._process for worker in workers._workers)
    return [process.pid for process in processes if process is not None and process.poll() is None]


def usernames(tx: Session) -> list[str]:
    return list(tx.scalars(select(User.username).order_by(User.id)))


def write_a_user(workplace: Workplace) -> None:
    with workplace.database.read() as tx:
        tx.add(User(username="x"))
        tx.flush()


def refuse(_: Workplace) -> None:
    raise AttendeeErased([3, 4])


def fail(_: Workplace) -> None:
    raise ZeroDivisionError


def append(text: bytes, workplace: Workplace) -> None:
    [file] = workplace.files
    file.seek(0, os.SEEK_END)
    file.write(text)


def count(until: int, workplace: Workplace) -> Iterator[int]:
    for number in range(until):
        if number == 3:
            raise InvalidInput.on("number", "Too large")
        yield os.getpid() if number == 0 else number
    assert workplace.files == []


def compute_in_silence(_: Workplace) -> int:
    """No other thread of the process runs meanwhile."""
    return sum(range(10**8))


def sleep(seconds: float, _: Workplace) -> None:
    time.sleep(seconds)


def begin_and_sleep(begun: Path, _: Workplace) -> None:
    begun.touch()
    time.sleep(60)


def wait_for_file(file: Path, _: Workplace) -> None:
    while not file.exists():
        time.sleep(0.02)


def size(text: bytes, _: Workplace) -> int:
    return len(text)


def grow(_: Workplace) -> int:
    b"x" * 300 * 1024**2
    return os.getpid()


def grow_and_count(until: int, workplace: Workplace) -> Iterator[int]:
    grow(workplace)
    yield from range(until)


def take_memory(_: Workplace) -> int:
    return len(b"x" * 4 * 1024**3)


@pytest.fixture
def settings(sqlite_databases: SqliteDatabases, tmp_path: Path) -> Iterator[Settings]:
    with sqlite_databases.fresh(tmp_path / "data") as made:
        yield made


@pytest.fixture
def workers(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    # The processes find the functions of this module.
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY / "backend"))
    database = Database(settings)
    made = WorkerPool(settings, database, 1)
    made.begin()
    yield made
    made.end()
    database.close()


def wait_until(is_so: Callable[[], object]) -> None:
    """Worker processes import this module: `eventually` would load the whole application into them."""
    until = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def end_process(number: int, kind: signal.Signals = signal.SIGKILL) -> None:
    os.kill(number, kind)
    if kind is signal.SIGKILL:
        with suppress(psutil.NoSuchProcess):
            while psutil.Process(number).status() != psutil.STATUS_ZOMBIE:
                time.sleep(0.01)


@contextmanager
def busy(workers: WorkerPool, folder: Path) -> Iterator[Callable[[], None]]:
    """The only process has a call until the given function is called, or the block ends."""
    workers.run(pid)
    over = folder / "over"
    call = threading.Thread(target=workers.run, args=(partial(wait_for_file, over),))
    call.start()
    try:
        wait_until(lambda: not workers._free)
        yield over.touch
    finally:
        over.touch()
        call.join()


def after(seconds: float, work: Callable[[], None]) -> None:
    threading.Timer(seconds, work).start()


class TestCalls:
    def test_run_in_one_process_that_stays(self, workers: WorkerPool) -> None:
        first = workers.run(pid)
        assert first != os.getpid()
        assert (workers.run(pid), pids_of(workers)) == (first, [first])

    def test_run_here_until_the_pool_begins(self, settings: Settings) -> None:
        database = Database(settings)
        assert WorkerPool(settings, database, 1).run(pid) == os.getpid()
        database.close()

    def test_that_are_short_run_here_until_a_process_is_ready(self, workers: WorkerPool) -> None:  # 10.worker.1
        assert workers.run_at_once(pid) == os.getpid()
        until = time.monotonic() + 60
        while workers.run_at_once(pid) == os.getpid():
            assert time.monotonic() < until
            time.sleep(0.05)
        assert workers.run_at_once(pid) == pids_of(workers)[0]

    def test_read_the_database_and_cannot_write_it(self, workers: WorkerPool) -> None:  # 10.worker.1
        assert workers.run(reading(usernames)) == [person.username for person in CAST]
        with pytest.raises(DatabaseUnavailable):
            workers.run(write_a_user)

    def test_write_files_that_the_server_gives_them(self, workers: WorkerPool) -> None:
        with TemporaryFile() as file:
            file.write(b"one")
            workers.run(partial(append, b", two"), [file])
            file.seek(0)
            assert file.read() == b"one, two"

    def test_raise_their_problem_here(self, workers: WorkerPool) -> None:
        with pytest.raises(AttendeeErased) as refused:
            workers.run(refuse)
        assert (refused.value.status, refused.value.extra) == (409, {"erased": [3, 4]})
        with pytest.raises(InternalError):
            workers.run(fail)
        assert workers.run(pid) == pids_of(workers)[0]

    def test_step_by_step_come_when_they_are_asked_for(self, workers: WorkerPool) -> None:
        with workers.steps(partial(count, 3)) as steps:
            process = next(steps)
            assert (process, [*steps], [*steps]) == (pids_of(workers)[0], [1, 2], [])
        with workers.steps(partial(count, 5)) as steps:
            steps.ahead = 3
            assert [next(steps), next(steps)] == [process, 1]
        with pytest.raises(InvalidInput), workers.steps(partial(count, 5)) as steps:
            list(steps)
        assert workers.run(pid) == process

    def test_run_although_the_server_once_took_much_memory(self, workers: WorkerPool) -> None:
        grow(Workplace(workers._workplace.settings, workers._workplace.database))
        first = workers.run(pid)
        assert workers.run(pid) == first

    def test_that_take_much_memory_end_their_process(self, workers: WorkerPool) -> None:
        grown = workers.run(grow)
        assert workers.run(pid) != grown

    def test_give_all_their_steps_although_their_process_has_ended(self, workers: WorkerPool) -> None:  # 10.worker.14
        with workers.steps(partial(grow_and_count, 6)) as steps:
            steps.ahead = 10
            assert next(steps) == 0
            until = time.monotonic() + 60
            while pids_of(workers):
                assert time.monotonic() < until
                time.sleep(0.02)
            assert [*steps] == [1, 2, 3, 4, 5]
        assert workers.run(pid)

    def test_that_cannot_start_a_process_are_an_error(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # 10.worker.15
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", "/nowhere/python")
            files = psutil.Process().num_fds()
            with pytest.raises(WorkInterrupted):
                workers.run(pid)
            assert psutil.Process().num_fds() == files
        assert workers.run(pid)


class TestALostProcess:
    @pytest.mark.matrix
    @pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGSTOP])
    def test_at_work_is_an_error_for_its_caller_alone(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, kind: signal.Signals, tmp_path: Path
    ) -> None:  # 10.worker.2, 3
        monkeypatch.setattr(worker_process, "SILENCE_SECONDS", 5)
        begun, lost = tmp_path / "begun", workers.run(pid)

        def end_at_work() -> None:
            wait_until(begun.exists)
            end_process(lost, kind)

        ending = threading.Thread(target=end_at_work)
        ending.start()
        began = time.monotonic()
        with pytest.raises(WorkInterrupted) as interrupted:
            workers.run(partial(begin_and_sleep, begun))
        assert time.monotonic() - began < 30
        ending.join()
        assert (interrupted.value.status, interrupted.value.code) == (503, "work_interrupted")
        assert "try again" in interrupted.value.detail
        assert workers.run(pid) != lost
        assert not psutil.pid_exists(lost)

    @pytest.mark.matrix
    @pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGSTOP])
    def test_that_was_idle_is_replaced(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, kind: signal.Signals
    ) -> None:  # 10.worker.2
        monkeypatch.setattr(worker_process, "SILENCE_SECONDS", 5)
        lost = workers.run(pid)
        end_process(lost, kind)
        assert workers.run(pid) != lost

    def test_that_is_stopped_while_it_starts_is_an_error(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.3
        monkeypatch.setattr(worker_process, "SILENCE_SECONDS", 3)

        def stop_the_next() -> None:
            while not pids_of(workers):
                time.sleep(0.001)
            end_process(pids_of(workers)[0], signal.SIGSTOP)

        stopping = threading.Thread(target=stop_the_next)
        stopping.start()
        larger_than_a_socket = b"x" * 10_000_000
        began = time.monotonic()
        with pytest.raises(WorkInterrupted):
            workers.run(partial(size, larger_than_a_socket))
        assert time.monotonic() - began < 30
        stopping.join()
        assert workers.run(partial(size, larger_than_a_socket)) == 10_000_000

    def test_between_two_steps_ends_them(self, workers: WorkerPool) -> None:
        with workers.steps(partial(count, 3)) as steps:
            end_process(next(steps))
            with pytest.raises(WorkInterrupted):
                list(steps)
        assert workers.run(pid)

    def test_that_wants_too_much_memory_says_so(self, workers: WorkerPool) -> None:  # 10.worker.4
        with pytest.raises(WorkInterrupted) as interrupted:
            workers.run(take_memory)
        assert "memory" in interrupted.value.detail


class TestASilentProcess:
    @pytest.mark.rest
    def test_that_computes_is_waited_for(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.11
        process, looks = workers.run(pid), itertools.count()
        # On a busy machine it may get no time between two looks. The next test reads the real time.
        monkeypatch.setattr(worker_process.WorkerProcess, "_seconds_computed", lambda _: next(looks) / 1000)
        monkeypatch.setattr(worker_process, "SILENCE_SECONDS", 0.5)
        assert workers.run(compute_in_silence) > 0
        assert pids_of(workers) == [process]

    def test_that_computes_for_ever_is_stuck(
        self, workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.worker.11
        lost = workers.run(pid)
        monkeypatch.setattr(worker_process, "LOOK_SECONDS", 0.2)
        monkeypatch.setattr(worker_process, "STUCK_SECONDS", 0.4)
        with pytest.raises(WorkInterrupted):
            workers.run(compute_in_silence)
        assert not psutil.pid_exists(lost)


@pytest.mark.rest
def test_an_idle_process_ends_and_the_next_call_starts_another(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.worker.5
    idle = workers.run(pid)
    workers.second_passed()
    assert pids_of(workers) == [idle]
    monkeypatch.setattr(worker_process, "IDLE_SECONDS", 0)
    until = time.monotonic() + 60
    while pids_of(workers) and time.monotonic() < until:
        workers.second_passed()
        time.sleep(0.05)
    assert not psutil.pid_exists(idle)
    assert workers.run(pid) != idle


@pytest.mark.rest
def test_a_caller_waits_for_a_process_and_not_for_ever(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # 10.worker.6
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.2)
    with busy(workers, tmp_path) as end:
        with pytest.raises(TooBusy):
            workers.run(pid)
        monkeypatch.setattr(pool, "WAIT_SECONDS", 120)
        after(0.3, end)
        assert workers.run(pid)


def test_short_work_runs_here_while_all_processes_are_busy(
    workers: WorkerPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # 10.worker.16
    monkeypatch.setattr(pool, "SHORT_WAIT_SECONDS", 0.2)
    with busy(workers, tmp_path):
        assert workers.run_at_once(pid) == os.getpid()
    assert workers.run_at_once(pid) == pids_of(workers)[0]


@pytest.mark.matrix
@pytest.mark.parametrize("seconds", [0, 0.01, 0.05, 0.2, 1.5])
def test_the_end_of_the_pool_ends_its_calls_and_the_wait_for_them(
    workers: WorkerPool, seconds: float
) -> None:  # 10.worker.17
    interrupted = list[str]()

    def wait() -> None:
        try:
            workers.run(partial(sleep, 60))
        except WorkInterrupted as problem:
            interrupted.append(problem.code)

    calls = [threading.Thread(target=wait) for _ in range(3)]
    for call in calls:
        call.start()
    while not pids_of(workers):
        time.sleep(0.001)
    time.sleep(seconds)
    began = time.monotonic()
    workers.end()
    for call in calls:
        call.join(20)
    assert interrupted == ["work_interrupted"] * 3
    assert time.monotonic() - began < 20
    with pytest.raises(WorkInterrupted):
        workers.run(pid)
    assert pids_of(workers) == []
