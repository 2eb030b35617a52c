"""`doorlist serve` at the laptop: its messages, its refusals, its end."""

import contextlib
import re
import socket
import ssl
import stat
import time
from pathlib import Path

import pytest

from doorlist.core.config import Settings
from tests.cast import OLIVE
from tests.databases import PostgresDatabases, SqliteDatabases
from tests.server.process import Server, free_port, launch, run_doorlist, serving, wait_until_ready

pytestmark = pytest.mark.server

NEW_ADMIN = ("--username", "olive", "--full-name", "Olive Organizer", "--role", "super_admin")


@pytest.fixture
def empty(tmp_path: Path) -> Settings:
    """A machine on which no server has been started yet."""
    return Settings(data_dir=tmp_path / "data")


def said(settings: Settings, *arguments: str) -> str:
    """The one line that a command ends with when it cannot go on."""
    ended = run_doorlist(settings, *arguments)
    assert ended.returncode == 1, ended.stderr
    lines = ended.stderr.strip().splitlines()
    assert len(lines) == 1, ended.stderr
    assert lines[0].startswith("doorlist: ")
    return lines[0].removeprefix("doorlist: ")


def printed_sign_in(server: Server) -> tuple[str, str]:
    found = re.search(r"shown only this once:\n +username +(\S+)\n +password +(\S+)\n", server.printed)
    assert found, server.printed
    return found.group(1), found.group(2)


def wait_for_lan(server: Server, settings: Settings) -> Path:
    """Wait until a server with --lan answers clients that trust its certificate authority. Returns the authority."""
    authority = settings.data_dir / "tls" / "ca.crt"
    until = time.monotonic() + 20
    while not (authority.exists() and server.printed.count("https://")) and time.monotonic() < until:
        time.sleep(0.05)
    server.tls = ssl.create_default_context(cafile=authority)
    wait_until_ready(server)
    return authority


def unnamed_files(process: int) -> list[str]:
    """The open files of a process that have no name, or were deleted."""
    names = []
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            names.append(str(descriptor.readlink()))
    return [name.removesuffix(" (deleted)") for name in names if name.endswith(" (deleted)")]


class TestStart:
    def test_prints_address_data_directory_and_once_the_first_sign_in(self, empty: Settings) -> None:  # 10.run.5
        with serving(empty) as server:
            assert f"Doorlist is at http://127.0.0.1:{server.port}\n" in server.printed
            assert str(empty.data_dir) in server.printed
            username, password = printed_sign_in(server)
            assert username == "admin"
            client = server.client()
            assert client.sign_in(username, password).json()["mustChangePassword"] is True
            refused = client.ask("GET", "/api/events")
            assert (refused.status, refused.json()["code"]) == (403, "password_change_required")
        with serving(empty) as server:
            assert f"Doorlist is at http://127.0.0.1:{server.port}\n" in server.printed
            assert "password" not in server.printed
            assert password not in server.logged

    def test_the_data_directory_is_for_its_owner_alone(self, empty: Settings) -> None:  # 10.run.3
        with serving(empty):
            assert stat.S_IMODE(empty.data_dir.stat().st_mode) == 0o700
        empty.data_dir.chmod(0o755)
        with serving(empty):
            assert stat.S_IMODE(empty.data_dir.stat().st_mode) == 0o700

    def test_every_file_in_it_is_for_its_owner_alone(self, empty: Settings) -> None:  # 10.run.14; 10.run.9
        made = run_doorlist(empty, "users", "create", *NEW_ADMIN, "--password-stdin", typed=f"{OLIVE.password}\n")
        assert made.returncode == 0, made.stderr
        assert stat.S_IMODE(empty.sqlite_file.stat().st_mode) == 0o600
        empty.sqlite_file.chmod(0o644)
        with serving(empty) as server:
            client = server.client()
            client.sign_in("olive", OLIVE.password)
            assert client.ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"}).status == 201
            assert client.ask("POST", "/api/backup/create").status == 200
            files = [path for path in empty.data_dir.rglob("*") if not path.is_dir()]
            assert {path.name.rpartition("-")[2] for path in files} >= {"wal", "shm", "doorlist.sqlite3"}
            assert {path.name for path in files if path.stat().st_mode & 0o077} == set()
        with launch(empty, "--lan") as server:
            wait_for_lan(server, empty)
            assert {path.name for path in empty.data_dir.rglob("*") if path.stat().st_mode & 0o077} == set()

    def test_a_file_that_is_sent_is_spooled_in_it_and_nowhere_else(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:
        # 10.limit.4
        if not Path("/proc/self/fd").is_dir():
            pytest.skip("Which files a process has open can be seen only where there is /proc.")
        with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
            client = server.client()
            client.sign_in(OLIVE.username, OLIVE.password)
            before = sorted(path.name for path in settings.data_dir.iterdir())
            start = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' + b"x" * 2_000_000
            head = (
                "POST /api/attendees/import HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Cookie: {client.cookie}\r\nContent-Length: 9000000\r\n"
                "Content-Type: multipart/form-data; boundary=x\r\n\r\n"
            )
            with socket.create_connection(("127.0.0.1", server.port)) as wire:
                wire.sendall(head.encode() + start)
                until = time.monotonic() + 20
                while not (spools := unnamed_files(server.process.pid)) and time.monotonic() < until:
                    time.sleep(0.05)
            assert [Path(name).parent for name in spools] == [settings.data_dir]
            # 10.limit.3
            while unnamed_files(server.process.pid) and time.monotonic() < until:
                time.sleep(0.05)
            assert unnamed_files(server.process.pid) == []
            assert sorted(path.name for path in settings.data_dir.iterdir()) == before

    def test_with_users_from_the_shell_no_password_is_made(self, empty: Settings) -> None:
        made = run_doorlist(empty, "users", "create", *NEW_ADMIN, "--password-stdin", typed=f"{OLIVE.password}\n")
        assert made.returncode == 0, made.stderr
        with serving(empty) as server:
            assert "password" not in server.printed
            account = server.client().sign_in("olive", OLIVE.password).json()
            assert (account["role"], account["mustChangePassword"]) == ("super_admin", False)

    def test_on_postgresql_two_servers_share_one_database(
        self, postgres_databases: PostgresDatabases, tmp_path: Path
    ) -> None:
        with postgres_databases.fresh(tmp_path / "data") as settings:
            elsewhere = Settings(data_dir=tmp_path / "elsewhere" / "data", database_url=settings.database_url)
            elsewhere.prepare_data_dir()
            with serving(settings) as one, serving(elsewhere) as other:
                client = one.client()
                client.sign_in(OLIVE.username, OLIVE.password)
                assert other.client(cookie=client.cookie).ask("GET", "/api/me").json()["username"] == "olive"


class TestRefusal:
    def test_a_taken_port_is_one_clear_line(self, empty: Settings) -> None:  # 10.run.7
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            line = said(empty, "serve", "--port", str(port))
        assert str(port) in line
        assert "--port" in line
        # 10.run.15
        assert not empty.data_dir.exists()

    def test_a_second_server_on_the_same_data_is_refused(self, empty: Settings) -> None:  # 10.run.16
        with serving(empty) as first:
            line = said(empty, "serve", "--port", str(free_port()))
            assert str(empty.data_dir) in line
            assert "Another server" in line
            assert first.client().ask("GET", "/readyz").status == 200
        with serving(empty):
            pass

    def test_a_certificate_without_its_key_is_refused(self, empty: Settings, tmp_path: Path) -> None:
        file = tmp_path / "cert.pem"
        file.touch()
        assert "--tls-key" in said(empty, "serve", "--tls-cert", str(file))

    def test_a_damaged_certificate_authority_is_one_clear_line(self, empty: Settings) -> None:
        (empty.data_dir / "tls").mkdir(parents=True)
        (empty.data_dir / "tls" / "ca.crt").write_text("damaged")
        line = said(empty, "serve", "--lan", "--port", str(free_port()))
        assert str(empty.data_dir / "tls") in line

    @pytest.mark.parametrize(
        ("url", "word"),
        [
            ("mysql://door@localhost/doorlist", "postgresql://"),
            ("doorlist", "postgresql://"),
            ("postgresql://door:secret@127.0.0.1:1/doorlist", "does not answer"),
        ],
    )
    def test_a_database_that_cannot_be_used_is_one_clear_line(self, tmp_path: Path, url: str, word: str) -> None:
        line = said(Settings(data_dir=tmp_path / "data", database_url=url), "serve", "--port", str(free_port()))
        assert word in line
        assert "secret" not in line

    def test_a_data_directory_that_cannot_be_one_is_one_clear_line(self, tmp_path: Path) -> None:
        file = tmp_path / "data"
        file.touch()
        assert str(file) in said(Settings(data_dir=file), "serve", "--port", str(free_port()))


class TestEnd:
    def test_sigterm_ends_it_cleanly_while_a_connection_idles(self, empty: Settings) -> None:
        with serving(empty) as server:
            idle = server.client()
            assert idle.ask("GET", "/healthz").status == 200
            server.terminate()
            assert not server.traceback, server.traceback
        # Nothing is left in the write-ahead log of a database that was closed properly.
        assert not empty.sqlite_file.with_name(empty.sqlite_file.name + "-wal").exists()

    def test_sigterm_while_it_starts_ends_it_too(self, empty: Settings) -> None:
        with launch(empty) as server:
            time.sleep(0.5)
            server.terminate()


class TestLan:
    def test_serves_https_that_a_phone_which_trusts_the_authority_accepts(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:  # 7.call.19; 10.cookie.1, 2
        with sqlite_databases.fresh(tmp_path / "data") as settings, launch(settings, "--lan") as server:
            authority = wait_for_lan(server, settings)
            assert re.search(rf"Doorlist is at https://[^ ]+:{server.port}\n", server.printed)
            assert "/ca.crt" in server.printed

            client = server.client()
            offered = client.ask("GET", "/ca.crt")
            assert (offered.status, offered.body) == (200, authority.read_bytes())
            assert offered.headers["content-type"] == "application/x-x509-ca-cert"

            cookie = client.sign_in(OLIVE.username, OLIVE.password).headers["set-cookie"]
            assert cookie.startswith("__Host-doorlist_session=")
            attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"secure", "httponly", "samesite=lax", "path=/"} <= attributes
            assert not any(part.startswith("domain") for part in attributes)
            assert client.ask("GET", "/api/me").json()["username"] == "olive"

            without_trust = Server(server.port, server.process, server.printed_to, server.logged_to)
            without_trust.tls = ssl.create_default_context()
            with pytest.raises(ssl.SSLCertVerificationError):
                without_trust.client().ask("GET", "/readyz")

    def test_without_it_there_is_no_certificate_to_offer_and_the_cookie_is_plain(
        self, sqlite_databases: SqliteDatabases, tmp_path: Path
    ) -> None:  # 10.cookie.3
        with sqlite_databases.fresh(tmp_path / "data") as settings, serving(settings) as server:
            client = server.client()
            assert b"BEGIN CERTIFICATE" not in client.ask("GET", "/ca.crt").body
            cookie = client.sign_in(OLIVE.username, OLIVE.password).headers["set-cookie"]
            assert cookie.startswith("doorlist_session=")
            assert "secure" not in cookie.lower()
        assert not (settings.data_dir / "tls").exists()
