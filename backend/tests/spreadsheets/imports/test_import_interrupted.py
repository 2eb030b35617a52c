"""A real server is killed, stopped, or runs out of disk while it imports: nothing of the import stays (contract 4)."""

import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import func, select

from doorlist.attendees.models import Attendee
from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.sqlite import sqlite_module
from doorlist.core.locks import AdvisoryKey, AlreadyServing, hold_server_lock
from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.house import Json
from tests.server.process import Answer, Client, Server, serving
from tests.spreadsheets.sending import guests

pytestmark = [pytest.mark.server, pytest.mark.rest]

ROWS = 20_000
BOUNDARY = "----doorlist-test"


def form(text: str, **fields: object) -> bytes:
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items()]
    file = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="guests.csv"\r\n\r\n{text}\r\n'
    return ("".join(parts) + file + f"--{BOUNDARY}--\r\n").encode()


def upload(client: Client, text: str, **fields: object) -> Answer:
    client.connection.request(
        "POST",
        "/api/attendees/import",
        form(text, **fields),
        {"Cookie": client.cookie or "", "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
    )
    response = client.connection.getresponse()
    return Answer(response.status, dict(response.getheaders()), response.read())


def signed_in(server: Server) -> Client:
    client = server.client()
    # WorkerPools have a low priority: on a busy machine checking a file may take long.
    client.connection.timeout = 300
    client.sign_in(OLIVE.username, OLIVE.password)
    return client


def begin(server: Server) -> tuple[Client, int]:
    """An import that has added some of its rows, beside one attendee who was there; its id."""
    client = signed_in(server)
    event = client.ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20", "time": None}).json()
    ada = {"eventId": event["id"], "fullName": "Ada", "phone": "1", "tableNumber": 1, "paymentStatus": "paid"}
    assert client.ask("POST", "/api/attendees", ada).status == 201
    answer = upload(client, guests(ROWS), eventId=event["id"], background="true")
    assert answer.status == 202, answer.body
    import_id: int = answer.json()["importId"]
    while read(client, import_id)["added"] == 0:
        time.sleep(0.01)
    return client, import_id


def read(client: Client, import_id: int) -> Json:
    body: Json = client.ask("GET", f"/api/imports/{import_id}").json()
    return body


def names_in(settings: Settings) -> list[str]:
    database = Database(settings)
    with database.read() as tx:
        names = list(tx.scalars(select(Attendee.full_name).limit(10)))
    database.close()
    return names


def settled(client: Client, import_id: int) -> Json:
    """The import, once its attendees are removed."""
    until = time.monotonic() + 60
    while not (body := read(client, import_id))["finishedAt"]:
        assert time.monotonic() < until, body
        time.sleep(0.05)
    return body


class TestKilled:
    def test_the_next_start_takes_out_what_was_added(self, settings: Settings) -> None:  # 4.import.2, 10
        with serving(settings) as server:
            client, import_id = begin(server)
            time.sleep(random.uniform(0, 0.3))  # noqa: S311 - any moment
            assert read(client, import_id)["state"] == "running"
            server.kill()
        assert len(names_in(settings)) > 1
        with serving(settings) as server:
            client = signed_in(server)
            body = settled(client, import_id)
            assert (body["state"], body["added"]) == ("failed", 0)
            assert "broke off" in body["message"]
            assert names_in(settings) == ["Ada"]
            assert upload(client, guests(10), eventId=1).json()["imported"] == 10

    @pytest.mark.either_engine
    def test_while_taking_it_out_the_start_after_that_does_the_rest(self, settings: Settings) -> None:  # 4.import.10
        with serving(settings) as server:
            client, import_id = begin(server)
            client.ask("DELETE", f"/api/imports/{import_id}")
            server.kill()
        with serving(settings) as server:
            body = settled(signed_in(server), import_id)
            assert (body["state"], body["added"]) == ("cancelled", 0)
            assert body["finishedAt"]
        assert names_in(settings) == ["Ada"]


@pytest.mark.either_engine  # the attendees are removed as after a kill
def test_a_server_that_is_stopped_takes_it_out_or_leaves_it_to_the_next(settings: Settings) -> None:  # 4.import.10
    with serving(settings) as server:
        _, import_id = begin(server)
        assert server.terminate() in {0, -15}
    with serving(settings) as server:
        body = settled(signed_in(server), import_id)
        assert (body["state"], body["added"]) == ("failed", 0)
    assert names_in(settings) == ["Ada"]


def test_a_server_starts_where_it_cannot_be_taken_out_and_does_so_as_soon_as_it_can(
    settings: Settings,
) -> None:  # 10.database.9
    with serving(settings) as server:
        client, import_id = begin(server)
        server.kill()
    with contextlib.ExitStack() as held:
        if settings.database_url is None:
            # As a disk without room would, no row can be deleted.
            elsewhere = held.enter_context(contextlib.closing(sqlite_module().connect(settings.sqlite_file)))
            elsewhere.execute("CREATE TRIGGER no_room BEFORE DELETE ON attendees BEGIN SELECT RAISE(ABORT, 'no'); END")
        else:
            # As a restore of another server does.
            elsewhere = held.enter_context(psycopg.connect(settings.database_url))
            elsewhere.execute(f"SELECT pg_advisory_xact_lock({AdvisoryKey.WRITE_GATE:d})".encode())
        server = held.enter_context(serving(settings))
        assert server.client(cookie=client.cookie).ask("GET", "/api/events").status == 200
        assert not read(server.client(cookie=client.cookie), import_id)["finishedAt"]
        if settings.database_url is None:
            elsewhere.execute("DROP TRIGGER no_room")
        else:
            elsewhere.rollback()
        body = settled(server.client(cookie=client.cookie), import_id)
        assert (body["state"], body["added"]) == ("failed", 0)


def test_two_times_ctrl_c_leave_nobody_writing_behind_the_servers_lock(
    sqlite_databases: SqliteDatabases, tmp_path: Path
) -> None:  # 10.database.10
    with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
        client = signed_in(server)
        event = client.ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20", "time": None}).json()
        answer = upload(client, guests(150_000), eventId=event["id"], background="true")
        import_id: int = answer.json()["importId"]
        while read(client, import_id)["added"] == 0:
            time.sleep(0.01)
        for _ in range(2):
            server.process.send_signal(signal.SIGINT)
            # So soon that the second comes before the orderly end has begun, which it then skips.
            time.sleep(0.03)
        until = time.monotonic() + 60
        while True:
            assert time.monotonic() < until
            try:
                with hold_server_lock(settings):
                    counts = []
                    for _ in range(5):
                        counts.append(added_to(settings, import_id))
                        time.sleep(0.2)
                    break
            except AlreadyServing:
                time.sleep(0.01)
        assert len(set(counts)) == 1, counts


def added_to(settings: Settings, import_id: int) -> tuple[int, int]:
    with contextlib.closing(sqlite_module().connect(settings.sqlite_file)) as connection:
        rows = connection.execute("SELECT count(*) FROM attendees WHERE import_id = ?", (import_id,)).fetchone()
        added = connection.execute("SELECT added FROM imports WHERE id = ?", (import_id,)).fetchone()
    return rows[0], added[0]


def test_another_server_on_the_same_database_leaves_a_running_import_alone(settings: Settings) -> None:
    # 4.import.8, 10
    if settings.database_url is None:
        pytest.skip("One server per embedded database.")
    with serving(settings) as first:
        client, import_id = begin(first)
        with serving(settings) as second:
            other = signed_in(second)
            state = read(other, import_id)["state"]
            waited = upload(other, guests(1), eventId=1)
            # The first connection was idle for long, and may be closed.
            client = first.client(cookie=client.cookie)
            while not read(client, import_id)["finishedAt"]:
                time.sleep(0.05)
            assert state in {"running", "done"}
            assert waited.status in {200, 409}, waited.body
            body = read(client, import_id)
        assert (body["state"], body["added"]) == ("done", ROWS)


@contextlib.contextmanager
def small_disk(directory: Path, mebibytes: int) -> Iterator[None]:
    """A small file system, where this process may mount one."""
    directory.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", str(directory)]
    if shutil.which("mount") is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("NOT TESTED: a full disk needs the right to mount one.")
    try:
        yield
    finally:
        subprocess.run(["umount", str(directory)], check=True)


def test_a_full_disk_ends_the_import_and_harms_nothing(sqlite_databases: SqliteDatabases, tmp_path: Path) -> None:
    # 4.import.2, 10
    with small_disk(tmp_path / "data", 16), sqlite_databases.fresh(tmp_path / "data") as settings:
        ballast = settings.data_dir / "ballast"
        ballast.write_bytes(bytes(8 * 1024 * 1024))
        with serving(settings) as server:
            client, import_id = begin(server)
            while (body := read(client, import_id))["added"] > 0:
                time.sleep(0.5)
                # On a full disk not even the removal could be written.
                if read(client, import_id)["added"] == body["added"]:
                    ballast.unlink(missing_ok=True)
            until = time.monotonic() + 60
            while not read(client, import_id)["finishedAt"] and time.monotonic() < until:
                time.sleep(0.1)
            assert (read(client, import_id)["state"], read(client, import_id)["added"]) == ("failed", 0)
            assert not ballast.exists() or "disk is full" in read(client, import_id)["message"]
        database = Database(settings)
        with database.read() as tx:
            assert tx.connection().exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert tx.scalar(select(func.count()).select_from(Attendee)) == 1
        database.close()


@pytest.mark.either_engine
class TestUploads:
    def test_one_that_breaks_off_leaves_nothing_behind(self, settings: Settings, tmp_path: Path) -> None:
        # 10.limit.3
        spool = tmp_path / "spool"
        spool.mkdir()
        os.environ["TMPDIR"] = str(spool)
        try:
            with serving(settings) as server:
                client = signed_in(server)
                body = form("Name,Phone\n" + "Ada,1\n" * 2_000_000)
                head = (
                    f"POST /api/attendees/import HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    f"Cookie: {client.cookie}\r\n"
                    f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {len(body)}\r\n\r\n"
                )
                with socket.create_connection(("127.0.0.1", server.port)) as connection:
                    connection.sendall(head.encode() + body[: len(body) // 2])
                time.sleep(0.5)
                assert list(spool.rglob("*")) == []
                assert open_files(server) == []
                assert json.loads(client.ask("GET", "/api/imports").body) == []
        finally:
            del os.environ["TMPDIR"]

    def test_one_over_the_limit_is_refused_with_the_limit_in_words(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:
        # 10.limit.2; 5.import.3
        with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
            client = signed_in(server)
            for declared in (True, False):
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
                connection.putrequest("POST", "/api/attendees/import")
                connection.putheader("Cookie", client.cookie or "")
                connection.putheader("Content-Type", f"multipart/form-data; boundary={BOUNDARY}")
                if declared:
                    connection.putheader("Content-Length", str(51 * 1024 * 1024))
                else:
                    connection.putheader("Transfer-Encoding", "chunked")
                connection.endheaders()
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    if not declared:
                        head = form("").split(b"\r\n\r\n")[0] + b"\r\n\r\n"
                        for piece in (head, *([b"x" * 1024 * 1024] * 51)):
                            connection.send(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                answer = connection.getresponse()
                assert answer.status == 413
                assert "50 MB" in json.loads(answer.read())["detail"]
                connection.close()


def open_files(server: Server) -> list[str]:
    """The temporary files that the server has open, on systems with /proc."""
    folder = Path(f"/proc/{server.process.pid}/fd")
    if not folder.exists():
        return []
    targets = []
    for link in folder.iterdir():
        with contextlib.suppress(OSError):
            targets.append(str(link.readlink()))
    return [target for target in targets if "(deleted)" in target and "spool" in target]
