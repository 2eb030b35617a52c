"""Behind a proxy: which requests count as HTTPS and which as our own site (contract 10)."""

from dataclasses import replace
from ipaddress import ip_network
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from doorlist.core.config import Settings
from doorlist.core.errors import CrossSite
from doorlist.core.http.security import client_address, is_https, refuse_cross_site
from tests.house import House

PROXY, STRANGER = "10.0.0.5", "192.0.2.7"


def settings_of(house: House, *, public_url: str | None = None, proxies: bool = True) -> Settings:
    return replace(
        house.settings,
        public_url=urlsplit(public_url) if public_url else None,
        trusted_proxies=(ip_network(PROXY),) if proxies else (),
        allowed_hosts=frozenset({"door", "door.example.org"}),
    )


def cookie_name(settings: Settings, house: House, *, peer: str, host: str, **headers: str) -> str:
    """The name of the cookie that a sign-in gets: it shows whether the house takes the call for HTTPS."""
    proxied = House(settings, house.engine)
    client = TestClient(proxied.app, base_url=f"http://{host}", client=(peer, 50000))
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"username": "olive", "password": "correct horse battery"}
    answer = client.post("/api/login", json=body, headers=named)
    proxied.close()
    assert answer.status_code == 200, answer.text
    return answer.headers["set-cookie"].partition("=")[0]


PLAIN, SECURE = "doorlist_session", "__Host-doorlist_session"


@pytest.mark.either_engine
class TestHttps:
    def test_an_anonymous_caller_cannot_claim_https(self, house: House) -> None:  # 10.origin.5
        settings = settings_of(house)
        assert cookie_name(settings, house, peer=STRANGER, host="door", x_forwarded_proto="https") == PLAIN

    def test_a_trusted_proxy_can(self, house: House) -> None:  # 10.origin.5
        settings = settings_of(house)
        assert cookie_name(settings, house, peer=PROXY, host="door", x_forwarded_proto="https") == SECURE
        assert cookie_name(settings, house, peer=PROXY, host="door", x_forwarded_proto="http") == PLAIN
        assert cookie_name(settings, house, peer=PROXY, host="door") == PLAIN

    def test_the_public_address_decides_whatever_the_proxy_makes_of_the_host(self, house: House) -> None:  # 10.origin.6
        settings = settings_of(house, public_url="https://door.example.org")
        assert cookie_name(settings, house, peer=PROXY, host="door.example.org") == SECURE
        assert cookie_name(settings, house, peer=PROXY, host="127.0.0.1:8000", x_forwarded_proto="http") == SECURE
        unnamed = settings_of(house, public_url="https://door.example.org", proxies=False)
        assert cookie_name(unnamed, house, peer=PROXY, host="door.example.org") == SECURE

    def test_beside_the_proxy_the_server_can_still_be_used_without_https(self, house: House) -> None:
        settings = settings_of(house, public_url="https://door.example.org")
        assert cookie_name(settings, house, peer="127.0.0.1", host="127.0.0.1:8000") == PLAIN


class TestSameSite:
    SETTINGS = Settings(data_dir=None, public_url=urlsplit("https://door.example.org"))  # type: ignore[arg-type]

    def refused(self, host: str, origin: str) -> bool:
        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        try:
            refuse_cross_site({"type": "http", "method": "POST", "headers": headers}, self.SETTINGS)
        except CrossSite:
            return True
        return False

    @pytest.mark.parametrize(
        ("host", "origin", "refused"),
        [
            ("door.example.org", "https://door.example.org", False),
            ("127.0.0.1:8000", "https://door.example.org", False),
            ("127.0.0.1:8000", "http://127.0.0.1:8000", False),
            ("127.0.0.1:8000", "https://elsewhere.example.org", True),
            ("127.0.0.1:8000", "https://door.example.org.elsewhere.example", True),
            ("127.0.0.1:8000", "http://127.0.0.1:9000", True),
            ("127.0.0.1:8000", "null", True),
            ("127.0.0.1:8000", "", True),
            ("127.0.0.1:8000", "door.example.org", True),
        ],
    )
    def test_the_public_address_is_our_own_site_too(self, host: str, origin: str, *, refused: bool) -> None:
        # 10.origin.2, 6
        assert self.refused(host, origin) is refused


def test_without_a_known_peer_nothing_is_believed() -> None:
    settings = Settings(data_dir=None, trusted_proxies=(ip_network("0.0.0.0/0"),))  # type: ignore[arg-type]
    scope = {"type": "http", "scheme": "http", "client": None, "headers": [(b"x-forwarded-proto", b"https")]}
    assert not is_https(scope, settings)


@pytest.mark.parametrize(
    ("public_url", "host"),
    [
        ("https://Door.Example.org", "door.example.org"),
        ("https://door.example.org:443", "door.example.org"),
        ("https://door.example.org", "door.example.org:443"),
        ("https://door.example.org:8443", "DOOR.example.org:8443"),
    ],
)
def test_a_public_address_is_known_however_it_is_written(sqlite_house: House, public_url: str, host: str) -> None:
    settings = settings_of(sqlite_house, public_url=public_url, proxies=False)
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "client": (STRANGER, 1),
        "headers": [(b"host", host.encode()), (b"origin", f"https://{host}".encode())],
    }
    assert is_https(scope, settings)
    refuse_cross_site(scope, settings)


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("::ffff:192.0.2.7", None, "192.0.2.7"),
        ("::ffff:10.0.0.5", "203.0.113.9", "203.0.113.9"),
        (PROXY, "203.0.113.9:5678", "203.0.113.9"),
        (PROXY, "[2001:db8::7]:5678", "2001:db8::7"),
        (PROXY, "203.0.113.9, ", "203.0.113.9"),
        (PROXY, "198.51.100.1, 203.0.113.9, ::ffff:10.0.0.5", "203.0.113.9"),
        (PROXY, "2001:DB8:0::7", "2001:db8::7"),
        (PROXY, f"{PROXY}, {PROXY}", PROXY),
    ],
)
def test_a_caller_is_the_same_whatever_port_and_notation(
    sqlite_house: House, peer: str, forwarded: str | None, address: str
) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert client_address(scope, settings_of(sqlite_house)) == address


def test_only_the_first_forwarded_protocol_counts(sqlite_house: House) -> None:
    headers = [(b"x-forwarded-proto", b"HTTPS, http")]
    scope = {"type": "http", "scheme": "http", "client": (PROXY, 1), "headers": headers}
    assert is_https(scope, settings_of(sqlite_house))
