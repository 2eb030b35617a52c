"""A PostgreSQL of the tests' own: a new cluster on a free port of this machine, gone without a trace afterwards.

    with start() as server:
        connect(server.url)
        server.restart("immediate")
        with server.frozen():
            ...

The cluster is kept by a separate process, the keeper, which ends when its input ends. The operating system closes
that input however the tests end, so a crash or a kill of the tests leaves no server and no directory behind either.

By hand: `python -m tests.postgres_server` prints the address and runs until Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn, Self

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType

NAME = "doorlist"
"""The superuser and the first database of the cluster."""

STATEMENTS = os.environ.get("DOORLIST_STATEMENTS")
"""The folder in which `tools/statements.py` wants the log of all statements."""
LOGGED = {"log_statement": "all", "log_line_prefix": "@@%d@@", "log_parameter_max_length": "0"}

EXIT_MISSING = 3
"""The keeper found no PostgreSQL and could not bring one."""

START_SECONDS = 60.0
STOP_SECONDS = 15.0

# 64 doors at once, each on several server processes, with a pool each.
SETTINGS = {"max_connections": "300", "shared_buffers": "64MB", "max_wal_size": "256MB"}

SHUTDOWNS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}
"""Fast ends every session and tidies up; immediate leaves all where it lies, as a crash would."""

DONE = "done"
"""The keeper's answer to an order that has no result."""

ENDING_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

APT_CONFIGURATION = Path("/etc/postgresql-common/createcluster.d/doorlist-tests.conf")


class PostgresMissing(Exception):
    """There is no PostgreSQL with pg_trgm here, and no way to bring one."""


class PostgresFailed(Exception):
    """PostgreSQL is here, but it did not start."""


class PostgresServer:
    """A running cluster. Stops with `stop()`, at the end of a `with` block, or with the process that started it."""

    def __init__(self, url: str, keeper: subprocess.Popen[str]) -> None:
        self.url = url
        self._keeper = keeper

    def restart(self, shutdown: Literal["fast", "immediate"]) -> None:
        """Stop the server under its clients, and return when it answers at its address again.

        Raises PostgresFailed when it does not come up.
        """
        self._tell(shutdown)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """None of the server's processes does anything while the block runs; the system still takes what is sent."""
        self._tell("freeze")
        try:
            yield
        finally:
            self._tell("thaw")

    def add_standby(self) -> str:
        """Start a second server that follows this one; its address. Raises PostgresFailed."""
        return self._tell("standby", expected="postgresql://")

    def promote(self) -> None:
        """Make the standby the primary."""
        self._tell("promote")

    def _tell(self, what: str, *, expected: str = DONE) -> str:
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(f"{what}\n")
        self._keeper.stdin.flush()
        answer = self._keeper.stdout.readline().strip()
        if not answer.startswith(expected):
            raise PostgresFailed(f"{answer}\n{self._keeper.stdout.read()}".strip())
        return answer

    def stop(self) -> None:
        """Stop the server and remove its directory. A second call does nothing."""
        atexit.unregister(self.stop)
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        self._keeper.wait()
        if self._keeper.stdout is not None:
            self._keeper.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(*, durable: bool = True) -> PostgresServer:
    """Start a new, empty cluster; its `url` names an empty database and a user who may create more.

    One that is not `durable` leaves it to the system when its writes reach the disk. Databases are made and dropped
    in half the time, and only a power cut could lose writes: a killed server finds all that it wrote.

    Raises PostgresMissing when there is none to start, PostgresFailed when it does not come up.
    """
    options = ["--until-end-of-input", *([] if durable else ["--not-durable"])]
    keeper = subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve()), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Ctrl-C is for the tests: they may still be talking to the database while they end.
        start_new_session=True,
    )
    assert keeper.stdout is not None
    first_line = keeper.stdout.readline().strip()
    if first_line.startswith("postgresql://"):
        server = PostgresServer(first_line, keeper)
        atexit.register(server.stop)
        return server
    rest = keeper.communicate()[0]
    message = (
        f"{first_line}\n{rest}".strip() or "The process that keeps the PostgreSQL of the tests ended without a word."
    )
    raise PostgresMissing(message) if keeper.returncode == EXIT_MISSING else PostgresFailed(message)


# --- finding one ------------------------------------------------------------------------------------------------------


def find_binaries() -> Path | None:
    """The directory of the newest PostgreSQL that carries pg_trgm, or None."""
    known_places = [
        *Path("/usr/lib/postgresql").glob("*/bin"),
        *Path("/usr").glob("pgsql-*/bin"),
        *Path("/opt/homebrew/opt").glob("postgresql*/bin"),
        *Path("/usr/local/opt").glob("postgresql*/bin"),
        *Path("/opt/local/lib").glob("postgresql*/bin"),
    ]
    # The one in the PATH may be a wrapper around another directory, so only the directory that pg_config names counts.
    found_in_path = shutil.which("pg_config")
    if found_in_path is not None:
        known_places.append(Path(_pg_config(Path(found_in_path), "--bindir")))
    usable = [place for place in known_places if _is_usable(place)]
    return max(usable, key=_version, default=None)


def _is_usable(binaries: Path) -> bool:
    needed = ("initdb", "postgres", "pg_isready", "createdb")
    return all((binaries / name).is_file() for name in needed) and _has_trigrams(binaries)


def _has_trigrams(binaries: Path) -> bool:
    shares = [
        Path("/usr/share/postgresql") / binaries.parent.name,
        binaries.parent / "share",
        *(binaries.parent / "share").glob("postgresql*"),
    ]
    if (binaries / "pg_config").is_file():
        shares.insert(0, Path(_pg_config(binaries / "pg_config", "--sharedir")))
    return any((share / "extension" / "pg_trgm.control").is_file() for share in shares)


def _pg_config(program: Path, option: str) -> str:
    answer = subprocess.run([program, option], capture_output=True, text=True, check=False)
    # An answer of nothing becomes a path that holds nothing.
    return answer.stdout.strip() or os.devnull


def _version(binaries: Path) -> tuple[int, ...]:
    answer = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"\d+(\.\d+)*", answer.stdout)
    return tuple(int(part) for part in found.group().split(".")) if found else ()


def _bring_binaries() -> Path:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise PostgresMissing(
            "No PostgreSQL with the pg_trgm extension was found, and only root on Debian can have it installed by "
            "these tests. Install PostgreSQL 14 or later with its contrib modules, then run the tests again."
        )
    sys.stderr.write("No PostgreSQL here: installing Debian's for the tests.\n")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with _no_system_cluster():
        for command in (
            ["update"],
            ["install", "--yes", "--no-install-recommends", "postgresql", "postgresql-contrib"],
        ):
            done = subprocess.run(
                ["apt-get", *command], env=environment, stdout=sys.stderr, stdin=subprocess.DEVNULL, check=False
            )
            if done.returncode != 0:
                raise PostgresMissing(f"No PostgreSQL was found, and 'apt-get {' '.join(command)}' failed.")
    binaries = find_binaries()
    if binaries is None:
        raise PostgresMissing("Debian's PostgreSQL was installed, but has no pg_trgm extension.")
    return binaries


@contextlib.contextmanager
def _no_system_cluster() -> Iterator[None]:
    """Keep Debian's package from making and starting a cluster for the whole machine, which nobody asked for."""
    directory = APT_CONFIGURATION.parent
    made = [place for place in (directory, directory.parent) if not place.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    APT_CONFIGURATION.write_text("create_main_cluster = false\n", encoding="utf-8")
    try:
        yield
    finally:
        APT_CONFIGURATION.unlink(missing_ok=True)
        for place in made:
            # The directory may hold the package's own files now.
            with contextlib.suppress(OSError):
                place.rmdir()


# --- running a cluster -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _Account:
    """The account that runs the server. PostgreSQL refuses to run as root."""

    user: int | None = None
    group: int | None = None


def _unprivileged_account() -> _Account:
    if os.geteuid() != 0:
        return _Account()
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return _Account(user=entry.pw_uid, group=entry.pw_gid)
    raise PostgresMissing(
        "PostgreSQL does not run as root, and there is neither a user 'postgres' nor a user 'nobody' here."
    )


@dataclass(frozen=True, kw_only=True)
class _Cluster:
    binaries: Path
    directory: Path
    account: _Account
    durable: bool

    @property
    def data(self) -> Path:
        return self.directory / "data"

    @property
    def log(self) -> Path:
        return Path(STATEMENTS, f"{self.directory.name}.log") if STATEMENTS else self.directory / "log"

    def command(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [self.binaries / program, *arguments],
                cwd=self.directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.account.user,
                group=self.account.group,
                extra_groups=None if self.account.user is None else [],
                # Ctrl-C in a terminal goes to a whole group: only the keeper says when the server stops.
                start_new_session=True,
            )

    def run(self, program: str, *arguments: str) -> bool:
        process = self.command(program, *arguments)
        try:
            return process.wait() == 0
        finally:
            # The keeper was ended during initdb: from now on nothing may write into the directory.
            if process.poll() is None:
                process.kill()
                process.wait()

    def failure(self, what: str) -> PostgresFailed:
        said = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]
        return PostgresFailed("\n".join([what, *said]))

    def create(self) -> None:
        # Only Linux is sure to have a C locale in UTF-8; elsewhere the encoding alone says it.
        locale = "C.UTF-8" if sys.platform == "linux" else "C"
        if not self.run(
            "initdb",
            f"--pgdata={self.data}",
            f"--username={NAME}",
            f"--locale={locale}",
            "--encoding=UTF8",
            "--auth=reject",
            *([] if self.durable else ["--no-sync"]),
        ):
            raise self.failure("initdb failed:")
        # No password, but from this machine only; the socket is in a directory that no other user may enter.
        (self.data / "pg_hba.conf").write_text(
            "local all all trust\nhost all,replication all 127.0.0.1/32 trust\n", encoding="utf-8"
        )

    def launch(self, port: int) -> subprocess.Popen[bytes]:
        settings = {
            **SETTINGS,
            **(LOGGED if STATEMENTS else {}),
            "fsync": "on" if self.durable else "off",
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.directory),
        }
        options = [f"--{name}={value}" for name, value in settings.items()]
        return self.command("postgres", "-D", str(self.data), "-p", str(port), *options)

    def is_ready(self, port: int) -> bool:
        return self.run("pg_isready", "--quiet", "--host=127.0.0.1", f"--port={port}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(cluster: _Cluster, server: subprocess.Popen[bytes], port: int) -> bool:
    """False when the server gave up, as when another program took the port in between."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None:
        if cluster.is_ready(port):
            return True
        if time.monotonic() > deadline:
            _stop(server)
            break
        time.sleep(0.05)
    return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Fast, then immediate, then by force. The first one nearly always does."""
    for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
        if server.poll() is not None:
            return
        server.send_signal(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(STOP_SECONDS)


@dataclass(kw_only=True)
class _Running:
    cluster: _Cluster
    port: int
    server: subprocess.Popen[bytes]
    standby: _Running | None = None

    @property
    def url(self) -> str:
        return f"postgresql://{NAME}@127.0.0.1:{self.port}/{NAME}"

    def do(self, what: str) -> str:
        """Carry out an order of the tests; the answer to it."""
        match what:
            case "freeze":
                self.signal_all(signal.SIGSTOP)
            case "thaw":
                self.signal_all(signal.SIGCONT)
            case "standby":
                return self.add_standby().url
            case "promote":
                assert self.standby is not None
                if not self.standby.cluster.run("pg_ctl", "promote", "-D", str(self.standby.cluster.data)):
                    raise self.standby.cluster.failure("The standby was not promoted:")
            case shutdown:
                self.restart(shutdown)
        return DONE

    def signal_all(self, number: signal.Signals) -> None:
        """To the server's first process before its children, so that it makes no more of them when it is stopped."""
        self.server.send_signal(number)
        signal_children(self.server.pid, number)

    def add_standby(self) -> _Running:
        directory = self.cluster.directory / "standby"
        directory.mkdir()
        account = self.cluster.account
        if account.user is not None and account.group is not None:
            os.chown(directory, account.user, account.group)
        cluster = replace(self.cluster, directory=directory)
        if not cluster.run(
            *("pg_basebackup", f"--dbname={self.url}", f"--pgdata={cluster.data}", "--checkpoint=fast"),
            *("--wal-method=stream", "--write-recovery-conf"),
        ):
            raise cluster.failure("pg_basebackup failed:")
        port = _free_port()
        self.standby = _Running(cluster=cluster, port=port, server=cluster.launch(port))
        if not _wait_until_ready(cluster, self.standby.server, port):
            raise cluster.failure("The standby did not start:")
        return self.standby

    def stop(self) -> None:
        if self.standby is not None:
            self.standby.stop()
        # A stopped process would not receive the signal to end.
        self.signal_all(signal.SIGCONT)
        _stop(self.server)

    def restart(self, shutdown: str) -> None:
        self.server.send_signal(SHUTDOWNS[shutdown])
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.server.wait(STOP_SECONDS)
        if self.server.poll() is None:
            raise self.cluster.failure(f"PostgreSQL did not shut down ({shutdown}):")
        self.server = self.cluster.launch(self.port)
        if not _wait_until_ready(self.cluster, self.server, self.port):
            raise self.cluster.failure("PostgreSQL did not start again:")


def signal_children(parent: int, number: signal.Signals) -> None:
    """Send a signal to each child of that process; one that has ended meanwhile is passed over."""
    with contextlib.suppress(psutil.NoSuchProcess):
        for child in psutil.Process(parent).children():
            with contextlib.suppress(psutil.NoSuchProcess):
                child.send_signal(number)


@contextlib.contextmanager
def _running_cluster(*, durable: bool) -> Iterator[_Running]:
    binaries = find_binaries() or _bring_binaries()
    account = _unprivileged_account()
    directory = Path(tempfile.mkdtemp(prefix="doorlist-pg-"))
    running: _Running | None = None
    try:
        if account.user is not None and account.group is not None:
            os.chown(directory, account.user, account.group)
        cluster = _Cluster(binaries=binaries, directory=directory, account=account, durable=durable)
        cluster.create()
        for _ in range(3):
            port = _free_port()
            running = _Running(cluster=cluster, port=port, server=cluster.launch(port))
            if _wait_until_ready(cluster, running.server, port):
                break
        else:
            raise cluster.failure("PostgreSQL did not start:")
        if not cluster.run("createdb", "--host=127.0.0.1", f"--port={port}", f"--username={NAME}", NAME):
            raise cluster.failure("PostgreSQL started, but its first database could not be made:")
        yield running
    finally:
        if running is not None:
            running.stop()
        shutil.rmtree(directory, ignore_errors=True)


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    # A second signal must not interrupt the cleaning up.
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    sys.exit(0)


def main() -> int:
    """Keep a cluster until a signal, or until the end of the input, and print its address."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.postgres_server", description="A PostgreSQL for tests, removed at its end."
    )
    parser.add_argument("--until-end-of-input", action="store_true", help="stop when standard input ends, too")
    parser.add_argument("--not-durable", action="store_true", help="leave it to the system when writes reach the disk")
    arguments = parser.parse_args()
    until_end_of_input: bool = arguments.until_end_of_input
    for number in ENDING_SIGNALS:
        signal.signal(number, _end)
    try:
        with _running_cluster(durable=not arguments.not_durable) as running:
            sys.stdout.write(f"{running.url}\n")
            sys.stdout.flush()
            if until_end_of_input:
                for line in sys.stdin:
                    sys.stdout.write(f"{running.do(line.strip())}\n")
                    sys.stdout.flush()
            else:
                while True:
                    signal.pause()
    except PostgresMissing as error:
        sys.stdout.write(f"{error}\n")
        return EXIT_MISSING
    except PostgresFailed as error:
        sys.stdout.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
