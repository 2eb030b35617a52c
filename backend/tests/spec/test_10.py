"""Section 10 of the contract: problems and their codes, limits, cookies, origins, values on the wire, running it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from structlog.testing import capture_logs
from typer.testing import CliRunner

import doorlist.cli
import doorlist.serving
from doorlist.cli import app as doorlist_command
from doorlist.core.config import REPOSITORY
from doorlist.core.errors import Problem
from doorlist.core.http.problems import problem_response
from doorlist.events import service as events_service
from tests.cast import NORA, OLIVE, SAM
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

GUEST: Json = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}
EVENING: Json = {"name": "Spring Gala", "date": "2026-11-20", "time": "19:30"}
PAGE = "<!doctype html><title>Doorlist</title>"


@pytest.fixture(scope="module")
def built(sqlite_databases: SqliteDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a front end; its engine makes no difference to these tests."""
    directory = tmp_path_factory.mktemp("built")
    (directory / "dist").mkdir()
    (directory / "dist" / "index.html").write_text(PAGE)
    with sqlite_databases.fresh(directory / "data") as settings:
        made = House(replace(settings, static_dir=directory / "dist"), "sqlite")
        yield made
        made.close()


@pytest.fixture(scope="module")
def inside(built: House) -> TestClient:
    """A client that is signed in at the house with the front end."""
    return built.signed_in()


class TestProblem:
    def test_has_five_members_and_its_own_media_type(self, built: House, inside: TestClient) -> None:
        answers = [  # 10.problem.1
            (built.stranger().get("/api/me"), 401),
            (inside.get("/api/events/99999"), 404),
            (inside.patch("/api/events"), 405),
            (inside.get("/api/users"), 403),
        ]
        for answer, status in answers:
            assert answer.headers["content-type"] == "application/problem+json"
            body = json_of(answer)
            assert set(body) == {"type", "title", "status", "detail", "code"}
            assert (answer.status_code, body["status"]) == (status, status)
            assert all(body[member] for member in body)

    def test_of_a_validation_lists_each_field_with_a_message(self, inside: TestClient) -> None:
        answer = inside.post("/api/events", json={"name": "", "date": "soon"})  # 10.problem.2
        errors = problem(answer, 400, "validation_failed")["errors"]
        assert [set(error) for error in errors] == [{"field", "message"}] * 2
        assert [error["field"] for error in errors] == ["name", "date"]
        assert all(error["message"] for error in errors)

    def test_of_bad_input_is_400_and_422_is_not_even_described(self, inside: TestClient) -> None:
        # 10.problem.3
        answers = [
            inside.post("/api/events", json={}),
            inside.post("/api/events", json=[]),
            inside.post("/api/events", content=b"{", headers={"Content-Type": "application/json"}),
            inside.get("/api/events/one"),
            inside.get("/api/attendees?limit=0"),
            inside.post("/api/attendees/bulk-import", json={"attendees": 1, "eventId": 1}),
        ]
        assert [answer.status_code for answer in answers] == [400] * 6
        described = json_of(inside.get("/api/openapi.json"))["paths"]
        assert not [call for calls in described.values() for call in calls.values() if "422" in call["responses"]]

    @pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/api/events/1/nothing", "/api/index.html"])
    def test_answers_an_unknown_call_where_the_page_answers_any_other_path(
        self, built: House, inside: TestClient, path: str
    ) -> None:
        # 10.problem.6, 10
        problem(inside.get(path), 404, "not_found")
        problem(built.stranger().get(path), 401, "not_signed_in")
        assert inside.get("/nothing").text == PAGE

    @pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x"])
    def test_answers_a_body_of_another_type(self, inside: TestClient, kind: str) -> None:
        body = b'{"name": "Spring Gala", "date": "2026-11-20"}'  # 10.problem.7
        answer = inside.post("/api/events", content=body, headers={"Content-Type": kind})
        assert answer.status_code in {400, 415}
        assert json_of(answer)["code"] in {"validation_failed", "unsupported_media_type", "malformed_body"}

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e309", "9" * 400])
    def test_answers_a_number_that_no_double_holds(self, inside: TestClient, number: str) -> None:
        body = f'{{"name": "Gala", "date": "2026-11-20", "ticketPriceCents": {number}}}'  # 10.problem.8
        headers = {"Content-Type": "application/json"}
        problem(inside.post("/api/events", content=body.encode(), headers=headers), 400, "malformed_body")

    @pytest.mark.parametrize("what", ["500", "503"])
    def test_of_the_server_tells_nothing_of_the_inside(
        self, inside: TestClient, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        # 10.problem.5
        secret = "password hunter2 of db.internal"
        broken = RuntimeError(secret) if what == "500" else OperationalError("SELECT 1", None, Exception(secret))

        def fail(*_: object) -> None:
            raise broken

        monkeypatch.setattr(events_service, "list_events", fail)
        with capture_logs():
            answer = inside.get("/api/events")
        assert answer.status_code == int(what)
        for told in (secret, "hunter2", "RuntimeError", "SELECT", "Traceback", "sqlalchemy"):
            assert told not in answer.text


# Clients may rely on these permanently: an entry never changes, and a new code is a new entry (10.problem.9).
CODES = {
    "invalid_credentials": 401,
    "too_many_attempts": 429,
    "not_signed_in": 401,
    "password_change_required": 403,
    "forbidden": 403,
    "cross_site": 403,
    "not_you": 403,
    "validation_failed": 400,
    "malformed_body": 400,
    "key_reused": 400,
    "ticket_invalid": 400,
    "ticket_unknown": 404,
    "ticket_other_event": 404,
    "event_not_found": 404,
    "attendee_not_found": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "version_conflict": 409,
    "payload_too_large": 413,
    "unsupported_media_type": 415,
    "internal_error": 500,
    "database_unavailable": 503,
    "user_not_found": 404,
    "username_taken": 409,
    "cannot_deactivate_yourself": 409,
    "last_super_admin": 409,
    "user_inactive": 409,
    "headers_too_large": 431,
    "uri_too_long": 414,
    "malformed_request": 400,
    "request_timeout": 408,
    "misdirected_request": 421,
}


def problem_classes(kind: type[Problem] = Problem) -> Iterator[type[Problem]]:
    for sub in kind.__subclasses__():
        yield from problem_classes(sub)
        if not sub.__name__.startswith("_"):
            yield sub


@pytest.mark.either_engine
class TestCodes:
    def test_are_these_in_the_contract(self) -> None:
        contract = (REPOSITORY / "docs" / "contract.md").read_text("utf-8")  # 10.problem.9
        found = re.findall(r"^\| \*\*10\.code\.\d+\*\* \| `(\w+)` \| (\d+) \|.*$", contract, re.MULTILINE)
        built = {code: int(status) for code, status in found}
        assert {code: built[code] for code in CODES} == CODES

    def test_are_these_in_the_code(self) -> None:
        found = {kind.code: kind.status for kind in problem_classes()}  # 10.problem.9
        assert {code: found[code] for code in CODES if code != "unsupported_media_type"} == {
            code: status for code, status in CODES.items() if code != "unsupported_media_type"
        }

    def refused(self, answer: Response, code: str) -> Json:
        return problem(answer, CODES[code], code)

    def test_of_a_sign_in(self, house: House, clock: MovingClock) -> None:
        stranger = TestClient(house.app, client=("192.0.2.99", 50000))  # 10.code.1, 2
        wrong = ("nobody", OLIVE.password), ("olive", "wrong horse battery"), ("ida", OLIVE.password)
        for username, password in wrong:
            answer = stranger.post("/api/login", json={"username": username, "password": password})
            assert self.refused(answer, "invalid_credentials")["detail"] == "Invalid username or password"
        guess = {"username": "somebody", "password": "wrong horse battery"}
        for _ in range(10):
            self.refused(stranger.post("/api/login", json=guess), "invalid_credentials")
        limited = stranger.post("/api/login", json=guess)
        self.refused(limited, "too_many_attempts")
        assert limited.headers["Retry-After"] == "1"
        clock.move(seconds=1)
        assert stranger.post("/api/login", json=guess).headers["Retry-After"] == "2"

    def test_of_who_is_calling(self, house: House, olive: TestClient, sam: TestClient, gala: Json) -> None:
        # 10.code.3..7
        self.refused(house.stranger().get("/api/events"), "not_signed_in")
        self.refused(house.signed_in(NORA).get("/api/events"), "password_change_required")
        self.refused(olive.get("/api/users"), "forbidden")
        elsewhere = {"Sec-Fetch-Site": "cross-site"}
        self.refused(olive.post("/api/events", json=EVENING, headers=elsewhere), "cross_site")
        other = json_of(sam.get("/api/me"))["id"]
        self.refused(olive.post("/api/attendees/scan", json={"qrData": "x", "scannedBy": other}), "not_you")
        sale = {**GUEST, "eventId": gala["id"], "soldBy": other}
        self.refused(olive.post("/api/attendees", json=sale), "not_you")

    def test_of_a_body(self, olive: TestClient, gala: Json) -> None:
        # 10.code.8..10
        assert self.refused(olive.post("/api/events", json={}), "validation_failed")["errors"]
        self.refused(
            olive.post("/api/events", content=b"{", headers={"Content-Type": "application/json"}), "malformed_body"
        )
        ticket = new_attendee(olive, gala)["qrCodeData"]
        scan = {"qrData": ticket, "idempotencyKey": str(uuid4())}
        olive.post("/api/attendees/scan", json=scan)
        self.refused(olive.post("/api/attendees/scan", json={**scan, "qrData": "other"}), "key_reused")

    def test_of_the_door(self, olive: TestClient, gala: Json) -> None:
        # 10.code.11..13
        other = new_event(olive, name="Winter Ball", date="2026-12-01")
        ticket = new_attendee(olive, other)["qrCodeData"]
        self.refused(olive.post("/api/attendees/scan", json={"qrData": "not ours"}), "ticket_invalid")
        self.refused(olive.post("/api/attendees/scan", json={"qrData": "DL1.1." + "Z" * 26}), "ticket_unknown")
        wrong_door = olive.post("/api/attendees/scan", json={"qrData": ticket, "eventId": gala["id"]})
        assert self.refused(wrong_door, "ticket_other_event")["ticketEvent"] == {
            "id": other["id"],
            "name": "Winter Ball",
            "date": "2026-12-01",
        }

    def test_of_what_is_not_there(self, olive: TestClient, sam: TestClient) -> None:
        # 10.code.14..17, 23
        self.refused(olive.get("/api/events/99999"), "event_not_found")
        self.refused(olive.get("/api/attendees/99999"), "attendee_not_found")
        self.refused(olive.get("/api/nothing"), "not_found")
        self.refused(olive.delete("/api/events"), "method_not_allowed")
        self.refused(sam.delete("/api/users/99999"), "user_not_found")

    def test_of_a_conflict(self, house: House, sam: TestClient, vera: Json, gala: Json) -> None:
        # 10.code.18, 24..27; 10.problem.11
        sam.put(f"/api/events/{gala['id']}", json={"name": "First"})
        stale = sam.put(f"/api/events/{gala['id']}", json={"name": "Second", "version": 1})
        assert {"current", "updatedBy", "updatedAt"} <= set(self.refused(stale, "version_conflict"))
        self.refused(sam.post("/api/users", json={**vera, "username": "OLIVE"}), "username_taken")
        me = json_of(sam.get("/api/me"))["id"]
        self.refused(sam.delete(f"/api/users/{me}"), "cannot_deactivate_yourself")
        self.refused(sam.put(f"/api/users/{me}", json={"role": "organizer"}), "last_super_admin")
        vera_path = f"/api/users/{json_of(sam.post('/api/users', json=vera))['id']}"
        sam.delete(vera_path)
        self.refused(sam.put(vera_path, json={"fullName": "Vera"}), "user_inactive")
        house.signed_in(SAM)

    def test_of_the_last_super_admin_among_inactive_ones(self, sam: TestClient, vera: Json) -> None:
        # 10.code.26; 10.problem.11
        created = json_of(sam.post("/api/users", json={**vera, "role": "super_admin"}))
        path = f"/api/users/{created['id']}"
        assert sam.delete(path).status_code == 200
        me = json_of(sam.get("/api/me"))["id"]
        self.refused(sam.put(f"/api/users/{me}", json={"role": "organizer"}), "last_super_admin")
        assert json_of(sam.post(f"{path}/reactivate"))["role"] == "super_admin"
        assert json_of(sam.put(path, json={"role": "organizer"}))["role"] == "organizer"

    def test_of_sizes_and_types(self, olive: TestClient) -> None:
        large = olive.post("/api/events", content=b" " * (1024 * 1024 + 1))  # 10.code.19, 20; 10.limit.1
        self.refused(large, "payload_too_large")
        assert large.status_code == 413
        of_another_type = problem_response(HTTPException(415))
        assert (of_another_type.status_code, b'"unsupported_media_type"' in of_another_type.body) == (415, True)

    def test_of_the_server(self, olive: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
        # 10.code.21, 22
        def fail_with(error: Exception) -> Callable[..., None]:
            def fail(*_: object) -> None:
                raise error

            return fail

        with capture_logs():
            monkeypatch.setattr(events_service, "list_events", fail_with(RuntimeError()))
            self.refused(olive.get("/api/events"), "internal_error")
            away = OperationalError("SELECT 1", None, Exception("gone"))
            monkeypatch.setattr(events_service, "list_events", fail_with(away))
            answer = olive.get("/api/events")
        self.refused(answer, "database_unavailable")
        assert int(answer.headers["Retry-After"]) >= 1


class TestOrigin:
    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"Sec-Fetch-Site": "same-origin"}, 201),
            ({"Sec-Fetch-Site": "none"}, 201),
            ({"Sec-Fetch-Site": "same-site"}, 403),
            ({"Sec-Fetch-Site": "cross-site"}, 403),
            ({"Sec-Fetch-Site": "something new"}, 403),
            # Where a browser says it itself, the origin is not asked.
            ({"Sec-Fetch-Site": "same-origin", "Origin": "https://elsewhere.example"}, 201),
        ],
        ids=str,
    )
    def test_is_what_the_browser_says(self, inside: TestClient, headers: dict[str, str], status: int) -> None:
        answer = inside.post("/api/events", json=EVENING, headers=headers)  # 10.origin.1
        assert answer.status_code == status

    @pytest.mark.parametrize(
        ("origin", "status"),
        [
            ("http://testserver", 201),
            ("http://testserver:81", 403),
            ("http://elsewhere.example", 403),
            ("null", 403),
        ],
    )
    def test_is_the_host_for_an_older_browser(self, inside: TestClient, origin: str, status: int) -> None:
        answer = inside.post("/api/events", json=EVENING, headers={"Origin": origin})  # 10.origin.2
        assert answer.status_code == status

    def test_is_not_asked_of_a_program(self, inside: TestClient) -> None:
        # 10.origin.3
        answer = inside.post("/api/events", json=EVENING)
        assert not {"origin", "sec-fetch-site"} & set(answer.request.headers)
        assert answer.status_code == 201

    def test_of_another_site_is_allowed_by_no_answer(self, inside: TestClient) -> None:
        headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "PUT"}  # 10.origin.4
        for method in ("GET", "OPTIONS", "POST"):
            for path in ("/api/events", "/api/openapi.json", "/"):
                answer = inside.request(method, path, headers=headers)
                assert not [name for name in answer.headers if name.startswith("access-control-")]


class TestWire:
    def described(self, built: House) -> Json:
        return json_of(built.stranger().get("/api/openapi.json"))

    def test_names_are_in_camel_case(self, built: House) -> None:
        document = self.described(built)  # 10.wire.1
        names = {name for schema in document["components"]["schemas"].values() for name in schema.get("properties", {})}
        calls = [call for calls in document["paths"].values() for call in calls.values()]
        names |= {p["name"] for call in calls for p in call.get("parameters", []) if p["in"] == "query"}
        assert {"fullName", "tableNumber", "eventId", "rowErrors", "paymentGroup"} <= names
        assert {name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z]*)*", name)} == set()

    @pytest.mark.both_engines
    def test_moments_are_utc_with_milliseconds(self, olive: TestClient, sam: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 10.wire.2
        olive.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        answers = [olive.get("/api/me"), olive.get("/api/events"), olive.get("/api/attendees"), sam.get("/api/users")]
        rows = [
            row for answer in answers for row in ([answer.json()] if answer.url.path == "/api/me" else answer.json())
        ]
        seen = set()
        for row in rows:
            for field, value in row.items():
                if field.endswith("At") or field == "lastLogin":
                    seen.add(field)
                    assert value is None or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value), (
                        field,
                        value,
                    )
        assert seen == {"createdAt", "updatedAt", "attendedAt", "erasedAt", "lastLogin", "leftAt"}

    def test_optional_fields_can_be_left_out(self, olive: TestClient, sam: TestClient, vera: Json) -> None:
        # 10.wire.4
        event = json_of(olive.post("/api/events", json={"name": "Gala", "date": "2026-11-20", "time": None}))
        event_path = f"/api/events/{event['id']}"
        assert olive.put(event_path, json={"name": "Ball", "date": "2026-11-21", "time": "20:00"}).status_code == 200
        guest = {**GUEST, "eventId": event["id"], "soldBy": None}
        attendee = json_of(olive.post("/api/attendees", json=guest))
        path = f"/api/attendees/{attendee['id']}"
        assert olive.put(path, json=GUEST).status_code == 200
        scan = {"qrData": attendee["qrCodeData"], "scannedBy": None}
        assert olive.post("/api/attendees/scan", json=scan).status_code == 200
        assert olive.patch(f"{path}/attendance", json={"attended": True, "scannedBy": None}).status_code == 200
        new = {**vera, "role": "organizer"}
        user_path = f"/api/users/{json_of(sam.post('/api/users', json=new))['id']}"
        edit = {field: value for field, value in new.items() if field != "password"}
        assert sam.put(user_path, json=edit).status_code == 200


class TestHeaders:
    def test_keep_answers_out_of_every_store(self, built: House, inside: TestClient) -> None:
        for answer in (inside.get("/api/events"), built.stranger().get("/api/me")):  # 10.header.1
            assert answer.headers["Cache-Control"] == "no-store"

    def test_let_only_our_own_scripts_run_and_nobody_frame_us(self, built: House) -> None:
        answer = built.stranger().get("/")  # 10.header.2, 4
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["frame-ancestors"] == "'none'"
        assert answer.headers["X-Frame-Options"] == "DENY"


class TestRunning:
    @pytest.mark.slow
    def test_a_demonstration_keeps_its_data_apart(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        # 10.run.6; 10.mail.8
        served: list[FastAPI] = []
        monkeypatch.delenv("DOORLIST_DATA_DIR", raising=False)
        monkeypatch.setattr(doorlist.cli, "base_dir", lambda: tmp_path)
        monkeypatch.setattr(doorlist.serving, "bind", lambda *_: None)
        monkeypatch.setattr(doorlist.serving, "run", lambda application, _: served.append(application))
        # The command changes these for its whole process, but must not for this one.
        monkeypatch.setattr("os.umask", lambda _: 0)
        monkeypatch.setattr("tempfile.tempdir", None)
        result = CliRunner().invoke(doorlist_command, ["demo"])
        assert result.exit_code == 0, result.output
        (application,) = served
        application.state.database.close()
        assert application.state.settings.data_dir == tmp_path / "demo-data"
        assert application.state.mail_sender.server.folder == tmp_path / "demo-data" / "sent-mail"
        assert (tmp_path / "demo-data" / "doorlist.sqlite3").exists()
        assert not (tmp_path / "data").exists()
        makefile = (REPOSITORY / "Makefile").read_text("utf-8")
        assert re.search(r"^demo:.*\n\t@\$\(BIN\)/doorlist demo$", makefile, re.MULTILINE)

    def test_both_databases_tell_the_same_story(
        self,
        sqlite_databases: SqliteDatabases,
        postgres_databases: PostgresDatabases,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        stories = []  # 10.run.8
        for databases in (sqlite_databases, postgres_databases):
            with databases.fresh(tmp_path / databases.name) as settings:
                told = House(settings, databases.name)
                moving = MovingClock()
                with monkeypatch.context() as patched:
                    patched.setattr("doorlist.core.clock.now", moving.now)
                    stories.append(story(told, moving))
                told.close()
        assert stories[0] == stories[1]
        assert len(stories[0]) > 20


def story(house: House, clock: MovingClock) -> list[tuple[int, Any]]:
    """An evening's answers, without what is drawn by lot."""
    told: list[tuple[int, Any]] = []
    olive, sam = house.signed_in(OLIVE), house.signed_in(SAM)

    def tell(client: TestClient, method: str, path: str, body: Any = None) -> Any:
        clock.move(seconds=1.25)
        answer = client.request(method, path, json=body)
        text = re.sub(r"INV-\w{4}-\w{4}|(?<=DL1\.\d\.)\w{26}", "...", answer.text)
        if path == "/api/users":
            # The cast was made by another clock.
            text = re.sub(r"\d{4}-[^\"]+Z", "...", text)
        told.append((answer.status_code, text))
        return answer.json() if answer.content else None

    gala = tell(olive, "POST", "/api/events", {**EVENING, "ticketPriceCents": 5000})
    tell(sam, "POST", "/api/events", {"name": "Été", "date": "2026-11-20"})
    people = ("José Álvarez", "JOSE alvarez", "Straße", "Zoë", "zed", "Éva", "王小明")
    tickets = [
        tell(olive, "POST", "/api/attendees", {**GUEST, "eventId": gala["id"], "fullName": name, "paymentStatus": paid})
        for name, paid in zip(people, ("paid", "FREE", "Comp", "unpaid", "Part", "paid", "ÜBER"), strict=True)
    ]
    for earlier, later in pairwise(tickets):
        assert earlier["id"] < later["id"]
        tell(olive, "POST", "/api/attendees/scan", {"qrData": later["qrCodeData"]})
        tell(sam, "POST", "/api/attendees/scan", {"qrData": later["qrCodeData"].lower(), "eventId": gala["id"]})
    tell(sam, "PATCH", f"/api/attendees/{tickets[1]['id']}/attendance", {"attended": False})
    tell(olive, "PUT", f"/api/attendees/{tickets[3]['id']}", {"paymentStatus": "Paid", "version": 1})
    tell(olive, "PUT", f"/api/attendees/{tickets[3]['id']}", {"phone": "1", "version": 1})
    for query in ("search=jose", "search=STRASSE", "payment=ub", "paymentGroup=owed", "limit=2", "attended=true", ""):
        tell(olive, "GET", f"/api/attendees?{query}")
    tell(sam, "POST", "/api/users", {"username": "ÉVA", "fullName": "Éva", "password": "a long enough one"})
    tell(sam, "POST", "/api/users", {"username": "eva", "fullName": "Eva", "password": "a long enough one"})
    tell(sam, "GET", "/api/users")
    tell(olive, "GET", "/api/events")
    tell(olive, "DELETE", f"/api/events/{gala['id']}")
    tell(olive, "POST", "/api/attendees/scan", {"qrData": tickets[0]["qrCodeData"]})
    tell(olive, "GET", "/api/events")
    return told
