"""The server is killed while it sends, and the mail server fails in every way: none twice, none lost."""

import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import func, select

from doorlist.attendees.bulk_insert import NewAttendee, insert_rows
from doorlist.attendees.models import Attendee
from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import migrate
from doorlist.events.models import Event as EventRow
from doorlist.mail.models import MailMessage, MailTicket
from doorlist.mail.rules import MailState
from doorlist.mail.schemas import SendRequest
from doorlist.mail.service import send_tickets
from doorlist.users.rules import Role
from doorlist.users.service import SignedInUser
from tests.databases import Databases
from tests.mail.mail_servers import STATES, Behaviour, serving
from tests.mail.office import with_mail
from tests.server.process import environment, free_port

pytestmark = pytest.mark.server

# A server whose waits between two tries are short; all else is as in a real one.
QUICK = """
import sys
from datetime import timedelta
from doorlist.mail import rules, sender
rules.RETRY_AFTER = (timedelta(milliseconds=200), timedelta(milliseconds=400))
sender.POLL_SECONDS, sender.PAUSE_SECONDS = 0.1, 0.1
from doorlist.command import main
sys.argv = ["doorlist", "serve", "--port", sys.argv[1]]
main()
"""
TROUBLES: tuple[tuple[str | None, dict[str, str]], ...] = (
    *((state, {}) for state in STATES),
    *((None, {command: "451 later"}) for command in ("MAIL", "RCPT", "DATA", "reply-code")),
    *((None, {command: "554 no"}) for command in ("RCPT", "DATA", "reply-code")),
)
# The longest time without progress: a whole run takes as long as its machine does.
STALLED_SECONDS = 180.0


class Trouble(Thread):
    """Makes the mail server fail once in a while, each time in another way."""

    def __init__(self, behaviour: Behaviour, chance: random.Random, pause: float) -> None:
        super().__init__(name="trouble")
        self.behaviour, self.chance, self.pause = behaviour, chance, pause
        self.over = Event()

    def run(self) -> None:
        while not self.over.wait(self.chance.uniform(0, self.pause)):
            drops, replies = self.chance.choice(TROUBLES)
            self.behaviour.reply_times = self.behaviour.drop_times = 1
            self.behaviour.drops, self.behaviour.replies = drops, replies


def start(settings: Settings, printed: Path) -> subprocess.Popen[bytes]:
    with printed.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-c", QUICK, str(free_port())],
            env=environment(settings),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )


def states_of(database: Database) -> dict[str, str]:
    """The state of each guest's message, by address."""
    with database.read() as tx:
        query = select(Attendee.email, MailMessage.state).join(MailTicket, MailTicket.attendee_id == Attendee.id)
        rows = tx.execute(query.join(MailMessage, MailMessage.id == MailTicket.message_id)).all()
        return {str(email): state for email, state in rows}


def settled_in(database: Database) -> tuple[int, int]:
    """The messages that are sent, failed or unknown, and the others."""
    with database.read() as tx:
        is_open = MailMessage.state.in_((MailState.QUEUED, MailState.SENDING))
        row = tx.execute(select(func.count().filter(~is_open), func.count().filter(is_open))).one()
        return row[0], row[1]


def queue(database: Database, number: int) -> None:
    now = clock.now()
    with database.write() as tx:
        event = EventRow(name="Gala", date="2026-11-28", time="19:30", version=1, created_at=now, updated_at=now)
        tx.add(event)
        tx.flush()
        common = {"phone": "-", "table_number": 1, "payment_status": "paid", "created_at": now, "updated_at": now}
        rows = [
            NewAttendee(event_id=event.id, full_name=f"Guest {n}", email=f"guest{n}@example.org", **common)  # type: ignore[arg-type]
            for n in range(number)
        ]
        for begin in range(0, number, 500):
            insert_rows(tx, rows[begin : begin + 500])
        event_id = event.id
    caller = SignedInUser(None, "Olive", Role.ORGANIZER, must_change_password=False, token="")  # type: ignore[arg-type]
    result = send_tickets(database, SendRequest(event_id=event_id, expected=number), caller)
    assert result.queued == number


@pytest.mark.parametrize(
    ("messages", "kills", "seed"),
    [(60, 3, 1), pytest.param(10_000, 50, 7, marks=pytest.mark.soak, id="10000 messages and 50 kills")],
)
def test_none_is_sent_twice_and_none_is_lost(
    settings: Settings, databases: Databases, tmp_path: Path, messages: int, kills: int, seed: int
) -> None:  # 4.mail.14
    chance, behaviour = random.Random(seed), Behaviour()  # noqa: S311 - repeatable
    with serving(behaviour) as (port, received):
        settings = replace(with_mail(settings, f"smtp://127.0.0.1:{port}"), mail_per_minute="6000")
        database = Database(settings)
        migrate(database)
        queue(database, messages)
        trouble = Trouble(behaviour, chance, pause=0.4 if kills < 10 else 1.5)
        trouble.start()
        killed = settled = 0
        until = time.monotonic() + STALLED_SECONDS
        try:
            process = start(settings, tmp_path / "printed")
            while (counts := settled_in(database))[1]:
                if counts[0] > settled:
                    settled, until = counts[0], time.monotonic() + STALLED_SECONDS
                assert time.monotonic() < until, (tmp_path / "printed").read_text()[-3000:]
                time.sleep(chance.uniform(0.05, 0.5))
                if killed < kills and settled > (killed + 1) * messages / (kills + 2):
                    process.kill()
                    process.wait()
                    killed += 1
                    process = start(settings, tmp_path / "printed")
        finally:
            trouble.over.set()
            trouble.join()
            process.terminate()
            process.wait(30)
        found = states_of(database)
        database.close()
    taken = [to for to, _ in received.raw]
    by_state = {state: {email for email, its in found.items() if its == state} for state in MailState}
    outcome = {state.value: len(guests) for state, guests in by_state.items()}
    print(databases.name, outcome, f"{killed} kills,", dict(behaviour.dropped), "dropped")  # noqa: T201
    assert len(found) == messages
    assert killed == kills
    assert len(taken) == len(set(taken)), "sent twice"
    assert by_state[MailState.SENT] <= set(taken), "lost"
    assert not by_state[MailState.FAILED] & set(taken), "failed, and yet sent"
    assert set(taken) <= by_state[MailState.SENT] | by_state[MailState.UNKNOWN]
    # Only a crash between the two writes, or a connection that broke with the message on its way, leaves it open.
    left_open = behaviour.dropped["reply"] + behaviour.dropped["content"]
    assert len(by_state[MailState.UNKNOWN]) <= killed + left_open
    assert len(set(received.ids)) == len(received.ids)
