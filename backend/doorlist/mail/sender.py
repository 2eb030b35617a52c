"""Sends the queued messages, one by one: one worker of one server at a time (contract 4.mail, decision 0054).

Each message is claimed in one transaction and its outcome written in another. Between the two it is handed over; if the
server ends there, the message is of unknown outcome and is never sent again automatically.
"""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any
from uuid import uuid4

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.errors import Problem
from doorlist.core.locks import AdvisoryKey, advisory_lock
from doorlist.core.worker import Worker
from doorlist.live.publish import publish_after_commit
from doorlist.mail import repository
from doorlist.mail.check import connection_problem, sentence_of
from doorlist.mail.compose import compose, compose_test
from doorlist.mail.config import MailMisconfigured, MailServer, mail_server
from doorlist.mail.content import told
from doorlist.mail.loading import ToSend, load
from doorlist.mail.repository import Claimed
from doorlist.mail.rules import MailProblem, MailState, retry_after
from doorlist.mail.schemas import MailStatus
from doorlist.mail.transport import MailFailure, NotNow, OutcomeUnknown, Transport, transport_to

log = structlog.get_logger()

POLL_SECONDS = 5.0
# After a failure that every message would have, so that an outage costs few of them their tries.
PAUSE_SECONDS = 30.0
WRITE_SECONDS = 30.0
# A server does not notice that it lost the lock, so it takes the lock again after this time.
LOCK_SECONDS = 60.0


class SentElsewhere(Exception):
    """Another server sends."""


class MailSender(Worker):
    """The worker. Without settings it does nothing."""

    name = "mail"

    def __init__(self, database: Database, settings: Settings) -> None:
        super().__init__(database)
        self._ticket_page = settings.ticket_page
        self._problem: str | None = None
        self._wake = threading.Event()
        self._last_run = 0
        self.server: MailServer | None = None
        try:
            self.server = mail_server(settings)
        except MailMisconfigured as error:
            self._problem = str(error)

    @property
    def status(self) -> MailStatus:
        server = self.server
        return MailStatus(
            is_set_up=server is not None or self._problem is not None,
            is_ready=server is not None and self._problem is None,
            problem=self._problem,
            server=server and server.name,
            sender=server and server.sender,
            per_minute=server and server.per_minute,
        )

    def check(self) -> str | None:
        """Connect and sign in. Returns the problem as a sentence; None if all is well, or nothing is set up."""
        if self.server is not None:
            self._problem = connection_problem(self.server)
        return self._problem

    def send_test(self, recipient: str) -> str | None:
        """Send a test message at once. Returns the problem as a sentence. Call it only if `server` is set."""
        if self.server is None:
            return self._problem
        message = compose_test(self.server, recipient, message_id=f"test-{uuid4().hex}", now=clock.now())
        transport = transport_to(self.server)
        try:
            transport.send(message, recipient)
        except MailFailure as failure:
            problem = sentence_of(failure.problem, self.server)
            if failure.is_of_server:
                self._problem = problem
            return problem
        except OutcomeUnknown:
            return "The mail server did not say whether it took the message. Look into the mailbox."
        finally:
            transport.close()
        self._problem = None
        return None

    def send_due(self) -> bool:
        """Send what is due. Returns False if the mail server has a problem, or another server sends."""
        with self._database.read() as tx:
            if self.server is None or not repository.has_work(tx, clock.now()):
                return True
        transport = transport_to(self.server)
        is_well = None
        try:
            while is_well is None:
                with self._lock():
                    self._database.commit(_mark_interrupted)
                    is_well = self._send_some(self.server, transport)
        except SentElsewhere:
            return False
        finally:
            transport.close()
        return is_well

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        self._stopping.set()
        self._wake.set()
        super().stop()

    def _work(self) -> None:
        if self.server is None:
            return
        self.check()
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                is_well = self.send_due()
                if is_well and self._problem is not None:
                    # Nothing is due that would show that the mail server is back.
                    is_well = self.check() is None
                wait = POLL_SECONDS if is_well else PAUSE_SECONDS
            except Exception as error:  # noqa: BLE001 - a restore, or a database that is away; the next try may succeed
                log.warning("mail_left_for_later", error=type(error).__name__)
                wait = POLL_SECONDS
            self._wake.wait(wait)

    def _lock(self) -> AbstractContextManager[None]:
        """One server sends at a time. On an embedded database there is only one."""
        if self._database.is_sqlite:
            return nullcontext()
        return advisory_lock(self._database.engine, AdvisoryKey.MAIL, wait_seconds=0, refusal=SentElsewhere())

    def _send_some(self, server: MailServer, transport: Transport) -> bool | None:
        """Send what is due. Returns False if the mail server has a problem, None when the lock is to be taken again."""
        until = time.monotonic() + LOCK_SECONDS
        while not self._stopping.is_set():
            began = time.monotonic()
            claim = partial(_claim, after_run=self._last_run, ticket_page=self._ticket_page)
            due = self._database.commit(claim)
            if due is None:
                return True
            claimed, to_send = due
            if claimed.tries == 1:
                self._last_run = claimed.run_id
            if to_send is None:
                continue
            if not self._send(server, transport, claimed, to_send):
                return False
            self._stopping.wait(max(0.0, 60 / server.per_minute - (time.monotonic() - began)))
            if time.monotonic() >= until:
                return None
        return True

    def _send(self, server: MailServer, transport: Transport, claimed: Claimed, to_send: ToSend) -> bool:
        """Send one message and write what became of it. Returns False if the mail server has a problem."""
        values, server_problem = self._hand_over(server, transport, claimed, to_send)
        written = self._write(partial(_finish, claimed=claimed, values=values, ids=to_send.attendee_ids))
        log.info("mail", message=claimed.id, state=values["state"], problem=values["problem"], written=written)
        self._problem = None if server_problem is None else sentence_of(server_problem, server)
        return server_problem is None

    def _write(self, finish: Callable[[Session], bool]) -> bool:
        """Write an outcome. A database that is away for a moment must not make it unknown."""
        until = time.monotonic() + WRITE_SECONDS
        while True:
            try:
                return self._database.commit(finish)
            except (Problem, DBAPIError):
                if time.monotonic() > until or self._stopping.wait(1.0):
                    raise

    def _hand_over(
        self, server: MailServer, transport: Transport, claimed: Claimed, to_send: ToSend
    ) -> tuple[dict[str, Any], MailProblem | None]:
        """The outcome of the message, and the problem that every message would have."""
        content = to_send.content
        try:
            message = compose(
                content,
                server=server,
                recipient=to_send.recipient,
                message_id=f"{claimed.id}.{claimed.claim.hex}",
                now=clock.now(),
            )
        except Exception:
            # Not even tried, so it is certain that nothing was sent.
            log.exception("mail_not_written", message=claimed.id)
            return _failed(MailProblem.NOT_WRITTEN), None
        try:
            transport.send(message, to_send.recipient)
        except NotNow as failure:
            server_problem = failure.problem if failure.is_of_server else None
            wait = retry_after(claimed.tries)
            if wait is None:
                return _failed(failure.problem), server_problem
            retry = {"state": MailState.QUEUED, "problem": failure.problem, "due_at": clock.now() + wait}
            return retry, server_problem
        except MailFailure as failure:
            return _failed(failure.problem), None
        except OutcomeUnknown:
            return {"state": MailState.UNKNOWN, "problem": None}, None
        return {"state": MailState.SENT, "problem": None}, None


def _failed(problem: MailProblem) -> dict[str, Any]:
    return {"state": MailState.FAILED, "problem": problem}


def _claim(tx: Session, *, after_run: int, ticket_page: str | None) -> tuple[Claimed, ToSend | None] | None:
    """Claim the next message, and read its content; None for the content if nothing of it is left to send."""
    claimed = repository.claim_next(tx, clock.now(), uuid4(), after_run=after_run)
    if claimed is None:
        return None
    to_send = load(tx, claimed=claimed, ticket_page=ticket_page)
    if to_send is not None:
        # Before it is handed over: a person may later say that a message of unknown outcome arrived.
        repository.set_told(tx, claimed.id, told(to_send.content.event))
    return claimed, to_send


def _finish(tx: Session, *, claimed: Claimed, values: dict[str, Any], ids: list[int]) -> bool:
    now = clock.now()
    done = repository.finish(tx, claimed, {**values, "changed_at": now})
    if not done and values["state"] == MailState.QUEUED:
        # Taken for dead meanwhile: without a further try, and certainly not sent.
        done = repository.finish(tx, claimed, {**_failed(values["problem"]), "changed_at": now})
    if done:
        publish_after_commit(tx, attendees=ids, attendees_of=[claimed.event_id])
    return done


def _mark_interrupted(tx: Session) -> None:
    ids = repository.mark_interrupted(tx, clock.now())
    if ids:
        log.warning("mail_outcome_unknown", guests=len(ids))
        events = {each.event_id for each in repository.find_addressees(tx, sorted(ids))}
        publish_after_commit(tx, attendees=ids, attendees_of=events)
