"""PUT /api/me/password: the current user's password, and its effect on the sessions."""

from http.cookies import SimpleCookie

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.audit.models import AuditEntry
from doorlist.users import passwords
from doorlist.users.models import SignInSession, User
from tests.cast import NORA, OLIVE, OSCAR, SAM, Person
from tests.house import House, json_of, problem
from tests.users.moving_clock import MovingClock

LONGEST = ("three geese cross the bridge " * 5)[:128]
OLD, NEW = "correct horse battery", "a better horse battery"


def change(client: TestClient, current: str = OLD, new: str = NEW) -> Response:
    return client.put("/api/me/password", json={"currentPassword": current, "newPassword": new})


def login(house: House, password: str, person: Person = OLIVE) -> Response:
    return house.stranger().post("/api/login", json={"username": person.username, "password": password})


def refused_field(answer: Response) -> tuple[str, str]:
    (error,) = problem(answer, 400, "validation_failed")["errors"]
    return error["field"], error["message"]


def holder_of(house: House, token: str) -> TestClient:
    client = house.stranger()
    client.cookies.set("doorlist_session", token)
    return client


@pytest.mark.either_engine
class TestChangeOwnPassword:
    def test_needs_a_signed_in_user(self, house: House) -> None:
        problem(change(house.stranger()), 401, "not_signed_in")

    def test_replaces_the_password(self, house: House) -> None:  # 7.call.4
        answer = change(house.signed_in())
        assert (answer.status_code, answer.content) == (204, b"")
        problem(login(house, OLD), 401, "invalid_credentials")
        assert login(house, NEW).status_code == 200

    def test_ends_other_sessions_and_keeps_this_one_under_a_new_token(self, house: House) -> None:  # 4.session.6, 7
        laptop, phone, somebody_else = house.signed_in(), house.signed_in(), house.signed_in(OSCAR)
        old_token = laptop.cookies["doorlist_session"]
        change(laptop)
        assert laptop.cookies["doorlist_session"] != old_token
        assert laptop.get("/api/me").status_code == 200
        problem(phone.get("/api/me"), 401, "not_signed_in")
        problem(holder_of(house, old_token).get("/api/me"), 401, "not_signed_in")
        assert somebody_else.get("/api/me").status_code == 200

    def test_sends_a_cookie_as_safe_as_the_first(self, house: House) -> None:
        client = TestClient(house.app, base_url="https://testserver")
        client.post("/api/login", json={"username": "olive", "password": OLD})
        for line, name in zip(change(client).headers.get_list("set-cookie"), ("session", "devices"), strict=True):
            (cookie,) = SimpleCookie(line).values()
            assert cookie.key == f"__Host-doorlist_{name}"
            assert cookie["secure"]
            assert cookie["httponly"]
            assert cookie["samesite"].lower() == "lax"

    def test_makes_the_session_no_longer_than_it_was(self, house: House, clock: MovingClock) -> None:
        olive = house.signed_in()
        token_holder = house.stranger()
        clock.move(hours=7)
        change(olive)
        # The browser's own copy would forget the cookie by the real clock; the server has to do it by its own.
        token_holder.cookies.update(olive.cookies)
        clock.move(minutes=59)
        assert token_holder.get("/api/me").status_code == 200
        clock.move(minutes=1)
        problem(token_holder.get("/api/me"), 401, "not_signed_in")

    def test_frees_who_had_to_change_it(self, house: House) -> None:  # 6.roles.12
        nora = house.signed_in(NORA)
        problem(nora.get("/api/events"), 403, "password_change_required")
        assert change(nora).status_code == 204
        assert json_of(nora.get("/api/me"))["mustChangePassword"] is False
        assert nora.get("/api/events").status_code == 200

    def test_says_what_is_wrong_with_which_field(self, house: House) -> None:  # 7.call.4; 5.password.1, 2, 4, 5, 6
        olive = house.signed_in()
        before = self.stored(house)
        assert refused_field(change(olive, current="wrong")) == ("currentPassword", "This is not your current password")
        assert refused_field(change(olive, new="x" * 9)) == ("newPassword", "Use at least 10 characters")
        assert refused_field(change(olive, new="x" * 129)) == ("newPassword", "Use at most 128 characters")
        weak = "This password is easy to guess. Use four or more words that do not belong together"
        for new in ("Password123", "Password123!", "aaaaaaaaaa", "oliveolive", "Olive Organizer"):
            assert refused_field(change(olive, new=new)) == ("newPassword", weak)
        same = "Choose a password that is not the current one"
        assert refused_field(change(olive, new=OLD)) == ("newPassword", same)
        assert refused_field(change(olive, new=""))[0] == "newPassword"
        assert refused_field(change(olive, current=""))[0] == "currentPassword"
        assert self.stored(house) == before
        assert olive.get("/api/me").status_code == 200

    def test_takes_any_characters_and_both_lengths(self, house: House) -> None:  # 5.password.1, 3
        olive = house.signed_in()
        current = OLD
        for new in (
            "ten chars!",
            LONGEST,
            "пароль на русском",
            " \t spaces \n count ",
            "🎟🎪🎭🎬🎤🎧🎼🎹🥁🎷",
            "nul\x00inside it",
        ):
            assert change(olive, current, new).status_code == 204, new
            current = new
        assert login(house, current).status_code == 200

    def test_is_noted_without_the_password(self, house: House) -> None:
        olive = house.signed_in()
        change(olive)
        user_id = json_of(olive.get("/api/me"))["id"]
        with house.database.read() as tx:
            entry = tx.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
            stored = tx.get_one(User, user_id).password_hash
        assert entry is not None
        assert (entry.action, entry.subject_id, entry.user_id) == ("user.password_changed", user_id, user_id)
        assert stored.startswith("$argon2id$v=19$m=47104,t=1,p=1$")

    def stored(self, house: House) -> tuple[str, int]:
        with house.database.read() as tx:
            hashed = tx.scalar(select(User.password_hash).where(User.username == "olive"))
            return str(hashed), len(list(tx.scalars(select(SignInSession))))


@pytest.mark.either_engine
@pytest.mark.usefixtures("clock")
def test_guessing_at_the_current_password_is_slowed_like_signing_in(house: House) -> None:
    olive = house.signed_in(OLIVE)
    guess = {"currentPassword": "not the one", "newPassword": "a long enough one"}
    for _ in range(10):
        assert olive.put("/api/me/password", json=guess).status_code == 400
    for _ in range(2):
        answer = olive.put("/api/me/password", json=guess)
        problem(answer, 429, "too_many_attempts")
        assert answer.headers["Retry-After"] == "1"


def test_a_reset_between_the_check_and_the_change_wins(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The password is checked before the change is written; a super admin may reset it in between, elsewhere."""
    elsewhere = House(house.settings, house.engine)
    olive, sam = house.signed_in(OLIVE), elsewhere.signed_in(SAM)
    olive_id = json_of(olive.get("/api/me"))["id"]
    hash_slowly = passwords.hash_password

    def hash_after_a_reset(password: str) -> str:
        monkeypatch.setattr(passwords, "hash_password", hash_slowly)
        assert sam.put(f"/api/users/{olive_id}", json={"password": "reset by sam 1"}).status_code == 200
        return hash_slowly(password)

    monkeypatch.setattr(passwords, "hash_password", hash_after_a_reset)
    change = {"currentPassword": "correct horse battery", "newPassword": "a long enough one"}
    problem(olive.put("/api/me/password", json=change), 400, "validation_failed")
    elsewhere.close()
    signed_in = house.stranger().post("/api/login", json={"username": "olive", "password": "reset by sam 1"})
    assert json_of(signed_in)["mustChangePassword"] is True
