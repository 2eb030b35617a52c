"""Many previews of backup files at once: only a few are read, and a preview is refused before the disk is full."""

import contextlib
import shutil
import threading
from collections import Counter
from pathlib import Path

import pytest

from doorlist.core.config import Settings
from tests.backup.json.files import PATH, file_attendee, file_event, file_of, preview
from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.house import House, problem
from tests.server.process import Answer, Client, Server, answered_by, serving
from tests.spreadsheets.imports.test_import_interrupted import BOUNDARY, form, small_disk

ATTENDEES = 40_000


def look_at(server: Server, cookie: str | None, body: bytes) -> Answer:
    client = Client(server.port, cookie=cookie)
    headers = {"Cookie": cookie or "", "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    client.connection.timeout = 120
    # A file that is refused unread ends the connection while it is sent; the answer still arrives.
    with contextlib.suppress(ConnectionError):
        client.connection.request("POST", PATH, body, headers)
    response = client.connection.getresponse()
    answer = Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
    client.close()
    return answer


@pytest.mark.server
@pytest.mark.rest
def test_two_are_read_and_the_others_are_told_to_come_again(sqlite_databases: SqliteDatabases, tmp_path: Path) -> None:
    # 10.database.6, 7; 10.code.50
    content = file_of([file_event()], [file_attendee(number) for number in range(1, ATTENDEES)])
    body = form(content.decode(), dryRun="true")
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        answers: list[Answer] = []
        threads = [
            threading.Thread(target=lambda: answers.append(look_at(server, client.cookie, body))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        refused = [answer for answer in answers if answer.status == 503]
        assert Counter(answer.status for answer in answers) == {200: 8 - len(refused), 503: len(refused)}
        assert refused
        assert {answer.json()["code"] for answer in refused} == {"too_busy"}
        assert {answer.headers["retry-after"] for answer in refused} == {"10"}
        assert look_at(server, client.cookie, body).status == 200


def test_a_file_for_which_the_disk_has_too_little_room_is_refused_before_it_is_read(
    sqlite_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.database.8; 10.code.40
    client, content = sqlite_house.signed_in(), file_of([file_event()])
    assert preview(client, content).status_code == 200
    usage = shutil.disk_usage(sqlite_house.settings.data_dir)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=257 * 1024 * 1024))
    assert preview(client, content).status_code == 200
    refusal = problem(preview(client, content + b" " * 2 * 1024 * 1024), 507, "disk_full")
    assert "too little room" in refusal["detail"]
    monkeypatch.undo()
    assert preview(client, content).status_code == 200


@pytest.mark.server
def test_a_server_whose_disk_is_full_is_not_ready(sqlite_databases: SqliteDatabases, tmp_path: Path) -> None:
    # 10.database.5
    with (
        small_disk(tmp_path / "data", 16),
        sqlite_databases.fresh(tmp_path / "data") as settings,
        serving(settings) as server,
    ):
        ballast = fill(settings)
        answered_by(server, "/readyz", 503)
        assert server.client().ask("GET", "/healthz").status == 200
        ballast.unlink()
        answered_by(server, "/readyz", 200)


def fill(settings: Settings) -> Path:
    """Fill the disk."""
    ballast = settings.data_dir / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1024 * 1024, 4096):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                pass
    return ballast
