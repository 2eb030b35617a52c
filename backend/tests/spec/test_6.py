"""Section 6 of the contract: who may call what, and who is credited."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import select

from doorlist.users.models import User
from tests.cast import NORA
from tests.house import House, Json, json_of, new_attendee, problem

GUEST: Json = {"fullName": "Ada Lovelace", "phone": "0400 111 222", "tableNumber": 7, "paymentStatus": "paid"}
USERS = (
    ("GET", "/api/users"),
    ("POST", "/api/users"),
    ("PUT", "/api/users/1"),
    ("DELETE", "/api/users/1"),
    ("POST", "/api/users/1/reactivate"),
    ("GET", "/api/users/1/sessions"),
    ("DELETE", "/api/users/1/sessions"),
    ("DELETE", "/api/users/1/sessions/1"),
    ("DELETE", "/api/users/1/second-factor"),
    ("GET", "/api/second-factor"),
    ("PUT", "/api/second-factor"),
)
FIGURES_AND_BACKUPS = (
    ("GET", "/api/analytics/arrivals"),
    ("GET", "/api/analytics/events"),
    ("GET", "/api/analytics/overview"),
    ("GET", "/api/analytics/payments"),
    ("GET", "/api/analytics/tables"),
    ("GET", "/api/analytics/types"),
    ("GET", "/api/analytics/users"),
    ("GET", "/api/attendees/1/held"),
    ("POST", "/api/attendees/1/erase"),
    ("GET", "/api/backup/1"),
    ("DELETE", "/api/backup/1"),
    ("GET", "/api/backup/1/comparison"),
    ("GET", "/api/backup/list"),
    ("POST", "/api/backup/create"),
    ("POST", "/api/backup/restore"),
    ("POST", "/api/backup/restore-file"),
    ("GET", "/api/history"),
    ("GET", "/api/history.csv"),
    ("PUT", "/api/settings"),
    ("PUT", "/api/settings/logo"),
    ("DELETE", "/api/settings/logo"),
    ("POST", "/api/settings/test-email"),
    ("GET", "/api/privacy"),
    ("PUT", "/api/privacy"),
    ("PUT", "/api/privacy/events/1"),
    ("GET", "/api/privacy/due"),
    ("GET", "/api/protection/status"),
)


def id_of(house: House, username: str) -> int:
    with house.database.read() as tx:
        return tx.scalars(select(User.id).where(User.username == username)).one()


OPEN = [
    ("GET", "/api/settings"),
    ("GET", "/api/settings/logo"),
    ("POST", "/api/door/passes/claim"),
    ("POST", "/api/login"),
    ("POST", "/api/logout"),
    ("POST", "/api/ticket"),
]


def described(house: House) -> list[tuple[str, str]]:
    """Every call of the description, with a number for each id."""
    paths = json_of(house.stranger().get("/api/openapi.json"))["paths"]
    calls = [(method.upper(), path) for path, operations in paths.items() for method in operations]
    return [
        (method, "/".join("1" if part.startswith("{") else part for part in path.split("/"))) for method, path in calls
    ]


@pytest.mark.either_engine
class TestCallers:
    def test_need_a_session_for_every_call_but_the_open_ones(self, house: House) -> None:
        stranger = house.stranger()  # 6.roles.2
        calls = described(house)
        assert len(calls) >= 20
        open_calls = [call for call in calls if stranger.request(*call).status_code != 401]
        assert sorted(open_calls) == OPEN
        for path in ("/healthz", "/readyz", "/api/openapi.json", "/ca.crt", "/", "/auth"):
            assert stranger.get(path).status_code in {200, 503}, path
        here = TestClient(house.app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50000))
        assert here.get("/metrics").status_code == 200

    def test_need_a_session_that_is_still_there(self, house: House) -> None:
        olive = house.signed_in()  # 6.roles.2
        olive.post("/api/logout")
        olive.cookies.set("doorlist_session", "made up")
        for method, path in described(house):
            if (method, path) not in OPEN:
                problem(olive.request(method, path), 401, "not_signed_in")

    def test_that_are_organizers_may_make_every_call_but_those_of_super_admins(
        self, house: House, olive: TestClient
    ) -> None:
        # 6.roles.1, 3, 4; the stream of changes never ends, and has its own tests
        refused = [
            call
            for call in described(house)
            if call not in {("POST", "/api/logout"), ("GET", "/api/live")} and olive.request(*call).status_code == 403
        ]
        assert sorted(refused) == sorted(USERS + FIGURES_AND_BACKUPS)

    @pytest.mark.parametrize("call", USERS, ids=" ".join)
    def test_that_are_organizers_manage_nobody_whatever_they_send(
        self, house: House, olive: TestClient, call: tuple[str, str]
    ) -> None:
        body = {"username": "mallory", "fullName": "Mallory", "password": "a long enough one", "role": "super_admin"}
        before = self.users(house)  # 6.roles.3, 4
        for sent in (body, {}, None):
            problem(olive.request(*call, json=sent), 403, "forbidden")
        assert self.users(house) == before

    def test_with_a_password_to_replace_make_three_calls(self, house: House) -> None:
        nora = house.signed_in(NORA)  # 6.roles.12
        for method, path in described(house):
            if path == "/api/logout":
                continue
            answer = nora.request(method, path)
            if (method, path) in {("GET", "/api/me"), ("PUT", "/api/me/password"), *OPEN}:
                # No logo was set.
                assert answer.status_code in ({404} if path == "/api/settings/logo" else {200, 400})
            else:
                problem(answer, 403, "password_change_required")
        assert nora.post("/api/logout").status_code == 204

    def users(self, house: House) -> list[tuple[Any, ...]]:
        with house.database.read() as tx:
            columns = (User.id, User.username, User.role, User.is_active, User.version)
            return [tuple(row) for row in tx.execute(select(*columns).order_by(User.id))]


@pytest.mark.either_engine
class TestASale:
    def sell(self, client: TestClient, event: Json, **fields: Any) -> Response:
        return client.post("/api/attendees", json={**GUEST, "eventId": event["id"], **fields})

    def test_is_credited_to_who_is_signed_in(
        self, house: House, olive: TestClient, sam: TestClient, gala: Json
    ) -> None:
        # 6.roles.7
        assert json_of(self.sell(olive, gala))["soldBy"] == id_of(house, "olive")
        assert json_of(self.sell(sam, gala))["soldBy"] == id_of(house, "sam")
        rows = {"eventId": gala["id"], "attendees": [{**GUEST, "fullName": "Grace", "soldBy": id_of(house, "oscar")}]}
        assert json_of(sam.post("/api/attendees/bulk-import", json=rows))["imported"] == 1
        (imported,) = sam.get("/api/attendees", params={"eventId": gala["id"], "search": "grace"}).json()
        assert imported["soldBy"] == id_of(house, "sam")

    def test_of_an_organizer_names_nobody_else(self, house: House, olive: TestClient, gala: Json) -> None:
        assert self.sell(olive, gala, soldBy=id_of(house, "olive")).status_code == 201  # 6.roles.10
        for other in ("oscar", "sam", "ida"):
            problem(self.sell(olive, gala, soldBy=id_of(house, other)), 403, "not_you")

    def test_of_a_super_admin_names_any_active_user(self, house: House, sam: TestClient, gala: Json) -> None:
        for seller in ("olive", "sam", "nora"):  # 6.roles.11
            assert json_of(self.sell(sam, gala, soldBy=id_of(house, seller)))["soldBy"] == id_of(house, seller)
        for nobody in (id_of(house, "ida"), 99_999):
            refusal = problem(self.sell(sam, gala, soldBy=nobody), 400, "validation_failed")
            assert refusal["errors"][0]["field"] == "soldBy"


class TestAScan:
    def test_records_who_is_signed_in(self, house: House, olive: TestClient, oscar: TestClient, gala: Json) -> None:
        attendee = new_attendee(olive, gala)  # 6.roles.8
        scan = oscar.post("/api/attendees/scan", json={"qrData": attendee["qrCodeData"]})
        assert json_of(scan)["attendee"]["scannedBy"] == id_of(house, "oscar")
        path = f"/api/attendees/{attendee['id']}/attendance"
        oscar.patch(path, json={"attended": False})
        marked = json_of(olive.patch(path, json={"attended": True}))
        assert marked["attendee"]["scannedBy"] == id_of(house, "olive")

    def test_names_nobody_else_even_by_a_super_admin(
        self, house: House, olive: TestClient, sam: TestClient, gala: Json
    ) -> None:
        attendee = new_attendee(olive, gala)  # 6.roles.9
        path = f"/api/attendees/{attendee['id']}/attendance"
        for client, other in ((olive, "sam"), (olive, "oscar"), (sam, "olive"), (sam, "ida")):
            named = {"scannedBy": id_of(house, other)}
            scan = {"qrData": attendee["qrCodeData"], **named}
            problem(client.post("/api/attendees/scan", json=scan), 403, "not_you")
            problem(client.patch(path, json={"attended": True, **named}), 403, "not_you")
        assert json_of(olive.get(f"/api/attendees/{attendee['id']}"))["attended"] is False
        own = {"qrData": attendee["qrCodeData"], "scannedBy": id_of(house, "sam")}
        assert sam.post("/api/attendees/scan", json=own).status_code == 200
