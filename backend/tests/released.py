"""A database as version 0.1 left it: at revision 0020, with rows in every table."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from alembic import command

from doorlist.core.config import Settings
from doorlist.core.db.database import Database
from doorlist.core.db.migrations import alembic_config
from tests.databases import Databases, PostgresDatabases

REVISION = "0020"
USERNAME, PASSWORD = "admin", "under the old doormat"
GUESTS = ["Ada Lovelace", "Zoë Ångström", "Charles Babbage", "Grace Hopper"]
NOW = "'2026-11-20T18:30:00.123Z'"

# Without ids: a fresh table counts from 1 on both engines.
ROWS = f"""
INSERT INTO users (
    username, username_folded, full_name, role, password_hash, must_change_password, is_active, created_at, last_login,
    version, updated_at, updated_by, device_key
) VALUES (
    'admin', 'admin', 'Administrator', 'super_admin',
    '$argon2id$v=19$m=47104,t=1,p=1$5qp56RrLG9/MCXgqSoUvBw$7SI2kDtMgAaNFL8A3ryljQzw8SrV17QmWKxMgavClBo',
    false, true, {NOW}, {NOW}, 1, {NOW}, NULL, '03faf55f2d37c18ece7c95e08d94d8b6f716606fb258e5d22b502cb8edc8f64a'
), (
    'olive', 'olive', 'Olive Organizer', 'organizer',
    '$argon2id$v=19$m=47104,t=1,p=1$GIZs98pU6AUvo4nfbvVUcg$HlKe8t1cZQM4xvPet53pLJpG89EKuZSLn02qEgeWsF4',
    true, true, {NOW}, NULL, 1, {NOW}, 1, NULL
);
INSERT INTO sessions (token_hash, user_id, created_at, expires_at, device, address, last_used_at)
VALUES ('cc18451bc6e173a02fbeba59dc38d1d9608cab6f8597fc98f6c15d4fc3718c30', 1, {NOW}, {NOW}, 'Firefox', '::1', {NOW});
INSERT INTO failed_sign_ins (account_hash, address, failed_at, device)
VALUES ('8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918', '192.0.2.7', {NOW}, NULL);
INSERT INTO second_factors (user_id, secret, created_at, confirmed_at, last_step)
VALUES (2, 'JBSWY3DPEHPK3PXP', {NOW}, {NOW}, 7);
INSERT INTO recovery_codes (user_id, code_hash)
VALUES (2, '03ac674216f3e15c761ee1a5e255f067953623c8b388b4459e13f978d7c846f4');
INSERT INTO required_second_factors (role) VALUES ('organizer');
INSERT INTO events (
    name, date, time, ticket_price_cents, version, created_at, updated_at, updated_by, creation_key, capacity
) VALUES ('Spring Gala', '2100-11-20', '19:30', 4500, 2, {NOW}, {NOW}, 1, '5f1d7a0c9b2e4c6d8a3f1e0b7c5d9a24', 120);
INSERT INTO keeping (days, changed_at, changed_by, run_at, run_erased) VALUES (90, {NOW}, 1, {NOW}, 3);
INSERT INTO imports (
    created_by, event_id, file_name, state, is_settled, total, added, imported, errors, duplicates, message, created_at,
    finished_at
) VALUES (1, 1, 'guests.csv', 'done', true, 1, 1, 1, 0, 0, NULL, {NOW}, {NOW});
INSERT INTO attendees (
    event_id, full_name, phone, table_number, payment_status, payment_folded, payment_group, amount_paid_cents,
    invoice_number, qr_code_data, attended, attended_at, scanned_by, sold_by, search_text, registration_key, version,
    created_at, updated_at, updated_by, import_id, qr_hash, notes, name_key, last_name_key, erased_at
) VALUES (
    1, 'Ada Lovelace', '0491 570 006', 7, 'Paid', 'paid', 'paid', 4500, 'INV-DBSZ-Q6CK',
    'DL1.1.6PSR75A5J10BDD1BFETZ8Q61Y0', true, {NOW}, 1, 1, ' ada lovelace \n0491570006\ninvdbszq6ck',
    '0d9c1f5e7a3b4d2c8e6f1a0b9c8d7e6f', 3, {NOW}, {NOW}, 1, NULL, 'kRTw0S5TODNwXNg2dqsztQ',
    'Table by the window', 'ada lovelace', 'lovelace ada lovelace', NULL
), (
    1, 'Zoë Ångström', '0491 570 156', 8, 'unpaid', 'unpaid', 'owed', NULL, 'INV-MWNF-BBHB',
    'DL1.1.7RDZY14YZ89NDBAT20VT30T2YZ', false, NULL, NULL, 1, ' zoe angstrom \n0491570156\ninvmwnfbbhb',
    NULL, 1, {NOW}, {NOW}, 1, NULL, 'nEhvCSGDQkzOLzu8_ELbQQ', NULL, 'zoe angstrom',
    'angstrom zoe angstrom', NULL
), (
    1, 'Charles Babbage', '0491 570 157', 7, 'unpaid', 'unpaid', 'owed', NULL, 'INV-9RWP-MG5Q',
    'DL1.1.23F67SF4F0B5E5RDPW99XPEQS7', false, NULL, NULL, 1, ' charles babbage \n0491570157\ninv9rwpmg5q',
    NULL, 1, {NOW}, {NOW}, 1, NULL, 'mXKHfUsiJJCSP0QIz0dpkw', NULL, 'charles babbage',
    'babbage charles babbage', NULL
), (
    1, 'Grace Hopper', '0491 570 158', 9, 'paid', 'paid', 'paid', 4500, 'INV-7SP7-XQNM',
    'DL1.1.7A8X9F0V7GQRKBDFYYHMZMHRGC', false, NULL, NULL, 1, ' grace hopper \n0491570158\ninv7sp7xqnm',
    NULL, 1, {NOW}, {NOW}, 1, 1, 'AzdlsOT5KYcSe90t5cx9ow', NULL, 'grace hopper',
    'hopper grace hopper', NULL
);
INSERT INTO issued_invoice_numbers (number)
VALUES ('INV-DBSZ-Q6CK'), ('INV-MWNF-BBHB'), ('INV-9RWP-MG5Q'), ('INV-7SP7-XQNM'), ('INV-GONE-2345');
INSERT INTO erased_tickets (qr_hash, attendee_id, erased_at) VALUES ('yWn0pS5TODNwXNg2dqsztQ', NULL, {NOW});
INSERT INTO scan_log (
    attendee_id, event_id, user_id, device, outcome, qr_data, attended_at, attended_by, scanned_at, idempotency_key,
    received_at, grant_id, sequence, shown, certainty, list_as_of, clock_error, about_key, helper
) VALUES (
    1, 1, 1, 'Front door', 'admitted', 'DL1.1.6PSR75A5J10BDD1BFETZ8Q61Y0', {NOW}, 1, {NOW},
    'b6a1f0c4d2e84f3a9c7b5e1d0f2a4c68', {NOW}, 1, 1, 'admitted', 'confirmed', {NOW}, 12, NULL, 'Hal'
);
INSERT INTO door_passes (
    secret_hash, user_id, event_id, door, helper, created_at, claim_until, makes_until, claimed_at, claim_key_hash,
    revoked_at, revoked_by
) VALUES (
    'a3f5b1c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081', 1, 1, 'Front door', 'Hal', {NOW}, {NOW}, {NOW},
    {NOW}, 'b4f5b1c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081', {NOW}, 1
);
INSERT INTO door_grants (
    secret_hash, user_id, event_id, device, created_at, makes_until, delivers_until, last_contact_at, waiting, ended_at,
    ended_by, announced_sequence, announced_at, unsent, session, pass_id
) VALUES (
    'c5f5b1c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7081', 1, 1, 'Front door', {NOW}, {NOW}, {NOW}, {NOW},
    0, {NOW}, 1, 1, {NOW}, '[]', NULL, 1
);
INSERT INTO door_conflicts (
    kind, event_id, attendee_id, named, grant_id, log_ids, at, state, note, decided_by, decided_at, version, created_at
) VALUES ('twice', 1, 1, NULL, 1, '[1]', {NOW}, 'settled', 'Same person', 1, {NOW}, 2, {NOW});
INSERT INTO history (at, user_id, address, action, subject, subject_id, event_id, before, after) VALUES
    ({NOW}, NULL, NULL, 'user.created', 'user', 1, NULL, NULL, '{{"username": "admin"}}'),
    ({NOW}, 1, '192.0.2.7', 'import.started', 'import', 1, 1, NULL, '{{"fileName": "guests.csv", "imported": 1}}'),
    ({NOW}, 1, '192.0.2.7', 'attendee.updated', 'attendee', 1, 1, '{{"notes": null}}',
     '{{"notes": "Table by the window"}}');
INSERT INTO history_attendees (attendee_id, entry_id) VALUES (4, 2);
"""  # noqa: S608 - rows of our own


@contextmanager
def empty_database(databases: Databases, data_dir: Path) -> Iterator[Settings]:
    """A database without a single table."""
    if isinstance(databases, PostgresDatabases):
        with databases.fresh(data_dir) as settings:
            assert settings.database_url is not None
            with psycopg.connect(settings.database_url, autocommit=True) as connection:
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            yield settings
        return
    settings = Settings(data_dir=data_dir)
    settings.prepare_data_dir()
    yield settings


@contextmanager
def released_database(databases: Databases, data_dir: Path) -> Iterator[Settings]:
    """A filled one, not migrated any further."""
    with empty_database(databases, data_dir) as settings:
        database = Database(settings)
        with database.engine.begin() as connection:
            command.upgrade(alembic_config(connection), REVISION)
            for statement in ROWS.split(";\n"):
                if statement.strip():
                    connection.exec_driver_sql(statement)
        database.close()
        yield settings
