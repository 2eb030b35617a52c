"""The running application for tests: over HTTP, by any user of the cast."""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.main import create_app
from doorlist.users import repository, service
from tests.cast import OLIVE, Person

Json = dict[str, Any]


COOKIE_DOMAIN = "testserver.local"
"""Where the test client keeps the cookies of its server, so that an answer can replace them."""


class House:
    """One application on one fresh database."""

    def __init__(self, settings: Settings, engine: str) -> None:
        # The name that the framework's client calls every server by, and that of a site that tests pretend to be.
        self.settings = replace(settings, allowed_hosts=settings.allowed_hosts | {"testserver", "door.example.org"})
        self.engine = engine
        self.database = Database(settings)
        self.app = create_app(self.settings, self.database)

    def stranger(self) -> TestClient:
        """A client that is not signed in. Our own errors show as answers, as for real clients."""
        return TestClient(self.app, raise_server_exceptions=False)

    def signed_in(self, person: Person = OLIVE) -> TestClient:
        """A user of the cast, signed in without the 46 MiB and 50 ms of hashing a password."""
        token = self.database.commit(partial(_begin_session, person))
        client = self.stranger()
        client.cookies.set("doorlist_session", token, domain=COOKIE_DOMAIN)
        return client

    def close(self) -> None:
        """Give the database back."""
        # An import that failed retries its removal until it is stopped: on PostgreSQL the database is dropped next.
        self.app.state.imports.stop()
        self.app.state.admission_worker.close()
        self.database.close()


class HouseOfPasswords(House):
    """For the tests of signing in: users sign in as on the screen."""

    def signed_in(self, person: Person = OLIVE) -> TestClient:
        """A user of the cast, signed in by their password."""
        client = self.stranger()
        answer = client.post("/api/login", json={"username": person.username, "password": person.password})
        assert answer.status_code == 200, answer.text
        return client


def _begin_session(person: Person, tx: Session) -> str:
    user = repository.find_by_username(tx, person.username)
    assert user is not None
    assert user.is_active
    user.last_login = now = clock.now()
    return service.begin_session(tx, user, begun_at=now)


@cache
def described_api() -> Json:
    """The API as openapi.json describes it, generated once a process because that takes seconds."""
    settings = Settings(data_dir=Path("nowhere"))
    return create_app(settings, Database(settings)).openapi()


def new_event(client: TestClient, **fields: Any) -> Json:
    """An event as `client` creates it."""
    answer = client.post("/api/events", json={"name": "Spring Gala", "date": "2026-11-20", "time": "19:30", **fields})
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def new_attendee(client: TestClient, event: Json, **fields: Any) -> Json:
    """An attendee as `client` registers them."""
    defaults = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}
    answer = client.post("/api/attendees", json={"eventId": event["id"], **defaults, **fields})
    assert answer.status_code == 201, answer.text
    return json_of(answer)


def json_of(answer: Response) -> Json:
    """The body, as the object it is."""
    body: Json = answer.json()
    return body


def problem(answer: Response, status: int, code: str) -> Json:
    """The body of a refusal, after checking that it is the one expected."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    body = json_of(answer)
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code), body
    return body
