"""Several senders on one database, a mail server that stands still, and people who change guests meanwhile."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.core.locks import AdvisoryKey, advisory_lock
from doorlist.mail import repository
from doorlist.mail import sender as senders
from doorlist.mail import transport as transports
from doorlist.mail.models import MailMessage
from doorlist.mail.repository import Addressee
from doorlist.mail.rules import MailProblem, MailState, Recipient, in_slices
from doorlist.mail.sender import MailSender, SentElsewhere
from tests.cast import SAM
from tests.databases import Databases, PostgresDatabases
from tests.house import House, new_attendee, new_event
from tests.mail.mail_servers import Behaviour, serving
from tests.mail.office import queued, sending_house, states, with_mail
from tests.mail.test_kill import queue, settled_in, start, states_of
from tests.server.process import free_port

MAIL_SERVER = """
import sys, time
from tests.mail.mail_servers import serving
with serving(port=int(sys.argv[1])) as (_, received):
    print("ready", flush=True)
    sys.stdin.read()
    print(*(to for to, _ in received.raw))
"""


END_SESSION_OF_LOCK = text(
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND (classid::bigint << 32) + objid::bigint = :key"
)


def until(is_so: Callable[[], Any]) -> None:
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("It did not happen.")


class Held:
    """A mail server's replies are held back until the test lets go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = Event(), Event()
        real = transports.SmtpTransport._hand_over

        def hand_over(*arguments: Any) -> None:
            self.begun.set()
            assert self.go_on.wait(60)
            real(*arguments)

        monkeypatch.setattr(transports.SmtpTransport, "_hand_over", hand_over)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


@contextmanager
def working(sender: MailSender) -> Iterator[list[bool]]:
    """`send_due` in a thread; its results."""
    done: list[bool] = []
    thread = Thread(target=lambda: done.append(sender.send_due()))
    thread.start()
    yield done
    thread.join(60)


def test_one_of_two_servers_sends_and_the_other_goes_on_after_it(
    postgres_databases: PostgresDatabases, tmp_path: Path, held: Held
) -> None:  # 4.mail.9
    # An embedded database has one server.
    with (
        postgres_databases.fresh(tmp_path / "data") as settings,
        sending_house(settings, postgres_databases.name) as (house, sender, received),
    ):
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(2):
            new_attendee(olive, event, email=f"g{number}@example.org")
        queued(olive, 2, eventId=event["id"])
        other = MailSender(house.database, house.settings)
        with working(sender) as done:
            assert held.begun.wait(60)
            # The second message is due, and its server free.
            assert other.send_due() is False
            assert received.raw == []
            assert sorted(states(house).values()) == ["queued", "sending"]
            sender._stopping.set()
            held.go_on.set()
        assert done == [True]
        assert len(received.raw) == 1
        assert other.send_due() is True
        assert [to for to, _ in received.raw] == ["g0@example.org", "g1@example.org"]


def test_a_server_that_lost_its_lock_stops_once_another_one_sends(
    postgres_databases: PostgresDatabases, tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.9
    monkeypatch.setattr(senders, "LOCK_SECONDS", 0.0)
    with (
        postgres_databases.fresh(tmp_path / "data") as settings,
        sending_house(settings, postgres_databases.name) as (house, sender, received),
    ):
        olive = house.signed_in()
        event = new_event(olive)
        for number in range(3):
            new_attendee(olive, event, email=f"g{number}@example.org")
        queued(olive, 3, eventId=event["id"])
        thread = Thread(target=lambda: _quietly(sender))
        thread.start()
        assert held.begun.wait(60)
        with house.database.write() as tx:
            assert tx.execute(END_SESSION_OF_LOCK, {"key": AdvisoryKey.MAIL}).all() == [(True,)]
        with advisory_lock(house.database.engine, AdvisoryKey.MAIL, wait_seconds=60, refusal=SentElsewhere()):
            held.go_on.set()
            thread.join(60)
            assert sender.send_due() is False
            assert [to for to, _ in received.raw] == ["g0@example.org"]
            assert sorted(states(house).values()) == ["queued", "queued", "sent"]
        assert sender.send_due() is True
        assert len(received.raw) == 3


def test_a_request_that_another_one_overtakes_queues_no_guest_again(
    postgres_databases: PostgresDatabases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.8
    # An embedded database has one writer at a time.
    real, calls = repository.find_addressees, []
    with (
        postgres_databases.fresh(tmp_path / "data") as settings,
        sending_house(settings, postgres_databases.name) as (house, sender, received),
    ):
        olive = house.signed_in()
        event = new_event(olive)
        ada, bob = (new_attendee(olive, event, email=f"{name}@example.org") for name in ("ada", "bob"))
        queued(olive, 1, ids=[ada["id"]])
        sender.send_due()

        def find_and_be_overtaken(tx: Session, ids: list[int]) -> list[Addressee]:
            found = real(tx, ids)
            calls.append(ids)
            # The first call plans, the second one is in the transaction that queues.
            if len(calls) == 2:
                assert queued(house.signed_in(), 2, ids=ids, again=True)["queued"] == 2
            return found

        monkeypatch.setattr(repository, "find_addressees", find_and_be_overtaken)
        assert queued(olive, 2, ids=[ada["id"], bob["id"]], again=True)["queued"] == 0
        sender.send_due()
        assert sorted(to for to, _ in received.raw) == ["ada@example.org", "ada@example.org", "bob@example.org"]


def test_a_request_that_another_one_overtakes_sends_no_guest_a_second_message(
    settings: Settings, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.17
    calls = []
    with sending_house(settings, databases.name) as (house, sender, received):
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive), email="ada@example.org")
        queued(olive, 1, ids=[ada["id"]])
        sender.send_due()

        def overtaken(messages: list[list[Recipient]]) -> list[list[list[Recipient]]]:
            calls.append(messages)
            if len(calls) == 1:
                assert queued(house.signed_in(), 1, ids=[ada["id"]], again=True)["queued"] == 1
                sender.send_due()
            return in_slices(messages)

        monkeypatch.setattr("doorlist.mail.service.in_slices", overtaken)
        assert queued(olive, 1, ids=[ada["id"]], again=True)["queued"] == 0
        sender.send_due()
        assert len(received.raw) == 2


def test_an_erasure_while_the_message_leaves_keeps_it_out_of_the_queue(
    settings: Settings, databases: Databases, held: Held
) -> None:  # 4.mail.11
    with sending_house(settings, databases.name) as (house, sender, received):
        olive, sam = house.signed_in(), house.signed_in(SAM)
        event = new_event(olive)
        ada, bob = (new_attendee(olive, event, fullName=name, email=f"{name}@example.org") for name in ("Ada", "Bob"))
        queued(olive, 2, eventId=event["id"])
        with working(sender):
            assert held.begun.wait(60)
            assert sam.post(f"/api/attendees/{ada['id']}/erase", json={}).is_success
            assert olive.delete(f"/api/attendees/{bob['id']}").is_success
            held.go_on.set()
        # The message was on its way already; nothing else left, and nothing failed.
        assert [to for to, _ in received.raw] == ["Ada@example.org"]
        assert states(house) == {ada["id"]: "sent"}
        sender.send_due()
        assert len(received.raw) == 1


@pytest.mark.both_engines
def test_a_restore_while_a_message_leaves_never_sends_it_again(
    settings: Settings, databases: Databases, held: Held
) -> None:  # 4.mail.13
    with sending_house(settings, databases.name) as (house, sender, received):
        sam = house.signed_in(SAM)
        ada = new_attendee(sam, new_event(sam), email="ada@example.org")
        queued(sam, 1, ids=[ada["id"]])
        file = sam.get("/api/export/backup.json").content
        thread = Thread(target=lambda: _quietly(sender))
        thread.start()
        assert held.begun.wait(60)
        assert sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)}).is_success
        held.go_on.set()
        thread.join(60)
        assert set(states(house).values()) <= {"unknown", "sent"}
        sender.send_due()
        assert len(received.raw) == 1


def _quietly(sender: MailSender) -> None:
    # The worker tries again after whatever a restore does to it.
    with suppress(Exception):
        sender.send_due()


@pytest.mark.either_engine
def test_a_mail_server_that_is_back_is_noticed_without_a_message(
    settings: Settings, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:  # 7.mail.3
    port = free_port()
    monkeypatch.setattr(senders, "PAUSE_SECONDS", 0.1)
    house = House(with_mail(settings, f"smtp://127.0.0.1:{port}"), databases.name)
    sender: MailSender = house.app.state.mail_sender
    sender.start()
    try:
        until(lambda: not sender.status.is_ready)
        with serving(port=port) as (_, received):
            until(lambda: sender.status.is_ready)
            sender.stop()
        assert received.raw == []
    finally:
        sender.stop()
        house.close()


@pytest.mark.server
def test_a_message_that_was_certainly_not_sent_has_failed_though_its_server_was_taken_for_dead(
    settings: Settings, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.14
    with sending_house(settings, databases.name) as (house, sender, _):
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive), email="ada@example.org")
        queued(olive, 1, ids=[ada["id"]])

        def taken_for_dead(*_: object) -> None:
            with house.database.write() as tx:
                assert repository.mark_interrupted(tx, clock.now()) == [ada["id"]]
            raise transports.NotNow(MailProblem.TRY_LATER)

        monkeypatch.setattr(transports.SmtpTransport, "send", taken_for_dead)
        sender.send_due()
        assert states(house) == {ada["id"]: "failed"}


@pytest.mark.both_engines
def test_a_server_killed_between_the_two_writes_leaves_the_message_unknown(
    settings: Settings, tmp_path: Path
) -> None:  # 4.mail.6
    behaviour = Behaviour(slow_seconds=3600)
    with serving(behaviour) as (port, received):
        settings = with_mail(settings, f"smtp://127.0.0.1:{port}")
        database = Database(settings)
        migrate(database)
        queue(database, 3)
        process = start(settings, tmp_path / "printed")
        try:
            until(lambda: MailState.SENDING in states_of(database).values())
            process.kill()
            process.wait()
            behaviour.slow_seconds = 0
            process = start(settings, tmp_path / "printed")
            until(lambda: settled_in(database)[1] == 0)
        finally:
            process.terminate()
            process.wait(60)
        assert sorted(states_of(database).values()) == ["sent", "sent", "unknown"]
        assert sorted(to for to, _ in received.raw) == ["guest1@example.org", "guest2@example.org"]
        database.close()


def test_a_mail_server_that_stands_still_is_waited_for_and_then_left(
    settings: Settings, databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.2, 5
    port = free_port()
    command = [sys.executable, "-c", MAIL_SERVER, str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as mail_server:
        assert mail_server.stdout is not None
        assert mail_server.stdout.readline() == "ready\n"
        monkeypatch.setattr(transports, "REPLY_SECONDS", 1.0)
        monkeypatch.setattr(transports, "CONNECT_SECONDS", 1.0)
        monkeypatch.setattr(senders, "retry_after", lambda _: timedelta(0))
        with sending_house(settings, databases.name) as (house, _, __):
            sender = MailSender(house.database, with_mail(settings, f"smtp://127.0.0.1:{port}"))
            olive = house.signed_in()
            event = new_event(olive)
            ada = new_attendee(olive, event, email="ada@example.org")
            queued(olive, 1, ids=[ada["id"]])
            os.kill(mail_server.pid, signal.SIGSTOP)
            try:
                assert sender.send_due() is False
                assert states(house) == {ada["id"]: "queued"}
                assert "cannot be reached, or ended the connection" in str(sender.status.problem)
            finally:
                os.kill(mail_server.pid, signal.SIGCONT)
            assert sender.send_due() is True
            assert states(house) == {ada["id"]: "sent"}
            with house.database.read() as tx:
                assert [row.tries for row in tx.query(MailMessage)] == [2]
        assert mail_server.communicate("")[0].split() == ["ada@example.org"]
