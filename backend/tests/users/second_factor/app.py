"""The authenticator app of a test: it holds the secret, and makes the codes of a moment."""

from datetime import datetime

import pyotp
from fastapi.testclient import TestClient
from httpx2 import Response

from doorlist.core import clock
from tests.cast import Person
from tests.house import json_of


def code_at(secret: str, moment: datetime) -> str:
    """The code that an app shows at that moment."""
    return pyotp.TOTP(secret).at(moment)


def set_up(client: TestClient, person: Person) -> tuple[str, Response]:
    """The secret of a new second factor, and the answer to its confirmation."""
    begun = client.post("/api/me/second-factor", json={"password": person.password})
    assert begun.status_code == 200, begun.text
    secret = str(json_of(begun)["secret"])
    confirmed = client.post("/api/me/second-factor/confirm", json={"code": code_at(secret, clock.now())})
    return secret, confirmed
