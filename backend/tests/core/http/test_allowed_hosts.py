"""Which names the server answers to, and which it does not (contract 10.host)."""

import socket
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from doorlist.core import clock
from doorlist.core.http.allowed_hosts import certificate_names
from doorlist.core.http.tls import lan_certificate
from tests.cast import OLIVE
from tests.house import House, problem

PROXY = "10.0.0.5"
ELSEWHERE = (
    "evil.example",
    "evil.example:8000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "laptop.evil.example",
)


@pytest.fixture
def named(sqlite_house: House) -> Iterator[House]:
    settings = replace(
        sqlite_house.settings,
        public_url=urlsplit("https://gala.example.org"),
        trusted_proxies=(ip_network(PROXY),),
        allowed_hosts=frozenset({"tickets.lan", "*.club.example"}),
    )
    made = House(settings, "sqlite")
    yield made
    made.close()


def ask(house: House, host: str, path: str = "/api/me", *, peer: str = "127.0.0.1") -> Response:
    client = TestClient(house.app, client=(peer, 50000), raise_server_exceptions=False)
    return client.get(path, headers={b"Host": host.encode("latin-1")})


@pytest.mark.matrix
@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "LocalHost:5173",
        "localhost.",
        "127.0.0.1:8000",
        "[::1]:8000",
        "[fd00::2]",
        "192.168.0.7:8000",
        "203.0.113.7",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000",
        "gala.example.org",
        "GALA.example.org:443",
        "tickets.lan:8000",
        "bar.club.example",
    ],
)
def test_its_own_are_answered(named: House, host: str) -> None:  # 10.host.1, 2, 3
    assert ask(named, host).status_code == 401


@pytest.mark.matrix
@pytest.mark.parametrize(
    "host", [*ELSEWHERE, "club.example", "a.b.club.example", "gala.example.org.evil.example", "a b", "é"]
)
@pytest.mark.parametrize("path", ["/", "/api/me", "/api/login", "/metrics", "/ca.crt", "/assets/app.js"])
def test_others_are_not(named: House, host: str, path: str) -> None:  # 10.host.1; 10.code.64
    answer = ask(named, host, path)
    detail = problem(answer, 421, "misdirected_request")["detail"]
    assert "DOORLIST_ALLOWED_HOSTS" in detail
    assert answer.headers["content-security-policy"]


def test_a_scan_under_another_name_decides_nothing(named: House) -> None:  # 10.host.1
    client = named.stranger()
    body = {"username": OLIVE.username, "password": OLIVE.password}
    assert client.post("/api/login", json=body, headers={"Host": "localhost"}).status_code == 200
    scan = client.post("/api/attendees/scan", json={"qrData": "x"}, headers={"Host": "evil.example"})
    problem(scan, 421, "misdirected_request")


def test_of_two_names_both_have_to_be_its_own(named: House) -> None:  # 10.host.1
    client = TestClient(named.app)
    answer = client.get("/api/me", headers=[("Host", "localhost"), ("Host", "evil.example")])
    problem(answer, 421, "misdirected_request")


def test_what_a_trusted_proxy_passes_on_is_answered(named: House) -> None:  # 10.host.4
    assert ask(named, "upstream-1:8000", peer=PROXY).status_code == 401
    problem(ask(named, "upstream-1:8000", peer="10.0.0.6"), 421, "misdirected_request")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_are_answered_under_any_name(named: House, path: str) -> None:  # 10.host.5
    assert ask(named, "door-1:8000", path).status_code == 200


def test_the_name_that_the_machine_gets_while_the_server_runs_is_answered(
    named: House, monkeypatch: pytest.MonkeyPatch
) -> None:  # 10.host.2
    problem(ask(named, "new-name.local"), 421, "misdirected_request")
    monkeypatch.setattr(socket, "gethostname", lambda: "new-name")
    assert ask(named, "new-name.local").status_code == 401


def test_a_certificate_names_its_hosts(tmp_path: Path) -> None:  # 10.host.3
    made = lan_certificate(tmp_path, clock.now(), (), "Laptop")
    assert certificate_names(made.cert_file) == {"localhost", "laptop", "laptop.local"}
    assert certificate_names(made.key_file) == frozenset()
