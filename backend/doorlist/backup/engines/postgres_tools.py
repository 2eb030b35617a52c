"""PostgreSQL's own programs for backups: finds the ones that fit the server, and runs them."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile

from psycopg.conninfo import make_conninfo

from doorlist.backup.problems import BackupFailed
from doorlist.core.config import Settings
from doorlist.core.db.postgres import PostgresServer

_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/*postgresql*/bin",
    "/opt/homebrew/opt/libpq/bin",
    "/usr/local/opt/*postgresql*/bin",
    "/usr/local/opt/libpq/bin",
)


class ToolFailed(Exception):
    """One of the programs ended with an error; the text is its own last words."""


class Tools:
    """`pg_dump` and `pg_restore` of one version, run against the database of the settings."""

    def __init__(self, settings: Settings, server_major: int) -> None:
        """Raises BackupFailed when the programs are not installed."""
        self.directory = _directory(server_major)
        # The parameters include the keepalives, which end a program whose server is gone.
        self._parameters = dict(PostgresServer(settings.database_url or "").parameters)
        password = self._parameters.pop("password", None)
        # Everyone on the machine can read the arguments, so the password is not among them.
        self._environment = {**os.environ, "PGCONNECT_TIMEOUT": "5"}
        if password is not None:
            self._environment["PGPASSWORD"] = str(password)

    def run(self, program: str, *arguments: str, database: str | None = None) -> None:
        """Run a program to its end. Raises ToolFailed."""
        with self.output_of(program, *arguments, database=database) as output:
            for _ in output:
                pass

    @contextmanager
    def output_of(self, program: str, *arguments: str, database: str | None = None) -> Iterator[Iterator[bytes]]:
        """The lines of a program as it writes them. Raises ToolFailed at the end of the block."""
        command = [str(self.directory / program), *arguments]
        if program == "pg_dump" or database is not None:
            parameters = self._parameters if database is None else {**self._parameters, "dbname": database}
            command += [f"--dbname={make_conninfo('', **parameters)}", "--no-password"]
        with TemporaryFile() as errors:
            # One of PostgreSQL's own programs, without a shell.
            with Popen(command, env=self._environment, stdin=DEVNULL, stdout=PIPE, stderr=errors) as process:  # noqa: S603
                try:
                    yield iter(process.stdout or ())
                except BaseException:
                    process.kill()
                    raise
            if process.returncode != 0:
                errors.seek(0)
                lines = [line.strip() for line in errors.read().decode("utf-8", "replace").splitlines()]
                raise ToolFailed("; ".join(filter(None, lines))[:300] or f"{program} ended with {process.returncode}")


def _directory(server_major: int) -> Path:
    found = sorted((version, directory) for version, directory in _installed() if version >= server_major)
    if not found:
        older = max((version for version, _ in _installed()), default=None)
        has = "none is installed" if older is None else f"only version {older} is installed"
        raise BackupFailed(
            f"Backups need pg_dump and pg_restore of PostgreSQL {server_major} or later, and {has} here."
            f" On Debian: apt install postgresql-client-{server_major}"
        )
    # The server's own version if there is one: an older server may not understand a newer program's dump.
    return found[0][1]


@cache
def _installed() -> tuple[tuple[int, Path], ...]:
    in_path = shutil.which("pg_dump")
    # The program in the path may be a wrapper that picks a version, so it comes last.
    places = [place for pattern in _PLACES for place in sorted(Path("/").glob(pattern[1:]))]
    places += [Path(in_path).parent] if in_path else []
    return tuple(
        (version, place)
        for place in places
        if (place / "pg_restore").is_file() and (version := _version(place / "pg_dump")) is not None
    )


def _version(program: Path) -> int | None:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=10)  # noqa: S603 - as above
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"\b(\d+)(?:\.\d+|devel|beta|rc)", said.stdout)
    return int(found[1]) if found else None
