"""Whose name is one or two letters off what was typed, where a search has found nobody.

The databases find candidates; how far off a name is, one function says for both
(docs/decisions/0032-words-of-a-search.md).
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.attendees.rules import Misspelled, pieces_of
from doorlist.attendees.search import SHORTEST_INDEXED, like_pattern, phrase, planned_anew
from doorlist.core.text import search_words

SHOWN = 5
# So many of the newest are compared, whatever they are called: of most evenings, everybody.
NEWEST = 4_000
# And so many of all who have a piece of each word left in their names.
WITH_PIECES = 1_500

# One text for all candidates: row by row, each would drop the interpreter's lock and wait to have it back.
_NEWEST_SQLITE = """
    SELECT group_concat(id || char(9) || substr(search_text, 1, instr(search_text, char(10)) - 1), char(10))
    FROM (SELECT id, search_text FROM attendees WHERE {of_event} ORDER BY id DESC LIMIT :most) AS newest
"""
_WITH_PIECES_SQLITE = """
    SELECT group_concat(id || char(9) || substr(search_text, 1, instr(search_text, char(10)) - 1), char(10))
    FROM attendees WHERE id IN (
        SELECT rowid FROM attendee_search WHERE attendee_search MATCH :terms ORDER BY rowid DESC LIMIT :most
    )
"""
# The range of one event is asked for as search.py does: or else the planner may walk the primary key.
_NEWEST_POSTGRES = """
    SELECT string_agg(attendee_id || chr(9) || split_part(search_text, chr(10), 1), chr(10)) FROM (
        SELECT attendee_id, search_text FROM attendee_search WHERE {of_event}
        ORDER BY {order} attendee_id DESC LIMIT :most
    ) AS newest
"""
_WITH_PIECES_POSTGRES = """
    WITH found AS MATERIALIZED (SELECT attendee_id, search_text FROM attendee_search WHERE {conditions})
    SELECT string_agg(attendee_id || chr(9) || split_part(search_text, chr(10), 1), chr(10))
    FROM (SELECT attendee_id, search_text FROM found ORDER BY attendee_id DESC LIMIT :most) AS newest
"""


def find_similar(tx: Session, name: str, event_id: int | None) -> list[int]:
    """The ids of at most five attendees, of an event or of all, whose name is one or two letters off; nearest first."""
    words = search_words(name)
    misspelled = Misspelled(words)
    found = dict(_compared(_newest(tx, event_id), misspelled))
    # Nobody can be nearer than five who are one letter off.
    if words and sum(off == 1 for off in found.values()) < SHOWN:
        found.update(_compared(_with_pieces(tx, words, event_id), misspelled))
    return sorted(found, key=lambda row_id: (found[row_id], -row_id))[:SHOWN]


def _compared(lines: str | None, misspelled: Misspelled) -> Iterator[tuple[int, int]]:
    """Of each candidate that is near enough: the id, and how many letters off."""
    for line in (lines or "").split("\n"):
        row_id, _, name = line.partition("\t")
        off = misspelled.letters_off(name.split()) if name else None
        if off:
            yield int(row_id), off


def _newest(tx: Session, event_id: int | None) -> str | None:
    values = {"most": NEWEST} if event_id is None else {"most": NEWEST, "event_id": event_id}
    if tx.get_bind().dialect.name == "postgresql":
        of_event = "true" if event_id is None else "event_id >= :event_id AND event_id <= :event_id"
        order = "" if event_id is None else "event_id DESC,"
        statement = _NEWEST_POSTGRES.format(of_event=of_event, order=order)
    else:
        statement = _NEWEST_SQLITE.format(of_event="true" if event_id is None else "event_id = :event_id")
    lines: str | None = tx.scalar(text(statement), values)
    return lines


def _with_pieces(tx: Session, words: list[str], event_id: int | None) -> str | None:
    """Those who have, for each word that the index knows, the word itself or a piece of it that no mistake has hit."""
    choices = [[word, *pieces_of(word)] for word in words if len(word) >= SHORTEST_INDEXED]
    if not choices:
        return None
    if tx.get_bind().dialect.name == "postgresql":
        return _with_pieces_in_postgres(tx, choices, event_id)
    terms = [f"search_text : ({' OR '.join(map(phrase, choice))})" for choice in choices]
    if event_id is not None:
        terms.append(f'event : ":{event_id}:"')
    lines: str | None = tx.scalar(text(_WITH_PIECES_SQLITE), {"terms": " AND ".join(terms), "most": WITH_PIECES})
    return lines


def _with_pieces_in_postgres(tx: Session, choices: list[list[str]], event_id: int | None) -> str | None:
    values: dict[str, Any] = {"most": WITH_PIECES}
    conditions = []
    for choice in choices:
        names = [f"piece{len(values) + at}" for at in range(len(choice))]
        conditions.append("(" + " OR ".join(f"search_text LIKE :{name}" for name in names) + ")")
        values.update(zip(names, map(like_pattern, choice), strict=True))
    if event_id is not None:
        conditions.append("event_id = :event_id")
        values["event_id"] = event_id
    statement = text(_WITH_PIECES_POSTGRES.format(conditions=" AND ".join(conditions)))
    lines: str | None = planned_anew(tx, statement, values)[0]
    return lines
