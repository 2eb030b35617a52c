"""Limits on everything that an anonymous client sends before a handler sees it (contract 10.limit)."""

import contextlib
import itertools
import resource
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import pytest

from doorlist import serving as serving_module
from doorlist.core.config import Settings
from doorlist.core.http import connections, protocol
from doorlist.core.local_network import local_addresses
from tests.cast import OLIVE
from tests.databases import SqliteDatabases
from tests.house import House
from tests.live.listening import listening
from tests.server.hostile import Refusal, connect, last_answer, memory_mib, push
from tests.server.process import Client, Server, launch, serving, wait_until_ready

pytestmark = pytest.mark.server

MIB = 1024 * 1024
GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
LOGIN = b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CHUNKED = LOGIN + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"


@pytest.fixture(scope="module")
def settings(sqlite_databases: SqliteDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    with sqlite_databases.fresh(tmp_path_factory.mktemp("bounded") / "data") as made:
        yield made


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Server]:
    with serving(settings) as made:
        yield made


def refusal_of(server: Server, *pieces: bytes) -> Refusal:
    """The response to these bytes, after which the server has to hang up."""
    with connect(server.port) as connection:
        push(connection, pieces, 64 * MIB)
        return last_answer(connection)


def refused(answer: Refusal, status: int, code: str) -> None:
    assert (answer.status, answer.problem.get("code")) == (status, code), answer
    assert answer.problem["status"] == status
    assert answer.problem["detail"]
    assert "connection: close" in answer.head.lower()
    assert answer.is_closed


def answers(server: Server) -> bool:
    client = Client(server.port)
    try:
        return client.ask("GET", "/healthz").status == 200
    finally:
        client.close()


def is_answered(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a request on a new connection is served."""
    with connect(port, host) as connection:
        try:
            connection.sendall(GET + b"\r\n")
            return connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        except ConnectionError:
            return False


class TestHead:
    @pytest.mark.parametrize(
        "more",
        [
            b"X-A: " + b"b" * 70_000,
            b"X-A" + b"b" * 70_000,
            b"X-A: b\r\n" * 101,
            b"X-A: " + b"b" * 1000 + b"\r\n",
        ],
        ids=["an endless value", "an endless name", "many lines", "a little of each, for ever"],
    )
    def test_that_does_not_end_is_refused(self, server: Server, more: bytes) -> None:  # 10.limit.20; 10.code.60
        refused(refusal_of(server, GET, *itertools.repeat(more, 100)), 431, "headers_too_large")
        assert answers(server)

    def test_of_64_kib_and_100_lines_is_read_and_of_a_byte_more_is_not(self, server: Server) -> None:  # 10.limit.20
        lines = [b"Host: 127.0.0.1\r\n", *(b"X-%02d: b\r\n" % number for number in range(98))]
        start = b"GET /healthz HTTP/1.1\r\n" + b"".join(lines)
        for size, is_read in ((65_536, True), (65_537, False)):
            padding = size - len(start) - len(b"X-P: \r\n\r\n")
            with connect(server.port) as connection:
                connection.sendall(start + b"X-P: " + b"p" * padding + b"\r\n\r\n")
                answer = connection.recv(65536)
                assert answer.startswith(b"HTTP/1.1 200 " if is_read else b"HTTP/1.1 431 "), (size, answer)

    def test_it_is_the_same_however_it_comes_in(self, server: Server) -> None:  # 10.limit.20
        with connect(server.port) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Behind a request that is whole already, so that the second head begins in the middle of what is read.
            connection.sendall(GET + b"\r\n" + GET + b"X-A: " + b"b" * 140_000)
            answer = last_answer(connection)
            assert (answer.status, answer.is_closed) == (200, True)

    def test_with_an_endless_address_is_refused(self, server: Server) -> None:  # 10.limit.21; 10.code.61
        refused(refusal_of(server, b"GET /", *itertools.repeat(b"a" * 65536, 100)), 414, "uri_too_long")
        refused(refusal_of(server, b"GET /" + b"a" * 16_384 + b" HTTP/1.1\r\nHost: x\r\n\r\n"), 414, "uri_too_long")
        with connect(server.port) as connection:
            connection.sendall(b"GET /" + b"a" * 16_383 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert not connection.recv(4096).startswith(b"HTTP/1.1 414 ")

    def test_that_is_not_http_is_refused_as_a_problem(self, server: Server) -> None:  # 10.problem.1, 10.code.62
        refused(refusal_of(server, b"\x16\x03\x01 hello\r\n\r\n"), 400, "malformed_request")

    def test_requests_that_do_not_wait_for_answers_are_limited(self, server: Server) -> None:  # 10.limit.22
        before = memory_mib(server)
        with connect(server.port) as connection:
            sent = push(
                connection, itertools.repeat(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 6000), 64 * MIB
            )
        assert sent < 16 * MIB
        assert memory_mib(server) < before + 32
        assert answers(server)
        # The first of them may be served while the connection is closed under it: no defect, and no trace in the log.
        assert not server.traceback, server.traceback


class TestTrailers:
    @pytest.mark.parametrize(
        "more", [b"X-A: " + b"b" * 70_000, b"X-A: b\r\n" * 101], ids=["an endless value", "many lines"]
    )
    def test_that_do_not_end_are_refused(self, server: Server, more: bytes) -> None:  # 10.limit.20
        # To a path whose answer waits for the whole body.
        answer = refusal_of(server, CHUNKED, *itertools.repeat(more, 100))
        refused(answer, 431, "headers_too_large")

    def test_nor_does_an_endless_extension_of_a_chunk_go_on(self, server: Server) -> None:  # 10.limit.20
        start = LOGIN + b"Transfer-Encoding: chunked\r\n\r\n2;x="
        refused(refusal_of(server, start, *itertools.repeat(b"y" * 65536, 100)), 431, "headers_too_large")

    def test_are_not_taken_for_headers(self, server: Server, settings: Settings) -> None:  # 10.limit.23
        del settings
        client = server.client()
        client.sign_in(OLIVE.username, OLIVE.password)
        body = b'{"name": "Gala", "date": "2026-11-20"}'
        with connect(server.port) as connection:
            connection.sendall(
                b"POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\nCookie: %b\r\n\r\n"
                % (len(body), body, (client.cookie or "").encode())
            )
            assert connection.recv(4096).startswith(b"HTTP/1.1 401 ")


class TestBody:
    def test_of_a_sign_in_has_at_most_8_kib(self, server: Server) -> None:  # 10.limit.24
        small = Client(server.port)
        fits = b'{"username": "olive", "password": ""}'.ljust(8192)
        for content, status in ((fits, 401), (fits + b" ", 413)):
            small.connection.request("POST", "/api/login", content, {"Content-Type": "application/json"})
            answer = small.connection.getresponse()
            assert answer.read()
            assert answer.status in {status, 400 if status == 401 else status}
        small.close()

    @pytest.mark.parametrize("kind", ["declared", "chunked"])
    def test_that_is_too_large_is_answered_and_not_read(self, server: Server, kind: str) -> None:  # 10.limit.25
        if kind == "declared":
            head, piece = LOGIN + b"Content-Length: 99999999999\r\n\r\n", b"x" * 65536
        else:
            head, piece = LOGIN + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n"
        with connect(server.port) as connection:
            connection.sendall(head + piece)
            answer = connection.recv(65536)
            assert answer.startswith(b"HTTP/1.1 413 "), answer
            assert b"connection: close" in answer.lower()
            # Only the system's own buffers still fill.
            assert push(connection, itertools.repeat(piece), 512 * MIB) < 32 * MIB

    def test_after_an_answer_that_did_not_wait_for_it_is_not_read(self, server: Server) -> None:  # 10.limit.25
        with connect(server.port) as connection:
            connection.sendall(GET + b"Content-Length: 99999999999\r\n\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
            assert push(connection, itertools.repeat(b"x" * 65536), 512 * MIB) < 32 * MIB


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines of three seconds instead of ten and thirty; each is checked to be what was promised first."""
    assert (protocol.HEAD_SECONDS, protocol.BODY_SECONDS, protocol.STUCK_SECONDS) == (10, 30, 30)
    assert protocol.BODY_BYTES == 30 * 1024
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "STUCK_SECONDS"):
        monkeypatch.setattr(protocol, name, 3)


@pytest.mark.usefixtures("hasty")
@pytest.mark.rest
class TestDeadline:
    def test_a_head_that_is_not_finished_is_given_up(self, sqlite_house: House) -> None:  # 10.limit.26; 10.code.63
        with listening(sqlite_house) as here, connect(here.port) as silent, connect(here.port) as slow:
            slow.sendall(GET)
            for _ in range(8):
                time.sleep(0.5)
                with contextlib.suppress(OSError):
                    slow.sendall(b"X-A: b\r\n")
            answer = last_answer(slow)
            assert (answer.status, answer.problem.get("code"), answer.is_closed) == (408, "request_timeout", True)
            # Nothing was asked, so nothing is answered: browsers open connections that they may want later.
            assert silent.recv(4096) == b""

    def test_an_idle_connection_is_closed(self, sqlite_house: House) -> None:  # 10.limit.26
        with listening(sqlite_house) as here, connect(here.port) as idle:
            idle.sendall(GET + b"\r\n")
            received = b""
            while more := idle.recv(4096):  # Head and body may come in two pieces.
                received += more
            assert received.startswith(b"HTTP/1.1 200 ")

    def test_a_body_that_hardly_comes_is_given_up(self, sqlite_house: House) -> None:  # 10.limit.27
        with listening(sqlite_house) as here, connect(here.port) as slow:
            slow.sendall(LOGIN + b"Content-Length: 4000\r\n\r\n")
            for _ in range(10):
                time.sleep(0.5)
                with contextlib.suppress(OSError):
                    slow.sendall(b" ")
            answer = last_answer(slow)
            assert (answer.status, answer.problem.get("code"), answer.is_closed) == (408, "request_timeout", True)

    def test_a_body_that_comes_slowly_is_read_to_its_end(self, sqlite_house: House) -> None:  # 10.limit.27
        with listening(sqlite_house) as here:
            client = here.signed_in()
            size = 150 * 1024
            with connect(here.port) as phone:
                phone.sendall(
                    b"POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    b"Cookie: %b\r\nContent-Length: %d\r\n\r\n" % ((client.cookie or "").encode(), size)
                )
                for _ in range(15):
                    phone.sendall(b" " * (size // 15))
                    time.sleep(0.5)
                assert phone.recv(4096).startswith(b"HTTP/1.1 400 ")

    def test_a_reader_that_takes_nothing_is_given_up(  # 10.limit.28
        self, sqlite_house: House, tmp_path: Path
    ) -> None:
        static = tmp_path / "dist"
        static.mkdir()
        (static / "index.html").write_bytes(b"x" * 32 * MIB)
        large = House(replace(sqlite_house.settings, static_dir=static), "sqlite")
        with listening(large) as here, connect(here.port) as reader, connect(here.port) as taking:
            for connection in (reader, taking):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            taken, until = len(taking.recv(65536)), time.monotonic() + 30
            reader.recv(1)
            while len(here.server.server_state.connections) > 1 and time.monotonic() < until:
                # Slowly, but it does.
                taken += len(taking.recv(65536))
                time.sleep(0.1)
            assert len(here.server.server_state.connections) == 1
            while taken < 32 * MIB and (more := taking.recv(MIB)):
                taken += len(more)
            assert taken >= 32 * MIB

    def test_a_live_stream_outlives_them_all(self, sqlite_house: House) -> None:  # 10.limit.28
        with listening(sqlite_house) as here:
            client = here.signed_in()
            with here.ear(client) as ear:
                time.sleep(7)
                created = here.signed_in().ask("POST", "/api/events", {"name": "Gala", "date": "2026-11-20"})
                assert created.status == 201
                assert ear.changes(10)


@pytest.fixture(scope="module")
def tls_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("tls") / "data")
    with launch(settings, "--lan") as made:
        until = time.monotonic() + 30
        while not made.printed.count("https://") and time.monotonic() < until:
            time.sleep(0.05)
        made.tls = ssl.create_default_context(cafile=settings.data_dir / "tls" / "ca.crt")
        wait_until_ready(made)
        yield made


class TestTls:
    @pytest.mark.rest
    def test_a_handshake_that_is_not_finished_is_given_up(self, tls_server: Server) -> None:  # 10.limit.26
        with connect(tls_server.port, seconds=40) as silent, connect(tls_server.port, seconds=40) as begun:
            begun.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
            for connection in (silent, begun):
                with contextlib.suppress(ConnectionError):
                    while connection.recv(4096):
                        pass
        assert tls_server.client().ask("GET", "/healthz").status == 200

    @pytest.mark.parametrize(
        "suite",
        [
            "ECDHE-ECDSA-AES128-SHA256",
            "ECDHE-ECDSA-AES256-SHA384",
        ],
    )
    def test_offers_no_cbc(self, tls_server: Server, suite: str) -> None:  # 10.tls.1
        with pytest.raises((ssl.SSLError, ConnectionError)):
            agreed_suite(tls_server, suite)

    @pytest.mark.parametrize("suite", ["ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"])
    def test_offers_what_every_phone_knows(self, tls_server: Server, suite: str) -> None:  # 10.tls.1
        assert agreed_suite(tls_server, suite) == (suite, "TLSv1.2")

    def test_prefers_tls_1_3(self, tls_server: Server) -> None:  # 10.tls.1
        assert agreed_suite(tls_server, None)[1] == "TLSv1.3"


def agreed_suite(server: Server, suite: str | None) -> tuple[str, str]:
    """The protocol and the suite that client and server agree on; with a `suite` the client knows only TLS 1.2."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if suite is not None:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(f"{suite}:@SECLEVEL=0")
    with connect(server.port) as plain, context.wrap_socket(plain) as tls:
        found = tls.cipher()
        assert found is not None
        return found[0], tls.version() or ""


class TestConnectionsOfOneAddress:
    @pytest.fixture
    def own_address(self) -> str:
        found = next((str(a) for a in local_addresses() if a.version == 4), None)
        if found is None:
            pytest.skip("NOT TESTED: this machine has no address but its loopback")
        return found

    def test_are_limited_and_nobody_else_is_locked_out(  # 10.limit.29
        self, sqlite_house: House, own_address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert (connections.MAX_PER_ADDRESS, connections.MOST) == (512, 4096)
        monkeypatch.setattr(connections, "MAX_PER_ADDRESS", 5)
        with listening(sqlite_house, host="0.0.0.0") as here, contextlib.ExitStack() as opened:  # noqa: S104
            for _ in range(5):
                opened.enter_context(connect(here.port, own_address))
            assert not is_answered(here.port, own_address)
            # Connections from this machine, where a proxy may run, are not counted.
            for _ in range(7):
                local = opened.enter_context(connect(here.port))
                local.sendall(GET + b"\r\n")
                assert local.recv(4096).startswith(b"HTTP/1.1 200 ")
            # Closed connections are no longer counted.
            opened.close()
            until = time.monotonic() + 10
            while not is_answered(here.port, own_address):
                assert time.monotonic() < until
                time.sleep(0.1)

    def test_a_trusted_proxy_has_as_many_as_it_needs(  # 10.limit.29
        self, sqlite_house: House, own_address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "MAX_PER_ADDRESS", 2)
        proxied = House(replace(sqlite_house.settings, trusted_proxies=(ip_network(own_address),)), "sqlite")
        with listening(proxied, host="0.0.0.0") as here, contextlib.ExitStack() as opened:  # noqa: S104
            for _ in range(4):
                connection = opened.enter_context(connect(here.port, own_address))
                connection.sendall(GET + b"\r\n")
                assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")

    def test_nor_can_all_together_use_up_what_the_server_has(  # 10.limit.30
        self, sqlite_house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(serving_module, "MOST", 3)
        with listening(sqlite_house) as here, contextlib.ExitStack() as opened:
            for _ in range(3):
                opened.enter_context(connect(here.port))
            assert not is_answered(here.port)


def test_the_soft_limit_of_descriptors_is_raised_to_the_hard_one(settings: Settings) -> None:  # 10.run.40
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    other = Settings(data_dir=settings.data_dir.parent / "descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        started = launch(other)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    with started as server:
        wait_until_ready(server)
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
        assert line.split()[3:5] == [str(hard), str(hard)]
