"""Live updates between server processes on one PostgreSQL, and through the loss of its connections (contract 7)."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from doorlist.core.config import Settings
from tests.backup.test_scheduler import eventually
from tests.cast import OLIVE
from tests.databases import PostgresDatabases
from tests.live.listening import Ear
from tests.server.process import Client, Server, launch, serving, wait_until_ready
from tests.server.test_postgres_loss import drop_connections

pytestmark = pytest.mark.server


@pytest.fixture
def settings(postgres_databases: PostgresDatabases, tmp_path: Path) -> Iterator[Settings]:
    with postgres_databases.fresh(tmp_path / "data") as made:
        yield made


@pytest.fixture
def other_settings(settings: Settings, tmp_path: Path) -> Settings:
    """The same database, from another machine."""
    other = Settings(data_dir=tmp_path / "other", database_url=settings.database_url)
    other.prepare_data_dir()
    return other


def signed_in(server: Server) -> Client:
    client = server.client()
    client.sign_in(OLIVE.username, OLIVE.password)
    return client


def listen(server: Server, client: Client, **options: Any) -> Ear:
    ear = Ear(server.port, client.cookie, **options)
    hello = ear.event()
    assert hello is not None
    assert hello.kind == "hello"
    return ear


def new_event(client: Client) -> int:
    until = time.monotonic() + 60
    while True:
        answer = client.ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"})
        if answer.status == 201:
            event_id: int = answer.json()["id"]
            return event_id
        assert answer.status == 503, answer.body
        assert time.monotonic() < until
        time.sleep(0.1)


def is_told(ear: Ear, event_id: int) -> bool:
    """Read the stream up to this event. False after a reset: the stream may never report it."""
    while event_id not in (changes := ear.changes()).get("events", []):
        if "everything" in changes:
            return False
    return True


def catch_up(ear: Ear, client: Client) -> int:
    """Read the stream up to an event that the client creates at another server; its id."""
    while not is_told(ear, event_id := new_event(client)):
        # The ear's server began to listen only now.
        pass
    return event_id


@contextmanager
def caught_up(one: Server, other: Server, client: Client) -> Iterator[tuple[Ear, Ear]]:
    """A stream of each server, once each notifies the other and nothing from before, such as the sign-in, is to come.

    The client is one of the first server.
    """
    with listen(one, client) as here, listen(other, client) as there:
        catch_up(here, other.client(cookie=client.cookie))
        assert is_told(here, catch_up(there, client))
        yield here, there


def test_what_one_process_commits_the_others_tell(settings: Settings, other_settings: Settings) -> None:  # 7.live.6
    with serving(settings) as one, serving(other_settings) as other:
        client = signed_in(one)
        with caught_up(one, other, client) as (here, there):
            for _ in range(3):
                event_id = new_event(client)
                assert here.changes() == {"events": [event_id]}
                assert there.changes() == {"events": [event_id]}
            assert here.is_quiet()
            # A stream that moves from one process to the other has to read everything.
            with listen(other, client, last_id=here.last_id) as moved:
                assert moved.changes() == {"everything": True}


def test_after_lost_connections_everybody_reads_everything_and_then_goes_on(  # 7.live.8
    settings: Settings, other_settings: Settings
) -> None:
    with serving(settings) as one, serving(other_settings) as other:
        client = signed_in(one)
        with caught_up(one, other, client) as (_, there):
            assert drop_connections(settings) >= 4
            event = there.event()
            assert event is not None
            assert (event.kind, event.data) == ("reset", {"everything": True})
            event_id = new_event(client)
            assert event_id in there.changes().get("events", [event_id])
            event_id = new_event(client)
            assert there.changes() == {"events": [event_id]}


def test_the_listener_has_a_connection_of_its_own_and_no_open_transaction(settings: Settings) -> None:
    assert settings.database_url is not None
    query = "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND query LIKE %s"
    with launch(settings) as server, psycopg.connect(settings.database_url, autocommit=True) as looking:

        def is_idle(statement: str) -> bool:
            return looking.execute(query, (statement,)).fetchall() == [("idle",)]

        # While the server starts: 5 s later the last statement of the connection is another.
        eventually(lambda: is_idle("LISTEN doorlist_live%"))
        wait_until_ready(server)
        new_event(signed_in(server))
        eventually(lambda: is_idle("SELECT pg_notify(%"))


def test_a_process_that_is_stopped_ends_its_streams_and_exits_at_once(settings: Settings) -> None:  # 7.live.12
    with serving(settings) as server:
        ears = [listen(server, signed_in(server)) for _ in range(3)]
        ended: list[object] = []

        def to_the_end(ear: Ear) -> None:
            while ear.event() is not None:
                pass
            ended.append(ear)

        threads = [threading.Thread(target=to_the_end, args=(ear,)) for ear in ears]
        for thread in threads:
            thread.start()
        assert server.terminate() in {0, -signal.SIGTERM}
        for thread in threads:
            thread.join(60)
        assert len(ended) == 3
        for ear in ears:
            ear.close()
        assert not server.traceback, server.traceback
        assert "without completing" not in server.logged
