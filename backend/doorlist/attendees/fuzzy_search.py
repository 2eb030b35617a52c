"""Finds attendees whose name is at most two letters off the typed one, after a search without matches.

The database finds candidates, and rapidfuzz compares them, so that both engines agree
(docs/decisions/0032-words-of-a-search.md).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from rapidfuzz.distance import OSA
from sqlalchemy import text
from sqlalchemy.orm import Session

from doorlist.attendees.search import MIN_INDEXED_LENGTH, like_pattern, phrase, with_custom_plan
from doorlist.core.db.database import is_postgres
from doorlist.core.text import search_words

SHOWN = 5
# The newest attendees are all compared: at most events, that is every attendee.
NEWEST = 4_000
# Among older attendees, only names that contain a fragment of each word are compared.
WITH_PIECES = 1_500

MAX_EDIT_DISTANCE = 2
NO_MATCH = MAX_EDIT_DISTANCE + 1
# With two letters changed, a shorter word is another word.
MIN_TWO_OFF_LENGTH = 5
# A trigram.
MIN_FRAGMENT_LENGTH = 3

# One text for all candidates: reading row by row releases and reacquires the interpreter lock each time.
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
# The event is a range, as in search.py; else the planner may walk the primary key.
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


class FuzzyQuery:
    """Typed words with one or two wrong letters (contract 7)."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        # Many attendees share a word of their names.
        self._edit_distance = cache(_edit_distance)

    def edit_distance(self, name: Sequence[str]) -> int | None:
        """The edit distance between the words and the name, 0 to 2; None if it is larger.

        A missing, extra, different or swapped letter counts as one. The typed word may also be the beginning or the
        end of a longer word, with one wrong letter: 'papdop', or half of a double name.
        """
        total = 0
        for typed in self._words:
            total += min((self._edit_distance(typed, word) for word in name), default=NO_MATCH)
            if total >= NO_MATCH:
                return None
        return total


def _edit_distance(typed: str, word: str) -> int:
    """How far what was typed is off a word, or one letter for the first or last part of a longer one; else NO_MATCH."""
    if typed in word:
        return 0
    length = len(typed)
    most = 0 if length < MIN_FRAGMENT_LENGTH else 1 if length < MIN_TWO_OFF_LENGTH else MAX_EDIT_DISTANCE
    off = OSA.distance(typed, word, score_cutoff=most)
    if off <= most:
        return off
    if length < MIN_TWO_OFF_LENGTH or len(word) <= length:
        return NO_MATCH
    ends = [end for part in (length - 1, length, length + 1) for end in (word[:part], word[-part:])]
    return 1 if any(OSA.distance(typed, end, score_cutoff=1) <= 1 for end in ends) else NO_MATCH


def fragments_of(word: str) -> list[str]:
    """Fragments of a typed word; the intended word, if it is long enough, contains one of them.

    n errors leave one of n + 1 fragments intact. A swap can break both of two, so the swapped word is added.
    """
    padded = f" {word} "
    parts = MAX_EDIT_DISTANCE + 1 if len(padded) >= (MAX_EDIT_DISTANCE + 1) * MIN_FRAGMENT_LENGTH else 2
    ends = [round(len(padded) * at / parts) for at in range(parts + 1)]
    pieces = [padded[start:end] for start, end in pairwise(ends)]
    if len(pieces) < MAX_EDIT_DISTANCE + 1 and len(word) >= MIN_FRAGMENT_LENGTH:
        middle = ends[1]
        pieces.append(padded[: middle - 1] + padded[middle] + padded[middle - 1] + padded[middle + 1 :])
    return [piece for piece in pieces if len(piece) >= MIN_FRAGMENT_LENGTH]


def find_similar(tx: Session, name: str, event_id: int | None) -> list[int]:
    """Returns the ids of at most five attendees, nearest first; of one event, or of all if `event_id` is None."""
    words = search_words(name)
    misspelled = FuzzyQuery(words)
    found = dict(_compared(_newest(tx, event_id), misspelled))
    # Five attendees at distance 1 cannot be improved upon.
    if words and sum(off == 1 for off in found.values()) < SHOWN:
        found.update(_compared(_with_pieces(tx, words, event_id), misspelled))
    return sorted(found, key=lambda row_id: (found[row_id], -row_id))[:SHOWN]


def _compared(lines: str | None, misspelled: FuzzyQuery) -> Iterator[tuple[int, int]]:
    """Yield the id and the distance of each candidate that is near enough."""
    for line in (lines or "").split("\n"):
        row_id, _, name = line.partition("\t")
        off = misspelled.edit_distance(name.split()) if name else None
        if off:
            yield int(row_id), off


def _newest(tx: Session, event_id: int | None) -> str | None:
    values = {"most": NEWEST} if event_id is None else {"most": NEWEST, "event_id": event_id}
    if is_postgres(tx):
        of_event = "true" if event_id is None else "event_id >= :event_id AND event_id <= :event_id"
        order = "" if event_id is None else "event_id DESC,"
        statement = _NEWEST_POSTGRES.format(of_event=of_event, order=order)
    else:
        statement = _NEWEST_SQLITE.format(of_event="true" if event_id is None else "event_id = :event_id")
    lines: str | None = tx.scalar(text(statement), values)
    return lines


def _with_pieces(tx: Session, words: list[str], event_id: int | None) -> str | None:
    """Candidates that contain each indexed word, or an intact fragment of it."""
    choices = [[word, *fragments_of(word)] for word in words if len(word) >= MIN_INDEXED_LENGTH]
    if not choices:
        return None
    if is_postgres(tx):
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
    lines: str | None = with_custom_plan(tx, statement, values)[0]
    return lines
