"""What the list of attendees is sorted by."""

import re
import unicodedata
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

SLICE = 20_000

# The rules as they were at this step. If attendees/rules.py or core/text.py change them, a later step computes the keys
# again.
LONGEST = 100
SPACES = re.compile(r"\s+")
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
)
KANA_MARKS = {"\u3099", "\u309a"}
NUMBER = re.compile(r"[0-9]+")
LETTER = re.compile(r"[^\W_]")
LEADING_SIGNS = re.compile(r"^[\W_]+")
PARTY_NUMBER = re.compile(r"\s*\([0-9]+\)$")

# The functions are for ALTER COLUMN, which takes no subquery. It writes each row and each index once; an update would
# put every row into every index again.
POSTGRESQL_KEYS = """
    CREATE TABLE attendee_sort_keys (
        id bigint PRIMARY KEY, name_key varchar(100) NOT NULL, last_name_key varchar(100) NOT NULL
    );
    CREATE FUNCTION attendee_name_key(bigint) RETURNS varchar LANGUAGE sql STABLE AS
        $$ SELECT name_key FROM attendee_sort_keys WHERE id = $1 $$;
    CREATE FUNCTION attendee_last_name_key(bigint) RETURNS varchar LANGUAGE sql STABLE AS
        $$ SELECT last_name_key FROM attendee_sort_keys WHERE id = $1 $$
"""
POSTGRESQL_REWRITE = """
    ALTER TABLE attendees
        ALTER COLUMN name_key SET NOT NULL,
        ALTER COLUMN name_key TYPE varchar(100) COLLATE "C" USING attendee_name_key(id),
        ALTER COLUMN last_name_key SET NOT NULL,
        ALTER COLUMN last_name_key TYPE varchar(100) COLLATE "C" USING attendee_last_name_key(id);
    DROP FUNCTION attendee_name_key(bigint);
    DROP FUNCTION attendee_last_name_key(bigint);
    DROP TABLE attendee_sort_keys
"""
REQUIRE_ON_SQLITE = """
    UPDATE sqlite_schema SET sql = replace(sql, 'name_key VARCHAR(100)', 'name_key VARCHAR(100) NOT NULL')
    WHERE type = 'table' AND name = 'attendees'
"""


def upgrade() -> None:
    """Add the columns, compute them for the attendees who are there, and index the orders."""
    for name in ("name_key", "last_name_key"):
        op.add_column("attendees", sa.Column(name, sa.String(length=100), nullable=True))
    if op.get_bind().dialect.name == "postgresql":
        fill_postgresql()
    else:
        fill_sqlite()
    for column in ("name_key", "last_name_key", "table_number"):
        op.create_index(f"ix_attendees_{column}", "attendees", [column, "id", "event_id"])


def fill_postgresql() -> None:
    """By way of a table of the keys."""
    connection = op.get_bind()
    run = connection.exec_driver_sql
    # Who is added meanwhile would have no keys.
    run("LOCK TABLE attendees IN SHARE ROW EXCLUSIVE MODE")
    run(POSTGRESQL_KEYS)
    driver: Any = connection.connection.driver_connection
    names = "SELECT id, full_name FROM attendees WHERE id > %s ORDER BY id LIMIT %s"
    start = 0
    while rows := run(names, (start, SLICE)).all():
        with driver.cursor() as cursor, cursor.copy("COPY attendee_sort_keys FROM STDIN") as copy:
            for attendee_id, full_name in rows:
                copy.write_row((attendee_id, name_key(full_name), last_name_key(full_name)))
        start = rows[-1][0]
    run(POSTGRESQL_REWRITE)


def fill_sqlite() -> None:
    """In slices of rows, so that no statement keeps the pages of all. Restored ids may be as large as 2^53."""
    connection = op.get_bind()
    run = connection.exec_driver_sql
    driver: Any = connection.connection.driver_connection
    functions = {"attendee_name_key": name_key, "attendee_last_name_key": last_name_key}
    for name, function in functions.items():
        driver.create_function(name, 1, function, deterministic=True)
    next_end = "SELECT max(id) FROM (SELECT id FROM attendees WHERE id > ? ORDER BY id LIMIT ?)"
    keys = "name_key = attendee_name_key(full_name), last_name_key = attendee_last_name_key(full_name)"
    start = 0
    while (end := run(next_end, (start, SLICE)).scalar()) is not None:
        run(f"UPDATE attendees SET {keys} WHERE id > ? AND id <= ?", (start, end))  # noqa: S608 - constants
        start = end
    for name in functions:
        driver.create_function(name, 1, None)
    # SQLite has to be told in its own catalogue: every row has its keys now.
    run("PRAGMA writable_schema = ON")
    run(REQUIRE_ON_SQLITE)
    run("PRAGMA writable_schema = RESET")


def fold(text: str) -> str:
    """Lower case, no accents, single spaces."""
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in taken_apart if c in KANA_MARKS or not unicodedata.combining(c))
    return SPACES.sub(" ", unicodedata.normalize("NFC", plain.casefold()).translate(PLAIN)).strip()


def name_key(full_name: str) -> str:
    """The folded name; each number begins with how many digits it has."""
    return sort_key(fold(full_name))


def last_name_key(full_name: str) -> str:
    """The last word of the name, a trailing number in brackets aside, then the whole name."""
    name = fold(full_name)
    words = [word for word in PARTY_NUMBER.sub("", name).split() if LETTER.search(word)] or [name]
    return sort_key(f"{without_leading_signs(words[-1])} {name}")


def sort_key(folded: str) -> str:
    """What is compared sign by sign."""
    return NUMBER.sub(with_length, without_leading_signs(folded))[:LONGEST]


def without_leading_signs(folded: str) -> str:
    """From the first letter or digit on, if there is one."""
    return LEADING_SIGNS.sub("", folded) or folded


def with_length(number: re.Match[str]) -> str:
    """A number behind how many digits it has."""
    digits = number[0].lstrip("0") or "0"
    return f"{min(len(digits), 9)}{digits}"
