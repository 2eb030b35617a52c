"""The text that attendees are searched by, in a form without marks, and the search index made anew from it."""

import re
import unicodedata
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

SLICE = 20_000

# The rule as it was at this step. If core/text.py changes it, a later step computes the texts again.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "\u0131": "i", "æ": "ae", "œ": "oe"}
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
)
KANA_MARKS = "\u3099\u309a"
UNHEEDED = str.maketrans(
    dict.fromkeys("'`\u02bb\u201b\u2032-\u2010\u2012\u2013\u2014\u2015\u2212\u05be.\u00b7\u2027\u30fb+()", None)
    | {",": " "}
)
SPACED_NUMBER = re.compile(r"(?<![^\W_])[0-9]+(?:[\W_]+[0-9]+)+(?![^\W_])")

ON_SQLITE = """
    UPDATE attendees SET search_text = search_text_of(full_name, phone, invoice_number) WHERE id > ? AND id <= ?
"""
FILL_ON_SQLITE = """
    INSERT INTO attendee_search (rowid, search_text, event, payment, payment_group)
    SELECT id, search_text, ':' || event_id || ':', payment_folded, payment_group FROM attendees ORDER BY id
"""
FILL_ON_POSTGRESQL = """
    INSERT INTO attendee_search (attendee_id, event_id, payment_group, payment, search_text)
    SELECT id, event_id, payment_group, payment_folded, search_text FROM attendees ORDER BY id
"""
LOOK_UP = """
    CREATE FUNCTION pg_temp.search_text_of(bigint) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
        RETURN (SELECT search_text FROM search_texts WHERE id = $1);
    END $$
"""


def upgrade() -> None:
    """Compute the text of everybody; the index is filled at once, as one row after the other takes ten times longer."""
    run = op.get_bind().exec_driver_sql
    if op.get_bind().dialect.name == "postgresql":
        _upgrade_postgresql()
        return
    driver: Any = op.get_bind().connection.driver_connection
    driver.create_function("search_text_of", 3, search_text, deterministic=True)
    trigger = run("SELECT sql FROM sqlite_schema WHERE name = 'attendee_search_changed'").scalar_one()
    run("DROP TRIGGER attendee_search_changed")
    for start, end in _slices():
        run(ON_SQLITE, (start, end))
    driver.create_function("search_text_of", 3, None)
    run("INSERT INTO attendee_search (attendee_search) VALUES ('delete-all')")
    run(FILL_ON_SQLITE)
    run(trigger)


def _upgrade_postgresql() -> None:
    run = op.get_bind().exec_driver_sql
    run("LOCK TABLE attendees IN ACCESS EXCLUSIVE MODE")
    run("CREATE TEMPORARY TABLE search_texts (id bigint PRIMARY KEY, search_text text) ON COMMIT DROP")
    for start, end in _slices():
        rows = run(
            "SELECT id, full_name, phone, invoice_number FROM attendees WHERE id > %s AND id <= %s", (start, end)
        ).all()
        values = ([row[0] for row in rows], [search_text(*row[1:]) for row in rows])
        run("INSERT INTO search_texts SELECT * FROM unnest(%s::bigint[], %s::text[])", values)
    run("ANALYZE search_texts")
    trigger, index = run(
        "SELECT (SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'attendees'::regclass"
        " AND tgname = 'attendee_search_changed'),"
        " (SELECT pg_get_indexdef(to_regclass('ix_attendee_search_search_text')))"
    ).one()
    # The type of a column that a trigger names cannot change.
    run("DROP TRIGGER attendee_search_changed ON attendees")
    run(LOOK_UP)
    # Writes each row and each index once; an update would put every row into every index again.
    run("ALTER TABLE attendees ALTER search_text TYPE varchar USING pg_temp.search_text_of(id)")
    run("DROP FUNCTION pg_temp.search_text_of")
    run(trigger)
    run("TRUNCATE attendee_search")
    if index is not None:
        run("DROP INDEX ix_attendee_search_search_text")
    run(FILL_ON_POSTGRESQL)
    if index is not None:
        run(index)
    run("ANALYZE attendee_search")


def _slices() -> Any:
    """From which id to which, so that no statement keeps all rows. Restored ids may be as large as 2^53."""
    next_end = sa.text(
        "SELECT max(id) FROM (SELECT id FROM attendees WHERE id > :start ORDER BY id LIMIT :slice) AS ids"
    )
    start = 0
    while (end := op.get_bind().scalar(next_end, {"start": start, "slice": SLICE})) is not None:
        yield start, end
        start = end


def search_text(full_name: str, phone: str, invoice_number: str) -> str:
    """Name, phone and invoice number, a line each."""
    return f" {search_form(full_name)} \n{search_form(phone)}\n{search_form(invoice_number)}"


def search_form(text: str) -> str:
    """A text without case, accents and marks, with each number in one piece."""
    plain = " ".join(fold(text.replace("\u00b4", "'")).translate(UNHEEDED).split())
    if not plain.isascii():
        plain = re.sub(r"\d", lambda digit: str(unicodedata.decimal(digit[0])), plain)
    return SPACED_NUMBER.sub(lambda number: re.sub(r"[^0-9]+", "", number[0]), plain)


def fold(text: str) -> str:
    """A text without case, accents and spaces that do not count."""
    if text.isascii():
        return text.lower()
    taken_apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in taken_apart if c in KANA_MARKS or not unicodedata.combining(c))
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", plain.casefold()).translate(PLAIN)).strip()
