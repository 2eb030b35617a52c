"""The second factor: an app's code after the password, once each, and recovery codes (contract 6.factor)."""

import base64
import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select
from typer.testing import CliRunner

from doorlist.audit.models import AuditEntry
from doorlist.cli import app as shell
from doorlist.users.models import FailedSignIn, RecoveryCode, SecondFactor, SignInSession
from doorlist.users.second_factor.codes import matching_step
from tests.cast import OLIVE, OSCAR, SAM, Person
from tests.house import House, Json, json_of, problem
from tests.users.moving_clock import MovingClock
from tests.users.second_factor.app import code_at, set_up

RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
# RFC 6238, appendix B, SHA-1: 8 digits; our codes are their last 6.
RFC_VECTORS = [
    (59, "94287082"),
    (1111111109, "07081804"),
    (1111111111, "14050471"),
    (1234567890, "89005924"),
    (2000000000, "69279037"),
    (20000000000, "65353130"),
]


def login(house: House, code: str | None = None, *, person: Person = OLIVE, password: str | None = None) -> Response:
    body = {"username": person.username, "password": password or person.password}
    return house.stranger().post("/api/login", json=body if code is None else {**body, "code": code})


def refused_field(answer: Response) -> str:
    [error] = problem(answer, 400, "validation_failed")["errors"]
    return str(error["field"])


def actions(house: House) -> list[str]:
    with house.database.read() as tx:
        return list(tx.scalars(select(AuditEntry.action).order_by(AuditEntry.id)))


def failures(house: House) -> int:
    with house.database.read() as tx:
        return len(tx.scalars(select(FailedSignIn)).all())


def user_of(client: TestClient) -> Json:
    return json_of(client.get("/api/me"))


def require(house: House, accounts: str) -> TestClient:
    """Sam, after saying which accounts must have a second factor."""
    sam = house.signed_in(SAM)
    answer = sam.put("/api/second-factor", json={"requiredFor": accounts})
    assert (answer.status_code, json_of(answer)) == (200, {"requiredFor": accounts})
    return sam


@pytest.mark.parametrize(("seconds", "code"), RFC_VECTORS)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:  # 6.factor.391
    moment = datetime.fromtimestamp(seconds, UTC)
    assert matching_step(RFC_SECRET, code[-6:], moment) == seconds // 30


@pytest.mark.parametrize(
    ("skew", "fits"), [(-60, False), (-31, True), (-30, True), (0, True), (29, True), (30, True), (60, False)]
)
def test_a_clock_may_be_thirty_seconds_off(skew: int, fits: bool) -> None:  # 6.factor.391
    phone, server = 1111111111 + skew, 1111111111
    code = code_at(RFC_SECRET, datetime.fromtimestamp(phone, UTC))
    step = matching_step(RFC_SECRET, code, datetime.fromtimestamp(server, UTC))
    assert step == (phone // 30 if fits else None)


@pytest.mark.either_engine
class TestSettingUp:
    def test_the_secret_is_returned_as_text_and_as_a_qr_text(self, house: House) -> None:  # 7.call.391
        olive = house.signed_in()
        told = json_of(olive.post("/api/me/second-factor", json={"password": OLIVE.password}))
        url = urlsplit(told["otpauthUrl"])
        assert (url.scheme, url.netloc, url.path) == ("otpauth", "totp", "/Doorlist:olive")
        assert parse_qs(url.query) == {"secret": [told["secret"]], "issuer": ["Doorlist"]}
        assert len(told["secret"]) == 32
        assert user_of(olive)["hasSecondFactor"] is False
        assert login(house).status_code == 200

    def test_needs_the_password_and_then_a_code(self, house: House) -> None:  # 7.call.391, 392; 10.code.394
        olive = house.signed_in()
        assert refused_field(olive.post("/api/me/second-factor", json={"password": "not mine"})) == "password"
        problem(olive.post("/api/me/second-factor/confirm", json={"code": "1"}), 409, "second_factor_absent")
        olive.post("/api/me/second-factor", json={"password": OLIVE.password})
        for code in ("000000", "", "١٢٣٤٥٦", "x" * 1000):
            assert refused_field(olive.post("/api/me/second-factor/confirm", json={"code": code})) == "code"
        assert user_of(olive)["hasSecondFactor"] is False

    def test_gives_ten_recovery_codes_and_keeps_only_their_hashes(self, house: House) -> None:
        # 6.factor.390, 393; 7.call.390; 3.user.390; 3.history.390
        olive = house.signed_in()
        secret, answer = set_up(olive, OLIVE)
        told = json_of(answer)["recoveryCodes"]
        assert len(set(told)) == 10
        assert user_of(olive)["hasSecondFactor"] is True
        state = {"isSetUp": True, "isRequired": False, "recoveryCodesLeft": 10}
        assert json_of(olive.get("/api/me/second-factor")) == state
        with house.database.read() as tx:
            hashes = tx.scalars(select(RecoveryCode.code_hash)).all()
            entry = tx.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        assert not [code for code in told if code in hashes or code.replace("-", "") in hashes]
        assert entry is not None
        assert entry.action == "user.second_factor_added"
        assert secret not in repr((entry.before, entry.after))

    def test_a_second_one_needs_the_first_to_go(self, house: House) -> None:  # 7.call.391; 10.code.393
        olive = house.signed_in()
        set_up(olive, OLIVE)
        again = olive.post("/api/me/second-factor", json={"password": OLIVE.password})
        problem(again, 409, "second_factor_present")

    def test_beginning_again_replaces_the_former_secret(self, house: House, clock: MovingClock) -> None:  # 7.call.391
        olive = house.signed_in()
        first, second = (
            json_of(olive.post("/api/me/second-factor", json={"password": OLIVE.password}))["secret"] for _ in range(2)
        )
        confirm = "/api/me/second-factor/confirm"
        assert refused_field(olive.post(confirm, json={"code": code_at(first, clock.now())})) == "code"
        assert olive.post(confirm, json={"code": code_at(second, clock.now())}).status_code == 200


class TestSigningIn:
    def test_the_password_alone_is_not_enough(self, house: House) -> None:  # 4.login.390; 10.code.390
        set_up(house.signed_in(), OLIVE)
        for code in (None, "", " - "):
            answer = login(house, code)
            problem(answer, 401, "second_factor_required")
            assert "set-cookie" not in answer.headers
        assert failures(house) == 0
        # Only with the right password does the response show that there is a second factor.
        problem(login(house, password="not mine"), 401, "invalid_credentials")
        problem(login(house, "123456", password="not mine"), 401, "invalid_credentials")

    @pytest.mark.both_engines
    def test_a_code_works_once(self, house: House, clock: MovingClock) -> None:  # 6.factor.392, 394; 10.code.391
        secret, _ = set_up(house.signed_in(), OLIVE)
        # The one that confirmed it is used up as well.
        problem(login(house, code_at(secret, clock.now())), 401, "second_factor_refused")
        clock.move(seconds=30)
        code = code_at(secret, clock.now())
        answer = login(house, f" {code[:3]} {code[3:]} ")
        assert answer.status_code == 200
        assert json_of(answer)["hasSecondFactor"] is True
        refused = login(house, code)
        problem(refused, 401, "second_factor_refused")
        assert "set-cookie" not in refused.headers

    def test_of_two_servers_at_the_same_moment_one_takes_it(self, house: House, clock: MovingClock) -> None:
        # 6.factor.392
        secret, answer = set_up(house.signed_in(), OLIVE)
        recovery_code = json_of(answer)["recoveryCodes"][0]
        clock.move(seconds=60)
        servers = [house, *(House(house.settings, house.engine) for _ in range(3))]
        for server in servers:
            # The framework builds its validators at the first call, and not for several servers of one process at once.
            problem(login(server), 401, "second_factor_required")
        for code in (code_at(secret, clock.now()), recovery_code):
            together = Barrier(len(servers))

            def at_once(server: House, code: str = code, together: Barrier = together) -> int:
                together.wait()
                return login(server, code).status_code

            with ThreadPoolExecutor(len(servers)) as pool:
                assert sorted(pool.map(at_once, servers)) == [200, 401, 401, 401]
        for server in servers[1:]:
            server.close()
        with house.database.read() as tx:
            assert len(tx.scalars(select(SignInSession)).all()) == 3

    def test_recovery_codes_work_once_each(self, house: House) -> None:  # 6.factor.393
        olive = house.signed_in()
        _, answer = set_up(olive, OLIVE)
        first, second, *_ = json_of(answer)["recoveryCodes"]
        assert login(house, first).status_code == 200
        problem(login(house, first), 401, "second_factor_refused")
        assert login(house, second.upper().replace("-", " ")).status_code == 200
        assert json_of(olive.get("/api/me/second-factor"))["recoveryCodesLeft"] == 8
        assert actions(house).count("user.recovery_code_used") == 2

    def test_a_new_password_leaves_it_as_it_is(self, house: House) -> None:  # 6.factor.396
        olive, sam = house.signed_in(), house.signed_in(SAM)
        set_up(olive, OLIVE)
        sam.put(f"/api/users/{user_of(olive)['id']}", json={"password": "a better horse battery"})
        problem(login(house, password="a better horse battery"), 401, "second_factor_required")

    def test_a_code_of_another_user_is_no_code(self, house: House, clock: MovingClock) -> None:  # 6.factor.392, 393
        set_up(house.signed_in(), OLIVE)
        secret, answer = set_up(house.signed_in(OSCAR), OSCAR)
        clock.move(seconds=30)
        for code in (code_at(secret, clock.now()), json_of(answer)["recoveryCodes"][0]):
            problem(login(house, code), 401, "second_factor_refused")


class TestRecoveryAfterGuesses:
    """Recovery codes have a separate throttle, and a caller without the right password learns nothing of it."""

    def locked(self, house: House, clock: MovingClock) -> list[str]:
        """Recovery codes of Olive's, after a thief of the password typed 100 codes from everywhere."""
        codes: list[str] = json_of(set_up(house.signed_in(), OLIVE)[1])["recoveryCodes"]
        clock.move(minutes=1)
        with_failures(house, "olive", 100, clock)
        return codes

    def test_a_recovery_code_gets_in_after_100_wrong_codes(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.860
        first, second, *_ = self.locked(house, clock)
        problem(login(house, "000000"), 429, "too_many_attempts")
        problem(login(house), 429, "too_many_attempts")
        assert login(house, first).status_code == 200
        with_failures(house, "olive", 100, clock)
        assert login(house, second.upper()).status_code == 200

    def test_also_from_where_they_were_typed(self, house: House, clock: MovingClock) -> None:  # 10.throttle.860
        code, *_ = json_of(set_up(house.signed_in(), OLIVE)[1])["recoveryCodes"]
        with_failures(house, "olive", 90, clock)
        for _ in range(10):
            problem(login(house, "000000"), 401, "second_factor_refused")
        problem(login(house, "000000"), 429, "too_many_attempts")
        assert login(house, code).status_code == 200

    def test_guesses_at_recovery_codes_are_limited_by_themselves(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.860, 861
        [code, *_] = self.locked(house, clock)
        with_failures(house, "olive\0recovery", 99, clock)
        problem(login(house, "aaaa-bbbb-cccc"), 429, "too_many_attempts")
        problem(login(house, code), 429, "too_many_attempts")
        clock.move(hours=1, seconds=1)
        for _ in range(10):
            problem(login(house, "aaaa-bbbb-cccc"), 401, "second_factor_refused")
        problem(login(house, "aaaa-bbbb-cccc"), 429, "too_many_attempts")
        problem(login(house, code), 429, "too_many_attempts")
        # Wrong recovery codes do not count as wrong codes of the app.
        assert counted(house, "olive") == 0

    def test_wrong_passwords_with_a_recovery_code_count_as_wrong_passwords(
        self, house: House, clock: MovingClock
    ) -> None:  # 10.throttle.861
        code, *_ = self.locked(house, clock)
        clock.move(hours=1, seconds=1)
        for _ in range(10):
            problem(login(house, code, password="not mine"), 401, "invalid_credentials")
        assert (counted(house, "olive"), counted(house, "olive\0recovery")) == (10, 0)
        problem(login(house, password="not mine"), 429, "too_many_attempts")

    def test_nobody_learns_meanwhile_whether_a_password_is_right(self, house: House, clock: MovingClock) -> None:
        # 10.throttle.862
        code, *_ = self.locked(house, clock)
        answers = [
            problem(login(house, typed, password=password), 429, "too_many_attempts")
            for typed, password in (("aaaa-bbbb-cccc", OLIVE.password), ("aaaa-bbbb-cccc", "no"), (code, "no"))
        ]
        assert answers[0] == answers[1] == answers[2]
        assert (counted(house, "olive"), counted(house, "olive\0recovery")) == (102, 1)

    def test_without_a_second_factor_the_password_alone_does_not_get_in(
        self, house: House, clock: MovingClock
    ) -> None:  # 10.throttle.862
        with_failures(house, "oscar", 100, clock)
        problem(login(house, "aaaa-bbbb-cccc", person=OSCAR), 429, "too_many_attempts")

    def test_a_code_that_was_used_meanwhile_gets_nobody_in(self, house: House, clock: MovingClock) -> None:
        code, *_ = self.locked(house, clock)
        assert login(house, code).status_code == 200
        with_failures(house, "olive", 100, clock)
        problem(login(house, code), 429, "too_many_attempts")

    @pytest.mark.both_engines
    def test_a_new_password_clears_both(self, house: House, clock: MovingClock) -> None:  # 10.throttle.13
        self.locked(house, clock)
        with_failures(house, "olive\0recovery", 100, clock)
        sam = house.signed_in(SAM)
        [olive] = [user["id"] for user in sam.get("/api/users").json() if user["username"] == "olive"]
        assert sam.put(f"/api/users/{olive}", json={"password": "a better horse battery"}).status_code == 200
        assert (counted(house, "olive"), counted(house, "olive\0recovery")) == (0, 0)


def with_failures(house: House, name: str, number: int, clock: MovingClock) -> None:
    """Wrong tries from many places at this moment, counted under that name."""
    hashed = hashlib.sha256(name.encode()).hexdigest()
    with house.database.write() as tx:
        for index in range(number):
            tx.add(FailedSignIn(account_hash=hashed, address=f"192.0.2.{index}", failed_at=clock.now()))


def counted(house: House, name: str) -> int:
    hashed = hashlib.sha256(name.encode()).hexdigest()
    with house.database.read() as tx:
        return len(tx.scalars(select(FailedSignIn).where(FailedSignIn.account_hash == hashed)).all())


@pytest.mark.either_engine  # the throttle's counts are on both in its own test
def test_guessing_codes_is_slowed_and_the_password_alone_clears_nothing(house: House, clock: MovingClock) -> None:
    # 10.throttle.390, 391
    olive = house.signed_in()
    secret, _ = set_up(olive, OLIVE)
    # Counted by address, as the guesses are.
    olive.cookies.delete("doorlist_devices")
    same = {"currentPassword": OLIVE.password, "newPassword": OLIVE.password}
    clock.move(seconds=60)
    for _ in range(10):
        problem(login(house, "000000"), 401, "second_factor_refused")
        problem(login(house), 401, "second_factor_required")
        assert refused_field(olive.put("/api/me/password", json=same)) == "newPassword"
    answer = login(house, "000000")
    problem(answer, 429, "too_many_attempts")
    assert answer.headers["Retry-After"] == "1"
    # Neither the password alone nor the right code gets past the wait; after it the right code does, and clears.
    problem(login(house), 429, "too_many_attempts")
    problem(login(house, code_at(secret, clock.now())), 429, "too_many_attempts")
    clock.move(seconds=2)
    assert login(house, code_at(secret, clock.now())).status_code == 200
    assert failures(house) == 0
    assert actions(house).count("user.sign_in_refused") == 11


@pytest.mark.rest
@pytest.mark.either_engine
@pytest.mark.parametrize("person", [OLIVE, SAM], ids=["by the current one", "as a super admin"])
@pytest.mark.parametrize("is_known", [True, False], ids=["known device", "no device"])
def test_a_users_own_new_password_clears_no_wrong_code(house: House, person: Person, *, is_known: bool) -> None:
    # 10.throttle.460
    thief = house.signed_in(person)
    set_up(thief, person)
    if not is_known:
        thief.cookies.delete("doorlist_devices")
    new = "a better horse battery"

    def guess(password: str) -> Response:
        removal = {"password": password, "code": "000000"}
        return thief.request("DELETE", "/api/me/second-factor", json=removal)

    for _ in range(10):
        assert refused_field(guess(person.password)) == "code"
    if person is SAM:
        assert thief.put(f"/api/users/{user_of(thief)['id']}", json={"password": new}).status_code == 200
    else:
        change = {"currentPassword": person.password, "newPassword": new}
        assert thief.put("/api/me/password", json=change).status_code == 204
    problem(guess(new), 429, "too_many_attempts")


@pytest.mark.either_engine
class TestRemoving:
    def test_needs_the_password_and_a_code(self, house: House, clock: MovingClock) -> None:  # 7.call.393
        olive = house.signed_in()
        secret, _ = set_up(olive, OLIVE)
        clock.move(seconds=30)
        code = code_at(secret, clock.now())

        def remove(password: str, code: str) -> Response:
            return olive.request("DELETE", "/api/me/second-factor", json={"password": password, "code": code})

        assert refused_field(remove("not mine", code)) == "password"
        assert refused_field(remove(OLIVE.password, "000000")) == "code"
        assert remove(OLIVE.password, code).status_code == 204
        assert remove(OLIVE.password, code).status_code == 204
        assert user_of(olive)["hasSecondFactor"] is False
        assert login(house).status_code == 200
        assert actions(house).count("user.second_factor_removed") == 1
        with house.database.read() as tx:
            assert not tx.scalars(select(RecoveryCode)).all()

    def test_a_super_admin_removes_it_and_signs_the_user_out(self, house: House) -> None:  # 7.call.394; 6.factor.395
        olive, sam = house.signed_in(), house.signed_in(SAM)
        olive_id = user_of(olive)["id"]
        set_up(olive, OLIVE)
        for _ in range(2):
            answer = sam.delete(f"/api/users/{olive_id}/second-factor")
            assert (answer.status_code, json_of(answer)["hasSecondFactor"]) == (200, False)
        problem(olive.get("/api/me"), 401, "not_signed_in")
        assert login(house).status_code == 200
        assert actions(house).count("user.second_factor_reset") == 1

    def test_a_super_admin_takes_the_long_way_for_their_own(self, house: House) -> None:  # 7.call.394; 10.code.395
        sam = house.signed_in(SAM)
        set_up(sam, SAM)
        problem(sam.delete(f"/api/users/{user_of(sam)['id']}/second-factor"), 409, "own_second_factor")

    def test_the_shell_removes_it(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:  # 10.run.390
        monkeypatch.setenv("DOORLIST_DATA_DIR", str(house.settings.data_dir))
        monkeypatch.setenv("DOORLIST_DATABASE_URL", house.settings.database_url or "")
        olive = house.signed_in()
        set_up(olive, OLIVE)
        for line in ("Removed the second factor of Olive.\n", "Olive has no second factor.\n"):
            result = CliRunner().invoke(shell, ["users", "reset-second-factor", "Olive"])
            assert (result.exit_code, result.stdout) == (0, line)
        problem(olive.get("/api/me"), 401, "not_signed_in")
        unknown = CliRunner().invoke(shell, ["users", "reset-second-factor", "nobody"])
        assert (unknown.exit_code, unknown.stderr) == (1, "doorlist: User not found\n")
        assert actions(house).count("user.second_factor_reset") == 1


class TestRequiring:
    def test_those_who_have_none_are_led_to_it(self, house: House) -> None:  # 6.factor.397, 398; 7.call.395
        olive, old_session = house.signed_in(), house.signed_in()
        sam = require(house, "everyone")
        for client in (olive, sam):
            problem(client.get("/api/events"), 403, "second_factor_setup_required")
            assert user_of(client)["mustSetUpSecondFactor"] is True
        # Signing in works, and leads there.
        assert json_of(login(house))["mustSetUpSecondFactor"] is True
        scan = {"qrData": "DL1.1.AAAAAAAAAAAAAAAAAAAAAAAAAA"}
        for _ in range(2):  # the gate, and the admission worker
            problem(olive.post("/api/attendees/scan", json=scan), 403, "second_factor_setup_required")
        assert json_of(olive.get("/api/me/second-factor"))["isRequired"] is True
        set_up(olive, OLIVE)
        assert user_of(olive)["mustSetUpSecondFactor"] is False
        assert olive.get("/api/events").status_code == old_session.get("/api/events").status_code == 200
        assert actions(house).count("user.second_factor_required") == 1

    def test_a_door_at_work_is_stopped_too(self, house: House) -> None:  # 6.factor.398
        olive, sam = house.signed_in(), house.signed_in(SAM)
        scan = {"qrData": "DL1.1.AAAAAAAAAAAAAAAAAAAAAAAAAA"}
        # The admission worker knows this session, and takes its scans the short way.
        for _ in range(2):
            problem(olive.post("/api/attendees/scan", json=scan), 404, "ticket_unknown")
        set_up(sam, SAM)
        sam.put("/api/second-factor", json={"requiredFor": "everyone"})
        problem(olive.post("/api/attendees/scan", json=scan), 403, "second_factor_setup_required")

    def test_it_can_be_required_of_super_admins_alone(self, house: House) -> None:  # 6.factor.397
        olive, sam = house.signed_in(), require(house, "super_admins")
        assert olive.get("/api/events").status_code == 200
        problem(sam.get("/api/events"), 403, "second_factor_setup_required")
        set_up(sam, SAM)
        olive_id, nora = user_of(olive)["id"], json_of(sam.get("/api/second-factor"))
        assert nora == {"requiredFor": "super_admins"}
        promoted = sam.put(f"/api/users/{olive_id}", json={"role": "super_admin"})
        assert json_of(promoted)["mustSetUpSecondFactor"] is True
        assert sam.put("/api/second-factor", json={"requiredFor": "nobody"}).status_code == 200
        assert [user["mustSetUpSecondFactor"] for user in sam.get("/api/users").json()] == [False] * 5
        for body in ({}, {"requiredFor": "some"}, {"requiredFor": None}):
            assert refused_field(sam.put("/api/second-factor", json=body)) == "requiredFor"

    @pytest.mark.both_engines
    def test_who_removes_one_that_is_required_sets_up_another(self, house: House) -> None:  # 6.factor.398
        olive = house.signed_in()
        _, answer = set_up(olive, OLIVE)
        require(house, "everyone")
        removal = {"password": OLIVE.password, "code": json_of(answer)["recoveryCodes"][0]}
        assert olive.request("DELETE", "/api/me/second-factor", json=removal).status_code == 204
        problem(olive.get("/api/events"), 403, "second_factor_setup_required")
        assert set_up(olive, OLIVE)[1].status_code == 200

    def test_a_new_password_comes_first(self, house: House) -> None:  # 6.factor.398
        sam = house.signed_in(SAM)
        olive_id = user_of(house.signed_in())["id"]
        sam.put(f"/api/users/{olive_id}", json={"password": "a better horse battery"})
        sam.put("/api/second-factor", json={"requiredFor": "everyone"})
        olive = house.stranger()
        body = {"username": "olive", "password": "a better horse battery"}
        assert json_of(olive.post("/api/login", json=body))["mustSetUpSecondFactor"] is True
        problem(olive.get("/api/me/second-factor"), 403, "password_change_required")
        change = {"currentPassword": body["password"], "newPassword": "an even better horse"}
        assert olive.put("/api/me/password", json=change).status_code == 204
        problem(olive.get("/api/events"), 403, "second_factor_setup_required")
        assert olive.get("/api/me/second-factor").status_code == 200


@pytest.mark.either_engine
def test_the_json_export_has_no_secret(house: House) -> None:  # 3.backup-file.390
    sam = house.signed_in(SAM)
    secret, answer = set_up(sam, SAM)
    with house.database.read() as tx:
        hidden = [secret, *json_of(answer)["recoveryCodes"], *tx.scalars(select(RecoveryCode.code_hash))]
        assert tx.scalars(select(SecondFactor.secret)).all() == [secret]
    for path in ("/api/export/backup.json", "/api/users", "/api/me", "/api/me/second-factor"):
        text = sam.get(path).text
        assert not [value for value in hidden if value in text]


def test_a_server_backup_brings_it_back(house: House, clock: MovingClock) -> None:  # 3.server-backup.390
    sam = house.signed_in(SAM)
    secret, answer = set_up(sam, SAM)
    recovery_code = json_of(answer)["recoveryCodes"][0]
    filename = json_of(sam.post("/api/backup/create"))["filename"]
    clock.move(seconds=30)
    removal = {"password": SAM.password, "code": recovery_code}
    assert sam.request("DELETE", "/api/me/second-factor", json=removal).status_code == 204
    assert login(house, person=SAM).status_code == 200
    assert sam.post("/api/backup/restore", json={"filename": filename}).status_code == 200
    problem(login(house, person=SAM), 401, "second_factor_required")
    for code in (code_at(secret, clock.now()), recovery_code):
        assert login(house, code, person=SAM).status_code == 200
