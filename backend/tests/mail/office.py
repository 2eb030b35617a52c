"""A house that can send, and the states that the tests read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.core.config import Settings
from doorlist.mail.models import MailMessage, MailTicket
from doorlist.mail.sender import MailSender
from tests.house import House, Json, json_of
from tests.mail.mail_servers import Behaviour, Received, serving

FROM = "Gala <tickets@example.org>"


def with_mail(settings: Settings, url: str, **more: Any) -> Settings:
    return replace(settings, smtp_url=url, mail_from=FROM, mail_per_minute="6000", **more)


@contextmanager
def sending_house(
    settings: Settings, engine: str, behaviour: Behaviour | None = None
) -> Iterator[tuple[House, MailSender, Received]]:
    """A house whose messages go to a real mail server. Its worker is driven by the test."""
    with serving(behaviour) as (port, received):
        house = House(with_mail(settings, f"smtp://127.0.0.1:{port}"), engine)
        try:
            yield house, house.app.state.mail_sender, received
        finally:
            house.close()


def send(client: TestClient, expected: int, **fields: Any) -> Response:
    return client.post("/api/tickets/send", json={"expected": expected, **fields})


def queued(client: TestClient, expected: int, **fields: Any) -> Json:
    answer = send(client, expected, **fields)
    assert answer.status_code == 200, answer.text
    return json_of(answer)


def mail_of(client: TestClient, attendee_id: int) -> Json | None:
    mail: Json | None = json_of(client.get(f"/api/attendees/{attendee_id}"))["ticketMail"]
    return mail


def states(house: House) -> dict[int, str]:
    """The state of each attendee's latest message."""
    with house.database.read() as tx:
        latest = select(MailTicket.attendee_id, MailMessage.state)
        rows = tx.execute(latest.join(MailMessage, MailMessage.id == MailTicket.message_id).where(MailTicket.is_latest))
        return {row.attendee_id: row.state for row in rows}
