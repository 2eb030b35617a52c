"""Headers of every answer, and answers beside the API: probes, metrics, the built front end."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

from doorlist.core.db.database import Database
from doorlist.main import create_app
from tests.cast import NORA
from tests.databases import SqliteDatabases
from tests.house import House, new_attendee, new_event, problem

HERE, ELSEWHERE = "127.0.0.1", "192.0.2.7"
PAGE = "<!doctype html><title>Doorlist</title>"


@pytest.fixture(scope="module")
def built(sqlite_databases: SqliteDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a front end; the engine makes no difference here."""
    directory = tmp_path_factory.mktemp("built")
    static = directory / "dist"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "pages").mkdir()
    (static / "pages" / "home.html").write_text(PAGE + "home")
    (static / "pages" / "edit-event.html").write_text(PAGE + "edit")
    (static / "favicon.svg").write_text("<svg/>")
    (static / "assets" / "app-1a2b.js").write_text("void 0")
    (static / "assets" / "reader-3c4d.wasm").write_bytes(b"\x00asm")
    (static / "assets" / "big-5e6f.js").write_text("void 1" * 500)
    (static / "assets" / "big-5e6f.js.gz").write_bytes(gzip.compress(b"void 1" * 500))
    (static / "assets" / "big-5e6f.js.br").write_bytes(b"as brotli would have it")
    (directory / "secret.txt").write_text("secret")
    (directory / "dist-secret").mkdir()
    (directory / "dist-secret" / "secret.txt").write_text("secret")
    with sqlite_databases.fresh(directory / "data") as settings:
        made = House(replace(settings, static_dir=static), "sqlite")
        yield made
        made.close()


def caller(house: House, address: str = HERE) -> TestClient:
    return TestClient(
        house.app, base_url="http://localhost:8000", client=(address, 50000), raise_server_exceptions=False
    )


class TestHeaders:
    EVERYWHERE = (
        ("GET", "/"),
        ("GET", "/scan-attendees"),
        ("GET", "/assets/app-1a2b.js"),
        ("GET", "/assets/missing.js"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/metrics"),
        ("POST", "/"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/me"),
        ("GET", "/api/nothing"),
        ("POST", "/api/login"),
        ("POST", "/api/logout"),
    )

    @pytest.mark.parametrize(("method", "path"), EVERYWHERE)
    def test_every_answer_is_guarded(self, built: House, method: str, path: str) -> None:
        # 10.header.2, 4, 20; 10.origin.4
        headers = caller(built).request(method, path).headers
        assert headers["content-security-policy"] == (
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
            " img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self'; connect-src 'self';"
            " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["permissions-policy"] == "camera=(self), microphone=(), geolocation=()"
        assert re.fullmatch("[0-9a-f]{16}", headers["x-request-id"])
        assert "server" not in headers
        assert not [name for name in headers if name.startswith("access-control-")]

    def test_nothing_of_the_api_is_stored(self, built: House) -> None:  # 10.header.1
        olive, nora = built.signed_in(), built.signed_in(NORA)
        event = {"name": "Spring Gala", "date": "2026-11-20"}
        answers = {
            200: olive.get("/api/me"),
            201: olive.post("/api/events", json=event),
            204: olive.post("/api/logout"),
            400: nora.put("/api/me/password", json={}),
            401: built.stranger().get("/api/me"),
            403: nora.get("/api/events"),
            404: built.signed_in().get("/api/nothing"),
            405: built.signed_in().patch("/api/events"),
            413: built.stranger().post("/api/login", content=b" " * 2_000_000),
        }
        for status, answer in answers.items():
            assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-store")

    def test_a_request_of_another_site_before_its_call_is_not_let_in(self, built: House) -> None:
        asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
        answer = built.signed_in().options("/api/events", headers=asked)
        problem(answer, 405, "method_not_allowed")

    def test_https_is_asked_for_next_time_only_where_the_public_address_is_https(  # 10.header.21
        self, built: House
    ) -> None:
        secure = House(replace(built.settings, public_url=urlsplit("https://door.example.org")), "sqlite")
        answer = TestClient(secure.app, base_url="http://door.example.org").get("/healthz")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert "strict-transport-security" not in caller(secure).get("/healthz").headers
        # On a laptop's own certificate the browser must stay free to go back.
        https = TestClient(built.app, base_url="https://192.168.0.7:8000").get("/healthz")
        assert "strict-transport-security" not in https.headers
        secure.close()

    def test_https_is_not_asked_for_on_a_certificate_of_an_authority_made_here(  # 10.header.21
        self, built: House, tmp_path: Path
    ) -> None:
        settings = replace(built.settings, public_url=urlsplit("https://laptop.local:8000"))
        database = Database(settings)
        app = create_app(settings, database, certificate_authority=tmp_path / "ca.crt")
        answer = TestClient(app, base_url="https://laptop.local:8000").get("/healthz")
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers
        app.state.admission_worker.close()
        database.close()


class TestTheApisOwnPath:
    def test_is_never_the_apps_page(self, built: House) -> None:
        problem(caller(built).get("/api"), 401, "not_signed_in")
        problem(built.signed_in().get("/api"), 404, "not_found")


class TestCompression:
    @pytest.fixture
    def listed(self, built: House) -> TestClient:
        olive = built.signed_in()
        event = new_event(olive)
        for _ in range(10):
            new_attendee(olive, event)
        return olive

    @pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate, br, zstd"])
    def test_data_goes_out_compressed_to_who_can_read_it(self, listed: TestClient, accepted: str) -> None:
        plain = listed.get("/api/attendees?limit=10", headers={"Accept-Encoding": "identity"})
        answer = listed.get("/api/attendees?limit=10", headers={"Accept-Encoding": accepted})
        assert "content-encoding" not in plain.headers
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.json() == plain.json()
        assert answer.headers["x-total-count"] == plain.headers["x-total-count"]
        assert int(answer.headers["content-length"]) < int(plain.headers["content-length"]) / 4
        assert (answer.headers["vary"], plain.headers["vary"]) == ("Accept-Encoding", "Accept-Encoding")

    @pytest.mark.parametrize("path", ["/api/me", "/api/attendees?limit=1", "/api/attendees"])
    def test_what_is_short_or_streamed_goes_out_as_it_is(self, listed: TestClient, path: str) -> None:
        answer = listed.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers


class TestProbes:
    def test_need_no_session(self, built: House) -> None:  # 7.call.15, 16; 6.roles.2
        stranger = caller(built, ELSEWHERE)
        assert (stranger.get("/healthz").status_code, stranger.get("/healthz").json()) == (200, {"status": "alive"})
        assert (stranger.get("/readyz").status_code, stranger.get("/readyz").json()) == (200, {"status": "ready"})

    def test_are_ready_on_either_engine(self, house: House) -> None:
        assert house.stranger().get("/readyz").status_code == 200


class TestMetrics:
    def test_are_for_this_machine(self, built: House) -> None:  # 7.call.17; 10.header.3
        built.signed_in().get("/api/me")
        for address in ("127.0.0.1", "127.9.9.9", "::1"):
            answer = caller(built, address).get("/metrics")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/plain; version=")
        assert 'doorlist_requests_total{method="GET",route="/api/me",status="200"}' in answer.text
        assert "doorlist_request_seconds_bucket" in answer.text

    def test_are_not_found_from_anywhere_else(self, built: House) -> None:  # 10.header.3
        for address in (ELSEWHERE, "10.0.0.5", "2001:db8::1", "unknown"):
            problem(caller(built, address).get("/metrics"), 404, "not_found")

    def test_are_not_found_through_a_proxy_on_this_machine(self, built: House) -> None:
        for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"):
            problem(caller(built).get("/metrics", headers={name: HERE}), 404, "not_found")
        # Nor through a proxy that adds no header, but passes on the name that people typed.
        problem(caller(built).get("/metrics", headers={"Host": "door.example.org"}), 404, "not_found")

    def test_are_for_who_is_named(self, built: House) -> None:  # 10.header.3
        settings = replace(built.settings, metrics_from=(ip_network("10.0.0.0/24"),))
        house = House(settings, "sqlite")
        assert caller(house, "10.0.0.5").get("/metrics").status_code == 200
        assert caller(house, HERE).get("/metrics").status_code == 200
        problem(caller(house, "10.0.1.5").get("/metrics"), 404, "not_found")
        house.close()

    def test_name_no_id(self, built: House) -> None:
        built.signed_in().get("/api/events/987654")
        text = caller(built).get("/metrics").text
        assert 'route="/api/events/{event_id}"' in text
        assert "987654" not in text


class TestFrontEnd:
    def test_files_with_a_hash_in_their_name_are_kept_for_good(self, built: House) -> None:
        answer = caller(built).get("/assets/app-1a2b.js")
        assert (answer.status_code, answer.text) == (200, "void 0")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = caller(built).get("/assets/app-1a2b.js", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["cache-control"] == "public, max-age=31536000, immutable"

    def test_types_are_those_that_a_browser_insists_on(self, built: House) -> None:
        assert caller(built).get("/assets/app-1a2b.js").headers["content-type"].startswith("text/javascript")
        assert caller(built).get("/assets/reader-3c4d.wasm").headers["content-type"] == "application/wasm"
        assert caller(built).get("/favicon.svg").headers["content-type"] == "image/svg+xml"

    @pytest.mark.parametrize(
        ("accepted", "encoding"),
        [
            ("gzip, deflate, br", "br"),
            ("gzip;q=1.0, br;q=0", "gzip"),
            ("GZIP", "gzip"),
            ("gzip;q=0.0", None),
            ("identity", None),
            ("", None),
        ],
    )
    def test_a_compressed_copy_goes_to_who_can_read_it(self, built: House, accepted: str, encoding: str | None) -> None:
        answer = caller(built).head("/assets/big-5e6f.js", headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["vary"] == "Accept-Encoding"

    def test_a_compressed_copy_reads_as_the_file(self, built: House) -> None:
        answer = caller(built).get("/assets/big-5e6f.js", headers={"Accept-Encoding": "gzip"})
        assert (answer.headers["content-encoding"], answer.text) == ("gzip", "void 1" * 500)
        headers = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["etag"]}
        assert caller(built).get("/assets/big-5e6f.js", headers=headers).status_code == 304
        assert caller(built).get("/assets/app-1a2b.js", headers=headers).text == "void 0"

    @pytest.mark.parametrize(
        ("path", "screen"),
        [("/", "home"), ("/edit-event/7", "edit"), ("/edit-event", "edit"), ("/edit-events", "")],
    )
    def test_each_screen_has_its_page(self, built: House, path: str, screen: str) -> None:
        answer = caller(built).get(path)
        assert (answer.status_code, answer.text) == (200, PAGE + screen)
        assert answer.headers["cache-control"] == "no-cache"
        again = caller(built).get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")

    @pytest.mark.parametrize("path", ["/index.html", "/auth", "/edit/event/7", "/no/such/page", "/favicon.ico"])
    def test_every_other_path_is_the_page_and_asked_for_each_time(self, built: House, path: str) -> None:
        answer = caller(built).get(path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].startswith("text/html")

    @pytest.mark.parametrize("path", ["/assets/missing.js", "/assets/old-1a2b.js", "/assets/sub/missing.css"])
    def test_a_missing_asset_is_not_the_page(self, built: House, path: str) -> None:
        answer = caller(built).get(path)
        problem(answer, 404, "not_found")
        assert "immutable" not in answer.headers.get("cache-control", "")

    @pytest.mark.parametrize(
        "path",
        [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/..%2fdist-secret/secret.txt",
            "/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd",
            "//etc/passwd",
            "/..%5csecret.txt",
            "/%00",
            "/assets/%00",
            "/" + "x" * 5000,
            "/%ff",
        ],
    )
    def test_no_path_leads_out_of_it(self, built: House, path: str) -> None:
        answer = caller(built).get(path)
        assert answer.status_code in {200, 404}
        assert "secret" not in answer.text
        assert "root:" not in answer.text

    def test_nothing_can_be_written_there(self, built: House) -> None:
        for method in ("POST", "PUT", "DELETE"):
            for path in ("/", "/index.html", "/auth"):
                problem(caller(built).request(method, path), 405, "method_not_allowed")

    def test_where_nobody_built_it_the_answer_says_how(self, built: House, tmp_path: Path) -> None:
        house = House(replace(built.settings, static_dir=tmp_path / "none"), "sqlite")
        answer = caller(house).get("/")
        assert answer.status_code == 503
        assert "make build" in answer.text
        assert caller(house).get("/healthz").status_code == 200
        house.close()
