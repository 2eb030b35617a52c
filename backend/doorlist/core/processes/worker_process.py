"""One worker process as the server sees it: its start, its calls, its end."""

import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

from doorlist.core.config import Settings
from doorlist.core.errors import Problem
from doorlist.core.processes.channel import Channel, Kind, Message

log = structlog.get_logger()

SILENCE_SECONDS = 10.0
"""A process at work sends heartbeats; one that neither sends nor computes for so long is stopped, and is killed.

On a busy machine heartbeats come late, and a start takes many times as long.
"""
STUCK_SECONDS = 60.0
"""A process that computes for so long without a heartbeat is stuck, and is killed."""
LOOK_SECONDS = 2.0
IDLE_SECONDS = 60.0
"""An idle process ends after this time, and gives its 100 MB back."""


class WorkInterrupted(Problem):
    """The worker process ended, or was stopped, before its work was done."""

    status = 503
    code = "work_interrupted"
    title = "Interrupted"
    detail = "The server could not finish this, and nothing was changed. Please try again."
    retry_after_seconds = 1


class WorkerProcess:
    """Runs one call at a time in a process, which it starts for the first one. For one thread at a time.

    `interrupt` is for any thread.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._is_at_work = False
        self._is_interrupted = False
        self._free_since = monotonic()

    @property
    def is_started(self) -> bool:
        return self._channel is not None

    def begin(self, body: bytes, files: Sequence[int]) -> None:
        """Begin a call. A process that ended, or was stopped, while it was idle is replaced. Raises WorkInterrupted."""
        if self._channel is not None:
            with suppress(WorkInterrupted):
                self._begin(body, files)
                return
        self._start()
        self._begin(body, files)

    def result(self) -> Any:
        """Return the result of the call. Raises its Problem, and WorkInterrupted."""
        return pickle.loads(self._receive().body)  # noqa: S301 - our own process

    def step(self) -> Any:
        """Return the next step of the call. Raises StopIteration after the last, and as `result` does."""
        message = self._receive()
        if message.kind is Kind.RESULT:
            raise StopIteration
        return pickle.loads(message.body)  # noqa: S301 - our own process

    def ask(self) -> None:
        """Ask for the next step. If the process is gone, `step` raises it after the steps that arrived before."""
        if self._is_at_work:
            with suppress(OSError):
                self._open_channel().send(Kind.NEXT)

    def stop(self) -> None:
        """End a call that has more steps than are wanted, whatever becomes of it."""
        with suppress(Problem):
            if self._is_at_work:
                self._send(Kind.STOP)
            while self._is_at_work:
                self._receive()

    def finish(self) -> None:
        """Make the worker free for the next call; a process that is still at work is killed."""
        if self._is_at_work:
            self.kill()
        self._free_since = monotonic()

    def end_if_idle(self) -> None:
        """End the process if it had no call for long, without waiting for it."""
        if self._process is not None and monotonic() - self._free_since > IDLE_SECONDS:
            self._close()
            if self._process.poll() is not None:
                self._process = None

    def kill(self) -> None:
        self._close()
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def interrupt(self) -> None:
        """End the process and refuse further calls. The thread of its call gets WorkInterrupted, closes the channel."""
        # A start that goes on meanwhile sees the mark, or its channel is seen here.
        self._is_interrupted = True
        channel, process = self._channel, self._process
        if channel is not None:
            channel.shut_down()
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> None:
        self.kill()
        if self._is_interrupted:
            raise WorkInterrupted
        try:
            ours, theirs = socket.socketpair()
            self._channel = Channel(ours)
            self._channel.set_timeout(SILENCE_SECONDS)
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603 - our own program
                    [sys.executable, "-P", "-m", "doorlist.core.processes.child", str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                )
        except OSError as error:
            log.exception("worker_not_started")
            self.kill()
            raise WorkInterrupted from error
        self._send(Kind.SETTINGS, pickle.dumps(self._settings))
        # A call larger than the buffer of the channel is sent only while the process reads.
        self._receive(until=Kind.READY)

    def _begin(self, body: bytes, files: Sequence[int]) -> None:
        self._send(Kind.CALL, body, files)
        self._is_at_work = True
        self._receive(until=Kind.BEGUN)

    def _send(self, kind: Kind, body: bytes = b"", files: Sequence[int] = ()) -> None:
        channel = self._open_channel()
        try:
            channel.send(kind, body, files)
        except OSError as error:
            raise self._lost(error) from error

    def _receive(self, *, until: Kind | None = None) -> Message:
        """Return the next message that is no heartbeat. Raises WorkInterrupted, and the Problem of the call."""
        channel = self._open_channel()
        try:
            self._wait(channel)
            while (message := channel.receive()).kind is Kind.HEARTBEAT:
                self._wait(channel)
        except (OSError, EOFError) as error:
            raise self._lost(error) from error
        if message.kind in {Kind.RESULT, Kind.PROBLEM}:
            self._is_at_work = False
        if message.kind is Kind.PROBLEM:
            raise pickle.loads(message.body)  # noqa: S301 - our own process
        assert until in {None, message.kind}  # noqa: S101 - the process says it first
        return message

    def _wait(self, channel: Channel) -> None:
        """Wait for a message. Raises TimeoutError."""
        began = computed = self._seconds_computed()
        until = monotonic() + SILENCE_SECONDS
        while not channel.wait(min(LOOK_SECONDS, SILENCE_SECONDS)):
            before, computed = computed, self._seconds_computed()
            if computed > before:
                until = monotonic() + SILENCE_SECONDS
            if monotonic() > until or computed - began > STUCK_SECONDS:
                raise TimeoutError

    def _seconds_computed(self) -> float:
        """Return the time that the process has computed, or 0 where the system does not report it."""
        try:
            assert self._process is not None  # noqa: S101 - it has a channel
            times = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def _open_channel(self) -> Channel:
        if self._channel is None or self._is_interrupted:
            raise WorkInterrupted
        return self._channel

    def _lost(self, error: Exception) -> WorkInterrupted:
        log.warning("worker_lost", pid=self._process and self._process.pid, reason=type(error).__name__)
        self.kill()
        self._is_at_work = False
        return WorkInterrupted()

    def _close(self) -> None:
        channel, self._channel = self._channel, None
        if channel is not None:
            channel.close()
