"""Where one is signed in, and ending that from elsewhere (contract 7.session)."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Engine, event

from doorlist.core import clock
from doorlist.live.changes import Changes
from doorlist.live.publish import pending_changes
from doorlist.users.models import DoorAccess, SignInSession
from doorlist.users.origin import device_name
from tests.audit.entries import entries_of
from tests.cast import OLIVE, OSCAR, SAM
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.users.moving_clock import MovingClock

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
PIXEL = f"Mozilla/5.0 (Linux; Android 14; Pixel 8) {WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36"
IPHONE = f"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) {WEBKIT} Version/17.5 Mobile Safari/604.1"
EDGE = f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0"
MAC = f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Version/18.0 Safari/605.1.15"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (PIXEL, "Chrome on Android"),
        (IPHONE, "Safari on iPhone"),
        (EDGE, "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
        (MAC, "Safari on Mac"),
        ("python-httpx/0.28", "A script"),
        ("testclient", None),
        ("", None),
        ("<script>" * 1000, None),
    ],
)
def test_a_browser_has_a_plain_name(user_agent: str, name: str | None) -> None:  # 7.session.361
    assert device_name(user_agent) == name


def sessions(client: TestClient, path: str = "/api/me/sessions") -> list[Json]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    listed: list[Json] = answer.json()
    return listed


def other_of(client: TestClient) -> Json:
    [other] = [session for session in sessions(client) if not session["isCurrent"]]
    return other


@pytest.mark.either_engine
def test_a_sign_in_says_device_address_since_and_last_used(
    sqlite_house: House,
) -> None:  # 7.call.363, 7.session.360, 361
    phone = TestClient(sqlite_house.app, client=("203.0.113.77", 4000), headers={"User-Agent": PIXEL})
    credentials = {"username": OLIVE.username, "password": OLIVE.password}
    assert phone.post("/api/login", json=credentials).status_code == 200
    [session] = sessions(phone)
    assert (session["device"], session["address"], session["isCurrent"]) == ("Chrome on Android", "203.0.113.0", True)
    assert session["createdAt"] <= session["lastUsedAt"]
    with sqlite_house.database.read() as tx:
        hashes = [row.token_hash for row in tx.query(SignInSession)]
    assert session["id"] not in {*hashes, *(value[:32] for value in hashes), *dict(phone.cookies).values()}


def test_ending_one_is_immediate_and_in_the_history(house: House) -> None:  # 7.call.365, 7.session.362, 3.history.361
    laptop, lost = house.signed_in(), house.signed_in()
    sam = house.signed_in(SAM)
    gala = new_event(lost)
    ada = new_attendee(lost, gala)
    own = json_of(lost.get("/api/me"))["id"]
    scan = {"qrData": ada["qrCodeData"], "eventId": gala["id"], "scannedBy": own}
    # The second takes the way around the gate.
    for _ in range(2):
        assert lost.post("/api/attendees/scan", json=scan).status_code == 200
    assert lost.post("/api/door/grants", json={"eventId": gala["id"]}).status_code == 200
    assert laptop.delete(f"/api/me/sessions/{other_of(laptop)['id']}").status_code == 204
    problem(lost.get("/api/me"), 401, "not_signed_in")
    problem(lost.post("/api/attendees/scan", json=scan), 403, "grant_ended")
    assert laptop.get("/api/me").status_code == 200
    entry = entries_of(house.database, "user.session_ended")[-1]
    assert (entry.user_id, entry.subject_id) == (entry.subject_id, json_of(laptop.get("/api/me"))["id"])
    assert len(sessions(sam)) == 1


@pytest.mark.both_engines
def test_all_others_end_with_their_doors_and_ones_own_go_on(house: House) -> None:  # 7.call.364, 7.session.362
    laptop, phones = house.signed_in(), [house.signed_in() for _ in range(3)]
    gala = new_event(laptop)
    for client in (laptop, phones[0]):
        client.post("/api/door/grants", json={"eventId": gala["id"]})
    oscar = house.signed_in(OSCAR)
    assert laptop.delete("/api/me/sessions").status_code == 204
    assert [client.get("/api/me").status_code for client in (laptop, oscar, *phones)] == [200, 200, 401, 401, 401]
    with house.database.read() as tx:
        assert [grant.ended_at is None for grant in tx.query(DoorAccess).order_by(DoorAccess.id)] == [True, False]
    assert entries_of(house.database, "user.sessions_ended")[-1].after == {"number": 3, "devices": 1, "passes": 0}
    # Where there is no other, nothing happens.
    assert laptop.delete("/api/me/sessions").status_code == 204
    assert len(entries_of(house.database, "user.sessions_ended")) == 1


def test_ending_only_doors_and_passes_is_published_and_in_the_audit_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:  # 3.history.361; 7.session.430, 517
    time = MovingClock()
    monkeypatch.setattr(clock, "now", time.now)
    olive = house.signed_in()
    own = json_of(olive.get("/api/me"))["id"]
    gala = new_event(olive)
    assert olive.post("/api/door/grants", json={"eventId": gala["id"]}).status_code == 200
    for helper in ("Kim", None):
        made = json_of(olive.post("/api/door/passes", json={"eventId": gala["id"], "door": "Gate B"}))
        if helper:
            claim = {"secret": made["secret"], "helper": helper}
            assert house.stranger().post("/api/door/passes/claim", json=claim).status_code == 200
    time.move(hours=9)
    told: list[Changes] = []
    house.database.after_commit(lambda info: told.append(pending_changes(info)))

    def end_all() -> list[dict[str, Any] | None]:
        sam = house.signed_in(SAM)
        told.clear()
        assert sam.delete(f"/api/users/{own}/sessions").status_code == 204
        return [entry.after for entry in entries_of(house.database, "user.sessions_ended")]

    assert end_all() == [{"number": 0, "devices": 2, "passes": 2}]
    assert [changes.users for changes in told if changes.users] == [{own}]
    # Once more there is nothing to end.
    assert end_all() == [{"number": 0, "devices": 2, "passes": 2}]
    assert [changes.users for changes in told if changes.users] == []


def test_ending_what_is_over_by_itself_leaves_no_entry(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # 7.session.517
    time = MovingClock()
    monkeypatch.setattr(clock, "now", time.now)
    olive = house.signed_in()
    own = json_of(olive.get("/api/me"))["id"]
    gala = new_event(olive)
    assert olive.post("/api/door/grants", json={"eventId": gala["id"]}).status_code == 200
    assert olive.post("/api/door/passes", json={"eventId": gala["id"], "door": "Gate B"}).status_code == 201
    time.move(days=31)
    assert house.signed_in(SAM).delete(f"/api/users/{own}/sessions").status_code == 204
    assert entries_of(house.database, "user.sessions_ended") == []


@pytest.mark.both_engines
def test_the_doors_of_a_device_go_with_its_newest_sign_in(house: House) -> None:  # 7.session.460
    laptop, phone = house.signed_in(), house.signed_in()
    gala = new_event(laptop)
    phone.post("/api/door/grants", json={"eventId": gala["id"]})

    def sign_in_again() -> None:
        """After the cookie of the session went, as a phone drops it; without a sign-out."""
        phone.cookies.delete("doorlist_session")
        credentials = {"username": OLIVE.username, "password": OLIVE.password}
        assert phone.post("/api/login", json=credentials).status_code == 200

    def ended() -> list[bool]:
        with house.database.read() as tx:
            return [grant.ended_at is not None for grant in tx.query(DoorAccess)]

    sign_in_again()
    # Ending all other sessions keeps the door access of the current device.
    assert phone.delete("/api/me/sessions").status_code == 204
    assert ended() == [False]
    sign_in_again()
    laptop = house.signed_in()
    newest = next(one for one in sessions(phone) if one["isCurrent"])
    assert laptop.delete(f"/api/me/sessions/{newest['id']}").status_code == 204
    assert ended() == [True]


@pytest.mark.either_engine
def test_a_sign_in_leaves_the_doors_of_others_as_they_are(sqlite_house: House) -> None:  # 7.session.460
    phone, laptop = sqlite_house.signed_in(OSCAR), sqlite_house.signed_in()
    gala = new_event(laptop)
    phone.post("/api/door/grants", json={"eventId": gala["id"]})
    made = json_of(laptop.post("/api/door/passes", json={"eventId": gala["id"], "door": "Gate B"}))
    assert phone.post("/api/door/passes/claim", json={"secret": made["secret"], "helper": "Kim"}).status_code == 200
    phone.cookies.delete("doorlist_session")

    def of_sessions() -> list[str | None]:
        with sqlite_house.database.read() as tx:
            return [grant.session for grant in tx.query(DoorAccess).order_by(DoorAccess.id)]

    before = of_sessions()
    credentials = {"username": OLIVE.username, "password": OLIVE.password}
    assert phone.post("/api/login", json=credentials).status_code == 200
    assert of_sessions() == before
    assert before[1] is None


def test_super_admins_end_anybodys(house: House) -> None:  # 7.call.363..365, 7.session.363
    olive, sam = house.signed_in(), house.signed_in(SAM)
    own = json_of(olive.get("/api/me"))["id"]
    [session] = sessions(sam, f"/api/users/{own}/sessions")
    problem(olive.delete(f"/api/users/{own}/sessions/{session['id']}"), 403, "forbidden")
    # A session of another user is unknown under the caller's own path.
    problem(sam.delete(f"/api/me/sessions/{session['id']}"), 404, "session_not_found")  # 10.code.360
    assert sam.delete(f"/api/users/{own}/sessions/{session['id']}").status_code == 204
    problem(sam.delete(f"/api/users/{own}/sessions/{session['id']}"), 404, "session_not_found")
    problem(olive.get("/api/me"), 401, "not_signed_in")
    problem(sam.get("/api/users/999/sessions"), 404, "user_not_found")
    olive = house.signed_in()
    assert sam.delete(f"/api/users/{own}/sessions").status_code == 204
    problem(olive.get("/api/me"), 401, "not_signed_in")


def test_a_changed_password_keeps_the_doors_of_its_browser(house: House) -> None:
    # 7.session.364
    olive = house.signed_in()
    gala = new_event(olive)
    olive.post("/api/door/grants", json={"eventId": gala["id"]})
    change = {"currentPassword": OLIVE.password, "newPassword": "a better horse battery"}
    assert olive.put("/api/me/password", json=change).status_code == 204
    assert olive.delete("/api/me/sessions").status_code == 204
    with house.database.read() as tx:
        assert [grant.ended_at for grant in tx.query(DoorAccess)] == [None]


@pytest.mark.both_engines
def test_the_last_use_is_written_for_all_at_once_and_by_no_call(house: House) -> None:  # 7.session.365
    olive, phone = house.signed_in(), house.signed_in()
    long_ago = clock.now() - timedelta(hours=1)
    with house.database.write() as tx:
        for session in tx.query(SignInSession):
            session.last_used_at = long_ago
    statements: list[str] = []

    def note(_c: object, _u: object, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(house.database.engine, "before_cursor_execute", note)
    for _ in range(5):
        olive.get("/api/me")
    assert [text for text in statements if "UPDATE sessions" in text] == []
    assert {session["lastUsedAt"] for session in sessions(olive)} == {clock.to_wire(long_ago)}
    house.app.state.last_use.write()
    event.remove(house.database.engine, "before_cursor_execute", note)
    used = {session["isCurrent"]: session["lastUsedAt"] for session in sessions(phone)}
    assert used[True] == clock.to_wire(long_ago)
    assert used[False] > clock.to_wire(long_ago)


@pytest.mark.either_engine
def test_a_restore_only_puts_the_writing_off(sqlite_house: House) -> None:  # 7.session.365
    olive = sqlite_house.signed_in()
    begun = sessions(olive)[0]["lastUsedAt"]
    with sqlite_house.database.closed_for_restore():
        sqlite_house.app.state.last_use.write()
    sqlite_house.app.state.last_use.write()
    assert sessions(olive)[0]["lastUsedAt"] > begun


def test_ones_own_account_is_read_by_one_statement(house: House) -> None:
    """Besides the gate's statement: a read while the response is made fails as our fault if the connection is lost."""
    olive = house.signed_in()
    said: list[str] = []

    def note(_c: object, _u: object, statement: str, *_: object) -> None:
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    assert olive.get("/api/me").status_code == 200
    event.remove(Engine, "before_cursor_execute", note)
    assert len([statement for statement in said if "FROM users" in statement]) == 2, said
