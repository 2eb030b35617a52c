"""The command `doorlist`: serve, demo, users, backups and checks."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from ssl import SSLError
from typing import Annotated, Never

import typer
from pydantic import ValidationError
from sqlalchemy.exc import DatabaseError

from doorlist import __version__, serving
from doorlist.backup import cli as backup_cli
from doorlist.backup.restore import Restored
from doorlist.backup.service import Backups
from doorlist.backup.store import BackupStore
from doorlist.core import clock
from doorlist.core.config import BadSetting, Settings, base_dir
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import has_tables, is_current, migrate, refuse_unless_current
from doorlist.core.errors import DatabaseRefused, Problem
from doorlist.core.http.allowed_hosts import certificate_names
from doorlist.core.http.openapi import openapi_text
from doorlist.core.http.tls import UnusableAuthority, lan_certificate
from doorlist.core.local_network import console_qr, local_addresses
from doorlist.core.locks import AlreadyServing, hold_server_lock
from doorlist.core.logs import configure_logs
from doorlist.demo import fill_with_demo, keep_password
from doorlist.events.retention import GuestsWillBeErased
from doorlist.mail.check import mail_findings
from doorlist.main import create_app
from doorlist.serving import CannotListen
from doorlist.users import accounts
from doorlist.users.rules import Role
from doorlist.users.schemas import NewUser
from doorlist.users.second_factor import service as second_factor

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)
users_app = typer.Typer(no_args_is_help=True, help="Manage staff accounts from the shell.")
app.add_typer(users_app, name="users")

DEFAULT_PORT = 8000
LOOPBACK = "127.0.0.1"


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"doorlist {__version__}")
        raise typer.Exit


@app.callback()
def doorlist(
    _: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Register attendees, print QR tickets, check people in at the door."""


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = DEFAULT_PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Serve phones: all addresses, over HTTPS.")] = False,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate file of your own.", exists=True)] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its key file.", exists=True)] = None,
) -> None:
    """Run the server until Ctrl-C."""
    if (tls_cert is None) != (tls_key is None):
        _stop("--tls-cert and --tls-key go together: give both, or neither.")
    configure_logs()
    with _said_clearly():
        settings = Settings.from_environment()
        if lan and host == LOOPBACK:
            host = "0.0.0.0"  # noqa: S104 - what --lan is for
        listener = serving.bind(host, port)
        serving.keep_private(settings)
        with hold_server_lock(settings):
            authority: Path | None = None
            names = [f"[{host}]" if ":" in host else host]
            if lan and tls_cert is None:
                directory = settings.data_dir / "tls"
                made = lan_certificate(directory, clock.now(), local_addresses(), socket.gethostname())
                tls_cert, tls_key, authority = made.cert_file, made.key_file, made.ca_file
                names = serving.reachable(made.addresses) or [*made.names]
            elif lan:
                names = serving.reachable(local_addresses()) or names
            certified = certificate_names(tls_cert) if tls_cert is not None else frozenset[str]()
            settings = replace(settings, allowed_hosts=settings.allowed_hosts | certified | {host.lower()})
            database = Database(settings)
            _migrate(database, settings)
            scheme = "http" if tls_cert is None else "https"
            addresses = [f"{scheme}://{name}:{port}" for name in names]
            serving.greet(settings, addresses)
            serving.warn_missing_index(database)
            if lan:
                typer.echo(console_qr(addresses[0]))
            if authority is not None:
                typer.echo(f"Phones trust it after installing {authority}, also at /ca.crt; see the README.")
            # Created and shown together: a password that was not shown would be useless.
            password = accounts.create_first_super_admin(database)
            if password is not None:
                serving.print_sign_in("First sign-in, shown only this once:", accounts.FIRST_USERNAME, password)
            application = create_app(settings, database, certificate_authority=authority)
            serving.run(application, listener, ssl_certfile=tls_cert, ssl_keyfile=tls_key)


@app.command()
def demo(port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = DEFAULT_PORT) -> None:
    """Run the server with three sample events, in a separate data directory."""
    configure_logs()
    with _said_clearly():
        # Refused for real data: the demonstration sets the password of its admin, and stores it in clear.
        data_dir = Path(os.environ.get("DOORLIST_DATA_DIR") or base_dir()).resolve() / "demo-data"
        # The guests are made up: no message leaves this machine.
        settings = Settings(
            data_dir=data_dir,
            smtp_url=f"file:{data_dir / 'sent-mail'}",
            mail_from="Doorlist demo <tickets@example.org>",
            mail_per_minute="600",
        )
        listener = serving.bind(LOOPBACK, port)
        serving.keep_private(settings)
        with hold_server_lock(settings):
            database = Database(settings)
            _migrate(database, settings)
            accounts.create_first_super_admin(database)
            fill_with_demo(database)
            kept = settings.data_dir / "demo-password"
            password = keep_password(database, kept)
            serving.greet(settings, [f"http://{LOOPBACK}:{port}"])
            if password is None:
                typer.echo(
                    f"Sign in with the password that you chose. To get a new one, delete {kept} and start again."
                )
            else:
                serving.print_sign_in("Sign in with:", accounts.FIRST_USERNAME, password)
            serving.run(create_app(settings, database), listener)


@app.command()
def openapi() -> None:
    """Print the description of the API, from which the typed client is generated."""
    settings = Settings.from_environment()
    sys.stdout.write(openapi_text(create_app(settings, Database(settings))))


@users_app.command("create")
def create_user(
    username: Annotated[str, typer.Option(help="The username to sign in with.")],
    full_name: Annotated[str, typer.Option(help="The full name that others see.")],
    role: Annotated[Role, typer.Option(help="The role.")] = Role.ORGANIZER,
    password_stdin: Annotated[bool, typer.Option("--password-stdin", help="Read the password from a pipe.")] = False,
) -> None:
    """Create a staff account. A password typed or piped here is the person's own and needs no change."""
    password = sys.stdin.readline().rstrip("\r\n") if password_stdin else _ask_password()
    with _said_clearly(), _open_database() as database:
        new = NewUser(username=username, full_name=full_name, role=role, password=password)
        user = accounts.create_user(database, new, must_change_password=False, created_by=None)
    typer.echo(f"Created {user.username} ({user.full_name}, {user.role}).")


@users_app.command("reset-second-factor")
def reset_second_factor(
    username: Annotated[str, typer.Argument(help="The username of the person who lost it.")],
) -> None:
    """Remove the second factor of an account and end its sessions. A password is then enough to sign in."""
    with _said_clearly(), _open_database() as database:
        had_one = second_factor.reset_for(database, username)
    typer.echo(f"Removed the second factor of {username}." if had_one else f"{username} has no second factor.")


@app.command()
def backup(
    output: Annotated[Path | None, typer.Option(help="Copy the backup to this file as well.")] = None,
) -> None:
    """Take a backup and verify it by restoring it aside. Works beside a running server."""
    with _said_clearly():
        taken = backup_cli.back_up(Settings.from_environment(), output)
    typer.echo(taken.filename)
    if taken.metadata.verified is False:
        _stop(f"The backup is not good. {taken.metadata.note}")
    if taken.metadata.note is not None:
        typer.echo(taken.metadata.note)


@app.command()
def restore(
    name_or_file: Annotated[str, typer.Argument(help="The name of a backup on this server, or a file.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Replace everything by a backup, after a safety backup. Everyone signs in again."""
    if not yes:
        typer.confirm("This replaces all data of this server. Continue?", abort=True)
    with _said_clearly():
        settings = Settings.from_environment()
        settings.prepare_data_dir()
        with hold_server_lock(settings):
            done = _restore(settings, name_or_file, asks=not yes)
    typer.echo(f"Restored {done.events} events and {done.attendees} attendees.")
    if done.erased_again:
        typer.echo(f"Guests in it who were erased since, and stay erased: {done.erased_again}.")
    if done.deactivated_again:
        typer.echo(f"Accounts in it that were deactivated since, and stay so: {done.deactivated_again}.")
    typer.echo(
        "Guests are kept until they are deleted, as before."
        if done.keep_days is None
        else f"The retention period stays as it was: {done.keep_days} days, counted from this restore."
    )
    if not done.has_super_admin:
        typer.echo("No active super administrator is left. Add one: doorlist users create --role super_admin")
    typer.echo(f"The data from before is in {done.safety_backup}")


def _restore(settings: Settings, name_or_file: str, *, asks: bool) -> Restored:
    """Restore, once a person has confirmed how many guests will be erased later."""
    try:
        return backup_cli.restore(settings, name_or_file, expected_erasures=0 if asks else None)
    except GuestsWillBeErased as refusal:
        guests, day = refusal.found.guests, refusal.found.erase_on
        typer.confirm(
            f"{guests} guests of this backup will be erased on {day}: their event is over for longer than guests are"
            " kept. Continue?",
            abort=True,
        )
        return backup_cli.restore(settings, name_or_file, expected_erasures=guests)


@app.command()
def delete_backup(
    name: Annotated[str, typer.Argument(help="The name of a backup on this server.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a backup of this server permanently. Works beside a running server."""
    with _said_clearly():
        settings = Settings.from_environment()
        taken_at = BackupStore(settings).get(name).created_at
    if not yes:
        typer.confirm(f"Delete {name}, taken {taken_at:%Y-%m-%d %H:%M} UTC? It cannot be brought back.", abort=True)
    with _said_clearly():
        backup_cli.delete(settings, name)
    typer.echo(f"Deleted {name}.")


@app.command()
def check() -> None:
    """Report whether the data is intact and backed up, and email can be sent; exits with 1 if something is wrong."""
    with _said_clearly():
        settings = Settings.from_environment()
        found = [*backup_cli.findings(settings), *mail_findings(settings)]
    for is_well, sentence in found:
        typer.echo(f"{'ok      ' if is_well else 'ATTEND  '}{sentence}")
    if not all(is_well for is_well, _ in found):
        raise typer.Exit(1)


def _migrate(database: Database, settings: Settings) -> None:
    migrate(database, before_change=Backups(database, settings).back_up_before_migration)


@contextmanager
def _open_database() -> Iterator[Database]:
    settings = Settings.from_environment()
    settings.prepare_data_dir()
    with closing(Database(settings)) as database, BackupStore(settings).no_outside_writer():
        _migrate_where_no_server_runs(database, settings)
        yield database


def _migrate_where_no_server_runs(database: Database, settings: Settings) -> None:
    """Migrate; refuses if a server may be running. Raises DatabaseRefused.

    PostgreSQL may have servers on any machine; only a new database certainly has none.
    """
    if database.is_sqlite and not is_current(database):
        with suppress(AlreadyServing), hold_server_lock(settings):
            _migrate(database, settings)
    elif not has_tables(database):
        _migrate(database, settings)
    refuse_unless_current(database)


@contextmanager
def _said_clearly() -> Iterator[None]:
    """Report errors that a person can fix in one line; defects keep their trace."""
    try:
        yield
    except (BadSetting, CannotListen, DatabaseRefused, AlreadyServing, UnusableAuthority) as error:
        _stop(str(error))
    except SSLError as error:
        _stop(f"The TLS certificate and key cannot be used ({error.reason}). Do they belong together?")
    except OSError as error:
        _stop(f"{error.filename or 'The system'}: {error.strerror}")
    except DatabaseError as error:
        # The driver's message may take several lines, with every address that it tried.
        reason = " ".join(str(error.orig).split())
        _stop(f"The database does not answer ({reason}). Is it running, and is DOORLIST_DATABASE_URL right?")
    except ValidationError as error:
        _stop("; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()))
    except Problem as problem:
        _stop(problem.detail)


def _stop(sentence: str) -> Never:
    typer.echo(f"doorlist: {sentence}", err=True)
    raise typer.Exit(1)


def _ask_password() -> str:
    password: str = typer.prompt("Password (10 characters or more)", hide_input=True, confirmation_prompt=True)
    return password
