"""POST /api/login, POST /api/logout, GET /api/me: sessions and their cookies."""

import hashlib
from http.cookies import Morsel, SimpleCookie

import pytest
from argon2 import Parameters, Type
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select, update

from doorlist.users import passwords
from doorlist.users.models import SignInSession, User
from tests.cast import NORA, OLIVE, SAM
from tests.house import House, json_of, problem
from tests.users.moving_clock import MovingClock

CREDENTIALS = {"username": "olive", "password": "correct horse battery"}
# The first choice of OWASP's list for argon2id.
OWASP = Parameters(
    type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=46 * 1024, parallelism=1
)


def credentials(**changed: str) -> dict[str, str]:
    return {**CREDENTIALS, **changed}


def cookie_of(answer: Response) -> Morsel[str]:
    """The session's."""
    (morsel,) = SimpleCookie(answer.headers.get_list("set-cookie")[0]).values()
    return morsel


def sessions(house: House) -> list[SignInSession]:
    with house.database.read() as tx:
        return list(tx.scalars(select(SignInSession)))


@pytest.mark.either_engine
class TestLogin:
    @pytest.mark.usefixtures("clock")
    def test_answers_with_the_user_and_no_password(self, house: House) -> None:  # 7.call.1
        answer = house.stranger().post("/api/login", json=credentials())
        assert answer.status_code == 200
        body = json_of(answer)
        assert body["id"] > 0
        assert body["createdAt"].endswith("Z")
        assert not [name for name in body if "password" in name.lower() and name != "mustChangePassword"]
        assert (
            body.items()
            >= {
                "username": "olive",
                "fullName": "Olive Organizer",
                "role": "organizer",
                "isActive": True,
                "lastLogin": "2026-11-20T18:30:00.000Z",
                "mustChangePassword": False,
            }.items()
        )

    def test_takes_the_username_in_any_case(self, house: House) -> None:
        assert house.stranger().post("/api/login", json=credentials(username="OLIVE")).status_code == 200

    def test_takes_the_password_only_as_it_is(self, house: House) -> None:
        for password in ("Correct horse battery", " correct horse battery", "correct horse battery "):
            answer = house.stranger().post("/api/login", json=credentials(password=password))
            problem(answer, 401, "invalid_credentials")

    def test_needs_both_fields(self, house: House) -> None:  # 5.auth.1
        for field in ("username", "password"):
            for body in ({**CREDENTIALS, field: ""}, {**CREDENTIALS, field: None}, {**CREDENTIALS, field: ["x"]}):
                refusal = problem(house.stranger().post("/api/login", json=body), 400, "validation_failed")
                assert [error["field"] for error in refusal["errors"]] == [field]
        refusal = problem(house.stranger().post("/api/login", json={}), 400, "validation_failed")
        assert [error["field"] for error in refusal["errors"]] == ["username", "password"]

    def test_refuses_unknown_wrong_and_inactive_in_the_same_words(self, house: House) -> None:
        # 10.throttle.1; 10.code.1
        tries = (
            credentials(username="nobody"),
            credentials(password="wrong horse battery"),
            credentials(username="ida"),
        )
        answers = [house.stranger().post("/api/login", json=body) for body in tries]
        bodies = [problem(answer, 401, "invalid_credentials") for answer in answers]
        assert bodies[0] == bodies[1] == bodies[2]
        assert bodies[0]["detail"] == "Invalid username or password"
        assert not any("set-cookie" in answer.headers for answer in answers)
        assert sessions(house) == []

    def test_refuses_them_after_the_same_work(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        # 10.throttle.2: one hash of the same cost, beside which nothing else takes time.
        costs = list[str]()
        ask = passwords.process.ask

        def noted(question: str, *arguments: str) -> object:
            costs.append(f"{question} {arguments[-1].rpartition('$')[0].rpartition('$')[0]}")
            return ask(question, *arguments)

        house.stranger().post("/api/login", json=credentials(username="somebody"))
        monkeypatch.setattr(passwords.process, "ask", noted)
        for body in (
            credentials(username="nobody"),
            credentials(password="wrong horse battery"),
            credentials(username="ida"),
        ):
            house.stranger().post("/api/login", json=body)
        assert costs == ["verify_password $argon2id$v=19$m=47104,t=1,p=1"] * 3

    def test_a_strange_username_is_just_a_wrong_one(self, house: House) -> None:
        for username in ("\x00", "olive\x00", "x" * 1000, "ὀ" * 500, "' OR 1=1 --", "%"):
            answer = house.stranger().post("/api/login", json=credentials(username=username))
            problem(answer, 401, "invalid_credentials")

    def test_a_second_sign_in_leaves_the_first_session_alone(self, house: House) -> None:
        first, second = house.signed_in(), house.signed_in()
        assert first.cookies["doorlist_session"] != second.cookies["doorlist_session"]
        assert first.get("/api/me").status_code == second.get("/api/me").status_code == 200


@pytest.mark.either_engine
class TestAgainInTheSameBrowser:
    def test_the_old_session_ends_with_the_new_sign_in(self, house: House) -> None:  # 4.session.9
        browser, thief = house.signed_in(), house.stranger()
        thief.cookies.set("doorlist_session", browser.cookies["doorlist_session"])
        assert thief.get("/api/me").status_code == 200
        assert browser.post("/api/login", json=credentials(username="sam")).status_code == 200
        assert json_of(browser.get("/api/me"))["username"] == "sam"
        problem(thief.get("/api/me"), 401, "not_signed_in")
        assert len(sessions(house)) == 1

    def test_a_refused_sign_in_leaves_it(self, house: House) -> None:  # 4.session.9
        browser = house.signed_in()
        problem(browser.post("/api/login", json=credentials(password="wrong")), 401, "invalid_credentials")
        assert browser.get("/api/me").status_code == 200


@pytest.mark.either_engine
class TestCookie:
    def test_is_for_the_browser_alone_and_lasts_eight_hours(self, house: House) -> None:  # 10.cookie.1, 3
        client = house.stranger()
        cookie = cookie_of(client.post("/api/login", json=credentials()))
        assert cookie.key == "doorlist_session"
        assert not cookie["secure"]
        self.check(cookie)
        assert client.get("/api/me").status_code == 200

    def test_over_https_is_bound_to_the_host_and_secure_too(self, house: House) -> None:  # 10.cookie.1, 2
        client = TestClient(house.app, base_url="https://door.example.org")
        cookie = cookie_of(client.post("/api/login", json=credentials()))
        assert cookie.key == "__Host-doorlist_session"
        assert cookie["secure"]
        self.check(cookie)
        assert client.get("/api/me").status_code == 200

    def check(self, cookie: Morsel[str]) -> None:
        assert cookie["httponly"]
        assert cookie["samesite"].lower() == "lax"
        assert cookie["max-age"] == "28800"
        assert cookie["path"] == "/"
        assert not cookie["domain"]

    def test_over_https_a_cookie_of_the_plain_name_opens_nothing(self, house: House) -> None:
        token = house.signed_in().cookies["doorlist_session"]
        answer = TestClient(house.app, base_url="https://testserver", cookies={"doorlist_session": token}).get(
            "/api/me"
        )
        problem(answer, 401, "not_signed_in")

    def test_the_database_has_a_hash_of_it(self, house: House) -> None:  # 10.cookie.4
        token = house.signed_in().cookies["doorlist_session"]
        (session,) = sessions(house)
        assert session.token_hash == hashlib.sha256(token.encode()).hexdigest()
        stolen = house.stranger()
        stolen.cookies.set("doorlist_session", session.token_hash)
        problem(stolen.get("/api/me"), 401, "not_signed_in")

    def test_a_made_up_one_opens_nothing(self, house: House) -> None:
        for token in ("", "x", "x" * 4000, '"', "é", "a=b", ";;"):
            headers = {b"Cookie": f"doorlist_session={token}".encode()}
            problem(house.stranger().get("/api/me", headers=headers), 401, "not_signed_in")


class TestSession:
    def test_ends_eight_hours_after_sign_in_however_busy_it_was(self, house: House, clock: MovingClock) -> None:
        # 4.session.3, 9.session.1
        olive = house.signed_in()
        for _ in range(8):
            assert olive.get("/api/me").status_code == 200
            clock.move(minutes=59, seconds=59)
        clock.move(seconds=7.999)
        assert olive.get("/api/me").status_code == 200
        clock.move(seconds=0.001)
        problem(olive.get("/api/me"), 401, "not_signed_in")

    def test_is_deleted_some_time_after_its_end(self, house: House, clock: MovingClock) -> None:
        house.signed_in()
        clock.move(hours=8)
        house.signed_in(SAM)
        assert len(sessions(house)) == 1

    @pytest.mark.both_engines
    def test_ends_at_once_when_the_account_is_closed(self, house: House) -> None:
        olive = house.signed_in()
        with house.database.write() as tx:
            tx.execute(update(User).where(User.username == "olive").values(is_active=False))
        problem(olive.get("/api/me"), 401, "not_signed_in")

    @pytest.mark.both_engines
    def test_opens_what_the_role_says_at_this_moment(self, house: House) -> None:
        olive = house.signed_in()
        with house.database.write() as tx:
            tx.execute(update(User).where(User.username == "olive").values(role="super_admin"))
        assert json_of(olive.get("/api/me"))["role"] == "super_admin"

    def test_outlives_the_server(self, house: House) -> None:
        olive = house.signed_in()
        restarted = House(house.settings, house.engine)
        client = restarted.stranger()
        client.cookies.update(olive.cookies)
        assert client.get("/api/me").status_code == 200
        restarted.close()


@pytest.mark.either_engine
class TestLogout:
    def test_ends_the_session_for_good(self, house: House) -> None:  # 7.call.2
        olive = house.signed_in()
        token = olive.cookies["doorlist_session"]
        answer = olive.post("/api/logout")
        assert answer.status_code == 204
        assert answer.content == b""
        assert sessions(house) == []
        thief = house.stranger()
        thief.cookies.set("doorlist_session", token)
        problem(thief.get("/api/me"), 401, "not_signed_in")

    def test_takes_the_cookie_away(self, house: House) -> None:
        for base_url, name in (
            ("http://testserver", "doorlist_session"),
            ("https://testserver", "__Host-doorlist_session"),
        ):
            cookie = cookie_of(TestClient(house.app, base_url=base_url).post("/api/logout"))
            assert (cookie.key, cookie.value, cookie["max-age"]) == (name, "", "0")
            assert bool(cookie["secure"]) is base_url.startswith("https")

    def test_leaves_other_sessions_alone(self, house: House) -> None:
        laptop, phone = house.signed_in(), house.signed_in()
        laptop.post("/api/logout")
        assert phone.get("/api/me").status_code == 200

    def test_is_204_for_everybody_and_again(self, house: House, clock: MovingClock) -> None:  # 7.call.2
        olive = house.signed_in()
        assert [olive.post("/api/logout").status_code for _ in range(2)] == [204, 204]
        assert house.stranger().post("/api/logout").status_code == 204
        assert house.signed_in(NORA).post("/api/logout").status_code == 204
        late = house.signed_in(OLIVE)
        clock.move(hours=9)
        assert late.post("/api/logout").status_code == 204

    def test_is_204_with_a_body_nobody_asked_for(self, house: House) -> None:
        assert house.signed_in().post("/api/logout", content=b"{", headers={"X": "y"}).status_code == 204


@pytest.mark.either_engine
class TestMustChangePassword:
    def test_shows_who_it_is(self, house: House) -> None:  # 7.call.3
        assert json_of(house.signed_in(NORA).get("/api/me"))["mustChangePassword"] is True

    def test_reaches_three_calls_only(self, house: House) -> None:  # 6.roles.12
        nora = house.signed_in(NORA)
        assert nora.get("/api/me").status_code == 200
        answer = nora.put("/api/me/password", json={"currentPassword": "wrong", "newPassword": "x"})
        problem(answer, 400, "validation_failed")
        problem(nora.get("/api/events"), 403, "password_change_required")
        assert nora.post("/api/logout").status_code == 204
