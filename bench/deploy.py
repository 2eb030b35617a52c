"""The files of deploy/ in earnest: nginx, Caddy, PgBouncer and a standby, on one Linux machine.

    apt-get install nginx-light caddy pgbouncer postgresql iproute2
    backend/.venv/bin/python bench/deploy.py        # as root

Parts can be named: proxies, pgbouncer, killed, vanished, frozen.

Everything runs in a separate folder and network namespace, on free ports, and ends with this program. The primary
has a second network, so that it can vanish. Needs `make build`.
"""

import http.client
import json
import os
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import psutil
import psycopg

ROOT = Path(__file__).resolve().parent.parent
DEPLOY, DOORLIST = ROOT / "deploy", ROOT / "backend" / ".venv" / "bin" / "doorlist"
NAME = "door.example.org"
NAMESPACE, HERE, THERE = "doorlist-primary", "10.213.77.1", "10.213.77.2"
PASSWORD = "a sentence of my own"
DOORS = 8
UPLOAD_BYTES = 49_900_000


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def free_port() -> int:
    """A port on which no program listens at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(what: Callable[[], object], seconds: float = 30) -> None:
    """Return once `what()` is true. Raises TimeoutError."""
    end = time.monotonic() + seconds
    while True:
        with suppress(OSError, http.client.HTTPException, psycopg.Error):
            if what():
                return
        if time.monotonic() > end:
            raise TimeoutError(f"{what} is not true after {seconds} s")
        time.sleep(0.05)


def expect(is_so: bool, found: object) -> None:
    """Raise RuntimeError with `found` if it is false."""
    if not is_so:
        raise RuntimeError(found)


def run(*command: str | Path) -> None:
    """Run a program from its start to its end."""
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@dataclass
class Lab:
    """A folder, and the programs that run in it."""

    folder: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, name: str, *command: str | Path, **environment: str) -> subprocess.Popen[bytes]:
        """Start a program, which writes to a file of its name."""
        inherited = {key: text for key, text in os.environ.items() if not key.startswith(("DOORLIST_", "PG"))}
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [*map(str, command)],
                cwd=self.folder,
                env={**inherited, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.running.append(process)
        return process

    def close(self) -> None:
        """End everything."""
        for process in reversed(self.running):
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(15)
            if process.poll() is None:
                process.kill()
                process.wait()


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


@dataclass
class Postgres:
    """A PostgreSQL on this machine, or in the namespace that can vanish."""

    lab: Lab
    name: str
    host: str
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the database."""
        return f"postgresql://doorlist@{self.host}:{self.port}/doorlist"

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.lab.folder / self.name

    def program(self, name: str, *arguments: str | Path) -> list[str]:
        """The command line of one of PostgreSQL's programs, which refuse to run as root."""
        binaries = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        place = ["ip", "netns", "exec", NAMESPACE] if self.host == THERE else []
        return [*place, *user, str(binaries / name), *map(str, arguments)]

    def create(self) -> None:
        """Make an empty cluster."""
        self._own(self.data)
        run(*self.program("initdb", "-D", self.data, "-U", "doorlist", "--locale=C.UTF-8", "--auth=trust"))
        with (self.data / "pg_hba.conf").open("a", encoding="utf-8") as rules:
            rules.write("host all,replication all 10.213.77.0/30 trust\n")

    def follow(self, primary: "Postgres") -> None:
        """Make this server a standby of the primary."""
        self._own(self.data)
        run(*self.program("pg_basebackup", "-R", "--checkpoint=fast", "-D", self.data, "-d", primary.url))

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [f"listen_addresses={self.host},127.0.0.1", f"unix_socket_directories={self.data}"]
        command = self.program("postgres", "-D", self.data, "-p", str(self.port))
        self.process = self.lab.start(self.name, *command, *(f"--{setting}" for setting in settings))
        first = self.url.removesuffix("doorlist") + "postgres"
        until(lambda: self.ask("SELECT 1", first))
        if not self.ask("SELECT 1 FROM pg_database WHERE datname = 'doorlist'", first):
            self.ask("CREATE DATABASE doorlist", first)

    def ask(self, statement: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        with psycopg.connect(url or self.url, autocommit=True, connect_timeout=2) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def promote(self) -> None:
        """Promote this standby to primary."""
        run(*self.program("pg_ctl", "promote", "-D", self.data))

    def signal_all(self, number: signal.Signals) -> None:
        """Signal all processes of the server, the parent first, so that it starts no more."""
        (first,) = (int(line) for line in (self.data / "postmaster.pid").read_text("utf-8").splitlines()[:1])
        os.kill(first, number)
        for child in psutil.Process(first).children():
            with suppress(psutil.NoSuchProcess):
                child.send_signal(number)

    def _own(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        shutil.chown(folder, pwd.getpwnam("postgres").pw_uid, pwd.getpwnam("postgres").pw_gid)


@contextmanager
def namespace() -> Iterator[None]:
    """A separate network, one cable away."""
    run("ip", "netns", "add", NAMESPACE)
    try:
        run("ip", "link", "add", "dl-here", "type", "veth", "peer", "name", "dl-there", "netns", NAMESPACE)
        run("ip", "addr", "add", f"{HERE}/30", "dev", "dl-here")
        run("ip", "link", "set", "dl-here", "up")
        for command in (f"addr add {THERE}/30 dev dl-there", "link set dl-there up", "link set lo up"):
            run("ip", "-n", NAMESPACE, *command.split())
        address = Path("/sys/class/net/dl-here/address")
        listed = subprocess.run(
            ["ip", "-n", NAMESPACE, "-j", "link", "show", "dl-there"], capture_output=True, text=True, check=True
        )
        # Permanent entries on both sides, so that an address that vanished stays unreachable without any message.
        hardware = json.loads(listed.stdout)[0]["address"]
        run("ip", "neigh", "replace", THERE, "lladdr", hardware, "dev", "dl-here", "nud", "permanent")
        run(
            "ip",
            "-n",
            NAMESPACE,
            "neigh",
            "replace",
            HERE,
            "lladdr",
            address.read_text("ascii").strip(),
            "dev",
            "dl-there",
            "nud",
            "permanent",
        )
        yield
    finally:
        # Deleting the namespace alone would remove its end of the cable only after a while.
        with suppress(subprocess.CalledProcessError):
            run("ip", "link", "del", "dl-here")
        run("ip", "netns", "del", NAMESPACE)


def vanish() -> None:
    """Drop everything that is sent to the primary, without an error to the sender."""
    run("ip", "-n", NAMESPACE, "addr", "del", f"{THERE}/30", "dev", "dl-there")


# --- Doorlist and its proxies -----------------------------------------------------------------------------------------


@dataclass
class Server:
    """One server of several on the same database."""

    lab: Lab
    url: str
    public: str
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        self.process = self.lab.start(
            f"doorlist-{self.port}",
            DOORLIST,
            *("serve", "--host", "127.0.0.1", "--port", str(self.port)),
            DOORLIST_DATA_DIR=str(self.lab.folder / "data"),
            DOORLIST_DATABASE_URL=self.url,
            DOORLIST_PUBLIC_URL=self.public,
            DOORLIST_TRUSTED_PROXIES="127.0.0.1",
        )
        until(self.is_ready)

    def is_ready(self) -> bool:
        """The readiness check of a proxy."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        asked.request("GET", "/readyz")
        return asked.getresponse().status == http.HTTPStatus.OK

    def end(self, number: signal.Signals) -> None:
        """End the server by this signal."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(60)


@dataclass
class Browser:
    """One connection, over TLS, to the name that people type."""

    port: int
    trusted: Path
    cookie: str = ""
    connection: http.client.HTTPSConnection | None = None

    def open(self) -> http.client.HTTPSConnection:
        """A new connection to this machine, whatever the name resolves to elsewhere."""
        made = http.client.HTTPSConnection(
            NAME, self.port, timeout=30, context=ssl.create_default_context(cafile=self.trusted)
        )
        made._create_connection = lambda _, *rest: socket.create_connection(("127.0.0.1", self.port), *rest)  # type: ignore[attr-defined]  # noqa: SLF001
        return made

    def ask(
        self, method: str, path: str, body: object = None, raw: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """The status, the body and the headers."""
        if self.connection is None:
            self.connection = self.open()
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        sent = {"Cookie": self.cookie, "Content-Type": "application/json"}
        sent |= {name.replace("_", "-"): text for name, text in headers.items()}
        try:
            self.connection.request(method, path, content, sent)
            answer = self.connection.getresponse()
            return answer.status, answer.read(), answer.headers
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def sign_in(self, password: str) -> str:
        """The session's cookie as it was set."""
        _, _, headers = self.ask("POST", "/api/login", {"username": "admin", "password": password})
        found = headers.get_all("Set-Cookie", [])
        self.cookie = "; ".join(text.partition(";")[0] for text in found)
        return found[0]

    def another(self) -> "Browser":
        """Another browser with the same session."""
        return Browser(self.port, self.trusted, self.cookie)


def behind_nginx(lab: Lab, ports: tuple[int, int], servers: list[Server]) -> Path:
    """Start nginx with deploy/nginx.conf; the certificate to trust."""
    key, certificate = lab.folder / "privkey.pem", lab.folder / "fullchain.pem"
    run(
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={NAME}",
        "-addext",
        f"subjectAltName=DNS:{NAME}",
        "-keyout",
        key,
        "-out",
        certificate,
    )
    text = (DEPLOY / "nginx.conf").read_text("utf-8").replace(f"/etc/ssl/{NAME}", str(lab.folder))
    for old, new in (("8000", servers[0].port), ("8001", servers[1].port)):
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    text = text.replace("listen 80;", f"listen {ports[0]};").replace("listen 443 ", f"listen {ports[1]} ")
    (lab.folder / "nginx.conf").write_text(
        f"user root;\npid {lab.folder}/nginx.pid;\nerror_log {lab.folder}/nginx-error.log;\nevents {{}}\n"
        f"http {{\n  access_log off;\n  client_body_temp_path {lab.folder}/nginx-body;\n{text}}}\n",
        "utf-8",
    )
    lab.start("nginx", "nginx", "-p", lab.folder, "-c", lab.folder / "nginx.conf", "-g", "daemon off;")
    return certificate


def behind_caddy(lab: Lab, ports: tuple[int, int], servers: list[Server]) -> Path:
    """Start Caddy with deploy/Caddyfile and its own authority; the certificate to trust."""
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    for name, server in zip(("door-1", "door-2"), servers, strict=True):
        text = text.replace(f"{name}:8000", f"127.0.0.1:{server.port}")
    options = (
        f"{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port {ports[0]}\n\thttps_port {ports[1]}\n}}\n"
    )
    (lab.folder / "Caddyfile").write_text(options + text, "utf-8")
    home = {"DOORLIST_DOMAIN": NAME, "XDG_DATA_HOME": str(lab.folder), "XDG_CONFIG_HOME": str(lab.folder)}
    lab.start("caddy", "caddy", "run", "--adapter", "caddyfile", "--config", lab.folder / "Caddyfile", **home)
    authority = lab.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    until(authority.exists)
    return authority


# --- the evening ------------------------------------------------------------------------------------------------------


def first_password(lab: Lab) -> str:
    """The first password, as printed by the server that started first."""
    printed = "".join(path.read_text("utf-8") for path in lab.folder.glob("doorlist-*.log"))
    return str(re.findall(r"^  password +(\S+)$", printed, re.MULTILINE)[0])


def move_in(browser: Browser, password: str, guests: int) -> list[str]:
    """Sign in with a new password, make an evening, and return the QR texts of its guests."""
    browser.sign_in(password)
    status, _, _ = browser.ask("PUT", "/api/me/password", {"currentPassword": password, "newPassword": PASSWORD})
    expect(status == http.HTTPStatus.NO_CONTENT, status)
    browser.sign_in(PASSWORD)
    return sell(browser, guests)


def sell(browser: Browser, guests: int) -> list[str]:
    """Add an evening; the QR texts of its guests."""
    _, event, _ = browser.ask("POST", "/api/events", {"name": "Gala", "date": "2030-06-01"})
    event_id = json.loads(event)["id"]
    rows = [
        {"fullName": f"Guest {number}", "phone": f"0400{number:06d}", "tableNumber": 1, "paymentStatus": "paid"}
        for number in range(guests)
    ]
    _, done, _ = browser.ask("POST", "/api/attendees/bulk-import", {"eventId": event_id, "attendees": rows})
    expect(json.loads(done)["imported"] == guests, done)
    _, listed, _ = browser.ask("GET", f"/api/attendees?eventId={event_id}")
    return [guest["qrCodeData"] for guest in json.loads(listed)]


@dataclass
class Doors:
    """Doors that scan each ticket until it is answered, each time with its first key."""

    browser: Browser
    tickets: list[str]
    pause: float = 0.02
    over: threading.Event = field(default_factory=threading.Event)
    answers: list[tuple[float, str, float]] = field(default_factory=list)
    admitted: Counter[str] = field(default_factory=Counter)
    retried: int = 0

    def __enter__(self) -> Self:
        """Open the doors."""
        self._waiting = iter(self.tickets)
        self._guard = threading.Lock()
        self._threads = [threading.Thread(target=self._scan) for _ in range(DOORS)]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the doors."""
        self.over.set()
        for thread in self._threads:
            thread.join()

    def _scan(self) -> None:
        browser = self.browser.another()
        while not self.over.is_set():
            with self._guard:
                ticket = next(self._waiting, None)
            if ticket is None:
                return
            key, tries = str(uuid.uuid4()), 0
            while not self._try(browser, ticket, key) and not self.over.is_set():
                tries += 1
                time.sleep(0.2)
            self.retried += tries > 0
            time.sleep(self.pause)

    def _try(self, browser: Browser, ticket: str, key: str) -> bool:
        began = time.monotonic()
        try:
            status, body, _ = browser.ask("POST", "/api/attendees/scan", {"qrData": ticket, "idempotencyKey": key})
            said = str(status)
        except (OSError, http.client.HTTPException) as error:
            status, body, said = 0, b"", type(error).__name__
        self.answers.append((time.monotonic(), said, time.monotonic() - began))
        if status != http.HTTPStatus.OK:
            return False
        # The same key gets the same answer again, so an admission whose answer was lost counts now.
        self.admitted[ticket] += not json.loads(body)["alreadyScanned"]
        return True

    def told(self, since: float = 0.0) -> str:
        """The statuses of the doors' scans, and the longest duration of one."""
        since = since or min(at for at, _, _ in self.answers)
        counted = Counter(said for at, said, _ in self.answers if at >= since)
        longest = max(lasted for at, _, lasted in self.answers if at >= since)
        lines = ", ".join(f"{said}: {number}" for said, number in sorted(counted.items()))
        return f"{lines}; longest {longest:.1f} s; {self.retried} repeated"


def lost_or_twice(doors: Doors, postgres: Postgres) -> str:
    """Scans that were answered and are not in the database, and tickets with two admissions."""
    rows = postgres.ask(
        "SELECT qr_code_data, attended, (SELECT count(*) FROM scan_log"
        " WHERE attendee_id = attendees.id AND outcome = 'admitted') FROM attendees"
    )
    known = {text: (attended, times) for text, attended, times in rows}
    lost = sum(not known.get(text, (False, 0))[0] for text in doors.admitted)
    twice = sum(times > 1 for _, times in known.values()) + sum(number > 1 for number in doors.admitted.values())
    unheard = sum(number == 0 for number in doors.admitted.values())
    return f"{len(doors.admitted)} admitted, {lost} lost, {twice} twice, {unheard} told 'already in'"


# --- the parts --------------------------------------------------------------------------------------------------------


def try_proxy(name: str, browser: Browser, plain_port: int, servers: list[Server], postgres: Postgres) -> None:
    """HTTPS, live stream, upload, and one of two servers that is restarted and killed."""
    say(f"## {name}")
    plain = http.client.HTTPConnection("127.0.0.1", plain_port, timeout=10)
    plain.request("GET", "/", headers={"Host": NAME})
    to = plain.getresponse()
    cookie = browser.sign_in(PASSWORD)
    status, page, headers = browser.ask("GET", "/")
    parts = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.decode())
    assets = Counter(browser.ask("GET", part)[0] for part in parts)
    say(
        f"http -> {to.status} {to.headers['Location']}; https / {status}, assets {dict(assets)}; "
        f"cookie Secure: {'Secure' in cookie}; HSTS: {headers['Strict-Transport-Security']}; "
        f"/metrics {browser.ask('GET', '/metrics', X_Forwarded_For='127.0.0.1')[0]}"
    )
    live(browser)
    line = "Guest {},0400{:06d},1,paid,{}\n".format
    rows = [line(number, number, "x" * 460) for number in range(UPLOAD_BYTES // 500)]
    file = ("Name,Phone,Table,Payment,Remark\n" + "".join(rows)).encode()
    _, event, _ = browser.ask("POST", "/api/events", {"name": "Import", "date": "2030-06-02"})
    began = time.monotonic()
    status, body = upload(browser, file, json.loads(event)["id"])
    say(f"upload of {len(file) / 1e6:.1f} MB: {status} in {time.monotonic() - began:.1f} s, {body[:60]!r}")

    over_http2(browser, file, json.loads(event)["id"])

    for what, number in (("restart", signal.SIGTERM), ("kill -9", signal.SIGKILL)):
        with Doors(browser, sell(browser, 3000), pause=0) as doors:
            time.sleep(2)
            servers[0].end(number)
            time.sleep(2)
            servers[0].start()
            time.sleep(3)
        say(f"{what} of one of two: {doors.told()}; {lost_or_twice(doors, postgres)}")


def upload(browser: Browser, file: bytes, event_id: int) -> tuple[int, bytes]:
    """A preview of an import."""
    edge = uuid.uuid4().hex
    fields = {"eventId": str(event_id), "dryRun": "true"}
    text = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    head = f'{text}--{edge}\r\nContent-Disposition: form-data; name="file"; filename="guests.csv"\r\n\r\n'.encode()
    body = head + file + f"\r\n--{edge}--\r\n".encode()
    answer = browser.ask(
        "POST", "/api/attendees/import", raw=body, Content_Type=f"multipart/form-data; boundary={edge}"
    )
    return answer[0], answer[1]


def over_http2(browser: Browser, file: bytes, event_id: int) -> None:
    """The upload and the stream once more, with the requests of a browser."""
    begin = ["curl", "--silent", "--http2", "--cacert", str(browser.trusted), "--header", f"Cookie: {browser.cookie}"]
    begin += ["--resolve", f"{NAME}:{browser.port}:127.0.0.1"]
    address = f"https://{NAME}:{browser.port}"
    form = ["--form", "file=@-;filename=guests.csv", "--form", f"eventId={event_id}", "--form", "dryRun=true"]
    told = ["--output", "/dev/null", "--write-out", "%{http_version} %{http_code}"]
    sent = subprocess.run(
        [*begin, *form, *told, f"{address}/api/attendees/import"], input=file, capture_output=True, check=False
    )
    heard = subprocess.run(
        [*begin, "--no-buffer", "--max-time", "8", f"{address}/api/live"], capture_output=True, check=False
    )
    say(f"over HTTP/2: upload {sent.stdout.decode()}, beats of a stream in 8 s: {heard.stdout.count(b'event: beat')}")


def live(browser: Browser) -> None:
    """Measure how long a change takes to reach a stream, and whether the stream stays."""
    stream = browser.another().open()
    stream.request("GET", "/api/live", headers={"Cookie": browser.cookie, "Accept-Encoding": "gzip, br"})
    answer = stream.getresponse()
    heard: list[tuple[float, str]] = []

    def listen() -> None:
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            while text := answer.readline():
                heard.append((time.monotonic(), text.decode().strip()))

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    time.sleep(1)
    lags = []
    for _ in range(10):
        browser.ask("POST", "/api/events", {"name": "Told", "date": "2030-06-03"})
        changed = time.monotonic()
        until(lambda at=changed: any(t > at - 0.05 and '"events"' in text for t, text in heard), 10)  # type: ignore[misc]
        lags.append(next(t for t, text in heard if t > changed - 0.05 and '"events"' in text) - changed)
        time.sleep(0.3)
    time.sleep(max(0.0, 12 - 0.4 * len(lags)))
    beats = [at for at, text in heard if text == "event: beat"]
    pauses = [later - earlier for earlier, later in pairwise(beats[1:])]
    say(
        f"live: {answer.status}, change heard after {1000 * sorted(lags)[5]:.0f} ms (longest {1000 * max(lags):.0f}), "
        f"beats every {min(pauses):.1f} to {max(pauses):.1f} s, encoding {answer.headers['Content-Encoding']}"
    )
    with suppress(OSError):
        if stream.sock is not None:
            stream.sock.shutdown(socket.SHUT_RDWR)


def proxies(lab: Lab) -> None:
    """Both proxies, one after the other, before two servers."""
    postgres = Postgres(lab, "postgres", HERE, free_port())
    postgres.create()
    postgres.start()
    password = ""
    for name, serve in (("nginx", behind_nginx), ("Caddy", behind_caddy)):
        ports = (free_port(), free_port())
        public = f"https://{NAME}:{ports[1]}"
        servers = [Server(lab, postgres.url, public) for _ in range(2)]
        for server in servers:
            server.start()
        browser = Browser(ports[1], serve(lab, ports, servers))
        until(lambda asked=browser: asked.ask("GET", "/readyz")[0] == http.HTTPStatus.OK, 20)  # type: ignore[misc]
        if not password:
            password = first_password(lab)
            move_in(browser, password, 1)
        try_proxy(name, browser, ports[0], servers, postgres)
        for server in servers:
            server.end(signal.SIGTERM)


def pgbouncer(lab: Lab) -> None:
    """Two servers behind PgBouncer in session mode: the door, live updates between them, a verified backup."""
    say("## PgBouncer, session mode")
    postgres = Postgres(lab, "postgres", HERE, free_port())
    postgres.create()
    postgres.start()
    port = free_port()
    (lab.folder / "users.txt").write_text('"doorlist" ""\n', "utf-8")
    (lab.folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={HERE} port={postgres.port}\n[pgbouncer]\npool_mode = session\nauth_type = trust\n"
        f"auth_file = {lab.folder}/users.txt\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        "max_client_conn = 500\ndefault_pool_size = 90\n",
        "utf-8",
    )
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def start() -> subprocess.Popen[bytes]:
        return lab.start("pgbouncer", *user, "pgbouncer", lab.folder / "pgbouncer.ini")

    pooler = start()
    url = f"postgresql://doorlist@127.0.0.1:{port}/doorlist"
    until(lambda: postgres.ask("SELECT 1", url))
    with two_servers(lab, url) as (browser, _):
        browser.ask("GET", "/")
        live(browser)
        for what in ("through PgBouncer", "again"):
            with Doors(browser, sell(browser, 3000), pause=0) as doors:
                time.sleep(4)
            say(f"{what}: {doors.told()}; {lost_or_twice(doors, postgres)}")
        done = subprocess.run(
            [DOORLIST, "backup"], env=environment(lab, url), capture_output=True, text=True, check=False
        )
        say(f"backup: {done.returncode} {done.stdout.strip()} {done.stderr.strip()}")
        ((connections,),) = postgres.ask("SELECT count(*) FROM pg_stat_activity WHERE usename IS NOT NULL")
        say(f"connections of PostgreSQL: {connections}")
        with Doors(browser, sell(browser, 3000), pause=0.05) as doors:
            time.sleep(2)
            frozen = time.monotonic()
            postgres.signal_all(signal.SIGSTOP)
            status, _, _ = browser.ask("GET", "/api/events")
            say(f"frozen behind it: a list was {status} after {time.monotonic() - frozen:.1f} s")
            time.sleep(max(0, 12 - (time.monotonic() - frozen)))
            postgres.signal_all(signal.SIGCONT)
            if pooler.poll() is not None:
                say("PgBouncer itself died meanwhile, and is started again")
                start()
            thawed = time.monotonic()
            until(lambda: any(said == "200" and at > thawed for at, said, _ in doors.answers))
            first = min(at for at, said, _ in doors.answers if said == "200" and at > thawed)
            time.sleep(3)
        say(f"first scan {first - thawed:.1f} s after the thaw; {doors.told(frozen)}; {lost_or_twice(doors, postgres)}")


def environment(lab: Lab, url: str) -> dict[str, str]:
    """The environment of shell commands."""
    return {**os.environ, "DOORLIST_DATA_DIR": str(lab.folder / "data"), "DOORLIST_DATABASE_URL": url}


@contextmanager
def two_servers(lab: Lab, url: str) -> Iterator[tuple[Browser, list[Server]]]:
    """Two servers behind nginx, and a browser that is signed in."""
    ports = (free_port(), free_port())
    servers = [Server(lab, url, f"https://{NAME}:{ports[1]}") for _ in range(2)]
    for server in servers:
        server.start()
    browser = Browser(ports[1], behind_nginx(lab, ports, servers))
    until(lambda: browser.ask("GET", "/readyz")[0] == http.HTTPStatus.OK, 20)
    move_in(browser, first_password(lab), 1)
    yield browser, servers


def failover(fault: str) -> Callable[[Lab], None]:
    """A primary that is killed, vanishes or freezes while eight doors scan; its standby is promoted after 5 s."""

    def part(lab: Lab) -> None:
        say(f"## Primary: {fault}")
        primary, standby = Postgres(lab, "one", THERE, free_port()), Postgres(lab, "two", HERE, free_port())
        primary.create()
        primary.start()
        standby.follow(primary)
        standby.start()
        # Set only on the primary, once there is a standby to wait for.
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        until(lambda: primary.ask("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"))
        url = (
            f"postgresql://doorlist@{THERE}:{primary.port},{HERE}:{standby.port}/doorlist"
            "?target_session_attrs=read-write"
        )
        with two_servers(lab, url) as (browser, _):
            with Doors(browser, sell(browser, 3000), pause=0.05) as doors:
                time.sleep(3)
                broken = time.monotonic()
                if fault == "vanished":
                    vanish()
                else:
                    primary.signal_all(signal.SIGKILL if fault == "killed" else signal.SIGSTOP)
                time.sleep(5)
                standby.promote()
                promoted = time.monotonic()
                until(lambda: any(said == "200" and at > promoted for at, said, _ in doors.answers), 60)
                first = min(at for at, said, _ in doors.answers if said == "200" and at > promoted)
                time.sleep(6)
                if fault == "frozen":
                    primary.signal_all(signal.SIGCONT)
                    thawed = time.monotonic()
                    time.sleep(8)
                    say(f"thawed again: {doors.told(thawed)}")
            refused = [(at, said, lasted) for at, said, lasted in doors.answers if at > broken and said != "200"]
            say(
                f"first scan {first - promoted:.1f} s after the promotion; the last refusal "
                f"{max(at for at, _, _ in refused) - promoted:.1f} s after it; a refusal took "
                f"{min(lasted for *_, lasted in refused):.2f} to {max(lasted for *_, lasted in refused):.1f} s"
            )
            say(f"{doors.told(broken)}; {lost_or_twice(doors, standby)}")

    return part


PARTS: dict[str, Callable[[Lab], None]] = {
    "proxies": proxies,
    "pgbouncer": pgbouncer,
    **{fault: failover(fault) for fault in ("killed", "vanished", "frozen")},
}


def main() -> None:
    """Run the parts that are named, or all."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    for name in sys.argv[1:] or PARTS:
        with ExitStack() as cleanup:
            folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix="doorlist-deploy-")))
            folder.chmod(0o755)
            cleanup.enter_context(namespace())
            lab = Lab(folder)
            cleanup.callback(lab.close)
            try:
                PARTS[name](lab)
            except BaseException:
                for log in folder.glob("*.log"):
                    say(f"--- {log.name}\n{log.read_text('utf-8', 'replace')[-1500:]}")
                raise


if __name__ == "__main__":
    main()
