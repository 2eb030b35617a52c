"""Queueing and sending, against a real mail server, on both engines (contract 4.mail, 7.mail)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from random import Random
from threading import Barrier, Thread

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from doorlist.core import clock
from doorlist.core.config import Settings
from doorlist.mail import loading, service
from doorlist.mail import transport as transports
from doorlist.mail.models import MailMessage, MailTicket
from doorlist.mail.rules import MailState
from doorlist.mail.sender import MailSender
from tests.audit.entries import entries_of
from tests.cast import SAM
from tests.databases import Databases
from tests.house import House, Json, json_of, new_attendee, new_event, problem
from tests.mail.mail_servers import STATES, Behaviour, Received
from tests.mail.office import mail_of, queued, send, sending_house, states
from tests.settings.images import JPEG, png, webp
from tests.ticket_types.types import new_type
from tests.users.moving_clock import MovingClock


class Office:
    """A house that sends, with an event of Olive's."""

    def __init__(self, house: House, sender: MailSender, received: Received, behaviour: Behaviour) -> None:
        self.house, self.sender, self.received, self.behaviour = house, sender, received, behaviour
        self.olive = house.signed_in()
        self.event = new_event(self.olive, name="Midwinter Gala")

    def guest(self, name: str = "Ada", email: str | None = "ada@example.org", **fields: object) -> Json:
        return new_attendee(self.olive, self.event, fullName=name, email=email, **fields)

    def filtered(self, which: str) -> list[str]:
        found = self.olive.get("/api/attendees", params={"ticketMail": which, "eventId": self.event["id"]}).json()
        return sorted(each["fullName"] for each in found)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> MovingClock:
    moving = MovingClock()
    monkeypatch.setattr(clock, "now", moving.now)
    return moving


@pytest.fixture
def office(settings: Settings, databases: Databases) -> Iterator[Office]:
    behaviour = Behaviour()
    with sending_house(settings, databases.name, behaviour) as (house, sender, received):
        yield Office(house, sender, received, behaviour)


def test_up_to_three_messages_name_each_address_once(office: Office) -> None:  # 7.mail.1158
    addresses = ["bob@example.org", "Bob@example.org", "cy@example.org", "dot@example.org", "eve@example.org"]
    ids = [office.guest(f"Guest {number}", address)["id"] for number, address in enumerate(addresses)]
    counted = queued(office.olive, 4, ids=ids[:4], dryRun=True)
    assert [(each["address"], each["tickets"]) for each in counted["addresses"]] == [
        ("bob@example.org", 2),
        ("cy@example.org", 1),
        ("dot@example.org", 1),
    ]
    assert queued(office.olive, 5, ids=ids, dryRun=True)["addresses"] == []


def test_a_selection_is_counted_queued_and_sent_once(office: Office) -> None:  # 4.mail.1; 7.mail.1
    ada, bob, cleo = office.guest(), office.guest("Bob", "bob@example.org"), office.guest("Cleo", None)
    chosen = {"ids": [ada["id"], bob["id"], cleo["id"]]}
    counted = queued(office.olive, 3, **chosen, dryRun=True)
    assert counted.pop("addresses") == [
        {"address": "ada@example.org", "tickets": 1},
        {"address": "bob@example.org", "tickets": 1},
    ]
    assert counted == {"queued": 2, "messages": 2, "withoutEmail": 1, "alreadySent": 0, "erased": 0}
    assert states(office.house) == {}
    assert queued(office.olive, 3, **chosen) == counted | {"addresses": []}
    assert mail_of(office.olive, ada["id"])["state"] == "queued"  # type: ignore[index]
    assert office.filtered("waiting") == ["Ada", "Bob"]
    assert office.sender.send_due()
    assert [to for to, _ in office.received.raw] == ["ada@example.org", "bob@example.org"]
    assert office.received.senders == ["tickets@example.org"] * 2
    assert (office.filtered("sent"), office.filtered("notSent")) == (["Ada", "Bob"], ["Cleo"])
    again = queued(office.olive, 3, eventId=office.event["id"])
    assert (again["queued"], again["alreadySent"], again["withoutEmail"]) == (0, 2, 1)
    assert queued(office.olive, 3, eventId=office.event["id"], again=True)["queued"] == 2
    office.sender.send_due()
    assert len(office.received.raw) == 4


def test_one_message_to_each_mailbox(office: Office) -> None:  # 3.mail.2
    party = office.guest("Ada", "ada@example.org", quantity=3)["attendees"]
    office.guest("Bob", "ADA@example.org")
    assert queued(office.olive, 4, eventId=office.event["id"])["messages"] == 1
    office.sender.send_due()
    [message] = office.received.messages
    assert sum(part.get_content_type() == "image/png" for part in message.walk()) == 4
    assert {states(office.house)[each["id"]] for each in party} == {"sent"}


def test_a_changed_list_and_wrong_requests_are_refused(office: Office) -> None:  # 7.mail.2
    ada = office.guest()
    assert problem(send(office.olive, 2, ids=[ada["id"]]), 409, "selection_changed")["matching"] == 1
    problem(send(office.olive, 1, ids=[ada["id"]], eventId=office.event["id"]), 400, "validation_failed")
    problem(send(office.olive, 0, ids=[ada["id"]]), 400, "validation_failed")
    problem(send(office.house.stranger(), 1, ids=[ada["id"]]), 401, "not_signed_in")


def test_a_refused_sending_names_the_guests_who_are_gone(office: Office) -> None:  # 7.mail.970
    ada, bob, cleo = office.guest(), office.guest("Bob", "bob@example.org"), office.guest("Cleo", None)
    assert office.olive.delete(f"/api/attendees/{bob['id']}").status_code == 204
    ids = [ada["id"], bob["id"], cleo["id"]]
    for dry_run in (True, False):
        refusal = problem(send(office.olive, 3, ids=ids, dryRun=dry_run), 409, "selection_changed")
        assert (refusal["matching"], refusal["missing"]) == (2, [bob["id"]])
    assert "missing" not in problem(send(office.olive, 3, eventId=office.event["id"]), 409, "selection_changed")
    assert queued(office.olive, 2, ids=[ada["id"], cleo["id"]])["queued"] == 1


def test_a_ticket_type_that_is_not_there_is_refused_on_its_field(office: Office) -> None:  # 7.mail.971
    office.guest()
    vip, elsewhere = new_type(office.olive, office.event), new_type(office.olive, new_event(office.olive))
    event = {"eventId": office.event["id"]}
    for type_id in (999_999, elsewhere["id"]):
        refusal = problem(send(office.olive, 1, **event, ticketTypeId=type_id), 400, "validation_failed")
        assert refusal["errors"] == [{"field": "ticketTypeId", "message": "This event has no such ticket type"}]
    assert problem(send(office.olive, 1, **event, ticketTypeId=vip["id"]), 409, "selection_changed")["matching"] == 0


def test_three_tries_for_what_may_pass_and_one_for_what_will_not(office: Office, time: MovingClock) -> None:
    ada, bob = office.guest(), office.guest("Bob", "bob@example.org")  # 4.mail.2, 3
    office.behaviour.replies = {"RCPT": "451 4.3.0 later"}
    queued(office.olive, 1, ids=[ada["id"]])
    for wait, state in ((0, "queued"), (59, "queued"), (2, "queued"), (298, "queued"), (3, "failed"), (9999, "failed")):
        time.move(seconds=wait)
        office.sender.send_due()
        assert states(office.house)[ada["id"]] == state
    assert mail_of(office.olive, ada["id"])["problem"] == "try_later"  # type: ignore[index]
    with office.house.database.read() as tx:
        assert [row.tries for row in tx.query(MailMessage)] == [3]
    office.behaviour.replies = {"RCPT": "550 5.1.1 unknown"}
    queued(office.olive, 1, ids=[bob["id"]])
    office.sender.send_due()
    assert mail_of(office.olive, bob["id"])["problem"] == "mailbox_unknown"  # type: ignore[index]
    assert office.filtered("failed") == ["Ada", "Bob"]
    assert office.received.raw == []
    # A person who sends again sends the failed ones too.
    office.behaviour.replies = {}
    assert queued(office.olive, 2, eventId=office.event["id"])["queued"] == 2
    office.sender.send_due()
    assert sorted(to for to, _ in office.received.raw) == ["ada@example.org", "bob@example.org"]


@pytest.mark.parametrize("state", STATES)
def test_no_broken_connection_sends_twice_or_loses_a_message(office: Office, time: MovingClock, state: str) -> None:
    guests = [office.guest(f"Guest {n}", f"g{n}@example.org") for n in range(4)]  # 4.mail.4
    office.behaviour.drops, office.behaviour.drop_times = state, 2
    queued(office.olive, 4, eventId=office.event["id"])
    for _ in range(6):
        office.sender.send_due()
        time.move(minutes=6)
    found = states(office.house)
    unknown = [each["id"] for each in guests if found[each["id"]] == MailState.UNKNOWN]
    taken = [to for to, _ in office.received.raw]
    assert len(taken) == len(set(taken))
    assert {each["email"] for each in guests if found[each["id"]] == MailState.SENT} <= set(taken)
    assert len(unknown) + sum(each == MailState.SENT for each in found.values()) == 4
    assert bool(unknown) == (state == "reply") or state == "content"


@pytest.mark.both_engines
def test_an_outage_costs_one_message_a_try_at_a_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):  # 4.mail.5
        office.guest(f"Guest {number}", f"g{number}@example.org")
    queued(office.olive, 3, eventId=office.event["id"])
    monkeypatch.setattr(transports.SmtpTransport, "_connect", _no_connection)
    assert not office.sender.send_due()
    with office.house.database.read() as tx:
        assert sorted(row.tries for row in tx.query(MailMessage)) == [0, 0, 1]
    status = json_of(office.olive.get("/api/tickets/sending"))["mail"]
    assert (status["isSetUp"], status["isReady"]) == (True, False)
    assert status["problem"].startswith("The mail server 127.0.0.1:")
    monkeypatch.undo()
    assert office.sender.send_due()
    assert len(office.received.raw) == 2
    assert json_of(office.olive.get("/api/tickets/sending"))["mail"]["problem"] is None


def test_requests_take_turns_and_a_further_try_comes_first(
    office: Office, time: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:  # 4.mail.5, 16
    def guests(*names: str) -> list[int]:
        return [office.guest(name, f"{name}@example.org")["id"] for name in names]

    large, late = guests("a1", "a2", "a3", "a4"), guests("late")
    requests = [large, guests("b1"), guests("c1", "c2")]
    office.behaviour.replies, office.behaviour.reply_times = {"RCPT": "451 4.3.0 later"}, 1
    for ids in requests:
        queued(office.olive, len(ids), ids=ids)

    def then_one_more(_: float) -> None:
        if len(office.received.raw) == 4:
            queued(office.olive, 1, ids=late)
            time.move(minutes=2)

    monkeypatch.setattr(office.sender._stopping, "wait", then_one_more)
    assert office.sender.send_due()
    order = [to.partition("@")[0] for to, _ in office.received.raw]
    assert order == ["b1", "c1", "a2", "c2", "a1", "late", "a3", "a4"]


def test_a_refused_sender_stops_the_queue_and_says_so(office: Office) -> None:  # 4.mail.5
    for number in range(3):
        office.guest(f"Guest {number}", f"g{number}@example.org")
    queued(office.olive, 3, eventId=office.event["id"])
    office.behaviour.replies = {"MAIL": "553 5.7.1 not your sender"}
    assert not office.sender.send_due()
    assert sorted(states(office.house).values()) == ["queued"] * 3
    status = json_of(office.olive.get("/api/tickets/sending"))["mail"]
    assert "does not accept tickets@example.org as the sender" in status["problem"]
    office.behaviour.replies = {}
    assert office.sender.send_due()
    assert len(office.received.raw) == 2


def _no_connection(_: object) -> None:
    raise ConnectionRefusedError


@pytest.mark.both_engines
def test_a_message_that_a_crash_left_open_waits_for_a_person(
    office: Office,
) -> None:
    # 4.mail.6, 7; 10.code.921; 7.call.922
    ada, bob = office.guest(), office.guest("Bob", "bob@example.org")
    queued(office.olive, 2, eventId=office.event["id"])
    with office.house.database.write() as tx:
        tx.query(MailMessage).update({"state": MailState.SENDING})
    office.sender.send_due()
    assert office.received.raw == []
    assert office.filtered("unknown") == ["Ada", "Bob"]
    assert queued(office.olive, 2, eventId=office.event["id"])["queued"] == 0
    for guest, arrived, state in ((ada, True, "sent"), (bob, False, "failed")):
        answer = office.olive.post("/api/tickets/resolve", json={"attendeeId": guest["id"], "arrived": arrived})
        assert answer.status_code == 204, answer.text
        assert mail_of(office.olive, guest["id"])["state"] == state  # type: ignore[index]
        repeated = office.olive.post("/api/tickets/resolve", json={"attendeeId": guest["id"], "arrived": arrived})
        problem(repeated, 409, "not_unknown")
    decided = entries_of(office.house.database, "attendee.ticket_resolved")
    assert [entry.after for entry in decided] == [{"arrived": True}, {"arrived": False}]


def test_two_people_and_two_servers_at_once_send_one_message(office: Office) -> None:  # 4.mail.8, 9
    guests = [office.guest(f"Guest {n}", f"g{n}@example.org") for n in range(8)]
    others = [MailSender(office.house.database, office.house.settings) for _ in range(2)]
    barrier = Barrier(4)

    def press() -> None:
        client = office.house.signed_in()
        barrier.wait()
        queued(client, 8, ids=[each["id"] for each in guests])

    def work(sender: MailSender) -> None:
        barrier.wait()
        for _ in range(20):
            sender.send_due()

    threads = [Thread(target=press) for _ in range(2)] + [Thread(target=work, args=[sender]) for sender in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    office.sender.send_due()
    assert sorted(to for to, _ in office.received.raw) == sorted(each["email"] for each in guests)


@pytest.mark.both_engines
def test_an_address_that_changed_meanwhile_is_the_one_that_counts(office: Office) -> None:  # 4.mail.10
    ada, bob, cleo = (office.guest(name, "ada@example.org") for name in ("Ada", "Bob", "Cleo"))
    queued(office.olive, 3, eventId=office.event["id"])
    office.olive.put(f"/api/attendees/{bob['id']}", json={"email": "bob@example.org"})
    office.olive.put(f"/api/attendees/{cleo['id']}", json={"email": None})
    office.sender.send_due()
    assert sorted(to for to, _ in office.received.raw) == ["ada@example.org", "bob@example.org"]
    assert states(office.house) == {ada["id"]: "sent", bob["id"]: "sent", cleo["id"]: "failed"}
    assert mail_of(office.olive, cleo["id"])["problem"] == "no_address"  # type: ignore[index]


@pytest.mark.both_engines
def test_erased_and_deleted_guests_leave_the_queue(office: Office) -> None:  # 4.mail.11
    ada, bob, cleo = (office.guest(name, f"{name}@example.org") for name in ("Ada", "Bob", "Cleo"))
    queued(office.olive, 3, eventId=office.event["id"])
    sam = office.house.signed_in(SAM)
    assert sam.post(f"/api/attendees/{ada['id']}/erase", json={}).is_success
    office.olive.delete(f"/api/attendees/{bob['id']}")
    office.sender.send_due()
    assert [to for to, _ in office.received.raw] == ["Cleo@example.org"]
    assert states(office.house) == {cleo["id"]: "sent"}
    office.guest("Dora", "dora@example.org")
    queued(office.olive, 3, eventId=office.event["id"])
    assert office.olive.delete(f"/api/events/{office.event['id']}").is_success
    office.sender.send_due()
    assert len(office.received.raw) == 1
    assert states(office.house) == {}


@pytest.mark.parametrize(
    "change",
    [{"date": "2030-01-02"}, {"time": "21:00"}, {"venue": "The Barn"}, {"address": "2 Low Street\nMelbourne"}],
    ids="".join,
)
def test_guests_who_were_sent_another_date_time_or_place_are_told(office: Office, change: Json) -> None:  # 4.mail.12
    path = f"/api/events/{office.event['id']}"
    place = {"venue": "The Grand Hall", "address": "1 High Street"}
    assert office.olive.put(path, json={"time": "19:30", **place}).is_success
    ada = office.guest()
    office.guest("Bob", "bob@example.org")
    queued(office.olive, 1, ids=[ada["id"]])
    office.sender.send_due()
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 0
    # The message has no capacity.
    assert office.olive.put(path, json={"capacity": 90}).is_success
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 0
    assert office.olive.put(path, json=change).is_success
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 1
    told = queued(office.olive, 1, eventId=office.event["id"], tellsChange=True, again=True)
    assert told["queued"] == 1
    office.sender.send_due()
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 0
    changed = office.received.messages[-1]
    assert changed["Subject"] == "Changed: Your ticket for Midwinter Gala"
    assert len(office.received.raw) == 2
    assert office.olive.put(path, json={"venue": None, "address": None, "time": None}).is_success
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 1


@pytest.mark.both_engines
def test_guests_whose_message_arrived_or_whose_notice_failed_are_told_too(office: Office) -> None:  # 4.mail.12
    path = f"/api/events/{office.event['id']}"
    ada, bob = office.guest(), office.guest("Bob", "bob@example.org")
    queued(office.olive, 2, eventId=office.event["id"])
    office.sender.send_due()
    with office.house.database.write() as tx:
        tx.query(MailMessage).filter_by(id=1).update({"state": MailState.UNKNOWN})
    answer = office.olive.post("/api/tickets/resolve", json={"attendeeId": ada["id"], "arrived": True})
    assert answer.status_code == 204, answer.text
    assert office.olive.put(path, json={"venue": "The Barn"}).is_success
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 2

    office.behaviour.replies = {"RCPT": "550 5.7.1 not now"}
    assert queued(office.olive, 2, eventId=office.event["id"], tellsChange=True, again=True)["queued"] == 2
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 0
    office.sender.send_due()
    assert states(office.house) == {ada["id"]: "failed", bob["id"]: "failed"}
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 2

    sam = office.house.signed_in(SAM)
    file = sam.get("/api/export/backup.json").content
    restored = sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)})
    assert restored.is_success, restored.text
    assert states(office.house) == {ada["id"]: "failed", bob["id"]: "failed"}
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 2
    assert office.olive.put(f"/api/attendees/{bob['id']}", json={"email": None}).is_success
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 1


def test_more_guests_than_one_request_sends_to_are_told_in_turns(  # 4.mail.12
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/events/{office.event['id']}"
    guests = [office.guest(name, f"{name}@example.org")["id"] for name in ("Ada", "Bob", "Cleo")]
    queued(office.olive, 3, eventId=office.event["id"])
    office.sender.send_due()
    monkeypatch.setattr(service, "MAX_TICKETS_PER_REQUEST", 2)
    assert office.olive.put(path, json={"venue": "The Barn"}).is_success
    for left in (2, 1):
        assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == left
        queued(office.olive, left, eventId=office.event["id"], tellsChange=True, again=True)
        office.sender.send_due()
    assert json_of(office.olive.get(f"{path}/mail"))["toTell"] == 0
    assert states(office.house) == dict.fromkeys(guests, "sent")


def test_a_guest_without_an_address_is_published_as_failed(  # 2.mail.3
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = office.guest()
    queued(office.olive, 1, ids=[ada["id"]])
    assert office.olive.put(f"/api/attendees/{ada['id']}", json={"email": None}).is_success
    published: list[dict[str, object]] = []
    monkeypatch.setattr(loading, "publish_after_commit", lambda _, **changes: published.append(changes))
    office.sender.send_due()
    assert published == [{"attendees": [ada["id"]], "attendees_of": [office.event["id"]]}]
    assert states(office.house) == {ada["id"]: "failed"}


@pytest.mark.both_engines
def test_the_message_has_the_settings_of_the_installation_and_the_event(office: Office) -> None:  # 3.mail.1, 7, 8
    def last_text() -> str:
        queued(office.olive, 1, ids=[ada["id"]], again=True)
        office.sender.send_due()
        body = office.received.messages[-1].get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    ada, sam = office.guest(), office.house.signed_in(SAM)
    plain = last_text()
    assert "Tickets are not refundable." in plain
    assert plain.rstrip().endswith("Doorlist")
    set_ = {"organisationName": "Lantern House", "dateFormat": "monthFirst", "timeFormat": "12h", "ticketText": "Hi"}
    assert sam.put("/api/settings", json=set_).is_success
    event = {"date": "2026-11-28", "time": "19:30", "endTime": "01:15", "venue": "The Barn", "address": "1 Road"}
    assert office.olive.put(f"/api/events/{office.event['id']}", json=event).is_success
    lines = last_text().splitlines()
    for line in ("Sat, Nov 28, 2026 at 7:30 PM to 1:15 AM", "The Barn", "1 Road", "Hi", "Lantern House"):
        assert line in lines
    assert "Tickets are not refundable." not in lines
    assert office.olive.put(f"/api/events/{office.event['id']}", json={"ticketText": "Bring boots"}).is_success
    lines = last_text().splitlines()
    assert "Bring boots" in lines
    assert "Hi" not in lines
    preview = json_of(office.olive.post(f"/api/events/{office.event['id']}/mail/preview", json={}))
    for line in ("Lantern House", "The Barn", "Bring boots", "Sat, Nov 28, 2026 at 7:30 PM to 1:15 AM"):
        assert line in preview["text"]
        assert line in preview["html"]


@pytest.mark.both_engines
def test_the_message_has_the_logo_and_the_colour_of_the_organisation(office: Office) -> None:  # 3.mail.10
    sam, ada = office.house.signed_in(SAM), office.guest()
    assert sam.put("/api/settings", json={"accentColor": "#c22f35"}).is_success

    def logo_types(content: bytes) -> list[str]:
        assert sam.put("/api/settings/logo", files={"file": ("logo", content)}).is_success
        queued(office.olive, 1, ids=[ada["id"]], again=True)
        office.sender.send_due()
        message = office.received.messages[-1]
        body = message.get_body(("html",))
        assert body is not None
        assert "#822024" in body.get_content()
        return [part.get_content_type() for part in message.walk() if str(part["Content-ID"]).startswith("<logo.")]

    assert logo_types(png()) == ["image/png"]
    assert logo_types(JPEG) == ["image/jpeg"]
    preview = json_of(office.olive.post(f"/api/events/{office.event['id']}/mail/preview", json={}))
    assert "data:image/jpeg;base64," in preview["html"]
    # Not every mail program shows WebP, and a large image makes every message large.
    assert logo_types(webp()) == []
    pixels = Random(1).randbytes(160 * 160 * 3)  # noqa: S311 - repeatable
    assert logo_types(png(160, 160, pixels)) == []


def test_the_texts_of_an_event_are_set_previewed_and_sent(office: Office) -> None:
    # 3.mail.7; 5.mail.1; 7.mail.4; 7.call.924, 925, 926
    ada, path = office.guest(), f"/api/events/{office.event['id']}/mail"
    texts = {"subject": "Come in", "opening": "Dear guest,\nsee you soon."}
    preview = json_of(office.olive.post(f"{path}/preview", json=texts))
    assert preview["subject"] == "Come in"
    assert "see you soon." in preview["text"]
    assert "see you soon." in preview["html"]
    problem(office.olive.put(path, json={"subject": "a\r\nBcc: x@y.co"}), 400, "validation_failed")
    for long in ({"subject": "x" * 151}, {"opening": "x" * 2001}):
        problem(office.olive.put(path, json=long), 400, "validation_failed")
    longest = {"subject": "x" * 150, "opening": "x" * 2000}
    assert json_of(office.olive.put(path, json=longest))["subject"] == longest["subject"]
    blank = json_of(office.olive.put(path, json={"subject": " ", "opening": " "}))
    assert (blank["subject"], blank["opening"]) == (None, None)
    assert json_of(office.olive.put(path, json=texts))["opening"] == texts["opening"]
    # 7.rest.1
    other = json_of(office.olive.put(path, json={"subject": "Come in!"}))
    assert (other["subject"], other["opening"]) == ("Come in!", texts["opening"])
    assert json_of(office.olive.put(path, json={"subject": texts["subject"]}))["opening"] == texts["opening"]
    queued(office.olive, 1, ids=[ada["id"]])
    office.sender.send_due()
    assert office.received.messages[0]["Subject"] == "Come in"
    problem(office.olive.get("/api/events/999/mail"), 404, "event_not_found")


@pytest.mark.both_engines
def test_sending_is_in_the_audit_log_and_shows_its_progress(office: Office) -> None:
    # 4.mail.15; 7.mail.3; 7.call.921
    ada = office.guest()
    office.guest("Bob", "bob@example.org")
    queued(office.olive, 2, eventId=office.event["id"])
    [entry] = entries_of(office.house.database, "attendee.tickets_sent")
    assert entry.after == {"tickets": 2, "again": False, "tellsChange": False}
    [run] = json_of(office.olive.get("/api/tickets/sending"))["runs"]
    assert (run["total"], run["waiting"], run["createdBy"]["fullName"]) == (2, 2, "Olive Organizer")
    assert run["event"]["name"] == "Midwinter Gala"
    office.sender.send_due()
    [run] = json_of(office.olive.get("/api/tickets/sending"))["runs"]
    assert (run["sent"], run["waiting"]) == (2, 0)
    assert ada["ticketMail"] is None


@pytest.mark.both_engines
def test_a_restore_sends_nothing_again(office: Office) -> None:  # 4.mail.13
    sam = office.house.signed_in(SAM)
    ada, bob = office.guest(), office.guest("Bob", "bob@example.org")
    queued(office.olive, 1, ids=[ada["id"]])
    backup = json_of(sam.post("/api/backup/create"))["filename"]
    file = sam.get("/api/export/backup.json").content
    office.sender.send_due()
    sent_at = times_of(office.house, ada)
    queued(office.olive, 1, ids=[bob["id"]])
    restored = sam.post("/api/backup/restore-file", files={"file": ("backup.json", file)})
    assert restored.is_success, restored.text
    assert states(office.house) == {ada["id"]: "sent", bob["id"]: "failed"}
    office.sender.send_due()
    assert sam.post("/api/backup/restore", json={"filename": backup}).is_success
    assert states(office.house) == {ada["id"]: "sent", bob["id"]: "failed"}
    office.sender.send_due()
    assert [to for to, _ in office.received.raw] == ["ada@example.org"]
    assert times_of(office.house, ada) == sent_at


def times_of(house: House, attendee: Json) -> list[datetime]:
    """When the latest message of an attendee changed."""
    with house.database.read() as tx:
        query = select(MailMessage.changed_at).join(MailTicket, MailTicket.message_id == MailMessage.id)
        return list(tx.scalars(query.where(MailTicket.attendee_id == attendee["id"], MailTicket.is_latest)))


@pytest.mark.both_engines
def test_the_state_is_with_the_attendee_and_not_at_the_door(office: Office, time: MovingClock) -> None:
    ada = office.guest()  # 7.mail.6, 7; 4.mail.1
    assert mail_of(office.olive, ada["id"]) is None
    queued(office.olive, 1, ids=[ada["id"]])
    time.move(minutes=1)
    office.sender.send_due()
    mail = mail_of(office.olive, ada["id"])
    assert mail is not None
    assert (mail["state"], mail["problem"]) == ("sent", None)
    assert mail["at"] > ada["createdAt"]
    held = json_of(office.house.signed_in(SAM).get(f"/api/attendees/{ada['id']}/held"))
    assert held["messages"] == [{"at": mail["at"], "state": "sent", "problem": None}]  # 7.held.486
    scan = {"qrData": ada["qrCodeData"], "eventId": office.event["id"]}
    assert json_of(office.olive.post("/api/attendees/scan", json=scan))["attendee"]["ticketMail"] is None
    assert "ticketMail" not in office.olive.get("/api/door/list", params={"eventId": office.event["id"]}).text
    for which, found in (("sent", ["Ada"]), ("waiting", []), ("failed", []), ("unknown", []), ("notSent", [])):
        assert office.filtered(which) == found


@pytest.mark.both_engines
def test_all_matches_of_a_filtered_list_are_sent_and_no_one_else(office: Office) -> None:  # 7.mail.2; 7.call.920
    office.guest("Ada", "ada@example.org", tableNumber=7)
    office.guest("Bob", "bob@example.org", tableNumber=8, paymentStatus="unpaid")
    office.guest("Cleo", None, tableNumber=7)
    event = {"eventId": office.event["id"]}
    for filters, number, sent in (
        ({"tableNumber": 7}, 2, 1),
        ({"search": "bob"}, 1, 1),
        ({"paymentGroup": "owed"}, 1, 1),
        ({"ticketMail": "notSent"}, 3, 2),
        ({"attended": True}, 0, None),
    ):
        answer = send(office.olive, number or 1, **event, **filters, dryRun=True)
        if sent is None:
            assert problem(answer, 409, "selection_changed")["matching"] == 0
        else:
            assert json_of(answer)["queued"] == sent, filters


def test_no_more_messages_than_allowed_leave_in_a_minute(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []  # 10.mail.6
    monkeypatch.setattr(office.sender._stopping, "wait", waits.append)
    office.sender.server = replace(office.sender.server, per_minute=30)  # type: ignore[type-var]
    for number in range(3):
        office.guest(f"Guest {number}", f"g{number}@example.org")
    queued(office.olive, 3, eventId=office.event["id"])
    office.sender.send_due()
    assert len(office.received.raw) == 3
    # Two seconds for each, less the time that it took.
    assert len(waits) == 3
    assert all(0 <= wait <= 2 for wait in waits)
    assert sum(waits) > 0


@pytest.mark.either_engine
class TestSettings:
    def test_without_settings_nothing_is_offered(self, house: House) -> None:  # 10.mail.4
        olive = house.signed_in()
        ada = new_attendee(olive, new_event(olive), email="ada@example.org")
        assert json_of(olive.get("/api/tickets/sending")) == {
            "mail": {
                **dict.fromkeys(("problem", "server", "sender", "perMinute")),
                **dict.fromkeys(("isSetUp", "isReady"), False),
            },
            "runs": [],
        }
        refusal = problem(send(olive, 1, ids=[ada["id"]]), 409, "mail_not_ready")
        assert refusal["detail"] == "Set DOORLIST_SMTP_URL and DOORLIST_MAIL_FROM on the server, then start it again."

    def test_a_test_message(self, settings: Settings, databases: Databases) -> None:  # 7.mail.5; 7.call.923
        behaviour = Behaviour()
        with sending_house(settings, databases.name, behaviour) as (house, _, received):
            sam = house.signed_in(SAM)
            answer = sam.post("/api/settings/test-email", json={"to": "sam@example.org"})
            assert json_of(answer) == {"isSent": True, "problem": None}
            assert received.messages[0]["To"] == "sam@example.org"
            assert [entry.action for entry in entries_of(house.database, "mail.tested")] == ["mail.tested"]
            behaviour.replies = {"RCPT": "550 no"}
            answer = sam.post("/api/settings/test-email", json={"to": "sam@example.org"})
            assert (
                json_of(answer)["problem"] == "The mail server says that there is no such mailbox. Check the address."
            )
            for bad in ("", "sam", "a@b.co, c@d.co"):
                problem(sam.post("/api/settings/test-email", json={"to": bad}), 400, "validation_failed")
            test: TestClient = house.signed_in()
            problem(test.post("/api/settings/test-email", json={"to": "a@b.co"}), 403, "forbidden")
