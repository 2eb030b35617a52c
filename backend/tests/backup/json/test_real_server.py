"""A JSON file restored by a real server: killed at any moment, and with doors that go on scanning."""

import contextlib
import http.client
import json
import random
import threading
import time
from collections.abc import Iterator

import pytest

from doorlist.backup.store import BackupStore
from doorlist.core.config import Settings
from tests.backup.json.files import PATH, file_attendee, file_event, file_of, without_date
from tests.backup.test_scheduler import eventually
from tests.cast import OLIVE, SAM
from tests.server.process import Answer, Client, Server, serving
from tests.server.test_kill import check_sqlite_file

pytestmark = [pytest.mark.server, pytest.mark.rest]

GUESTS = 1000


def evening(name: str, first: int) -> bytes:
    """A file of one event and its guests. The other evening has none of them."""
    at = "2026-11-20T18:30:00.000Z"
    guests = [
        file_attendee(number, fullName=f"{name} {number}", version=2, createdAt=at, updatedAt=at)
        for number in range(first, first + GUESTS)
    ]
    return file_of([file_event(name=name, createdAt=at, updatedAt=at)], guests)


def send(client: Client, file: bytes) -> Answer:
    """The file as a form, over the client's own connection."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="backup.json"\r\n\r\n'
    headers = {"Cookie": client.cookie or "", "Content-Type": "multipart/form-data; boundary=x"}
    client.connection.request("POST", PATH, head + file + b"\r\n--x--\r\n", headers)
    response = client.connection.getresponse()
    return Answer(response.status, {}, response.read())


@contextlib.contextmanager
def signed_in(server: Server) -> Iterator[Client]:
    client = server.client()
    client.sign_in(SAM.username, SAM.password)
    with contextlib.closing(client):
        yield client


def safety_backups(settings: Settings) -> set[str]:
    return {info.filename for info in BackupStore(settings).backups() if info.kind == "safety"}


def name_of(client: Client) -> str:
    """Which evening is there, after checking that all of it is, and nothing else."""
    content = without_date(client.ask("GET", "/api/export/backup.json").body)
    [event] = content["events"]
    assert len(content["attendees"]) == GUESTS
    for attendee in content["attendees"]:
        assert attendee["fullName"] == f"{event['name']} {attendee['id']}"
    listed = client.ask("GET", f"/api/attendees?limit=1&search={event['name']}")
    assert listed.headers["x-total-count"] == str(GUESTS)
    name: str = event["name"]
    return name


@pytest.mark.parametrize("rounds", [2, pytest.param(50, marks=pytest.mark.soak)])
def test_a_restore_that_is_killed_leaves_all_old_or_all_new(settings: Settings, rounds: int) -> None:
    # 4.restore-file.4; 4.restore.3, 4
    files = {"Gala": evening("Gala", 1), "Ball": evening("Ball", 100_000)}
    chance = random.Random(3)  # noqa: S311 - any moment in the middle will do
    outcomes = []
    with contextlib.ExitStack() as servers:
        server = servers.enter_context(serving(settings))
        with signed_in(server) as sam:
            cookie = sam.cookie
            for name in ("Gala", "Ball", "Gala"):
                started = time.monotonic()
                answer = send(sam, files[name])
                seconds = time.monotonic() - started
                assert answer.status == 200, answer.body
        there = "Gala"
        for _ in range(rounds):
            other = "Ball" if there == "Gala" else "Gala"
            before = safety_backups(settings)
            client = server.client(cookie=cookie)
            killer = threading.Timer(chance.uniform(0, seconds * 1.1), server.kill)
            killer.start()
            answered = None
            with contextlib.suppress(OSError, http.client.HTTPException):
                answered = send(client, files[other])
            killer.join()
            check_sqlite_file(settings)

            server = servers.enter_context(serving(settings))
            found = name_of(server.client(cookie=cookie))
            assert found in {there, other}
            if answered is not None:
                assert (answered.status, found) == (200, other)
            new = safety_backups(settings) - before
            # The safety backup is stored before the change, and is whole or not there at all.
            assert len(new) == 1 or (found == there and not new)
            for filename in new:
                assert BackupStore(settings).get(filename).metadata.counts["attendees"] == GUESTS
            outcomes.append(found != there)
            there = found
        # The leftovers of the killed restores do no harm.
        client = server.client(cookie=cookie)
        assert send(client, files["Ball"]).status == 200
        assert name_of(client) == "Ball"
    if rounds > 10:
        assert set(outcomes) == {True, False}


def test_doors_that_scan_meanwhile_are_admitted_told_to_wait_or_told_the_truth(settings: Settings) -> None:
    # 4.restore.7
    file = evening("Gala", 1)
    statuses = list[tuple[int, str]]()
    admitted = set[tuple[int, str]]()
    stop = threading.Event()
    with serving(settings) as server, signed_in(server) as sam:
        assert send(sam, file).status == 200
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        cookie = client.cookie

        def scan(door: int) -> None:
            own = server.client(cookie=cookie)
            number, mine = door, set[int]()
            while not stop.is_set():
                answer = own.ask("POST", "/api/attendees/scan", {"qrData": f"old ticket {number}"})
                body = answer.json()
                statuses.append((answer.status, body.get("code", "")))
                if answer.status != 200:
                    continue
                if body["alreadyScanned"]:
                    assert number in mine
                else:
                    admitted.add((body["attendee"]["id"], body["attendee"]["attendedAt"]))
                mine.add(number)
                # From the first again after the last: the restore must find the doors at work, however late it begins.
                number = number + 4 if number + 4 <= GUESTS else door

        doors = [threading.Thread(target=scan, args=(door,)) for door in range(1, 5)]
        for door in doors:
            door.start()
        try:
            eventually(lambda: len(admitted) >= len(doors))
            exported = json.loads(sam.ask("GET", "/api/export/backup.json").body)
            answer = send(sam, file)
            assert answer.status == 200, answer.body
            eventually(lambda: sam.ask("GET", "/api/attendees?attended=true").json())
        finally:
            stop.set()
            for door in doors:
                door.join(60)
        assert set(statuses) == {(200, ""), (503, "being_restored")}
        assert exported["summary"]["attendedCount"] > 0
        # Check-ins from before the restore are all undone, check-ins from after it are all there: nothing in between.
        present = sam.ask("GET", "/api/attendees?attended=true").json()
        assert {(row["id"], row["attendedAt"]) for row in present} < admitted
        assert present
