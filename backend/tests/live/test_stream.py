"""The live stream over real connections, on both engines (contract 7.live)."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from doorlist.core import clock
from doorlist.live import hub, streams
from doorlist.live.changes import NOTHING, Changes
from doorlist.live.publish import publish_after_commit
from tests.cast import NORA, OLIVE, SAM
from tests.house import House, problem
from tests.live.listening import Listening, listening
from tests.server.process import Client


def created(client: Client, path: str, **body: Any) -> Any:
    answer = client.ask("POST", path, body)
    assert answer.status in {200, 201}, answer.body
    return answer.json()


def new_event(client: Client) -> Any:
    return created(client, "/api/events", name="Spring Gala", date="2026-11-20")


def new_guest(client: Client, event: Any) -> Any:
    guest = {"fullName": "Ada", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
    return created(client, "/api/attendees", eventId=event["id"], **guest)


def let_it_be_told() -> None:
    """Wait until the changes that prepared a test have been sent."""
    time.sleep(3 * hub.GATHER_SECONDS)


def changes_told(client: Client) -> float:
    figures = client.ask("GET", "/metrics").body.decode()
    (line,) = (line for line in figures.splitlines() if line.startswith("doorlist_live_facts_total "))
    return float(line.split()[1])


@pytest.mark.either_engine
class TestWhoMayListen:
    def test_nobody_who_is_not_signed_in_or_has_to_change_their_password(self, house: House) -> None:
        problem(house.stranger().get("/api/live"), 401, "not_signed_in")
        problem(house.signed_in(NORA).get("/api/live"), 403, "password_change_required")

    def test_both_roles_and_with_every_header_of_the_api(self, house: House) -> None:  # 7.call.45; 7.live.1
        with listening(house) as here:
            for person in (OLIVE, SAM):
                with here.ear(here.signed_in(person)) as ear:
                    assert ear.headers["content-type"] == "text/event-stream"
                    assert ear.headers["cache-control"] == "no-store"
                    assert ear.headers["x-content-type-options"] == "nosniff"
                    assert "content-security-policy" in ear.headers
                    assert "content-length" not in ear.headers

    def test_no_more_than_a_user_or_a_server_may_have(  # 10.code.41
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hub, "MAX_STREAMS", 3)
        monkeypatch.setattr(hub, "MAX_STREAMS_PER_USER", 2)
        with listening(house) as here:
            olive, sam = here.signed_in(OLIVE), here.signed_in(SAM)
            first, _ = here.ear(olive), here.ear(olive)
            refused = here.signed_in(OLIVE).ask("GET", "/api/live")
            assert (refused.status, refused.json()["code"]) == (503, "live_full")
            assert refused.headers["retry-after"] == "30"
            here.ear(sam)
            assert here.signed_in(SAM).ask("GET", "/api/live").status == 503
            first.close()
            until = time.monotonic() + 20
            while len(house.app.state.live._streams) == 3 and time.monotonic() < until:
                time.sleep(0.02)
            here.ear(olive)

    def test_a_browser_that_comes_back_takes_the_place_of_its_own_stream(  # 7.live.25
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hub, "MAX_STREAMS_PER_USER", 2)
        with listening(house) as here:
            phone, tablet = here.signed_in(OLIVE), here.signed_in(OLIVE)
            let_it_be_told()
            vanished, other = here.ear(phone), here.ear(tablet)
            with here.ear(phone) as back:
                assert vanished.event() is None
                event = new_event(tablet)
                assert [ear.changes()["events"] for ear in (back, other)] == [[event["id"]]] * 2
                assert here.signed_in(OLIVE).ask("GET", "/api/live").json()["code"] == "live_full"


class TestWhatIsTold:
    def test_every_change_of_a_row_by_its_id(self, house: House) -> None:  # 7.live.2
        with listening(house) as here:
            sam = here.signed_in(SAM)
            event = new_event(sam)
            guest = new_guest(sam, event)
            let_it_be_told()
            one, of = {"attendees": [guest["id"]], "attendeesOf": [event["id"]]}, [event["id"]]
            path, named = f"/api/attendees/{guest['id']}", {"ids": [guest["id"]]}
            with here.ear(sam) as ear:
                for method, where, body, told in (
                    ("PUT", path, {"tableNumber": 2}, one),
                    ("POST", "/api/attendees/update-many", {"expected": 1, "tableNumber": 3, **named}, one),
                    ("PATCH", f"{path}/attendance", {"attended": True}, one),
                    ("PATCH", f"{path}/attendance", {"attended": False}, one),
                    ("POST", "/api/attendees/scan", {"qrData": guest["qrCodeData"]}, one),
                    ("DELETE", path, None, one),
                    ("PUT", f"/api/events/{event['id']}", {"name": "Ball"}, {"attendeesOf": of, "events": of}),
                    ("POST", "/api/attendees/bulk-import", _two_guests(event), {"attendeesOf": of, "imports": True}),
                    ("PUT", "/api/users/1", {"fullName": "Olivia"}, {"users": [1]}),
                    ("DELETE", f"/api/events/{event['id']}", None, {"attendeesOf": of, "events": of}),
                ):
                    answer = sam.ask(method, where, body)
                    assert answer.status in {200, 204}, answer.body
                    assert ear.changes() == told, (method, where)

    def test_a_request_without_a_change_publishes_nothing(self, house: House) -> None:
        with listening(house) as here:
            sam = here.signed_in(SAM)
            guest = new_guest(sam, new_event(sam))
            sam.ask("PATCH", f"/api/attendees/{guest['id']}/attendance", {"attended": True})
            let_it_be_told()
            with here.ear(sam) as ear:
                sam.ask("PATCH", f"/api/attendees/{guest['id']}/attendance", {"attended": True})
                assert sam.ask("POST", "/api/attendees/scan", {"qrData": guest["qrCodeData"]}).json()["alreadyScanned"]
                assert sam.ask("POST", "/api/attendees/scan", {"qrData": "nonsense"}).status == 400
                assert sam.ask("PUT", "/api/events/999", {"name": "x"}).status == 404
                assert ear.is_quiet()

    @pytest.mark.both_engines
    def test_a_change_is_published_after_its_commit_and_never_before(self, house: House) -> None:  # 7.live.4
        with listening(house) as here:
            olive = here.signed_in()
            let_it_be_told()
            heard: list[float] = []
            with here.ear(olive) as ear:

                def listen() -> None:
                    ear.changes()
                    heard.append(time.monotonic())

                listener = threading.Thread(target=listen)
                with house.database.write() as tx:
                    publish_after_commit(tx, events=[7])
                    listener.start()
                    time.sleep(4 * hub.GATHER_SECONDS)
                    before_commit = time.monotonic()
                listener.join(10)
            assert heard[0] > before_commit

    @pytest.mark.both_engines
    def test_a_rolled_back_change_is_never_published(self, house: House) -> None:  # 7.live.4
        with listening(house) as here:
            olive = here.signed_in()
            let_it_be_told()
            with here.ear(olive) as ear:
                with pytest.raises(ZeroDivisionError):
                    house.database.commit(_note_and_fail)
                with pytest.raises(IntegrityError):
                    house.database.commit(_note_and_break_a_rule)
                assert ear.is_quiet()

    def test_a_rush_is_a_few_events(self, house: House) -> None:  # 7.live.5
        with listening(house) as here:
            sam = here.signed_in(SAM)
            event = new_event(sam)
            guests = [new_guest(sam, event) for _ in range(40)]
            let_it_be_told()
            with here.ear(sam) as ear, ThreadPoolExecutor(8) as doors:
                clients = [_again(here, sam) for _ in range(8)]

                def scan(number: int) -> None:
                    mine = [guest["qrCodeData"] for guest in guests[number::8]]
                    for qr_data in mine:
                        assert clients[number].ask("POST", "/api/attendees/scan", {"qrData": qr_data}).status == 200

                began = time.monotonic()
                list(doors.map(scan, range(8)))
                took = time.monotonic() - began
                told: set[int] = set()
                events = 0
                while len(told) < 40:
                    told.update(ear.changes()["attendees"])
                    events += 1
                assert told == {guest["id"] for guest in guests}
                assert events <= took / hub.GATHER_SECONDS + 2

    def test_a_refusal_at_a_door_is_published_for_its_event(self, house: House) -> None:  # 7.live.570
        with listening(house) as here:
            sam = here.signed_in(SAM)
            event, other = new_event(sam), new_event(sam)
            guest, stranger = new_guest(sam, event), new_guest(sam, other)
            let_it_be_told()

            def scan(qr_data: str, **fields: Any) -> int:
                body = {"qrData": qr_data, "eventId": event["id"], **fields}
                return sam.ask("POST", "/api/attendees/scan", body).status

            with here.ear(sam) as ear:
                for qr_data in ("no ticket", stranger["qrCodeData"]):
                    assert scan(qr_data) in {400, 404}
                    assert ear.changes() == {"doorsOf": [event["id"]]}
                late = clock.to_wire(clock.now() - timedelta(minutes=1))
                assert scan("no ticket", scannedAt=late) == 400
                assert ear.changes() == {"doorsOf": [event["id"]]}
                assert scan(guest["qrCodeData"]) == 200
                assert "doorsOf" not in ear.changes()
                # A repeat is not refused; a scan of no event counts at no door.
                assert scan(guest["qrCodeData"]) == 200
                assert sam.ask("POST", "/api/attendees/scan", {"qrData": "no ticket"}).status == 400
                assert ear.is_quiet()

    def test_a_rush_of_refusals_is_a_few_events(self, house: House) -> None:  # 7.live.570
        with listening(house) as here:
            sam = here.signed_in(SAM)
            event = new_event(sam)
            let_it_be_told()
            before, began = changes_told(sam), time.monotonic()
            with ThreadPoolExecutor(8) as doors:
                clients = [_again(here, sam) for _ in range(8)]

                def refuse(number: int) -> None:
                    for _ in range(10):
                        body = {"qrData": "no ticket", "eventId": event["id"]}
                        assert clients[number].ask("POST", "/api/attendees/scan", body).status == 400

                list(doors.map(refuse, range(8)))
            took = time.monotonic() - began
            let_it_be_told()
            assert 1 <= changes_told(sam) - before <= took / hub.GATHER_SECONDS + 2

    @pytest.mark.either_engine
    def test_the_metrics_count_open_streams_and_published_changes(self, house: House) -> None:
        with listening(house) as here:
            olive = here.signed_in()
            let_it_be_told()
            before = changes_told(olive)
            with here.ear(olive) as ear:
                new_event(olive)
                ear.changes()
                figures = olive.ask("GET", "/metrics").body.decode()
                assert "doorlist_live_listeners 1.0" in figures
                assert changes_told(olive) == before + 1
                # Counted and timed by its beginning, not by the hours that it stays open.
                assert 'doorlist_requests_total{method="GET",route="/api/live",status="200"} 1.0' in figures
                assert 'doorlist_request_seconds_bucket{le="5.0",route="/api/live"} 1.0' in figures


@pytest.mark.either_engine  # published changes are kept in memory
class TestGoingOn:
    def test_a_returning_browser_receives_missed_changes_as_one_event(self, house: House) -> None:  # 7.live.7
        with listening(house) as here:
            olive = here.signed_in()
            let_it_be_told()
            with here.ear(olive) as ear:
                first = new_event(olive)
                ear.changes()
                last_id = ear.last_id
            missed = []
            for _ in range(3):
                missed.append(new_event(olive)["id"])
                let_it_be_told()
            for options in ({"last_id": last_id}, {"path": f"/api/live?after={last_id}"}):
                with here.ear(olive, **options) as ear:
                    assert ear.last_id is None  # the greeting moves no stream past changes that are still due
                    assert ear.changes() == {"events": missed}
                    assert ear.last_id != last_id
                    assert first["id"] not in missed

    def test_a_browser_that_sends_its_age_receives_changes_since_then(self, house: House) -> None:  # 7.live.7
        with listening(house) as here:
            olive = here.signed_in()
            time.sleep(2.2)
            event = new_event(olive)
            let_it_be_told()
            with here.ear(olive, path="/api/live?age=1") as ear:
                assert ear.changes() == {"events": [event["id"]]}

    def test_who_comes_from_another_start_of_the_server_reads_everything(self, house: House) -> None:  # 7.live.8
        with listening(house) as here:
            olive = here.signed_in()
            for options in ({"last_id": "0123456789abcdef-7"}, {"path": "/api/live?age=3600"}):
                with here.ear(olive, **options) as ear:
                    event = ear.event()
                    assert event is not None
                    assert (event.kind, event.data) == ("reset", {"everything": True})

    @pytest.mark.parametrize("age", ["-1", "x", "86401"])
    def test_an_age_that_makes_no_sense_is_refused(self, house: House, age: str) -> None:
        problem(house.signed_in().get("/api/live", params={"age": age}), 400, "validation_failed")

    def test_the_servers_time_comes_with_the_first_word_and_then_again_and_again(  # 7.live.9
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert streams.BEAT_SECONDS == 5
        monkeypatch.setattr(streams, "BEAT_SECONDS", 0.1)
        with listening(house) as here:
            olive = here.signed_in()
            let_it_be_told()
            before = clock.milliseconds(clock.now())
            with here.ear(olive) as ear:
                stood = ear.last_id
                heard = [ear.event(beats=True) for _ in range(3)]
                after = clock.milliseconds(clock.now())
                assert [(event and event.kind, event and event.id) for event in heard] == [("beat", None)] * 3
                times = [event.data["now"] for event in heard if event]
                assert before <= times[0] < times[1] < times[2] <= after
                assert ear.last_id == stood

    def test_a_busy_stream_still_has_heartbeats(  # 7.live.9
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(streams, "BEAT_SECONDS", 0.3)
        with listening(house) as here:
            olive = here.signed_in()
            is_over = threading.Event()

            def change() -> None:
                while not is_over.wait(0.02):
                    house.app.state.live.publish(Changes(events=frozenset({1})))

            changing = threading.Thread(target=change)
            with here.ear(olive) as ear:
                changing.start()
                try:
                    kinds = [event.kind for _ in range(30) if (event := ear.event(beats=True))]
                finally:
                    is_over.set()
                    changing.join()
            assert kinds.count("beat") > 1
            assert kinds.count("message") > kinds.count("beat")


class TestAnEnd:
    @pytest.mark.parametrize(
        "end",
        [
            ("olive", "POST", "/api/logout", None),
            ("sam", "DELETE", "/api/users/1", None),
            ("sam", "PUT", "/api/users/1", {"password": "a wholly new pass phrase"}),
            ("sam", "PUT", "/api/users/1", {"role": "super_admin"}),
        ],
    )
    def test_a_stream_ends_within_a_second_of_its_session(self, house: House, end: Any) -> None:  # 7.live.11
        who, method, path, body = end
        assert hub.CHECK_SECONDS < 1
        with listening(house) as here:
            olive, sam = here.signed_in(OLIVE), here.signed_in(SAM)
            let_it_be_told()
            with here.ear(olive) as ear, here.ear(sam) as other:
                assert (olive if who == "olive" else sam).ask(method, path, body).status in {200, 204}
                event = ear.event()
                while event is not None and event.kind == "message":
                    event = ear.event()
                assert event is not None
                assert (event.kind, event.data) == ("end", {"reason": "session_ended"})
                assert ear.event() is None
                new_event(sam)
                assert other.changes()

    @pytest.mark.either_engine
    def test_all_streams_cost_one_question_each_time(self, house: House) -> None:
        asked: list[int] = []
        live = house.app.state.live
        find = live._find_live_sessions

        def find_and_count(tx: Session, sessions: set[str]) -> set[str]:
            asked.append(len(sessions))
            return find(tx, sessions)  # type: ignore[no-any-return]

        live._find_live_sessions = find_and_count
        with listening(house) as here:
            olive, sam = here.signed_in(OLIVE), here.signed_in(SAM)
            ears = [here.ear(client) for client in (olive, olive, olive, sam)]
            # One may have been asked while they were being opened.
            asked.clear()
            until = time.monotonic() + 20
            while len(asked) < 3 and time.monotonic() < until:
                time.sleep(0.05)
            assert len(asked) >= 3
            assert set(asked) == {2}
            assert len(ears) == 4

    @pytest.mark.either_engine
    def test_a_server_that_stops_ends_its_streams_at_once(self, house: House) -> None:  # 7.live.12
        with listening(house) as here:
            ear = here.ear(here.signed_in())
            here.server.should_exit = True
            while ear.event() is not None:
                pass


class TestASlowReader:
    def test_what_waits_for_it_is_merged(self) -> None:  # 7.live.10
        stream = streams.Stream(streams.Subscriber(1, "s"), last_id="o-0", missed=NOTHING)
        for number in range(1, 5001):
            stream.enqueue(Changes(attendees={3: frozenset({number})}), last_id=f"o-{number}")
        told, more = asyncio.run(stream.next())
        assert told == b'id: o-5000\ndata: {"attendeesOf":[3]}\n\n'
        assert more


def _note_and_fail(tx: Session) -> None:
    publish_after_commit(tx, events=[7])
    raise ZeroDivisionError


def _note_and_break_a_rule(tx: Session) -> None:
    publish_after_commit(tx, events=[8])
    tx.execute(text("INSERT INTO sessions (token_hash, user_id) VALUES ('x', 999)"))


def _two_guests(event: Any) -> Any:
    guest = {"phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
    return {"eventId": event["id"], "attendees": [{"fullName": "Bo", **guest}, {"fullName": "Cy", **guest}]}


def _again(here: Listening, client: Client) -> Client:
    """Another connection in the same session."""
    made = Client(here.port, cookie=client.cookie)
    here.opened.append(made)
    return made
