"""Errors as answers: unexpected ones, and a database that does not answer."""

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from doorlist.core.config import Settings
from doorlist.core.errors import problem_for
from doorlist.core.http import metrics
from doorlist.events import service as events_service
from tests.house import House, problem

SECRET = "the secret of table 9"


def fail(*_: object, **__: object) -> None:
    raise RuntimeError(SECRET)


@pytest.fixture
def nowhere(tmp_path: Path) -> House:
    """A house without its PostgreSQL."""
    settings = Settings(data_dir=tmp_path, database_url="postgresql://nobody:hush@127.0.0.1:1/nothing")
    return House(settings, "postgresql")


@pytest.mark.either_engine
class TestTheUnforeseen:
    def test_is_a_500_without_internals_and_a_trace_in_the_log(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:  # 10.problem.5; 10.code.21
        olive = house.signed_in()
        monkeypatch.setattr(events_service, "list_events", fail)
        with capture_logs() as logs:
            answer = olive.get("/api/events")
        body = problem(answer, 500, "internal_error")
        assert SECRET not in answer.text
        assert "RuntimeError" not in answer.text
        assert body["detail"] == "Please try again. If it happens again, the server's log says more."
        (entry,) = [entry for entry in logs if entry["event"] == "unexpected_error"]
        assert SECRET in str(entry["exc_info"])

    def test_is_answered_with_all_headers_and_counted(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        olive = house.signed_in()
        monkeypatch.setattr(events_service, "list_events", fail)
        logged = list[int]()
        monkeypatch.setattr(metrics, "log_request", lambda *, status, **_: logged.append(status))
        with capture_logs():
            answer = olive.get("/api/events")
        assert answer.headers["cache-control"] == "no-store"
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-request-id"]
        assert logged == [500]

    def test_rolls_back_what_was_begun(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        olive = house.signed_in()
        monkeypatch.setattr("doorlist.events.service.add_audit_entry", fail)
        with capture_logs():
            answer = olive.post("/api/events", json={"name": "Spring Gala", "date": "2026-11-20"})
        problem(answer, 500, "internal_error")
        assert olive.get("/api/events").json() == []

    def test_in_the_middleware_refuses_the_request(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        olive = house.signed_in()
        monkeypatch.setattr("doorlist.users.auth.find_signed_in_user", fail)
        with capture_logs():
            answer = olive.get("/api/events")
        problem(answer, 500, "internal_error")
        assert SECRET not in answer.text


class TestADatabaseThatDoesNotAnswer:
    def test_is_503_and_says_when_to_try_again(self, nowhere: House) -> None:  # 10.problem.5; 10.code.22
        client = nowhere.stranger()
        client.cookies.set("doorlist_session", "x")
        sign_in = {"username": "olive", "password": "correct horse battery"}
        with capture_logs() as logs:
            answers = [client.get("/api/me"), client.post("/api/login", json=sign_in), client.post("/api/logout")]
        for answer in answers:
            problem(answer, 503, "database_unavailable")
            assert answer.headers["retry-after"] == "1"
            assert "127.0.0.1" not in answer.text
        assert "hush" not in str(logs)

    def test_leaves_the_server_alive_but_not_ready(self, nowhere: House) -> None:  # 7.call.15, 16
        assert nowhere.stranger().get("/healthz").status_code == 200
        answer = nowhere.stranger().get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"status": "database_unavailable"})

    def test_is_recognised_by_the_kind_of_the_error(self) -> None:
        with capture_logs():
            refusal = problem_for(OperationalError("SELECT 1", None, Exception("disk full")))
        assert (refusal.status, refusal.code) == (503, "database_unavailable")
        assert refusal.headers == {"Retry-After": "1"}
