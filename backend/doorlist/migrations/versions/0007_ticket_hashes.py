"""The hash of each ticket's QR text, by which a door finds it in its own list."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SLICE = 20_000

# The rule as it was at this step. If tickets/rules.py changes it, a later step computes the hashes again.
BLANKS = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
CONTROLS = re.compile("[\u0001-\u001f\u007f-\u009f]")
OURS = re.compile(r"[Dd][Ll]1[.][1-9][0-9]{0,18}[.][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}")

# Writes each row and each index once; an update would put every row into every index again.
REWRITE = rf"""
    ALTER TABLE attendees ALTER COLUMN qr_hash SET NOT NULL, ALTER COLUMN qr_hash TYPE varchar(22) USING translate(
        rtrim(encode(substring(sha256(convert_to(
            CASE WHEN btrim(qr_code_data, '{BLANKS}') ~ '^{OURS.pattern}$'
                THEN upper(btrim(qr_code_data, '{BLANKS}'))
                ELSE regexp_replace(btrim(qr_code_data, '{BLANKS}'), '[\u0001-\u001f\u007f-\u009f]', U&'\FFFD', 'g')
            END, 'UTF8'
        )) FROM 1 FOR 16), 'base64'), '='), '+/', '-_'
    )
"""
REQUIRE_ON_SQLITE = """
    UPDATE sqlite_schema SET sql = replace(sql, 'qr_hash VARCHAR(22)', 'qr_hash VARCHAR(22) NOT NULL')
    WHERE type = 'table' AND name = 'attendees'
"""


def upgrade() -> None:
    """Add the column, compute it for the tickets that are there, and require it."""
    op.add_column("attendees", sa.Column("qr_hash", sa.String(length=22), nullable=True))
    connection = op.get_bind()
    run = connection.exec_driver_sql
    if connection.dialect.name == "postgresql":
        run(REWRITE)
        return
    driver: Any = connection.connection.driver_connection
    driver.create_function("ticket_hash", 1, ticket_hash, deterministic=True)
    # In slices of rows, so that no statement keeps the pages of all. Restored ids may be as large as 2^53.
    next_end = "SELECT max(id) FROM (SELECT id FROM attendees WHERE id > ? ORDER BY id LIMIT ?)"
    start = 0
    while (end := run(next_end, (start, SLICE)).scalar()) is not None:
        run("UPDATE attendees SET qr_hash = ticket_hash(qr_code_data) WHERE id > ? AND id <= ?", (start, end))
        start = end
    driver.create_function("ticket_hash", 1, None)
    # SQLite has to be told in its own catalogue: every row has its hash now.
    run("PRAGMA writable_schema = ON")
    run(REQUIRE_ON_SQLITE)
    run("PRAGMA writable_schema = RESET")


def ticket_hash(qr_code_data: str) -> str:
    """The first half of SHA-256 over the normalised text, as base64url without padding."""
    text = CONTROLS.sub("\ufffd", qr_code_data.strip(BLANKS))
    text = text.upper() if OURS.fullmatch(text) else text
    return urlsafe_b64encode(sha256(text.encode()).digest()[:16]).rstrip(b"=").decode()
