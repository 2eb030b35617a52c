"""Critical actions ask for the password again once the last sign-in is 30 minutes old (contract 6.confirm)."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.audit.models import AuditEntry
from doorlist.backup.json.router import ConfirmedSuperAdminUnlessPreview
from doorlist.core import clock as house_clock
from doorlist.users.auth import ConfirmedSuperAdmin, ConfirmingSuperAdmin
from doorlist.users.models import SignInSession, User
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock
from tests.users.second_factor.app import code_at, set_up

Call = tuple[str, str]
FILE = {"file": ("backup.json", b'{"events":[],"attendees":[]}')}
VERA = {"username": "vera", "fullName": "Vera New", "password": "a long enough one"}

# Which actions are critical is decided here: a new call that a signature marks as one has to be added.
ALWAYS: dict[Call, Callable[[TestClient, Json], Response]] = {
    ("POST", "/api/backup/restore"): lambda sam, _: sam.post(
        "/api/backup/restore", json={"filename": "doorlist-20261120-180455-123-manual.sqlite3"}
    ),
    ("POST", "/api/attendees/{attendee_id}/erase"): lambda sam, ids: sam.post(
        f"/api/attendees/{ids['attendee']}/erase"
    ),
    ("PUT", "/api/privacy"): lambda sam, _: sam.put("/api/privacy", json={"keepDays": 90, "guests": 1}),
    ("DELETE", "/api/users/{user_id}/second-factor"): lambda sam, ids: sam.delete(
        f"/api/users/{ids['oscar']}/second-factor"
    ),
    ("PUT", "/api/second-factor"): lambda sam, _: sam.put("/api/second-factor", json={"requiredFor": "nobody"}),
}
SOMETIMES: dict[str, Callable[[TestClient, Json], Response]] = {
    "restores a file": lambda sam, _: sam.post("/api/backup/restore-file", files=FILE),
    "makes a super admin": lambda sam, _: sam.post("/api/users", json={**VERA, "role": "super_admin"}),
    "gives the role": lambda sam, ids: sam.put(f"/api/users/{ids['oscar']}", json={"role": "super_admin"}),
    "sets a password": lambda sam, ids: sam.put(f"/api/users/{ids['oscar']}", json={"password": "a better horse"}),
    "sets one's own here": lambda sam, ids: sam.put(f"/api/users/{ids['sam']}", json={"password": "a better horse"}),
}
FREE: dict[str, Callable[[TestClient, Json], Response]] = {
    "previews a file": lambda sam, _: sam.post("/api/backup/restore-file", files=FILE, data={"dryRun": "true"}),
    "makes an organizer": lambda sam, _: sam.post("/api/users", json={**VERA, "role": "organizer"}),
    "renames": lambda sam, ids: sam.put(
        f"/api/users/{ids['sam']}", json={"fullName": "Sam Renamed", "role": "super_admin", "password": ""}
    ),
    "ends others' sign-ins": lambda sam, _: sam.delete("/api/me/sessions"),
    "deactivates": lambda sam, ids: sam.delete(f"/api/users/{ids['oscar']}"),
}
CONDITIONAL: set[Call] = {
    ("POST", "/api/backup/restore-file"),
    ("POST", "/api/users"),
    ("PUT", "/api/users/{user_id}"),
}
# The other calls that change something and are for super admins alone: none of them is on the list of 6.confirm.860.
NOT_CRITICAL: set[Call] = {
    ("PUT", "/api/settings"),
    ("PUT", "/api/settings/logo"),
    ("DELETE", "/api/settings/logo"),
    ("POST", "/api/settings/test-email"),
    ("PUT", "/api/privacy/events/{event_id}"),
    ("POST", "/api/backup/create"),
    ("DELETE", "/api/backup/{filename}"),
    ("DELETE", "/api/users/{user_id}"),
    ("POST", "/api/users/{user_id}/reactivate"),
    ("DELETE", "/api/users/{user_id}/sessions"),
    ("DELETE", "/api/users/{user_id}/sessions/{session_id}"),
}


def ids_of(house: House) -> Json:
    sam = house.signed_in(SAM)
    with house.database.read() as tx:
        users = {user.username: user.id for user in tx.scalars(select(User))}
    return {**users, "attendee": new_attendee(sam, new_event(sam))["id"]}


def confirm(client: TestClient, password: str = SAM.password, code: str | None = None) -> Response:
    body = {"password": password} if code is None else {"password": password, "code": code}
    return client.post("/api/me/confirm", json=body)


def refused_field(answer: Response) -> str:
    [error] = problem(answer, 400, "validation_failed")["errors"]
    return str(error["field"])


def is_asked(client: TestClient) -> bool:
    """Whether a critical action asks for the password."""
    answer = client.put("/api/second-factor", json={"requiredFor": "nobody"})
    if answer.status_code == 200:
        return False
    problem(answer, 403, "confirm_password")
    return True


def actions(house: House) -> list[str]:
    with house.database.read() as tx:
        return list(tx.scalars(select(AuditEntry.action).order_by(AuditEntry.id)))


class TestWhichCalls:
    def test_every_call_that_a_signature_marks_is_listed_and_no_other(self, house: House) -> None:
        annotations: tuple[Any, ...] = (ConfirmedSuperAdmin, ConfirmingSuperAdmin, ConfirmedSuperAdminUnlessPreview)
        marks = {annotation.__metadata__[0].dependency for annotation in annotations}
        admins, marked = set[Call](), set[Call]()
        for route in routes(house):
            method = "".join(route.methods or ())
            found = {sub.call for sub in every(route.dependant)}
            if found & marks:
                marked.add((method, route.path))
            elif method != "GET" and "_super_admin" in {getattr(call, "__name__", "") for call in found}:
                admins.add((method, route.path))
        assert marked == ALWAYS.keys() | CONDITIONAL
        assert admins == NOT_CRITICAL

    @pytest.mark.either_engine
    @pytest.mark.parametrize("what", [*ALWAYS, *SOMETIMES], ids=str)
    def test_a_critical_one_asks_after_thirty_minutes(self, house: House, clock: MovingClock, what: Call | str) -> None:
        # 6.confirm.860; 10.code.860
        send = ALWAYS[what] if isinstance(what, tuple) else SOMETIMES[what]
        ids, sam = ids_of(house), house.signed_in(SAM)
        clock.move(minutes=30, seconds=1)
        before = actions(house)
        problem(send(sam, ids), 403, "confirm_password")
        assert actions(house) == before
        assert confirm(sam).status_code == 204
        answer = send(sam, ids)
        # The made-up samples are refused, but only after the confirmation.
        assert answer.status_code in {200, 201, 404}, answer.text
        assert answer.status_code != 404 or json_of(answer)["code"] == "backup_not_found"

    @pytest.mark.either_engine
    @pytest.mark.parametrize("what", FREE)
    def test_others_never_ask(self, house: House, clock: MovingClock, what: str) -> None:  # 6.confirm.861
        ids, sam = ids_of(house), house.signed_in(SAM)
        clock.move(hours=2)
        assert FREE[what](sam, ids).status_code in {200, 201, 204}

    @pytest.mark.either_engine
    def test_an_organizer_is_refused_without_the_question(self, house: House, clock: MovingClock) -> None:
        ids, olive = ids_of(house), house.signed_in(OLIVE)
        clock.move(hours=2)
        for send in (*ALWAYS.values(), *SOMETIMES.values()):
            problem(send(olive, ids), 403, "forbidden")


def routes(house: House) -> list[APIRoute]:
    """Every call of the API."""
    found, open_ = list[APIRoute](), list(house.app.routes)
    while open_:
        route = open_.pop()
        if isinstance(route, APIRoute):
            found.append(route)
        open_ += getattr(getattr(route, "original_router", route), "routes", [])
    return found


def every(dependant: Dependant) -> list[Dependant]:
    """All that a handler asks for, directly or not."""
    return [found for sub in dependant.dependencies for found in (sub, *every(sub))]


class TestConfirming:
    def test_lasts_thirty_minutes_from_the_last_time(self, house: House, clock: MovingClock) -> None:
        # 6.confirm.860; 7.call.860
        sam, elsewhere = house.signed_in(SAM), house.signed_in(SAM)
        clock.move(minutes=30)
        assert not is_asked(sam)
        clock.move(seconds=1)
        assert is_asked(sam)
        assert confirm(sam).status_code == 204
        clock.move(minutes=30)
        assert (is_asked(sam), is_asked(elsewhere)) == (False, True)
        clock.move(seconds=1)
        assert is_asked(sam)

    @pytest.mark.both_engines
    def test_is_in_the_history(self, house: House) -> None:  # 6.confirm.864
        sam = house.signed_in(SAM)
        before = len(actions(house))
        confirm(sam, "not my password")
        confirm(sam)
        assert actions(house)[before:] == ["user.confirmation_refused", "user.confirmed"]

    def test_a_wrong_password_is_said_and_opens_nothing(self, house: House, clock: MovingClock) -> None:
        # 6.confirm.862
        sam = house.signed_in(SAM)
        clock.move(hours=1)
        assert refused_field(confirm(sam, "not my password")) == "password"
        assert is_asked(sam)

    def test_wrong_ones_count_with_the_sign_ins(self, house: House, clock: MovingClock) -> None:  # 6.confirm.863
        sam = house.signed_in(SAM)
        clock.move(hours=1)
        for _ in range(10):
            assert refused_field(confirm(sam, "not my password")) == "password"
        problem(confirm(sam, "not my password"), 429, "too_many_attempts")
        problem(confirm(sam), 429, "too_many_attempts")
        clock.move(seconds=1)
        assert confirm(sam).status_code == 204
        assert not is_asked(sam)

    def test_needs_the_code_of_who_has_a_second_factor(self, house: House, clock: MovingClock) -> None:
        # 6.confirm.862
        sam = house.signed_in(SAM)
        secret, answer = set_up(sam, SAM)
        clock.move(hours=1)
        assert refused_field(confirm(sam)) == "code"
        assert refused_field(confirm(sam, code="000000")) == "code"
        assert is_asked(sam)
        code = code_at(secret, house_clock.now())
        assert confirm(sam, code=code).status_code == 204
        assert not is_asked(sam)
        assert refused_field(confirm(sam, code=code)) == "code"
        recovery_code = json_of(answer)["recoveryCodes"][0]
        assert confirm(sam, code=recovery_code).status_code == 204
        assert refused_field(confirm(sam, code=recovery_code)) == "code"

    def test_the_password_alone_neither_counts_nor_clears_failures(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.391
        sam = house.signed_in(SAM)
        set_up(sam, SAM)
        clock.move(hours=1)
        for _ in range(20):
            assert refused_field(confirm(sam)) == "code"
        for _ in range(10):
            assert refused_field(confirm(sam, code="000000")) == "code"
            confirm(sam)
        problem(confirm(sam, code="000000"), 429, "too_many_attempts")

    @pytest.mark.both_engines
    def test_of_a_session_that_was_open_at_the_update_the_sign_in_counts(
        self, house: House, clock: MovingClock
    ) -> None:
        sam = house.signed_in(SAM)
        with house.database.read() as tx:
            assert tx.scalars(select(SignInSession.confirmed_at)).all() == [None]
        clock.move(minutes=20)
        assert not is_asked(sam)

    def test_anybody_may(self, house: House) -> None:
        assert confirm(house.signed_in(OSCAR), OSCAR.password).status_code == 204
